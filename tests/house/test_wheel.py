"""What a person installs works without the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel, unpacked as an installer would."""
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (wheel,) = out.glob("*.whl")
    site = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def _run(site: Path, home: Path, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "MEMWIKI_HOME": str(home / "memwiki"),
        "PYTHONPATH": str(site),
    }
    return subprocess.run(
        [sys.executable, "-P", "-m", "memwiki", *args],
        cwd=home,
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_carries_schemas_templates_and_the_tokenizer(unpacked: Path) -> None:
    for folder in ("schemas", "templates"):
        here = {path.name for path in (ROOT / folder).rglob("*") if path.is_file()}
        assert here
        assert here == {path.name for path in (unpacked / "memwiki" / folder).rglob("*") if path.is_file()}
    assert (unpacked / "memwiki" / "index" / "minilm" / "tokenizer.json").is_file()


def test_the_installed_program_captures_and_compiles(unpacked: Path, tmp_path: Path) -> None:
    prompt = json.dumps(
        {
            "session_id": "s1",
            "cwd": str(tmp_path),
            "hook_event_name": "UserPromptSubmit",
            "prompt": "remember: commit messages are always in English",
        }
    )
    at = ("--at", "2026-09-14T09:12:03Z")

    hooked = _run(unpacked, tmp_path, "hook", "--agent", "claude-code", *at, stdin=prompt)
    compiled = _run(unpacked, tmp_path, "compile", "--all", "--no-vectors", *at)

    assert (hooked.returncode, hooked.stdout) == (0, "")
    assert compiled.returncode == 0, compiled.stderr
    assert list((tmp_path / "memwiki" / "wiki").rglob("preferences/*.md"))
