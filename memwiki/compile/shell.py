"""Shell text as simple commands: what ran, where, and whether the line's exit status speaks for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from memwiki.compile.shellwords import Token, UnreadableError, tokens
from memwiki.values import value

# Whether the exit status of the whole line tells how a command of it ended: both ways, only when it is 0, or not.
Trust = Literal["both", "pass", "none"]

MAX_TEXT = 48_000
_KEPT = 2_000  # characters of a text whose reading is kept
_MAX_DEPTH = 12
_KEYWORDS = frozenset({"if", "then", "else", "elif", "while", "until", "do", "!", "{", "time"})
_CLOSERS = frozenset({"fi", "done", "esac", "}"})
_SHELLS = frozenset({"sh", "bash", "zsh", "dash", "ksh", "ash", "fish"})


@value(frozen=True, slots=True)
class Simple:
    """One simple command: its words without quotes and redirections, and the files that its output goes to."""

    words: tuple[str, ...]
    trust: Trust = "both"
    folder: str = ""  # where `cd` took the shell before, as written
    writes: tuple[str, ...] = ()  # targets of > and >>
    reads: tuple[str, ...] = ()  # sources of <


def simple_commands(text: str) -> tuple[Simple, ...]:
    """The simple commands of a shell text in order; empty where the text cannot be read or is too long."""
    if len(text) > MAX_TEXT:
        return ()
    return _read_again(text) if len(text) <= _KEPT else _read(text)


def _read(text: str) -> tuple[Simple, ...]:
    try:
        return tuple(_follow_cd(_unwrap(_Parser(tokens(text)).script(), 0)))
    except UnreadableError:
        return ()


# One command is asked about many times, by each reader of the session.
_read_again = lru_cache(maxsize=2048)(_read)


def joined(words: Sequence[str]) -> str:
    """Words as one line of shell, quoted only where it is needed."""
    return " ".join(_quoted(word) for word in words)


def _quoted(word: str) -> str:
    if word and not set(word) & set(" \t\n'\"\\;&|<>()"):
        return word
    if "'" not in word:
        return f"'{word}'"
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


# -- structure ---------------------------------------------------------------------------------------------------------


class _Parser:
    """Recursive descent over lists, and-or chains, pipelines and groups."""

    def __init__(self, found: Sequence[Token]) -> None:
        self.tokens = found
        self.at = 0
        self.depth = 0
        self.errexit = False
        self.pipefail = False

    def script(self) -> list[Simple]:
        found = self._list()
        if self.at < len(self.tokens):
            raise UnreadableError
        return found

    def _op(self) -> str:
        if self.at < len(self.tokens) and self.tokens[self.at].kind == "op":
            return self.tokens[self.at].text
        return ""

    def _word(self) -> str:
        at = self.at
        return self.tokens[at].text if at < len(self.tokens) and self.tokens[at].kind == "word" else ""

    def _list(self) -> list[Simple]:
        chains: list[list[Simple]] = []
        while True:
            while self._op() in (";", "\n", "&", ";;"):
                self.at += 1
            if self.at >= len(self.tokens) or self._op() == ")":
                break
            chain = self._chain()
            if self._op() == "&":
                chain = [replace(one, trust="none") for one in chain]
            chains.append(chain)
        last = len(chains) - 1
        found: list[Simple] = []
        for n, chain in enumerate(chains):
            found += chain if n == last else _at_most(chain, "pass" if self.errexit else "none")
        return found

    def _chain(self) -> list[Simple]:
        links: list[tuple[str, list[Simple]]] = [("", self._pipeline())]
        while self._op() in ("&&", "||"):
            op = self._op()
            self.at += 1
            while self._op() == "\n":
                self.at += 1
            links.append((op, self._pipeline()))
        return _linked(links)

    def _pipeline(self) -> list[Simple]:
        stages = [self._command()]
        while self._op() in ("|", "|&"):
            self.at += 1
            while self._op() == "\n":
                self.at += 1
            stages.append(self._command())
        found: list[Simple] = []
        for stage in stages[:-1]:
            found += _at_most(stage, "pass" if self.pipefail else "none")
        tail = stages[-1]
        return found + (_at_most(tail, "pass") if self.pipefail and len(stages) > 1 else tail)

    def _command(self) -> list[Simple]:
        if self._op() == "(":
            return self._group()
        words: list[str] = []
        writes: list[str] = []
        reads: list[str] = []
        here = ""
        negated = False
        while self.at < len(self.tokens) and self.tokens[self.at].kind != "op":
            token = self.tokens[self.at]
            self.at += 1
            if token.kind == "here":
                here = token.text
            elif token.kind == "redirect":
                (reads if token.text.startswith("<") else writes).append(token.text.removeprefix("<"))
            elif not words and not token.quoted and token.text in _KEYWORDS:
                negated = negated or token.text == "!"
                self.at += token.text == "time" and self._word() == "-p"
            else:
                words.append(token.text)
        if not words and self._op() == "(":
            return self._group()
        if self._op() == "(":
            raise UnreadableError
        self._note_options(words)
        words = _with_script(words, here)
        return [Simple(tuple(words), "none" if negated else "both", writes=tuple(writes), reads=tuple(reads))]

    def _group(self) -> list[Simple]:
        self.at += 1
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise UnreadableError
        inside = self._list()
        if self._op() != ")":
            raise UnreadableError
        self.at += 1
        self.depth -= 1
        while self.at < len(self.tokens) and self.tokens[self.at].kind in ("redirect", "here"):
            self.at += 1
        # a closing mark keeps the `cd` of a subshell inside it
        return [Simple(("(",)), *inside, Simple((")",))]

    def _note_options(self, words: Sequence[str]) -> None:
        if words[:1] == ["set"]:
            flags = "".join(word[1:] for word in words[1:] if word.startswith("-") and not word.startswith("--"))
            self.errexit = self.errexit or "e" in flags or "errexit" in words
            self.pipefail = self.pipefail or "pipefail" in words


def _with_script(words: list[str], here: str) -> list[str]:
    """`bash <<EOF` and `python - <<EOF` with what they read as an argument: `bash -c …`."""
    name = words[0].rsplit("/", 1)[-1] if words and here else ""
    rest = words[1:]
    if name in _SHELLS and all(word.startswith("-") and "c" not in word for word in rest):
        return [words[0], *(word for word in rest if word not in ("-s", "-")), "-c", here]
    if re.fullmatch(r"python[\d.]*", name) and rest in ([], ["-"]):
        return [words[0], "-c", here]
    return words


def _at_most(found: Sequence[Simple], most: Trust) -> list[Simple]:
    order = ("none", "pass", "both")
    return [one if order.index(one.trust) <= order.index(most) else replace(one, trust=most) for one in found]


def _linked(links: Sequence[tuple[str, list[Simple]]]) -> list[Simple]:
    found: list[Simple] = []
    for n, (op, stage) in enumerate(links):
        after = links[n + 1 :]
        if op == "||" or any(sign == "||" and not _gives_up(later) for sign, later in after):
            found += _at_most(stage, "none")
        elif any(sign == "&&" for sign, _ in after):
            found += _at_most(stage, "pass")
        else:
            found += stage
    return found


def _gives_up(stage: Sequence[Simple]) -> bool:
    """`|| exit 1` keeps the failure, `|| true` hides it."""
    words = [one.words for one in stage if one.words not in (("(",), (")",), ("}",))]
    last = words[-1] if words else ()
    return last[:1] == ("false",) or (last[:1] in (("exit",), ("return",)) and last[1:] != ("0",))


# -- sh -c and cd ------------------------------------------------------------------------------------------------------


def _unwrap(found: Sequence[Simple], depth: int) -> list[Simple]:
    flat: list[Simple] = []
    for one in found:
        inner = _script_of(one.words)
        if inner is None or depth > _MAX_DEPTH:
            flat.append(one)
            continue
        inside = _unwrap(_Parser(tokens(inner)).script(), depth + 1)
        flat += [Simple(("(",)), *_at_most(inside, one.trust), Simple((")",))]
    return flat


def _script_of(words: Sequence[str]) -> str | None:
    """The text after `bash -lc`, also behind env words; of `out=$(...)`, whose exit status is that of what it runs."""
    start = 0
    while start < len(words) and "=" in words[start] and words[start].split("=")[0].isidentifier():
        start += 1
    rest = words[start:]
    if not rest:
        value = words[-1].partition("=")[2] if words else ""
        return value[2:-1] if value.startswith("$(") and value.endswith(")") and value[2:3] != "(" else None
    if rest[0] == "eval" and len(rest) > 1:
        return " ".join(rest[1:])
    if rest[0].rsplit("/", 1)[-1] not in _SHELLS:
        return None
    for n, word in enumerate(rest[1:], 1):
        if rest[n - 1] in ("-o", "+o", "-O", "-eo", "-euo", "-uo", "-xeo"):
            continue  # its value: `bash -o pipefail -c …`
        if not word.startswith(("-", "+")):
            return None
        if not word.startswith("--") and "c" in word:
            return rest[n + 1] if n + 1 < len(rest) else None
    return None


def _follow_cd(found: Sequence[Simple]) -> list[Simple]:
    folder = ""
    outer: list[str] = []
    flat: list[Simple] = []
    for one in found:
        if one.words == ("(",):
            outer.append(folder)
        elif one.words == (")",):
            folder = outer.pop() if outer else folder
        elif one.words[:1] in (("cd",), ("pushd",)) and len(one.words) > 1:
            folder = _moved(folder, one.words[-1])
        elif one.words and one.words[0] not in _CLOSERS:
            flat.append(replace(one, folder=folder) if folder else one)
        elif one.words:
            flat = [replace(before, trust="none") for before in flat]  # a loop's or branch's status is its own
    return flat


def _moved(folder: str, target: str) -> str:
    if target.startswith(("/", "~", "$")) or not folder:
        return target.rstrip("/") or target
    return f"{folder}/{target.rstrip('/')}"
