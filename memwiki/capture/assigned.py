"""Secrets that are known by their name: assignments, JSON and YAML fields, elements, flags, "the password is …"."""

from __future__ import annotations

from memwiki.capture import dressed, paired
from memwiki.capture.judge import is_code, is_placeholder, is_strong, looks_random, mixed, names_entry
from memwiki.capture.secrets import (
    KEY_HARMLESS,
    KEY_QUALIFIERS,
    KEY_WORDS,
    PASS_WORDS,
    SECRET_WORDS,
    STOP_WORDS,
    SUFFIXES,
    TOKEN_HARMLESS,
    WORD,
)
from memwiki.capture.stretches import JUDGED, Stretches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int]

_QUOTES = "\"'`"
_NAME = WORD + "-."
_STOPS = " \t\r\n\"'`，。；、）」”"
_ENDS = f"{_STOPS},;&<>{{}}|)]"
_ENTITIES = ("&quot;", "&#34;", "&#39;", "&#x27;", "&apos;")  # quotes in HTML and XML
_PROSE = ("is", "was", "=", "->", "=>", "to", "are", "be", "是", "为", "為", "设为", "设成", "改为", "改成", "换成")
_MADE = ("set to", "changed to", "reset to", "updated to")
_SETTERS = ("ENV ", "ARG ", "setx ", " set ", " put ", " add ")
_MAX_VALUE = 4096
_MOST_PIECES, _LEAST_PIECE = 8, 6  # of a value in pieces: how many, and characters of each
_DEEPEST = 15  # backslashes before a quote: JSON within JSON, four times over


def spans(text: str, low: str) -> Iterator[Span]:
    """The (start, end) of each value that stands after a secret's name."""
    ends = Stretches(text)
    for words, strength in ((PASS_WORDS, "pass"), (SECRET_WORDS, "secret"), (KEY_WORDS, "key")):
        for word in words:
            at = low.find(word)
            while at >= 0:
                end = at + len(word)
                found = _after(ends, at, end, word, strength)
                if found is not None:
                    yield found
                at = low.find(word, end)


def _after(ends: Stretches, at: int, end: int, word: str, strength: str) -> Span | None:
    """The value's span where the word ends a name that something is assigned to."""
    text = ends.text
    tail = text[end : end + 24]
    if not tail:
        return None
    rest = tail.lstrip(WORD)
    suffix = tail[: len(tail) - len(rest)].strip("_-").lower()
    if suffix and suffix not in SUFFIXES and not suffix.isdecimal():
        return None
    name = _name(text, at, word)
    if name is None:
        return None
    after = end + len(tail) - len(rest)
    separated = _separator(text, after, name)
    if separated is None:
        return None
    start, how = separated
    found = _value(ends, start, name, how, strength)
    if found and word == "key" and names_entry(text[found[0] : found[1]]) and not _of_secret(text, end, name):
        return None
    return found


def _of_secret(text: str, end: int, name: str) -> bool:
    """Whether a key's name, or the word before it, says that it is a secret's: `api_key`, `the signing key`."""
    before = text[max(0, end - len(name) - 24) : end - len(name)].rstrip(" -")
    return _names_key(name) or before.lower().endswith(KEY_QUALIFIERS)


def _name(text: str, at: int, word: str) -> str | None:
    """The whole name that ends in the word; None where the word is part of another (`compass`, `monkey`)."""
    before = text[max(0, at - 64) : at]
    stem = before[len(before.rstrip(_NAME)) :]
    if stem and stem[0] in "nrt" and before[: len(before) - len(stem)].endswith("\\"):
        stem = stem[1:]  # a written-out line break: its letter is no part of the name
    joined = stem[-1:]
    if word in ("pass", "pwd", "pw", "psk", "key", "auth", "token", "secret") and joined.isalnum():
        camel = joined.islower() and text[at].isupper()
        qualified = word not in ("pass", "pw") and stem.lower().endswith(KEY_QUALIFIERS)
        shouting = word in ("pass", "pwd", "pw") and stem.isupper() and text[at].isupper()
        if not (camel or qualified or shouting or joined.isdecimal()):
            return None
    return stem + text[at : at + len(word)]


