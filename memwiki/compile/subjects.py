"""What a statement is about: subject, keys, identifiers, and the values it sets, names or leaves behind.

Keys are specific on purpose: two claims of one kind that share a key are about one subject. Rival tools share the key
of their family, so that `pnpm instead of yarn` meets an older `use yarn`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from memwiki.compile import cues, titles
from memwiki.compile.language import clauses
from memwiki.compile.orders import topic, topic_zh
from memwiki.compile.remembered import remembered
from memwiki.compile.toolnames import TOOL, tools
from memwiki.regexes import regex

# What about a thing a statement fixes; part of the key, so that two facts about one thing stay two.
_FACETS = {
    "retention": r"kept?|retain(?:ed)?|retention|ttl|expir\w+|保留|过期|留存|有效期",
    "timeout": r"time ?outs?|超时",
    "interval": r"interval|heartbeat|flush|poll(?:ing)?|every \d+|心跳|间隔|频率|刷新",
    "limit": r"max(?:imum)?|limit|cap(?:ped)?|at most|quota|rate|上限|最多|限流|不超过",
    "retries": r"retr(?:y|ies)|backoff|attempts|重试",
    "format": r"format|格式",
    "length": r"short|brief|concise|long|简短|简洁|精简",
    "storage": r"stored?|database|persist\w*|存储|数据库|落库|存(?:在|到)",
    "language": r"english|german|chinese|french|英文|中文|英语|日文",
    "time zone": r"utc|time ?zones?|local time|时区",
    "identifier": r"uuid|ulid|primary keys?|主键",
}
_FACET = {name: regex(rf"(?<![A-Za-z])(?:{body})(?![A-Za-z])", re.IGNORECASE) for name, body in _FACETS.items()}

_ENTITY = regex(
    r"`([^`\n]{2,60})`|((?:[\w.-]+/)+[\w.-]*\w|\b[\w-]+\.(?:py|ts|tsx|js|jsx|go|rs|java|kt|rb|c|h|cpp|"
    r"cs|sql|md|json|ya?ml|toml|sh|tf|proto|vue|svelte|dart|swift|lock|txt|xlsx|csv|j2|mjs|gd|"
    r"shader)\b)"
    r"|\b([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]+)+|[A-Za-z]\w*_\w+|"
    r"[A-Z][A-Z0-9]{1,}(?:-\d+)?)\b",
    re.ASCII,
)
_NO_ENTITY = frozenset(
    [
        "I",
        "OK",
        "NOT",
        "NO",
        "AND",
        "OR",
        "ALL",
        "IN",
        "TODO",
        "FIXME",
        "PS",
        "FYI",
        "BTW",
        "ASAP",
        "CUSTOMER",
        "NEVER",
        "ALWAYS",
        "MUST",
        "ONLY",
        "DO",
        "DONT",
    ]
)


@remembered(512)
def entities(text: str) -> tuple[str, ...]:
    """Identifiers, file names and tools that the text names, in order, each once, at most 12."""
    found: dict[str, str] = {}
    for match in _ENTITY.finditer(text):
        name = next(g for g in match.groups() if g).strip()
        if name not in _NO_ENTITY and len(name) > 1:
            found.setdefault(name.lower(), name)
    known = {tool for tool, family in tools(text) if family not in ("natural language", "indentation", "merge style")}
    for match in TOOL.finditer(text) if known else ():
        if match[1].lower() in known:
            found.setdefault(match[1].lower(), match[1])
    return tuple(found.values())[:12]


def facets(text: str) -> tuple[str, ...]:
    """Which properties of its subject the text fixes."""
    return tuple(name for name, pattern in _FACET.items() if pattern.search(text))


_STOP = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "our",
        "my",
        "your",
        "its",
        "their",
        "all",
        "any",
        "every",
        "each",
        "some",
        "of",
        "in",
        "on",
        "for",
        "with",
        "to",
        "from",
        "by",
        "at",
        "as",
        "and",
        "or",
        "not",
        "no",
        "we",
        "i",
        "you",
        "it",
        "they",
        "us",
        "is",
        "are",
        "be",
        "been",
        "use",
        "using",
        "uses",
        "used",
        "please",
        "pls",
        "always",
        "never",
        "now",
        "on",
        "new",
        "only",
        "just",
        "also",
        "here",
        "there",
        "one",
    ]
)
_NP_END = regex(
    r"\b(?:is|are|was|were|be|gets?|goes?|go|must|should|shall|will|can|may|have|has|need|needs|use|"
    r"uses|follows?|stays?|lives?|"
    r"always|never|in|on|with|to|into|from|via|through|because|instead|not|as|at|by|when|if|only|"
    r"let'?s|lets|we|i)\b|[,;:.(]",
    re.IGNORECASE,
)
_FOR = regex(
    r"\b(?:for|in|on) (?:the |our |all |every |each )?([\w`./-]+(?: [\w`./-]+){0,3}?)(?=[,;:.]| we\b|"
    r" let'?s\b| because\b| with\b| not\b| is\b| use\b| go\b| as\b| instead\b|$)",
    re.IGNORECASE,
)
_AS = regex(r"\bas (?:the |our |a |an )([\w-]+(?: [\w-]+)?)", re.IGNORECASE)


@lru_cache(maxsize=4096)
def subject(text: str, lang: str) -> str:
    """A short noun phrase for what the statement is about; "" where none is clear."""
    body = titles.headless(text, lang)
    if lang == "zh":
        return _subject_zh(body)
    if (head := topic(body)) and (bare := _bare(head)):
        return bare
    if about := _of_artefact(body, "en"):
        return about
    body = re.sub(r"^[^:]{3,40}: (?=\w)", "", body)  # `new motor, new numbers: …`
    families = [family for _, family in tools(body)]
    first = (clauses(body) or ("",))[0]
    for pattern in (_FOR, _AS):
        if match := pattern.search(first if len(first.split()) > 3 else body):
            phrase = _bare(match[1])
            if phrase and phrase not in _NOWHERE:
                return phrase
    if families and (len(families) > 1 or len(set(families)) == 1):
        return families[0]
    return _bare(_NP_END.split(_OPENING.sub("", body), maxsplit=1)[0])


_NOWHERE = frozenset(
    ("repo", "project", "codebase", "everything", "place", "now", "this", "today", "here", "code", "time", "future")
)
_OPENING = regex(
    r"^(?:let'?s |we(?:'ll)? |i |you |(?:don'?t|do not) (?:want|need) |don'?t |do not |never |always |"
    r"no |stop |avoid |keep |go (?:with|for) |use |using |"
    r"stick (?:with|to) |scrap |ditch |drop |write |put |store |run |add |only |all |every )+",
    re.IGNORECASE,
)


def _of_artefact(text: str, lang: str) -> str:
    """An artefact near the start with what is fixed of it: `commit message language`; "" where nothing is."""
    name, place = cues.artefact(text, lang)
    if not name or place > (8 if lang == "zh" else 25):
        return ""
    known = facets(text)
    families = [family for _, family in tools(text) if family != "natural language"]
    if known:
        return f"{name} {known[0]}"
    return families[0] if families else name if name in _NARROW else ""


# Artefacts about which one seldom says two things.
_NARROW = frozenset({"changelog", "emoji", "branch name", "commit message", "pull request"})


def _bare(phrase: str) -> str:
    words = [w for w in re.findall(r"[\w`./+#-]+", phrase) if w.lower() not in _STOP]
    return " ".join(w.strip("`.") for w in words[:4]).lower()


_NO_SUBJECT_ZH = regex(r"^(?:不|别|要|请|再|以后|昨天|今天|我|你|这|那|就|还是|先|直接|都|可以|从|把|用|和|因为)")


def _subject_zh(text: str) -> str:
    if about := _of_artefact(text, "zh"):
        return about
    if match := re.match(r"^([^,。:]{2,14}):", text):
        return re.sub(r"也?(?:重新)?(?:改|换|说|定|调整|设计|做|来|选型?|方案)(?:一下|下|了)?$", "", match[1].strip())
    found = re.sub(
        r"(?:也|都|现在|还是|的|不(?:再|跑|做|走|用|存|放|建|发|推|拉|写|要|上|搞)?|就?别)+$", "", topic_zh(text)
    ).strip()
    if found and not _NO_SUBJECT_ZH.match(found):
        return found
    families = [family for _, family in tools(text)]
    if match := re.match(r"^([^,。]{2,14}?)\s*[从由]", text):
        return match[1]
    if families:
        return families[0]
    head = re.split(r"[,。:不别用要是都就]", text, maxsplit=1)[0].strip()
    return head if 2 <= len(head) <= 10 and not _NO_SUBJECT_ZH.match(head) else ""


_TAIL_ZH = regex(r"(?:的)?(?:算法|时间|方式|方案|格式|语言|策略|机制|长度|大小|周期|间隔)$")


def keys(text: str, lang: str, about: str, kind: str) -> frozenset[str]:
    """The statement's keys: subject with facet, the family of rival tools, and identifiers of the subject."""
    found: set[str] = set()
    known = facets(text)
    families = {family for _, family in tools(text)} - {"natural language"}
    zh = lang == "zh"
    short = re.sub(r"\s*的\s*$", "", _TAIL_ZH.sub("", about) or about) if zh else about
    name = cues.artefact(about or text, "zh" if zh else "en")[0]
    if short.endswith(tuple(_FACETS)):
        return frozenset({short.lower()})
    if head := name or short:
        found.update(f"{head} {facet}" for facet in known if facet[:5] not in head)
    if short and (not known or kind == "decision") and (" " in short or len(short) > 3 or zh):
        found.add(short)
    if families and (kind == "preference" or not about or any(about in (t, f) for t, f in tools(text))):
        found.update(families if not name or name in ("test", "dependency", "code", "style") else ())
    return frozenset(k.lower().strip() for k in found if k.strip())


