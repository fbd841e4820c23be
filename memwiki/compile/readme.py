"""What a repository says of itself: a README's first words, the terms of a glossary, a document's subject."""

from __future__ import annotations

import re

from memwiki.compile.markdown import lines_of, paragraphs, sections
from memwiki.regexes import regex
from memwiki.values import value

_TERMS = regex(
    r"^(?:glossary|terms|terminology|definitions|vocabulary|concepts|ubiquitous language|术语|名词解释|词汇表)",
    re.IGNORECASE,
)
_ITEM = regex(
    r"^\s*(?:[-*+]\s+)?(?:\*\*|__|`)([^*_`\n]{2,50})(?:\*\*|__|`)\s*(?:\(([^)\n]{2,40})\))?\s*(?:[:：—–]|--?\s|\bis\b|\bare\b)\s*(\S.{8,})$"
)
_ROW = regex(r"^\s*\|\s*(?:\*\*|`)?([^|*`\n]{2,50}?)(?:\*\*|`)?\s*\|\s*([^|\n]{8,})\|")


@value(frozen=True, slots=True)
class Term:
    """One term and what it is."""

    name: str
    meaning: str
    line: int
    aliases: tuple[str, ...] = ()


def summary(text: str) -> tuple[str, int]:
    """The first paragraph that says something, and its heading's line; "" where there is none."""
    heads = lines_of(text)
    line = heads[0][1] if heads else 1
    told = [one for one in paragraphs(text) if len(one) >= 20]
    return (told[0], line) if told else ("", line)


def subject(text: str, name: str) -> tuple[str, str, int]:
    """Title, first paragraph and line of a document; the title is the first heading, else the file's name."""
    heads = lines_of(text)
    title = heads[0][0] if heads else name.replace("-", " ").replace("_", " ")
    told, line = summary(text)
    return title, told, line


def terms(text: str) -> list[Term]:
    """The terms under a heading that promises some, each once."""
    found: dict[str, Term] = {}
    lines = text.replace("\r\n", "\n").split("\n")
    for title, body in sections(text):
        if not _TERMS.match(title):
            continue
        for line in body.split("\n"):
            match, row = _ITEM.match(line), _ROW.match(line)
            if match:
                name, meaning, other = match[1].strip(" :："), match[3].strip(), match[2]
            elif row and not set(row[1]) <= set("-: "):
                name, meaning, other = row[1].strip(), row[2].strip(), None
            else:
                continue
            number = lines.index(line) + 1
            found.setdefault(name.casefold(), Term(name, meaning, number, (other.strip(),) if other else ()))
    return list(found.values())
