"""What a person does not want kept leaves nothing: the real hook, whatever agent calls it, however it is told."""

import json
import os
import subprocess
import sys

import pytest

from memwiki.app.desk import open_desk
from memwiki.app.pausing import pause
from memwiki.capture import instant
from memwiki.capture.paused import was_paused, windows_of
from memwiki.hooks.bundle import STUB, install_bin
from memwiki.spool import quota

AT = "2026-09-14T09:12:03Z"
AGENTS = (
    "claude-code",
    "codex",
    "cursor",
    "gemini-cli",
    "opencode",
    "qwen-code",
    "copilot-cli",
    "kimi",
    "kiro",
    "other",
)
NAME = "merger-with-initech"


class Machine:
    """A person's machine: the installed hook, the command line, a project whose name nobody may learn."""

    def __init__(self, root):
        self.home = root / "home"
        self.user = root / "user"
        self.work = root / "work" / NAME
        self.work.mkdir(parents=True)
        self.user.mkdir()
        install_bin(self.home, sys.executable)
        self.environment = {"HOME": str(self.user), "USER": "dev", "PATH": os.environ["PATH"]}

    def hook(self, event="UserPromptSubmit", agent="claude-code", at=AT, cwd=None, raw=None, stub=STUB, **fields):
        payload = {"session_id": f"session-of-{NAME}", "cwd": str(cwd or self.work), "hook_event_name": event, **fields}
        if event == "UserPromptSubmit":
            payload.setdefault("prompt", "fix it")
        if agent == "cursor":
            payload |= {"cursor_version": "3.0", "conversation_id": payload["session_id"]}
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(self.home / "bin" / stub), "--agent", agent, "--at", at],
            input=json.dumps(payload).encode() if raw is None else raw,
            capture_output=True,
            env=self.environment,
            cwd=cwd or self.work,
            check=True,
        )
        self.err = done.stderr.decode()
        return done.stdout.decode()

    def command(self, *words, at=AT, expect=0):
        done = subprocess.run(
            [sys.executable, "-m", "memwiki", "--home", str(self.home), *words, "--at", at],
            capture_output=True,
            env=self.environment,
            cwd=self.work,
            check=False,
            text=True,
        )
        assert done.returncode == expect, done.stderr
        return done.stdout + done.stderr

    def files(self):
        """Every file of the home but the installed hook, with its bytes."""
        kept = (path for path in self.home.rglob("*") if "bin" not in path.parts)
        return {str(path.relative_to(self.home)): path.read_bytes() if path.is_file() else b"" for path in kept}

    def lines(self):
        texts = [path.read_text("utf-8") for path in sorted(self.home.rglob("raw/*/*/*/*.jsonl"))]
        return [json.loads(line) for text in texts for line in text.splitlines() if line]

    def pause(self, everything=False, length=""):
        pause(open_desk(self.home, self.work, at=AT), everything, length)

    def probe(self, before):
        """Another hook that runs these statements first."""
        stub = (self.home / "bin" / STUB).read_text("utf-8")
        (self.home / "bin" / "probe.py").write_text(f"{before}\n{stub}", "utf-8")
        return "probe.py"


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def everything(machine, **more):
    """A whole session of events, with a broken one and the product's own start and end."""
    machine.hook("SessionStart", source="startup", **more)
    machine.hook("UserPromptSubmit", prompt=f"about {NAME}", **more)
    shell = {"tool_name": "Bash", "tool_input": {"command": "make"}, "tool_response": {"stdout": "x", "stderr": ""}}
    machine.hook("PostToolUse", **shell, **more)
    machine.hook(raw=b'{"session_id": "s", "prompt": "broken', **more)
    machine.hook("Stop", last_assistant_message="done", **more)
    machine.hook("SessionEnd", reason="other", **more)


