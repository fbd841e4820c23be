#!/usr/bin/env python3
"""Skills, measured without a model: scripted agent sessions that really run in three small repositories.

usage: replay.py [--peer PYTHON] [--keep FOLDER] [--json eval/results/skills.json]

Each task is done once (train), twice more in other words (two validations), approved, and asked for twice again
(scored). Sessions that must teach nothing, 400 prompts for other tasks, and failures with the note are played as well:
some of the task itself, some for another reason. The same is learned and asked for in Chinese, in homes of their own.
`--peer` names a Python 3.12 or newer, in a venv of which another program plays the same events beside.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from ours import Ours
from peer import Peer, installed
from tasks import FILES, FRUITLESS, TASKS, Task, chinese, fresh, heldout, other_prompts

from memwiki.compile.testruns import covers
from memwiki.inject.quoting import tokens

MOST_TOKENS = 350


@dataclass
class Score:
    """What one program did."""

    learned: int = 0
    false: list[str] = field(default_factory=list)
    proven: int = 0
    right: int = 0
    wrong: int = 0
    silent: int = 0
    noise: list[str] = field(default_factory=list)
    held: int = 0
    held_noise: list[str] = field(default_factory=list)
    fresh: int = 0
    fresh_noise: list[str] = field(default_factory=list)
    near: int = 0
    near_noise: list[str] = field(default_factory=list)
    chinese: int = 0
    chinese_noise: list[str] = field(default_factory=list)
    pulled: int = 0
    pulled_wrongly: int = 0
    tokens: list[int] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    saved: int = 0
    looked: int = 0


class Stage:
    """The repositories on disk, and the programs that watch."""

    def __init__(self, folder: Path, programs: list[Any]) -> None:
        self.folder, self.programs, self.number = folder, programs, 0
        self.env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "NO_COLOR": "1"}
        for name, files in FILES.items():
            for path, text in files.items():
                file = self.place(name) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, "utf-8")
            (self.place(name) / ".gitignore").write_text("__pycache__/\n.pytest_cache/\n.claude/\n", "utf-8")
            for command in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "start"]):
                self.git(name, *command)
            for program in programs:
                program.connect(self.place(name))

    def place(self, name: str) -> Path:
        return self.folder / "work" / name

    def git(self, name: str, *arguments: str) -> None:
        who = ["-c", "user.name=ada", "-c", "user.email=ada@example.com"]
        subprocess.run(["git", "-C", str(self.place(name)), *who, *arguments], check=True, capture_output=True)

    def begin(self, name: str, prompt: str) -> tuple[str, list[str]]:
        """A new session on the repository as it was first; its id, and what each program says to the prompt."""
        self.git(name, "reset", "-q", "--hard")
        self.number += 1
        session = f"session-{self.number:04d}"
        notes = self.tell(name, session, "UserPromptSubmit", prompt=prompt)
        return session, notes

    def tell(self, name: str, session: str, event: str, **fields: Any) -> list[str]:
        payload = {"session_id": session, "cwd": str(self.place(name)), "hook_event_name": event, **fields}
        payload["transcript_path"] = str(self.folder / f"{session}.jsonl")
        return [program.send(payload) for program in self.programs]

    def step(self, name: str, session: str, step: str, path: str = "") -> None:
        """One tool call that really happens: look, edit or run."""
        self.number += 1
        call = f"toolu_{self.number:06d}"
        verb, _, rest = step.partition(" ")
        tool, given, act = self._call(name, verb, rest, path or self.env["PATH"])
        self.tell(name, session, "PreToolUse", tool_name=tool, tool_input=given, tool_use_id=call)
        answer, failed = act()
        event = "PostToolUseFailure" if failed else "PostToolUse"
        more = {"error": answer} if failed else {"tool_response": answer}
        self.tell(name, session, event, tool_name=tool, tool_input=given, tool_use_id=call, **more)

    def _call(self, name: str, verb: str, rest: str, path: str) -> tuple[str, dict[str, Any], Any]:
        if verb == "read":
            file = self.place(name) / rest
            return "Read", {"file_path": str(file)}, lambda: ({"file": {"content": file.read_text("utf-8")}}, "")
        if verb == "grep":
            given = {"pattern": rest, "path": str(self.place(name))}
            return "Grep", given, lambda: ({"mode": "files_with_matches", "filenames": [], "numFiles": 0}, "")
        if verb == "edit":
            path, old, new = rest.split("¦")
            return self._edit(name, path, old, new)
        given = {"command": rest, "description": "run it"}
        return "Bash", given, lambda: self._shell(name, rest, path)

    def _edit(self, name: str, path: str, old: str, new: str) -> tuple[str, dict[str, Any], Any]:
        file = self.place(name) / path
        text = file.read_text("utf-8")
        if not old:  # at the end: the last line, and what follows it
            old = text.rstrip("\n").rpartition("\n")[2] + "\n"
            new = old + new
        assert old in text, (path, old)
        given = {"file_path": str(file), "old_string": old, "new_string": new}

        def act() -> tuple[dict[str, Any], str]:
            at = text.rindex(old) if new.startswith(old) else text.index(old)
            file.write_text(text[:at] + new + text[at + len(old) :], "utf-8")
            return {"filePath": str(file), "oldString": old, "newString": new}, ""

        return "Edit", given, act

    def _shell(self, name: str, command: str, path: str) -> tuple[Any, str]:
        env = {**self.env, "PATH": path}
        done = subprocess.run(
            ["/bin/bash", "-c", command], cwd=self.place(name), env=env, capture_output=True, text=True, check=False
        )
        if done.returncode:
            return f"Exit code {done.returncode}\n{done.stdout}{done.stderr}", "failed"
        return {"stdout": done.stdout, "stderr": done.stderr, "interrupted": False, "isImage": False}, ""

    def end(self, name: str, session: str, words: str = "Done.") -> None:
        self.tell(name, session, "Stop", last_assistant_message=words, stop_hook_active=False)
        self.tell(name, session, "SessionEnd", reason="other")


def do(stage: Stage, task: Task, prompt: str, first: bool = False, spoilt: bool = False) -> list[str]:
    """One whole session of a task; what each program said to its prompt."""
    session, notes = stage.begin(task.repository, prompt)
    for verb, what in task.looked if first else [("read", path) for path in sorted(task.code)]:
        stage.step(task.repository, session, f"{verb} {what}")
    for path, old, new in task.edits:
        stage.step(task.repository, session, f"edit {path}¦{old}¦{spoil(task, new) if spoilt else new}")
    stage.step(task.repository, session, f"run {task.test}")
    stage.end(task.repository, session)
    return notes


def spoil(task: Task, new: str) -> str:
    """A change with a slip that the task's own test catches."""
    slips = {
        "ROUND_DOWN": ("ROUND_HALF_UP)", "ROUND_DOWN)"),
        "count + 2": ("count + 1", "count + 2"),
        "max(percent, 50)": ("min(percent", "max(percent"),
        "{cents:.2f}": ("{cents / 100:.2f}", "{cents:.2f}"),
        "'NFC'": ("'NFD'", "'NFC'"),
        "'...'": ("'\\u2026' : text", "'...' : text"),
        "['off']": ("['of', 'the', 'and']", "['off']"),
        "/[-]+/i": ("/[^a-z-]+/i", "/[-]+/i"),
        "+ 2": ("+ 1))", "+ 2))"),
        "+%H": ("+%Y", "+%H"),
        "[ -z": ('[ -n "$1" ]', '[ -z "" ]'),
        "$1.rar": ("$1.zip", "$1.rar"),
    }
    old, slip = slips[task.wrong]
    return new.replace(old, slip) if "def test" not in new and "test(" not in new else new


