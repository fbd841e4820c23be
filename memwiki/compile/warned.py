"""What a person warns of: a dead end, a thing that hangs, breaks or fails without an error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from memwiki.compile import acts, asked, evidence, kept
from memwiki.compile.concepts import definitions
from memwiki.compile.customs import custom
from memwiki.compile.glosses import glosses
from memwiki.compile.language import clauses, language, sentences
from memwiki.compile.likeness import words
from memwiki.compile.orders import is_task
from memwiki.compile.passing import Setting, in_passing, thus
from memwiki.compile.passing_cues import (
    ADVICE,
    ALWAYS,
    ASIDE,
    BANS,
    COST,
    DEVICE,
    FORBIDS,
    HARM,
    LACKS,
    QUIET,
    SYMPTOM,
    TOLD_CAUSE,
)
from memwiki.compile.prose import shortened
from memwiki.compile.quotation import Heard, own_words
from memwiki.compile.session import Turn
from memwiki.compile.speech import read
from memwiki.compile.surroundings import Surroundings
from memwiki.compile.trap_cues import ATTRIBUTED, CAUSE, GUESS, HINT, REPORT, TROUBLE, WARNING
from memwiki.compile.trap_words import keys, names, no_article
from memwiki.compile.traps import TEXT
from memwiki.compile.utterances import Utterance
from memwiki.compile.wording import ended
from memwiki.records import Claim, Observation
from memwiki.regexes import regex
from memwiki.values import value


@value(frozen=True, slots=True)
class _Part:
    """A sentence, or several joined, that may warn: `own` are the prompt's sentences in it and what each is worth, with
    their places; `after` is the sentence behind it."""

    text: str
    after: str
    own: tuple[tuple[int, Utterance, Mapping[str, int]], ...]

    @property
    def said(self) -> list[Utterance]:
        """Its sentences."""
        return [u for _, u, _ in self.own]

    @property
    def weighed(self) -> list[tuple[Utterance, Mapping[str, int]]]:
        """Those that are worth anything, as they are kept."""
        return [(kept.kept(u, worth), worth) for _, u, worth in self.own if worth]


def warned(turn: Turn, heard: Heard, around: Surroundings) -> list[Claim]:
    """One claim for each warning of a turn's prompt; none for what it quotes or only reports."""
    prompt = turn.prompt
    if prompt is None:
        return []
    repair = [n for n, one in enumerate(sentences(own_words(prompt.text))) if REPORT.search(one.text + "?" * one.asked)]
    setting = Setting.of(turn, bool(repair))
    said = read(prompt.text, around.answers)
    worths = kept.values(said, around)
    return [
        _warned(prompt, part.text, part.after)
        for part in _parts(prompt.text, said, worths)
        if _kept(part, setting, _told(part, setting))
        and not heard.repeats(part.text)
        and not _is_else(part, said, worths, setting)
    ]


def _parts(prompt: str, said: Sequence[Utterance], worths: Sequence[Mapping[str, int]]) -> Iterator[_Part]:
    """What a prompt says, each once: a line that is pasted a thousand times is one."""
    spoken = _spoken(prompt)
    whole = [(n, u, worth) for n, (u, worth) in enumerate(zip(said, worths, strict=True))]
    first = {text: n for n, text in reversed(list(enumerate(spoken)))}
    for text, n in sorted(first.items(), key=itemgetter(1)):
        yield _Part(text, "".join(spoken[n + 1 : n + 2]), tuple(one for one in whole if _within(one[1], text)))


def _is_else(part: _Part, said: Sequence[Utterance], worths: Sequence[Mapping[str, int]], setting: Setting) -> bool:
    """Whether it is a rule, a choice or a term, which has a page of its own."""
    if setting.answered and _ruled_by_far(part, setting):
        return True
    return not WARNING.search(part.text) and (
        _adds_to_rule(part, said) or _explains(part, said, worths) or _rules(part)
    )


