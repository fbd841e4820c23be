from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.compile.forgotten import Cut, cuts_in, is_agents, left, mark, place_of
from memwiki.records import Observation, Tool

RELAXED = settings(derandomize=True, deadline=None, max_examples=200)
NOON, LATER = "2026-09-14T12:00:00.000Z", "2026-09-14T12:05:00.000Z"


def seen(text: str = "", output: str = "", ts: str = NOON, **more: Any) -> Observation:
    tool = Tool("Bash", "shell", more.pop("given", {}), output) if output or "given" in more else None
    more.pop("given", None)
    return Observation("01A", ts, "codex", "one", more.pop("event", "user-prompt"), text=text, tool=tool, extra=more)


@RELAXED
@given(st.text(max_size=40), st.text(min_size=1, max_size=20), st.text(max_size=40), st.booleans())
def test_the_words_that_proved_a_page_are_cut_out_and_no_others(a: str, quote: str, b: str, of_tool: bool) -> None:
    whole = f"{a}{quote}{b}"
    one = seen(output=whole) if of_tool else seen(whole)
    name, start, end = place_of(one, quote)

    rest = left(one, [Cut(name, LATER, True, start, end)])

    told = "" if rest is None else rest.text or (rest.tool.output if rest.tool else "")
    assert "".join(told.split()) == "".join(f"{whole[:start]} {whole[end:]}".split())
    assert left(one, [Cut(name, LATER, True, start, end)], pages=False) == one


@RELAXED
@given(st.text(min_size=1, max_size=30).filter(lambda text: "no such words" not in text))
def test_where_the_words_are_not_found_all_of_it_goes(text: str) -> None:
    name, start, end = place_of(seen(text), "no such words")

    assert left(seen(text), [Cut(name, LATER, True, start, end)]) is None


def test_what_comes_after_the_wish_is_not_forgotten() -> None:
    assert left(seen("x", ts=LATER), [Cut("*", NOON)]) is not None
    assert left(seen("x"), [Cut("*", NOON)]) is None
    assert left(seen("x"), [Cut("-", LATER)]) is not None
    assert left(seen("x"), [Cut("01B", LATER)]) is not None


def test_what_is_malformed_is_passed_over() -> None:
    one = seen(event="forget", cuts={"codex-one": [["*"], ["a", "b", 3], [1], "x", [], ["01A", 2, 5]], "other": []})

    assert cuts_in(one) == {"codex-one": (Cut("*", NOON), Cut("01A", NOON, True, 2, 5)), "other": ()}
    assert cuts_in(seen(event="forget", cuts="x")) == {}
    assert cuts_in(seen(event="note", cuts={"a": [["*"]]})) == {}


def test_an_agents_own_command_is_told_from_a_person_at_a_terminal() -> None:
    ran = seen(given={"command": "memwiki forget --keyword x --yes"})

    assert is_agents(seen(event="forget", ts=LATER), [ran])
    assert not is_agents(seen(event="forget", ts=LATER, terminal=True), [ran])
    assert not is_agents(seen(event="forget", ts="2026-09-14T13:00:00.000Z"), [ran])
    assert not is_agents(seen(event="forget", ts=LATER), [seen(given={"command": "memwiki search x"})])


def test_every_cut_changes_the_sessions_mark() -> None:
    assert mark([]) == ""
    assert len({mark([Cut("a", NOON)]), mark([Cut("a", LATER)]), mark([Cut("a", NOON, True, 1, 2)])}) == 3