# -- values left behind -----------------------------------------------------------------------------------------------


def _each(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(regex(pattern, re.IGNORECASE) for pattern in patterns)


_UNIT = r"(?:days?|hours?|h|min(?:ute)?s?|s(?:ec(?:ond)?s?)?|ms|weeks?|months?|years?|mb|gb|kb|%)"
_VALUE = rf"[`'\"]?(?:the |our |an? )?(?:\d[\w.]*(?: {_UNIT}\b)?|[\w][\w.+#/-]*)[`'\"]?"
_OLD_EN = _each(
    (
        rf"\b(?:instead of|rather than|in place of|no more|away from|(?:switch|mov|migrat)(?:e|ed|"
        rf"ing) from|get rid of) ({_VALUE})"
    ),
    (
        rf"(?:^|[,:;.] |\b(?:we|let'?s|lets|and|ok|so|to|will) )(?:replac(?:e|es|ing)|"
        rf"swap(?:ping)?(?: out)?|scrap|ditch|dump|drop|abandon|retire) ({_VALUE})"
    ),
    rf"\bfrom ({_VALUE}) to {_VALUE}",
    rf"(?:,|\band|\bbut) ?not ({_VALUE})",
    rf"({_VALUE}) (?:was|is) (?:the old|wrong|outdated|out\b|gone|dead)",
    rf"({_VALUE})\s*(?:->|=>|→)",
    # what is said to be no good: `unified diffs are unreadable`, `320 looks blurry`, `5 wasn't enough`
    (
        r"(?:^|[,.;:] |\bbecause |\bsince |\bwait,? |\bthe |\bour )((?!it\b|that\b|this\b|they\b|"
        r"the\b|our\b|we\b|i\b|there\b|which\b)"
        r"[\w-]+(?: (?!for\b|of\b|in\b|on\b|is\b|was\b|are\b)[\w-]+){0,2})(?: (?:for|of|in|on) [\w ]{2,30}?)? "
        r"(?:was|were|is|are|looks?|felt|feels|wasn'?t|isn'?t|aren'?t|lost|loses|kept|keeps|"
        r"hit) (?:a mistake|unreadable|useless|unusable|"
        r"wrong|annoying|too \w+|not enough|enough|not \w+ enough|blurry|confusing|a mess|awful|"
        r"terrible|slow|choppy|keys|data|"
        r"failing|crashing|breaking|losing)"
    ),
    (
        r"(?:^|[,.;:] |\bthe |\bour |\bthat )((?!it\b|that\b|this\b|they\b|the\b|our\b|we\b|i\b|there\b|which\b)"
        r"[\w-]+(?: (?!for\b|of\b|in\b|on\b|from\b)[\w-]+){0,2}?)(?: (?:for|of|in|on|from) [\w ]{2,30}?)? "
        r"(?:has to|have to|must|needs to|need to|should|can|may) go(?=\s*(?:[.,;:!]|$|now\b|too\b|away\b))"
    ),
)
_REFUSED_EN = _each(
    (
        r"(?:,|\band|\bbut)? ?\bnot (?!(?:with|before|until|in|for) (?:\d+|a|an|two|three|the next) (?:\w+ )?"
        r"(?:minute|hour|day|week|month|year|release|sprint)s?\b)"
        r"(?:(?:in(?:to)?|on|with|through|via|to|by|as|at|for) )?"
        r"((?:the |an? |our )?[\w`'./+-]+(?: (?!because|since|and|as\b|but"
        r"|so\b|any\b|when|if|for|in|on)[\w`./+-]+){0,2})"
    ),
    (
        r"\b(?:instead of|rather than|as opposed to|(?:pick|picked|chose|choose|prefer|take|took|"
        r"use) [\w`.+-]+ over) ((?:the |an? |our )?[\w`'./+-]+(?: (?!because|"
        r"since|and|as\b|but|so\b|when|if|for|in|on)[\w`./+-]+){0,2})"
    ),
    (
        r"(?:^|[,.:;] |\bwith |\band )no ((?!need|longer|more|idea|problem|rush|time|one|reason|"
        r"way)[\w`-]+(?: (?!because|since|and|as\b|but|so\b)[\w`-]+){0,2})"
    ),
)
_TOOL_ZH = r"[A-Za-z0-9][\w.+#-]*(?: [A-Z][\w.+#-]*)*"
_SPAN_ZH = rf"(?:{_TOOL_ZH}(?:\s*(?:秒|分钟?|小时|天|周|个?月|年|条|次)|%)?|[\u4e00-\u9fff]{{1,8}}?)"
_OLD_ZH = _each(
    rf"[从由]\s*({_SPAN_ZH}|\d[\d.:]*\s*[\u4e00-\u9fff]{{1,2}}?)\s*(?:改|换|调|降|升|迁|切|变|延|缩|提|增|加)",
    (
        rf"(?:不再用|弃用|放弃|别再[用写走]|不要再[用写走]|替代|代替|取代|换掉|下掉|砍掉|"
        rf"废掉)\s*({_SPAN_ZH})(?=了|[,,。;]|$|\s)"
    ),
    rf"不[用走要上放存接跑建]\s*({_SPAN_ZH})\s*了",
    rf"({_SPAN_ZH})\s*(?:就?不用了|就?不要了|作废|废掉|(?:得|要|该|准备|打算)?(?:先|全|都)?(?:撤|停|下|拆|砍)掉)",
    rf"(?:而不是|而非|,不是|,不是)\s*({_SPAN_ZH})(?=了|[,,。;]|$|\s)",
    r"(\d+\s*[\u4e00-\u9fffA-Za-z]{1,2}?)(?:太|不够|不行|撑不|偏)",
    r"(?:^|[,。;])([A-Za-z][\w.+-]*|[\u4e00-\u9fff]{2,6}?)\s*那(?:套|个|种)",
)
_REFUSED_ZH = _each(
    (
        rf"(?:不用|不要|不走|不上|不选|别用|而不是|而非|不是|不考虑|不引入?|不搞|不存|"
        rf"不进)\s*({_TOOL_ZH}|(?!了)[\u4e00-\u9fff]{{2,8}}?)(?=了|[,,。;]|$|\s|因为)"
    ),
)
_NOT_OLD = frozenset(
    [
        "it",
        "that",
        "this",
        "them",
        "now",
        "on",
        "here",
        "there",
        "today",
        "from",
        "then",
        "yet",
        "only",
        "all",
        "any",
        "in",
        "into",
        "with",
        "through",
        "at",
        "by",
        "for",
        "to",
        "up",
        "down",
        "off",
        "out",
        "over",
        "and",
        "so",
        "too",
        "more",
        "sure",
        "just",
    ]
)


@lru_cache(maxsize=1024)
def left_behind(text: str, lang: str) -> tuple[str, ...]:
    """Values that the sentence turns away from: what stands after "instead of", "not", 从 … 改成, 不用 … 了."""
    return _values(_OLD_ZH if lang == "zh" else _OLD_EN, text)


def refused(text: str, lang: str) -> tuple[str, ...]:
    """What the sentence says it does not take: "not bcrypt", "no shared store", 不用 MySQL."""
    return tuple(
        dict.fromkeys((*_values(_REFUSED_ZH if lang == "zh" else _REFUSED_EN, text), *left_behind(text, lang)))
    )[:6]


# `we do not check …` refuses an act, not a value; `the customer's, not the agent's` names an owner.
_DENIED = regex(
    r"\b(?:do|does|did|will|would|can|could|should|shall|must|may|might|need|is|are|was|were|am) (?:also )?not\s*$",
    re.IGNORECASE,
)


def _values(patterns: tuple[re.Pattern[str], ...], text: str) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for pattern in patterns:
        for match in pattern.finditer(text):
            value = re.sub(r"^(?:the|an?|our)\s+", "", match[1].strip(" `'\".,"), flags=re.IGNORECASE)
            value = re.sub(r"'s$", "", value)
            if (
                value
                and not _DENIED.search(text[: match.start(1)])
                and value.lower() not in _NOT_OLD
                and len(value) <= 40
                and not any(value.lower() in k for k in found)
            ):
                found[value.lower()] = _with_unit(value, text)
    return tuple(found.values())[:6]


def _with_unit(value: str, text: str) -> str:
    """`not 30` beside `90 days` means 30 days."""
    unit = re.search(rf"\d+(?:\.\d+)? ?({_UNIT}|秒|分钟|小时|天|周|月|年)(?![A-Za-z])", text, re.IGNORECASE)
    return f"{value} {unit[1]}" if unit and re.fullmatch(r"\d+(?:\.\d+)?", value) else value
