"""The documents say what the program does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_reference_is_what_the_code_says() -> None:
    done = subprocess.run(
        [sys.executable, "docs/generate.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    local = [target for target in targets if "://" not in target]

    assert [target for target in local if not (page.parent / target).exists()] == []


def test_every_documented_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {name for page in PAGES for name in re.findall(r"`?make ([a-z-]+)", page.read_text("utf-8"))}

    assert named <= targets | {"sure", "it", "a", "one", "of", "the"}


def test_every_verb_has_help() -> None:
    text = (ROOT / "docs/reference/command-line.md").read_text("utf-8")
    empty = re.findall(r"^## `(memwiki [a-z -]+)`\n\n\n", text, re.MULTILINE)

    assert empty == []


# Parts of names, so that this file holds none of them.
REGISTRIES = (
    "registry." + "npmjs",
    "registry." + "yarnpkg",
    "py" + "pi.org",
    "python" + "hosted.org",
    "deb." + "debian.org",
)


def test_no_file_names_a_registrys_host() -> None:
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    held = {
        name: host
        for name in filter(None, files.split("\0"))
        for host in REGISTRIES
        if host.encode() in (ROOT / name).read_bytes()
    }

    assert held == {}
