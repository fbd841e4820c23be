"""What a reply takes of what lies open (offers.py): an option by name or label, a proposal, a yes or no with reasons.

Evidence is added up in whole numbers (WEIGHTS); TAKEN says how much it takes. A step of work that is waved through
("shall I run the tests?" – "ok") is no decision: offers.py leaves such questions out, and a bare word of agreement
needs work that carries it out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memwiki.compile import acts, cues
from memwiki.compile.language import clauses, has_han
from memwiki.compile.likeness import words
from memwiki.compile.offers import Open, my_work
from memwiki.compile.options import SPLIT, as_offered, by_place, replied, sentence_of, stands
from memwiki.compile.orders import first_verb
from memwiki.compile.picks import Option
from memwiki.compile.proposals import answer
from memwiki.compile.utterances import Utterance
from memwiki.compile.words_en import TASK_VERBS
from memwiki.regexes import regex
from memwiki.values import value

# What speaks for a decision in a reply, in points.
WEIGHTS = {
    "alternatives": 3,  # the agent named several
    "asks": 3,  # the agent closed with a question about how something is to be
    "advice": 3,  # the person had asked for advice
    "weighs": 2,  # the agent said what could or would be
    "accepts": 2,  # words of agreement
    "hears": 1,  # counted phrases hear a choice or agreement
    "reasons": 1,  # the reply says why, or what is to be different
    "works": 1,  # the turn goes on with work
    "reported": 1,  # the agent's next message names what was taken
    "weak": -2,  # `ok`, `great`: politeness as often as agreement
    "worked": -3,  # the work was done before anybody was asked
}
TAKEN = 6
NAMED = 5  # with an option's name nothing else can be meant


@value(frozen=True, slots=True)
class Taken:
    """What holds: option, the sentences of the reply that speak of it, and the first one that does not."""

    options: tuple[Option, ...]
    refused: tuple[str, ...]
    spoken: tuple[Utterance, ...]
    rest: int
    form: str  # named | offered | labelled | proposed | accepted | chosen | countered | yes | no


@value(frozen=True, slots=True)
class After:
    """What came after the reply: whether work was done, and the agent's next words."""

    works: bool
    told: str


def taken(open_: Open, prompt: str, said: Sequence[Utterance], after: After) -> Taken | None:
    """What the reply takes, or None."""
    own = said[:4]
    if not own:
        return None
    reply = answer(open_.offered, prompt) if open_.offered else None
    if found := _labels(open_, own) or _by_place(open_, own) or _approved(open_, own):
        return found
    if reply is not None and reply.verdict == "taken" and reply.option is not None:
        return _proposed(open_, reply.option, own)
    if (own[0].asked and not _NOD.search(own[0].text)) or own[0].act in ("maybe", "hearsay"):
        return None
    if found := _named(open_, own, after) or _yes_or_no(open_, own, after):
        return found
    if found := _countered(open_, own, after):
        return found
    return None if reply is not None and reply.verdict == "refused" else _accepted(open_, own, after)


def _countered(open_: Open, said: Sequence[Utterance], after: After) -> Taken | None:
    """`no, not in the browser. users get an upload endpoint`: what is to be instead, where the work makes it so."""
    first = said[0].raw
    lang = "zh" if has_han(first) else "en"
    turned_down = [open_.chosen] if open_.chosen else [o.name for o in open_.offered.options] if open_.offered else []
    if not (turned_down and after.works and cues.REFUSE[lang].search(first)):
        return None
    for n, u in enumerate(said[1:3], 1):
        mine = words(u.raw)
        if u.asked or u.act == "maybe" or len(mine) < 3 or first_verb(u.text) in TASK_VERBS:
            break
        if len(mine & words(after.told)) >= 2:
            spoken, rest = _spoken(open_, said, 0, n + 1)
            return Taken((Option("", u.raw, ""),), tuple(turned_down), spoken, rest, "countered")
    return None


def _proposed(open_: Open, option: Option, said: Sequence[Utterance]) -> Taken:
    """A proposal taken in a form that proposals.py knows."""
    assert open_.offered is not None
    spoken, rest = _spoken(open_, said, 0, 1)
    others = tuple(o.name if len(o.name) >= 4 else o.text for o in open_.offered.options if o is not option)
    return Taken((option,), others, spoken, rest, "proposed")


