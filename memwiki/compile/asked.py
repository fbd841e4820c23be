"""What a person asked for in a turn: the request in plain words, and a title that a person would write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from memwiki.compile import titles
from memwiki.compile.headlines import headline, unaddressed
from memwiki.compile.language import has_han, plain, sentences
from memwiki.compile.lead_ins import direct
from memwiki.compile.quotation import own_words
from memwiki.compile.remembered import remembered
from memwiki.compile.session import Turn
from memwiki.compile.wording import capital
from memwiki.records import Observation
from memwiki.regexes import regex

TITLE = 80
_LONGEST = 800  # of a sentence; what is longer is no sentence
_MARKS = " \t-*•#>,;:.!。，、；：！,"

# Words before the request itself. The second group counts only where a comma, colon or stop follows.
_CHATTER = regex(
    r"""^(?:
      (?:ok(?:ay)?|k|kk|great|cool|nice(?:\ (?:catch|one|work))?|good(?:\ (?:job|catch|work|morning|point))?|perfect
      |hm+|so|and
      |thanks?(?:\ you)?|thx|ty|also|now|then|well|alright|all\ right|morning|hi(?:\ there)?|hello|hey(?:\ there)?|yo
      |yes|yep
      |yeah|yup|sure|lol|haha+|btw|by\ the\ way|fyi|oh|ah|please|pls|plz|sorry|actually|but|works|lgtm|looks\ good
      |danke|bitte
      |makes\ sense|agreed|ja|nee|can\ (?:you|u|we)|could\ (?:you|u|we)|would\ you|will\ you|i(?:'d
      |\ would)\ like\ (?:you\ )?to
      |i\ (?:want|need)\ (?:you\ )?to|we\ (?:also\ )?(?:need|want|have)\ to|you\ (?:should|need\ to|can)|let'?s|lets
      |just
      |(?:go\ on|continue|carry\ on|pick\ (?:it\ )?up|resume|proceed)\ (?:from\ )?where\ (?:we|you|i)
      \ (?:left\ off|stopped|were)
      |go\ ahead\ and|help\ me(?:\ to)?|mach(?:\ mal)?|kannst\ du|i\ meant)(?=$|[\s,.:;!?…—–-])
      |(?:right|first(?:\ of\ all)?|next(?:\ up)?|last(?:\ one)?|different\ thing|one\ (?:more|last)(?:\ thing)?
      |another\ (?:thing|one)
      |quick\ (?:one|question)(?:\ first)?
      |hiya|aye|(?:good\ )?(?:evening|afternoon)
      |new\ (?:task|one|topic)|exactly|fine|wait|hold\ on|anyway|moving\ on|again|super|nein
      |no|nope
      |context(?:\ before\ you\ start)?|heads\ up|today|task|todo|bug|issue|feature|request|question|what\ i\ want
      |the\ plan
      |for\ the\ record|note|remember|reminder|decision|update|goal)(?=\s*[,.:;!?…—–])
    )[\s,.:;!?…—–-]*""",
    re.IGNORECASE | re.VERBOSE,
)
_CHATTER_ZH = regex(
    r"^(?:(?:好的?|嗯+|在不在|在吗|家人们谁懂(?:啊)?|行|可以|对了?|是的|没问题|谢谢|辛苦了?|早上好|早|ok|哦|哈+|记住"
    r"|记一下|先?说下?背景|接着上次的?(?:做|来|继续)?|继续上次的?(?:工作)?|问一下|补充一下(?:背景)?)(?=$"
    r"|[\s,，。、:：!！~～])"
    r"|(?:那个?|然后|还有|另外|接下来|下一个|再|顺便|顺手|先|帮我|帮忙|麻烦|请|你|您|我想要?|我要|咱们?|今天"
    r"|现在)(?=$|[\s,，。、:：!！]|[㐀-鿿`A-Za-z]))"
    r"[\s,，。、:：!！~～]*",
    re.IGNORECASE,
)
_TAIL = regex(
    r"(?:[\s,;.…—–-]+(?:please|pls|plz|thanks?|thx|ok\??|okay|lol|haha+|for me|if you can|asap"
    r"|(?<=[,;.…—–-] )right\??|right\?|i think|or so"
    r"|can (?:you|u) (?:look|check)(?: at it| into it)?|pls fix|please fix|fix it|take a look|have a look|btw"
    r"|tho))+[\s.!?]*$",
    re.IGNORECASE,
)
_TAIL_ZH = regex(r"[\s,，。]*(?:帮我看[看下一]*|看一?下|看看|谢谢|麻烦了?|吧|哈|呗|一下|可以吗|好吗)[\s。!！?？]*$")
_REPAIR_ZH = regex(
    r"(?<=\S{3})[,，]\s*(?:你|帮我|帮忙|麻烦你?|请)?[修查看改](?:一?下|[修查看改])吧?[\s。!！]*$"
)  # `…崩了，修一下`
_BRIEFLY_ZH = regex(r"把[^,，。]+[\s㐀-鿿][修存改看查跑删加补换写]一?下$")  # `把 README 的 badge 修一下`
_ASSENT = (
    r"(?:(?:ok(?:ay)?|yes|yep|yeah|sure|great|good|nice|cool|fine|please|pls|k|right|ja|passt|works|thanks?"
    r"|thx|perfect|lgtm)[\s,.!]*)*"
)
_GO_ON = regex(
    rf"^{_ASSENT}(?:(?:go on|continue|carry on|pick (?:it )?up|resume)(?: from)?"
    rf" where (?:we|you|i) (?:left off|stopped|were)|go on|go ahead|go for it"
    rf"|continue|proceed|keep going|carry on|resume|next|do (?:it|that|both)"
    rf"|ship it"
    r"|try again|retry|again|(?:option\s+)?[a-d1-4](?:\W+do it)?|mach (?:das )?so|same again|and now|commit(?: it)?"
    r"|push(?: it)?"
    r"|leave it|that one|the (?:first|second|other) one)?[\s.!]*$",
    re.IGNORECASE,
)
_GO_ON_ZH = regex(
    r"^(?:好的?|嗯+|行|可以|对|是的|ok|没问题|同意)?[\s,，。!！]*(?:(?:今天|今晚)?(?:就|先)到这里?儿?(?:[,，].*)?"
    r"|接着上次的?(?:做|来|继续)?|继续上次的?(?:工作)?|继续|接着(?:来|做)?|就(?:按|照)?(?:这|那)个(?:来|做)?|就这样"
    r"|按这个来?"
    r"|这么改|改吧|做吧|来吧|开始吧?|下一步|再试(?:一次)?|提交吧?)?(?:[\s。!！,，]*|[,，].{0,8})$",
    re.IGNORECASE,
)
_TASK = regex(
    r"^(?:add|allow|avoid|build|bump|change|check|clean|convert|create|cut|debug|delete|deploy|document|drop|enable"
    r"|ensure|expose"
    r"|extend|extract|fetch|find|fix|generate|get|give|handle|hide|implement|import|improve|include|increase|inline"
    r"|install"
    r"|integrate|introduce|investigate|keep|limit|load|log|look|make|map|merge|migrate|mock|move|need|optimi[sz]e"
    r"|parse|pin|port"
    r"|print|publish|read|recompute|reduce|refactor|reject|release|remove|rename|render|replace|require|return"
    r"|reuse|rewrite"
    r"|round|run|save|scan|send|set|show|simplify|skip|sort|speed|split|start|stop|store|stream|switch|sync"
    r"|test|track"
    r"|translate|trim|try|turn|update|upgrade|use|validate|verify|wire|wrap|write)\b",
    re.IGNORECASE,
)
_TASK_ZH = regex(
    r"加|改|修|写|做|删|换|拆|移|查|看|跑|测|建|接|迁|导|支持|实现|新增|优化|处理|更新|重构|升级|部署|清理|补|去重|限制"
)
_RULE = regex(
    r"\b(?:always|never|from now on|remember|please don'?t|don'?t ever|prefer|rule|in future|every time|next time"
    r"|i hate"
    r"|stop \w+ing)\b|记住|以后|一律|统一|别再|不要再|永远|下次",
    re.IGNORECASE,
)
_PLACE = regex(r"`[^`]+`|[\w-]+/[\w./-]+|\b[\w-]+\.(?:[a-z]{1,4}|[a-z]\w{0,3})\b|\b\w+_\w+\b|\b[A-Z]\w+[A-Z]\w*\b")
_ASIDE = regex(
    r"(?:because|since|so that|otherwise|thats|that's|here'?s|here is|this is|see)\b"
    r"|因为|所以|不然|否则|昨天|先不|不用|没空",
    re.IGNORECASE,
)
_CLAUSE_FIRST = regex(
    r"(?:when|if|after|once|before|since(?! `?[0-9a-f]{7,40}\b)|while|for|as soon as)\b", re.IGNORECASE
)
_MORE = regex(
    r"(?:\w+[,.!]\s+)?(?:also|and|now|next|then|plus|another|one more|last)\b|(?:好的?[,，。]?)?(?:还有|另外"
    r"|再|顺便|接下来)",
    re.IGNORECASE,
)
_REFUSES = regex(r"(?:hm+,? )?(?:no|nope|nah|nee|nein)\b|不要|算了|这个算了|不用了", re.IGNORECASE)
_VAGUE = regex(
    r"^(?:fix|find out|look|check|get|make|figure|see)\b(?:\W+\w+){0,3}\W+(?:it|them|this|that|why)\b"
    r"|^(?:fix|add|do|put|implement|make|write|look)\s+(?:it\s+)?(?:in|at|under|into|there|here)\b",
    re.IGNORECASE,
)
_POINTS = regex(r"\b(?:it|them|this|that|those|these|both|all|one|ones|here|there)\b", re.IGNORECASE)
_WORD = regex(r"[A-Za-z][\w'-]*|\d+|[㐀-鿿]")
_CORRECTS = regex(
    r"^\W*(?:sorry|oops|i meant|no[,. ]|nope|actually|wait)|^(?:不对|不是|说错了|抱歉|等等)", re.IGNORECASE
)


@lru_cache(maxsize=4096)
def request(prompt: str) -> str:
    """The sentence of a prompt that asks for the work, without chatter; "" where it only says go on, or thanks."""
    text = own_words(prompt).strip()
    if not text or _goes_on(text[:_LONGEST]):
        return ""
    best, score = "", 0
    for n, sentence in enumerate(sentences(text)[:40]):
        bare = stripped(sentence.text)
        worth = _worth(bare, sentence.asked) - 4 * min(n, 3)
        if bare and worth > score:
            best, score = bare, worth
    return best


def _goes_on(text: str) -> bool:
    return _GO_ON.match(text) is not None or (has_han(text) and _GO_ON_ZH.match(text) is not None)


def _worth(bare: str, asked: bool) -> int:
    if _goes_on(bare):
        return 0
    words = len(_WORD.findall(bare))
    if has_han(bare):
        worth = min(words, 12) + (6 if _TASK_ZH.search(bare) else 0)
    else:
        worth = 2 * min(words, 7) + (7 if _TASK.match(bare) else 0)
    worth += 4 if _PLACE.search(bare) else 0
    worth -= 6 if _ASIDE.match(bare) else 0
    worth -= 8 if _VAGUE.match(bare) else 0
    worth -= 9 if _RULE.search(bare) else 0
    return worth - (3 if asked else 0)


@lru_cache(maxsize=4096)
def substantive(prompt: str) -> bool:
    """Whether a prompt stands as a task of its own: `normalize is pytz` is only a hint for the work at hand."""
    asked = request(prompt)
    if not asked:
        return False
    if _REFUSES.match(own_words(prompt).strip()) and _TASK.match(asked) is None:
        return False
    words = len(_WORD.findall(asked))
    own = own_words(prompt).strip()
    more = (_MORE.match(own) or _RESUMES.match(own)) is not None and not _POINTS.search(asked)
    if has_han(asked):
        return words >= (3 if more else 5)
    if more and words >= 2:
        return True
    if words <= 3 and _POINTS.search(asked):
        return False
    return words >= 5 or (words >= 2 and _TASK.match(asked) is not None) or (words >= 3 and bool(_PLACE.search(asked)))


_REPAIR = regex(r"(?:check|debug|find|fix|investigate|look|try)\b", re.IGNORECASE)


def orders(bare: str) -> bool:
    """Whether a stripped sentence orders work, other than to find or mend a fault."""
    return _TASK.match(bare) is not None and _REPAIR.match(bare) is None


_WONDERS = regex(
    r"\bwhy\b|\bhow come\b|\bwhat'?s (?:up|wrong)\b|\bwhat is wrong\b|为什么|为啥|怎么(?:会|回事|又|就)", re.IGNORECASE
)


def wonders(sentence: str) -> bool:
    """Whether a question asks what is wrong."""
    return _WONDERS.search(sentence) is not None


def vague(title: str) -> bool:
    """Whether a title says too little of what it is about: few words, or one that only points."""
    words = len(_WORD.findall(title))
    return words < (6 if has_han(title) else 4) or _POINTS.search(title) is not None


# The opening of a talk: a greeting, who somebody is, what is told first. What the session is about comes next.
_OPENING = regex(
    r"^(?:hi|hello|hey|morning)\b|^same (?:drill|thing|again)\b|^(?:i'?m|i am) (?:told|new|the)\b"
    r"|\btell (?:you|u) (?:the|our)\b|^(?:look|find out|check)\b[,;]"
    r"|^i(?:'ve| have)? got (?:the|this|your|a)\b|^i'?ll (?:tell|explain)\b"
    r"|^(?:你好|您好)|^我(?:是[^,，]{2,8}$|们接手)|^(?:给你|先)?[讲说][下个]",
    re.IGNORECASE,
)


def opening(title: str) -> bool:
    """Whether a request only opens the talk: `I'm told you are the other helper`, 给你讲下黑话."""
    return _OPENING.search(title) is not None


def works(title: str) -> bool:
    """Whether a request tells work to do, and on what."""
    if opening(title) or _RULE.search(title) or _POINTS.search(title) or _QUOTE_OPEN.search(title):
        return False
    return bool(_BEGUN_ZH.match(title)) if has_han(title) else _TASK.match(title) is not None


_QUOTE_OPEN = regex(r"(?:^|\s)['\"“‘][^'\"”’]*$")  # the sentence was cut within a quotation
_BEGUN_ZH = regex(r"(?:把|给|加|改|写|做|新增|修|支持|实现|接|导|补|上传|删|查|看)(?!完)")


_RESUMES = regex(
    rf"^{_ASSENT}(?:go on|continue|carry on|pick (?:it )?up|resume|proceed)\b.{{0,12}}\bwhere (?:we|you|i)\b"
    r"|^(?:好的?[,，]?)?(?:接着|继续)上次",
    re.IGNORECASE,
)


def resumes(prompt: str) -> bool:
    """Whether a prompt only takes up earlier work: `go on where we left off`, `ok`, 继续."""
    text = own_words(prompt).strip()
    return _RESUMES.match(text) is not None or not request(prompt)


_QUOTES = str.maketrans("❝❞❛❜❮❯", '""“”「」')
_SHORT_QUOTE = regex(r'"([^"\n]{1,80})"|“([^“”\n]{1,80})”|「([^「」\n]{1,80})」')


def shown(prompt: str) -> str:
    """A prompt's own words on one line, for a reader: short quotations inside a sentence are kept."""
    own = own_words(_SHORT_QUOTE.sub(_kept, prompt[:20_000]))
    return " ".join((own if own.isascii() else own.translate(_QUOTES)).split())


