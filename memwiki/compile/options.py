"""An option that a reply names, in the words in which the agent had offered it."""

from __future__ import annotations

import re
from dataclasses import replace

from memwiki.compile.language import clauses, has_han
from memwiki.compile.likeness import words
from memwiki.compile.offers import Open
from memwiki.compile.picks import Option
from memwiki.compile.proposals import bullets
from memwiki.regexes import regex

LONGEST = 110  # characters of an option; what is longer is an explanation
SPLIT = regex(r"\b(?:or|vs\.?)\b |;|、|或者?是?|还是|以及")
_LISTED = regex(r"[,，](?![^()（）]*[)）])\s*")  # a comma outside of brackets
_LEADS = regex(
    r"^(?:.*?:\s+)?(?:(?:so|then|and|but),? )?(?:(?:you|we|i|it|one) (?:can|could|may|might)(?: also)? "
    r"|i'?d (?:rather )?"
    r"|should(?: i| we)? |shall (?:i|we) |want me to |do you want (?:me to )?|which (?:one|of)\b.*?: )?(?:either )?",
    re.IGNORECASE,
)
_LEADS_ZH = regex(r"^(?:那|就)?(?:要么|或者|可以|建议|我(?:可以|建议|倾向)(?:于)?|是)\s*")
_HEADED = regex(r"^(?P<head>[^:：.。]{2,60})[:：]\s")  # `Local whisper on the office PC: free, takes the night`
_TRAILS = regex(r"\s+(?:then|instead|for now|as well)$|(?:吗|呢|吧)$", re.IGNORECASE)


def stands(name: str, text: str) -> bool:
    """Whether the name stands in the text: all its words, or as it is."""
    if has_han(name):
        return name.lower() in text.lower()
    mine = words(name)
    return bool(mine) and mine <= words(text)


def sentence_of(name: str, open_: Open) -> str:
    """The agent's sentence that says most of the named option."""
    for text in (*open_.said, open_.asks):
        if stands(name, text):
            return text
    return ""


def as_offered(name: str, open_: Open) -> str:
    """`turn BLE on by button only` for `button`; "" where the agent's words tell no more, or not of one option alone.

    The option is the part of a sentence that names alternatives, or what stands before its colon.
    """
    if len(words(name)) > 3 or len(name) > (8 if has_han(name) else 30):
        return ""
    text = sentence_of(name, open_)
    headed = _HEADED.match(text)
    if headed and stands(name, headed["head"]) and not SPLIT.search(headed["head"]):
        return _bare(headed["head"], name)
    parts = SPLIT.split(text)
    if len(parts) < 2:
        return ""
    pieces = [piece for part in parts for piece in _LISTED.split(part)]
    for within in (pieces, parts):
        found = [one for one in within if stands(name, one)]
        if len(found) == 1:
            return _bare(found[0], name)
    return ""


def _bare(piece: str, name: str) -> str:
    """The piece without what leads in to it, where it says more than the name."""
    whole = _TRAILS.sub("", _led(piece))
    more = words(whole) - words(name)
    if not more or not stands(name, whole) or len(whole) > LONGEST or len(clauses(whole)) > 3:
        return ""
    return whole


def _led(piece: str) -> str:
    lead = _LEADS_ZH if has_han(piece) else _LEADS
    return lead.sub("", piece.strip(" .。?？,，"), count=1).strip(" .。?？,，")


_YES = regex(r"^(?:yes|yep|yeah|sure|ok(?:ay)?|好的?|行|可以|要|是的?|对)[\s,，.。]+(?=\S)", re.IGNORECASE)


def replied(option: Option, own: str) -> Option:
    """A question of a list with its answer: `keep the .bin files, and for how long` – `yeah 90 days`."""
    said = _YES.sub("", own, count=1)
    short = (clauses(said) or (said,))[0].strip(" .。")
    mark = ":" if has_han(option.name) else ": "
    return replace(option, name=f"{option.name.rstrip(' ?？')}{mark}{short}", said=said)


_ORDINALS = {
    word: place
    for place, listed in enumerate(
        ("first 1st former 前者 第一 前一", "second 2nd latter 后者 第二 后一", "third 3rd 第三")
    )
    for word in listed.split()
}
_ORDINAL = regex(
    r"^\W*(?:(?:ok(?:ay)?|so|then|yes|yeah|hm+|i think|i'?d|take|go|with|go with|do|let'?s|the|for|那就?|就|选|用|走"
    r"|要)\b\W*"
    r"|(?:那就?|就|选|用|走|要))*"
    r"(?P<word>(?:first|second|third|1st|2nd|3rd|former|latter)(?: (?:one|option|way|variant))?(?=\W*(?:$|[.,;:!]"
    r"|(?:then|please|pls|it is"
    r"|for now|but|because|since)\b))|(?:前者|后者|(?:第[一二三]|[前后]一)[个种](?:方案)?))",
    re.IGNORECASE,
)


def by_place(said: str, open_: Open) -> tuple[Option, tuple[str, ...]] | None:
    """`the second, boss hates yaml`: the alternative at that place, and the others."""
    found = _ORDINAL.match(said)
    if found is None:
        return None
    place = next(n for word, n in _ORDINALS.items() if found["word"].lower().startswith(word))
    listed = _alternatives(open_)
    if place >= len(listed):
        return None
    return listed[place], tuple(one.name for n, one in enumerate(listed) if n != place)[:4]


def _alternatives(open_: Open) -> list[Option]:
    """What lies open, in order: the options of a list, else the parts of the one sentence that names several."""
    if open_.proposal is not None and len(open_.proposal.options) > 1:
        return list(open_.proposal.options)
    if open_.turn.final is not None and len(listed := bullets(open_.turn.final.text)) > 1:
        return list(listed)
    several = [
        parts for text in (*open_.said, open_.asks) if len(parts := SPLIT.split(text)) == 2 and all(map(words, parts))
    ]
    bare = [_led(part) for parts in several[:1] for part in parts]
    return [Option("", one, one) for one in bare if words(one) and len(one) <= LONGEST]
