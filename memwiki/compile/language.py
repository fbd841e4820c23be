"""Which language a text is in, and where its sentences and clauses end, also in careless chat style."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from memwiki.compile.remembered import remembered
from memwiki.regexes import may_match, regex
from memwiki.values import value

_HAN = regex(r"[㐀-䶿一-鿿豈-﫿]")
_KANA_HANGUL = regex(r"[぀-ヿ가-힯]")
_LATIN_WORD = regex(r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ']*")
_FOREIGN_LETTER = regex(r"[Ѐ-ӿ֐-׿؀-ۿऀ-ॿ฀-๿Ͱ-Ͽ]")
# A word is tried from where it begins, or from behind a code span, so that a word of any length is read once.
_CODE = regex(r"`[^`\n]*`|(?<![^\s`])\S*[/_\\]\S*")
MOST_VOTES = 20_000  # characters that say which language a text is in
LONGEST = 2_000  # characters of a line that are read as one: what is longer is no sentence, and is read in pieces

# Short words that are frequent in one language and rare in the others.
_FUNCTION_WORDS = {
    "en": "the a an to of in is it we i you and for on with that this not be are do don't dont pls please but so was "
    "have has use why what how should would can just now when from its im let's lets",
    "de": "der die das und ist nicht ein eine mit für auf wir ich bitte kein keine immer nie schau mal mach auch den "
    "dem zu im wenn sind noch dass soll doch aber wie nur jetzt oder bei dir merke",
    "fr": "le la les un une et est pas pour avec nous je tu ne des du dans toujours jamais que qui sur ce cette",
    "es": "el los las una y es no para con nosotros siempre nunca que del por recuerda en se lo usa",
    "pt": "o os as um uma e não para com nós sempre nunca que do da em lembre use por favor",
    "it": "il lo gli un una e è non per con noi sempre mai che di del ricorda usa nel",
    "nl": "de het een en is niet voor met wij ik altijd nooit dat van op te zijn",
}
_VOTES = {code: frozenset(words.split()) for code, words in _FUNCTION_WORDS.items()}
_FOREIGN = frozenset().union(*[words for code, words in _VOTES.items() if code != "en"])


@remembered(512, 4_000)
def language(text: str) -> str:
    """`en`, `zh` or `other`: the language most of the prose is in. Code and paths do not vote."""
    text = text[:MOST_VOTES]
    if text.isascii() and sum(map(_FOREIGN.__contains__, _LATIN_WORD.findall(text.lower()))) < 2:
        return "en"  # as nearly always: without its code it has no more words
    prose = _CODE.sub(" ", text)
    words = [word.lower() for word in _LATIN_WORD.findall(prose)]
    if not prose.isascii():
        han = len(_HAN.findall(prose))
        kana = len(_KANA_HANGUL.findall(prose))
        foreign = len(_FOREIGN_LETTER.findall(prose))
        if (kana * 4 > han or foreign) and kana + foreign > 3 and (kana + foreign) * 3 > han:
            return "other"
        if han >= 2 and han * 2 >= len(words):
            return "zh"
    if sum(map(_FOREIGN.__contains__, words)) < 2:
        return "en"
    votes = {code: sum(map(known.__contains__, words)) for code, known in _VOTES.items()}
    best = max(votes, key=lambda code: votes[code])
    return "other" if votes[best] >= 2 and votes[best] > votes["en"] + 1 else "en"


def has_han(text: str) -> bool:
    """Whether any Chinese character stands in the text."""
    return not text.isascii() and _HAN.search(text) is not None


def plain(text: str) -> str:
    """Quotes straightened, odd spaces made plain, zero-width letters dropped, long gaps cut; length may change."""
    if text.isascii() and (text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable()):
        return _shortened(text)
    return _plain(text)


def _shortened(text: str) -> str:
    return _GAP.sub(_shorter, text) if _WIDE[0] in text or _WIDE[1] in text or _WIDE[2] in text else text


@remembered(1_024)
def _plain(text: str) -> str:
    return _shortened(text.translate(_PLAIN))


_WIDE = (" " * 16, "\t" * 8, "\n" * 5)
_GAP = regex(r"[ \t]{17,}|\n{5,}")  # what reads as a gap; more of it only costs time


def _shorter(gap: re.Match[str]) -> str:
    return "\n\n\n\n" if gap[0][0] == "\n" else _WIDE[0]


class _Plain(dict[int, str | int | None]):
    """A table for `str.translate` that learns each letter when it meets it."""

    def __missing__(self, code: int) -> int | None:
        kept = chr(code) in "\n\t" or unicodedata.category(chr(code)) not in ("Cc", "Cf")
        self[code] = code if kept else None
        return self[code]  # type: ignore[return-value]


_PLAIN = _Plain({ord(a): b for a, b in zip("‘’´＇“”＂\u00a0\u3000", "''''\"\"\"  ", strict=True)} | {ord("…"): "..."})

_FOLDED = str.maketrans("，：；？！（）", ",:;?!()")


def fold(text: str) -> str:
    """Full-width punctuation as ASCII, letter for letter: what the cue lexicons are written for.

    A space between Chinese characters stands for the comma that hurried people leave out, but behind a verb that what
    follows completes: 一律用 实体_窗口.
    """
    return text if text.isascii() else _SPACED.sub(",", text.translate(_FOLDED))


_SPACED = regex(r"(?<=[㐀-鿿])(?<![用叫为成]) (?=[㐀-鿿])")
_COMMA = regex(r"(?<=[㐀-鿿]),(?=[㐀-鿿])")


def written_like(text: str, source: str) -> str:
    """Folded text with the source's own spaces and full-width punctuation, where they stand by Chinese characters."""
    if source.isascii():
        return text
    if _SPACED.search(source):
        for at in [m.start() for m in _COMMA.finditer(text)]:
            if f"{text[max(0, at - 2) : at]} {text[at + 1 : at + 3]}" in source:
                text = f"{text[:at]} {text[at + 1 :]}"
    for wide, narrow in zip("，：；？！", ",:;?!", strict=True):
        if wide in source:
            text = re.sub(rf"(?<=[㐀-鿿]){re.escape(narrow)}(?=\S|$)|{re.escape(narrow)}(?=[㐀-鿿])", wide, text)
    if "“" in source:
        text = re.sub(r'"([^"\n]+)"', lambda m: f"“{m[1]}”" if f"“{m[1]}”" in source else m[0], text)
    if "（" in source:
        text = re.sub(
            r"\(([^()]*)\)", lambda m: f"（{m[1]}）" if has_han(m[0]) or f"（{m[1]}）" in source else m[0], text
        )
    return text


