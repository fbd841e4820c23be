"""A value put in place of one said before, without its object: `make it 180`, `no, 60`, 改成 5 次.

The object is found in what the person stated before in the session, else in the last prompts and the agent's message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memwiki.compile import evidence, subjects, titles
from memwiki.compile.judgements import JUDGED
from memwiki.compile.language import clauses, fold, has_han, sentences
from memwiki.compile.likeness import mentions
from memwiki.compile.quotation import own_words, unquoted
from memwiki.compile.toolnames import tools
from memwiki.compile.utterances import Utterance
from memwiki.records import Claim, Observation
from memwiki.regexes import regex

_AMOUNT = (
    r"-?\d[\d.,]*(?:\s?(?:%|k?hz|[kmg]i?b|px|ms|fps|lufs|s|m|h|d|sec(?:ond)?s?|min(?:ute)?s?|hours?|"
    r"days?|weeks?|months?|years?|"
    r"times|tries|retries|req/\w+|/min|/s|(?!then|instead|please|pls|plz|not\b)[a-z]{1,9}))?(?![\w])"
)
_NAME = r"(?:[a-z]+-[\w-]+|[A-Za-z]+\d[\w.]*|[A-Z]\w+|\w+)"
_BARE_EN = regex(
    rf"^(?:(?P<no>no|nope|nah|sorry|oops|wait|hm+|actually|correction|my bad|argh|ah)[,.:! ]+|(?:ok|so|"
    rf"and|then|but|pls|please|"
    rf"let'?s|rather|better)[, ]+)*"
    rf"(?P<verb>(?:make|set|change|put|raise|lower|bump|cut|switch|drop|bring|take) (?:it|that|this|them)"
    rf"(?: up| down| back)?(?: to| at| in| on)? |make (?=[\d.]+ (?:out )?of (?:it|them|that))|(?:it'?s|it should be"
    rf"|that should be|should be|"
    rf"i meant|i mean|better|rather) )?"
    rf"(?P<new>{_AMOUNT}|{_NAME})(?: (?:out )?of (?:it|them|that))?(?: (?:then|please|pls|instead|it is|of course"
    rf"|i mean"
    rf"|i meant))*(?:,? not (?P<old>[\w.-]+))?\s*$",
    re.IGNORECASE,
)
_BARE_ZH = regex(
    r"^(?P<no>(?:我|不对?|等下|等等|等一下|啊|哦|那|还是|算了|说错了?|记错了?|写错了?|打错了?|"
    r"更正|口误|我记错了?|我说错了?)[,。 ]*)*"
    r"(?P<verb>改(?:成|为|到)?|换成|换|调(?:成|到)|定(?:成|为)?|设(?:成|为)?|应该是|是|用|按|"
    r"放宽到|放到|延长到|缩短到|降到|提到|加到|减到)?"
    r"\s*(?P<new>\d[\d.]*\s*(?:%|[A-Za-z]{1,5}|[\u4e00-\u9fff]{0,2}?)|[A-Za-z][\w.-]+)\s*(?:吧|了|算了)?$"
)
_SLIP = regex(
    r"\b(?:typed|typo|wrong|i mean|meant|mistake|sorry|sry|oops|my bad|brain ?fart|misread|misspoke|slip of"
    r"|mix(?:ed)? (?:(?:it|that|them|this|those|the two) )?up|confused)\b"
    r"|[记说写打搞看弄]错|[弄搞记]混|口误|手误|脑子抽|不好意思|抱歉",
    re.IGNORECASE,
)
_NUMBER = regex(r"(?<![\w.])-?\d[\d.,]*\d|(?<![\w.])-?\d")
_UNIT_AFTER = regex(r"\s?(%|[A-Za-z]{1,12}|[\u4e00-\u9fff])")


def restated(
    said: Sequence[Utterance], prompt: Observation, before: Sequence[Claim], context: Sequence[str], told: str = ""
) -> tuple[Claim, Claim | None] | None:
    """(the claim with the new value, the one of `before` that it takes the place of), or None.

    `context` holds what was said last, the person's words first: without an earlier claim, a sentence there gives the
    object, if the person says why or `told`, the agent's message on the work that followed, gives the new value.
    """
    for n, u in enumerate(said[:3]):
        if u.asked:
            continue
        for at, part in enumerate(clauses(u.raw)[:3]):
            match = (_BARE_ZH if has_han(part) else _BARE_EN).match(part)
            if match is None or match["new"].lower() in _NO_VALUE:
                continue
            new = _NUMBER_WORDS.get(match["new"].strip().lower(), match["new"].strip())
            parts = clauses(u.raw)
            no = bool(match["no"]) or (at > 0 and _NO.search(parts[at - 1]) is not None)
            firm = bool(match["verb"] or match["no"] or at or (n and _SLIP.search(said[n - 1].raw)))
            if not (_NUMBER.match(new) or _is_name(new) or (no and JUDGED.search(prompt.text))) or not (
                firm or _SLIP.search(prompt.text)
            ):
                continue
            why = _why(said, n, at)
            just_said = tuple(one.raw for one in reversed(said[:n]) if not one.asked)
            gone = _GONE.search(prompt.text)
            old = (gone["old"] or gone["zh"] or "") if gone else ""
            if (
                just_said
                and (no or _SLIP.search(prompt.text))
                and (made := _from_context(new, prompt, just_said, why, old))
            ):
                return made, next((claim for claim in before if claim.ts == prompt.ts), None)
            named = _timed_before(new, parts[:at])
            if found := _placed(new, prompt, before, why, named):
                return found
            borne_out = why or _SLIP.search(prompt.text) or (_NUMBER.match(new) and mentions(told, new))
            if borne_out and not named and (made := _from_context(new, prompt, context, why, old)):
                return made, None
            if (
                at
                and _ORDERED.match(match["verb"] or "")
                and (made := _from_fault(new, prompt, u, parts[at - 1], not context or bool(named)))
            ):
                return made, None
    return None


_ORDERED = regex(
    r"(?:make|set|change|put|raise|lower|bump|cut|switch|drop|bring|take)\b|[改换调定设]|放宽|延长|缩短|降|提|加|减",
    re.IGNORECASE,
)
_NUMBER_WORDS = {
    word: str(number)
    for words_, numbers in (
        ("two three four five six seven eight nine ten eleven twelve", range(2, 13)),
        ("twenty thirty forty fifty sixty seventy eighty ninety hundred", range(20, 101, 10)),
        ("两 三 四 五 六 七 八 九 十", range(2, 11)),
    )
    for word, number in zip(words_.split(), numbers, strict=True)
}


def _from_fault(new: str, prompt: Observation, u: Utterance, fault: str, first: bool) -> Claim | None:
    """`zoom 13 was too greedy, drop it to 12`: the clause that finds fault with the old value names the object.

    `first`: nothing was said before in the session, so that the object is of an earlier one.
    """
    old = _NUMBER.search(fault)
    if not _NUMBER.match(new) or not (first or (old and JUDGED.search(fault))):
        return None
    lang = "zh" if has_han(u.raw) else "en"
    made = _decided(titles.body(u.raw, lang), lang, prompt, (fault,), old[0] if old else "")
    return replace(made, subject="", keys=frozenset()) if old is None else made


_NO = regex(r"\b(?:no|nope|nah|sorry|oops|wait)\b|不", re.IGNORECASE)
_NO_VALUE = frozenset("no nope nah ok okay yes sure fine wait sorry stop later never hm done thanks it that".split())


def _is_name(new: str) -> bool:
    return "-" in new or bool(tools(new)) or re.search(r"\d|[A-Z]", new) is not None


def _why(said: Sequence[Utterance], n: int, at: int) -> tuple[str, ...]:
    """The clauses and sentences around the value that say why."""
    around = [
        *clauses(said[n].raw)[at + 1 :],
        *(u.text for u in said[max(0, n - 1) : n + 2] if u is not said[n] and u.act != "task"),
    ]
    return tuple(part for part in around if len(part) > (4 if has_han(part) else 9) and not _SLIP.search(part))


def _timed_before(new: str, before: Sequence[str]) -> str:
    """The time that the clause before finds fault with: `with 24 hours the weekend is not covered, make 72 of it`."""
    found = _NUMBER.search(before[-1]) if before and _NUMBER.match(new) else None
    return found[0] if found and _unit(before[-1], found.start()) in _TIMES else ""


def _placed(
    new: str, prompt: Observation, before: Sequence[Claim], why: tuple[str, ...], named: str = ""
) -> tuple[Claim, Claim | None] | None:
    for claim in reversed(before):
        if claim.source != "person" or claim.kind not in ("decision", "preference"):
            continue
        old = _old(new, claim.text) or _named_again(claim.text, prompt.text)
        if not old or (named and not old.startswith(named)):
            continue
        value = _shaped(new, old)
        text = claim.text.replace(old, value, 1)
        slip = _SLIP.search(prompt.text) is not None
        fresh = replace(
            claim,
            act="state" if slip else "replace",
            text=text,
            title=claim.title.replace(old, value, 1) if old in claim.title else titles.title(text, claim.lang),
            ts=prompt.ts,
            evidence=(evidence.of(prompt, prompt.text),),
            parts=_parts(claim, why),
            replaces=() if slip else (old,),
            confidence=0.85,
        )
        return fresh, claim if slip else None
    return None


def _parts(claim: Claim, why: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    kept = {name: lines for name, lines in claim.parts.items() if name != "reason"}
    return kept | ({"reason": why} if why else {})


def _old(new: str, text: str) -> str:
    """The value of the text that the new one takes the place of; "" where none or several might be."""
    if _NUMBER.match(new):
        unit = _unit(new, 0)
        found: list[tuple[str, str]] = [(m[0], _unit(text, m.start())) for m in _NUMBER.finditer(text)]
        same: list[str] = [number for number, its in found if its == unit] if unit else [number for number, _ in found]
        if not same and unit in _TIMES:
            same = [m[0] for m in _TIMED.finditer(text)]
        clear: bool = bool(same) and (bool(unit) or len(set(same)) == 1)
        return str(same[0]) if clear and not new.startswith(same[0]) else ""
    names: list[str] = [
        name for name in re.findall(r"[A-Za-z]+-[\w-]+", text) if "-" in new and name.lower() != new.lower()
    ]
    if names:
        return names[0]
    families = {family for _, family in tools(new)}
    rivals: list[str] = [tool for tool, family in tools(text) if family in families and not mentions(new, tool)]
    return rivals[0] if rivals else ""


def _named_again(text: str, prompt: str) -> str:
    """The tool of the earlier statement that the prompt finds fault with."""
    for sentence in sentences(unquoted(own_words(fold(prompt)))):
        if JUDGED.search(sentence.text):
            for word in re.findall(r"[A-Za-z][\w.-]{2,}", text):
                if word.lower() not in _COMMON and mentions(sentence.text, word):
                    return str(word)
    return ""


_COMMON = frozenset("the and for with that this they our all not use pick take make keep are has was".split())


def _unit(text: str, at: int) -> str:
    number = _NUMBER.match(text, at)
    after = _UNIT_AFTER.match(text, number.end()) if number else None
    unit = after[1].lower() if after else ""
    return _SHORT.get(unit, unit.rstrip("s") or unit)


_TIMES = frozenset(
    {"ms", "second", "minute", "hour", "day", "week", "month", "year", "秒", "分", "天", "周", "月", "年"}
)
_TIMED = regex(
    r"\d[\d.]*\s?(?:ms|sec(?:ond)?s?|min(?:ute)?s?|hours?|days?|weeks?|months?|years?|[smhd](?!\w)|秒|"
    r"分钟?|小时|天|周|个?月|年)(?!\w)"
)
_SHORT = {
    "min": "minute",
    "mins": "minute",
    "sec": "second",
    "s": "second",
    "h": "hour",
    "hr": "hour",
    "hrs": "hour",
    "d": "day",
}


def _shaped(new: str, old: str) -> str:
    """The bare number where the old value stood without its unit."""
    number = _NUMBER.match(new)
    return number[0] if number and _NUMBER.fullmatch(old) else new


# `eu-central-1 i mean. not us-east-1`: the value that goes, by its name
_GONE = regex(r"(?:^|[\s,;.])(?:not|instead of|rather than)(?: the)? (?P<old>[\w.-]*\w)|不是\s*(?P<zh>[\w.-]+)")


def _from_context(
    new: str, prompt: Observation, context: Sequence[str], why: tuple[str, ...], gone: str = ""
) -> Claim | None:
    unit = _unit(new, 0) if _NUMBER.match(new) else ""
    for text in context:
        for sentence in sentences(unquoted(own_words(fold(text)))):
            found = _rivals_of(new, unit, sentence.text)
            if not found and gone and not unit:
                found = list(re.finditer(rf"(?<![\w.-]){re.escape(gone)}(?![\w-])", sentence.text))
            if sentence.asked or len({one[0] for one in found}) != 1 or len(sentence.text) > 200 or found[0][0] == new:
                continue
            old = found[0]
            lang = "zh" if has_han(sentence.text) else "en"
            value = _shaped(new, old[0]) if unit else new
            said = sentence.text[: old.start()] + value + sentence.text[old.end() :]
            return _decided(titles.body(said, lang), lang, prompt, why, old[0])
    return None


# `a fridge, number 4 in the cellar`: which one it is, no value
_LABEL = regex(
    r"(?:\b(?:numbers?|no\.?|nr\.?|ticket|issue|page|section|chapter|room|floor|figure|table)|#|第|编号)\s?$",
    re.IGNORECASE,
)


def _rivals_of(new: str, unit: str, text: str) -> list[re.Match[str]]:
    """The values of a sentence whose place the new one may take."""
    if unit:
        found = [m for m in _NUMBER.finditer(text) if _unit(text, m.start()) == unit]
        return found or (list(_TIMED.finditer(text)) if unit in _TIMES else [])
    if _NUMBER.match(new):
        return [m for m in _NUMBER.finditer(text) if not _LABEL.search(text[: m.start()])]
    if "-" in new:  # ap-south-1 for ap-southeast-1: names of one scheme
        return [m for m in re.finditer(r"\b[A-Za-z]+-[\w-]+", text) if _of_scheme(m[0], new)]
    return []


def _of_scheme(one: str, other: str) -> bool:
    """Whether two hyphenated names are built alike: eu-central-1 and us-east-1, ap-south-1 and ap-southeast-1."""
    if one.split("-")[0].lower() == other.split("-")[0].lower():
        return True
    shape = [re.sub(r"\d+", "0", re.sub(r"[A-Za-z]+", "a", name)) for name in (one, other)]
    return shape[0] == shape[1] and "0" in shape[0]


def _decided(text: str, lang: str, prompt: Observation, why: tuple[str, ...], old: str) -> Claim:
    text = re.sub(r"\s+(?:pls|plz|please)\b", "", text, flags=re.IGNORECASE)
    title = titles.title(re.sub(r"\s+(?:at the moment|right now|currently|now)\b", "", text), lang)
    about = subjects.subject(title, lang)
    return Claim(
        kind="decision",
        act="replace",
        subject=about,
        title=title,
        text=title,
        ts=prompt.ts,
        evidence=(evidence.of(prompt, prompt.text),),
        source="person",
        confidence=0.75,
        lang=lang,
        parts={"reason": why},
        keys=subjects.keys(title, lang, about, "decision"),
        replaces=(old,) if old else (),
        entities=subjects.entities(text),
    )
