"""python3 -m linkcheck FOLDER: prints each link that leads nowhere; exit status 1 if there is one."""

import sys
from pathlib import Path

from linkcheck.check import check

problems = list(check(Path(sys.argv[1])))
print("\n".join(problems) or "every link leads somewhere")
sys.exit(bool(problems))
