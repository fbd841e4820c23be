"""What a page is called: its claim's title without what led in to it, what explains it, and what was cut badly."""

from __future__ import annotations

import re

from memwiki.compile import asked, cues, titles
from memwiki.compile.agreements import question
from memwiki.compile.brevity import brief, width
from memwiki.compile.headlines import headline, spelled
from memwiki.compile.language import clauses, has_han
from memwiki.compile.lead_ins import direct, unasked
from memwiki.compile.likeness import normal
from memwiki.compile.telling import parted
from memwiki.compile.wording import capital, without
from memwiki.compile.words_en import CHOICE_VERBS, HABIT_VERBS, TASK_VERBS
from memwiki.records import Claim
from memwiki.regexes import regex

_LONGEST = 90  # characters of a title that gets back the words of an open bracket
_LEAST, _LEAST_ZH = 12, 5


def name(claim: Claim) -> str:
    """The title of the page that this claim words."""
    if claim.kind == "concept":
        return _term(claim)
    lang = claim.lang
    if claim.source == "imported" or claim.model:
        return headline(claim.title, lang)  # somebody has written this title
    title = _worded(_whole(claim), claim)
    if claim.kind in ("decision", "preference"):
        for reason in claim.parts.get("reason", ()):
            title = _shorter(title, reason, lang)
        title = _valued(direct(_answered(title, claim), lang))
    if claim.kind == "decision":
        title = _asked_for(title, claim)
    return _finished(title, lang)


def _worded(title: str, claim: Claim) -> str:
    """The title without lead-ins; another sentence of the statement where nothing but one is left."""
    lang = claim.lang
    first = direct(headline(title, lang), lang)
    if claim.kind == "decision" and (so := _therefore(title, claim)):
        return so
    if claim.kind == "preference" and _COMPLAINS.match(first):
        first = _wanted(claim, first) or first
    if not empty(first):
        return first
    if lang == "zh":
        return _behind(claim.text, lang) or first
    said = [*parted(claim.text), *claim.parts.get("reason", ()), *claim.parts.get("cause", ())]
    for other in said:
        found = direct(headline(titles.title(other, lang), lang), lang)
        if not empty(found) and len(found) >= (_LEAST_ZH if has_han(found) else _LEAST):
            return found
    return first


# What somebody did, or how things are: the rule comes behind it.
_COMPLAINS = regex(
    r"(?:you(?!r| (?:never|always|only|must|shall|should|may|can|don'?t|do not|need|will|stop|first|just)\b)"
    r"|i (?:see|saw|have noticed|noticed|notice|know|found)\b|what is this|why (?:is|are|do|does|did)\b)"
    r"|(?:我(?:看|发现|發現)你?|你(?:又|老|总|總|怎么|怎麼|写的|寫的|画|畫|给我(?!看)|給我|发的|發的|把|漏|昨天|上次|上回|刚才|注意到|這個|这个|每次都)"
    r"|上次你|怎么又|怎麼又)",
    re.IGNORECASE,
)
_NO_RULE = regex(
    r"(?:像|比如|例如|譬如|别的|其它|其他)|(?:like|such as|e\.g\.|for (?:example|instance))\b", re.IGNORECASE
)
_RULES = "forever no_more stop_doing ask_first all_must must_not must permission avoid".split()


def _wanted(claim: Claim, complaint: str) -> str:
    """The sentence or clause of a rule that says what is wanted, where the first only complains."""
    lang = claim.lang
    said = [*parted(claim.text), *claim.parts.get("reason", ())]
    for one in [*said[1:], *(one for sentence in said for one in _tails(sentence))]:
        if (
            _COMPLAINS.match(one)
            or _NO_RULE.match(one)
            or one.endswith(("?", "？"))
            or not cues.find(one, lang).any(*_RULES)
        ):
            continue
        found = direct(headline(titles.title(one, lang), lang), lang)
        if len(found) >= (_LEAST_ZH if lang == "zh" else _LEAST) and not empty(found) and found != complaint:
            return found
    return ""


def _tails(sentence: str) -> list[str]:
    """The sentence from each clause behind its first one on."""
    return [sentence[sentence.index(part, 1) :] for part in clauses(sentence)[1:] if part in sentence[1:]]


