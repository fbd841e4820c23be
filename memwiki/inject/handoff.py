"""What one session leaves to the next: made from its facts, told in one bounded block."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import timedelta

from memwiki.compile.items import same
from memwiki.compile.knowledge import OpenItem
from memwiki.compile.labels import labels
from memwiki.compile.likeness import contained, words
from memwiki.compile.prose import clean, shortened
from memwiki.compile.stopped import SAID, UNANSWERED
from memwiki.compile.strength import instant
from memwiki.compile.wording import listed
from memwiki.inject.blocks import BYTES, TOKENS, List, fitting, language, written
from memwiki.inject.matters import matters, without
from memwiki.inject.quoting import attribute, quoted
from memwiki.inject.standing import LINE, Standing, one_line, standing
from memwiki.records import Handoff, Item, Page, SessionFacts

_ITEMS = 20  # of each list
_OPEN = 40  # of open items, those of earlier sessions included
_SUMMARY = 3000  # characters of goal and done
_ITEM = 600
_LEARNED = 6  # findings that a block names
_GOING_ON = words(
    "continue proceed resume next step steps left open start now 继续 接着做下一步 下一步 还有什么没做 剩下的"
)
_REPEATED = 80  # of a text's words: another of the block's items says it


def handoff_of(
    facts: SessionFacts,
    open_items: Iterable[OpenItem] = (),
    *,
    project: str = "",
    expires_days: int = 14,
    taken_over: str = "",
) -> Handoff | None:
    """The automatic handoff of a session that closed; None for one without content.

    `open_items` are the project's: those of earlier sessions stand behind the session's own. `taken_over` is the goal
    that was handed to the session: it is the goal still, where the session was only told to go on.
    """
    if not facts.has_content:
        return None
    others = [item for item in open_items if item.open and item.session != facts.key]
    steps = _texts(facts.next_steps, (i.text for i in others if i.kind == "step"))
    questions = _texts(facts.open_questions, (i.text for i in others if i.kind == "question"))
    goal = shortened(_goal(facts, taken_over), _ITEM)
    files = tuple(dict.fromkeys(clean(change.path)[:512] for change in facts.changes if change.path))[:_ITEMS]
    done = _within((item.text for item in facts.done), _SUMMARY - len(goal))
    test = next((run for run in reversed(facts.commands) if run.test), None)
    return Handoff(
        id=f"handoff-{hashlib.sha256(f'{facts.key} {facts.last}'.encode('utf-8', 'replace')).hexdigest()[:12]}",
        kind="auto",
        project=project,
        from_agent=facts.agent,
        from_session=facts.session,
        operator=facts.operator,
        created=facts.last,
        expires=later(facts.last, expires_days),
        goal=goal,
        done=done,
        next_steps=steps,
        open_questions=questions,
        failed_attempts=_texts(facts.failed_attempts),
        files=files,
        last_test=(shortened(test.command, 300), test.ok) if test else None,
        cwd=facts.cwd,
        branch=facts.branch,
        stopped=tuple(_stop(item, facts.lang) for item in facts.stopped),
        uncommitted=tuple(path for path in files if path in set(facts.uncommitted)),
        learned=_texts(facts.learned)[:_ITEMS],
    )


def _goal(facts: SessionFacts, taken_over: str) -> str:
    """What the session was about: its first request that says more than to go on, else what was handed to it."""
    told = facts.goal.text if facts.goal else facts.title
    if not words(told) <= _GOING_ON:
        return told
    others = (request.text for request in facts.requests if not words(request.text) <= _GOING_ON)
    return next(others, taken_over or told)


def _stop(item: Item, lang: str) -> str:
    """The last request or the agent's last words, with who said them."""
    form = {UNANSWERED: "not_answered", SAID: "said_last"}.get(item.status, "asked_last")
    return labels(lang)[form].format(text=shortened(item.text, _ITEM))


