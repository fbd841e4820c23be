"""verify: what it holds against each other, and how it tells what differs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from memwiki.app.verifying import compared
from memwiki.cli.edge import run
from memwiki.compile.knowledge import COMPILER

Memory = Any  # tests/app/conftest.py
RULE = ("From now on always use pnpm in this repository, never npm.", "Noted.")
NUMBER = int(COMPILER.partition("/")[2])


@pytest.fixture
def filled(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> Memory:
    monkeypatch.chdir(memory.work)
    monkeypatch.setenv("MEMWIKI_INDEX_VECTORS", "false")
    memory.compile(memory.session("one", 0, RULE))
    return memory


def _verify(memory: Memory, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    capsys.readouterr()
    code = run(["verify", "--json", "--at", memory.at(60)])
    return code, json.loads(capsys.readouterr().out)


def _rewrite(memory: Memory, change: Any) -> None:
    """Puts other texts into the tree that the compiler wrote, as somebody with git at hand could."""
    wiki, name = memory.desk().wiki, "refs/memwiki/compiled"

    def git(*words: str, data: str = "") -> str:
        return subprocess.run(
            ["git", "-C", str(wiki), *words], input=data, capture_output=True, text=True, check=True
        ).stdout

    index = {"GIT_INDEX_FILE": str(wiki / ".git" / "aside")}
    for entry in git("ls-tree", "-r", name).splitlines():
        head, path = entry.split("\t")
        text = change(path, git("cat-file", "blob", head.split()[2]))
        if text is not None:
            blob = git("hash-object", "-w", "--stdin", data=text).strip()
            entry = f"100644 blob {blob}\t{path}"
            head = entry.partition("\t")[0]
        cache = ["update-index", "--add", "--cacheinfo", f"100644,{head.split()[2]},{path}"]
        subprocess.run(["git", "-C", str(wiki), *cache], env={**os.environ, **index}, check=True)
    tree = subprocess.run(
        ["git", "-C", str(wiki), "write-tree"], env={**os.environ, **index}, capture_output=True, text=True, check=True
    )
    git("update-ref", name, tree.stdout.strip())


def _sealed(memory: Memory) -> Path:
    (found,) = memory.home.rglob("*.sealed.jsonl")
    return found


def test_what_was_just_compiled_agrees(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = _verify(filled, capsys)

    assert (code, told["verified"], told["findings"], told["edited"]) == (0, True, [], 0)
    assert (told["pages"], told["segments"]) == (3, 1)


def test_a_page_that_was_tampered_with_is_told_with_its_first_line(
    filled: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    _rewrite(filled, lambda path, text: text.replace("never npm", "always npm", 1) if "preferences/" in path else None)

    code, told = _verify(filled, capsys)

    (found,) = told["findings"]
    assert (code, told["verified"], found["code"]) == (13, False, "differs")
    assert found["path"].startswith("preferences/")
    assert "always npm" in found["message"].partition("raw/ gives")[0]
    assert "never npm" in found["message"].partition("raw/ gives")[2]
    assert f"line {found['line']}:" in found["message"]


def test_an_edited_page_is_set_aside(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    (page,) = filled.find("preferences")
    page.write_text(page.read_text("utf-8") + "\nMy own words.\n", "utf-8")
    filled.compile(30)

    code, told = _verify(filled, capsys)

    assert (code, told["verified"], told["findings"], told["edited"]) == (0, True, [], 1)


def test_a_page_whose_links_follow_a_renamed_one_is_the_compilers_still(
    filled: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    rule = filled.find("preferences")[0]
    rule.rename(rule.with_name("renamed.md"))
    filled.compile(filled.session("two", 10, ("Add a footer to the start page.", "Done.")))
    (session,) = (path for path, text in filled.pages().items() if "preferences/renamed.md" in text and "2026-" in path)

    code, told = _verify(filled, capsys)

    assert (code, told["findings"], told["edited"]) == (0, [], 1)
    page = filled.desk().wiki / session
    page.write_text(page.read_text().replace("## Asked", "## Wanted"))
    assert _verify(filled, capsys)[1]["edited"] == 2
    page.unlink()
    assert _verify(filled, capsys)[1]["edited"] == 2


def test_a_sealed_segment_that_was_changed_is_told(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    segment = _sealed(filled)
    segment.chmod(0o600)
    segment.write_bytes(segment.read_bytes().replace(b"never npm", b"never nqm"))

    code, told = _verify(filled, capsys)

    assert code == 13
    assert [one["path"] for one in told["findings"] if one["code"] == "changed"] == ["raw:claude-code-one/0001"]
    assert {one["code"] for one in told["findings"] if one["path"].startswith("preferences/")} <= {
        "extra",
        "missing",
        "differs",
    }


def test_a_compile_that_reads_a_changed_segment_says_so(filled: Memory) -> None:
    segment = _sealed(filled)
    segment.chmod(0o600)
    segment.write_bytes(segment.read_bytes().replace(b"never npm", b"never nqm"))
    shutil.rmtree(filled.home / "index")

    (done,) = filled.compile(filled.session("two", 30, ("Add a test for the parser.", "Added; all pass.")))

    assert [one for one in done.warnings if one.startswith("raw:claude-code-one/0001 is not what was sealed")]


def test_a_sealed_segment_that_is_gone_is_told_with_the_sources_lost(
    filled: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    _sealed(filled).unlink()

    code, told = _verify(filled, capsys)

    codes = {one["code"] for one in told["findings"]}
    assert (code, codes) == (13, {"gone", "lost-source", "extra"})


@pytest.mark.parametrize("place", ["claude-code-one", "claude-code-one/0001.sealed.jsonl"])
def test_a_link_in_the_place_of_what_was_sealed_is_told_and_not_followed(
    filled: Memory, tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _sealed(filled).parent.parent / place
    path.rename(tmp_path / "aside")
    path.symlink_to(tmp_path / "aside")

    code, told = _verify(filled, capsys)

    assert code == 13
    (found,) = (one for one in told["findings"] if one["code"] == "gone")
    assert found["message"] == f"a symbolic link stands in its place, which is not followed: {path}"
    run(["doctor", "--at", filled.at(60)])
    assert f"{path} is a symbolic link, which is not followed" in capsys.readouterr().out
    (done,) = filled.compile(filled.session("two", 100, ("Add a footer to the start page.", "Done.")))
    assert f"a symbolic link stands in its place, which is not followed: {path}; 2 pages went" in done.warnings[0]
    path.unlink()
    (tmp_path / "aside").rename(path)
    filled.compile(filled.session("three", 200, ("Add a header to the start page.", "Done.")))
    assert filled.find("preferences")
    assert _verify(filled, capsys)[0] == 0


def test_a_sealed_segment_that_no_commit_names_is_told(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    segment = _sealed(filled)
    other = segment.parent.with_name("claude-code-two") / segment.name
    other.parent.mkdir()
    other.write_bytes(segment.read_bytes().replace(b'"one"', b'"two"'))

    code, told = _verify(filled, capsys)

    (found,) = told["findings"]
    assert (code, told["waiting"]) == (0, 1)
    assert (found["path"], found["code"], found["severity"]) == ("raw:claude-code-two/0001", "unnamed", "warning")


def test_what_waits_for_the_next_compile_is_not_compared_and_said_to_be(
    filled: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    filled.session("two", 30, RULE)

    code, told = _verify(filled, capsys)

    assert (code, told["verified"], told["findings"], told["waiting"]) == (0, True, [], 1)
    run(["verify", "--at", filled.at(61)])
    assert "1 segment waits for the next compile, not compared" in capsys.readouterr().err


def test_an_edit_counts_before_any_compile_has_seen_it(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    (page,) = filled.find("preferences")
    page.unlink()

    code, told = _verify(filled, capsys)

    assert (code, told["verified"], told["findings"], told["edited"]) == (0, True, [], 1)


def test_a_wiki_without_the_compilers_own_rendering_says_so(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    wiki = filled.desk().wiki
    subprocess.run(["git", "-C", str(wiki), "update-ref", "-d", "refs/memwiki/compiled"], check=True)

    code, told = _verify(filled, capsys)

    (found,) = told["findings"]
    assert (code, found["code"], found["path"]) == (13, "no-rendering", "refs/memwiki/compiled")
    assert "git fetch" in found["hint"]


def test_a_wiki_of_which_all_was_forgotten_agrees(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["forget", "--since", "2020-01-01", "--yes", "--at", filled.at(100)]) == 0
    capsys.readouterr()

    code, told = _verify(filled, capsys)

    assert (code, [one["code"] for one in told["findings"]]) == (0, [])


def test_a_source_that_a_person_cites_and_nobody_finds_is_a_warning(
    filled: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    (page,) = filled.find("preferences")
    page.write_text(page.read_text("utf-8").replace("raw:claude-code-one/", "raw:claude-code-none/"), "utf-8")

    code, told = _verify(filled, capsys)

    assert (code, told["verified"], [one["code"] for one in told["findings"]]) == (3, True, ["lost-source"])
    assert not told["findings"][0]["hint"]


def test_of_a_long_line_the_place_is_shown_where_it_differs() -> None:
    head = f"---\ngenerated:\n  by: memwiki/{NUMBER}\n---\n"
    was, now = (head + "x" * 500 + one + "y" * 500 for one in ("cats", "dogs"))
    (found,) = compared({"a.md": was}, {"a.md": now})

    assert "cats" in found.message
    assert "dogs" in found.message
    assert len(found.message) < 400


def test_pages_of_older_rules_would_change_and_are_no_error(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    def older(_path: str, text: str) -> str:
        return re.sub(r"by: memwiki/\d+", f"by: memwiki/{NUMBER - 1}", text)

    _rewrite(filled, older)

    code, told = _verify(filled, capsys)

    assert (code, told["verified"], told["would_change"]) == (0, True, 3)
    assert {(one["code"], one["severity"]) for one in told["findings"]} == {("newer-rules", "warning")}
    assert run(["verify", "--at", filled.at(61)]) == 0
    assert "3 would change under newer rules or settings" in capsys.readouterr().err


@pytest.mark.parametrize("setting", ["review_mode all", "compile_mode manual"])
def test_settings_that_a_person_changed_are_no_tampering(
    filled: Memory, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    name, value = setting.split()
    monkeypatch.setenv(f"MEMWIKI_{name.upper()}", value)

    code, told = _verify(filled, capsys)

    assert (code, told["verified"]) == (0, True)
    assert {(one["code"], one["severity"]) for one in told["findings"]} == {("newer-settings", "warning")}
    assert name.replace("_", ".") in told["findings"][0]["message"]


def test_settings_excuse_no_tampering(
    filled: Memory, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMWIKI_REVIEW_MODE", "all")
    _rewrite(filled, lambda path, text: text.replace("never npm", "always npm", 1) if "preferences/" in path else None)

    code, told = _verify(filled, capsys)

    assert (code, {one["severity"] for one in told["findings"]}) == (13, {"error"})


def test_a_page_that_older_rules_did_not_write_would_change_too(
    filled: Memory, capsys: pytest.CaptureFixture[str]
) -> None:
    held = {"a.md": f"---\ngenerated:\n  by: memwiki/{NUMBER - 1}\n---\n"}
    found = list(compared(held, {**held, "b.md": "new"}))

    assert [(one.path, one.code, one.severity) for one in found] == [("b.md", "newer-rules", "warning")]


def test_a_page_that_cannot_be_merged_is_set_aside(filled: Memory, capsys: pytest.CaptureFixture[str]) -> None:
    (page,) = filled.find("preferences")
    page.write_text(page.read_text("utf-8").replace("---\n", "---\n\t: [\n", 1), "utf-8")
    filled.compile(filled.session("two", 30, RULE))

    code, told = _verify(filled, capsys)

    assert (code, told["verified"], [one["code"] for one in told["findings"]]) == (0, True, ["not-merged"])


def test_a_models_page_goes_by_the_rules_of_its_wiki() -> None:
    model = "---\ngenerated:\n  by: some-model\n---\n"
    old = {"a.md": f"---\ngenerated:\n  by: memwiki/{NUMBER - 1}\n---\n", "m.md": model}
    new = {"a.md": f"---\ngenerated:\n  by: memwiki/{NUMBER}\n---\n", "m.md": model}

    assert {one.code for one in compared(old, {**new, "m.md": model + "x"})} == {"newer-rules"}
    assert {one.code for one in compared(new, {**new, "m.md": model + "x"})} == {"differs"}


@pytest.mark.parametrize("below", ["", "preferences"])
def test_whoever_stands_in_the_wiki_asks_about_that_wiki(
    filled: Memory, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, below: str
) -> None:
    monkeypatch.chdir(filled.desk().wiki / below)

    code, told = _verify(filled, capsys)

    assert (code, told["project"], told["verified"]) == (0, filled.desk().project.key, True)
