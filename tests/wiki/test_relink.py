"""Links of the compiler's follow a page that a person moved, and are no edits of the person's."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.wiki.links import links, resolve
from memwiki.wiki.relink import Trail

RELAXED = settings(derandomize=True, deadline=None, max_examples=200)
BASE = """# A

> Replaced by [B](../decisions/b.md) on 2026-09-14.

- said in [one](../sessions/2026-09/one%20%28a%29.md#done)[^o1]
- [B](../decisions/b.md)

[^o1]: said by ada, [one](../sessions/2026-09/one%20%28a%29.md)
"""
HERE, SESSION = "preferences/a.md", "sessions/2026-09/one (a).md"


def trail(**moved: str | None) -> Trail:
    names = {"a": HERE, "b": "decisions/b.md", "one": SESSION}
    places = {names[key]: path for key, path in moved.items()}
    files = {places.get(path, path) for path in names.values()} - {None}
    return Trail(places, {path for path in files if path})


def test_links_lead_to_where_the_page_is_now() -> None:
    told = trail(b="notes/über b.md").follow(BASE, HERE, HERE, BASE)

    assert told == BASE.replace("../decisions/b.md", "../notes/über%20b.md")


def test_a_page_that_was_moved_itself_leads_on_from_its_new_place() -> None:
    told = trail(a="notes/deep/a.md").follow(BASE, HERE, "notes/deep/a.md", BASE)

    assert "(../../decisions/b.md)" in told
    assert "(../../sessions/2026-09/one%20%28a%29.md#done)[^o1]" in told


def test_a_link_to_a_deleted_page_becomes_its_words() -> None:
    told = trail(b=None).follow(BASE, HERE, HERE, BASE)

    assert "> Replaced by B on 2026-09-14." in told
    assert "- B\n" in told
    assert "[one](" in told


def test_only_the_compilers_lines_are_led() -> None:
    mine = (
        BASE + "\nSee [B](../decisions/b.md), I say.\n```\n> Replaced by [B](../decisions/b.md) on 2026-09-14.\n```\n"
    )

    told = trail(b="x.md").follow(mine, HERE, HERE, BASE)

    assert told.endswith(mine[len(BASE) :])


PLACES = st.one_of(st.none(), st.sampled_from(["decisions/b.md", "b.md", "x/y/b (1).md", "decisions/我.md"]))
AT = st.sampled_from([HERE, "a.md", "preferences/deep/a.md", "我的/a.md"])


@RELAXED
@given(AT, PLACES, PLACES, st.booleans())
def test_what_was_led_is_read_back_as_it_was_written(now: str, first: str | None, then: str | None, crlf: bool) -> None:
    before, after = trail(a=now, b=first), trail(a=now, b=then)
    led = before.follow(BASE, HERE, now, BASE)
    led = led.replace("\n", "\r\n") if crlf else led

    for later in (before, after):  # the page that it leads to may have been moved again since
        assert later.as_written(led, BASE, HERE, now).replace("\r\n", "\n") == BASE


@RELAXED
@given(AT, PLACES)
def test_every_link_that_is_left_leads_to_a_page(now: str, other: str | None) -> None:
    there = trail(a=now, b=other)

    for link in links(there.follow(BASE, HERE, now, BASE)):
        assert resolve(link, now, set(there.files)) in there.files


def test_a_link_that_a_person_led_to_another_page_is_theirs() -> None:
    mine = BASE.replace("- [B](../decisions/b.md)", "- [B](../decisions/c.md)")
    there = Trail({}, {HERE, "decisions/b.md", "decisions/c.md", SESSION})

    assert there.as_written(mine, BASE, HERE, HERE) == mine


def test_words_that_a_person_changed_are_theirs() -> None:
    mine = BASE.replace("Replaced by [B]", "Long replaced by [B]")

    assert trail(b="x.md").as_written(mine, BASE, HERE, HERE) == mine
