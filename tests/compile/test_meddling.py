"""What tool calls touch in the memory, read from their words alone."""

from __future__ import annotations

import pytest

from memwiki.compile.meddling import Memory, meddled, meddlings
from memwiki.records import Observation, Tool

MEMORY = Memory(("/home/ada/.memwiki", "/data/ada/.memwiki"), "/home/ada")
WIKI = "wiki/default/shop"


def _step(family: str, cwd: str = "/w/shop", event: str = "tool-end", name: str = "", **given: str) -> Observation:
    return Observation(
        "01", "2026-09-14T09:00:00.000Z", "claude-code", "one", event, cwd, tool=Tool(name or family, family, given)
    )


@pytest.mark.parametrize(
    "command",
    [
        "cat ~/.memwiki/wiki/default/shop/a.md",
        "grep -rn pnpm /home/ada/.memwiki/wiki | head",
        "sed -n 1,20p $HOME/.memwiki/wiki/default/shop/a.md",
        "find ~/.memwiki -name '*.md'",
        "git -C ~/.memwiki/wiki/default/shop log -1",
        "memwiki show a && memwiki search .memwiki",
        "echo 'see ~/.memwiki/wiki' > notes.md",
        "cp ~/.memwiki/wiki/default/shop/a.md copy.md",
        "sed -i s/a/b/ README.md",
    ],
)
def test_reading_touches_nothing(command: str) -> None:
    assert meddled(_step("shell", command=command), MEMORY) == ()


@pytest.mark.parametrize(
    ("command", "cwd", "place"),
    [
        ("sed -i s/a/b/ ~/.memwiki/wiki/default/shop/a.md", "/work", f"{WIKI}/a.md"),
        ("echo x > ${HOME}/.memwiki/wiki/default/shop/a.md", "/work", f"{WIKI}/a.md"),
        ("rm /data/ada/.memwiki/wiki/default/shop/a.md", "/work", f"{WIKI}/a.md"),
        ("mv new.md $MEMWIKI_HOME/wiki/default/shop/", "/work", WIKI),
        ("cd .memwiki/wiki/default && tee shop/a.md", "/home/ada", f"{WIKI}/a.md"),
        ("touch ../b.md", "/home/ada/.memwiki/wiki/default/shop/sub", f"{WIKI}/b.md"),
        ("python3 fix.py", "/home/ada/.memwiki/wiki/default/shop", WIKI),
        ("python3 -c \"open('/home/ada/.memwiki/wiki/default/shop/a.md', 'w')\"", "/work", f"{WIKI}/a.md"),
        ("python3 - <<E\nopen('/home/ada/.memwiki/wiki/default/shop/a.md', 'w')\nE", "/work", f"{WIKI}/a.md"),
        ("find ~/.memwiki/wiki -name '*.md' -delete", "/work", "wiki"),
        ("git -C ~/.memwiki/wiki/default/shop checkout HEAD~1 .", "/work", WIKI),
        ("rsync -a pages/ ~/.memwiki/wiki/default/shop", "/work", WIKI),
        ("echo '[review]' >> ~/.memwiki/config.toml", "/work", "config.toml"),
    ],
)
def test_writing_touches_what_it_names(command: str, cwd: str, place: str) -> None:
    assert place in meddled(_step("shell", cwd, command=command), MEMORY)


def test_edit_and_write_tools_touch_their_file_unless_they_failed() -> None:
    path = "/home/ada/.memwiki/wiki/default/shop/a.md"
    patch = f"*** Begin Patch\n*** Update File: {path}\n@@\n-a\n+b\n*** End Patch"

    assert meddled(_step("edit", path=path), MEMORY) == (f"{WIKI}/a.md",)
    assert meddled(_step("write", "/home/ada/.memwiki", path="wiki/default/shop/a.md"), MEMORY) == (f"{WIKI}/a.md",)
    assert meddled(_step("edit", patch=patch), MEMORY) == (f"{WIKI}/a.md",)
    assert meddled(_step("read", path=path), MEMORY) == ()
    assert meddled(_step("mcp", name="mcp__files__write_file", args=f'{{"path": "{path}"}}'), MEMORY)
    assert meddled(_step("mcp", name="mcp__files__read_file", args=f'{{"path": "{path}"}}'), MEMORY) == ()


def test_commands_in_the_persons_name_are_told_with_each_time_that_they_ran() -> None:
    twice = [_step("shell", command="uv run memwiki remember 'never use npm'") for _ in range(2)]

    (item,) = meddlings(twice, MEMORY)

    assert "remember" in item.text
    assert len(item.evidence) == 2


def test_looking_at_what_waits_speaks_in_nobodys_name() -> None:
    looks = [
        "memwiki review list",
        "memwiki skills show x",
        "memwiki review approve x --help",
        "memwiki forget x --dry-run",
    ]
    assert meddlings([_step("shell", command=look) for look in looks], MEMORY) == ()
    hidden = ["memwiki review list; memwiki review approve x", "script -qc 'memwiki review approve x' --help"]
    assert all(meddlings([_step("shell", command=one)], MEMORY) for one in hidden)


def test_a_script_that_speaks_in_the_persons_name_is_told_with_what_ran_after_it() -> None:
    script = _step("write", path="/w/ok.sh", content="set -e\nmemwiki review approve x --at 2026-01-01T00:00:00Z\n")
    after = [_step("shell", command="script -qc 'sh ok.sh' /dev/null"), _step("shell", command="ls")]

    (item,) = meddlings([_step("shell", command="ls"), script, *after], MEMORY)

    assert item.text == "memwiki review"
    assert len(item.evidence) == 2
    manual = _step("write", path="/w/README.md", content="memwiki review approve x")
    assert meddlings([manual, *after], MEMORY) == ()
