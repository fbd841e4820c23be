"""Which files a session changed: by edit tools, patches, and the shell commands whose effect can be read."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from memwiki.compile.evidence import of as cited
from memwiki.compile.patches import Op, patched
from memwiki.compile.remembered import remembered
from memwiki.compile.session import Session, Turn
from memwiki.compile.shelledits import shell_touches
from memwiki.records import FileChange, Observation
from memwiki.regexes import regex
from memwiki.values import value

MAX_LINES = 8
MAX_CHARS = 600
MAX_EDITS = 16
MAX_FILES = 64
_DOCUMENT = regex(r"\.(?:md|mdx|rst|txt|adoc|asciidoc|org)$", re.IGNORECASE)
_NO_DOCUMENT = regex(r"(?:^|/)(?:requirements[\w.-]*|constraints[\w.-]*|CMakeLists|robots)\.txt$", re.IGNORECASE)
_DOCUMENT_NAME = regex(
    r"(?:^|/)(?:changelog|changes|authors|contributors|history|news|license|licence|notice|copying|readme|\.gitignore|"
    r"\.editorconfig|\.gitattributes|codeowners)(?:\.(?:md|rst|txt|adoc|html))?$",
    re.IGNORECASE,
)
_REFUSED = regex(
    r"^\s*(?:<tool_use_error>|error\b|failed to|patch failed|apply_patch verification failed|invalid patch"
    r"|permission denied|"
    r"file has (?:not been read|been modified)|string to replace not found|no changes)",
    re.IGNORECASE,
)

_WINDOWS = regex(r"^[A-Za-z]:\\|^\\\\")
_DRIVE = regex(r"^[A-Za-z]:/")
_SCRATCH = regex(r"^(?:/tmp/|/private/tmp/|/var/tmp/|/var/folders/|/dev/|/proc/|nul$)", re.IGNORECASE)


@value(frozen=True, slots=True)
class Touch:
    """One change of one file by one tool call. `path` is "" where a command changes files that it does not name."""

    path: str
    op: Op
    step: Observation
    edits: tuple[tuple[str, str], ...] = ()
    undo: bool = False  # puts the file back: git checkout, git restore
    form: bool = False  # only how the code looks: a formatter

    @property
    def documentation(self) -> bool:
        """Whether the change can make no test fail."""
        return self.form or (bool(self.path) and is_documentation(self.path))


@remembered(4_096, 400)
def is_documentation(path: str) -> bool:
    """Manuals, read-me files, changelogs: changes there prove nothing and break nothing."""
    if _NO_DOCUMENT.search(path):
        return False
    head = path.split("/", 1)[0].lower()
    in_docs = head in ("docs", "doc") and bool(_DOCUMENT.search(path) or re.search(r"\.(?:png|svg|html)$", path))
    return in_docs or bool(_DOCUMENT.search(path)) or bool(_DOCUMENT_NAME.search(path))


def root_of(session: Session) -> str:
    """The folder that paths are told from: the project's root where the capture knows it, else the upper folder."""
    if _ROOT not in session.read:
        session.read[_ROOT] = _root_of(session)
    found: str = session.read[_ROOT]
    return found


_ROOT = "root"


def _root_of(session: Session) -> str:
    known = next((str(o.extra["root"]) for o in session.observations if o.extra.get("root")), "")
    if known:
        return _slashes(known)
    folders = list(dict.fromkeys(_slashes(o.cwd).rstrip("/") for o in session.observations if o.cwd))
    if not folders:
        return ""
    upper = min(folders, key=len)
    return upper if all(one == upper or one.startswith(upper + "/") for one in folders) else folders[0]


def relative(path: str, root: str, cwd: str = "") -> str:
    """A path told from the root; absolute where it lies outside."""
    path = _slashes(path.strip())
    if not path:
        return ""
    whole = path if _absolute(path) else posixpath.join(_slashes(cwd) or root, path)
    whole = _normal(whole)
    base = root.rstrip("/")
    if base and whole.startswith(base + "/"):
        return whole[len(base) + 1 :]
    return whole


_normal = remembered(4_096, 400)(posixpath.normpath)


def _slashes(path: str) -> str:
    return path.replace("\\", "/") if "\\" in path and _WINDOWS.match(path) else path


def _absolute(path: str) -> bool:
    return path.startswith("/") or bool(_DRIVE.match(path))


