"""Plays the recorded session into a scratch home, through the memwiki command line, and shows what becomes of it.

    .venv/bin/python examples/demo.py [--keep] [--rewrite]

`--keep` leaves the scratch home in place. `--rewrite` writes raw/ and wiki/ beside this file again.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import groupby
from pathlib import Path
from typing import Any

import frontmatter
from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

HERE = Path(__file__).resolve().parent
NOW = "2026-11-27T09:00:00Z"  # a few hours after the last event
CONFIG = '[operator]\nname = "dev"\nemail = "dev@example.com"\n'
PAGE_LINES = 30  # a page is shown up to here
KINDS = ("Session", "Decision", "Preference", "Concept", "Gotcha", "Skill")
STATUS_STYLES = {"draft": "yellow", "deprecated": "dim"}
FOOTNOTE = re.compile(r"\[\^o[0-9a-f]+\]")
FOOTNOTES = re.compile(r"^\[\^o[0-9a-f]+\]:.*$", re.MULTILINE)

EVENTS = [json.loads(line) for line in (HERE / "session" / "events.jsonl").read_text("utf-8").split("\n") if line]


class Memory:
    """A scratch home, and the memwiki command line on it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = root / "memwiki"
        self.home.mkdir(parents=True)
        (self.home / "config.toml").write_text(CONFIG, "utf-8")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("MEMWIKI_", "GIT_"))}
        self.env = kept | {"MEMWIKI_HOME": str(self.home), "HOME": str(root), "GIT_CONFIG_NOSYSTEM": "1"}

    def run(self, *words: str, stdin: str = "", at: str = NOW) -> str:
        """What one memwiki command prints on stdout; ends the demo if the command fails."""
        command = [sys.executable, "-m", "memwiki", *words, "--at", at]
        if words[0] != "hook":  # which goes by the folder in the event
            command += ["--project", self.raw.name]
        done = subprocess.run(
            command, input=stdin, cwd=self.root, env=self.env, capture_output=True, text=True, encoding="utf-8", check=False
        )
        if done.returncode not in (0, 3):
            sys.exit(f"{' '.join(words)} failed with {done.returncode}:\n{done.stderr}")
        return done.stdout

    def ask(self, *words: str) -> dict[str, Any]:
        """The same with --json, read."""
        return json.loads(self.run(*words, "--json"))

    @property
    def wiki(self) -> Path:
        """The project's wiki."""
        return next(self.home.glob("wiki/*/linkcheck-*"))

    @property
    def raw(self) -> Path:
        """The project's observations."""
        return next(self.home.glob("raw/*/linkcheck-*"))

    def pages(self, kind: str) -> list[tuple[Path, frontmatter.Post]]:
        """The wiki's pages of one type, in path order."""
        found = [(path, frontmatter.load(str(path))) for path in sorted(self.wiki.rglob("*.md"))]
        return [(path, page) for path, page in found if page.get("type") == kind]


def sessions() -> list[list[dict[str, Any]]]:
    """The recorded events by session, in order."""
    return [list(events) for _, events in groupby(EVENTS, key=lambda event: event["stdin"]["session_id"])]


def play(memory: Memory, events: list[dict[str, Any]]) -> str:
    """Hands the events of one session to the hook, compiles, and gives what the hook told the agent at its start."""
    told = ""
    for event in events:
        options = ("--agent", event["agent"], "--event", event["event"])
        said = memory.run("hook", *options, stdin=json.dumps(event["stdin"], ensure_ascii=False), at=event["at"])
        told = told or said
    memory.run("compile", "--all", at=events[-1]["at"])
    return told


def context(told: str) -> str:
    """The text inside what a hook printed."""
    try:
        return json.loads(told)["hookSpecificOutput"]["additionalContext"]
    except (ValueError, KeyError, TypeError):
        return told.strip()


