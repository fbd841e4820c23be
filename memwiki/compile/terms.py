"""Terms that a person tells in a loose form: a marked name (quoted, in capitals, as in code), a joint, what it is.

The stricter forms (concepts.py) speak for themselves. Here `lead`, the points (acts.py) by which a sentence tells a
term rather than anything else, says how loose a form may be: `"epoch" is a two-second window` needs few, `a bib is the
number a runner wears` many, and `the login page is broken` has no form at all.
"""

from __future__ import annotations

import re

from memwiki.compile.concepts import BAD_NAME_EN, BAD_NAME_ZH, Definition, spells
from memwiki.compile.term_forms import LIKE_CODE, PLACE
from memwiki.regexes import Lexicon, regex
from memwiki.values import value

# Points a form asks for, by how much its own shape says. On eval/acts, cross-validated, three of four sentences that
# lead at all are definitions.
_SURE, _ANY, _SOME, _MANY = -200, -60, 0, 90


@value(frozen=True, slots=True)
class _Form:
    """A shape of a definition and the points it asks for."""

    shape: re.Pattern[str]
    least: int


_Q = r"(?:\"[^\"\n]{1,40}\"|`[^`\n]{1,40}`|'[^'\n]{2,40}'(?!\w)|[「『][^」』\n]{1,40}[」』])"
_CAPS = r"(?:[A-Z][A-Z0-9&+_]{1,9}|[A-Z]\d)"
_MARKED = rf"(?:{_Q}|{LIKE_CODE}|{_CAPS})"
_WORDS = r"[\w-]+(?: [\w-]+){0,2}"
# What may stand before the name: a heading, a place, a courtesy.
_BEFORE = (
    r"^(?:[^:,\"`'=]{3,40}: )?(?:(?:by the way|oh|and|also|so|note|yes|ok|well|from (?:here|now) on"
    r"|[\w' ]{0,24}glossary|from \w+|for (?:the record|context|newcomers)|fyi|btw)[,:]? )*"
    r"(?:(?:in|on|for|at|under|within) [^,\"=:]{2,30}?,? )?(?:the (?:word|term|name|phrase) |an? |the |our |little )?"
)
_PLACE = (
    r"(?:,? ?\(?(?:here|for us|with us|internally|always|also|officially|by the way|fyi|for newcomers|these days"
    r"|(?:in|on|at|within) (?:(?:our|this|these|that|the|column|contract)\b(?: [\w-]+){0,2}?|code|contracts|pricing"
    r"|\w+))\)?,?)?"
)
_MEANS = (
    r"(?:means?|denotes?|equals?|stands? for|refers? to|describes?|counts?|covers?|includes?|signif(?:y|ies)"
    r"|(?:can|will|shall|does) mean|is short for|is shorthand for|is for)"
)
_IS = r"(?:is|are|'s|(?:isn't|aren't)(?=.*(?:\bbut\b|\bit'?s\b|\bit is\b|\bthey'?re\b)))"
_KIND = (
    r"(?:the|an?|our|any|all|one|two|three|several|every\w*|what|when|where|how|whatever|whoever|who|if|those|people"
    r"|someone|something|anything|(?!here\b|\w+ed\b)[\w-]+ (?:of|for|that|which|with|per|to|between|with|without"
    r"|whose|who)|not)\b"
)
_NO_STATE = (
    r"(?!(?:not |still |now |always |already |just |too |very |really |currently |also )*(?:broken|failing"
    r"|missing|wrong"
    r"|slow|empty|gone|down|up(?! to\b)|red|green|flaky|fine|good|bad|ok|done|ready|ugly|over|[a-z]+(?:ed"
    r"|ing)\b(?! (?:of|by|with) an?"
    r"\b)|in|on|at|out|off|from)\b)"
)
_WHO = r"(?:we|i|you|they|people|everyone|everybody|folks|ops|devs|sales|support|he|she|[A-Z]\w+|the \w+)"

