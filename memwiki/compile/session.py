"""Observations of one session become turns: doubled events counted once, in order, helpers apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from datetime import datetime
from typing import Any

from memwiki.compile.scaffolding import spoken
from memwiki.records import Observation
from memwiki.values import value

TOOL_EVENTS = frozenset({"tool-end", "tool-fail"})
_DOUBLE_SECONDS = 30.0  # Cursor reports one call twice, in the same moment or a little apart
_REPEAT_SECONDS = 3.0  # without call ids, one event that is delivered twice comes at once


@value(frozen=True, slots=True)
class Turn:
    """One task: from a prompt to the end of the agent's turn, or to the prompt that interrupts it.

    `prompt` is None where work goes on without a person's words (a background result, a headless agent, an agent
    that was started by another). `said` holds every message of the agent in the turn; `final` is the last.
    """

    index: int
    prompt: Observation | None
    steps: tuple[Observation, ...] = ()  # finished tool calls of the main agent
    helper_steps: tuple[Observation, ...] = ()  # tool calls and reports of subagents
    said: tuple[Observation, ...] = ()
    ended: bool = False  # the agent's turn end was seen
    read: dict[str, Any] = field(init=False, default_factory=dict, compare=False, repr=False)  # by root (work.py)

    @property
    def final(self) -> Observation | None:
        """The agent's last message of the turn."""
        return self.said[-1] if self.said else None


@value(frozen=True, slots=True)
class Session:
    """One agent's session, in order. `observations` holds what is left after doubled events were dropped."""

    key: str  # "<agent>-<session>"
    agent: str
    session: str
    operator: str
    observations: tuple[Observation, ...]
    turns: tuple[Turn, ...]
    compactions: tuple[Observation, ...]  # texts that the agent's program made: nobody's words
    todos: tuple[Observation, ...]  # the main agent's to-do calls, oldest first
    started: str
    last: str
    ended: bool
    has_content: bool
    parent: str = ""
    read: dict[str, Any] = field(init=False, default_factory=dict, compare=False, repr=False)  # what is told of it once

    @property
    def prompts(self) -> tuple[Observation, ...]:
        """What the person said, oldest first."""
        return tuple(turn.prompt for turn in self.turns if turn.prompt is not None)

    @property
    def steps(self) -> tuple[Observation, ...]:
        """Every finished tool call of the main agent, oldest first."""
        return tuple(step for turn in self.turns for step in turn.steps)


def seconds(ts: str) -> float:
    """A timestamp as seconds since 1970; 0.0 where it is none."""
    try:
        return datetime.fromisoformat(ts).timestamp()
    except (ValueError, OverflowError):
        return 0.0


def assemble(observations: Iterable[Observation]) -> Session:
    """One session's observations, in any order, as turns. An empty input gives a session without content."""
    ordered = apart(sorted(observations, key=lambda o: (o.segment, o.line)))
    if any("imported" in o.extra for o in ordered):  # read from a transcript, perhaps beside what hooks told
        ordered.sort(key=lambda o: o.ts)
    kept = _settled(_once(ordered))
    head = kept[0] if kept else Observation(id="", ts="", agent="", session="", event="")
    content = [o for o in kept if _is_content(o)]
    return Session(
        key=f"{head.agent}-{head.session}",
        agent=head.agent,
        session=head.session,
        operator=next((o.operator for o in kept if o.operator), ""),
        observations=tuple(kept),
        turns=_turns(kept),
        compactions=tuple(o for o in kept if o.event in ("pre-compact", "post-compact")),
        todos=tuple(o for o in kept if o.tool and o.tool.family == "todo" and not o.subagent),
        started=content[0].ts if content else head.ts,
        last=max((o.ts for o in kept), default=""),
        ended=_ended(kept),
        has_content=bool(content),
        parent=next((o.parent for o in kept if o.parent), ""),
    )


def apart(observations: Iterable[Observation]) -> list[Observation]:
    """The observations without those that are others over again: a segment, or lines of it, may have been copied."""
    first: dict[str, Observation] = {}
    return [o for o in observations if (seen := first.setdefault(o.id, o)) is o or not _is_copy(o, seen)]


def _is_copy(o: Observation, of: Observation) -> bool:
    return replace(o, segment=of.segment, line=of.line) == of


def _settled(kept: list[Observation]) -> list[Observation]:
    """The same, where the agent's own record told later how commands ended: by the id of their call."""
    told = {call: code for o in kept for call, code in _receipts(o)}
    if not told:
        return kept
    return [_ended_with(o, told[o.call]) if o.call in told else o for o in kept]


def _receipts(o: Observation) -> list[tuple[str, int]]:
    found = o.extra.get("receipts")
    pairs = found.items() if isinstance(found, dict) else ()
    return [(str(call), code) for call, code in pairs if isinstance(code, int) and not isinstance(code, bool)]


def _ended_with(o: Observation, code: int) -> Observation:
    """A command whose own event told nothing, with its exit."""
    if o.tool is None or o.tool.family != "shell" or o.tool.exit is not None or o.tool.ok is not None:
        return o
    event = "tool-end" if code == 0 else "tool-fail"
    return replace(o, event=event, tool=replace(o.tool, ok=code == 0, exit=code))


def _is_content(o: Observation) -> bool:
    return o.event in TOOL_EVENTS or o.event == "user-prompt"


def _ended(kept: Sequence[Observation]) -> bool:
    for o in reversed(kept):
        if o.event == "session-end":
            return True
        if _is_content(o) or o.event == "turn-end":
            return False
    return False


# -- one event counts once -------------------------------------------------------------------------------------------


def _once(ordered: Sequence[Observation]) -> list[Observation]:
    reader = _Reader()
    for o in ordered:
        if o.event == "user-prompt":
            reader.prompt(o)
        elif o.event in TOOL_EVENTS and o.tool is not None:
            reader.call(o)
        elif not _same_message(reader.kept, o):
            reader.kept.append(o)
    return reader.kept


class _Reader:
    """Takes observations in order and keeps each event once."""

    def __init__(self) -> None:
        self.kept: list[Observation] = []
        self.recent: list[int] = []  # places in kept of the tool calls since the last prompt
        self.cores: dict[int, tuple[str, str]] = {}  # by place: what the call does
        self.calls: dict[tuple[str, str], int] = {}  # place of each call id

    def prompt(self, o: Observation) -> None:
        plain = spoken(o.text)
        if not plain:
            self.kept.append(replace(o, event="scaffolding"))
        elif not _same_prompt(self.kept, said := o if plain == o.text else replace(o, text=plain)):
            self.kept.append(said)
            self.recent = []

    def call(self, o: Observation) -> None:
        core = _core(o)
        place = self._doubled(o, core)
        if place is None:
            place = len(self.kept)
            self.recent.append(place)
            self.kept.append(o)
            self.cores[place] = core
        else:
            self.kept[place] = _richer(self.kept[place], o)
            self.cores[place] = _core(self.kept[place])
        if o.call:
            self.calls[o.call, o.subagent] = place

    def _doubled(self, o: Observation, core: tuple[str, str]) -> int | None:
        if o.call and (o.call, o.subagent) in self.calls:
            return self.calls[o.call, o.subagent]
        for place in reversed(self.recent[-12:]):
            before = self.kept[place]
            if before.subagent == o.subagent and self.cores[place] == core and _same_call(before, o):
                return place
        return None


def _same_prompt(kept: Sequence[Observation], o: Observation) -> bool:
    for before in reversed(kept):
        if before.event == "user-prompt":
            return before.text == o.text and before.subagent == o.subagent
        if before.event in TOOL_EVENTS or before.event == "turn-end":
            return False
    return False


def _same_message(kept: Sequence[Observation], o: Observation) -> bool:
    if o.event not in ("turn-end", "subagent-end", "session-end", "post-compact"):
        return False
    for before in reversed(kept):
        if before.event == o.event and before.text == o.text and before.subagent == o.subagent:
            return True
        if _is_content(before) or before.event == "session-start":
            return False
    return False


def _same_call(a: Observation, b: Observation) -> bool:
    """Whether two calls that do the same are one."""
    if a.tool is None or b.tool is None:
        return False
    apart = abs(seconds(a.ts) - seconds(b.ts))
    if bool(a.call) != bool(b.call):  # afterShellExecution, afterFileEdit have no call id; postToolUse has one
        return apart <= _DOUBLE_SECONDS
    return not a.call and apart <= _REPEAT_SECONDS and _said_same(a.tool.output, b.tool.output)


def _said_same(a: str, b: str) -> bool:
    return not a or not b or a in b or b in a


def _core(o: Observation) -> tuple[str, str]:
    tool = o.tool
    if tool is None:
        return ("", "")
    if tool.family == "shell":
        return ("shell", str(tool.input.get("command", "")).strip())
    if tool.family in ("edit", "write"):
        return ("change", str(tool.input.get("path") or tool.input.get("patch") or ""))
    return (tool.family + ":" + tool.name, repr(sorted(tool.input.items(), key=lambda item: item[0])))


def _richer(a: Observation, b: Observation) -> Observation:
    first, second = (a, b) if _worth(a) >= _worth(b) else (b, a)
    if first.tool is None or second.tool is None:
        return first
    tool = first.tool
    if tool.ok is None and tool.exit is None:
        tool = replace(tool, ok=second.tool.ok, exit=second.tool.exit)
    if not tool.output:
        tool = replace(tool, output=second.tool.output)
    return replace(first, tool=tool, segment=a.segment, line=a.line)


def _worth(o: Observation) -> tuple[int, int, int]:
    tool = o.tool
    if tool is None:
        return (0, 0, 0)
    known = tool.ok is not None or tool.exit is not None
    body = sum(len(str(value)) for value in tool.input.values())
    return (int(known), body, len(tool.output))


# -- turns ------------------------------------------------------------------------------------------------------------


class _Open:
    """A turn while it is read."""

    def __init__(self, prompt: Observation | None) -> None:
        self.prompt = prompt
        self.steps: list[Observation] = []
        self.helpers: list[Observation] = []
        self.said: list[Observation] = []
        self.ended = False

    def closed(self, index: int) -> Turn:
        return Turn(index, self.prompt, tuple(self.steps), tuple(self.helpers), tuple(self.said), self.ended)

    @property
    def empty(self) -> bool:
        return not (self.prompt or self.steps or self.helpers or self.said)


def _turns(kept: Sequence[Observation]) -> tuple[Turn, ...]:
    turns: list[_Open] = [_Open(None)]
    for o in kept:
        if o.event == "user-prompt" and not o.subagent:
            turns.append(_Open(None if o.parent else o))
        elif (o.event == "scaffolding" and turns[-1].ended) or (o.event == "session-start" and o.via != "compact"):
            turns.append(_Open(None))
        else:
            _place(turns[-1], o)
    return tuple(turn.closed(n) for n, turn in enumerate(t for t in turns if not t.empty))


def _place(turn: _Open, o: Observation) -> None:
    if o.event in TOOL_EVENTS and o.tool is not None:
        (turn.helpers if o.subagent else turn.steps).append(o)
    elif o.event == "subagent-end" or (o.event == "turn-end" and o.subagent):
        turn.helpers.append(o)
    elif o.event == "turn-end":
        turn.ended = True
        if o.text.strip():
            turn.said.append(o)
