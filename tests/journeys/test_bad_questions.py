"""Odd questions and broken indexes, through the command line: an answer or one line, never a stale success."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TURNS = (("Let's use SQLite for the job queue because it needs no server.", "Done: the job queue is in SQLite now."),)
ODD = {
    "empty": "",
    "blank": " \t ",
    "stopwords": "the of and to a in is it you that he was for on are",
    "chinese stopwords": "的了是在和",
    "operators": 'queue AND (NOT sqlite) OR title:"x y" ~2 ^3 +must -not [a TO b] {x} kind:* ?',
    "regex": r"^(queue|sqlite)+.*?[a-z]{2,}\b(?P<x>\d+)$|\\",
    "backtracking": "(a+)+" + "a" * 200 + "!",
    "sql": "'; DROP TABLE pages; --",
    "quotes": "\"\"\"'''“”「」```",
    "right to left": "\u202eqeueu\u202c قائمة الانتظار תור \u200f",
    "emoji": "🗄️ queue 👩‍💻🏳️‍🌈",
    "combining": "q" + "\u0301" * 300 + "ueue",
    "wide": "QUEUE sqlite 工作队列",
    "wildcards": "* ** ?? qu*ue",
    "option": "--json-like",
    "path": "../../../../etc/passwd",
    "escape": "\x1b[31mqueue\x1b[0m",
    "long word": "queue" * 5000,
    "one letter": "q",
    "many words": " ".join(f"word{n}" for n in range(4000)),
}


@pytest.fixture(scope="module")
def known(persons, tmp_path_factory):  # type: ignore[no-untyped-def]
    person = persons(tmp_path_factory.mktemp("odd"))
    person.session("s1", *TURNS)
    person.minute += 60
    assert person("compile", "--no-vectors").code == 0
    return person


def test_odd_questions_are_answered(known) -> None:  # type: ignore[no-untyped-def]
    held = {name: text for name, text in ODD.items() if "\n" not in text and text.strip()}
    done = known("search", "-", "--no-vectors", stdin="\n".join(held.values()) + "\n")
    assert done.code == 0, done.err
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert len(answers) == len(held)
    by_name = dict(zip(held, answers, strict=True))
    assert by_name["emoji"]["hits"]
    assert by_name["operators"]["hits"]
    assert by_name["regex"]["hits"]
    assert not by_name["stopwords"]["hits"]


@pytest.mark.parametrize(
    "name", ["empty", "blank", "stopwords", "operators", "right to left", "emoji", "option", "escape"]
)
@pytest.mark.parametrize("verb", ["search", "recall"])
def test_an_odd_question_alone_is_no_failure(known, verb: str, name: str) -> None:  # type: ignore[no-untyped-def]
    done = known(verb, "--no-vectors", "--json", "--at", known.now, "--", ODD[name], timed=False)
    assert done.code == 0, done.err
    assert "hits" in done.json


def test_a_hundred_kilobytes_with_broken_bytes(known) -> None:  # type: ignore[no-untyped-def]
    text = b"which store holds the job queue \xff\xfe\x00 " + b"padding words here " * 5500
    done = known("search", "-", "--no-vectors", stdin=text + b"\n")
    assert done.code == 0, done.err
    assert json.loads(done.out)["hits"]
    single = known("search", "queue " + "x" * 100_000, "--no-vectors", "--json")
    assert single.code == 0
    assert single.json["hits"]


@pytest.mark.parametrize("when", ["", " ", "yesterdayish", "2026-13-40"])
def test_a_time_that_is_none_is_refused(known, when: str) -> None:  # type: ignore[no-untyped-def]
    done = known("search", "queue", "--as-of", when)
    assert done.code == 2
    assert "not an instant" in done.err


def _index(person) -> Path:  # type: ignore[no-untyped-def]
    (found,) = (path for path in (person.home / "index" / "default").iterdir() if path.name != "_me")
    return found


def _generation(person) -> Path:  # type: ignore[no-untyped-def]
    return next(_index(person).glob("g*"))


def hits(person) -> list[str]:  # type: ignore[no-untyped-def]
    done = person("search", "job queue store", "--no-vectors", "--json")
    assert done.code == 0, done.err
    return [hit["page"] for hit in done.json["hits"]]


DAMAGE = {
    "no pointer": lambda ix, g: (ix / "CURRENT").unlink(),
    "pointer to nowhere": lambda ix, g: (ix / "CURRENT").write_text("g999999-deadbeef\n"),
    "pointer out": lambda ix, g: (ix / "CURRENT").write_text("../../../etc\n"),
    "pointer of noise": lambda ix, g: (ix / "CURRENT").write_bytes(b"\xff\x00\xfe"),
    "manifest cut": lambda ix, g: (g / "manifest.json").write_text("{"),
    "manifest a list": lambda ix, g: (g / "manifest.json").write_text("[]"),
    "older": lambda ix, g: _as(g, format=1),
    "newer": lambda ix, g: _as(g, format=99999),
    "another tree": lambda ix, g: _as(g, tree="0" * 64),
    "part gone": lambda ix, g: shutil.rmtree(next((g / "parts").iterdir())),
    "words cut": lambda ix, g: _cut(next((g / "words").glob("*.trm"))),
    "entries cut": lambda ix, g: _cut(next(g.glob("parts/*/entries.npy"))),
    "a folder in a file's place": lambda ix, g: ((g / "graph.npz").unlink(), (g / "graph.npz").mkdir()),
    "half written": lambda ix, g: (shutil.copytree(g, ix / ".new-left"), (ix / "CURRENT").unlink(), shutil.rmtree(g)),
    "open to all": lambda ix, g: ix.chmod(0o777),
}


def _as(generation: Path, **changes: object) -> None:
    path = generation / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize("verb", ["search", "recall"])
def test_noise_in_the_middle_of_an_index_is_mended_under_the_question(known, verb: str) -> None:  # type: ignore[no-untyped-def]
    asked = ("which store holds the job queue, SQLite?", "--no-vectors", "--json")
    good = known(verb, *asked).json["hits"]
    for path in (*_generation(known).glob("words/*.pst"), *_generation(known).glob("parts/*/entries.npy")):
        data = path.read_bytes()
        path.write_bytes(data[:200] + bytes(len(data) - 200))
    done = known(verb, *asked)
    assert done.code == 0, done.err
    assert done.json["hits"] == good
    assert good


@pytest.mark.parametrize("what", DAMAGE)
def test_a_broken_index_comes_back_by_itself(known, what: str) -> None:  # type: ignore[no-untyped-def]
    good = hits(known)
    assert good
    DAMAGE[what](_index(known), _generation(known))
    assert hits(known) == good
    assert known("doctor", "--json").code in (0, 3, 1)


AS_ADA = ("-c", "user.name=ada", "-c", "user.email=ada@example.org")


def test_a_changed_page_is_never_answered_from_before(known) -> None:  # type: ignore[no-untyped-def]
    page = known.page("decisions")
    page.write_text(page.read_text("utf-8").replace("SQLite", "Wombatstore"), "utf-8")
    known.git(*AS_ADA, "commit", "-qam", "by hand")
    found = known("search", "Wombatstore", "--no-vectors", "--json").json["hits"]
    assert [hit["page"] for hit in found] == [page.relative_to(known.wiki).as_posix()]
    page.write_text(page.read_text("utf-8").replace("Wombatstore", "SQLite"), "utf-8")
    known.git(*AS_ADA, "commit", "-qam", "back")
    assert not known("search", "Wombatstore", "--no-vectors", "--json").json["hits"]


def test_a_page_that_changes_during_a_build_is_found_as_it_is(known) -> None:  # type: ignore[no-untyped-def]
    page = known.page("decisions")
    build = subprocess.Popen(
        [sys.executable, "-m", "memwiki", "reindex", "--no-vectors"], env=known.environment, cwd=known.work
    )
    for word in ("Numbatone", "Numbattwo", "Numbatthree"):
        page.write_text(page.read_text("utf-8") + f"\n{word} came last.\n", "utf-8")
        known.git(*AS_ADA, "commit", "-qam", word)
    assert build.wait(120) == 0
    found = known("search", "Numbatthree", "--no-vectors", "--json").json["hits"]
    assert [hit["page"] for hit in found] == [page.relative_to(known.wiki).as_posix()]


def test_builders_and_searchers_at_once(known) -> None:  # type: ignore[no-untyped-def]
    command = [sys.executable, "-m", "memwiki"]
    jobs = [
        subprocess.Popen(
            [*command, *words], env=known.environment, cwd=known.work, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for words in (["reindex", "--no-vectors"], ["reindex", "--no-vectors"], ["search", "queue", "--no-vectors"]) * 2
    ]
    for job in jobs:
        _, err = job.communicate(timeout=120)
        assert job.returncode in (0, 11), err
        assert b"Traceback" not in err
    assert hits(known)
    assert len(list(_index(known).glob("g*"))) == 1
    assert not list(_index(known).glob(".new-*"))


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a folder away")
def test_an_index_of_another_user_is_told_in_one_line(persons, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    person = persons(tmp_path)
    person.session("s1", *TURNS)
    person.minute += 60
    assert person("compile", "--no-vectors").code == 0
    os.chown(_index(person), 12345, 12345)
    found = person("search", "job queue", "--no-vectors", "--json")
    assert found.code in (0, 12)
    assert "belongs to another user" in found.err
    assert not found.out or not found.json["hits"]
    built = person("reindex", "--no-vectors")
    assert built.code == 12
    assert len(built.err.strip().splitlines()) <= 2


def test_an_index_that_came_with_a_repository_is_not_unpickled(persons, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """A home inside somebody's clone brings an index along: what lies in a work tree may be a stranger's."""
    person = persons(tmp_path)
    person.session("s1", *TURNS)
    person.minute += 60
    assert person("compile", "--no-vectors").code == 0
    toc = next((_generation(person) / "words").glob("*.toc"))
    trap = tmp_path / "trapped"
    toc.write_bytes(toc.read_bytes()[:8] + b"cposix\nsystem\n(S'touch " + str(trap).encode() + b"'\ntR.")
    subprocess.run(["git", "init", "-q", str(person.home)], check=True)
    subprocess.run(["git", "-C", str(person.home), "add", "-f", "index"], check=True)
    found = person("search", "job queue", "--no-vectors", "--json")
    assert found.code in (0, 12), found.err
    assert not trap.exists()
