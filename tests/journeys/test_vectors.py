"""Vectors from an endpoint, a model that changes, a model that is not there: search answers all the while."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable

import pytest
from embedstub import embeddings
from modelstub import serving

from memwiki.index.embed import MODEL

TURNS = (("Let's use SQLite for the job queue because it needs no server.", "Done: the job queue is in SQLite now."),)


@pytest.fixture
def known(ada):  # type: ignore[no-untyped-def]
    """A person whose memory holds one session."""
    ada.session("s1", *TURNS)
    ada.minute += 60
    return ada


def hits(done) -> list[str]:  # type: ignore[no-untyped-def]
    assert done.code == 0, done.err
    return [hit["page"] for hit in done.json["hits"]]


def configured(person, **values: str) -> None:  # type: ignore[no-untyped-def]
    for key, value in values.items():
        assert person("config", "set", f"index.{key}", value, timed=False).code == 0


def test_an_endpoint_embeds_pages_and_questions(known) -> None:  # type: ignore[no-untyped-def]
    with serving(embeddings) as stub:
        configured(known, url=stub.url, model="small-embed", key_env="EMBED_KEY")
        known.extra["EMBED_KEY"] = "k3y"
        assert known("compile").code == 0
        status = known("status", "--json").json
        assert (status["vectors_model"], status["vectors_made"]) == ("endpoint/small-embed", status["vectors_of"])
        assert status["vectors_of"] > 0
        found = known("search", "which store holds the job queue", "--json", "--explain")
        assert "vectors" in found.json["hits"][0]["channels"]
        assert stub.asked[-1]["input"] == ["which store holds the job queue"]
    dead = known("search", "which store holds the job queue", "--json")
    assert hits(dead)
    assert "vectors are not used" in dead.err
    assert not any("k3y" in path.read_text("utf-8", "replace") for path in known.home.glob("config.toml"))


@pytest.mark.parametrize("answer", [lambda _: (200, b"<html>"), lambda _: (503, b"")], ids=["malformed", "refusing"])
def test_an_endpoint_that_fails_leaves_words_and_what_waits(known, answer: Callable[..., object]) -> None:  # type: ignore[no-untyped-def]
    with serving(answer) as stub:  # type: ignore[arg-type]
        configured(known, url=stub.url, model="small-embed")
        assert known("compile").code == 0
        assert hits(known("search", "job queue", "--json"))
        status = known("status")
        assert "search by words and links works meanwhile" in status.err
        filled = known("reindex", "--pending")
        assert filled.code == 14
        assert len(filled.err.strip().splitlines()) <= 2
        stub.answer = embeddings
        assert known("reindex", "--pending").code == 0
        assert known("status", "--json").json["vectors_made"] > 0


def test_another_model_takes_over_without_a_gap(known) -> None:  # type: ignore[no-untyped-def]
    assert known("compile").code == 0
    assert known("status", "--json").json["vectors_model"] == MODEL
    with serving(embeddings) as stub:
        configured(known, url=stub.url, model="small-embed")
        between = known("search", "job queue", "--json")
        assert hits(between)
        assert "of another model" in between.err
        waiting = known("status", "--json").json
        assert (waiting["vectors_model"], waiting["vectors_made"]) == ("endpoint/small-embed", 0)
        assert known("reindex", "--pending").code == 0
        after = known("search", "job queue", "--json")
        assert after.err == ""
        assert "vectors" in after.json["hits"][0]["channels"]


def test_an_index_that_came_back_without_vectors_names_no_other_model(known) -> None:  # type: ignore[no-untyped-def]
    assert known("compile").code == 0
    for index in known.home.glob("index/*/*"):
        shutil.rmtree(index)
    found = known("search", "job queue", "--json")
    assert hits(found)
    assert "vectors are still to be made" in found.err
    assert "another model" not in found.err


def test_a_model_that_is_not_here_is_told_with_what_to_do(known) -> None:  # type: ignore[no-untyped-def]
    configured(known, model="sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2")
    assert known("compile").code == 0
    found = known("search", "job queue", "--json")
    assert hits(found)
    assert "is not downloaded" in found.err
    filled = known("reindex", "--pending")
    assert filled.code == 14
    assert "--download" in filled.err
    configured(known, model="no-such/model-at-all")
    assert "knows no model" in known("reindex", "--pending").err
    configured(known, model="")
    assert known("reindex", "--pending").code == 0


def test_settings_that_cannot_be_are_refused(known) -> None:  # type: ignore[no-untyped-def]
    assert known("config", "set", "index.url", "ftp://x", timed=False).code == 2
    assert known("config", "set", "index.key_env", "not a name", timed=False).code == 2
    assert known("reindex", "--pending", "--no-vectors").code == 2
    configured(known, url="http://127.0.0.1:9/v1")
    told = known("search", "queue", "--json")
    assert told.code == 2
    assert json.loads(told.err)["hint"] == "memwiki config set index.model NAME"
