"""Rules about names that cannot both hold: `start variable names with xt_`, later `prefix variables with i_`.

A rule is what it says of which kind of name: how the name begins, how it ends, in which letter case it is written.
Two rules that say another thing of the same kind of name end each other, in whatever words they are put.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from memwiki.compile.likeness import normal

Aspect = tuple[str, str]  # (begins | ends | case, the kind of name)

_STYLES = {
    "camel": r"(?-i:camelCase)|lower camel ?case|小驼峰(?:命名法?)?",
    "pascal": r"(?-i:CamelCase)|pascal[ -]?case|upper camel ?case|大驼峰(?:命名法?)?",
    "camel or pascal": r"camel[ -]?case|驼峰(?:命名法?)?",
    "screaming": r"screaming[ _-]snake[ _-]case|upper[ _]snake[ _]case|(?-i:UPPER_CASE|UPPER_SNAKE_CASE)",
    "snake": r"snake[ _-]?case|蛇形(?:命名法?)?|下划线(?:命名法?|分隔)?",
    "kebab": r"kebab[ -]?case|短横线(?:命名法?|分隔)?",
    "upper": r"(?:all )?upper[ -]?case(?: letters)?|all caps|capital letters|(?:全部?)?大写",
    "lower": r"(?:all )?lower[ -]?case(?: letters)?|(?:全部?)?小写",
}
_QUOTES = "'\"`‘’“”「」"
_MARK = re.compile(
    rf"(?<![\w.])(?P<begins>[A-Za-z][A-Za-z0-9]{{0,7}}_)(?!\w)|(?<![\w.])(?P<ends>_[A-Za-z0-9]{{1,8}})(?!\w)"
    rf"|[{_QUOTES}](?P<quoted>[A-Za-z](?:[\w.:-]{{0,11}}[A-Za-z0-9.:-])?)[{_QUOTES}]|"
    + "|".join(rf"(?<![A-Za-z-])(?P<s{at}>{form})(?![A-Za-z-])" for at, form in enumerate(_STYLES.values())),
    re.IGNORECASE,
)
_NO_QUOTES = str.maketrans(_QUOTES, " " * len(_QUOTES))
_MOST = 1000  # characters that are looked at
_VERB = re.compile(
    r"(?P<begins>\b(?:start|begin|prefix|preced)\w*\b|前缀|开头|打头)|(?P<ends>\b(?:end|finish|suffix)\w*\b|后缀|结尾)",
    re.IGNORECASE,
)
# What is said of names, not which names these are.
_FRAME = frozenset(
    """
    a all also always an and another any append are as be begin beginning begins both by called code coding consistently
    convention conventions declaring declare define defining each either end ending ends ensure every finish follow
    following for format from given have has i in is it its just keep let letter letters like make must my name named
    names naming need new no not now of on only or other our out please precede preceded prefer prefix prefixed prefixes
    project projects put rule rules s set should so start starting starts style such suffix suffixed suffixes sure team
    that the their them then these they this those to use using want we when whenever will with within write written
    you your
    """.split()
)
_ALIKE = {"parameter": "argument", "arg": "argument", "param": "argument", "func": "function", "var": "variable"}
_THING = re.compile(
    r"\b(?:(?:function|method) (?=(?:argument|parameter)))?(function|method|class|variable|attribute|argument|parameter"
    r"|constant|module|property|interface|struct|enum|trait|macro|getter|setter|constructor|test|table|column)(?:e?s)?\b",
    re.IGNORECASE,
)
_NOUN = r"[a-z][a-z-]*"
_PHRASE = rf"(?P<thing>{_NOUN}(?: {_NOUN}){{0,4}})"
# The kind of name stands before the word `names`, or after a word that leads to it.
_BEFORE = (re.compile(rf"{_PHRASE}(?:'s?)? names?\b"),)
_AFTER = tuple(
    re.compile(form)
    for form in (
        rf"\bnames? (?:of|for) {_PHRASE}",
        rf"\b(?:naming|declaring|defining) {_PHRASE}",
        rf"\b(?:prefix|suffix|start|begin|end)(?:es|s|ing|ning|ed)? {_PHRASE} (?:with|by|in)\b",
        rf"\b(?:prefix|suffix|case|letters)(?:es)? (?:for|of|on|in|to) {_PHRASE}",
        rf"\bfor {_PHRASE}(?= ?(?:[,;:.]|$))",
        rf"\bname {_PHRASE} (?:with|in|as|using)\b",
        rf"^{_PHRASE} (?:should|must|always|need|have|has|are|is|start|begin|end|get|take|use)s?\b",
        rf"@(?: as (?:a|the) (?:prefix|suffix))? (?:for|in|on) {_PHRASE}",
        rf"\bwrite {_PHRASE} in\b",
    )
)
_HAN = re.compile(
    r"(?:(?:以后|今后|从现在起|现在|我们|咱们|所有|全部|每个|新的?)[,,]?)*"
    r"(?P<thing>[\u4e00-\u9fff]{1,6}?|[A-Za-z][\w ]{0,14}?)的?(?:名称|名字|命名|名)"
    r"(?=[,::、统一律都必须要应以用加采改前后大小驼下蛇短全]|$)"
    r"|(?:所有|全部)(?P<other>[\u4e00-\u9fff]{2,4}?)(?=(?:都|要|必须|一律|统一|应|以|用|加))"
)


def clashes(new: str, old: str) -> bool:
    """Whether both texts rule the same of one kind of name, each in another way."""
    return bool(clashing(new, old))


def clashing(new: str, old: str) -> list[Aspect]:
    """What both texts rule, each in another way."""
    mine, theirs = ruled(new), ruled(old)
    return [aspect for aspect, value in mine.items() if aspect in theirs and not _one(value, theirs[aspect])]


def apart(one: str, other: str) -> bool:
    """Whether two texts, however alike, are for other kinds of things: rules for functions, and for methods."""
    mine, theirs = ruled(one), ruled(other)
    if mine and theirs and mine.keys().isdisjoint(theirs):
        return True
    kinds, others = _kinds(one), _kinds(other)
    return bool(kinds and others) and kinds.isdisjoint(others)


@lru_cache(maxsize=8_192)
def _kinds(text: str) -> frozenset[str]:
    """The kinds of things of a program that the text names."""
    found = {_ALIKE.get(word, word) for word in (match[1].lower() for match in _THING.finditer(text[:_MOST]))}
    return frozenset(found)


def _one(value: str, other: str) -> bool:
    """Whether both can be meant by one: `camel case` is said of two styles."""
    return value == other or value in other.split(" or ") or other in value.split(" or ")


@lru_cache(maxsize=8_192)
def ruled(text: str) -> Mapping[Aspect, str]:
    """What the text says of which kinds of names: (aspect, kind of name) -> how."""
    found: dict[Aspect, str] = {}
    if not _MARK.search(text):
        return found
    thing = ""
    for sentence in re.split(r"(?<=[.;!?。;!?])\s*|\n", text[:_MOST]):
        marks = list(_marks(sentence))
        for aspect, value, before, after in marks:
            thing = _thing(before, last=True) or _thing(after, last=False) or thing
            if thing and (aspect, thing) not in found:
                found[aspect, thing] = value
        thing = thing if marks else _thing(sentence, last=True) or thing
    return found


def _marks(sentence: str) -> Iterator[tuple[str, str, str, str]]:
    """(aspect, value, what stands before it since the last one, what follows up to the next) of each mark."""
    marks = list(_MARK.finditer(sentence))
    for at, mark in enumerate(marks):
        start = marks[at - 1].end() if at else 0
        end = marks[at + 1].start() if at + 1 < len(marks) else len(sentence)
        before, after = sentence[start : mark.start()], sentence[mark.end() : end]
        if told := _told(mark, before, after):
            yield (*told, before, f"@ {after.lstrip(_QUOTES + ' ')}")


def _told(mark: re.Match[str], before: str, after: str) -> tuple[str, str] | None:
    """What the mark says: its shape tells a beginning from an ending where no verb does."""
    name = mark.lastgroup or ""
    if name.startswith("s"):
        return "case", list(_STYLES)[int(name[1:])]
    verbs = [*_VERB.finditer(before)][-1:] or [*_VERB.finditer(after[:40])][:1]
    aspect = verbs[0].lastgroup if verbs else name
    return (aspect, mark[name].casefold()) if aspect in ("begins", "ends") else None


def _thing(text: str, *, last: bool) -> str:
    """The kind of name that is spoken of: the one nearest to the mark."""
    plain = " ".join(normal(text).translate(_NO_QUOTES).split())
    found = [(match.start("thing"), _kind(match["thing"].split()[::-1])) for match in _matches(_BEFORE, plain)]
    found += [(match.start("thing"), _kind(match["thing"].split(), first=True)) for match in _matches(_AFTER, plain)]
    found += [(match.start(), match["thing"] or match["other"]) for match in _HAN.finditer(plain)]
    held = sorted((place, kind) for place, kind in found if kind)
    return (held[-1] if last else held[0])[1] if held else ""


def _matches(forms: Sequence[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    return (match for form in forms for match in form.finditer(text))


def _kind(words: Sequence[str], *, first: bool = False) -> str:
    """The kind of thing that a noun phrase names, in the singular: its first words (or, backwards, its last ones) that
    are not of the frame; "" where there are none."""
    kept: list[str] = []
    for word in words:
        if word in _FRAME or len(word) == 1 or (word.endswith("ing") and not first and kept):
            if kept or not first:
                break
            continue
        kept.append(re.sub(r"(?<=[a-z]{3})(?<![sui])s$", "", re.sub(r"(?<=ss|sh|ch|ex)es$", "", word)))
    kept = kept if first else kept[::-1]
    kind = " ".join(_ALIKE.get(word, word) for word in kept[:3])
    return "argument" if kind in ("function argument", "method argument") else kind
