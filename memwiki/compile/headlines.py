"""The last touch to a title: no address to the listener, one sentence, spelled as a person would write it down."""

from __future__ import annotations

import re
from functools import lru_cache

from memwiki.compile.language import has_han, language
from memwiki.compile.wording import capital, spelled_out
from memwiki.regexes import regex

# What leads in to a listener, not to a reader. A comma, colon or dash follows where the word alone could mean more.
_OPENERS = regex(
    r"""^(?:
      (?:ugh+|argh+|phew|whew|gosh|damn|meh|sigh|okok\w*|guys|folks|team|friend|mate|dude|listen|anyway|anyhow
      |careful|beware|attention|warning|heads[ -]?up|p\.?\ ?s\.?|turns\ out|(?:as\ )?it\ turns\ out|guess\ what
      |(?:do\ not|don'?t)\ be\ surprised|to\ be\ (?:honest|fair|precise)|honestly|frankly|tbh|imo|imho|in\ short
      |long\ story\ short|bottom\ line|the\ thing\ is|side\ note|small\ thing|(?:just\ )?so\ you\ know)\s*[,:–—-]+\s+
      |(?:(?:my|many)\ )?apologies[,.!:]*\s+|(?:so\ )?(?:sorry|excuse\ me|my\ (?:bad|mistake))[,.!:]+\s+
      |I\ (?:meant|mean)\s(?=\S+\ \S)
      |(?:it\ )?turns\ out\ (?:that\ )?(?=\S+\ \S+\ \S)
      |kindly\s
      |[:;]-?[)D(P]+\s+
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_OPENERS_ZH = regex(
    r"^(?:等(?:一)?下|等等|话说|说真的|老实说|说过多少遍了?|又不是第一次(?:跟你)?[讲说]"
    r"|跟你(?:对|说|讲|同步)(?:一?下|个[^,，:：]{0,4})?|别查了|(?:别查了)?我知道|找到了|注意[哈啊]?|不错[啊呀]?|唉|哎"
    r"|(?:有|说|讲|提|记|还有)?(?:一?个|一?点)?坑(?:提醒一下|记一下|说一下|注意)?|需求|背景|结论|补充|提醒(?:一下)?"
    r"|[\u4e00-\u9fffA-Za-z]{1,8}(?:定|说|统一|改|调)一下|先?声明一下)\s*[,，:：、]+\s*"
)
# `I know this one: …`, `a remark that I want you to hear: …`: whom it is told, not what.
_ADDRESS = regex(
    r"^(?!if\b|when|while\b|unless\b|before (?:you|u) (?!get\b|ask\b|start\b|begin\b|dig\b)|after\b|once\b|in\b|for\b)"
    r"(?=[^:`]*\b(?:i|you|u|me|myself)\b)(?![^:`]*\b(?:must|should|never|always)\b)"
    r"[^:`.]{3,60}:\s+(?=(?:\S+\s+){2}\S)",
    re.IGNORECASE,
)
_WISH = regex(
    r"^I(?:'d| would)? (?:want|like|prefer)(?: to (?:have|see))? "
    r"(?!(?:to|you|it|that|this|them|us)\b)(?=\S+\s+\S)",
    re.IGNORECASE,
)
_SETTLED = "(?:拍板了?|谈妥了?|商量好了?|说好了?|定下来了?)[:：,，]"
_SETTLED_ZH = regex(rf"^(?:.{{2,40}}?[,，])?[^,，:：]{{0,12}}{_SETTLED}\s*(?=.{{5}})")
_PARTICLE_ZH = regex(r"(?<=[㐀-鿿A-Za-z0-9])\s?(?<![酒网貼贴哎干幹])[吧呗哈啊呀哦嘛啦噻哟嘞](?=[,，;；]|$)")
# A sentence ends although a small letter follows: `migrations are append-only. new migration …`
_STOP = regex(r"(?<=[a-z0-9)`]{2})(?<!\be\.g)(?<!\bi\.e)(?<!etc)(?<!\bvs)(?<!\bno)[.!?]+\s+(?=\S)")
_STOP_ZH = regex(r"[。！](?=.)")
_LEAST, _LEAST_ZH = 16, 6

_APOSTROPHES = regex(
    r"\b(?:(do|does|did|is|are|was|were|has|have|had|should|could|would|must|ca|wo)(nt)|(that|what|there|who)(s)"
    r"|(i)(ve)|(you|they)(re|ve|ll))(?=\s|[,;:.!?]|$)",
    re.IGNORECASE,
)
_PROPER = regex(
    r"\b(?:english|german|french|spanish|italian|dutch|chinese|japanese|korean|russian|portuguese"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?=s?\b(?![-_./]))"
)
_SAYS_I = regex(r"(?<![\w'`./-])i(?!\.e\b)(?=(?:'[a-z]+)?[ ,.])")
# No part of a path, a name, an option or a command (`npm ci`).
_LONE_WORD = regex(r"(?<![\w./:@#$=`'-])(?<!\bnpm )(?:[a-z]{2,10}|s3)(?![\w/:@=(`'-]|\.\w)")
_CODE = regex(r"(`[^`]*`)")


@lru_cache(maxsize=2_048)
def headline(title: str, lang: str = "en") -> str:
    """The title as a person would write it over a page; what is left of it is never less than a short statement."""
    found = unaddressed(" ".join(title.split()), lang)
    if found.startswith("(") and found.count("(") > found.count(")"):
        found = found[1:]
    if lang == "zh":
        return capital(_PARTICLE_ZH.sub("", _first_sentence(found, _STOP_ZH, _LEAST_ZH)))
    found = _first_sentence(found)
    return capital(spelled(found) if language(found) == "en" else found)


def unaddressed(text: str, lang: str) -> str:
    """A sentence without what leads in to a listener."""
    for _ in range(4):
        shorter = _led_in(text, lang)
        if shorter == text:
            break
        text = shorter
    return text


def _led_in(text: str, lang: str) -> str:
    """The text without one lead-in, where enough stands behind it."""
    least = _LEAST_ZH if has_han(text) else _LEAST
    for pattern in (_OPENERS_ZH, _SETTLED_ZH) if lang == "zh" else (_OPENERS, _ADDRESS, _WISH):
        cut = pattern.sub("", text, count=1)
        if cut != text and len(cut) >= least:
            return cut
    return text


def _first_sentence(text: str, stop: re.Pattern[str] = _STOP, least: int = _LEAST) -> str:
    """All up to the first full stop, where that says enough."""
    for found in stop.finditer(text):
        if found.start() >= least and not _inside(text, found.start()):
            return text[: found.start()]
    return text


def _inside(text: str, at: int) -> bool:
    head = text[:at]
    return bool(head.count("`") % 2 or head.count('"') % 2) or head.count("(") > head.count(")")


def spelled(text: str) -> str:
    """English with its apostrophes, `I`, acronyms, names of languages and days; code spans are left alone."""
    pieces = _CODE.split(text)
    for n in range(0, len(pieces), 2):
        plain = _APOSTROPHES.sub(_joined, pieces[n])
        plain = _SAYS_I.sub("I", plain)
        plain = _LONE_WORD.sub(lambda found: spelled_out(found[0]) or found[0], plain)
        pieces[n] = _PROPER.sub(lambda found: found[0].capitalize(), plain)
    return "".join(pieces)


def _joined(found: re.Match[str]) -> str:
    head, tail = [group for group in found.groups() if group]
    return f"{head}n't" if tail.casefold() == "nt" else f"{head}'{tail}"
