"""`python -m memwiki` is the command line."""

import sys

from memwiki.cli import main

if __name__ == "__main__":
    sys.exit(main())
