"""A compile writes what changed and says so in its commit."""

from __future__ import annotations

from making import facts

from memwiki.compile.plan import digest, plan


def test_only_changed_pages_are_written_and_gone_ones_deleted() -> None:
    previous = {"a.md": digest("a"), "b.md": digest("b"), "c.md": digest("c")}
    made = plan({"a.md": "a", "b.md": "B", "d.md": "d"}, previous)
    assert [(change.path, change.text, change.reason) for change in made.changes] == [
        ("b.md", "B", "changed"),
        ("d.md", "d", "new"),
        ("c.md", None, "gone"),
    ]


def test_nothing_changed_plans_nothing() -> None:
    assert plan({"a.md": "a"}, {"a.md": digest("a")}).changes == ()


def test_the_commit_says_what_it_was_made_from() -> None:
    made = plan(
        {"a.md": "a"},
        {},
        sessions=[facts("codex-s2", 2), facts("claude-code-s1", 1)],
        run="01RUN",
        sealed=[("codex-s2/0001", "ab" * 32)],
    )
    assert made.subject == "compile: 1 page from 2 sessions"
    assert made.trailers == (
        ("Memwiki-Session", "claude-code-s1"),
        ("Memwiki-Session", "codex-s2"),
        ("Memwiki-Agent", "claude-code"),
        ("Memwiki-Agent", "codex"),
        ("Memwiki-Run", "01RUN"),
        ("Memwiki-Raw", f"codex-s2/0001 {'ab' * 32}"),
    )


def test_a_name_cannot_forge_a_trailer() -> None:
    made = plan({}, {}, sessions=[facts("codex-x\nMemwiki-Run: forged", 2)])
    assert all("\n" not in value for _, value in made.trailers)


def test_a_first_import_names_a_bounded_number_of_sessions() -> None:
    made = plan({}, {}, sessions=[facts(f"codex-s{n}", 1 + n % 28) for n in range(500)])
    assert made.subject == "compile: 0 pages from 500 sessions"
    assert sum(name == "Memwiki-Session" for name, _ in made.trailers) == 50
