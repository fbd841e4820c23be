"""Open items over many sessions: what takes one up, and what is one told again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from story import Story

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
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


def left_after(*stories: Story) -> list[str]:
    """What is open after these sessions, in order."""
    return [item.text for item in fold([extract(one.observations) for one in stories], ()).open_items]


def day(n: int) -> Story:
    return Story(session=f"s{n}")


def test_what_a_trap_tells_as_done_closes_what_was_left() -> None:
    first = day(1).ask("add the socket transport", ts="2026-03-02T10:00:00.000Z").edit("bench/scpi.py")
    first.say("Socket transport is done.\n\nRemaining:\n- Port ramp tests to the new driver\n- Measure ripple")
    then = day(2).ask("ramp tests please", ts="2026-03-03T10:00:00.000Z").edit("tests/test_ramp.py").run("pytest")
    then.say(
        "The ramp tests are ported to the new driver. `bench/ramp.py` waits for `*OPC?` now, because the supply "
        "silently drops commands that come faster than 20 ms apart."
    )
    assert left_after(first, then) == ["Measure ripple"]


def test_a_list_of_the_rest_is_parted_and_struck_off_by_name() -> None:
    first = day(1).ask("预热脚本写一下", ts="2026-03-02T10:00:00.000Z").edit("scripts/warmup.py")
    first.say("预热脚本写完了。待办里还剩:联系厂商给 gpu-07 换卡、grafana 加 busbw 面板。")
    then = (
        day(2).ask("gpu-07 换卡搞定了,这条关掉。跑一下测试", ts="2026-03-03T10:00:00.000Z").run("pytest").say("通过。")
    )
    assert left_after(first, then) == ["grafana 加 busbw 面板"]


@pytest.mark.parametrize(
    "said",
    [
        "ah no, wednesday we were on strike. where was i",
        "first problem, on saturday was 14 persons on the stairs in the same time",
        "his sheets are in data/cues and I imported all of them on friday, so thats off the list",
    ],
)
def test_what_was_on_a_day_is_not_left_for_it(said: str) -> None:
    assert left_after(day(1).ask(said, ts="2026-03-02T10:00:00.000Z").say("Noted.")) == []
