#!/usr/bin/env python3
"""LongMemEval through the shipping path: every haystack a project, its question asked of `search`.

usage: longmemeval.py FILE [--sample] [--limit N] [--home DIR] [--json FILE]

FILE is longmemeval_s_cleaned.json, which does not come with memwiki; it is checked by its sha256, so that a figure is
of that file. --sample takes any other file of the form: a smoke test, of which nothing may be claimed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from baselines import Fts5
from locomo import OURS, by_corpus, ours
from played import Told
from ranking import Question, shown, table

SHA256 = "d6f21ea9"  # its beginning; the file has SIZE bytes
SIZE = 277_383_467


def checked(path: Path) -> None:
    """Ends the program unless the file is the one that figures are told of."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    if path.stat().st_size != SIZE or not digest.hexdigest().startswith(SHA256):
        raise SystemExit(f"{path} is not longmemeval_s_cleaned.json ({digest.hexdigest()}); --sample for a smoke test")


def read(path: Path, limit: int) -> tuple[dict[str, list[Told]], list[Question]]:
    """The haystacks, and their questions with the sessions that answer them."""
    corpora, asked = {}, []
    for item in json.loads(path.read_text("utf-8"))[: limit or None]:
        name = f"lme-{item['question_id']}"
        ids = [str(one) for one in item["haystack_session_ids"]]
        dates = item["haystack_dates"]
        corpora[name] = [
            _session(one, date, turns) for one, date, turns in zip(ids, dates, item["haystack_sessions"], strict=True)
        ]
        texts, golds = item.get("questions") or [item["question"]], item["answer_session_ids"]
        for text, gold in zip(texts, golds if item.get("questions") else [golds], strict=True):
            known = frozenset(map(str, gold)) & set(ids)
            if known:
                asked.append(Question(name, text, known, str(item.get("question_type", ""))))
    return corpora, asked


def _session(name: str, date: str, turns: Any) -> Told:
    at = datetime.strptime(date, "%Y/%m/%d (%a) %H:%M").replace(tzinfo=UTC)
    return Told(name, at, tuple((turn["role"], turn["content"]) for turn in turns), "user")


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--limit", type=int, default=0, help="only so many haystacks")
    parser.add_argument("--home", type=Path, help="keep the home here, so that the next run embeds nothing again")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    if not given.sample:
        checked(given.path)
    corpora, asked = read(given.path, given.limit)
    with tempfile.TemporaryDirectory() as scratch:
        rows = ours((given.home or Path(scratch)) / "longmemeval", corpora, asked, ((OURS, ()),))
    rows.append(by_corpus("SQLite FTS5", corpora, asked, Fts5))
    found = table(rows, asked, OURS)
    print(shown(found, "a smoke test, no figure" if given.sample else "LongMemEval-S", OURS))
    if given.json and not given.sample:
        given.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