def _points(open_: Open, after: After, **more: bool) -> int:
    holds = {
        "alternatives": open_.alternatives,
        "asks": bool(open_.asks),
        "advice": open_.advice,
        "weighs": open_.weighs,
        "worked": open_.worked,
        "works": after.works,
    } | more
    return sum(WEIGHTS[name] for name, true in holds.items() if true)


# -- by label ---------------------------------------------------------------------------------------------------------

_ONE = (
    r"(?:(?:option|variant|plan|nr|number|no)\.? ?#?|第|方案|选项|选|就|用|走|那就?)?\s*"
    r"\(?([a-h]|\d|[一二三四五六])\)?(?:个|种|号)?"
)
_LABELS = regex(
    rf"^\W*(?:(?:ok|so|then|let'?s|do|yes|go|with|take|那就?|就)\W+)*{_ONE}"
    rf"((?:\s*(?:[,+&、]|and\b|和|跟|,? ?and\b)\s*{_ONE})*)(?![\w-])(?!\.\d)",
    re.IGNORECASE,
)
_LABEL = regex(r"(?<![\w.])\(?([a-h]|\d|[一二三四五六])\)?(?![\w.-]*\w)", re.IGNORECASE)
_TURNED_DOWN = regex(r"\b(?:no|not|nope|nah|never|skip|drop|don'?t|leave|without)\b|不|别|算了|免", re.IGNORECASE)
_DIGITS = dict(zip("一二三四五六", "123456", strict=True))


# `1-3 yes`: each of them; `2-3 weeks` is no range of labels
_RANGE = regex(
    r"^(?P<head>\W*)(?P<first>[1-9])\s*[-–~至到]\s*(?P<last>[1-9])"
    r"(?=\W*$|\s*[,.:;]|\s+(?:yes|yep|ok(?:ay)?|fine|good|no|not|are|as|sound|look|please|pls|all)\b"
    r"|\s*[都可行好要不是])",
    re.IGNORECASE,
)


def _each(found: re.Match[str]) -> str:
    numbers = range(int(found["first"]), int(found["last"]) + 1)
    return found["head"] + ", ".join(map(str, numbers)) if numbers else found[0]


def _labels(open_: Open, said: Sequence[Utterance]) -> Taken | None:
    offered = open_.proposal
    labels = {o.label: o for o in offered.options if o.label} if offered else {}
    if len(labels) < 2:
        return None
    picked: list[Option] = []
    away: list[str] = []
    rest = 0
    joint = False
    for n, u in enumerate(said):
        raw = _RANGE.sub(_each, u.raw, count=1)
        match = _LABELS.match(raw)
        if match is None:
            break
        called = [labels.get(_DIGITS.get(x, x.upper())) for x in _LABEL.findall(match[0])]
        called_ = [one for one in called if one is not None]
        if not called_ or len(called_) != len(called):
            break
        rest = n + 1
        own = raw[match.end() :].strip(" ,.:;，。：、-–—")
        if own and all(one.text.rstrip().endswith(("?", "？")) for one in called_):
            picked += [replied(one, own) for one in called_]
        elif _TURNED_DOWN.search(raw[match.end() : match.end() + 14]):
            away += [one.name for one in called_]
        else:
            picked += [replace(one, said=own) for one in called_]
            joint = joint or len(called_) == 1
    if not picked:
        return None
    spoken, rest = _spoken(open_, said, 0, max(rest, 1))
    known = {one.label for one in picked}
    others = tuple(o.name for o in labels.values() if o.label not in known and o.name not in away) if joint else ()
    return Taken(tuple(picked), (*away, *others), spoken, rest, "labelled")


def _by_place(open_: Open, said: Sequence[Utterance]) -> Taken | None:
    """`second. boss hates yaml`, 后者."""
    if said[0].asked or (found := by_place(said[0].raw, open_)) is None:
        return None
    spoken, rest = _spoken(open_, said, 0, 1)
    return Taken((found[0],), found[1], spoken, rest, "proposed")


# -- by name ----------------------------------------------------------------------------------------------------------

