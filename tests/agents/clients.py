"""Claude Code and Codex as their makers ship them, from npm, in a scratch HOME and pointed at a stub model."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PACKAGES = {"claude-code": ("@anthropic-ai/claude-code", "claude"), "codex": ("@openai/codex", "codex")}

CODEX_CONFIG = """\
model = "gpt-5.5"
model_provider = "stub"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.stub]
name = "stub"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
requires_openai_auth = false

[projects."{folder}"]
trust_level = "trusted"
"""


def missing() -> str:
    """Why the agents' programs cannot be had here, or "" if they can."""
    absent = [name for name in ("node", "npm", "git") if not shutil.which(name)]
    return f"needs {', '.join(absent)}" if absent else ""


def fetch(agent: str, folder: Path) -> Path:
    """The agent's program, installed from npm below `folder` unless it is there."""
    package, command = PACKAGES[agent]
    program = folder / agent / "node_modules" / ".bin" / command
    if not program.exists():
        npm = ["npm", "install", "--prefix", str(folder / agent), "--no-audit", "--no-fund", "--silent", package]
        subprocess.run(npm, check=True, timeout=600)
    return program


@dataclass
class Client:
    """One person's machine: a HOME, a folder to work in, and the two programs; `url` is the stub model's address."""

    home: Path
    folder: Path
    programs: Mapping[str, Path]
    url: str
    extra: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        (self.home / "tmp").mkdir(parents=True, exist_ok=True)

    def env(self) -> dict[str, str]:
        """The agents' environment: nothing of the caller's but PATH."""
        return {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "HOME": str(self.home),
            "TMPDIR": str(self.home / "tmp"),
            "LANG": "C.UTF-8",
            "SHELL": "/bin/bash",
            "ANTHROPIC_BASE_URL": self.url,
            "ANTHROPIC_API_KEY": "stub",
            "STUB_KEY": "stub",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "IS_SANDBOX": "1",
            # nothing but the stub model can be reached
            "HTTP_PROXY": "http://127.0.0.1:9",
            "HTTPS_PROXY": "http://127.0.0.1:9",
            "NO_PROXY": "127.0.0.1,localhost",
            **self.extra,
        }

    def run(self, command: Sequence[str], stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Runs one command as this person, in the folder."""
        return subprocess.run(
            command,
            input=stdin,
            cwd=self.folder,
            env=self.env(),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def claude(self, *prompts: str) -> str:
        """One session of Claude Code, with these prompts one after the other; gives what it printed."""
        options = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]
        command = [str(self.programs["claude-code"]), "-p", *options, "--dangerously-skip-permissions"]
        printed: list[str] = []
        pipe = subprocess.PIPE
        with subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, cwd=self.folder, env=self.env(), text=True
        ) as process:
            assert process.stdin
            assert process.stdout
            for prompt in prompts:
                line = {"type": "user", "message": {"role": "user", "content": prompt}}
                process.stdin.write(json.dumps(line) + "\n")
                process.stdin.flush()
                for reply in process.stdout:
                    printed.append(reply)
                    if '"type":"result"' in reply:
                        break
            process.stdin.close()
            printed += process.stdout
        return "".join(printed)

    def prepare_codex(self) -> None:
        """Points Codex at the stub model and trusts the folder."""
        config = self.home / ".codex" / "config.toml"
        config.parent.mkdir(parents=True, exist_ok=True)
        config.write_text(CODEX_CONFIG.format(url=self.url, folder=self.folder), "utf-8")

    def codex(self, *prompts: str) -> str:
        """One session of Codex, which each prompt after the first resumes; gives what it printed."""
        printed = []
        for number, prompt in enumerate(prompts):
            resume = ["resume", "--last"] if number else []
            run = self.run([str(self.programs["codex"]), "exec", *resume, "--dangerously-bypass-hook-trust", prompt])
            printed.append(run.stdout + run.stderr)
        return "".join(printed)
