"""How much a sentence speaks for a choice that was made."""

from __future__ import annotations

import re
from functools import lru_cache

from memwiki.compile import titles
from memwiki.compile.cues import Found, find, holds
from memwiki.compile.judgements import JUDGED
from memwiki.compile.language import clauses
from memwiki.compile.orders import first_verb, orders_zh, topic, topic_zh
from memwiki.compile.policies import fixes
from memwiki.compile.words_en import CHOICE_VERBS, HABIT_VERBS, TASK_VERBS
from memwiki.regexes import regex

CHOICE = 25

_WEIGHTS_CHOICE_EN = {
    "decided": 30,
    "lets": 30,
    "go_with": 25,
    "we_do": 12,
    "conclude": 10,
    "will_be": 0,
    "contrast": 14,
    "reason": 14,
    "from_to": 12,
    "changed": 12,
}
_WEIGHTS_CHOICE_ZH = {
    "decided": 25,
    "settle": 16,
    "we_do": 10,
    "contrast": 12,
    "reason": 14,
    "from_to": 22,
    "changed": 12,
}
_TOPIC_ZH = regex(r"^[^,,。::]{2,16}[::]\s*\S")
_PRONOUN_IS = regex(
    r"^(?:it'?s|its|that'?s|thats|this is|it is|there'?s|they'?re|he'?s|she'?s|i'?m|i am)\b", re.IGNORECASE
)


def choice_weight(text: str, lang: str, found: Found) -> int:
    """How much the sentence speaks for a choice made; CHOICE is enough."""
    if lang == "zh":
        return _choice_zh(text, found)
    weight = sum(w for name, w in _WEIGHTS_CHOICE_EN.items() if name in found) + _declared(text, found)
    return weight + sum(points for points, holds in (*_speaks_for(text, found), *_speaks_against(text, found)) if holds)


_USES_INSTEAD = regex(
    r"^[^,.]{6,}, (?:use|make it|go with|take|show) (?!the\b|that\b|this\b|my\b|it\b|existing\b)[^,.]{3,40} instead$",
    re.IGNORECASE,
)
_SETS = regex(r"^(?!from\b)(?!the\b).*\b(?:(?<! from \w )to|at|for|max) \d", re.IGNORECASE)


# `switch the export from wav to flac, the label is fine with flac`: an order that turns a value, and why
_TURNS = regex(
    r"(?:(?:ok|so|then|and|pls|please|lets?|let'?s|now|we) )*"
    r"(?:switch|move|change|migrate|convert|go|bump|raise|lower) "
    r"(?!it\b|this\b|that\b|them\b)[^,]*?\bfrom [^,]+? to [^,]+,",
    re.IGNORECASE,
)


# `the numbers change, so a table which they edit, not a dictionary in Python`
_SO_THIS = regex(
    r", so (?:an? |the |just |only )?(?!that\b|it\b|we can)[^,]{3,70}, not (?:an? |the |in |on )?[^,]{3,40}$",
    re.IGNORECASE,
)
# `the masks: store them as geotiff, not as shapefiles`
_KEPT_AS = regex(
    r"^[^:,]{3,40}: (?:please |pls |we )?(?:store|keep|save|write|ship|serve|export|pack|encode|send|model|hold"
    r"|put) (?:it|them|those|these|all) (?:as|in|on|with|into) [^,]{2,40}, not (?:as |in |on |with "
    r"|into )?[^,]{2,40}",
    re.IGNORECASE,
)
# `let it hold 24 hours`
_LASTS = regex(
    (
        r"(?:please |pls |so |then |just )?let (?:it|them|that|those|the [\w-]+) (?:hold|keep|last|wait|run|expire|stay"
        r"|live|be) "
    ),
    re.IGNORECASE,
)