def _behind(text: str, lang: str) -> str:
    """The title of what stands behind the clauses that say nothing."""
    found = [direct(headline(titles.title(text[one.end() :], lang), lang), lang) for one in _COMMA_ZH.finditer(text)]
    told = [rest for rest in found if len(rest) >= _LEAST_ZH and not empty(rest) and not _CAUSE_ZH.match(rest)]
    chosen = (rest for rest in told if cues.find(clauses(rest)[0], lang).any("settle", "decided", "changed", "from_to"))
    return next(chosen, told[0] if told else "")


_COMMA_ZH = regex(r"[,，。]|(?<=[㐀-鿿]) (?=[㐀-鿿])")
_CAUSE_ZH = regex(r"^[^,，]{2,12}的(?:缘故|原因)(?:[,，]|$)")
_THEREFORE = regex(
    r"^(?:so|therefore|hence|thus)[,:]?\s+(?!(?:that|far|long|many|much)\b|we (?:need|can|could|know)\b)"
    r"|^(?:所以|因此|于是)[,，]?\s*",
    re.IGNORECASE,
)
_DOES = regex(r"(?:we|i|let'?s|use|no|never|turned down)\b", re.IGNORECASE)
_CHOOSES = tuple(
    "decided settle go_with we_do lets changed from_to contrast will_be parameter scrap no_more".split(),
)


def _therefore(title: str, claim: Claim) -> str:
    """The sentence that draws the conclusion, where the title only tells a fact: `all farms got fibre. so we …`."""
    lang = claim.lang
    if (
        cues.find(title, lang).any(*_CHOOSES)
        or not titles.explains(title, lang)
        or _DOES.match(title)
        or (lang == "zh" and claim.act == "replace")
    ):
        return ""
    for one in [*parted(claim.text)[1:], *(claim.parts.get("reason", ()) if lang != "zh" else ())]:
        if (found := _THEREFORE.match(one)) and not one.endswith(("?", "？")) and not _ORDERS.match(one, found.end()):
            drawn = direct(titles.title(one[found.end() :], lang), lang)
            return drawn if len(drawn) >= (_LEAST_ZH if lang == "zh" else 16) else ""
    return ""


# `so please rip out the modem driver`: what is to be done now
_ORDERS = regex(r"\s*(?:please|pls|can (?:you|u)|could (?:you|u)|请|麻烦|帮)", re.IGNORECASE)
# What only announces, thanks, agrees or points: the matter stands in the next sentence.
_EMPTY = regex(
    r"""^(?:
      (?:wait,?\ |yes,?\ |ok,?\ )?(?:i\ know\ this(?:\ one)?|we\ discuss(?:ed)?(?:\ (?:it|this|that))?|you\ can
      |forget\ (?:it|that)|(?:we|i)(?:'ve|\ have)?\ changed\ (?:our|my)\ minds?|scrap\ (?:that|it)(?:\ then)?|both|yes
      |no|sorry|thank\ you|thanks|that(?:'?s|\ is)\ (?:it|all|what\ we\ need)|very\ good(?:\ \w+)?|(?:like|as)\ you\ say
      |always(?:\ that)?|do\ it\ like\ (?:this|that)(?:\ always)?
      |it(?:\ i|')s\ decided|\w+\ removed|removed\ again
      |\d+\ (?:\w+\ )?(?:pass|passed|green))
      |(?:我们?)?(?:决定了?|定了|拍板了?)|就?(?:这么|这样)(?:定|办|干|来)?了?|不用了|[前后]者|两个都要|都统一|[一-鿿]{2,4}(?:说了|同意了|拍板了)|了解
      |这样好|是的|好的|对的?|嗯+|都这样|[也再]?别[加动]了?
    )[\s,.!。,!]*$""",
    re.IGNORECASE | re.VERBOSE,
)


def empty(title: str) -> bool:
    """Whether a title says nothing of what its page is about."""
    return _EMPTY.match(title) is not None


# A warning's clause that points back: what it warns of stands before it.
_POINTS_BACK = regex(
    r"(?:that'?s (?:how|why|what|where|when)|that is (?:how|why)|this (?:is|was)|otherwise|else|then|so|there)\b"
    r"|(?:这样|那样|不然|否则|所以)",
    re.IGNORECASE,
)


