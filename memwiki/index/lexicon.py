"""A small file beside the index that answers one question fast: which pages speak of what this prompt asks?

Hooks read it at a prompt, where neither Whoosh nor numpy nor `re` may be imported, so this module needs the standard
library's built-ins alone. One file, read whole:

    {"schema": "memwiki.lexicon/1", …}           the header: words of grammar, the weight of a word that no page holds
    {"id", "path", "stat", "said", …}            a line a page, with what may be told of it
    <empty line>
    <term> TAB <weight> TAB <page> <page>* …     a line a term, in order: where its pages' lines begin, * where it names
                                                 the page
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import Any

NAME = "lexicon"
SCHEMA = "memwiki.lexicon/1"
MOST_BYTES = 12 << 20
_MOST_TERMS = 48  # of one sentence
_MOST_SENTENCES = 16
_LONG_PROMPT = 4000  # characters that are looked at
_SPACED = {code: 32 for code in range(128) if not (chr(code).isalnum() or code == 95)}
_ENDS = str.maketrans(dict.fromkeys("\n.!?;。！？；", "\n"))
_SUFFIXES = (
    *("ations", "ation", "ments", "ment", "ings", "ing", "ness", "ions", "ion", "ables", "able"),
    *("ers", "er", "ors", "or", "ies", "ied", "ed", "es", "ly", "al", "s", "e", "y"),
)
_KEPT = 4  # letters that stay of a word at least; 3 before a plural
# how sure it is that a page answers, from the share of a sentence's informative words that it holds: recall's own
# weights for words alone (recall/confidence.py)
_BASE, _BASE_CHINESE, _COVERED, _NAMED = -3.6, -2.0, 10.0, 0.7


def light(word: str) -> str:
    """The word without its ending: enough to meet its other forms, cheap enough for a hook."""
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= (3 if suffix == "s" else _KEPT):
            if (suffix == "s" and word[-2] in "su") or (suffix == "y" and word[-2] in "aeou"):
                return word
            word = word[: -len(suffix)]
            break
    return word[:-1] if len(word) > _KEPT and word[-1] == word[-2] and word[-1] not in "aeiou" else word


def analyse(text: str, grammar: Collection[str] = (), cuts: Collection[str] = ()) -> list[str]:
    """The text's terms, each once, in order: words without their endings, pairs of Chinese characters, and behind `=`
    names as they are written. `grammar` is left out; Chinese is cut at `cuts`."""
    found: dict[str, None] = {}
    if not text.isascii():
        import unicodedata

        text, runs = _apart(unicodedata.normalize("NFKC", text))
        for run in runs:
            for cut in cuts:
                if cut in run:
                    run = run.replace(cut, " ")
            for piece in run.split():
                found.update(dict.fromkeys(piece[at : at + 2] for at in range(max(len(piece) - 1, 1))))
    for word in text.translate(_SPACED).split():
        parts = _parts(word)
        if len(parts) > 1 or (not word.isalpha() and not word.isdigit()):
            found["=" + word.lower()] = None
        for part in parts:
            low = part.lower()
            if low not in grammar and (len(low) > 1 or not low.isalpha()):
                found[light(low)] = None
    return list(found)


def _parts(word: str) -> list[str]:
    """`sync_queue` and `syncQueue` give sync and queue."""
    if word.isalpha() and (word.islower() or word.isupper() or word[1:].islower()):
        return [word]
    found, start = [], 0
    for at in range(1, len(word) + 1):
        last = at == len(word)
        if last or word[at] == "_" or (word[at].isupper() and not word[at - 1].isupper()) or word[at - 1] == "_":
            if piece := word[start:at].strip("_"):
                found.append(piece)
            start = at
    return found


def _apart(text: str) -> tuple[str, list[str]]:
    """The text without its Chinese, Japanese and Korean, and the runs of these."""
    rest, runs, run = [], [], []
    for char in text:
        if "\u3040" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af" or "\u3400" <= char <= "\u4dbf":
            run.append(char)
            continue
        if run:
            runs.append("".join(run))
            run = []
            rest.append(" ")
        rest.append(char)
    if run:
        runs.append("".join(run))
    return "".join(rest), runs


def sentences(text: str) -> list[str]:
    """The text's sentences, roughly, as many as are worth a look, and a short text also as one."""
    text = text[:_LONG_PROMPT]
    whole = [text] if len(text) <= 300 else []
    marked = text.replace(". ", ".\n").replace("? ", "?\n").replace("! ", "!\n").replace("; ", ";\n")
    for stop in "。！？；":
        marked = marked.replace(stop, stop + "\n")
    pieces = [piece for piece in marked.split("\n") if len(piece) > 5]
    return list(dict.fromkeys([*whole, *pieces[:_MOST_SENTENCES]]))


