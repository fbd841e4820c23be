"""Titles and texts of claims: a person's words without chat, tasks and scaffolding."""

from __future__ import annotations

import re
from functools import lru_cache

from memwiki.compile import cues
from memwiki.compile.headlines import unaddressed
from memwiki.compile.language import clauses, has_han
from memwiki.compile.wishes import WISHED
from memwiki.compile.wording import capital
from memwiki.regexes import regex

LIMIT = 80

_HEADS_EN = regex(
    r"^(?:(?:please |pls |plz )?(?:remember|keep in mind|note|don'?t forget|memori[sz]e)(?: (?:that|"
    r"this|to))?\s*[:,]?\s+(?!when\b)|(?:final |team )?decision(?: is)?\s*[:,]\s*|"
    r"(?:what|how) (?:i|we) want(?: is)?\s*[:,]\s*|(?:a |new |house |hard |one |another |my |our |"
    r"general )*rules?(?: (?:for (?:you|this \w+|the \w+)|here))?(?: is)?\s*[:,]\s*|"
    r"(?:we|i|team)(?:'ve| have)? (?:decided|agreed|settled)(?! against)(?: on| that| to)?\s*[:,]?\s*|"
    r"it'?s decided\s*[:,]\s*|(?:(?:the|that|this|our) )?(?:[\w-]+ ){0,3}(?:question|matter|choice|topic|debate"
    r"|discussion) (?:is|was|'s) (?:now )?(?:settled|decided|closed|done|over|clear)\s*[:,.]\s*(?:so )?|"
    r"(?:from (?:now|here|today) (?:on(?:wards?)?|out|forward)|going forward|in (?:the )?future|henceforth)\s*[:,]?\s*|"
    r"(?:can|could|would|will) (?:you|u) (?:please |pls |just )?|(?:sorry|oops|wait|no)?,? ?i meant\s+|"
    r"(?:sorry|oops|my bad|whoops)\s*[:,]?\s+|i(?:'d| would)? (?:like|want) (?:you )?to\s+|"
    r"(?:correction|policy|convention|conclusion|agreed|final)\s*[:,]\s*|"
    r"(?:(?:as )?(?:to|for)|re|about|regarding|on) your (?:\w+ )?questions?\b[^:,]{0,30}[:,]\s*|"
    r"(?:oh,? )?(?:before i forget|while i remember|one (?:small|more|last|other) thing)\s*[:,.]\s*|"
    r"scratch that\s*[:,.]?\s*|[^:]{0,30}\b(?:rules?|decisions?|things?|thought about it|plan is|"
    r"conventions?)\b[^:`]{0,24}:\s+|"
    r"(?:can|could) we (?:please |pls |just )|let'?s (?:just )?|so\s*[:,]?\s+|(?:please|pls|plz)\s+)",
    re.IGNORECASE,
)
_HEADS_ZH = regex(
    r"^(?:[^:,。]{0,14}(?:规矩|定了|决定了?|结论|拍板了?|说好了?|商量好了?)[^:,。]{0,4}:\s*|(?:请|"
    r"要)?(?:记住|记一?下|记得|牢记|别忘了?|不要忘)(?:了|一下)?[,,::\s]*|(?:定|加|立|"
    r"说)(?:个|一个|一条|条)(?:规矩|规则|规范)[,,::\s]*|(?:规矩|规则|规定|约定|结论|决定|"
    r"最终决定)(?:是)?[,,::]\s*|"
    r"(?:以后|今后|往后|从现在(?:开始|起)|从今天(?:开始|起))[,,::\s]*|(?:我们)?(?:商量|讨论)(?:好|过)?了?[,,::\s]+)"
)
_TAIL_EN = regex(
    r"[\s,;:]+(?:please|pls|plz|thx|thanks|ok|okay|lol|haha|btw|tho|though|i think|i guess|imo|:\)|;\)|"
    r"or so|and|but|so|or|such as|for example|for instance|e\.g\.?)$|\s*\([^()]*\b(?:lol|haha)\b[^()]*\)$"
    r"|[\s,.;:!~-]+$",
    re.IGNORECASE,
)
_TAIL_ZH = regex(r"(?:[,,]?(?:比如|例如|譬如)说?|吧|了哈|哈|啊|呀|哦|哈哈+|谢谢|谢了|辛苦了?|好吗)?[\s,,。.;;!!~]*$")
_FRONTED = regex(
    r"^(?P<pp>(?:for|in|on|as for|regarding) (?:the |our |all )?[\w` -]{2,40}?),? let'?s (?:just )?(?P<rest>.+)$",
    re.IGNORECASE,
)
_TASK_TAIL_EN = regex(
    r"^(?:(?:and|so|then|now|please|pls|can (?:you|u)|could (?:you|u)) )*(?:fix|implement|add|update|"
    r"change|migrate|convert|rename|adapt|adjust|clean|go ahead|do it|make (?:it|that)|apply|wire|"
    r"refactor|remove|delete|start|commit|push|run)\b(?!.*\b(?:always|never)\b)"
    r"(?! (?!the|this|that|these|those|it|an?|my|our|your)[\w-]+(?: in [\w ]{2,30}?)? (?:is|are|must|"
    r"should)\b)",  # commit subjects are …
    re.IGNORECASE,
)
_TASK_TAIL_ZH = regex(
    r"^(?:顺手|顺便|先把|再把|把|帮我|麻烦|你(?:先|把|去|来)|现在(?:去|先|就)?(?:改|把)|老的|旧的|"
    r"今天(?:先|要|把)|先(?:改|写|做|加|把|从)|去(?:改|把)|直接改)"
)