_LIGHT_EN = regex(
    r"\b(?:i (?:think|guess|suppose)|imho|imo|(?:is|are|sounds?|seems?|looks?) (?:better|nicer|best|enough|right"
    r"|simpler)"
    r"|(?:for|to) me|ok(?:ay)?|so|then|please|pls|plz|yes|yeah|yep|hm+|well|right|good|fine|sure|great|just|let'?s"
    r"|lets|go|going|with|"
    r"for|use|take|pick|do|have|i'?d|i'?ll|we'?ll|we'?d|i|we|rather|better|definitely|obviously|of course|the|an?(?= )|"
    r"it is|is fine|is ok(?:ay)?|"
    r"works|will do|would do|will be|sounds (?:good|great)|thanks|thx|now|it|one|here)\b",
    re.IGNORECASE,
)
_LIGHT_ZH = regex(
    r"那就?|就|还是|先|直接|选|走|用|上|按|要|可以|没问题|挺好|吧|行|好|的|了|呗|嘛|嗯|成|这个|它|干|搞|我们|咱"
)
DOWN = regex(
    r"\b(?:no|not|nope|never|without|don'?t|"
    r"doesn'?t|won'?t|can'?t|isn'?t|too|over|out|instead of|less|worse)\b|不|别|没|太|算了",
    re.IGNORECASE,
)
_LATIN = regex(r"[A-Za-z0-9][\w.+#/-]*")


def _named(open_: Open, said: Sequence[Utterance], after: After) -> Taken | None:
    if not (open_.asks or open_.advice or (open_.alternatives and open_.weighs)):
        return None
    known = open_.words
    for n, u in enumerate(said[:3]):
        if u.asked or u.act in ("maybe", "hearsay", "later", "oneoff"):
            break
        parts = clauses(u.raw)
        for part in parts[:4]:
            name = core(part)
            if not name or DOWN.search(part) or not stands(name, known):
                continue
            told = stands(name, after.told)
            points = _points(open_, after, reported=told, reasons=len(parts) > 1 or len(said) > n + 1)
            if points < NAMED or not (after.works or told):
                continue
            spoken, rest = _spoken(open_, said, 0, n + 1)
            if whole := as_offered(name, open_):
                return Taken((Option("", whole, whole),), _others(name, open_), spoken, rest, "offered")
            option = Option("", name, sentence_of(name, open_))
            return Taken((option,), _others(name, open_), spoken, rest, "named")
    return None


def only_labels(said: str) -> bool:
    """Whether a sentence says nothing but labels: `2.`, `那 2`, `1 and 3 yes`."""
    match = _LABELS.match(said)
    return match is not None and not words(_LIGHT_ZH.sub(" ", _LIGHT_EN.sub(" ", said[match.end() :])))


def core(part: str) -> str:
    """What is left of a clause without light words, where that is a name: a few words, no sentence."""
    han = has_han(part)
    left = (_LIGHT_ZH if han else _LIGHT_EN).sub(" ", part)
    left = " ".join(_LIGHT_EN.sub(" ", left).strip(" .!,:;()\"'").split())
    if han or has_han(left):
        return left if 1 < len(left) <= 14 and " " not in re.sub(r"(?<=[\w.]) (?=[\w.])", "", left) else ""
    return left if left and len(left.split()) <= 4 and words(left) and re.search(r"[A-Za-z]{2}|\d", left) else ""


_NO_NAME = regex(r"yes|no|both.*|either.*|options?|两者.*|都.*", re.IGNORECASE)


def _others(name: str, open_: Open) -> tuple[str, ...]:
    """What stood beside the name in its list."""
    text = sentence_of(name, open_)
    if not text or not re.search(r"\b(?:or|vs)\b|或|还是|两者", text):
        text = open_.asked if re.search(r"\bor\b|还是", open_.asked) and stands(name, open_.asked) else ""
    body = re.sub(r"^[^:]{3,40}: ", "", text)
    listed = [part for clause in clauses(body) for part in SPLIT.split(clause)]
    kept = [part.strip(" .。?") for part in listed if not _NO_NAME.fullmatch(part.strip())]
    return tuple(part for part in kept if 1 < len(part) <= 60 and not stands(name, part))[:4]


# -- yes and no -------------------------------------------------------------------------------------------------------

