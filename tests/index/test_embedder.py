"""The packaged model: checked, offline, and told apart from anything else."""

from __future__ import annotations

import socket
from pathlib import Path

import numpy as np
import pytest

from memwiki.errors import ModelUnavailable
from memwiki.index import embed
from memwiki.index.content import of_page, of_raw
from memwiki.index.embed import DIMENSIONS, MiniLM, prepare
from memwiki.index.vectors import Known, chunks, load, mostly_cjk, name_of, packed, save


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def test_it_embeds_without_a_network(models: Path, no_network: None) -> None:
    made = MiniLM(models).embed(["the ship is late", "the vessel is delayed", "pizza dough"])
    assert made.shape == (3, DIMENSIONS)
    assert np.allclose(np.linalg.norm(made, axis=1), 1.0, atol=1e-5)
    assert made[0] @ made[1] > made[0] @ made[2] + 0.3


def test_each_text_gets_its_own_vector_however_many_there_are(models: Path, no_network: None) -> None:
    texts = [f"{'text ' * (number % 9)}{number}" for number in range(11)]

    together = MiniLM(models).embed(texts)

    assert np.array_equal(together, np.concatenate([MiniLM(models).embed([text]) for text in texts]))


def test_a_second_embedder_in_the_process_works_too(models: Path, no_network: None) -> None:
    assert np.allclose(MiniLM(models).embed(["one"]), MiniLM(models).embed(["one"]), atol=1e-6)
    assert MiniLM(models).embed([]).shape == (0, DIMENSIONS)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "config.json"])
def test_a_changed_file_is_put_right_before_it_is_used(models: Path, name: str) -> None:
    folder = prepare(models)
    good = (folder / name).read_bytes()
    (folder / name).write_bytes(b"changed")
    assert (prepare(models) / name).read_bytes() == good


def test_a_model_of_another_hash_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embed, "_hashes", lambda: {"model.onnx": "0" * 64})
    with pytest.raises(ModelUnavailable, match="not the one expected"):
        MiniLM(tmp_path).embed(["text"])


def test_a_missing_package_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embed, "find_spec", lambda _name: None)
    assert not embed.available()
    with pytest.raises(ModelUnavailable, match="not installed") as error:
        MiniLM(tmp_path).embed(["text"])
    assert "pip install" in error.value.hint


def test_chunks_carry_the_title_and_stay_short() -> None:
    body = "\n\n".join(f"## Part {n}\n\n" + "word " * 60 for n in range(4))
    made = chunks(of_page("a.md", f"---\ntitle: Cranes\n---\n{body}"))
    assert len(made) == 4
    assert all(chunk.text.startswith("Cranes") and len(chunk.text) < 900 for chunk in made)
    assert len({chunk.name for chunk in made}) == 4
    assert [chunk.line for chunk in made] == sorted(chunk.line for chunk in made)


def test_raw_text_gets_few_chunks() -> None:
    assert len(chunks(of_raw("s", "some words here\n" * 5000))) <= 24


def test_text_that_the_packaged_model_cannot_read_is_marked() -> None:
    assert mostly_cjk("支付模块为什么重构 api")
    assert not mostly_cjk("the payment module 支付")
    (chunk,) = chunks(of_page("a.md", "---\ntitle: 支付模块\n---\n重构原因是幂等性"))
    assert chunk.wide
    assert not embed.reads_wide(embed.MODEL)
    assert embed.reads_wide("sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2")
    assert not embed.reads_wide("BAAI/bge-small-en-v1.5")


def test_the_best_chunk_speaks_for_its_page(tmp_path: Path) -> None:
    rows = [
        (name_of("a"), 0, 3, np.array([1, 0], np.float32)),
        (name_of("b"), 0, 9, np.array([0, 1], np.float32)),
        (name_of("c"), 2, 1, np.array([0.6, 0.8], np.float32)),
    ]
    save(tmp_path, "m", rows)
    scores, lines = load(tmp_path).best(np.array([0, 1], np.float32), 3)
    assert scores.tolist() == pytest.approx([1.0, -1.0, 0.8], abs=0.002)
    assert lines.tolist() == [9, 0, 1]
    known = Known([tmp_path], "m")
    assert known[name_of("b")].tolist() == [0, 1]
    assert name_of("c") in known
    assert name_of("d") not in known
    assert name_of("c") not in Known([tmp_path], "another model")


def test_vectors_take_a_byte_a_number_and_are_the_same_when_written_again(tmp_path: Path) -> None:
    made = np.random.default_rng(7).normal(size=(300, 384)).astype(np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    save(tmp_path, "m", [(name_of(str(n)), n, 0, row) for n, row in enumerate(made)])
    assert (tmp_path / "vectors.npy").stat().st_size < 1.1 * made.size
    first, known = (tmp_path / "vectors.npy").read_bytes(), Known([tmp_path], "m")
    held = np.stack([known[name_of(str(n))] for n in range(len(made))])
    assert np.abs(held @ held.T - made @ made.T).max() < 0.004
    save(tmp_path, "m", [(name_of(str(n)), n, 0, row) for n, row in enumerate(held)])
    assert (tmp_path / "vectors.npy").read_bytes() == first
    assert not np.isnan(packed(np.zeros((2, 4), np.float32))[0]).any()


def test_vectors_of_an_older_index_are_read_as_they_are(tmp_path: Path) -> None:
    made = np.array([[0.6, 0.8], [1.0, 0.0]], np.float32)
    save(tmp_path, "m", [(name_of(str(n)), n, 0, row) for n, row in enumerate(made)])
    (tmp_path / "scales.npy").unlink()
    np.save(tmp_path / "vectors.npy", made)
    assert Known([tmp_path], "m")[name_of("0")].tolist() == made[0].tolist()


def test_names_with_the_same_first_digits_are_told_apart(tmp_path: Path) -> None:
    names = ["ab" * 4 + f"{n:056d}" for n in range(300)]
    save(tmp_path, "m", [(name, n, 0, np.eye(300, dtype=np.float32)[n]) for n, name in enumerate(names)])
    known = Known([tmp_path], "m")
    assert [int(known[name].argmax()) for name in names] == list(range(300))
    assert "ab" * 32 not in known


def test_of_many_vectors_the_near_ones_are_exact(tmp_path: Path) -> None:
    made = np.random.default_rng(5).normal(size=(9000, 70)).astype(np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    save(tmp_path, "m", [(f"t{n}", n // 3, n % 3, row) for n, row in enumerate(made)])
    held, query = load(tmp_path), (made[4321] + 0.1 * made[17]).astype(np.float32)
    exact = (made @ query).reshape(-1, 3).max(axis=1)
    scores, lines = held.best(query, 3000)
    best = np.argsort(-exact)[:16]
    assert np.argmax(scores) == 4321 // 3
    assert lines[4321 // 3] == 4321 % 3
    assert len(set(best) & set(np.argsort(-scores)[:16])) >= 14
    held.refine(query, range(3000), scores, lines)
    assert np.allclose(scores, exact, atol=0.01)