def _rules(part: _Part) -> bool:
    """Whether the part is a rule, or a choice, and worth more as that: `never overwrite anything under results/`.

    What tells beside its order what goes wrong is a trap: `never run both importers, they deadlock`.
    """
    own = [u for u in part.said if u.act == "rule"]
    if any(custom(u.text) for u in own):
        return True
    ruled = any(u.weight >= _RULED and u.cues.any("forever") for u in own)
    facts = [one for one in clauses(part.text) if not BANS.search(one) and not (ruled and COST.search(one))]
    if any(cue.search(one) for one in facts for cue in _GOES_WRONG):
        return False
    first = next(((u.act, worth) for u, worth in part.weighed if u.act in ("rule", "choice")), None)
    return first is not None and first[1]["preference" if first[0] == "rule" else "decision"] > first[1]["gotcha"]


def _ruled_by_far(part: _Part, setting: Setting) -> bool:
    """Whether what went wrong is only the reason of a rule: `dont edit the scenes yourself, last time I lost a day`.

    Where the agent only nods, it takes words of a ban that nothing but a rule has.
    """
    return any(
        u.act == "rule"
        and worth["preference"] >= max(0, worth["gotcha"] + _FAR)
        and (not setting.idle or u.cues.any("must_not"))
        for u, worth in part.weighed
    )


def _adds_to_rule(part: _Part, said: Sequence[Utterance]) -> bool:
    """`no malloc after boot, ever. everything static, we can't have a node die of it`: why the rule holds."""
    behind = [(n, u, worth) for n, u, worth in part.own if n and worth and said[n - 1].paragraph == u.paragraph]
    if not behind:
        return False
    n, u, worth = behind[0]
    ruled = said[n - 1].act == "rule" and kept.firm(said[n - 1])
    return ruled and worth["gotcha"] < 0 and kept.kept(u, worth).act == "rule"


_FAR = 60  # points
_RULED = 50  # the weight of a rule of which what happened once is only the reason
_REGULARLY = regex(r"\bevery (?:night|day|week|month|hour|morning)\b|每[天晚周月日]", re.IGNORECASE)
_GOES_WRONG = (HARM, TROUBLE, COST, QUIET, _REGULARLY)


def _explains(part: _Part, said: Sequence[Utterance], worths: Sequence[Mapping[str, int]]) -> bool:
    """Whether a sentence of the part explains a term in passing: what it says belongs to the term's page."""
    read_ = [kept.kept(u, worth) for u, worth in zip(said, worths, strict=True)] if part.own else []
    return any(glosses(read_, n) for n, _, _ in part.own)


WORTH = 0  # points (worth.py) that make a trap of what nothing else hears as one
# With less, what is heard as one is none, unless it warns; where the agent only nodded, much less is enough.
_VAIN, _VAIN_ALONE = -150, -400


def _kept(part: _Part, setting: Setting, told: bool) -> bool:
    """Whether a sentence is kept as a trap: told as one and worth a little, or worth it alone."""
    text, mine = part.text, [worth["gotcha"] for _, _, worth in part.own if worth]
    most = max(mine, default=-1000)
    if told:
        warns = WARNING.search(text) or kept.WARNED.search(text) or _lasting(text) > 1
        return not mine or bool(warns) or most >= (_VAIN if setting.answered and not setting.idle else _VAIN_ALONE)
    if _HEADS_UP.match(text) and most >= WORTH:
        return True
    # what a session begins with, or what reads like a report, is a trouble of today
    reported = setting.first or setting.repair or REPORT.search(text) is not None or GUESS.search(text) is not None
    ruled = any(kept.firm(u) for u in part.said)
    return most >= WORTH and not (reported or ruled) and len(words(text)) > 2 and not _defines(text)


