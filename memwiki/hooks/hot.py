"""The hook that agents run: one event from stdin to one line in raw/. Always exits 0, prints only what agents take."""

from __future__ import annotations

import os
import sys
import time

from memwiki.capture import instant, process
from memwiki.capture.agents import capabilities
from memwiki.capture.draft import UNNAMED
from memwiki.capture.observe import LINE_BYTES, drafted, encoded, line_of
from memwiki.capture.payload import MAX_BYTES, TAIL_BYTES
from memwiki.capture.project import UNPLACED, place_of
from memwiki.capture.settings import joined, settings_of
from memwiki.hooks.kept import Kept, environment_settings, over
from memwiki.hooks.storing import notice, store
from memwiki.spool.append import folder_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memwiki.capture.draft import Draft
    from memwiki.capture.project import Place
    from memwiki.capture.settings import Settings
    from memwiki.hooks.prompting import Found

_TURNS = ("session-start", "session-end", "user-prompt", "post-compact")
_RESULTS = ("tool-end", "tool-fail")
_MOST_ROOTS, _MOST_MARKED = 8, 64
_LOGIN = ("LOGNAME", "USER", "LNAME", "USERNAME")


class Call:
    """One call of the hook: its arguments and surroundings."""

    __slots__ = ("agent", "at", "begun", "event", "frozen", "home", "person", "said")

    def __init__(self, argv: Sequence[str], home: str) -> None:
        given = _options(argv)
        self.begun = time.monotonic()
        self.agent = given.get("agent", "")
        self.event = given.get("event", "")
        at = instant.milliseconds_of(given["at"]) if given.get("at") else None
        self.frozen = at is not None  # an instant was given: an import or a test, which starts no process
        self.at = time.time_ns() // 1_000_000 if at is None else at
        self.person = os.path.expanduser("~")
        root = given.get("home") or os.environ.get("MEMWIKI_HOME") or home or os.path.join(self.person, "memwiki")
        self.home = os.path.abspath(os.path.expanduser(root))
        self.said = b""


def main(argv: Sequence[str] | None = None, home: str = "") -> int:
    """Takes one event; gives 0 whatever happens. `home` is the home to use where nothing names one."""
    call = None
    try:
        raw = _stdin()
        call = Call(sys.argv[1:] if argv is None else argv, home)
        if b'"beforeSubmitPrompt"' in raw[:65536] and b'"cursor_version"' in raw:
            call.said = b'{"continue": true}'
        if os.environ.get("MEMWIKI_INTERNAL") != "1":
            take(call, raw)
    except Exception as error:  # whatever it is, the agent must not notice
        _log(call, error)
    if call is not None and call.said:
        _say(call.said)
    return 0


def take(call: Call, raw: bytes) -> None:
    """Captures the event, and does what a session's start or end asks for."""
    found, broken = drafted(raw, call.agent, call.event)
    environment = environment_settings()
    kept = Kept(call.home)
    user = over(kept.user_settings(), environment)
    if found is None:
        place = place_of(_here(), call.person, kept.marker)
        if broken and _admits(call, settings_of(user, place.settings), place):
            from memwiki.hooks.log import log

            log(call.home, call.agent, call.event, f"unreadable payload of {len(raw)} bytes")
        return
    if _is_ours(call.home, found.get("cwd", "")):
        return
    place = _place(call, found, kept)
    places = (place, *_beside(call, found, place, kept))
    settings = settings_of(user, _together(places), _login())
    if not all(_admits(call, settings, one) for one in places):
        _refuse(call, found, str(user.get("broken") or place.settings.get("broken") or ""))
        return
    if settings.ignore_paths:
        from memwiki.capture.ignore import ignored

        if ignored(found, settings.ignore_paths, place.root or places[-1].root, call.person):
            return
    _speak(call, found)
    mark = "" if call.frozen else process.mark()
    if found.get("session") == UNNAMED and mark:
        found["session"] = f"process-{mark}"  # two sessions without an id, of two processes, do not mix
    line = line_of(found, call.at, settings, place, os.urandom(10))
    refused = store(call.home, place.workspace, place.name, line, _data(line, mark), user.get("spool") or {})
    if refused:
        if line["event"] == "session-start":
            call.said = notice(line["agent"], refused).encode("utf-8", "replace")
        return
    kept.save()
    project = os.path.join(call.home, "raw", place.workspace, place.name)
    if line.get("subagent") or line["event"] not in (*_TURNS, *_RESULTS):
        return
    wanted = over(over(user, {"recall": place.settings.get("recall")}), environment)
    if line["event"] in _TURNS:
        _turn(call, line, place, wanted, project)
    else:
        _result(call, line, place, wanted)


