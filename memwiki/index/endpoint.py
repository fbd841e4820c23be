"""Vectors from an OpenAI-compatible endpoint: `POST <url>/embeddings`, only where a person has named one.

What comes back is checked before it is used: one vector a text, all of one length, finite and not zero. An endpoint
that fails is left alone for the rest of the process; words and graph answer meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memwiki.errors import ModelUnavailable

_BATCH = 32
_MOST_BYTES = 64 << 20
_QUESTION_S = 3.0  # a person who searches waits no longer than this
_HINT = "words and links work without it; memwiki config get index.url"
Rows = NDArray[np.float32]


class Endpoint:
    """A model behind an address that ends in /v1. The key is sent and kept nowhere."""

    def __init__(self, url: str, name: str, key: str = "", seconds: float = 30.0) -> None:
        self._url, self._name, self._key, self._seconds = url, name, key, seconds
        self._failed: ModelUnavailable | None = None
        self.dimensions = 0  # known once it has answered

    @property
    def model(self) -> str:
        """The name under which its vectors are kept."""
        return f"endpoint/{self._name}"

    def embed(self, texts: Sequence[str]) -> Rows:
        """One unit vector a text; ModelUnavailable where the endpoint is dead, slow, refuses or answers nonsense."""
        made = [self._rows(texts[at : at + _BATCH], self._seconds) for at in range(0, len(texts), _BATCH)]
        return np.concatenate(made) if made else np.zeros((0, self.dimensions), dtype=np.float32)

    def ask(self, text: str) -> Rows:
        """A question's vector, in a few seconds or not at all."""
        return np.asarray(self._rows([text], min(self._seconds, _QUESTION_S))[0])

    def _rows(self, texts: Sequence[str], seconds: float) -> Rows:
        if self._failed is not None:
            raise self._failed
        try:
            found = _vectors(self._post(list(texts), seconds), len(texts), self._url)
            if self.dimensions and found.shape[1] != self.dimensions:
                raise ModelUnavailable(f"{self._url}: vectors of different lengths", hint=_HINT)
        except ModelUnavailable as error:
            self._failed = error
            raise
        self.dimensions = found.shape[1]
        return found

    def _post(self, texts: list[str], seconds: float) -> Any:
        try:
            import httpx
        except ImportError as error:
            raise ModelUnavailable("no HTTP client is installed", hint='pip install "memwiki[model]"') from error
        headers = {"User-Agent": "memwiki"} | ({"Authorization": f"Bearer {self._key}"} if self._key else {})
        body = {"model": self._name, "input": texts, "encoding_format": "float"}
        try:
            local = httpx.URL(self._url).host in ("localhost", "127.0.0.1", "::1")  # no proxy stands between
            with (
                httpx.Client(timeout=seconds, trust_env=not local, headers=headers) as client,
                client.stream("POST", f"{self._url}/embeddings", json=body) as response,
            ):
                data = bytearray()
                for piece in response.iter_bytes():
                    data += piece
                    if len(data) > _MOST_BYTES:
                        raise ModelUnavailable(f"{self._url}: the answer is too long", hint=_HINT)
        except httpx.TimeoutException as error:
            raise ModelUnavailable(f"{self._url}: no vectors in {seconds:g} s", hint=_HINT) from error
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise ModelUnavailable(f"{self._url}: {type(error).__name__}", hint=_HINT) from error
        if response.status_code != httpx.codes.OK:
            hint = "is index.key_env set to the right variable?" if response.status_code in (401, 403) else _HINT
            raise ModelUnavailable(f"{self._url}: HTTP {response.status_code}", hint=hint)
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise ModelUnavailable(f"{self._url}: not JSON", hint=_HINT) from error


def _vectors(document: Any, count: int, url: str) -> Rows:
    """The vectors of an answer, in the order of the texts, as unit vectors."""
    try:
        rows = sorted(document["data"], key=lambda row: int(row["index"]))
        found = np.asarray([row["embedding"] for row in rows], dtype=np.float32)
    except (LookupError, TypeError, ValueError, OverflowError) as error:
        raise ModelUnavailable(f"{url}: no embeddings in the answer", hint="does the address end in /v1?") from error
    lengths = np.linalg.norm(found, axis=1, keepdims=True) if found.ndim == 2 else np.zeros(1)
    if found.ndim != 2 or len(found) != count or not np.isfinite(found).all() or not (lengths > 0).all():
        raise ModelUnavailable(f"{url}: no sound embeddings in the answer", hint="is index.model an embedding model?")
    return np.asarray(found / lengths, dtype=np.float32)
