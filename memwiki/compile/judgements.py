"""What a person says of a thing that is to go: it was a mistake, it lost keys, 那套打满了."""

from __future__ import annotations

import re

from memwiki.regexes import regex

JUDGED = regex(
    r"\b(?:was|were|is|are|looks?|felt|feels|wasn'?t|isn'?t|aren'?t|lost|loses|kept|keeps|"
    r"hit) (?:a mistake|unreadable|useless|"
    r"unusable|wrong|annoying|too \w+|not enough|enough|not \w+ enough|blurry|confusing|a mess|awful|"
    r"terrible|slow|choppy|"
    r"broken|keys|data|failing|crashing|breaking|losing|being shut down)|\b(?:eats?|ate|kills?|killed|"
    r"confuses?|burns?|drains?|"
    r"swallow\w*|blew up|chokes?) (?:\w+)"
    r"|\b(?:has to|have to|must|needs to|need to|should|can|may) go(?=\s*(?:[.,;:!]|$|now\b|too\b|away\b))|那(?:套"
    r"|个)[^,。]*(?:不|没|满|挂|崩|慢|错|丢|太)|太[少多大小慢快短长]|不够|"
    r"老是?(?:被|掉|丢|挂|超|卡|断)|误判|把[^,。]{1,10}(?:打|拖|压|弄|搞)[挂垮坏满死崩]",
    re.IGNORECASE,
)
