"""How much a reply is worth a decision: whole-number weights learned from dialogues.

`prefix. nothing network-y on the hot path` takes one of two ways that an agent had named, `federation` answers a
question, `ok` waves work through. What lay open, the reply's words, what followed, and what the grammar of replies
(replies.py) makes of it speak for or against a page: logistic regression, its weights in thousandths of a point
(weights/uptake.tsv, written by eval/learn_worth.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memwiki.compile import acts, cues, kept, wordings
from memwiki.compile.exchanges import Exchange
from memwiki.compile.language import clauses, has_han
from memwiki.compile.likeness import words
from memwiki.compile.offers import Open, wants_fact
from memwiki.compile.options import SPLIT, as_offered
from memwiki.compile.orders import first_verb
from memwiki.compile.picks import Option
from memwiki.compile.replies import DOWN, After, Taken, single, spoken_of, taken
from memwiki.compile.surroundings import Surroundings
from memwiki.compile.utterances import Utterance
from memwiki.compile.words_en import TASK_VERBS
from memwiki.compile.worth import FINE, HOLDS, column
from memwiki.regexes import Lexicon, regex

TAKEN = 10  # points that make a decision of what the grammar of replies does not read as one
UNASKED = 60  # where the agent had asked for nothing
_ORDERED = 60  # more, where the reply reads as an order of work
VAIN = -90  # with less, what it reads as one is none
_ALONE = 150  # less, where the agent has not answered: most of what tells is missing; or where its advice is taken
_REPLY = 400  # characters of a reply that are looked at
_HEARD = ("choice", "rule", "ack", "task", "ask", "told", "maybe", "off", "trap", "term", "left")
_LISTS = Lexicon(
    {
        "label": regex(r"^\W*(?:option |variant |第|方案)?\(?[a-hA-H1-6①-⑥](?:[.):,、 ]|$|个|吧)"),
        "yes": regex(
            r"^\W*(?:(?:yes|yep|yeah|ok(?:ay)?|sure|fine|good|great|go|do it|sold|deal|perfect)\b|[行好嗯对成就]|可以)",
            re.IGNORECASE,
        ),
        "no": regex(r"^\W*(?:(?:no|nope|nah|not|never|neither)\b|不|别|算了)", re.IGNORECASE),
        "but": regex(r"\b(?:but|except|only|with|without)\b|但|不过|只", re.IGNORECASE),
        "because": regex(r"\b(?:because|since|as|cause|bc)\b|因为|毕竟|不然", re.IGNORECASE),
        "as you say": regex(r"\b(?:as you|your|you)\b|你|听", re.IGNORECASE),
        "thanks": regex(r"\b(?:thanks?|thx|ty|great|nice|cool|perfect|awesome|lovely)\b|谢|不错|赞|棒", re.IGNORECASE),
        "now order": regex(
            r"\b(?:commit|push|merge|deploy|run|show|check|look|open|send|start|continue)\b|提交|合并|跑|看|发|先",
            re.IGNORECASE,
        ),
        "figure": regex(r"\d"),
        "we": regex(r"\b(?:we|our|us)\b|我们|咱", re.IGNORECASE),
        "later": regex(r"\b(?:later|tomorrow|next week|not now|today)\b|以后|回头|明天|下周|今天", re.IGNORECASE),
    }
)
_OPENING = Lexicon(
    {
        "either": regex(r"\b(?:either|or|two ways|options?|alternatives?|both)\b|或者?|还是|两种|方案", re.IGNORECASE),
        "recommends": regex(r"\b(?:i'?d|recommend|suggest|prefer|lean|better)\b|建议|推荐|倾向|更", re.IGNORECASE),
        "which": regex(r"\b(?:which|what|where|how)\b[^.]*\?|哪|什么|怎么|多少", re.IGNORECASE),
        "shall i": regex(r"\b(?:shall|should|want me|may) (?:i|to)?\b|要不要|要我|需要我|吗", re.IGNORECASE),
        "done": regex(r"\b(?:done|fixed|added|committed|merged|passes|green)\b|完成|好了|通过|提交了", re.IGNORECASE),
        "listed": regex(r"(?:^|\n)\s*(?:[-*]|\(?[1-6a-dA-D①-④][.)、:])\s*\S"),
    }
)


def read_reply(one: Exchange) -> Taken | None:
    """What a prompt takes of what lies open by the grammar of replies, unless its worth speaks against it."""
    if one.open is None or one.turn.prompt is None or _is_left(one.said) or _STEPS.search(one.open.asks):
        return None
    read = taken(one.open, one.turn.prompt.text, one.said, one.after)
    advised = read is not None and read.form == "accepted" and one.open.advice
    least = VAIN - (0 if one.around.answer and not advised and not _chosen(one.open, read) else _ALONE)
    return None if read is not None and _weighed(one) and worth(one, read) < least else read


def _chosen(open_: Open, read: Taken | None) -> bool:
    """Whether a reply picks one of several listed options that the agent asked it to choose from."""
    listed = open_.proposal is not None and len(open_.proposal.options) > 1
    return read is not None and listed and bool(open_.asks) and read.form in ("labelled", "proposed")


def guessed(one: Exchange) -> Taken | None:
    """What a prompt takes that fits no form of reply, where its worth speaks for it: the option that its first clauses
    name, the one thing that lies open, or what it says itself."""
    if one.open is None or one.turn.prompt is None or not _weighed(one) or one.said[0].asked:
        return None
    asked = one.open.asks or one.open.advice or one.open.alternatives
    least = TAKEN if asked else UNASKED + (_ORDERED if one.said[0].act == "task" else 0)
    ordered = not asked and one.said[0].act == "task" and first_verb(one.said[0].text) in TASK_VERBS
    if ordered or worth(one, None) < least or _SAYS_NOTHING.match(one.said[0].raw) or kept.still_to_do(one.said[0].raw):
        return None
    return None if _elsewhere(one.said) else _guessed(one.open, one.said)


def _is_left(said: Sequence[Utterance]) -> bool:
    """Whether a reply begins with leaving all as it is, in so many words: `ok 先不动。今天先调到 0.6`."""
    first = said[0].raw if said else ""
    return (len(first) <= _BRIEF and _LEAVES.match(first) is not None) or _NOT_NOW.match(first) is not None


# `shall I take the calls out first, or move the file right away?`: how the work goes on
_STEPS = regex(
    r"\b(?:shall|should|do you want me to) (?:I )?(?:first )?(?:take|remove|move|delete|write|fix|rename|clean|split"
    r"|update|rewrite|finish)\b[^?]*\b(?:first|right away|straight away|directly)\b[^?]*\?|我(?:是)?先(?:把|去|删|改"
    r"|移|跑|写|修|补|拆|清)[^?？。]{1,40}还是[^?？]*[?？]",
    re.IGNORECASE,
)
# `yes try that, but not now`
_NOT_NOW = regex(
    r"(?:yes|yeah|yep|ok(?:ay)?|sure|fine|good)\b[^.;?]{0,30}(?:,? but (?:not (?:now|yet|today)|later|tomorrow"
    r"|another day|next (?:week|time))|, not now)\W*$|(?:可以|行|好)[^。;]{0,12}(?:但|不过)(?:不是现在|先不|今天不"
    r"|以后|晚点|下次)",
    re.IGNORECASE,
)
_BRIEF = 20  # characters


def _elsewhere(said: Sequence[Utterance]) -> bool:
    """Whether a reply speaks of something else: `fyi a trio for us is …`, 先不弄。另外这次先写死."""
    first = said[0]
    return first.term > _TERM or _ASIDE.match(first.raw) is not None or _LEAVES.match(first.raw) is not None


_TERM = 200  # points
_ASIDE = regex(
    r"(?:ok(?:ay)?|so|and|,| )*(?:fyi|btw|by the way|unrelated|side note|another thing|one more thing|something else"
    r"|new topic|before i forget|for the record|heads[ -]?up|quick one)\b|(?:另外|顺便|对了|说个别的|换个话题|插一句"
    r"|补充)",
    re.IGNORECASE,
)
_LEAVES = regex(
    r"(?:ok(?:ay)?|no|nah|hm+|well|,| )*(?:leave|drop|skip|forget|park) (?:it|that|this)(?= *(?:[,.;!]|$|be\b|alone"
    r"|then\b|for (?:now|today)|as (?:it )?is\b|pl(?:ea)?s\b))|(?:ok|嗯|那|好|,|,| )*(?:先|暂时|暂)(?:不|别)(?:弄|动"
    r"|做|搞|改|管|换|加|上|急)(?:了|吧|它)?(?=[,。;！!,]|$)|(?:ok(?:ay)?|no|so|thx|thanks|,| )*(?:not (?:today"
    r"|now)\b|(?:that'?s|thats) (?:it|all|enough) for (?:today|now|tonight)|(?:done|enough"
    r"|stop(?:ping)?)(?: here)? for (?:today|tonight)\b)|(?:好|嗯|那|,|,)*(?:今天|今晚)(?:就|先)?(?:不[做弄搞]|到这"
    r"|到此|这样)|(?:明天|下周)(?:再|接着|继续)",
    re.IGNORECASE,
)


# `good catch with the opc`, `bed. tomorrow`, 好, `now write the detector then`: courtesy, an end, an order of work
_SAYS_NOTHING = regex(
    r"^(?:(?:ok(?:ay)?|yes|so|and),? )?(?:(?:good|nice|great) (?:catch|work|job|find|point)\b|(?:good )?night\b"
    r"|(?:bed|sleep)\W*$"
    r"|.*(?:哈哈|\blol\b|\bhaha|\bjust kidding\b|开玩笑)|now (?:write|make|do|build|add|run|fix|start)\b"
    r"|(?:好[的吧啊了]?|嗯+|行吧?|不用了?|ok(?:ay)?)\W*$)",
    re.IGNORECASE,
)


def _weighed(one: Exchange) -> bool:
    return bool(one.said) and all(u.lang in ("en", "zh") for u in one.said[:2])


def worth(one: Exchange, read: Taken | None) -> int:
    """By how many points (acts.SCALE to one unit of log odds) a reply is worth a decision."""
    start, table = column("uptake")
    spoken = sum(map(table.__getitem__, table.keys() & worded(one)))
    held = [value * table[name] for name, value in traits(one, read).items() if name in table]
    return (start + sum(held) + HOLDS * spoken) // FINE


def worded(one: Exchange) -> frozenset[str]:
    """The words that speak as they stand (wordings.py): of the reply, of what lay open, of the agent's answer."""
    if one.open is None or one.turn.prompt is None:
        return frozenset()
    reply = one.turn.prompt.text[:_REPLY]
    lang = acts.lexicon(reply)
    lay_open = wordings.opened(one.open.words, lang)
    return wordings.said(reply, lang) | lay_open | wordings.answered(one.around.answer, lang)


