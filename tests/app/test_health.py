"""status, stats and doctor tell how things stand, each with what to do."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

from memwiki.app.health import examine, stats, status
from memwiki.app.places import link, list_projects, moved
from memwiki.app.reading import find_page, list_pages
from memwiki.app.telling import remember
from memwiki.errors import NotFound

Memory = Any  # tests/app/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")


def _states(memory: Memory, minutes: float = 30) -> dict[str, str]:
    return {check.name: check.state for check in examine(memory.desk(minutes))}


def test_status_says_when_and_how(memory: Memory) -> None:
    assert "nothing captured" in status(memory.desk()).line
    last = memory.session("one", 0, RULE, end=False)
    assert (
        "1 session open, compiled when it ends, or when another starts after 09:31 UTC"
        in status(memory.desk(last)).line
    )
    late = status(memory.desk(last + 60)).line
    assert late.endswith("1 finished session is not compiled yet (when the next session starts); now: memwiki compile")

    memory.compile(last + 60)

    done = status(memory.desk(last + 61))
    assert done.line.endswith("pages from 1 session; nothing waits")
    assert done.last_compile
    assert done.last_observation


def test_status_of_a_session_that_has_just_ended(memory: Memory) -> None:
    last = memory.session("one", 0, RULE)

    line = status(memory.desk(last)).line
    assert "1 finished session is not compiled yet (in a moment); now: memwiki compile" in line


def test_status_of_a_project_that_is_not_there(memory: Memory) -> None:
    with pytest.raises(NotFound):
        status(memory.desk(project="nope"))


def test_projects_count_sessions_of_work(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))
    remember(memory.desk(10), "We use tabs")

    assert [one.sessions for one in list_projects(memory.desk(20))] == [1]


def test_stats_count(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))

    found = stats(memory.desk(20))

    assert (found.sessions, found.agents, found.pages["preference"]) == (1, {"claude-code": 1}, 1)
    assert found.handoffs == {"open": 1}


def test_doctor_finds_an_index_that_is_gone(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))
    key = memory.desk().project.key
    assert f"{key} index" not in {k for k, v in _states(memory).items() if v == "fail"}

    shutil.rmtree(memory.desk().home.index(memory.desk().project))

    assert _states(memory)[f"{key} index"] == "warn"


def test_doctor_finds_a_home_that_others_can_read(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))
    assert _states(memory)["home"] == "ok"

    memory.home.chmod(0o755)

    (check,) = (one for one in examine(memory.desk(30)) if one.name == "home")
    assert check.state == "warn"
    assert "chmod" in check.remedy


def test_doctor_finds_torn_lines(memory: Memory) -> None:
    memory.session("one", 0, RULE)
    (segment,) = memory.home.rglob("0001.jsonl")
    with segment.open("ab") as out:
        out.write(b"{torn")

    assert _states(memory)[f"{memory.desk().project.key} spool"] == "warn"


def test_doctor_finds_a_broken_wiki(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))
    (memory.desk().wiki / ".git" / "HEAD").unlink()

    assert _states(memory)[memory.desk().project.key] == "fail"


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("config", '[remote "origin"]\n\turl = https://ada:pw@example.org/shop.git\n'),
        ("logs/HEAD", f"{'0' * 40} {'1' * 40} ada <ada@example.org> 1757800000 +0200\tcommit (initial): pw\n"),
    ],
)
def test_a_repository_that_moved_is_noticed_and_linked(memory: Memory, tmp_path: Any, file: str, text: str) -> None:
    (memory.work / ".git" / file).parent.mkdir(exist_ok=True)
    (memory.work / ".git" / file).write_text(text)
    memory.compile(memory.session("one", 0, RULE))
    old = memory.desk().project
    assert "pw" not in memory.desk().home.projects_file.read_text()
    (place,) = list_projects(memory.desk(20))
    assert place.roots == (str(memory.work),)

    memory.work = memory.work.rename(tmp_path / "new-shop")

    assert memory.desk(20).project != old
    assert old.key in moved(memory.desk(20))[0]
    link(memory.desk(20), old.key)
    assert memory.desk(21).project == old
    assert moved(memory.desk(21)) == []


def test_a_page_is_found_by_path_name_id_or_title(memory: Memory) -> None:
    memory.compile(memory.session("one", 0, RULE))
    (page,) = list_pages(memory.desk(20), "preference")

    for name in (
        page.page,
        page.page.removesuffix(".md"),
        page.page.rpartition("/")[2],
        page.id,
        page.title,
        page.path,
    ):
        assert find_page(memory.desk(20), name) == page.page
