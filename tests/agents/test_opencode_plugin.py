"""The plugin in both of OpenCode's forms, driven by Node with a host made of paper."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from clients import missing

from memwiki.capture.normalise import normalise
from memwiki.capture.payload import read

pytestmark = pytest.mark.agents

PLUGIN = Path(__file__).resolve().parents[2] / "templates" / "agents" / "opencode.js"
RECORDER = """
import json, os, sys, time
raw = sys.stdin.buffer.read()
with open(os.environ["RECORD"], "ab") as file:
    file.write(json.dumps(raw.decode()).encode() + b"\\n")
time.sleep(float(os.environ.get("SLOW", "0")))
if b'"session.created"' in raw:
    print("the block")
if b'"chat.message"' in raw:
    print("what fits")
"""
FIRST = """
const hooks = await plugin.server({ directory: "/w/shop" })
const info = { id: "ses_1", directory: "/w/shop", version: "1.18.33" }
await hooks.event({ event: { type: "session.created", properties: { info } } })
const parts = [{ id: "prt_00000001abcd", messageID: "msg_1", sessionID: "ses_1", type: "text", text: '"fix it"' }]
await hooks["chat.message"]({ sessionID: "ses_1" }, { message: {}, parts })
told.parts = parts
const child = { id: "ses_2", parentID: "ses_1" }
await hooks.event({ event: { type: "session.created", properties: { info: child } } })
await hooks["chat.message"]({ sessionID: "ses_2" }, { parts: [{ type: "text", text: "list" }] })
const call = { tool: "bash", sessionID: "ses_2", callID: "c0", args: { command: "ls" } }
await hooks["tool.execute.after"](call, { output: "a", metadata: { exit: 0 } })
const begun = Date.now()
await hooks["tool.execute.after"](
  { tool: "bash", sessionID: "ses_1", callID: "c1", args: { command: "make" } },
  { output: "1 failed", metadata: { exit: 2, huge: "x".repeat(1e6) } },
)
told.waited = Date.now() - begun
await hooks["experimental.text.complete"]({ sessionID: "ses_1" }, { text: "It is mended." })
const output = { system: ["base"] }
await hooks["experimental.chat.system.transform"]({ sessionID: "ses_1" }, output)
await hooks["experimental.chat.system.transform"]({}, output)
told.system = output.system
for (const type of ["session.status", "session.idle"])
  await hooks.event({ event: { type, properties: { sessionID: "ses_1", status: { type: "idle" } } } })
