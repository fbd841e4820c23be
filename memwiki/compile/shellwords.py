"""Shell text as words, operators and redirections: quotes, here-documents and substitutions understood."""

from __future__ import annotations

from typing import Literal

from memwiki.values import value

_OPERATORS = ("&&", "||", ";;", "|&", ";", "|", "&", "\n", "(", ")")


class UnreadableError(ValueError):
    """The text is no shell that this reader understands."""


@value(frozen=True, slots=True)
class Token:
    """A word without its quotes, an operator, the target of a redirection (`<` before what is read), or the text of a
    here-document."""

    kind: Literal["word", "op", "redirect", "here"]
    text: str
    quoted: bool = False


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.tokens: list[Token] = []
        self.heredocs: list[tuple[str, bool, int]] = []  # mark, whether tabs are cut, place of its token

    def peek(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self.text[place] if place < len(self.text) else ""

    def run(self) -> list[Token]:
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
                self.tokens.append(Token("op", op))
                if op == "\n" and self.heredocs:
                    self._heredocs()
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
            self.tokens.append(Token("word", "/dev/fd", quoted=True))
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
            self.heredocs.append((target, op.endswith("-"), len(self.tokens)))
            self.tokens.append(Token("here", ""))
        elif op in (">", ">>", ">|") and number != "2":
            self.tokens.append(Token("redirect", target))
        elif op == "<":
            self.tokens.append(Token("redirect", "<" + target))

    def _heredocs(self) -> None:
        for mark, strip, place in self.heredocs:
            body = []
            while self.at < len(self.text):
                end = self.text.find("\n", self.at)
                line = self.text[self.at :] if end < 0 else self.text[self.at : end]
                self.at = len(self.text) if end < 0 else end + 1
                line = (line.lstrip("\t") if strip else line).rstrip("\r")
                if line == mark:
                    break
                body.append(line)
            self.tokens[place] = Token("here", "\n".join(body))
        self.heredocs = []

    def _word(self) -> None:
        start = self.at
        text = self._read_word()
        if self.at == start:
            raise UnreadableError
        self.tokens.append(Token("word", text, quoted=self.text[start] in "'\""))

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
            self.at += 2
            return self._escaped()
        self.at += 1
        return "$"

    def _escaped(self) -> str:
        """The text of `$'…'`, after its first quote."""
        parts: list[str] = []
        while (ch := self.peek()) != "'":
            if not ch:
                raise UnreadableError
            if ch == "\\":
                self.at += 1
                ch = {"n": "\n", "t": "\t", "r": "\r"}.get(self.peek(), self.peek())
            parts.append(ch)
            self.at += 1
        self.at += 1
        return "".join(parts)

    def _single(self) -> str:
        end = self.text.find("'", self.at + 1)
        if end < 0:
            raise UnreadableError
        body = self.text[self.at + 1 : end]
        self.at = end + 1
        return body

    def _double(self) -> str:
        self.at += 1
        parts: list[str] = []
        while (ch := self.peek()) != '"':
            if not ch:
                raise UnreadableError
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
            raise UnreadableError
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
        raise UnreadableError


def tokens(text: str) -> list[Token]:
    """The tokens of a shell text. Raises UnreadableError on quotes or brackets that do not close."""
    return _Scanner(text).run()
