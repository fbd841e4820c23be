"""Where a session stopped: what was asked last, the agent's last words beside its lists, what no commit holds yet."""

from __future__ import annotations

from collections.abc import Sequence

from memwiki.compile import asked, evidence
from memwiki.compile.changes import root_of
from memwiki.compile.language import fold, sentences
from memwiki.compile.likeness import contained, words
from memwiki.compile.prose import shortened
from memwiki.compile.quotation import Heard, own_words, unquoted
from memwiki.compile.session import Session
from memwiki.compile.work import own_steps
from memwiki.records import FileChange, Item

UNANSWERED = "unanswered"
SAID = "said"
_LAST_WORDS = 3  # sentences
_ECHOED = 3  # turns whose tools' outputs an agent may echo in its last message
_OWN = ("edit", "write", "todo")
_SENTENCE = 240
_ASKED = 300


def stopped(session: Session, goal: Item | None, told: Sequence[Item]) -> tuple[Item, ...]:
    """The last request where it is not the goal (status `unanswered` where no answer came), then the agent's last
    words (status `said`): what of its last message none of the items `told` says already."""
    found: list[Item] = []
    last = next((turn for turn in reversed(session.turns) if turn.prompt is not None), None)
    if last is not None and last.prompt is not None:
        answered = last.ended
        text = shortened(asked.shown(last.prompt.text), _ASKED)
        is_goal = goal is not None and any(one.observation == last.prompt.id for one in goal.evidence)
        if text and not (answered and is_goal):
            state = "" if answered else UNANSWERED
            found.append(Item(text, (evidence.of(last.prompt, last.prompt.text),), state))
    return (*found, *_last_words(session, told))


def _last_words(session: Session, told: Sequence[Item]) -> list[Item]:
    final = next((turn.final for turn in reversed(session.turns) if turn.final is not None and turn.final.text), None)
    if final is None:
        return []
    known = [words(item.text) for item in told]
    heard = Heard()
    for turn in session.turns[-_ECHOED:]:
        heard.hear(s.tool.output for s in (*turn.steps, *turn.helper_steps) if s.tool and s.tool.family not in _OWN)
    found: list[Item] = []
    for sentence in sentences(unquoted(own_words(fold(final.text[:4000])))):
        mine = words(sentence.text)
        if len(mine) < 3 or sentence.asked or any(contained(mine, other) >= 60 for other in known):
            continue
        if heard.repeats(sentence.text, short=True):  # a tool's words in the agent's mouth
            continue
        found.append(Item(shortened(sentence.text, _SENTENCE), (evidence.of(final, sentence.text),), SAID))
        known.append(mine)
    return found[-_LAST_WORDS:]


def uncommitted(session: Session, changed: Sequence[FileChange], commits: Sequence[Item]) -> tuple[str, ...]:
    """The changed files that no commit of the session came after, as far as git confirmed one."""
    paths = [one.path for one in changed if one.path]
    committed = {one.observation for item in commits for one in item.evidence}
    at = max((number for number, step in enumerate(session.steps) if step.id in committed), default=-1)
    if at < 0:
        return tuple(paths)
    root = root_of(session)
    later = {one.path for step in own_steps(session, root)[at + 1 :] for one in step.touched}
    return tuple(path for path in paths if path in later)
