"""memwiki behind the replay: its hook's own code in one process, its command line for the rest."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

_FENCE, _END = "<memwiki-skill>", "</memwiki-skill>"
_TAKER = """
import json, os, sys
from memwiki.hooks.hot import Call, take
os.fsync = lambda handle: None
for line in sys.stdin:
    at, payload = json.loads(line)
    call = Call(["--agent", "claude-code", "--at", at], "")
    take(call, json.dumps(payload).encode())
    print(json.dumps(call.said.decode()), flush=True)
"""


class Ours:
    """One home."""

    name = "memwiki"

    def __init__(self, folder: Path) -> None:
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("MEMWIKI_", "CLAUDE", "CODEX"))}
        self.home = folder / "memwiki"
        self.env = {**kept, "HOME": str(folder), "MEMWIKI_HOME": str(self.home), "USER": "ada", "LOGNAME": "ada"}
        self.env |= {"MEMWIKI_INDEX_VECTORS": "false"}
        self.at = datetime(2026, 9, 14, 9, tzinfo=UTC)
        self.whole = ""  # all that was said last
        command = [sys.executable, "-c", _TAKER]
        self.taker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self.env)

    @property
    def now(self) -> str:
        return self.at.strftime("%Y-%m-%dT%H:%M:%SZ")

    def connect(self, repository: Path) -> None:
        """Nothing to do: the payload names the folder."""

    def send(self, payload: dict[str, Any]) -> str:
        """One event; what the agent would be told."""
        self.at += timedelta(seconds=20)
        assert self.taker.stdin
        assert self.taker.stdout
        self.taker.stdin.write(json.dumps([self.now, payload]) + "\n")
        self.taker.stdin.flush()
        said = json.loads(self.taker.stdout.readline())
        self.whole = str(json.loads(said)["hookSpecificOutput"]["additionalContext"]) if said else ""
        text = self.whole  # pages that fit stand beside the note
        return text[text.index(_FENCE) : text.index(_END) + len(_END)] if _FENCE in text else ""

    def verb(self, *arguments: str, cwd: Path | None = None, typed: str = "") -> str:
        """One command; `typed` at a terminal."""
        self.at += timedelta(minutes=15)  # no command of a session stands near it
        main, other = pty.openpty() if typed else (-1, subprocess.DEVNULL)
        if typed:
            os.write(main, f"{typed}\n".encode())
        done = subprocess.run(
            [sys.executable, "-m", "memwiki", *arguments, "--at", self.now],
            stdin=other,
            capture_output=True,
            text=True,
            cwd=cwd,
            env=self.env,
            check=False,
        )
        if typed:
            os.close(main)
            os.close(other)
        if done.returncode not in (0, 3):
            raise RuntimeError(f"{' '.join(arguments)}: {done.stderr[-300:]}")
        return done.stdout

    def settle(self) -> None:
        """Sessions become pages."""
        self.verb("compile", "--all", "--no-vectors")

    def skills(self, repository: Path) -> list[dict[str, Any]]:
        """What was learned here: files, test, how it stands."""
        found = []
        for listed in json.loads(self.verb("skills", "list", "--json", cwd=repository))["pages"]:
            text = Path(listed["path"]).read_text("utf-8")
            passed = re.search(r"again in (\d+) later|后来 (\d+) 个会话再次", text)
            found.append(
                {
                    "id": listed["page"],
                    "files": set(re.findall(r"^- `([^`]+)`", _section(text, "Files", "文件"), re.MULTILINE)),
                    "test": "".join(re.findall(r"```sh\n(.*?)\n```", text)[:1]),
                    "proven": passed is not None and int(passed[1] or passed[2]) >= 2,
                    "pulled": "Pulled: its own test" in text or "已撤下：在拿到它的会话里" in text,
                    "status": listed["status"],
                }
            )
        return found

    def approve(self, repository: Path, identity: str) -> None:
        """A person types it."""
        self.verb("review", "approve", identity, cwd=repository, typed="approve")

    def close(self) -> None:
        """Ends the process."""
        self.taker.terminate()
        self.taker.wait()


def _section(text: str, *headings: str) -> str:
    return next(
        (text.partition(f"## {one}\n")[2].partition("\n## ")[0] for one in headings if f"## {one}\n" in text), ""
    )
