"""The embedding model runs at home: no device id, no report, no look-up."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

CODE = """
import socket, sys
from pathlib import Path
def refuse(*_):
    raise SystemExit("the network was asked for")
socket.socket.connect = refuse
socket.getaddrinfo = refuse
from memwiki.index.embed import MiniLM
assert MiniLM(Path(sys.argv[1])).embed(["hello"]).shape == (1, 384)
"""


def test_the_model_leaves_nothing_outside_the_home(tmp_path: Path) -> None:
    person = tmp_path / "person"
    person.mkdir()
    names = ("MEMWIKI_", "ORT_", "HF_", "XDG_")
    env = {key: value for key, value in os.environ.items() if not key.startswith(names)} | {"HOME": str(person)}

    done = subprocess.run(
        [sys.executable, "-c", CODE, str(tmp_path / "models")], env=env, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert list(person.iterdir()) == []
