from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from memwiki.errors import Invalid, Locked, MemwikiError, NeedsReview, NotFound, UnsafePath
from memwiki.wiki import objects, worktree
from memwiki.wiki.plumbing import Author, Blob, Plumbing, blob_id, revision
from memwiki.wiki.repository import Repository
from memwiki.wiki.worktree import New

ANA = Author("Ana", "ana@example.org")
BOB = Author("Bob", "bob@example.org")
DAY = "2026-09-{:02}T09:12:03.250+00:00"


def git(folder: Path, *args: str) -> str:
    env = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    who = {
        "GIT_AUTHOR_NAME": "Bob",
        "GIT_AUTHOR_EMAIL": "b@x",
        "GIT_COMMITTER_NAME": "Bob",
        "GIT_COMMITTER_EMAIL": "b@x",
    }
    done = subprocess.run(
        ["git", *args],
        cwd=folder,
        env={**env, **who},
        check=True,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    return done.stdout


def publish(repo: Repository, files: Mapping[str, str | None], day: int = 1, **more: object) -> str | None:
    return repo.publish(files, files, subject=f"compile: day {day}", author=ANA, date=DAY.format(day), **more)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository.open(tmp_path / "wiki", create=True, author=ANA, date=DAY.format(1))


def test_a_missing_wiki_is_not_found_and_a_created_one_is_private(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        Repository.open(tmp_path / "wiki")

    repo = Repository.open(tmp_path / "wiki", create=True, author=ANA, date=DAY.format(1))

    assert repo.tree() == {".gitignore": blob_id((tmp_path / "wiki/.gitignore").read_bytes())}
    assert (tmp_path / "wiki").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "wiki/.git").stat().st_mode & 0o777 == 0o700
    assert repo.log()[0].author == "Ana"


def test_published_pages_are_in_the_wiki_in_the_compiled_tree_and_on_disk(repo: Repository) -> None:
    commit = publish(repo, {"decisions/用 (x).md": "one\n", "project.md": "two\n"}, trailers=[("Memwiki-Run", "r1")])

    assert commit == repo.head()
    assert repo.read("HEAD", "decisions/用 (x).md") == "one\n"
    assert repo.compiled() == {path: blob for path, blob in repo.tree().items() if path != ".gitignore"}
    file = repo.folder / "decisions/用 (x).md"
    assert file.read_text() == "one\n"
    assert file.stat().st_mode & 0o777 == 0o600
    assert repo.log(1)[0].trailers == (("Memwiki-Run", "r1"),)
    assert git(repo.folder, "status", "--porcelain") == ""
    assert git(repo.folder, "fsck", "--strict", "--no-dangling") == ""


def test_the_same_input_gives_the_same_commit(tmp_path: Path) -> None:
    heads = set()
    for name in ("a", "b"):
        repo = Repository.open(tmp_path / name, create=True, author=ANA, date=DAY.format(1))
        heads.add(publish(repo, {"a.md": "one\n"}))

    assert len(heads) == 1


def test_nothing_new_makes_no_commit(repo: Repository) -> None:
    publish(repo, {"a.md": "one\n"})

    assert publish(repo, {"a.md": "one\n"}, 2) is None
    assert publish(repo, {"b.md": None}, 2) is None
    assert publish(repo, {}, 2, always=True) == repo.head()


def test_a_deleted_page_takes_its_empty_folder_along(repo: Repository) -> None:
    publish(repo, {"a/b/c.md": "one\n", "d.md": "two\n"})

    publish(repo, {"a/b/c.md": None}, 2)

    assert not (repo.folder / "a").exists()
    assert sorted(repo.compiled()) == ["d.md"]


def test_a_file_may_become_a_folder(repo: Repository) -> None:
    publish(repo, {"a.md": "one\n"})

    publish(repo, {"a.md": None, "a.md/b.md": "two\n"}, 2)

    assert (repo.folder / "a.md/b.md").read_text() == "two\n"
    assert git(repo.folder, "status", "--porcelain") == ""


def test_edits_are_found_and_committed_as_the_persons(repo: Repository) -> None:
    publish(repo, {"a.md": "one\n", "b.md": "two\n", "c.md": "three\n"})
    (repo.folder / "a.md").write_text("mine\n")
    (repo.folder / "b.md").unlink()
    (repo.folder / "new").mkdir()
    (repo.folder / "new/d.md").write_bytes(b"\xff\xfe no text")

    edits = repo.dirty()
    commit = repo.commit_edits("", BOB, DAY.format(2))

    assert edits.files == {"a.md": b"mine\n", "b.md": None, "new/d.md": b"\xff\xfe no text"}
    assert (edits.added, edits.deleted) == ({"new/d.md"}, {"b.md"})
    [log] = repo.log(1)
    assert (log.id, log.author, log.subject) == (commit, "Bob", "edit: 3 pages")
    assert not repo.dirty()
    assert repo.commit_edits("", BOB, DAY.format(3)) is None
    assert sorted(repo.compiled()) == ["a.md", "b.md", "c.md"]
    tree = repo.tree()
    assert repo.touched() == {path: tree.get(path) for path in (".gitignore", "a.md", "b.md", "new/d.md")}


def test_what_is_no_page_is_left_alone(repo: Repository) -> None:
    for name in ("pic.png", ".obsidian/app.json", ".obsidian/x.md", ".obsidian/workspace.json", "notes.txt"):
        (repo.folder / name).parent.mkdir(exist_ok=True)
        (repo.folder / name).write_text("x")
    (repo.folder / "link.md").symlink_to("/etc/hostname")
    (repo.folder / os.fsdecode(b"bad\xff.md")).write_text("x")

    assert not repo.dirty()
    assert repo.commit_edits("", BOB, DAY.format(2)) is None


def test_a_state_of_gits_index_makes_no_difference(repo: Repository) -> None:
    publish(repo, {"a.md": "one\n", "b.md": "two\n"})
    (repo.folder / "a.md").write_text("staged\n")
    (repo.folder / "n.md").write_text("new\n")
    git(repo.folder, "add", "-A")
    git(repo.folder, "rm", "-q", "--cached", "b.md")
    (repo.folder / "a.md").write_text("newest\n")

    assert repo.dirty().files == {"a.md": b"newest\n", "n.md": b"new\n"}
    repo.commit_edits("", BOB, DAY.format(2))
    assert repo.read("HEAD", "a.md") == "newest\n"


def test_a_page_saved_while_a_compile_runs_keeps_both_changes(repo: Repository) -> None:
    text = "---\ntype: A\n---\n\none\n\ntwo\n"
    publish(repo, {"a.md": text})
    (repo.folder / "a.md").write_text(text.replace("one", "mine"))

    publish(repo, {"a.md": text.replace("two", "newer"), "b.md": "b\n"}, 2)

    assert (repo.folder / "a.md").read_text() == "---\ntype: A\n---\n\nmine\n\nnewer\n"
    assert repo.read("HEAD", "a.md") == "---\ntype: A\n---\n\none\n\nnewer\n"
    assert list(repo.dirty().files) == ["a.md"]


def test_a_new_page_never_overwrites_a_file_that_just_appeared(repo: Repository) -> None:
    (repo.folder / "a.md").write_text("mine\n")

    publish(repo, {"a.md": "theirs\n"})

    assert (repo.folder / "a.md").read_text() == "mine\n"
    assert repo.dirty().files == {"a.md": b"mine\n"}


@pytest.mark.parametrize(
    ("path", "error"),
    [("../x.md", UnsafePath), ("/x.md", UnsafePath), ("a/../../x.md", UnsafePath), ("con.md", UnsafePath)]
    + [(path, Invalid) for path in ("x.txt", ".git/x.md", "a\nb.md", "", "a/.hidden/b.md")],
)
def test_paths_that_leave_the_wiki_are_refused(repo: Repository, path: str, error: type[MemwikiError]) -> None:
    with pytest.raises(error):
        publish(repo, {path: "x"})


def test_a_folder_that_leads_out_is_not_written_through(repo: Repository, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (repo.folder / "decisions").symlink_to(tmp_path / "outside")

    publish(repo, {"decisions/a.md": "x\n", "b.md": "y\n"})

    assert not list((tmp_path / "outside").iterdir())
    assert (repo.read("HEAD", "decisions/a.md"), (repo.folder / "b.md").read_text()) == ("x\n", "y\n")
    assert repo.linked(["decisions/a.md", "b.md"]) == ["decisions"]
    assert not repo.dirty()


@pytest.mark.parametrize("place", ["decisions", "decisions/a.md", "project.md"])
def test_a_link_in_the_place_of_pages_is_neither_followed_nor_a_deletion(
    repo: Repository, tmp_path: Path, place: str
) -> None:
    publish(repo, {"decisions/a.md": "x\n", "project.md": "y\n"})
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.md").write_text("somebody else's\n")
    (repo.folder / place).rename(tmp_path / "aside")
    (repo.folder / place).symlink_to(outside / "a.md" if place.endswith(".md") else outside)

    assert not repo.dirty()
    publish(repo, {"decisions/a.md": "x 2\n", "decisions/b.md": "z\n", "project.md": "y 2\n"}, 2)

    assert not repo.dirty()
    assert repo.read("HEAD", "decisions/a.md") == "x 2\n"
    assert {path.name: path.read_text() for path in outside.iterdir()} == {"a.md": "somebody else's\n"}
    assert repo.linked(["decisions/a.md", "project.md"]) == [place]
    (repo.folder / place).unlink()
    git(repo.folder, "checkout", "--", place)
    assert not repo.dirty()
    assert (repo.folder / "project.md").read_text() == "y 2\n"


@pytest.mark.parametrize("rev", ["--all", "HEAD~1", "main", "-x", "HEAD:a", "$(x)", "", "abc"])
def test_revisions_that_git_could_misread_are_refused(rev: str) -> None:
    with pytest.raises(Invalid):
        revision(rev)


def test_subjects_and_trailers_stay_on_their_line(repo: Repository) -> None:
    author = Author("A <x>\nB", "a@b>\n")

    subject, trailers = "one\n\nMemwiki-Raw: x y", [("Key", "a\nOther: b")]
    repo.publish({"a.md": "x"}, subject=subject, trailers=trailers, author=author, date=DAY.format(1))

    [commit] = repo.log(1)
    assert (commit.subject, commit.trailers) == ("one Memwiki-Raw: x y", (("Key", "a Other: b"),))
    assert (commit.author, commit.email) == ("A xB", "a@b")


def test_the_persons_settings_hooks_and_environment_do_not_matter(
    repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks = repo.folder / ".git/hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("pre-commit", "reference-transaction", "post-index-change", "fsmonitor"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {tmp_path}/ran-{name}\nexit 1\n")
        (hooks / name).chmod(0o755)
    git(repo.folder, "config", "core.fsmonitor", str(hooks / "fsmonitor"))
    git(repo.folder, "config", "commit.gpgsign", "true")
    (tmp_path / "global").write_text("[core]\n\texcludesFile = /nowhere\n\tautocrlf = true\n[status]\n\tshort = true\n")
    elsewhere = Repository.open(tmp_path / "other", create=True, author=ANA, date=DAY.format(1))
    for name, value in {
        "GIT_DIR": str(elsewhere.folder / ".git"),
        "GIT_WORK_TREE": str(elsewhere.folder),
        "GIT_INDEX_FILE": str(tmp_path / "index"),
        "GIT_OBJECT_DIRECTORY": str(tmp_path / "objects"),
        "GIT_NAMESPACE": "elsewhere",
        "GIT_CONFIG_GLOBAL": str(tmp_path / "global"),
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "core.bare",
        "GIT_CONFIG_VALUE_0": "true",
        "GIT_CONFIG_PARAMETERS": "'core.bare'='true'",
        "GIT_GLOB_PATHSPECS": "1",
        "GIT_EXTERNAL_DIFF": "false",
    }.items():
        monkeypatch.setenv(name, value)

    again = Repository.open(repo.folder)
    first = publish(again, {"a.md": "one\r\n", "*.md": "star\n"})
    (again.folder / "a.md").write_text("two\n")
    again.commit_edits("", BOB, DAY.format(2))

    assert first is not None
    assert again.read(first, "a.md") == "one\r\n"
    assert "+two" in again.diff("a.md", first)
    assert again.diff("*.md", first) == ""
    assert len(again.history("*.md")) == 1
    assert sorted(elsewhere.tree()) == [".gitignore"]
    assert not list(tmp_path.glob("ran-*"))
    assert not (tmp_path / "index").exists()
    assert not (tmp_path / "objects").exists()


@pytest.mark.parametrize("file", ["config", "config.worktree"])
@pytest.mark.parametrize(
    "section",
    [
        '[filter "x"]\n\tclean = false\n',
        '[Filter\t"x"]\n\tclean = false\n',
        "[filter.x]\n\tclean = false\n",
        '[core] [filter "x"]\n\tclean = false\n',
        "[include]\n\tpath = /x\n",
    ],
)
def test_a_repository_that_runs_programs_is_refused(repo: Repository, section: str, file: str) -> None:
    with (repo.folder / ".git" / file).open("a") as settings:
        settings.write(section)

    with pytest.raises(Invalid, match="section") as told:
        Repository.open(repo.folder)
    assert str(repo.folder / ".git" / file) in str(told.value)


def test_settings_of_the_work_tree_that_cannot_be_read_are_told(repo: Repository) -> None:
    (repo.folder / ".git/config.worktree").write_bytes(b"[core\n\xff")

    with pytest.raises(Invalid, match=r"cannot read git's settings in .*config\.worktree"):
        Repository.open(repo.folder)


def test_a_repository_of_someone_else_or_elsewhere_is_refused(repo: Repository, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/.git").write_text(f"gitdir: {repo.folder}/.git\n")
    with pytest.raises(Invalid, match="not a repository of its own"):
        Repository.open(tmp_path / "sub")
    if os.getuid() == 0:
        os.chown(repo.folder / ".git", 65534, -1)
        with pytest.raises(Invalid, match="another user"):
            Repository.open(repo.folder)


@pytest.mark.parametrize("harm", ["objects", "head", "ref", "empty ref"])
def test_a_damaged_repository_is_refused_with_a_way_out(repo: Repository, harm: str) -> None:
    publish(repo, {"a.md": "x"})
    place = repo.folder / ".git"
    if harm == "objects":
        (place / "objects").rename(place / "lost")
    elif harm == "head":
        (place / "HEAD").unlink()
    else:
        (place / "refs/heads/main").write_text("0123456789" * 4 + "\n" if harm == "ref" else "")

    with pytest.raises(Invalid) as caught:
        Repository.open(repo.folder)
    assert caught.value.hint


def test_a_wiki_whose_making_was_interrupted_is_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "wiki"
    (folder / ".git.new").mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")

    repo = Repository.open(folder, create=True, author=ANA, date=DAY.format(1))

    assert sorted(repo.tree()) == [".gitignore"]
    assert not repo.dirty()


def test_an_unfinished_merge_waits_for_the_person_and_loses_nothing(repo: Repository) -> None:
    publish(repo, {"a.md": "one\n"})
    git(repo.folder, "switch", "-q", "-c", "side")
    (repo.folder / "a.md").write_text("side\n")
    git(repo.folder, "commit", "-qam", "side")
    git(repo.folder, "switch", "-q", "main")
    (repo.folder / "a.md").write_text("main\n")
    git(repo.folder, "commit", "-qam", "main")
    with pytest.raises(subprocess.CalledProcessError):
        git(repo.folder, "merge", "side")
    before = (repo.folder / "a.md").read_text()

    for attempt in (lambda: publish(repo, {"b.md": "x"}), lambda: repo.commit_edits("", BOB, DAY.format(3))):
        with pytest.raises(NeedsReview, match="merge"):
            attempt()

    (repo.folder / ".git/MERGE_HEAD").unlink()
    with pytest.raises(NeedsReview, match="unresolved"):
        repo.commit_edits("", BOB, DAY.format(3))
    assert (repo.folder / "a.md").read_text() == before


@pytest.mark.parametrize("state", ["rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG"])
def test_other_unfinished_work_waits_too(repo: Repository, state: str) -> None:
    (repo.folder / ".git" / state).mkdir()

    with pytest.raises(NeedsReview, match="unfinished") as caught:
        publish(repo, {"b.md": "x"})
    assert "abort" in caught.value.hint


def test_another_branch_or_a_detached_head_is_refused(repo: Repository) -> None:
    publish(repo, {"a.md": "x"})
    git(repo.folder, "switch", "-q", "-c", "side")
    with pytest.raises(NeedsReview, match="is on side"):
        publish(repo, {"b.md": "x"})
    git(repo.folder, "switch", "-q", "--detach", "main")
    with pytest.raises(NeedsReview, match="detached"):
        publish(repo, {"b.md": "x"})
    git(repo.folder, "switch", "-q", "main")
    assert publish(repo, {"b.md": "x"})


def test_a_running_git_is_not_disturbed(repo: Repository) -> None:
    (repo.folder / ".git/index.lock").touch()

    with pytest.raises(Locked, match="git is running"):
        publish(repo, {"a.md": "x"})


def test_commits_reverts_and_blame_by_hand_stay_usable(repo: Repository) -> None:
    publish(repo, {"a.md": "one\n"})
    publish(repo, {"a.md": "two\n"}, 2)

    git(repo.folder, "revert", "--no-edit", "HEAD")

    assert repo.read("HEAD", "a.md") == "one\n"
    assert not repo.dirty()
    assert publish(repo, {"b.md": "x\n"}, 3)
    assert "one" in git(repo.folder, "blame", "a.md")
    assert git(repo.folder, "status", "--porcelain") == ""


def test_the_history_of_a_page_follows_its_id_through_renames(repo: Repository) -> None:
    text = "---\ntype: Concept\nid: concept-1\n---\n\none\n"
    publish(repo, {"concepts/a.md": text, "concepts/other.md": text.replace("concept-1", "concept-2")})
    (repo.folder / "concepts/a.md").unlink()
    (repo.folder / "concepts/other.md").unlink()
    (repo.folder / "b.md").write_text(text.replace("one", "quite another text\n\nand more\n"))
    repo.commit_edits("", BOB, DAY.format(2))
    publish(repo, {"b.md": text + "\nend\n"}, 3)

    found = repo.history("b.md")

    assert [(c.subject, c.path) for c in found] == [
        ("compile: day 3", "b.md"),
        ("edit: 3 pages", "b.md"),
        ("compile: day 1", "concepts/a.md"),
    ]
    assert [c.subject for c in repo.history("b.md", 2)] == ["compile: day 3", "edit: 3 pages"]
    assert repo.history("nothing.md") == []


def test_the_wiki_as_of_an_instant(repo: Repository) -> None:
    for day in (2, 4):
        publish(repo, {"a.md": f"day {day}\n"}, day)

    assert repo.read_blobs([repo.tree_at("2026-09-03T00:00:00Z")["a.md"]]) == {blob_id(b"day 2\n"): "day 2\n"}
    assert repo.commit_at("2026-09-09T00:00:00+02:00") == repo.head()
    assert "a.md" not in repo.tree_at("2026-09-01T12:00:00Z")
    with pytest.raises(NotFound):
        repo.tree_at("2025-01-01T00:00:00Z")
    with pytest.raises(Invalid):
        repo.tree_at("yesterday")


def test_sealed_segments_come_from_trailers_and_newer_ones_win(repo: Repository) -> None:
    one, two, three = "1" * 64, "2" * 64, "3" * 64
    publish(
        repo,
        {"a.md": "1"},
        1,
        trailers=[("Memwiki-Raw", f"codex-x/0001 {one}"), ("Memwiki-Raw", f"codex-y/0001 {two}")],
    )
    assert repo.sealed() == {"codex-x/0001": one, "codex-y/0001": two}

    publish(repo, {"a.md": "2"}, 2, trailers=[("Memwiki-Raw", f"codex-x/0001 {three}")])

    assert repo.sealed() == {"codex-x/0001": three, "codex-y/0001": two}
    (repo.folder / ".git/memwiki/sealed.json").write_text("[broken")
    assert repo.sealed() == {"codex-x/0001": three, "codex-y/0001": two}
    git(repo.folder, "reset", "-q", "--hard", "HEAD~1")
    assert repo.sealed() == {"codex-x/0001": one, "codex-y/0001": two}


def test_differences_are_unified_and_empty_where_nothing_changed(repo: Repository) -> None:
    first = publish(repo, {"a.md": "one\n", "b.md": "x\n"})
    publish(repo, {"a.md": "two\n"}, 2)

    assert first is not None
    assert repo.diff("a.md", first).endswith("@@ -1 +1 @@\n-one\n+two\n")
    assert repo.diff("b.md", first) == ""
    assert repo.parent(first) is not None
    with pytest.raises(NotFound):
        repo.read(first, "zz.md")


def test_text_is_taken_out_of_the_whole_past(repo: Repository) -> None:
    secret = b"hunter" + b"2"
    files: dict[str, str | None] = {"a.md": f"key {secret.decode()}\n", "b.md": "fine\n", "c.md": "all of it\n"}
    publish(repo, files, 1)
    publish(repo, {"a.md": "gone by now\n"}, 2)
    (repo.folder / "b.md").write_text(f"my {secret.decode()}\n")
    repo.commit_edits(f"edit: {secret.decode()}", BOB, DAY.format(3))
    dates = [commit.date for commit in repo.log()]

    found = repo.rewrite(lambda text: text.replace(secret, b"[erased]"), drop=["c.md"])

    assert (found.texts, found.paths) == (3, 1)
    assert (repo.folder / "b.md").read_text() == "my [erased]\n"
    assert not (repo.folder / "c.md").exists()
    assert not repo.dirty()
    assert [commit.date for commit in repo.log()] == dates
    assert repo.log(1)[0].subject == "edit: [erased]"
    assert sorted(repo.compiled()) == ["a.md", "b.md"]
    assert git(repo.folder, "fsck", "--strict", "--no-dangling") == ""
    everything = git(repo.folder, "cat-file", "--batch-all-objects", "--batch").encode()
    assert secret not in everything
    assert b"all of it" not in everything
    assert not [path for path in repo.folder.rglob("*") if path.is_file() and secret in path.read_bytes()]
    assert publish(repo, {"d.md": "on\n"}, 4)


def test_a_rewriting_that_was_interrupted_leaves_the_old_past(repo: Repository) -> None:
    publish(repo, {"a.md": "one\n"})
    head = repo.head()
    (repo.folder / ".git").rename(repo.folder / ".git.old")
    (repo.folder / ".git.new").mkdir()

    with pytest.raises(NotFound):
        Repository.open(repo.folder)
    again = Repository.open(repo.folder, create=True)

    assert again.head() == head
    assert not (repo.folder / ".git.new").exists()


def test_a_lock_that_a_killed_compile_left_is_removed(repo: Repository) -> None:
    publish(repo, {"a.md": "x"})
    (repo.folder / ".git/memwiki/index-lock").touch()
    os.link(repo.folder / ".git/memwiki/index-lock", repo.folder / ".git/index.lock")

    assert publish(repo, {"b.md": "x"}, 2)
    assert not (repo.folder / ".git/index.lock").exists()


def test_a_git_that_starts_meanwhile_only_delays_the_index(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    write = objects.write

    def then_git_starts(*args: object) -> object:
        written = write(*args)
        (repo.folder / ".git/index.lock").touch()
        return written

    monkeypatch.setattr(objects, "write", then_git_starts)
    assert publish(repo, {"a.md": "x"})
    monkeypatch.undo()
    (repo.folder / "a.md").unlink()
    (repo.folder / ".git/index.lock").unlink()

    assert repo.dirty().files == {"a.md": None}
    assert git(repo.folder, "status", "--porcelain") == " D a.md\n"


def test_an_edit_in_the_second_of_a_commit_is_seen(repo: Repository) -> None:
    for turn in range(5):
        publish(repo, {"a.md": f"compiled {turn}\n"}, turn + 1)
        before = (repo.folder / "a.md").stat()
        (repo.folder / "a.md").write_text(f"personal {turn}\n")
        os.utime(repo.folder / "a.md", ns=(before.st_atime_ns, before.st_mtime_ns))

        assert repo.dirty().files == {"a.md": f"personal {turn}\n".encode()}
        repo.commit_edits("", BOB, DAY.format(turn + 1))


def test_an_edit_that_brings_back_the_time_of_an_older_file_is_seen(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = New.put

    def put_older(new: New, full: Path) -> None:
        put(new, full)
        os.utime(full, (10**9, 10**9))

    monkeypatch.setattr(New, "put", put_older)
    publish(repo, {"a.md": "compiled\n"})
    (repo.folder / "a.md").write_text("personal\n")
    os.utime(repo.folder / "a.md", (10**9, 10**9))

    assert repo.dirty().files == {"a.md": b"personal\n"}


def test_a_page_has_the_time_at_which_it_went_to_its_place(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare = worktree.prepare

    def prepared_earlier(folder: Path, texts: Mapping[str, Blob | None]) -> dict[str, New]:
        made = prepare(folder, texts)
        for new in made.values():
            assert new.file is not None
            os.utime(new.file, (10**9, 10**9))
        return made

    monkeypatch.setattr(worktree, "prepare", prepared_earlier)
    publish(repo, {"a.md": "x\n"})

    assert (repo.folder / "a.md").stat().st_mtime > 10**9


def test_objects_are_packed_only_when_there_are_many(repo: Repository) -> None:
    publish(repo, {f"{n}.md": f"{n}\n" for n in range(20)})

    assert not repo.tidy()
    assert repo.tidy(loose=5)
    assert int(git(repo.folder, "count-objects").split()[0]) < 5
    assert sorted(repo.compiled()) == sorted(f"{n}.md" for n in range(20))
    assert publish(repo, {"0.md": "new\n"}, 2)


def test_a_wiki_that_has_moved_is_used_by_hand_where_it_is_now(repo: Repository) -> None:
    publish(repo, {"project.md": "one\n"})
    moved = repo.folder.rename(repo.folder.with_name("elsewhere"))

    assert git(moved, "status", "--porcelain") == ""
    assert Path(git(moved, "rev-parse", "--show-toplevel").strip()) == moved.resolve()


def test_texts_that_a_killed_process_had_made_ready_go(repo: Repository) -> None:
    left = repo.folder / ".git" / "memwiki" / "fresh"
    left.mkdir(parents=True)
    (left / "3").write_text("forgotten since\n", "utf-8")

    assert publish(repo, {f"a{n}.md": f"text {n}\n" for n in range(20)})
    assert not left.exists()
    assert [(repo.folder / f"a{n}.md").read_text("utf-8") for n in (0, 19)] == ["text 0\n", "text 19\n"]


def test_where_a_text_cannot_be_written_no_page_changes(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(repo, {"a.md": "old\n"})

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(worktree, "new_file", full)
        with pytest.raises(MemwikiError, match="No space left"):
            publish(repo, {f"{name}.md": "new\n" for name in "abcdefghijkl"}, day=2)
    assert (repo.folder / "a.md").read_text("utf-8") == "old\n"
    assert not repo.dirty()
    assert publish(repo, {"a.md": "new\n"}, day=3)
    assert (repo.folder / "a.md").read_text("utf-8") == "new\n"


def test_every_text_is_on_the_disk_before_the_branch_moves(repo: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    whole: set[int] = set()
    at_move: set[int] = set()
    plain, run = os.fsync, Plumbing.run

    def fsync(file: int) -> None:
        plain(file)
        if os.fstat(file).st_size:
            whole.add(os.fstat(file).st_ino)

    def told(plumbing: Plumbing, *args: str, **given: Any) -> bytes:
        if args[0] == "update-ref":
            at_move.update(whole)
        return run(plumbing, *args, **given)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Plumbing, "run", told)
    publish(repo, {f"a{n}.md": f"text {n}\n" for n in range(20)})
    assert {(repo.folder / f"a{n}.md").stat().st_ino for n in range(20)} <= at_move


@pytest.mark.parametrize("kind", ["garbage", "a commit", "a missing object"])
def test_a_compiled_ref_that_leads_elsewhere_is_told_with_its_remedy(repo: Repository, kind: str) -> None:
    publish(repo, {"a.md": "one\n"})
    place = repo.folder / ".git" / "refs" / "memwiki" / "compiled"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text({"garbage": "no id\n", "a commit": f"{repo.head()}\n"}.get(kind, "12" * 20 + "\n"))

    with pytest.raises(Invalid, match="refs/memwiki/compiled") as told:
        publish(repo, {"a.md": "two\n"}, 2)

    assert str(place) in (told.value.hint or "")
    place.unlink()
    assert publish(repo, {"a.md": "two\n"}, 2) == repo.head()
