"""A question as search reads it: words in two forms, names, quoted phrases, days."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memwiki.index.content import MONTHS
from memwiki.index.prior import known
from memwiki.index.prior import share as commonness
from memwiki.index.tokens import EXACT, Word, normal, words
from memwiki.recall.dates import Days, days_of
from memwiki.recall.frames import asks_when, framing

_LIMIT = 6000  # characters read of a long prompt: its beginning and its end
_WORDS = 40
_QUOTED = re.compile(r"\"([^\"\n]{2,120})\"|“([^”\n]{2,120})”|「([^」\n]{2,120})」|`([^`\n]{2,120})`")
# What the whole and (together) the pieces weigh: of a name the whole counts, of `self-hosted` the pieces.
_NAME, _COMPOUND = (1.0, 0.4), (0.3, 1.0)
_JOINT = 0.35
_FEW = 2  # words beside a day
# A Chinese word shares characters with its synonyms: 对手 and 对战, 次 and 次数. Each counts a little by itself.
CHARACTER = 0.15


@dataclass(frozen=True, slots=True)
class Query:
    """What was asked. `stems` and `exacts` give each term its share of its word's weight (0..1)."""

    text: str
    words: tuple[Word, ...]
    stems: Mapping[str, float]
    exacts: Mapping[str, float]
    names: tuple[str, ...]  # written forms of identifiers, with their mark
    phrases: tuple[str, ...]
    days: Days | None = None
    when: bool = False  # whether it asks for a time

    @property
    def of_a_day(self) -> bool:
        """Whether it asks for a day and hardly anything else: then the day decides, else it only speaks for a page."""
        return self.days is not None and sum(not _of_a_date(word.text) for word in self.words) <= _FEW

    @property
    def spelled(self) -> tuple[str, ...]:
        """Its words one by one, as `graph.key_of` reads those of a name."""
        return tuple(word.exact for word in self.words)

    @property
    def of_a_name(self) -> bool:
        """Whether it is identifiers and nothing else: what is known of them is asked for."""
        return bool(self.words) and all(word.identifier for word in self.words) and self.days is None

    @property
    def plain(self) -> str:
        """The text for the embedder."""
        return self.text[:1000]


def parse(text: str, now: str = "", *, characters: bool = False) -> Query:
    """Reads a question; `now` is the instant that "last week" counts from.

    With `characters`, those of Chinese words count a little each: more is found, and less surely.
    """
    clean = normal(text).strip()
    if len(clean) > _LIMIT:
        clean = f"{clean[: _LIMIT // 2]}\n{clean[-_LIMIT // 2 :]}"
    days, rest = days_of(clean, now)
    phrases = tuple(next(part for part in match if part) for match in _QUOTED.findall(rest))
    frame = framing(clean)
    told = _asked(clean, rest)
    found = _rarest([word for word in told if word.text.casefold() not in frame] or told)
    stems: dict[str, float] = {}
    exacts: dict[str, float] = {}
    for word, share in zip(found, _shares(found), strict=True):
        _add(stems, word, share)
        if word.exact.startswith(EXACT):
            exacts[word.exact] = 1.0
    for word in found if characters else ():
        for char in word.text if word.cjk and len(word.text) > 1 else "":
            stems.setdefault(char, CHARACTER)
    names = tuple(dict.fromkeys(word.exact for word in found if word.identifier))
    return Query(clean, tuple(found), stems, exacts, names, phrases, days, asks_when(clean))


def _asked(whole: str, rest: str) -> list[Word]:
    """The words but for those of a day, "last week"; a date's own words stay, as texts name dates, too."""
    kept = words(rest)
    if rest == whole:
        return kept
    held = {word.exact for word in kept}
    return [word for word in words(whole) if word.exact in held or (word.text.isascii() and _of_a_date(word.text))]


def _of_a_date(text: str) -> bool:
    return text.title() in MONTHS or any(char.isdigit() for char in text)


def _shares(found: Sequence[Word]) -> list[float]:
    """1 for a word; less for a pair of Chinese characters that only joins the ends of two words."""
    shares = []
    for at, word in enumerate(found):
        beside = [found[near] for near in (at - 1, at + 1) if 0 <= near < len(found)]
        joins = any(known(other.exact) and _overlap(word.text, other.text) for other in beside if other.cjk)
        shares.append(_JOINT if word.cjk and joins and not known(word.exact) else 1.0)
    return shares


def _mixed(text: str) -> bool:
    """Letters and digits in one: `v3`, `h264`."""
    return text.isalnum() and not text.isalpha()


def _overlap(one: str, other: str) -> bool:
    return one[:1] == other[-1:] or one[-1:] == other[:1]


def _add(stems: dict[str, float], word: Word, share: float) -> None:
    whole = word.exact.removeprefix(EXACT)
    others = [stem for stem in word.stems if stem != whole]
    if whole in word.stems and others:
        of_whole, of_parts = _NAME if word.identifier or _mixed(word.text) else _COMPOUND
        stems[whole] = max(stems.get(whole, 0.0), of_whole)
        for stem in others:
            stems[stem] = max(stems.get(stem, 0.0), of_parts / len(others))
    else:
        for stem in word.stems:
            stems[stem] = max(stems.get(stem, 0.0), share / len(word.stems))


def _rarest(found: Sequence[Word]) -> list[Word]:
    """Each word once, in order; of a long prompt only the rarest."""
    once = list({word.exact: word for word in found}.values())
    if len(once) <= _WORDS:
        return once
    ranked = sorted(range(len(once)), key=lambda at: min(commonness(stem) for stem in once[at].stems))
    return [once[at] for at in sorted(ranked[:_WORDS])]
