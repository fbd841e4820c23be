"""A wiki of any size out of the text that lies on this machine: man pages, /usr/share/doc, Python's own docstrings.

Files are read in the order of their names and cut into pages of about 330 words, each with a title, tags, entities
and links to its neighbours. Where there are fewer than asked for, paragraphs of two pages are put together anew. The
text differs from machine to machine; `digest` names it.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import random
import re
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

KINDS = ("decision", "preference", "concept", "gotcha", "skill", "session")
_WORDS = 330
_LEAST = 60
_FILE_WORDS = 12_000  # of one file, so that no manual of a shell is the whole wiki
_ROFF = re.compile(r"\\f.|\\s[+-]?\d|\\[&|^/,cdu]|\\\*\(..|\\\*.")
_GLYPH = {r"\-": "-", r"\(bu": "-", r"\(aq": "'", r"\(cq": "'", r"\(oq": "'", r"\(em": "-", r"\(lq": '"', r"\(rq": '"'}
_HEADING = re.compile(r"\.S[HSh]+\s+\"?([^\"]+)\"?")
_MACRO = re.compile(r"\.(?:B|I|BR|BI|IR|RB|RI|IB|SM|SB|Nm|Fl|Ar|Pa|Cm|Ic|It|Sq|Dq|Xr)\s+(.*)")
_NAME = re.compile(r"\b[a-z]+(?:[_-][a-z0-9]+)+\b|\b[a-z]+\.[a-z]{2,4}\b|\b[A-Z][a-z]+[A-Z]\w+\b|\b[A-Z]{2,}_[A-Z_]+\b")


@dataclass(frozen=True, slots=True)
class Real:
    """One page: `body` in paragraphs."""

    number: int
    kind: str
    title: str
    body: tuple[str, ...]

    @property
    def path(self) -> str:
        """Its place in a bundle."""
        return f"{self.kind}s/p{self.number:06d}.md"

    def text(self, links: Iterable[Real]) -> str:
        """The page as it lies in a wiki."""
        whole = "\n\n".join(self.body)
        names = list(dict.fromkeys(_NAME.findall(whole)))[:6]
        told = "".join(f"- [{one.title}](../{one.path})\n" for one in links)
        quoted = self.title.replace("'", "''")
        entities = ", ".join(f"'{name}'" for name in names)
        day = f"2026-{1 + self.number % 10:02d}-{1 + self.number % 28:02d}"
        return (
            f"---\ntype: {self.kind.title()}\nid: {self.kind}-{self.number:012x}\ntitle: '{quoted}'\n"
            f"tags: [{self.kind}]\nentities: [{entities}]\nstrength: 0.6\ntrust: 0.7\n"
            f'created: "{day}T08:00:00Z"\nreinforced: "{day}T09:00:00Z"\n---\n\n# {self.title}\n\n{whole}\n\n'
            f"## See also\n\n{told}"
        )


def real_pages(count: int, seed: int = 7) -> list[Real]:
    """So many pages, always the same on the same machine."""
    found = list(islice(_pages(), count))
    if not found:
        raise SystemExit("no man pages, documents or docstrings on this machine")
    rng, real = random.Random(seed), len(found)
    while len(found) < count:
        one, other = found[rng.randrange(real)], found[rng.randrange(real)]
        half = max(len(one.body) // 2, 1)
        body = (*one.body[:half], *other.body[len(other.body) // 2 :])
        found.append(Real(len(found), KINDS[len(found) % len(KINDS)], f"{one.title} and {other.title}"[:110], body))
    return found


def texts(pages: list[Real]) -> dict[str, str]:
    """The pages by path, each with three links."""
    size = len(pages)
    return {
        page.path: page.text(pages[(page.number * step + shift) % size] for step, shift in ((1, 1), (7, 3), (13, 5)))
        for page in pages
    }


def digest(held: dict[str, str]) -> str:
    """A name for the text."""
    whole = hashlib.sha256()
    for path, text in sorted(held.items()):
        whole.update(f"{path}\0{text}\0".encode("utf-8", "replace"))
    return whole.hexdigest()[:16]


def _pages() -> Iterator[Real]:
    number = 0
    for name, paragraphs in _documents():
        held: list[str] = []
        for paragraph in [*paragraphs, ""]:
            size = sum(len(part.split()) for part in held)
            if held and (size + len(paragraph.split()) > _WORDS or not paragraph):
                if size >= _LEAST:
                    title = f"{name}: {' '.join(held[0].split()[:6])}"[:110].strip(" .,:;-")
                    yield Real(number, KINDS[number % len(KINDS)], title, tuple(held))
                    number += 1
                held = []
            held.append(paragraph)


def _documents() -> Iterator[tuple[str, list[str]]]:
    """(name, paragraphs) of every file, the kinds of source in turn so that small wikis hold all of them."""
    sources = [_manuals(), _plain(), _docstrings()]
    while sources:
        for source in list(sources):
            try:
                name, text = next(source)
            except StopIteration:
                sources.remove(source)
                continue
            parts = [" ".join(part.split()) for part in re.split(r"\n\s*\n", text)]
            yield name, [part for part in parts if sum(char.isalpha() for char in part) > len(part) // 2][:_FILE_WORDS]


def _manuals() -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for folder in ("man1", "man8", "man7", "man5", "man2", "man3"):
        for path in sorted(Path("/usr/share/man", folder).glob("*")):
            text = _read(path)
            start = text[:400]
            if text and start not in seen and not text.startswith(".so "):
                seen.add(start)
                yield path.name.removesuffix(".gz"), _unroff(text)


def _unroff(text: str) -> str:
    lines = []
    for line in text.splitlines():
        for code, glyph in _GLYPH.items():
            line = line.replace(code, glyph)
        line = _ROFF.sub("", line)
        if match := _HEADING.match(line):
            lines += ["", match[1].capitalize(), ""]
        elif match := _MACRO.match(line):
            lines.append(match[1].replace('"', ""))
        elif line.startswith((".", "'")):
            lines.append("" if line[1:3] in ("PP", "TP", "sp", "IP", "P", "LP", "Pp") else " ")
        else:
            lines.append(line)
    return "\n".join("" if not line else line.strip() or " " for line in lines).replace("\n \n", "\n")


def _plain() -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for path in sorted(Path("/usr/share/doc").rglob("*")):
        if path.is_file() and not path.is_symlink() and "changelog" not in path.name and path.suffix != ".html":
            text = _read(path)
            if text and text[:2000] not in seen:  # licences lie everywhere
                seen.add(text[:2000])
                yield f"{path.parent.name} {path.name.removesuffix('.gz')}", text


def _docstrings() -> Iterator[tuple[str, str]]:
    root = Path(sysconfig.get_paths()["stdlib"])
    for path in sorted(root.rglob("*.py")):
        try:
            tree = ast.parse(_read(path))
        except (SyntaxError, ValueError):
            continue
        found = [
            f"{getattr(node, 'name', '')}: {text}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (text := ast.get_docstring(node))
        ]
        if found:
            yield path.relative_to(root).as_posix(), "\n\n".join(found)


def _read(path: Path) -> str:
    try:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    except (OSError, EOFError, ValueError):
        return ""
    return "" if b"\0" in data[:4096] else data[:2_000_000].decode("utf-8", "replace")