_BULLET = regex(r"^\s*(?:[-*+•·]|\(?\d{1,2}[.)、]|[（(]\d{1,2}[）)])\s+")
_ABBREVIATION = regex(
    r"(?:\b(?:e\.g|i\.e|etc|vs|approx|incl|no|dr|mr|ms|st|cf|al|z\.b|bzw|ca)|(?<!')\b[a-z])$", re.IGNORECASE
)
_UNIT = regex(r"\d ?(?:ms|[smhdgkvwab])$|/[A-Z]$")  # `took 30 ms.`, `PDF/A.`
_COMMAND = regex(r"[*:][A-Z]{2,}$")  # an instrument's query: `*IDN?`, `:MEAS?`
_STOP = regex(
    r"[.!?]{1,64}(?=[\s\"')\]]|$)|[.!?]{1,64}(?=[㐀-鿿])|[。！？!?；]+|(?<=[㐀-鿿]);|;(?=\s)|"
    r"\s{1,64}[-–—]{1,2}\s+(?=(?:and|also|oh|btw|but)\b)|(?<=\S)(?<!\blike)(?<!\bto)(?<!\bwith)(?<!\bas)(?<!\buse)(?<!\bthe)\s{0,64}(?:[\U0001F300-\U0001FAFF\uFE0F]{1,16}|(?<=\s)[:;]-?[DP)(])(?=\s|$)"
)

# A new statement begins here although no full stop stands before it.
_TURN_EN = regex(
    r"(?<=\S)(?:\s{0,64}[,;:—–-]?\s+)(?=(?:and (?:please |pls )?(?:don'?t|do not) (?:use|name|add|write|put|"
    r"commit|mock|log|print|import|call|leave|push)|(?:oh\s+)?(?:and\s+|but\s+|also\s+|plus\s+|"
    r"oh\s+){0,6}(?:btw(?! ?=)|"
    r"by the way(?!, (?:is|are|means?)\b)|remember\s*[:,]|remember that|fyi(?!, (?:is|are|means?)\b)|ps:|"
    r"(?:oh\s+)?(?:and|but|also|plus|oh)\s+(?:please\s+|pls\s+|also\s+){0,6}(?:from now on|going forward|"
    r"in future|never(?! (?:\w+ed|the|any|enough|mind)\b)|always|remember|"
    r"(?:don'?t|do not) ever|stop \w+ing|rule\b|no more\b|next time)|also\s+(?:from now on|pls|please)|"
    r"oh and|from now on\s*[,:]))\b)",
    re.IGNORECASE,
)


@value(frozen=True, slots=True)
class Sentence:
    """One sentence as captured, whether a list item or a question mark marks it, and its paragraph's number."""

    text: str
    asked: bool = False
    item: bool = False
    paragraph: int = 0
    stop: str = ""  # the punctuation that ended it

    def only(self, part: str) -> Sentence:
        """A part of the sentence, with its marks."""
        return self if part == self.text else replace(self, text=part)