# in the team we also say "tombs" for stubs
_SAME = _Form(
    regex(
        rf"\b(?:we|they|people|folks|ops|devs|everyone|some|others)(?: \w+){{0,2}} (?:say|write) (?P<name>{_Q})"
        r" (?:for|instead of|when (?:we|they) mean) (?P<what>\S.+)"
    ),
    _SURE,
)
_EN = (
    # bus = a sum point in the mixer; "raw" = as scraped
    _Form(regex(rf"{_BEFORE}(?P<name>{_Q}|{_CAPS}){_PLACE} ?(?::=|=|≙|→|==) ?(?P<what>(?!\d+$)\S.+)"), _SOME),
    _Form(
        regex(
            rf"{_BEFORE}(?P<name>{_WORDS}){_PLACE} (?::=|=|≙) (?P<what>(?!true|false|null"
            rf"|none)[A-Za-z][\w'-]*(?: |, )\S.*)"
        ),
        _SOME,
    ),
    # flag 3 = suspicious, flag 4 = known bad
    _Form(regex(rf"^(?P<name>{_WORDS}) = (?P<what>[A-Za-z]\S*)$"), _MANY),
    # FNOL: first notice of loss; "soft brick": answers pings but ignores commands
    _Form(regex(rf"{_BEFORE}(?P<name>{_Q}){_PLACE}(?:: | [—–-] )(?P<what>[A-Za-z]\S* \S.+)"), _ANY),
    _Form(regex(rf"{_BEFORE}(?P<name>{LIKE_CODE}|{_CAPS}){_PLACE}(?:: | [—–-] )(?P<what>[a-z]\S* \S.+)"), 30),
    # headword: the form under which …; flaky, in our usage: fails …
    _Form(
        regex(
            r"^(?:and |also )?(?P<name>[\w-]+(?: [\w-]+)?)(?:: | [—–-] )"
            r"(?P<what>(?:the|an?|any|every\w*|anything|someone|people|all|one) \S+ \S.+)"
        ),
        _MANY,
    ),
    _Form(
        regex(
            r"^(?P<name>[\w-]+(?: [\w-]+)?), (?:in our|for (?:us|new)|here|with us)\b[^:,]{0,24}(?:: "
            r"| [—–-] )(?P<what>\S+ \S.+)"
        ),
        _SOME,
    ),
    # "latest" always means by loaded_at; the word 'lot' means …
    _Form(regex(rf"{_BEFORE}(?P<name>{_MARKED})(?: [a-z]+s)?{_PLACE} {_MEANS} (?P<what>\S.+)"), _ANY),
    # "epoch" in this project is a 2-second window; GCS isn't X, it's Y
    _Form(regex(rf"{_BEFORE}(?P<name>{_Q})(?: [a-z]+)?{_PLACE} {_IS} (?P<what>{_NO_STATE}\S.+)"), _SOME),
    _Form(regex(rf"{_BEFORE}(?P<name>{_CAPS}|{LIKE_CODE}){_PLACE} {_IS} (?P<what>{_NO_STATE}\S.+)"), _MANY),
    # a bib is the number a runner wears; Otter is the old daemon
    _Form(
        regex(
            rf"^(?:in \S+ [\w-]+,? )?(?:an? |so an? )?(?P<name>[\w-]+(?: [\w-]+)?){_PLACE} {_IS} (?P<what>{_KIND}.+)"
        ),
        _MANY,
    ),
    # kerf means the width of the cut
    _Form(regex(rf"{_BEFORE}(?P<name>{_WORDS}){_PLACE} {_MEANS} (?P<what>\S.+)"), _MANY),
    # when ops say "the farm" they mean …; by "headroom" i understand …
    _Form(
        regex(
            rf"\b(?:when(?:ever)?|if) (?:{_WHO}|[a-z]+)(?: \w+)? (?:says?|writes?|talks? (?:of|about)|mentions?) "
            rf"(?P<name>{_Q}|{_WORDS}),? {_WHO}(?:'m| am|'re| are|'s| is)? (?:means?|talking (?:of|about)"
            rf"|refer(?:ring)? to"
            r"|refers to|thinking of) (?P<what>\S.+)",
            re.IGNORECASE,
        ),
        _ANY,
    ),
    _Form(
        regex(
            rf"\b(?:by|with|under) (?P<name>{_Q}|{_WORDS}),? {_WHO} (?:means?|understands?|refer to) (?P<what>\S.+)",
            re.IGNORECASE,
        ),
        _ANY,
    ),
    _Form(
        regex(
            rf"\b(?P<name>{_Q}|[\w-]+ [\w-]+),? by (?:which|that) {_WHO} (?:means?|understands?) (?P<what>\S.+)",
            re.IGNORECASE,
        ),
        _SOME,
    ),
    # think of a depot as a warehouse with wheels; let "drift" denote …; say "parcel" for the unit
    _Form(
        regex(rf"^think of (?:an? |the |our )?(?P<name>{_Q}|{_WORDS}) as (?P<what>\S.+)", re.IGNORECASE),
        _ANY,
    ),
    _Form(regex(rf"^let (?P<name>{_Q}|{_WORDS}) (?:denote|mean|stand for|be) (?P<what>\S.+)", re.IGNORECASE), _ANY),
    _SAME,
    _Form(regex(rf"\b(?:say|use|write) (?P<name>{_Q}) (?:for|to mean|when we mean) (?P<what>\S.+)"), _SOME),
    # for passes over the data we say "sweep"; the old portal we call "Grandma"
    _Form(
        regex(rf"^(?:for )?(?P<what>\S.{{3,}}?),? {_WHO} (?:say|call|named?) (?:it )?(?:an? |the )?(?P<name>{_Q})"),
        _ANY,
    ),
    # we call it a "burn" when …; we call a customer in debt "underwater"
    _Form(
        regex(
            rf"\b{_WHO} (?:\w+ )?(?:calls?|named?|dub(?:bed)?) (?:it|this|that|them) (?:an? "
            rf"|the )?(?P<name>{_Q}|[\w-]+"
            rf"(?: [\w-]+)?) (?P<what>(?:when|if|once|whenever) \S.+)"
        ),
        _SOME,
    ),
    _Form(
        regex(
            rf"\b{_WHO} (?:\w+ )?(?:calls?|named?|refers? to|dub(?:bed)?) (?P<what>(?:an? |the |our "
            rf"|\w+ )\S.{{2,60}}?) "
            rf"(?:as )?(?:an? |the )?(?P<name>{_Q})"
        ),
        _SOME,
    ),
    # slot zero is called "the shadow"; X is what they call the stem; the UI thing is called pane with us
    _Form(
        regex(
            rf"^(?P<what>\S.{{2,}}?) (?:is|are|gets?) (?:(?:called|named|known as|nicknamed|dubbed)"
            rf"|what {_WHO}(?: \w+)? calls?)"
            rf" (?P<name>{_Q}|(?:the |an? )?[\w-]+)(?=[ ,.;]|$)"
        ),
        _SOME,
    ),
    # a snapshot with no parent is a "root"; the person is "driver"
    _Form(
        regex(
            rf"^(?P<what>(?:an? |the |our |any |every)\S.{{3,}}?) (?:is|are|becomes?|stays?) (?:an? "
            rf"|the )?(?P<name>{_Q})$"
        ),
        _MANY,
    ),
    # quarantine zone, rows that failed validation
    _Form(
        regex(
            r"^(?P<name>[\w-]+(?: [\w-]+)?)[,?] (?P<what>(?:it'?s |that'?s |i\.e\.,? )?(?:an? |the |any |all )?[\w-]+"
            r"(?: [\w-]+)? (?:that|who|whose|which|where|without)\b.+)"
        ),
        _MANY,
    ),
)
_ELIDED_EN = regex(rf"^(?:and )?(?:an? |the |by |big )?(?P<name>{_Q}|{_CAPS})(?: for)? (?P<what>\S.*)")
_CUT_EN = regex(
    rf"(?:[;,]|,? and|[;,] and) (?=(?:an? |the |by |big )?(?:\"[^\"]{{1,24}}\"|{_CAPS}) (?!and\b|or\b|too\b)\S)"
    r"|[;,] (?:and )?(?=(?:an? |the )?[\w-]+(?: [\w-]+)? (?:is|means|=) \S)"
)