def _speaks_for(text: str, found: Found) -> tuple[tuple[int, bool], ...]:
    reasoned = "reason" in found or implies_reason(text, "en")
    return (
        (12, bool(topic(text))),
        (12, first_verb(text) in CHOICE_VERBS),
        (12, "parameter" in found and ("reason" in found or (reasoned and _SETS.search(text) is not None))),
        (4, bool(topic(text)) and "we_do" in found),
        (30, _USES_INSTEAD.search(text) is not None),
        (16, text.rstrip(" .!").endswith(" instead") and JUDGED.search(clauses(text)[0]) is not None),
        (26, "sorry" in found and re.search(r"\d", text) is not None and reasoned),
        (30, SINCE_DAY.search(text) is not None and re.search(r"(?<![\w.])\d", text) is not None),
        (14, "scrap" in found and found.at("scrap") < 4),
        (26, _SO_THIS.search(text) is not None),
        (60, _KEPT_AS.search(text) is not None),
        (26, _LASTS.match(text) is not None and re.search(r"\d", text) is not None),
        (38, "from_to" in found and len(clauses(text)) > 1 and _TURNS.match(text) is not None),
    )


# `there should be a travel buffer: 45 minutes between hearings`
_SPEC = regex(
    r"(?:so |and )?there (?:should|must|has to|needs to|ought to) be (?:an? |the )?(?!way\b|reason\b"
    r"|bug\b)[\w' -]{3,40}"
    r"(?:: | of )[^?]*\d",
    re.IGNORECASE,
)
# `ok then threads stay off for web`
STAYS = regex(
    r"(?:a+h+,? |oh,? )?(?:ok(?:ay)?,? )?(?:then|so|in that case,?) (?:the |our )?[\w-]+(?: [\w-]+){0,2} (?:stays?"
    r"|remains?)"
    r" (?:off|on|out|in|as|where|at|with|on)\b",
    re.IGNORECASE,
)


def lays_down(text: str) -> bool:
    """Whether a sentence has the form in which one lays down how something is to be, and no other use."""
    return any(form.match(text) for form in (_SPEC, _ONLY_THESE, _MUST_NOW, _ABOUT_ZH))


# `the buffer for regional must be 90 now`
_MUST_NOW = regex(
    r"(?:the |our )?(?!it\b|this\b|that\b|there\b)[\w' -]{3,40}? (?:must|has to|should|needs to|ought to) be"
    r" \d[\w.,]*(?: ?[a-z%]+)? (?:now|from now on|from here on)(?=$|[,;])",
    re.IGNORECASE,
)


# `blocked grids only, barred ones get killed`
_ONLY_THESE = regex(
    r"[\w.-]+(?: [\w.-]+){0,3} only[,;] (?:the )?[\w.-]+(?: [\w.-]+){0,3} (?:gets?|is|are|will be|goes?) (?:killed"
    r"|dropped"
    r"|removed|cut|gone|out|deleted|scrapped|thrown out|away)\b",
    re.IGNORECASE,
)


# `rented bikes every 45 seconds from today`
SINCE_DAY = regex(
    r"(?<!running )\b(?:from|as of|starting|effective) (?:today|tomorrow|tonight|"
    r"(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|next (?:week|month|release|season|term|quarter|year)|the next \w+)\b(?! (?:is|was|looks?)\b)",
    re.IGNORECASE,
)
_READINGS = regex(
    r"(?:the |our )?(?:memory|ram|cpu|gpu|disk|heap|latency|loss|accuracy|auc|coverage|usage|load|p\d\d|throughput|"
    r"temperature|size|score)(?: usage| use)? (?:goes|jumps|grows|climbs|rises|falls|drops|is)\b",
    re.IGNORECASE,
)
_FIRM = ("decided", "lets", "go_with", "contrast", "we_do", "changed", "from_to")
_POINTS = regex(
    r"\b(?:put|keep|leave|move|drop|use|take|make|store) (?:it|them|that|this|those|these)\b", re.IGNORECASE
)
_LEFT_TO_AGENT = regex(r"\bif (?:you|u) (?:want|like|can|need|prefer|think)\b", re.IGNORECASE)
STORY = regex(
    r"(?:back (?:then|when|in)\b|(?:in|with) the (?:old|first|previous|original)\b|originally|historically|"
    r"at the time\b|"
    r"(?:\w+ )?(?:years?|months?) ago|(?:we|i|it) used to\b|once upon)",
    re.IGNORECASE,
)
_TOLD = regex(
    r"(?:i|he|she|they|someone|it|(?:the|this|my|our) [\w-]+) (?:had|was|were|did|tried|spent|used to|ran|got|saw)\b",
    re.IGNORECASE,
)