_ANNOUNCED = regex(
    r"^(?:(?:and|also|oh|please|pls|ok|so) )*"
    r"(?:(?:remember|keep in mind|note|memori[sz]e|don'?t forget)(?: that| this)?\s*[:,]\s*|"
    r"(?:remember|keep in mind) that\s+|"
    r"(?:(?:as )?(?:to|for)|re|about|regarding|on) your (?:\w+ )?questions?\b[^:,]{0,30}[:,]\s*|"
    r"(?:final |team )?decision(?: is)?\s*:\s*|(?:what|how) (?:i|we) want(?: is)?\s*:\s*|so\s*:\s*|"
    r"(?:a |new |house |hard |one |another |my |our |general )*"
    r"rules?(?: (?:for (?:you|this \w+|the \w+)|here))?(?: is)?\s*:\s*|"
    r"(?:correction|policy|convention|conclusion|agreed|final|it'?s decided)\s*:\s*|"
    r"(?:sorry|oops|wait|no|my bad|whoops)?[,:]?\s*\bi meant(?: to say)?\s*[:,]?\s+)|"
    r"^(?:请|要)?(?:记住|牢记|记一?下|别忘了)(?:了|一下)?[,,::：，\s]+|"
    r"^(?:定|加|立|说)(?:个|一个|一条|条)(?:规矩|规则|规范)[,,::：，\s]+|"
    r"^(?:规矩|规则|规定|约定|结论|决定|最终决定)(?:是)?[::：]\s*",
    re.IGNORECASE,
)


def body(text: str, lang: str) -> str:
    """The statement: announcements, trailing orders and chat are cut off, everything else stays as it was said."""
    kept = _without_tasks(text, lang)
    return _trimmed(_ANNOUNCED.sub("", kept, count=1), lang)


@lru_cache(maxsize=1024)
def _trimmed(text: str, lang: str) -> str:
    tail = _TAIL_ZH if lang == "zh" else _TAIL_EN
    for _ in range(5):
        cut = tail.sub("", text).strip()
        if cut == text or not cut:
            break
        text = cut
    return text.strip()


_CONDITION = regex(
    r"^(?:if|when(?:ever)?|before|after|unless|every time|once|for|in)\b|^(?:如果|要是|当|每当|每次|"
    r"只要|一旦)|^[^,]{1,14}(?:时|前|后|的时候),",
    re.IGNORECASE,
)


_ASKED_ZH = regex(r"(?<=.{6})\s+(?:然后|顺便|另外|再)*(?:帮我|麻烦|你(?:先|帮|看)).*$")  # an order behind a space


def _without_tasks(text: str, lang: str) -> str:
    if lang == "zh":
        text = _ASKED_ZH.sub("", text)
    parts = clauses(text)
    tail = _TASK_TAIL_ZH if lang == "zh" else _TASK_TAIL_EN
    while len(parts) > (2 if _CONDITION.match(text) else 1) and tail.match(parts[-1]):
        at = text.rindex(parts[-1])
        if headless(f"{text[:at].rstrip(' ,:;，：')}: words", lang) == "words":
            break  # nothing but an announcement would be left
        text = text[:at].rstrip(" ,、;:-–—")
        parts = parts[:-1]
    return text


