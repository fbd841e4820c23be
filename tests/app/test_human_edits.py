"""A person edits pages with any editor while sessions come and go: nothing of theirs is ever lost or comes back.

`MEMWIKI_LIVES` sets how many lives are tried (16 if not given).
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from memwiki.app.pipeline import Choice
from memwiki.app.reviewing import conflicts_of
from memwiki.app.telling import remember
from memwiki.app.verifying import verify
from memwiki.wiki.page import readable
from memwiki.wiki.repository import Repository

Memory = Any  # tests/app/conftest.py
LIVES = int(os.environ.get("MEMWIKI_LIVES", "16"))
SAID = [
    ("From now on always use pnpm in this repository, never npm.", "Noted."),
    ("Always use pnpm here, because the lockfile is pnpm's.", "Will do."),
    ("Use yarn instead of pnpm from now on.", "Changed to yarn."),
    ("We decided to use PostgreSQL instead of MySQL because we need partial indexes.", "Done, it is in db.py."),
    ("We use PostgreSQL, not MySQL, for the partial indexes.", "Right."),
    ("Actually we go back to MySQL, the hosting has no PostgreSQL.", "Back to MySQL."),
    ("我们决定用 Redis 做缓存，因为延迟要低。", "好的，已经改好了。"),
    ("Fix the login timeout.", "The cookie is renewed now.\n\nNext steps:\n- add a test for the renewal"),
    ("Add a test for the renewal.", "Added the test for the renewal; all pass."),
    ("remember: amounts are integer cents", "Noted."),
]
CHANCE = Random(0)  # what ids are made of: a life that is tried again is the same
TOKEN = re.compile(rb"zz\d+zz")
BREAKS = [b"\n", b"\r\n"]
WORDS = [
    "plain",
    "- a point",
    "# heading",
    "> quoted 引文",
    "  trailing  ",
    "| a | b |",
    "[[link]]",
    "\x0b odd",
    "é\u2028x",
]
places = st.integers(0, 10_000)


def lines_of(data: bytes) -> Counter[bytes]:
    """The person's lines: each of them holds a token of its own."""
    return Counter(line for line in data.split(b"\n") if TOKEN.search(line))


def id_of(data: bytes) -> str:
    """The id of a page that can be read."""
    page = readable(data.decode("utf-8", "replace"))
    return page.id if page else ""


def is_cited(line: bytes, data: bytes) -> bool:
    """Whether the line defines a footnote that the page cites."""
    note = re.match(rb"\[\^[^\]]+\]", line)
    return bool(note) and data.count(note[0]) > data.count(note[0] + b":")


