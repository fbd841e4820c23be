"""Words that carry grammar, not subject: left out of the index and of every question.

English and its neighbours are stopped word by word. Chinese has no spaces, so a question is cut at its function words,
longest first, before it is read as character pairs; documents keep every pair. The list holds a single character only
where it hardly ever stands inside a content word.
"""

from __future__ import annotations

from importlib.resources import files

_SECTIONS = files("memwiki.index").joinpath("stopwords.txt").read_text("utf-8").split("# ")
_HELD = {held.split(" ")[0]: held.partition("\n")[2].split() for held in _SECTIONS if held}
ENGLISH = frozenset(_HELD["English"])
CHINESE = tuple(sorted(set(_HELD["Chinese"]), key=lambda word: (-len(word), word)))
# Of whole words those of other languages go, too; of the parts of a name only the English ones: `del_user` keeps del.
GRAMMAR = ENGLISH.union(_HELD["German,"])


def is_grammar(word: str) -> bool:
    """Whether a word as it is written is left out; in capitals, MIT and DES are names."""
    plain = word.casefold()
    return plain in ENGLISH or (plain in GRAMMAR and not (word.isupper() and len(word) > 1))
