"""The house's expressions answer as `re` does, whatever was looked for before the search, and whoever compiled them."""

from __future__ import annotations

import _sre  # type: ignore[import-not-found]
import importlib
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import memwiki.compile
from memwiki import programs
from memwiki.beginnings import _cases, code
from memwiki.needs import folded
from memwiki.regexes import Lexicon, _Regex, may_match, regex

TALKS = sorted((Path(__file__).resolve().parents[2] / "eval" / "talks").glob("*.jsonl"))
ODD = [
    "",
    " ",
    "ſtop İt",
    "DON\u2019T",
    "K elvin",
    "always ALWAYS",
    "不要 use it",
    "\ud800 never",
    "a" * 3000 + " must not",
]


def _house() -> Iterator[_Regex]:
    """Every expression that stands by itself in a module of the rules."""
    for module in pkgutil.iter_modules(memwiki.compile.__path__, "memwiki.compile."):
        yield from (one for one in vars(importlib.import_module(module.name)).values() if isinstance(one, _Regex))


def _said() -> list[str]:
    """Some sentences of dialogues, in both languages."""
    found = []
    for path in TALKS:
        for line in path.read_text("utf-8").splitlines()[::60]:
            steps = [step for session in json.loads(line)["sessions"] for step in session]
            found += [text for step in steps if (text := step.get("user") or step.get("agent"))]
    return found[::3]


def _places(match: re.Match[str] | None) -> object:
    return match and (match.span(), match.groups(), match.groupdict())


def test_every_rule_finds_what_re_finds() -> None:
    texts = [*_said(), *ODD]
    for one in _house():
        plain = re.compile(one.pattern, one.flags)
        for text in texts:
            assert _places(one.search(text)) == _places(plain.search(text)), (one.pattern, text)
            assert list(map(_places, one.finditer(text))) == list(map(_places, plain.finditer(text))), (one, text)


_LETTERS = st.text(alphabet="aAbBsSiIkK ſıİK不要", min_size=1, max_size=3)
_EXPRESSIONS = st.recursive(
    _LETTERS
    | st.sampled_from(
        [
            r"\b",
            "^",
            "$",
            ".",
            r"\w",
            "[ab]",
            "[^a]",
            r"\d",
            r"[^\s]",
            "[a-k]",
            "(?i:b)",
            "(?>a)",
            "(?!s)",
            "(?<!k)",
            r"\s*",
        ]
    ),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"(?:{'|'.join(parts)})"),
        inner.map(lambda part: f"(?:{part})?"),
        inner.map(lambda part: f"({part})+"),
        inner.map(lambda part: f"(?={part})"),
    ),
    max_leaves=8,
)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(_EXPRESSIONS, st.sampled_from([0, re.IGNORECASE]), st.text(alphabet="aAbBsSiIkK ſıİK不要c", max_size=12))
def test_any_expression_finds_what_re_finds(pattern: str, flags: int, text: str) -> None:
    try:
        plain = re.compile(pattern, flags)
    except re.error:
        return

    ours = regex(pattern, flags)
    assert _places(ours.search(text)) == _places(plain.search(text))
    assert list(map(_places, ours.finditer(text))) == list(map(_places, plain.finditer(text)))
    assert _places(ours.fullmatch(text)) == _places(plain.fullmatch(text))
    assert ours.split(text) == plain.split(text)


def test_a_letter_is_known_in_all_its_cases() -> None:
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    for letter in map(chr, range(0x80)):
        assert set(_cases(letter)) == set(re.findall(re.escape(letter), every, re.IGNORECASE)), letter


@pytest.mark.parametrize(
    ("pattern", "first"),
    [
        (r"\b(?:we|they)\b", "wWtT"),
        (r"(?<!x)(?:a|[0-9]+|(?:b)?c|[de])", "aAbBcCdDeE0123456789"),
        ("(?:不要|别)", "不别"),
    ],
)
def test_a_search_goes_from_one_possible_beginning_to_the_next(pattern: str, first: str) -> None:
    program = code(parser.parse(pattern, re.IGNORECASE), re.IGNORECASE)
    told = program[5 : program[1] + 1]  # the set of first characters, as it stands in the head of a program
    asked = _sre.compile("", 0, [op.INFO, 4, 0, 1, 1, op.IN, len(told) + 1, *told, op.SUCCESS], 0, {}, (None,))

    assert {one for one in map(chr, range(0x10000)) if asked.match(one) and (one.isascii() or one in "不别要")} == set(
        first
    )


def test_letters_that_match_without_regard_to_case_are_one_letter_when_folded() -> None:
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    for letter in (*map(chr, range(0x61, 0x250)), *"αβθμπςφ", *"абвдосту", "ა", "ß", "K", "Ω", "ﬅ"):
        same = re.findall(re.escape(letter), every, re.IGNORECASE)

        assert {folded(one) for one in same} == {folded(letter)}, letter


def test_an_expression_cannot_match_without_a_word_of_each_list() -> None:
    assert programs.prepared(r"(?i)(must not|q:|不要|a\.k\.a\.)", 0).words == [["a.k.a.", "must not", "q:", "不要"]]


