"""Rules out of the files that people write for agents (CLAUDE.md, AGENTS.md): standing instructions, by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memwiki.compile.language import language
from memwiki.compile.prose import unmarked
from memwiki.regexes import regex
from memwiki.values import value

MOST = 200  # rules of one file
_SHORTEST, _LONGEST = 8, 400
_ITEM = regex(r"^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$")
_FENCE = regex(r"^\s*(```|~~~)")
_HEADING = regex(r"^#{1,6}\s+(.*?)\s*#*\s*$")
_SKIPPED = regex(r"^\s*(?:\||>|<|@\S+\s*$|---+\s*$|\*\*\*+\s*$|!\[)")
_LABEL = regex(r"^(?:\*\*|__)([^*_\n]{1,40})(?:\*\*|__)\s*[:：–-]?\s*(?=\S)")
_MUST = regex(
    r"\b(?:always|never|must(?:n't| not)?|should(?:n't| not)?|do not|don't|prefer(?:red|ably)?|avoid|required?|"
    r"make sure|ensure|only use|(?:is|are) (?:not )?allowed|forbidden|no (?:new|raw|direct|inline|global|magic)"
    r"|instead of|rather than)\b"
    r"|一律|总是|始终|必须|不要|不准|不得|不能|禁止|切勿|务必|应该|应当|优先|避免|请|统一|只用|都用",
    re.IGNORECASE,
)
_VERBS = (
    "use add ask avoid be break build call change check commit confirm copy create declare default define delete "
    "document edit ensure explain fix follow format give group handle import include install keep leave limit lint log "
    "make mark match merge mock move name never order pass pin place prefer preserve pull push put quote raise read "
    "rebase refer refuse remove rename replace respect respond return review run save set show sort split squash start "
    "stay stick store stop structure test treat type update validate verify wait wrap write"
).split()
_IMPERATIVE = regex(rf"^(?:please\s+)?(?:{'|'.join(_VERBS)})\b(?!\s*[:=(])", re.IGNORECASE)
_SENTENCE = regex(r"(?<=[.!?])\s+(?=[A-Z`*])|(?<=[。！？])\s*")
_LEADS = regex(r"^(?:never|don'?ts?|do not|avoid|always|must(?: not)?|forbidden|禁止|不要|必须|务必)\b", re.IGNORECASE)


@value(frozen=True, slots=True)
class Rule:
    """One standing instruction, and the line on which it begins."""

    text: str
    line: int


def rules(text: str) -> list[Rule]:
    """The standing instructions of a rule file, in order, each once; descriptions, commands and tables are none."""
    found: dict[str, Rule] = {}
    for number, heading, block, is_item in _blocks(text):
        for piece in [block] if is_item else _SENTENCE.split(block):
            said = _stated(piece, heading)
            if said and said.casefold() not in found:
                found[said.casefold()] = Rule(said, number)
    return list(found.values())[:MOST]


def _stated(piece: str, heading: str) -> str:
    """The instruction that a piece of text gives, in one line; "" where it gives none."""
    text = " ".join(piece.split())
    label = _LABEL.match(text)
    bare = text[label.end() :] if label else text
    if len(bare) > _LONGEST:
        bare = _SENTENCE.split(bare)[0][:_LONGEST]
    bare = bare.strip().rstrip(":：")
    size = len(bare) * (2 if language(bare) == "zh" else 1)
    if size < _SHORTEST or not re.search(r"\w{2}|[一-鿿]{2}", bare):
        return ""
    leads = _LEADS.match(heading)
    if _MUST.search(unmarked(bare)) or _IMPERATIVE.match(bare):
        said = bare
    elif leads and len(heading) < 40:
        said = f"{heading.rstrip(':： ')}: {bare}"
    else:
        return ""
    return f"{label[1].rstrip(':：')}: {said}" if label and not _MUST.search(label[1]) else said


def _blocks(text: str) -> Iterator[tuple[int, str, str, bool]]:
    """(line, heading above, text, whether it is a list item) of every item and paragraph."""
    heading, held, begun, is_item, fenced = "", list[str](), 0, False, ""
    lines = text.replace("\r\n", "\n").split("\n")
    start = _after_header(lines)
    for number, line in enumerate(lines[start:], start + 1):
        fence = _FENCE.match(line)
        item, title = _ITEM.match(line), _HEADING.match(line)
        ends = bool(fence or fenced or item or title) or not line.strip() or bool(_SKIPPED.match(line))
        if ends and held:
            yield begun, heading, " ".join(held), is_item
            held = []
        if fence or fenced:
            fenced = "" if fence and fenced == fence[1] else fenced or (fence[1] if fence else "")
        elif title:
            heading = unmarked(title[1])
        elif item:
            held, begun, is_item = [item[2].strip()], number, True
        elif not ends:
            if not held:
                begun, is_item = number, False
            held.append(line.strip())
    if held:
        yield begun, heading, " ".join(held), is_item


def _after_header(lines: list[str]) -> int:
    """The index of the first line behind a front matter."""
    if lines[0].strip("\ufeff ") == "---" and "---" in (one.strip() for one in lines[1:60]):
        return next(at for at, one in enumerate(lines[1:60], 1) if one.strip() == "---") + 1
    return 0