def _place(call: Call, found: Draft, kept: Kept) -> Place:
    """Where the event happened."""
    place = place_of(found.get("cwd", ""), call.person, kept.marker)
    if not place.root or place.gitdir or os.path.isdir(place.root):
        return place
    from memwiki.hooks import astray

    told = astray.told_of(found["cwd"], _here())
    if told != found["cwd"]:
        found["cwd"] = told
        return place_of(told, call.person, kept.marker)
    session = found.get("session", UNNAMED)
    return place if session == UNNAMED else astray.begun_in(call.home, found["agent"], session, place)


def _speak(call: Call, found: Draft) -> None:
    """Fills in an agent's last words where its hooks do not tell them."""
    if found["agent"] == "kimi" and found["event"] == "turn-end" and not found.get("text"):
        from memwiki.hooks.kimi import last_words

        found["text"] = last_words(found["session"], call.person)


def _beside(call: Call, found: Draft, place: Place, kept: Kept) -> list[Place]:
    """The other places that have a say: an agent's further roots; folders with a marker that the event reaches into;
    where a payload names no folder, the hook's own, for agents run their hooks where they work."""
    folders = [folder for folder in found.get("beside", ())[:_MOST_ROOTS] if isinstance(folder, str)]
    if place.name == UNPLACED:
        folders.append(_here())
    if found.get("tool"):
        from memwiki.capture.nested import marked_folders

        folders += marked_folders(found, {}, call.person)[:_MOST_MARKED]
    return [place_of(folder, call.person, kept.marker) for folder in folders]


def _together(places: Sequence[Place]) -> dict[str, Any]:
    """The markers' settings of the first place, with what the others keep out."""
    found = dict(places[0].settings)
    for one in places[1:]:
        found["capture"] = joined(found.get("capture"), one.settings.get("capture"))
    return found


def _refuse(call: Call, found: Draft, broken: str) -> None:
    """Says at a session's start why nothing of it is kept, where nobody chose that."""
    if broken and found["event"] == "session-start":
        call.said = notice(found["agent"], f"{broken} cannot be read").encode("utf-8", "replace")


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""


def _admits(call: Call, settings: Settings, place: Place) -> bool:
    """Whether anything of this place may be kept now. Until this was asked, nothing has touched the disk."""
    if settings.mode == "off" or (settings.allowlist and not place.marked):
        return False
    if not os.path.lexists(os.path.join(call.home, "paused.json")):
        return True
    from memwiki.capture.paused import is_paused

    return not is_paused(call.home, place.workspace, place.name, call.at)


def _data(line: dict[str, Any], mark: str) -> bytes:
    """The line with the agent's process, where there is room for that."""
    marked = encoded({**line, "process": mark}) if mark else b""
    return marked if marked and len(marked) <= LINE_BYTES else encoded(line)


def _is_ours(home: str, cwd: str) -> bool:
    """Whether memwiki started the agent, to answer a question: told by its folder, for some agents clear the
    environment of their hooks."""
    folder = os.path.join("state", "model", "desk")
    return cwd.rstrip(os.sep).endswith(folder) and os.path.realpath(cwd) == os.path.realpath(os.path.join(home, folder))


def _turn(call: Call, line: dict[str, Any], place: Place, user: dict[str, Any], project: str) -> None:
    """Compiles where that may be done, and hands out the block at a start, or with the first prompt where the agent
    drops what a start says."""
    can = capabilities(line["agent"])
    event = line["event"]
    note = _note(call, line, place, user) if event == "user-prompt" else ""
    fit = _fitting(call, line, place, user) if event == "user-prompt" and can.prompt else []
    if event in ("user-prompt", "post-compact") and (can.start or not can.prompt):
        late = _late(call, line, place, user) if event == "user-prompt" and can.prompt else ""
        if late or note or fit:
            _say_with_prompt(call, line, place, user, [late, note], fit)
        return
    from memwiki.hooks import launch

    detached = (user.get("compile") or {}).get("detached") is not False and not call.frozen
    command = [str(part) for part in user.get("launch") or launch.default_command()]
    folder = place.root or line["cwd"] or call.home
    if event == "session-end":
        if detached:
            launch.after_end(command, call.home, folder)
        return
    from memwiki.hooks import ready

    start = ready.Start(call.home, place.workspace, place.name, line, call.at)
    if event == "post-compact" or (event == "session-start" and line.get("via") == "compact" and not can.start):
        ready.forget(start)
        return
    told = event == "user-prompt" and ready.is_told(start)
    own = folder_name(line["agent"], line["session"])
    written = os.path.join(call.home, "state", "ready", place.workspace, f"{place.name}.json")
    if not told and detached and launch.waiting(project, own, time.time(), written):
        in_time = launch.before_start(command, call.home, folder)
        if not in_time and (can.prompt or can.tool):
            ready.be_late(start)
    if event == "session-start" and can.start:
        call.said = ready.reply(can, event, ready.block(start, user, can)).encode("utf-8", "replace")
    elif event == "user-prompt":
        text = _late(call, line, place, user) if told else ready.at_prompt(start, user, can)
        _say_with_prompt(call, line, place, user, [text, note], fit)