def _kept(found: re.Match[str]) -> str:
    pair = "❝❞" if found[1] else "❛❜" if found[2] else "❮❯"
    return pair[0] + (found[1] or found[2] or found[3]) + pair[1]


@remembered(1_024)
def stripped(sentence: str) -> str:
    """A sentence without greeting, politeness and lead-in words."""
    text = " ".join(plain(sentence[:_LONGEST]).split()).strip(_MARKS)
    for _ in range(8):
        shorter = _CHATTER.sub("", text, count=1)
        if has_han(text):
            shorter = _CHATTER_ZH.sub("", shorter, count=1)
        if shorter == text:
            break
        text = shorter
    text = _REPAIR_ZH.sub("", text)
    for _ in range(3):
        text = _TAIL.sub("", text)
        if has_han(text) and not _BRIEFLY_ZH.search(text):
            text = _TAIL_ZH.sub("", text)
    text = re.sub(r"\s+(?:pls|plz|please)(?=[,.;:]|$)", "", text, flags=re.IGNORECASE)
    return text.strip(_MARKS) if text.strip(_MARKS + "?？") else ""


@lru_cache(maxsize=1024)
def title(text: str, most: int = TITLE) -> str:
    """A sentence as a title: at most `most` characters, cut between clauses or words, first letter capital."""
    flat = " ".join(plain(text[:_LONGEST]).split()).replace("**", "").strip(_MARKS)
    if most == TITLE:
        flat = unaddressed(flat, "zh" if has_han(flat) else "en")
    limit = min(most, 44 + sum(c.isascii() for c in flat) // 2) if has_han(flat) else most
    return capital(_shorter(flat, limit) if len(flat) > limit else flat)


_BRIEF_ZH = 24  # width within which a request keeps its clauses; Latin letters count half


def headed(text: str) -> str:
    """A request as a title: without address to the listener, announcement, and the reason behind it."""
    whole = title(text, _LONGEST)
    bare = titles.headless(whole, "zh" if has_han(whole) else "en")
    return title(_pointed(bare if len(_WORD.findall(bare)) >= 3 else whole))


def _pointed(text: str) -> str:
    """The request without address and without the reason behind it, where enough is left."""
    if has_han(text):
        return _brief_zh(direct(headline(text, "zh"), "zh"))
    whole = direct(headline(text, "en"), "en")
    found = titles.concise(whole, "en", _LONGEST)
    return found if len(_WORD.findall(found)) >= 5 else whole


def _brief_zh(text: str) -> str:
    """The first clauses: those at the end that only explain go while the text is long."""
    text = _REASON_ZH.sub("", text)
    parts = _PARTED_ZH.split(text)
    least = 2 if titles.conditional(text) else 1
    while _width(text) > _BRIEF_ZH and len(parts) > least and titles.explains(parts[-1], "zh"):
        at = len(text) - len(parts.pop()) - 1
        if at < 8 or titles.open_at(text, at):
            break
        text = text[:at].rstrip()
    return text


def _width(text: str) -> int:
    return len(text) - sum(c.isascii() for c in text) // 2


_REASON_ZH = regex(r"(?<=.{6})[,，]\s*(?:因为|毕竟|不然|否则).*$")
_PARTED_ZH = regex(r"[,，;；]")
_CUTS = (
    regex(r"(?<=\S)\s+(?:[-–—]\s+|\()\s*|[;；]\s*|[。！]|[.!]\s"),
    regex(r"(?<=.{40}):\s+"),
    regex(r"[:：]\s+|[,，]\s*(?!\d{3})"),
    regex(r"\s+(?:because|so that|since|and|but|which|when|if)\s"),
)


_BETWEEN = regex(r"between\b", re.IGNORECASE)  # what follows is a list


def _shorter(text: str, most: int) -> str:
    least = 8 if has_han(text) else 24
    for mark in () if _BETWEEN.match(text) else _CUTS:
        starts = [found.start() for found in mark.finditer(text)]
        cuts = [at for at in starts if least <= at <= most and not titles.open_at(text, at)]
        if _CLAUSE_FIRST.match(text) and cuts[-1:] == starts[:1]:
            continue  # `when the field is empty`: the main clause is still to come
        if cuts:
            return text[: max(cuts)].rstrip(_MARKS + "(")
    return cut_words(text, most)


def cut_words(text: str, most: int) -> str:
    """The first words of a text, never half a word or half a code span."""
    if len(text) <= most:
        return text
    head = text[: most - 1]
    if text[most - 1].isascii() and head[-1].isascii() and text[most - 1] not in " ,.;:":
        head = head.rpartition(" ")[0] or head
    if head.count("`") % 2:
        head = head[: head.rfind("`")]
    return titles.DANGLING.sub("", head.rstrip(_MARKS + "(")).rstrip(_MARKS + "(") + "…"


_SETTLES = regex(
    r"\W*(?:we(?:'ve| have)? (?:decided|agreed|settled)|(?:our|the) decision)\b|.{0,6}(?:决定|约定|说好)", re.IGNORECASE
)
_REPORTS = regex(
    r"\b(?:fix (?:it|that|this)|(?:pls|please) fix|(?:take|have) a look|look into it"
    r"|can (?:you|u) (?:look|check)\b.{0,20})\W*$"
    r"|[,，]\s*(?:你|帮我|帮忙|麻烦你?|请)?[修查看改](?:一?下|[修查看改])吧?\W*$",
    re.IGNORECASE,
)


def _holds_in_general(prompt: str) -> bool:
    """Whether the request of a prompt holds beyond its turn."""
    return holds_in_general(request(prompt))


def holds_in_general(request_: str) -> bool:
    """Whether a request tells a rule or a decision, and orders nothing."""
    return not orders(request_) and (_RULE.search(request_) or _SETTLES.match(request_)) is not None


def _reports(prompt: str) -> bool:
    """Whether a prompt names a fault and asks to mend it: `the import job crashes, fix it`."""
    return _REPORTS.search(own_words(prompt).strip()) is not None and len(_WORD.findall(request(prompt))) >= 3


def requests_of(turns: Sequence[Turn], index: int) -> tuple[Observation, ...]:
    """The prompts that led to a turn's work: its own, and those before it where it is only a hint or a correction.

    What was said in between and holds in general led to no work.
    """
    found: list[Observation] = []
    before = [turn for turn in turns if turn.index <= index and turn.prompt is not None]
    while before and len(found) < 4:
        turn = before.pop()
        if turn.prompt is None:
            continue
        if found and _holds_in_general(turn.prompt.text):
            continue
        found.append(turn.prompt)
        interrupts = bool(before) and not before[-1].ended and _TASK.match(request(turn.prompt.text)) is None
        if (substantive(turn.prompt.text) or _reports(turn.prompt.text)) and not interrupts:
            break
    return tuple(reversed(found))


def asked_for(prompts: Sequence[Observation]) -> str:
    """The request behind a chain of prompts: the first that stands for itself, unless a later one corrects it."""
    for prompt in reversed(prompts[1:]):
        if _CORRECTS.match(own_words(prompt.text).strip()) and substantive(prompt.text):
            return request(prompt.text)
    for prompt in prompts:
        if substantive(prompt.text):
            return request(prompt.text)
    return next((found for prompt in prompts if (found := request(prompt.text))), "")


_PRAISE = regex(
    r"^(?:done|fixed(?: it| properly)?(?: this time)?|all (?:done|set)|great|perfect|ok(?:ay)?|understood|noted|修好了"
    r"|已?完成|搞定|好的)[\s,.:!。，：！—-]+",
    re.IGNORECASE,
)


def said_first(message: str) -> str:
    """The first statement of an agent's message, without praise for itself."""
    for sentence in sentences(own_words(message))[:4]:
        text = _PRAISE.sub("", sentence.text[:_LONGEST] + " ").strip()
        if len(_WORD.findall(text)) >= 3 and not sentence.asked:
            return text
    return ""
