#!/usr/bin/env python3
"""What is made of short dialogues: pages found, false pages, and what is left open, by kind of knowledge.

usage: talks.py FILE.jsonl ... [--only WORD] [--misses] [--json OUT]

A dialogue is one JSON object a line: `sessions` (lists of steps: user, agent, run, edit, write, read, web, todo,
commit) and `expect` (eval/talks/README.md). Dialogues go through extraction, fold and page writing in this process;
no index, no git. Recall is the share of expected pages that are there, precision the share of made pages that somebody
expects.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memwiki.compile.facts import extract
from memwiki.compile.fold import fold
from memwiki.compile.write import pages
from memwiki.records import Observation, Page, SessionFacts, Tool

KINDS = ("decision", "preference", "gotcha", "concept")
START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def observations(dialogue: Mapping[str, Any]) -> Iterator[list[Observation]]:
    """The observations of each session, an hour apart, as the hooks of Claude Code would leave them."""
    number = 0
    for place, steps in enumerate(dialogue["sessions"]):
        session = f"s{place}"
        seen: list[Observation] = []
        for step in [{"start": ""}, *steps, {"end": ""}]:
            for fields in _events(step):
                number += 1
                at = START + timedelta(hours=place, seconds=20 * len(seen))
                seen.append(
                    Observation(
                        id=f"01KTALKS{number:018d}",
                        ts=at.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
                        agent="claude-code",
                        session=session,
                        operator="ada",
                        cwd="/w/app",
                        segment=f"claude-code-{session}/0001",
                        line=len(seen) + 1,
                        **fields,
                    )
                )
        yield seen


def _events(step: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    if "start" in step:
        yield {"event": "session-start"}
    elif "end" in step:
        yield {"event": "session-end"}
    elif "user" in step:
        yield {"event": "user-prompt", "text": step["user"]}
    elif "agent" in step:
        yield {"event": "turn-end", "text": step["agent"]}
    else:
        tool = _tool(step)
        files = tuple(str(tool.input[key]) for key in ("path",) if key in tool.input)
        yield {"event": "tool-fail" if tool.ok is False else "tool-end", "tool": tool, "files": files}


def _tool(step: Mapping[str, Any]) -> Tool:
    out = str(step.get("output", ""))
    if "run" in step:
        ok = not step.get("exit", 0)
        return Tool("Bash", "shell", {"command": step["run"]}, out, ok, step.get("exit", 0))
    if "commit" in step:
        said = step["commit"]
        return Tool("Bash", "shell", {"command": f"git commit -m {said!r}"}, f"[main 1a2b3c4] {said}", True, 0)
    if "edit" in step:
        change = {"path": f"/w/app/{step['edit']}", "old": step.get("old", ""), "new": step.get("new", "")}
        return Tool("Edit", "edit", change, "updated", True)
    if "write" in step:
        return Tool("Write", "write", {"path": f"/w/app/{step['write']}", "content": step.get("content", "")}, "", True)
    if "read" in step:
        return Tool("Read", "read", {"path": f"/w/app/{step['read']}"}, out, True)
    if "web" in step:
        return Tool("WebFetch", "web", {"url": step["web"]}, out, True)
    return Tool("TodoWrite", "todo", {"todos": step["todo"]}, "", True)


class Score:
    """Counts of one run, by kind: wanted, found, made, right; not_pages and left held; and what was missed."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.missed: list[str] = []

    def add(self, dialogue: Mapping[str, Any]) -> None:
        """Play one dialogue and compare with what it expects."""
        facts = [extract(seen) for seen in observations(dialogue)]
        known = fold(facts, ())
        folds = [known, fold(facts, (), scope="me")]
        made = [page for one in folds for page in pages(one).values() if _kind(page) in KINDS]
        expect = dialogue["expect"]
        right = self._wanted(dialogue["id"], expect.get("pages", ()), made)
        may = [page for page in made if any(_says(page, one) for one in expect.get("may", ()))]
        for page in made:
            if not _active(page):
                continue
            kind = _kind(page)
            if page in may and page not in right:
                continue
            self.count[f"{kind}.made"] += 1
            if page in right:
                self.count[f"{kind}.right"] += 1
            elif expect.get("only", True):
                self.missed.append(f"{dialogue['id']}  false {kind}: {page.meta['title']}")
        for one in expect.get("not_pages", ()):
            self._hold(dialogue["id"], "not_pages", not any(_active(p) and _says(p, one) for p in made), one)
        carried = [item.text for item in known.open_items]
        self._left(dialogue["id"], expect.get("left") or {}, facts[-1], carried)

    def _wanted(self, name: str, wanted: Iterable[Mapping[str, Any]], made: list[Page]) -> list[Page]:
        right = []
        for one in wanted:
            live = one.get("status", "active") == "active"
            fits = [page for page in made if _says(page, one) and _active(page) == live]
            self.count[f"{one['kind']}.wanted"] += 1
            self.count[f"{one['kind']}.found"] += bool(fits)
            right += fits
            if not fits:
                self.missed.append(f"{name}  missing {one['kind']} {one.get('status', '')}: {one['contains']}")
        return right

    def _left(self, name: str, left: Mapping[str, Any], last: SessionFacts, carried: list[str]) -> None:
        """What the last session leaves, and what earlier ones left that nothing has closed."""
        items = (*last.next_steps, *last.open_questions, *last.failed_attempts)
        text = "\n".join([*(item.text for item in items if item.status != "done"), *carried]).lower()
        for word in left.get("contains", ()):
            self._hold(name, "left", word in text, word)
        for word in left.get("absent", ()):
            self._hold(name, "left_absent", word not in text, word)

    def _hold(self, name: str, what: str, holds: bool, shown: object) -> None:
        self.count[f"{what}.of"] += 1
        self.count[f"{what}.ok"] += holds
        if not holds:
            self.missed.append(f"{name}  {what}: {json.dumps(shown, ensure_ascii=False)}")

    def lines(self) -> Iterator[str]:
        """One line a kind, then what must hold."""
        for kind in KINDS:
            wanted, found, made, right = (self.count[f"{kind}.{what}"] for what in ("wanted", "found", "made", "right"))
            recall, precision = found / max(wanted, 1), right / max(made, 1)
            yield f"{kind:12} recall {found:4}/{wanted:4} {recall:.3f}   precision {right:4}/{made:4} {precision:.3f}"
        for what in ("not_pages", "left", "left_absent"):
            ok, of = self.count[f"{what}.ok"], self.count[f"{what}.of"]
            yield f"{what:12} {ok:4}/{of:4} {ok / max(of, 1):.3f}"


def _kind(page: Page) -> str:
    return str(page.meta["type"]).lower()


def _active(page: Page) -> bool:
    return page.meta.get("status") != "deprecated"


def _says(page: Page, one: Mapping[str, Any]) -> bool:
    text = f"{page.meta['title']}\n{page.body}".lower()
    if _kind(page) not in {one["kind"], *one.get("or", ())}:
        return False
    return all(word in text for word in one["contains"]) and (
        not one.get("any") or any(word in text for word in one["any"])
    )


def main() -> None:
    """Read the files, play every dialogue, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--only", default="", help="dialogues whose id or tags hold this word")
    parser.add_argument("--misses", action="store_true", help="list what is missing or false")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    score, played = Score(), 0
    for path in options.files:
        for line in path.read_text(encoding="utf-8").splitlines():
            dialogue = json.loads(line)
            if options.only and options.only not in " ".join([dialogue["id"], *dialogue.get("tags", ())]):
                continue
            score.add(dialogue)
            played += 1
    if options.misses:
        print("\n".join(score.missed))
    print(f"dialogues {played}", *score.lines(), sep="\n")
    if options.json:
        options.json.write_text(json.dumps({"dialogues": played, **score.count}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
