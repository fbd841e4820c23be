"""Definitions: what a thing of the project is, under all its names."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache

from memwiki.compile.cues import Found, find
from memwiki.compile.language import has_han
from memwiki.compile.term_forms import FORMS_EN, FORMS_ZH, NAMED_EN, NAMED_ZH, PLACE
from memwiki.regexes import Lexicon, regex
from memwiki.values import value


@value(frozen=True, slots=True)
class Definition:
    """One term: its name as the person writes it, its other names, what it is, and where it lives."""

    name: str
    aliases: tuple[str, ...]
    meaning: str
    where: tuple[str, ...] = ()


_CODE_NAME = r"[`'\"]?(?:[A-Z][a-z0-9]+(?:[A-Z]\w*)+|[A-Z]{2,}\w*|[a-z]+(?:[A-Z]\w*)+|[\w-]+_\w+|[A-Z]\w+)[`'\"]?"
_QUOTED = r"[`'\"][^`'\"\n]{1,40}[`'\"]"
_TERM = rf"(?:{_QUOTED}|{_CODE_NAME}|[\w-]+(?: [\w-]+){{0,2}})"
_STRONG = rf"(?:{_QUOTED}|{_CODE_NAME})"
_STOPS = frozenset(",;")
_HERE = r"(?: (?:here|for us|in (?:our|this) \w+|in code|in the \w+|internally))?"
_WAS_EN = (
    # X means Y, X stands for Y
    (
        rf"(?:^|[,;:(] ?|\b(?:and|so|that|note) )(?P<name>(?:an? |the |"
        rf"our )?{_TERM}){_HERE} (?:\w+ )?(?:means|stands for|is short for|refers to|denotes|"
        rf"is our (?:internal )?(?:name|word|term|code ?name|nickname) for|is the (?:code ?name|nickname|"
        rf"abbreviation|acronym) (?:for|of)) (?P<what>\S.*)"
    ),
    # by X we mean Y; when I say X I mean Y
    (
        rf"(?:by|with|(?:when|if) (?:i|we|people|they|someone) (?:say|says|talk about|"
        rf"write)) (?P<name>{_TERM}),? (?:i|we|they|it|that) (?:means?|refers? to|is) (?P<what>\S.*)"
    ),
    # everyone calls it the X but in code it's Y
    (
        r"(?i:everyone|everybody|people|we|the team|ops|folks|they|support|sales|devs?|customers?|"
        r"the \w+ (?:team|guys|people))(?: \w+)? calls? (?:it|this|that|"
        r"them) (?:the )?(?P<name>[\w`'\"-]+(?: (?!but|and|though)[\w-]+)?),? (?:but |and |"
        r"though )?(?:in (?:the )?(?:code|repo|db|schema|api)|internally|officially)(?: it)?(?:'s| is|"
        r":)? (?:called |named )?(?P<what>\S.*)"
    ),
    # we call a link stale when its heading is gone
    (
        r"(?<!what )(?:we|i|people|they) (?:\w+ )?call (?:an? |the )?(?P<noun>[\w-]+) "
        r"(?P<name>(?!twice|once|again|early|late|only|now|\w+ly\b)[`'\"]?[\w-]+[`'\"]?) "
        r"(?P<what>(?:when|if|once|that|which|whose|as long as|until|while) \S.*)"
    ),
    # in code X is called Y ; we call the X Y
    (
        rf"(?:we|everyone|people|the team|i|they) (?:\w+ )?(?:calls?|refers? to|names?|"
        rf"nicknamed) (?P<what>(?:the |our |a |this )[\w` -]{{2,50}}?) (?:as )?(?P<name>{_STRONG}|"
        rf"the [\w-]+(?: [\w-]+)?)(?=[,.;]|$)"
    ),
    # X (aka Y) is …
    (
        rf"^(?P<name>(?:an? |the |our )?{_TERM})(?: \((?:aka|a\.k\.a\.?|also (?:known as|called)|called|"
        rf"in code:?)?\s*(?P<alias>[^()]{{2,40}})\)|, (?:aka|a\.k\.a\.?|also (?:known as|"
        rf"called)) (?P<alias2>[\w`'\" -]{{2,40}}?),?) (?:is|are) (?P<what>\S.*)"
    ),
    # X is the thing that …; a 'X' is …
    (
        rf"(?:^|[;:] ?)(?P<name>(?:an? |the |our )?{_STRONG}|an? [\w-]+(?: [\w-]+)?){_HERE} (?:is|"
        rf"are) (?:basically |just |simply |actually |really |essentially )?(?P<what>(?:the|an?|our|where|"
        rf"what|when|how|one|any|all|everything|whatever)\b .*|(?!out\b|in\b|up\b|down\b|"
        rf"off\b|here\b|\w+ed\b|(?:sent|kept|built|made|held|read|run|set|put|cut|split|sold|paid"
        rf"|\w+n)\b)[\w-]+[ -](?:to|of|per|between)[ -].*)"
    ),
    # 'the lowerer' is crates/mir_build
    rf"(?:^|[,;:] ?)(?P<name>{_QUOTED}){_HERE} (?:is|are|=|lives in|sits in) (?P<what>`?[\w.-]+/[\w./-]*\w`?(?!\w).*)",
    # the scheduler is called Chronos internally; what we call 'the spine' is the event bus
    (
        rf"^(?P<what>(?:the|our|a) [\w -]{{2,40}}?) (?:is|are) (?:called|named|"
        rf"known as) (?P<name>{_STRONG}|[A-Z]\w+)(?=[ ,.;]|$)"
    ),
    (
        rf"^what (?:we|people|ops|devs|they|i|the \w+|support|sales|everyone|everybody) (?:\w+ )?calls? "
        rf"(?:the |an? )?(?P<name>{_QUOTED}|{_TERM}) is (?P<what>\S.*)"
    ),
    # hold the pad and it repeats, that's 'stutter' for me, RollEngine in the code
    (
        rf"^(?P<what>\S.{{7,}}?),? (?:that'?s|that is|is|are|this is)(?: what is)?(?: called)? (?P<name>{_QUOTED})"
        rf" (?:for|to) (?:me|us|the (?:team|users|players|customers))\b"
        rf"(?:,? (?:and )?(?P<alias>{_CODE_NAME}) in (?:the )?(?:code|repo|api|db|schema))?"
    ),
    (
        rf"^(?:devs?|people|we|ops|they|support|everyone|the team|folks)(?: \w+)? (?:say|use|call it|"
        rf"talk about) (?P<name>{_QUOTED}) (?:for|when (?:we|they) mean|to mean|meaning) (?P<what>\S.*)"
    ),
    # SaveSlotManager handles autosaves and cloud sync, it's in core/save
    (
        r"^(?P<name>[A-Z][a-z0-9]+(?:[A-Z]\w*)+) (?P<what>(?:handles|owns|manages|decides|computes|"
        r"talks to|is responsible for|takes care of|wraps|schedules|routes|translates|converts|coordinates|"
        r"checks|renders|loads|keeps track of) .*(?:\b(?:in|under|at) `?[\w-]+/[\w./-]*).*)"
    ),
    (
        rf"(?:called|named) (?P<name>{_STRONG})(?: in (?:the )?\w+)? is what (?:everyone|we|people|ops|"
        rf"they)(?: \w+)? (?:knows?|calls?|means?)(?: as| it)? (?P<what>(?:the )?[\w -]{{3,40}})"
    ),
    # GMV is gross merchandise value
    r"(?:^|[,;:] ?)(?P<name>[A-Z]{2,6}) (?:is|=|:) (?P<what>[a-z][\w-]+(?: [\w-]+){1,5}.*)",
    # X = Y
    rf"(?:^|[,;:] ?)(?P<name>{_STRONG}|[A-Z]{{2,8}}|[a-z]+(?= =)) (?:=|:=|≙) (?P<what>[a-z][\w' /-]{{5,}}.*)",
    # ein Tarifsprung heißt bei uns der Wechsel …
    (
        r"^(?P<name>(?:ein(?:e|en)? |der |die |das )?[\w-]+(?: [\w-]+)?) (?:heißt|bedeutet|meint|nennen wir"
        r"|steht für)(?: bei uns| hier)? (?P<what>\S.*)"
    ),
)
_WAS_ZH = (
    (
        r"(?:^|[,。;: ])(?P<name>[A-Za-z][\w-]{1,20}|[\u4e00-\u9fff]{2,8}?)\s*在我们(?:这边|这里|这儿|这|"
        r"项目里|系统里)(?:就是|指的?是?|是指|是)\s*(?P<what>[^,。;].*)"
    ),
    (
        r"(?:我|我们)说的[“\"'「『]?(?P<name>[\u4e00-\u9fffA-Za-z0-9+-]{2,10}?)[”\"'」』]?,?\s*(?:指的?是?|"
        r"就?是指|就是|意思是)\s*(?P<what>[^,。;].*)"
    ),
    r"[“\"'「『](?P<name>[^”\"'」』]{1,16})[”\"'」』]\s*(?:就是|指的?是?|是指|是|意思是|表示)\s*(?P<what>[^,。;].*)",
    (
        r"(?:^|[,。;: ])(?P<name>[A-Za-z][\w-]{1,20} ?[\u4e00-\u9fff]{1,3}?)\s*(?:就是|指的?是"
        r"|是指)\s*(?P<what>[^,。;].*)"
    ),
    (
        r"(?:^|[,。;: ])(?:我们(?:这边|这里|内部|系统里|业务里)?(?:说)?的?|这里的?|所谓的?"
        r"|关于)?[“\"'「『]?(?P<name>[A-Za-z][\w-]{1,20}|"
        r"[\u4e00-\u9fffA-Za-z0-9+-]{2,10}?)[”\"'」』]?(?:\s*[((](?P<alias>[^()()]{2,40})[))])?"
        r"\s*,?\s*(?:就是指|就是说的?|指的就?是|指(?!数|定|标|向|针|南|令|纹|导|挥|派|明|代|到)的?是?|意思是|"
        r"表示|代表的?是?|即(?=[^使将可便时刻日])|(?:的)?全称(?:是|叫)?|是指)\s*(?P<what>[^,,。;;].*)"
    ),
    (
        r"(?:^|[,。;: ])(?P<name>[A-Za-z][\w-]{1,20}|[\u4e00-\u9fff]{2,8})\s*(?:是|"
        r"为)\s*(?P<what>[^,,。;;]{2,30}?)的(?:内部|口头|业务)?(?:意思|缩写|简称|简写|别名|代号|统称|叫法|俗称)"
    ),
    (
        r"(?:^|[,。;: ])(?:我们(?:这边|这里|内部|说)?的?|所谓的?)?[“\"'「『]?(?P<name>[A-Za-z][\w-]{1,20}|"
        r"[\u4e00-\u9fffA-Za-z0-9+-]{2,10}?)[”\"'」』]?(?:\s*[((](?P<alias>[^()()]{2,40})[))])\s*(?:就是|是|"
        r"用来|负责)\s*(?P<what>[^,,。;;].*)"
    ),
    (
        r"(?:^|[,。;: ])(?:我们(?:这边|这里|内部|说)?的?|所谓的?)?[“\"'「『]?(?P<name>[A-Za-z][\w-]{1,20}|"
        r"[\u4e00-\u9fff]{2,8}?)[”\"'」』]?\s*就是\s*(?P<what>[^,,。;;]{4,}.*)"
    ),
    (
        r"^(?P<what>[\u4e00-\u9fff]{2,10}?)(?:在)?(?:我们)?(?:内部|这边|组里|"
        r"团队里)?(?:都)?叫(?:做)?\s*(?P<name>[A-Z]\w+|[“\"'「][^”\"'」]{1,12}[”\"'」])"
    ),
    (
        r"(?:^|[,。;: ])(?P<name>[A-Z][A-Za-z0-9]{1,7})\s*是\s*(?P<what>(?!谁|什么|哪|不是|对的|错"
        r"|个)[\u4e00-\u9fff]{3,}.*)"
    ),
    r"(?:^|[,。;: ])(?P<name>[A-Z][A-Za-z0-9+-]{1,7})\s*(?:=|:)\s*(?P<what>[\u4e00-\u9fff][^,。;]{2,}.*)",
    r"^(?P<name>[\u4e00-\u9fff]{2,6}):(?P<what>一[个辆次种条批组张段类][^,。]{3,}.*)",
    (
        r"(?:我们|大家|业务|运营|产品|内部|口头)(?:这边|都|上|里)?(?:管|"
        r"把)\s*(?P<what>[^,。]{2,30}?)\s*(?:叫做?|称为|称作|"
        r"叫成)\s*[“\"'「『]?(?P<name>[\w\u4e00-\u9fff-]{2,16})"
    ),
    (
        r"(?:^|[,。;: ])[“\"'「『]?(?P<name>[A-Za-z][\w-]{1,20}|"
        r"[\u4e00-\u9fff]{2,10}?)[”\"'」』]?(?:在)?(?:代码|库|表|接口)(?:里|中)(?:的)?(?:是|叫做?|类名是?|"
        r"就是|写作|对应(?:的是)?)\s*(?P<what>`?[A-Za-z]\w+`?.*)"
    ),
)
_FORMS = {
    "en": Lexicon({one: regex(one) for one in (*_WAS_EN, *FORMS_EN)}),
    "zh": Lexicon({one: regex(one) for one in (*_WAS_ZH, *FORMS_ZH)}),
}
BAD_NAME_EN = regex(
    r"^(?:it|this|that|these|those|what|which|who|there|here|they|he|she|we|i|you|one|everything|"
    r"nothing|something|all|the (?:problem|issue|reason|cause|fix|plan|idea|goal|point|thing|rest|"
    r"question|answer|error|bug|test|tests|catch|trick|same|first|last|next|only|other|whole|other one|"
    r"result|code|file|login \w+|worst|best)|my .*|a (?:lot|bit|few|bigger|smaller|test|bug|problem|"
    r"good|better|nice|bad|huge|big|simple|quick)(?: .*)?|an? (?:error|issue|option|idea|alternative)|"
    r"(?:what|which|how|why|where|who|when) .*|.* (?:it|they|we|you|i|he|she)|(?:it|this|that) .*|(?:it|this|that) .*|"
    r"not|no|ok|i think|only|just|also|so|but|and|if|when|by|for|in|with)$",
    re.IGNORECASE,
)
_BAD_WHAT_EN = regex(
    r"\b(?:hate|love|worst|best|broken|crash\w*|fail\w*|slow\w*|wrong|bug\w*|flaky|annoying|ugly|mess|"
    r"nightmare|pain|problem|issue|culprit|reason|cause|same|way to go|only one|one (?:failing|broken|"
    r"i)|right (?:thing|way)|what we use|good idea|bad idea|bit|joke|disaster|must|shame|blocker|mistake|priority"
    r"|default|thing i|question)\b",
    re.IGNORECASE,
)
BAD_NAME_ZH = regex(
    r"^(?:在|这|那(?!吒)|它|他|她|我|你|您|咱|问题|原因|结果|重点|关键|目的|目标|现在|其实|因为|所以|如果|"
    r"但是|不过|而且|今天|明天|昨天|以后|之前|之后|为什么|什么|怎么|应该|可能|主要|根因|已经|就是|还是|"
    r"或者|意思|最后|其他|另一|一个|一种|大概|估计|感觉|看来|反正|本来|原来|当时|刚才|上次|下次|每次|"
    r"需要|不要|不用)"
    r"|^(?:不|也|都|还|差|如|但|而|只|先|再|就|好|嗯|行|对|另外|报错|错误|代码|测试|结论|建议|方案|"
    r"办法|区别|时候|需求|逻辑|数据|接口|页面|服务|结论|做法|想法|计划|规则|命令|文件|日志|要|会|能|多|"
    r"少|快|慢|大|小|改|加|用|看|说|做|写|跑)$"
    r"|^(?:分别|切记|记住|[昨今明][天晚]|仅|只|可代码|可是)|^(?:去年|上个?|几成|[一二三四五六七八九十]成)"
    r"|条(?:规范|规则|规定)$"
    r"|^(?:帮我|麻烦|请|顺便|顺手)?(?:[看查改跑测试修写做弄加删调]|检查|确认|处理|更新)(?:一下|下|一[看查改跑测试修写做弄加删调])"
    r"|^(?:TODO|FIXME|BUG|PS|NB|OK|UPDATE|P\.S)$"
    r"|(?:的|了|是|时|后|前|不|没|很|太|这|那|里)$"
)
_BAD_WHAT_ZH = regex(
    r"^(?:不|没|太|很|这样|那样|这么|那么|被|[另一两]一?[回码]事|谁|什么|哪|到|这个|因为|为了|说|想|要|慢|报错|失败"
    r"|有问题|对的|错|好|个|个问题|"
    r"一个问题)|问题|报错|失败|崩|挂了|bug"
)
_LIVES_EN = regex(
    r"\b(?:lives?|sits?|resides?|is located|is (?:defined|implemented)|found|code is) (?:in|under|"
    r"at) (`?[\w./-]+/?[\w./-]*`?)",
    re.IGNORECASE,
)
_LIVES_ZH = regex(r"(?:在|位于|放在|代码在|定义在)\s*(`?[\w./-]+[/.][\w./-]+`?)")
_IN_CODE_EN = regex(
    rf"(?:in (?:the )?(?:code|repo|db|schema|api|reports?|ui|logs?)(?: it)?(?:'s| is)?(?: called|"
    rf" named)? (?P<a>{_CODE_NAME})|(?P<b>\b[A-Z][A-Z0-9]{{1,7}}\b) in (?:the|our) (?:reports?|code|"
    rf"logs?|ui|docs?|db|dashboards?)|(?:called|named|class|aka|a\.k\.a\.?|short|abbreviated|"
    rf"also (?:known as|called)) (?:as )?(?P<c>{_STRONG}))"
)
_IN_CODE_ZH = regex(
    r"(?:(?:代码|接口|英文|日志|报表)(?:里|中)?|(?:库|表)(?:里|中|(?=名)))(?:的)?(?:类名)?(?:是|叫做?|就是|写作"
    r"|对应(?:的是)?|"
    r"名(?:是|叫)?)\s*`?([A-Za-z][\w.]*)`?|(?:又叫|也叫|简称|俗称|又称|别名(?:是|叫)?|缩写(?:是|"
    r"为)?)\s*[“\"'「]?((?!的)[\w\u4e00-\u9fff]{2,12}?)[”\"'」]?(?=[,,。;;)))]|$)"
)


def definitions(text: str, lang: str, found: Found | None = None) -> tuple[Definition, ...]:
    """The terms that a sentence defines, in order; where its cues are not given, they are looked for if it has any."""
    zh = lang == "zh"
    if not zh and (at := PLACE.match(text)):
        text, found = text[at.end() :], None
    results: list[Definition] = []
    for part, matches in _formed(text, zh):
        for match in matches:
            if made := _definition(match, part, zh, found or find(text, lang)):
                results.append(made)
                break
    return _merged(results, text, zh)


@lru_cache(maxsize=512)
def _formed(text: str, zh: bool) -> tuple[tuple[str, tuple[re.Match[str], ...]], ...]:
    """The parts of a sentence, each with how its words fit the forms of a definition."""
    forms = _FORMS["zh" if zh else "en"]
    parts = _parts(text, zh)
    return tuple((part, tuple(match for _, match in forms.found(part if zh else _uncapped(part)))) for part in parts)


def named(text: str, before: str, lang: str) -> Definition | None:
    """The term that a sentence names for what the sentence before it describes: `we call those whales`."""
    match = (NAMED_ZH if lang == "zh" else NAMED_EN).match(text.strip())
    name = _clean_name(match["name"]) if match else ""
    if len(name) < 2 or len(before) < 8 or (BAD_NAME_ZH.search(name) if lang == "zh" else BAD_NAME_EN.match(name)):
        return None
    stop = "。" if lang == "zh" else ". "
    said = re.sub(r"[.。;；\s]+$", "", before)
    return Definition(name, (), f"{said}{stop}{text}")


_OPENER = regex(
    r"(?:We|By|With|When|If|Every(?:one|body)|People|They|The|An?|Our|What|In|Ops|Devs?|Note|So|Folks|Support"
    r"|Sales)\b"
)


def _uncapped(part: str) -> str:
    """The part with an ordinary word's capital at its start made small; as long as before."""
    return part[:1].lower() + part[1:] if _OPENER.match(part) else part


