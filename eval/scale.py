"""What a wiki of 1,000, 10,000 or 50,000 pages costs: build, one changed page, opening, questions, memory, disk.

usage: python eval/scale.py [SIZES ...] [--json eval/results/scale.json] [--corpus FOLDER] [--cold] [--keep FOLDER]

Pages are real text of this machine (eval/real_pages.py). SQLite's FTS5 and tantivy (if installed) index the same text
and answer the same questions beside, each in a process of its own. Questions are words of a page, 1, 5 and 15 of them.
Pages get vectors by chance, as the packaged model would need an hour for 10,000 pages; they cost a question the same.
The question itself is embedded by the packaged model, and its time is told apart. What a process computed (cpu) stands
beside what the clock says: on a busy machine only the former can be compared.
`--cold` adds whole commands, `memwiki search`, on the home, which holds the pages in git. `--keep` leaves the homes
where the next run finds them, with what their build had cost, so that it only asks and changes; `--build` makes them
and does no more. Times are in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import re
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memwiki.app.desk import open_desk
from memwiki.app.refresh import refresh_index
from memwiki.index.assemble import Before
from memwiki.index.build import PageBlob, refresh
from memwiki.index.embed import MODEL, MiniLM
from memwiki.index.stopwords import ENGLISH
from memwiki.index.store import generation, open_index, read_manifest
from memwiki.paths import Home
from memwiki.recall.search import Scope, Shelf, search
from memwiki.records import Project

sys.path.insert(0, str(Path(__file__).resolve().parent))

LENGTHS = (1, 5, 15)
_ASKED = 40  # questions of each length
_UPDATES = 12
_REBUILT = 20_000  # larger wikis are built once only
NOW = "2026-11-01T00:00:00Z"
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]{2,}")
Texts = dict[str, str]
Figures = dict[str, Any]


class Stand:
    """Vectors by chance, the same for the same text, under the packaged model's name; questions go to that model."""

    model = MODEL
    dimensions = 384

    def __init__(self, asked: MiniLM | None = None) -> None:
        self.asked = asked

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit vector a text."""
        if self.asked is not None:
            return self.asked.embed(texts)
        made = np.stack([self._of(text) for text in texts])
        return made / np.linalg.norm(made, axis=1, keepdims=True)

    def _of(self, text: str) -> NDArray[np.float32]:
        chance = np.random.default_rng(zlib.crc32(text.encode("utf-8", "replace")))
        return chance.standard_normal(self.dimensions, dtype=np.float32)


def questions(texts: Texts, seed: int = 11) -> dict[int, list[str]]:
    """Words of a page, in their order, so many of each length."""
    rng, paths = random.Random(seed), sorted(texts)
    found: dict[int, list[str]] = {length: [] for length in LENGTHS}
    for length in LENGTHS:
        while len(found[length]) < _ASKED:
            body = texts[rng.choice(paths)].split("\n# ", 1)[-1]
            words = [word for word in _WORD.findall(body) if word.casefold() not in ENGLISH]
            if len(words) >= length:
                at = rng.randrange(len(words) - length + 1)
                found[length].append(" ".join(words[at : at + length]))
    return found


def timed(call: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Milliseconds of one call."""
    start = clock()
    call()
    return 1000.0 * (clock() - start)


def spread(times: Sequence[float]) -> Figures:
    """Median and 95th percentile."""
    ordered = sorted(times)
    return {"p50": round(statistics.median(ordered), 2), "p95": round(ordered[int(len(ordered) * 0.95)], 2)}


def both(calls: Sequence[Callable[[], object]]) -> Figures:
    """The spread by the clock, and by what this process computed: that holds on a busy machine, too."""
    walls, computed = [], []
    for call in calls:
        start = time.process_time()
        walls.append(timed(call))
        computed.append(1000.0 * (time.process_time() - start))
    return spread(walls) | {f"cpu_{name}": value for name, value in spread(computed).items()}


def asked(answer: Callable[[str], object], texts: Texts) -> Figures:
    """How long questions of each length take that nobody asked this process before, and how long when asked again."""
    found = {}
    for length, queries in questions(texts).items():
        calls = [lambda q=query: answer(q) for query in queries]
        found[str(length)] = both(calls) | {f"again_{name}": value for name, value in both(calls).items()}
    return found


