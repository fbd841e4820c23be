from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.wiki.statements import compare, plain, statements

BODY = """# Use pnpm

> Replaced by [yarn](yarn.md) on 2026-09-14.

Always use pnpm.[^o1][^o2]

## Why

- [x] The **lockfile** is pnpm's[^o1]
1. One

```sh
pnpm i

pnpm t
```

[^o1]: said by ada
"""


def test_a_statement_is_a_line_that_says_something_or_a_fenced_block() -> None:
    assert [(one.text, one.section, one.marks) for one in statements(BODY)] == [
        ("Replaced by yarn on 2026-09-14.", "", ()),
        ("Always use pnpm.", "", ("o1", "o2")),
        ("[x] The **lockfile** is pnpm's", "Why", ("o1",)),
        ("One", "Why", ()),
        ("```sh\npnpm i\n\npnpm t\n```", "Why", ()),
    ]


def test_lines_are_counted_in_the_body() -> None:
    lines = BODY.split("\n")

    for one in statements(BODY):
        assert one.text.split("\n")[0] in plain(lines[one.line - 1]) or lines[one.line - 1].startswith("```")


def test_what_changes_is_told_by_what_became_of_it() -> None:
    old = statements("Always use pnpm 8.[^a]\n\nNever npm.[^a]\n\nGone.\n")
    new = statements("Never npm.[^a][^b]\n\nAlways use pnpm 9.[^b]\n\nNew words here.\n")

    assert [(one.what, one.text, one.before, one.marks) for one in compare(old, new)] == [
        ("again", "Never npm.", "", ("b",)),
        ("changed", "Always use pnpm 9.", "Always use pnpm 8.", ("b",)),
        ("added", "New words here.", "", ()),
        ("withdrawn", "Gone.", "", ()),
    ]


def test_a_link_that_leads_elsewhere_is_no_change() -> None:
    assert compare(statements("See [yarn](a.md).\n"), statements("See [yarn](b/c.md).\n")) == []


def test_chinese_statements_are_compared_by_their_characters() -> None:
    (one,) = compare(statements("我们用 Redis 做缓存。\n"), statements("我们用 Redis 做缓存，因为快。\n"))

    assert (one.what, one.before) == ("changed", "我们用 Redis 做缓存。")


TEXT = st.lists(
    st.sampled_from(
        ["a one two", "a one three", "b", "中文 陈述", "- b", "## H", "", "```", "c[^1]", "c[^1][^2]", "[^1]: x"]
    ),
    max_size=12,
).map("\n".join)


@settings(derandomize=True, deadline=None, max_examples=300)
@given(TEXT, TEXT)
def test_every_statement_of_both_versions_is_accounted_for_once(old: str, new: str) -> None:
    before, after = statements(old), statements(new)
    changes = compare(before, after)

    came = Counter(one.text for one in changes if one.what in ("added", "changed"))
    went = Counter(one.before or one.text for one in changes if one.what in ("withdrawn", "changed"))
    assert Counter(one.text for one in before) - went == Counter(one.text for one in after) - came
    assert compare(before, before) == []
