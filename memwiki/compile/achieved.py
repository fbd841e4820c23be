"""What an agent's last words say is new since its work: one sentence of them, for the title of a skill."""

from __future__ import annotations

import re

from memwiki.compile.language import has_han, sentences
from memwiki.compile.likeness import words
from memwiki.compile.quotation import own_words
from memwiki.compile.tidied import reports_status
from memwiki.compile.trap_cues import CAUSE, TRIED, TROUBLE
from memwiki.compile.wording import capital
from memwiki.regexes import regex

_LONGEST, _LONGEST_ZH = 64, 40  # characters of the sentence
_LEAST, _LEAST_ZH = 3, 7  # words; characters

# Where the list of what is left begins.
_LEFT = regex(
    r"\W*(?:left(?: over)?|open(?: questions?)?|still open|outstanding|to ?do|next(?: steps?)?|remaining"
    r"|剩下|下一步|还差|还没做|未完成|待办|遗留)[^:：]{0,20}[:：]",
    re.IGNORECASE,
)
_PART = regex(r";\s+|；\s*|。\s*")
# `…, 6 heading tests pass`, `…,5 个用例通过`: the proof has a section of its own.
_PROVEN = regex(
    r"(?:,| and)?\s+(?:(?:all |both |the )?(?:\w+ ){0,3}(?:tests?|examples?|specs?|cases?|suite)(?: are| is| all)?"
    r"(?: pass(?:es|ed)?| green| ok)|\d+ (?:pass|passed|green)|tests? \d+ pass(?:es|ed)?|\d+ tests?)\W*$"
    r"|[,，]\s*(?:现在)?(?:\d+ ?个?)?(?:测试|用例|[\w ./]{2,20})[^,，]{0,10}(?:通过|全过|过了?)\W*$"
    r"|[,，]\s*\d+ passed\W*$|后 ?\d+ ?个用例.*$",
    re.IGNORECASE,
)
_NEW = regex(
    r"\b(?:now|no longer|any more|from now on|instead)\b"
    r"|现在|现为|改成|改为|换成|加了|已加|不再|去掉|新增|新建",
    re.IGNORECASE,
)
_NOW = regex(r",?\s+(?:from )?now(?: on)?(?=[\s,.]|$)|^now\s+", re.IGNORECASE)
_NOW_ZH = regex(r"^(?:现在|已经?|均已|都已)|(?<=[,，])(?:现在|已经?)")
# Nobody's work, or too little of it: an offer, a refusal, `it is in`, `done like N`.
_NO_WORK = regex(
    r"\b(?:i|you|we|your|my|me)\b|^(?:so|it|this|that|both|they|without|with|sample|option|plan)\b|\?|[.:]$"
    r"|\b(?:is|are|was|were) (?:in|done|there|back|up|untouched|still)\b|\bstill\b|\bsame way\b|\bgone\b"
    r"|\b(?:did not|didn'?t|does not|doesn'?t|failed|was|were|had|has been|ignored|agents?|assistants?)\b"
    r"|^(?:while|whereas|although|but|nothing|nobody|which|because|since|unlike|before|after)\b|^`[^`]+`\s*:"
    r"|\bagain\b|^`?[\w.]+ed\b|^(?!(?:\S+ ){1,3}(?:is|are|has|have)\b)(?:\S+ ){1,2}(?:\w{3,}ed|put|set)\b"
    r"|, \S+ \w{3,}ed\b"
    r"|用例|测试|通过|过了?$|当然|不回|是空的|您|请|要不要"
    r"|按[^,，]{1,6}办法|[:：]$|问题|原因|没有用|^(?:改好|修好|好了|通了|完成)|好了[,，]?$",
    re.IGNORECASE,
)
_DOES = regex(r"^`(?P<file>[^`]+)`,?\s+(?=[a-z])")
_SAY = {"en": "Change `{file}` so that {what}", "zh": "改动 `{file}`:{what}"}


def achieved(message: str, path: str, lang: str) -> str:
    """`Change `closing.py` so that lots close at the published second`; "" where the message says no such thing."""
    found = _sentence(message, lang) if lang in _SAY else ""
    if not found:
        return ""
    file = path.rsplit("/", 1)[-1]
    if lang == "zh":
        own = found.removeprefix(f"`{file}`").removeprefix(" ").removeprefix("里")
        return _SAY["zh"].format(file=file, what=own if len(own) >= _LEAST_ZH else found)
    does = _DOES.match(found)
    if does and does["file"].rsplit("/", 1)[-1] == file:
        found = f"it {found[does.end() :]}"
    return _SAY["en"].format(file=file, what=found)


def _sentence(message: str, lang: str) -> str:
    best = ""
    for one in sentences(own_words(message))[:12]:
        if _LEFT.match(one.text):
            break
        if one.asked or CAUSE.search(one.text) or TRIED.search(one.text):
            continue
        for part in _PART.split(one.text):
            bare = _bare(part, lang)
            if bare and _NEW.search(part):
                return bare
            best = best or bare
    return best


def _bare(part: str, lang: str) -> str:
    """A part of a sentence as what is so from now on; "" where it tells no work."""
    zh = has_han(part)
    text = " ".join(part.replace("**", "").split()).strip(" .。,，")
    if zh != (lang == "zh") or reports_status(text):
        return ""
    text = _PROVEN.sub("", text)
    text = _NOW_ZH.sub("", text) if zh else _NOW.sub("", text)
    text = text.strip(" .。,，")
    if _NO_WORK.search(text) or (TROUBLE.search(text) and not _NEW.search(part)) or text.count("`") % 2:
        return ""
    least = len(text) >= _LEAST_ZH if zh else len(words(text)) >= _LEAST
    if not least or len(text) > (_LONGEST_ZH if zh else _LONGEST):
        return ""
    return text if zh else _small(text)


_ARTICLE = regex(
    r"^(?:The|An?|All|Only|Any|Each|Every|Both|From|On|In|When|No|Nothing|Lots?|Failed)\b"
    r"|^[A-Z][a-z]+(?=\s)"
)


def _small(text: str) -> str:
    """The sentence behind `so that`: its first word small, unless it is a name."""
    first = text.split(" ", 1)[0]
    return text[0].lower() + text[1:] if _ARTICLE.match(text) and capital(first.lower()) == first else text