def gist(event: dict[str, Any]) -> str:
    """One line on what happened in an event."""
    stdin = event["stdin"]
    tool = stdin.get("tool_input") or {}
    patch = next((line for line in str(tool.get("command", "")).splitlines() if line.startswith("*** Update File")), "")
    happened = {
        "UserPromptSubmit": stdin.get("prompt"),
        "Stop": stdin.get("last_assistant_message"),
        "SessionStart": stdin.get("source"),
        "SessionEnd": stdin.get("reason"),
    }.get(event["event"])
    if happened is None:
        target = tool.get("file_path", "").removeprefix(stdin["cwd"] + "/")
        happened = f"{stdin['tool_name']}: {patch.partition(': ')[2] or target or tool.get('command')}"
    return " ".join(str(happened).split())


def show_events(screen: Console, events: list[dict[str, Any]]) -> None:
    """What went in, one line an event."""
    table = Table(box=None, padding=(0, 1), header_style="bold", expand=True)
    for column in ("at", "event"):
        table.add_column(column, no_wrap=True, style="dim")
    table.add_column(f"{events[0]['agent']}", no_wrap=True, overflow="ellipsis", ratio=1)
    colours = {"UserPromptSubmit": "bold cyan", "Stop": "green", "PostToolUseFailure": "red"}
    for event in events:
        table.add_row(event["at"][11:19], event["event"], Text(gist(event), colours.get(event["event"], "")))
    screen.print(table)


def show_list(screen: Console, memory: Memory) -> None:
    """Every page, one line each."""
    table = Table(box=None, padding=(0, 1), header_style="bold")
    for column in ("kind", "status", "title"):
        table.add_column(column, overflow="fold")
    for kind in KINDS:
        for _, page in memory.pages(kind):
            status = str(page["status"])
            table.add_row(kind, Text(status, STATUS_STYLES.get(status, "")), Text(str(page["title"])))
    screen.print(table, "")


def show_page(screen: Console, memory: Memory, path: Path, page: frontmatter.Post) -> None:
    """One page without its frontmatter and footnotes, cut where it grows long."""
    facts = f"{page['status']}, strength {page['strength']}, trust {page['trust']}"
    body = FOOTNOTE.sub("", FOOTNOTES.sub("", page.content)).strip().splitlines()
    rest = len(body) - PAGE_LINES
    text = "\n".join(body[:PAGE_LINES])
    fenced = text.count("```") % 2
    text += ("\n```" if fenced else "") + (f"\n\n*… and {rest} more lines*" if rest > 0 else "")
    screen.print(Text(f"{path.relative_to(memory.wiki)}", "bold cyan"), Text(facts, "dim"))
    screen.print(Panel(Markdown(text)), "")


def show_pages(screen: Console, memory: Memory) -> None:
    """The pages worth reading first: the newest live one of each kind, and of sessions the first."""
    for kind in KINDS:
        live = [entry for entry in memory.pages(kind) if entry[1]["status"] != "deprecated"]
        if live:
            first = kind == "Session"
            show_page(screen, memory, *(min if first else max)(live, key=lambda entry: str(entry[1]["created"])))


def show_searches(screen: Console, memory: Memory, *questions: str) -> None:
    """Questions, and for each the pages that answer it."""
    answers = memory.run("search", "-", "-k", "3", "--json", stdin="\n".join(questions) + "\n").splitlines()
    for question, answer in zip(questions, answers, strict=True):
        table = Table(box=None, padding=(0, 1), header_style="bold", title=f"search: {question}", title_justify="left")
        for column in ("score", "kind", "title"):
            table.add_column(column, overflow="fold")
        for hit in json.loads(answer)["hits"]:
            table.add_row(f"{hit['score']:.2f}", hit["kind"], Text(hit["title"]))
        screen.print(table, "")


def show_recall(screen: Console, memory: Memory, prompt: str) -> None:
    """A prompt, and what an agent would be given for it."""
    recalled = memory.ask("recall", prompt)
    text = Text("(silence)", "dim") if recalled["quiet"] else Text(recalled["text"])
    screen.print(Panel(text, title=f"recall: {prompt}", title_align="left"))


def show_git(screen: Console, memory: Memory) -> None:
    """The wiki's own history, without the generated indexes."""
    log = ["git", "-c", "core.quotepath=off", "log", "--format=%h %an, %ad: %s", "--date=short"]
    log += ["--name-status", "--", ":!*index.md", ":!log.md", ":!.gitignore"]
    printed = subprocess.run(log, cwd=memory.wiki, env=memory.env, capture_output=True, text=True, check=True).stdout
    screen.print(Text(printed.rstrip()))


