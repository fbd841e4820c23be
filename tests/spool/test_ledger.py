"""Decisions of people and of the program stand in raw/ beside the sessions."""

import pytest

from memwiki.paths import Home
from memwiki.records import Project
from memwiki.spool.ledger import record
from memwiki.spool.read import read_segment, segments

SHOP = Project("default", "shop")


def test_what_was_recorded_is_given_as_the_reader_finds_it(tmp_path):
    home = Home(tmp_path)
    seen = record(
        home, SHOP, "person", "approve", "yes", "2026-09-14T09:12:03Z", "dev", {"page": "skill-1", "via": "web"}
    )
    assert (seen.event, seen.text, seen.operator, seen.via) == ("approve", "yes", "dev", "web")
    assert seen.extra == {"page": "skill-1"}
    assert (seen.segment, seen.line) == ("person-ledger-2026-09/0001", 1)
    (path,) = segments(home.raw(SHOP) / "person-ledger-2026-09")
    assert read_segment(path).observations == (seen,)


def test_what_was_recorded_is_redacted(tmp_path):
    token = "gh" + "p_" + "x7Kq2LmZ9vTb4RwYc1Hn8PsDf3GjUe6Ao5Xi"
    seen = record(Home(tmp_path), SHOP, "person", "note", f"use {token}", "2026-09-14", "dev")
    assert seen.text == "use [REDACTED]"


@pytest.mark.parametrize(("agent", "ts"), [("codex", "2026-09-14"), ("person", "yesterday")])
def test_what_is_no_ledger_entry_is_refused(tmp_path, agent, ts):
    with pytest.raises(ValueError, match="not a"):
        record(Home(tmp_path), SHOP, agent, "note", "", ts, "dev")
