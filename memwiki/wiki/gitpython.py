"""GitPython. Its import runs git, which nobody's settings or variables may break."""

from __future__ import annotations

from memwiki.config import git_alone

with git_alone():
    from git import Git
    from git.config import GitConfigParser
    from git.exc import GitCommandError, GitCommandNotFound

__all__ = ["Git", "GitCommandError", "GitCommandNotFound", "GitConfigParser"]
