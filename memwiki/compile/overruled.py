"""Others' ideas that a person turns down: `jonas wants ecs. no, not before we ship` decides against it.

What somebody else wishes is hearsay, and a bare no says nothing; together they are a decision that the next agent must
know, or it proposes the same again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memwiki.compile import evidence, subjects, titles
from memwiki.compile.language import clauses, has_han
from memwiki.compile.utterances import Utterance
from memwiki.records import Claim, Observation
from memwiki.regexes import regex

_WISH = regex(
    r"^(?P<who>[^,.:;]{2,40}?) (?:(?:also|still|really|now|just|even|always|again|once) )*"
    r"(?:wants?|wanted|wishes|keeps? (?:saying|asking|telling|pushing|suggesting)|suggest(?:s|ed)"
    r"|propos(?:es|ed)|sa(?:ys|id)"
    r"|thinks?|insist(?:s|ed)|ask(?:s|ed)|prefers?|push(?:es|ed)|argues?|recommend(?:s|ed)"
    r"|would (?:like|love|prefer)|is"
    r" (?:pushing|asking|arguing))"
    r"(?: (?:that|for|on|to|about|if|us|me|we|they|he|she|should|could|can|must|need to|have to|i)\b)*"
    r" (?P<idea>[^\s,.;][^.;]{2,90})",
    re.IGNORECASE,
)
_NO = regex(
    r"^(?:(?:hell|god|but|and|well|sorry|uh|hm+|i say|i said|told (?:him|her|them)) )*(?:no(?=\W*$"
    r"|\W*[,.!;])|nope|nah|never(?! (?:the|any|has|had|mind|enough)\b)|not (?:with|before|"
    r"until|while|now|here|worth|going|happening|a chance|gonna|doing)|no way|forget it|won'?t happen"
    r"|over my dead body|"
    r"(?:we|i)(?:'re| are|'m| am)? (?:not|won'?t|don'?t|aren'?t|will not|do not)(?! (?:know|sure"
    r"|think so|remember|care))"
    r"|i(?: am|'m) against|rejected|denied|veto(?:ed)?)\b",
    re.IGNORECASE,
)
_WISH_ZH = regex(
    r"^(?P<who>有人|[\u4e00-\u9fffA-Za-z]{1,8}?)(?:也|还|又|总|老|一直|昨天|今天|上次|那边|非)*(?:提议|建议|想让?|要求|希望|主张|推荐|说要?|"
    r"觉得(?:应该|该|要)?|吵着要?|非要)(?:我们|咱们?|把|直接|改成|换成|改用)*(?P<idea>[^,。;]{2,30})"
)
_NO_ZH = regex(
    r"^(?:但是?|可是?|不过)?(?:我(?:看|觉得|认为|说|没|不)?|我们|咱们?)?(?:就|还是|暂时|先)?(?:不(?:用|要|行|同意|采纳|上|考虑|做|搞|换|引入"
    r"|划算|值(?:得|当)?|至于|可能"
    r"|需要|合适|干)|没(?:必要|同意|答应|那个必要)|否(?:了|掉|决)|驳回|拒(?:了|绝)|算了|别(?:上|搞|用|做|换)|免谈)"
)
_BEGINNING = 30  # characters by which a claim is found in what was said
_VERB_ZH = regex(
    r"^(?:直接|再|都|全)*(?:上|用|换成?|改成|改用|加|做|搞|引入|接入?)(?=[^\u4e00-\u9fff]|[\u4e00-\u9fff]{2})"
)


def overruled(said: Sequence[Utterance], prompt: Observation, own: list[Claim]) -> list[Claim]:
    """The prompt's claims (`own`), with others' ideas that it turns down: as what a decision is against, or alone."""
    for n, u in enumerate(said):
        if u.asked or u.item:
            continue
        wish = _wish(u)
        refusal = _refusal(u, said[n + 1 : n + 3]) if wish else None
        if wish is None or refusal is None:
            continue
        idea = titles.body(wish["idea"], "zh" if has_han(u.text) else "en")
        after = [one.raw for one in said[n + 1 : n + 4] if not one.asked and one.paragraph == u.paragraph]
        decided = next((c for c in own if c.kind == "decision" and _within(c, after)), None)
        if decided is not None:
            return [_against(c, idea, u.raw) if c is decided else c for c in own]
        return [*own, _turned_down(idea, u, refusal, after, prompt)]
    return own


def _within(claim: Claim, lines: Sequence[str]) -> bool:
    """Whether the claim was made in these sentences."""
    return claim.text[:_BEGINNING].lower() in " ".join(lines).lower()


def _wish(u: Utterance) -> re.Match[str] | None:
    if has_han(u.text):
        return _WISH_ZH.match(u.text) if "hearsay" in u.cues else None
    return _WISH.match(u.text) if u.act == "hearsay" or "hearsay" in u.cues else None


def _refusal(u: Utterance, then: Sequence[Utterance]) -> str | None:
    """The words that say no: a later clause of the sentence, or what comes right behind it."""
    no = _NO_ZH if has_han(u.text) else _NO
    for part in clauses(u.text)[1:]:
        if no.match(part):
            return part
    first = then[0] if then else None
    return first.raw if first is not None and not first.asked and no.match(first.raw) else None


def _against(claim: Claim, idea: str, told: str) -> Claim:
    parts = dict(claim.parts) | {"alternatives": tuple(dict.fromkeys([*claim.parts.get("alternatives", ()), idea]))}
    stop = "。" if has_han(told) else ". "
    text = claim.text if idea.lower() in claim.text.lower() else f"{told.rstrip(' .。')}{stop}{claim.text}"
    return replace(
        claim, parts=parts, text=text, entities=tuple(dict.fromkeys([*claim.entities, *subjects.entities(idea)]))
    )


def _turned_down(idea: str, u: Utterance, refusal: str, after: Sequence[str], prompt: Observation) -> Claim:
    zh = has_han(u.text)
    lang = "zh" if zh else "en"
    title = f"不采用{_VERB_ZH.sub('', idea)}" if zh else titles.title(f"Turned down: {idea}", lang)
    inside = refusal in u.text
    rest = [part for part in clauses(u.text)[1:] if part != refusal] if inside else list(after[1:2])
    if not inside and len(refusal) > (6 if zh else 12):
        rest.insert(0, refusal)
    text = u.raw if inside else ("。" if zh else ". ").join(part.rstrip(" .。") for part in (u.raw, *after[:2]))
    about = subjects.subject(idea, lang)
    return Claim(
        kind="decision",
        act="state",
        subject=about,
        title=title,
        text=text,
        ts=prompt.ts,
        evidence=(evidence.of(prompt, text),),
        source="person",
        confidence=0.8,
        lang=lang,
        parts={"reason": tuple(rest)} if rest else {},
        keys=subjects.keys(idea, lang, about, "decision"),
        entities=subjects.entities(text),
    )