_QZ = r"(?:[\"'「『][^\"'」』\n]{1,16}[\"'」』]|`[^`\n]{1,30}`)"
_LATIN = r"(?:[A-Za-z][\w+/-]{1,20})"
_HAN = r"[\u4e00-\u9fff]{2,8}?"
_BEFORE_ZH = (
    r"(?:^|[,。;:] ?)(?:(?:我们|咱们?|大家)?(?:这边|这里|组里)?(?:说)?的|我们说|开发说|业务说|运营说|所谓的?|一个"
    r"|[^,。;:\"=]{0,10}?(?:里|中|内|上)的?)? ?"
)
_PLACE_ZH = (
    r"(?:[((][^()()]{1,16}[))])?(?: ?,?(?:在[^,。\"]{1,10}?(?:里|中|组|这|这边|上)?|这里|这个词|这儿|其实|本质上))? ?"
)
_MEANS_ZH = (
    r"(?:就是指|指的就?是|就是|是指|特指|专指|仅指|只指|指(?!数|定|标|向|针|南|令|纹|导|挥|派|明|代|到)"
    r"|即(?=[^使将可便时刻日])"
    r"|意思是|代表|表示|记作|等于|的标准是|的定义是|的意思是|的口径是|≈|=)"
)
_ZH = (
    # "哑表"就是连续 72 小时没上报的表
    _Form(regex(rf"{_BEFORE_ZH}(?P<name>{_QZ}){_PLACE_ZH},?\s*{_MEANS_ZH}\s*(?P<what>[^,。;].*)"), _SURE),
    _Form(
        regex(
            rf"{_BEFORE_ZH}(?P<name>{_QZ}){_PLACE_ZH}(?:是|:|按(?!钮|键|下)|只算|算|叫)\s*(?P<what>(?!谁|什么|哪|对的|错"
            rf"|坏)[^,。;].*)"
        ),
        _SOME,
    ),
    # "云仓"不是我们的仓,是顺丰代管的仓
    _Form(
        regex(rf"{_BEFORE_ZH}(?P<name>{_QZ}|{_LATIN}|{_HAN})\s*(?P<what>不是[^,。;]{{1,20}},\s*而?是\s*\S.+)"),
        _MANY,
    ),
    # 租户=签合同的法人公司; 低保=最低生活保障,低收入=…
    _Form(
        regex(
            rf"(?:^|[,。;:] ?)(?P<name>{_QZ}|{_LATIN}|[\u4e00-\u9fff]{{2,10}}){_PLACE_ZH}\s*(?:=|≙)\s*"
            r"(?P<what>[^,。;]*[\u4e00-\u9fff]{2}.*)"
        ),
        _SOME,
    ),
    # 候补是说:号满了排队,有人退号按先后转正
    _Form(regex(rf"^(?P<name>{_LATIN}|{_HAN})(?:是说|就是说|的意思(?:就)?是)[:：]\s*(?P<what>[^,。;].{{4,}})"), _SURE),
    # TEU 是二十英尺标箱; CDC 在我们 repo 里是 change data capture; 去优化(deopt)特指…
    _Form(regex(rf"{_BEFORE_ZH}(?P<name>{_LATIN}|{_HAN}){_PLACE_ZH}{_MEANS_ZH}\s*(?P<what>[^,。;].+)"), _MANY),
    _Form(
        regex(
            rf"(?:^|[,。;:] ?)(?P<name>{_LATIN}|{_HAN}){_PLACE_ZH}(?:是|只算|只当|按(?!钮|键|下))\s*"
            r"(?P<what>(?!谁|什么|哪|不是|对的|错|个)[^,。;]{2,}.*)"
        ),
        _MANY,
    ),
    # 冷启动:断电超过两小时后的第一次上电
    _Form(
        regex(
            rf"^(?P<name>{_QZ}|{_LATIN}|[\u4e00-\u9fff]{{2,8}})(?: ?(?:语义|口径|定义"
            rf"|含义)\S{{0,4}})?:(?P<what>[^,。;]{{3,}}.*)"
        ),
        _MANY,
    ),
    # 咱们内部把分配之前的 IR 叫"高 IR"; 我们管没绑定门店的导购叫"散兵"
    _Form(
        regex(
            rf"(?:管|把)\s*(?P<what>[^,。]{{2,40}}?)\s*(?:叫做?|称为|称作|叫成"
            rf"|简称)\s*(?P<name>{_QZ}|[A-Za-z][\w-]*(?: [a-z]+)?)"
        ),
        _SURE,
    ),
    # bot 内部叫"木人"; 之后的叫"低 IR"; 遥信、遥测,合称四遥
    _Form(
        regex(
            rf"(?:^|[,。;:] ?)(?P<what>[^,。;:]{{2,30}}?)(?:在[^,。]{{1,8}}?里)?(?:内部|这边|我们|平时)?(?:都|也)?"
            rf"(?:叫做?|称为|称作|记作|俗称)\s*(?P<name>{_QZ})"
        ),
        _SOME,
    ),
    _Form(
        regex(
            r"^(?P<what>[^。;]{3,40}?),?(?:合称|统称|并称)(?:为)?\s*\"?(?P<name>[\u4e00-\u9fff]{2,6}?)\"?(?=[,。;]|$)"
        ),
        _SOME,
    ),
)
# Whatever the joint: where a sentence tells a term and nothing else so clearly, its marked name, else its head, is it.
_LOOSE_ZH = (
    _Form(regex(rf"(?P<name>{_QZ})(?P<what>(?!.*(?:坏|报错|出错|失败|不见|没反应|不对|不显示|点不)).{{4,}})"), 90),
    _Form(
        regex(
            rf"(?:^|[,。;:] ?)(?:[^,。;:]{{2,8}}的)?(?P<name>{_LATIN}|[\u4e00-\u9fff]{{2,6}}?)(?:里面?)?(?:的)?\s*"
            r"(?P<what>(?:是|=|含|包含|不含|按|指|从|只|分[为三两四]|不算|就算|才算).{3,})"
        ),
        110,
    ),
)
_FAULT = r"(?!.*\b(?:broken|fails?|failing|crash\w*|missing|wrong|error|bug|sorts?|shows?)\b)"
_LOOSE_EN = (
    _Form(regex(rf"^(?:[^:]{{3,30}}: )?(?:an? |the |our )?(?P<name>{_Q})(?P<what>{_FAULT}.{{6,}})$"), 120),
    _Form(regex(rf"^(?:an? |the |our )?(?P<name>{_CAPS}|{LIKE_CODE})\b(?P<what>{_FAULT}.{{6,}})"), 90),
)
_CUT_ZH = regex(
    rf"[,;、] ?(?=(?:{_QZ}|{_LATIN}|[\u4e00-\u9fff]{{2,8}}?)\s*(?:就是|指|是(?!不)|=|特指))"
    rf"|[,;] ?(?=[^,;:\"]{1, 8}叫[\"「])| (?=[\"「『][^\"」』]{{1,8}}[\"」』]是)"
)
_ELIDED_ZH = regex(rf"^(?P<name>{_QZ})\s*(?P<what>[^,。;的].+)")

