"""Open items over many sessions: what takes one up, and what is one told again."""

from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.compile.items import _LEAST, Board, _findable, _takes_up, same


def test_a_request_that_points_at_an_item_takes_it_up() -> None:
    assert _takes_up("and the nodal table? extend to 2050 pls", "nodal table ends in 2030, extend it")
    assert not _takes_up("and the table?", "nodal table ends in 2030, extend it")
    assert not _takes_up("is the nodal table old?", "nodal table ends in 2030, extend it")


def test_what_is_said_to_be_still_missing_is_the_item_itself() -> None:
    assert same(
        "Only Captain Moreau's squat curves are still missing", "ask Captain Moreau for the squat curve of the two tugs"
    )


_WORDS = "parser cache queue billing tell raise limit export".split()
_TEXTS = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=6).map(" ".join)


@given(st.lists(_TEXTS, max_size=30), st.sets(st.integers(0, 29)), _TEXTS)
@settings(deadline=None, derandomize=True)
def test_the_items_that_share_enough_words_are_those_that_counting_all_finds(
    texts: list[str], gone: set[int], text: str
) -> None:
    board = Board()
    for index, one in enumerate(texts):
        board._find(one, index)
    for index in gone:
        if index < len(texts):
            board._find(texts[index], index, gone=True)

    wanted = _findable(text)
    least = _LEAST[min(len(wanted), 4)]
    assert board._alike(wanted) == [
        index for index, one in enumerate(texts) if index not in gone and len(wanted & _findable(one)) >= max(least, 1)
    ]
