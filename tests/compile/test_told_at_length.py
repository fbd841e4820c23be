"""Whole sentences with capitals, brackets, quotations and announcements are understood as their careless forms are."""

from __future__ import annotations

import pytest

from memwiki.compile.language import sentences
from memwiki.compile.session import assemble
from memwiki.compile.statements import statements
from memwiki.records import Claim, Observation


def claims(prompt: str) -> tuple[Claim, ...]:
    said = Observation("01A", "2026-09-14T09:00:00.000Z", "codex", "s", "user-prompt", operator="dev", text=prompt)
    return statements(assemble([said]))


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("remember: commit subjects are imperative", "commit subjects are imperative"),
        ("Thanks. And remember: start scripts are in bin/, never in tools/. Push it.", "start scripts are in bin/"),
        ("Remember: run the linter before you push.", "run the linter before you push"),
        ("好。记住：报错信息一律用英文，因为日志要能 grep。提交吧。", "报错信息一律用英文"),
        ("To your question: we do not cache previews, because they are cheap.", "we do not cache previews"),
    ],
)
def test_what_is_announced_is_kept_and_its_announcement_is_not(prompt: str, text: str) -> None:
    assert [claim.text.lower().startswith(text) for claim in claims(prompt)] == [True]


@pytest.mark.parametrize(
    ("prompt", "names"),
    [
        ("We call a link stale when its heading is gone.", ["Stale link"]),
        (
            "Fix it. (We call a page orphaned when nothing links to it; a hidden page is one without a title.)",
            ["Orphaned page", "Hidden page"],
        ),
        ("By a warm cache we mean one that was read today.", ["Warm cache"]),
        ("We call a function twice when the cache is cold.", []),
    ],
)
def test_terms_are_defined_in_full_sentences(prompt: str, names: list[str]) -> None:
    assert [claim.title for claim in claims(prompt) if claim.kind == "concept"] == names


def test_a_question_mark_inside_a_quotation_ends_no_sentence() -> None:
    found = sentences('So "What\'s new?" became `what-s-new`. Then it was fixed.')

    assert [sentence.text for sentence in found] == ['So "What\'s new?" became `what-s-new`', "Then it was fixed"]
