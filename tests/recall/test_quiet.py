"""Recall speaks where a page answers the prompt, and is silent everywhere else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memwiki.index.build import PageBlob, refresh
from memwiki.recall.quiet import recall
from memwiki.recall.search import Scope, search
from memwiki.records import Project

Make = Callable[..., PageBlob]
NOW = "2026-09-20T00:00:00Z"
WHEN = {"created": '"2026-09-08T09:00:00Z"', "reinforced": '"2026-09-08T09:00:00Z"', "strength": "0.6", "trust": "0.9"}


@pytest.fixture
def pages(page: Make) -> dict[str, PageBlob]:
    return {
        "decisions/db.md": page(
            "Decision", "为什么选 PostgreSQL", "规则引擎的数据库选型:需要 jsonb 和 GIN 索引。", **WHEN
        ),
        "decisions/eta.md": page(
            "Decision", "Kalman filter for arrival times", "The supplier's arrival times are off.", **WHEN
        ),
        "preferences/money.md": page("Preference", "Amounts are integer cents", "Never use floats for prices.", **WHEN),
        "gotchas/tz.md": page("Gotcha", "ZoneInfoNotFoundError in the container", "Install tzdata.", **WHEN),
    }


def heard(tmp_path: Path, pages: dict[str, PageBlob], prompt: str, now: str = NOW, **more) -> list[str]:
    refresh(tmp_path / "ix", pages)
    scope = Scope(Project("default", "shop"), tmp_path / "ix", tmp_path / "wiki")
    return [hit.title for hit in recall([scope], prompt, now=now, **more).hits]


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        ("are the supplier's arrival times any good", "Kalman filter for arrival times"),
        ("数据库选型的理由", "为什么选 PostgreSQL"),
        ("ZoneInfoNotFoundError", "ZoneInfoNotFoundError in the container"),
        ("should prices be floats", "Amounts are integer cents"),
    ],
)
def test_it_speaks_where_a_page_answers(tmp_path: Path, pages, prompt: str, title: str) -> None:
    assert heard(tmp_path, pages, prompt)[:1] == [title]


@pytest.mark.parametrize(
    "prompt",
    [
        "kubernetes ingress annotations for websockets",
        "best pizza dough flour",
        "怎么配置 nginx 反向代理",
        "fix the failing test in this file please",
        "run the tests again and commit",
        "继续",
        "ok",
        "",
        "thanks, what is next?",
        "add a new option to the command and update the docs",
        "为什么这个测试报错了",
    ],
)
def test_it_is_silent_elsewhere(tmp_path: Path, pages, prompt: str) -> None:
    assert heard(tmp_path, pages, prompt) == []


@pytest.mark.parametrize(
    "meta",
    [
        {"status": "deprecated"},
        {"status": "draft"},
        {"valid_to": '"2026-09-10T00:00:00Z"'},
        {"stale_after": '"2026-09-10T00:00:00Z"'},
    ],
)
def test_pages_that_no_longer_hold_stay_out(tmp_path: Path, page: Make, meta: dict[str, str]) -> None:
    held = {"decisions/x.md": page("Decision", "Zebra crossing colours", "The zebra is striped.", **WHEN, **meta)}
    assert heard(tmp_path, held, "zebra crossing colours") == []
    assert [hit.title for hit in search([Scope(Project("d", "s"), tmp_path / "ix", tmp_path)], "zebra", now=NOW).hits]


def test_a_decayed_page_leaves_recall_unless_it_is_pinned(tmp_path: Path, page: Make) -> None:
    late = "2036-01-01T00:00:00Z"
    held = {"gotchas/x.md": page("Gotcha", "Zebra crossing colours", "Stripes.", **WHEN)}
    assert heard(tmp_path, held, "zebra crossing colours")
    assert heard(tmp_path, held, "zebra crossing colours", now=late) == []
    pinned = {"gotchas/x.md": page("Gotcha", "Zebra crossing colours", "Stripes.", pinned="true", **WHEN)}
    assert heard(tmp_path, pinned, "zebra crossing colours", now=late)


def test_a_day_alone_is_no_reason_to_speak_of_something_else(tmp_path: Path, page: Make) -> None:
    held = {"sessions/2026-09/one.md": page("Session", "Prices become cents", "Amounts are integers now.", **WHEN)}
    day = WHEN["created"].strip('"')
    assert heard(tmp_path, held, "what did we do today", now=day) == ["Prices become cents"]
    assert heard(tmp_path, held, "how is the weather in Oslo today", now=day) == []
    assert heard(tmp_path, held, "今天奥斯陆天气怎么样", now=day) == []


def test_a_higher_threshold_is_quieter(tmp_path: Path, pages) -> None:
    prompt = "are the supplier's arrival times any good"
    assert heard(tmp_path, pages, prompt)
    assert heard(tmp_path, pages, prompt, threshold=0.9999) == []


def test_a_common_word_is_not_rare_in_a_small_wiki(tmp_path: Path, page: Make) -> None:
    held = {"concepts/x.md": page("Concept", "Run the command", "Use the file option to run the command.", **WHEN)}
    assert heard(tmp_path, held, "which file holds the grafana dashboards for zebra alerts") == []


def test_no_index_is_silence(tmp_path: Path) -> None:
    assert recall([Scope(Project("d", "s"), tmp_path / "none", tmp_path)], "anything at all", now=NOW).hits == ()


def test_orders_in_ordinary_words_are_no_questions(tmp_path: Path, page: Make) -> None:
    pages = {
        "decisions/tests.md": page("Decision", "Tests run in parallel", "More tests failed; we added workers.", **WHEN),
        "decisions/zh.md": page("Decision", "测试并行运行", "多个测试失败了,于是加了几个进程。", **WHEN),
    }
    for prompt in ("add more tests", "why did that fail", "多加几个测试", "刚才为什么失败"):
        assert heard(tmp_path, pages, prompt) == []
