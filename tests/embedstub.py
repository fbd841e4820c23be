"""An endpoint for embeddings on loopback, for tests: vectors from the words of each text, or whatever it is told."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

Answer = tuple[int, bytes]


def vector(text: str, dimensions: int = 48) -> list[float]:
    """Texts that share words are near."""
    made = [0.01] * dimensions
    for word in text.casefold().split():
        made[hashlib.sha256(word.strip(".,:?").encode("utf-8", "replace")).digest()[0] % dimensions] += 1.0
    return made


def embeddings(body: dict[str, Any]) -> Answer:
    """An answer as OpenAI's API gives it, out of order as the format allows."""
    rows = [{"object": "embedding", "index": n, "embedding": vector(text)} for n, text in enumerate(body["input"])]
    return 200, json.dumps({"object": "list", "data": rows[::-1], "model": body["model"]}).encode()


def rows(change: Callable[[list[dict[str, Any]]], Any]) -> Callable[[dict[str, Any]], Answer]:
    """The same answer with its rows changed."""

    def answer(body: dict[str, Any]) -> Answer:
        status, data = embeddings(body)
        return status, json.dumps({"data": change(json.loads(data)["data"])}).encode()

    return answer
