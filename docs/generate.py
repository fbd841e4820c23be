"""Writes the reference pages that follow from the code: the command line, the settings, the agents.

usage: python docs/generate.py [--check]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import typer
from pydantic import BaseModel

from memwiki import errors
from memwiki.cli.commands import app
from memwiki.config import MARKER_KEYS, Settings
from memwiki.hooks import matrix
from memwiki.hooks.install_agents import AGENTS, Agent

REFERENCE = Path(__file__).resolve().parent / "reference"


def _verbs(command: object, name: str) -> Iterator[tuple[str, object]]:
    """Each verb that does something, with the words that call it."""
    children = getattr(command, "commands", None)
    if not children:
        yield name, command
        return
    if getattr(command, "invoke_without_command", False) and name != "memwiki":
        yield name, command
    for child, below in children.items():
        yield from _verbs(below, f"{name} {child}")


def _option_rows(parameters: list[object]) -> list[str]:
    rows = []
    for parameter in parameters:
        names = [*getattr(parameter, "opts", []), *getattr(parameter, "secondary_opts", [])]
        is_option = any(name.startswith("-") for name in names)
        if getattr(parameter, "hidden", False) or "--help" in names or not names:
            continue
        shown = ", ".join(f"`{name}`" for name in names) if is_option else f"`{parameter.name.upper()}`"
        rows.append(f"| {shown} | {(getattr(parameter, 'help', '') or '').replace('|', '/')} |")
    return rows


def _error_rows() -> list[str]:
    seen: dict[int, list[str]] = {}
    for value in vars(errors).values():
        if isinstance(value, type) and issubclass(value, errors.MemwikiError):
            seen.setdefault(value.exit_code, []).append((value.__doc__ or "").splitlines()[0])
    rows = [(0, "Done."), (130, "Interrupted."), *((code, texts[0]) for code, texts in seen.items())]
    return [f"| {code} | {text} |" for code, text in sorted(rows)]


def command_line() -> str:
    """docs/reference/command-line.md."""
    root = typer.main.get_command(app)
    lines = [
        "# Command line",
        "",
        "Written by `python docs/generate.py`; do not edit.",
        "",
        "Data goes to stdout, everything else to stderr. Every reading verb knows `--json`, every "
        "writing one `--dry-run`. With `--json`, an error is also one JSON object on stderr.",
        "",
        "## Global options",
        "",
        "They may stand anywhere.",
        "",
        "| option | meaning |",
        "|---|---|",
        *_option_rows(list(root.params)),
        "",
        "## Exit codes",
        "",
        "Treat a code that is not listed as a failure.",
        "",
        "| code | meaning |",
        "|---|---|",
        *_error_rows(),
    ]
    for name, verb in _verbs(root, "memwiki"):
        if getattr(verb, "hidden", False):
            continue
        rows = _option_rows(list(verb.params))
        lines += ["", f"## `{name}`", "", (verb.help or "").strip()]
        if rows:
            lines += ["", "| argument or option | meaning |", "|---|---|", *rows]
    return "\n".join(lines) + "\n"


def configuration() -> str:
    """docs/reference/configuration.md."""
    lines = [
        "# Configuration",
        "",
        "Written by `python docs/generate.py`; do not edit.",
        "",
        "A value comes from the first of: a flag, the environment, the project's marker file `.memwiki.toml`, your "
        "`<home>/config.toml`, the default. `memwiki config --show-origin` shows which. The environment's name of a key is "
        "`MEMWIKI_` and the key in capitals with `_` for `.`: `MEMWIKI_CAPTURE_MODE=off`.",
        "",
        "A marker file comes with a repository, perhaps a stranger's. So it may only set "
        + ", ".join(f"`{key}`" for key in sorted(MARKER_KEYS))
        + ".",
        "",
        "| key | default | meaning |",
        "|---|---|---|",
    ]
    for name, entry in Settings.model_fields.items():
        section = entry.default
        if not isinstance(section, BaseModel):
            continue
        for key, inner in type(section).model_fields.items():
            default = inner.default if inner.default not in ("", (), None) else "–"
            lines.append(f"| `{name}.{key}` | {default} | {inner.description} |")
    return "\n".join(lines) + "\n"


def _settings(agent: Agent) -> str:
    """The person's settings file, with the variable that moves it."""
    can = agent.can
    moved = f" (or below `${can.variable}{'/' + can.below if can.below else ''}`)" if can.variable else ""
    return f"`~/{can.folder}/{can.user_file}`{moved}"


