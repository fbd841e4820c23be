"""One page of each kind and each block, byte for byte. `python tests/golden/test_golden.py` writes them anew."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from making import at, change, claim, facts, item, run, skill, told

from memwiki.compile.fold import fold
from memwiki.compile.knowledge import Knowledge
from memwiki.compile.write import About, pages
from memwiki.inject.claims import choose, due
from memwiki.inject.handoff import render as block
from memwiki.inject.pack import pack
from memwiki.inject.standing import briefing
from memwiki.records import Hit
from memwiki.wiki.page import render

HERE = Path(__file__).parent
ONE, TWO, THREE = "claude-code-5b1f", "codex-019f", "cursor-77aa"


def story() -> Knowledge:
    """Three sessions of one small project, and what its person said by hand."""
    first = facts(
        ONE,
        2,
        title="Keep raw events 30 days and add the norges bank feed",
        goal=item("keep raw events 30 days", key=ONE),
        requests=(
            item("decision: raw events are kept 30 days, legal signed off", key=ONE),
            item("add norges as a provider", key=ONE),
        ),
        done=(
            item("TTL of 30 days set on `events`", key=ONE),
            item("Norges Bank is registered in `providers/registry.py`", key=ONE),
        ),
        changes=(change("schema/events.sql"), change("providers/registry.py")),
        commands=(
            run("pytest -q tests/test_providers.py", False, "1 failed"),
            run("pytest -q tests/test_providers.py", True, "9 passed"),
        ),
        learned=(item("the registry must list every provider", key=ONE),),
        next_steps=(item("redirect map for old slugs", key=ONE), item("ask Priya for the DocSearch key", key=ONE)),
        open_questions=(item("may we drop the old slugs?", key=ONE),),
        claims=(
            claim(
                "decision",
                "Raw events are kept 30 days",
                "raw events are kept 30 days then dropped",
                at(2),
                ONE,
                parts={"reason": ("legal signed off on that",)},
                keys=frozenset({"raw events retention"}),
                entities=("events",),
            ),
            claim(
                "preference",
                "Use yarn for everything",
                "use yarn for everything in this repo",
                at(2, 9, 5),
                ONE,
                parts={"reason": ("package-lock.json keeps showing up in diffs",), "scope": ("project",)},
            ),
            claim(
                "concept",
                "DLQ",
                "DLQ means delivery lane queue, not dead letter queue",
                at(2, 9, 10),
                ONE,
                aliases=("delivery lane queue",),
                parts={"where": ("`lanes/queue.py`",)},
            ),
            skill(ts=at(2, 9, 40), session=ONE),
        ),
    )
    second = facts(
        TWO,
        9,
        title="Raw events are now kept 90 days",
        requests=(item("raw events are now kept 90 days, not 30", key=TWO),),
        done=(item("Changed the TTL on `events` to 90 days", key=TWO),),
        closed_items=(item("redirect map for the old slugs", "done", TWO),),
        changes=(change("schema/events.sql"),),
        commits=(item("90fe3b1 events: keep 90 days", key=TWO),),
        claims=(
            claim(
                "decision",
                "Raw events are kept 90 days",
                "raw events are now kept 90 days, not 30",
                at(9),
                TWO,
                act="replace",
                replaces=("30 days",),
                keys=frozenset({"raw events retention"}),
                parts={"reason": ("support needs them for chargeback disputes",), "alternatives": ("30 days",)},
            ),
            claim(
                "gotcha",
                "SQLite objects stay in their thread",
                "`Store` shared one connection between its workers",
                at(9, 9, 20),
                TWO,
                source="agent",
                author="codex",
                parts={
                    "symptom": ("`ProgrammingError: SQLite objects created in a thread`",),
                    "failed": ("`check_same_thread=False`: then `database is locked`",),
                    "cause": ("`Store` shared one connection between its workers",),
                    "fix": ("one connection per thread",),
                },
            ),
            skill(
                "Add riksbank as a provider",
                at(9, 9, 30),
                TWO,
                observation="k2",
                files=("providers/riks.py", "providers/registry.py"),
            ),
        ),
    )
    third = facts(
        THREE,
        12,
        lang="zh",
        title="弹幕不落库",
        requests=(item("弹幕直接走 Redis Stream,不落库", key=THREE),),
        next_steps=(item("压测 200 并发", key=THREE),),
        claims=(
            claim(
                "decision",
                "弹幕走 Redis Stream,不落库",
                "弹幕走 Redis Stream,不落库",
                at(12),
                THREE,
                lang="zh",
                parts={"reason": ("写入太密,数据库扛不住",)},
                entities=("Redis Stream",),
            ),
        ),
    )
    notes = [
        told("note", at(10), text="Ask before you run anything in prod, always"),
    ]
    return fold([first, second, third], notes)


def rendered() -> dict[str, str]:
    """Golden name -> text."""
    known = story()
    made = pages(known, About("ledger", ("/w/ledger",)))
    found = {f"pages/{path}": render(page) for path, page in made.items()}
    handoff = choose(
        due(known, (), {one.key for one in known.sessions}, project="default/ledger", now=at(13)), now=at(13)
    )
    assert handoff is not None
    found["blocks/handoff.txt"] = block(handoff, made.values())
    found["blocks/briefing.txt"] = briefing(made.values(), project="default/ledger")
    hits = [
        Hit(p.path, p.id, p.kind, p.title, 0.9, str(p.meta["description"]), f"/h/{p.path}", "default/ledger", p.status)
        for p in made.values()
        if p.kind in ("decision", "gotcha", "skill")
    ]
    found["blocks/recall.txt"] = pack(hits, 800, commits={"default/ledger": "0123456789abcdef"}).text
    return found


TEXTS = rendered()


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_rendering_is_as_it_was(name: str) -> None:
    assert TEXTS[name] == (HERE / name).read_text("utf-8")


def test_every_kind_has_a_golden_page_and_none_is_left_over() -> None:
    kept = {
        p.relative_to(HERE).as_posix()
        for folder in ("pages", "blocks")
        for p in (HERE / folder).rglob("*")
        if p.is_file()
    }
    assert kept == set(TEXTS)
    kinds = {page.kind for page in pages(story()).values()}
    assert kinds == {"session", "decision", "preference", "concept", "gotcha", "skill", "project"}


def renew() -> None:
    """Writes every golden file, and removes those that nothing makes."""
    for folder in ("pages", "blocks"):
        for old in (HERE / folder).rglob("*"):
            if old.is_file():
                old.unlink()
    for name, text in TEXTS.items():
        (HERE / name).parent.mkdir(parents=True, exist_ok=True)
        (HERE / name).write_text(text, "utf-8")


if __name__ == "__main__":
    renew()