def _parts(text: str, zh: bool) -> tuple[str, ...]:
    """Where one sentence defines two terms (长款指 …,短款就是 …), each is read alone."""
    if zh:
        cuts = [
            m.start()
            for m in re.finditer(
                r"[,,;;](?=[\u4e00-\u9fffA-Za-z0-9+-]{2,10}?(?:就是|指的?是?|是指|意思是|表示|代表|即))", text
            )
        ]
    else:
        cuts = (
            []
            if _STOPS.isdisjoint(text)
            else [
                m.start()
                for m in re.finditer(
                    r"[,;](?= (?:and )?(?:an? |the )?[`'\"]?[\w-]+(?: [\w-]+)?[`'\"]? (?:is|are|means|stands for"
                    r"|=) )",
                    text,
                )
            ]
        )
    edges = [0, *cuts, len(text)]
    return tuple(text[a:b].strip(" ,;") for a, b in itertools.pairwise(edges) if text[a:b].strip(" ,;"))


def _definition(match: re.Match[str], part: str, zh: bool, found: Found) -> Definition | None:
    groups = match.groupdict()
    name = " ".join(filter(None, [_clean_name(groups["name"]), groups.get("noun")]))
    what = (groups.get("what") or "").strip()
    if len(what) < 2 or not name:
        return None
    if not zh and _CONSEQUENCE.search(f"{name}{match[0][match.end('name') - match.start() :]}"):
        return None
    if re.fullmatch(r"[`'\"]?[\w./-]+\.\w{1,4}[`'\"]?", what):
        return None  # where something is, not what
    named = re.search(r"[\"“「『][^\"”」』]{1,16}$", part[: match.end("name")]) is not None
    if zh and (
        BAD_NAME_ZH.search(name)
        or re.match(r"谁|什么|哪", what)
        or (_BAD_WHAT_ZH.search(what[:16]) and "叫" not in part and not named and not _SAID_ZH.search(part))
    ):
        return None
    if not zh and (
        BAD_NAME_EN.match(groups["name"].strip())
        or BAD_NAME_EN.match(name)
        or (
            _BAD_WHAT_EN.search(what[:60])
            and not spells(name, what)
            and not part.lower().startswith("what ")
            and not _CALLED.search(part)
        )
    ):
        return None
    if (
        not zh
        and name.islower()
        and not re.search(r"[`'\"]|^an? |\w[-_]\w", groups["name"])
        and not found.any("means", "glossary")
    ):
        return None
    if match.re.pattern.startswith(r"(?:^|[,;:] ?)(?P<name>[A-Z]{2,6}) ") and not spells(name, what):
        return None
    aliases = [a for key in ("alias", "alias2") if (a := (groups.get(key) or "").strip())]
    start = min(match.start("name"), match.start("what")) if not _CALLED.search(part) else 0
    start -= start > 0 and part[start - 1] in "\"'`“「『"
    return Definition(name, tuple(_clean_alias(a) for a in aliases if _clean_alias(a)), part[start:].strip(" ,;:"))