class Match:
    """One page that a sentence speaks of, and how sure that is, 0..1."""

    __slots__ = ("page", "sure")

    def __init__(self, page: dict[str, Any], sure: float) -> None:
        self.page = page
        self.sure = sure


class Lexicon:
    """The file, read whole; `loads` reads a line of JSON."""

    __slots__ = ("_cuts", "_data", "_grammar", "_loads", "_terms", "_unknown", "header")

    def __init__(self, data: bytes, loads: Callable[[str], Any]) -> None:
        self._data, self._loads = data, loads
        self.header = self._line(0)
        if self.header.get("schema") != SCHEMA:
            raise ValueError("not a lexicon of this program")
        self._terms = data.index(b"\n\n") + 2
        self._grammar = frozenset(str(self.header["grammar"]).split())
        self._cuts = str(self.header["cuts"]).split()
        self._unknown = float(self.header["unknown"])

    def _line(self, at: int) -> dict[str, Any]:
        found = self._loads(self._data[at : self._data.index(b"\n", at)].decode("utf-8", "replace"))
        return found if isinstance(found, dict) else {}

    def matches(self, prompt: str, threshold: float) -> list[Match]:
        """The pages that some sentence of the prompt speaks of, surest first; most prompts have none."""
        best: dict[int, float] = {}
        known: dict[str, tuple[float, list[str]]] = {}
        for sentence in sentences(prompt):
            for at, sure in self._sure(analyse(sentence, self._grammar, self._cuts)[:_MOST_TERMS], known):
                if sure >= threshold and sure > best.get(at, 0.0):
                    best[at] = sure
        ranked = sorted(best.items(), key=lambda one: (-one[1], one[0]))
        return [Match(self._line(at), sure) for at, sure in ranked[:8]]

    def _sure(self, terms: list[str], known: dict[str, tuple[float, list[str]]]) -> Iterator[tuple[int, float]]:
        words = [term for term in terms if term[0] != "="]
        total = 0.0
        held: dict[int, tuple[int, float]] = {}
        names: set[int] = set()
        named: set[int] = set()
        for term in terms:
            if term not in known:
                known[term] = self._look_up(term)
            weight, places = known[term]
            total += weight if term[0] != "=" else 0.0
            for place in places:
                at = int(place.rstrip("*"))
                if term[0] == "=":
                    names.add(at)
                    continue
                count, covered = held.get(at, (0, 0.0))
                held[at] = (count + 1, covered + weight)
                if place.endswith("*"):
                    named.add(at)
        chinese = sum(not word.isascii() for word in words) * 2 > len(words)
        for at, (count, covered) in held.items():
            if at in named and (count > 1 or at in names) and total > 0:
                value = (_BASE_CHINESE if chinese else _BASE) + _COVERED * covered / total
                yield at, 1.0 / (1.0 + 2.718281828459045 ** -(value + (_NAMED if at in names else 0.0)))

    def _look_up(self, term: str) -> tuple[float, list[str]]:
        """The term's weight and its pages; the lines are in the order of their bytes."""
        data, key = self._data, term.encode("utf-8", "replace") + b"\t"
        low, high = self._terms, len(data)
        while low < high:
            begin = data.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = data.find(b"\n", begin)
            line = data[begin:end]
            if line.startswith(key):
                weight, _, places = line[len(key) :].partition(b"\t")
                return float(weight), places.decode("ascii").split()
            if line < key:
                low = end + 1
            else:
                high = begin
        return self._unknown, []


def read(folder: str, loads: Callable[[str], Any]) -> Lexicon | None:
    """The index folder's lexicon; None where there is none, or one that cannot be read."""
    try:
        handle = os.open(os.path.join(folder, NAME), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None
    try:
        data = b""
        if os.fstat(handle).st_size <= MOST_BYTES:
            while piece := os.read(handle, 1 << 22):
                data += piece
        return Lexicon(data, loads) if data else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
    finally:
        os.close(handle)
