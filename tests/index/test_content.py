"""What of a page is indexed."""

from __future__ import annotations

import pytest

from memwiki.index.content import of_page, of_raw

PAGE = """---
type: Decision
id: decision-0123456789ab
title: Queue in SQLite
status: stable
aliases: [Queue in SQLite, job queue]
entities: [RedisBroker]
tags: [memwiki/decision]
strength: 0.6
created: "2026-09-08T09:00:00Z"
relations:
  supersedes: [decision-ffffffffffff]
sources:
  - {id: a, resource: "raw:codex-s1/0001#2..2", last_modified: "2026-09-09T09:00:00Z"}
---

# Queue in SQLite

We keep jobs in **SQLite**, see `jobs.db`.[^a]

## Mentioned in

- [A session about brokers](../sessions/2026-09/x.md)
- see [the broker](../concepts/broker.md) for more

[^a]: said by nobody, [A session about brokers](../sessions/2026-09/x.md)
"""


def test_a_page_gives_fields_facts_and_lines() -> None:
    content = of_page("decisions/queue.md", PAGE)
    assert content.facts["kind"] == "decision"
    assert content.facts["aliases"] == ["job queue"]  # not the title again
    assert content.facts["sessions"] == ["codex-s1"]
    assert content.facts["days"] == ["2026-09-08", "2026-09-09"]
    assert "We keep jobs in SQLite, see jobs.db." in content.lines
    assert "redisbroker" in content.fields["entities"]


def test_a_pointer_to_another_page_is_a_link_and_no_text() -> None:
    content = of_page("decisions/queue.md", PAGE)
    assert not any("A session about brokers" in line for line in content.lines)
    assert "see the broker for more" in content.lines
    assert {target for _, target in content.links} >= {"../sessions/2026-09/x.md", "../concepts/broker.md"}
    assert ("supersedes", "decision-ffffffffffff") in content.links


@pytest.mark.parametrize(
    "text",
    [
        "",
        "just text",
        "---\ntitle: a: b: c\n---\nbody words",
        "---\n- a list\n---\nbody words",
        "---\ntitle: open\nbody words",
        "---\ntitle: &a [*a]\n---\nbody words",
        "\ufeff---\ntype: Concept\n---\nbody words",
        "---\ntags: {a: b}\nstrength: much\nsources: [1, 2]\n---\nbody words",
        "---\nentities: [[deep], 1, null]\n---\nbody\0words \udc80",
        "x" * 100_000,
        "[" * 200_000,
        "[[a" * 50_000,
        "[a](" * 50_000,
        "# " + " #" * 100_000 + "x",
        "- [" + "a" * 100_000 + "](x.md",
        "'" * 50_000 + "a.b" * 50_000,
    ],
)
def test_no_file_is_too_broken(text: str) -> None:
    content = of_page("concepts/some-thing.md", text)
    assert content.facts["title"]
    assert all(len(line) <= 400 for line in content.lines)
    if "body" in text:
        assert "=body" in content.fields["body"]


@pytest.mark.parametrize(
    "head",
    [
        "---\nstatus: deprecated\ntags: [db\n---\n",
        "---\nstatus: deprecated\n\ttags: x\n---\n",
        "---\nstatus: deprecated\n\n",
        "\ufeff---\r\nstatus: deprecated\r\n- x\r\n---\r\n",
        "---\nstatus: [deprecated]\n---\n",
        "---\njust words\n---\n",
    ],
    ids=["open list", "tab", "not closed", "two forms", "a list", "words"],
)
def test_a_page_whose_header_cannot_be_read_is_a_draft(head: str) -> None:
    assert of_page("decisions/a.md", f"{head}\nWe use SQLite.\n").facts["status"] == "draft"


@pytest.mark.parametrize("head", ["", "---\n---\n", "---\n\n---\n", "---\ntitle: A\n---\n", "# A\n\n---\n"])
def test_a_page_without_a_status_holds(head: str) -> None:
    assert of_page("decisions/a.md", f"{head}\nWe use SQLite.\n").facts["status"] == "stable"


def test_a_bomb_of_aliases_stays_small() -> None:
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(9)
    )
    content = of_page("x.md", f"---\n{bomb}tags: *i\nentities: *i\n---\nbody")
    assert content.fields["entities"] == ()


def test_raw_text_keeps_its_lines() -> None:
    content = of_raw("codex-s1", "first prompt\n\n# not a heading\n" + "word " * 200)
    assert content.key == "raw:codex-s1"
    assert content.lines[:2] == ("first prompt", "# not a heading")
    assert max(map(len, content.lines)) <= 400
