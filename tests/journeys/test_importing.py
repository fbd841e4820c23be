"""Transcripts come in through the real command line: once, redacted, gated, beside what hooks told."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

Person = Any  # tests/journeys/conftest.py
FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "transcripts"
TOKEN = "gh" + "p_" + "a1B2" * 9


def line(session: str, number: int, cwd: Path | str, kind: str = "user", **message: Any) -> str:
    row = {
        "type": kind,
        "sessionId": session,
        "uuid": f"{session}-{number}",
        "cwd": str(cwd),
        "gitBranch": "main",
        "timestamp": f"2026-09-10T09:{number:02d}:00.000Z",
        "message": {"role": kind, **message},
    }
    return json.dumps(row) + "\n"


def said(session: str, number: int, cwd: Path | str, text: str) -> str:
    block = {"type": "text", "text": text}
    return line(session, number, cwd, "assistant", id=f"m-{session}-{number}", content=[block], stop_reason="end_turn")


def ran(session: str, number: int, cwd: Path | str, command: str, output: str) -> str:
    call = {"type": "tool_use", "id": f"toolu-{session}-{number}", "name": "Bash", "input": {"command": command}}
    answer = {"type": "tool_result", "tool_use_id": call["id"], "content": output}
    asked = line(session, number, cwd, "assistant", id=f"m-{session}-{number}", content=[call], stop_reason="tool_use")
    return asked + line(session, number, cwd, content=[answer])


def talk(session: str, cwd: Path | str) -> str:
    return (
        line(session, 1, cwd, content="Always use pnpm in this repository, never npm.")
        + ran(session, 2, cwd, "pnpm test", "3 passed")
        + said(session, 3, cwd, "Noted, and the tests pass.")
    )


def raw(person: Person) -> list[dict[str, Any]]:
    files = sorted((person.home / "raw").rglob("*.jsonl"))
    return [json.loads(one) for file in files for one in file.read_text("utf-8").splitlines()]


@pytest.fixture
def transcript(ada: Person) -> Path:
    file = ada.user / ".claude" / "projects" / "-shop" / "one.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text(talk("one", ada.work), "utf-8")
    return file


def test_old_sessions_become_pages_and_are_found(ada: Person, transcript: Path) -> None:
    done = ada("import", "claude-code", "--all", "--json")

    assert done.code == 0, done.err
    assert (done.json["stored"], done.json["files"], done.json["damaged"]) == (3, 1, 0)
    assert [one["sessions"] for one in done.json["compiled"]] == [["claude-code-one"]]
    assert "pnpm" in ada.page("preferences").read_text("utf-8")
    assert ada("search", "which package manager", "--json").json["hits"]
    assert ada("verify").code == 0
    assert {one["imported"] for one in raw(ada) if one["session"] == "one"} == {"transcript"}


def test_a_second_import_adds_nothing_also_without_its_ledger(ada: Person, transcript: Path) -> None:
    ada("import", "claude-code", "--all", "--no-vectors")
    before = raw(ada)

    again = ada("import", "claude-code", str(transcript), "--json")
    assert (again.json["unchanged"], again.json["stored"]) == (1, 0)
    shutil.rmtree(ada.home / "state" / "imports")
    without = ada("import", "claude-code", str(transcript), "--json")

    assert (without.json["stored"], without.json["known"]) == (0, 3)
    assert raw(ada) == before


def test_only_new_lines_are_stored_the_next_time(ada: Person, transcript: Path) -> None:
    ada("import", "claude-code", "--all", "--no-vectors")
    with transcript.open("a", encoding="utf-8") as file:
        file.write(line("one", 4, ada.work, content="Now lint it.") + said("one", 5, ada.work, "Linted."))

    done = ada("import", "claude-code", "--all", "--no-vectors", "--json")

    assert done.json["stored"] == 2
    assert [one["text"] for one in raw(ada) if one["event"] == "turn-end"] == ["Noted, and the tests pass.", "Linted."]
    assert ada("verify").code == 0


def test_a_torn_last_line_is_told_and_read_when_it_is_whole(ada: Person, transcript: Path) -> None:
    more = line("one", 4, ada.work, content="Now lint it.")
    with transcript.open("a", encoding="utf-8") as file:
        file.write(more[:100])
    torn = ada("import", "claude-code", "--all", "--no-vectors", "--json")
    assert (torn.code, torn.json["stored"], torn.json["damaged"]) == (3, 3, 1)

    with transcript.open("a", encoding="utf-8") as file:
        file.write(more[100:])
    whole = ada("import", "claude-code", "--all", "--no-vectors", "--json")

    assert (whole.code, whole.json["stored"], whole.json["damaged"]) == (0, 1, 0)


def test_what_hooks_told_is_not_doubled(ada: Person, transcript: Path) -> None:
    ada.minute = -4 * 24 * 60  # the tenth, nine o'clock
    ada.minute += 0.5
    ada.hook("UserPromptSubmit", "one", prompt="Always use pnpm in this repository, never npm.")
    shell = {"tool_name": "Bash", "tool_input": {"command": "pnpm test"}, "tool_response": {"stdout": "3 passed"}}
    ada.minute += 0.5
    ada.hook("PostToolUse", "one", tool_use_id="toolu-one-2", **shell)
    ada.minute += 0.5
    ada.hook("Stop", "one", last_assistant_message="Noted, and the tests pass.")
    before = raw(ada)
    with transcript.open("a", encoding="utf-8") as file:
        file.write(line("one", 30, ada.work, content="Hooks were off by then."))

    ada.minute = 0
    done = ada("import", "claude-code", "--all", "--no-vectors", "--json")

    assert (done.json["stored"], done.json["known"]) == (1, 3)
    texts = [one.get("text") for one in raw(ada) if one["session"] == "one"]
    assert texts == [*(one.get("text") for one in before), "Hooks were off by then."]


def test_a_dry_run_writes_nothing(ada: Person, transcript: Path) -> None:
    done = ada("import", "claude-code", "--all", "--dry-run", "--json")

    assert (done.code, done.json["stored"], done.json["dry_run"]) == (0, 3, True)
    assert not (ada.home / "raw").exists()
    assert not (ada.home / "state" / "imports").exists()


def test_secrets_and_private_words_are_taken_out(ada: Person, transcript: Path) -> None:
    text = f"the token is {TOKEN} <private>and ada lives in Bath</private> ok"
    transcript.write_text(line("one", 1, ada.work, content=text), "utf-8")

    done = ada("import", "claude-code", "--all", "--no-compile", "--json")

    assert done.json["redacted"] == 2
    (told,) = (one["text"] for one in raw(ada))
    assert told == "the token is [REDACTED]  ok"


def test_the_settings_of_capture_hold(ada: Person, transcript: Path) -> None:
    (ada.work / ".memwiki.toml").write_text('[capture]\nignore_paths = ["secret/**"]\n')
    with transcript.open("a", encoding="utf-8") as file:
        file.write(ran("one", 4, ada.work, "cat secret/plan.txt", "the plan"))
    some = ada("import", "claude-code", "--all", "--dry-run", "--json")
    assert (some.json["stored"], some.json["left_out"]) == (3, 1)

    (ada.work / ".memwiki.toml").write_text('[capture]\nmode = "off"\n')
    none = ada("import", "claude-code", "--all", "--json")
    assert (none.code, none.json["stored"], none.json["left_out"]) == (0, 0, 4)
    assert not (ada.home / "raw").exists()

    (ada.work / ".memwiki.toml").unlink()
    ada("config", "set", "capture.allowlist", "true", timed=False)
    shutil.rmtree(ada.home / "state" / "imports")
    unlisted = ada("import", "claude-code", "--all", "--json")
    assert (unlisted.json["stored"], unlisted.json["left_out"]) == (0, 4)


def test_a_folder_that_is_gone_keeps_its_project(ada: Person, transcript: Path) -> None:
    ada("import", "claude-code", "--all", "--no-vectors")
    (known,) = (path.name for path in (ada.home / "raw" / "default").iterdir())
    shutil.rmtree(ada.work)
    ada.work.parent.joinpath("else").mkdir()
    transcript.with_name("two.jsonl").write_text(talk("two", ada.work / "web"), "utf-8")
    shutil.rmtree(ada.home / "state" / "imports")

    done = ada("import", "claude-code", "--all", "--no-vectors", "--json", cwd=ada.work.parent / "else")

    assert (done.json["stored"], done.json["known"]) == (3, 3)
    assert [path.name for path in (ada.home / "raw" / "default").iterdir()] == [known]


def test_since_leaves_out_what_is_older(ada: Person, transcript: Path) -> None:
    done = ada("import", "claude-code", "--all", "--since", "2026-09-10T09:02:30Z", "--json", "--no-vectors")

    assert (done.json["stored"], done.json["left_out"]) == (1, 2)


def test_what_was_forgotten_stays_forgotten(ada: Person, transcript: Path) -> None:
    ada("import", "claude-code", "--all", "--no-vectors")
    assert ada("forget", "--session", "claude-code-one", "--yes").code == 0
    shutil.rmtree(ada.home / "state" / "imports")

    assert ada("import", "claude-code", "--all", "--no-vectors").code == 0
    ada("compile", "--all", "--no-vectors")

    assert ada("search", "pnpm", "--json").json["hits"] == []


def test_what_was_erased_does_not_come_back(ada: Person, transcript: Path) -> None:
    ada("import", "claude-code", "--all", "--no-compile")
    (file,) = (ada.home / "raw").rglob("*.jsonl")
    rows = file.read_text("utf-8").splitlines()
    file.write_text("\n".join(['{"v":1,"event":"erased","was":"0"}', *rows[1:]]) + "\n", "utf-8")
    shutil.rmtree(ada.home / "state" / "imports")

    done = ada("import", "claude-code", "--all", "--json")

    assert (done.code, done.json["stored"], done.json["erased"]) == (3, 0, 1)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["claude-code"], 2, "--all"),
        (["claude-code", "nowhere.jsonl"], 10, "no such file or folder"),
        (["opencode", "--all"], 10, ".local/share/opencode"),
        (["codex", "--all"], 10, ".codex"),
        (["claude-code", ".memwiki.toml"], 2, "*.jsonl"),
        (["qwen"], 2, "no such command"),
        (["claude-code", "--all", "--since", "yesterday"], 2, "not an instant"),
    ],
)
def test_what_cannot_be_imported_is_said_clearly(ada: Person, arguments: list[str], code: int, words: str) -> None:
    (ada.work / ".memwiki.toml").write_text("")

    done = ada("import", *arguments)

    assert done.code == code
    assert words in done.err


@pytest.mark.parametrize(
    ("agent", "name", "stored"),
    [
        ("codex", "codex-exec.jsonl", 5),
        ("gemini", "gemini.jsonl", 5),
        ("opencode", "opencode.json", 5),
        ("claude-code", "claude-compacted.jsonl", 8),
    ],
)
def test_other_agents_sessions_come_in_too(ada: Person, agent: str, name: str, stored: int) -> None:
    ada.minute = 120 * 24 * 60  # after the day on which they were recorded
    done = ada("import", agent, str(FIXTURES / name), "--no-vectors", "--json")

    assert (done.code, done.json["stored"]) == (0, stored)
    assert done.json["compiled"][0]["added"]
    again = ada("import", agent, str(FIXTURES / name), "--again", "--json")
    assert (again.json["stored"], again.json["known"]) == (0, stored)


GROWING = [
    ("codex", "codex-exec.jsonl", ".codex/sessions/2026/09/14/rollout-1.jsonl"),
    ("gemini", "gemini.jsonl", ".gemini/tmp/calc/chats/session-1.jsonl"),
    ("claude-code", "claude-main.jsonl", ".claude/projects/-shop/one.jsonl"),
    ("cursor", "cursor.jsonl", ".cursor/projects/x/agent-transcripts/a/a.jsonl"),
]


@pytest.mark.parametrize(("agent", "name", "relative"), GROWING)
def test_every_agents_transcript_comes_in_once_as_it_grows_and_past_damage(
    ada: Person, agent: str, name: str, relative: str
) -> None:
    rows = (FIXTURES / name).read_text("utf-8").splitlines(keepends=True)
    file = ada.user / relative
    file.parent.mkdir(parents=True)
    counts, known = [], []
    for part in (rows[: len(rows) // 2], rows, [*rows, '{"damaged": \n', "\x00\n", '{"cut": "off\n'], rows):
        file.write_text("".join(part), "utf-8")
        done = ada("import", agent, "--all", "--no-compile", "--project", "shop", "--json", timed=False)
        assert (done.code, "Traceback" in done.err) == (3 if len(part) > len(rows) else 0, False)
        counts.append(done.json["stored"])
        known.append(done.json["damaged"])
    assert (counts[2:], known) == ([0, 0], [0, 0, 2, 0])
    os.utime(file, (0, 0))  # what was its last word then, may not have been: now nobody writes any more
    ada.minute = 120 * 24 * 60
    last = ada("import", agent, "--all", "--no-compile", "--project", "shop", "--json")
    grown = [one["id"] for one in raw(ada)]
    assert len(grown) == len(set(grown)) == sum(counts) + last.json["stored"]

    shutil.rmtree(ada.home / "raw")
    ada("import", agent, "--all", "--again", "--no-compile", "--project", "shop", "--json")
    assert sorted(one["id"] for one in raw(ada)) == sorted(grown)


def test_a_marker_below_keeps_its_files_out_of_an_import_too(ada: Person, transcript: Path) -> None:
    (ada.work / "sub").mkdir()
    (ada.work / "sub" / ".memwiki.toml").write_text('[capture]\nmode = "off"\n', "utf-8")
    with transcript.open("a", encoding="utf-8") as file:
        file.write(ran("one", 5, ada.work, "cat sub/plan.md", "x") + ran("one", 6, ada.work, "rg x", "sub/plan.md:1:x"))
        file.write(ran("one", 7, ada.work, "cat README.md", "x"))
    done = ada("import", "claude-code", "--all", "--no-compile", "--json")
    assert (done.json["stored"], done.json["left_out"]) == (4, 2)


def store(file: Path, *exports: dict[str, Any], changed: int = 1) -> None:
    """OpenCode's database with these sessions, as far as it is read."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE session (id, parent_id, directory, version, time_created, time_updated)")
        database.execute("CREATE TABLE message (id, session_id, time_created, data)")
        database.execute("CREATE TABLE part (id, message_id, session_id, data)")
        for export in exports:
            info = export["info"]
            row = (info["id"], None, info["directory"], info["version"], info["time"]["created"], changed)
            database.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)", row)
            for number, message in enumerate(export["messages"]):
                head = message["info"]
                row = (head["id"], info["id"], head["time"]["created"], json.dumps(head))
                database.execute("INSERT INTO message VALUES (?, ?, ?, ?)", row)
                for at, part in enumerate(message["parts"]):
                    row = (f"prt_{number:03d}_{at:03d}", head["id"], info["id"], json.dumps(part))
                    database.execute("INSERT INTO part VALUES (?, ?, ?, ?)", row)


