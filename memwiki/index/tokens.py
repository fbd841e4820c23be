"""Text becomes terms: code-aware, Chinese-aware, each word in its written form and in its stem.

A name such as `queue/syncQueue.ts` gives its whole, its last part and its pieces (queue, sync, ts); `getUserByID`
is found by "user id" and by itself. Runs of Chinese, Japanese and Korean characters give overlapping pairs.
Written forms carry a leading `=`, so that both live in one stream and stems never meet them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from whoosh.analysis import Analyzer, Token
from whoosh.lang.porter2 import stem as porter

from memwiki.index.stopwords import CHINESE, ENGLISH, is_grammar

FORMAT = 5  # part of the index's format: a change of analysis rebuilds every index
EXACT = "="
_CJK = "\u3005\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_PIECES = re.compile(rf"[{_CJK}]+|[^\W{_CJK}]+(?:['.\-/\\:@+#]+[^\W{_CJK}]+)*")
_CJK_RUN = re.compile(rf"[{_CJK}]+\Z")
_SEPARATOR = re.compile(r"['._\-/\\:@+#]+")
_HUMPS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\dA-Za-z_]+")
_HEX = re.compile(r"(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\Z")
_PATH = re.compile(r"[/\\]+")
_BROKEN = re.compile("[\ud800-\udfff\0]")
_OWNED = re.compile(r"'(?:s|re|ve|ll|d|m|t)?\Z", re.IGNORECASE)
_CUT = re.compile("|".join(map(re.escape, CHINESE)))
_MAX_TERM = 120
_SHA_PREFIX = 7


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a question: its stems (each with whether it is a part of a longer name), its written form."""

    text: str
    stems: tuple[str, ...]
    exact: str
    identifier: bool = False
    cjk: bool = False


def normal(text: str) -> str:
    """NFKC, with characters that no file can hold (lone surrogates, NUL) as spaces."""
    return unicodedata.normalize("NFKC", _BROKEN.sub(" ", text)).replace("\u2019", "'")


@lru_cache(maxsize=1)
def _irregular() -> dict[str, str]:
    """The plain word of each irregular form: bought is found by buy."""
    text = files("memwiki.index").joinpath("irregular.txt").read_text("utf-8")
    held = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return {form: word for word, *forms in held for form in forms}


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The word's stem (Porter 2, irregular forms first) if it is plain lower-case English, else the word itself."""
    if len(word) < 3 or not word.isascii() or not word.isalpha():
        return word
    return str(porter(_irregular().get(word, word)))


def is_identifier(piece: str) -> bool:
    """Whether a piece of text is written as a name: `snake_case`, `camelCase`, `a.b`, `E0277`, `DLQ`, a git hash."""
    letters = any(char.isalpha() for char in piece)
    if not letters or len(piece) < 2:
        return False
    inner = piece[1:]
    if "_" in piece or any(char in piece for char in "./\\:@#"):
        return True
    if any(char.isdigit() for char in piece):
        return len(piece) > 2
    if piece.isascii() and piece.isupper():
        return len(piece) > 1
    return any(char.isupper() for char in inner) and any(char.islower() for char in piece)


@lru_cache(maxsize=65536)
def parts(piece: str) -> tuple[str, ...]:
    """The lower-cased pieces of a name, in order: `getUserByID` gives get, user, by, id. A hash has none."""
    if _HEX.match(piece.casefold()):
        return (piece.casefold(),)
    found: list[str] = []
    for chunk in _SEPARATOR.split(piece):
        humps = _HUMPS.findall(chunk)
        found.extend(hump.casefold() for hump in humps)
        if len(humps) == 2 and humps[0].isalpha() and humps[1].isdigit():
            found.append(chunk.casefold())  # utf8, h264, p90: the whole is the word
    return tuple(found)


def _split(text: str) -> Iterator[str]:
    for piece in _PIECES.findall(normal(text)):
        bare = _OWNED.sub("", piece) if "'" in piece and piece.casefold() not in ENGLISH else piece
        if bare:
            yield bare


def _wholes(piece: str) -> list[str]:
    """The name itself, and what people call it by: a path's last part, a file without its folders, a short hash."""
    whole = piece.casefold()
    found = [whole]
    if _PATH.search(whole):
        found.append(_PATH.split(whole)[-1])
    if ":" in whole:
        found.extend(part for part in whole.split(":") if not part.isdigit())
    if _HEX.match(whole) and len(whole) > _SHA_PREFIX:
        found.append(whole[:_SHA_PREFIX])
    return [name[:_MAX_TERM] for name in dict.fromkeys(found) if name]


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)]


def terms(text: str) -> Iterator[str]:
    """Every term of a document's text: stems as they are, written forms behind `=`."""
    for piece in _split(text):
        if _CJK_RUN.match(piece):
            yield from piece  # single characters: a one-character question must find them
            yield from _pairs(piece)
            continue
        names = _wholes(piece)
        if is_grammar(piece):
            continue
        for name in names:
            yield EXACT + name
        yield from _stems(piece, names)


def _stems(piece: str, names: list[str]) -> list[str]:
    pieces = parts(piece)
    plain = len(pieces) == 1
    kept = (part for part in pieces if part not in ENGLISH and (plain or len(part) > 1 or part.isdigit()))
    found = [stem(part[:_MAX_TERM]) for part in kept]
    found.extend(name for name in names if not (plain and name == pieces[0]))
    return list(dict.fromkeys(found))


def words(text: str) -> list[Word]:
    """A question's words, in order, without those that carry only grammar."""
    found: list[Word] = []
    for piece in _split(text):
        if _CJK_RUN.match(piece):
            found.extend(_chinese(piece))
            continue
        names = _wholes(piece)
        if is_grammar(piece):
            continue
        stems = _stems(piece, names)
        if stems:
            found.append(Word(piece, tuple(stems), EXACT + names[0], is_identifier(piece)))
    return found


def _chinese(run: str) -> list[Word]:
    pieces = [piece for piece in _CUT.split(run) if piece]
    found: list[Word] = []
    for piece in pieces:
        grams = _pairs(piece) if len(piece) > 1 else [piece]
        found.extend(Word(gram, (gram,), gram, cjk=True) for gram in grams)
    return found


class CodeAnalyzer(Analyzer):  # type: ignore[misc]
    """Whoosh's view of `terms`: one form of each word, stems (`exact` False) or written forms (`exact` True)."""

    def __init__(self, exact: bool = False) -> None:
        self.exact = exact

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CodeAnalyzer) and other.exact == self.exact

    def __hash__(self) -> int:
        return hash((CodeAnalyzer, self.exact))

    def __call__(self, value: str, **_: Any) -> Iterator[Token]:
        token = Token()
        for position, term in enumerate(terms(value)):
            if term.startswith(EXACT) is self.exact:
                token.text, token.pos, token.boost, token.stopped = term, position, 1.0, False
                yield token
