"""What a session leaves: next steps, open questions, what is finished, what was done and learned."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from memwiki.compile import acts, asked, evidence
from memwiki.compile.items import SAME
from memwiki.compile.language import Sentence, fold, has_han, sentences
from memwiki.compile.left_cues import (
    ALL_LEFT,
    DONE_HEAD,
    HEADING,
    LEAVES,
    LEFT,
    NEXT,
    ON_PURPOSE,
    PROMISE,
    SHOWN,
    UNDONE,
    UNDONE_HEAD,
    WANTS_MORE,
)
from memwiki.compile.left_lines import add, add_each, listed, unmarked
from memwiki.compile.likeness import contained, dice, words
from memwiki.compile.proposals import favours, proposal
from memwiki.compile.prose import shortened
from memwiki.compile.put_off import names_nothing, put_off, reported
from memwiki.compile.quotation import own_words
from memwiki.compile.remembered import remembered
from memwiki.compile.session import Session, Turn
from memwiki.compile.speech import read
from memwiki.records import Item, Observation
from memwiki.regexes import regex
from memwiki.values import value

MOST, ALL = 20, 2_000
ANSWER = 3  # lines of an answer to a question


@value(frozen=True, slots=True)
class OpenItems:
    """Lines for the session page and the handoff, each with its evidence.

    At most 20 a list; but all of what was done and learned.
    """

    next_steps: tuple[Item, ...] = ()
    open_questions: tuple[Item, ...] = ()
    failed_attempts: tuple[Item, ...] = ()
    closed: tuple[Item, ...] = ()
    done: tuple[Item, ...] = ()
    learned: tuple[Item, ...] = ()


def items(session: Session) -> OpenItems:
    """Everything that the session's messages, prompts and last to-do list say of work done and left."""
    steps: list[Item] = []
    questions: list[Item] = []
    asked_in: dict[int, list[Item]] = {}  # by turn
    done: list[Item] = []
    closed: list[Item] = []
    learned: list[Item] = []
    failed: list[Item] = []
    for turn in session.turns:
        if turn.prompt is not None:
            steps = _carried_out(steps, turn)
            questions = []
            said_done = reported(turn)
            closed += said_done
            steps = [s for s in steps if not _finished(s, said_done)]
            steps += put_off(turn, _topic(session, turn, asked_in), bool(steps))
        if turn.final is not None:
            lines = _lines(turn.final, told=turn.prompt is not None and not turn.steps and _asks(turn.prompt))
            if _worked(turn):
                done += lines.done
            elif turn.prompt is not None and (turn.steps or proposal(turn.final.text) is None):
                told = (
                    [line for line in lines.done if not _NODS.match(line.text)]
                    if turn.steps or _asks(turn.prompt)
                    else []
                )
                learned += [replace(line, status="") for line in told[:ANSWER]]
            closed += lines.closed
            learned += lines.learned
            failed += lines.failed
            steps = [s for s in steps if not _finished(s, lines.done + lines.closed)] + lines.steps
            questions = asked_in[turn.index] = lines.questions
    pending, finished = _todo(session)
    closed = finished + closed
    steps = pending + [s for s in steps if not any(contained(words(s.text), words(c.text)) >= 80 for c in finished)]
    steps += _cut_short(session)
    over = _unlike(one for one in closed if one.status != "off")
    over += tuple(one for one in closed if one.status == "off")[:MOST]
    return OpenItems(
        _unlike(steps), _unlike(questions), _unlike(failed), over, _unlike(done, ALL), _unlike(learned, ALL)
    )


_NODS = regex(
    r"(?:sure|agreed|ok(?:ay)?|yes|right|understood|noted|got it|will do|i can'?t|i cannot|sorry)\b"
    r"|(?:好的?|明白|收到|同意)[,，。]?",
    re.IGNORECASE,
)
_ASKS_ZH = regex(r"哪|什么|啥|吗|怎么|为何|多少|几个|是不是|有没有|要不要|看一?下|查一?下")


def _asks(prompt: Observation) -> bool:
    """Whether a prompt wants to know something."""
    own = own_words(fold(prompt.text))
    return any(u.asked or u.act == "question" for u in read(prompt.text)) or _ASKS_ZH.search(own) is not None


def _worked(turn: Turn) -> bool:
    """Whether the turn did anything: an answer or a proposal is nothing done."""
    families = {step.tool.family for step in turn.steps if step.tool}
    if families & {"edit", "write"} or (not families and turn.helper_steps):
        return True
    return "shell" in families and turn.final is not None and proposal(turn.final.text) is None


