"""The front matter of compiled pages, in the format's key order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memwiki.compile.headlines import headline, spelled, unaddressed
from memwiki.compile.knowledge import COMPILER, Topic
from memwiki.compile.labels import labels
from memwiki.compile.language import has_han, language
from memwiki.compile.lead_ins import direct, unasked
from memwiki.compile.likeness import contained, normal, words
from memwiki.compile.prose import clean, shortened, unmarked
from memwiki.compile.sources import stamp
from memwiki.compile.strength import stored, trust
from memwiki.compile.subjects import facets
from memwiki.compile.toolnames import FAMILIES
from memwiki.compile.wording import ended, fix, listed, why, without
from memwiki.records import Claim
from memwiki.regexes import regex

TITLE = 90
_DESCRIPTION = 220
_ALIASES, _ENTITIES, _TAGS = 8, 12, 6
_OTHERS, _APPROVALS = 12, 6


def plain(text: str, most: int) -> str:
    """Captured text for a front matter value: one line, no marks, whole words."""
    return shortened(unmarked(text), most)


def described(text: str) -> str:
    """A description: the first sentences that fit."""
    return plain(text, _DESCRIPTION)


def distinct_texts(texts: Iterable[str], most: int, length: int = 80) -> list[str]:
    """The texts without repeats, whatever the letter case; empty ones dropped."""
    out: list[str] = []
    seen: set[str] = set()
    for text in texts:
        short = plain(text, length)
        if short and normal(short) not in seen:
            seen.add(normal(short))
            out.append(short)
    return out[:most]


# What a log's or a person's line holds beside names: levels, units, dates, abbreviations.
_NO_NAME = regex(
    r"(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|PANIC|FAIL(?:ED|URE)?|PASS(?:ED)?|OK|YES|NO|NOT|AND|OR|TODO|GET|PUT|POST|DELETE|FIXME|NOTE|[kMG]?Hz|[kMG]B"
    r"|i\.e|e\.g|\d{1,2}-[A-Z][a-z]{2}|[dmy]{1,4}(?:[./-][dmy]{1,4})+|\$\w)"
)
_NAME_THEN_HAN = regex(r"([A-Za-z][\w.-]*[A-Za-z0-9])[^\x00-\x7f]+")  # a name with a particle glued to it


def named(texts: Iterable[str], most: int) -> list[str]:
    """Entities without repeats and noise; `rows.py` goes where `importer/rows.py` is named."""
    found = distinct_texts((_bare_name(text) for text in texts), 4 * most)
    ends = {text[at:].casefold() for text in found for at, char in enumerate(text) if char in "/."}
    return [text for text in found if f".{text}".casefold() not in ends and not _ends_a_path(text, ends)][:most]


def _ends_a_path(text: str, ends: set[str]) -> bool:
    return ("." in text or "/" in text) and f"/{text}".casefold() in ends


def _bare_name(text: str) -> str:
    glued = _NAME_THEN_HAN.fullmatch(text)
    name = glued[1] if glued else text
    return "" if _NO_NAME.fullmatch(name) else name


def tag(text: str) -> str:
    """A tag that Obsidian reads: letters, digits, hyphens; never only digits."""
    name = "-".join("".join(c if c.isalnum() or c in "_/" else " " for c in clean(text).casefold()).split())
    return name if name and not name.replace("-", "").replace("/", "").isdigit() else ""


def topic_meta(topic: Topic, titled: str, sources: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The front matter of a topic's page."""
    last = max(claim.ts for claim in topic.claims)
    uses = topic.uses
    reinforced = max((use.at for use in uses if use.event not in ("stale", "wrong")), default=last)
    title = plain(titled, TITLE) or topic.id
    meta: dict[str, Any] = {
        "type": topic.kind.capitalize(),
        "id": topic.id,
        "title": title,
        "description": description(topic, title),
        "status": topic.status,
        **({"pinned": True} if topic.pinned else {}),
        "tags": [f"memwiki/{topic.kind}", *_tags(topic)],
        "aliases": distinct_texts(
            [title, *(a for claim in topic.claims for a in claim.aliases), *_in_full(topic, title)], _ALIASES
        ),
        "entities": named((e for claim in topic.claims for e in claim.entities), _ENTITIES),
        "strength": stored(topic.kind, uses),
        "trust": trust(_told_by(topic), topic.objections),
        "support": len(topic.sessions),
        "created": stamp(topic.first.ts),
        "reinforced": stamp(reinforced),
    }
    if until := max(topic.claims, key=lambda claim: claim.ts).parts.get("expires"):
        meta["expires"] = stamp(until[0])  # whoever says it again without an end means it without one
    if topic.supersedes or topic.valid_to:
        meta["valid_from"] = stamp(topic.first.ts)
    if topic.valid_to:
        meta["valid_to"] = stamp(topic.valid_to)
    if topic.supersedes:
        meta["supersedes"] = list(topic.supersedes[-_OTHERS:])
    if topic.superseded_by:
        meta["superseded_by"] = topic.superseded_by
    if relations := relations_of(topic):
        meta["relations"] = relations
    models = [claim.model for claim in topic.claims if claim.model]
    meta["generated"] = {"by": plain(models[-1], TITLE) if models else COMPILER, "at": stamp(last)}
    if topic.verified:
        meta["verified"] = [{"by": clean(by), "at": stamp(at)} for by, at in topic.verified[-_APPROVALS:]]
    meta["sources"] = list(sources)
    return meta


