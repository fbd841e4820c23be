"""Wishes in the form of a question: `could log lines be in litres and bar please, not gallons and psi?`"""

from __future__ import annotations

import re

from memwiki.regexes import regex

_OF = r"(?!you\b|u\b|i\b|we\b|it\b|that\b|this\b)(?P<what>[\w' -]{3,40}?)"
_AND_HOW = r"(?:be|stay|go|use|show|have|say|stand|read)"

# what is wished for, and how it is to be: a title has both without the question
WISHED = regex(rf"^(?:could|can|would) {_OF} (?:(?:please )?be )(?P<how>.+)$", re.IGNORECASE)
# the same asked politely, which makes a rule of it beside a contrast
POLITE = regex(rf"(?:and |also )?(?:could|can|would|should) {_OF} {_AND_HOW}\b.*\b(?:please|pls)\b", re.IGNORECASE)
