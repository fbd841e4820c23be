"""Handoffs and their claims, read from the ledger: which are open, who may take which, what to write down.

Events: `handoff` (field `handoff`: the object of docs/reference/handoff.md), `handoff-claim` and `handoff-return`
(fields `handoff`: its id, `generation`, `by`: the session that took it, `for_agent`, `how`: start, prompt, tool or
accept). The claim itself is decided by creating `state/claims/<id>.<generation>` exclusively; giving back opens the
next generation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from memwiki.compile.knowledge import Knowledge
from memwiki.compile.strength import instant
from memwiki.inject.handoff import handoff_of, later
from memwiki.records import LEDGER_AGENTS, Handoff, Observation

_EVENTS = ("handoff", "handoff-claim", "handoff-return")
_LISTS = ("done", "next_steps", "open_questions", "failed_attempts", "files", "stopped", "uncommitted", "learned")


def to_fields(handoff: Handoff) -> dict[str, Any]:
    """The fields of the observation that writes a handoff down: `{"handoff": {…}}`."""
    same = ("id", "kind", "project", "cwd", "branch", "created", "expires", "goal", "state", "generation")
    told: dict[str, Any] = {name: getattr(handoff, name) for name in same}
    told["from"] = {"agent": handoff.from_agent, "session": handoff.from_session, "operator": handoff.operator}
    told.update({name: list(getattr(handoff, name)) for name in _LISTS})
    if handoff.to_agent:
        told["to_agent"] = handoff.to_agent
    if handoff.owner:
        told["owner"] = handoff.owner
    if handoff.last_test:
        told["last_test"] = {"command": handoff.last_test[0], "ok": handoff.last_test[1]}
    return {"handoff": told}


def from_observation(observation: Observation) -> Handoff | None:
    """The handoff that a `handoff` observation writes down; None where it holds none."""
    told = observation.extra.get("handoff")
    if observation.event != "handoff" or not isinstance(told, Mapping) or not told.get("id"):
        return None
    giver = told.get("from") if isinstance(told.get("from"), Mapping) else {}
    test = told.get("last_test")
    lists: dict[str, Any] = {name: _strings(told.get(name)) for name in _LISTS}
    return Handoff(
        id=str(told["id"]),
        kind="manual" if told.get("kind") == "manual" else "auto",
        project=str(told.get("project") or ""),
        from_agent=str((giver or {}).get("agent") or ""),
        from_session=str((giver or {}).get("session") or ""),
        operator=str((giver or {}).get("operator") or observation.operator),
        created=str(told.get("created") or observation.ts),
        expires=str(told.get("expires") or ""),
        goal=str(told.get("goal") or ""),
        last_test=(str(test.get("command") or ""), test.get("ok")) if isinstance(test, Mapping) else None,
        cwd=str(told.get("cwd") or observation.cwd),
        branch=str(told.get("branch") or ""),
        to_agent=str(told.get("to_agent") or ""),
        owner=str(told.get("owner") or ""),
        state="cancelled" if told.get("state") == "cancelled" else "open",
        **lists,
    )


def _strings(value: object) -> tuple[str, ...]:
    return tuple(str(one) for one in value) if isinstance(value, list | tuple) else ()


def claim_fields(handoff: Handoff, session: str, agent: str = "", how: str = "") -> dict[str, Any]:
    """The fields of a `handoff-claim`, and of the `handoff-return` that gives the same claim back."""
    told = {"for_agent": agent, "how": how}
    return {
        "handoff": handoff.id,
        "generation": handoff.generation,
        "by": session,
        **{key: value for key, value in told.items() if value},
    }


def claim_name(handoff: Handoff) -> str:
    """The file in state/claims/ that decides who takes it."""
    return f"{handoff.id}.{handoff.generation}"


def handoffs(ledger: Iterable[Observation], now: str) -> tuple[Handoff, ...]:
    """Every handoff in its present state, oldest first."""
    held: dict[str, Handoff] = {}
    for one in in_order(ledger):
        if one.event == "handoff":
            _write_down(held, one)
        else:
            _pass_on(held, one)
    alive = sorted(held.values(), key=lambda handoff: (handoff.created, handoff.id))
    return tuple(_aged(handoff, alive, now) for handoff in alive)


def in_order(ledger: Iterable[Observation]) -> list[Observation]:
    """What the ledger says of handoffs, as it must have come.

    By time, but nothing is claimed before it is written down, or again before it was given back: a hook's time is when
    it began, before the compile that it waited for, and clocks jump. Ids of one millisecond have no order.
    """
    found = [one for one in ledger if one.event in _EVENTS]
    since: dict[str, str] = {}
    for one in found:
        if one.event == "handoff":
            name = _claimed(one)[0]
            since[name] = min(one.ts, since.get(name, one.ts))
    keys = []
    for one in sorted(found, key=lambda one: (*_step(one), one.ts, one.id)):
        name, at = _claimed(one)[0], one.ts
        if one.event != "handoff":
            at = since[name] = max(at, since.get(name, at))
        keys.append(((at, *_step(one), one.id), one))
    return [one for _, one in sorted(keys, key=lambda pair: pair[0])]


def _step(one: Observation) -> tuple[int, int]:
    return _claimed(one)[1], _EVENTS.index(one.event)


def _write_down(held: dict[str, Handoff], one: Observation) -> None:
    found = from_observation(one)
    if found is None:
        return
    known = held.get(found.id)
    if known is None:
        held[found.id] = found
    elif found.state == "cancelled":
        told = one.extra["handoff"]
        if told.get("forgotten") is True:
            del held[found.id]
        else:
            held[found.id] = replace(known, state="cancelled")


def _pass_on(held: dict[str, Handoff], one: Observation) -> None:
    identity, generation = _claimed(one)
    known = held.get(identity)
    if known is None or known.state in ("cancelled", "expired") or generation != known.generation:
        return
    by = str(one.extra.get("by") or one.extra.get("claimed_by") or ("" if one.agent in LEDGER_AGENTS else one.session))
    if one.event == "handoff-claim" and known.state == "open":
        agent = str(one.extra.get("for_agent") or "")
        held[identity] = replace(known, state="claimed", claimed_by=by, claimed_agent=agent, claimed_at=one.ts)
    elif one.event == "handoff-return" and known.state == "claimed":
        free = replace(known, state="open", claimed_by="", claimed_agent="", claimed_at="")
        held[identity] = replace(free, generation=generation + 1)


def _claimed(one: Observation) -> tuple[str, int]:
    told = one.extra.get("handoff")
    told = told.get("id") if isinstance(told, Mapping) else told
    generation = one.extra.get("generation")
    return str(told or one.text.strip()), generation if isinstance(generation, int) else 0


def _aged(handoff: Handoff, alive: Sequence[Handoff], now: str) -> Handoff:
    """By hand they expire only where they say when; automatic ones also by a newer one of the same place, or once a
    newer one was taken."""
    if handoff.state != "open":
        return handoff
    if handoff.expires and _passed(handoff.expires, now):
        return replace(handoff, state="expired")
    if handoff.kind == "manual":
        return handoff
    for other in alive:
        newer = (other.created, other.id) > (handoff.created, handoff.id) and other.state != "cancelled"
        if newer and other.kind == "auto" and owner(other) == owner(handoff) and _replaces(other, handoff):
            return replace(handoff, state="expired")
    return handoff


def _replaces(newer: Handoff, older: Handoff) -> bool:
    return newer.state == "claimed" or newer.from_session == older.from_session or nested(newer.cwd, older.cwd)


def _passed(instant_text: str, now: str) -> bool:
    end, here = instant(instant_text), instant(now)
    return end is not None and here is not None and here >= end


def nested(a: str, b: str) -> bool:
    """Whether one folder is the other, or lies inside it."""
    one, two = (path.replace("\\", "/").rstrip("/") for path in (a, b))
    return one == two or one.startswith(f"{two}/") or two.startswith(f"{one}/")


def owner(handoff: Handoff) -> str:
    """Whose sessions may take it."""
    return handoff.owner or handoff.operator


def choose(
    found: Iterable[Handoff], *, session: str = "", agent: str = "", operator: str = "", cwd: str = "", now: str = ""
) -> Handoff | None:
    """The handoff that this session gets: the one it has already, else the best open one; None where there is none.

    Manual before automatic, same place before elsewhere in the project, then the newest. Never its own.
    """
    mine = [one for one in found if one.state == "claimed" and session and one.claimed_by == session]
    if mine:
        return max(mine, key=lambda one: (one.created, one.id))
    fit = [one for one in found if one.state == "open" and _may_take(one, session, agent, operator, now)]
    return max(fit, key=lambda one: (one.kind == "manual", nested(one.cwd, cwd), one.created, one.id), default=None)


def _may_take(one: Handoff, session: str, agent: str, operator: str, now: str) -> bool:
    if session and one.from_session == session:
        return False
    if one.to_agent and agent and one.to_agent != agent:
        return False
    if owner(one) and operator and owner(one) != operator:
        return False
    return not (now and one.expires and _passed(one.expires, now))


def to_give_back(found: Iterable[Handoff], empty: Collection[str]) -> tuple[Handoff, ...]:
    """Claimed handoffs whose receiver closed without content: each goes back with a `handoff-return`."""
    return tuple(one for one in found if one.state == "claimed" and one.claimed_by in empty)


def due(
    knowledge: Knowledge,
    found: Iterable[Handoff],
    closed: Collection[str],
    *,
    project: str,
    now: str,
    expires_days: int = 14,
) -> tuple[Handoff, ...]:
    """Automatic handoffs to write down now: of each place, the newest closed session that has none yet.

    `closed` are session keys. Sessions older than the expiry leave none: an import of old transcripts makes no crowd.
    """
    before = tuple(found)
    known = {one.id for one in before}
    goals = {one.claimed_by: one.goal for one in before if one.state == "claimed"}
    chosen: list[Handoff] = []
    for facts in reversed(knowledge.sessions):
        if facts.key not in closed or _passed(later(facts.last, expires_days), now):
            continue
        if any(nested(facts.cwd, other.cwd) and facts.operator == other.operator for other in chosen):
            continue
        made = handoff_of(
            facts,
            knowledge.open_items,
            project=project,
            expires_days=expires_days,
            taken_over=goals.get(facts.session, ""),
        )
        if made is not None:
            chosen.append(made)
    return tuple(one for one in reversed(chosen) if one.id not in known)