def _in_full(topic: Topic, title: str) -> list[str]:
    """The title with the reason in it, where the page's own leaves it out: people look for those words too."""
    if topic.kind not in ("decision", "preference"):
        return []
    lang = topic.best.lang
    told = direct(headline(topic.best.title, lang), lang)
    return [told] if contained(words(told), words(title)) < 100 and beyond(told, title) != told else []


def statement(claim: Claim) -> str:
    """What the claim states, without address to the listener and the reason that its page tells apart."""
    text = claim.text or claim.title
    reasons = claim.parts.get("reason", ())
    for reason in (*reversed(reasons), *reasons):  # at the end they stand one behind the other
        text = without(text, reason)
    return direct(unaddressed(text, claim.lang), claim.lang)


def reads(topic: Topic, title: str) -> str:
    """The language that a page is told in: its statement's, or Chinese where its title is."""
    lang = topic.best.lang
    return "zh" if lang != "zh" and has_han(title) and language(title) == "zh" else lang


def description(topic: Topic, title: str) -> str:
    """What the title leaves out: the rest of the statement and its reason, a gotcha's symptom and fix."""
    claim = topic.best
    say = labels(reads(topic, title))
    if claim.kind == "gotcha":
        told = _of_gotcha(claim, title, say)
    elif claim.kind in ("decision", "preference"):
        told = _of_rule(topic, title, say)
    else:
        told = [ended(claim.text)]
    joint = "" if claim.lang == "zh" else " "
    text = joint.join(text for text in told if text) or ended(claim.text)
    return described(spelled(text) if claim.lang == "en" else text) or title


def _of_rule(topic: Topic, title: str, say: Mapping[str, str]) -> list[str]:
    claim = topic.best
    said = unasked(statement(claim))
    said = spelled(said) if claim.lang == "en" else said
    told = [text for text in (ended(beyond(said, title)),) if text and adds(said, title)]
    known = normal(said) if told else ""
    told += [ended(why(text)) for text in claim.parts.get("reason", ())[:2] if _new(text, known, normal(title))]
    if not told and (away := claim.parts.get("alternatives", ())):
        told.append(say["instead_of"].format(what=say["comma"].join(plain(one, 60) for one in away[:3])))
    return told or [_behind(claim, title, say)]


_CONTEXT = 160  # characters


def _behind(claim: Claim, title: str, say: Mapping[str, str]) -> str:
    """What a decision answered; of one that answered nothing, and of a rule, that no reason was given."""
    asked = [_spoken(plain(text, _CONTEXT), claim.lang) for text in claim.parts.get("context", ())]
    if claim.kind == "decision" and (answered := [text for text in asked if adds(text, title)]):
        return f"{say['context']}{say['colon']}{ended(answered[0])}"
    if claim.kind == "decision":
        return say["no_reason"]
    return say["no_reason_everywhere" if "me" in claim.parts.get("scope", ()) else "no_reason_here"]


def _of_gotcha(claim: Claim, title: str, say: Mapping[str, str]) -> list[str]:
    causes = [_spoken(text, claim.lang) for text in claim.parts.get("cause", ())[:1]]
    told = [ended(beyond(text, title)) for text in causes if adds(text, title)]
    cause = normal(claim.parts["cause"][0]) if told else ""
    for name, heading, worded in (("fix", "fix", fix), ("symptom", "symptom", listed), ("failed", "tried", listed)):
        parts = [_spoken(text, claim.lang) for text in claim.parts.get(name, ())]
        texts = [text for text in parts if not _WORKED.match(text) and (name == "fix" or adds(text, title))]
        if texts and normal(texts[0]) != cause:
            rest = texts[0] if name == "fix" else beyond(texts[0], title)
            whole = normal(parts[0]) == normal(
                _spoken(claim.text, claim.lang)
            )  # one sentence told it all: its end is not always a symptom
            told.append(ended(worded(rest) if whole else f"{say[heading]}{say['colon']}{worded(rest)}"))
    if not told and adds(claim.text, title):
        told.append(ended(beyond(direct(claim.text, claim.lang), title)))
    return told[:2] or [say["warned" if claim.source == "person" else "found"]]


