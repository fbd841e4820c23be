"""What people complained about in other memories for agents, lived through with the installed hooks of this one."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memwiki.files import locked
from memwiki.paths import Home
from memwiki.records import Project

Person = Any  # tests/journeys/conftest.py
PAYLOADS = Path(__file__).resolve().parents[1] / "fixtures" / "payloads"
SETTINGS = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "gemini-cli": ".gemini/settings.json",
    "qwen-code": ".qwen/settings.json",
}
AGENTS = (*SETTINGS, "cursor", "opencode", "copilot-cli", "kimi", "kiro")
LEFT = "Raised the harbor limit to 9.\n\nNext steps:\n- paint the lantern"


def installed(person: Person, agent: str, event: str) -> str:
    """The command that the agent's settings name for the event."""
    if not (person.user / SETTINGS[agent]).is_file():
        (person.user / SETTINGS[agent]).parent.mkdir(exist_ok=True)
        done = person("install", agent)
        assert done.code == 0, done.err
    (group,) = json.loads((person.user / SETTINGS[agent]).read_text())["hooks"][event]
    return str(group["hooks"][0]["command"])


def hook(person: Person, agent: str, event: str, session: str, cwd: Path | None = None, **fields: Any) -> str:
    """What the installed command says to one event; it ends well and has nothing to say on stderr."""
    payload = {"session_id": session, "cwd": str(cwd or person.work), "hook_event_name": event, **fields}
    done = subprocess.run(
        ["sh", "-c", installed(person, agent, event)],
        input=json.dumps(payload).encode(),
        capture_output=True,
        cwd=cwd or person.work,
        env=person.environment,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def session(person: Person, name: str, agent: str = "claude-code", answer: str = LEFT, **fields: Any) -> str:
    """A whole session through the installed commands; what its start was told."""
    told = hook(person, agent, "SessionStart", name, source="startup", **fields)
    hook(person, agent, "UserPromptSubmit", name, prompt="raise the harbor limit to 9", **fields)
    shell = {"tool_name": "Bash", "tool_input": {"command": "make"}, "tool_response": {"stdout": "ok", "stderr": ""}}
    hook(person, agent, "PostToolUse", name, tool_use_id=f"{name}1", **shell, **fields)
    hook(person, agent, "Stop", name, last_assistant_message=answer, stop_hook_active=False, **fields)
    hook(person, agent, "SessionEnd", name, reason="other", **fields)
    return told


def processes(person: Person) -> list[str]:
    """The command lines of processes that name this person's home."""
    shown = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    return [line for line in shown.splitlines() if str(person.home) in line]


def still(person: Person) -> None:
    """Until nothing that was started for this person runs any more."""
    for _ in range(3000):
        if not processes(person):
            return
    raise AssertionError(processes(person))


def digest(folder: Path) -> str:
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        told = os.readlink(path).encode() if path.is_symlink() else path.read_bytes() if path.is_file() else b""
        found.update(os.fsencode(path.relative_to(folder)) + told)
    return found.hexdigest()


def lines(person: Person) -> list[dict[str, Any]]:
    """Every observation of an agent that is stored."""
    folders = [path for path in sorted(person.home.glob("raw/*/*/*")) if not path.name.startswith("memwiki-")]
    texts = [path.read_text("utf-8") for folder in folders for path in sorted(folder.glob("*.jsonl"))]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def pages(person: Person) -> dict[str, str]:
    """Session pages by the session's folder."""
    found = {}
    for path in person.home.glob("wiki/*/*/sessions/*/*.md"):
        if path.name != "index.md":
            text = path.read_text("utf-8")
            found[text.partition("resource: raw:")[2].partition("/")[0]] = text
    return found


# processes, cost, network


def test_nothing_runs_on_when_the_agents_are_gone(ada: Person) -> None:
    for number in range(4):
        session(ada, f"s{number}")
    still(ada)

    assert ada("compile", "--no-vectors", timed=False).code == 0
    assert len(pages(ada)) == 4
    assert processes(ada) == []


NO_NETWORK = """
import socket
def refuse(*_):
    raise AssertionError("the network was asked for")
socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = refuse
"""


def test_nothing_asks_the_network_and_a_dead_proxy_holds_nobody_up(ada: Person, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(NO_NETWORK)
    dead = "http://127.0.0.1:9"
    ada.extra |= {"PYTHONPATH": str(tmp_path / "site"), "HTTP_PROXY": dead, "https_proxy": dead, "ALL_PROXY": dead}
    ada.extra |= {"MEMWIKI_COMPILE_DETACHED": "false"}
    session(ada, "one")

    for words in (["compile"], ["search", "harbor"], ["doctor"], ["status"], ["uninstall", "claude-code"]):
        done = ada(*words, timed=False)
        assert done.code in (0, 3), (words, done.err)
        assert "AssertionError" not in done.err
    assert "harbor" in ada("search", "harbor").out


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_a_compile_that_hangs_holds_up_no_event_and_loses_none(ada: Person, agent: str) -> None:
    ada.extra["MEMWIKI_RECALL_ON_PROMPT"] = "true"
    session(ada, "one", agent)
    still(ada)
    name = next((ada.home / "raw" / "default").iterdir()).name
    with locked(Home(ada.home).compile_lock(Project("default", name)), "the test"):
        session(ada, "two", agent)
        session(ada, "three", agent)
    still(ada)

    told = [line["session"] for line in lines(ada) if line["event"] in ("user-prompt", "turn-end", "session-end")]
    assert sorted(told) == sorted(["one", "two", "three"] * 3)


# lost or wrong memory


ORDER = ("start", "created", "spawn", "prompt", "chat", "beforeagent", "tool", "shell", "file", "mcp")


def recorded(agent: str, person: Person) -> list[bytes]:
    """The agent's recorded payloads as of sessions in the person's project: starts, prompts, tools, then the rest."""
    found = []
    for line in (PAYLOADS / f"{agent}.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        payload = entry.get("stdin", entry.get("payload", entry))
        if isinstance(payload, list):  # as OpenCode's plugin sends it
            payload = {"event": entry["event"], "cwd": str(person.work), "items": payload}
        if isinstance(payload, dict):
            kind = str(payload.get("hook_event_name") or payload.get("event") or entry.get("event")).lower()
            text = json.dumps(payload, ensure_ascii=False).replace("/home/dev/shopfront", str(person.work))
            place = next((at for at, word in enumerate(ORDER) if word in kind), len(ORDER) + ("end" in kind))
            found.append((place, text.encode()))
    return [text for _, text in sorted(found, key=lambda one: one[0])]


@pytest.mark.parametrize("agent", AGENTS)
def test_every_agents_session_gets_its_page(ada: Person, agent: str) -> None:
    ada.captured("", *recorded(agent, ada), agent=agent)
    ada.minute += 60
    assert ada("compile", "--all", "--no-vectors").code == 0

    asked = {f"{line['agent']}-{line['session']}" for line in lines(ada) if line["event"] == "user-prompt"}
    assert asked
    found = pages(ada)
    for line in lines(ada):
        if line["event"] == "user-prompt" and line.get("text") and not line.get("subagent"):
            assert f"{line['agent']}-{line['session']}" in found
    answers = [
        " ".join(line["text"].split(".")[0].split())[:40]
        for line in lines(ada)
        if line["event"] == "turn-end" and line.get("text")
    ]
    told = " ".join("".join(found.values()).split())
    assert not answers or any(answer in told for answer in answers)


@pytest.mark.parametrize("agent", sorted(SETTINGS))
def test_no_start_is_passed_over(ada: Person, agent: str) -> None:
    installed(ada, agent, "SessionStart")
    for group in json.loads((ada.user / SETTINGS[agent]).read_text())["hooks"]["SessionStart"]:
        matcher = group.get("matcher", "")
        for source in ("startup", "resume", "clear", "compact", "fork"):
            assert matcher in ("", "*") or re.fullmatch(matcher, source)
    for source in ("startup", "resume", "clear", "compact"):
        hook(ada, agent, "SessionStart", source, source=source)
    assert {line["session"] for line in lines(ada)} == {"startup", "resume", "clear", "compact"}


def test_a_compacted_session_is_told_little_and_only_what_it_was_told(ada: Person) -> None:
    session(ada, "one")
    still(ada)
    first = hook(ada, "claude-code", "SessionStart", "two", source="startup")
    assert "lantern" in first
    hook(ada, "claude-code", "UserPromptSubmit", "two", prompt="go on")
    again = hook(ada, "claude-code", "SessionStart", "two", source="compact")

    told = json.loads(again)["hookSpecificOutput"]
    assert set(json.loads(again)) == {"hookSpecificOutput"}
    assert set(told) == {"hookEventName", "additionalContext"}
    assert len(told["additionalContext"].encode()) <= 8000


@pytest.mark.parametrize("how", ["marker", "settings", "environment", "paused", "everything paused", "allowlist"])
def test_a_project_that_is_kept_out_is_told_nothing(ada: Person, how: str) -> None:
    ada.session("one", ("Always use pnpm in this repository, never npm.", LEFT))
    assert ada("compile", "--no-vectors").code == 0
    told = ada.hook("SessionStart", "two", source="startup").out
    assert "lantern" in told
    ada.hook("SessionEnd", "two", reason="other")
    assert ada("compile", "--no-vectors").code == 0
    before = len(lines(ada))

    if how == "marker":
        (ada.work / ".memwiki.toml").write_text('[capture]\nmode = "off"\n')
    elif how == "settings":
        (ada.home / "config.toml").write_text('[capture]\nmode = "off"\n')
    elif how == "environment":
        ada.extra["MEMWIKI_CAPTURE_MODE"] = "off"
    elif how == "allowlist":
        (ada.home / "config.toml").write_text("[capture]\nallowlist = true\n")
    else:
        assert ada("pause", *(["--all"] if how.startswith("everything") else [])).code == 0
    for agent in ("claude-code", "codex"):
        assert ada.hook("SessionStart", f"{agent}-three", agent, source="startup").out == ""
        assert ada.hook("UserPromptSubmit", f"{agent}-three", agent, prompt="pnpm or npm in this repository?").out == ""
    assert len(lines(ada)) == before


def test_a_session_that_goes_to_another_project_tells_each_its_own(ada: Person, tmp_path: Path) -> None:
    other = tmp_path / "bakery"
    other.mkdir()
    subprocess.run(["git", "init", "-q", str(other)], check=True)
    ada.hook("SessionStart", "one", source="startup")
    ada.hook("UserPromptSubmit", "one", prompt="raise the harbor limit to 9")
    ada.hook("Stop", "one", last_assistant_message="Raised the harbor limit.", stop_hook_active=False)
    ada.hook("UserPromptSubmit", "one", cwd=other, prompt="bake the walnut bread")
    ada.hook("Stop", "one", cwd=other, last_assistant_message="Baked it.", stop_hook_active=False)
    ada.minute += 60
    assert ada("compile", "--all", "--no-vectors").code == 0

    texts = {folder.name[:6]: digest_text(folder) for folder in (ada.home / "wiki" / "default").iterdir()}
    assert "walnut" not in texts["shop-" + next(key for key in texts if key.startswith("shop"))[5:]]
    assert "harbor" not in texts["bakery"]
    assert "walnut" in texts["bakery"]


def digest_text(folder: Path) -> str:
    return "".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.md")))


def test_two_agents_that_name_a_session_alike_do_not_mix(ada: Person) -> None:
    ada.session("one", ("raise the harbor limit to 9", "Raised."))
    ada.session("one", ("paint the lantern", "Painted."), agent="codex")
    assert ada("compile", "--no-vectors").code == 0

    found = pages(ada)
    assert sorted(found) == ["claude-code-one", "codex-one"]
    assert "lantern" not in found["claude-code-one"]
    assert "harbor" not in found["codex-one"]


def test_folders_below_and_worktrees_are_one_project(ada: Person, tmp_path: Path) -> None:
    (ada.work / "src" / "deep").mkdir(parents=True)
    identity = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "-C", str(ada.work), *identity, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run(["git", "-C", str(ada.work), "worktree", "add", "-q", str(tmp_path / "tree"), "-b", "b"], check=True)
    (tmp_path / "link").symlink_to(ada.work)
    for number, cwd in enumerate((ada.work, ada.work / "src" / "deep", tmp_path / "tree", tmp_path / "link")):
        ada.hook("UserPromptSubmit", f"s{number}", cwd=cwd, prompt="raise the harbor limit")
    assert len(list((ada.home / "raw" / "default").iterdir())) == 1
    assert len(lines(ada)) == 4


def test_no_line_is_taken_away_by_what_tidies_up(ada: Person) -> None:
    for number in range(3):
        ada.session(f"s{number}", ("raise the harbor limit to 9", LEFT))
    before = sorted(json.dumps(line) for line in lines(ada))
    for words in (["compile", "--no-vectors"], ["reindex", "--no-vectors"], ["compile", "--no-vectors"], ["doctor"]):
        ada(*words)
        ada.minute += 60 * 24 * 200
    ada("compile", "--all", "--no-vectors")

    assert sorted(json.dumps(line) for line in lines(ada)) == before
    assert "raise the harbor limit to 9" in pages(ada)["claude-code-s0"]


def test_a_session_whose_end_was_cut_off_is_there_at_the_next_start(ada: Person) -> None:
    ada.hook("SessionStart", "one", source="startup")
    ada.hook("UserPromptSubmit", "one", prompt="raise the harbor limit to 9")
    ada.hook("Stop", "one", last_assistant_message=LEFT, stop_hook_active=False)
    payload = {"session_id": "one", "cwd": str(ada.work), "hook_event_name": "SessionEnd", "reason": "other"}
    command = [sys.executable, "-m", "memwiki", "hook", "--agent", "claude-code", "--at", ada.now]
    killed = subprocess.Popen(command, stdin=subprocess.PIPE, env=ada.environment, cwd=ada.work)
    assert killed.stdin
    killed.stdin.write(json.dumps(payload).encode()[:20])
    killed.stdin.flush()
    killed.kill()
    killed.communicate()
    ada.minute += 11

    ada.hook("SessionStart", "two", "codex", source="startup")
    assert ada("compile", "--for-start", "--no-vectors").code == 0
    assert "lantern" in ada("handoff", "show").out


def test_no_module_of_the_project_stands_in_for_one_of_ours(ada: Person) -> None:
    ran = ada.user / "ran"
    installed(ada, "claude-code", "Stop")
    for name in ("memwiki", "json", "git", "typing", "yaml", "sitecustomize"):
        (ada.work / f"{name}.py").write_text(f"open({str(ran)!r}, 'w').close()\nraise SystemExit(7)\n")

    session(ada, "one")
    for _ in range(3000):
        still(ada)
        if pages(ada):
            break

    assert len(pages(ada)) == 1
    assert not ran.exists()


def test_a_session_that_cannot_be_read_holds_up_no_other(ada: Person) -> None:
    ada.session("one", ("raise the harbor limit to 9", LEFT))
    ada.session("two", ("paint the lantern", "Painted."))
    (broken,) = ada.home.glob("raw/*/*/claude-code-one/*.jsonl")
    broken.write_bytes(b"\xff\xfe not a line\n" * 50)

    done = ada("compile", "--no-vectors")

    assert done.code in (0, 3)
    assert "claude-code-two" in pages(ada)
    assert "lantern" in ada("handoff", "show").out or "Painted" in pages(ada)["claude-code-two"]


# hooks and their files


def test_a_repository_is_left_as_it_was(ada: Person) -> None:
    for folder in (".git/hooks", "src", "docs"):
        (ada.work / folder).mkdir(parents=True, exist_ok=True)
    (ada.work / "src" / "a.py").write_text("x = 1\n")
    (ada.work / "CLAUDE.md").write_text("# Rules\n")
    before = digest(ada.work)
    for folder in SETTINGS.values():
        (ada.user / folder).parent.mkdir()
    for agent in SETTINGS:
        installed(ada, agent, "SessionStart")
    for agent in ("claude-code", "codex"):
        session(ada, "one", agent)
        session(ada, "two", agent, cwd=ada.work / "src")
    still(ada)
    assert ada("compile", "--no-vectors", timed=False).code == 0
    assert ada("uninstall", "--all").code == 0

    assert digest(ada.work) == before


ODD_HOME = "My \"Files\" & $HOME; 'ünï' 记忆"


@pytest.mark.parametrize("agent", sorted(SETTINGS))
def test_a_home_of_any_name_works_in_the_settings_of_each(ada: Person, agent: str, tmp_path: Path) -> None:
    ada.home = tmp_path / ODD_HOME / "memwiki"
    event = "UserPromptSubmit" if agent != "gemini-cli" else "BeforeAgent"
    hook(ada, agent, event, "one", prompt="raise the harbor limit to 9")

    assert [(line["agent"], line["text"]) for line in lines(ada)] == [(agent, "raise the harbor limit to 9")]
    assert ODD_HOME in {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize(
    "preamble", [b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf", b"\r\n", b"#< CLIXML\r\n", b"warning: x\n"]
)
def test_what_a_shell_puts_before_a_payload_costs_no_event(ada: Person, preamble: bytes) -> None:
    payload = {"session_id": "one", "cwd": str(ada.work), "hook_event_name": "UserPromptSubmit", "prompt": "fix it"}
    told = preamble + json.dumps(payload, indent=2).replace("\n", "\r\n").encode()
    assert ada("hook", "--agent", "gemini-cli", stdin=told).code == 0
    assert [(line["session"], line["text"]) for line in lines(ada)] == [("one", "fix it")]


@pytest.mark.parametrize(
    "folder", ["C:\\Users\\ada\\shop", "\\\\server\\share\\shop", "file:///x", "relative/shop", "~"]
)
def test_a_folder_that_is_written_otherwise_costs_no_event(ada: Person, folder: str) -> None:
    ada.hook("UserPromptSubmit", "one", prompt="fix it")
    payload = {"session_id": "two", "cwd": folder, "hook_event_name": "UserPromptSubmit", "prompt": "fix it too"}
    assert ada("hook", "--agent", "claude-code", stdin=json.dumps(payload)).code == 0
    assert sorted(line["text"] for line in lines(ada)) == ["fix it", "fix it too"]


def test_an_event_without_a_session_is_kept(ada: Person) -> None:
    for payload in ({"prompt": "a"}, {"prompt": "b", "session_id": None}, {"prompt": "c", "session_id": ""}):
        told = json.dumps({"hook_event_name": "UserPromptSubmit", "cwd": str(ada.work), **payload})
        assert ada("hook", "--agent", "codex", stdin=told).code == 0
    assert sorted(line["text"] for line in lines(ada)) == ["a", "b", "c"]


def test_tools_that_nobody_knows_cost_a_session_nothing(ada: Person) -> None:
    def used(name: str, given: dict[str, Any], response: object, call: str) -> dict[str, Any]:
        known = {"tool_name": name, "tool_input": given, "tool_response": response, "tool_use_id": call}
        return {"hook_event_name": "PostToolUse", **known}

    ada.captured(
        "one",
        {"hook_event_name": "UserPromptSubmit", "prompt": "Round the totals in cart.py to cents"},
        used("TodoWrite", {"todos": [{"content": "round", "status": "pending"}]}, {}, "1"),
        used("WebFetch", {"url": "https://docs.python.org/", "prompt": "round"}, "round(x, 2)", "2"),
        used("mcp__tracker__get", {"id": 7}, {"title": "x"}, "3"),
        used("FutureTool", {"anything": [1, None]}, None, "4"),
        used("Edit", {"file_path": "cart.py", "old_string": "total", "new_string": "round(total, 2)"}, {}, "5"),
        used("Bash", {"command": "pytest -q tests/test_cart.py"}, {"stdout": "4 passed; 0 failed", "stderr": ""}, "6"),
        {"hook_event_name": "Stop", "last_assistant_message": "Rounded.", "stop_hook_active": False},
        {"hook_event_name": "SessionEnd", "reason": "other"},
    )
    assert ada("compile", "--no-vectors").code == 0
    assert "pytest -q tests/test_cart.py" in ada.page("skills").read_text()


# what can be seen of it


def test_faults_of_hooks_and_what_waits_are_told(ada: Person) -> None:
    ada("hook", "--agent", "claude-code", stdin=b"no json at all")
    ada.hook("UserPromptSubmit", "one", prompt="fix it")

    found = ada("doctor")
    assert found.code == 3
    assert "unreadable payload" in found.out
    assert "1 waiting" in found.out
    assert "1" in ada("status").out
    assert "no json" not in found.out


def test_status_speaks_of_the_folder_that_was_asked_about(ada: Person, tmp_path: Path) -> None:
    ada.session("one", ("raise the harbor limit to 9", LEFT))
    assert ada("compile", "--no-vectors").code == 0
    other = tmp_path / "bakery"
    other.mkdir()

    for words in (["status"], ["handoff", "show"], ["list"], ["search", "harbor"], ["recall", "harbor limit"]):
        done = ada(*words, cwd=other)
        assert "harbor" not in done.out, words
        assert "lantern" not in done.out, words


def test_no_page_grows_with_a_session(ada: Person) -> None:
    events: list[dict[str, Any]] = []
    for number in range(400):
        events.append({"hook_event_name": "UserPromptSubmit", "prompt": f"raise limit {number} of the harbor, please"})
        events.append(
            {"hook_event_name": "Stop", "last_assistant_message": f"Raised {number}.", "stop_hook_active": False}
        )
    ada.captured("one", *events, {"hook_event_name": "SessionEnd", "reason": "other"})
    assert ada("compile", "--no-vectors").code == 0
    assert len(pages(ada)["claude-code-one"].encode()) < 32_000


def test_nothing_for_the_makers_goes_to_the_users() -> None:
    import memwiki

    root = Path(memwiki.__file__).parent
    assert not [path for path in root.rglob("*") if path.name.lower() in ("claude.md", "agents.md", ".mcp.json")]