def touches(step: Observation, root: str) -> tuple[Touch, ...]:
    """What one finished tool call changed; nothing where it failed."""
    tool = step.tool
    if tool is None or tool.family not in ("edit", "write", "shell"):
        return ()
    if tool.family == "shell":
        named = shell_touches(str(tool.input.get("command", "")), tool.ok is False)
        found = [Touch(one.path, one.op, step, undo=one.undo, form=one.form) for one in named]
    elif tool.ok is False or (tool.ok is None and _REFUSED.match(tool.output)):
        return ()
    else:
        found = _tool_touches(step)
    placed = ((relative(one.path, root, step.cwd), one) for one in found)
    kept = (
        one if path == one.path else replace(one, path=path)
        for path, one in placed
        if not _SCRATCH.match(path) and not path.startswith("$")
    )
    return tuple(kept)[:MAX_FILES]


def touched(turn: Turn, step: Observation, root: str) -> tuple[Touch, ...]:
    """What one of a turn's calls changed; read once, as long as the turn is there."""
    known: dict[int, tuple[Touch, ...]] = turn.read.setdefault(f"touched {root}", {})
    if id(step) not in known:
        known[id(step)] = touches(step, root)
    return known[id(step)]


def _tool_touches(step: Observation) -> list[Touch]:
    tool = step.tool
    if tool is None:
        return []
    given = {key: str(value) for key, value in tool.input.items()}
    if given.get("patch"):
        return [
            Touch(one.path, one.op, step, tuple(bounded(*hunk) for hunk in one.hunks[:MAX_EDITS]))
            for one in patched(given["patch"])
        ]
    path = given.get("path", "") or (step.files[0] if step.files else "")
    if not path:
        return []
    if tool.family == "write":
        seen_before = re.search(r"\b(?:updated|overwr|modified)", tool.output[:300]) is not None
        return [Touch(path, "edited" if seen_before else "created", step, (bounded("", given.get("content", "")),))]
    old, new = given.get("old", ""), given.get("new", "")
    pairs = list(zip(old.split("\n…\n"), new.split("\n…\n"), strict=False)) if "\n…\n" in old else [(old, new)]
    created = not old.strip() and bool(new.strip())
    return [Touch(path, "created" if created else "edited", step, tuple(bounded(*pair) for pair in pairs[:MAX_EDITS]))]


def bounded(before: str, after: str) -> tuple[str, str]:
    """The lines that differ, at most `MAX_LINES` and `MAX_CHARS` on each side."""
    old, new = before.split("\n"), after.split("\n")
    while len(old) > 1 and len(new) > 1 and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while len(old) > 1 and len(new) > 1 and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return _cut(old), _cut(new)


def _cut(lines: Sequence[str]) -> str:
    kept: list[str] = []
    left = MAX_CHARS
    for line in lines[:MAX_LINES]:
        if len(line) > left:
            break
        kept.append(line)
        left -= len(line) + 1
    return "\n".join(kept)


def changes(session: Session) -> tuple[FileChange, ...]:
    """The files that the session changed, subagents included, in the order of the first change."""
    root = root_of(session)
    return merged(
        touch
        for turn in session.turns
        for step in sorted((*turn.steps, *turn.helper_steps), key=lambda o: o.line)
        for touch in (touched(turn, step, root) if step.tool else ())
    )


def merged(found: Iterable[Touch]) -> tuple[FileChange, ...]:
    """Touches by file. A file that was put back, or made and removed again, is no change."""
    files: dict[str, FileChange] = {}
    for touch in found:
        known = files.get(touch.path)
        if not touch.path:
            continue
        if touch.undo or (touch.op == "deleted" and known and known.op == "created"):
            files.pop(touch.path, None)
            continue
        evidence = cited(touch.step, touch.path)
        if known is None:
            edits = _worthy(touch.edits)
            files[touch.path] = FileChange(touch.path, touch.op, edits, (evidence,), touch.documentation)
        elif not touch.form:
            op: Op = "deleted" if touch.op == "deleted" else known.op if known.op != "deleted" else "edited"
            files[touch.path] = replace(
                known,
                op=op,
                edits=_chained(known.edits, touch.edits),
                evidence=(*known.evidence, evidence)[:8],
                documentation=is_documentation(touch.path),
            )
    return tuple(files.values())


def _worthy(edits: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(edit for edit in edits if edit[0] != edit[1])[:MAX_EDITS]


def _chained(old: Sequence[tuple[str, str]], new: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """A replacement of what was just put in counts as one edit with the first `before` and the last `after`."""
    edits = list(old)
    for before, after in _worthy(new):
        for n in range(len(edits) - 1, -1, -1):
            first, last = edits[n]
            if before and last and (last == before or (len(before) > 12 and last.count(before) == 1)):
                edits[n] = (first, last.replace(before, after))
                break
        else:
            edits.append((before, after))
    return _worthy(bounded(*edit) for edit in edits)