def of(task: Task, skill: dict[str, Any]) -> bool:
    """Whether the skill is this task: its code, and its test or one that checks more."""
    return bool(task.code & skill["files"]) and covers(skill["test"], task.test)


def learn(stage: Stage, scores: list[Score], tasks: tuple[Task, ...] = TASKS) -> None:
    """Train, what teaches nothing, and two validations; then a person approves what is proven."""
    for task in tasks:
        do(stage, task, task.asked[0], first=True)
    for repository, prompt, steps in FRUITLESS:
        session, _ = stage.begin(repository, prompt)
        for step in steps:
            stage.step(repository, session, step)
        stage.end(repository, session)
    for asked in (1, 2):
        for task in tasks:
            do(stage, task, task.asked[asked])
    for program, score in zip(stage.programs, scores, strict=True):
        program.settle()
        found = everything(stage, program)
        for task in TASKS:
            mine = [one for one in found if of(task, one)]
            score.learned += bool(mine)
            score.proven += any(one["proven"] for one in mine)
            score.false += [f"again: {one['id']}" for one in mine[1:]]
            for one in mine[:1]:
                if one["proven"]:
                    program.approve(stage.place(task.repository), one["id"])
        score.false += [str(one["id"]) for one in found if not any(of(task, one) for task in TASKS)]
        program.settle()


def everything(stage: Stage, program: Any) -> list[dict[str, Any]]:
    """Every skill of the program, each once."""
    found = [one for name in FILES for one in program.skills(stage.place(name))]
    return list({one["id"]: one for one in found}.values())