def test_all_of_opencodes_sessions_come_out_of_its_database(ada: Person) -> None:
    ada.minute = 120 * 24 * 60
    file = ada.user / ".local" / "share" / "opencode" / "opencode.db"
    export = json.loads((FIXTURES / "opencode.json").read_text("utf-8"))
    half = {**export, "messages": export["messages"][:2]}
    store(file, half)
    first = ada("import", "opencode", "--all", "--no-compile", "--json")
    assert (first.code, first.json["files"], first.json["damaged"]) == (0, 1, 0)
    assert first.json["stored"] > 0

    again = ada("import", "opencode", "--all", "--no-compile", "--json")
    assert (again.json["unchanged"], again.json["stored"]) == (1, 0)
    store(file, export, changed=2)
    more = ada("import", "opencode", "--all", "--no-vectors", "--json")

    assert (more.json["stored"], more.json["known"]) == (5 - first.json["stored"], first.json["stored"])
    exported = ada("import", "opencode", str(FIXTURES / "opencode.json"), "--json")
    assert (exported.json["stored"], exported.json["known"]) == (0, 5)


@pytest.mark.parametrize("broken", [b"", b"no database", b"SQLite format 3\0" + b"x" * 4096])
def test_a_database_that_cannot_be_read_is_told(ada: Person, broken: bytes) -> None:
    file = ada.user / ".local" / "share" / "opencode" / "opencode.db"
    file.parent.mkdir(parents=True)
    file.write_bytes(broken)
    done = ada("import", "opencode", "--all", "--no-compile")
    assert (done.code, "Traceback" in done.err) == (3, False)
    assert str(file) in done.err


