"""The other program behind the same replay: its hook's own function, its own interpreter and server, no model."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

PACKAGE = "thewariend-musclememory"
_TAKER = """
import json, sys
from musclememory.client_hooks import run_hook
for line in sys.stdin:
    config, payload = json.loads(line)
    try:
        said = run_hook(config, "claude", payload)
    except Exception as error:
        said = {"error": type(error).__name__}
    print(json.dumps(said), flush=True)
"""


def installed(python: str, folder: Path) -> Path:
    """The interpreter of a venv of its own with the package from the registry."""
    venv = folder / "venv" / "bin"
    if not (venv / "musclememory").exists():
        subprocess.run([python, "-m", "venv", str(venv.parent)], check=True)
        install = [str(venv / "pip"), "install", "--quiet", "--disable-pip-version-check", PACKAGE]
        subprocess.run(install, check=True, capture_output=True)
    return venv / "python"


class Peer:
    """One home with a server on a free port."""

    name = "musclememory"

    def __init__(self, folder: Path, python: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.python = python
        self.home = folder / "mm"
        self.url = f"http://127.0.0.1:{port}"
        self.env = {
            **os.environ,
            "HOME": str(folder),
            "MM_HOME": str(self.home),
            "MM_EMBEDDING_PROVIDER": "lexical-hash",
            "MM_EMBEDDING_MODEL": "local-lexical-v1",
            "MM_EMBEDDING_DIM": "128",
            "MM_REQUESTS_PER_MINUTE": "1000000",
            "MM_LEARNING_BACKGROUND": "false",  # learns at once instead of five seconds later
        }
        self._run("init", "--port", str(port))
        self._run("start")
        keys = self._run("key", "--permissions", "read,write,delete,admin", "--label", "person")
        self.key = "".join(re.findall(r"mm_[\w-]{20,}", keys)[:1])
        command = [str(python), "-c", _TAKER]
        self.taker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self.env)

    def _run(self, *arguments: str) -> str:
        program = self.python.with_name("musclememory")
        done = subprocess.run(
            [str(program), *arguments], capture_output=True, text=True, env=self.env, timeout=300, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{arguments[0]}: {done.stderr[-300:]}")
        return done.stdout + done.stderr

    def connect(self, repository: Path) -> None:
        """Its hooks in this repository."""
        self._run("connect", "claude", "--project", str(repository))

    def send(self, payload: dict[str, Any]) -> str:
        """One event; what the agent would be told."""
        if payload["hook_event_name"] not in (
            "UserPromptSubmit",
            "PreToolUse",
            "PostToolUse",
            "PostToolUseFailure",
            "Stop",
        ):  # what it hooks
            return ""
        assert self.taker.stdin
        assert self.taker.stdout
        config = str(self.home / "hooks" / "claude.json")
        self.taker.stdin.write(json.dumps([config, payload]) + "\n")
        self.taker.stdin.flush()
        said = json.loads(self.taker.stdout.readline())
        return str((said.get("hookSpecificOutput") or {}).get("additionalContext") or "")

    def settle(self) -> None:
        """It learns at each stop."""
        time.sleep(1)

    def _ask(self, path: str, method: str = "GET") -> Any:
        request = urllib.request.Request(
            self.url + path, method=method, headers={"Authorization": f"Bearer {self.key}"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def skills(self, _: Path) -> list[dict[str, Any]]:
        """What was learned, of all repositories: it keeps one namespace."""
        found = []
        listed = self._ask("/v1/procedures?visibility_scope=default&limit=100")
        for one in listed.get("items") or listed.get("procedures") or []:
            token = one.get("token") or one.get("procedure_token")
            told = json.dumps(self._ask(f"/v1/procedures/{token}"))
            writes = re.search(r'"writes": \[(.*?)\]', told)
            tests = re.search(r'"verification_commands": \[(.*?)\]', told)
            found.append(
                {
                    "id": token,
                    "files": set(re.findall(r'"([^"]+)"', writes[1])) if writes else set(),
                    "test": (re.findall(r'"([^"]+)"', tests[1]) or [""])[-1] if tests else "",
                    "proven": '"validated"' in told,
                    "pulled": '"flagged"' in told,
                    "status": one.get("lifecycle") or one.get("status") or "",
                }
            )
        return found

    def approve(self, _: Path, identity: str) -> None:
        """As its dashboard does."""
        self._ask(f"/v1/procedures/{identity}/approve", "POST")

    def close(self) -> None:
        """Ends the process and the server."""
        self.taker.terminate()
        self.taker.wait()
        self._run("stop")