_YES = regex(
    r"(?:yes|yep|yeah|yup|sure|of course|definitely|correct|right)\b|^(?:对|是的?|要|需要|可以|嗯|会|能)(?=$|[,。 ])",
    re.IGNORECASE,
)
_NO_EN = regex(r"(?:no|nope|nah|never|not)\b", re.IGNORECASE)
_NO_ZH = regex(r"(?:不|否|没必要|别)(?:用|要|需要|会|能|行|可以|是|换|加|改|上|了|必)*")
_NOD = regex(r"^(?:yes|yep|sure|ok)\b", re.IGNORECASE)
# How something is to be; `do you have …`, `does it also fail …` only ask for a fact.
_CLOSED = regex(
    r"(?:should|shall|may|must|can(?! (?:you|i)\b)|needs?)\b|.*(?:要不要|要[^,。]{1,20}吗|是否要|可以|能不能|"
    r"需不需要|允许)",
    re.IGNORECASE,
)


def _yes_or_no(open_: Open, said: Sequence[Utterance], after: After) -> Taken | None:
    """`Should deleted ones turn up in the search?` – `no. only support sees them`."""
    question = open_.asks
    if not question or not _CLOSED.match(question) or _ALTERNATIVE.search(question) or my_work(question):
        return None
    first = said[0].raw
    no = (_NO_ZH if has_han(first) else _NO_EN).match(first)
    yes = None if no else _YES.match(first)
    if not (no or yes):
        return None
    spoken, rest = _spoken(open_, said, 0, 1)
    extra = len(words(" ".join(u.raw for u in spoken)[(no or yes).end() :])) >= 2  # type: ignore[union-attr]
    if not extra or not after.works:
        return None
    return Taken((Option("", question.rstrip("? "), ""),), (), spoken, rest, "no" if no else "yes")


_ALTERNATIVE = regex(r"\bor\b|还是")


# -- agreement --------------------------------------------------------------------------------------------------------

_GESTURE = regex(r"^[\W_]*(?:👍|👌|✅|💯|🚀|🎉|🙌|🤝|❤️|\+1)[\W_]*$")
_NODS = regex(
    r"\b(?:sold|deal|that'?ll do|that will do|do (?:that|it|so)|go|ship it|agreed|convinced|approved|perfect|love it|"
    r"keep (?:it|that|this)|good (?:call|choice|idea)|"
    r"makes sense|i like (?:it|that)|fine (?:by|with) me|you win|as you say)\b"
    r"|听你的|就它|就这(?:个|样|么)|这个(?:可以|好|行)|[做改搞上拆换加]吧|照(?:你|这)|同意|赞|成交|保留|可以$|没毛病"
    r"|挺好",
    re.IGNORECASE,
)
_KEEPS = regex(
    r"\bkeep (?:it|that|this)\b|leave it (?:like|as|that)\b|good (?:call|choice)|保留|就这样|挺好|别改", re.IGNORECASE
)
_WEAK = regex(
    r"^(?:ok(?:ay)?|k|great|cool|nice|thanks?|thx|fine|good|perfect|awesome|好的?|嗯+|行|收到|谢谢|不错|知道了)\W*$",
    re.IGNORECASE,
)


def _approved(open_: Open, said: Sequence[Utterance]) -> Taken | None:
    """`yes keep it like that`: what the agent chose by itself is the person's choice now."""
    first = said[0]
    if not open_.chosen or open_.asks or not _KEEPS.search(first.raw) or first.asked or not _nods(first):
        return None
    spoken, rest = _spoken(open_, said, 0, 1)
    return Taken((Option("", open_.chosen, open_.chosen),), (), spoken, rest, "chosen")


def _accepted(open_: Open, said: Sequence[Utterance], after: After) -> Taken | None:
    """`sold.`, `good, but every minute is enough`, 嗯听你的: agreement to the one thing that lies open."""
    first = said[0]
    nods = _nods(first)
    if not nods or not after.works or (open_.alternatives and not open_.advice and not open_.proposal):
        return None
    if DOWN.search(clauses(first.raw)[0]) or (option := single(open_)) is None:
        return None
    spoken, rest = _spoken(open_, said, 0, 1)
    points = _points(
        open_,
        after,
        alternatives=False,
        accepts=nods > 1,
        hears=nods > 0,
        weak=_WEAK.match(first.raw) is not None and len(spoken) == 1,
        reasons=len(words(" ".join(u.raw for u in spoken))) >= 3,
        reported=bool(words(option.text) & words(after.told)),
    )
    return Taken((option,), (), spoken, rest, "accepted") if points >= TAKEN else None


