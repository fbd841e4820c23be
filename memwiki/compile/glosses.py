"""Terms that a person explains in passing, while asking for something else.

`where did it put the toe, ie the line where the heap meets the floor?`, `add orphans to the sheet. orphan: tote
without an order`, 空开就是没录单门先弹了的. The joint alone says that a term is told, or that the name was used a
moment before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memwiki.compile.concepts import BAD_NAME_EN, BAD_NAME_ZH, Definition
from memwiki.compile.gloss_forms import (
    AGAIN_EN,
    AGAIN_ZH,
    BACK_EN,
    EN,
    LAST_EN,
    LOOSE_EN,
    LOOSE_ZH,
    NO_TERM,
    NO_TERM_ZH,
    PASSING_NEWS,
    PERSON,
    PERSONAL,
    THEN_EN,
    ZH,
)
from memwiki.compile.language import clauses
from memwiki.compile.likeness import level, words
from memwiki.compile.utterances import Utterance
from memwiki.regexes import regex


def glosses(said: Sequence[Utterance], n: int) -> tuple[Definition, ...]:
    """The term that the n-th sentence explains in passing, or none."""
    u = said[n]
    zh = u.lang == "zh"
    if PERSONAL.match(u.text) or len(u.text) > _LONGEST:
        return ()
    for form in ZH if zh else EN:
        if (match := form.search(u.text)) and (found := _term(match["name"], match["what"], u, zh)):
            return (found,)
    then = THEN_EN.match(u.text) if n and not zh else None
    if then and (name := _last_named(said[n - 1])) and (found := _term(name, then["what"] or then["sense"], u, zh)):
        return (found,)
    if len(several := _several(u, zh)) > 1:
        return several
    again = (AGAIN_ZH if zh else AGAIN_EN).search(u.text)
    if again and _said_before(again["name"], said[:n], u.text[: again.start()]):
        what = again["what"] or (again["kind"] if zh else "")
        if found := _term(again["name"], what, u, zh):
            return (found,)
    back = None if zh else BACK_EN.search(u.text)
    if back and _said_before(back["name"], said[:n], "") and (found := _term(back["name"], back["what"], u, zh)):
        return (found,)
    if u.term >= _CLEARLY and not u.asked:
        for form in LOOSE_ZH if zh else LOOSE_EN:
            if (match := form.search(u.text)) and (found := _term(match["name"], match["what"], u, zh)):
                return (found,)
    return ()


def side_by_side(u: Utterance) -> tuple[Definition, ...]:
    """`tote is the blue box that is carried, carrier is the robot`: one term a clause."""
    if len(u.text) > _LONGEST:
        return ()
    told = [one for clause in clauses(u.text.rpartition(": ")[2]) if (one := _IS_A.match(clause))]
    found = [(_term(one["name"], one["what"], u, False), one[0]) for one in told]
    return tuple(Definition(one.name, (), text) for one, text in found if one)


def _several(u: Utterance, zh: bool) -> tuple[Definition, ...]:
    """The terms of a sentence that tells several, one a clause."""
    if zh and _NOT_ONE.search(u.text):
        return _told_apart(u)
    return side_by_side(u) if u.term >= _CLEARLY else ()


def _told_apart(u: Utterance) -> tuple[Definition, ...]:
    """主柜带屏幕和 4G,副柜只有锁板,靠 485 挂在主柜后面,别搞混: one term a clause, and what goes on to say of it."""
    told: list[tuple[str, str]] = []
    for clause in clauses(u.text.rpartition(":")[2]):
        if _NOT_ONE.search(clause):
            continue
        if match := _HAS_ZH.fullmatch(clause):
            told.append((match["name"], clause))
        elif told:
            told[-1] = (told[-1][0], f"{told[-1][1]},{clause}")
    found = [(_term(name, text[len(name) :], u, True), text) for name, text in told]
    return tuple(Definition(one.name, (), text) for one, text in found if one)


_NOT_ONE = regex(r"(?:别|不要|不能|容易)(?:再)?(?:搞|弄|记)?混|不是(?:一回事|同一个)|[是两]两?回事|分清|区分开")
_HAS_ZH = regex(r"(?P<name>[㐀-鿿]{2,4}?)(?:带|只有|只|有|就?是|指|负责|管|存|放|装|走|用)(?P<what>[^,。]{2,})")
_LONGEST = 400  # characters of a sentence that explains a term
_IS_A = regex(
    r"(?:and |while )?(?:an? |the )?(?P<name>[a-z][\w-]+(?: [a-z][\w-]+)?) (?:is|are|means) (?P<what>(?:the|an?|our|any"
    r"|what|when|where) \S+ \S.*)",
    re.IGNORECASE,
)
_CLEARLY = 95  # points by which a sentence must tell a term rather than anything else


def _last_named(before: Utterance) -> str:
    for form in LAST_EN:
        if match := form.search(before.raw.rstrip(" .!?")):
            return str(match["name"])
    return ""


def _said_before(name: str, said: Sequence[Utterance], head: str) -> bool:
    """Whether the name was used in what was said before it."""
    wanted = level(words(name.strip("\"'`“”")))
    if not name.isascii():
        return any(name in one.raw for one in said) or name in head
    return bool(wanted) and any(wanted <= level(words(one.raw)) for one in said)


def _term(name: str, what: str, u: Utterance, zh: bool) -> Definition | None:
    """The definition, unless the name is none or the words tell of a person, a day or what has just happened."""
    bare = name.strip().strip("\"'`「」『』“”").strip()
    bare = re.sub(r"^(?:an?|the|our|this|that|these|those|their) (?=\S)", "", bare, flags=re.IGNORECASE)
    marked = bare != name.strip()
    last = bare.rpartition("的")[2]  # 窗口给的小票 is a 小票
    bare = last if zh and not marked and len(last) > 1 else bare
    if (
        not bare
        or len(bare) < 2
        or PERSON.fullmatch(bare)
        or PERSONAL.match(what)
        or _WANTED.match(what)
        or PASSING_NEWS.search(re.split(r"[,，;]", what, maxsplit=1)[0])
    ):
        return None
    if zh and not bare.isascii():
        if not marked and (NO_TERM_ZH.fullmatch(bare) or BAD_NAME_ZH.search(bare)):
            return None
    elif (
        len(bare) > 40
        or bare.isdigit()
        or (
            not marked
            and (NO_TERM.fullmatch(bare.split()[-1]) or NO_TERM.fullmatch(bare.split()[0]) or BAD_NAME_EN.match(bare))
        )
    ):
        return None
    return Definition(bare, (), _meaning(bare, what, u, zh))


_WANTED = regex(r"what (?:i|we) (?:can|want|use|need|like|prefer|see)\b", re.IGNORECASE)


def _meaning(name: str, what: str, u: Utterance, zh: bool) -> str:
    """The sentence, or `name: what it is` where the rest of it is work of today, or the name stood before it."""
    told = _JOINT.sub("", what.strip(" ,;:?"), count=1)
    work = u.asked or u.act == "task"
    if (work or name.casefold() not in u.text.casefold()) and len(told) >= (4 if zh else 10):
        return f"{name}{':' if zh else ': '}{told}"
    return u.text.strip(" ,;:")


_JOINT = regex(
    r"(?:that'?s|that is|it'?s|it is|which is|this is|meaning|i\.?e\.?)[, ]+|(?:就?是|指的?是?|也就是说?|即)",
    re.IGNORECASE,
)
