"""A session's turns with what lay open before each prompt, and the prompt's sentences as they are read there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from memwiki.compile.borne import borne_out
from memwiki.compile.offers import Open, opened, wants_fact
from memwiki.compile.proposals import Proposal, proposal
from memwiki.compile.replies import After
from memwiki.compile.session import Session, Turn
from memwiki.compile.speech import ASKS, read
from memwiki.compile.surroundings import Surroundings, surroundings
from memwiki.compile.utterances import Utterance
from memwiki.values import value

_WORK = ("edit", "write", "shell")


@value(frozen=True, slots=True)
class Exchange:
    """A turn: `heard` are its prompt's sentences, `said` the same once the work has borne them out."""

    turn: Turn
    open: Open | None
    pending: Proposal | None
    heard: tuple[Utterance, ...]
    said: tuple[Utterance, ...]
    around: Surroundings
    after: After


def exchanges(session: Session) -> Iterator[Exchange]:
    """The turns in order; those without a prompt have no sentences."""
    pending: Proposal | None = None
    lies: Open | None = None
    for turn in session.turns:
        heard: tuple[Utterance, ...] = ()
        said = heard
        if turn.prompt is not None:
            heard = read(turn.prompt.text, pending is not None or _asks_choice(session, turn))
            heard = _fact_given(heard, last_said(session, turn))
            said = borne_out(heard, turn, lies is not None and bool(lies.asks or lies.alternatives))
        works = any(step.tool and step.tool.family in _WORK for step in turn.steps)
        after = After(works, turn.final.text if turn.final else "")
        yield Exchange(turn, lies, pending, heard, said, surroundings(session, turn), after)
        if turn.prompt is not None:
            pending = None
        if turn.final is not None and turn is not session.turns[-1]:  # of the last turn nobody asks what lies open
            pending = proposal(turn.final.text)
            lies = opened(turn, pending, lies)


def _asks_choice(session: Session, turn: Turn) -> bool:
    """Whether the agent's last message before this prompt ends in a question, and not in one for a mere fact."""
    finals = [t.final for t in session.turns[: turn.index] if t.final is not None][-1:]
    return bool(finals) and ASKS.search(finals[0].text[-200:]) is not None and not wants_fact(finals[0].text)


def _fact_given(said: tuple[Utterance, ...], last: tuple[str, ...]) -> tuple[Utterance, ...]:
    """The answer to a question for a fact (`do you have a staging system?`) only tells it."""
    if not said or not last or not wants_fact(last[-1]):
        return said
    return tuple(replace(u, act="note", weight=0) if u.heard and u.act == "choice" else u for u in said[:2]) + said[2:]


def last_said(session: Session, turn: Turn) -> tuple[str, ...]:
    """What the person said last, newest first, then the agent's last messages."""
    last = session.turns[max(0, turn.index - 2) : turn.index]
    prompts = [t.prompt.text for t in reversed(last) if t.prompt]
    return (*prompts, *(t.final.text for t in reversed(last) if t.final))