def placed(ada: Person, name: str, agent: str, relative: str) -> Any:
    ada.minute = 120 * 24 * 60
    file = ada.user / relative
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(FIXTURES / name, file)
    return ada("import", agent, "--all", "--no-compile", "--json")


def slug(folder: Path) -> str:
    return "".join(char if char.isascii() and char.isalnum() else "-" for char in str(folder).lstrip("/"))


@pytest.mark.parametrize("told", ["by its windows", "by its name"])
def test_cursors_transcripts_find_their_folder(ada: Person, told: str) -> None:
    if told == "by its windows":
        window = ada.user / ".config" / "Cursor" / "User" / "workspaceStorage" / "1" / "workspace.json"
        window.parent.mkdir(parents=True)
        window.write_text(json.dumps({"folder": ada.work.as_uri()}), "utf-8")
    done = placed(ada, "cursor.jsonl", "cursor", f".cursor/projects/{slug(ada.work)}/agent-transcripts/a/a.jsonl")
    assert (done.code, done.json["unplaced"]) == (0, 0)
    assert {one["cwd"] for one in raw(ada)} == {str(ada.work)}


def test_a_name_that_two_folders_have_is_nobodys(ada: Person) -> None:
    for name in ("shop-a", "shop.a"):
        (ada.work / name).mkdir()
    name = slug(ada.work / "shop-a")
    done = placed(ada, "cursor.jsonl", "cursor", f".cursor/projects/{name}/agent-transcripts/a/a.jsonl")
    assert (done.code, done.json["stored"]) == (3, 0)