def _whole(claim: Claim) -> str:
    """The claim's title; of a warning whose title points back, the sentence from its beginning."""
    title = claim.title
    if claim.kind != "gotcha" or not _POINTS_BACK.match(title):
        return title
    first = next(iter(parted(claim.text)), "")
    longer = direct(asked.title(first), claim.lang)
    return longer if len(longer) > 8 and not _POINTS_BACK.match(longer) else title


def _shorter(title: str, reason: str, lang: str) -> str:
    """The title without the reason that its page tells apart, where a statement is left."""
    cut = without(title, reason).strip()
    at = title.casefold().find(reason.casefold()[:20]) if len(reason) > 20 else -1
    if at > 0 and reason.casefold().startswith(title.casefold()[at:]):
        cut = title[:at].strip(" ,;:-–—，；：")  # the title broke off within the reason
    if len(cut) < (_LEAST_ZH if lang == "zh" else _LEAST) or cut.endswith("的"):
        return title
    if lang == "zh" and not title.startswith(cut):
        return title  # what stands before a reason is often what it is about
    if not titles.conditional(cut) or re.search(r"[,，:]", cut):
        return cut
    orders = {word.casefold() for word in cut.split()[3:]} & (TASK_VERBS | CHOICE_VERBS | HABIT_VERBS)
    return cut if orders else title  # `when you propose something`: what is to be done is still to come


# -- a question and its answer ------------------------------------------------------------------------------------

_PAIR = regex(r"^(?P<about>.+?)\s*[:：]\s*(?P<said>[^:：]+)$")
_VAGUE_HEAD = regex(
    r"^(?:ideas?|thoughts?|think|takes?|want|options?|opinions?|suggestions?|proposals?|advice|which(?: one)?|what"
    r"|answer|smaller|simpler|cheaper|better|easier|alternative(?:ly)?|not now)$",
    re.IGNORECASE,
)
# What the question asks of the agent, before or behind what it is about.
_ASKED_OF = regex(
    r"(?:^|[,，]\s*)(?:先给[^,，]*|给[^,，]{0,6}(?:方案|思路|建议|主意)|不要动代码|先别[^,，]*|想想办法|瞅瞅[^,，]*|看看[^,，]{0,6}|怎么看|咋办"
    r"|有(?:什么|啥)[^,，]{0,6}(?:idea|办法|建议))(?=[,，]|$)",
    re.IGNORECASE,
)
_CHOICE = regex(r"^(?P<what>.+?),? (?:[\w .+-]{1,24}) or [\w .+-]{1,24}$", re.IGNORECASE)
_CHOICE_ZH = regex(r"^(?P<what>.{3,}?)[,，][^,，]*还是[^,，]*$")
_LED = regex(r"^(?:for|re|about|regarding|as (?:for|to)|on)\s+(?:the |our )?(?=\S)", re.IGNORECASE)
_AND_WHICH = regex(r"\s*[,:]\s*(?:which|what)(?: \w+){0,2}$", re.IGNORECASE)
_YES = regex(r"^(?:yes|yep|ok(?:ay)?|sure|要的?|行|可以|好的?|是的?|对|嗯)$", re.IGNORECASE)
_ASKS_ZH = regex(r"(?:[,，]\s*(?:行|可以|好|对|要)|(?:可以|行|好|要|对))?(?:不|吗|么|吧)?[??]?$")
_WHETHER_ZH = regex(r"(?:要不要|是不是|能不能|可不可以|需不需要|用不用)")