def quiet(machine, how):
    marker, config = machine.work / ".memwiki.toml", machine.home / "config.toml"
    if how == "marker off":
        marker.write_text('[capture]\nmode = "off"\n', "utf-8")
    elif how == "config off, marker on":
        config.write_text('[capture]\nmode = "off"\n', "utf-8")
        marker.write_text(f'project = "{NAME}"\n[capture]\nmode = "on"\n', "utf-8")
    elif how == "environment off":
        machine.environment["MEMWIKI_CAPTURE_MODE"] = "off"
    elif how == "allowlist":
        config.write_text("[capture]\nallowlist = true\n", "utf-8")
    elif how == "ignored folder":
        config.write_text(f'[capture]\nignore_paths = ["{NAME}/"]\n', "utf-8")
        marker.write_text(f'project = "{NAME}"\n', "utf-8")
    elif how == "paused":
        marker.write_text(f'project = "{NAME}"\n', "utf-8")
        machine.pause()
    elif how == "all paused":
        machine.pause(True, "2h")
    elif how == "unreadable pause":
        (machine.home / "paused.json").write_text("{", "utf-8")


HOWS = (
    "marker off",
    "config off, marker on",
    "environment off",
    "allowlist",
    "ignored folder",
    "paused",
    "all paused",
    "unreadable pause",
)


@pytest.mark.parametrize("how", HOWS)
def test_nothing_is_left_not_even_a_name(machine, how):
    quiet(machine, how)
    before = machine.files()
    everything(machine)
    after = machine.files()
    if how == "ignored folder":  # a payload that cannot be read names no folder: only that it came is told
        after.pop("logs", None), after.pop("logs/hook.log", None)
    assert after == before
    assert not any(NAME in name for name in after)


@pytest.mark.parametrize("how", ["paused", "marker off", "all paused"])
def test_the_receiver_holds_it_for_every_agent(machine, how):
    quiet(machine, how)
    before = machine.files()
    for agent in AGENTS:
        told = machine.hook(agent=agent) + machine.hook("SessionStart", agent=agent)
        assert (agent, told, machine.files()) == (agent, "", before)


