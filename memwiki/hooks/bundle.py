"""The hook beside the home: a stub and a compiled copy of what it needs, so that it outlives this program.

Agents run `"<python>" -I -S "<home>/bin/hook.py" --agent A || exit 0`. The command stays the same over versions (Codex
trusts a hook by the hash of its command); the copy is another folder for each content, and the stub names it.
"""

from __future__ import annotations
import __future__

import hashlib
import json
import marshal
import os
import shutil
import site
import sys
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import cast

from memwiki.config import process_environment
from memwiki.files import atomic_write, private_dir
from memwiki.hooks.kept import HOOK_FILE, read_json

# everything that a hook may import, besides the standard library
MODULES = (
    "__init__",
    "capture/__init__",
    "capture/agents/__init__",
    "capture/agents/claude_code",
    "capture/agents/codex",
    "capture/agents/copilot",
    "capture/agents/cursor",
    "capture/agents/gemini",
    "capture/agents/generic",
    "capture/agents/kimi",
    "capture/agents/kiro",
    "capture/agents/opencode",
    "capture/agents/qwen",
    "capture/assigned",
    "capture/bound",
    "capture/carried",
    "capture/chinese",
    "capture/commands",
    "capture/draft",
    "capture/dressed",
    "capture/families",
    "capture/fields",
    "capture/gist",
    "capture/handed",
    "capture/ignore",
    "capture/instant",
    "capture/jsontext",
    "capture/judge",
    "capture/named",
    "capture/nested",
    "capture/normalise",
    "capture/observe",
    "capture/paired",
    "capture/paused",
    "capture/payload",
    "capture/pem",
    "capture/pins",
    "capture/piped",
    "capture/private",
    "capture/process",
    "capture/project",
    "capture/receipts",
    "capture/redact",
    "capture/scaffold",
    "capture/secrets",
    "capture/settings",
    "capture/shapes",
    "capture/stretches",
    "capture/tail",
    "capture/tongues",
    "capture/wrapped",
    "hooks/__init__",
    "hooks/astray",
    "hooks/hot",
    "hooks/kept",
    "hooks/kimi",
    "hooks/launch",
    "hooks/log",
    "hooks/prompted",
    "hooks/prompting",
    "hooks/ready",
    "hooks/storing",
    "hooks/unchanged",
    "index/__init__",
    "index/lexicon",
    "patterns",
    "spool/__init__",
    "spool/append",
    "spool/quota",
)
STUB = "hook.py"
_PACK = "hook.pack"
# the stub is compiled at every run: it is short, and leaves what it can to the pack
_TEMPLATE = """\
# memwiki's hook: agents run this file. Written by `memwiki install`; changes are lost.
import sys
try:
    import os, marshal
    if sys.getfilesystemencoding() != "utf-8" and "utf8" not in sys._xoptions:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", "-I", "-S", *sys.argv])
    here = os.path.dirname(os.path.abspath(__file__))
    lib = os.path.join(here, "lib", "{digest}")
    try:
        with open(os.path.join(lib, "hook.pack"), "rb", 0) as file:
            magic, pack = file.read(16), file.read()
        if magic[:4] != sys.modules["_frozen_importlib_external"].MAGIC_NUMBER:
            raise OSError
        pack = marshal.loads(pack)
        class Pack:
            def find_spec(name, path=None, target=None):
                if name in pack:
                    return type(sys.__spec__)(name, Pack, is_package=pack[name][0])
            def create_module(spec):
                return None
            def exec_module(module):
                exec(marshal.loads(pack[module.__name__][1]), module.__dict__)
        sys.meta_path.insert(0, Pack)
    except OSError:
        sys.path.insert(0, lib)
    from memwiki.hooks.hot import main
    main(home=os.path.dirname(here))
except BaseException:
    pass
os._exit(0)
"""


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


def command_for(home: Path, python: str, agent: str, event: str = "", windows: bool | None = None) -> str:
    """The command line that the agent's settings hold; it can only exit 0, also when interpreter or home is gone."""
    stub = home / "bin" / STUB
    name = (f" --agent {agent}" if agent else "") + (f" --event {event}" if event else "")
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
    """The modules as sources, for an interpreter of another version, and as one file of this one's bytecode."""
    packed: dict[str, tuple[bool, bytes]] = {}
    for module in MODULES:
        source, target = _source() / f"{module}.py", folder / "memwiki" / f"{module}.py"
        private_dir(target.parent)
        atomic_write(target, source.read_bytes())
        name = f"memwiki/{module}".removesuffix("/__init__").replace("/", ".")
        packed[name] = (module.endswith("__init__"), marshal.dumps(_compiled(source, target)))
    atomic_write(folder / _PACK, MAGIC_NUMBER.ljust(16, b"\0") + marshal.dumps(packed))
    atomic_write(folder / "complete", "")


def _compiled(source: Path, target: Path) -> CodeType:
    """The module's code without docstrings, and without an import of `__future__` at run time."""
    text = source.read_text("utf-8").replace("from __future__ import annotations\n", "\n", 1)
    flag = __future__.annotations.compiler_flag
    return cast("CodeType", compile(text, str(target), "exec", flags=flag, dont_inherit=True, optimize=2))


def _launch(python: str) -> list[str]:
    """How memwiki is started in whatever folder an agent works: no module that lies there, or that the agent's
    environment points at, may stand in for one of ours."""
    return [python, "-I" if _stands_alone() else "-P", "-m", "memwiki"]


def _stands_alone() -> bool:
    """Whether memwiki is found also without what the environment and the person's own site-packages add."""
    added = [*process_environment().get("PYTHONPATH", "").split(os.pathsep), site.getusersitepackages()]
    return Path(__file__).resolve().parents[2] not in [Path(folder).resolve() for folder in added if folder]


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
