"""Pages made on the spot, and an embedder that needs no model."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from memwiki.index.build import PageBlob


class WordVectors:
    """Texts that share words are near: each word is a direction of its own. Counts what it was asked."""

    model = "test/words"
    dimensions = 64

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked.extend(texts)
        made = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.casefold().split():
                digest = hashlib.sha256(word.strip(".,:?").encode("utf-8", "replace")).digest()
                made[row, digest[0] % self.dimensions] += 1.0
        return made / np.maximum(np.linalg.norm(made, axis=1, keepdims=True), 1e-9)


@pytest.fixture
def embedder() -> WordVectors:
    return WordVectors()


@pytest.fixture
def page() -> Callable[..., PageBlob]:
    def make(kind: str, title: str, body: str = "", **meta: str) -> PageBlob:
        lines = "".join(f"{key}: {value}\n" for key, value in meta.items())
        text = f"---\ntype: {kind}\ntitle: '{title}'\n{lines}---\n\n# {title}\n\n{body}\n"
        return PageBlob(hashlib.sha256(text.encode()).hexdigest(), text)

    return make