# Marks that head a sentence and name nothing.
_NO_NAME = regex(
    r"(?:TODO|FIXME|NOTE?|NB|PS|FYI|BTW|BUG|WARN(?:ING)?|ERROR|INFO|DEBUG|TL;?DR|OK|EDIT|UPDATE|ASAP|IMO|AFAIK"
    r"|WIP|RE|WHY"
    r"|HOW|ALSO|YES|NO|AND|OR|NOT|ALL|THIS|IT|WE|I|question|problem|idea|goal|plan|context|background|reason"
    r"|result|error"
    r"|fix|bug|step|task|status|today|next|first|second|option|decision|rule|answer|example|summary|update|deadline"
    r"|expected|actual|done|same|yes|true|false|what|which|everything|something|nobody|someone|he|she|they|there"
    r"|now|then|here|so|the|a|an)",
    re.IGNORECASE,
)
_POINTER = regex(
    r"^(?:this|that|these|those|it|they|he|she|we|you|my|your|his|her|their|there|here|which|who|what|if|when"
    r"|because|since"
    r"|let|please|can|could|should|would|will|do|don't|does|did|i|also|and|but|all|no|not|only|just|maybe|add"
    r"|use|make"
    r"|set|put|fix|run|move|every|each|some|most|another|one|today|yesterday|tomorrow|\d[\d.]*)\b",
    re.IGNORECASE,
)
_POINTED = regex(r"\b(?:that|this|it|there|which|what|they|we|you|i)$", re.IGNORECASE)
_NO_WHAT = regex(
    r"^(?:a |the |an )?(?:nothing|trouble|what we use|ok(?:ay)?|fine|free|likely|easy|hard|right|wrong|best"
    r"|worst|same|only|way|good|bad|nice|better|problem|issue|culprit|cause|reason|plan|idea"
    r"|bug|mess|must|shame|pity|lie|joke|default|limit|floor|ceiling|priority|blocker|\d+(?:st|nd|rd|th)|bit|lot"
    r"|thing)\b",
    re.IGNORECASE,
)

