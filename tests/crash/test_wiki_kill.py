"""A compile that is killed between any two of its steps, and what the next one makes of it.

Run as a program it does the killing: each attempt is a forked child that leaves at one step.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memwiki.records import Page
from memwiki.wiki.apply import publish_pages
from memwiki.wiki.page import parse
from memwiki.wiki.plumbing import Author, Plumbing
from memwiki.wiki.repository import Repository

ANA = Author("Ana", "ana@example.org")
BOB = Author("Bob", "bob@example.org")
WHEN = "2026-09-{:02}T09:12:03+00:00"
KILLED = 9
MAX_STEPS = 200


def page(number: int, path: str, *lines: str) -> Page:
    head = {"type": "Concept", "id": f"concept-{number}", "title": f"compiled {number}", "created": WHEN.format(1)}
    return Page(path, head, "".join(f"{line}\n\n" for line in lines))


def before() -> list[Page]:
    return [
        page(1, "concepts/a.md", "compiled one", "compiled two", "compiled end"),
        page(2, "concepts/b.md", "compiled b"),
        page(3, "concepts/old.md", "compiled old"),
        page(4, "gotchas/gone.md", "compiled gone"),
    ]


def after() -> list[Page]:
    return [
        page(1, "concepts/a.md", "compiled one", "compiled two, newer", "compiled end"),
        page(2, "concepts/b.md", "compiled b, newer"),
        page(3, "concepts/new.md", "compiled old"),
        page(5, "skills/made.md", "compiled made"),
    ]


def compile_(repo: Repository, pages: list[Page], day: int) -> None:
    rendered = {p.path: p for p in pages}
    publish_pages(repo, rendered, subject=f"compile: {day}", author=ANA, edits_author=BOB, date=WHEN.format(day))


def edit(folder: Path, path: str, old: str, new: str) -> None:
    text = (folder / path).read_text(encoding="utf-8")
    assert old in text, path
    (folder / path).write_text(text.replace(old, new, 1), encoding="utf-8")


def start(folder: Path) -> None:
    """A wiki with one compile, and edits of a person that are not committed yet."""
    compile_(Repository.open(folder, create=True, author=ANA, date=WHEN.format(1)), before(), 1)
    edit(folder, "concepts/a.md", "compiled one\n", "compiled one\n\nhuman first\n")
    (folder / "notes.md").write_text("human note\n", encoding="utf-8")


def leave_at(step: int) -> None:
    """Lets this process end, without any clean-up, before its step-th effect on the disk."""
    done = 0

    def guarded(function):  # type: ignore[no-untyped-def]
        def call(*args, **kwargs):  # type: ignore[no-untyped-def]
            nonlocal done
            if done == step:
                os._exit(KILLED)
            done += 1
            return function(*args, **kwargs)

        return call

    Plumbing.run = guarded(Plumbing.run)  # type: ignore[method-assign]
    for name in ("replace", "rename", "unlink", "rmdir", "link"):
        setattr(os, name, guarded(getattr(os, name)))


def check(folder: Path, human: set[str], whole: Repository) -> None:
    """Nothing of the person is lost, nobody's change is taken for the other's, and the wiki is that of a whole run."""
    repo = Repository.open(folder)
    assert repo.compiled() == whole.compiled()
    assert not repo.dirty()
    assert not (folder / ".git/memwiki/journal.json").exists()
    texts = {path: repo.read("HEAD", path) for path in repo.tree()}
    assert texts == {path: (folder / path).read_text(encoding="utf-8") for path in texts}
    lines = {line for text in texts.values() for line in text.splitlines()}
    assert human <= lines
    assert {line for line in lines if line.startswith("compiled")} == {
        line for path in whole.tree() for line in whole.read("HEAD", path).splitlines() if line.startswith("compiled")
    }
    assert not list(folder.glob("**/.*.md.*"))
    for commit in repo.log(50):
        check_commit(repo, commit.id, commit.author)


def check_commit(repo: Repository, commit: str, author: str) -> None:
    parent = repo.parent(commit)
    if parent is None:
        return
    other = "compiled" if author == "Bob" else "human"
    whole = Plumbing(repo.folder).run("diff", "--no-color", "--no-ext-diff", "--no-renames", parent, commit).decode()
    for part in whole.split("diff --git ")[1:]:
        if part.split("\n", 1)[0].endswith(("index.md", "log.md")):
            continue
        for line in part.splitlines():
            assert not line[1:].startswith(other) or line[0] not in "+-", (author, part)


def attempt(origin: Path, folder: Path, step: int, whole: Repository, meanwhile: bool) -> bool:
    """One killed compile and the next one; False once the compile has fewer steps than that."""
    shutil.copytree(origin, folder, symlinks=True)
    child = os.fork()
    if not child:
        leave_at(step)
        compile_(Repository.open(folder), after(), 2)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    killed = os.waitstatus_to_exitcode(status) == KILLED
    human = {"human first", "human note"}
    if meanwhile:
        text = (folder / "concepts/b.md").read_text(encoding="utf-8")
        (folder / "concepts/b.md").write_text(f"{text}\nhuman later\n", encoding="utf-8")
        human.add("human later")
    compile_(Repository.open(folder), after(), 3)
    check(folder, human, whole)
    return killed


def main(scratch: Path, meanwhile: bool) -> int:
    origin, reference = scratch / "origin", scratch / "whole"
    os.fsync = lambda descriptor: None  # type: ignore[assignment]  # processes die here, not the machine
    start(origin)
    with (origin / ".git/config").open("a", encoding="utf-8") as config:
        config.write("[core]\n\tfsync = none\n")
    shutil.copytree(origin, reference)
    whole = Repository.open(reference)
    compile_(whole, after(), 2)
    for step in range(0, MAX_STEPS, 3 if meanwhile else 1):
        folder = scratch / f"step-{step}"
        if not attempt(origin, folder, step, whole, meanwhile):
            return step
        shutil.rmtree(folder)
    return MAX_STEPS


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that can be forked")
@pytest.mark.parametrize("meanwhile", ["quiet", "edited"])
def test_a_compile_killed_at_any_step_is_made_good_by_the_next(tmp_path: Path, meanwhile: str) -> None:
    done = subprocess.run(
        [sys.executable, __file__, str(tmp_path), meanwhile],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )

    assert done.returncode == 0, done.stderr
    steps = int(done.stdout)
    assert 20 < steps < MAX_STEPS


def test_a_page_that_cannot_be_written_is_never_taken_for_a_deleted_one(tmp_path: Path) -> None:
    folder = tmp_path / "wiki"
    start(folder)
    (folder / "skills").write_text("in the way")
    repo = Repository.open(folder)

    with pytest.raises(Exception, match="cannot write"):
        compile_(repo, after(), 2)
    with pytest.raises(Exception, match="cannot write"):
        repo.dirty()
    (folder / "skills").unlink()

    compile_(repo, after(), 3)
    assert parse((folder / "skills/made.md").read_text()).body == "compiled made\n\n"
    assert not repo.dirty()


if __name__ == "__main__":
    sys.stdout.write(str(main(Path(sys.argv[1]), sys.argv[2] == "edited")))