# `a slow scrub there means nothing`, `whatever that means`
_CONSEQUENCE = regex(
    r"\b(?:that|this|it|there|which|whatever|what) means?\b|\bmeans? (?:nothing|trouble|a lot)\b", re.IGNORECASE
)
_SAID_ZH = regex(
    r"[\u4e00-\u9fffA-Za-z](?:就是指|指的就?是|是指|特指|指(?!数|定|标|向|针|南|令|纹|导|挥|派|明|代|到|着|出|责|望|教|点|控|示|引))"
)
_CALLED = regex(r"\b(?:calls?|mean|refers?)\b|管|把")


def spells(name: str, what: str) -> bool:
    """Whether the words begin with the letters of the abbreviation."""
    letters = re.findall(r"[a-z]+", what.lower())
    for words in (letters, [word for word in letters if word not in ("of", "the", "and", "for")]):
        if "".join(word[0] for word in words).startswith(name.lower()):
            return True
    return False


def _clean_name(name: str) -> str:
    return re.sub(r"^(?:an?|the|our|note|that|so|and)\s+", "", name.strip(), flags=re.IGNORECASE).strip(" `'\"“”「」")


def _clean_alias(alias: str) -> str:
    alias = re.sub(
        r"^(?:代码(?:里|中)?(?:的)?(?:是|叫做?)?|英文(?:名)?(?:是|叫)?|简称|又叫|也叫|即|aka|"
        r"a\.k\.a\.?|in (?:the )?code:?|called|also (?:known as|called))\s*",
        "",
        alias.strip(),
        flags=re.IGNORECASE,
    )
    if re.match(r"(?:in|on|for|see|e\.g|not|from|at)\b", alias):
        return ""
    return alias.strip(" `'\"") if len(alias) <= 30 and (has_han(alias) or len(alias.split()) <= 3) else ""


