"""The installed hook, run as agents run it: always exit 0, one line, only on stdout what the agent asked for."""

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from memwiki.hooks.bundle import STUB, command_for, install_bin
from memwiki.paths import Home
from memwiki.records import Project
from memwiki.spool.read import read_segment, segments, session_folders

AT = "2026-09-14T09:12:03Z"


class Hook:
    """The hook of one home, called with payloads."""

    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.work = root / "work"
        self.work.mkdir()
        install_bin(self.home, sys.executable)
        self.environment = {"HOME": str(root / "user"), "USER": "dev", "PATH": os.environ["PATH"]}

    def call(self, payload, agent="claude-code", at=AT, expect=0, **environment):
        raw = payload if isinstance(payload, bytes) else json.dumps({"cwd": str(self.work), **payload}).encode()
        command = [sys.executable, "-I", "-S", str(self.home / "bin" / STUB), "--agent", agent]
        command += ["--at", at] if at else []
        done = subprocess.run(
            command, input=raw, capture_output=True, env={**self.environment, **environment}, check=False, timeout=60
        )
        assert done.returncode == expect, done.stderr
        return done.stdout.decode()

    def observations(self):
        found = []
        for project in Home(self.home).projects():
            for folder in session_folders(Home(self.home).raw(project)):
                for path in segments(folder):
                    found += read_segment(path).observations
        return found

    def project(self) -> Project:
        return Home(self.home).projects()[0]


@pytest.fixture
def hook(tmp_path):
    return Hook(tmp_path)


def prompt(text="fix it", session="s1"):
    return {"session_id": session, "hook_event_name": "UserPromptSubmit", "prompt": text}


def start(session="s1", source="startup"):
    return {"session_id": session, "hook_event_name": "SessionStart", "source": source}


def test_one_event_is_one_line_and_no_word(hook):
    assert hook.call(prompt()) == ""
    (seen,) = hook.observations()
    assert (seen.agent, seen.session, seen.text, seen.operator) == ("claude-code", "s1", "fix it", "dev")
    assert seen.ts == "2026-09-14T09:12:03.000Z"


def test_only_cheap_modules_are_imported(hook):
    event = {
        "session_id": "s1",
        "cwd": str(hook.work),
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": "make"},
        "tool_response": {"stdout": "API_KEY=abc123def456\n" + "plain output\n" * 300, "stderr": ""},
    }
    stub = (hook.home / "bin" / STUB).read_text("utf-8")
    probe = hook.home / "bin" / "probe.py"
    probe.write_text(stub.replace("os._exit(0)", "print(sorted(sys.modules), file=sys.stderr)"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(probe), "--agent", "claude-code", "--at", AT],
        input=json.dumps(event).encode(),
        capture_output=True,
        env=hook.environment,
        check=True,
    )
    modules = set(eval(done.stderr.decode()))
    heavy = {
        "re",
        "json",
        "pathlib",
        "dataclasses",
        "tomllib",
        "hashlib",
        "subprocess",
        "typing",
        "collections",
        "enum",
    }
    assert not modules & heavy
    foreign = {name.split(".")[0] for name in modules} - set(sys.stdlib_module_names) - {"memwiki", "__main__"}
    assert not foreign
    assert not any(name.startswith(("memwiki.hooks.ready", "memwiki.capture.agents.cursor")) for name in modules)


@pytest.mark.parametrize("payload", [b"", b"not json", b"[]", b"{", b"\xff\xfe\x00", b"null", b"{}" * 9, b"\0" * 100])
def test_broken_input_is_counted_and_forgiven(hook, payload):
    assert hook.call(payload) == ""
    assert hook.observations() == []
    log = (hook.home / "logs" / "hook.log").read_text("utf-8") if (hook.home / "logs").exists() else ""
    assert log.count("\n") <= 1


