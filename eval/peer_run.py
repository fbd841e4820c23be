"""Runs in another program's environment: builds its index over the texts on stdin, asks it, prints what it ranks."""

import json
import sys
import tempfile
import time
from pathlib import Path


def bm25s(texts, _folder):
    """bm25s with English stop words and the Snowball stemmer."""
    import bm25s as library
    import Stemmer

    names, stemmer = list(texts), Stemmer.Stemmer("english")

    def tokens(given):
        return library.tokenize(given, stopwords="en", stemmer=stemmer, show_progress=False)

    held = library.BM25()
    held.index(tokens(list(texts.values())), show_progress=False)

    def rank(question):
        numbers, _ = held.retrieve(tokens([question]), k=min(40, len(names)), show_progress=False)
        return [names[int(number)] for number in numbers[0]]

    return rank


def geny(texts, folder):
    """geny-memory-adaptor as it comes."""
    from geny_memory_adaptor import SynapseMemory

    memory = SynapseMemory.open(str(folder / "synapse.db"))
    for name, text in texts.items():
        memory.index(name, text)
    return lambda question: [hit.id for hit in memory.search(question, top_k=40)]


def okf(texts, folder):
    """okf-retrieve over a bundle with one document a session."""
    from okf import Bundle, StructuredRetriever

    for name, text in texts.items():
        (folder / f"{name}.md").write_text(f"---\ntype: Session\ntitle: {name}\n---\n\n{text}\n", "utf-8")
    retriever = StructuredRetriever(Bundle.load(str(folder)))
    return lambda question: [Path(str(hit.doc.path)).stem for hit in retriever.search(question, limit=40)]


def main():
    """Reads the task from stdin."""
    task = json.load(sys.stdin)
    made, build = {}, 0.0
    with tempfile.TemporaryDirectory() as scratch:
        for corpus, texts in task["texts"].items():
            folder = Path(scratch) / corpus
            folder.mkdir()
            began = time.perf_counter()
            made[corpus] = globals()[task["maker"]](texts, folder)
            build += time.perf_counter() - began
        ranked, millis = [], []
        for corpus, question in task["asked"]:
            began = time.perf_counter()
            ranked.append(list(dict.fromkeys(made[corpus](question))))
            millis.append(round(1000 * (time.perf_counter() - began), 3))
    print(json.dumps({"ranked": ranked, "millis": millis, "build_s": round(build, 3)}))


if __name__ == "__main__":
    main()
