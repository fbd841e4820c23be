"""What goes wrong on a real machine: edits, locks, broken pages, foreign files, half-done git, bad input."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

Person = Any  # tests/journeys/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")
CHOICE = ("We decided to use PostgreSQL instead of MySQL because we need partial indexes.", "Done, it is in db.py.")
OTHER = ("Remember: log lines are English.", "Noted.")


def test_a_persons_edit_outlives_three_compiles(ada: Person) -> None:
    ada.session("one", RULE)
    ada("compile")
    page = ada.page("preferences")
    page.write_text(page.read_text().replace("\n\n", "\n\nWritten by Ada.\n\n", 2).replace("title: ", "title: My ", 1))
    edited = page.read_text()
    for number in range(3):
        ada.session(f"more{number}", RULE, (f"Rename the helper number {number}.", "Renamed."))
        assert ada("compile").code in (0, 3)

    assert "Written by Ada." in page.read_text()
    assert "title: My " in page.read_text()
    assert page.read_text().count("Written by Ada.") == edited.count("Written by Ada.")
    assert "edit:" in ada.git("log", "--format=%s")
    assert ada("verify").code == 0


def test_a_deleted_page_stays_deleted(ada: Person) -> None:
    ada.session("one", RULE)
    ada("compile")
    page = ada.page("preferences")
    page.unlink()

    ada.session("two", RULE, CHOICE)
    ada("compile")

    assert not page.exists()
    assert ada.page("decisions").exists()


def test_a_broken_page_is_told_and_left_alone(ada: Person) -> None:
    ada.session("one", RULE)
    ada("compile")
    page = ada.page("preferences")
    broken = page.read_text().replace("title: ", "title: [", 1)
    page.write_text(broken)

    ada.session("two", RULE, CHOICE)
    done = ada("compile")

    assert done.code == 3
    assert page.name in done.err
    assert page.read_text() == broken
    assert ada.page("decisions").exists()
    lint = ada("lint")
    assert lint.code == 12
    assert page.name in lint.out
    assert any(one["path"].endswith(page.name) for one in ada("review", "list", "--json").json["conflicts"])


def test_a_foreign_file_in_the_wiki_stays(ada: Person) -> None:
    ada.session("one", RULE)
    ada("compile")
    (ada.wiki / "sketch.canvas").write_bytes(b"\x00\x01")
    (ada.wiki / "notes.md").write_text("My own notes about [[pnpm]].\n")

    ada.session("two", CHOICE)
    assert ada("compile").code == 0

    assert (ada.wiki / "sketch.canvas").read_bytes() == b"\x00\x01"
    assert (ada.wiki / "notes.md").read_text() == "My own notes about [[pnpm]].\n"
    assert ada("search", "my own notes", "--json").json["hits"]


def test_a_half_done_rebase_is_left_to_its_person(ada: Person) -> None:
    ada.session("one", RULE)
    ada("compile")
    ada.session("two", CHOICE)
    (ada.wiki / ".git" / "rebase-merge").mkdir()

    done = ada("compile")

    assert done.code == 13
    assert "rebase" in done.err
    assert done.err.count("\n") == 1
    (ada.wiki / ".git" / "rebase-merge").rmdir()
    assert ada("compile").code == 0
    assert ada.page("decisions").exists()


def test_a_torn_line_ends_in_a_warning(ada: Person) -> None:
    ada.session("one", RULE)
    (segment,) = ada.home.rglob("0001.jsonl")
    with segment.open("ab") as out:
        out.write(b'{"v":1,"event":"user-pro')

    done = ada("compile")

    assert done.code == 3
    assert "could not be read" in done.err
    assert ada.page("preferences").exists()
    assert "cannot be read" in ada("doctor").out


def test_an_index_that_is_gone_comes_back(ada: Person) -> None:
    ada.session("one", RULE)
    ada("compile", "--no-vectors")
    subprocess.run(["rm", "-rf", str(ada.home / "index")], check=True)

    assert ada("search", "pnpm", "--json").json["hits"]


@pytest.mark.parametrize("home", ["a file", "/dev/null/memwiki"])
def test_a_home_that_cannot_be_written_never_reaches_the_agent(ada: Person, home: str) -> None:
    ada.home = ada.user / home
    if home == "a file":
        ada.home.write_text("mine")

    done = ada.hook("UserPromptSubmit", "one", prompt="hello")
    assert (done.code, done.out) == (0, "")

    failed = ada("remember", "Never on Fridays")
    assert failed.code in (1, 12)
    assert failed.err.count("\n") == 1


@pytest.mark.parametrize(
    "stdin",
    [b"", b"{", b"\xff\xfe\x00", b"null", b"[1]", b'"x"', b"\x00" * 100, b'{"session_id": 3}', b"{" * 5000],
    ids=["nothing", "cut", "binary", "null", "list", "text", "NULs", "number", "deep"],
)
def test_the_hook_takes_any_input(ada: Person, stdin: bytes) -> None:
    done = ada("hook", "--agent", "claude-code", stdin=stdin)

    assert (done.code, done.out, done.err) == (0, "", "")


def test_a_payload_of_many_megabytes_is_cut_not_lost(ada: Person) -> None:
    payload = {
        "session_id": "big",
        "cwd": str(ada.work),
        "hook_event_name": "UserPromptSubmit",
        "prompt": "word " * 1_000_000,
    }

    done = ada("hook", "--agent", "claude-code", stdin=json.dumps(payload))

    assert (done.code, done.out) == (0, "")
    (segment,) = ada.home.rglob("0001.jsonl")
    assert segment.stat().st_size < 40_000
    assert json.loads(segment.read_text())["cut"] > 0


def test_a_hundred_hooks_at_once_lose_no_line(ada: Person) -> None:
    ada("install", "claude-code")
    stub = [sys.executable, "-I", "-S", str(ada.home / "bin" / "hook.py"), "--agent", "claude-code"]
    running = []
    for number in range(100):
        payload = {
            "session_id": f"s{number % 3}",
            "cwd": str(ada.work),
            "hook_event_name": "UserPromptSubmit",
            "prompt": f"prompt number {number}",
        }
        one = subprocess.Popen(stub, stdin=subprocess.PIPE, env=ada.environment, cwd=ada.work)
        assert one.stdin
        one.stdin.write(json.dumps(payload).encode())
        one.stdin.close()
        running.append(one)

    assert {one.wait(timeout=300) for one in running} == {0}
    lines = [json.loads(line) for path in ada.home.rglob("0*.jsonl") for line in path.read_text().splitlines()]
    assert sorted(line["text"] for line in lines) == sorted(f"prompt number {number}" for number in range(100))


KILLED = """
import os, signal, sys
sys.path[:0] = [{root!r}]
from importlib import import_module
module, _, name = {point!r}.partition(":")
holder = import_module(module)
*parts, last = name.split(".")
for part in parts:
    holder = getattr(holder, part)