@remembered(512, 4_000)
def sentences(text: str) -> tuple[Sentence, ...]:
    """The text's sentences in order; list items and lines end one, dots inside names and numbers do not."""
    found: list[Sentence] = []
    paragraph = 0
    for line in _listed(plain(text)).split("\n"):
        if not line.strip():
            paragraph += 1
            continue
        bullet = _BULLET.match(line)
        for piece in _pieces(line[bullet.end() :] if bullet else line):
            for body, stop in _cut(piece):
                asked = "?" in stop or "？" in stop
                found.append(Sentence(body, asked, bullet is not None, paragraph, stop))
    return tuple(found)


def _pieces(line: str) -> list[str]:
    """The line, or where it is longer than any sentence, parts of it, cut between words where there are any."""
    pieces = []
    while len(line) > LONGEST:
        at = line.rfind(" ", LONGEST // 2, LONGEST) + 1 or LONGEST
        pieces.append(line[:at])
        line = line[at:]
    return [*pieces, line]


# `house rules: 1) no TODO 2) no dead code` is a list in one line.
_LISTED = regex(r"(?<=[\w:,.;])\s+(?=\(?\d\)\s+\S)")
_NUMBER = regex(r"(?:^|\s)\(?\d\)\s")


def _listed(text: str) -> str:
    if ")" not in text:
        return text
    numbers = _NUMBER.finditer(text)
    return _LISTED.sub("\n", text) if next(numbers, None) and next(numbers, None) else text


def _abbreviates(before: str) -> bool:
    """Whether a dot belongs to the word before it; `30 ms.` and `No.` end a sentence."""
    return _ABBREVIATION.search(before) is not None and before.strip().lower() != "no" and not _UNIT.search(before)


@remembered(1_024)
def _cut(line: str) -> tuple[tuple[str, str], ...]:
    """The sentences of a line, with their stops; readers ask for a message as a whole, and then line by line."""
    pieces: list[tuple[str, str]] = []
    start = 0
    for match in _STOP.finditer(line):
        before = line[start : match.start()]
        if match[0] == "." and (_abbreviates(before) or _in_code(line, match.start())):
            continue
        if match[0] == "?" and _COMMAND.search(before):
            continue
        if _in_code(line, match.start()) or _in_brackets(line, match.start()) or _in_title(line, match):
            continue
        pieces.extend(_turned(before, match[0].strip()))
        start = match.end()
    pieces.extend(_turned(line[start:], ""))
    kept = [(body.strip(), stop) for body, stop in pieces if body.strip(" \t.,;:!?\"'")]
    return tuple(piece for body, stop in kept for piece in (_cut(body[1:-1]) if _is_aside(body) else ((body, stop),)))


def _in_title(line: str, stop: re.Match[str]) -> bool:
    """`"What's new?" became …`: the mark belongs to what is quoted, the sentence goes on."""
    return stop[0][0] in "?!" and re.match(r"[\"'][,;]? +(?:[a-z`(]|$)", line[stop.end() :]) is not None


def _is_aside(body: str) -> bool:
    """Whether the whole of it stands in one pair of brackets, and says more than a word or two."""
    inside = body[1:-1]
    return len(inside) > 20 and body[0] + body[-1] in ("()", "（）") and not re.search(r"[()（）]", inside)


_ONLY_LEAD = regex(r"\s*(?:oh|and|but|also|plus|ok|so)\s*", re.IGNORECASE)


def _turned(body: str, stop: str) -> list[tuple[str, str]]:
    if not may_match(_TURN_EN, body.strip()):  # it matches behind something, and the sentence itself is asked much
        return [(body, stop)] if body.strip() else []
    parts: list[str] = []
    for part in _TURN_EN.split(body):
        if parts and _ONLY_LEAD.fullmatch(parts[-1]):
            parts[-1] = f"{parts[-1].strip()} {part}"
        elif part and part.strip():
            parts.append(part)
    return [(p, "") for p in parts[:-1]] + [(p, stop) for p in parts[-1:]]


def _in_code(line: str, at: int) -> bool:
    return line.count("`", 0, at) % 2 == 1 and "`" in line[at:]


def _in_brackets(line: str, at: int) -> bool:
    opened = max(line.rfind("(", 0, at), line.rfind("（", 0, at))
    if opened < 0:
        return False
    closed = max(line.rfind(")", 0, at), line.rfind("）", 0, at))
    return opened > closed and (")" in line[at:] or "）" in line[at:])


_COMMA = regex(r"\s{0,64}[,，、](?!\d{3}(?!\d))\s*|\s{0,64}[;；:：](?=\s)\s*|\s{1,64}[-–—]\s+|(?<=[㐀-鿿])[:：]\s*")


@remembered(2_048)
def clauses(sentence: str) -> tuple[str, ...]:
    """A sentence's parts between commas, colons and dashes; commas inside code, brackets and quotes do not part."""
    parts, start = [], 0
    for match in _COMMA.finditer(sentence):
        at = match.start()
        if _in_code(sentence, at) or _in_brackets(sentence, at) or sentence.count('"', 0, at) % 2:
            continue
        parts.append(sentence[start:at])
        start = match.end()
    parts.append(sentence[start:])
    return tuple(p.strip() for p in parts if p.strip())