def test_an_expression_may_need_two_words() -> None:
    one = regex(r"\b(?:what|which)\b.{0,30}\b(?:would|should)\b|\bfor the sake\b.*\bof it all\b")

    assert set(one.needs) == {  # type: ignore[attr-defined]
        frozenset({"which", "what", "for the sake"}),
        frozenset({"would", "should", "of it all"}),
    } or set(one.needs) == {  # type: ignore[attr-defined]
        frozenset({"would", "should", "for the sake"}),
        frozenset({"which", "what", "of it all"}),
    }
    for text in ("which one should go", "for the sake of it all", "which one goes", "it should go"):
        assert [bool(one.search(text)) for _ in range(3)] == [
            text in ("which one should go", "for the sake of it all")
        ] * 3


_WAYS = [
    r"\bworks? (?:only|never)\b",
    "ab",
    r"a(?:b|c)a",
    r"(?:we|i) (?:don't|never) use",
    "不要(?:用|放)?",
    r"\d+ ?k",
    "[ai]",
]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from(_WAYS), min_size=2, max_size=7),
    st.lists(
        st.sampled_from(["it works only", "abac", "aca", "We never use 不要用", "i don't use", "4 K", " "]), max_size=5
    ),
)
def test_the_first_of_the_alternatives_matches_that_were_taken_apart(parts: list[str], said: list[str]) -> None:
    pattern = rf"(?:{'|'.join(parts * 12)})(?!x)"
    ours, text = regex(pattern, re.IGNORECASE), " ".join(said)

    assert _places(ours.search(text)) == _places(re.search(pattern, text, re.IGNORECASE))


def test_a_large_expression_is_taken_apart() -> None:
    program = programs.prepared(
        "|".join(rf"\b(?:{a}|{a}{a}) (?:b|c)ed (?:some|more) of these things\b" for a in "defghijklmnopqrstuvw" * 2), 0
    )

    assert len(program.ways) > 10
    assert all(way.words for way in program.ways)
    assert not programs.prepared("(a)|" + "|".join("bcdefg" * 60), 0).ways  # groups are numbered in the whole


def test_a_lexicon_tells_names_in_the_order_given() -> None:
    cues = Lexicon(
        {"late": regex("later"), "any": regex(r"\w"), "no": regex("never"), "now": regex("NOW", re.IGNORECASE)}
    )

    assert [(name, match[0]) for name, match in cues.found("now or later")] == [
        ("late", "later"),
        ("any", "n"),
        ("now", "now"),
    ]
    assert [name for name, _ in cues.found("x" * 3000 + " never")] == ["any", "no"]


def test_what_is_looked_up_by_a_new_piece_is_found_in_a_text_that_was_asked_before() -> None:
    text = "zyzzogeton is no beetle"
    assert not regex("never").search(text)
    assert not regex("never").search(text)

    assert _places(regex("zyzzo").search(text)) == ((0, 5), (), {})


@settings(max_examples=300, deadline=None, derandomize=True)
@given(_EXPRESSIONS, st.sampled_from([0, re.IGNORECASE]), st.text(alphabet="aAbBsSiIkK ſıİK不要c\n", max_size=24))
def test_what_may_not_match_in_a_text_matches_in_no_part_of_it(pattern: str, flags: int, text: str) -> None:
    try:
        plain = re.compile(pattern, flags)
    except re.error:
        return
    if not may_match(regex(pattern, flags), text):
        assert not any(plain.search(text[low:high]) for low in range(len(text)) for high in range(low, len(text) + 1))


def test_an_expression_may_be_asked_from_a_place_on() -> None:
    assert _places(regex("ab").search("ab ab", 1)) == ((3, 5), (), {})


class TestKept:
    @pytest.fixture(autouse=True)
    def _alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(programs, "_kept", {})
        monkeypatch.setattr(programs, "_fresh", set())

    def _made(self, file: Path) -> None:
        programs.prepared(r"(?P<who>we|they) (\w+)", re.IGNORECASE)
        programs.keep(file)

    def test_what_one_process_compiled_another_uses(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._made(tmp_path / "programs")
        monkeypatch.setattr(programs, "_kept", {})
        monkeypatch.setattr(programs, "_made", None)  # nothing is compiled

        programs.recall(tmp_path / "programs")
        program = programs.prepared(r"(?P<who>we|they) (\w+)", re.IGNORECASE)
        found = program.ready()

        assert (found.groups, dict(found.groupindex)) == (2, {"who": 1})
        assert program.words == [["they ", "we "]]
        match = found.search("then THEY left")
        assert match is not None
        assert match.groupdict() == {"who": "THEY"}

    @pytest.mark.parametrize("place", [0, 40, -2])
    def test_a_damaged_file_is_passed_over(self, tmp_path: Path, place: int) -> None:
        file = tmp_path / "programs"
        self._made(file)
        data = bytearray(file.read_bytes())
        data[place] ^= 1
        file.write_bytes(bytes(data))
        programs._kept.clear()

        programs.recall(file)

        assert not programs._kept

    def test_a_file_of_another_version_is_passed_over(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._made(tmp_path / "programs")
        programs._kept.clear()
        monkeypatch.setattr(programs, "_MADE_BY", b"another")

        programs.recall(tmp_path / "programs")

        assert not programs._kept

    def test_a_python_that_compiles_otherwise_is_asked_itself(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(programs, "_MADE_BY", b"")

        program = programs.prepared("a+", 0)

        assert (program.ready(), program.words, program.ways) == (re.compile("a+"), [], ())

    def test_what_cannot_be_kept_stops_nothing(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")

        self._made(tmp_path / "file" / "programs")

    def test_the_file_is_written_only_where_something_is_new(self, tmp_path: Path) -> None:
        file = tmp_path / "programs"
        self._made(file)
        file.unlink()

        programs.keep(file)

        assert not file.exists()
