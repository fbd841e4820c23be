from __future__ import annotations

import pytest

from memwiki.wiki.links import Link, anchors, headings, links, names_of, resolve

BODY = """See [the *queue*](../concepts/job%20queue.md#limits "t") and ![pic](img/a.png).
Also [[Job queue#Limits|limits]], ![[b.png]] and <https://example.org/x>.

| a | b |
|---|---|
| [[D\\|d]] | [e](e.md) |

`[[no]]` and [^s1] and [ref].

```
[no](no.md) [[no]]
```

<div>[[no]]</div>

[^s1]: raw
[ref]: /f.md
"""


def test_links_of_every_form_are_found_with_their_lines() -> None:
    assert links(BODY) == [
        Link("../concepts/job queue.md", "the queue", 1, "limits"),
        Link("img/a.png", "pic", 1, form="image"),
        Link("Job queue", "limits", 2, "Limits", "wiki"),
        Link("b.png", "b.png", 2, form="embed"),
        Link("https://example.org/x", "https://example.org/x", 2),
        Link("D", "d", 6, form="wiki"),
        Link("e.md", "e", 6),
        Link("/f.md", "ref", 8),
    ]


PATHS = {"concepts/job queue.md", "decisions/a.md", "decisions/index.md", "index.md", "img/a.png"}
NAMES = names_of({"concepts/job queue.md": ("Job queue", ["worker queue"]), "decisions/a.md": ("结算", [])})


@pytest.mark.parametrize(
    ("link", "target"),
    [
        (Link("../concepts/job queue.md", "", 1), "concepts/job queue.md"),
        (Link("/decisions/a.md", "", 1), "decisions/a.md"),
        (Link("a.md", "", 1), "decisions/a.md"),
        (Link("", "", 1, "here"), "decisions/b.md"),
        (Link("./", "", 1), "decisions/index.md"),
        (Link("/", "", 1), "index.md"),
        (Link("../../etc/passwd", "", 1), None),
        (Link("nope.md", "", 1), None),
        (Link("https://example.org", "", 1), None),
        (Link("raw:a/0001", "", 1), None),
        (Link("Job Queue", "", 1, form="wiki"), "concepts/job queue.md"),
        (Link("Worker queue", "", 1, form="wiki"), "concepts/job queue.md"),
        (Link("结算", "", 1, form="wiki"), "decisions/a.md"),
        (Link("decisions/a", "", 1, form="wiki"), "decisions/a.md"),
        (Link("a", "", 1, form="wiki"), "decisions/a.md"),
        (Link("Nothing", "", 1, form="wiki"), None),
    ],
)
def test_a_link_leads_to_a_path_of_the_bundle(link: Link, target: str | None) -> None:
    assert resolve(link, "decisions/b.md", PATHS, NAMES) == target


def test_headings_and_anchors_are_those_of_git_hosts() -> None:
    body = "# Why `this`?\n\n## Why this\n\n## 为什么 选\n\n```\n# no\n```\n"

    assert headings(body) == [(1, "Why `this`?"), (3, "Why this"), (5, "为什么 选")]
    assert anchors(body) == {"why-this", "why-this-1", "为什么-选"}


@pytest.mark.parametrize("text", ["[[" * 5000, "[" * 5000, "![[" * 3000 + "]]", "[[a" + "\n]]", "[[]]", "[[ ]]"])
def test_hostile_brackets_are_no_links_and_no_trouble(text: str) -> None:
    assert links(text) == []