class Life(RuleBasedStateMachine):
    """One wiki, and what has to be true of it after every compile."""

    make: Callable[[Path], Memory]

    def __init__(self) -> None:
        super().__init__()
        CHANCE.seed(0)
        self.scratch = tempfile.TemporaryDirectory()
        self.memory = self.make(Path(self.scratch.name) / "memwiki")
        self.minutes, self.older, self.count, self.sessions = 10_000.0, 5_000.0, 0, 0
        self.lines: Counter[bytes] = Counter()  # what the person wrote, and how often it stands in the wiki
        self.ids: Counter[str] = Counter()  # page ids as the person left them
        self.gone: set[str] = set()  # ids of pages that the person deleted
        self.placed: set[str] = set()  # paths that the person chose
        self.struck: set[tuple[str, bytes]] = set()  # lines of the compiler's that the person took out, by page id

    # --- what the person does ------------------------------------------------------------------------------------

    @property
    def wiki(self) -> Path:
        return self.memory.desk().wiki

    def files(self) -> list[Path]:
        found = (file for file in self.wiki.rglob("*.md") if ".git" not in file.parts)
        return sorted(file for file in found if file.name not in ("index.md", "log.md"))

    def number(self) -> int:
        self.count += 1
        return self.count

    def token(self) -> str:
        return f"zz{self.number()}zz"

    def line(self, n: int) -> bytes:
        return f"{WORDS[n % len(WORDS)]} {self.token()}{'  ' * (n % 2)}".encode()

    def change(self, file: Path, data: bytes | None) -> None:
        """Writes or deletes the file, and notes what that does to the person's own."""
        before = file.read_bytes() if file.exists() else b""
        self.lines.subtract(lines_of(before))
        self.lines.update(lines_of(data or b""))
        self.lines = +self.lines
        if data is None:
            file.unlink()
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        ids = Counter(filter(None, (id_of(one.read_bytes()) for one in self.files())))
        self.struck -= self.there()  # the person put it back, also as a copy of the page
        if data is None:
            self.gone |= {one for one in self.ids if one not in ids}
        self.gone -= set(ids)
        self.ids = ids

    def there(self) -> set[tuple[str, bytes]]:
        """Every line of the wiki, by page id."""
        texts = [one.read_bytes() for one in self.files()]
        return {(id_of(text), line.rstrip(b"\r")) for text in texts for line in text.split(b"\n")}

    def pick(self, n: int) -> Path:
        files = self.files()
        return files[n % len(files)]

    def body_at(self, data: bytes) -> int:
        """The number of the first line of the body."""
        lines = data.split(b"\n")
        fences = [at for at, line in enumerate(lines) if line.rstrip(b"\r\xef\xbb\xbf") == b"---"]
        return fences[1] + 1 if len(fences) > 1 and fences[0] == 0 else 0

    @rule(page=places, at=places, kind=places, ends=st.sampled_from(BREAKS))
    def adds_a_line(self, page: int, at: int, kind: int, ends: bytes) -> None:
        file = self.pick(page)
        lines = file.read_bytes().split(b"\n")
        low = min(self.body_at(file.read_bytes()), len(lines))
        at = low + at % (len(lines) - low + 1)
        lines.insert(at, self.line(kind) + ends[:-1])
        self.change(file, b"\n".join(lines))

    @rule(page=places, at=places, kind=places)
    def changes_a_line(self, page: int, at: int, kind: int) -> None:
        file = self.pick(page)
        lines = file.read_bytes().split(b"\n")
        low = self.body_at(file.read_bytes())
        if low < len(lines):
            at = low + at % (len(lines) - low)
            lines[at] = lines[at][: len(lines[at]) // 2].rstrip(b"\xc0") + self.line(kind)
            self.change(file, b"\n".join(lines))

    @rule(page=places, at=places, size=st.integers(1, 6))
    def takes_lines_out(self, page: int, at: int, size: int) -> None:
        file = self.pick(page)
        lines = file.read_bytes().split(b"\n")
        low = self.body_at(file.read_bytes())
        if low < len(lines):
            at = low + at % (len(lines) - low)
            cut = lines[at : at + size]
            del lines[at : at + size]
            self.change(file, b"\n".join(lines))
            identity = id_of(file.read_bytes())
            told = {(identity, one.rstrip(b"\r")) for one in cut if len(one) > 12 and one not in lines}
            self.struck |= told - self.there()  # a copy of the page may hold it still

    @rule(page=places, kind=st.integers(0, 5))
    def writes_a_key(self, page: int, kind: int) -> None:
        file = self.pick(page)
        lines = file.read_bytes().split(b"\n")
        end = self.body_at(file.read_bytes()) - 1
        if end < 1:
            return
        token = self.token()
        known = [b"title", b"description", b"status", b"strength", b"created"]
        at = next((n for n in range(1, end) if lines[n].startswith(known[kind % 5] + b":")), None)
        if kind == 5 or at is None:
            lines.insert(end, f"owner_{token}: [a, 'b'] # mine {token}".encode())
        else:
            lines[at] = known[kind] + f": '{token}'".encode()
        self.change(file, b"\n".join(lines))

    @rule(page=places, at=places)
    def takes_a_header_line_out(self, page: int, at: int) -> None:
        file = self.pick(page)
        lines = file.read_bytes().split(b"\n")
        end = self.body_at(file.read_bytes()) - 1
        if end > 1:
            del lines[1 + at % (end - 1)]
            self.change(file, b"\n".join(lines))

    @rule(page=places)
    def adds_a_tag(self, page: int) -> None:
        file = self.pick(page)
        lines = file.read_bytes().split(b"\n")
        if b"tags:" in lines:
            lines.insert(lines.index(b"tags:") + 1, f"  - {self.token()}".encode())
            self.change(file, b"\n".join(lines))

    @rule(page=places, how=st.integers(0, 3))
    def breaks_the_header(self, page: int, how: int) -> None:
        file = self.pick(page)
        data = file.read_bytes()
        token = self.token().encode()
        broken = [
            data.replace(b"\n---", b"\n--", 1),
            data.replace(b"---\n", b"---\n\t: [ " + token + b"\n", 1),
            b"\n" + data,
            b"<<<<<<< " + token + b"\n" + data + b"\n=======\nother\n>>>>>>> " + token + b"\n",
        ]
        self.change(file, broken[how])

    @rule(page=places, at=places)
    def types_merge_markers(self, page: int, at: int) -> None:
        file = self.pick(page)
        lines = file.read_bytes().split(b"\n")
        low = self.body_at(file.read_bytes())
        at = low + at % (len(lines) - low + 1) if low <= len(lines) else len(lines)
        mark = self.token().encode()
        lines[at:at] = [b"<<<<<<< " + mark, b"mine " + mark, b"=======", b"theirs " + mark, b">>>>>>> " + mark]
        self.change(file, b"\n".join(lines))

    @rule(page=places, how=st.integers(0, 4))
    def saves_in_another_form(self, page: int, how: int) -> None:
        file = self.pick(page)
        data = file.read_bytes()
        forms = [
            data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
            data.replace(b"\r\n", b"\n"),
            b"\xef\xbb\xbf" + data.removeprefix(b"\xef\xbb\xbf"),
            data.rstrip(b"\r\n"),
            data + b"\xff\xfe\x00 broken " + self.token().encode() + b"\n",
        ]
        self.change(file, forms[how])

    @rule(page=places, kind=st.integers(0, 3))
    def rewrites_the_page(self, page: int, kind: int) -> None:
        file = self.pick(page)
        data = file.read_bytes()
        lines = data.split(b"\n")
        head = b"\n".join(lines[: self.body_at(data)])
        mine = b"\n".join(self.line(n) for n in range(kind + 1)) + b"\n"
        self.change(file, [mine, head + b"\n\n" + mine, b"", head + b"\n"][kind])

    @rule(page=places, kind=st.integers(0, 3))
    def moves_the_page(self, page: int, kind: int) -> None:
        file = self.pick(page)
        wanted = [
            file.with_name(file.name.upper()[:-3] + ".md"),
            file.with_name(f"renamed {self.number()}.md"),
            file.parent / "deep" / "er" / file.name,
            self.wiki / "我的" / f"{self.number()}.md",
        ][kind]
        if not wanted.exists():
            data = file.read_bytes()
            self.placed.discard(self.name(file))
            wanted.parent.mkdir(parents=True, exist_ok=True)
            file.rename(wanted)
            self.change(wanted, data)
            self.placed.add(self.name(wanted))

    @rule(page=places)
    def copies_the_page(self, page: int) -> None:
        file = self.pick(page)
        copy = file.with_name(f"copy-{self.number()}.md")
        self.change(copy, file.read_bytes())
        self.placed.add(self.name(copy))

    @rule(page=places, other=places)
    def swaps_two_pages(self, page: int, other: int) -> None:
        one, two = self.pick(page), self.pick(other)
        if one != two:
            first, second = one.read_bytes(), two.read_bytes()
            self.change(one, second)
            self.change(two, first)

    @rule(page=places)
    def deletes_the_page(self, page: int) -> None:
        file = self.pick(page)
        if len(self.files()) > 1:
            self.placed.discard(self.name(file))
            self.change(file, None)

    @rule()
    def writes_a_page_of_their_own(self) -> None:
        token = self.token()
        file = self.wiki / ("decisions", "notes")[self.count % 2] / f"own {self.number()}.md"
        self.change(file, f"---\ntype: Decision\ntitle: {token}\n---\n\nMine {token}\n".encode())
        self.placed.add(self.name(file))

    def name(self, file: Path) -> str:
        return file.relative_to(self.wiki).as_posix()

    # --- what the program does -----------------------------------------------------------------------------------

    @initialize(first=st.lists(st.integers(0, len(SAID) - 1), min_size=2, max_size=4))
    def begins(self, first: list[int]) -> None:
        self.works(first)

    def works(self, said: list[int]) -> None:
        self.sessions += 1
        self.minutes = self.memory.session(f"s{self.sessions}", self.minutes + 30, *(SAID[n] for n in said))
        self.compiles()

    @rule(said=st.lists(st.integers(0, len(SAID) - 1), min_size=1, max_size=3))
    def another_session_is_compiled(self, said: list[int]) -> None:
        self.works(said)

    @rule(said=st.lists(st.integers(0, len(SAID) - 1), min_size=1, max_size=3))
    def an_older_session_is_imported(self, said: list[int]) -> None:
        self.sessions += 1
        self.older -= 100
        self.memory.session(f"s{self.sessions}", self.older, *(SAID[n] for n in said))
        self.compiles()

    @rule(said=st.integers(0, len(SAID) - 1))
    def everything_derived_is_gone(self, said: int) -> None:
        shutil.rmtree(self.memory.home / "index", ignore_errors=True)
        self.works([said])

    @rule()
    def nothing_new_is_compiled(self) -> None:
        self.compiles()

    @rule()
    def the_person_remembers(self) -> None:
        self.minutes += 5
        remember(self.memory.desk(self.minutes), f"Never deploy on day {self.sessions}")
        self.holds()

    def compiles(self) -> None:
        self.minutes += 5
        self.memory.compile(self.minutes, Choice(every=True))
        self.holds()

    # --- what has to be true -------------------------------------------------------------------------------------

    def holds(self) -> None:
        texts = {self.name(file): file.read_bytes() for file in self.files()}
        now = sum((lines_of(data) for data in texts.values()), Counter[bytes]())
        assert now == self.lines
        assert self.placed <= set(texts)
        ids = Counter(filter(None, map(id_of, texts.values())))
        assert not self.gone & set(ids), "a page that the person deleted came back"
        assert all(count <= max(1, self.ids[one]) for one, count in ids.items()), "two pages with one id"
        for data in texts.values():
            marks = [line for line in data.split(b"\n") if line.startswith((b"<<<<<<<", b">>>>>>>", b"|||||||"))]
            assert all(TOKEN.search(line) for line in marks)
            held = [line.rstrip(b"\r") for line in data.split(b"\n")]
            back = [line for line in held if (id_of(data), line) in self.struck and not is_cited(line, data)]
            assert not back, "a line that was taken out is back"
        # what the compiler itself no longer says, and says again one day, is news
        repository = Repository.open(self.wiki)
        said = [text.encode() for text in repository.read_blobs(repository.compiled().values()).values()]
        self.struck &= {(id_of(text), line) for text in said for line in text.split(b"\n")}
        assert all(one.reason for one in conflicts_of(self.memory.desk(self.minutes)))
        self.ids = ids

    def teardown(self) -> None:
        try:
            if self.sessions:
                self.works([0])
                self.everything_derived_is_gone(3)
                self.an_older_session_is_imported([0, 3])
                self.nothing_new_is_compiled()
                found = verify(self.memory.desk(self.minutes)).findings
                assert [one for one in found if one.code != "not-merged"] == []
        finally:
            self.scratch.cleanup()


def test_a_persons_words_and_wishes_outlive_every_compile(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.urandom", CHANCE.randbytes)
    kind = type("OneLife", (Life,), {"make": staticmethod(memory.another)})
    chosen = settings(
        max_examples=LIVES,
        stateful_step_count=int(os.environ.get("MEMWIKI_STEPS", "12")),
        deadline=None,
        derandomize="MEMWIKI_LIVES" not in os.environ,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate] if os.environ.get("MEMWIKI_FAST") else list(Phase),
        report_multiple_bugs=False,
    )
    run_state_machine_as_test(kind, settings=chosen)