# Points (acts.py), measured on eval/talks/dev and the tables of tests/compile: so many make a sentence a warning where
# it is not what the prompt is about, fewer where it is told as one, and so many against it leave only a report.
_TRAP = {"en": 100, "zh": 60}  # whatever it names: no other act comes near
_EXPLAINS = 150  # what a later prompt says of a trouble explains it, where the first one reports it
_CLEARLY = 90
_TOLD_SO = 60
_SURELY = 200  # where nothing else is asked for, too
_HARDLY = 60
_NEVER = 250  # whatever it names and however it says that it is always so
_LASTING = (WARNING, ALWAYS, COST, TOLD_CAUSE, ASIDE, QUIET, ADVICE, DEVICE, FORBIDS)
_TROUBLED = (HARM, TROUBLE, SYMPTOM, QUIET, CAUSE)


def _told(of: _Part, setting: Setting) -> bool:
    part, points = of.text, _points(of.said)
    warns = WARNING.search(part) is not None
    if not warns and (
        _LETS_BE.search(part) or _defines(part) or any(u.act == "question" and u.trap <= 0 for u in of.said)
    ):
        return False
    others = any(one not in part and part not in one for one in setting.orders)
    beside = setting.idle or warns or others or ASIDE.search(part) is not None or points >= _SURELY
    lasting = _lasting(part)
    troubled = any(cue.search(part) for cue in _TROUBLED)
    if _FOUND.match(part) and lasting and not REPORT.search(part):
        return True
    if (_KNOWN.search(part) and troubled) or (kept.WARNED.search(part) and _HOW_IT_IS.search(part)):
        return True
    doubtful = setting.repair or REPORT.search(part) is not None or GUESS.search(part) is not None
    aside = setting.idle or warns or others or ASIDE.search(part) is not None
    explains = not setting.first and (lasting > 0 or points >= _EXPLAINS)
    tells = (aside and (troubled or lasting > 1)) or (explains and troubled)
    if points >= _TRAP[acts.lexicon(part)] and tells and not doubtful and not thus(part):
        return True
    if beside and not doubtful:
        device = DEVICE.search(part) is not None
        always = lasting > device or (device and _VERSION.search(part) is not None)
        if points >= _CLEARLY and always and troubled and not thus(part):
            return True
        if points >= _TOLD_SO and lasting > 1 and ASIDE.search(part) and ADVICE.search(part):
            return True
    least = _NEVER if warns or lasting > 1 or HINT.search(part) else _HARDLY
    return points > -least and _warns(part, of.after, setting) and (not setting.idle or lasting > 0)


_VERSION = regex(r"(?<![\w.])[A-Za-z][\w.-]+ v?\d{1,3}(?:\.\d+)*(?![\w.%:])")  # `chrome 72`: a thing as it is


def _lasting(part: str) -> int:
    """How many lists of words say that it is always so."""
    return sum(cue.search(part) is not None for cue in _LASTING)


def _defines(part: str) -> bool:
    lang = acts.lexicon(part)
    return bool(definitions(part, lang))


def _points(said: Sequence[Utterance]) -> int:
    """How much the counted phrases of sentences speak for a trap: the most of them."""
    return max((u.trap for u in said if u.lang in ("en", "zh")), default=0)


def _within(u: Utterance, part: str) -> bool:
    """Whether a sentence is the part, or one of those that it was joined from, or holds it."""
    return u.raw in part or part in u.raw