_NO_WHAT_ZH = regex(
    r"(?:这么|那么|这样|那样|被|到|谁|什么|哪|另一?回事|一回事|不是(?!.*是)|对的|错的|坏的?|有问题|没(?:问题|用"
    r"|必要|法|事))"
)


def terms(text: str, lang: str, lead: int) -> tuple[Definition, ...]:
    """The terms that a sentence tells in a loose form, in order; `lead` says how clearly it tells any."""
    zh = lang == "zh"
    if not zh and (where := PLACE.match(text)):
        text = text[where.end() :]
    found: list[Definition] = []
    for part in _parts(text, _CUT_ZH if zh else _CUT_EN):
        made = _first(part, zh, lead) or (_elided(part, zh) if found and lead >= _MANY else None)
        if made is not None:
            found.append(made)
        elif found:
            found[-1] = Definition(found[-1].name, found[-1].aliases, f"{found[-1].meaning}, {part}")
    return tuple(found)


def _parts(text: str, cut: re.Pattern[str]) -> list[str]:
    parts, start = [], 0
    for match in cut.finditer(text):
        if text.count('"', 0, match.start()) % 2 == 0 and text[start : match.start()].strip():
            parts.append(text[start : match.start()].strip())
            start = match.end()
    return [*parts, text[start:].strip(" ,;")]


