"""raw/ as no hook would write it: other clocks, orders and files. What can be read counts, the rest is told."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from events import END, answer, prompt

Person = Any  # tests/journeys/conftest.py
Line = dict[str, Any] | bytes

RULE = "Always use pnpm in this repository, never npm."
CHOICE = "We decided to use Redis for sessions because it is fast."


def said(text: str, **more: Any) -> Line:
    return {"event": "user-prompt", "text": text, **more}


def final(text: str = "Noted.", **more: Any) -> Line:
    return {"event": "turn-end", "text": text, **more}


OVER: Line = {"event": "session-end"}


def spooled(ada: Person, session: str, *lines: Line, agent: str = "claude-code", name: str = "0001.jsonl") -> Path:
    """A segment written by hand; a line of bytes goes in as it is."""
    if not (ada.home / "raw").exists():
        ada.captured("seed", {"hook_event_name": "SessionStart", "source": "startup"})
    (project,) = (ada.home / "raw" / "default").iterdir()
    folder = project / f"{agent}-{session}"
    folder.mkdir(exist_ok=True)
    told = b""
    for number, line in enumerate(lines):
        if isinstance(line, bytes):
            told += line
            continue
        base = {"v": 1, "id": f"{session}{number}", "ts": f"2026-09-14T09:00:{number:02}.000Z", "agent": agent}
        told += (
            json.dumps({**base, "session": session, "operator": "ada", "cwd": str(ada.work), **line}).encode() + b"\n"
        )
    (folder / name).write_bytes(told)
    return folder / name


CLOCKS = [
    "1970-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00+14:00",
    "2026-09-14T09:00:00+09:00",
    "2026-09-14T09:00:00",
    "2026-09-14",
    "yesterday",
    "2" * 10_000,
    "\n- injected: x",
    "",
    None,
    12345,
    ["x"],
]


def test_no_order_copy_or_clock_stops_a_compile(ada: Person) -> None:
    spooled(ada, "backwards", OVER, final(ts="2026-09-14T09:00:09.000Z"), said(RULE, ts="2026-09-14T08:00:00.000Z"))
    spooled(ada, "twice", said(RULE), said(RULE), final(), final(), OVER, OVER, said(RULE), final(), OVER)
    spooled(ada, "twice", said(RULE), final(), OVER, agent="codex")
    spooled(ada, "ids", said(RULE, id="SAME"), final(id="SAME"), OVER)
    spooled(ada, "ids2", said(CHOICE, id="SAME"), final(id="SAME"), OVER)
    spooled(ada, "ids3", said("Never push on Fridays, always wait.", id="SAME"), final(id="SAME"), OVER)
    spooled(ada, "other", said(RULE, session="another", agent="codex"), final(session="third", agent=""), OVER)
    spooled(ada, "noid", said(RULE, id=""), final(id='../x\n"]'), {**OVER, "id": 5})
    spooled(ada, "longid", said(RULE, id="x" * 5000), final(), OVER)
    for number, ts in enumerate(CLOCKS):
        spooled(ada, f"clock{number}", said(RULE, ts=ts), final(ts=ts), {**OVER, "ts": ts})

    done = ada("compile", "--all", "--no-vectors")

    assert done.code == 0, done.err
    pages = ada.knowledge()
    assert sorted(path.partition("/")[0] for path in pages) == ["decisions", "preferences", "preferences"]
    assert "injected" not in "".join(pages.values())
    for verb in (["verify"], ["status"], ["handoff", "show"]):
        assert ada(*verb).code in (0, 3), verb
    assert ada("lint").code == 0


def test_of_equal_instants_each_compile_makes_the_same(ada: Person) -> None:
    rules = [RULE, "From now on use yarn instead of pnpm."]
    for number, rule in enumerate(rules):
        same = {"ts": "2026-09-14T09:00:00.000Z"}
        spooled(ada, f"s{number}", said(rule, **same), final(**same), {**OVER, **same})
        assert ada("compile", "--no-vectors").code == 0

    assert ada("verify").code == 0


ODD: list[Line] = [
    {"event": "beamed-up", "text": "x", "unknown": {"a": [1]}},
    {"event": "user-prompt", "text": ["no", "text"], "tool": "none", "files": {"a": 1}, "redacted": "many", "cut": -1},
    {
        "event": "tool-end",
        "tool": {"name": 5, "family": None, "input": "x", "output": {"a": 1}, "ok": "yes", "exit": "0"},
    },
    {
        "event": "tool-end",
        "tool": {"name": "Bash", "family": "shell", "input": {"command": 5}, "output": "", "exit": 9**99},
    },
    {"event": "tool-end", "tool": {"name": "Edit", "family": "edit", "input": {"path": None, "old": 1, "new": []}}},
    {"event": "tool-end", "tool": {"name": "T", "family": "todo", "input": {"todos": ["x", {"content": 1}, None]}}},
    {"event": "tool-end"},
    {"event": "note", "text": "a\x00b\x01\ud800c"},
    b'{"v":1,"event":"note","text":"\xff\xfe\x00 raw bytes","ts":"2026-09-14T09:00:00.000Z"}\n',
    b'{"v":99,"event":"note","big":1e999,"n":-1e-999,"d":NaN}\n',
    b'{"event":"tool-end","tool":{"name":"x","input":{"a":' + b"[" * 150 + b"]" * 150 + b"}}}\n",
    b"\n\n   \n",
]
UNREADABLE: list[bytes] = [
    b"[" * 100_000 + b"\n",
    b'{"event":"note","a":' + b"[" * 300 + b"]" * 300 + b"}\n",
    b'{"event":' * 50_000 + b"\n",
    b'{"event":"note","n":' + b"9" * 10_000 + b"}\n",
    b'{"event":5}\n',
    b"null\n",
    b"not json\n",
    b"\x00" * 5_000 + b"\n",
]


def test_what_is_odd_is_kept_and_what_cannot_be_read_is_counted(ada: Person) -> None:
    spooled(ada, "odd", said(RULE), *ODD, final(), OVER)
    assert ada("compile", "--no-vectors").code == 0

    segment = spooled(ada, "bad", said(CHOICE), *UNREADABLE, final(), OVER, b'{"event":"user-pro')
    before = segment.read_bytes()
    done = ada("compile", "--no-vectors")

    assert done.code == 3
    assert f"{len(UNREADABLE) + 1} lines could not be read" in done.err
    assert done.err.count("\n") <= 3
    assert segment.with_name("0001.sealed.jsonl").read_bytes() == before
    assert {path.partition("/")[0] for path in ada.knowledge()} == {"decisions", "preferences"}
    assert ada("verify").code == 0


def test_lines_of_many_megabytes_are_read(ada: Person) -> None:
    spooled(ada, "big", said(RULE), {"event": "tool-end", "tool": {"name": "x", "output": "y" * 5_000_000}}, OVER)
    spooled(ada, "wide", b"z" * 20_000_000 + b"\n", said(CHOICE), OVER)

    assert ada("compile", "--no-vectors").code == 3

    assert {path.partition("/")[0] for path in ada.knowledge()} == {"decisions", "preferences"}


def test_foreign_things_in_raw_are_left_alone(ada: Person) -> None:
    segment = spooled(ada, "one", said(RULE), final(), OVER)
    folder, project = segment.parent, segment.parent.parent
    secret = ada.user / "elsewhere"
    secret.mkdir()
    (secret / "0001.jsonl").write_text(json.dumps({"event": "user-prompt", "text": "Always use ZANZIBAR."}) + "\n")
    (folder / "0002.jsonl").symlink_to(secret / "0001.jsonl")
    (folder / "0003.jsonl").mkdir()
    os.mkfifo(folder / "0004.jsonl")
    (folder / "0005.jsonl").write_bytes(b"")
    (folder / "notes.txt").write_text("mine")
    (folder / "00xx.jsonl").write_text("{}")
    (project / "stray.txt").write_text("mine")
    (project / "empty-folder").mkdir()
    (project / ".hidden").mkdir()
    (project / "linked-session").symlink_to(secret)
    (ada.home / "raw" / "stray").write_text("mine")
    (ada.home / "raw" / "default" / "stray").write_text("mine")
    before = {
        path: path.lstat().st_mode for path in (secret / "0001.jsonl", folder / "notes.txt", project / "stray.txt")
    }

    done = ada("compile", "--no-vectors")

    assert done.code in (0, 3), done.err
    assert "ZANZIBAR" not in "".join(path.read_text() for path in ada.wiki.rglob("*.md"))
    assert (secret / "0001.jsonl").read_text().startswith("{")
    assert before == {path: path.lstat().st_mode for path in before}
    assert ada("verify").code == 0
    assert ada("doctor").code in (0, 1, 3)


CHANGES = {
    "changed": lambda path: path.write_bytes(path.read_bytes().replace(b"pnpm", b"yarn")),
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:-40]),
    "removed": lambda path: path.unlink(),
    "renamed": lambda path: path.rename(path.with_name("0009.sealed.jsonl")),
}


def test_a_sealed_segment_that_is_not_what_its_commit_says_is_found(ada: Person) -> None:
    ada.captured("one", prompt(RULE), answer("Noted."), END)
    assert ada("compile", "--no-vectors").code == 0
    (sealed,) = ada.home.rglob("0001.sealed.jsonl")
    page, whole = ada.page("preferences").read_text(), sealed.read_bytes()
    assert hashlib.sha256(whole).hexdigest() in ada.git("log", "--format=%B")
    for change, does in CHANGES.items():
        sealed.chmod(0o600)
        does(sealed)

        found = ada("verify", "--json")

        assert found.code not in (0, 2), change
        assert {"changed", "gone"} & {one["code"] for one in found.json["findings"]}, change
        assert any("raw:" in one["path"] for one in found.json["findings"]), change
        assert ada.page("preferences").read_text() == page
        for left in sealed.parent.glob("*.jsonl"):
            left.unlink()
        sealed.write_bytes(whole)
    assert ada("verify").code == 0


def test_pages_that_go_with_a_segment_that_is_gone_are_told_and_come_back_with_it(ada: Person) -> None:
    ada.captured("one", prompt(RULE), answer("Noted."), END)
    assert ada("compile", "--no-vectors").code == 0
    (sealed,) = ada.home.rglob("0001.sealed.jsonl")
    page, whole = ada.page("preferences"), sealed.read_bytes()
    sealed.unlink()
    ada.captured("two", prompt(CHOICE), answer("Noted."), END)

    told = ada("compile", "--no-vectors")

    assert told.code == 3
    assert "raw:claude-code-one/0001: sealed, and no longer there; 2 pages went meanwhile" in told.err
    assert "bring it back from a backup" in told.err
    sealed.write_bytes(whole)
    ada.captured("three", prompt("Thanks, go on with the login page."), answer("Done."), END)
    assert ada("compile", "--no-vectors").code == 0
    assert page.exists()
    assert ada("verify").code == 0


def test_a_segment_beside_a_sealed_one_of_its_number_costs_neither(ada: Person) -> None:
    ada.captured("one", prompt(RULE), answer("Noted."), END)
    assert ada("compile", "--no-vectors").code == 0
    (sealed,) = ada.home.rglob("0001.sealed.jsonl")
    whole = sealed.read_bytes()
    ada.captured("one", prompt(CHOICE), answer("Noted."), END)
    (opened,) = ada.home.rglob("claude-code-one/0002.jsonl")
    opened.rename(opened.with_name("0001.jsonl"))

    assert ada("compile", "--no-vectors").code == 0

    assert sealed.read_bytes() == whole
    assert sorted(path.name for path in sealed.parent.iterdir()) == ["0001.sealed.jsonl", "0002.sealed.jsonl"]
    assert ada.page("preferences").exists()
    assert ada.page("decisions").exists()
    assert ada("verify").code == 0


def test_a_project_that_cannot_be_read_holds_up_no_other(ada: Person) -> None:
    spooled(ada, "one", said(RULE), final(), OVER)
    other = ada.home / "raw" / "default" / "aaa" / "claude-code-s"
    other.mkdir(parents=True)
    (other / "0001.jsonl").write_text('{"event":"session-end"}\n')
    (ada.home / "wiki" / "default").mkdir(parents=True)
    (ada.home / "wiki" / "default" / "aaa").write_text("in the way")

    done = ada("compile", "--all", "--no-vectors")

    assert done.code == 3
    assert "default/aaa: failed, nothing was compiled\n" in done.err
    assert "warning: default/aaa: " in done.err
    assert "aaa: +0" not in done.err
    assert "internal error" not in done.err
    ada.captured("two", prompt(CHOICE), answer("Done."), END)
    parts = {one["project"]: one for one in ada("compile", "--all", "--no-vectors", "--json").json["projects"]}
    (failed,) = (one["failed"] for one in parts.values() if one["failed"])
    assert parts["default/aaa"]["warnings"] == [failed]
    (ada.home / "wiki" / "default" / "aaa").unlink()
    assert ada.page("preferences").exists()
