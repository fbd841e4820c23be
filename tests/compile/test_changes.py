"""Files that a session changed: edits, patches, shell commands, and what is no change."""

from __future__ import annotations

from typing import Any

import pytest
from story import Story

from memwiki.compile.changes import bounded, changes, is_documentation, relative, root_of
from memwiki.compile.patches import patched
from memwiki.compile.session import assemble
from memwiki.compile.shelledits import shell_touches


def changed(story: Any) -> list[tuple[str, str]]:
    return [(one.path, one.op) for one in changes(assemble(story.observations))]


def test_edits_and_new_files() -> None:
    assert changed(Story().ask("x").edit("a.py").write("b.py").edit("b.py")) == [
        ("a.py", "edited"),
        ("b.py", "created"),
    ]


def test_failed_edits_are_none() -> None:
    assert changed(Story().ask("x").edit("a.py", ok=False)) == []


def test_a_refused_patch_is_none() -> None:
    s = Story("codex").ask("x")
    s.call(
        "edit", {"patch": "*** Begin Patch\n*** Update File: a.py\n@@\n-a\n+b\n*** End Patch"}, "patch failed: no match"
    )
    assert changed(s) == []


def test_a_patch_of_three_files() -> None:
    text = (
        "*** Begin Patch\n*** Add File: a.py\n+x\n*** Update File: b.py\n*** Move to: c.py\n@@\n-1\n+2\n"
        "*** Delete File: d.py\n*** End Patch\n"
    )
    s = Story("codex").ask("x").call("edit", {"patch": text}, "Success.")
    assert changed(s) == [("a.py", "created"), ("c.py", "edited"), ("d.py", "deleted")]


def test_a_unified_diff() -> None:
    text = "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n"
    text += "--- a/y.py\n+++ b/y.py\n@@ -1 +1 @@\n-c\n+d\n"
    found = patched(text)
    assert [(one.path, one.hunks) for one in found] == [("x.py", [("a", "b")]), ("y.py", [("c", "d")])]


def test_what_was_put_back_is_no_change() -> None:
    s = Story().ask("x").edit("a.py").edit("b.py").run("git checkout -- a.py")
    assert changed(s) == [("b.py", "edited")]


def test_made_and_removed_again_is_no_change() -> None:
    assert changed(Story().ask("x").write("tmp_probe.py").run("rm tmp_probe.py")) == []


def test_a_replaced_replacement_is_one_edit() -> None:
    s = Story().ask("x").edit("a.py", "size = 10", "size = 20").edit("a.py", "size = 20", "size = 30")
    assert changes(assemble(s.observations))[0].edits == (("size = 10", "size = 30"),)


def test_paths_are_told_from_the_upper_folder_of_the_session() -> None:
    s = Story(cwd="/w/mono").ask("x").edit("web/a.ts")
    s.cwd = "/w/mono/web"
    s.edit("b.ts")
    assert changed(s) == [("web/a.ts", "edited"), ("web/b.ts", "edited")]
    assert root_of(assemble(s.observations)) == "/w/mono"


def test_a_file_outside_keeps_its_path_and_scratch_files_are_none() -> None:
    s = Story().ask("x")
    s.call("edit", {"path": "/etc/hosts", "old": "a", "new": "b"}).call("write", {"path": "/tmp/x.py", "content": "a"})
    assert changed(s) == [("/etc/hosts", "edited")]


def test_events_without_a_folder() -> None:
    s = Story(cwd="").ask("x").call("edit", {"path": "src/a.py", "old": "a", "new": "b"})
    assert changed(s) == [("src/a.py", "edited")]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/w/app/src/a.py", "src/a.py"),
        ("src/../src/a.py", "src/a.py"),
        ("./a.py", "a.py"),
        ("/w/app2/a.py", "/w/app2/a.py"),
        ("C:\\w\\app\\a.py", "C:/w/app/a.py"),
        ("", ""),
    ],
)
def test_relative_paths(path: str, told: str) -> None:
    assert relative(path, "/w/app") == told


@pytest.mark.parametrize(
    "path", ["README.md", "docs/guide.rst", "CHANGELOG", "doc/x.txt", "LICENSE", ".gitignore", "notes/a.adoc"]
)
def test_documentation(path: str) -> None:
    assert is_documentation(path)


@pytest.mark.parametrize(
    "path", ["a.py", "requirements.txt", "CMakeLists.txt", "docs/conf.py", "Dockerfile", "history.go"]
)
def test_no_documentation(path: str) -> None:
    assert not is_documentation(path)


@pytest.mark.parametrize(
    ("command", "touched"),
    [
        ("sed -i 's/a/b/' x.py y.py", ["x.py", "y.py"]),
        ("sed -n '1,20p' x.py", []),
        ("perl -pi -e 's/a/b/' x.py", ["x.py"]),
        ("git mv a.py b.py", ["a.py", "b.py"]),
        ("git rm -r src/graph", ["src/graph"]),
        ("git apply fix.patch", [""]),
        ("git stash", [""]),
        ("git reset --hard HEAD~1", [""]),
        ("git checkout -b topic", []),
        ("git checkout -- a.py b.py", ["a.py", "b.py"]),
        ("echo hi > conf.ini", ["conf.ini"]),
        ("cat > src/a.py <<'EOF'\nx = 1\nEOF", ["src/a.py"]),
        ("pytest | tee out.txt", []),
        ("make > build.log 2>&1", []),
        ("cd web && echo x > a.ts", ["web/a.ts"]),
        ("echo x | tee -a conf.ini", ["conf.ini"]),
        ("ls > /dev/null", []),
        ("cp .env.example .env.local", [".env.local"]),
        ("mv a.py b.py", ["a.py", "b.py"]),
        ("rm -rf build", []),
        ("uv add httpx", ["pyproject.toml"]),
        ("npm install", []),
        ("npm i -D vitest", ["package.json"]),
        ("npm install -g pnpm", []),
        ("ls -la && cat a.py", []),
        ("python gen.py", []),
        ("", []),
    ],
)
def test_what_a_shell_command_changes(command: str, touched: list[str]) -> None:
    assert [one.path for one in shell_touches(command, failed=False)] == touched


def test_edits_hold_only_the_lines_that_differ() -> None:
    assert bounded("a\nb\nc", "a\nx\nc") == ("b", "x")
    long = "\n".join(f"{n}" * 50 for n in range(100))
    before, after = bounded(long, long.upper() + "!")
    assert max(len(before.splitlines()), len(after.splitlines())) <= 8
    assert max(len(before), len(after)) <= 600