def _merged(results: list[Definition], text: str, zh: bool) -> tuple[Definition, ...]:
    """Names and places found anywhere in the sentence belong to its (first) term."""
    if not results:
        return ()
    first = results[0]
    names = [g for m in (_IN_CODE_ZH if zh else _IN_CODE_EN).finditer(text) for g in m.groups() if g]
    aliases = tuple(dict.fromkeys([*first.aliases, *(n.strip(" `'\"") for n in names)]))
    where = tuple(m[1].strip("`").rstrip(".") for m in (_LIVES_ZH if zh else _LIVES_EN).finditer(text))
    head = Definition(first.name, tuple(a for a in aliases if a.lower() != first.name.lower()), first.meaning, where)
    return (head, *results[1:])


# "some vocabulary:", 先解释两个词:, 黑名单分两种:
HEADING = regex(
    r"\b(?:glossary|vocab(?:ulary)?|terminology|terms|words|names|jargon|lingo|definitions|abbreviations|acronyms|"
    r"begriffe|wörter|abkürzungen|términos)\b[^:\n]{0,40}:|"
    r"(?:名词|术语|概念|黑话|缩写|叫法|称呼|[两二三四五几\d]个?词|词汇|用词)[^:。\n]{0,12}:|分(?:为"
    r"|成)?[两二三四五几\d]+[种类档级]:",
    re.IGNORECASE,
)
_LISTED_EN = regex(
    r"^(?P<name>(?:an? |the )?[`'\"]?[\w+/&-]+(?: [\w+/&-]+){0,3}[`'\"]?)(?: \((?P<alias>[^()]{2,40})\))?\s*"
    r"(?::|=|[–—-](?= )| (?:is|are|means?|stands for)(?= ))\s*(?P<what>\S.{3,})$"
)
_LISTED_ZH = regex(
    r"^(?:[“\"「『`]?)(?P<name>[A-Za-z][\w+/-]{0,20}|[\u4e00-\u9fffA-Za-z0-9+-]{1,10}?)(?:[”\"」』`]?)"
    r"(?:\s*[((](?P<alias>[^()()]{2,40})[))])?\s*(?::|=|就?是指?|指的?是?|即|表示|[–—-])\s*(?P<what>\S.{2,})$"
)