def _unlike(found: Iterable[Item], most: int = MOST) -> tuple[Item, ...]:
    """Each thing once: the longer of two lines that say the same."""
    kept: list[Item] = []
    for item in found:
        if not item.text.strip():
            continue
        twin = next((n for n, known in enumerate(kept) if _alike(item.text, known.text)), None)
        if twin is None:
            kept.append(item)
        elif len(item.text) > len(kept[twin].text):
            kept[twin] = item
    return tuple(kept[:most])


def _alike(a: str, b: str) -> bool:
    """Whether one of two lines says nothing that the other does not; `part 1` and `part 2` differ."""
    if a == b:
        return True
    mine, theirs = words(a), words(b)
    if max(contained(mine, theirs), contained(theirs, mine)) < 85 and not (has_han(a) and dice(mine, theirs) >= SAME):
        return False
    return set(re.findall(r"\d+", a)) == set(re.findall(r"\d+", b))


# -- to-do lists -------------------------------------------------------------------------------------------------------


def _todo(session: Session) -> tuple[list[Item], list[Item]]:
    if not session.todos:
        return [], []
    last = session.todos[-1]
    listed = last.tool.input.get("todos") if last.tool else None
    pending: list[Item] = []
    finished: list[Item] = []
    for entry in listed if isinstance(listed, list) else []:
        if not isinstance(entry, dict):
            continue
        text = str(entry.get("content") or entry.get("text") or entry.get("step") or "").strip()
        state = str(entry.get("status") or "pending").lower()
        if text:
            over = state in ("completed", "done", "complete", "cancelled")
            (finished if over else pending).append(Item(text, (evidence.of(last, text),), "done" if over else "open"))
    return pending, finished


# -- the agent's final messages ---------------------------------------------------------------------------------------

_ITEM = regex(r"^\s*(?:[-*+•·]|\(?\d{1,2}[.)、)])\s+(?:\[(?P<box>[ xX])\]\s*)?(?P<rest>.+)$")


def _bare(said: str) -> bool:
    """`I left it alone`: nothing done, and nothing named."""
    return ON_PURPOSE.search(said) is not None and len(words(said)) < 4


# Points (acts.py) by which work left must lead all other acts to be heard without a cue, and by how many it must be
# behind to be no work left in spite of one. On eval/acts the cues alone find two of five.
_CLEARLY = 120
_HARDLY = -120


@remembered(1_024)
def _left(said: str) -> bool:
    """Whether a sentence tells of work that is left to do."""
    lead = acts.margin(acts.agent(said), "left")
    cued = LEFT.search(said) is not None or UNDONE.search(said) is not None
    if (
        SHOWN.search(said)
        or PROMISE.match(said)
        or (not cued and _CAUSE.search(said))
        or lead < (_HARDLY if cued else _CLEARLY)
    ):
        return False
    return ON_PURPOSE.search(said) is None or WANTS_MORE.search(ON_PURPOSE.sub("", said)) is not None


_CAUSE = regex(
    r"\broot cause\b|\bthe (?:cause|reason|culprit|trap|catch|problem|issue|trick|bug|"
    r"key) (?:here )?(?:was|is|were|here)\b|\b(?:because|caused by|due to|turns out|it turned out|"
    r"since (?!\d)|the trap here|hence)\b|根因|原因(?:是|找到|:|:|在)|因为|由于|是由|导致|问题(?:出在|"
    r"在于|是)|坑(?:是|在)",
    re.IGNORECASE,
)
_TRIED = regex(
    r"\b(?:tried|attempted)\b.{0,80}\b(?:but|did(?:n'?t| not)|fail|no (?:luck|effect)|work)|"
    r"\bdid(?:n'?t| not) (?:work|help|fix)|\bwas not enough\b|\bonly hides\b|"
    r"没(?:有)?(?:起作用|成功|生效|解决|跑通|搞定)|试(?:了|过).{0,40}(?:不行|没用|失败|没有效果|不起作用)|没有用|不管用",
    re.IGNORECASE,
)
_ASK = regex(r"[?？]\s*$|\byour call\b|你(?:定|决定)", re.IGNORECASE)


@value(frozen=True, slots=True)
class _Lines:
    steps: list[Item]
    questions: list[Item]
    done: list[Item]
    closed: list[Item]
    learned: list[Item]
    failed: list[Item]