def disk(folder: Path) -> int:
    """Bytes below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def resident() -> float:
    """Megabytes of memory in use now."""
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS"):
            return round(int(line.split()[1]) / 1024, 1)
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


def memwiki_built(texts: Texts, folder: Path) -> Figures:
    """A home whose wiki holds the pages in git, its index with words, then with vectors."""
    home = folder / "home"
    wiki = home / "wiki" / "default" / "scale"
    for path, text in texts.items():
        (wiki / path).parent.mkdir(parents=True, exist_ok=True)
        (wiki / path).write_text(text, "utf-8")
    git = ["git", "-C", str(wiki), "-c", "user.name=eval", "-c", "user.email=eval@example.org", "-c", "gc.auto=0"]
    for step in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "pages"]):
        subprocess.run([*git, *step], check=True)
    (folder / "work").mkdir(exist_ok=True)
    desk = open_desk(home, folder / "work", "default/scale", at=NOW)
    begun = time.process_time()
    found: Figures = {"build_s": round(timed(lambda: refresh_index(desk, vectors=False)) / 1000, 2)}
    found["build_cpu_s"] = round(time.process_time() - begun, 2)
    made = timed(lambda: refresh_index(desk, embedder=Stand(), most=None))
    found |= {"vectors_s": round(made / 1000, 2)}
    found["build_peak_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)
    index = index_of(folder)
    times = round(disk(index) / sum(len(text.encode()) for text in texts.values()), 2)
    return found | {"disk_mb": round(disk(index) / 1e6, 1), "index_times_text": times}


def index_of(folder: Path) -> Path:
    """Where the home's index lies."""
    return Home(folder / "home").index(Project("default", "scale"))


def memwiki_changed(texts: Texts, folder: Path) -> Figures:
    """One changed page after another, nothing changed, and a rebuild with the vectors at hand; on a copy."""
    copy = folder / "changed"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(index_of(folder), copy, copy_function=os.link)
    copy.chmod(0o700)
    now = generation(copy)
    blobs = Before.read(now, read_manifest(now)).blobs if now else {}
    held = {path: PageBlob(blobs[path], text) for path, text in texts.items()}
    embedder, walls, computed = Stand(), [], []
    for number, path in enumerate(random.Random(3).sample(sorted(texts), _UPDATES)):
        text = texts[path].replace("\n\n## See also", f"\n\nAnother remark, zephyr{number}quux.\n\n## See also", 1)
        held[path] = PageBlob(f"{number + 1}-{path}", text)
        begun = time.process_time()
        walls.append(timed(lambda tree=f"t{number}": refresh(copy, held, {}, embedder, tree=tree)))
        computed.append(1000.0 * (time.process_time() - begun))
    found: Figures = {"update": spread(walls) | {f"cpu_{name}": value for name, value in spread(computed).items()}}
    last = f"t{_UPDATES - 1}"
    found["unchanged"] = round(timed(lambda: refresh(copy, held, {}, embedder, tree=last)), 2)
    if len(held) <= _REBUILT:
        begun = time.process_time()
        again = timed(lambda: refresh(copy, held, {}, embedder, tree=last, purge=True))
        found |= {"rebuild_warm_s": round(again / 1000, 2)}
        found["rebuild_warm_cpu_s"] = round(time.process_time() - begun, 2)
    shutil.rmtree(copy)
    return found


def memwiki_asked(texts: Texts, folder: Path) -> Figures:
    """Opening, then questions without vectors, with them, and what embedding a question adds."""
    index = index_of(folder)
    scope, shelf = [Scope(Project("eval", "scale"), index, index)], Shelf()
    found: Figures = {"open": round(timed(lambda: open_index(index).close()), 2)}
    words = next(iter(questions(texts)[5]))
    found["first_question"] = round(timed(lambda: search(scope, words, shelf=shelf, now=NOW)), 2)
    found["words_and_graph"] = asked(lambda q: search(scope, q, shelf=shelf, now=NOW), texts)
    found["resident_words_mb"] = resident()
    model = MiniLM(folder / "home" / "models")
    found["model_load"] = round(timed(lambda: model.embed(["warm"])), 2)
    found["with_embedding"] = asked(lambda q: search(scope, q, shelf=shelf, embedder=Stand(model), now=NOW), texts)
    found["embedding"] = asked(lambda q: model.embed([q]), texts)
    found["resident_mb"] = resident()
    shelf.close()
    return found


