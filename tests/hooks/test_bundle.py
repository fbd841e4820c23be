"""The copy beside the home: enough to run, refreshed when it is old, one command for all versions."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import memwiki
from memwiki.capture.agents import ADAPTERS
from memwiki.hooks import bundle
from memwiki.hooks.bundle import MODULES, STUB, command_for, install_bin, is_current


def test_installing_again_changes_nothing(tmp_path):
    command = install_bin(tmp_path, sys.executable)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert install_bin(tmp_path, sys.executable) == command
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()} == before


def test_current_is_this_version_and_this_interpreter(tmp_path):
    assert not is_current(tmp_path, sys.executable)
    install_bin(tmp_path, sys.executable)
    assert is_current(tmp_path, sys.executable)
    assert not is_current(tmp_path, "/other/python")
    (tmp_path / "bin" / STUB).write_text("old", "utf-8")
    assert not is_current(tmp_path, sys.executable)


def test_an_old_copy_is_refreshed_and_the_one_before_kept(tmp_path, monkeypatch):
    commands = set()
    for name in ("one", "two", "three"):
        monkeypatch.setattr(bundle, "_digest", lambda name=name: name)
        commands.add(install_bin(tmp_path, sys.executable))
    assert len(commands) == 1
    assert len(list((tmp_path / "bin" / "lib").iterdir())) == 2


@pytest.mark.parametrize("pack", [b"", b"broken", None])
def test_without_its_pack_the_hook_runs_from_sources(tmp_path, pack):
    install_bin(tmp_path, sys.executable)
    (path,) = tmp_path.glob("bin/lib/*/hook.pack")
    if pack is None:
        path.unlink()
    else:
        path.write_bytes(pack)
    payload = b'{"session_id":"s","cwd":"/","hook_event_name":"Stop"}'
    subprocess.run(
        [sys.executable, "-I", "-S", str(tmp_path / "bin" / STUB), "--agent", "codex"], input=payload, check=True
    )
    assert list(tmp_path.glob("raw/*/*/codex-s/0001.jsonl"))


@pytest.mark.skipif(sys.platform == "win32", reason="file names are UTF-8 there whatever the locale says")
def test_a_folder_is_found_in_any_locale(tmp_path):
    install_bin(tmp_path, sys.executable)
    work = tmp_path / "店铺"
    work.mkdir()
    payload = json.dumps({"session_id": "s", "cwd": str(work), "hook_event_name": "UserPromptSubmit", "prompt": "目标"})
    names = []
    for told in ({"LC_ALL": "C.UTF-8"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}):
        subprocess.run(
            [sys.executable, "-S", str(tmp_path / "bin" / STUB), "--agent", "codex"],
            input=payload.encode(),
            env=told,
            check=True,
        )
        names += [path.name for path in tmp_path.glob("raw/*/*")]
    assert len(set(names)) == 1
    (segment,) = tmp_path.glob("raw/*/*/codex-s/0001.jsonl")
    assert segment.read_text("utf-8").count("目标") == 2


def _is_copied(package, name):
    """Whether the copy has what is imported: a module of the package, or something in its __init__."""
    if (bundle._source() / package / f"{name}.py").is_file():
        return f"{package}/{name}" in MODULES
    return f"{package}/__init__" in MODULES


def test_all_that_the_hook_imports_is_in_the_copy():
    for module in MODULES:
        source = (bundle._source() / f"{module}.py").read_text("utf-8")
        for line in source.splitlines():
            words = line.split()
            if words[:1] != ["from"] or not words[1].startswith("memwiki") or module == "hooks/bundle":
                continue
            package = words[1].removeprefix("memwiki.").replace(".", "/")
            names = line.split(" import ")[1].replace(",", " ").split()
            known = package in MODULES or all(_is_copied(package, name) for name in names)
            assert known, (module, line)


def test_every_agents_adapter_is_in_the_copy():
    assert {f"capture/agents/{module}" for module in ADAPTERS.values()} <= set(MODULES)


def test_commands_quote_for_their_shell(tmp_path):
    odd = tmp_path / 'a "b" $c `d`'
    odd.mkdir()
    install_bin(odd, sys.executable)
    payload = b'{"session_id":"s","cwd":"/","hook_event_name":"Stop"}'
    subprocess.run(["sh", "-c", command_for(odd, sys.executable, "codex", windows=False)], input=payload, check=True)
    assert list(odd.glob("raw/*/*/codex-s/0001.jsonl"))
    windows = command_for(tmp_path, "C:/Program Files/python.exe", "codex", windows=True)
    assert windows.endswith('& exit /b 0"')
    assert '"C:/Program Files/python.exe" -I -S' in windows


def test_memwiki_is_started_without_what_the_environment_adds_unless_it_is_found_there(tmp_path, monkeypatch):
    def flag():
        install_bin(tmp_path / "home", sys.executable)
        return json.loads((tmp_path / "home" / "state" / "hook.json").read_text("utf-8"))["launch"][1]

    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert flag() == "-I"
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{Path(memwiki.__file__).parents[1]}")
    assert flag() == "-P"
