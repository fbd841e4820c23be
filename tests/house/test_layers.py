"""The folder list read from left to right is the data's way; imports may not run against it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "memwiki"
ROOMS = ["capture", "spool", "compile", "wiki", "index", "recall", "inject"]
GROUND = {
    "errors",
    "records",
    "values",
    "paths",
    "files",
    "config",
    "resources",
    "patterns",
    "regexes",
    "held",
    "needs",
    "ways",
    "programs",
    "beginnings",
    "modelsettings",
}
FRONT = {"cli", "hooks", "mcp", "web"}
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))


def _imports(path: Path) -> set[str]:
    """Dotted names of memwiki modules, and top-level names of others, that the file imports anywhere."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def _room(path: Path) -> str:
    parts = path.relative_to(PACKAGE).parts
    return parts[0].removesuffix(".py") if parts else ""


def _own(names: set[str]) -> set[str]:
    return {name.split(".")[1] for name in names if name.startswith("memwiki.")}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_room_imports_only_what_stands_to_its_left(path: Path) -> None:
    room = _room(path)
    if room not in ROOMS:
        return
    allowed = GROUND | set(ROOMS[: ROOMS.index(room) + 1]) | {"__version__"}

    assert _own(_imports(path)) <= allowed


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_the_ground_imports_no_room(path: Path) -> None:
    if _room(path) in GROUND:
        assert _own(_imports(path)) <= GROUND | {"__version__"}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_the_command_line_calls_app_and_no_room(path: Path) -> None:
    if _room(path) == "cli":
        assert not _own(_imports(path)) & set(ROOMS)


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_git_is_spoken_only_in_the_wiki(path: Path) -> None:
    if _room(path) != "wiki":
        assert not {name for name in _imports(path) if name == "git" or name.startswith("git.")}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_the_environment_is_read_only_by_config_and_the_hot_path(path: Path) -> None:
    if _room(path) == "config" or _room(path) == "hooks":
        return
    text = path.read_text("utf-8")

    assert "os.environ" not in text
    assert "getenv" not in text


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_only_front_ends_print(path: Path) -> None:
    if _room(path) in FRONT:
        return
    calls = [
        node
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]

    assert not calls


# An endpoint for embeddings is asked by one module of the index.
EMBEDDINGS = PACKAGE / "index" / "endpoint.py"
# Asking a language model takes a network, a process and a clock. All of that stands in one module of the room, which
# gives text to what is pure; the fold never calls it.
MODEL = PACKAGE / "compile" / "model.py"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_only_two_modules_ask_over_the_network(path: Path) -> None:
    if path not in (MODEL, EMBEDDINGS):
        assert not _imports(path) & {"httpx", "requests", "urllib3", "aiohttp", "urllib.request", "http.client"}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_nothing_pure_asks_a_model(path: Path) -> None:
    if _room(path) in ROOMS:
        assert path == MODEL or "memwiki.compile.model" not in _imports(path)


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_compile_is_pure(path: Path) -> None:
    if _room(path) != "compile" or path == MODEL:
        return
    names = _imports(path)

    assert not names & {"os", "time", "random", "subprocess", "socket", "pathlib", "tempfile", "uuid"}
    assert "datetime.now" not in path.read_text("utf-8")


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_module_fits_one_glance(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 450


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_every_public_function_and_class_says_what_it_gives(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    missing = [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]

    assert not missing
    assert ast.get_docstring(tree) or not tree.body


def test_no_near_synonyms_for_file_names() -> None:
    forbidden = {"utils", "util", "helpers", "helper", "manager", "service", "base", "common", "handler"}

    assert not {path.stem for path in MODULES} & forbidden
