"""Code and Chinese become terms that a person's question meets."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.index.tokens import EXACT, CodeAnalyzer, is_identifier, normal, parts, terms, words


def found(question: str, text: str) -> set[str]:
    held = set(terms(text))
    return {word.text for word in words(question) if held & {*word.stems, word.exact}}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("user id", "call getUserByID first"),
        ("getUserByID", "call getUserByID first"),
        ("get_user", "see `get_user`"),
        ("index_writer.py", "in memwiki/index/index_writer.py"),
        ("index writer", "in index_writer.py"),
        ("syncQueue.ts", "crew/src/syncQueue.ts changed"),
        ("E0277", "error[E0277]: the trait bound"),
        ("E_SIXBIT_37", "ValueError: E_SIXBIT_37: bad"),
        ("zutil.h", "zutil.h:147:33: expected identifier"),
        ("v1.2.3", "since v1.2.3 only"),
        ("Retry-After", "send `Retry-After: 5`"),
        ("retry after", "send Retry-After"),
        ("p90", "the tat_p90 column"),
        ("8c1f2ab", "commit 8c1f2ab90d1e2f3a4b5c6d7e8f90a1b2c3d4e5f6"),
        ("8c1f2ab90d1e2f3a4b5c6d7e8f90a1b2c3d4e5f6", "commit 8c1f2ab"),
        ("numpy's speed", "numpy"),
        ("runs", "running"),
        ("锁", "数据库锁超时"),
        ("ＡＰＩ", "the API"),
    ],
)
def test_a_question_finds_the_text(question: str, text: str) -> None:
    assert found(question, text)


def test_a_chinese_question_meets_a_title_that_words_it_otherwise() -> None:
    shared = found("支付模块重构原因", "支付模块为什么重构")
    assert {"支付", "模块", "重构"} <= shared


def test_function_words_are_no_words() -> None:
    assert words("what is the and of how do I") == []
    assert [word.text for word in words("怎么配置 nginx 的")] == ["配置", "nginx"]


def test_function_words_of_other_languages_are_no_words() -> None:
    assert [word.text for word in words("wie ist die Kopplung der Zähler und des Netzes")] == [
        "die",  # an English word, too
        "Kopplung",
        "Zähler",
        "Netzes",
    ]
    assert [word.text for word in words("receta de gazpacho para los niños")] == ["receta", "gazpacho", "niños"]


def test_what_is_a_name_in_capitals_or_in_parts_stays() -> None:
    assert [word.text for word in words("MIT licence mit DES")] == ["MIT", "licence", "DES"]
    assert "del" in words("del_user")[0].stems


def test_written_forms_never_meet_stems() -> None:
    held = list(terms("running tests"))
    assert {f"{EXACT}running", "run", f"{EXACT}tests", "test"} == set(held)


def test_a_hash_is_not_taken_apart() -> None:
    assert parts("8c1f2ab") == ("8c1f2ab",)


@pytest.mark.parametrize(
    "text", ["snake_case", "camelCase", "a.b", "E0277", "DLQ", "src/x.py", "8c1f2ab", "HTTPServer"]
)
def test_names_are_told_from_words(text: str) -> None:
    assert is_identifier(text)


@pytest.mark.parametrize("text", ["word", "Word", "42", "I", "支付"])
def test_words_are_no_names(text: str) -> None:
    assert not is_identifier(text)


def test_the_analyzer_is_importable_as_whoosh_pickles_it() -> None:
    again = pickle.loads(pickle.dumps(CodeAnalyzer(exact=True)))
    assert again == CodeAnalyzer(exact=True)
    assert [token.text for token in CodeAnalyzer()("getUser now")] == ["user", "getuser"]
    assert [token.text for token in again("getUser")] == ["=getuser"]


@settings(deadline=None, derandomize=True, max_examples=150)
@given(st.text(max_size=200))
def test_any_text_gives_terms_without_spaces(text: str) -> None:
    for term in terms(text):
        assert term
        assert not any(char.isspace() for char in term)
        term.encode("utf-8")


@settings(deadline=None, derandomize=True, max_examples=100)
@given(st.text(max_size=80))
def test_every_word_of_a_text_finds_that_text(text: str) -> None:
    held = set(terms(text))
    assert all(held & set(word.stems) for word in words(text))


def test_broken_text_becomes_spaces() -> None:
    assert normal("a\udc80b\0c") == "a b c"