def test_logs_hold_nothing_of_the_payload(hook):
    hook.call(b'{"session_id": 5, "prompt": "my words ')
    assert "my words" not in (hook.home / "logs" / "hook.log").read_text("utf-8")


def test_fifty_megabytes_are_taken(hook):
    raw = json.dumps({"cwd": str(hook.work), **prompt("word " * 10_000_000)}).encode()
    hook.call(raw)
    (seen,) = hook.observations()
    assert seen.text.startswith("word word")
    assert seen.cut > 0


@pytest.mark.parametrize("unit", ["/a", "/..", "/\u4e2d", "/https:"])
@pytest.mark.parametrize("where", ["cwd", "file_path", "command", "path", "workdir"])
def test_a_path_longer_than_any_costs_nothing(hook, unit, where):
    (hook.home / "config.toml").write_text('[capture]\nignore_paths = ["secrets/**", "*.pem"]\n', "utf-8")
    event = {"session_id": "s1", "cwd": str(hook.work), "hook_event_name": "PostToolUse", "tool_name": "Bash"}
    event["tool_input"] = {"command": "ls", where: unit * 100_000}
    if where == "cwd":
        event["cwd"] = unit * 100_000
    hook.call(event)  # looked for part by part it would take minutes, and gigabytes
    (seen,) = hook.observations()
    assert seen.session == "s1"


@pytest.mark.parametrize(
    "name",
    [
        "config.toml",
        "paused.json",
        "logs/hook.log",
        "state/hook.json",
        "state/spool.json",
        "state/ready/default/PROJECT.json",
        "state/prompts/default/PROJECT.json",
        "index/default/PROJECT/lexicon",
        "raw/default/PROJECT/claude-code-s1/0001.jsonl",
    ],
)
def test_a_pipe_in_place_of_a_file_is_not_waited_for(hook, name):
    hook.call(prompt("first", session="before"))
    project = hook.project().name
    path = hook.home / name.replace("PROJECT", project)
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)
    hook.call(start())
    hook.call(prompt("second"))
    hook.call(b"{broken")
    hook.call({"session_id": "s1", "hook_event_name": "Stop", "transcript_path": str(path)}, agent="copilot-cli")


@pytest.mark.parametrize("mode", ["off", "prompts-off"])
def test_capture_modes(hook, mode):
    (hook.home / "config.toml").write_text(f'[capture]\nmode = "{mode}"\n', "utf-8")
    hook.call(prompt("my words"))
    raw = "".join(path.read_text("utf-8", "replace") for path in hook.home.rglob("*.json*"))
    assert "my words" not in raw
    assert len(hook.observations()) == (0 if mode == "off" else 1)


def test_a_changed_configuration_is_seen_at_once(hook):
    hook.call(prompt("one"))
    (hook.home / "config.toml").write_text('[capture]\nmode = "off"\n', "utf-8")
    hook.call(prompt("two"))
    (hook.home / "config.toml").unlink()
    hook.call(prompt("three"))
    assert [seen.text for seen in hook.observations()] == ["one", "three"]


@pytest.mark.parametrize(
    "environment",
    [
        {"MEMWIKI_CAPTURE_MODE": "off"},
        {"MEMWIKI_CAPTURE_ALLOWLIST": "true"},
        {"MEMWIKI_CAPTURE_IGNORE_PATHS": "vault/**, work"},
        {"MEMWIKI_CAPTURE_IGNORE_PATHS": '["work"]'},
    ],
)
def test_the_environment_can_quiet_the_hook_too(hook, environment):
    hook.call(prompt(), **environment)
    assert hook.observations() == []


def test_the_environment_goes_before_the_file(hook):
    hook.home.mkdir(exist_ok=True)
    (hook.home / "config.toml").write_text('[operator]\nname = "ada"\n[capture]\nmode = "off"\n', "utf-8")
    hook.call(prompt(), MEMWIKI_CAPTURE_MODE="on", MEMWIKI_OPERATOR_NAME="grace", MEMWIKI_RECALL_MAX_CHARS="many")
    assert [seen.operator for seen in hook.observations()] == ["grace"]