def _separator(text: str, at: int, name: str) -> tuple[int, str] | None:
    """Where the value begins, and how it is tied to the name: sign, env, flag or prose."""
    i, limit = at, min(len(text), at + 96)
    while i < limit and (text[i] in "\"'`]\\" or text.startswith(_ENTITIES, i)):
        i += 1 if text[i] != "&" else text.index(";", i) + 1 - i
    closed = i
    while i < limit and text[i] in " \t":
        i += 1
    char = text[i : i + 1]
    if char == ">" and closed == at and text[at - len(name) - 1 : at - len(name)] in ("<", ":"):
        return i + 1, "sign"  # <password>…</password>
    if char and char in "=:：＝" and not (closed == at and _closes(text, i + 1)):
        return _signed(text, at, i, closed == at and name.isupper())
    if text[i : i + 2] in ("->", "=>"):
        return _skip(text, i + 2), "sign"
    pair = paired.after(text, at - len(name), closed) or paired.before(text, at - len(name))
    if pair:
        return pair, "sign"
    if i > at and closed == at and not text.startswith("--", i) and _is_flag(text, at, name):
        return i, "flag"
    spoken = _spoken(text, at, name)
    if spoken:
        return spoken, "prose"
    changed = _changed(text, at) if text[at : at + 1] in (" ", ",") and closed == at else 0
    if changed:
        return changed, "far"
    return _called(text, at, closed, i, name) or dressed.after(text, at - len(name), at, closed)


def _called(text: str, at: int, closed: int, i: int, name: str) -> tuple[int, str] | None:
    """The same for what code does with a name: gives another value, calls it, names two things of a pair."""
    char = text[i : i + 1]
    either = _either(text, closed) if closed > at or name.rpartition(".")[2].isupper() else 0
    if either:
        return either, "prose"
    if char == "(" and closed == i == at and text[i + 1 : i + 2] in ('"', "'") and _sets(name):
        return i + 1, "prose"
    if char == "," and closed > at and "-" in name:  # a header as a pair: ("X-Api-Key", "…")
        return _skip(text, i + 1), "sign"
    if char == "," and closed > at and name.isupper():  # a constant as a pair: define('DB_PASSWORD', '…')
        return _skip(text, i + 1), "prose"
    return None


def _either(text: str, at: int) -> int:
    """Where the value begins that counts where the name has none: `env.DB_PASSWORD || "…"`, `get("TOKEN") or "…"`."""
    gap = text[at : at + 16]
    rest = gap.lstrip(")] \t")
    tie = next((one for one in ("||", "??", "or ") if rest.startswith(one)), "")
    start = _skip(text, at + len(gap) - len(rest) + len(tie)) if tie else 0
    return start if text[start : start + 1] in ('"', "'", "`") else 0


def _sets(name: str) -> bool:
    """Whether a method of this name takes the secret: `setPassword("…")`, `.password("…")`."""
    low = name.rpartition(".")[2].lower()
    return low.startswith(("set", "with")) or ("." in name and low in (*PASS_WORDS, "secret", "token", "apikey"))


def _closes(text: str, at: int) -> bool:
    """Whether the quote behind the sign ends a text that the name stands in: `expect "password:"; send …`."""
    after = text[at + 1 : at + 4]
    return text[at : at + 1] in ('"', "'") and (
        after[:1] in ("\n", "\r") or after.startswith(("; ", ");", " {", ")\n"))
    )


