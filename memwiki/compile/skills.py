"""Skills: what a task did, step by step, and the test that proved it. Nothing is learned without that proof."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from memwiki.compile import asked
from memwiki.compile.achieved import achieved
from memwiki.compile.changes import merged, relative, root_of
from memwiki.compile.commits import subject
from memwiki.compile.evidence import of as cited
from memwiki.compile.language import language
from memwiki.compile.prose import shortened
from memwiki.compile.quotation import own_words
from memwiki.compile.session import Session, Turn
from memwiki.compile.troubles import looks_around, troubles
from memwiki.compile.work import Step, proof, steps_of
from memwiki.records import Claim, Evidence, FileChange
from memwiki.regexes import regex

_FILES = 16
_STEPS = 14
_EDITS = 8
_READS = 8
_DAILY = 20
_SAY = {
    "en": {
        "created": "Create `{path}`",
        "edited": "Edit `{path}`",
        "deleted": "Delete `{path}`",
        "run": "Run `{command}`",
        "becomes": ": `{old}` becomes `{new}`",
        "adds": ": add `{new}`",
        "text": "Change {files}, then prove it with `{test}`.",
        "title": "{what}: {files}",
        "plain": "Change {files}",
        "and": " and ",
        "more": " and {n} more files",
    },
    "zh": {
        "created": "新建 `{path}`",
        "edited": "修改 `{path}`",
        "deleted": "删除 `{path}`",
        "run": "运行 `{command}`",
        "becomes": ":`{old}` 改为 `{new}`",
        "adds": ":加入 `{new}`",
        "text": "改动 {files},然后用 `{test}` 验证。",
        "title": "{what}:{files}",
        "plain": "改动 {files}",
        "and": " 和 ",
        "more": " 等 {n} 个文件",
    },
}
_TESTISH = regex(
    r"(?:^|[/_.-])(?:tests?|specs?|__tests__|fixtures?|testdata)(?:[/_.-]|$)|(?:[._-]test|[._-]spec)\.\w+$",
    re.IGNORECASE,
)


def skills(session: Session) -> tuple[Claim, ...]:
    """One claim for each task whose last test run, after its last change, passed, and which changed what code does.

    A task that only goes on with files which an earlier task of the session had made belongs to that one.
    """
    root = root_of(session)
    after = (*session.turns[1:], None)
    kept: list[tuple[Claim, frozenset[str]]] = []
    for turn, then in zip(session.turns, after, strict=True):
        task = _task(session, turn, then, root)
        if task is None:
            continue
        claim, own = task.claim(), _code(one.path for one in task.changed)
        made = _code(one.path for one in task.changed if one.op == "created")
        place = next(
            (n for n, (old, before) in enumerate(kept) if own and own <= before and _same_test(old, claim)), -1
        )
        if place < 0:
            kept.append((claim, made))
        else:
            kept[place] = (_joined(kept[place][0], claim), kept[place][1] | made)
    return _told_apart(_a_day(claim for claim, _ in kept))


def _a_day(claims: Iterable[Claim]) -> list[Claim]:
    """The first tasks of each day: nobody would read more drafts of it."""
    count: Counter[str] = Counter()
    found = []
    for claim in claims:
        count[claim.ts[:10]] += 1
        if count[claim.ts[:10]] <= _DAILY:
            found.append(claim)
    return found


def _told_apart(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """The tasks of one request by different titles: the later ones with the file that they are about."""
    found: list[Claim] = []
    for claim in claims:
        if any(claim.title == one.title for one in found):
            files = f"`{_tail(claim.parts['files'][0])}`"
            what = shortened(claim.title, asked.TITLE - len(files) - 3)
            claim = replace(claim, title=_SAY.get(claim.lang, _SAY["en"])["title"].format(what=what, files=files))
        found.append(claim)
    return tuple(found)


def _code(files: Iterable[str]) -> frozenset[str]:
    return frozenset(path for path in files if not _TESTISH.search(path))


def _same_test(a: Claim, b: Claim) -> bool:
    return a.parts["test"] == b.parts["test"]


_MOST = {"files": _FILES, "reads": _READS, "edits": _EDITS, "avoid": 4, "recover": 4, "requests": 8}


def _joined(first: Claim, then: Claim) -> Claim:
    """A task and what the session went on to change of its result, as one."""
    parts = dict(first.parts)
    for name, most in _MOST.items():
        told = tuple(dict.fromkeys((*parts.get(name, ()), *then.parts.get(name, ()))))[:most]
        parts |= {name: told} if told else {}
    steps = dict.fromkeys((*first.parts["steps"][:-1], *then.parts["steps"][:-1]))
    parts["steps"] = (*tuple(steps)[:_STEPS], first.parts["steps"][-1])
    return replace(first, parts=parts, evidence=tuple(dict.fromkeys((*first.evidence, *then.evidence)))[:12])


def _task(session: Session, turn: Turn, then: Turn | None, root: str) -> _Task | None:
    steps = steps_of(turn, root)
    proven = proof(steps)
    if proven is None or proven.run is None:
        return None
    changed = [one for one in merged(touch for step in steps for touch in step.touched) if not one.documentation]
    if not changed or all(_idle_change(one) or _new_test(one) for one in changed):
        return None
    saved = _saved([*steps[steps.index(proven) :], *(steps_of(then, root) if then else ())])
    return _Task(session, turn, steps, changed, proven, root, saved)


def _idle_change(change: FileChange) -> bool:
    """Whether an edit changes nothing that code does: comments, blanks, or the number of a version."""
    return change.op == "edited" and bool(change.edits) and all(_as_run(a) == _as_run(b) for a, b in change.edits)


def _new_test(change: FileChange) -> bool:
    """Whether it is a test that was not there before: alone, all that its passing proves is itself."""
    return change.op == "created" and bool(_TESTISH.search(change.path))


def _as_run(text: str) -> str:
    """A piece of code without whole-line comments, blanks and version numbers."""
    lines = [line.rstrip() for line in text.split("\n") if line.strip() and not _COMMENT.match(line)]
    return _VERSION.sub(r"\1", "\n".join(lines))


_COMMENT = regex(r"\s*(?:#(?!!|include|define|if|endif|pragma|\[)|//|/\*|\*(?: |/|$)|--(?: |$)|<!--|%|;;)")
_VERSION = regex(r"""((?:^|[\s"'])version["']?\s*[:=]\s*["']?)v?\d+(?:\.\d+)+[\w.+-]*""", re.IGNORECASE)


def _saved(steps: Sequence[Step]) -> str:
    """The subject of the commit that a task ended in: the first after its proof, with no other change before it."""
    for one in steps:
        if found := subject(one.at):
            return found
        if one.changes:
            return ""
    return ""


class _Task:
    """One proven task, while it is put into words."""

    def __init__(
        self,
        session: Session,
        turn: Turn,
        steps: Sequence[Step],
        changed: list[FileChange],
        proven: Step,
        root: str,
        saved: str,
    ) -> None:
        self.turn, self.steps, self.proven, self.root = turn, steps, proven, root
        self.prompts = asked.requests_of(session.turns, turn.index)
        self.changed = sorted(changed, key=_rank)[:_FILES]
        self.test = proven.run.form if proven.run else ""
        spoken = " ".join(own_words(prompt.text) for prompt in self.prompts) or (turn.final.text if turn.final else "")
        self.lang = language(spoken[:2000])
        self.say = _SAY.get(self.lang, _SAY["en"])
        self.saved = saved if language(saved) == self.lang or self.lang not in _SAY else ""

    def claim(self) -> Claim:
        what = self._what()
        files = [one.path for one in self.changed]
        return Claim(
            kind="skill",
            act="state",
            subject=what or self._names(files, 2),
            title=self._title(what),
            text=self.say["text"].format(files=self._names(files, 6), test=self.test),
            ts=self.proven.at.ts,
            evidence=self._evidence(),
            source="test",
            confidence=0.9,
            lang=self.lang,
            parts=self._parts(what),
            keys=frozenset({*files, f"test:{self.test}"}),
            entities=tuple(files[:8]),
        )

    def _parts(self, what: str) -> dict[str, tuple[str, ...]]:
        found, goal, told = troubles(self.steps, self.lang), self._goal(what), self._achieved()
        parts = {
            "goal": (goal,) if goal else (),
            "steps": self._told_steps(),
            "files": tuple(one.path for one in self.changed),
            "reads": self._reads(),
            "edits": self._edits(),
            "test": (self.test,),
            "avoid": tuple(one.text for one in found if one.kind == "avoid")[:4],
            "recover": tuple(one.text for one in found if one.kind == "recover")[:4],
            "achieved": (told,) if told else (),
            "requests": tuple(
                shortened(asked.shown(prompt.text), 240) for prompt in self.prompts if not asked.resumes(prompt.text)
            ),
        }
        return {name: values for name, values in parts.items() if values}

    def _what(self) -> str:
        """What the task did, in few words: its commit's subject, else the request, else the agent's first statement."""
        wanted = self.saved or asked.asked_for(self.prompts)
        if not wanted and self.turn.final is not None:
            wanted = asked.said_first(self.turn.final.text)
        return asked.headed(wanted) if wanted else ""

    def _anchor(self) -> str:
        """The file that tells most of what the task is about."""
        return next((one.path for one in self.changed if not _TESTISH.search(one.path)), self.changed[0].path)

    def _goal(self, what: str) -> str:
        wanted = asked.asked_for(self.prompts)
        return shortened(asked.title(wanted, 300), 300) if wanted else what

    def _achieved(self) -> str:
        """What the agent says is new, for a request that orders nothing."""
        if self.saved or self.turn.final is None:
            return ""  # a commit's subject says it best
        return achieved(self.turn.final.text, self._anchor(), self.lang)

    def _names(self, files: Sequence[str], most: int) -> str:
        shown = [f"`{path}`" for path in files[:most]]
        if len(files) > most:
            return ", ".join(shown) + self.say["more"].format(n=len(files) - most if self.lang != "zh" else len(files))
        return ", ".join(shown[:-1]) + self.say["and"] + shown[-1] if len(shown) > 1 else "".join(shown)

    def _title(self, what: str) -> str:
        anchor = self._anchor()
        near = f"`{_tail(anchor)}`"
        if not what:
            return self.say["plain"].format(files=near)
        head = self.say["title"].format(what=what, files=near)
        vague = not self.saved and anchor not in what and asked.vague(what)
        return head if vague and len(head) <= asked.TITLE else what

    def _told_steps(self) -> tuple[str, ...]:
        told: list[str] = []
        done: set[str] = set()
        for one in self.steps:
            for touch in one.touched:
                change = next((c for c in self.changed if c.path == touch.path), None)
                if change and touch.path not in done:
                    done.add(touch.path)
                    told.append(self._told_change(change))
            if one is self.proven or one.run is not None or one.ok is False or one.touched:
                continue
            command = _one_line(one.command)
            if command and not _idle(command) and command not in done and len(command) <= 160:
                done.add(command)
                told.append(self.say["run"].format(command=command))
        return (*told[:_STEPS], self.say["run"].format(command=self.test))

    def _told_change(self, change: FileChange) -> str:
        text = self.say[change.op].format(path=change.path)
        if change.op != "edited" or not change.edits:
            return text
        before, after = (_one_line(side) for side in change.edits[0])
        if not after or "`" in before + after or len(after) > 90:
            return text
        if before and len(before) <= 70:
            return text + self.say["becomes"].format(old=before, new=after)
        return text + self.say["adds"].format(new=after) if not before else text

    def _reads(self) -> tuple[str, ...]:
        own = {one.path for one in self.changed}
        paths: dict[str, None] = {}
        for one in self.steps:
            tool = one.at.tool
            if tool and tool.family == "read" and tool.ok is not False and tool.input.get("path"):
                paths.setdefault(relative(str(tool.input["path"]), self.root, one.at.cwd))
        return tuple(path for path in paths if path not in own and not path.startswith("/"))[:_READS]

    def _edits(self) -> tuple[str, ...]:
        shown: list[str] = []
        for change in self.changed:
            for before, after in change.edits[:3]:
                lines = _diff(before, after)
                if lines and len(shown) < _EDITS:
                    shown.append("\n".join([f"@@ {change.path} @@", *lines]))
        return tuple(shown)

    def _evidence(self) -> tuple[Evidence, ...]:
        paths = {one.path for one in self.changed}
        acted = [one for one in self.steps if any(touch.path in paths for touch in one.touched)]
        found: list[Evidence] = [cited(prompt, prompt.text) for prompt in reversed(self.prompts)]
        found = [cited(self.proven.at, f"{self.test}: {self.proven.line}" if self.proven.line else self.test), *found]
        found += [cited(one.at, _changed_words(one)) for one in acted[:6] + acted[-2:] if one.at is not self.proven.at]
        ran = {self.say["run"].format(command=_one_line(one.command)): one for one in reversed(self.steps)}
        found += [cited(ran[text].at, _one_line(ran[text].command)) for text in self._told_steps()[:-1] if text in ran][
            :4
        ]
        return tuple(dict.fromkeys(found))[:12]


def _rank(one: FileChange) -> tuple[bool, bool, bool, bool]:
    """Files that were there before tell what the task is about; tests, new, hidden and deleted files less so."""
    hidden = one.path.rsplit("/", 1)[-1].startswith(".")
    return (bool(_TESTISH.search(one.path)), one.op == "deleted", hidden, one.op == "created")


def _changed_words(one: Step) -> str:
    return ", ".join(dict.fromkeys(touch.path for touch in one.touched if touch.path))


def _tail(path: str) -> str:
    """A path short enough for a title: its last two parts."""
    parts = path.split("/")
    return path if len(path) <= 30 else "/".join(parts[-2:]) if len("/".join(parts[-2:])) <= 30 else parts[-1]


_WRITES = regex(r"\b(?:insert|update|delete|alter|create|drop|truncate|grant)\b", re.IGNORECASE)


def _idle(command: str) -> bool:
    """Looking around, asking a database and committing are no steps of a procedure."""
    if re.search(r"\b(?:psql|mysql|sqlite3|duckdb)\b.*\bselect\b", command, re.IGNORECASE) and not _WRITES.search(
        command
    ):
        return True
    return (
        looks_around(command)
        or re.match(r"(?:cd \S+ && )?git (?:add|commit|push|checkout|restore|stash|pull)\b", command) is not None
    )


def _one_line(text: str) -> str:
    flat = text.strip()
    return flat if flat and "\n" not in flat else ""


def _diff(before: str, after: str) -> list[str]:
    """The lines of an edit as a diff; blank lines at its ends tell nothing."""
    old, new = _lines(before), _lines(after)
    lines: list[str] = []
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        lines += [f" {line}" for line in old[a:b]] if what == "equal" else [f"-{line}" for line in old[a:b]]
        lines += [f"+{line}" for line in new[c:d]] if what != "equal" else []
    while lines and not lines[-1][1:].strip():
        lines.pop()
    while lines and not lines[0][1:].strip():
        lines.pop(0)
    return lines if any(line[0] != " " for line in lines) else []


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []
