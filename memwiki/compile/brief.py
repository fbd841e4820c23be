"""What a language model is asked about one session: fixed instructions, and the session's words as fenced data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from memwiki import resources
from memwiki.compile.prose import clean, shortened
from memwiki.compile.session import Session, Turn
from memwiki.compile.symptoms import error_line
from memwiki.records import Claim, Observation, Tool
from memwiki.values import value

_MESSAGE, _OUTPUT = 2400, 600  # characters of a prompt or message, of what a command printed
_MOST_OUTPUTS = 12
_MOST_KNOWN = 30
_BYTES_A_TOKEN = 3  # a careful guess: English has four or five, Chinese three
_OPEN, _CLOSE = "<record>", "</record>"


@value(frozen=True, slots=True)
class Brief:
    """One question to a model. `shown` tells which observation stands behind each id of the question."""

    system: str
    user: str
    shown: Mapping[str, Observation]

    @property
    def tokens(self) -> int:
        """How many tokens it takes, guessed upwards."""
        return tokens(self.system) + tokens(self.user)

    @property
    def digest(self) -> str:
        """A name for what is asked: equal where it is equal."""
        return hashlib.sha256(f"{self.system}\0{self.user}".encode("utf-8", "replace")).hexdigest()[:16]


@value(frozen=True, slots=True)
class _Entry:
    rank: int  # 0 is what matters most
    place: int
    speaker: str
    text: str
    seen: Observation


def tokens(text: str) -> int:
    """About how many tokens a text takes; rather too many than too few."""
    return len(text.encode("utf-8", "replace")) // _BYTES_A_TOKEN + 1


def brief(session: Session, known: Sequence[Claim], most: int) -> Brief | None:
    """The question about a session, of at most `most` tokens; None where nobody said anything, or nothing fits.

    A person's words come first, then the agent's last messages, then failed commands; the newest of each first.
    """
    system = resources.text("templates/model/instructions.md").strip()
    entries = list(_entries(session))
    told = [{"kind": claim.kind, "title": shortened(claim.title, 100)} for claim in known[:_MOST_KNOWN]]
    left = most - tokens(system) - tokens(_document([], told)) - 8
    kept = sorted(_fitting(entries, left), key=lambda entry: entry.place)
    if not any(entry.speaker == "person" for entry in kept):
        return None
    named = {f"o{number}": entry for number, entry in enumerate(kept, 1)}
    lines = [_line(name, entry) for name, entry in named.items()]
    return Brief(system, _document(lines, told), {name: entry.seen for name, entry in named.items()})


def text_of(seen: Observation) -> str:
    """The words of an observation, as they are shown and quoted: a message, or a command and what it printed."""
    if seen.tool is None:
        return seen.text
    command = str(seen.tool.input.get("command", "") or seen.tool.name)
    return f"$ {command}\n{seen.tool.output}"


def _entries(session: Session) -> Iterator[_Entry]:
    place = 0
    outputs = 0
    for turn in reversed(session.turns):
        for rank, speaker, seen in _of_turn(turn):
            outputs += rank == 2
            if rank < 2 or outputs <= _MOST_OUTPUTS:
                place -= 1
                text = clean(text_of(seen)).strip()
                yield _Entry(rank, place, speaker, _cut(text, _OUTPUT if rank == 2 else _MESSAGE), seen)


def _of_turn(turn: Turn) -> Iterator[tuple[int, str, Observation]]:
    """What of a turn is shown, last first."""
    if turn.final is not None and turn.final.text.strip():
        yield 1, "agent", turn.final
    for step in reversed(turn.steps):
        tool = step.tool
        if tool and tool.family == "shell" and _failed(tool):
            yield 2, "tool", step
    if turn.prompt is not None and turn.prompt.text.strip():
        yield 0, "person", turn.prompt


def _failed(tool: Tool) -> bool:
    """Whether the command failed; of an agent that does not say, whether its output names an error."""
    if tool.ok is None and tool.exit is None:
        return bool(error_line(tool.output))
    return tool.ok is False or bool(tool.exit)


def _cut(text: str, most: int) -> str:
    """Head and tail of what is too long."""
    if len(text) <= most:
        return text
    return f"{text[: most * 2 // 3].rstrip()}\n[…]\n{text[-most // 3 :].lstrip()}"


def _fitting(entries: Sequence[_Entry], left: int) -> Iterator[_Entry]:
    for entry in sorted(entries, key=lambda one: (one.rank, -one.place)):
        cost = tokens(_line("o9999", entry)) + 1
        if cost <= left:
            left -= cost
            yield entry


def _line(name: str, entry: _Entry) -> str:
    return _json({"id": name, "from": entry.speaker, "text": entry.text})


def _document(lines: Iterable[str], known: Sequence[Mapping[str, Any]]) -> str:
    body = ",\n".join(lines)
    return f'{_OPEN}\n{{"known": {_json(known)},\n"entries": [\n{body}\n]}}\n{_CLOSE}'


def _json(value: Any) -> str:
    """JSON in which no text can end the fence: angle brackets are escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e")
