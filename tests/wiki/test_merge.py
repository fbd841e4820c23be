from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.errors import BrokenPage
from memwiki.records import Page
from memwiki.wiki.lines import merge_lines
from memwiki.wiki.merge import merge
from memwiki.wiki.page import parse, render

RELAXED = settings(derandomize=True, deadline=None, max_examples=300)


def page(body: str, **meta: object) -> str:
    head = {"type": "Decision", "id": "decision-1", "title": "A", "status": "draft", "tags": ["a"], "strength": 0.5}
    return render(Page("a.md", {**head, **meta}, body))


def body(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


# Compiled lines are told apart by number and version, a person's lines by their mark.
COMPILED = st.lists(st.integers(0, 40), min_size=1, max_size=12, unique=True)
EDITS = st.lists(
    st.tuples(st.sampled_from(["insert", "replace", "delete"]), st.integers(0, 30), st.integers(0, 10**6)), max_size=5
)


def human(lines: list[str], edits: list[tuple[str, int, int]], round_: int) -> tuple[list[str], set[str]]:
    """The lines after a person's edits, and the lines that are the person's."""
    lines = list(lines)
    own: set[str] = set()
    for what, at, salt in edits:
        text = f"human {round_}/{salt}"
        at = at % (len(lines) + 1)
        if what == "insert":
            lines.insert(at, text)
            own.add(text)
        elif at < len(lines) and not lines[at].startswith("human"):
            lines[at : at + 1] = [text] if what == "replace" else []
            own |= {text} if what == "replace" else set()
    return lines, own


def compiled(numbers: list[int], versions: dict[int, int]) -> list[str]:
    return [f"compiled {number} v{versions.get(number, 0)}" for number in numbers]


@RELAXED
@given(
    st.lists(
        st.tuples(COMPILED, st.dictionaries(st.integers(0, 40), st.integers(0, 9), max_size=6)), min_size=4, max_size=6
    ),
    st.lists(EDITS, min_size=4, max_size=4),
)
def test_no_line_of_a_person_is_ever_lost_over_many_compiles(
    rounds: list[tuple[list[int], dict[int, int]]], edits: list[list[tuple[str, int, int]]]
) -> None:
    base = compiled(*rounds[0])
    mine, kept = list(base), set()
    for number, (numbers, versions) in enumerate(rounds[1:]):
        mine, own = human(mine, edits[number % len(edits)], number)
        kept = {line for line in kept | own if line in mine}
        new = compiled(numbers, versions)

        merged = merge(page(body(base)), page(body(mine)), page(body(new)))

        mine, base = parse(merged.text).body.splitlines(), new
        assert kept <= set(mine)
        assert not any(line.startswith(("<<<<<<<", "=======", ">>>>>>>")) for line in mine)


@RELAXED
@given(COMPILED, st.sets(st.integers(0, 40)), EDITS)
def test_what_a_person_left_alone_follows_the_compiler(
    numbers: list[int], changed: set[int], edits: list[tuple[str, int, int]]
) -> None:
    base = compiled(numbers, {})
    new = compiled(numbers, dict.fromkeys(changed, 1))
    mine, _ = human(base, edits, 0)
    touched = {n for n, line in zip(numbers, base, strict=True) if line not in mine}

    merged, _ = merge_lines(base, mine, new)

    near = {m for n in touched for m in numbers if abs(numbers.index(m) - numbers.index(n)) == 1}
    for number, line in zip(numbers, new, strict=True):
        if number not in touched | near:
            assert line in merged


@RELAXED
@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abc"), max_size=8))
def test_a_side_that_changed_nothing_has_no_say(base: list[str], other: list[str]) -> None:
    assert merge_lines(base, other, base) == (other, [])
    assert merge_lines(base, base, other) == (other, [])
    assert merge_lines(base, other, other) == (other, [])


@RELAXED
@given(*[st.lists(st.sampled_from("abcd"), max_size=7)] * 3)
def test_merging_again_changes_nothing(base: list[str], mine: list[str], new: list[str]) -> None:
    merged, _ = merge_lines(base, mine, new)

    assert merge_lines(new, merged, new) == (merged, [])


def test_changes_side_by_side_do_not_clash() -> None:
    merged, clashes = merge_lines(["a", "b", "c"], ["A", "mine", "b", "c", "end"], ["a", "B", "c"])

    assert (merged, clashes) == (["A", "mine", "B", "c", "end"], [])


def test_two_insertions_at_one_place_both_stay_the_persons_first() -> None:
    assert merge_lines(["a"], ["a", "mine", "x"], ["a", "x", "new"])[0] == ["a", "mine", "x", "new"]


def test_a_clash_keeps_the_persons_lines_and_tells_the_others() -> None:
    merged, [clash] = merge_lines(["a", "b", "c"], ["a", "mine", "c"], ["a", "new", "c"])

    assert merged == ["a", "mine", "c"]
    assert (clash.line, clash.base, clash.mine, clash.new) == (2, "b", "mine", "new")


def test_a_line_that_a_person_deleted_stays_deleted_when_it_changes() -> None:
    merged, clashes = merge_lines(["a", "b", "c"], ["a", "c"], ["a", "B", "c"])

    assert merged == ["a", "c"]
    assert len(clashes) == 1


def test_long_pages_are_merged_without_comparing_every_pair() -> None:
    base = ["x"] * 30_000
    assert merge_lines(base, ["mine", *base], [*base, "new"]) == (["mine", *base, "new"], [])


def test_frontmatter_is_merged_key_by_key() -> None:
    base = page("x\n", reinforced="2026-01-01T00:00:00Z")
    mine = base.replace("status: draft", "status: stable\nowner: me")
    new = page("x\n", reinforced="2026-02-01T00:00:00Z", strength=0.7, aliases=["b"])

    merged = merge(base, mine, new)

    assert merged.conflicts == ()
    meta = parse(merged.text).meta
    assert list(meta) == ["type", "id", "title", "status", "owner", "tags", "aliases", "strength", "reinforced"]
    assert (meta["status"], meta["strength"], meta["reinforced"]) == ("stable", 0.7, "2026-02-01T00:00:00Z")


def test_a_key_changed_by_both_keeps_the_persons_value_and_asks() -> None:
    base, new = page("x\n"), page("x\n", title="C")

    merged = merge(base, base.replace("title: A", "title: B  # mine"), new, "a.md")

    assert "title: B  # mine\n" in merged.text
    [conflict] = merged.conflicts
    assert (conflict.path, conflict.place, conflict.mine, conflict.new) == (
        "a.md",
        "title",
        "title: B  # mine\n",
        "title: C\n",
    )


def test_a_strength_that_a_person_set_stays_without_asking_every_time() -> None:
    base, new = page("x\n"), page("x\n", strength=0.9)

    merged = merge(base, base.replace("strength: 0.5", "strength: 1.0"), new)

    assert parse(merged.text).meta["strength"] == 1.0
    assert merged.conflicts == ()


def test_removed_keys_stay_removed_but_identity_comes_back() -> None:
    base, new = page("x\n"), page("y\n")
    mine = base.replace("id: decision-1\n", "").replace("tags:\n  - a\n", "")

    meta = parse(merge(base, mine, new).text).meta

    assert list(meta) == ["type", "id", "title", "status", "strength"]


def test_a_key_that_the_compiler_drops_goes() -> None:
    base, new = page("x\n", stale_after="2026-01-01T00:00:00Z"), page("x\n")

    assert "stale_after" not in merge(base, base.replace("x\n", "mine\n"), new).text


def test_sources_are_joined_by_id() -> None:
    one, two, three = ({"id": name, "resource": f"raw:a/{name}"} for name in ("s1", "s2", "s3"))
    base, new = page("x\n", sources=[one]), page("x\n", sources=[one, two])
    mine = page("x\n", sources=[one, three])

    assert parse(merge(base, mine, new).text).meta["sources"] == [one, three, two]


def test_a_page_whose_header_a_person_removed_still_follows_in_its_body() -> None:
    base, new = page("x\n\ny\n"), page("x\n\nz\n")

    merged = merge(base, "mine\n\ny\n", new)

    assert parse(merged.text).body == "mine\n\nz\n"
    assert parse(merged.text).id == "decision-1"


def test_broken_frontmatter_is_refused() -> None:
    base = page("x\n")

    with pytest.raises(BrokenPage):
        merge(base, base.replace("tags:\n", "tags: [\n"), page("y\n"), "a.md")


def test_a_line_that_a_person_took_out_stays_out_where_the_compiler_moves_it() -> None:
    base, new = page("a\nb said\nc\n"), page("b said\na\nc\nd\n")

    assert parse(merge(base, page("a\nc\n"), new).text).body == "a\nc\nd\n"


def test_a_footnote_comes_back_only_where_something_cites_it() -> None:
    base = page("a[^1]\n\n[^1]: one\n[^2]: two\n[^3]: three\n")
    new = page("a[^1]\n\n[^2]: two\n[^3]: three\n[^1]: one\n")

    assert "[^1]: one" in merge(base, page("a[^1]\n\n[^2]: two\n[^3]: three\n"), new).text
    assert "[^1]: one" not in merge(base, page("\n[^2]: two\n[^3]: three\n"), new).text


@RELAXED
@given(st.lists(st.sampled_from(["\n", "\r\n"]), min_size=4, max_size=4), st.integers(0, 3))
def test_every_line_keeps_the_end_that_its_person_gave_it(ends: list[str], changed: int) -> None:
    lines = [f"compiled {n}" for n in range(4)]
    mine = page("").rstrip("\n") + "\n\n" + "".join(f"{line}{end}" for line, end in zip(lines, ends, strict=True))
    new = [f"{line} anew" if n == changed else line for n, line in enumerate(lines)]

    merged = merge(page(body(lines)), mine, page(body(new))).text

    for n, end in enumerate(ends):
        if n != changed:
            assert f"{lines[n]}{end}" in merged