def _spoken(text: str, lang: str) -> str:
    """A part of a gotcha without what leads in to it, spelled as its page spells it."""
    bare = unasked(direct(unaddressed(text, lang), lang))
    return spelled(bare) if lang == "en" else bare


_WORKED = regex(r"After that `[^`]+` worked\b|`[^`]+` 随后通过")  # that it went well afterwards is no remedy


def _new(text: str, *known: str) -> bool:
    return not any(normal(text) in other for other in known)


_ARTICLE = regex(r"^(?:the|an?)\s+", re.IGNORECASE)
# A full stop or a colon, then the rest; behind a comma a clause of its own, not two words more.
_REST = regex(
    r"(?:,? (?:then|tho|though|it is|as of now|i mean))?\s*[.;:。；：]\s*(?=\S.{7})|\s+[-–—]\s+(?=\S.{7})"
    r"|\s+(?:and|but|because|since)\s+(?=(?:the|an?|our|its?|their|we|they|all|no|it|(?-i:[A-Z])\S*)\s(?:\S+\s+){2})"
    r"|(?: (?:then|it is))?\s*[,，]\s*(?:(?:so|and|but)\s+|(?:所以|因此|而|但)[,，]?)?"
    r"(?=(?:\S+\s+){4}\S|.{0,8}[㐀-鿿].{3})",
    re.IGNORECASE,
)


_ANNOUNCES = regex(r":\s+(?:(?:the|an?)\s+)?$")  # `two things that stay: …`


def beyond(text: str, title: str) -> str:
    """What a statement says after the words of its title; all of it where they are not its beginning."""
    bare, head = (_ARTICLE.sub("", unmarked(one)) for one in (text, title))
    before, found, behind = bare.casefold().rpartition(head.casefold()) if head else ("", "", "")
    if found and not behind.strip(".。") and _ANNOUNCES.search(before):
        return ""
    mark = _REST.match(bare, len(head)) if head and bare.casefold().startswith(head.casefold()) else None
    return bare[mark.end() :] if mark else text


def adds(text: str, title: str) -> bool:
    """Whether a sentence says more than the title does."""
    if (rest := beyond(text, title)) != text:
        mine, known = words(rest), words(title)  # the title is its beginning
        return len(mine - known) >= 2 and contained(mine, known) < 60
    mine, known = words(text), words(title)
    return len(mine - known) >= 2 and contained(mine, known) < 80


def relations_of(topic: Topic) -> dict[str, list[str]]:
    """Typed relations: kind -> page ids, the first few of each."""
    found: dict[str, list[str]] = {}
    for relation, other in topic.relations:
        if len(found.setdefault(relation, [])) < _OTHERS:
            found[relation].append(other)
    return found


def _tags(topic: Topic) -> list[str]:
    skipped = {"explicit", "remember"}
    names = [name for claim in topic.claims for name in (*claim.tags, *_matters(claim))]
    told = [found for name in names if (found := tag(name)) and found not in skipped]
    return list(dict.fromkeys(told))[:_TAGS]


def _matters(claim: Claim) -> list[str]:
    """What a rule is about in words that it may not use: `package manager` for pnpm, `retention`, `time zone`."""
    if claim.kind not in ("decision", "preference"):
        return []
    told = (key if key in FAMILIES else _property(key) for key in sorted(claim.keys) if key.isascii())
    return [one for one in told if one]


def _property(key: str) -> str:
    """What is fixed of a thing of one or two words: `retention` of raw events; "" where none is. The thing itself is
    no tag: no other page has it."""
    for facet in facets(key):
        head = key.removesuffix(f" {facet}")
        if head not in (key, facet):
            return facet if len(head.split()) <= 2 and not _NO_THING.search(head) else ""
    return ""


_NO_THING = regex(r"\b(?:max|min|at|only|had|has|have|think|unless|more|less|than|every|one|\d+)\b")


def _told_by(topic: Topic) -> list[str]:
    """The kind of the best source in each session that said it."""
    order = ("person", "test", "agent", "imported", "tool")
    by_session: dict[str, str] = {}
    for claim in topic.claims:
        segment = claim.evidence[0].segment.partition("/")[0] if claim.evidence else ""
        known = by_session.get(segment, "tool")
        by_session[segment] = min(known, claim.source, key=order.index)
    return list(by_session.values())
