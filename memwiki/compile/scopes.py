"""What a statement is for, where it says so: `in Go files`, `for payments in Europe`, 账单服务用….

Two statements that fill the same place with different things are about different parts: neither ends the other,
whatever value both name. Where a part is told in other words altogether, both stay, which a person can put right;
a rule that was ended wrongly is not seen any more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from memwiki.compile.language import has_han
from memwiki.compile.likeness import level, words
from memwiki.regexes import regex

_END = (
    r"(?=[,.;:!?)]|$| (?:from now|not|no|instead|rather|because|since|we|it|is|are|was|were|as|by|with|and|or|but"
    r"|that|until|so|than)\b)"
)
_NP = r"(?:the |our |all |every |any )?(?P<what>(?!\d|it\b|them\b|this\b|that\b)[\w-]+(?: [\w-]+){0,2}?)"
_FORMS = {
    # always use tabs in Go files; for payments in Brazil
    "in": rf"\b(?:in|inside|within) {_NP}{_END}",
    "for": rf"\bfor {_NP}(?: (?:in|at|on)\b|{_END})",
    # we keep logs for 30 days; deploy staging from the develop branch
    "does": (
        rf"\b(?P<verb>keep|store|write|deploy|save|name|format|send|push|cache|ship|build|retain|archive)s? {_NP}"
        r" (?:for|in|to|from|as|with|at|on|into)\b"
    ),
    "subject": (
        r"^(?:we decided (?:that )?|decision: |ok,? |so,? )*(?!we\b|i\b|you\b|there\b|always\b|never\b|use\b)"
        rf"{_NP} (?:uses?|runs? on|goes? (?:to|in|out)|lives? in|stays? (?:in|on|with))\b"
    ),
}
_EN = {name: re.compile(form, re.IGNORECASE) for name, form in _FORMS.items()}
_ZH = regex(
    r"(?:^|[。:;])(?:以后|今后|我们|咱们|决定|定了|那|也|请|就"
    r"|现在)*(?P<what>[㐀-鿿A-Za-z][㐀-鿿A-Za-z .]{1,9}?)(?:以后|今后)?(?:不要|不再|不|别)?(?:都|一律|统一|全部?|就"
    r"|先|继续|还是|改)*(?:改?用|改?存|写成|走|放|采用|使用|保留|换成)(?!户|途|例|了|的)"
)
_NO_NOUN = regex(r"[不别换改又了决把被让从建]")
_ANY = frozenset(
    "repo repository project code codebase here everything everywhere team u now file 项目 仓库 代码 文件".split()
)


def other_scope(mine: str, theirs: str) -> bool:
    """Whether both statements tell what they are for in the same place of the sentence, and that is not the same."""
    ours, others = _scopes(mine), _scopes(theirs)
    both = ours.keys() & others.keys()
    return bool(both) and any(not (ours[place] <= _parts(theirs) or others[place] <= _parts(mine)) for place in both)


@lru_cache(maxsize=2048)
def _scopes(text: str) -> Mapping[str, frozenset[str]]:
    """Place in the sentence -> the words of what stands there; what holds anywhere is left out."""
    if has_han(text):
        found = _ZH.search(text)
        named = {"zh": found["what"]} if found and not _NO_NOUN.search(found["what"]) else {}
    else:
        matches = ((name, form.search(text)) for name, form in _EN.items())
        named = {name + (m.groupdict().get("verb") or "").lower(): m["what"] for name, m in matches if m}
    told = {place: _parts(what) for place, what in named.items()}
    return {place: what for place, what in told.items() if what - _ANY}


def _parts(what: str) -> frozenset[str]:
    """The words, also those that mean little elsewhere: `go` in `go files` is a language."""
    latin = frozenset(word.lower().rstrip("s.") for word in _LATIN.findall(what))
    return latin | level(words(what)) if has_han(what) else latin


_LATIN = regex(r"[A-Za-z][A-Za-z0-9_.-]*")
