"""A person's scratch machine with a small repository whose test fails: what the tests of real clients begin with."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from clients import Client
from stub_model import StubModel, Turn

FIX = "make add() in calc.py add, the test fails. we use 3.11 on purpose, the servers cannot run anything newer"
SUBTRACT = "go on with the next step"

SCRIPT = (
    Turn(
        FIX,
        (
            {"say": "See it fail.", "run": "python3 -m unittest -q"},
            {"read": "calc.py"},
            {"edit": "calc.py", "old": "    return a - b", "new": "    return a + b"},
            {"say": "Run the tests.", "run": "python3 -m unittest -q"},
        ),
        "add() adds now, and the test passes. The root cause: the operands were subtracted.\n\n"
        "Next steps:\n- Write a test for negative numbers",
    ),
    Turn(
        SUBTRACT,
        (
            {"run": "cat calc.py"},
            {"write": "test_negative.py", "content": "from test_calc import *  # noqa: F403\n"},
            {"run": "python3 -m unittest -q"},
        ),
        "There is a test for negative numbers now.\n\nNext steps:\n- Publish version two",
    ),
    Turn("what is left to do?", (), "Version two is to be published."),
)


@dataclass
class Machine:
    """A person's scratch machine: agents, their scripted model, and memwiki."""

    client: Client
    model: StubModel

    def memwiki(self, *words: str) -> str:
        """What the command prints; it must succeed."""
        done = self.client.run([sys.executable, "-m", "memwiki", *words])
        assert done.returncode == 0, done.stderr
        return done.stdout

    def compile(self) -> None:
        """Compiles, after whatever the hooks started by themselves has ended."""
        self.memwiki("compile")

    def page(self, kind: str) -> str:
        """All pages of one folder as one text."""
        wiki = self.client.home / "memwiki" / "wiki"
        return "\n".join(path.read_text("utf-8") for path in sorted(wiki.glob(f"*/*/{kind}/**/*.md")))

    def observations(self) -> list[dict]:
        """Everything captured, in file order."""
        raw = self.client.home / "memwiki" / "raw"
        return [
            json.loads(line) for path in sorted(raw.rglob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
        ]


@contextmanager
def scratch(place: Path, programs: Mapping[str, Path], paths: Sequence[str] = ()) -> Iterator[Machine]:
    """A fresh machine below `place`; memwiki is not in any agent yet."""
    home, folder = place / "home", place / "w" / "calc"
    folder.mkdir(parents=True)
    (folder / "calc.py").write_text("def add(a, b):\n    return a - b\n", "utf-8")
    test = "import unittest\n\nfrom calc import add\n\n\nclass Add(unittest.TestCase):\n"
    test += "    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n"
    (folder / "test_calc.py").write_text(test, "utf-8")
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=folder, check=True)
    with StubModel(SCRIPT, str(folder)) as model:
        yield Machine(Client(home, folder, programs, model.url, paths=paths), model)
