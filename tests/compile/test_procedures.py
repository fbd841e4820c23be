"""What a skill is called: the work it did, not the remark that began it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from making import at, claim, seen, skill

from memwiki.compile.achieved import achieved
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
    assert title("Refactors tend to grow too large", rule) == "Refactors tend to grow too large"


def test_the_sentence_that_orders_the_work_names_it() -> None:
    one = skill("The new practice direction wants ISO")
    told = "the new practice direction wants ISO. change the date format of all exhibits to 2026-03-14"
    one = replace(one, parts={**one.parts, "requests": (told,)})
    assert called([one], [])[0].title == "Change the date format of all exhibits to 2026-03-14"
    one = replace(one, title="Look how httpx-throttle does token buckets")
    one = replace(one, parts={**one.parts, "requests": ("look how httpx-throttle does token buckets",)})
    assert called([one], [])[0].title == "Change `providers/norges.py`"


@pytest.mark.parametrize(
    ("request_", "message", "shown"),
    [
        (
            "He did, God help him",
            "Lots close at the published second. 4 closing tests pass.",
            "Change `norges.py` so that lots close at the published second",
        ),
        (
            "This Excel again, it was the same with the Turkish file in spring",
            "`norges.py` now reports such rows with a hint for the partner; 18 tests pass.",
            "Change `norges.py` so that it reports such rows with a hint for the partner",
        ),
        (
            "Clause extractor misses 'Haftung' headings",
            "All good. Headings are matched by docx style name now, 6 heading tests pass.",
            "Change `norges.py` so that headings are matched by docx style name",
        ),
        ("Played a gig w/ it yesterday and my fan was loud", "14 tests pass.", "Change `providers/norges.py`"),
        ("Extend the table to 2050", "The table reaches 2050 now.", "Extend the table to 2050"),
    ],
)
def test_a_request_that_orders_nothing_gives_way_to_what_was_done(request_: str, message: str, shown: str) -> None:
    one = skill(request_)
    told = achieved(message, "providers/norges.py", "en")
    one = replace(one, parts={**one.parts, "requests": (request_,), "goal": (request_,), "achieved": (told,)})
    made = called([one], [])[0]
    assert made.title == shown
    assert "achieved" not in made.parts
    if shown != request_:
        assert request_ in made.aliases
        assert "goal" not in made.parts


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        (
            "您好,原来只取地址的第一个字符。现在按完整楼号分,带字母的也保住了,6 个用例通过。",
            "按完整楼号分,带字母的也保住了",
        ),
        ("去掉先后顺序后 3 个用例通过。", ""),
        ("5 个用例都过了。", ""),
        ("`norges.py` 里写死的编号换成查表,4 个用例通过。还差:导出。", "写死的编号换成查表"),
    ],
)
def test_what_was_done_is_told_in_chinese(message: str, shown: str) -> None:
    assert achieved(message, "providers/norges.py", "zh") == (f"改动 `norges.py`:{shown}" if shown else "")


@pytest.mark.parametrize(
    "message",
    [
        "12 tests pass.",
        "I added it, you can look.",
        "`fault_restart` cleared the stall.",
        "Root cause: the timer compared ticks with seconds.",
        "Next steps: the label printer shows every name.",
        "The gauge is back at zero again.",
    ],
)
def test_what_names_no_work_is_no_title(message: str) -> None:
    assert achieved(message, "providers/norges.py", "en") == ""
