"""Bundles that memwiki makes are valid for programs that others wrote, and those programs do find faults."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from validators import PACKAGES, validate

from memwiki.records import Page
from memwiki.wiki.apply import publish_pages
from memwiki.wiki.lint import lint
from memwiki.wiki.plumbing import Author
from memwiki.wiki.repository import Repository

BROKEN = Path(__file__).parents[1] / "fixtures" / "okf-broken"
ANA = Author("Ana", "ana@example.org")
DAY = "2026-10-{:02}T10:00:00.000Z"
EXAMPLE = Path(__file__).parents[2] / "examples" / "wiki"

# The faults that each program looks for: okf-cli and okf-schema let the others pass.
COMMON = ("badyaml", "emptytype", "idxfm", "nofm", "notype")
KNOWN = {
    "vault2okf": (*COMMON, "baddate", "badstatus", "naivets", "noby", "nosrcres", "oldesfirst", "rootidxextra"),
    "okf-cli": (*COMMON, "rootidxextra"),
    "okf-schema": (*COMMON, "nosrcres"),
}
FOLDERS = ("sessions/2026-10", "decisions", "preferences", "concepts", "gotchas", "skills")
TITLES = (
    "为什么选 Postgres",
    "Use [brackets] & `ticks`: always",
    "no",
    "12:30",
    "C++ (again)",
    "émigré",
    "it's <b>",
    "#1",
)


def page(number: int, path: str, title: str) -> Page:
    kind = {"sessions": "Session", "project.md": "Project", "skills": "Skill"}.get(path.partition("/")[0])
    kind = kind or path.partition("/")[0][:-1].title()
    moment = DAY.format(1 + number % 27)
    author = "claude-code/2.0"
    meta = {
        "type": kind,
        "id": f"{kind.lower()}-{number:012x}",
        "title": title,
        "description": f"About {title}: what [it] is.",
        "status": ("stable", "draft", "deprecated")[number % 3],
        "tags": ["storage", "memwiki/x"],
        "aliases": [title],
        "entities": ["SQLite", "用户服务"],
        "strength": 0.62,
        "trust": 0.8,
        "support": 3,
        "created": moment,
        "reinforced": moment,
        "stale_after": "2099-01-01T00:00:00Z",
        "valid_from": moment,
        "relations": {"depends_on": ["/project.md"]},
        "generated": {"by": "memwiki/0.1.0", "at": moment},
        "verified": [{"by": "human:ana", "at": moment}],
        "sources": [{"id": "s1", "resource": "raw:codex-1/0001#3..9", "author": author, "last_modified": moment}],
    }
    up = "../" * path.count("/")
    text = f"Said so.[^s1] It depends on [the project]({up}project.md)."
    body = f"# {title}\n\n{text}\n\n[^s1]: codex session, lines 3 to 9\n"
    return Page(path, meta, body)


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wiki as the program makes it: rendered, published, generated, with a page that a person wrote."""
    folder = tmp_path_factory.mktemp("bundle") / "wiki"
    pages = [page(0, "project.md", "Shop")]
    names = [f"{folder_name}/{n}-用-{n}.md" for folder_name in FOLDERS for n in range(3)]
    pages += [page(n + 1, name, TITLES[n % len(TITLES)]) for n, name in enumerate(names)]
    repo = Repository.open(folder, create=True, author=ANA, date=DAY.format(1))
    note = "---\ntype: Note\ntitle: Mine\ndescription: A person's page.\n---\n\nSee [shop](project.md).\n"
    (folder / "mine.md").write_text(note, encoding="utf-8")
    publish_pages(repo, {p.path: p for p in pages}, subject="compile", author=ANA, date=DAY.format(28))
    return folder


@pytest.mark.parametrize("name", PACKAGES)
def test_a_wiki_is_valid_for_others(name: str, bundle: Path) -> None:
    verdict = validate(name, bundle)

    assert verdict.ok, verdict.output
    if name == "vault2okf":
        assert verdict.concepts == 20


def test_a_wiki_is_valid_for_ourselves(bundle: Path) -> None:
    found = [finding for finding in lint(bundle) if (finding.path, finding.code) != ("mine.md", "no-id")]

    assert [f for f in found if f.code != "double-title"] == []


@pytest.mark.parametrize("name", PACKAGES)
def test_the_example_wiki_is_valid_for_others(name: str) -> None:
    verdict = validate(name, EXAMPLE)

    assert verdict.ok, verdict.output
    assert name != "vault2okf" or verdict.concepts > 5


@pytest.mark.parametrize(("name", "fault"), [(name, fault) for name, faults in KNOWN.items() for fault in faults])
def test_the_validators_find_the_faults_they_know(name: str, fault: str) -> None:
    assert not validate(name, BROKEN / fault).ok


MUTATIONS: dict[str, Callable[[str], str]] = {
    "no frontmatter": lambda text: text.split("---\n", 2)[2],
    "no type": lambda text: text.replace("type: Concept\n", ""),
    "status": lambda text: text.replace("status: stable", "status: banana").replace("status: draft", "status: banana"),
    "time": lambda text: text.replace("2099-01-01T00:00:00Z", "2099-01-01"),
    "no author": lambda text: text.replace("  by: memwiki/0.1.0\n", ""),
    "no resource": lambda text: text.replace("resource: raw:", "rescue: raw:"),
    "link": lambda text: text.replace("project.md)", "nothing.md)"),
    "yaml": lambda text: text.replace("tags:\n", "tags: [\n"),
}


@pytest.mark.parametrize("fault", MUTATIONS)
def test_one_fault_in_a_valid_wiki_is_found_by_others_and_by_us(fault: str, bundle: Path, tmp_path: Path) -> None:
    shutil.copytree(bundle, tmp_path / "wiki")
    file = tmp_path / "wiki/concepts/0-用-0.md"
    text = file.read_text(encoding="utf-8")
    file.write_text(MUTATIONS[fault](text), encoding="utf-8")
    assert file.read_text(encoding="utf-8") != text

    assert not validate("vault2okf", tmp_path / "wiki").ok
    assert [f for f in lint(tmp_path / "wiki") if f.path == "concepts/0-用-0.md" and f.code != "double-title"]
