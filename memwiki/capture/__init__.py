"""An agent's hook payload becomes an observation. Standard library only: agents wait for this code."""
