"""Other programs, each in an environment of its own, asked the same questions of the same texts."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Peer:
    """A program from PyPI. `maker` names the function in peer_run.py that builds its index."""

    name: str
    packages: tuple[str, ...]
    maker: str

    def run(self, venvs: Path, texts: Mapping[str, Mapping[str, str]], asked: Sequence[tuple[str, str]]) -> Any:
        """{"ranked": names by question, "millis": by question, "build_s"}: `texts` by corpus and name."""
        python = self._python(venvs)
        given = json.dumps({"maker": self.maker, "texts": texts, "asked": asked})
        done = subprocess.run(
            [python, str(HERE / "peer_run.py")], input=given, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{self.name}: {done.stderr.strip()[-600:]}")
        return json.loads(done.stdout.splitlines()[-1])

    def _python(self, venvs: Path) -> str:
        folder = venvs / self.maker
        python = folder / "bin" / "python"
        if not python.exists():
            print(f"installing {self.name}", file=sys.stderr)
            venv.create(folder, with_pip=True)
            command = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *self.packages]
            subprocess.run(command, check=True)
        return str(python)


PEERS = (
    Peer("bm25s, stemmed", ("bm25s==0.3.16", "PyStemmer==3.1.0"), "bm25s"),
    Peer("geny-memory-adaptor 1.11.1", ("geny-memory-adaptor==1.11.1",), "geny"),
    Peer("okf-retrieve 0.1.1", ("okf-retrieve==0.1.1",), "okf"),
)