def traits(one: Exchange, read: Taken | None) -> dict[str, int]:
    """All that is known of a reply to what lies open, as names with whole numbers; `read`: by the grammar."""
    if one.open is None or not one.said:
        return {}
    first = one.said[0]
    holding = [*_opening(one.open), *_reply(one.said), *_around(one.around), *_after(one.after)]
    form = read.form if read else "none"
    holding.append(f"form {'named' if form == 'offered' else form}")
    found = dict.fromkeys(holding, HOLDS)
    points = acts.person(one.said, 0, True)
    found |= {name: points[act] // 10 for act, name in _NAMES}
    if len(one.said) > 1:
        second = acts.person(one.said, 1, True)
        found |= {f"then {act}": second[act] // 10 for act in ("choice", "rule", "told", "task", "trap")}
    found |= dict(_shared(one, first))
    asked = one.open.asks or one.open.advice or one.open.alternatives
    found |= {f"{name} asked": value for name, value in list(found.items()) if asked and name in _CROSSED}
    return found


_NAMES = [(act, f"points {act}") for act in _HEARD]
_CROSSED = frozenset(
    {"points choice", "points ack", "head said", "reply yes", "reply label", "works", "zh", "head new"}
)


def _opening(open_: Open) -> Iterator[str]:
    holds = {
        "asks": bool(open_.asks),
        "asks fact": wants_fact(open_.asks) if open_.asks else False,
        "advice": open_.advice,
        "alternatives": open_.alternatives,
        "weighs": open_.weighs,
        "chosen": bool(open_.chosen),
        "worked": open_.worked,
        "offered": open_.offered is not None,
        "favoured": open_.offered is not None and open_.offered.favoured is not None,
        "labels": open_.proposal is not None and any(o.label for o in open_.proposal.options),
        "wanted": bool(open_.asked),
    }
    yield from (f"open {name}" for name, held in holds.items() if held)
    options = len(open_.proposal.options) if open_.proposal else 0
    yield f"options {min(options, 3)}"
    yield from (f"open {name}" for name, _ in _OPENING.found("\n".join((*open_.said, open_.asks))))
    yield f"said {min(len(open_.said), 5)}"


def _reply(said: Sequence[Utterance]) -> Iterator[str]:
    first = said[0]
    zh = has_han(first.raw)
    yield f"act {first.act}"
    yield f"of {min(len(said), 4)}"
    yield f"length {min(len(first.raw) // (8 if zh else 25), 5)}"
    yield f"clauses {min(len(clauses(first.raw)), 4)}"
    if zh:
        yield "zh"
    for name in ("asked", "item", "heard", "corrects"):
        if getattr(first, name):
            yield f"first {name}"
    yield from (f"cue {name}" for name in first.cues.spans)
    yield from (f"reply {name}" for name, _ in _LISTS.found(first.raw))
    yield from (f"next {name}" for one in said[1:2] for name, _ in _LISTS.found(one.raw))
    yield from (f"then act {u.act}" for u in said[1:3])
    lang = "zh" if zh else "en"
    for name, table in (("accepts", cues.ACCEPT), ("weakly", cues.ACCEPT_WEAK), ("refuses", cues.REFUSE)):
        if table[lang].search(first.raw):
            yield name


def _around(around: Surroundings) -> Iterator[str]:
    for name in ("changed", "ran", "idle", "failed", "noted", "promised", "asked", "why", "means"):
        if getattr(around, name):
            yield f"turn {name}"


def _after(after: After) -> Iterator[str]:
    if after.works:
        yield "works"
    if after.told:
        yield "answered"


def _shared(one: Exchange, first: Utterance) -> Iterator[tuple[str, int]]:
    assert one.open is not None
    head = words((clauses(first.raw) or (first.raw,))[0])
    mine, known = words(" ".join(u.raw for u in one.said[:3])), words(one.open.words)
    yield "head said", HOLDS * (bool(head) and head <= known)
    yield "head new", min(len(head - known), 4) * HOLDS // 2
    yield "said", min(len(mine & known), 4) * HOLDS // 2
    yield "told", min(len(mine & one.around.told), 4) * HOLDS // 2
    yield "edited", min(len(mine & one.around.edited), 4) * HOLDS // 2
    yield "open told", min(len(known & one.around.told), 6) * HOLDS // 3
    yield "words", min(len(mine), 16) * HOLDS // 8


def _guessed(open_: Open, said: Sequence[Utterance]) -> Taken | None:
    first = said[0]
    found = _named(open_, said)
    if found is not None:
        whole = as_offered(found.name, open_) if not found.label else ""
        option, form = (Option("", whole, whole), "offered") if whole else (found, "named")
    elif words(first.raw):
        head = (clauses(first.raw) or (first.raw,))[0].strip(" .。!")
        option, form = Option("", head, ""), "named"
    else:
        alone = single(open_)
        if alone is None:
            return None
        option, form = alone, "accepted"
    told, rest = spoken_of(open_, said)
    others = tuple(o.name for o in open_.proposal.options if o.name != option.name) if open_.proposal else ()
    return Taken((option,), others[:4], told, rest, form)


_FEW = 3  # words of a sentence that only names what it takes


def _bare(open_: Open, said: Sequence[Utterance]) -> list[str]:
    """`Moss is everywhere here. RFID.`: a sentence of the reply that is nothing but a name of what lay open."""
    known = words(open_.words)
    parts = [(clauses(one.raw) or (one.raw,))[0].strip(" .。!") for one in said[:3] if not one.asked]
    return [part for part in parts[1:] if (mine := words(part)) and len(mine) <= _FEW and mine <= known]


def _named(open_: Open, said: Sequence[Utterance]) -> Option | None:
    """The option that the first clauses of a reply name by its words, as the agent told it; or a short sentence."""
    for part in (*_bare(open_, said), *clauses(said[0].raw)[:3]):
        mine = words(part)
        if not mine or DOWN.search(part):
            continue
        pool = open_.proposal.options if open_.proposal else ()
        best = max(pool, key=lambda one: len(mine & words(one.text)), default=None)
        if best is not None and mine & words(best.text) and mine & words(best.name):
            return best
        texts = (*open_.said, open_.asks, open_.asked)
        text = max(texts, key=lambda one: len(mine & words(one)))
        if len(mine & words(text)) * 2 >= len(mine):
            pieces = [piece.strip(" .。?？,") for piece in SPLIT.split(text)]
            piece = max(pieces, key=lambda one: len(mine & words(one)))
            return Option("", part.strip(" .。"), piece if len(pieces) > 1 else text)
    return None
