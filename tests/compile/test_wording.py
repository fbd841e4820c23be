"""Captured sentences read as a person would write them on a page."""

from __future__ import annotations

import pytest

from memwiki.compile.wording import capital, ended, fix, listed, why, without


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("we keep raw events for 30 days", "We keep raw events for 30 days"),
        ("read-only replicas get no writes", "Read-only replicas get no writes"),
        ("camelCase is for locals", "camelCase is for locals"),
        ("snake_case is for columns", "snake_case is for columns"),
        ("ops/dump.sh ran with `set -x`", "ops/dump.sh ran with `set -x`"),
        ("`slug()` turned spaces", "`slug()` turned spaces"),
        ("pnpm instead of yarn", "pnpm instead of yarn"),
        ("grpcio 1.66.1 has no wheel", "grpcio 1.66.1 has no wheel"),
        ("x-amz-date changes each run", "x-amz-date changes each run"),
        ("ci yells at me otherwise", "CI yells at me otherwise"),
        ("pdfs go to the bucket", "PDFs go to the bucket"),
        ("csv.reader is slow", "csv.reader is slow"),
        ("数据库用 PostgreSQL", "数据库用 PostgreSQL"),
        ("compose 换成 postgres:17", "compose 换成 postgres:17"),
        ("", ""),
    ],
)
def test_a_sentence_begins_with_a_capital_but_a_name_stays_as_it_is(said: str, shown: str) -> None:
    assert capital(said) == shown


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("all tests pass.", "All tests pass"),
        ("it is in place. nothing else changed", "It is in place. Nothing else changed"),
        ("It is in place. Nothing else changed", "It is in place. Nothing else changed."),
        ("修好了，6 个测试通过。", "修好了，6 个测试通过"),
        ("原因是大小写。已改", "原因是大小写。已改。"),
        ("`KeyError: 'a'. Then more`", "`KeyError: 'a'. Then more`"),
    ],
)
def test_one_sentence_of_a_list_has_no_full_stop_and_several_have(said: str, shown: str) -> None:
    assert listed(said) == shown


def test_a_statement_of_its_own_ends_in_a_full_stop() -> None:
    assert ended("we use S3") == "We use S3."
    assert ended("数据库用 S3") == "数据库用 S3。"
    assert ended("is it?") == "Is it?"


@pytest.mark.parametrize(
    ("statement", "reason", "left"),
    [
        ("use S3, because dumps got too big", "because dumps got too big", "use S3, because dumps got too big"),
        (
            "we keep files in S3, because dumps got too big",
            "because dumps got too big",
            "we keep files in S3",
        ),
        (
            "we have one box and no time, so let's use sqlite as the queue",
            "we have one box and no time",
            "use sqlite as the queue",
        ),
        ("数据库用 PostgreSQL,因为要 JSONB", "因为要 JSONB", "数据库用 PostgreSQL"),
        ("we keep files in S3", "because of something else", "we keep files in S3"),
        ("we keep files in S3, it is cheap. 30 days each", "it is cheap", "we keep files in S3. 30 days each"),
    ],
)
def test_a_statement_is_told_without_its_reason(statement: str, reason: str, left: str) -> None:
    assert without(statement, reason) == left


def test_a_reason_and_a_fix_stand_without_the_word_that_announces_them() -> None:
    assert why("because the dump got too big") == "The dump got too big"
    assert why("因为要 JSONB 加 GIN 索引") == "要 JSONB 加 GIN 索引"
    assert fix("Fix: one connection per thread.") == "One connection per thread"