def _answered(title: str, claim: Claim) -> str:
    """`Uploads: S3` of a question and its answer; what the answer itself names goes on where the text does."""
    pair = _PAIR.match(title)
    if not pair or title.count("`") % 2:
        return title
    about, said = pair["about"].strip(), pair["said"].strip()
    if _APPLAUDS.match(said) and not _says_little(about):
        return capital(about)
    if longer := _named_again(said, claim):
        return longer
    about = _ASKED_OF.sub("", about).strip(" ,，") if has_han(about) else about
    if not about or _VAGUE_HEAD.match(about) or normal(about) == normal(said):
        return capital(said)
    zh = has_han(about)
    choice = (_CHOICE_ZH if zh else _CHOICE).match(about)
    if choice and not has_han(choice["what"]) and len(choice["what"].split()) < 2:
        choice = None
    if choice:
        about = choice["what"]
    if choice or _AND_WHICH.search(about):
        about = _LED.sub("", _AND_WHICH.sub("", about), count=1)
    if zh and _YES.match(said):
        bare = _ASKS_ZH.sub("", _WHETHER_ZH.sub("", about)).strip(" ,，")
        return bare if len(bare) >= _LEAST_ZH else title
    joint = ":" if has_han(about) else ": "
    return f"{about}{joint}{said}" if about != pair["about"].strip() else title


# What takes an offer and says nothing of it.
_APPLAUDS = regex(
    r"^(?:(?:yes|yep|ok(?:ay)?|sure|good|great|fine|nice|cool|perfect|super|sweet|lovely|brilliant|better|right|correct|exactly"
    r"|agreed|deal|sold|ta|thanks?|thx|phew|done|please|very|man|that one|go on|go ahead|do (?:it|that|so)|why not"
    r"|行|好的?|可以|对的?|嗯+|没问题|同意|就这样|听你的)[\s,.!，。！]*)+$",
    re.IGNORECASE,
)
_BRIEF_WORDS, _BRIEF_ZH = 2, 4


def _says_little(title: str) -> bool:
    """Whether a title is no more than an answer: `Snapshots`, 闭包表."""
    if re.search(r"[:：,，]", title):
        return False
    return len(title) <= _BRIEF_ZH if has_han(title) else len(title.split()) <= _BRIEF_WORDS


def _asked_for(title: str, claim: Claim) -> str:
    """An answer of a word or two with what was asked: `Label format: ZPL`."""
    if not _says_little(title):
        return title
    sentences = [one for text in claim.parts.get("context", ()) for one in parted(text)]
    for sentence in [*(one for one in reversed(sentences) if one.endswith(("?", "？"))), *sentences]:
        about = _heading(sentence)
        if len(about) < (_A_WORD_ZH if has_han(about) else _A_WORD) or empty(about) or normal(title) in normal(about):
            continue
        if _APPLAUDS.match(title):
            return title if _says_little(about) else capital(about)
        joined = f"{about}:{title}" if has_han(about) else f"{about}: {title}"
        return capital(joined) if width(joined) <= _WITH_ANSWER else title
    return title


_WITH_ANSWER = 34  # width
_HEADING = 9  # words
_A_WORD, _A_WORD_ZH = 5, 2  # letters: `ouch`, `see` are no matter


def _heading(sentence: str) -> str:
    """What a question or an order is about, whole or by its first clause; "" where that says nothing of the matter."""
    bare = _OPTIONS.sub("", asked.stripped(sentence).rstrip(" ?？.。"))
    if _OF_SELF.match(bare) or _VAGUE_HEAD.match(bare) or asked.holds_in_general(bare):
        return ""
    about = bare if _HOW.match(bare) else question(bare)
    if len(about.split()) >= _HEADING:
        about = clauses(bare)[0]
    about = spelled(re.sub(r" (?:or|and)$", "", _LED.sub("", about).strip(" ,.:，。：")))
    return "" if _VAGUE_HEAD.match(about) or len(about.split()) > _HEADING else about


_OPTIONS = regex(
    r"^(?:what (?:are|is) )?(?:the |your )?(?:options?|choices|ideas|alternatives) (?:for|to)\s+(?:the )?",
    re.IGNORECASE,
)
_OF_SELF = regex(
    r".*\.\.\.|(?:what would|i|i'?m|i'?d|we'?re|you|er+|um+|of course|go on|carry on|look|thanks?|no|yes"
    r"|don'?t|it|that|this|these|those|they|small thing|one thing|last)\b|[我你您这那]|能不能",
    re.IGNORECASE,
)
_HOW = regex(r"how (?:long|often|many|much|big|far|old|fast)\b", re.IGNORECASE)


# `45 seconds for the flush`: the thing before its value.
_VALUE_FIRST = regex(r"^(?P<value>\d[\w.,%]*(?: [a-z%]+)?) for the (?P<thing>[a-z][\w -]{2,30})$", re.IGNORECASE)