@pytest.mark.parametrize("gone", [False, True], ids=["two are there", "none is there any more"])
def test_a_file_that_a_transcript_names_tells_its_folder(ada: Person, gone: bool) -> None:
    folder = ada.work / "shop.a"
    for name in [] if gone else ["shop-a", "shop.a"]:
        (ada.work / name).mkdir()
    relative = f".cursor/projects/{slug(folder)}/agent-transcripts/a/a.jsonl"
    text = (FIXTURES / "cursor.jsonl").read_text("utf-8")
    call = {"type": "tool_use", "name": "ReadFile", "input": {"path": f"{folder}/src/a b.py"}}
    line = json.dumps({"role": "assistant", "message": {"content": [call]}})
    (ada.user / relative).parent.mkdir(parents=True)
    (ada.user / relative).write_text(f"{text.rstrip()}\n{line}\n", "utf-8")
    ada.minute = 120 * 24 * 60
    done = ada("import", "cursor", "--all", "--no-compile", "--json")
    assert (done.code, done.json["unplaced"]) == (0, 0)
    assert {one["cwd"] for one in raw(ada)} == {str(folder)}


def test_a_file_that_geminis_chat_names_tells_its_folder(ada: Person) -> None:
    name = hashlib.sha256(str(ada.work).encode()).hexdigest()
    chats = ada.user / ".gemini" / "tmp" / name / "chats"
    chats.mkdir(parents=True)
    text = (FIXTURES / "gemini.jsonl").read_text("utf-8").replace("<session_context>", "")
    (chats / "session-1.jsonl").write_text(text.replace("projectHash", "hash"), "utf-8")
    ada.minute = 120 * 24 * 60
    done = ada("import", "gemini", "--all", "--no-compile", "--json")
    assert (done.code, done.json["stored"]) == (3, 0)  # no file of it is named there
    assert "--project" in done.err
    (chats / "session-2.jsonl").write_text(json.dumps({"said": f"see {ada.work}/src/a.py."}) + "\n", "utf-8")
    done = ada("import", "gemini", "--all", "--no-compile", "--json")
    assert done.json["stored"] > 0
    assert {one["cwd"] for one in raw(ada)} == {str(ada.work)}


