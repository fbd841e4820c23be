"""Whose words a text holds: quoted, pasted and repeated text is not the speaker's own."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memwiki.compile.language import plain

_FENCE = re.compile(r"(?ms)^[ \t]*(```+|~~~+)[^\n]*\n.*?(?:^[ \t]*\1[ \t]*$|\Z)")
_INLINE_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_QUOTED_LINE = re.compile(r"^\s*(?:>|\|\s|&gt;)")
_LOG_LINE = re.compile(
    r"""^\s*(?:
      \[?\d{4}-\d\d-\d\d[T\s]\d\d:\d\d | \[?\d\d:\d\d:\d\d | \[(?:warn|error|info|debug|trace|fatal)[^\]]*\]
      | (?:WARN(?:ING)?|ERROR|INFO|DEBUG|FATAL|TRACE)[:\s\[] | Traceback\ \(most | File\ "[^"]+",\ line\ \d+
      | at\ \S+\ ?\(.*:\d+\) | (?:diff\ --git|@@\ |\+\+\+\ |---\ [ab]/) | \$\ \S+ | E\s{3,} | (?:FAILED|PASSED)\ \S+::
      | \S+\.(?:py|ts|js|go|rs|c|cpp|java|kt|rb):\d+: | \w+(?:Error|Exception):\ | \#\ \w
    )""",
    re.VERBOSE,
)
# "here is what they wrote:": what follows, up to a blank line, is another's text.
_THEIR_NOUN_EN = (
    r"(?:ticket|issue|e-?mail|mail|message|msg|slack|thread|comment|review|log|logs|output|error|trace|"
    r"stacktrace|readme|"
    r"docs?|doc page|page|spec|report|transcript|chat|article|post|snippet|changelog|paste|quote|text|tracker|customer|"
    r"client|vendor|pr|description|excerpt|notes? from \w+)"
)
_INTRO_EN = re.compile(
    rf"(?:\b(?:here'?s|here is|this is|below is|pasting|pasted|from|got|see|quoting|"
    rf"copied from)\b[^:\n]{{0,50}}\b{_THEIR_NOUN_EN}\b"
    rf"[^:\n]{{0,40}}|\b(?:says|said|writes|wrote|reads|posted|commented|sent(?: me)?|"
    rf"opened this[^:\n]{{0,30}}))\s*:\s*$",
    re.IGNORECASE,
)
_INTRO_ZH = re.compile(
    r"(?:(?:下面|以下|这)是[^。\n:,,]{0,24}(?:记录|日志|邮件|消息|原文|内容|报错|工单|反馈|聊天|群里|"
    r"评论|文档|说明|输出|截图文字)"
    r"|(?:客户|用户|对方|同事|老板|运营|产品|他|她|有人)[^。\n:,,]{0,8}(?:发来|写道|原话|反馈|贴)|"
    r"(?:原文|日志|报错|邮件|工单)如下)"
)
_ATTRIBUTED = re.compile(
    r"""\b(?:says?|said|wrote|writes|claims?|reads?|states?|titled|called\ out|tells?\ (?:you|us|people)|goes|like)[:,]?
    \s*"[^"]{12,}"
    """,
    re.IGNORECASE | re.VERBOSE,
)
_ATTRIBUTED_ZH = re.compile(r"(?:写着|写的是|说的是|说|写道|提到|里是)[::]?\s*[\"「『“][^\"」』”]{6,}[\"」』”]")


def own_words(prompt: str) -> str:
    """What the person wrote: fences, `>` lines, log lines and texts announced as another's are left out."""
    text = plain(prompt)
    text = _INLINE_FENCE.sub("\n", _FENCE.sub("\n\n", text))
    kept: list[str] = []
    theirs = False
    for line in text.split("\n"):
        if not line.strip():
            theirs = False
        elif theirs or _QUOTED_LINE.match(line) or _LOG_LINE.match(line):
            kept.append("")
            continue
        elif announced := _INTRO_ZH.search(line):
            kept.append(line[: announced.start()])
            break  # a pasted Chinese record seldom marks its end
        else:
            theirs = _INTRO_EN.search(line) is not None
        kept.append(_ATTRIBUTED_ZH.sub(" ", _ATTRIBUTED.sub(" ", line)))
    return "\n".join(_without_repeats(kept))


def _without_repeats(lines: list[str]) -> list[str]:
    """Lines that say one thing three times or more are pasted."""
    kept = []
    for line in lines:
        parts = [p for p in re.split(r"[。；;.!\n]+", line) if len(p.strip()) > 7]
        pasted = len(parts) >= 3 and len({p.strip() for p in parts}) * 3 <= len(parts)
        kept.append("" if pasted else line)
    return kept


_TOKEN = re.compile(r"[㐀-鿿]|[a-z0-9_]+")
SPAN_WORDS = 9
SPAN_HAN = 14


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(plain(text).lower())


class Heard:
    """What tools, files and web pages said so far in a session: a long span of it is quotation in any mouth."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._size = 0

    def hear(self, outputs: Iterable[str]) -> None:
        """Add texts that came from tools."""
        for output in outputs:
            if output and self._size < 8_000_000:
                flat = " " + " ".join(_tokens(output[:20_000])) + " "
                self._texts.append(flat)
                self._size += len(flat)

    def repeats(self, text: str, short: bool = False) -> bool:
        """Whether a long span of the text (`short`: or the whole of a short one) was heard before."""
        tokens = _tokens(text)
        han = sum("㐀" <= t <= "鿿" for t in tokens)
        span = SPAN_HAN if han * 2 > len(tokens) else SPAN_WORDS
        if len(tokens) < (5 if short else span):
            return False
        width = min(span, len(tokens))
        windows = [" " + " ".join(tokens[i : i + width]) + " " for i in range(len(tokens) - width + 1)]
        return any(w in heard for heard in self._texts for w in windows)