def _lines(final: Observation, told: bool = False) -> _Lines:
    """One final message, sorted by what its lines are; `told`: it answers a question, and nothing was done."""
    found = _Lines([], [], [], [], [], [])
    mode, rested = "", False
    for line in own_words(fold(final.text)).split("\n"):
        text = unmarked(line)
        if not text:
            continue
        item = _ITEM.match(line)
        body = unmarked(item["rest"]) if item else text
        if item and (item["box"] or "").strip():
            add(found.closed, body, final, "done")
            continue
        if head := HEADING.match(body):
            rest = head["rest"].strip()
            asks = _ASK_HEAD.search(head["head"]) is not None
            mode = mode if item else "questions" if asks else "steps"
            rested = _all(head["head"])
            if rest:
                _split_steps(found, rest, final, asks, rested)
            continue
        if head := DONE_HEAD.match(body):
            mode = mode if item else "done"
            if rest := head["rest"].strip():
                add(found.closed, rest, final, "done")
                add(found.done, rest, final, "done")
            continue
        if mode in ("steps", "questions") and item:
            _step(found, body, final, mode == "questions" or _ASK.search(body) is not None, rested)
            continue
        if not item:
            mode = ""
        _sort(found, body, final, item is not None, told)
    return found


_ASK_HEAD = regex(r"question|疑问|待确认", re.IGNORECASE)


def _all(head: str, rest: str = "") -> bool:
    """Whether a heading says that what follows is all that is left."""
    return ALL_LEFT.search(head.removesuffix(rest)) is not None


def _step(found: _Lines, text: str, final: Observation, asks: bool, rested: bool = False) -> None:
    """A line under a heading of open things: a question, or a step."""
    if asks:
        _ask(found, text, final)
    else:
        add(found.steps, text, final, "open", rested)


def _split_steps(found: _Lines, rest: str, final: Observation, asks: bool, rested: bool) -> None:
    """`the redirect map, and the key. Also found 6 anchors; not touched.`: each sentence is a step or its own line."""
    said = _joined(sentences(rest))
    for n, sentence in enumerate(said):
        if n == 0 or _left(sentence.text):
            asked_now = asks or sentence.asked or _ASK.search(sentence.text) is not None
            for part in [sentence.text] if asked_now else listed(sentence.text):
                _step(found, part, final, asked_now, rested)
        elif sentence.asked or _ASK.search(sentence.text):
            _ask(found, sentence.text, final)
        else:
            _sort(found, sentence.text, final, False)


def _sort(found: _Lines, text: str, final: Observation, item: bool, told: bool = False) -> None:
    before = ""
    for sentence in _joined(sentences(text)):
        said, context = sentence.text, before
        before = said
        if said.endswith((":", ":")) or _WAITS.match(said):
            continue
        if sentence.asked or _ASK.search(said):
            unclear = _MEANS_IT.search(said) is not None or len(words(said)) < 2
            _ask(found, f"{context}. {said}" if context and unclear else said, final)
        elif rest := LEAVES.match(said) or UNDONE_HEAD.match(said):
            add_each(found.steps, rest["rest"], final, LEAVES.match(said) is not None or _all(said, rest["rest"]))
        elif head := HEADING.match(said):
            add_each(found.steps, head["rest"], final, _all(head["head"]))
        elif NEXT.match(said):
            add(found.steps, NEXT.sub("", said), final, "open")
        elif _left(said) and not (told and _WOULD.search(said)):
            add(found.steps, _with(context, said), final, "open", _ONLY.match(said) is not None)
        elif _TRIED.search(said) and not re.match(r"root cause|根因|原因", said, re.IGNORECASE):
            add(found.failed, said, final, "")
            if _CAUSE.search(said):
                add(found.learned, said, final, "")
        elif _CAUSE.search(said):
            add(found.learned, said, final, "")
        elif (len(said) > 12 or item) and not favours(said) and not _bare(said):
            add(found.done, said, final, "done")


def _with(context: str, said: str) -> str:
    """`No tests yet` with the sentence that tells of what; nothing where neither does."""
    if not names_nothing(said) and len(words(said)) > 1:
        return said
    return f"{context} – {said}" if context and not names_nothing(context) else ""


# What an answer to a question says of an idea: `Grover needs a headless Chrome`, `you would need a gateway`.
_WOULD = regex(
    r"\bneeds? (?:a|an|to)\b|\bwould\b|\b(?:someone|somebody|you|one|we) (?:still )?(?:has|have|need)s? to\b"
    r"|\bcan(?:not| not|'?t) (?:tell|say|judge|know)\b|需要",
    re.IGNORECASE,
)
# The next prompt is the answer that this waits for.
_WAITS = regex(
    r"(?:i'?m |i am )?(?:waiting|standing by) for (?:your|you|an?) (?:ok\b|okay|go\b|go-ahead|answer|reply|call"
    r"|decision|word|confirmation)|等你(?:点头|确认|拍板|一句话|定)[。.!！]?$",
    re.IGNORECASE,
)

