"""What others say or do, and what is told to be laughed at: no word of the person's own."""

from __future__ import annotations

import re

from memwiki.compile.cues import Found
from memwiki.compile.language import has_han
from memwiki.regexes import regex

# 说以后每张都粉的,笑死,不理她: what is told to be laughed at, or only to tell what others think
_OTHERS_IDEAS = regex(
    r"(?:[说讲提嚷][^。]*)(?:笑死|不理[她他它]|(?:不必|别|不用)当真|当没听见|随[他她]去|讲了.年了)|[他她]也就是一?说"
    r"|\b(?:says?|said|wants?|wanted)\b.*\b(?:lol|ignore (?:him|her|it|them)|dream on|good luck with that|as if)\b"
    # my colleague says we should have a loyalty card; 隔壁组一律用 InfluxDB
    r"|^(?:\w+[.,!] )?(?:my|our|some|a) [\w' -]{2,24}? (?:says?|said|thinks?|suggests?|suggested|keeps? saying|swears?)"
    r" (?:that )?(?:we|i|you|it|they) (?:should|could|might|ought)\b"
    r"|^(?:隔壁|别的?组|人家|友商|网上)[^,。]{0,12}(?:说|讲|建议|都|全|一律|统统)",
    re.IGNORECASE,
)


def hearsay(text: str, found: Found) -> bool:
    """Whether a sentence tells what others say or do, and nothing of the person's own."""
    if _OTHERS_IDEAS.search(text):
        return True
    if "hearsay" not in found:
        return False
    start = found.at("hearsay")
    own = min(
        found.at("lets"),
        found.at("decided"),
        found.at("go_with"),
        found.at("we_do"),
        found.at("settle"),
        found.at("conclude"),
    )
    if own < start or "conclude" in found:
        return False
    if has_han(text) and start > 5 and min(found.at("changed"), found.at("from_to"), found.at("parameter")) < start:
        return False  # 上限改成 5 张,运营说 3 张太少: what others say is the reason
    return not ("means" in found and re.search(r"call|叫", text))