# A person found what it was: the next sentence tells it.
_FOUND = regex(
    r"^(?:(?:ok(?:ay)?|ah+|oh|ha|so)[,!]? )?(?:(?:i )?(?:found|figured|tracked|nailed|got) (?:it|out|them|that)\b"
    r"|mystery solved|solved|now i (?:know|get) (?:it|why)|i know (?:it|why|what it (?:is|was)))"
    r"|^(?:(?:哦|啊|好|对了)[,，]? ?)?(?:找到了|查到了|破案了|定位到了|搞明白了|原因找到了"
    r"|知道(?:原因|为什么|咋回事)了)",
    re.IGNORECASE,
)
# `I know this problem from my colleague: after a change of battery the clock goes back to 1970`
_KNOWN = regex(
    r"\b(?:i|we)(?:'ve| have)?(?: all)? (?:know|had|seen|saw|met|hit|got) (?:this|that|the same"
    r"|exactly this)(?: (?:problem|issue"
    r"|error|one|thing|bug|effect|trouble))?(?: (?:before|already|once|from|last|in|at|on)\b[^:.;]*)?[:,;] "
    r"|(?:这|那|同样)(?:个|种)?(?:问题|坑|情况|毛病)?(?:我们?)?(?:以前|之前|上次|早就?)?(?:也)?(?:见|碰|遇|踩)(?:到)?过",
    re.IGNORECASE,
)
_HOW_IT_IS = regex(
    r"不等于|不是|其实|实际上|会|就|不能|\b(?:is|are|does|do)(?:n'?t| not)\b|\bnot\b|\bonly\b", re.IGNORECASE
)
_SO = regex(
    r"so (?!now\b|we\b|you\b|i\b|let)(?:the |these |those )?\S+(?: \w+)? (?:is|are|means?|was|were)\b", re.IGNORECASE
)
# `if that thing sleeps nothing gets transcribed`: the sentence before names the thing
_THING = regex(
    r"(?:and |but )?(?:if|when(?:ever)?|once|as soon as) (?:that|this|it|they|those|these)\b"
    r"|(?:一旦|如果|要是)?(?:它|这玩意|那玩意|这东西|那台|这台)",
    re.IGNORECASE,
)
# `I lost a sunday on it`: the sentence before tells on what
_SPENT = regex(
    r"(?:and |that )?(?:i|we|it) (?:already |have |once )?(?:lost|wasted|spent|burn(?:ed|t)|cost (?:me"
    r"|us))\b.{0,30}\b(?:on )?(?:it|that|this)"
    r"(?: one)?\W*$",
    re.IGNORECASE,
)
# `a trap that cost me a saturday: … draws 3 mA more. so it can't be measured there`, `if you mask the zeros …`
_DRAWS = regex(
    r"(?:so|that'?s why|which means|meaning|hence|therefore) [^?]*\b(?:can'?t|cannot|never|don'?t|must|have to"
    r"|not)\b|(?:so )?(?:if|when|once|as soon as) (?:you|u|we|one|somebody|someone) |(?:所以|因此)[^?？]*(?:不能|别"
    r"|要|得|必须)",
    re.IGNORECASE,
)
# `Logic caches plugins. when the version changes you have to kill the registrar, otherwise it takes the old one`
_THEN = regex(
    r"(?:so |and )?(?:when(?:ever)?|if|once|after|every time|each time) [^;]*\b(?:you|u|we|one) (?:have to|must"
    r"|need to|gotta|should)\b[^;]*\b(?:otherwise|or else|or it)\b|(?:所以|因此)?(?:改|换|升级|重启|每次"
    r"|一旦)[^。;]{2,40}(?:得|要|必须)[^。;]{2,40}(?:不然|否则|要不)",
    re.IGNORECASE,
)
_BACK = regex(r"(?:it|they|that|this|those|these)\b|(?:它|这样|那样)", re.IGNORECASE)


def _spoken(prompt: str) -> list[str]:
    """A person's sentences; a short warning and the sentence that explains it are one."""
    said = [s.text for s in sentences(own_words(prompt)) if not s.asked]
    joined: list[str] = []
    for one in said:
        before = joined[-1] if joined else ""
        warned = WARNING.search(before) and not TROUBLE.search(before) and TROUBLE.search(one)
        short = TROUBLE.search(before) and len(one) <= 30 and HINT.search(one) and not TROUBLE.search(one)
        cost = HARM.search(before) and COST.search(one) and len(one) <= 60 and not HARM.search(one)
        back = (WARNING.search(before) or COST.search(before)) and _BACK.match(one) and HARM.search(one)
        found = _FOUND.match(before) and len(before) <= 30 and "," not in before
        thing = _THING.match(one) and len(before) > 12 and not WARNING.search(one) and HARM.search(one)
        so = (HARM.search(before) or LACKS.search(before)) and _SO.match(one)
        spent = _SPENT.match(one) and len(before) > 12 and len(one) <= 60
        then = _THEN.match(one) and 8 < len(before) <= 90 and not is_task(before, acts.lexicon(before))
        draws = (WARNING.search(before) or COST.search(before)) and _DRAWS.match(one) and not WARNING.search(one)
        if warned or short or cost or back or found or so or thing or spent or then or draws:
            joined[-1] = f"{before}, {one}"
        else:
            joined.append(one)
    return joined