def listed(text: str, lang: str) -> tuple[Definition, ...]:
    """The terms of a glossary's line, or of one sentence under its heading: `lot: one batch`, 软黑是只限制领券."""
    zh = lang == "zh"
    heading = HEADING.search(text)
    body = text[heading.end() :].strip() if heading else text
    found = []
    for part in _listed_parts(body, zh):
        match = (_LISTED_ZH if zh else _LISTED_EN).match(part)
        if match and not (BAD_NAME_ZH.search(match["name"]) if zh else BAD_NAME_EN.match(match["name"])):
            alias = _clean_alias(match["alias"] or "")
            found.append(Definition(_clean_name(match["name"]), (alias,) if alias else (), part))
    return tuple(found)


def _listed_parts(text: str, zh: bool) -> list[str]:
    cut = (
        r"[,;](?=[^,;]{1,12}?(?:是|指|即|表示|=|:))|[;]"
        if zh
        else (r"[,;] (?=(?:and )?(?:an? |the )?[`'\"]?[\w-]+(?: [\w-]+)?[`'\"]? (?:is|are|means|stands for|=) )|; ")
    )
    return [part.strip(" ,;") for part in re.split(cut, text) if part.strip(" ,;")]


_EXTENDS = regex(
    r"(?:It is|That(?:'s| is)|"
    r"This is) `?(?P<code>[A-Za-z_][\w.]*)`? in `(?P<where>[^`]+)`[^.]*?(?:,? (?:i\.e\.|aka|a\.k\.a\.|"
    r"also called|known as|that is) (?:the )?(?P<alias>[\w` -]{2,30}))?(?=[.,;]|$)"
)


def located(text: str) -> tuple[str, str, str] | None:
    """`It is X in path, i.e. the Y`: (X, path, Y) from an agent's message, or None."""
    match = _EXTENDS.search(text)
    return (match["code"], match["where"], (match["alias"] or "").strip("` ")) if match else None
