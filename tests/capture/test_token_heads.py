"""Which kinds of tokens a text may hold is looked up in short texts otherwise than in long ones, with one result."""

from __future__ import annotations

import pytest

from memwiki.capture.redact import _present
from memwiki.capture.secrets import PREFIXES

FILLER = " and/then_some-more.words_of/a_path" * 20


@pytest.mark.parametrize("row", PREFIXES, ids=lambda row: str(row[0]))
def test_a_token_is_looked_for_in_short_and_in_long_texts(row: tuple[str, str, int, bool]) -> None:
    token = row[0] + "Ab1" * 9

    assert row in _present(f"it is {token}")
    assert row in _present(token)
    assert row in _present(FILLER + f" {token}")


def test_in_plain_words_none_is_looked_for() -> None:
    assert _present("raise the cache limit to 5 and test it in /w/src/cache.py") == []
