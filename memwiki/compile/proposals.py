"""What an agent proposed, and what the person made of it: taken, refused, left open."""

from __future__ import annotations

import re

from memwiki.compile import cues
from memwiki.compile.language import clauses, fold, has_han, plain, sentences
from memwiki.compile.picks import Option, labelled, named
from memwiki.compile.quotation import own_words, unquoted
from memwiki.compile.remembered import remembered
from memwiki.regexes import regex
from memwiki.values import value


@value(frozen=True, slots=True)
class Proposal:
    """What a final message puts up for choice. `favoured` is the option that the agent recommends."""

    options: tuple[Option, ...]
    favoured: Option | None
    reason: str
    asks: bool  # the message ends by asking


_LABEL = regex(
    r"^\s*(?:[-*+]\s+|#{1,5}\s+)?(?:\*\*|__)?\s*(?:(?:option|variant|plan|approach|方案|选项|方法|路线)\s*)?"
    r"(?:\(?(?P<label>[A-Ha-h]|\d{1,2}|[一二三四五六])[.):、)::—–-]|(?:方案|"
    r"选项)(?P<zh>[一二三四五六A-Fa-f\d])\s*[.)::、,,—-]?)\s*(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_BULLET = regex(r"^\s*[-*+•]\s+(?P<rest>\S.*)$")
_INLINE = regex(r"\(([a-hA-H1-6])\)\s*([^()]{3,160}?)(?=[,;,;]?\s*(?:or\s+|and\s+|或者?)?\([a-hA-H1-6]\)|[.?。?]|$)")
_CHOICE_LEAD = regex(
    r"\b(?:(?:two|three|four|five|several|some|a few|\d) (?:\w+ )?(?:ways?|options?|choices?|"
    r"approaches|alternatives?|possibilities|routes|candidates)|options?|alternatives|either|choices|"
    r"candidates|optionen|varianten|möglichkeiten|opciones|variantes)\b|[两二三四几]种|[两二三四几]个(?:方案|办法|选择|"
    r"选项|思路|做法)|方案(?:如下|有)|"
    r"可选|备选",
    re.IGNORECASE,
)
_FAVOUR_EN = regex(
    r"\b(?:i'?d (?!need|like|have|love|say|guess|think|expect|assume|want|hope|be|not|note|rather not|"
    r"know|see)[a-z]+|i (?:would )?(?:recommend|suggest|propose|prefer|favou?r|"
    r"lean(?:ing)? to(?:wards?)?)|"
    r"my (?:recommendation|suggestion|proposal|pick|preference|vote|favou?rite)|(?:recommended|"
    r"recommendation|proposal|suggestion|proposed(?: fix| design| approach)?)\s*:|recommend(?:ed)?\b|"
    r"smaller\s*:|simpler\s*:|better\s*:|ich (?:empfehle|würde|schlage)|mein vorschlag|empfehlung"
    r"|vorschlag\s*:|"
    r"propongo|sugiero|recomiendo|mi propuesta|je (?:propose|recommande|suggère)|propongo di)",
    re.IGNORECASE,
)
_WEIGHED_EN = regex(r"\b(?:(?:we|you|i) could(?! not|n't)|how about|one way)\b", re.IGNORECASE)
_FAVOUR_ZH = regex(r"(?<![不没])建议|(?<![不没])推荐|我倾向|我会选|我更倾向|更合适的是|提议|更好的(?:办法|做法|方案)")
_WEIGHED_ZH = regex(r"方案:|可以(?:改成|改用|换用|试|引入|上|拆|迁|用|考虑|换成|改为|把|在|这样)|不如|最好")
_OFFER_EN = regex(
    r"\b(?:shall|should) i\b|\bwant me to\b|\b(?:do|would) you (?:want|like)(?: me)?\b|\b(?:ok|"
    r"okay) (?:to|if i)\b|\bwhich (?:one|of|option|way|would|do)\b|\byour call\b|\b(?:sound|"
    r"look)s? (?:good|right|ok)\b|\bgo ahead\?|\bproceed\?|\bdo you prefer\b|\blet me know\b|"
    r"\bagreed?\?",
    re.IGNORECASE,
)
_OFFER_ZH = regex(
    r"要(?:不要)?[^。?]{0,24}(?:吗|么)|可以(?:吗|么)|行吗|怎么选|选哪|哪(?:个|种)|是否|你看|同意的话|"
    r"确认(?:吗|一下)|好吗|如何[??]|要不要"
)
CHORE = regex(  # an offer to do one decides nothing
    r"\b(?:commit|push|open (?:a|the) pr|merge|deploy|publish|release|run|rerun|continue|proceed|go on|"
    r"start|add (?:a |an |the |some )?(?:\w+ )?(?:tests?|line|comment|entry|docs?|note)|write (?:a |"
    r"the |some )?(?:\w+ )?tests?|fix (?:it|that|them|those|this|both|all)|clean|update the (?:docs?|readme|"
    r"changelog|screenshots?|snapshots?|lockfile)|look (?:into|at)|take a look|"
    r"check|format|rename|bump|answer (?:that|the|them|him|her)|an answer|reply|respond)\b|提交|推送|合并|部署|发布|"
    r"运行|跑一?下|继续|补(?:一?个|几个)?(?:用例|测试|单测)|加(?:一?个|几个)?(?:用例|测试|注释|日志)|"
    r"写(?:个|几个)?(?:测试|用例)|看一?下|修(?:一?下|掉)|更新(?:一?下)?(?:文档|README)",
    re.IGNORECASE,
)


@remembered(256, 8_000)
def proposal(message: str) -> Proposal | None:
    """The proposal in an agent's final message, or None."""
    text = own_words(fold(message))
    lines = [line for line in text.split("\n") if line.strip()]
    favour = _favouring(text)
    asks = bool(lines) and _asks(lines)
    options = _options(lines, bool(favour) or asks)
    if len(options) >= 2:
        best = _favoured(options, favour)
        return Proposal(tuple(options), best, _reasoning(favour), asks)
    firm = any(p.search(text) for p in (_FAVOUR_ZH, _FAVOUR_EN))
    if asks and not firm and (either := _either(lines[-1])):
        return Proposal(either, None, "", True)
    if favour:
        said = [_unmarked(s).rstrip(".。") for s in _body(favour)]
        glue, stop = ("。", "。") if has_han(said[0]) else (". ", ".")
        single = Option("", _name(said[0]), glue.join(said) + stop)
        return Proposal((single,), single, "", asks)
    if asks and (either := _either(lines[-1])):
        return Proposal(either, None, "", True)
    if asks and (offer := _offer(lines[-1]) or _can(lines[-1])):
        return Proposal((offer,), offer, "", True)
    return None


def _favouring(text: str) -> list[str]:
    """The sentences from the recommending one on; what is only weighed up counts where nothing is recommended."""
    zh = has_han(text)
    blocks = [[s.text for s in sentences(block)] for block in re.split(r"\n\s*\n", text)]
    for patterns in ((_FAVOUR_ZH, _FAVOUR_EN), (_WEIGHED_ZH, _WEIGHED_EN)):
        for at, said in enumerate(blocks):
            for n, sentence in enumerate(said):
                if any(p.search(sentence) for p in patterns[0 if zh else 1 :]) and not _offers_only(sentence):
                    following = blocks[at + 1 : at + 3] if said[-1].endswith(":") else []
                    return (said[n:] + [s for block in following for s in block])[:12]
    return []


_AGAINST = regex(
    r"不(?:太|大|是很)?(?:建议|推荐)|\b(?:recommend|advise|advice|argue) against\b|"
    r"\b(?:don'?t|do not|wouldn'?t|would not|"
    r"cannot|can'?t) (?:recommend|suggest|advise|propose|do (?:that|it|this))\b|\bnot recommended\b|"
    r"rate (?:davon )?ab\b",
    re.IGNORECASE,
)


def _offers_only(sentence: str) -> bool:
    if _AGAINST.search(sentence):
        return True
    return _OFFER_EN.search(sentence) is not None and _FAVOUR_EN.search(sentence) is None


def _asks(lines: list[str]) -> bool:
    last = lines[-1].strip()
    pattern = _OFFER_ZH if has_han(last) else _OFFER_EN
    return last.endswith(("?", "?")) or pattern.search(last) is not None


def _options(lines: list[str], wanted: bool) -> list[Option]:
    found = _labelled_lines(lines)
    labels = [option.label for option in found]
    if (
        len(found) >= 2
        and (wanted or any(_CHOICE_LEAD.search(line) for line in lines[:3]))
        and not _are_steps(lines, labels)
    ):
        return found
    inline = _INLINE.findall(" ".join(lines))
    if len(inline) >= 2:
        return [Option(a.upper(), _name(b), _unmarked(b)) for a, b in inline]
    return _bullets(lines)


def _labelled_lines(lines: list[str]) -> list[Option]:
    labelled: list[list[str]] = []
    labels: list[str] = []
    for line in lines:
        match = _LABEL.match(line)
        if match and not (labels and (match["label"] or match["zh"]).upper() in labels):
            labels.append((match["label"] or match["zh"]).upper())
            labelled.append([match["rest"]])
        elif labelled and (line.startswith((" ", "\t")) or not favours(line)) and not _closes(line):
            labelled[-1].append(line.strip())
        elif labelled:
            break
    return [Option(a, _name(b[0]), " ".join(map(_unmarked, b))) for a, b in zip(labels, labelled, strict=True)]


_RUN_ON = regex(r"(?:^|[\s?:,;])\(?([a-hA-H1-9])[).]\s*([^\n]{2,80}?)(?=[,;,;]?\s*(?<!\w)\(?[a-hA-H1-9][).]|$)")


def listed(message: str) -> Proposal | None:
    """Labelled items of a message, whatever leads them in: a reply may call them by their labels."""
    lines = [line for line in own_words(fold(message)).split("\n") if line.strip()]
    found = _labelled_lines(lines)
    if len(found) < 2 and lines:
        found = [Option(a.upper(), _name(b), _unmarked(b)) for a, b in _RUN_ON.findall(lines[-1])]
    return Proposal(tuple(found), None, "", False) if len(found) >= 2 else None


def favours(line: str) -> bool:
    """Whether the line recommends something."""
    return any(p.search(line) for p in (_FAVOUR_ZH, _WEIGHED_ZH, _FAVOUR_EN, _WEIGHED_EN))


def _closes(line: str) -> bool:
    return line.strip().endswith(("?", "?")) and _OFFER_EN.search(line) is not None


_STEPS = regex(
    r"\b(?:roughly|steps?|plan|next|in order|that means|done|todo)\b[^\n]{0,30}:\s*$|步骤|"
    r"分[两三四几]步|如下步骤|下一步",
    re.IGNORECASE,
)


_BY_LABEL = regex(
    r"(?:倾向|推荐|建议|选|\b(?:go (?:with|for)|recommend|prefer|lean(?:ing)? to(?:wards?)?|start with|pick|"
    r"choose|favou?r|"
    r"empfehle)\b)\s*(?:方案|选项|option|variant|number|第)?\s*\(?[\dA-H一二三四五六](?![\w.])",
)


def _are_steps(lines: list[str], labels: list[str]) -> bool:
    """Numbered steps of one plan are no options: the line before the list says which it is."""
    first = next((n for n, line in enumerate(lines) if _LABEL.match(line)), 0)
    before = lines[first - 1] if first else ""
    if _CHOICE_LEAD.search(before) or any(_BY_LABEL.search(line) for line in lines if not _LABEL.match(line)):
        return False
    return _STEPS.search(before) is not None or (
        labels[0].isdigit() and not any(_CHOICE_LEAD.search(line) for line in lines)
    )


def _bullets(lines: list[str]) -> list[Option]:
    found: list[Option] = []
    armed = either = False
    for line in lines:
        match = _BULLET.match(line)
        if match and armed:
            rest = _OR.sub("", match["rest"])
            either = either or rest != match["rest"]
            found.append(Option("", _name(rest), _unmarked(rest)))
        elif found:
            break
        else:
            led = line.rstrip().endswith((":", ":"))
            either = _CHOICE_LEAD.search(line) is not None
            armed = led and (either or favours(line))
    return found if len(found) >= 2 and either else []


_OR = regex(r"^(?:(?:or|alternatively|or else|otherwise)\b[:,]? |(?:或者?|要么|再不然|也可以)[,，]?)", re.IGNORECASE)


def bullets(message: str) -> tuple[Option, ...]:
    """The points of a message, in order: a reply may call one by its place."""
    lines = own_words(fold(message)).split("\n")
    rests = [_OR.sub("", match["rest"]) for line in lines if (match := _BULLET.match(line))]
    return tuple(Option("", _name(rest), _unmarked(rest)) for rest in rests)


_EITHER_EN = regex(
    r"(?:should (?:i|we|it)|shall (?:i|we)|do you want(?: me to)?|would you (?:like|prefer)|"
    r"prefer|(?:it|we|you|i) (?:could|can)|^either|(?<=: )either|(?<=[.] )either|"
    r"soll ich)\s+(?:to )?(.{3,80}?),? (?:or|"
    r"oder) (?:should (?:i|we) |rather |to )?(.{3,80}?)(?:\?|[.] (?:which|what)\b.*\?)",
    re.IGNORECASE,
)
_EITHER_ZH = regex(r"(?:是|用|选)?([^,,。??]{2,30}?)(?:,|,)?还是([^,,。??]{2,30}?)[??]")


def _either(line: str) -> tuple[Option, ...]:
    match = (_EITHER_ZH if has_han(line) else _EITHER_EN).search(line)
    if not match or CHORE.match(match[1].strip()):
        return ()
    return tuple(Option("", _name(part), _unmarked(part)) for part in match.groups())


def _offer(line: str) -> Option | None:
    """`Shall I put the payload behind an interface?` is a proposal; `Shall I commit?` is none."""
    asked = sentences(line)[-1].text if sentences(line) else ""
    if CHORE.search(asked) or len(asked) < 12:
        return None
    match = re.search(
        r"(?:shall i|should i|want me to|would you like me to|do you want me to)\s+(.{8,})", asked, re.IGNORECASE
    )
    return Option("", _name(match[1]), _unmarked(match[1])) if match else None


_CAN = regex(
    r"^(?:i|we) (?:can|could|would) ((?:add|use|switch|put|move|set up|introduce|replace|make|split|"
    r"cache|store|turn) .{6,})",
    re.IGNORECASE,
)


def _can(line: str) -> Option | None:
    """`I can add ruff with the default rules. Should I?`: the sentence before the question is the proposal."""
    said = [s.text for s in sentences(line)]
    match = _CAN.match(said[-2]) if len(said) > 1 and len(said[-1]) < 24 else None
    if match is None or CHORE.search(match[1]):
        return None
    return Option("", _name(match[1]), _unmarked(match[1]))


def _favoured(options: list[Option], favour: list[str]) -> Option | None:
    if not favour:
        return None
    return labelled(options, favour[0]) or named(options, favour[0])


def _reasoning(favour: list[str]) -> str:
    """Why the agent recommends what it recommends."""
    if not favour:
        return ""
    first = re.split(r"[:：]|\bbecause\b|\bsince\b|因为|(?<=[\w一-鿿]),\s*", favour[0], maxsplit=1)
    rest = first[1].strip() if len(first) > 1 else ""
    return _unmarked(" ".join([rest, *favour[1:3]]).strip())


def _body(favour: list[str]) -> list[str]:
    """A single proposal: from the recommending sentence on, without the closing question."""
    kept = [
        re.sub(
            r"[,,]\s*(?:要|可以|行|好|你看|是否)[^,。,]{0,10}[吗么??]*$|[,,]\s*(?:ok|right|shall i|"
            r"should i|agreed)\b[^,]*$",
            "",
            s,
            flags=re.IGNORECASE,
        )
        for s in favour
    ]
    kept = [
        re.sub(
            r"^(?:建议|推荐|方案|proposal|suggestion|recommendation|my (?:proposal|suggestion|"
            r"recommendation))\s*[::]\s*",
            "",
            s,
            flags=re.IGNORECASE,
        )
        for s in kept
        if not _OFFER_EN.search(s)
    ]
    return [s for s in kept if s.strip()] or favour[:1]


def _name(text: str) -> str:
    bold = re.match(r"\s*(?:\*\*|__)(.+?)(?:\*\*|__)", text) or re.match(r"\s*(.+?)\*\*", text)
    first = bold[1] if bold else (sentences(text)[0].text if sentences(text) else text)
    return _unmarked(first).rstrip(".。: ")


def _unmarked(text: str) -> str:
    return re.sub(r"\*\*|__", "", plain(text)).strip()


# -- what the person made of it ---------------------------------------------------------------------------------------


@value(frozen=True, slots=True)
class Reply:
    """`verdict`: taken, refused, open (neither), with the option taken."""

    verdict: str
    option: Option | None = None


def answer(offered: Proposal, prompt: str) -> Reply:
    """How a prompt answers a proposal. The first sentence that takes or refuses decides."""
    said = sentences(unquoted(own_words(fold(prompt))))[:4]
    labels = {o.label: o for o in offered.options if o.label}
    if len(labels) > 1 and (match := _FIRST_LABEL.match(prompt)) and match[1].upper() in labels:
        return Reply("taken", labels[match[1].upper()])
    for n, sentence in enumerate(said):
        text = sentence.text
        lang = "zh" if has_han(text) else "en"
        picked = _picked(offered, text)
        if sentence.asked and not picked:
            return Reply("refused" if _refuses(text, lang) else "open")
        if _refuses(text, lang) and not (picked and _accepts(text, lang)):
            return Reply("refused")
        if picked or _accepts(text, lang):
            later = " ".join(s.text for s in said[n + 1 : n + 2])
            if _refuses(later, lang) and not picked and _LEAVES.search(later):
                return Reply("refused")
            chosen = picked or offered.favoured or (offered.options[0] if len(offered.options) == 1 else None)
            return Reply("taken" if chosen else "open", chosen)
        if cues.ACCEPT_WEAK[lang].search(text) is None:
            return Reply("open")
        if len(said) == 1 and offered.asks and offered.favoured and len(text.split()) <= 3:
            return Reply("taken", offered.favoured)
    return Reply("open")


# `2. i dont trust stale numbers`: the number of an option, not of a list's item
_FIRST_LABEL = regex(r"\s*\(?([A-Ha-h]|\d)(?:[.)、:]\s+(?!.*\n\s*\(?[\dA-Ha-h][.)])|\s*$)\S*")

_LEAVES = regex(r"\b(?:leave|not now|don'?t|skip|later|no)\b|算了|先不|不用|不要", re.IGNORECASE)


def _picked(offered: Proposal, text: str) -> Option | None:
    if len(offered.options) < 2:
        return None
    if (called := labelled(offered.options, text)) or len(text) > 120:
        return called
    first = next(iter(clauses(text)), text)  # `use the ds18b20, a reference cell is 9 euros`: what follows is why
    found = named(offered.options, first) or named(offered.options, text)
    if found is not None and _NOT_THAT.match(text):
        others = [option for option in offered.options if option is not found]
        return others[0] if len(others) == 1 else None
    return found


_NOT_THAT = regex(
    r"(?:not|no|anything but|everything but)\b(?! (?:problem|idea|worries))|(?:不要|别用?|不用)", re.IGNORECASE
)


def _accepts(text: str, lang: str) -> bool:
    return cues.ACCEPT[lang].search(text) is not None or (
        lang == "zh" and cues.ACCEPT["en"].search(text) is not None and not has_han(text)
    )


def _refuses(text: str, lang: str) -> bool:
    return bool(text) and cues.REFUSE[lang].search(text) is not None
