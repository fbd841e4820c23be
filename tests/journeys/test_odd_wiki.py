"""A wiki as git or a person left it: nothing is lost, nothing foreign runs, one line says what to do."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from events import END, answer, prompt

Person = Any  # tests/journeys/conftest.py

RULE = "Always use pnpm in this repository, never npm."
CHOICE = "We decided to use Redis for sessions because it is fast."


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory, persons: Callable[[Path], Person]) -> Person:
    """A person with one compiled session, and one that waits."""
    ada = persons(tmp_path_factory.mktemp("before"))
    (ada.work / ".memwiki.toml").write_text('project = "shop"\n')
    ada.captured("one", prompt(RULE), answer("Noted."), END)
    assert ada("compile", "--no-vectors").code == 0
    ada.captured("two", prompt(CHOICE), answer("Done."), END)
    return ada


@pytest.fixture
def bob(before: Person, tmp_path: Path) -> Person:
    """The same on a machine of its own."""
    there = tmp_path / "bob"
    shutil.copytree(before.user, there)
    return replace(before, user=there, work=there / "shop", home=there / "memwiki")


def _commit(bob: Person, text: str, *arguments: str) -> None:
    page = bob.page("preferences")
    page.write_text(page.read_text() + f"\n{text}\n")
    bob.git("-c", "user.name=B", "-c", "user.email=b@x", "commit", "-qam", text, *arguments)


def _merge(bob: Person, command: str) -> None:
    """A merge, rebase or cherry-pick that stopped at a conflict."""
    identity = ("-c", "user.name=B", "-c", "user.email=b@x")
    bob.git("switch", "-qc", "side")
    _commit(bob, "Side's words.")
    bob.git("switch", "-q", "main")
    _commit(bob, "Main's words.")
    command_line = ["git", "-C", str(bob.wiki), *identity, command, "side"]
    assert subprocess.run(command_line, env=bob.environment, capture_output=True, check=False).returncode


STATES: dict[str, tuple[Callable[[Any], object], str, Callable[[Any], object]]] = {
    "merge": (lambda bob: _merge(bob, "merge"), "merge", lambda bob: bob.git("merge", "--abort")),
    "running": (
        lambda bob: (bob.wiki / ".git" / "index.lock").touch(),
        "index.lock",
        lambda bob: (bob.wiki / ".git" / "index.lock").unlink(),
    ),
    "detached": (
        lambda bob: bob.git("checkout", "-q", "--detach"),
        "detached HEAD",
        lambda bob: bob.git("switch", "-q", "main"),
    ),
}


def test_git_in_the_middle_of_something_is_left_to_its_person(bob: Person) -> None:
    for state, (begin, said, end) in STATES.items():
        begin(bob)
        pages = {path: path.read_bytes() for path in bob.wiki.rglob("*.md")}

        done = bob("compile", "--no-vectors")

        assert done.code == (11 if state == "running" else 13), state
        assert said in done.err
        assert done.err.count("\n") == 1
        assert pages == {path: path.read_bytes() for path in bob.wiki.rglob("*.md")}
        end(bob)
    done = bob("compile", "--no-vectors")
    assert done.code == 0, done.err
    assert "Redis" in bob.page("decisions").read_text()
    assert "Main's words." in bob.page("preferences").read_text()
    assert bob.git("status", "--porcelain") == ""


def test_a_branch_without_a_commit_is_told_with_the_way_back(bob: Person) -> None:
    bob.git("symbolic-ref", "HEAD", "refs/heads/nothing")

    for verb in (["verify"], ["reindex", "--no-vectors"]):
        told = bob(*verb)

        assert told.code == 13, verb
        assert told.err.count("\n") == 1
        assert f"{bob.wiki} is on nothing, which has no commit; git -C {bob.wiki} switch main" in told.err
    found = bob("search", "rule pnpm indentation", "--no-vectors", "--json")
    assert (found.code, bool(found.json["hits"])) == (0, True)
    bob.git("symbolic-ref", "HEAD", "refs/heads/main")
    assert bob("verify").code == 0


def _bare(bob: Person) -> None:
    (bob.wiki / ".git").rename(bob.user / "old.git")
    subprocess.run(["git", "init", "-q", "--bare", str(bob.wiki / ".git")], check=True)


def _objects_gone(bob: Person) -> None:
    subprocess.run(["rm", "-rf", *map(str, (bob.wiki / ".git" / "objects").iterdir())], check=True)


def _submodule(bob: Person) -> None:
    (bob.wiki / ".git").rename(bob.user / "module.git")
    (bob.wiki / ".git").write_text(f"gitdir: {bob.user / 'module.git'}\n")


BROKEN: dict[str, Callable[[Any], object]] = {
    "objects are gone": _objects_gone,
    "HEAD is garbage": lambda bob: (bob.wiki / ".git" / "HEAD").write_bytes(b"\x00\xff\n"),
    "the branch is garbage": lambda bob: (bob.wiki / ".git" / "refs" / "heads" / "main").write_bytes(b"\xff\x00zz\n"),
    "the index is garbage": lambda bob: (bob.wiki / ".git" / "index").write_bytes(b"DIRC garbage"),
    "the settings are garbage": lambda bob: (bob.wiki / ".git" / "config").write_bytes(b"[core\n\xff"),
    "it is a submodule": _submodule,
    "it runs a filter": lambda bob: bob.git("config", "filter.x.clean", "touch /x"),
}


def test_a_broken_repository_ends_in_one_line_and_loses_nothing(bob: Person) -> None:
    place, whole = bob.wiki / ".git", bob.user / "whole.git"
    shutil.copytree(place, whole)
    pages = {path: path.read_bytes() for path in bob.wiki.rglob("*.md")}
    for state, breaks in BROKEN.items():
        breaks(bob)

        done = bob("compile", "--no-vectors")

        assert done.code in (1, 12, 13), (state, done)
        assert done.err.count("\n") == 1, state
        assert "internal error" not in done.err, state
        assert "; " in done.err, state  # what to do
        assert pages == {path: path.read_bytes() for path in bob.wiki.rglob("*.md")}
        if state == "the settings are garbage":
            assert bob("doctor").code in (0, 1, 3)
            assert bob.hook("SessionStart", "new", source="startup").code == 0
        shutil.rmtree(place) if place.is_dir() else place.unlink()
        shutil.copytree(whole, place)
    assert bob("compile", "--no-vectors").code == 0
    assert "Redis" in bob.page("decisions").read_text()


def test_an_empty_repository_in_its_place_takes_the_pages_in(bob: Person) -> None:
    _bare(bob)

    done = bob("compile", "--no-vectors")

    assert done.code in (0, 3, 12, 13), done.err
    assert "internal error" not in done.err
    assert RULE.rstrip(".") in bob.page("preferences").read_text()


def test_no_hook_signature_or_setting_of_the_person_takes_part(ada: Person) -> None:
    ran = ada.user / "ran"
    template = ada.user / "template" / "hooks"
    template.mkdir(parents=True)
    program = ada.user / "program"
    program.write_text(f"#!/bin/sh\necho x >> {ran}\nexit 1\n")
    program.chmod(0o755)
    hooks = [
        "pre-commit",
        "commit-msg",
        "prepare-commit-msg",
        "post-commit",
        "reference-transaction",
        "post-index-change",
    ]
    for name in hooks:
        (template / name).symlink_to(program)
    (ada.user / ".gitignore_global").write_text("*.md\n")
    (ada.user / ".gitattributes_global").write_text("*.md filter=x eol=crlf\n")
    (ada.user / ".gitconfig").write_text(
        f"[commit]\n\tgpgsign = true\n\ttemplate = {program}\n[gpg]\n\tprogram = {program}\n"
        f"[core]\n\tautocrlf = true\n\thooksPath = {template}\n\tfsmonitor = {program}\n\teditor = {program}\n"
        f"\tpager = {program}\n\texcludesFile = {ada.user}/.gitignore_global\n"
        f"\tattributesFile = {ada.user}/.gitattributes_global\n"
        f'[filter "x"]\n\tclean = {program}\n\tsmudge = {program}\n\trequired = true\n'
        f"[init]\n\ttemplateDir = {template.parent}\n\tdefaultBranch = trunk\n[diff]\n\texternal = {program}\n"
        "[safe]\n\tdirectory = /nowhere\n[alias]\n\tstatus = !false\n[user]\n\tuseConfigOnly = true\n"
        "[merge]\n\tff = false\n[status]\n\trelativePaths = true\n[color]\n\tui = always\n[extensions]\n\tx = y\n"
    )
    ada.extra |= {"GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere/i", "GIT_EXTERNAL_DIFF": str(program)}
    ada.extra["GIT_QUARANTINE_PATH"] = str(ada.user)  # as in a hook of a repository that is pushed to
    ada.captured("one", prompt(RULE), answer("Noted."), END)
    assert ada("compile", "--no-vectors").code == 0
    for name in hooks:
        (ada.wiki / ".git" / "hooks").mkdir(exist_ok=True)
        (ada.wiki / ".git" / "hooks" / name).symlink_to(program)
    page = ada.page("preferences")
    page.write_text(page.read_text() + "\nMine.\n")
    ada.captured("two", prompt(CHOICE), answer("Done."), END)
    assert ada("compile", "--no-vectors").code == 0
    for verb in (["history", page.name], ["diff", page.name], ["verify"]):
        assert ada(*verb).code == 0

    assert not ran.exists()
    assert "Mine." in page.read_text()
    assert b"\r" not in page.read_bytes()
    assert (ada.wiki / ".git" / "HEAD").read_text() == "ref: refs/heads/main\n"


def _page(text: str = "") -> bytes:
    return f"---\ntype: Concept\nid: concept-mine\ntitle: Mine\n---\n\n{text or 'My words.'}\n".encode()


ALIASES = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40))
PAGES: dict[str, bytes] = {
    "no-frontmatter": b"Just words about ZEBRA.\n",
    "bad-yaml": b"---\ntype: [Concept\n---\n\nZEBRA\n",
    "not-closed": b"---\ntype: Concept\n\nZEBRA\n",
    "aliases": f"---\n{ALIASES}---\n\nZEBRA\n".encode(),
    "tag": b"---\ntype: !!python/object/apply:os.system [touch /tmp/x]\n---\n\nZEBRA\n",
    "binary": bytes(range(256)) * 40,
    "empty": b"",
    "spaces": b" \n\n \n",
    "crlf": _page("ZEBRA\r\nover two lines").replace(b"\n", b"\r\n"),
    "bom": b"\xef\xbb\xbf" + _page("ZEBRA"),
    "tabs": b"---\ntype:\tConcept\n\ttitle: x\n---\n\nZEBRA\n",
    "twice": b"---\ntype: Concept\ntype: Skill\n---\n\nZEBRA\n",
    "deep": b"---\na: " + b"[" * 5000 + b"]" * 5000 + b"\n---\n\nZEBRA\n",
    "long-header": b"---\ntype: Concept\nx: " + b"y" * 200_000 + b"\n---\n\nZEBRA\n",
    "scalar": b"---\njust text\n---\n\nZEBRA\n",
    "two-documents": b"---\ntype: Concept\n---\n---\ntype: Skill\n---\nZEBRA\n",
    "markers": _page("<<<<<<< HEAD\nZEBRA\n=======\nmine\n>>>>>>> other"),
    "surrogates": "---\ntype: Concept\ntitle: \ud800\n---\n\nZEBRA\n".encode("utf-8", "surrogatepass"),
    "nul": _page("ZEBRA \x00 \x1b[31m"),
    "one-line": _page("ZEBRA " * 100_000),
}


def test_pages_that_a_person_broke_are_told_and_kept(bob: Person) -> None:
    pages = {bob.wiki / "concepts" / f"{name}.md": data for name, data in PAGES.items()}
    (bob.wiki / "concepts").mkdir(exist_ok=True)
    for path, data in pages.items():
        path.write_bytes(data)
    mine = bob.page("preferences")
    (bob.wiki / "preferences" / "same-id.md").write_bytes(mine.read_bytes())
    (bob.wiki / "concepts" / "folder.md").mkdir()
    closed = bob.wiki / "concepts" / "closed.md"
    closed.write_bytes(_page())
    closed.chmod(0)
    (bob.user / "secret.md").write_text("TOPSECRET")
    (bob.wiki / "concepts" / "link.md").symlink_to(bob.user / "secret.md")
    (bob.wiki / "concepts" / "loop.md").symlink_to("loop.md")
    with (bob.wiki / "concepts" / "huge.md").open("wb") as huge:
        huge.truncate(50_000_000)

    done = bob("compile", "--no-vectors")

    assert done.code in (0, 3), done.err
    assert "internal error" not in done.err
    assert {path: path.read_bytes() for path in pages} == pages
    assert (bob.wiki / "preferences" / "same-id.md").exists()
    assert "Redis" in bob.page("decisions").read_text()
    assert "TOPSECRET" not in bob.git("grep", "-c", "") + bob("search", "TOPSECRET").out
    found = {(one["path"].rpartition("/")[2], one["code"]) for one in bob("lint", "--json").json["findings"]}
    told = {name for name, _ in found}
    named = {f"{name}.md" for name in PAGES} - {"crlf.md", "bom.md"}
    assert named | {"same-id.md", "link.md", "loop.md", "huge.md"} <= told | {"one-line.md", "nul.md"}
    assert {("markers.md", "merge-marker"), ("same-id.md", "double-id"), ("huge.md", "oversized")} <= found
    for verb in (["list"], ["stats"], ["reindex"]):
        said = bob(*verb, *(["--no-vectors"] if verb == ["reindex"] else []))
        assert "internal error" not in said.err, verb
        assert said.code in (0, 1, 3, 12), verb
        assert "\x1b" not in said.out
    for name in ("aliases", "folder", "link", "loop"):
        said = bob("show", f"concepts/{name}.md")
        assert "internal error" not in said.err, name
        assert "TOPSECRET" not in said.out
    assert bob("compile", "--no-vectors").code in (0, 3)
    assert {path: path.read_bytes() for path in pages} == pages


def test_settings_of_git_that_cannot_be_read_hold_up_nothing(ada: Person) -> None:
    (ada.user / ".gitconfig").write_text("[core\nbroken = = \n")
    ada.captured("one", prompt(RULE), answer("Noted."), END)

    assert ada("compile", "--no-vectors").code == 0
    assert ada("doctor").code in (0, 3)
    assert RULE.rstrip(".") in ada.page("preferences").read_text()
