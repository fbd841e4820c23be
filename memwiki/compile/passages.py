"""A prompt as passages: each statement with the sentences around it that explain it."""

from __future__ import annotations

import re

from memwiki.compile import cues, titles
from memwiki.compile.customs import insists
from memwiki.compile.judgements import JUDGED
from memwiki.compile.language import clauses
from memwiki.compile.likeness import words
from memwiki.compile.orders import first_verb, orders_zh, topic
from memwiki.compile.passing_cues import BANS
from memwiki.compile.rules import BANS_IT
from memwiki.compile.utterances import Utterance
from memwiki.compile.words_en import TASK_VERBS
from memwiki.regexes import regex
from memwiki.values import value

_CLAIMS = ("rule", "choice", "definition")
_MOVES_ON = regex(
    r"^(?:now|next|then|first|also|oh|anyway|so now|today|ok now)\b|^(?:现在|今天|接下来|然后|再|先|另外)",
    re.IGNORECASE,
)
_LEANS = regex(
    r"^(?:no|not|never|we|and|plus|with|it|so|that|this|they|one|same|only|each|the|without)\b|^(?:不|"
    r"也|而且|并且|同时|只|保留)",
    re.IGNORECASE,
)


@value(frozen=True, slots=True)
class Passage:
    """`said` holds the sentences of the statement itself, `before` and `after` those that explain it."""

    said: tuple[Utterance, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def act(self) -> str:
        """rule, choice or definition."""
        return next((u.act for u in self.said if u.act in _CLAIMS), "choice")

    @property
    def lang(self) -> str:
        """Language of the statement."""
        return self.said[0].lang

    @property
    def raw(self) -> str:
        """The words as captured."""
        return " ".join(u.raw for u in self.said)

    @property
    def text(self) -> str:
        """The statement in one piece, cleaned."""
        joint = "" if self.lang == "zh" else " "
        stop = "。" if self.lang == "zh" else "."
        pieces = [titles.body(u.text, u.lang) for u in self.said]
        pieces += [titles.body(a, self.lang) for a in self.after if detail(a, self.lang) or self._instead(a)]
        return f"{stop}{joint}".join(p for p in pieces if p)

    def _instead(self, then: str) -> bool:
        """Whether a sentence tells what is to be done in place of what the rule bans: `just say what you tested`."""
        return self.act == "rule" and BANS.search(self.raw) is not None and _INSTEAD.match(then) is not None


_INSTEAD = regex(
    r"(?:[\w-]+ ){1,3}(?:is|are) what (?:i|we) (?:can |want|use|need|like|read|take|prefer)|(?:just|only|instead"
    r"|rather|simply) [a-z]+\b|(?:只|直接)",
    re.IGNORECASE,
)


def passages(said: tuple[Utterance, ...]) -> tuple[Passage, ...]:
    """The statements of a prompt, in order."""
    found: list[Passage] = []
    n = used = 0  # `used`: the sentences before it explain an earlier statement
    while n < len(said):
        if said[n].act not in _CLAIMS or _gives_way(said, n):
            n += 1
            continue
        start = n - 1 if n and (_put_right(said[n - 1], said[n]) or _halved(said[n - 1], said[n])) else n
        end = n + 1
        while end < len(said) and _goes_on(said[start:end], said[end]):
            end += 1
        stop = end
        while stop < len(said) and stop - end < 3 and _explains(said[stop], said[n]):
            stop += 1
        before = _before(said, start) if start > used else ()
        if end - start > 1 and _concludes(said[start], said[end - 1]):
            before, start = (*before, *(u.text for u in said[start : end - 1])), end - 1
        found.append(Passage(said[start:end], before, tuple(u.text for u in said[end:stop])))
        n = used = stop
    return tuple(found)


def told(said: tuple[Utterance, ...], n: int) -> Passage:
    """One sentence of a prompt as a statement, with what was told before it."""
    return Passage((said[n],), _before(said, n))


def _gives_way(said: tuple[Utterance, ...], n: int) -> bool:
    """`the lua script goes. it lost data twice. we move to buckets`: what goes, and why, belongs to what comes."""
    if said[n].act != "choice" or "scrap" not in said[n].cues or n + 2 >= len(said):
        return False
    why, then = said[n + 1], said[n + 2]
    if not said[n].paragraph == why.paragraph == then.paragraph or why.asked or why.act in _CLAIMS:
        return False
    return then.act == "choice" and then.cues.any("changed", "go_with", "lets", "from_to", "we_do")


def _goes_on(so_far: tuple[Utterance, ...], then: Utterance) -> bool:
    """Whether a second sentence of choice belongs to the first: `scrap X. we go Y`, `so: A. no B`."""
    first, last = so_far[0], so_far[-1]
    if first.act == "rule" and then.act in ("rule", "note") and _POINTS_BACK.search(then.text):
        return then.paragraph == first.paragraph and len(so_far) == 1
    if first.act == then.act == "rule" and len(first.text.split()) < 4 and first.lang != "zh":
        return then.paragraph == first.paragraph and not then.item and len(so_far) == 1
    if first.act == then.act == "rule" and len(so_far) == 1 and _instead(first, then):
        return True
    if first.act == "rule" and then.act in ("rule", "note", "task") and insists(then.text):
        return then.paragraph == first.paragraph and not then.item and len(so_far) == 1
    if first.act == "choice" and then.lang == "zh" and _REFUSES_ZH.match(then.text) and not then.asked:
        return then.paragraph == first.paragraph and len(so_far) == 1 and then.act in ("note", "task", "choice")
    if first.act != "choice" or then.paragraph != first.paragraph or then.item or len(so_far) > 2:
        return False
    if then.act == "choice" and _comes_from(then, so_far):
        return True
    if then.act == "choice":
        return not topic(then.text) and (
            bool(re.match(r"[\w`+-]+ is (?:out|dead|gone|overkill|history)\b", then.text))
            or "scrap" in last.cues
            or "conclude" in last.cues
            or bool(_LEANS.match(then.text))
        )
    if then.act == "rule":
        return (
            then.weight < 40
            and not then.cues.any("forever", "memo", "taste")
            and bool(re.match(r"no \w+|不", then.text))
        )
    return (
        then.act == "note"
        and bool(re.match(r"(?:no|not|without) [\w-]+|不(?:要|用|引)", then.text))
        and not then.cues.any("question")
    )


def _instead(first: Utterance, then: Utterance) -> bool:
    """`never overwrite a file. write a new one with the date`, `never say X. always say Y`: a ban, and what to do."""
    if then.paragraph != first.paragraph or then.item or first.item or "memo" in then.cues:
        return False
    if (banned := _BAN.search(first.text)) is None or len(first.text) - banned.start() > _SHORT_BAN:
        return False
    if then.heard:  # no cue of its own makes it a rule
        return True
    again = _ALWAYS.match(then.text)
    return again is not None and again["verb"].lower() == (banned["verb"] or "").lower()


_SHORT_BAN = 60  # characters
_BAN = regex(
    r"(?:^|[:,] )(?:never|don'?t|do not|dont|no|not) (?:just |ever |only )?(?P<verb>\w+)\b|(?:^|[:,])(?:别|不要|不准"
    r"|不许|严禁|禁止)",
    re.IGNORECASE,
)
_ALWAYS = regex(r"(?:but |and )?(?:always|instead|rather|just) (?P<verb>\w+)\b", re.IGNORECASE)


def _comes_from(then: Utterance, so_far: tuple[Utterance, ...]) -> bool:
    """`hours follow the customer's timezone. timezone comes from account.tz`: where a thing just named is found."""
    found = _SOURCE.match(then.text)
    return found is not None and words(found["thing"]) <= words(" ".join(u.text for u in so_far))


_SOURCE = regex(
    r"(?:the |its |their )?(?P<thing>[\w-]+(?: [\w-]+)?) (?:comes?|is taken|is read|are taken|are read|lives?|stays?"
    r"|falls? back|defaults?)"
    r" (?:from|in|to|under|out of)\b",
    re.IGNORECASE,
)
# `drivers are angry, the walk takes 3 min. so not 4, 7 minutes on the end stations`: the first told why
_SO = regex(r"(?:so|ok so|then|and so|hence|therefore)\b[ ,:](?!far\b)|(?:那就?|所以|于是)", re.IGNORECASE)


def _concludes(first: Utterance, last: Utterance) -> bool:
    """Whether the last sentence of a choice is the choice, and the first only what led to it."""
    return (
        _SO.match(last.raw) is not None
        and last.act == "choice"
        and first.act == "choice"
        and (first.heard or first.cues.any("complaint"))
        and not first.cues.any("decided", "lets", "go_with", "scrap", "from_to")
        and not topic(first.text)
    )


# 自增主键不考虑,会把单量暴露出去: what is turned down belongs to what was chosen
_REFUSES_ZH = regex(r"[^,。]{1,12}?(?:就?不(?:考虑|用|要|上|选|走|做|碰|引入?)了?|免谈|停掉|撤掉|下掉)(?=[,。]|$)")
_BECAUSE = regex(
    r"^(?:because|cuz|coz|since|reason\b|that'?s (?:why|because|how)|otherwise|due to|why\s*:)|"
    r"^(?:因为|由于|毕竟|原因|理由|不然|否则|主要是|考虑到)",
    re.IGNORECASE,
)


_POINTS_BACK = regex(
    r"\b(?:needs?|has|have|gets?|use|do|keep|want|run|touch|call|change|delete|edit) (?:one|it|them|"
    r"that|those)(?:\W*$| without\b| unless\b| again\b)|^(?:it|they|those|"
    r"that|these) (?:must|should|always|never|go|goes)\b",
    re.IGNORECASE,
)


def _put_right(before: Utterance, claim: Utterance) -> bool:
    """`sorry i meant 45 seconds for the flush. we use 45 because …`: the correction names what the claim is about."""
    return (
        before.corrects
        and before.act in ("note", "task")
        and claim.act == "choice"
        and before.paragraph == claim.paragraph
        and not topic(claim.text)
    )


def _halved(before: Utterance, rule: Utterance) -> bool:
    """`screen texts short and friendly` of `… and never the word error in them`: both halves are the rule."""
    return (
        rule.act == "rule"
        and before.act == "note"
        and before.paragraph == rule.paragraph
        and not before.asked
        and _AND_NEVER.match(rule.raw) is not None
        and 2 < len(before.text.split()) <= _HALF
    )


_HALF = 8  # words of a half; what is longer is a sentence of its own
_AND_NEVER = regex(r"and (?:never|always|no|not)\b", re.IGNORECASE)


def _explains(then: Utterance, claim: Utterance) -> bool:
    if then.item or (then.paragraph != claim.paragraph and claim.act != "rule"):
        return False
    if _BECAUSE.match(then.text):
        return True
    if claim.act == "choice" and then.act == "hearsay" and _PROPOSED.match(then.raw):
        return True
    if claim.act == then.act == "rule" and then.heard and not claim.heard and _IS_SO.match(then.text):
        return True
    if claim.act == "definition" and then.act == "choice" and then.heard and _GOES_ON.match(then.text):
        return True
    if claim.act == "definition" and not _TELLS_MORE.match(then.text) and not words(then.text) & words(claim.text):
        return False
    said = (
        len(then.text.split()) > 2
        or _SHORTLY.fullmatch(then.text.strip(" .!")) is not None
        or (then.lang == "zh" and len(then.text) > 3)
        or bool(_STAYS.match(then.text))
    )
    return _only_told(then) and said and not _MOVES_ON.match(then.raw)


# `we stick with RON. somebody proposed bincode for the size, but I open saves in vim`: what was turned down, and why
_PROPOSED = regex(
    r"(?:somebody|someone|some|a few|people|[\w'-]+(?: [\w'-]+){0,3}) (?:proposed|suggested|wanted|asked for"
    r"|brought up)\b"
    r"[^?]*\b(?:but|because|except|though)\b|(?:有人|[\u4e00-\u9fff]{2,6})(?:提过?|建议过?|想用|想要)[^?？]*(?:但|可是|不过)",
    re.IGNORECASE,
)


# `tomatoes stalled`: two words tell what happened, where they are no applause
_SHORTLY = regex(
    r"(?!(?:very|so|well|all|looks?|sounds?|much|no|nice|good|great|many)\b)[a-z][\w'-]{2,} [a-z]{2,}(?:ed|s|t)",
    re.IGNORECASE,
)


def _only_told(u: Utterance) -> bool:
    """Whether a sentence neither claims nor orders; Chinese ones are tasks unless something else speaks."""
    return u.act == "note" or (u.act == "task" and u.lang == "zh" and not orders_zh(u.text) and not _GOES.match(u.text))


_GOES = regex(r"(?:先|再|今天|现在|然后|接着|顺手|顺便)?(?:要|来|去|给|把|帮|建|开|动手)")


# `give centimetres first. our readers are mostly on the Continent`: how things are, behind the rule that it explains
_IS_SO = regex(
    r"(?!.*\b(?:always|never|must|should|only|please|pls|don'?t|every|each|no)\b)(?:our|my|the|their|most|some|half"
    r"|many|those|people|users|customers|they|he|she) (?:[\w'-]+ ){0,4}?(?:is|are|was|were|has|have|do|does|did"
    r"|complain|read|live|get|use)\b|(?!.*(?:都|一律|必须|只|要|不准|别))[\u4e00-\u9fff]{1,4}(?:那边|这边"
    r"|们)[^,。]{0,4}(?:换了|改了|在|有|是)",
    re.IGNORECASE,
)
# heat is the threat meter of a floor. `goes up by 1 every 30 turns`
_VERBS = (
    r"(?:goes|means|has|had|starts|counts|gets|runs|holds|ends|applies|covers|resets|expires|belongs|lasts|grows"
    r"|rises|falls)"
)
_GOES_ON = regex(rf"{_VERBS}\b", re.IGNORECASE)
# What follows a definition belongs to it where it points back, or names something of it again.
_TELLS_MORE = regex(
    r"(?:it|its|it'?s|they|they'?re|their|that|that'?s|this|those|these|each|one|the|otherwise|everything|all|in|on"
    r"|not|only"
    r"|(?:players|people|users|customers|ops|support|everyone|everybody|the \w+|they|we) (?:all |also )?(?:know"
    r"|call|say"
    r"|write)s? (?:it|them|this|that)\b|both|any|lives?|comes?|same|code|no"
    rf"|{_VERBS}|\(.*|\d[\d.,]* ?[a-z%]+)\b"
    r"|[\"`]|它|其|这|那|由|在|每|包括|不|只|都|否则|代码|一个|也|位于",
    re.IGNORECASE,
)
_STAYS = regex(r"(?:still|same|likewise|unchanged|as before)\b|仍|照旧|其余", re.IGNORECASE)  # `Still imperative`


def _before(said: tuple[Utterance, ...], start: int) -> tuple[str, ...]:
    if not start:
        return ()
    before = said[start - 1]
    if said[start].act == "rule" and before.paragraph == said[start].paragraph and BANS_IT.search(said[start].text):
        return (before.text,)
    scrapped = tuple(
        one.text
        for one in said[max(0, start - 2) : start - 1]
        if "scrap" in one.cues and one.act != "rule" and not one.asked and one.paragraph == said[start].paragraph
    )
    plain = (
        (
            _only_told(before)
            or ("scrap" in before.cues and before.act not in _CLAIMS)
            or JUDGED.search(before.text) is not None
        )
        and before.paragraph == said[start].paragraph
        and len(before.text) > 8
    )
    return (*scrapped, *((before.text,) if plain and not before.corrects else ()))


_REASON_EN = regex(
    r"\b(?:because|cuz|coz|since|due to|so that|given that|as (?:we|it|they) |in order to|"
    r"the reason is|reason:|thanks to|for \w+ reasons?)\b.*",
    re.IGNORECASE,
)
_REASON_ZH = regex(
    r"(?:因为|由于|毕竟|原因是|理由是?|考虑到|鉴于|不然|否则|免得|省得|以免|为了|主要是|这样(?:就|才|可以|能)).*"
)
BEFORE_SO = regex(r"^(?P<why>.{8,}?),? so:? (?P<what>(?:let'?s|we|i|it|go|use)\b.*)", re.IGNORECASE)


def reasons(passage: Passage) -> tuple[str, ...]:
    """Why, in the speaker's words: the reason clause, or the clauses that only explain."""
    found: list[str] = []
    for u in passage.said:
        body = titles.headless(titles.body(u.text, u.lang), u.lang)
        if match := (_REASON_ZH if u.lang == "zh" else _REASON_EN).search(body):
            found.append(match[0] if match.start() else body)
        elif u.lang != "zh" and (match := BEFORE_SO.match(body)):
            found.append(match["why"])
        else:
            first = 2 if re.match(r"[^,。]{2,40}:", body) else 1
            told = (p for p in clauses(body)[first:] if titles.explains(p, u.lang))
            found.extend(p for p in told if u.lang == "zh" or " " in p)  # a lone word is what a quotation left
    return tuple(
        dict.fromkeys(
            [*found, *(a for a in passage.after if not detail(a, passage.lang) and _gives_reason(a, passage.lang))]
        )
    )


_GIVES = regex(
    r"^(?:(?:the|our|my|their|his|her|its?|it'?s|they|we|i|i'?m|ci|he|she|that'?s?|this|there'?s?|people|nobody"
    r"|everyone|everything|otherwise|last (?:time|week|month|year))\b"
    r"|(?:[\w'`./-]+ ){1,6}?(?:is|are|was|were|has|have|had|wants?|needs?|keeps?|gets?|got|breaks?|broke|says?|asked"
    r"|said|wanted|complained|hit|became|signed|took|takes|costs?|hates?|goes|went|can(?:'t|not)?|cannot|does|did"
    r"|won'?t|will)\b)",
    re.IGNORECASE,
)
_ORDERS_EN = regex(
    r"^(?:(?:please|pls|plz|and|then|now|just|also)\s+)*(?:say|tell|mention|note|document|put|do|try|look|see|let"
    r"|leave|don'?t"
    r"|dont|do not|go|give|show|send|ask|answer|explain|commit|push|open|close|bump|tag)\b",
    re.IGNORECASE,
)
_ORDERS_ZH = regex(r"^(?:你|请|先|再|顺便|顺手|把|去|给|记得|写|加|改|删|说明|放|同步|更新|提交)")


def _orders(sentence: str, lang: str) -> bool:
    """Whether a sentence after the statement is an order for now, which says nothing of it: `Say so in the README`."""
    if lang == "zh":
        return _ORDERS_ZH.match(sentence) is not None
    return _ORDERS_EN.match(sentence) is not None or (
        first_verb(sentence) in TASK_VERBS and _GIVES.match(sentence) is None
    )


def _gives_reason(sentence: str, lang: str) -> bool:
    """Whether a sentence after the statement tells a fact that speaks for it."""
    if lang == "zh":
        return _REASON_ZH.search(sentence) is not None or _ORDERS_ZH.match(sentence) is None
    if _REASON_EN.search(sentence) or _PROPOSED.match(sentence) or _SHORTLY.fullmatch(sentence.strip(" .!")):
        return True
    weighs = "weighs" in cues.find(sentence, "en") and first_verb(sentence) not in TASK_VERBS
    return (weighs or _GIVES.match(sentence) is not None) and _ORDERS_EN.match(sentence) is None


_DETAIL = regex(
    r"\b(?:comes? from|falls? back|defaults? to|if (?:empty|missing|none|not)|must|max|at most|except|"
    r"unless|both|each|per|goes? (?:in|into|to|under)|in all|only)\b|默认|除非|除了|最多|必须|如果|"
    r"只有|格式|放在|例外|^(?:still|same|likewise|ditto|as before|also|and)\b|^(?:仍|还是|同样|照旧|另外|也)",
    re.IGNORECASE,
)


def detail(sentence: str, lang: str) -> bool:
    """Whether a sentence after the statement says more of what is to be, not why."""
    if _REASON_EN.search(sentence) or _REASON_ZH.search(sentence) or _PROPOSED.match(sentence):
        return False
    if _DETAIL.search(sentence):
        return True
    return not _gives_reason(sentence, lang) and not _orders(sentence, lang)
