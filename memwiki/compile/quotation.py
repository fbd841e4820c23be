"""Whose words a text holds: quoted, pasted and repeated text is not the speaker's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, pairwise

from memwiki.compile.language import has_han, plain
from memwiki.compile.likeness import contained, words
from memwiki.compile.remembered import remembered
from memwiki.regexes import regex

_FENCE = regex(r"(?ms)^[ \t]*(`{3,40}|~{3,40})[^\n]*\n.*?(?:^[ \t]*\1[ \t]*$|\Z)")
_INLINE_FENCE = regex(r"```.*?(?:```|\Z)", re.DOTALL)
_HEAD = 1_000  # characters by which a line tells that it is a log's
_QUOTED_LINE = regex(r"^\s*(?:>|\|\s|&gt;)")
_LOG_LINE = regex(
    r"""^\s*(?:
      \[?\d{4}-\d\d-\d\d[T\s]\d\d:\d\d | \[?\d\d:\d\d:\d\d | \[(?i:warn|error|info|debug|trace|fatal)[^\]]*\]
      | (?:WARN(?:ING)?|ERROR|INFO|DEBUG|FATAL|TRACE|NOTICE|CRIT(?:ICAL)?)[:\s\[]
      | \[?\d{2,4}[-/.]\d\d[-/.]\d{2,4}\]?\ +\[?(?:WARN(?:ING)?|ERROR|INFO|DEBUG|FATAL|TRACE|NOTICE|CRIT)\b
      | (?:<\d{1,3}>)?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\ {1,2}\d{1,2}\ \d\d:\d\d
      | [IWEF]\d{4}\ \d\d:\d\d
      | (?:\w+=\S+\ ){0,4}(?:level|lvl|severity|msg|ts|time)=(?:"|\S+\ \w+=) | \{"\w+":\s?["\d{\[tfn].*\}\s*$
      | [\w.-]+[-_]\d+\ +\|\ | \d{1,3}(?:\.\d{1,3}){3}\ -\ \S+\ \[ | [\w.-]+(?:\[\d+\]):\ | npm\ (?:ERR!|WARN)
      | Traceback\ \(most | File\ "[^"]+",\ line\ \d+ | Caused\ by:\ | Exception\ in\ thread | panic:\ | goroutine\ \d+
      | at\ \S+\ ?\(.*:\d+\) | (?:diff\ --git|@@\ |\+\+\+\ |---\ [ab]/) | \$\ \S+ | E\s{3,} | (?:FAILED|PASSED)\ \S+::
      | \S+\.(?:py|ts|js|go|rs|c|cpp|java|kt|rb):\d+: | \w+(?:Error|Exception):\ | error(?:\[E\d+\]|\ TS\d+):\ | \#\ \w
    )""",
    re.VERBOSE,
)
# "here is what they wrote:": what follows is another's text.
_THEIR_NOUN_EN = (
    r"(?:ticket|issue|e-?mail|mail|message|msg|slack|thread|comment|review|log|logs|output|error|trace|stacktrace|"
    r"readme|docs?|doc page|page|wiki|spec|report|transcript|chat|article|post|snippet|changelog|paste|quote|text|"
    r"tracker|customer|client|vendor|pr|description|excerpt|feedback|request|memo|letter|reply|answer|memory|memories|"
    r"forum|notes? from \w+)"
)
_SENT_EN = (
    r"(?:says|said|writes|wrote|written|posted|commented|sent(?: me| us)?|sends|reads|states|claims|claimed|replied|"
    r"answered|told me|tells me|shared|forwarded|reports|reported|left (?:this|that|it)|put (?:this|that|it)|"
    r"goes(?: like this)?|asked for this|opened this[^:\n]{0,30}|schrieb|schreibt|sagt|meint|escribi[oó]|dice)"
)
_INTRO_EN = regex(
    rf"(?:\b(?:here'?s|here is|this is|below is|pasting|pasted|from|got|see|quoting|found|received|fwd|forward(?:ed|"
    rf"ing)?|following|attached|copied from|copy of)\b[^:\n]{{0,50}}\b{_THEIR_NOUN_EN}\b[^:\n]{{0,40}}"
    rf"|^\W*(?:the |an? |another |this |that |our )?(?:\w+ )?{_THEIR_NOUN_EN}(?:'s)? (?:from|by|of|on)\b[^:\n]{{0,60}}"
    r"|\b(?:got|received|found|have) (?:this|that|these|the following)(?: \w+)? (?:from|in|on|by)\b[^:\n]{0,60}"
    r"|\bhere(?:'?s| is) what (?!i\b|we\b|you\b)[^:\n]{2,60}"
    r"|\bthis (?:came|comes|is|was) from\b[^:\n]{2,60}"
    rf"|(?<!\bi )(?<!\bwe )(?<!\bi have )\b{_SENT_EN}\b[^:\n]{{0,40}})\s*(?::|>>>)\s*(?=$|\"|'|[«„「『])",
    re.IGNORECASE,
)
_THIRD_ZH = (
    r"(?:客户|用户|对方|同事|老板|领导|运营|产品(?:经理)?|供应商|甲方|乙方|老师|导师|测试|前端|后端|业主|商家|法务|财务|"
    r"客服|群里?|网友|网上|别人|有人|人家|朋友|他们?|她们?|邻居|厂商|厂家|合作方|架构师|组长|主管|总监|实习生|外包|"
    r"另一?个|别的|其他|上一?个|小[\u4e00-\u9fff]|老[\u4e00-\u9fff]|[\u4e00-\u9fff](?:哥|姐|总|工|经理))"
)
_INTRO_ZH = regex(
    r"(?:(?:下面|以下|这)是[^。\n:,]{0,24}(?:记录|日志|邮件|消息|原文|内容|报错|工单|反馈|聊天|群里|评论|文档|说明|"
    r"输出|截图文字|记忆|备忘|通知|评语|意见)[^。\n:]{0,24}"
    rf"|{_THIRD_ZH}[^。\n:,]{{0,10}}(?:发来|发我|转来|转发|转给|写道|原话|贴|发的|转的|留的|留言)(?=[^。\n:]{{0,30}}[:\"「『])[^。\n:,]{{0,12}}"
    r"|(?:这段?|这份|以下|下面|上面)[^。\n:,]{0,24}(?:复制|拷贝?|抄|粘贴?|摘|截|转)[^。\n:,]{0,6}(?=:)"
    r"|(?:文档|文章|方案|论文|邮件|工单|公告|评论|报告|README|wiki|合同|需求)(?:里|上|中)[^。\n:,]{0,4}写(?:着|道|的是|明)?(?=:)"
    r"|(?:原文|日志|报错|邮件|工单|评语|反馈|消息|意见)如下)\s*[:]?"
)
_SAYS_ZH = regex(  # only where the line ends with it, or a quotation begins
    rf"(?:{_THIRD_ZH}[^。\n:,]{{0,14}}(?:说|讲|写|提|给|回复?|要求|反馈|意见|评语|邮件|消息|通知|工单|需求|公告|发言|备忘|记忆)"
    r"[^。\n:,]{0,8}|(?:邮件|工单|公告|评论|文档|群公告|聊天记录|通知)(?:里|中|上)?(?:说|写|讲|提)[^。\n:,]{0,8})"
    r"\s*:\s*(?=$|[\"「『])"
)
_FORWARDED = regex(
    r"^\s*[-=_*]{2,}\s*(?:begin |start |anfang )?(?:of )?(?:the )?(?:forwarded|original|weitergeleitet\w*|quoted|"
    r"pasted|fwd|转发|原始|原文|引用)[^\n]*$|^\s*(?:from|von|de|发件人|寄件人)\s*:\s+\S[^\n]{0,80}$",
    re.IGNORECASE,
)
_ENDS = regex(r"^\s*(?:[-=_*]{2,}[^\n]*|<<<+|>>>+|\"\"\"|''')\s*$")
# Where a person speaks again without a blank line, or in a later paragraph.
_COMMENTS = regex(
    r"^\s*(?:that'?s (?:wrong|nonsense|not|bs|crap|rubbish|a bad)|thats|this is (?:wrong|nonsense|bs|rubbish)|"
    r"i (?:think|don'?t|dont|disagree|doubt|say|guess|would|wouldn'?t|won'?t|wont|am|told)|i'?m |"
    r"we (?:won'?t|wont|will not|are not|aren'?t|don'?t do)|not sure|nonsense|lol\b|haha|ignore\b|bullshit|"
    r"what (?:do|would|should) |thoughts\b|can (?:you|u)\b|could (?:you|u)\b|is (?:this|that|it|he|she) |how much |"
    r"should (?:we|i) |don'?t (?:believe|trust|listen)|dont (?:believe|trust|listen)|my (?:take|opinion|view)|imo\b|"
    r"wdyt|any idea|do you |does (?:this|that|it) |das (?:machen|ist quatsch)|quatsch|was (?:meinst|hältst)|"
    r"我(?:觉得|不|认为|看|想|没|倾向|的(?:看法|意见|想法))|你(?:看|觉得|评估|怎么|帮|先|查)|别(?:理|管|信|听|当真)|"
    r"不(?:用|要)(?:理|管)|帮我|帮忙|评估|先(?:看|不|别)|感觉|就当|胡扯|瞎|扯|看看|看下|怎么看|靠谱|对吗|咱们?|这(?:不|肯定|完全))",
    re.IGNORECASE,
)
_GOES_ON = regex(r"^\s*(?:also|and|btw|anyway|now|ok|so|but|next|另外|还有|对了|不过|但|好)", re.IGNORECASE)
_ATTRIBUTED = regex(
    r"""\b(?:says?|said|wrote|writes|claims?|reads?|states?|titled|called\ out|tells?\ (?:you|us|people)|goes|like)[:,]?
    \s*"[^"]{12,}"(?!,?\ (?:i|we|they|she|he|it|you|that)(?:'\w+|\ am|\ are)?\ (?:means?|talk\w*|refer\w*|understand)\b)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_ATTRIBUTED_ZH = regex(r"(?:写着|写的是|说的是|说|写道|提到|里是)[::]?\s*[\"「『“][^\"」』”]{6,2000}[\"」』”]")
_CLOSING = {'"': '"', "'": "'", "「": "」", "『": "』", "«": "»", "„": '"'}
_LONGEST_QUOTE = 6000
# Memory blocks, hook output and markup that somebody pasted.
_TAG = regex(r"[<[](?P<closes>/?)(?P<tag>[A-Za-z][\w:-]{2,40})(?:\s[^][<>\n]{0,200})?[]>]")
# Brackets and hyphens that only look like those of a tag: a forged or copied block is a block all the same.
_ALIKE = regex(
    r"(?:[<＜﹤‹〈]|&lt;)[ \u3000]?(/?)[ \u3000]?((?:mem|sys|con|ins|hist|remind|claude|user|assist)[\w:‐‑–—-]{1,40})"
    r"(?:\s[^<>＜＞\n=]{1,40}=[^<>＜＞\n]{0,2000}?)?[ \u3000/]{0,3}(?:[>＞﹥›〉]|&gt;)",
    re.IGNORECASE,
)
_ORPHAN = regex(
    r"\A(?:(?!<[\w:-]*(?:memor|memwiki)).)*^[ \t]*</[\w:-]*(?:memor|memwiki)[\w:-]*>[ \t]*$",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_UNCLOSED = regex(r"(?m)^\s*<[\w:-]*(?:memor|context|remind|instruction|system|history)[\w:-]*>\s*$.*\Z", re.DOTALL)
_JSON = regex(r"[{\[]\s*[{\[]*\s*\"[\w.$-]+\"\s*:")


@lru_cache(maxsize=256)
def own_words(prompt: str) -> str:
    """What the person wrote: fences, `>` lines, logs, pasted blocks and texts announced as another's are left out."""
    text = plain(prompt)
    if "```" in text or "~~~" in text:
        text = _INLINE_FENCE.sub("\n", _FENCE.sub("\n\n", text))
    if not _OPENS.isdisjoint(text):
        text = _ORPHAN.sub("\n", _without_tagged(_ALIKE.sub(_as_tag, text)))
        text = _without_json(_UNCLOSED.sub("\n", text))
    return "\n".join(_without_repeats(_own_lines(text.split("\n"))))


_OPENS = frozenset("<＜﹤‹〈&[{")  # with what tags and objects begin


def _as_tag(found: re.Match[str]) -> str:
    name = re.sub("[‐‑–—]", "-", found[2])
    return f"<{found[1]}{name}>"


def _own_lines(lines: list[str]) -> list[str]:
    kept: list[str] = []
    todo = list(reversed(lines))
    while todo:
        line = todo.pop()
        if _QUOTED_LINE.match(line) or _LOG_LINE.match(line[:_HEAD]):
            kept.append("")
            continue
        head, rest = _announced(line)
        if rest is None:
            kept.append(line if _QUOTES.isdisjoint(line) else _ATTRIBUTED_ZH.sub(" ", _ATTRIBUTED.sub(" ", line)))
            continue
        kept.append(head)
        _skip_theirs(rest, todo)
    return kept


def _announced(line: str) -> tuple[str, str | None]:
    """What stands before and after an introduction of another's text; (line, None) without one."""
    folded = line if line.isascii() else line.translate(_COLON)
    said = ":" in folded
    if has_han(folded) and (match := _INTRO_ZH.search(folded) or (_SAYS_ZH.search(folded) if said else None)):
        return line[: match.start()], line[match.end() :]
    if (said or ">>>" in folded) and (match := _INTRO_EN.search(folded)):
        return line[: match.end()], line[match.end() :]
    return (line, None) if not _FORWARDED.match(folded) else ("", "")


_QUOTES = frozenset('"「『“')
_COLON = str.maketrans("\uff1a\uff0c", ":,")


def _skip_theirs(rest: str, todo: list[str]) -> None:
    """Takes another's text from the lines to come (`todo`, last first); what follows a closing quotation stays."""
    if not rest.strip():
        while todo and not todo[-1].strip():
            todo.pop()
        opened = todo[-1].lstrip()[:1] if todo else ""
    else:
        opened = rest.lstrip()[:1]
        todo.append(rest)
    if opened in _CLOSING and opened and (after := _after_quotation(todo, opened)) is not None:
        todo[:] = after
        return
    if todo and todo[-1].startswith(("  ", "\t")) and any(t.strip() and not t.startswith((" ", "\t")) for t in todo):
        while todo and (not todo[-1].strip() or todo[-1].startswith((" ", "\t"))):
            todo.pop()
        return
    _skip_paragraphs(todo)


def _after_quotation(todo: list[str], opened: str) -> list[str] | None:
    text = "\n".join(reversed(todo))
    start = text.index(opened) + 1
    end = re.compile(re.escape(_CLOSING[opened]) + (r"(?!\w)" if opened == "'" else "")).search(text, start)
    if end is None or end.start() - start > _LONGEST_QUOTE:
        return None
    return list(reversed(text[end.end() :].lstrip(" .。").split("\n")))


def _skip_paragraphs(todo: list[str]) -> None:
    """Theirs until the person comments on it; else all paragraphs but the last, or the only one."""
    if todo:
        todo.pop()
    text = list(reversed(todo))
    ended = next((n for n, line in enumerate(text) if _ENDS.match(line)), None)
    if ended is not None:
        todo[:] = reversed(text[ended + 1 :])
        return
    starts = [n for n, line in enumerate(text) if line.strip() and (n and not text[n - 1].strip())]
    for n, line in enumerate(text):
        if _COMMENTS.match(line) or (n in starts and _GOES_ON.match(line)):
            todo[:] = reversed(text[n:])
            return
    todo[:] = reversed(text[starts[-1] :]) if starts else []


def _without_tagged(text: str) -> str:
    """Pasted `<memory>…</memory>`: what stands between a tag and its partner is left out, if it says something."""
    marks = list(_TAG.finditer(text)) if "</" in text or "[/" in text else []
    closings: dict[str, list[re.Match[str]]] = {}
    for mark in reversed(marks):
        if mark["closes"]:
            closings.setdefault(mark["tag"], []).append(mark)
    kept, at = [], 0
    for mark in marks:
        if mark["closes"] or mark.start() < at:
            continue
        ends = closings.get(mark["tag"], [])
        while ends and ends[-1].start() < mark.end():
            ends.pop()
        if ends and ends[-1].start() - mark.end() >= 12:
            kept.append(text[at : mark.start()])
            at = ends[-1].end()
    return "\n".join([*kept, text[at:]])


def _without_json(text: str) -> str:
    """Pasted objects are left out, from their bracket to its partner."""
    kept, at = [], 0
    while match := _JSON.search(text, at):
        kept.append(text[at : match.start()])
        at = _partner(text, match.start())
    return " ".join([*kept, text[at:]])


def _partner(text: str, start: int) -> int:
    """Where the bracket at `start` is closed; 20,000 characters on, or at the end, where it is not."""
    depth = 0
    for mark in _BRACKET.finditer(text, start, start + 20_000):
        depth += 1 if mark[0] in "{[" else -1
        if depth == 0:
            return mark.end()
    return min(len(text), start + 20_000)


_BRACKET = regex(r"[][{}]")
_LONG_QUOTE = regex(
    r"\"([^\"\n]*)\"|[「『«]([^」』»\n]{8,})[」』»]|„([^\"\n]{12,})\"|(?<=: )'((?:[^'\n]|(?<=\w)'(?=\w)){20,}?)'(?!\w)"
)
_OWN_QUOTE = regex(r"(?:rule|decision|decided|remember|policy|记住|规矩|决定|定了|规则)(?: is)?\W*$", re.IGNORECASE)

# What is called so, or what it is called, is no quotation: 把"没测过的方法"叫 dark method.
_NAMES = regex(r"(?:叫做?|称为|称作|里是|把|管|=)\s*$")
_NAMED = regex(r"\s*(?:叫|就是|是指|指的?是|特指|=)")


def unquoted(text: str) -> str:
    """The text without whole sentences in quotation marks: they are another's, or only mentioned."""
    return _LONG_QUOTE.sub(_kept_quote, text)


_BESIDE = 80  # characters before and behind a quotation that tell what it is


def _kept_quote(match: re.Match[str]) -> str:
    said = next((group for group in match.groups() if group), "")
    before = match.string[max(0, match.start() - _BESIDE) : match.start()]
    if _NAMES.search(before) or _NAMED.match(match.string[match.end() : match.end() + _BESIDE]):
        return match[0] if len(said) <= 16 else " "
    long = len(said.split()) >= 5 or len(re.findall(r"[㐀-鿿]", said)) >= 8
    return match[0] if not long or _OWN_QUOTE.search(before) else " "


def _without_repeats(lines: list[str]) -> list[str]:
    """Lines that say one thing three times or more are pasted."""
    kept = []
    for line in lines:
        parts = [p for p in _ENDS_OF.split(line) if len(p.strip()) > 7] if len(line) > 23 else []
        pasted = len(parts) >= 3 and len({p.strip() for p in parts}) * 3 <= len(parts)
        kept.append("" if pasted else line)
    return kept


_ENDS_OF = regex(r"[。；;.!\n]+")
_TOKEN = regex(r"[㐀-鿿]|[a-z0-9_]+")
SPAN_WORDS = 9
SPAN_HAN = 14
_PAIRS = 1 << 20


@remembered(256)
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(plain(text).lower()))


class Heard:
    """What tools, files and web pages said so far in a session: a long span of it is quotation in any mouth.

    It is read only once something is compared with it.
    """

    def __init__(self) -> None:
        self._waiting: list[Iterable[str]] = []
        self._texts: list[str] = []
        self._whole: list[str] = []
        self._words: set[str] = set()
        self._pairs = bytearray()  # 1 at the hash of neighbouring words: what holds another pair is in no text
        self._paired = 0  # texts whose pairs are marked
        self._size = 0

    def hear(self, outputs: Iterable[str]) -> None:
        """Add texts that came from tools."""
        self._waiting.append(outputs)

    def _read(self) -> None:
        """Reads what was heard since."""
        waiting, self._waiting = self._waiting, []
        for output in chain.from_iterable(waiting):
            if output and self._size < 8_000_000:
                heard = _tokens(output[:20_000])
                flat = " " + " ".join(heard) + " "
                self._texts.append(flat)
                self._whole.append(output[:20_000])
                self._words.update(heard)
                self._size += len(flat)

    def repeats(self, text: str, short: bool = False) -> bool:
        """Whether a long span of the text (`short`: or the whole of a short one) was heard before."""
        tokens = _tokens(text)
        han = sum("㐀" <= t <= "鿿" for t in tokens)
        span = SPAN_HAN if han * 2 > len(tokens) else SPAN_WORDS
        if len(tokens) < (5 if short else span):
            return False
        self._read()
        width = min(span, len(tokens))
        if _longest_run(map(self._words.__contains__, tokens)) < width:
            return False
        self._mark()
        size = len(self._pairs)
        run = 0  # how many words in a row could stand in some text
        windows = []
        for end, pair in enumerate(pairwise(tokens), 2):
            run = run + 1 if self._pairs[hash(pair) % size] else 0
            if run >= width - 1:
                windows.append(" " + " ".join(tokens[end - width : end]) + " ")
        return any(w in heard for heard in self._texts for w in windows)

    def _mark(self) -> None:
        """Marks the pairs of what was read since; a table that has become too small is made anew."""
        if len(self._pairs) < min(_PAIRS, self._size):
            self._pairs, self._paired = bytearray(min(_PAIRS, 8 * self._size)), 0
        pairs, size = self._pairs, len(self._pairs)
        for flat in self._texts[self._paired :]:
            for mark in map(hash, pairwise(flat.split(" ")[1:-1])):
                pairs[mark % size] = 1
        self._paired = len(self._texts)

    def echoes(self, text: str) -> bool:
        """Whether a few neighbouring sentences heard before hold nearly all that the text says, in any order."""
        wanted = words(text)
        if len(wanted) < 5:
            return False
        least = len(wanted) * _ECHO // 100
        self._read()
        for whole in map(plain, self._whole):
            low = whole.lower()
            if sum(word in low for word in wanted) < least:
                continue
            if any(contained(wanted, words(piece)) >= _ECHO for piece in _neighbours(whole, 2 * len(text) + 80)):
                return True
        return False


def _longest_run(held: Iterable[bool]) -> int:
    """How many in a row hold at most."""
    most = run = 0
    for holds in held:
        run = run + 1 if holds else 0
        most = max(most, run)
    return most


_ECHO = 75  # per cent of the words: joints and verbs may be others
_STOP = regex(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n+")


def _neighbours(text: str, most: int) -> Iterator[str]:
    """Each sentence with those after it, as long as they stay within `most` characters."""
    said = [one for one in _STOP.split(text) if one.strip()]
    for n, first in enumerate(said):
        piece = first
        for more in said[n + 1 : n + 6]:
            if len(piece) + len(more) > most:
                break
            piece = f"{piece} {more}"
        yield piece