def _signed(text: str, at: int, i: int, bare: bool) -> tuple[int, str] | None:
    """Where the value begins after `=` or `:`; on another line only if quoted. `bare`: NAME=value of a shell."""
    sign, start = text[i], i
    i += 1
    while text[i : i + 1] and text[i] in "=:>~":
        i += 1
    i += 2 * text.startswith("**", i)  # **Password:** …
    tight = sign == "=" and start == at and i == at + 1 and not text[i : i + 1].isspace()
    after = _next_line(text, i)
    if after:
        return after, "sign"
    block = _block(text, i) if sign == ":" else 0
    if block:
        return block, "sign"
    while text[i : i + 1] and (text[i] in " \t\r\n" or text.startswith(("\\\n", "\\\r\n"), i)):
        i += 1
    if "\n" in text[start:i] and text[i : i + 1] not in ('"', "'") and "\\" not in text[start:i]:
        return i, "line"
    return i, "env" if bare and tight and i < len(text) else "sign"


def _block(text: str, i: int) -> int:
    """Where the text of a YAML block begins, `password: |` and its like; 0 where there is none."""
    gap = text[i : i + 64]
    mark = gap.lstrip(" ")
    rest = mark[1:].lstrip("+-123456789")
    lines = rest.lstrip(" ")
    if mark[:1] not in ("|", ">") or lines[:1] not in ("\n", "\r"):
        return 0
    start = i + len(gap) - len(lines.lstrip(" \r\n"))
    return start if text[start - 1 : start] == " " else 0


def _next_line(text: str, i: int) -> int:
    """Where a quoted value begins after a written-out line break, as in JSON within JSON; else 0."""
    gap = text[i : i + 64].replace("\\r", "  ").replace("\\n", "  ").replace("\\t", "  ")
    rest = gap.lstrip(" \t\r\n")
    start = i + len(gap) - len(rest)
    return start if "\\n" in text[i:start] and rest[:2] in ('\\"', "\\'") else 0


def _is_flag(text: str, at: int, name: str) -> bool:
    """Whether the value follows the name after a space: an option, or what ENV, setx and `config set` are given."""
    if name.startswith("--") or (name[0] == "-" and name[1:].isalpha() and name.islower()):
        return True
    before = text[max(0, at - len(name) - 5) : at - len(name)]
    return before.endswith(_SETTERS) or name.lower() == "_authtoken"


def _spoken(text: str, at: int, name: str) -> int:
    """Where the value begins in `password is …`, `password for the VPN is …`, `password's …`; else 0."""
    if text.startswith("'s ", at):
        return at + 3
    if text[at : at + 2] in (" '", ' "') and name.lower() in ("password", "passphrase"):  # … WITH PASSWORD 'x'
        return at + 1
    sentence = text[at : at + 56].split("\n", 1)[0]
    if sentence[:1] not in (" ", "是", "为", "為", "设", "改", "换"):
        return 0
    words = sentence.lstrip(" ").removeprefix("has been ")
    start = at + len(sentence) - len(words)
    for verb in (*_PROSE, *_MADE) if words.startswith(_MADE) else _PROSE:
        if words.startswith(verb) and (not verb.isascii() or words[len(verb) : len(verb) + 1] in (" ", "", ":")):
            found = _skip(text, start + len(verb))
            found = _skip(text, found + next((len(said) for said in _MADE if text.startswith(said, found)), 0))
            line = text[found : found + 48].lstrip(" \r\n")  # "the password is:" and the value on a line of its own
            return found if text[found : found + 1] != "\n" else found + len(text[found : found + 48]) - len(line)
    if text[max(0, at - len(name) - 5) : at - len(name)] == "with ":
        return start
    if words.startswith(("for ", "of ", "on ", "there ", "(", "here ")):
        found = words.find(" is ")
        if found >= 0 and "." not in words[:found]:
            return start + found + 4
        found = words.find(": ")
        if found >= 0 and "." not in words[:found]:
            return start + found + 2
    return 0


def _changed(text: str, at: int) -> int:
    """Where the value begins in `password from … to …`, `password, it is now …`, `use password …`; else 0."""
    sentence = text[at : at + 96].split("\n", 1)[0]
    if is_strong(sentence[1:].split(" ", 1)[0].rstrip(".,;!?")):
        return at + 1
    for tie in (" is now ", " now ", " set to ", " changed to ", " reset to ", " to "):
        found = sentence.find(tie)
        if found >= 0 and (tie != " to " or sentence.startswith(" from ")):
            return at + found + len(tie)
    return 0


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t:":
        at += 1
    return at