def deliver(stage: Stage, scores: list[Score]) -> None:
    """Two repeats of each task in words of their own, then prompts for other tasks."""
    for task in TASKS:
        for prompt in task.asked[3:5]:
            _, notes = stage.begin(task.repository, prompt)
            for program, score, note in zip(stage.programs, scores, notes, strict=True):
                weigh(score, task, note, getattr(program, "whole", note))
    for repository, prompt in other_prompts():
        _, notes = stage.begin(repository, prompt)
        for score, note in zip(scores, notes, strict=True):
            score.noise += [prompt] if note else []


def hold_out(stage: Stage, scores: list[Score]) -> None:
    """The same with prompts written after the first thresholds; the tasks' nearest neighbours among them."""
    ask(stage, scores, "held", heldout())
    ask(stage, scores, "fresh", fresh())
    ask(stage, scores, "near", fresh("near.txt"))


Prompts = tuple[list[tuple[str, str]], list[tuple[str, str]]]


def ask(stage: Stage, scores: list[Score], what: str, prompts: Prompts) -> None:
    """Repeats that should bring the note of their task, and other prompts that should bring none."""
    repeats, others = prompts
    by_name = {task.name: task for task in TASKS}
    for name, prompt in repeats:
        _, notes = stage.begin(by_name[name].repository, prompt)
        for score, note in zip(scores, notes, strict=True):
            setattr(score, what, getattr(score, what) + right(by_name[name], note))
    for repository, prompt in others:
        _, notes = stage.begin(repository, prompt)
        for score, note in zip(scores, notes, strict=True):
            getattr(score, f"{what}_noise").extend([prompt] if note else [])


def right(task: Task, note: str) -> bool:
    """Whether the note names the task's code and its test."""
    return any(path in note for path in task.code) and task.test.rpartition(" ")[2] in note


def weigh(score: Score, task: Task, note: str, whole: str) -> None:
    """Right where the note names the task's code and its test; then, what of the first run it makes unnecessary."""
    score.looked += len(task.looked)
    if not note:
        score.silent += 1
        return
    score.tokens.append(tokens(note))
    score.told.append(tokens(whole))
    if not right(task, note):
        score.wrong += 1
        return
    score.right += 1
    score.saved += sum(not (verb == "read" and what in task.files) for verb, what in task.looked)


def pull(stage: Stage, scores: list[Score]) -> None:
    """Six sessions that get the note and fail its test by their own slip; then six of other tasks, asked for in the
    words that they were learned with, whose test gets red for another reason; two of each reason."""
    given = {}
    for task in TASKS[::2]:
        given[task.name] = do(stage, task, task.asked[3], spoilt=True)
    lines, prices, ellipsis, hyphens, dates, suffix = TASKS[1::2]
    for task in (ellipsis, dates):
        without_runner(stage, task)
    for task in (prices, hyphens):
        red_before(stage, task)
    elsewhere(stage, lines, "till/__init__.py", "", "import decimals\n")
    elsewhere(stage, suffix, "tests/run.sh", "set -e\n", "set -e\nfalse\n")
    for n, (program, score) in enumerate(zip(stage.programs, scores, strict=True)):
        program.settle()
        gone = [one for one in everything(stage, program) if one["pulled"]]
        for task in TASKS:
            is_gone = any(of(task, one) for one in gone)
            if given.get(task.name, [""] * len(scores))[n]:
                score.pulled += is_gone
            elif task.name not in given:
                score.pulled_wrongly += is_gone


def without_runner(stage: Stage, task: Task) -> None:
    """The change is right, but the shell does not find the program that runs the tests: a fresh machine."""
    session, _ = stage.begin(task.repository, task.asked[0])
    for path, old, new in task.edits:
        stage.step(task.repository, session, f"edit {path}¦{old}¦{new}")
    stage.step(task.repository, session, f"run {task.test}", path="/nowhere")
    stage.end(task.repository, session, "I could not run the tests here.")


def red_before(stage: Stage, task: Task) -> None:
    """Somebody had committed a test that fails: red before the change, and red after it by the same test."""
    test = next(path for path, _, _ in task.edits if path not in task.code)
    file = stage.place(task.repository) / test
    broken = (
        "\n\ndef test_later():\n    assert False\n"
        if test.endswith(".py")
        else "test('later', () => assert.equal(1, 2));\n"
    )
    file.write_text(file.read_text("utf-8") + broken, "utf-8")
    stage.git(task.repository, "commit", "-q", "-am", "a test for later")
    session, _ = stage.begin(task.repository, task.asked[0])
    stage.step(task.repository, session, f"run {task.test}")
    for path, old, new in task.edits:
        stage.step(task.repository, session, f"edit {path}¦{old}¦{new}")
    stage.step(task.repository, session, f"run {task.test}")
    stage.end(task.repository, session, "The test for later fails still, as it did before.")
    stage.git(task.repository, "reset", "-q", "--hard", "HEAD~1")