whole = getattr(holder, last)
def killed(*args, **named):
    if {after!r}:
        whole(*args, **named)
    os.kill(os.getpid(), signal.SIGKILL)
setattr(holder, last, killed)
from memwiki.cli.edge import run
run(sys.argv[1:])
"""


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(
    "point",
    [
        "memwiki.app.spooled:seal",
        "memwiki.app.known:known",
        "memwiki.wiki.repository:Repository._init",
        "memwiki.wiki.repository:Repository._begin",
        "memwiki.wiki.journal:save",
        "memwiki.wiki.repository:Repository._move",
        "memwiki.wiki.worktree:settle",
        "memwiki.app.pipeline:hand_over",
        "memwiki.app.pipeline:write_ready",
        "memwiki.app.pipeline:_index",
    ],
)
def test_a_compile_that_was_killed_is_made_good_by_the_next(ada: Person, point: str, after: bool) -> None:
    ada.session("one", RULE, CHOICE)
    script = KILLED.format(root=str(Path(__file__).resolve().parents[2]), point=point, after=after)
    arguments = ["compile", "--no-vectors", "--at", ada.now]
    killed = subprocess.run(
        [sys.executable, "-c", script, *arguments], env=ada.environment, cwd=ada.work, capture_output=True, check=False
    )
    assert killed.returncode == -9, killed.stderr

    done = ada("compile", "--no-vectors")

    assert done.code == 0, done.err
    assert "pnpm" in ada.page("preferences").read_text()
    assert "PostgreSQL" in ada.page("decisions").read_text()
    assert ada.git("status", "--porcelain") == ""
    assert ada("verify").code == 0
    assert "PostgreSQL" in ada("handoff", "show").out
    assert ada("search", "postgres", "--json").json["hits"]
    assert "<memwiki-handoff" in ada.hook("SessionStart", "two", source="startup").out


def _digest(folder: Path) -> str:
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        found.update(os.fsencode(path.relative_to(folder)) + (path.read_bytes() if path.is_file() else b""))
    return found.hexdigest()


def test_install_then_uninstall_leaves_the_machine_as_it_was(ada: Person) -> None:
    settings = ada.user / ".claude"
    settings.mkdir()
    (settings / "settings.json").write_text('{"theme": "dark"}')
    before = _digest(settings)

    assert ada("install", "--all").code == 0
    assert ada("uninstall", "--all").code == 0

    assert _digest(settings) == before


def test_hooks_come_out_whatever_is_wrong_with_the_settings(ada: Person) -> None:
    (ada.user / ".claude").mkdir()
    assert ada("install", "claude-code").code == 0
    (ada.home / "config.toml").write_text("broken = = [")
    (ada.work / ".memwiki.toml").write_text("[[[")

    done = ada("uninstall", "claude-code")

    assert done.code == 0, done.err
    assert not (ada.user / ".claude" / "settings.json").exists()


SKILL = [
    ("UserPromptSubmit", {"prompt": "Round the totals in cart.py to cents"}),
    (
        "PostToolUse",
        {
            "tool_name": "Edit",
            "tool_input": {"file_path": "cart.py", "old_string": "total", "new_string": "round(total, 2)"},
            "tool_response": {"filePath": "cart.py"},
            "tool_use_id": "t1",
        },
    ),
    (
        "PostToolUse",
        {
            "tool_name": "Bash",
            "tool_input": {"command": "pytest -q tests/test_cart.py"},
            "tool_response": {"stdout": "4 passed in 0.1s", "stderr": "", "interrupted": False},
            "tool_use_id": "t2",
        },
    ),
    ("Stop", {"last_assistant_message": "The totals are rounded; 4 tests pass.", "stop_hook_active": False}),
    ("SessionEnd", {"reason": "other"}),
]


def test_only_a_person_at_a_terminal_approves(ada: Person) -> None:
    for event, fields in SKILL:
        ada.hook(event, "one", **fields)
    ada("compile")
    page = ada.page("skills").name

    alone = ada("review", "approve", page)
    assert alone.code == 13
    assert "status: draft" in ada.page("skills").read_text()

    person, terminal = os.openpty()
    command = [sys.executable, "-m", "memwiki", "review", "approve", page, "--at", ada.now]
    os.write(person, b"approve\n")
    done = subprocess.run(
        command, stdin=terminal, env=ada.environment, cwd=ada.work, capture_output=True, timeout=120, check=False
    )
    os.close(person)
    os.close(terminal)
    assert done.returncode == 0, done.stderr
    assert "human:ada" in ada.page("skills").read_text()
    assert ada.git("log", "-1", "--format=%an") == "ada\n"