# `known, ignore that one`: an order, no trouble.
_ORDERED = regex(
    r"(?:^|[,;:] ?)(?:ignore|drop|reject|refuse|lose|double|freeze|break|fail|throw|raise)\b", re.IGNORECASE
)


# `u can skip the test for those`, `keith says mp3 sounds as good and we should drop flac`: a permission, an opinion
_LETS_BE = regex(
    r"\b(?:you|u) (?:can|may|could|needn'?t|do(?:n'?t| not) (?:have|need) to) (?:skip|leave|ignore|drop|forget)\b"
    r"|\b(?:says?|said|thinks?|believes?|insists?|reckons?|feels?)\b[^.;]*\b(?:we|you|i|one) (?:should|ought)\b"
    r"|(?:可以|能)(?:不测|跳过|先不管|忽略)|(?:说|觉得|认为|建议)[^。;；]*(?:我们|咱们?)(?:应该|该)",
    re.IGNORECASE,
)


def _warns(text: str, after: str, setting: Setting) -> bool:
    if REPORT.search(text) or ATTRIBUTED.search(text) or len(words(text)) < 2:
        return False
    if not WARNING.search(text):
        text = _ORDERED.sub("", text)
    if TROUBLE.search(text) and (WARNING.search(text) or (not setting.repair and HINT.search(text))):
        return True
    return language(text[:2000]) != "other" and in_passing(text, after, setting)


# `latin names over 28 chars are cut. give it short_name instead`, 中文路径读出来是空的。统一换成 imdecode
_REMEDY = regex(
    r"(?:so |and |then |but )?(?:please |pls |just |always |better )*(?:(?:use|give|pass|stick (?:to|with)"
    r"|go (?:through"
    r"|via|with|over)|switch to|take|send|call|pin|set|unset|export|restart|wait|ask|copy|write|open|start|run|put|feed"
    r"|plug|load|read|type|leave|keep)\b(?! (?:me|us|it off|the (?:rest|tests?))\b)[^?]*\b(?:instead|rather|first"
    r"|beforehand|before|until|till|always|every time|each time|there|by hand|again afterwards)\b"
    r"|(?:use|stick (?:to|with)|switch to|go (?:through|via))\b"
    r"|(?:the )?(?:trick|fix|remedy|cure|workaround|way (?:around|round|out)|solution|only thing that helps) (?:is"
    r"|was)\b"
    r"|(?:[\w'-]+ ){1,4}?(?:must|has to|have to|needs? to|should)(?: first| always)? (?:wait|go|run|use|come|start|be"
    r" (?:set|run|started|restarted|called|done|sent|passed|closed|opened|pinned|loaded|turned))\b)"
    r"|(?:不能|别|不要|千万别)(?:再)?(?:信|用|靠|指望|相信)(?:它|这个|那个)?(?=$|[,，])"
    r"|(?:所以|那|就|以后|你|请|记得)*(?:一律|统一|全部?|都|得|要|必须|只能|应该|最好|直接)*(?:先|换成?|改成?|改用|用|走|等|加上"
    r"|设成|传|调|关掉|打开|重启|手动)",
    re.IGNORECASE,
)


def _cured(after: str) -> tuple[str, ...]:
    """What the sentence behind a trap says is to be done about it."""
    if len(after) > _REMEDIES or not _REMEDY.match(after) or _TRIES.search(after):
        return ()
    return (ended(asked.stripped(after) or after),)


# `use the docker image to reproduce it`: how to look at the trap, not what to do about it
_TRIES = regex(
    r"\b(?:to|when you|while you) (?:reproduce|test|check|debug|see|try|verify|look)\b|(?:来|去)?(?:复现"
    r"|验证)",
    re.IGNORECASE,
)


