"""Facts survive the cache exactly."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from making import claim, facts

from memwiki.compile.codec import from_json, plain, to_json
from memwiki.errors import Invalid
from memwiki.records import Claim, CommandRun, Evidence, FileChange, Item, SessionFacts

text = st.text(max_size=12)
texts = st.lists(text, max_size=3).map(tuple)
evidence = st.lists(st.builds(Evidence, text, text, st.integers(0, 9), text, text, text), max_size=2).map(tuple)
items = st.builds(Item, text, evidence, st.sampled_from(["", "open", "done"]))
many = st.lists(items, max_size=2).map(tuple)
claims = st.builds(
    Claim,
    kind=st.sampled_from(["decision", "preference", "concept", "gotcha", "skill"]),
    act=st.sampled_from(["state", "replace", "retract", "affirm"]),
    subject=text,
    title=text,
    text=text,
    ts=text,
    evidence=evidence,
    source=st.sampled_from(["person", "test", "agent"]),
    confidence=st.floats(0, 1),
    lang=text,
    parts=st.dictionaries(text, texts, max_size=2),
    keys=st.frozensets(text, max_size=3),
    replaces=texts,
    entities=texts,
    aliases=texts,
    tags=texts,
)
changes = st.builds(
    FileChange,
    text,
    st.sampled_from(["created", "edited", "deleted"]),
    st.lists(st.tuples(text, text), max_size=2).map(tuple),
    evidence,
    st.booleans(),
)
commands = st.builds(
    CommandRun, text, st.sampled_from([None, True, False]), st.none() | st.integers(-2, 200), text, text, evidence
)
sessions = st.builds(
    SessionFacts,
    key=text,
    agent=text,
    session=text,
    operator=text,
    started=text,
    last=text,
    ended=st.booleans(),
    has_content=st.booleans(),
    lang=text,
    title=text,
    goal=st.none() | items,
    requests=many,
    done=many,
    learned=many,
    changes=st.lists(changes, max_size=2).map(tuple),
    commands=st.lists(commands, max_size=2).map(tuple),
    commits=many,
    next_steps=many,
    open_questions=many,
    failed_attempts=many,
    closed_items=many,
    entities=texts,
    files_read=texts,
    cwd=text,
    branch=text,
    prompts=st.integers(0, 9),
    tools=st.integers(0, 9),
    claims=st.lists(claims, max_size=2).map(tuple),
    segments=texts,
)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(sessions)
def test_facts_come_back_equal_through_json(told: SessionFacts) -> None:
    assert from_json(json.loads(json.dumps(to_json(told), ensure_ascii=False, default=plain))) == told


def test_the_same_facts_have_the_same_bytes() -> None:
    one = facts(claims=(claim("decision", "Use S3", keys=frozenset("cab")),))
    two = facts(claims=(claim("decision", "Use S3", keys=frozenset("bca")),))
    assert json.dumps(to_json(one), default=plain) == json.dumps(to_json(two), default=plain)


def test_fields_of_a_newer_writer_are_left_out() -> None:
    told = json.loads(json.dumps(to_json(facts()), default=plain))
    told["mood"] = "good"
    assert from_json(told) == facts()


@pytest.mark.parametrize("broken", [{}, {"schema": "memwiki.facts/2"}, {"schema": "memwiki.facts/1"}])
def test_another_format_is_refused(broken: dict[str, str]) -> None:
    with pytest.raises(Invalid):
        from_json(broken)
