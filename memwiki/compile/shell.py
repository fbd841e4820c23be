"""Shell text as simple commands: what ran, where, and whether the line's exit status speaks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

# Whether the exit status of the whole line tells how a command of it ended: both ways, only when it is 0, or not.
Trust = Literal["both", "pass", "none"]

MAX_TEXT = 48_000
_MAX_DEPTH = 12
_OPERATORS = ("&&", "||", ";;", "|&", ";", "|", "&", "\n", "(", ")")
_KEYWORDS = frozenset({"if", "then", "else", "elif", "while", "until", "do", "!", "{", "time"})
_CLOSERS = frozenset({"fi", "done", "esac", "}"})
_SHELLS = frozenset({"sh", "bash", "zsh", "dash", "ksh"})


@dataclass(frozen=True, slots=True)
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
    try:
        return tuple(_follow_cd(_unwrap(_Parser(_tokens(text)).script(), 0)))
    except _UnreadableError:
        return ()


def joined(words: Sequence[str]) -> str:
    """Words as one line of shell, quoted only where it is needed."""
    return " ".join(_quoted(word) for word in words)


def _quoted(word: str) -> str:
    if word and not set(word) & set(" \t\n'\"\\;&|<>()"):
        return word
    if "'" not in word:
        return f"'{word}'"
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


class _UnreadableError(ValueError):
    """The text is no shell that this reader understands."""


# -- words and operators -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Token:
    kind: Literal["word", "op", "redirect"]
    text: str
    quoted: bool = False


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.tokens: list[_Token] = []
        self.heredocs: list[tuple[str, bool]] = []

    def peek(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self.text[place] if place < len(self.text) else ""

    def run(self) -> list[_Token]:
        while self.at < len(self.text):
            ch = self.peek()
            if ch in " \t\r":
                self.at += 1
            elif ch == "\\" and self.peek(1) == "\n":
                self.at += 2
            elif ch == "#":
                self._comment()
            elif not self._operator():
                self._word()
        return self.tokens

    def _comment(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def _operator(self) -> bool:
        if self._redirect():
            return True
        for op in _OPERATORS:
            if self.text.startswith(op, self.at):
                self.at += len(op)
                self.tokens.append(_Token("op", op))
                if op == "\n" and self.heredocs:
                    self._skip_heredocs()
                return True
        return False

    def _redirect(self) -> bool:
        start = self.at
        while self.peek().isdigit():
            self.at += 1
        if self.peek() == "&" and self.peek(1) == ">" and self.at == start:
            self.at += 1
        if self.peek() not in ("<", ">") or (self.at > start and self.tokens and self._touches(start)):
            self.at = start
            return False
        number = self.text[start : self.at]
        op = self.peek()
        self.at += 1
        while self.peek() in ("<", ">", "|", "-") and len(op) < 3 and self.peek() != "":
            op += self.peek()
            self.at += 1
        if self.peek() == "(" and op in ("<", ">"):  # process substitution
            self._balanced("(", ")")
            self.tokens.append(_Token("word", "/dev/fd", quoted=True))
            return True
        if self.peek() == "&" and op in (">", "<"):
            op += "&"
            self.at += 1
        self._target(number, op)
        return True

    def _touches(self, start: int) -> bool:
        return start > 0 and self.text[start - 1] not in " \t\n;&|("

    def _target(self, number: str, op: str) -> None:
        while self.peek() in (" ", "\t"):
            self.at += 1
        target = self._read_word()
        if op.startswith("<<") and op != "<<<":
            self.heredocs.append((target, op.endswith("-")))
        elif op in (">", ">>", ">|") and number != "2":
            self.tokens.append(_Token("redirect", target))
        elif op == "<":
            self.tokens.append(_Token("redirect", "<" + target))

    def _skip_heredocs(self) -> None:
        for mark, strip in self.heredocs:
            while self.at < len(self.text):
                end = self.text.find("\n", self.at)
                line = self.text[self.at :] if end < 0 else self.text[self.at : end]
                self.at = len(self.text) if end < 0 else end + 1
                if (line.lstrip("\t") if strip else line).rstrip("\r") == mark:
                    break
        self.heredocs = []

    def _word(self) -> None:
        start = self.at
        text = self._read_word()
        if self.at == start:
            raise _UnreadableError
        self.tokens.append(_Token("word", text, quoted=self.text[start] in "'\""))

    def _read_word(self) -> str:
        parts: list[str] = []
        while self.at < len(self.text):
            ch = self.peek()
            if ch in " \t\r\n;&|<>()":
                if ch == "(" and parts:  # array=(…), f()
                    parts.append(self._balanced("(", ")"))
                    continue
                break
            parts.append(self._piece(ch))
        return "".join(parts)

    def _piece(self, ch: str) -> str:
        if ch == "'":
            return self._single()
        if ch == '"':
            return self._double()
        if ch == "\\":
            self.at += 2
            return "" if self.text[self.at - 1 : self.at] == "\n" else self.text[self.at - 1 : self.at]
        if ch == "`":
            return self._until("`")
        if ch == "$":
            return self._dollar()
        self.at += 1
        return ch

    def _dollar(self) -> str:
        if self.peek(1) == "(":
            self.at += 1
            return "$" + self._balanced("(", ")")
        if self.peek(1) == "{":
            self.at += 1
            return "$" + self._balanced("{", "}")
        if self.peek(1) == "'":
            self.at += 1
            return self._single()
        self.at += 1
        return "$"

    def _single(self) -> str:
        end = self.text.find("'", self.at + 1)
        if end < 0:
            raise _UnreadableError
        body = self.text[self.at + 1 : end]
        self.at = end + 1
        return body

    def _double(self) -> str:
        self.at += 1
        parts: list[str] = []
        while (ch := self.peek()) != '"':
            if not ch:
                raise _UnreadableError
            if ch == "\\" and self.peek(1) in ('"', "\\", "$", "`"):
                parts.append(self.peek(1))
                self.at += 2
            elif ch == "$" and self.peek(1) in ("(", "{"):
                parts.append(self._dollar())
            else:
                parts.append(ch)
                self.at += 1
        self.at += 1
        return "".join(parts)

    def _until(self, mark: str) -> str:
        end = self.text.find(mark, self.at + 1)
        if end < 0:
            raise _UnreadableError
        body = self.text[self.at : end + 1]
        self.at = end + 1
        return body

    def _balanced(self, opening: str, closing: str) -> str:
        start, depth = self.at, 0
        while self.at < len(self.text):
            ch = self.peek()
            if ch == "'":
                self._single()
                continue
            if ch == "\\":
                self.at += 2
                continue
            depth += (ch == opening) - (ch == closing)
            self.at += 1
            if depth == 0:
                return self.text[start : self.at]
        raise _UnreadableError


def _tokens(text: str) -> list[_Token]:
    return _Scanner(text).run()


# -- structure ---------------------------------------------------------------------------------------------------------


class _Parser:
    """Recursive descent over lists, and-or chains, pipelines and groups."""

    def __init__(self, tokens: Sequence[_Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.errexit = False
        self.pipefail = False

    def script(self) -> list[Simple]:
        found = self._list()
        if self.at < len(self.tokens):
            raise _UnreadableError
        return found

    def _op(self) -> str:
        if self.at < len(self.tokens) and self.tokens[self.at].kind == "op":
            return self.tokens[self.at].text
        return ""

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
        negated = False
        while self.at < len(self.tokens) and self.tokens[self.at].kind != "op":
            token = self.tokens[self.at]
            self.at += 1
            if token.kind == "redirect":
                (reads if token.text.startswith("<") else writes).append(token.text.removeprefix("<"))
            elif not words and not token.quoted and token.text in _KEYWORDS:
                negated = negated or token.text == "!"
            else:
                words.append(token.text)
        if not words and self._op() == "(":
            return self._group()
        if self._op() == "(":
            raise _UnreadableError
        self._note_options(words)
        return [Simple(tuple(words), "none" if negated else "both", writes=tuple(writes), reads=tuple(reads))]

    def _group(self) -> list[Simple]:
        self.at += 1
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise _UnreadableError
        inside = self._list()
        if self._op() != ")":
            raise _UnreadableError
        self.at += 1
        self.depth -= 1
        while self.at < len(self.tokens) and self.tokens[self.at].kind == "redirect":
            self.at += 1
        # a closing mark keeps the `cd` of a subshell inside it
        return [Simple(("(",)), *inside, Simple((")",))]

    def _note_options(self, words: Sequence[str]) -> None:
        if words[:1] == ["set"]:
            flags = "".join(word[1:] for word in words[1:] if word.startswith("-") and not word.startswith("--"))
            self.errexit = self.errexit or "e" in flags or "errexit" in words
            self.pipefail = self.pipefail or "pipefail" in words


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
        inside = _unwrap(_Parser(_tokens(inner)).script(), depth + 1)
        flat += [Simple(("(",)), *_at_most(inside, one.trust), Simple((")",))]
    return flat


def _script_of(words: Sequence[str]) -> str | None:
    """The text after `bash -lc`, also behind env words."""
    start = 0
    while start < len(words) and "=" in words[start] and words[start].split("=")[0].isidentifier():
        start += 1
    rest = words[start:]
    if not rest:
        return None
    if rest[0] == "eval" and len(rest) > 1:
        return " ".join(rest[1:])
    if rest[0].rsplit("/", 1)[-1] not in _SHELLS:
        return None
    for n, word in enumerate(rest[1:], 1):
        if not word.startswith("-"):
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
