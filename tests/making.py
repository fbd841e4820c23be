"""Claims, sessions and ledger lines made by hand, for tests of what comes after extraction."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from memwiki.records import Claim, CommandRun, Evidence, FileChange, Item, Observation, SessionFacts


def at(day: int, hour: int = 9, minute: int = 0) -> str:
    """An instant in September 2026."""
    return f"2026-09-{day:02}T{hour:02}:{minute:02}:00.000Z"


def seen(observation: str, ts: str, session: str = "claude-code-s1", author: str = "human:ada") -> tuple[Evidence, ...]:
    """Evidence in the first segment of a session."""
    return (Evidence(observation, f"{session}/0001", 1, author, ts, "as said"),)


def claim(kind: Any, title: str, text: str = "", ts: str = "", session: str = "claude-code-s1", **more: Any) -> Claim:
    """A claim that a person states, unless told otherwise; its observation is named after its title."""
    observation = more.pop("observation", f"o {title}")
    ts = ts or at(1)
    base: dict[str, Any] = {"act": "state", "subject": "", "source": "person", "confidence": 0.9}
    author = more.pop("author", "human:ada")
    base.update(more)
    return Claim(
        kind=kind, title=title, text=text or title, ts=ts, evidence=seen(observation, ts, session, author), **base
    )


def skill(title: str = "Add a provider", ts: str = "", session: str = "claude-code-s1", **more: Any) -> Claim:
    """A skill that changes the registry and is proven by the providers' test."""
    parts = {
        "goal": ("add a provider",),
        "steps": ("Write `providers/norges.py`", "Register it in `providers/registry.py`"),
        "files": more.pop("files", ("providers/norges.py", "providers/registry.py")),
        "edits": ("@@ providers/registry.py @@\n-PROVIDERS = (ECB,)\n+PROVIDERS = (ECB, Norges)",),
        "test": (more.pop("test", "pytest -q tests/test_providers.py"),),
        "avoid": ("KeyError 'norges' while the registry does not list it",),
        "requests": ("add norges as a provider",),
    }
    return claim("skill", title, ts=ts, session=session, source="test", parts=parts, **more)


def facts(key: str = "claude-code-s1", day: int = 1, claims: tuple[Claim, ...] = (), **more: Any) -> SessionFacts:
    """A session of that day with these claims."""
    agent, _, session = key.rpartition("-")
    base = SessionFacts(
        key=key,
        agent=agent,
        session=session,
        operator="ada",
        started=at(day),
        last=at(day, 10),
        ended=True,
        has_content=True,
        title=f"Work of {key}",
        requests=(Item(f"do the work of {key}", seen(f"p {key}", at(day), key)),),
        prompts=1,
        claims=claims,
        cwd="/w/app",
        segments=(f"{key}/0001",),
    )
    return replace(base, **more)


def item(text: str, status: str = "open", key: str = "claude-code-s1", ts: str = "") -> Item:
    """An item with evidence."""
    return Item(text, seen(f"i {text}", ts or at(1), key, "claude-code"), status)


def change(path: str, **more: Any) -> FileChange:
    """An edited file."""
    return FileChange(path, "edited", (("a", "b"),), seen(f"c {path}", at(1)), **more)


def run(command: str, ok: bool | None, summary: str = "", test: bool = True) -> CommandRun:
    """A command, by default a test run in its normal form."""
    return CommandRun(
        command,
        ok,
        None if ok is None else int(not ok),
        summary,
        command if test else "",
        seen(f"r {command} {ok}", at(1)),
    )


def told(event: str, ts: str, agent: str = "person", text: str = "", **extra: Any) -> Observation:
    """A line of the ledger."""
    return Observation(
        f"L{event}{ts}{text}",
        ts,
        agent,
        "ledger",
        event,
        operator="ada",
        text=text,
        extra=extra,
        segment=f"{agent}-ledger/0001",
        line=1,
    )
