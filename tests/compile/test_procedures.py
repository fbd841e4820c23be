"""What a skill is called: the work it did, not the remark that began it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from making import at, claim, seen, skill

from memwiki.compile.procedures import called
from memwiki.records import Claim


def title(of: str, *stated: Claim, **more: str) -> str:
    """The name of the one skill whose request was this."""
    one = skill(of, **more)
    one = replace(one, evidence=seen("p1", at(1)), parts={**one.parts, "requests": (of,)})
    return called([one], stated)[0].title


def said(kind: str, of: str, text: str = "", **more: object) -> Claim:
    """A statement of the prompt that the skill carried out."""
    return claim(kind, of, text, observation="p1", **more)


@pytest.mark.parametrize(
    ("request_", "shown"),
    [
        ("Add a --dry-run to the import command", "Add a --dry-run to the import command"),
        ("Check what the docs say then fix includes/upload.php", "Fix includes/upload.php"),
        ("D then lets fix the crash on empty input", "Fix the crash on empty input"),
        (
            "The CSV importer chokes and crashes on trailing commas",
            "Fix: the CSV importer chokes and crashes on trailing commas",
        ),
    ],
)
def test_a_skill_tells_the_work(request_: str, shown: str) -> None:
    assert title(request_) == shown


def test_a_fault_is_mended_in_its_own_language() -> None:
    assert title("健康检查接口返回 404 报错", lang="zh") == "修复:健康检查接口返回 404 报错"


def test_a_skill_that_carries_out_a_decision_says_so() -> None:
    decided = said("decision", "Raw events are kept 30 days", "Raw events are kept 30 days then dropped")
    assert title("Raw events are kept 30 days", decided) == "Carry out: Raw events are kept 30 days"
    assert (
        title("注册中心挪到 Nacos", said("decision", "注册中心挪到 Nacos", lang="zh"), lang="zh")
        == "落实:注册中心挪到 Nacos"
    )


def test_an_answer_to_an_offer_is_named_by_what_was_taken() -> None:
    taken = said("decision", "Fixed timestep with an accumulator")
    taken = replace(taken, evidence=(*taken.evidence, *seen("a1", at(1), author="claude-code")))
    assert (
        title("A. netcode needs that anyway, and B would hide it", taken)
        == "Carry out: Fixed timestep with an accumulator"
    )


def test_a_definition_is_no_procedure() -> None:
    term = said("concept", "ghost listen", "A 'ghost listen' is when an app downloads and never plays")
    assert title("A 'ghost listen' is when an app downloads", term) == "Change `providers/norges.py`"


def test_a_rule_that_was_told_meanwhile_changes_no_name() -> None:
    rule = said("preference", "Never print whole frames")
    assert title("You tend to refactor too much", rule) == "You tend to refactor too much"


def test_the_sentence_that_orders_the_work_names_it() -> None:
    one = skill("The new practice direction wants ISO")
    told = "the new practice direction wants ISO. change the date format of all exhibits to 2026-03-14"
    one = replace(one, parts={**one.parts, "requests": (told,)})
    assert called([one], [])[0].title == "Change the date format of all exhibits to 2026-03-14"
    one = replace(one, title="Look how httpx-throttle does token buckets")
    one = replace(one, parts={**one.parts, "requests": ("look how httpx-throttle does token buckets",)})
    assert called([one], [])[0].title == "Change `providers/norges.py`"
