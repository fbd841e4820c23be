"""An option, and which of several a text calls: by label, by place, or in its own words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memwiki.regexes import regex
from memwiki.values import value


@value(frozen=True, slots=True)
class Option:
    """One way to go: its label ("B", "2", ""), its name, what the agent said of it, and what the reply says of it."""

    label: str
    name: str
    text: str
    said: str = ""


def labelled(options: Sequence[Option], text: str) -> Option | None:
    """The option that the text calls by label or place."""
    labels = {o.label: o for o in options if o.label}
    match = re.search(
        r"(?:\b(?:option|variant|plan|approach|number|nr|with|for|pick|choose|take|do|to|recommend|"
        r"suggest|prefer|yes|yeah|yep|ok|okay|ja|nummer|variante|lean to|be|is)\b,?\s*|"
        r"^\W*)#?\(?([A-Ha-h]|\d)\)?(?![\w'.-]*\w)",
        text,
        re.IGNORECASE,
    )
    if match and match[1].upper() in labels:
        return labels[match[1].upper()]
    if match := re.search(r"(?:方案|选项|选|用|按|走|就|第|推荐|建议)\s*([一二三四五六A-Fa-f1-6])", text):
        for name in (match[1].upper(), _DIGIT.get(match[1], ""), _HAN_DIGIT.get(match[1], "")):
            if name in labels:
                return labels[name]
    for pattern, place in _PLACES:
        if pattern.search(text) and -len(options) <= place < len(options):
            return options[place]
    return None


_DIGIT = dict(zip("一二三四五六", "123456", strict=True))
_HAN_DIGIT = dict(zip("123456", "一二三四五六", strict=True))
# `first run the tests`, `give me a second`, `the second is too slow` call no option
_CALLED = (
    r"(?: (?:one|option|way|variant|idea|approach|vorschlag|variante))?(?=\W*$|[.,;:!]|\W+(?:then|please|pls|it is"
    r"|for now|but"
    r"|because|since|instead|with|(?:is|sounds|looks|seems|works) (?:fine|ok|okay|good|great|better|best|enough"
    r"|right|it"
    r"|for)|bitte)\b)"
)
_PLACES = (
    (regex(rf"\b(?:first|1st|former|erste[rns]?){_CALLED}|第一|前者|前一?个", re.IGNORECASE), 0),
    (regex(rf"(?<!\ba )(?<!\bone )\b(?:second|2nd|zweite[rns]?){_CALLED}|第二", re.IGNORECASE), 1),
    (regex(rf"\b(?:third|3rd|dritte[rns]?){_CALLED}|第三", re.IGNORECASE), 2),
    (regex(rf"(?<!\bat )\b(?:last|latter|letzte[rns]?){_CALLED}|后者|后一?个|最后一?个", re.IGNORECASE), -1),
)
_WEAK = frozenset(
    "the and with for yes you one that this them they use let lets it's its are not but please pls per "
    "can fine good sounds great thanks keep make just also take".split()
)


def named(options: Sequence[Option], text: str) -> Option | None:
    """The one option whose own words the text uses."""
    said = {_stem(w) for w in _pairs(text)} - _WEAK
    scores = []
    for option in options:
        others = {_stem(w) for o in options if o is not option for w in _pairs(o.name)}
        own = {_stem(w) for w in _pairs(option.name)} - others - _WEAK
        scores.append(len(own & said))
    best = max(scores, default=0)
    return options[scores.index(best)] if best and scores.count(best) == 1 else None


def _pairs(text: str) -> list[str]:
    words = [w.lower() for w in re.findall(r"[A-Za-z][\w-]{2,}|\d+", text)]
    for run in re.findall(r"[\u4e00-\u9fff]{2,}", text):
        words.extend(run[i : i + 2] for i in range(len(run) - 1))
    return words


def _stem(word: str) -> str:
    return re.sub(r"(?:ing|ed|es|s)$", "", word) if len(word) > 4 and word.isascii() else word