def _say_with_prompt(
    call: Call, line: dict[str, Any], place: Place, user: dict[str, Any], texts: list[str], fit: list[Found]
) -> None:
    """These blocks, and that of the pages which fit the prompt and were not told yet, as one text."""
    from memwiki.hooks import ready

    can = capabilities(line["agent"])
    if fit:
        from memwiki.hooks import prompting

        start = ready.Start(call.home, place.workspace, place.name, line, call.at)
        text, pages = prompting.block(start, fit, user.get("recall") or {}, texts[-1])
        ready.recalled(start, pages, "prompt")
        texts = [*texts, text]
    whole = "\n".join(text.rstrip("\n") for text in texts if text)
    call.said = ready.reply(can, line["event"], whole).encode("utf-8", "replace")


def _late(call: Call, line: dict[str, Any], place: Place, user: dict[str, Any]) -> str:
    """The handoff, where the session's start could not wait for it."""
    if not os.path.lexists(os.path.join(call.home, "state", "late", place.workspace, place.name)):
        return ""
    from memwiki.hooks import ready

    start = ready.Start(call.home, place.workspace, place.name, line, call.at)
    return ready.after_all(start, user, capabilities(line["agent"]))


def _fitting(call: Call, line: dict[str, Any], place: Place, user: dict[str, Any]) -> list[Found]:
    """The pages that fit the prompt."""
    recall = user.get("recall") or {}
    if recall.get("on_prompt") is False or not line.get("text"):
        return []
    from memwiki.hooks import prompting

    return prompting.fitting(call.home, place.workspace, place.name, line["text"], recall, call.begun)


def _note(call: Call, line: dict[str, Any], place: Place, user: dict[str, Any]) -> str:
    """The procedure that fits a prompt; nothing is loaded for it where none is known."""
    told = os.path.join(call.home, "state", "prompts", place.workspace)
    wanted = user.get("skills")
    shares = isinstance(wanted, dict) and wanted.get("share") == "workspace"
    if not os.path.lexists(told if shares else os.path.join(told, f"{place.name}.json")):
        return ""
    from memwiki.hooks import prompted, ready

    start = ready.Start(call.home, place.workspace, place.name, line, call.at)
    prompt, can = str(line.get("text", "")), capabilities(line["agent"])
    return prompted.note(start, prompt, place.root or line["cwd"], user, can)


def _result(call: Call, line: dict[str, Any], place: Place, user: dict[str, Any]) -> None:
    """What could not go with the start or the prompt goes with the first tool's result."""
    can = capabilities(line["agent"])
    if not can.tool:
        return
    texts = [_late(call, line, place, user)]
    if not can.prompt and os.path.lexists(os.path.join(call.home, "state", "prompted", place.workspace, place.name)):
        from memwiki.hooks import prompted, ready

        texts.append(prompted.waiting(ready.Start(call.home, place.workspace, place.name, line, call.at)))
    if any(texts):
        from memwiki.hooks import ready

        whole = "\n".join(text.rstrip("\n") for text in texts if text)
        call.said = ready.reply(can, line["event"], whole).encode("utf-8", "replace")


def _options(argv: Sequence[str]) -> dict[str, str]:
    """`--name value` and `--name=value`; unknown ones are passed over."""
    found: dict[str, str] = {}
    words = iter(argv)
    for word in words:
        if not word.startswith("--"):
            continue
        name, sign, value = word[2:].partition("=")
        found[name] = value if sign else next(words, "")
    return found


def _stdin() -> bytes:
    """Standard input up to the limit and one byte, and of what is longer its end; the rest is drained, so that the
    agent's write does not fail."""
    pieces: list[bytes] = []
    size, end = 0, b""
    while True:
        piece = os.read(0, 1 << 20)
        if not piece:
            return b"".join(pieces) + end
        if size <= MAX_BYTES:
            pieces.append(piece[: MAX_BYTES + 1 - size])
            piece = piece[MAX_BYTES + 1 - size :]
            size += len(pieces[-1])
        end = (end + piece)[-TAIL_BYTES:]


def _say(text: bytes) -> None:
    try:
        while text:
            text = text[os.write(1, text) :]
    except OSError:
        return


def _login() -> str:
    for name in _LOGIN:
        if os.environ.get(name):
            return os.environ[name]
    try:
        import pwd

        return pwd.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError, OSError):
        return "person"


def _log(call: Call | None, error: BaseException) -> None:
    try:
        from memwiki.hooks.log import fault, log

        home = call.home if call is not None else os.path.join(os.path.expanduser("~"), "memwiki")
        if os.path.lexists(os.path.join(home, "paused.json")):
            return  # it may hold for this event, too
        log(home, call.agent if call else "", call.event if call else "", fault(error))
    except Exception:  # noqa: S110 - there is nobody left to tell
        pass