def test_a_pause_holds_in_every_folder_of_the_project_and_in_no_other(machine, tmp_path):
    (machine.work / ".git").mkdir()
    (machine.work / ".git" / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    (machine.work / "src").mkdir()
    (tmp_path / "other").mkdir()
    machine.pause()
    machine.hook(cwd=machine.work / "src")
    assert machine.lines() == []
    machine.hook(cwd=tmp_path / "other")
    assert len(machine.lines()) == 1


def test_a_pause_ends_by_itself_or_by_hand(machine):
    machine.command("pause", "--for", "2h")
    machine.hook(at="2026-09-14T11:12:02Z")
    assert machine.lines() == []
    machine.hook(at="2026-09-14T11:12:04Z")
    assert len(machine.lines()) == 1
    machine.command("pause")
    machine.hook(at="2027-01-01T00:00:00Z")
    assert len(machine.lines()) == 1
    machine.command("resume")
    machine.hook()
    assert len(machine.lines()) == 2


def test_pauses_are_told(machine):
    machine.command("pause", "--for", "30m")
    assert "paused until 2026-09-14 09:42 UTC" in machine.command("status")
    assert "paused until 2026-09-14 09:42 UTC" in machine.command("doctor")
    assert NAME not in (machine.home / "paused.json").read_text("utf-8")
    assert json.loads(machine.command("status", "--json"))["capturing"] is False
    machine.command("pause", "--all")
    assert "memwiki resume --all" in machine.command("resume", expect=3)
    assert "memwiki resume --all" in machine.command("doctor", expect=3)
    shown = json.loads(machine.command("resume", "--all", "--json"))
    assert (shown["paused"], shown["everything"]) == (False, False)
    assert not (machine.home / "paused.json").exists()


def test_a_dry_run_pauses_nothing(machine):
    assert "would pause" in machine.command("pause", "--dry-run")
    machine.hook()
    assert len(machine.lines()) == 1


@pytest.mark.parametrize("length", ["soon", "2x", "0h", "99999999999999d", "-1h"])
def test_a_length_that_is_none_is_a_usage_error(machine, length):
    machine.command("pause", f"--for={length}", expect=2)
    assert not (machine.home / "paused.json").exists()


def test_a_list_of_pauses_that_cannot_be_read_is_mended_by_hand(machine):
    (machine.home / "paused.json").write_text("[]", "utf-8")
    assert "paused.json cannot be read" in machine.command("doctor", expect=1)
    machine.command("resume", expect=12)
    machine.command("resume", "--all")
    machine.hook()
    assert len(machine.lines()) == 1


def test_prompts_off_keeps_no_word_of_a_prompt_by_any_agent(machine):
    (machine.work / ".memwiki.toml").write_text('[capture]\nmode = "prompts-off"\n', "utf-8")
    for agent in AGENTS:
        machine.hook(agent=agent, prompt="the words of a person")
    assert "the words" not in json.dumps(machine.lines())
    assert machine.lines()


def test_what_touches_an_ignored_path_is_left_out_before_anything_is_written(machine):
    (machine.work / "vault").mkdir()
    (machine.work / ".memwiki.toml").write_text('[capture]\nignore_paths = ["vault/"]\n', "utf-8")
    before = machine.files()
    for command in ("cat vault/x", "cd vault && cat x", "cat 'va'ult/x", "cat v*/x", "cat */x", "cat VAULT/x"):
        fields = {"tool_name": "Bash", "tool_input": {"command": command}, "tool_response": {"stdout": "words"}}
        machine.hook("PostToolUse", **fields)
    patch = "*** Begin Patch\n*** Update File: vault/x\n@@\n-a\n+b\n*** End Patch\n"
    machine.hook("PostToolUse", agent="codex", tool_name="apply_patch", tool_input={"command": patch})
    read = {"tool_name": "Read", "tool_input": {"file_path": str(machine.work / "vault" / "x")}}
    machine.hook("PostToolUse", **read, tool_response={"file": {"content": "words"}})
    assert machine.files() == before
    machine.hook("PostToolUse", tool_name="Bash", tool_input={"command": "ls src"}, tool_response={"stdout": ""})
    assert len(machine.lines()) == 1


def fill(machine, megabytes):
    (machine.home / "config.toml").write_text(f"[spool]\nproject_mb = {megabytes}\n", "utf-8")


def test_a_full_spool_turns_events_away_and_says_so(machine):
    machine.hook()
    (segment,) = machine.home.rglob("0001.jsonl")
    held = segment.parent.parent / "claude-code-old"
    held.mkdir()
    (held / "0001.jsonl").write_bytes(b"\n" * (1 << 20))
    fill(machine, 1)
    said = machine.command("doctor", expect=1)  # measures
    assert "1.0 MB of 1 MB" in said
    assert "memwiki config set spool.project_mb 2" in said
    told = json.loads(machine.hook("SessionStart", source="startup"))
    assert "stores nothing" in told["systemMessage"]
    machine.hook()
    assert len(machine.lines()) == 1
    status = machine.command("status")
    assert "nothing more is stored" in status
    assert "2 by the limit" in status
    assert "not stored (1 so far)" in (machine.home / "logs" / "hook.log").read_text("utf-8")
    fill(machine, 2)
    machine.hook()
    assert len(machine.lines()) == 2
    assert "2 by the limit" in machine.command("status")  # until a person has seen it
    os.unlink(quota.lost_file(str(machine.home), next(iter(quota.lost(str(machine.home))))))
    assert "by the limit" not in machine.command("status")


def test_from_four_fifths_on_there_is_a_warning(machine):
    machine.hook()
    (segment,) = machine.home.rglob("0001.jsonl")
    held = segment.parent.parent / "claude-code-old"
    held.mkdir()
    (held / "0001.jsonl").write_bytes(b"\n" * (900 << 10))
    fill(machine, 1)
    (machine.home / "state" / "spool.json").unlink()
    machine.hook("SessionStart", session_id="another")
    assert "of 1.0 MB: at 100 %" in (machine.home / "logs" / "hook.log").read_text("utf-8")
    assert "of 1 MB" in machine.command("status")
    assert "of 1 MB" in machine.command("doctor", expect=3)
    assert len(machine.lines()) == 2


FULL_DISK = """
import os
real = os.write
def write(handle, data):
    if data.startswith((b'{"v":1', b"\\n{")):
        real(handle, data[:20])
        raise OSError(28, "No space left on device")
    return real(handle, data)
os.write = write
"""


def test_a_full_disk_loses_no_event_without_a_word_and_tears_no_line(machine):
    machine.hook()
    (segment,) = machine.home.rglob("0001.jsonl")
    before = segment.read_bytes()
    stub = machine.probe(FULL_DISK)
    told = json.loads(machine.hook("SessionStart", source="startup", stub=stub))
    assert "No space left on device" in told["systemMessage"]
    assert machine.hook(stub=stub) == ""
    assert segment.read_bytes() == before
    status = machine.command("status")
    assert "2 by the disk" in status
    assert "rm " in status
    assert "not stored (1 so far)" in (machine.home / "logs" / "hook.log").read_text("utf-8")
    machine.hook(prompt="after")
    assert [line["text"] for line in machine.lines()] == ["fix it", "after"]


READ_ONLY = """
import os
real = os.open
def opened(path, flags, *rest, **more):
    if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        raise OSError(30, "Read-only file system")
    return real(path, flags, *rest, **more)
os.open = opened
def refused(*_, **__):
    raise OSError(30, "Read-only file system")
os.mkdir = os.makedirs = os.replace = os.chmod = refused
"""


def test_a_home_that_cannot_be_written_is_told_at_the_start_and_holds_nobody_up(machine):
    stub = machine.probe(READ_ONLY)
    before = machine.files()
    told = json.loads(machine.hook("SessionStart", source="startup", stub=stub))
    assert "cannot be written (Read-only file system)" in told["systemMessage"]
    for event in ("UserPromptSubmit", "PostToolUse", "Stop", "SessionEnd"):
        assert machine.hook(event, stub=stub) == ""
        assert machine.err == ""
    assert machine.files() == before


@pytest.mark.parametrize("policy", ["turns", "always", "never"])
def test_the_policy_of_fsync_holds(machine, policy):
    (machine.home / "config.toml").write_text(f'[spool]\nfsync = "{policy}"\n', "utf-8")
    stub = machine.probe("import os, sys; real = os.fsync; os.fsync = lambda h: (os.write(2, b'synced'), real(h))")
    machine.hook(stub=stub)
    assert ("synced" in machine.err) is (policy != "never")
    machine.hook("PostToolUse", tool_name="Bash", tool_input={"command": "x"}, stub=stub)
    assert ("synced" in machine.err) is (policy == "always")


def test_what_was_said_in_a_pause_is_not_imported_afterwards(machine):
    """An import reads transcripts of the time; the hook's silence would be worth nothing without this."""

    def minute(text):
        return instant.milliseconds_of(f"2026-09-14T{text}:00Z")

    def there(text, workspace="default", name="x"):
        return was_paused(windows_of(str(machine.home)), workspace, name, minute(text))

    place = open_desk(machine.home, machine.work, at=AT).project
    machine.pause(length="2h")  # from 09:12
    assert there("10:00", place.workspace, place.name)
    assert not there("11:30", place.workspace, place.name)
    machine.command("resume", at="2026-09-14T10:30:00Z")
    machine.command("pause", "--all", at="2026-09-14T12:00:00Z")
    machine.command("resume", "--all", at="2026-09-14T13:00:00Z")
    for at, paused in (("09:00", 0), ("09:30", 1), ("10:40", 0), ("12:30", 1), ("13:30", 0)):
        assert there(at, place.workspace, place.name) == paused
    assert [there(at) for at in ("09:30", "12:30")] == [False, True]
    assert NAME not in (machine.home / "paused-before.json").read_text("utf-8")


def test_an_import_leaves_out_what_a_pause_covers(machine):
    rows = [
        {
            "type": "user",
            "sessionId": "s1",
            "cwd": str(machine.work),
            "timestamp": f"2026-09-14T{at}:00.000Z",
            "uuid": f"u{number}",
            "message": {"role": "user", "content": f"words at {at}"},
        }
        for number, at in enumerate(("09:00", "09:30", "10:00"))
    ]
    transcript = machine.user / "s1.jsonl"
    transcript.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    machine.pause(length="30m")  # from 09:12
    machine.command("resume", at="2026-09-14T09:45:00Z")
    machine.command("import", "claude-code", str(transcript), at="2026-09-14T12:00:00Z")
    text = json.dumps(machine.lines())
    assert "words at 09:00" in text
    assert "words at 10:00" in text
    assert "words at 09:30" not in text


@pytest.mark.parametrize("cwd", [None, "", ".", ["x"], "~/work", "/a\0b"])
def test_a_payload_without_a_folder_is_judged_by_where_the_hook_runs(machine, cwd):
    (machine.work / ".memwiki.toml").write_text('[capture]\nmode = "off"\n', "utf-8")
    payload = {"session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": "fix it", "cwd": cwd}
    machine.hook(raw=json.dumps(payload).encode())
    assert machine.lines() == []
    (machine.work / ".memwiki.toml").unlink()
    machine.pause()
    machine.hook(raw=json.dumps(payload).encode())
    assert machine.lines() == []


def test_every_open_folder_has_a_say(machine):
    (machine.work / ".memwiki.toml").write_text('[capture]\nmode = "off"\n', "utf-8")
    roots = [str(machine.user), str(machine.work)]
    payload = {"conversation_id": "c", "cursor_version": "3.0", "hook_event_name": "beforeSubmitPrompt", "prompt": "x"}
    machine.hook(raw=json.dumps({**payload, "workspace_roots": roots}).encode(), agent="cursor", cwd=machine.user)
    assert machine.lines() == []
    machine.hook(raw=json.dumps({**payload, "workspace_roots": roots[:1]}).encode(), agent="cursor", cwd=machine.user)
    assert len(machine.lines()) == 1


def test_settings_that_cannot_be_read_keep_nothing_and_say_so(machine):
    (machine.home / "config.toml").write_text("[capture]\nmode = off\n", "utf-8")
    machine.hook()
    assert machine.lines() == []
    assert "config.toml cannot be read" in json.loads(machine.hook("SessionStart"))["systemMessage"]
    (machine.home / "config.toml").write_text("[capture]\nmode = 'on'\n", "utf-8")
    machine.hook()
    assert len(machine.lines()) == 1


def test_a_changed_marker_counts_whatever_its_time_says(machine):
    marker = machine.work / ".memwiki.toml"
    marker.write_text('[capture]\nmode = "on"  \n', "utf-8")
    os.utime(marker, (1, 1))
    machine.hook()
    marker.write_text('[capture]\nmode = "off" \n', "utf-8")
    os.utime(marker, (1, 1))
    machine.hook()
    assert len(machine.lines()) == 1


def test_a_secret_in_a_folders_name_stands_nowhere(machine):
    secret = "gh" + "p_" + "x7Kq2LmZ9vTb4RwYc1Hn8PsDf3GjUe6Ao5Xi"
    work = machine.work / secret / "shop"
    work.mkdir(parents=True)
    (work / ".memwiki.toml").write_text('[capture]\nignore_paths = ["keys/**"]\n', "utf-8")
    machine.hook(cwd=work)
    assert len(machine.lines()) == 1
    assert all(secret.encode() not in data and secret not in name for name, data in machine.files().items())


OFF_IN_OTHER_WORDS = (
    'mode = "off"\n',
    'capture = "off"\n',
    'ignore_paths = ["secrets/"]\n',
    '[capture]\nmode = "quiet"\n',
    '[capture]\nignore = ["secrets/"]\n',
    "[capture]\nallowlist = true\n",
)


@pytest.mark.parametrize("text", OFF_IN_OTHER_WORDS)
def test_a_marker_in_words_that_nobody_knows_keeps_everything_out_and_both_sides_say_so(machine, text):
    (machine.work / ".memwiki.toml").write_text(text, "utf-8")
    assert ".memwiki.toml cannot be read" in machine.hook("SessionStart", source="startup")
    machine.hook(prompt=f"about {NAME}")
    assert machine.lines() == []
    said = machine.command("status", expect=12)
    assert ".memwiki.toml:" in said
    assert "capture." in said


@pytest.mark.parametrize("mode", ["OFF", " off", "Prompts_Off", "yes"])
def test_the_hook_and_the_command_line_read_a_mode_alike(machine, mode):
    (machine.work / ".memwiki.toml").write_text(f'[capture]\nmode = "{mode}"\nignore_paths = "secrets/"\n', "utf-8")
    machine.hook(prompt="fix it")
    told = json.loads(machine.command("config", "get", "capture.mode", "--json"))["settings"][0]["value"]
    lines = machine.lines()
    assert {"off": not lines, "prompts-off": lines and "text" not in lines[0], "on": lines and "text" in lines[0]}[told]


@pytest.mark.parametrize(
    ("tool", "given", "output"),
    [
        ("Read", {"file_path": "{work}/sub/deep/plan.md"}, "x"),
        ("Write", {"file_path": "sub/new.md", "content": "x"}, "x"),
        ("Grep", {"pattern": "x", "path": "sub"}, "x"),
        ("Grep", {"pattern": "x"}, "sub/deep/plan.md:1:x"),
        ("Bash", {"command": "cat sub/deep/plan.md"}, "x"),
        ("Bash", {"command": "cd sub && cat deep/plan.md"}, "x"),
        ("Bash", {"command": "cat 'su'b/deep/plan.md"}, "x"),
        ("Bash", {"command": "cat way/plan.md"}, "x"),
        ("Bash", {"command": "cat {outside}/plan.md"}, "x"),
        ("Bash", {"command": "rg x"}, "sub/deep/plan.md:1:x"),
        ("Bash", {"command": "rg --heading x"}, "sub/deep/plan.md\n1:x\n"),
        ("Bash", {"command": "git diff"}, "diff --git a/sub/deep/plan.md b/sub/deep/plan.md\n+x"),
        ("Task", {"description": "plan", "prompt": "Read sub/deep/plan.md."}, "x"),
    ],
)
def test_a_marker_below_or_beside_has_its_say_in_a_session_above_it(machine, tool, given, output):
    deep, outside = machine.work / "sub" / "deep", machine.work.parent / "other"
    deep.mkdir(parents=True)
    outside.mkdir()
    (machine.work / "way").symlink_to(deep)
    for folder in (machine.work / "sub", outside):
        (folder / ".memwiki.toml").write_text('[capture]\nmode = "off"\n', "utf-8")
    filled = {key: value.format(work=machine.work, outside=outside) for key, value in given.items()}
    response = {"stdout": output, "stderr": ""} if tool == "Bash" else {"content": output}
    before = machine.files()
    machine.hook("PostToolUse", tool_name=tool, tool_input=filled, tool_response=response)
    assert machine.files() == before
    machine.hook("PostToolUse", tool_name="Read", tool_input={"file_path": "src/a.py"}, tool_response={"content": "y"})
    assert len(machine.lines()) == 1


def test_what_a_marker_below_leaves_out_counts_from_its_own_folder(machine):
    (machine.work / "sub").mkdir()
    (machine.work / "sub" / ".memwiki.toml").write_text('[capture]\nignore_paths = ["keys/*"]\n', "utf-8")
    for path in ("sub/keys/a", "keys/a", "sub/b"):
        machine.hook("PostToolUse", tool_name="Read", tool_input={"file_path": path}, tool_response={"content": "y"})
    assert [line["files"] for line in machine.lines()] == [["keys/a"], ["sub/b"]]


def test_a_pause_of_a_project_that_is_not_there_is_refused(machine):
    machine.hook()
    said = machine.command("--project", "merger-wiht-initech", "pause", expect=10)
    assert "no such project: default/merger-wiht-initech" in said
    assert NAME in said
    assert machine.command("--project", "merger-wiht-initech", "resume", expect=10)
    assert "no such project: wrok/" in machine.command("--workspace", "wrok", "pause", expect=10)
    assert "leave out --all" in machine.command("--project", NAME, "pause", "--all", expect=2)
    assert not (machine.home / "paused.json").exists()
    project = machine.lines() and next((machine.home / "raw" / "default").iterdir()).name
    machine.command("--project", project, "pause")
    assert (machine.home / "paused.json").exists()
    machine.command("--project", project, "resume")
    assert not (machine.home / "paused.json").exists()