def title(text: str, lang: str) -> str:
    """A title of at most 80 characters, whole words, without the reason."""
    found = unaddressed(text.strip(), lang)
    if lang != "zh" and (match := _FRONTED.match(found)):
        found = f"{match['rest']} {match['pp']}" if not re.search(r"[,;:]", match["rest"]) else _refronted(match)
    found = headless(found, lang)
    if lang == "zh" and (match := _SO_ZH.match(found)):
        found = headless(match[1], lang)
    elif lang == "zh" and (match := _ENOUGH_ZH.match(found)) and explains(match["why"], lang):
        found = match["what"]
    if lang != "zh" and (match := NOT_YET.match(found)):
        found = headless(match[1], lang)
    if lang != "zh" and (match := WISHED.match(found)):
        found = f"{match['what']} {match['how']}"
    if lang != "zh" and (match := _BEFORE_SO.match(found)):
        found = headless(match[1], lang)
    found = re.sub(r"\s+(?:from now on|going forward)\b", "", found, flags=re.IGNORECASE) if lang != "zh" else found
    found = concise(found, lang)
    if lang != "zh" and (match := re.match(r"^([\w`.+-]+) (instead of|rather than|over) ", found)):
        found = f"Use {found}"
    return capital(_trimmed(" ".join(found.split()), lang))


# `not with three months to ship, we keep the actor tree`
NOT_YET = regex(
    r"^(?:not (?:with|before|until|while|when|in|for|at|now|yet)\b[^,]{0,60}), ((?:we|i|it|the|our|let'?s)\b.{8,})",
    re.IGNORECASE,
)
_SO_ZH = regex(
    r"^[^:]{6,}?,\s*(?:所以|因此|于是|那就|最后|最终)\s*(?:我们|咱们?|大家|组里|团队)?(?:就|都|商量)?(?:定了?"
    r"|决定了?|选了?|敲定了?|说好)?(?:是|了|就)?((?:用|改|走|上|换|按|不|先|把|采用|只|统一|由)[^,].{3,})$"
)
# 眼下质检室只有两个人,录不过来,报告以 PDF 传到 OSS 存着即可: what is enough, behind why
_ENOUGH_ZH = regex(
    r"^(?P<why>[^:。]{5,60}?),(?P<what>[^,。]{5,40}(?:即可|就行|就好|就可以|就够|为准|足矣)(?:了|吧)?(?:[,。].*)?)$"
)
_BEFORE_SO = regex(
    r"^.{8,}?,? so:? ((?:(?:let'?s|we|i|it|go|use)\b|(?:please |pls )?(?:nothing|never|always|only|don'?t|no|keep"
    r"|put|write"
    r"|leave|make|one|every|all)\b(?= \S+ \S)).*)",
    re.IGNORECASE,
)


def headless(text: str, lang: str) -> str:
    """The statement without the words that announce it: "remember:", "from now on", 记住."""
    heads = _HEADS_ZH if lang == "zh" else _HEADS_EN
    found = text.strip()
    for _ in range(4):
        cut = cues.without_lead(heads.sub("", found, count=1), lang)
        if cut == found or len(cut) < 4:
            break
        found = cut
    return found


def _refronted(match: re.Match[str]) -> str:
    head, mark, rest = re.split(r"([,;:])", match["rest"], maxsplit=1)
    return f"{head} {match['pp']}{mark}{rest}"


_OTHERWISE = regex(r"otherwise\W*$", re.IGNORECASE)


def concise(text: str, lang: str, most: int = LIMIT) -> str:
    """The first clauses within `most` characters, up to the one that gives the reason."""
    reason = cues.place(text, lang, "reason")
    if 8 < reason < len(text):
        behind = lang == "zh" or _OTHERWISE.match(text, reason)  # the word stands inside or behind its clause
        start = max(text.rfind(mark, 0, reason) for mark in (",", "。", ":")) if behind else -1
        text = text[: start if start > 4 else reason].rstrip(" ,;:(-–—、")
    parts = clauses(text)
    topical = int(
        bool(re.match(r"[^,，。]{2,40}[:：]", text) or conditional(text))
    )  # what stands before a colon is no clause of its own
    end = 0
    for n, part in enumerate(parts):
        stop = text.index(part, end) + len(part)
        if n > topical and (stop > most or (explains(part, lang) and not (end and _turns_to(text[:end], part)))):
            break
        end = stop
    text = text[:end] if end else text
    return _at_word(_trimmed(text, lang), most)


_EXPLAINS_EN = regex(
    r"^(?:(?:the|our|my|their|his|her|it|it'?s|its|they|we|i|i'?m|ci|he|she|that|this|which|there|"
    r"people|nobody|everyone|contracts|otherwise)\b|[\w' ]+ (?:is|are|was|were|has|have|wants?|needs?|"
    r"keeps?|gets?|looks?|feels?|sounds?|hits?|kills?|costs?|takes?|hurts?|loses?|yells?|breaks?|says?|asked|said"
    r"|wanted|complained|hit|had|got|became|signed|took|"
    r"went)\b)",
    re.IGNORECASE,
)


def continues(part: str) -> bool:
    """Whether a clause goes on with the statement: "never floats", "not bcrypt", "except in tests"."""
    return _RULEY.match(part) is not None


