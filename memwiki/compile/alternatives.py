"""What was weighed and not taken, as its page lists it: names and ways of doing it, no scraps of a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memwiki.compile.language import has_han
from memwiki.compile.likeness import contained, normal, words
from memwiki.compile.titles import DANGLING
from memwiki.regexes import regex

_OFFERS = regex(
    r"^(?:(?:i|we|you|it|they|one) (?:could|would|can|may|might|chose to|suggest(?: to)?|propose(?: to)?)"
    r"|i'?d|(?:should|may|can|shall) i|could (?:also )?be|maybe|either|or|also"
    r"|another (?:way|option) (?:is|would be)(?: to)?|idea:?|option [a-d1-4]:?)\s+"
    r"(?:also |either |just |then )?(?:switch to |go with )?"
    r"|^(?:我)?(?:建议|推荐|倾向|也?可以|可选|另可选|还可以|或者|要么|候选有?|[\u4e00-\u9fff]{1,4}里已有)(?:是|用|上|换)?[\s,，:：]*",
    re.IGNORECASE,
)
_POINTING = """
    it its that this them these those which where what when who why how everything everyone nothing anything all any
    both each either idea change changes use used unused unique zero worth more less same apart ours our theirs mine
    yours even ever now here there from every long no yes more code agent
""".split()
_SCRAP = regex(
    rf"^(?:{'|'.join(_POINTING)}|(?:old|new|lat|fast|slow|bigg|small|b)est|[那这]套|[那这]个|我想.{{0,3}}|上次|[了的])$"
    r"|^(?:which|where|what|when|who|why|how|should|worth|even)\s"
    r"|\s(?:at|in|on|of|to|for|the|a|ever|any more|there|now)$|^[\d.]+\\?\.\s|[.。]\s+\S.*\s\S+$"
    r"|(?:哈|得|哪里|什么|多少|的)$|^(?:是|把|上次|今天|上来就)",
    re.IGNORECASE,
)
_REFUSAL = regex(
    r"^(?:(?:there (?:is|are) |we (?:use|have|want|need|do|take) |i want )?no\b(?! (?:longer|more)\b)"
    r"|(?:don'?t|do not|never|drops?|remove|scrap|kill|stop|not|without)\b|turned down:"
    r"|we (?:drop|dropped|don'?t|do not|removed?|killed)\b"
    r"|不(?:采用|要|用|再|做|走|碰|考虑|引入)|别|禁止|去掉|砍掉|下掉|撤掉|删掉)"
    r"|^[^,:;]{2,30} (?:is|are) (?:out|gone|dead|history|off the table|cancelled|retired)\b"
    r"|^[^,，:：]{2,10}(?:撤掉|下掉|砍掉|不要了|不用了|停掉)$|^[^,:]{2,24}: no [^,]+(?:, no [^,]+)*$",
    re.IGNORECASE,
)
_ELSE = regex(r"[,;，；]\s*(?!no\b|不)\S|\b(?:instead|use|but|and)\b|(?:改|换)(?:用|成|为|走)|走|用", re.IGNORECASE)


def weighed(told: Sequence[str], title: str, text: str) -> tuple[str, ...]:
    """The alternatives worth a line: what only repeats a refusal, a question or a broken piece is left out."""
    kept: list[str] = []
    for one in told:
        bare = _LISTED.sub("", one.strip(" .。;；"), count=1)
        bare = _OFFERS.sub("", bare, count=1).strip(" ,，:：") or one.strip()
        bare = DANGLING.sub("", bare) if bare != one.strip() else bare
        if _SCRAP.search(bare) or bare.endswith(("?", "？")) or len(bare) < 2:
            continue
        head = title.rpartition(":")[0]
        if head and normal(bare) in normal(head) + " for the " + normal(head) and not _EITHER.search(head):
            continue  # what the question is about
        if _refused_alone(bare, title) or _faulty(bare, title) or any(normal(bare) == normal(other) for other in kept):
            continue
        taken = title.replace("：", ":").rpartition(":")[2]
        if len(words(bare)) >= 2 and contained(words(bare), words(taken)) == 100 and not _against(bare, title):
            continue  # what was taken is no alternative
        kept.append(_whole(bare, text))
    return tuple(kept)


_LISTED = regex(r"^.{0,80}\b(?:ways?|options?|choices?|alternatives?|possibilities)(?: to go)?\s*:\s+", re.IGNORECASE)
_EITHER = regex(r"\bor\b|还是", re.IGNORECASE)


def _refused_alone(bare: str, title: str) -> bool:
    """Whether the title says no more than that this is refused: `No autofocus`, `Kotlin Multiplatform is out`."""
    if not _REFUSAL.match(title) or normal(bare) not in normal(title):
        return False
    behind = title[title.casefold().find(bare.casefold()) + len(bare) :] if bare.casefold() in title.casefold() else ""
    return not _ELSE.search(behind)


def _against(bare: str, title: str) -> bool:
    """Whether the title turns away from it: `ed25519, not hmac`, 不走 EtherCAT, `drop it from 13 to 12`."""
    at = title.casefold().find(bare.casefold())
    return (at >= 0 and _NOT.search(title[:at]) is not None) or _LEFT.search(title) is not None


_NOT = regex(
    r"\b(?:not|no|never|instead of|rather than|over|without|any more|from)\s(?:[\w' -]{0,20})$"
    r"|(?:不[用要走上放进]|而不是|别|从)\s?\S{0,4}$",
    re.IGNORECASE,
)
_LEFT = regex(r"\b(?:was|were|too|anymore|any more|instead|or)\b|还是|不(?:要|用)了|换掉|撤|弃用", re.IGNORECASE)


def _faulty(bare: str, title: str) -> bool:
    """Whether the title only says how it is with it: `battery is dead after 3 weeks` weighs no battery."""
    if bare[:1].isdigit():
        return False
    return (
        re.search(rf"\b{re.escape(bare)} (?:is|are|feels|looks)\b|{re.escape(bare)}老", title, re.IGNORECASE)
        is not None
    )


def _whole(bare: str, text: str) -> str:
    """A name as the statement writes it: `multiplatform` of `Kotlin Multiplatform` gets its first half back."""
    if has_han(bare) or " " in bare or not bare[:1].isupper():
        return bare
    found = re.search(rf"\b([A-Z][\w.+-]* ){re.escape(bare)}\b", text)
    return f"{found[1]}{bare}" if found and found.start() else bare
