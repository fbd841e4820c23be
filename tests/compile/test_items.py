"""Open items over many sessions: what takes one up, and what is one told again."""

from memwiki.compile.items import _takes_up, same


def test_a_request_that_points_at_an_item_takes_it_up() -> None:
    assert _takes_up("and the nodal table? extend to 2050 pls", "nodal table ends in 2030, extend it")
    assert not _takes_up("and the table?", "nodal table ends in 2030, extend it")
    assert not _takes_up("is the nodal table old?", "nodal table ends in 2030, extend it")


def test_what_is_said_to_be_still_missing_is_the_item_itself() -> None:
    assert same(
        "Only Captain Moreau's squat curves are still missing", "ask Captain Moreau for the squat curve of the two tugs"
    )
