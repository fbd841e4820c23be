"""The first ten minutes: install, work, look, go on in the other agent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Person = Any  # tests/journeys/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")
LEFT = (
    "Fix the login timeout in auth.py.",
    "The session cookie is renewed now.\n\nNext steps:\n- add a test for the renewal in test_auth.py",
)


def test_work_in_one_agent_goes_on_in_the_other(ada: Person) -> None:
    for agent in ("claude-code", "codex"):
        assert ada("install", agent).code == 0

    ada.session("one", RULE, LEFT)
    waits = ada("status")
    assert "memwiki compile" in waits.out

    compiled = ada("compile")
    assert compiled.code == 0, compiled.err
    assert "from 1 session (" in compiled.err
    assert "nothing waits" in ada("status").out

    pages = ada("list", "--json").json["pages"]
    assert {"session", "preference", "project"} <= {page["kind"] for page in pages}

    (hit, *_) = ada("search", "which package manager", "--json").json["hits"]
    assert Path(hit["path"]).read_text("utf-8").count("pnpm")

    reasons = ada("why", hit["page"], "--json").json
    (proof, *_) = reasons["statements"][0]["proofs"]
    assert proof["found"]
    assert "pnpm" in proof["words"]
    assert (proof["agent"], proof["author"]) == ("claude-code", "human:ada")

    peek = ada("handoff", "show", "--json").json
    assert "test for the renewal" in peek["text"]
    assert peek == ada("handoff", "show", "--json").json

    ada.minute += 20
    told = json.loads(ada.hook("SessionStart", "two", "codex", source="startup").out)
    assert "test for the renewal" in told["hookSpecificOutput"]["additionalContext"]
    third = ada.hook("SessionStart", "three", "codex", source="startup")
    assert "test for the renewal" not in third.out


def test_every_reading_verb_has_json_and_words(ada: Person) -> None:
    ada.session("one", RULE, LEFT)
    ada("compile")
    page = ada.page("preferences").name

    for verb in (
        ["show", page],
        ["list"],
        ["why", page],
        ["history", page],
        ["diff", page],
        ["log"],
        ["status"],
        ["stats"],
        ["search", "pnpm"],
        ["recall", "add a dependency with pnpm or npm"],
        ["handoff", "show"],
        ["handoff", "list"],
        ["review", "list"],
        ["skills", "list"],
        ["projects", "list"],
        ["agents"],
        ["config"],
        ["lint"],
        ["verify"],
        ["reindex", "--no-vectors"],
    ):
        words, machine = ada(*verb), ada(*verb, "--json")
        assert words.code == machine.code, verb
        assert words.code in (0, 3), (verb, words.err)
        assert machine.json["schema"].startswith("memwiki."), verb


def test_a_search_can_ask_many_questions(ada: Person) -> None:
    ada.session("one", RULE, LEFT)
    ada("compile")

    lines = ada("search", "-", stdin="pnpm\n\nlogin timeout\n").out.splitlines()

    assert [json.loads(line)["query"] for line in lines] == ["pnpm", "login timeout"]


def test_the_wiki_as_it_stood(ada: Person) -> None:
    ada.session("one", RULE)
    ada("compile")
    before = ada.now
    ada.minute += 60
    ada.session("two", ("From now on use yarn instead of pnpm.", "Changed to yarn."))
    ada("compile")

    titles = [
        hit["title"] for hit in ada("search", "package manager yarn pnpm", "--as-of", before, "--json").json["hits"]
    ]

    assert titles
    assert not any("yarn" in title for title in titles)


def test_what_was_said_by_hand_is_found_at_once_and_can_be_forgotten(ada: Person) -> None:
    written = ada("remember", "Deploys happen on Tuesdays, never on Fridays", "--json")
    assert written.code == 0, written.err
    page = written.json["page"]
    assert "Tuesdays" in ada("show", page).out
    assert ada("search", "deploy on Friday", "--json").json["hits"][0]["page"] == page

    assert ada("forget", page).code == 2
    assert ada("forget", page, "--yes").code == 0

    assert ada("show", page).code == 10
    assert ada("search", "Tuesdays", "--json").json["hits"] == []


def test_captured_text_cannot_reach_into_the_terminal(ada: Person) -> None:
    ada("remember", "Always \x1b]0;owned\x07\x1b[31mcheck\x1b[0m the \u202egol\u202c file")

    shown = ada("list").out + ada("log").out + ada("search", "check the file").out

    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "\u202e" not in shown