for (const odd of [undefined, null, {}, { type: 7 }, { type: "session.created" }]) await hooks.event({ event: odd })
await hooks["tool.execute.after"](undefined, undefined)
await hooks.dispose()
"""
SECOND = """
const hooks = {}
const hook = (domain) => ({ hook: async (name, work) => (hooks[domain + "." + name] = work) })
let push
const queue = [{ type: "session.created", data: { sessionID: "ses_1", location: { directory: "/w/shop" } } }]
const subscribe = async function* ({ signal }) {
  while (!signal.aborted) {
    if (queue.length) yield queue.shift()
    else await new Promise((done) => ((push = done), signal.addEventListener("abort", done)))
  }
}
const ctx = { location: { directory: "/w/shop" }, session: hook("session"), tool: hook("tool"), event: { subscribe } }
const off = await plugin.setup(ctx)
const settle = () => new Promise((done) => setTimeout(done, 20))
const tell = async (type, data) => (queue.push({ type, data }), push?.(), await settle())
await settle()
await hooks["session.prompt"]({ sessionID: "ses_1", prompt: { text: "fix it" } })
const event = { sessionID: "ses_1", kind: "primary", system: [{ type: "text", text: "base" }] }
await hooks["session.context"](event)
told.system = event.system.map((part) => part.text)
const result = { content: "1 failed", metadata: { exit: 2 } }
const call = { tool: "bash", sessionID: "ses_1", id: "c1", input: { command: "make" }, status: "completed", result }
await hooks["tool.execute.after"](call)
await tell("session.text.ended", { sessionID: "ses_1", text: "It is mended." })
await tell("session.execution.succeeded", { sessionID: "ses_1" })
await tell("session.execution.succeeded", { sessionID: "of another folder" })
await off()
await plugin.setup({}) // a host that has none of this
"""


def play(
    place: Path, scene: str, command: list[str], **environment: str
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Runs a scene with the plugin; gives what the scene told, and the events that reached the hook."""
    if reason := missing():
        pytest.skip(reason)
    text = PLUGIN.read_text("utf-8").replace('["memwiki", "hook", "--agent", "opencode"]', json.dumps(command))
    (place / "memwiki.mjs").write_text(text, "utf-8")
    drive = 'import plugin from "./memwiki.mjs"\nconst told = { id: plugin.id }\n' + scene
    (place / "drive.mjs").write_text(drive + "\nconsole.log(JSON.stringify(told))\n", "utf-8")
    record = place / "record"
    done = subprocess.run(
        ["node", "drive.mjs"],
        cwd=place,
        env={"PATH": "/usr/bin:/bin", "RECORD": str(record), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    lines = record.read_text("utf-8").splitlines() if record.exists() else []
    return json.loads(done.stdout), [json.loads(json.loads(line)) for line in lines]


def recorder(place: Path) -> list[str]:
    (place / "recorder.py").write_text(RECORDER, "utf-8")
    return [sys.executable, "-I", "-S", str(place / "recorder.py")]


def drafts(payloads: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for payload in payloads:
        given, _ = read(json.dumps(payload).encode())
        found.append(normalise("opencode", given or {}))
    return [one for one in found if one]


@pytest.mark.parametrize("scene", [FIRST, SECOND], ids=["version 1", "version 2"])
def test_a_session_arrives_whole_and_gets_its_block(tmp_path: Path, scene: str) -> None:
    told, payloads = play(tmp_path, scene, recorder(tmp_path))

    found = drafts(payloads)
    mine = [one for one in found if not one.get("subagent")]
    assert [one["event"] for one in mine] == ["session-start", "user-prompt", "tool-fail", "turn-end", "session-end"]
    assert {(one["session"], one["cwd"]) for one in mine} == {("ses_1", "/w/shop")}
    assert mine[1]["text"] == "fix it"
    assert (mine[2]["tool"]["input"], mine[2]["tool"]["exit"]) == ({"command": "make"}, 2)
    assert mine[3]["text"] == "It is mended."
    assert told["system"][0] == "base"
    assert told["system"][1].startswith("the block")
    assert ("what fits" in told["system"][1]) == (scene is SECOND)  # version 2 takes it only there
    assert told["id"] == "memwiki"
    assert max(len(json.dumps(payload)) for payload in payloads) < 5000


def test_what_fits_a_message_goes_with_it_unseen(tmp_path: Path) -> None:
    told, payloads = play(tmp_path, FIRST, recorder(tmp_path))

    mine, added = told["parts"]
    assert (added["type"], added["text"], added["synthetic"]) == ("text", "what fits", True)
    assert (added["messageID"], added["sessionID"]) == ("msg_1", "ses_1")
    assert added["id"] > mine["id"]
    assert [len(one["items"][0]["parts"]) for one in payloads if one["event"] == "chat.message"] == [1]


def test_what_comes_too_late_for_its_message_is_not_lost(tmp_path: Path) -> None:
    scene = FIRST.replace("const begun", "await new Promise((done) => setTimeout(done, 900))\nconst begun")

    told, _ = play(tmp_path, scene, recorder(tmp_path), SLOW="1.2")

    assert len(told["parts"]) == 1
    assert told["system"] == ["base", "the block\nwhat fits"]


def test_a_childs_work_is_its_parents(tmp_path: Path) -> None:
    _, payloads = play(tmp_path, FIRST, recorder(tmp_path))

    child = [one for one in drafts(payloads) if one.get("subagent")]
    assert [(one["event"], one["session"], one["subagent"]) for one in child] == [("tool-end", "ses_1", "ses_2")]


@pytest.mark.parametrize("scene", [FIRST, SECOND], ids=["version 1", "version 2"])
@pytest.mark.parametrize("command", [["/nowhere/python"], ["false"], []])
def test_a_hook_that_is_gone_or_fails_is_nothing(tmp_path: Path, scene: str, command: list[str]) -> None:
    told, _ = play(tmp_path, scene, command)

    assert told["system"] == ["base"]


def test_a_slow_hook_holds_up_no_tool(tmp_path: Path) -> None:
    told, _ = play(tmp_path, FIRST, recorder(tmp_path), SLOW="0.4")

    assert told["waited"] < 300  # milliseconds; the hook alone takes 400