# `Only the squat curves are still missing`: that is all.
_ONLY = regex(r"(?:so |now |and )*only\b|(?:现在|目前|就|只)+(?:剩|差|缺|还)", re.IGNORECASE)

# A question that only its sentence before makes clear: `shall I map both names?`
_MEANS_IT = regex(
    r"\b(?:it|them|that|this|these|those|both|either|the (?:two|same|other|rest|first|second))\b|这|那|它|两个|都|一起",
    re.IGNORECASE,
)
_POINTS_BACK = regex(
    r"^(?:not (?:touched|done|tested|covered|included)|(?:i )?(?:have )?(?:left|leave|kept) (?:it|that|"
    r"them|those)|i (?:can'?t|cannot|could not|couldn'?t) do (?:that|it|this)|(?:that|it|they|those|"
    r"these|this) (?:is|are|was|were|still)?)\b",
    re.IGNORECASE,
)


def _joined(said: Sequence[Sentence]) -> list[Sentence]:
    """`6 anchors are broken; not touched`: what only points back stays with what it points at."""
    whole: list[Sentence] = []
    for sentence in said:
        if whole and len(sentence.text) < 60 and _POINTS_BACK.match(sentence.text) and LEFT.search(sentence.text):
            whole[-1] = replace(whole[-1], text=f"{whole[-1].text}; {sentence.text}")
        else:
            whole.append(sentence)
    return whole


def _ask(found: _Lines, text: str, final: Observation) -> None:
    if len(text) > 8 and not re.fullmatch(r"your call\W*", text, re.IGNORECASE):
        add(found.questions, text.rstrip("? ") + "?", final, "open")


# -- the person's words -----------------------------------------------------------------------------------------------


def _topic(session: Session, turn: Turn, asked_in: Mapping[int, Sequence[Item]]) -> str:
    """What a bare reply is about: what the agent asked just before it, or the person's order before it."""
    before = [t for t in session.turns[: turn.index] if t.prompt is not None]
    if not before:
        return ""
    if asked_now := asked_in.get(before[-1].index):
        return shortened(asked_now[-1].text, 120).rstrip("?？。. ")
    prompt = before[-1].prompt
    if prompt is None or _WONDERS.search(prompt.text) or not any(u.act in _WANTS for u in read(prompt.text)):
        return ""
    return shortened(asked.request(prompt.text), 120).rstrip("?？。. ")


_WANTS = ("task", "question")
_WONDERS = regex(
    r"\b(?:would|could|curious|wonder\w*|some ?day|one day|what if)\b|要是|如果|假如|好奇|将来", re.IGNORECASE
)


def _cut_short(session: Session) -> list[Item]:
    """What the last prompt asked for, where the session stopped before the agent's turn came to its end."""
    last = session.turns[-1] if session.turns else None
    if last is None or last.prompt is None or last.ended or last.said or not asked.substantive(last.prompt.text):
        return []
    if not any(turn.ended for turn in session.turns):
        return []  # the goal itself, or an agent that never tells where its turns end
    found: list[Item] = []
    if read(last.prompt.text)[:1] and all(u.act in ("task", "note") for u in read(last.prompt.text)):
        add(found, asked.request(last.prompt.text), last.prompt, "open")
    return found


_GO_ON = regex(
    r"^(?:(?:ok|yes|yep|sure|please|good|great|k|,|\s)+)?(?:go on|continue|go ahead|proceed|next|do it|"
    r"keep going|carry on|yes|ok|sure)\W*$|^(?:继续|接着(?:做|来|改)?|下一步|好的?,?继续|"
    r"可以,?继续)\W*$",
    re.IGNORECASE,
)


def _carried_out(steps: list[Item], turn: Turn) -> list[Item]:
    """Steps named before that this turn takes up: "go on" takes the agent's own next step."""
    if turn.prompt is None or not steps or not turn.final:
        return steps
    if _GO_ON.match(turn.prompt.text.strip()):
        return steps[:-1]
    said = words(own_words(turn.prompt.text))
    worked = any(s.tool and s.tool.family in ("edit", "write", "shell") for s in turn.steps)
    return [s for s in steps if not (worked and contained(words(s.text), said) >= 60)]


def _finished(step: Item, done: list[Item]) -> bool:
    """Whether a later line says that the step was done: most of the step's words stand in it."""
    mine = words(step.text)
    if any(d.status == "off" and words(d.text) and words(d.text) <= mine for d in done):
        return True
    return len(mine) >= 2 and any(contained(mine, words(d.text)) >= 67 for d in done)
