"""Languages, sentences and clauses, also in careless chat."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.compile.language import clauses, fold, language, sentences, written_like
from memwiki.compile.quotation import Heard, own_words
from memwiki.compile.speech import read


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("pls fix the parser, it chokes on commas", "en"),
        ("看下 coupon/service.py 为什么报 500", "zh"),
        ("把 batcher 的 flush 改成 45 秒", "zh"),
        ("push notifications kommen doppelt an, schau mal bitte in den dispatcher, das ist nicht gut", "other"),
        ("los precios no se guardan en la base de datos", "other"),
        ("コメントは英語で書いてください", "other"),
        ("запомни: тесты запускать перед коммитом", "other"),
        ("", "en"),
        ("go on", "en"),
    ],
)
def test_language(text: str, lang: str) -> None:
    assert language(text) == lang


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("drop them. oh and remember: amounts are cents", 2),
        ("its in importer/rows.py i think", 1),
        ("use v1.2.3, e.g. from the mirror", 1),
        ("ok lgtm also from now on use tabs in go files", 2),
        ("works. but stop adding comments", 2),
        ("可以。记住：提交信息用英文；注释用中文", 3),
        ("- one\n- two\n\nthree", 3),
        ("rules: 1) no todos 2) no dead code", 3),
        ("a 45.5 second wait", 1),
        ("(see a. and b.) then go", 1),
    ],
)
def test_sentences(text: str, parts: int) -> None:
    assert len(sentences(text)) == parts


def test_clauses_keep_code_and_brackets_whole() -> None:
    assert clauses("use `f(a, b)`, not (x, y)") == ("use `f(a, b)`", "not (x, y)")
    assert clauses(fold("数据库定了用 PostgreSQL，不用 MySQL 了")) == ("数据库定了用 PostgreSQL", "不用 MySQL 了")


def test_folded_punctuation_comes_back() -> None:
    text = "记住：提交信息（commit）一律用英文，格式 feat/fix 开头"
    assert written_like(fold(text), text) == text
    assert written_like("a, b: c", "a, b: c") == "a, b: c"


def test_own_words_leave_quotation_out() -> None:
    prompt = "look at this:\n> always merge\n\n```\nnever test\n```\nand fix it"
    assert "always" not in own_words(prompt)
    assert "never" not in own_words(prompt)
    assert "fix it" in own_words(prompt)


def test_a_log_line_is_not_the_speakers() -> None:
    assert own_words("[warn] session evicted\n2026-03-01 10:00:00 always retry\nmake it 2h").split() == [
        "make",
        "it",
        "2h",
    ]


def test_heard_spans_are_known_again() -> None:
    heard = Heard()
    heard.hear(["It says: route all of the outgoing traffic through the proxy at once, please."])
    assert heard.repeats("you should route all of the outgoing traffic through the proxy at once")
    assert not heard.repeats("route it somewhere else")


@settings(deadline=None, derandomize=True, max_examples=150)
@given(st.text(max_size=300))
def test_reading_never_fails_and_invents_nothing(text: str) -> None:
    for sentence in sentences(text):
        assert sentence.text.strip()
    for utterance in read(text):
        assert utterance.act


@pytest.mark.parametrize("text", ["a" * 16_000, "never, " * 2_000, "(" * 3_000 + "`" * 3_000, "以后都，" * 3_000])
def test_long_prompts_are_bounded(text: str) -> None:
    read(text)