# `the lock: that's the nightly job` says what something is
_IS_THAT = regex(r"[^:]{2,40}: (?:that'?s|it'?s|its|this is|that is|they'?re|those are|these are)\b", re.IGNORECASE)


def _speaks_against(text: str, found: Found) -> tuple[tuple[int, bool], ...]:
    """Orders, reports of faults, and sentences whose object only points."""
    verb = first_verb(text)
    ordered = verb in TASK_VERBS - CHOICE_VERBS and not found.any("decided", "lets", "scrap")
    faulty = holds(_main(text, found), "en", "complaint")
    firm = found.any("decided", "reason")
    return (
        (-25, ordered and not ("parameter" in found and "reason" in found)),
        (-10, re.match(r"no\b", text, re.IGNORECASE) is not None),
        (-14, re.search(r"\b(?:there|here)\b,", text) is not None and not firm),
        (-25, _POINTS.search(text) is not None and not firm),
        (-25, _PRONOUN_IS.match(text) is not None and not found.any("decided", "go_with")),
        (-30, _IS_THAT.match(text) is not None and "decided" not in found),
        (-12, "expected" in found and "reason" not in found),
        (-25, faulty and not found.any("decided", "lets", "go_with", "contrast", "we_do", "from_to")),
        (-14, _LEFT_TO_AGENT.search(text) is not None),
        (-25, _TOLD.match(text) is not None),
        (-60, STORY.match(text) is not None and "decided" not in found),
        (-25, re.match(r"from \d", text) is not None),
        (-25, len(clauses(text)) == 1 and JUDGED.search(text) is not None and not found.any(*_FIRM)),
        (-50, "from_to" in found and _READINGS.match(text) is not None and "decided" not in found),
        (-25, found.any("observed", "probe") and not found.any("decided", "lets", "go_with")),
    )


_BARE = regex(
    r"(?!(?:the|this|that|these|those|it|its|it's|my|his|her|there|they|he|she|you|i|we|what|which|if|"
    r"when|why|some|one|someone|"
    r"nobody|everyone|none|neither|no|not|do|don'?t|dont|never|just|only|a|an|so|and|but|because|works|looks|sounds|"
    r"for|in|on|with)\b)[a-z`]",
    re.IGNORECASE,
)
_ONLY = regex(r"\bonly (?:for|on|in|at|via|through|from)\b")


_STATUS = regex(
    r"\b(?:works?|done|green|red|ready|up|down|live|merged|fixed|gone|broken|empty|weird|odd)\b", re.IGNORECASE
)