_FORMS_ZH, _FORMS_EN = (*_ZH, *_LOOSE_ZH), (*_EN, *_LOOSE_EN)
_SHAPES_ZH, _SHAPES_EN = (
    Lexicon({str(n): form.shape for n, form in enumerate(forms)}) for forms in (_FORMS_ZH, _FORMS_EN)
)


def _first(part: str, zh: bool, lead: int) -> Definition | None:
    forms, shapes = (_FORMS_ZH, _SHAPES_ZH) if zh else (_FORMS_EN, _SHAPES_EN)
    for n in shapes.places(part) if part.isascii() else range(len(forms)):
        form = forms[n]
        match = form.shape.search(part) or (None if zh else form.shape.search(part[:1].lower() + part[1:]))
        if match is None:
            continue
        name = _bare(match["name"])
        if lead < form.least and not (match["name"][:1] not in "\"'`" and spells(name, match["what"])):
            continue
        if _names(name, match["name"], zh) and not (_NO_WHAT_ZH if zh else _NO_WHAT).match(match["what"]):
            other = _other_name(match) if form is _SAME else ()
            return Definition(_as_in(name, part), (*other, *_aliases(match["what"], zh)), part.strip(" ,;:"))
    return None


def _other_name(match: re.Match[str]) -> tuple[str, ...]:
    """`we also say "tombs" for stubs`: two names of one thing."""
    found = re.match(r"(?:the |our |an? )?([\w-]+(?: [\w-]+)?)(?=[,.;]|$)", match["what"])
    return (found[1],) if found else ()


def _elided(part: str, zh: bool) -> Definition | None:
    """`LOQ limit of quantification`: the verb stands in the part before."""
    match = (_ELIDED_ZH if zh else _ELIDED_EN).match(part)
    name = _bare(match["name"]) if match else ""
    return Definition(name, (), part.strip(" ,;:")) if match and _names(name, match["name"], zh) else None


def _bare(name: str) -> str:
    inner = name.strip().strip("\"'`「」『』").strip()
    return re.sub(r"^(?:an?|the|our) (?=\S)", "", inner, flags=re.IGNORECASE) if inner == name.strip() else inner


def _as_in(name: str, part: str) -> str:
    """The name as the sentence has it, which may have begun with its capital."""
    at = part.lower().find(name.lower())
    return part[at : at + len(name)] if at >= 0 else name


def _names(name: str, written: str, zh: bool) -> bool:
    """Whether the words can be a name: no pointer, no heading, no whole clause."""
    marked = written[:1] in "\"'`「『"
    if not name or (len(name) < 2 and not marked) or not re.search(r"\w", name):
        return False
    if zh:
        return marked or not (_NO_NAME.fullmatch(name) or BAD_NAME_ZH.search(name))
    pointer = _POINTER.match(name) or _POINTED.search(name)
    return marked or not (pointer or _NO_NAME.fullmatch(name) or BAD_NAME_EN.match(name))


_ALIAS = regex(
    r"\bin (?:the )?code (?:it'?s|it is"
    r"|called)(?: called)? `?(?P<name>[A-Za-z_]\w+)`?",
    re.IGNORECASE,
)
_ALIAS_ZH = regex(r"(?:简称|又叫|也叫|俗称|代码里叫)\s*\"?(?P<name>[\w\u4e00-\u9fff]{2,12})")


def _aliases(what: str, zh: bool) -> tuple[str, ...]:
    return tuple(match["name"] for match in (_ALIAS_ZH if zh else _ALIAS).finditer(what))