def _terms(query: str) -> str:
    return " OR ".join(f'"{word}"' for word in query.split())


def fts5(texts: Texts, folder: Path) -> Figures:
    """The same with SQLite's full-text index, titles weighed three times."""
    folder.mkdir(parents=True, exist_ok=True)
    book = sqlite3.connect(folder / "fts.db")
    book.execute("create virtual table page using fts5(path unindexed, title, body, tokenize='porter unicode61')")

    def build() -> None:
        rows = ((path, path, text) for path, text in texts.items())
        book.executemany("insert into page values (?, ?, ?)", rows)
        book.commit()

    def change(path: str) -> None:
        book.execute("delete from page where rowid = ?", (rows[path],))
        book.execute("insert into page values (?, ?, ?)", (path, path, texts[path] + " zephyrquux"))
        book.commit()

    found: Figures = {"build_s": round(timed(build) / 1000, 2)}
    rows = dict(book.execute("select path, rowid from page"))
    paths = random.Random(3).sample(sorted(texts), _UPDATES)
    found["update"] = both([lambda p=path: change(p) for path in paths])
    book.close()
    found["disk_mb"] = round(disk(folder) / 1e6, 1)
    book = sqlite3.connect(folder / "fts.db")
    find = "select path from page where page match ? order by bm25(page, 0, 3, 1) limit 10"
    found["words_and_graph"] = asked(lambda q: book.execute(find, (_terms(q),)).fetchall(), texts)
    return found | {"resident_mb": resident()}


def tantivy(texts: Texts, folder: Path) -> Figures:
    """The same with tantivy, a search engine in Rust."""
    import tantivy as engine

    folder.mkdir(parents=True, exist_ok=True)
    builder = engine.SchemaBuilder()
    builder.add_text_field("path", stored=True, tokenizer_name="raw")
    builder.add_text_field("body", tokenizer_name="en_stem")
    index = engine.Index(builder.build(), path=str(folder))

    def write(pages: Iterator[tuple[str, str]]) -> None:
        writer = index.writer(64_000_000, 1)
        for path, text in pages:
            writer.delete_documents("path", path)
            writer.add_document(engine.Document(path=path, body=text))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()

    def answer(query: str) -> object:
        searcher = index.searcher()
        return searcher.search(index.parse_query(_terms(query), ["body"]), 10).hits

    found: Figures = {"build_s": round(timed(lambda: write(iter(texts.items()))) / 1000, 2)}
    paths = random.Random(3).sample(sorted(texts), _UPDATES)
    found["update"] = both([lambda p=path: write(iter([(p, texts[p] + " zephyrquux")])) for path in paths])
    found["words_and_graph"] = asked(answer, texts)
    return found | {"disk_mb": round(disk(folder) / 1e6, 1), "resident_mb": resident()}


PARTS = {
    "memwiki_built": memwiki_built,
    "memwiki_asked": memwiki_asked,
    "memwiki_changed": memwiki_changed,
    "fts5": fts5,
    "tantivy": tantivy,
}


def cold(texts: Texts, folder: Path) -> Figures:
    """Whole commands on the home: the first question of a process."""
    environment = {**os.environ, "MEMWIKI_HOME": str(folder / "home")}
    command = [sys.executable, "-m", "memwiki", "--project", "default/scale"]
    queries = questions(texts)[5][:8]

    def run(query: str, *more: str) -> float:
        whole = [*command, "search", *more, query, "--json"]
        return timed(lambda: subprocess.run(whole, check=True, env=environment, capture_output=True))

    def both_clocks(*more: str) -> Figures:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        walls = spread([run(query, *more) for query in queries])
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return walls | {"cpu_mean": round(1000.0 * used / len(queries), 1)}

    run(queries[0])  # unpacks the model
    return {"command_no_vectors": both_clocks("--no-vectors"), "command": both_clocks()}


