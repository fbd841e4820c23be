"""Programs that others wrote to validate an OKF bundle, each in an environment of its own, made on first use."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

PLACE = Path(__file__).parents[1] / ".venv" / "validators"
PACKAGES = {
    "vault2okf": ("vault2okf==0.1.0", ("vault2okf", "validate", "--strict", "-f", "json")),
    "okf-cli": ("okf-cli==0.7.0", ("okf", "validate")),
    "okf-schema": ("okf-schema==0.14.1", ("okf-schema", "validate", "--path")),
}


@dataclass(frozen=True)
class Verdict:
    """What one validator says of a bundle."""

    ok: bool
    output: str
    concepts: int = 0  # counted by vault2okf only: an empty folder is valid everywhere


def programs(name: str) -> Path:
    """The folder of the validator's programs; the environment is made on first use."""
    folder = PLACE / name
    inside = folder / ("Scripts" if sys.platform == "win32" else "bin")
    PLACE.mkdir(parents=True, exist_ok=True)
    with FileLock(PLACE / f"{name}.lock"):
        if not (folder / "ready").exists():
            venv.create(folder, clear=True, with_pip=True)
            install = [str(inside / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
            subprocess.run([*install, PACKAGES[name][0]], check=True, capture_output=True)
            (folder / "ready").touch()
    return inside


def validate(name: str, bundle: Path) -> Verdict:
    """What the validator of that name says of the bundle."""
    command, *options = PACKAGES[name][1]
    line = [str(programs(name) / command), *options, str(bundle)]
    done = subprocess.run(line, check=False, capture_output=True, text=True, encoding="utf-8")
    count = json.loads(done.stdout)["summary"]["concepts"] if name == "vault2okf" else 0
    return Verdict(done.returncode == 0, done.stdout + done.stderr, count)
