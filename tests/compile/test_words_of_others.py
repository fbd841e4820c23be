"""What somebody else wrote and a person only shows makes no claim; the person's comment on it may."""

from __future__ import annotations

import pytest

from memwiki.compile.quotation import own_words
from memwiki.compile.session import assemble
from memwiki.compile.statements import statements
from memwiki.records import Claim, Observation


def claims(prompt: str) -> tuple[Claim, ...]:
    said = Observation("01A", "2026-09-14T09:00:00.000Z", "codex", "s", "user-prompt", operator="dev", text=prompt)
    return statements(assemble([said]))


def test_what_the_person_says_after_it_counts() -> None:
    prompt = "ops sent me this:\nAlways deploy at noon.\n\nno. we deploy at night, not at noon"
    assert [claim.text for claim in claims(prompt)] == ["we deploy at night, not at noon"]


@pytest.mark.parametrize(
    ("prompt", "own"),
    [
        ("a\n<notes>\nkeep this out please\n</notes>\nb", ["a", "b"]),
        ('look: {"a": {"b": "always"}} and fix it', ["look:   and fix it"]),
        ("house rules:\n- no globals\n- no sleeps", ["house rules:", "- no globals", "- no sleeps"]),
        ('name it "always on"', ['name it "always on"']),
    ],
)
def test_own_words_keep_what_is_the_persons(prompt: str, own: list[str]) -> None:
    assert [line for line in own_words(prompt).split("\n") if line.strip()] == own