def measured(size: int, corpus: Path, with_cold: bool, keep: Path | None, only_build: bool) -> Figures:
    """All rows of one size; each engine in a process of its own."""
    texts = corpus_of(size, corpus)
    rows: Figures = {"text_mb": round(sum(len(text.encode()) for text in texts.values()) / 1e6, 1)}
    with tempfile.TemporaryDirectory(prefix="memwiki-scale-") as name:
        folder = keep / str(size) if keep else Path(name)
        built = folder / "built.json"
        if built.exists():
            rows["memwiki"] = json.loads(built.read_text("utf-8"))
        for part in ("memwiki_built",) if only_build else PARTS:
            if part == "memwiki_built" and "memwiki" in rows:
                continue
            figures = apart(part, size, corpus, folder if part.startswith("memwiki") else Path(name) / part)
            rows.setdefault(part.split("_")[0], {}).update(figures)
            if part == "memwiki_built" and figures:
                built.write_text(json.dumps(figures) + "\n", "utf-8")
        if with_cold and not only_build:
            rows["memwiki"] |= cold(texts, folder)
    return rows


def apart(part: str, size: int, corpus: Path, folder: Path) -> Figures:
    """One part in a process of its own; nothing where it fails, which is told."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, __file__, "--part", part, str(size), "--corpus", str(corpus), "--folder", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(f"{part}: {(done.stderr.strip() or 'failed').splitlines()[-1]}", file=sys.stderr)
        return {}
    found: Figures = json.loads(done.stdout.splitlines()[-1])
    return found


def corpus_of(size: int, folder: Path) -> Texts:
    """The pages, made once and kept in the folder."""
    file = folder / f"pages-{size}.json"
    if not file.exists():
        from real_pages import real_pages, texts

        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(texts(real_pages(size))), "utf-8")
    held: Texts = json.loads(file.read_text("utf-8"))
    return held


def shown(rows: dict[str, Figures]) -> None:
    """A table of the questions of 15 words, and the ratios."""
    for size, row in rows.items():
        for engine in ("memwiki", "fts5", "tantivy"):
            held = row.get(engine)
            if held and "words_and_graph" in held:
                long = held["words_and_graph"]["15"]
                update = held.get("update", {"p50": 0.0})
                build = held.get("build_s", held.get("build_cpu_s", 0.0))
                told = f"build {build:8.1f} s  update {update['p50']:8.1f} ms  "
                computed = f"(computed {long['cpu_p50']:.1f} / {long['cpu_p95']:.1f})"
                print(
                    f"{size:>6} {engine:8} {told}15 words {long['p50']:7.2f} / {long['p95']:7.2f} ms {computed}", end=""
                )
                more = held.get("with_embedding")
                print(f"  embedded {more['15']['cpu_p50']:.1f} / {more['15']['cpu_p95']:.1f}" if more else "")


def main() -> None:
    """Measures the sizes one after another and writes what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sizes", nargs="*", type=int, default=[1000, 10_000])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--corpus", type=Path, default=Path(tempfile.gettempdir()) / "memwiki-real-pages")
    parser.add_argument("--cold", action="store_true", help="whole commands, too")
    parser.add_argument("--keep", type=Path, help="keep the homes here, and use those that are here")
    parser.add_argument("--build", action="store_true", help="only build the homes to keep")
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    if given.part:
        print(json.dumps(PARTS[given.part](corpus_of(given.sizes[0], given.corpus), given.folder)))
        return
    rows: dict[str, Figures] = {}
    for size in given.sizes:
        rows[str(size)] = measured(size, given.corpus, given.cold, given.keep, given.build)
        shown({str(size): rows[str(size)]})
        if given.json and not given.build:
            kept = json.loads(given.json.read_text("utf-8"))["sizes"] if given.json.exists() else {}
            machine = f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}"
            found = {"machine": machine, "unit": "ms unless the name says otherwise", "sizes": {**kept, **rows}}
            given.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