_REMEDIES = 200  # characters


def _warned(prompt: Observation, text: str, after: str) -> Claim:
    plain_text = _HEADS_UP.sub("", text)
    bare = _HEADS_UP.sub("", asked.stripped(plain_text) or plain_text)
    title = asked.title(no_article(_core(_without_cost(bare))))
    dead_end = re.search(r"\btr(?:y|ied|ying)\b|试", text, re.IGNORECASE) is not None
    named = names([text])
    parts = {"failed" if dead_end else "symptom": (ended(bare),), "fix": _cured(after)}
    return Claim(
        kind="gotcha",
        act="state",
        subject=asked.cut_words(title, 60),
        title=title,
        text=shortened(ended(bare), TEXT),
        ts=prompt.ts,
        evidence=(evidence.of(prompt, text),),
        source="person",
        confidence=0.9,
        lang=language(text[:2000]),
        parts=parts,
        keys=keys(named, title),
        entities=named[:8],
    )


_HEADS_UP = regex(
    r"^(?:(?:搞|查|折腾|排查|弄|调)了(?:我|我们)?(?:半天|好久|大半天|一(?:整)?(?:天|下午|晚上|上午)|[两三半]个?(?:小时|天))(?=[,，])"
    r"|heads[ -]?up|just so (?:you|u) know|fyi|mind (?:you|yourself)(?: now)?|careful|be careful|watch out|warning"
    r"|beware|note that"
    r"|mind that|keep in mind|found it|mystery solved|solved|注意|小心|当心|提个醒"
    r"|(?:对了)?[,，]?提醒(?:你们?)?(?:一?下)?(?=[,:])|(?:(?:提醒|告诉|跟|和)(?:你们?|大家)(?:说|讲)?)?(?:有|说|讲"
    r"|提|记|还有|记一?下|备注一?下)?(?:这?一?个|一?点)?坑(?:提醒一下|记一下"
    r"|说一下|注意)?(?=[,:]))"
    r"(?:\s+before you [^:,]{1,40})?\W+",
    re.IGNORECASE,
)
_FILLER = regex(
    r"^(?:btw|i spent|we spent|i wasted|i tried|we tried|been there|tried (?:that|it)|you wo?n'?t see|u wont"
    r"|and you|don'?t (?:even )?(?:try|bother)|"
    r"之前|以前|上次|我试过|试过)",
    re.IGNORECASE,
)


def _without_cost(text: str) -> str:
    """A warning without what it has cost at its end: `…, lost a sunday on it`, …,上个月已为此返工三百张标签."""
    parts = clauses(text)
    while len(parts) > 1 and _COST_AT_END.match(parts[-1]):
        kept_ = text[: text.rindex(parts[-1])].rstrip(" ,;，；、-–—")
        if len(kept_) < 12:
            break
        text, parts = kept_, parts[:-1]
    return text


_COST_AT_END = regex(
    r"(?:and )?(?:(?:it|that|we|i|this) )?(?:lost|wasted|spent|burn(?:ed|t)|cost (?:me|us)|took (?:me|us))\b"
    r"|(?:上个?[月次周]|去年|那次|我们?|已|害)*(?:为此|因此|已)*(?:返工|浪费|白忙|折腾了?|花了我|搭进去)",
    re.IGNORECASE,
)


def _core(text: str) -> str:
    """The clauses of a warning that name the trouble: `on api 35 the camera plugin hangs forever`."""
    parts = clauses(text)
    telling = [n for n, part in enumerate(parts) if TROUBLE.search(part) and not _FILLER.match(part)]
    telling = telling or [n for n, part in enumerate(parts) if HARM.search(part) and _THING.match(part)]
    if not telling or len(text) <= 60:
        return text
    first = telling[0]
    part = parts[first]
    if len(words(part)) < 4 and first > 0 and not _FILLER.match(parts[first - 1]):
        part = f"{parts[first - 1]}, {part}"
    return re.sub(r"^(?:and|but|so|because|since|otherwise)\s+", "", part, flags=re.IGNORECASE)