def _nods(u: Utterance) -> int:
    """2 for words of agreement, 1 where only counted phrases hear it, else 0."""
    head = clauses(u.raw)[:2] + clauses(u.raw)[-1:]
    lang = "zh" if has_han(u.raw) else "en"
    short = len(u.raw) <= (16 if lang == "zh" else 60)
    if (
        _GESTURE.match(u.raw)
        or (short and any(_NODS.search(part) for part in head))
        or cues.ACCEPT[lang].match(head[0])
    ):
        return 2
    if cues.ACCEPT_WEAK[lang].match(head[0]) and len(clauses(u.raw)) > 1:
        return 2
    points = acts.person((u,), 0, True)
    heard = max(points, key=points.__getitem__) == "ack"
    return 1 if heard and short and not words(u.raw) else 0


def single(open_: Open) -> Option | None:
    """The one thing that lies open: the proposal, else the first sentence that answers the question for advice."""
    if open_.proposal is not None:
        best = open_.proposal.favoured
        return best or (open_.proposal.options[0] if len(open_.proposal.options) == 1 else None)
    if not open_.said or not (open_.advice or open_.weighs):
        return None
    text = open_.said[-1] if open_.said[-1] and len(open_.said) > 1 and _POSES.search(open_.said[-1]) else open_.said[0]
    stop = "。" if has_han(text) else ". "
    more = tuple(one for one in open_.said[:3] if one != text)[:1]
    return Option("", text.rstrip(".。 "), stop.join(one.rstrip(".。 ") for one in (text, *more)))


_POSES = regex(r"\b(?:i'?d|we could|i would|could)\b|可以|建议", re.IGNORECASE)


# -- the reply's sentences --------------------------------------------------------------------------------------------


def spoken_of(open_: Open, said: Sequence[Utterance]) -> tuple[tuple[Utterance, ...], int]:
    """The sentences of a reply that speak of what it takes, and the place of the first that does not."""
    return _spoken(open_, said, 0, 1)


def _spoken(open_: Open, said: Sequence[Utterance], first: int, end: int) -> tuple[tuple[Utterance, ...], int]:
    """The sentences that speak of what is taken: up to an order, a question, a rule, or another paragraph."""
    while end < len(said) and end < first + 4:
        then = said[end]
        if then.asked or then.item or then.paragraph != said[first].paragraph or _leaves_off(then):
            break
        apart = then.weight >= _FIRM or _apart(then, open_, said[first:end])
        if then.act == "rule" and not _BACK.search(clauses(then.raw)[0]) and apart:
            break
        end += 1
    return tuple(said[first:end]), end


_BACK = regex(r"\b(?:it|that|this|so|they|them|both)\b|这样|这么|它|都这", re.IGNORECASE)
_FIRM = 60  # the weight of a rule that is none of the reply
_A_RULE = 3  # words of a rule that can stand alone


def _apart(then: Utterance, open_: Open, spoken: Sequence[Utterance]) -> bool:
    """Whether a rule shares few words with what lies open or was said of it: it is about something else."""
    mine = words(then.text)
    about = words("\n".join((open_.words, *(u.text for u in spoken))))
    return len(mine) >= _A_RULE and len(mine & about) * 5 <= len(mine) * 2


_MOVES_ON = regex(
    r"^(?:now|next|then|also|btw|and now|ok now|ps|p\.s)\b"
    r"|^(?:and )?(?:one|two|three|a few|some|a couple of)(?: \w+){0,2} (?:requests?|rules?|things?|wishes|points?)\b"
    r"|^(?:另外|然后|接下来|顺便|现在|先)",
    re.IGNORECASE,
)


def _leaves_off(then: Utterance) -> bool:
    if then.act in ("question", "maybe", "later", "oneoff", "definition") or _MOVES_ON.match(then.raw):
        return True
    if then.act == "rule" and then.cues.any("memo", "forever", "no_more"):
        return "forever" not in then.cues or "memo" in then.cues
    points = acts.person((then,), 0)
    return max(points, key=points.__getitem__) == "task" and then.act == "task" and not has_han(then.raw)
