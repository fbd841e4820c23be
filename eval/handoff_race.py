#!/usr/bin/env python3
"""Many claimers, one baton: processes that start in the same moment, and how many of them got the handoff.

usage: handoff_race.py [--processes 50] [--rounds 200] [--json eval/results/handoff_race.json]

Each round writes one handoff into a scratch home and lets every process go at once. Four in five are sessions that
start, through the code that the hook runs; the others are `memwiki handoff accept`. A round is right where exactly one
of them holds the block, the ledger has exactly one claim, and both name the same session.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Iterator
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memwiki.app.batons import ledger_of, write_down
from memwiki.app.desk import Desk, open_desk, stamp
from memwiki.app.handing import Taker, accept
from memwiki.errors import MemwikiError
from memwiki.files import atomic_write
from memwiki.hooks import ready as hook
from memwiki.inject.ready import ready
from memwiki.records import Handoff

_WAIT_S = 120.0


def desk_of(scratch: Path) -> Desk:
    """The scratch memory."""
    return open_desk(scratch / "home", scratch / "work", overrides={"operator.name": "ada"})


def handoff(desk: Desk, number: int) -> Handoff:
    """The baton of one round."""
    return Handoff(
        id=f"handoff-{number:012x}",
        kind="manual",
        project=desk.project.key,
        from_agent="codex",
        from_session=f"giver-{number}",
        operator="ada",
        created=desk.now,
        expires="",
        goal=f"round {number}",
        cwd=str(desk.cwd),
    )


def start(desk: Desk, session: str) -> bool:
    """A session's start, as the hook makes it; whether it was given the baton."""
    line = {"agent": "claude-code", "session": session, "cwd": str(desk.cwd), "operator": "ada"}
    place = desk.project
    begun = hook.Start(str(desk.home.root), place.workspace, place.name, line, time.time_ns() // 1_000_000)
    return "<memwiki-handoff" in hook.block(begun, {})


def take(desk: Desk, session: str, identity: str) -> bool:
    """`memwiki handoff accept`; whether it succeeded."""
    try:
        accept(desk, identity, Taker("codex", session))
    except MemwikiError:
        return False
    return True


def claimer(number: int, scratch: str, rounds: int, barrier: Barrier, won: Any) -> None:
    """One process: waits for each round, and notes in `won` where it was given the baton."""
    desk = desk_of(Path(scratch))
    for turn in range(rounds):
        barrier.wait(_WAIT_S)
        session = f"s{number}-{turn}"
        got = take(desk, session, f"handoff-{turn:012x}") if number % 5 == 4 else start(desk, session)
        if got:
            with won.get_lock():
                won[turn] = won[turn] + 1
        barrier.wait(_WAIT_S)


def race(processes: int, rounds: int) -> dict[str, Any]:
    """The rounds' outcome in numbers."""
    with tempfile.TemporaryDirectory(prefix="memwiki-race-") as folder:
        scratch = Path(folder)
        (scratch / "work" / ".git").mkdir(parents=True)
        desk = desk_of(scratch)
        context = multiprocessing.get_context("fork")
        barrier, won = context.Barrier(processes + 1), context.Array("i", rounds)
        crowd = [
            context.Process(target=claimer, args=(number, folder, rounds, barrier, won)) for number in range(processes)
        ]
        for one in crowd:
            one.start()
        begun = time.perf_counter()
        for turn in range(rounds):
            made = handoff(desk, turn)
            write_down(desk, "person", made)
            atomic_write(desk.home.ready(desk.project), json.dumps(ready([made], [], "the briefing")))
            barrier.wait(_WAIT_S)
            barrier.wait(_WAIT_S)
        took = time.perf_counter() - begun
        for one in crowd:
            one.join(_WAIT_S)
        claims = list(_claims(desk))
        given = [path.stem for path in (desk.home.state / "given").glob("*/*/*.json")]
    winners = list(won)
    return {
        "schema": "memwiki.eval.handoff-race/1",
        "at": stamp_now(),
        "processes": processes,
        "rounds": rounds,
        "winners": {str(count): winners.count(count) for count in sorted(set(winners))},
        "claims_in_ledger": len(claims),
        "rounds_with_one_claim": sum(claims.count(f"handoff-{turn:012x}") == 1 for turn in range(rounds)),
        "blocks_given": len(given),
        "seconds": round(took, 1),
        "exactly_one_each": winners == [1] * rounds and len(claims) == rounds == len(set(claims)),
    }


def _claims(desk: Desk) -> Iterator[str]:
    return (str(seen.extra["handoff"]) for seen in ledger_of(desk) if seen.event == "handoff-claim")


def stamp_now() -> str:
    """The present instant."""
    from datetime import UTC, datetime

    return stamp(datetime.now(UTC))


def main() -> int:
    """Prints the outcome; 1 where a baton had another number of winners than one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--processes", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found = race(options.processes, options.rounds)
    print(f"{found['processes']} processes, {found['rounds']} rounds: rounds by number of winners {found['winners']}")
    print(f"claims in the ledger: {found['claims_in_ledger']}; {found['seconds']} s")
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0 if found["exactly_one_each"] else 1


if __name__ == "__main__":
    sys.exit(main())
