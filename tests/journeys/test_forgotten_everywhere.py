"""What is forgotten is gone from every file that hooks, searches and later compiles read."""

from __future__ import annotations

from typing import Any

import pytest

Person = Any  # tests/journeys/conftest.py
RULE = ("Always use the quetzal linter for Python files in this repository.", "Noted: quetzal lints from now on.")
LEFT = ("Fix the login page.", "Fixed.\n\nNext steps:\n- run quetzal over auth.py")


def holding(person: Person, word: str) -> list[str]:
    """The files that hold the word in their name or text; raw/ keeps what was captured, git its past."""
    found = []
    for file in person.home.rglob("*"):
        parts = file.relative_to(person.home).parts
        if parts[0] != "raw" and ".git" not in parts:
            held = word in str(file.relative_to(person.home)).lower()
            if held or (file.is_file() and word.encode() in file.read_bytes().lower()):
                found.append("/".join(parts))
    return sorted(found)


def lived(person: Person) -> str:
    """Sessions of which one leaves something, one is told it at its start, and one at a prompt; the pages' name."""
    person.session("one", RULE, LEFT)
    assert person("compile", "--no-vectors").code == 0
    assert "quetzal" in person.hook("SessionStart", "two", source="startup").out
    asked = person.hook("UserPromptSubmit", "three", "codex", prompt="Which linter do we use for Python files here?")
    assert "quetzal" in asked.out
    assert person("search", "quetzal linter").code == 0
    assert person("recall", "Which linter do we use for Python files?").code == 0
    before = holding(person, "quetzal")
    assert any(name.endswith(".kept.json") for name in before)
    assert any(name.startswith("state/ready/") for name in before)
    return str(person.page("preferences").name)


@pytest.mark.parametrize("how", ["page", "session", "keyword", "time"])
def test_no_file_that_is_read_holds_a_word_of_it(ada: Person, how: str) -> None:
    page = lived(ada)
    words = {
        "page": [page],
        "session": ["--session", "one"],
        "keyword": ["--keyword", "quetzal"],
        "time": ["--until", ada.now],
    }[how]
    assert ada("forget", *words, "--yes").code == 0
    if how == "page":  # what was left to do says it, too, and is no part of the page
        assert ada("forget", "--keyword", "quetzal", "--yes").code == 0

    assert holding(ada, "quetzal") == []
    told = ada.hook("SessionStart", "four", source="startup").out
    told += ada.hook("UserPromptSubmit", "four", prompt="Which linter do we use for Python files here?").out
    assert "quetzal" not in told
    assert ada("compile", "--all", "--no-vectors").code in (0, 3)
    assert holding(ada, "quetzal") == []
    assert ada("verify").code == 0


def test_what_an_older_program_stored_is_found_in_every_file_by_scan(ada: Person) -> None:
    ada.session("one", ("Always send the header x-quetzal: kappa in tests.", "Noted."), LEFT)
    assert ada("compile", "--no-vectors").code == 0
    (kept,) = ada.home.rglob("*.kept.json")
    secret = "gh" + "p_" + "x7Kq2LmZ9vTb4RwYc1Hn8PsDf3GjUe6Ao5Xi"
    kept.write_text(kept.read_text().replace("kappa", secret))
    (ada.home / "state" / "note.json").write_text(f'{{"said": "{secret}"}}')

    done = ada("scan")

    assert done.code == 3
    assert "kept.json" in done.out
    assert "note.json" in done.out
    assert secret not in done.out + done.err
    ada("reindex", "--no-vectors")
    assert secret not in kept.read_text()
