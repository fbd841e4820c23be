"""The cue lexicons, ready to be matched: which cues stand where in a sentence, in its language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache
from itertools import groupby

from memwiki.compile import cues_en, cues_en_talk, cues_zh, replies_en, words_en
from memwiki.regexes import Lexicon, regex
from memwiki.values import value

_EDGE_EN = (r"(?<![\w'])(?:", r")(?![\w])")


_WORD_EDGE = r"(?<![\w'`./-])"
_OWN_EDGE = ("^", "(?:^", "(?:,", "(?<")


def _english(fragments: Iterable[str]) -> re.Pattern[str]:
    body = "|".join(_begun(edge, "|".join(run)) for edge, run in groupby(fragments, _edge))
    return regex(rf"(?:{body})(?!\w)", re.IGNORECASE)


def _edge(fragment: str) -> str:
    """What stands before the fragment: one look back for all neighbours that begin at a word, so that most places
    are left at once; a fragment of several ways of saying it (`a b|c d`) looks back before the first of them."""
    if fragment.startswith(_OWN_EDGE):
        return ""
    return f"{_WORD_EDGE}{fragment}" if "|" in fragment.partition("(")[0] else _WORD_EDGE


def _begun(edge: str, body: str) -> str:
    return body if not edge else edge if edge != _WORD_EDGE else f"{edge}(?:{body})"


def _chinese(fragments: Iterable[str]) -> re.Pattern[str]:
    return regex("|".join(f"(?:{f})" for f in fragments))


_CUES = {
    "en": Lexicon({name: _english(fragments) for name, fragments in (cues_en.CUES | cues_en_talk.CUES).items()}),
    "zh": Lexicon({name: _chinese(fragments) for name, fragments in cues_zh.CUES.items()}),
}
_ARTEFACTS = {
    "en": Lexicon({name: _english(forms) for name, forms in words_en.ARTEFACTS.items()}),
    "zh": Lexicon({name: _chinese(forms) for name, forms in cues_zh.ARTEFACTS.items()}),
}
_MANNERS = {"en": _english(words_en.MANNERS), "zh": _chinese(cues_zh.MANNERS)}
ACCEPT = {"en": _english(replies_en.ACCEPT), "zh": _chinese(cues_zh.ACCEPT)}
ACCEPT_WEAK = {"en": _english(replies_en.ACCEPT_WEAK), "zh": _chinese(cues_zh.ACCEPT_WEAK)}
REFUSE = {"en": _english(replies_en.REFUSE), "zh": _chinese(cues_zh.REFUSE)}
TASK_ZH = regex("^(?:" + "|".join(cues_zh.TASK_HEADS) + ")")
_LEAD = {
    "en": regex(rf"^(?:(?:{'|'.join(words_en.LEAD)})(?:\s*[,;.:!–—-]+\s*|\s+|$))", re.IGNORECASE),
    "zh": regex(rf"^(?:(?:{'|'.join(cues_zh.LEAD)})(?:\s*[,,。;::!!~、]+\s*|\s+|$))"),
}
_LEAD_ZH_GLUED = regex(r"^(?:还有|另外|顺便|对了|然后|麻烦|请)(?=[\u4e00-\u9fffA-Za-z])")


ABSENT = 1_000_000


@value(frozen=True, slots=True)
class Found:
    """The cues of one sentence: name -> place of the first match."""

    spans: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        return name in self.spans

    def any(self, *names: str) -> bool:
        """Whether one of the cues stands in the sentence."""
        return not self.spans.keys().isdisjoint(names)

    def at(self, name: str) -> int:
        """Where the cue begins; a large number where it is absent."""
        return self.spans[name][0] if name in self.spans else ABSENT

    def end(self, name: str) -> int:
        """Where the cue's first match ends; 0 where it is absent."""
        return self.spans[name][1] if name in self.spans else 0


@lru_cache(maxsize=4096)
def find(text: str, lang: str) -> Found:
    """The cues of a sentence. `lang` zh reads the Chinese lexicon, everything else the English one."""
    return Found({name: match.span() for name, match in _CUES["zh" if lang == "zh" else "en"].found(text)})


@lru_cache(maxsize=4096)
def holds(text: str, lang: str, *names: str) -> bool:
    """Whether one of the cues stands in the sentence: what `find` would tell, where nothing else is asked of it."""
    return any(_CUES["zh" if lang == "zh" else "en"][name].search(text) for name in names)


@lru_cache(maxsize=1024)
def place(text: str, lang: str, name: str) -> int:
    """Where the cue begins, as `find` would tell; a large number where it is absent."""
    match = _CUES["zh" if lang == "zh" else "en"][name].search(text)
    return match.start() if match else ABSENT


@lru_cache(maxsize=4096)
def artefact(text: str, lang: str) -> tuple[str, int]:
    """The first recurring artefact that the text names, as its lexicon name, and where; ("", -1) without one."""
    found = _ARTEFACTS["zh" if lang == "zh" else "en"].found(text)
    hits = [(match.start(), -match.end(), name) for name, match in found]
    return (min(hits)[2], min(hits)[0]) if hits else ("", -1)


@lru_cache(maxsize=4096)
def manner(text: str, lang: str) -> bool:
    """Whether the text says how something is to look: a language, a length, a form."""
    return _MANNERS["zh" if lang == "zh" else "en"].search(text) is not None


@lru_cache(maxsize=1024)
def without_lead(text: str, lang: str) -> str:
    """The sentence without the words that only lead in ("ok", "btw", 另外)."""
    body = text.strip()
    for _ in range(6):
        cut = _LEAD["en"].sub("", body, count=1).lstrip(" ,.:;-")
        if lang == "zh":
            cut = _LEAD["zh"].sub("", cut, count=1).lstrip(" ,。:")
            cut = _LEAD_ZH_GLUED.sub("", cut, count=1)
        if cut == body or not cut:
            return cut
        body = cut
    return body