# Nouns that weigh in a reason, and are but the subject where they stand first: "keep the audit logs …".
_SUBJECT_OF_WEIGHT = regex(
    (
        r"\b(?:limits?|blocks?|audit|security|compliance|licen[sc]e|budget|latency|quality|privacy|"
        r"contracts?|users?|customers?)\b"
    ),
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def implies_reason(text: str, lang: str) -> bool:
    """Whether a later clause weighs something up: `the config is toml, yaml indentation bites everyone`."""
    parts = clauses(text)
    if lang == "zh":
        return any(holds(part, "zh", "weighs") for part in parts[1:]) and not holds(parts[0], "zh", "complaint")
    first = 1 if topic(text) and len(parts) > 1 else 0
    head = parts[first]
    if (
        _STATUS.search(head)
        or holds(head, "en", "complaint")
        or (holds(head, "en", "weighs") and not _SUBJECT_OF_WEIGHT.search(head))
    ):
        return False
    return any(holds(part, "en", "weighs") and not titles.continues(part) for part in parts[first + 1 :])


def _main(text: str, found: Found) -> str:
    """The clauses before the first one that gives a reason."""
    end = found.at("reason")
    for part in clauses(text)[1:]:
        if holds(part, "en", "weighs") and not titles.continues(part):
            end = min(end, text.index(part))
            break
    return text[:end] if end > 4 else text


_BY_MEANS = regex(r"[\w-]+(?: [\w-]+){0,3} (?:via|by|through) [\w-]+(?: [\w-]+){0,3}$", re.IGNORECASE)


def _declared(text: str, found: Found) -> int:
    """What a plain present sentence about a bare subject adds: `terraform state goes to s3`, `ids are ulids now`."""
    weight = 0
    implied = implies_reason(text, "en") and "reason" not in found
    verb = first_verb(text)
    main = _main(text, found)
    bare = _BARE.match(text) and not holds(main, "en", "complaint", "expected", "figure")
    if bare and (topic(text) or verb not in TASK_VERBS | CHOICE_VERBS | HABIT_VERBS):
        stated = found.any("will_be", "contrast", "changed") or (implied and not topic(text))
        is_so = re.search(r"\b(?:is|are)\b", main) is not None and _STATUS.search(main) is None
        stated = stated or ("reason" in found and is_so) or _BY_MEANS.match(main) is not None
        weight += (
            (14 if _till_now(text, found) else 12)
            if stated and (implied or found.any("contrast", "reason", "changed"))
            else 0
        )
    weight += 14 if implied else 0
    if "from_to" in found and re.search(r"\d", text[found.at("from_to") : found.end("from_to")]):
        weight += 10 + (8 if len(clauses(text)) > 1 and not implied and "reason" not in found else 0)
    if re.match(r"so\s*:", text):
        weight += 10
    weight += 26 if fixes(text, "en", found) else 0
    weight += 30 if _accomplished(text) else 0
    return weight + (6 if _ONLY.search(text) else 0)


def _till_now(text: str, found: Found) -> bool:
    return text[found.at("changed") : found.end("changed")].endswith("now")


_DONE = regex(
    r"(?:i|we)(?:'ve| have)? (?:just |already |finally )?(?:moved|switched|migrated|replaced|removed|dropped|killed|"
    r"ripped out|threw out|swapped|ported|retired|converted|rewrote|deleted)\b",
    re.IGNORECASE,
)
_PASSED_ON = regex(
    r"\b(?:got|was|were|has been|have been|is being) (?:replaced|swapped|superseded) (?:by|with|for) [\w-]",
    re.IGNORECASE,
)
_GONE = regex(r"[\w`-]+(?: [\w-]+){0,4} (?:is|are) (?:gone|out|dead|history|retired|switched off)\b", re.IGNORECASE)


def _accomplished(text: str) -> bool:
    """`i removed redis yesterday, sessions are signed cookies now`: what was done, and what holds since."""
    parts = clauses(text)
    if _DONE.match(text):
        onto = re.search(r"\bfrom [\w` -]{2,30} to\b|\b(?:with|by|to|into) [\w`-]+", parts[0]) is not None
        since = any(re.search(r"\bnow\b|\binstead\b|\bno longer\b", part) for part in parts[1:])
        return since or (
            onto and re.search(r"\bfrom\b|\breplaced\b|\bswapped\b", parts[0]) is not None and len(parts) > 1
        )
    if _PASSED_ON.search(parts[0]):
        return len(parts) > 1
    return _GONE.match(text) is not None and any(re.search(r"\bnow\b", part) for part in parts[1:])


_LOOKS_ZH = regex(
    (
        r"按钮|图标|颜色|字号|字体|样式|标题栏|文案|banner|logo|弹窗|背景图|间距|(?:挪|移|靠|居)(?:到"
        r"|在)?[左右上下中前后]|换成新的"
    ),
    re.IGNORECASE,
)
_ORDERED_ZH = regex(r"(?:换|改|加|修|删|调|查|看|重启|升)(?:个|一?下|掉|成|大|小)")


# 码里只放短码,其余内容由服务端查出来; 报告以 PDF 传到 OSS 存着即可,不作解析
# 断线重连这块,重连上来只拉最近一次快照,不从头追
_ABOUT_ZH = regex(
    r"[^,。]{2,14}(?:这块|这一块|这部分|这边|方面|的话)[,，](?!怎么|为什么|是不是|有没有|还没|不对|有)[^。?]{0,30}?(?:只|一律|统一|就|全部?|都)"
    r"[^,。?]{2,24}[,，](?:不|别|无需|其余|其他)"
)
# 手续费改一下,交易所上个月调了,现在按万0.8
_REVALUED_ZH = regex(
    r"(?:改|调|换|变)(?:一?下|了)?[,，][^。;]*?(?:现在|以后|今后|新的)?(?:按|改成|改为|调成|调到|换成|定在|定为|算)[^,，。;]{0,6}[\d一二两三四五六七八九十百千万半]"
)
_ONLY_ZH = regex(
    r"[里上中]只(?:放|存|写|记|留|传|带|用)[^,。;]{1,14}[,，](?:其余|其他|别的|剩下)"
    r"|[存放写记传用走按留](?:着)?(?:即可|就行|就好|就够了?)[,，]不(?:作|做|用|必|再|要)"
)
# 一个孩子在车上不能超过 40 分钟
LIMIT_ZH = regex(
    r"(?:不能|不得|不许|不准|不可以?|最多不|绝不)(?:能)?(?:超过?|多于|高于|大于|低于|少于|小于|早于|晚于|短于|长于)"
    r"\s*[\d一二两三四五六七八九十百千半]"
)


def _choice_zh(text: str, found: Found) -> int:
    weight = sum(w for name, w in _WEIGHTS_CHOICE_ZH.items() if name in found)
    weight += 8 if _TOPIC_ZH.match(text) or topic_zh(text) else 0
    weight += 10 if re.match(r"[^,。]{2,10}?用[^,。]{1,12}[,,]\s*不(?:用|要)", text) and "settle" not in found else 0
    weight += 2 if re.search(r"只(?:用|做|存|支持|走|保留)", text) else 0
    weight += 25 if _ONLY_ZH.search(text) and "complaint" not in find(clauses(text)[0], "zh") else 0
    weight += 4 if re.search(r"吧(?:[,,。]|$)", text) else 0
    weight += 4 if len(clauses(text)) > 1 else 0
    weight += 14 if "reason" not in found and implies_reason(text, "zh") else 0
    weight += 25 if fixes(text, "zh", found) else 0
    first = find(clauses(text)[0], "zh") if clauses(text) else found
    weight += 4 if "parameter" in first and "changed" in first and len(clauses(text)) > 1 else 0
    if "parameter" in found and found.any("reason", "settle"):
        weight += 10
    weight += 30 if _REVALUED_ZH.search(text) and "complaint" not in found else 0
    weight += 30 if LIMIT_ZH.search(text) and not found.any("complaint", "once") else 0
    moved = "from_to" in found and ("reason" in found or len(clauses(text)) > 1)
    if orders_zh(text) and not found.any("decided", "settle") and not moved:
        weight -= 20
    plain = "reason" not in found and not implies_reason(text, "zh") and not found.any("decided", "settle", "from_to")
    if plain and _LOOKS_ZH.search(text):
        weight -= 20
    if "complaint" in found and _ORDERED_ZH.match(clauses(text)[-1]) and not found.any("decided", "settle"):
        weight -= 30
    if re.search(r"先[^,。]{1,20}[,,]再", text):
        weight -= 20
    if holds(clauses(text)[0], "zh", "complaint") and not found.any("decided", "settle", "from_to"):
        weight -= 30
    if re.match(r"(?:这|那|它)(?:个|样|种|些)?(?:算|先|太|不|就)", text) and "decided" not in found:
        weight -= 25
    if "decided" not in found and re.match(r"(?:昨天|刚才|之前|上次|上周|我试|试了|试过)", text):
        weight -= 15
    return weight
