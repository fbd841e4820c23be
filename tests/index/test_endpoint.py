"""Vectors over HTTP: good, slow, malformed, dead; never more than words can make up for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from embedstub import embeddings, rows, vector
from modelstub import serving

from memwiki.errors import ModelUnavailable
from memwiki.index.endpoint import Endpoint


def test_a_sound_endpoint_gives_unit_vectors_in_order() -> None:
    with serving(embeddings) as stub:
        made = Endpoint(stub.url, "small", "k3y").embed([f"text {n} about queues" for n in range(70)])
    wanted = np.asarray([vector(f"text {n} about queues") for n in range(70)], dtype=np.float32)
    assert np.allclose(made, wanted / np.linalg.norm(wanted, axis=1, keepdims=True), atol=1e-6)
    assert [len(body["input"]) for body in stub.asked] == [32, 32, 6]
    assert stub.headers[0]["Authorization"] == "Bearer k3y"


def test_nothing_is_asked_for_nothing() -> None:
    assert Endpoint("http://127.0.0.1:9/v1", "small").embed([]).shape == (0, 0)


BAD: dict[str, Callable[[dict[str, Any]], Any]] = {
    "html": lambda _: (200, b"<html>login</html>"),
    "no data": lambda _: (200, b'{"object": "list"}'),
    "a list": lambda _: (200, b"[1, 2]"),
    "too few": rows(lambda held: held[:-1]),
    "of two lengths": rows(lambda held: [{**row, "embedding": row["embedding"][: 40 - row["index"]]} for row in held]),
    "zeros": rows(lambda held: [{**row, "embedding": [0.0] * 8} for row in held]),
    "not numbers": rows(lambda held: [{**row, "embedding": ["a"] * 8} for row in held]),
    "infinite": rows(lambda held: [{**row, "embedding": [1e39] * 8} for row in held]),
    "no vector": rows(lambda held: [{"index": row["index"]} for row in held]),
    "base64": rows(lambda held: [{**row, "embedding": "AACAPw=="} for row in held]),
    "deep": lambda _: (200, b"[" * 100_000),
    "refused": lambda _: (401, b'{"error": "no k3y"}'),
    "broken": lambda _: (500, b"oops"),
    "moved": lambda _: (301, b""),
}


@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
@pytest.mark.parametrize("what", BAD)
def test_nonsense_is_one_line_and_the_endpoint_is_left_alone(what: str) -> None:
    with serving(BAD[what]) as stub:
        endpoint = Endpoint(stub.url, "small", "k3y")
        for _ in range(3):
            with pytest.raises(ModelUnavailable) as error:
                endpoint.embed(["a", "b"])
            assert "\n" not in error.value.message
            assert "k3y" not in error.value.message
    assert len(stub.asked) == 1


def test_a_slow_endpoint_is_waited_for_so_long_and_no_longer() -> None:
    over = threading.Event()

    def wait(_: Any) -> Callable[[Any], None]:
        return lambda _handler: over.wait(20) and None

    with serving(wait) as stub:
        with pytest.raises(ModelUnavailable, match="no vectors in"):
            Endpoint(stub.url, "small", seconds=0.2).ask("hello")
        over.set()


def test_a_dead_endpoint_is_told() -> None:
    with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1"):
        Endpoint("http://127.0.0.1:9/v1", "small").ask("hello")


def test_a_model_that_changes_its_length_is_refused() -> None:
    with serving(embeddings) as stub:
        endpoint = Endpoint(stub.url, "small")
        endpoint.embed(["a"])
        stub.answer = rows(lambda held: [{**row, "embedding": row["embedding"][:10]} for row in held])
        with pytest.raises(ModelUnavailable, match="different lengths"):
            endpoint.ask("b")