_RULEY = regex(
    r"^(?:not|never|no|always|only|and|or|unless|except|instead|with|without|in|on|at|max|but not|then|else)\b",
    re.IGNORECASE,
)


# `we no longer use moment, we switch to dayjs`: what is given up says less than what is taken.
_GIVES_UP = regex(
    r"^(?:(?:so|ok|and|but|from now on),? )*(?:we|i|the team)?\s*(?:are |'re |will |'ll )?"
    r"(?:no longer|not|never|don'?t|do not|won'?t|stop(?:ped)?|drop(?:ped)?|quit|done with|dump(?:ed)?"
    r"|leave|leaving)\b",
    re.IGNORECASE,
)
_TAKES = regex(
    r"^(?:and |but |now )*(?:(?:we|i|it|the team)(?:'re|'ll|'s)?|everything|all of it)\s+(?:now |will |are |is )*"
    r"(?:us(?:e|es|ing)|switch(?:ed|ing)?|mov(?:e|ed|es|ing)|go(?:es|ing)?|went|tak(?:e|es|ing)|took|stay(?:s|ing)?|"
    r"stick(?:s|ing)?|keep(?:s|ing)?|run(?:s|ning)?|ship(?:s|ping)?|build(?:s|ing)?|buy(?:s|ing)?|pick(?:ed)?|chose)\b",
    re.IGNORECASE,
)


def _turns_to(before: str, part: str) -> bool:
    return _GIVES_UP.match(before) is not None and _TAKES.match(part) is not None


_HAPPENED_ZH = regex(r"(?:因为)?(?:上次|上回|之前|昨天|前天|前几天|上周|上个?月|去年|有一?次)[^,。]{2,}[了过]$")


def explains(part: str, lang: str) -> bool:
    """Whether a clause only gives the reason for what stands before it."""
    if lang == "zh":
        if _HAPPENED_ZH.match(part):
            return True
        if cues.manner(part, "zh"):
            return False
        found = cues.find(part, "zh")
        return (
            not found.any(
                "contrast",
                "settle",
                "forever",
                "avoid",
                "must",
                "must_not",
                "changed",
                "parameter",
                "from_to",
                "decided",
                "no_more",
            )
            and len(part) > 4
        )
    return bool(_EXPLAINS_EN.match(part)) and not _RULEY.match(part)


# Words that cannot stand last.
DANGLING = regex(
    r"(?:\s+(?:a|an|the|of|to|in|on|for|with|and|or|by|at|from|is|are|was|be|as|that|which|when|if|even|over|into|its?"
    r"|our|their|your|my|his|her|has|have|will|can|has to be|what|how|than|not))+$",
    re.IGNORECASE,
)


def open_at(text: str, at: int) -> bool:
    """Whether a code span, a bracket or a quotation is open at that place."""
    head = text[:at]
    return bool(head.count("`") % 2) or head.count("(") > head.count(")") or head.count('"') % 2 == 1


# What only says what it is about: the statement is still to come.
_ABOUT = regex(
    r"^(?:as (?:for|to)|about|regarding|concerning|re|between|with)\b|^(?:关于|至于|假如|假设|万一|既然)", re.IGNORECASE
)
_JOINTS = (
    regex(r"[,，;；:：]\s*(?!\d{3})"),
    regex(r"\s+(?:and|but|because|so that|which|while|since)\s", re.IGNORECASE),
)


def conditional(text: str) -> bool:
    """Whether the text begins with a condition or with what it is about: its first clause is no statement."""
    return bool(_CONDITION.match(text) or _ABOUT.match(text)) and not _OFTEN.match(text)


_OFTEN = regex(r"once (?:an?|every|per) ", re.IGNORECASE)  # a frequency is no condition


_PART, _PART_ZH = 30, 12  # characters that a title keeps at least, where it ends between two parts


def _at_joint(text: str, most: int) -> str:
    """The text up to the last joint between two parts that fits; "" where there is none."""
    least = _PART_ZH if has_han(text) else _PART
    for joint in _JOINTS:
        places = [found.start() for found in joint.finditer(text[: most + 1])]
        if joint is _JOINTS[0] and conditional(text):
            places = places[1:]
        whole = [at for at in places if at >= least and not open_at(text, at)]
        if whole:
            return text[: whole[-1]]
    return ""


def _at_word(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    if part := _at_joint(text, most):
        return part
    cut = text[:most]
    if text[most : most + 1].isalnum() and cut[-1].isascii() and cut[-1].isalnum():
        cut = cut.rpartition(" ")[0] or cut
    cut = DANGLING.sub("", cut.rstrip(" ,;:、"))
    if cut.count("`") % 2:
        cut = cut[: cut.rfind("`")].rstrip()
    return cut