def elsewhere(stage: Stage, task: Task, path: str, old: str, new: str) -> None:
    """The agent begins with something else, which breaks what the tests stand on; the person stops it there."""
    session, _ = stage.begin(task.repository, task.asked[0])
    place = stage.place(task.repository) / path
    if not place.read_text("utf-8"):
        place.write_text("\n", "utf-8")
        stage.git(task.repository, "commit", "-q", "-am", "a line")
    stage.step(task.repository, session, f"edit {path}¦{old}¦{new}")
    stage.step(task.repository, session, f"run {task.test}")
    stage.end(task.repository, session, "That did not work out.")


def told(scores: dict[str, Score]) -> dict[str, Any]:
    """The figures."""
    return {
        name: {
            "learned": f"{one.learned} of {len(TASKS)}",
            "learned_falsely": len(one.false),
            "proven": f"{one.proven} of {len(TASKS)}",
            "right_notes": f"{one.right} of {2 * len(TASKS)}",
            "wrong_notes": one.wrong,
            "notes_for_other_tasks": f"{len(one.noise)} of {len(other_prompts())}",
            "held_out_right": f"{one.held} of {len(heldout()[0])}",
            "held_out_near_misses": f"{len(one.held_noise)} of {len(heldout()[1])}",
            "fresh_right": f"{one.fresh} of {len(fresh()[0])}",
            "fresh_other_tasks": f"{len(one.fresh_noise)} of {len(fresh()[1])}",
            "near_right": f"{one.near} of {len(fresh('near.txt')[0])}",
            "near_misses": f"{len(one.near_noise)} of {len(fresh('near.txt')[1])}",
            "chinese_right": f"{one.chinese} of {len(fresh('fresh_zh.txt')[0])}",
            "chinese_other_tasks": f"{len(one.chinese_noise)} of {len(fresh('fresh_zh.txt')[1])}",
            "pulled": f"{one.pulled} of {len(TASKS[::2])}",
            "pulled_wrongly": f"{one.pulled_wrongly} of {len(TASKS[1::2])}",
            "note_tokens_most": max(one.tokens, default=0),
            "note_tokens_mean": round(sum(one.tokens) / max(len(one.tokens), 1)),
            "told_tokens_mean": round(sum(one.told) / max(len(one.told), 1)),
            "looks_saved": f"{one.saved} of {one.looked}",
        }
        for name, one in scores.items()
    }


def played(folder: Path, peer: str | None) -> tuple[list[Any], list[Score]]:
    """All of it, for each program."""
    programs = started(folder / "en", peer)
    scores = [Score() for _ in programs]
    try:
        stage = Stage(folder / "en", programs)
        learn(stage, scores)
        deliver(stage, scores)
        hold_out(stage, scores)
        pull(stage, scores)
    finally:
        for program in programs:
            program.close()
    others = started(folder / "zh", peer)
    spare = [Score() for _ in others]
    try:
        stage = Stage(folder / "zh", others)
        learn(stage, spare, chinese())
        ask(stage, scores, "chinese", fresh("fresh_zh.txt"))
    finally:
        for program in others:
            program.close()
    return programs, scores


def started(folder: Path, peer: str | None) -> list[Any]:
    """The programs, each with a home in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    programs: list[Any] = [Ours(folder)]
    if peer:
        programs.append(Peer(folder, installed(peer, folder.parent)))
    return programs


def main() -> int:
    """Prints the table; 1 where memwiki's own bounds are not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--peer", help="a Python 3.12 or newer")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    folder = options.keep or Path(tempfile.mkdtemp(prefix="memwiki-skills-"))
    try:
        programs, scores = played(folder, options.peer)
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    found = told({program.name: score for program, score in zip(programs, scores, strict=True)})
    for row in found[programs[0].name]:
        print(f"{row:24}" + "".join(f"{found[program.name][row]!s:>16}" for program in programs))
    for program, score in zip(programs, scores, strict=True):
        for what in (
            *score.false,
            *score.noise,
            *score.held_noise,
            *score.fresh_noise,
            *score.near_noise,
            *score.chinese_noise,
        ):
            print(f"  {program.name}: {what}")
    if options.json:
        document = {"schema": "memwiki.eval.skills/1", **found}
        options.json.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", "utf-8")
    mine = scores[0]
    good = mine.learned >= 0.95 * len(TASKS) and not mine.false and not mine.noise and not mine.pulled_wrongly
    return int(not (good and max(mine.tokens, default=0) <= MOST_TOKENS))


if __name__ == "__main__":
    sys.exit(main())