def later(at: str, days: int) -> str:
    """The instant so many days later, in the same form; "" where the text is no instant."""
    found = instant(at)
    if found is None:
        return ""
    return (found + timedelta(days=days)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _texts(own: Sequence[Item], older: Iterable[str] = ()) -> tuple[str, ...]:
    """The open texts, own first and then the newest, each once even in other words, at most 40."""
    out: list[str] = []
    for text in (*(item.text for item in own if item.status != "done"), *reversed(list(older))):
        if len(out) == _OPEN:
            break
        short = shortened(text, _ITEM)
        if short and not any(same(short, known) for known in out):
            out.append(short)
    return tuple(out)


def _within(texts: Iterable[str], room: int) -> tuple[str, ...]:
    """The newest texts that fit in so many characters, in order."""
    out: list[str] = []
    for text in reversed([shortened(text, _ITEM) for text in texts]):
        if not text or len(out) >= _ITEMS or len(text) > room:
            continue
        room -= len(text)
        out.append(text)
    return tuple(reversed(out))


def render(handoff: Handoff, pages: Iterable[Page] = (), *, max_bytes: int = BYTES, max_tokens: int = TOKENS) -> str:
    """The block for the next session's context: at most `max_bytes` bytes and `max_tokens` tokens by estimate.

    `pages` are the wiki's: those that matter now, its standing preferences and latest decisions are named. Whole items
    are cut, least important first. The same input gives the same bytes.
    """
    all_pages = list(pages)
    now = matters(handoff, all_pages)
    lists = _lists(handoff, standing(without(all_pages, now)), [one_line(page) for page in now])
    lang = language(" ".join((handoff.goal, *handoff.next_steps, *handoff.done)))

    def write(held: object) -> str:
        return written(
            "handoff.md.j2",
            lang,
            id=attribute(handoff.id),
            giver=attribute(handoff.from_agent),
            project=attribute(handoff.project),
            at=attribute(handoff.created[:16]),
            kind=handoff.kind,
            branch=quoted(handoff.branch, 120),
            test=(quoted(handoff.last_test[0], 200), handoff.last_test[1]) if handoff.last_test else None,
            held=held,
        )

    return fitting(lists, write, min(max_bytes, BYTES), min(max_tokens, TOKENS))


def _lists(handoff: Handoff, known: Standing, now: Iterable[str]) -> list[List]:
    """What the block may hold, each thing once; what is open is cut last."""

    def told(texts: Iterable[str], most: int = _ITEM) -> tuple[str, ...]:
        return tuple(line for text in texts if (line := quoted(text, most)))

    def items(texts: Iterable[str]) -> tuple[str, ...]:
        return told(listed(text) for text in texts)

    open_ = (*handoff.next_steps, *handoff.open_questions, *handoff.failed_attempts)
    stopped = _others(handoff.stopped, open_, _REPEATED - 10)  # it says besides who said it
    learned = _others(handoff.learned, (*open_, *stopped, *handoff.done))
    return [
        List("goal", told((handoff.goal,)), 90, least=1),
        List("next_steps", items(handoff.next_steps), 80, least=12),
        List("open_questions", items(handoff.open_questions), 70, least=4),
        List("failed_attempts", items(handoff.failed_attempts), 60, least=3),
        List("stopped", items(stopped), 65, least=1),
        List("pages", told(now, LINE), 55, least=2),
        List("learned", items(learned[-_LEARNED:]), 35, cut="front"),
        List("done", items(handoff.done), 50, least=3, cut="front"),
        List("preferences", told(known.preferences, LINE), 45, least=3),
        List("decisions", told(known.decisions, LINE), 40, least=3),
        List("uncommitted", told(handoff.uncommitted, 200), 32, least=5),
        List("files", told((path for path in handoff.files if path not in handoff.uncommitted), 200), 30, least=5),
    ]


def _others(texts: Sequence[str], known: Iterable[str], repeated: int = _REPEATED) -> tuple[str, ...]:
    """The texts that say something that the known ones do not."""
    heard = [words(text) for text in known]
    return tuple(text for text in texts if not any(contained(words(text), other) >= repeated for other in heard))
