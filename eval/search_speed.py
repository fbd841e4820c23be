"""How long search takes, told in ratios that hold on any machine.

usage: python eval/search_speed.py [PAGES] [--vectors]

Invented pages, made from a fixed seed. Prints the build, an update of one page, opening, and the median question, each
also as a share of the build or against a tenth of the pages.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memwiki.index.build import PageBlob, refresh
from memwiki.index.embed import Embedder, MiniLM
from memwiki.index.store import open_index
from memwiki.recall.quiet import recall
from memwiki.recall.search import Scope, Shelf, search
from memwiki.records import Project

KINDS = ("decision", "preference", "concept", "gotcha", "skill", "session")
NOW = "2026-11-01T00:00:00Z"


class Hashed:
    """Vectors from a hash of the words: the model's cost left out."""

    model = "hashed"
    dimensions = 384

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit vector a text."""
        made = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.casefold().split():
                made[row, hash(word) % self.dimensions] += 1.0
        return made / np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-9)


def vocabulary() -> list[str]:
    """Words in the order of how common they are, for a draw that looks like language."""
    text = files("memwiki.index").joinpath("common.txt").read_text("utf-8")
    return [word for line in text.splitlines() if not line.startswith("#") for word in line.split(" ")[1:]]


def pages(count: int, seed: int = 7) -> dict[str, PageBlob]:
    """Invented pages of about 150 words, with a title, aliases, entities and links."""
    rng, words = random.Random(seed), vocabulary()
    weights = [1.0 / (rank + 20) for rank in range(len(words))]
    made = {}
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        drawn = rng.choices(words, weights, k=150)
        name = f"{drawn[0]}_{drawn[1]}_{number}"
        other = f"../{KINDS[(number * 7) % len(KINDS)]}s/p{(number * 7) % count}.md"
        lines = [" ".join(drawn[at : at + 15]) + "." for at in range(0, 150, 15)]
        text = (
            f"---\ntype: {kind.title()}\nid: {kind}-{number:012x}\ntitle: {' '.join(drawn[:6])} {number}\n"
            f"entities: [{name}]\nstrength: 0.6\ntrust: 0.7\n"
            f'created: "2026-09-01T00:00:00Z"\nreinforced: "2026-10-01T00:00:00Z"\n---\n\n'
            + "\n".join(lines)
            + f"\n\nSee [{name}]({other}) and `{name}`.\n"
        )
        made[f"{kind}s/p{number}.md"] = PageBlob(f"{seed}-{number}", text)
    return made


def questions(count: int, seed: int = 11) -> list[str]:
    """Questions of 2 to 12 words."""
    rng, words = random.Random(seed), vocabulary()
    return [" ".join(rng.choices(words, k=rng.randint(2, 12))) for _ in range(count)]


def timed(call: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Milliseconds of one call; with `time.process_time`, those that this process computed."""
    start = clock()
    call()
    return 1000.0 * (clock() - start)


def measure(count: int, embedder: Embedder, folder: Path) -> dict[str, float]:
    """All times of one size, in milliseconds."""
    held = pages(count)
    found = {"build": timed(lambda: refresh(folder, held, {}, embedder))}
    path = next(iter(held))
    held[path] = PageBlob("changed", "---\ntype: Decision\ntitle: changed\n---\n\nAnother text.\n")
    found["update"] = timed(lambda: refresh(folder, held, {}, embedder))
    found["unchanged"] = timed(lambda: refresh(folder, held, {}, embedder))
    found["open"] = timed(lambda: open_index(folder).close())
    scope, shelf = [Scope(Project("eval", "speed"), folder, folder)], Shelf()
    asked = questions(60)
    search(scope, asked[0], shelf=shelf, embedder=embedder, now=NOW)
    times = [timed(lambda q=q: search(scope, q, shelf=shelf, embedder=embedder, now=NOW)) for q in asked]
    found["search"] = statistics.median(times)
    found["search cpu"] = statistics.median(
        timed(lambda q=q: search(scope, q, shelf=shelf, embedder=embedder, now=NOW), time.process_time) for q in asked
    )
    found["recall"] = statistics.median(timed(lambda q=q: recall(scope, q, shelf=shelf, now=NOW)) for q in asked)
    found["embed"] = statistics.median(timed(lambda q=q: embedder.embed([q])) for q in asked)
    shelf.close()
    return found


def main() -> None:
    """Prints both sizes and their ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pages", nargs="?", type=int, default=1000)
    parser.add_argument("--vectors", action="store_true", help="embed with the packaged model (slow to build)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        embedder: Embedder = MiniLM(root / "models") if given.vectors else Hashed()
        embedder.embed(["warm"])
        small = measure(max(given.pages // 10, 10), embedder, root / "small")
        large = measure(given.pages, embedder, root / "large")
    print(
        f"{'':10} {'small':>10} {'large':>10} {'large/small':>12}   ({given.pages // 10} and {given.pages} pages, ms)"
    )
    for name, value in large.items():
        print(f"{name:10} {small[name]:10.1f} {value:10.1f} {value / max(small[name], 1e-9):12.2f}")
    print(f"update / build   {large['update'] / large['build']:.4f}")
    print(f"search / update  {large['search'] / large['update']:.4f}")


if __name__ == "__main__":
    main()