def show_secrecy(screen: Console, memory: Memory) -> None:
    """That what stood in <private> tags is nowhere in the home, nor in what git keeps compressed."""
    prompt = next(event["stdin"]["prompt"] for event in EVENTS if "<private>" in event["stdin"].get("prompt", ""))
    private = prompt.partition("<private>")[2].partition("</private>")[0]
    files = [path for path in memory.home.rglob("*") if path.is_file()]
    history = subprocess.run(["git", "log", "-p", "--all"], cwd=memory.wiki, env=memory.env, capture_output=True, check=True)
    found = sum(private.encode() in text for text in [history.stdout, *(path.read_bytes() for path in files)])
    screen.print(f"The person also said, in <private> tags: “{private}”")
    screen.print(f"Of the scratch home's {len(files)} files and the wiki's history, {found} hold it.")


def tell(memory: Memory, screen: Console) -> None:
    """The whole story, from the events to what the next agent is told."""

    def chapter(number: int, title: str) -> None:
        screen.print("", Rule(f"[bold]{number}. {title}[/]", align="left"), "")

    first, second, third = sessions()
    chapter(1, "A session goes in: what Claude Code's hooks are given")
    play(memory, first)
    show_events(screen, first)
    chapter(2, "The next day Codex begins, and is told")
    handoff = context(play(memory, second))
    screen.print(Panel(Text(handoff), title="Codex, SessionStart", title_align="left"))
    screen.print(f"It goes on from there ({len(second)} events). Then Claude Code again, in Chinese ({len(third)} events).")
    play(memory, third)
    chapter(3, "What was compiled: pages in a git repository")
    show_list(screen, memory)
    show_pages(screen, memory)
    chapter(4, "Every statement has its proof")
    path, _ = memory.pages("Decision")[-1]
    screen.print(Panel(Text(memory.run("why", str(path.relative_to(memory.wiki))).rstrip()), title="memwiki why"))
    chapter(5, "The wiki's history is the audit trail")
    show_git(screen, memory)
    chapter(6, "Found again, in either language")
    show_searches(screen, memory, "why no third-party packages?", "锚点为什么要先解码", "install--run")
    chapter(7, "An agent is given only what fits its prompt")
    show_recall(screen, memory, "commit this with a good subject line")
    show_recall(screen, memory, "draw me a logo with a dog in it")
    chapter(8, "And the next session begins with")
    screen.print(Panel(Text(memory.ask("handoff", "show")["text"]), title="handoff", title_align="left"))
    chapter(9, "What was said in private stays out")
    show_secrecy(screen, memory)


def rewrite(memory: Memory) -> None:
    """Writes raw/ and wiki/ beside this file from the scratch home."""
    for name, source in (("raw", memory.raw), ("wiki", memory.wiki)):
        shutil.rmtree(HERE / name, ignore_errors=True)
        shutil.copytree(source, HERE / name, ignore=shutil.ignore_patterns(".git"))
    for path in (HERE / "raw").rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


def main() -> None:
    """Runs the demo in a scratch folder."""
    options = argparse.ArgumentParser(description="Shows what memwiki makes of a recorded session.")
    options.add_argument("--keep", action="store_true", help="leave the scratch home in place")
    options.add_argument("--rewrite", action="store_true", help="write examples/raw and examples/wiki again")
    chosen = options.parse_args()
    screen = Console(highlight=False)
    screen.width = min(screen.width, 110)
    began = time.monotonic()
    root = Path(tempfile.mkdtemp(prefix="memwiki-demo-"))
    try:
        memory = Memory(root)
        tell(memory, screen)
        if chosen.rewrite:
            rewrite(memory)
    finally:
        if not chosen.keep:
            shutil.rmtree(root)
    where = f"The scratch home is {root / 'memwiki'}." if chosen.keep else "The scratch home is deleted (--keep leaves it)."
    screen.print("", Rule(), f"{time.monotonic() - began:.0f} seconds. {where} The same pages: examples/wiki.")


if __name__ == "__main__":
    main()
