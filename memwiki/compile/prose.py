"""Captured text made safe for Markdown: it can be read, but it cannot forge structure.

No headings, lists, HTML, links, images, footnotes, wikilinks, comments, tags, front matter or terminal escapes come
out of it. Code spans keep their text. Used for every captured word that reaches a page.
"""

from __future__ import annotations

import re
import unicodedata

from memwiki.compile.remembered import remembered
from memwiki.regexes import regex

_SPAN = regex(r"(?<!`)(`{1,3})(?!`)([^`]+?)(?<!`)\1(?!`)")
_URL = r"\b(?:https?|ftp|file)://[^\s`<>()\[\]\"'，。；）】]*[^\s`<>()\[\]\"'，。；）】.,;:!?]"
_WIKILINK = r"!?\[\[[^\[\]]{1,200}\]\]"
_AS_CODE = regex(f"{_WIKILINK}|{_URL}", re.IGNORECASE)  # read as code, they link nowhere
_TERMINAL = regex(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])|\x9b[0-?]*[ -/]*[@-~]")
_TAG = regex(r"<(?=[A-Za-z/!?])")
_HASH_TAG = regex(r"(?<![\w&/#])#(?=[^\W\d])")
_START = regex(r"^(#|>|[-+*=](?=\s|$)|[-=*_]{3,}|~~~|\||:::)")
_NUMBERED = regex(r"^(\d{1,9})([.)])(?=\s|$)")
_BACKSLASH = regex(r"\\(?=[!-/:-@\[-`{-~]|$)")  # before a letter it is only a letter
_SPECIAL = regex(r"[\\`<\[%#]")  # without one of these there is nothing to escape inside a line
_BRACKET = regex(r"(?<!\\)([\[\]])")
_LINKISH = regex(r"\]\s?[(\[:]|!\[")


def clean(text: str) -> str:
    """The text without terminal sequences, control, format and private-use characters; lone surrogates are U+FFFD."""
    if text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable():  # which none of these is
        return text
    return "".join(_kept(c) for c in _TERMINAL.sub("", text))


def _kept(char: str) -> str:
    if char in "\n\t":
        return char
    category = unicodedata.category(char)
    if category == "Cs":
        return "\ufffd"
    if category in ("Cc", "Zl", "Zp"):
        return " "
    return "" if category in ("Cf", "Co", "Cn") and char not in "\u200c\u200d\ufe0f" else char


@remembered(1_024, 700)
def line(text: str) -> str:
    """One safe line of Markdown that may stand anywhere inside a paragraph or a list item."""
    flat = " ".join(clean(text).split())
    out, at = [], 0
    for match in _SPAN.finditer(flat) if "`" in flat else ():
        out.append(_plain(flat[at : match.start()]))
        out.append(code(match[2]))
        at = match.end()
    out.append(_plain(flat[at:]))
    safe = "".join(out)
    if safe[:1].isdigit():
        return _NUMBERED.sub(r"\1\\\2", safe)
    return safe if safe[:1].isalpha() else _START.sub(r"\\\1", safe)


def _plain(text: str) -> str:
    """Text outside code spans."""
    if "://" not in text and "[[" not in text:
        return _escaped(text)
    out, at = [], 0
    for match in _AS_CODE.finditer(text):
        out.append(_escaped(text[at : match.start()]))
        out.append(code(match[0]))
        at = match.end()
    out.append(_escaped(text[at:]))
    return "".join(out)


def _escaped(text: str) -> str:
    if not _SPECIAL.search(text):
        return text
    text = _BACKSLASH.sub(r"\\\\", text).replace("`", "\\`")
    text = _TAG.sub(r"\\<", text)
    text = re.sub(r"\[{2,}", lambda run: " ".join(run[0]), text)
    text = re.sub(r"\[(?=[\^!])", r"\\[", text)
    if _LINKISH.search(text):
        text = re.sub(r"(?<!\\)\[", r"\\[", text)
    text = text.replace("%%", "%\\%")
    return _HASH_TAG.sub(r"\\#", text)


def code(text: str) -> str:
    """A code span that its own content cannot end."""
    flat = " ".join(clean(text).split())
    if not flat:
        return ""
    ticks = "`" * (_longest_run(flat) + 1)
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{ticks}{pad}{flat}{pad}{ticks}"


def fence(text: str, info: str = "") -> str:
    """A fenced block that its own content cannot end; blank at neither end."""
    body = clean(text).replace("\t", "    ").strip("\n")
    ticks = "`" * max(3, _longest_run(body) + 1)
    return f"{ticks}{info}\n{body}\n{ticks}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall(r"`+", text)), default=0)


def label(text: str) -> str:
    """The text as a link's label: brackets cannot end it, it is no footnote's mark, code spans are kept."""
    told = line(text)
    if told.startswith("^"):
        told = f"\\{told}"  # `[^0](…)` would cite a footnote
    return _BRACKET.sub(r"\\\1", told) if "[" in told or "]" in told else told


def shortened(text: str, most: int) -> str:
    """At most `most` characters, cut at a word or after a CJK letter, with an ellipsis where cut."""
    flat = " ".join(clean(text).split())
    if len(flat) <= most:
        return flat
    cut = flat[: most - 1]
    if flat[most - 1].isascii() and flat[most - 1] != " " and cut[-1].isascii():
        cut = cut.rpartition(" ")[0] or cut
    if cut.count("`") % 2:
        cut = cut[: cut.rfind("`")].rstrip() or cut.replace("`", "")
    return cut.rstrip(" ,;:，；：、…") + "…"


def unmarked(text: str) -> str:
    """The text without Markdown's marks, for front matter: titles, descriptions, aliases."""
    flat = " ".join(clean(text).split())
    if "**" in flat:
        flat = re.sub(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", r"\1", flat)
    return flat.replace("`", "").strip()
