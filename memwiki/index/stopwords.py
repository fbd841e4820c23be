"""Words that carry grammar, not subject: left out of the index and of every question.

English is stopped word by word. Chinese has no spaces, so a question is cut at its function words, longest first,
before it is read as character pairs; documents keep every pair. The list holds a single character only where it hardly
ever stands inside a content word.
"""

from __future__ import annotations

from importlib.resources import files

_WORDS = [
    word
    for line in files("memwiki.index").joinpath("stopwords.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
    for word in line.split()
]
ENGLISH = frozenset(word for word in _WORDS if word.isascii())
CHINESE = tuple(sorted((word for word in set(_WORDS) if not word.isascii()), key=lambda word: (-len(word), word)))
