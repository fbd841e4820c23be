#!/usr/bin/env python3
"""MemoryCode through the shipping path: is the current rule found, and does it outrank what it replaced?

usage: memorycode.py FOLDER [--home DIR] [--venvs DIR] [--no-peers] [--json eval/results/memorycode.json]

FOLDER holds the dataset's dialogue_*.json and topics.json (Apache-2.0). Each history is a project; the mentor's lines
are its prompts. A question is made of the words that all versions of a rule share. A page counts for the sessions it
tells of, the last first, so that a page that was replaced brings the session that it came from.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from baselines import Fts5, Near, Ranker
from locomo import OURS, by_corpus, ours, peer_row
from peers import PEERS
from played import Told
from ranking import Question, Row

from memwiki.index.embed import MiniLM

START = datetime(2026, 1, 5, 9, tzinfo=UTC)
MEASURES = ("hit@1", "latest@1", "latest before stale")
_DRAWS, _SEED = 2000, 20261130
_QUOTED = re.compile(r"'[^']*'")


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of one history: the sessions that gave a version of it, oldest first."""

    question: Question
    sessions: tuple[str, ...]


def read(folder: Path) -> tuple[dict[str, list[Told]], list[Rule]]:
    """The sessions of every history, and its rules."""
    versions = [item["text"] for item in json.loads((folder / "topics.json").read_text("utf-8"))["instructions"]]
    corpora, rules = {}, []
    for path in sorted(folder.glob("dialogue_*.json")):
        history = json.loads(path.read_text("utf-8"))
        name = path.stem.replace("dialogue_", "mc-")
        corpora[name] = [_session(name, number, history) for number in range(len(history["sessions"]))]
        given: dict[int, list[str]] = {}
        for number, instructions in enumerate(history["instructions"]):
            for topic, _ in (pair for pair in instructions if pair != -1):
                given.setdefault(topic, []).append(f"{name}-{number:03d}")
        for topic, sessions in sorted(given.items()):
            asked = Question(name, question(versions[topic]), frozenset(sessions), str(len(history["sessions"])))
            rules.append(Rule(asked, tuple(sessions)))
    return corpora, rules


def question(versions: Sequence[str]) -> str:
    """What all versions of a rule say, in the order of the first; of a rule with one version all but what is quoted."""
    held = [re.findall(r"[^\s']+", _QUOTED.sub(" ", text)) for text in versions]
    shared = [word for word in held[0] if word != "always" and all(word in other for other in held)]
    return f"What is our current rule: {' '.join(shared)}?"


def _session(name: str, number: int, history: Mapping[str, Any]) -> Told:
    mentor = history["context"]["mentor"]
    turns: list[tuple[str, str]] = []
    for line in history["sessions"][number]["text"].split("\n"):
        who, colon, said = line.strip().partition(": ")
        if colon and len(who) < 30 and said:
            turns.append((who, said))
        elif line.strip() and turns:
            turns[-1] = (turns[-1][0], f"{turns[-1][1]}\n{line.strip()}")
    return Told(f"{name}-{number:03d}", START + timedelta(days=7 * number), tuple(turns), mentor)


def measures(ranked: Sequence[str], rule: Rule) -> tuple[float, float, float]:
    """hit@1, latest@1, and whether the latest stands before all others (nan for a rule that was never changed)."""
    first, latest = ranked[0] if ranked else "", rule.sessions[-1]
    places = {session: at for at, session in enumerate(ranked)}
    far = len(ranked) + 1
    ahead = all(places.get(latest, far) < places.get(old, far) for old in rule.sessions[:-1] if old != latest)
    changed = len(set(rule.sessions)) > 1
    return float(first in rule.sessions), float(first == latest), float(ahead) if changed else float("nan")


def table(rows: Sequence[Row], rules: Sequence[Rule]) -> dict[str, Any]:
    """Each row's figures with their 95 % intervals, and how far it is behind the first (paired, in points)."""
    scored = [np.asarray([measures(r, rule) for r, rule in zip(row.ranked, rules, strict=True)]) for row in rows]
    draws = np.random.default_rng(_SEED).integers(0, len(rules), (_DRAWS, len(rules)))
    found: dict[str, Any] = {"rules": len(rules), "changed": int(np.sum(~np.isnan(scored[0][:, 2]))), "rows": {}}
    for row, mine in zip(rows, scored, strict=True):
        entry: dict[str, Any] = {
            name: round(float(v), 4) for name, v in zip(MEASURES, np.nanmean(mine, axis=0), strict=True)
        }
        for name, values in (("interval", mine), ("behind", 100 * (scored[0] - mine))):
            low, high = np.percentile(np.nanmean(values[draws], axis=1), (2.5, 97.5), axis=0)
            pairs = zip(MEASURES, low, high, strict=True)
            entry[name] = {m: [round(float(one), 4), round(float(other), 4)] for m, one, other in pairs}
        found["rows"][row.name] = {**entry, "build_s": round(row.build_s, 1)}
    return found


def measure(home: Path, folder: Path, venvs: Path | None) -> dict[str, Any]:
    """All rows."""
    corpora, rules = read(folder)
    asked = [rule.question for rule in rules]
    rows = ours(home, corpora, asked, ((OURS, ()), (f"{OURS}, sessions only", ("session",))))
    embedder, kept = MiniLM(home / "models"), dict[str, Any]()
    plain: list[tuple[str, Callable[[dict[str, str]], Ranker]]] = [
        ("SQLite FTS5", Fts5),
        ("MiniLM alone", lambda texts: Near(texts, embedder, kept)),
    ]
    rows += [by_corpus(name, corpora, asked, make) for name, make in plain]
    rows += [peer_row(peer, venvs, corpora, asked) for peer in PEERS if venvs]
    return table(rows, rules)


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--home", type=Path, help="keep the home here, so that the next run embeds nothing again")
    parser.add_argument("--venvs", type=Path, help="where the other programs' environments are or are made")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        venvs = None if given.no_peers else given.venvs or Path(scratch) / "venvs"
        found = measure((given.home or Path(scratch)) / "memorycode", given.folder, venvs)
    print(f"{found['rules']} rules, {found['changed']} of them changed")
    for name, entry in found["rows"].items():
        told = "   ".join(
            f"{m} {entry[m]:.3f} [{entry['interval'][m][0]:.3f},{entry['interval'][m][1]:.3f}]" for m in MEASURES
        )
        print(f"{name:28} {told}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