def _value(ends: Stretches, start: int, name: str, how: str, strength: str) -> Span | None:
    text = ends.text
    borrowed = text[start : start + 1] == "&" and not text.startswith(_ENTITIES, start)
    if how == "sign" and borrowed:  # of a borrowed type: `token: &str = "…"`
        start += 10 if text.startswith("'static ", start + 1) else 1
    if how == "sign" and text[start : start + 1] == "(":  # a text in parentheses, for it goes over several lines
        inside = start + 1 + len(text[start + 1 : start + 40]) - len(text[start + 1 : start + 40].lstrip())
        start = inside if text[inside : inside + 1] in ('"', "'") else start
    begin, end, quoted = _extent(ends, start, how)
    value = text[begin : min(end, begin + JUDGED)]
    if how == "line" and text[end : end + 80].split("\n", 1)[0].strip():
        return None  # it does not stand alone
    if not quoted and how in ("sign", "env") and value.isidentifier():
        # an annotation: `password: str = "…"`
        after = _skip_spaces(text, end)
        if text[after : after + 1] == "=" and text[after + 1 : after + 2] != "=":
            begin, end, quoted = _extent(ends, _skip_spaces(text, after + 1), how)
            value = text[begin : min(end, begin + JUDGED)]
    if not value or is_placeholder(value) or value.lower() == name.lower():
        return None
    if not quoted and how == "sign" and name.lower().endswith("phrase"):
        end = _phrase(text, begin, end)
        return (begin, end) if end > begin + len(value) or _secret(name, value, how, strength, quoted) else None
    return (begin, _pieced(text, end, quoted)) if _secret(name, value, how, strength, quoted) else None


def _pieced(text: str, end: int, quoted: bool) -> int:
    """Where a value ends that goes on: `"…" + "…"`, two texts one after the other, a line that ends in a backslash."""
    for _ in range(_MOST_PIECES):
        following = _continued(text, end, quoted)
        if not following:
            return end
        end = following
    return end


def _continued(text: str, end: int, quoted: bool) -> int:
    """Where the next piece ends; 0 where there is none."""
    if not quoted:
        if text[end - 1 : end] != "\\" or text[end : end + 1] not in ("\r", "\n"):
            return 0
        start = text.index("\n", end) + 1
        piece = text[start : start + JUDGED]
        stop = start + len(piece) - len(piece.lstrip(WORD + "-.+/=~\\"))
        alone = text[stop : stop + 1] in ("", "\n", "\r", '"', "'")
        return stop if alone and stop - start >= _LEAST_PIECE else 0
    gap = text[end + 1 : end + 81]
    rest = gap.lstrip(" \t\r\n+\\")
    quote = text[end : end + 1]
    start = end + 1 + len(gap) - len(rest) + 1
    stop = text.find(quote, start, start + JUDGED) if quote else -1
    if rest[:1] != quote or len(gap) == len(rest) or stop < start + _LEAST_PIECE:
        return 0
    piece = text[start:stop]
    return 0 if is_code(piece) or piece.strip(WORD + "-.+/=~") else stop


def _phrase(text: str, begin: int, end: int) -> int:
    """Where a passphrase of plain words ends, which stands alone on the rest of its line; else `end`."""
    line = text[begin : begin + 120].split("\n", 1)[0].rstrip(" \r")
    words = line.split(" ")
    plain = 4 <= len(words) <= 10 and all(word.isalpha() and word.lower() not in STOP_WORDS for word in words)
    return begin + len(line) if plain and len(line) < 120 else end