def test_nothing_is_written_where_a_marker_says_off(hook):
    (hook.work / ".memwiki.toml").write_text('[capture]\nmode = "off"\n', "utf-8")
    before = {path: path.read_bytes() for path in hook.home.rglob("*") if path.is_file()}
    hook.call(prompt())
    assert {path: path.read_bytes() for path in hook.home.rglob("*") if path.is_file()} == before


def test_under_the_allowlist_only_marked_projects_count(hook):
    (hook.home / "config.toml").write_text("[capture]\nallowlist = true\n", "utf-8")
    hook.call(prompt("one"))
    assert not (hook.home / "raw").exists()
    (hook.work / ".memwiki.toml").write_text("", "utf-8")
    hook.call(prompt("two"))
    assert [seen.text for seen in hook.observations()] == ["two"]


def test_ignored_paths_leave_no_trace(hook):
    (hook.work / ".memwiki.toml").write_text('[capture]\nignore_paths = ["secrets/"]\n', "utf-8")
    event = {
        "session_id": "s1",
        "hook_event_name": "PostToolUse",
        "tool_name": "Bash",
        "tool_response": {"stdout": "x"},
    }
    hook.call({**event, "tool_input": {"command": f"cat {hook.work}/secrets/customers.csv"}})
    assert not (hook.home / "raw").exists()
    hook.call({**event, "tool_input": {"command": "ls"}})
    assert len(hook.observations()) == 1


def test_the_program_does_not_capture_its_own_model(hook):
    hook.call(prompt(), MEMWIKI_INTERNAL="1")
    assert hook.observations() == []


def test_a_home_that_cannot_be_written_is_forgiven(hook):
    (hook.home / "raw").write_text("a file where a folder should be", "utf-8")
    assert hook.call(prompt()) == ""
    assert "UserPromptSubmit" not in hook.call(prompt())


def test_cursor_may_go_on(hook):
    payload = {
        "conversation_id": "c1",
        "cursor_version": "2.7.0",
        "hook_event_name": "beforeSubmitPrompt",
        "prompt": "hi",
        "workspace_roots": [str(hook.work)],
    }
    assert json.loads(hook.call(payload)) == {"continue": True}
    assert hook.observations()[0].agent == "cursor"


def test_the_environment_names_another_home(hook, tmp_path):
    hook.call(prompt(), MEMWIKI_HOME=str(tmp_path / "other"))
    assert hook.observations() == []
    assert list((tmp_path / "other" / "raw").rglob("*.jsonl"))


def test_private_modes(hook):
    hook.call(prompt())
    for path in (hook.home / "raw").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_many_at_once_store_every_line(hook):
    raw = [json.dumps({"cwd": str(hook.work), **prompt(f"p{n}")}).encode() for n in range(100)]
    command = [sys.executable, "-I", "-S", str(hook.home / "bin" / STUB), "--agent", "claude-code", "--at", AT]
    running = []
    for payload in raw:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=hook.environment)
        process.stdin.write(payload)
        process.stdin.close()
        running.append(process)
    assert [process.wait() for process in running] == [0] * 100
    assert sorted(seen.text for seen in hook.observations()) == sorted(f"p{n}" for n in range(100))


