"""Decisions from replies: what was taken, in what changed form, for what question, and why."""

from __future__ import annotations

import re

from memwiki.compile import evidence, subjects, titles
from memwiki.compile.language import clauses, fold, has_han, language
from memwiki.compile.likeness import words
from memwiki.compile.offers import Open
from memwiki.compile.orders import is_task
from memwiki.compile.passages import detail
from memwiki.compile.picks import Option
from memwiki.compile.quotation import own_words
from memwiki.compile.replies import Taken, core, only_labels
from memwiki.compile.speech import read
from memwiki.records import Claim, Observation
from memwiki.regexes import regex

_HEAD_EN = regex(
    r"^(?:(?:ok|so|hm+|and|but|hi|hey)[, ]+)*(?:what|which|where|how|who|when)(?:'s|s)?\b ?(?:kind of |sort of )?"
    r"(?:(?:would|should|do|does|could|can|shall|will) (?:you|we|i|it|the|u|they) )?"
    r"(?:(?:use|take|pick|choose|recommend|suggest|do|go with|store|put) )?(?:for |with |about )?(?:the |our )?|"
    r"^(?:should|shall|do|does|is|are|can|could|may|will|would|must|need|i need|we need|want|what about|how about)"
    r"(?: (?:we|i|you|it|the))? "
    r"(?:(?:sth|something|ideas?|some|an?) )?(?:for |to )?",
    re.IGNORECASE,
)
_TAIL_EN = regex(
    r"\b(?:would|should|could|do|can) (?:you|we|i|u)\b.*$|\b(?:go|live|be stored|best|better)\W*$|\bin this [\w ]+$",
    re.IGNORECASE,
)
_TAIL_ZH = regex(
    r"(?:你?觉得|你?建议|你?推荐|你看)?(?:想|该|要|应该|得)?(?:[是按用放存走拿选]|怎么|如何|多少|多久|哪)(?:在|到)?(?:什么|啥|哪|怎么|多少|多久|真|好|合适).*$|是[^,。]{1,12}还是.*$|怎么.*$|(?:要不要|是否).*$|[吗呢么吧]$"
)
_PROPOSES = regex(
    r"^(?:(?:yes|well|sure|then)[,:] )?(?:i'?d|i would|we could|i could|you could|i can|proposal:|suggestion:|"
    r"my (?:suggestion|proposal) (?:is|would be)(?: to)?:?|i (?:suggest|propose|recommend)(?: to| that we)?|"
    r"i (?:went|chose|opted|go)(?: with| for| to)?|i) |"
    r"^(?:那就?|我)?(?:会|更)?(?:建议|推荐|倾向于?|提议)(?:是|用)?[::,]?|^(?:那|我)(?:们)?(?:可以|就)",
    re.IGNORECASE,
)
_NOD = regex(
    r"^(?:ok(?:ay)?|yes|yep|yeah|sure|good|great|fine|nice|cool|perfect|right|deal|sold|no|nope|nah|行|好的?|可以|嗯+|对|成|不)(?:\W+|$)",
    re.IGNORECASE,
)


def decisions(found: Taken, open_: Open, prompt: Observation) -> list[Claim]:
    """A decision for each option that was taken."""
    if found.form in ("yes", "no"):
        return [_answered(found, open_, prompt)]
    several = len(found.options) > 1 and found.form == "labelled"
    return [_claim(option, found, open_, prompt, several) for option in found.options]


def _claim(option: Option, found: Taken, open_: Open, prompt: Observation, several: bool) -> Claim:
    lang = language(prompt.text) if has_han(prompt.text) or not option.text else language(option.text)
    about = _heading(open_.asked)
    own = [option.said] if option.said else []
    told = own if several else [u.raw.strip(" .。") for u in found.spoken if not only_labels(u.raw)]
    name = titles.body(_PROPOSES.sub("", option.name, count=1), lang)
    if found.form == "chosen":
        told = []
    whole = _body(option, name, told, found, about, lang)
    headed = found.form in ("named", "offered", "labelled")
    title = _titled(_short(name), about, lang) if headed else titles.title(_short(name), lang)
    parts: dict[str, tuple[str, ...]] = {}
    offered = (open_.offered.reason,) if open_.offered and open_.offered.reason and not several else ()
    if why := (*offered, *_reasons(found, option)):
        parts["reason"] = why
    if found.refused:
        parts["alternatives"] = found.refused
    return _made(title, whole, prompt, open_, option.text or option.name, parts, lang)


def _body(option: Option, name: str, told: list[str], found: Taken, about: str, lang: str) -> str:
    """What holds now: the option in the agent's words, then what the person said of it."""
    stop, gap = ("。", "") if lang == "zh" else (".", " ")
    first = _PROPOSES.sub("", option.text, count=1).strip(" .。") if option.text else ""
    said = f"{stop}{gap}".join(told)
    said = said if found.form not in ("accepted", "proposed", "offered") or len(words(_NOD.sub("", said))) >= 2 else ""
    if found.form == "named":
        listing = bool(found.refused) or not first
        first = (
            (f"{about}:{gap}{name}" if about else name)
            if listing
            else f"{about}:{gap}{name}{stop}{gap}{first}"
            if about
            else first
        )
    return _stopped([piece for piece in (first, said) if piece], stop, gap)