def _valued(title: str) -> str:
    found = _VALUE_FIRST.match(title)
    return f"{capital(found['thing'])}: {found['value']}" if found else title


def _named_again(said: str, claim: Claim) -> str:
    """The sentence that begins with what was taken and says of it: `Flag name: ETL_ENGINE=polars`."""
    for sentence in parted(claim.text)[1:]:
        head, mark, rest = sentence.partition(":")
        if mark and rest.startswith(" ") and normal(head) == normal(said) and len(rest) > 4:
            return titles.title(sentence, claim.lang)
    return ""


# -- concepts -----------------------------------------------------------------------------------------------------

_TERM_LEAD = regex(
    r"^(?:(?:with|for) us\s+|in (?:ours?|our \w+)\s*,?\s+)"
    r"|^(?:说下|讲下|说一下|所谓的?|我们说的?|咱们?说的?|这个|那个)(?=\S)",
    re.IGNORECASE,
)
_TERM_TAIL = regex(r"(?:\s+(?:here|for us|with us|in this \w+)|那块|这个词)$", re.IGNORECASE)
_NO_TERM = regex(r"^(?:了解|明白|收到|注意术语|术语|说明|注意|名词|黑话|是我们自己的叫法)$")
_QUOTED = regex(r"[“「『\"]([^“”「」『』\"\n]{1,24})[”」』\"]")


def _term(claim: Claim) -> str:
    """A concept's term, without the words around it; the one that its meaning quotes where none was caught."""
    title = claim.title.strip()
    if _NO_TERM.match(title) and (quoted := _QUOTED.search(claim.text)):
        return quoted[1].strip()
    bare = _TERM_TAIL.sub("", _TERM_LEAD.sub("", title, count=1), count=1).strip()
    if bare == title or len(bare) < 2:
        return title
    return capital(bare) if " " in bare else bare


# -- the last touch -----------------------------------------------------------------------------------------------

_ENDS = (
    regex(r"\s+then(?=,)|(?<=\w)\s+then$", re.IGNORECASE),
    regex(r",?\s+(?:tho|though|as of now|i mean|i meant|it has to be|if you ask me)$", re.IGNORECASE),
    regex(r"(?<!\bwhere)(?<!\bwhat)(?<!\bhow)(?<!\bas)(?<!\bwho)(?<!\bthan)\s+it is$", re.IGNORECASE),
    regex(r",?\s+(?:please|pls|plz)(?=,)", re.IGNORECASE),
    regex(r",\s+(?:please|pls|plz)\s.*$", re.IGNORECASE),
)


_BOLD = regex(r"\*\*([^*]+)\*\*")
_SMILEY = regex(r"\s*[:;]-?[()DP]+(?=\s|$)")


def _finished(title: str, lang: str) -> str:
    """No bracket left open, no word that cannot stand last, no filler at the end."""
    text = _SMILEY.sub(",", _BOLD.sub(r"\1", title.strip())).strip()
    if lang != "zh":
        for pattern in _ENDS:
            cut = pattern.sub("", text).strip(" ,;:")
            text = cut if len(cut) >= 3 and (cut == text or not titles.conditional(cut) or "," in cut) else text
    text = _closed(unasked(text))
    if lang != "zh" and not text.endswith("…"):
        text = _DANGLES.sub("", text) if len(_DANGLES.sub("", text)) >= _LEAST else text
    return brief(capital(text.strip(" ,;:，；：、"))) or title


_DANGLES = regex(r"(?:,|,\s+for|\s+(?:and|or|but|the|an?|because|since|so|which|when|if|than))+$", re.IGNORECASE)


def _closed(text: str) -> str:
    """The text without a bracket that nothing closes, where enough stands before it."""
    if text.count("(") <= text.count(")"):
        return text
    at = text.rindex("(")
    head = text[:at]
    if head[-1:].isalnum():
        head = head.rpartition(" ")[0]  # `numeric(12`: no half of a call
    head = head.rstrip(" ,;:-–—，、")
    head = titles.DANGLING.sub("", head).rstrip(" ,;:")
    return head if len(head) >= _LEAST else text.replace("(", "", 1) if text[:1] == "(" else text
