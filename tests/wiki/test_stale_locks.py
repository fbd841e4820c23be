"""What a killed git leaves locked is freed, and a git that runs is waited for."""

import os
import time

import pytest

from memwiki.errors import Locked
from memwiki.wiki.plumbing import Author
from memwiki.wiki.repository import Repository

ANA = Author("Ana", "ana@example.org")
DATE = "2026-09-14T09:12:03+00:00"
PAGE = "---\ntype: Concept\nid: concept-1\ntitle: One\n---\nwords\n"


@pytest.fixture
def repo(tmp_path):
    return Repository.open(tmp_path / "wiki", create=True, author=ANA, date=DATE)


def publish(repo, path):
    return repo.publish({path: PAGE}, subject="compile: 1 page", author=ANA, date=DATE)


@pytest.mark.parametrize("name", ["HEAD.lock", "packed-refs.lock", "refs/heads/main.lock", "refs/memwiki/next.lock"])
def test_an_old_lock_of_a_name_is_removed(repo, name):
    lock = repo.folder / ".git" / name
    lock.parent.mkdir(parents=True, exist_ok=True)
    lock.touch()
    os.utime(lock, (time.time() - 60, time.time() - 60))
    assert publish(repo, "concepts/one.md")
    assert not lock.exists()


def test_a_fresh_lock_of_our_own_names_is_waited_for(repo):
    lock = repo.folder / ".git" / "refs" / "memwiki" / "next.lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    lock.touch()
    assert publish(repo, "concepts/one.md")


def test_a_fresh_lock_of_the_branch_is_somebody_elses(repo):
    lock = repo.folder / ".git" / "refs" / "heads" / "main.lock"
    lock.touch()
    with pytest.raises(Locked):
        publish(repo, "concepts/one.md")
    assert lock.exists()