def _skip_spaces(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


def _extent(ends: Stretches, start: int, how: str) -> tuple[int, int, bool]:
    """The value's span without its quotes, and whether it had some."""
    text, i = ends.text, start
    if text[i : i + 1] and text[i] in "fFbBrRuU" and text[i + 1 : i + 2] and text[i + 1] in "\"'":
        i += 1
    slashes = i
    while text[i : i + 1] == "\\" and i - slashes < _DEEPEST:
        i += 1
    escaped = i > slashes and text[i : i + 1] in ('"', "'")
    i = i if escaped else slashes
    entity = next((one for one in _ENTITIES if text.startswith(one, i)), "")
    quote = text[i : i + 1]
    if entity or (quote and quote in _QUOTES):
        i += len(entity or quote)
        closing = entity or text[slashes:i]  # written out as often as it was opened
        end = text.find(closing, i, i + _MAX_VALUE)
        while end > 0 and not escaped and text[end - 1] == "\\" and end < i + _MAX_VALUE:
            end = text.find(closing, end + 1, i + _MAX_VALUE)
        line = text.find("\n", i, i + _MAX_VALUE)
        if end < 0 or 0 <= line < end:
            end = line if line >= 0 else min(len(text), i + _MAX_VALUE)
        return i, end, True
    end = ends.end(i, _STOPS if how in ("env", "prose", "line", "far") else _ENDS, escapes=True)
    while how == "sign" and text[end : end + 1] == "&":  # of the value, unless a query's next part begins
        following = ends.end(end + 1, _ENDS, escapes=True)
        part = text[end + 1 : min(following, end + JUDGED)]
        if not part or "=" in part:
            break
        end = following
    if how != "env":
        last = text[max(i, end - 64) : end]
        end -= len(last) - len(last.rstrip(".,;:，。；、" if how == "sign" else ".,;:!?，。；、"))
    return i, end, False


def _secret(name: str, value: str, how: str, strength: str, quoted: bool) -> bool:
    """Whether the value is a secret: the weaker the tie and the name, the more it must look like one."""
    plain = value.strip(".,;:!?")
    if plain.lower() in STOP_WORDS or len(plain) < 3:
        return False
    if strength == "key" and ("public" in name.lower() or _is_harmless(name, "key", KEY_HARMLESS)):
        return False
    if strength == "secret" and _is_harmless(name, "token", TOKEN_HARMLESS):
        return False
    if how in ("line", "far"):
        return strength != "key" and len(plain) >= 8 and is_strong(plain)
    if how == "prose":
        return (looks_random(plain) if strength == "key" else mixed(plain)) and not is_code(value)
    if strength == "key" and not _names_key(name):
        return looks_random(value) and (quoted or not is_code(value))
    shouting = name.isupper()
    sure = shouting and (how == "env" or (strength == "pass" and any(char.isdecimal() for char in value)))
    if not quoted and not sure and is_code(value):
        return False
    if strength == "pass":
        return _password(name, value, how, quoted)
    if how == "env" and shouting:
        return not value.isdecimal() or len(value) >= 8
    return looks_random(value) or (len(value) >= 6 and mixed(value))


def _password(name: str, value: str, how: str, quoted: bool) -> bool:
    if how in ("env", "flag") and not value.isdecimal():
        return True
    if quoted:
        spaced = value.count(" ")
        return not spaced or "phrase" in name.lower() or (spaced < 3 and mixed(value))
    return mixed(value) or (len(value) >= 6 and not name.lower().endswith(("pass", "pw")))


def _is_harmless(name: str, word: str, before: tuple[str, ...]) -> bool:
    """Whether the name ends in the word, and what stands before it is none of secrets: `sort_key`, `nextToken`."""
    stem = name.lower()
    return stem.endswith(word) and stem[: -len(word)].rstrip("_-.").endswith(before)


def _names_key(name: str) -> bool:
    """Whether a name that ends in key or auth says that it is a secret's."""
    stem = name.lower()
    stem = stem[: -len("auth")] if stem.endswith("auth") else stem.removesuffix("key")
    stem = stem.rstrip("_-.")
    if stem.endswith(KEY_HARMLESS):
        return False
    return stem.endswith(KEY_QUALIFIERS) or (name.isupper() and "_" in name) or name.lower().endswith("apikey")
