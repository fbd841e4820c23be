#!/usr/bin/env python3
"""LoCoMo through the shipping path: conversations played as sessions, compiled, indexed, questions asked of `search`.

usage: locomo.py PATH [--home DIR] [--venvs DIR] [--no-peers] [--json eval/results/locomo.json]

PATH is the dataset's JSON file (locomo10.json or a part of it; CC BY-NC 4.0, so it does not come with memwiki).
Sessions are ranked: a page counts for the sessions it tells of. Each conversation is a project; then all are in one.
Questions of categories 1 to 4 with evidence count. Beside it stand plain rankings and other programs, same run.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from baselines import Fts5, Near, Ranker, timed
from peers import PEERS, Peer
from played import Asker, Told, play
from ranking import Question, Row, shown, table

from memwiki.index.embed import MiniLM

OURS = "memwiki"
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
_EVIDENCE = re.compile(r"D(\d+):\d+")


def conversations(path: Path) -> dict[str, list[Told]]:
    """The sessions of each conversation, oldest first."""
    found = {}
    for item in json.loads(path.read_text("utf-8")):
        name, talk = item["sample_id"], item["conversation"]
        numbers = sorted(int(key[8:]) for key in talk if re.fullmatch(r"session_\d+", key) and talk[key])
        found[name] = [_session(name, number, talk) for number in numbers]
    return found


def _session(name: str, number: int, talk: Any) -> Told:
    at = datetime.strptime(talk[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
    turns = tuple((turn["speaker"], _said(turn)) for turn in talk[f"session_{number}"])
    return Told(f"{name}-{number:02d}", at, turns, talk["speaker_a"])


def _said(turn: Any) -> str:
    shared = f" [shares {turn['blip_caption']}]" if turn.get("blip_caption") else ""
    return f"{turn['speaker']}: {turn['text']}{shared}"


def questions(path: Path) -> list[Question]:
    """The questions that have evidence, with the sessions it stands in."""
    found = []
    for item in json.loads(path.read_text("utf-8")):
        name = item["sample_id"]
        for asked in item["qa"]:
            numbers = {int(number) for number in _EVIDENCE.findall(" ".join(asked.get("evidence") or ()))}
            known = {n for n in numbers if item["conversation"].get(f"session_{n}")}
            if known and asked["category"] in CATEGORIES:
                gold = frozenset(f"{name}-{number:02d}" for number in known)
                found.append(Question(name, asked["question"], gold, CATEGORIES[asked["category"]]))
    return found


def text_of(session: Told) -> str:
    """A session as other programs get it: its day, then each turn on a line."""
    return "\n".join([f"{session.at:%d %B %Y}", *(text for _, text in session.turns)])


def by_corpus(
    name: str, corpora: dict[str, list[Told]], asked: Sequence[Question], ranker: Callable[[dict[str, str]], Ranker]
) -> Row:
    """One system's rankings, an index of its own for each corpus."""
    row, ranked = Row(name), {}
    for corpus, sessions in corpora.items():
        began = time.perf_counter()
        made = ranker({session.name: text_of(session) for session in sessions})
        row.build_s += time.perf_counter() - began
        ranked[corpus] = iter(timed(made, [q.text for q in asked if q.corpus == corpus]))
    return _joined(row, asked, ranked)


def _joined(row: Row, asked: Sequence[Question], ranked: dict[str, Any]) -> Row:
    for question in asked:
        names, took = next(ranked[question.corpus])
        row.ranked.append(names)
        row.millis.append(took)
    return row


def ours(
    home: Path, corpora: dict[str, list[Told]], asked: Sequence[Question], kinds: Sequence[tuple[str, tuple[str, ...]]]
) -> list[Row]:
    """Our rows, by the kinds of pages that are asked for."""
    rows = [Row(name) for name, _ in kinds]
    ranked: list[dict[str, Any]] = [{} for _ in kinds]
    for corpus, sessions in corpora.items():
        desk, took = play(home, f"default/{corpus}", sessions)
        for row, held, (_, wanted) in zip(rows, ranked, kinds, strict=True):
            row.build_s += took
            held[corpus] = iter(list(Asker(desk, wanted).ask([q.text for q in asked if q.corpus == corpus])))
    return [_joined(row, asked, held) for row, held in zip(rows, ranked, strict=True)]


def measure(
    title: str, home: Path, corpora: dict[str, list[Told]], asked: Sequence[Question], venvs: Path | None
) -> dict[str, Any]:
    """All rows of one setting, printed and returned."""
    rows = ours(home, corpora, asked, ((OURS, ()), (f"{OURS}, sessions only", ("session",))))
    embedder, kept = MiniLM(home / "models"), dict[str, Any]()
    plain: list[tuple[str, Callable[[dict[str, str]], Ranker]]] = [
        ("SQLite FTS5", Fts5),
        ("MiniLM alone", lambda texts: Near(texts, embedder, kept)),
    ]
    rows += [by_corpus(name, corpora, asked, make) for name, make in plain]
    for peer in PEERS if venvs else ():
        rows.append(peer_row(peer, venvs or home, corpora, asked))
    found = table(rows, asked, OURS)
    print(shown(found, title, OURS), flush=True)
    return found


def peer_row(peer: Peer, venvs: Path, corpora: dict[str, list[Told]], asked: Sequence[Question]) -> Row:
    texts = {corpus: {s.name: text_of(s) for s in sessions} for corpus, sessions in corpora.items()}
    answers = peer.run(venvs, texts, [(q.corpus, q.text) for q in asked])
    return Row(peer.name, answers["ranked"], answers["millis"], answers["build_s"])


def main() -> int:
    """Prints both tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--home", type=Path, help="keep the home here, so that the next run embeds nothing again")
    parser.add_argument("--venvs", type=Path, help="where the other programs' environments are or are made")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    each, asked = conversations(given.path), questions(given.path)
    pooled = {"pooled": [session for sessions in each.values() for session in sessions]}
    everywhere = [Question("pooled", q.text, q.gold, q.category) for q in asked]
    with tempfile.TemporaryDirectory() as scratch:
        root = given.home or Path(scratch)
        venvs = None if given.no_peers else given.venvs or Path(scratch) / "venvs"
        found = {
            "each conversation": measure("each conversation a project", root / "each", each, asked, venvs),
            "pooled": measure("all conversations in one project", root / "pooled", pooled, everywhere, venvs),
        }
    if given.json:
        given.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