@pytest.mark.parametrize("told", [".project_root", "projects.json", "trustedFolders.json"])
def test_geminis_chats_find_their_folder(ada: Person, told: str) -> None:
    name = hashlib.sha256(str(ada.work).encode()).hexdigest() if told == "trustedFolders.json" else "calc"
    home = ada.user / ".gemini"
    (home / "tmp" / name).mkdir(parents=True)
    if told == ".project_root":
        (home / "tmp" / name / told).write_text(str(ada.work), "utf-8")
    elif told == "projects.json":
        (home / told).write_text(json.dumps({"projects": {str(ada.work): name}}), "utf-8")
    else:
        (home / told).write_text(json.dumps({str(ada.work): "TRUST_FOLDER"}), "utf-8")
    done = placed(ada, "gemini.jsonl", "gemini", f".gemini/tmp/{name}/chats/session-1.jsonl")
    assert (done.code, done.json["unplaced"]) == (0, 0)
    assert {one["cwd"] for one in raw(ada)} == {str(ada.work)}


def test_a_transcript_that_names_no_folder_needs_a_project(ada: Person) -> None:
    alone = ada("import", "cursor", str(FIXTURES / "cursor.jsonl"))
    assert alone.code == 3
    assert "--project" in alone.err

    named = ada("import", "cursor", str(FIXTURES / "cursor.jsonl"), "--project", "shop", "--no-vectors", "--json")

    assert (named.code, named.json["stored"]) == (0, 5)