@pytest.mark.parametrize("missing", ["interpreter", "stub", "modules", "home"])
def test_the_command_exits_zero_when_something_is_gone(hook, missing):
    python = "/nonexistent/python" if missing == "interpreter" else sys.executable
    command = command_for(hook.home, python, "claude-code", windows=False)
    if missing == "stub":
        (hook.home / "bin" / STUB).unlink()
    elif missing == "modules":
        shutil.rmtree(hook.home / "bin" / "lib")
    elif missing == "home":
        shutil.rmtree(hook.home)
    done = subprocess.run(["sh", "-c", command], input=b"{}", capture_output=True, env=hook.environment, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def ready(hook, **entry):
    hook.call(prompt(session="old"))
    one = {
        "id": "handoff-1",
        "generation": 0,
        "kind": "auto",
        "from_session": "old",
        "operator": "dev",
        "cwd": str(hook.work),
        "created": "2026-09-14T08:00:00Z",
        "expires": "2026-09-28T08:00:00Z",
        "text": "<memwiki-handoff>\nnext: ship it\n</memwiki-handoff>",
    }
    path = Home(hook.home).ready(hook.project())
    path.parent.mkdir(parents=True, exist_ok=True)
    document = {"schema": "memwiki.ready/1", "handoffs": [{**one, **entry}], "briefing": "the briefing"}
    path.write_text(json.dumps(document), "utf-8")


def context(text):
    return json.loads(text)["hookSpecificOutput"]["additionalContext"] if text else ""


def test_the_first_other_session_takes_the_handoff_once(hook):
    ready(hook)
    assert context(hook.call(start("old"))) == "the briefing"
    assert "ship it" in context(hook.call(start("s1")))
    assert context(hook.call(start("s2"))) == "the briefing"
    claims = [seen for seen in hook.observations() if seen.event == "handoff-claim"]
    assert [(seen.agent, seen.extra["by"], seen.extra["handoff"]) for seen in claims] == [
        ("memwiki", "s1", "handoff-1")
    ]


@pytest.mark.parametrize("source", ["compact", "resume", "startup"])
def test_the_same_session_sees_it_again_without_a_second_claim(hook, source):
    ready(hook)
    hook.call(start("s1"))
    Home(hook.home).ready(hook.project()).unlink()
    assert "ship it" in context(hook.call(start("s1", source)))
    assert len([seen for seen in hook.observations() if seen.event == "handoff-claim"]) == 1


def test_compaction_takes_no_handoff(hook):
    ready(hook)
    assert context(hook.call(start("s1", "compact"))) == "the briefing"


@pytest.mark.parametrize(
    "entry",
    [
        {"expires": "2026-09-14T09:00:00Z"},
        {"live_until": "2026-09-14T09:20:00Z"},
        {"operator": "somebody else"},
        {"to_agent": "codex"},
        {"text": ""},
        {"id": None},
    ],
)
def test_handoffs_that_are_not_for_this_session_stay(hook, entry):
    ready(hook, **entry)
    assert context(hook.call(start("s1"))) == "the briefing"


@pytest.mark.parametrize(
    ("at", "rests"), [("2026-09-14T09:20:03Z", False), ("2026-09-14T09:22:03Z", True), ("2026-09-14T09:10:00Z", True)]
)
def test_the_baton_of_a_session_that_went_on_is_not_taken(hook, at, rests):
    ready(hook, from_agent="claude-code")  # "old" works at 09:12, after its handoff was written
    assert ("ship it" in context(hook.call(start("s1"), at=at))) is rests


def test_the_baton_of_a_session_that_ended_again_is_taken(hook):
    ready(hook, from_agent="claude-code")
    hook.call({"session_id": "old", "hook_event_name": "SessionEnd", "reason": "other"})
    assert "ship it" in context(hook.call(start("s1")))


def test_a_claim_that_cannot_be_written_down_is_none(hook):
    ready(hook)
    ledger = Home(hook.home).raw(hook.project()) / "memwiki-ledger-2026-09"
    ledger.write_text("in the way", "utf-8")
    assert context(hook.call(start("s1"))) == "the briefing"
    ledger.unlink()
    assert "ship it" in context(hook.call(start("s2")))


def test_each_agent_gets_its_own_form(hook):
    ready(hook)
    cursor = {
        "conversation_id": "c1",
        "session_id": "c1",
        "cursor_version": "3.0",
        "hook_event_name": "sessionStart",
        "workspace_roots": [str(hook.work)],
    }
    assert "ship it" in json.loads(hook.call(cursor))["additional_context"]
    assert hook.call(cursor) == ""  # the twin from the other hook file
    assert hook.call(start("k1"), agent="kiro") == "the briefing"
    assert context(hook.call(start("x1"), agent="codex")) == "the briefing"
    assert set(json.loads(hook.call(start("x2"), agent="codex"))) == {"hookSpecificOutput"}


def test_a_start_may_be_told_nothing(hook):
    ready(hook)
    assert hook.call(start("s1"), MEMWIKI_RECALL_ON_START="false") == ""
    (hook.home / "config.toml").write_text("[recall]\non_start = false\n", "utf-8")
    assert hook.call(start("s1")) == ""


def test_an_offer_is_not_a_claim(hook):
    ready(hook)
    (hook.home / "config.toml").write_text('[handoff]\nclaim = "offer"\n', "utf-8")
    text = context(hook.call(start("s1")))
    assert "handoff-1" in text
    assert "claimed" not in text
    assert not [seen for seen in hook.observations() if seen.event == "handoff-claim"]


def test_blocks_are_bounded_in_bytes(hook):
    ready(hook, text="<memwiki-handoff>\n" + "中文行\n" * 2000 + "</memwiki-handoff>")
    text = context(hook.call(start("s1")))
    assert len(text.encode()) <= 8000
    assert text.endswith("</memwiki-handoff>")


def test_a_broken_ready_file_is_nothing(hook):
    ready(hook)
    Home(hook.home).ready(hook.project()).write_text('{"handoffs": [3, {"id": {}}, null], "briefing": 7', "utf-8")
    assert hook.call(start("s1")) == ""


def test_session_end_says_nothing(hook):
    assert hook.call({"session_id": "s1", "hook_event_name": "SessionEnd", "reason": "other"}) == ""
    assert hook.observations()[0].via == "other"


def repository(folder: Path) -> Path:
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return folder


def stored(hook) -> dict[str, str]:
    """Project by what was said there, or by the event."""
    found = {}
    for project in Home(hook.home).projects():
        for folder in session_folders(Home(hook.home).raw(project)):
            for path in segments(folder):
                found |= {seen.text or seen.event: project.name for seen in read_segment(path).observations}
    return found


def test_a_session_goes_on_where_it_began_when_its_folder_is_taken_away(hook, tmp_path):
    tree, other = repository(tmp_path / "tree"), repository(tmp_path / "other")
    hook.call({**prompt("elsewhere"), "cwd": str(other)})
    hook.call({**prompt("raise the limit"), "cwd": str(tree)})
    shutil.rmtree(tree)
    hook.call({**prompt("and lower it"), "cwd": str(tree / "src")})
    hook.call({"session_id": "s1", "cwd": str(tree), "hook_event_name": "SessionEnd", "reason": "exit"})
    hook.call({**prompt("nobody knows me", "s2"), "cwd": str(tree)})

    projects = stored(hook)
    assert projects["raise the limit"] == projects["and lower it"] == projects["session-end"]
    assert projects["elsewhere"] != projects["raise the limit"]
    assert projects["nobody knows me"] != projects["raise the limit"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems take no such name")
def test_a_folder_whose_name_no_payload_can_spell_is_the_hooks_own(hook, tmp_path):
    folder = os.fsencode(tmp_path) + b"/caf\xe9"
    repository(Path(os.fsdecode(folder)))
    command = [sys.executable, "-I", "-S", str(hook.home / "bin" / STUB), "--agent", "claude-code", "--at", AT]
    for cwd in (folder.decode("utf-8", "replace"), os.fsdecode(folder)):
        raw = json.dumps({"cwd": cwd, **prompt()}).encode()
        subprocess.run(command, input=raw, cwd=folder, env=hook.environment, check=True)

    first, second = hook.observations()

    assert first.cwd == second.cwd
    assert len(Home(hook.home).projects()) == 1