def _stopped(pieces: list[str], stop: str, gap: str) -> str:
    """The pieces as sentences: a question keeps its mark."""
    ended = [one if one.endswith(("?", "？")) else one + stop for one in pieces[:-1]]
    return gap.join([*ended, *pieces[-1:]])


def _titled(name: str, about: str, lang: str) -> str:
    """`Sensor logs: SQLite`: a bare name says too little without its question."""
    if (
        not about
        or re.search(r"[:,]", name)
        or len(name) > (10 if has_han(name) else 18)
        or words(name) <= words(about)
    ):
        return titles.title(name, lang) if len(name) > 12 or not about else titles.title(f"{about}: {name}", lang)
    joined = f"{about}:{name}" if has_han(about) else f"{about}: {name}"
    return joined[:1].upper() + joined[1:] if len(joined) <= titles.LIMIT else titles.title(name, lang)


def question(asked: str) -> str:
    """What a question is about, as a heading: `where do the sensor logs go` gives `sensor logs`."""
    text = re.sub(r"[??。.\s]+$", "", asked.strip())
    if has_han(text):
        text = text.rsplit("。", 1)[-1]
        short = _TAIL_ZH.sub("", text).strip(" ,。的")
        return short if len(short) >= 2 else text[:30]
    short = _TAIL_EN.sub("", _HEAD_EN.sub("", text, count=1)).strip(" ,.:")
    return " ".join((short if len(short) >= 3 else text).split()[:9])


def _short(name: str) -> str:
    """An option without what its brackets add: `Your hoster's SMTP (free, 500 a day)`."""
    bare = _ADDED.sub("", name)
    return bare if words(bare) else name


_ADDED = regex(r"\s*(?:\([^()]*\)|（[^（）]*）)$")
_FEW = 6  # words of a question that can head an answer


def _heading(asked: str) -> str:
    """What a question is about, where few words say it; of a longer one its first clause."""
    about = question(asked)
    if not has_han(about) and is_task(asked, "en"):
        return ""  # `ok fix`, `go on with the kiosk`: work, no question
    if has_han(about) or len(about.split()) <= _FEW:
        return about
    first = _JOINED.split(about, maxsplit=1)[0].strip(" ,;:")
    return titles.DANGLING.sub("", first) if len(first.split()) <= _FEW + 2 else ""


_JOINED = regex(r"[,;:.]|\b(?:because|when|while|if|so|since|which|but|and|or|that)\b", re.IGNORECASE)


def _answered(found: Taken, open_: Open, prompt: Observation) -> Claim:
    """The answer to a closed question, with the question: alone it says nothing."""
    asked = found.options[0].name
    zh = has_han(asked)
    lang = "zh" if zh else language(asked)
    said = [u.raw.strip(" .。") for u in found.spoken]
    stop, gap = ("。", "") if zh else (".", " ")
    about = question(asked)
    text = f"{asked}?{gap}{f'{stop}{gap}'.join(said)}"
    short = _NOD.sub("", " ".join(said)).strip()
    first = (clauses(short) or ("",))[0]
    mark, word = (":", "不" if found.form == "no" else "是") if zh else (": ", found.form)
    title = f"{about}{mark}{word}, {first}" if first and not zh else f"{about}{mark}{said[0] if zh else word}"
    title = titles.title(title, lang) if zh else title if len(title) <= titles.LIMIT else f"{about}{mark}{word}"
    title = title[:1].upper() + title[1:]
    why = tuple(part for part in said[1:] if len(part) > 8)
    parts: dict[str, tuple[str, ...]] = {"reason": why} if why else {}
    return _made(title, text, prompt, open_, asked, parts, lang)


def _reasons(found: Taken, option: Option) -> tuple[str, ...]:
    """The sentences and clauses of the reply that say why."""
    out: list[str] = []
    if option.said and len(found.options) > 1:
        return tuple(part for part in clauses(option.said)[1:] if len(part) > (4 if has_han(part) else 9))
    for n, u in enumerate(found.spoken):
        lang = "zh" if has_han(u.raw) else "en"
        parts = clauses(u.raw)[1:] if n == 0 else (u.raw,)
        parts = tuple(part for part in parts if found.form != "named" or core(part).lower() != option.name.lower())
        out += [part for part in parts if len(part) > (4 if lang == "zh" else 9) and not detail(part, lang)]
    return tuple(dict.fromkeys(out)) if found.form != "chosen" else ()


def _made(
    title: str, text: str, prompt: Observation, open_: Open, quoted: str, parts: dict[str, tuple[str, ...]], lang: str
) -> Claim:
    assert open_.turn.final is not None
    if open_.turn.prompt is not None and (problem := " ".join(own_words(fold(open_.turn.prompt.text)).split())):
        parts["context"] = (problem[:600],)
    about = subjects.subject(title, lang)
    return Claim(
        kind="decision",
        act="state",
        subject=about,
        title=title,
        text=text,
        ts=prompt.ts,
        evidence=(evidence.of(prompt, prompt.text), evidence.of(open_.turn.final, quoted)),
        source="person",
        confidence=0.8,
        lang=lang,
        parts={name: lines for name, lines in parts.items() if lines},
        keys=frozenset(e.lower() for e in subjects.entities(text)[:3]) | subjects.keys(title, lang, about, "decision"),
        tags=("explicit",) if any("memo" in u.cues for u in read(prompt.text)) else (),
        entities=subjects.entities(" ".join([text, *own_words(fold(prompt.text)).split("\n")[:1]])),
    )