def _limit(agent: Agent) -> str:
    can = agent.can
    units = f"{can.cap_units:,} UTF-16 units" if can.cap_units else ""
    return (f"{can.cap_bytes:,} bytes" if can.cap_bytes else "") or units or "none known"


def _agent_section(agent: Agent) -> list[str]:
    can = agent.can
    channels = {"a start": can.start, "a prompt": can.prompt, "a tool's result": can.tool}
    kept = [f"{event} ({', '.join(f'`{name}`' for name in names)})" for event, names in matrix.kept(agent).items()]
    units = {"ms": "milliseconds", "s": "seconds", "iso": "ISO 8601", "": "none"}
    rows = {
        "payloads": f"{can.source}{f', version {can.versions}' if can.versions else ''}",
        "settings": _settings(agent),
        "settings in a project": f"`{can.project_file}`" if can.project_file else "none",
        "captured": ", ".join(kept),
        "takes context at": ", ".join(f"{name} (`{form}`)" for name, form in channels.items() if form),
        "longest context that arrives whole": _limit(agent),
        "sessions start by": ", ".join(can.sources),
        "a session's end is told": {"reliable": "yes, unless it is killed"}.get(can.end, can.end),
        "clock in payloads": units[can.stamps],
        "durations in payloads": units[can.durations],
        "time limits of hooks in": units[can.timeouts],
        "before hooks run": can.trust or "nothing to do",
        "besides": can.note or "–",
    }
    lines = [f"| {key} | {text} |" for key, text in rows.items()]
    return ["", f"## {can.title}: `{can.name}`", "", "| | |", "|---|---|", *lines]


def _anchor(agent: Agent) -> str:
    """The anchor of an agent's section, as git hosts make it."""
    return f"{agent.title.lower().replace(' ', '-')}-{agent.name}"


def _overview(agent: Agent) -> str:
    can, mark = agent.can, {True: "yes", False: "–"}
    late = mark[not can.start and bool(can.prompt)]
    head = f"| [{agent.title}](#{_anchor(agent)}) | {can.source} | {mark[bool(can.start)]} | {late} "
    return f"{head}| {can.end} | {mark[bool(can.trust)]} |"


def agents() -> str:
    """docs/reference/agents.md."""
    lines = [
        "# Agents",
        "",
        "Written by `python docs/generate.py` from what each adapter in `memwiki/capture/agents/` declares; do not edit. "
        "`memwiki agents --json` prints the same, with how the hooks stand on your machine.",
        "",
        "`recorded` means that the adapter was made and is tested with payloads that the program itself sent; "
        "`documented`, that its maker's documents are all there was to go by.",
        "",
        "memwiki never prints where an agent drops it: at a start where that reaches the model, else with the first "
        "prompt of the session and the first after a compaction. Where an agent takes context with a prompt, each prompt is "
        "told the pages that really fit it (`recall.on_prompt`). No agent needs an instruction text beside its hooks.",
        "",
        "| agent | payloads | told at a start | else with a prompt | end told | trust step |",
        "|---|---|---|---|---|---|",
        *map(_overview, AGENTS.values()),
        "",
        "A session whose end nobody tells closes when its agent's process is gone, when another session of the project "
        "starts after ten quiet minutes, or after `compile.idle_minutes`. Others can be added: "
        "[adding an agent](../guides/adding-an-agent.md).",
    ]
    for agent in AGENTS.values():
        lines += _agent_section(agent)
    return "\n".join(lines) + "\n"


PAGES = {"agents.md": agents, "command-line.md": command_line, "configuration.md": configuration}


def main() -> int:
    """Writes the pages, or with --check tells which of them are out of date."""
    stale = [name for name, write in PAGES.items() if _text(REFERENCE / name) != write()]
    if "--check" in sys.argv[1:]:
        sys.stderr.writelines(f"out of date: docs/reference/{name}; run: make docs\n" for name in stale)
        return 1 if stale else 0
    for name in stale:
        (REFERENCE / name).write_text(PAGES[name](), "utf-8")
    return 0


def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""


if __name__ == "__main__":
    sys.exit(main())
