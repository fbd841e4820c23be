"""A session's raw text as it is indexed: first what was said, then what was done, each bounded."""

from __future__ import annotations

from collections.abc import Iterable

from memwiki.index.content import BORDER, spelled
from memwiki.records import Observation

_SAID = 60_000  # characters
_DONE = 40_000
_OUTPUT = 1_500  # of one tool's answer
_INPUT = 800
_SPEECH = frozenset({"user-prompt", "turn-end", "subagent-end", "note", "pre-compact", "post-compact"})


def raw_text(observations: Iterable[Observation]) -> str:
    """One line or more an observation: speech, then a border, then what tools were given and answered.

    Each day of speech begins with a line that names it, as questions do. Only speech gets vectors.
    """
    said: list[str] = []
    done: list[str] = []
    day = ""
    for observation in observations:
        if observation.event in _SPEECH and observation.text:
            if observation.ts[:10] != day:
                day = observation.ts[:10]
                said.append(spelled(day))
            said.append(observation.text)
        elif observation.tool is not None:
            given = " ".join(str(value) for value in observation.tool.input.values() if isinstance(value, str))
            done += [given[:_INPUT], observation.tool.output[:_OUTPUT]]
    parts = (
        "\n".join(part for part in held if part.strip()) for held in (_bounded(said, _SAID), _bounded(done, _DONE))
    )
    return BORDER.join(part.replace(BORDER, "\n") for part in parts)


def _bounded(parts: list[str], most: int) -> list[str]:
    """The parts, those in the middle left out where they are too many: a session's ends say most."""
    if sum(map(len, parts)) <= most:
        return parts
    head: list[str] = []
    tail: list[str] = []
    room = most
    front, back = 0, len(parts) - 1
    while front <= back and room > 0:
        head.append(parts[front][:room])
        room -= len(head[-1])
        front += 1
        if front <= back and room > 0:
            tail.append(parts[back][:room])
            room -= len(tail[-1])
            back -= 1
    return head + tail[::-1]
