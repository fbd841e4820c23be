"""The hook beside the home: a stub and a byte-compiled copy of what it needs, so that it outlives this program.

Agents run `"<python>" -I -S "<home>/bin/hook.py" --agent A || exit 0`. The command stays the same over versions (Codex
trusts a hook by the hash of its command); the copy is another folder for each content, and the stub names it.
"""

from __future__ import annotations

import hashlib
import json
import os
import py_compile
import shutil
import sys
from pathlib import Path

from memwiki.files import atomic_write, private_dir
from memwiki.hooks.kept import HOOK_FILE, read_json

# everything that a hook may import, besides the standard library
MODULES = (
    "__init__",
    "capture/__init__",
    "capture/agents/__init__",
    "capture/agents/claude_code",
    "capture/agents/codex",
    "capture/agents/cursor",
    "capture/agents/gemini",
    "capture/agents/generic",
    "capture/assigned",
    "capture/bound",
    "capture/carried",
    "capture/draft",
    "capture/families",
    "capture/fields",
    "capture/ignore",
    "capture/instant",
    "capture/jsontext",
    "capture/judge",
    "capture/normalise",
    "capture/observe",
    "capture/payload",
    "capture/pem",
    "capture/private",
    "capture/project",
    "capture/redact",
    "capture/scaffold",
    "capture/secrets",
    "capture/settings",
    "hooks/__init__",
    "hooks/hot",
    "hooks/kept",
    "hooks/launch",
    "hooks/log",
    "hooks/ready",
    "spool/__init__",
    "spool/append",
)
STUB = "hook.py"
_TEMPLATE = '''\
"""memwiki's hook: agents run this file. Written by `memwiki install`; changes are lost."""
import os, sys
try:
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, os.path.join(here, "lib", "{digest}"))
    from memwiki.hooks.hot import main
    main(home=os.path.dirname(here))
except BaseException:
    pass
os._exit(0)
'''


def install_bin(home: Path, python: str) -> str:
    """Writes <home>/bin/hook.py and its modules where they are missing or old; gives the command without an agent.

    `python` is the interpreter that agents will run. Copies of other versions are removed, the one before excepted.
    """
    private_dir(home)
    private_dir(home / "bin")
    digest = _digest()
    folder = home / "bin" / "lib" / digest
    if not (folder / "complete").is_file():
        _copy(folder)
    stub = home / "bin" / STUB
    text = _TEMPLATE.format(digest=digest)
    if not stub.is_file() or stub.read_text("utf-8") != text:
        atomic_write(stub, text)
    _remember(home, python)
    _prune(home / "bin" / "lib", digest)
    return command_for(home, python, "")


def command_for(home: Path, python: str, agent: str, windows: bool | None = None) -> str:
    """The command line that the agent's settings hold; it can only exit 0, also when interpreter or home is gone."""
    stub = home / "bin" / STUB
    name = f" --agent {agent}" if agent else ""
    if windows if windows is not None else os.name == "nt":
        return f'cmd /d /c ""{python}" -I -S "{stub}"{name} & exit /b 0"'
    return f"{_quoted(python)} -I -S {_quoted(str(stub))}{name} 2>/dev/null || exit 0"


def is_current(home: Path, python: str) -> bool:
    """Whether the home's hook is this version's, and memwiki is started by this interpreter."""
    stub = home / "bin" / STUB
    if not stub.is_file() or stub.read_text("utf-8", "replace") != _TEMPLATE.format(digest=_digest()):
        return False
    launch = read_json(str(home / "state" / HOOK_FILE)).get("launch")
    return (home / "bin" / "lib" / _digest() / "complete").is_file() and launch == _launch(python)


def _quoted(text: str) -> str:
    """In double quotes for a POSIX shell."""
    for char in '\\"$`':
        text = text.replace(char, f"\\{char}")
    return f'"{text}"'


def _source() -> Path:
    return Path(__file__).resolve().parent.parent


def _digest() -> str:
    """A name for the content of the copied modules."""
    found = hashlib.sha256(sys.implementation.cache_tag.encode() if sys.implementation.cache_tag else b"")
    for module in MODULES:
        found.update(module.encode() + b"\0" + (_source() / f"{module}.py").read_bytes() + b"\0")
    return found.hexdigest()[:16]


def _copy(folder: Path) -> None:
    for module in MODULES:
        source, target = _source() / f"{module}.py", folder / "memwiki" / f"{module}.py"
        private_dir(target.parent)
        atomic_write(target, source.read_bytes())
        # never looks at the source's time again: one file system call less for each module
        py_compile.compile(str(target), doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    atomic_write(folder / "complete", "")


def _launch(python: str) -> list[str]:
    return [python, "-m", "memwiki"]


def _remember(home: Path, python: str) -> None:
    """Leaves for the hook how memwiki itself is started."""
    path = home / "state" / HOOK_FILE
    kept = read_json(str(path))
    if kept.get("launch") != _launch(python):
        atomic_write(path, json.dumps({**kept, "launch": _launch(python)}))


def _prune(lib: Path, digest: str) -> None:
    """A hook that is just running may still import from the version before."""
    others = sorted((one for one in lib.iterdir() if one.name != digest), key=lambda one: one.stat().st_mtime)
    for old in others[:-1]:
        shutil.rmtree(old, ignore_errors=True)
