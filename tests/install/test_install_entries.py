"""Entries go into any settings file and come out again without a trace."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.errors import Invalid
from memwiki.hooks.install_entries import add, empty_keys, entries, strip
from memwiki.hooks.jsontext import parse

COMMAND = '"/usr/bin/python3" "/home/dev/memwiki/bin/hook.py" --agent claude-code'
WANTED = {
    event: {"type": "command", "command": COMMAND, "timeout": 10} for event in ("SessionStart", "Stop", "SessionEnd")
}
FOREIGN = {"hooks": [{"type": "command", "command": "/opt/lint.sh", "timeout": 5}], "matcher": "Bash"}

keys = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | keys,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)
events = st.sampled_from(["SessionStart", "Stop", "PostToolUse", "Notification"])
hooks = st.dictionaries(events, st.lists(st.just(FOREIGN), max_size=2), max_size=3)


@st.composite
def settings_files(draw: st.DrawFn) -> str:
    tree: dict[str, Any] = draw(st.dictionaries(keys.filter(lambda key: key != "hooks"), values, max_size=3))
    if draw(st.booleans()):
        tree["hooks"] = draw(hooks)
        order = draw(st.permutations(list(tree)))
        tree = {key: tree[key] for key in order}
    text = json.dumps(tree, indent=draw(st.sampled_from([None, 1, 2, 4, "\t"])), ensure_ascii=draw(st.booleans()))
    text = draw(st.sampled_from(["", "\ufeff", "\n", "// mine\n"])) + text
    text += draw(st.sampled_from(["", "\n", "\n\n", "  \n", " // end"]))
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


@settings(deadline=None, derandomize=True, max_examples=300)
@given(settings_files())
def test_taking_out_what_was_put_in_gives_the_same_bytes(text: str) -> None:
    put = add(text, "claude-code", WANTED)

    assert {entry.event for entry in entries(put, "claude-code")} == set(WANTED)
    assert strip(put, "claude-code", empty_keys(text)) == text


PLAIN = {event: {"command": COMMAND.replace("claude-code", "cursor"), "timeout": 10} for event in WANTED}
plain_hooks = st.dictionaries(events, st.lists(st.just({"command": "/opt/audit.sh"}), max_size=2), max_size=3)
others = keys.filter(lambda key: key not in ("hooks", "version"))


@st.composite
def list_files(draw: st.DrawFn) -> str:
    tree: dict[str, Any] = draw(st.dictionaries(others, values, max_size=3))
    tree |= draw(st.sampled_from([{}, {"version": 1}]))
    tree |= {"hooks": draw(plain_hooks)} if draw(st.booleans()) else {}
    order = draw(st.permutations(list(tree)))
    text = json.dumps({key: tree[key] for key in order}, indent=draw(st.sampled_from([None, 2, "\t"])))
    return draw(st.sampled_from(["", "\ufeff", "// mine\n"])) + text + draw(st.sampled_from(["", "\n"]))


@settings(deadline=None, derandomize=True, max_examples=200)
@given(list_files())
def test_plain_lists_come_back_to_the_byte_too(text: str) -> None:
    top = {"version": 1}
    put = add(text, "cursor", PLAIN, False, top)

    assert {entry.event for entry in entries(put, "cursor", False)} == set(PLAIN)
    assert parse(put).value["version"] == 1
    assert add(put, "cursor", PLAIN, False, top) == put
    assert strip(put, "cursor", empty_keys(text, top), False, top) == text


@settings(deadline=None, derandomize=True, max_examples=100)
@given(settings_files())
def test_putting_in_twice_changes_nothing(text: str) -> None:
    once = add(text, "claude-code", WANTED)

    assert add(once, "claude-code", WANTED) == once


@settings(deadline=None, derandomize=True, max_examples=100)
@given(settings_files())
def test_everything_that_was_there_stays_in_order(text: str) -> None:
    before, after = parse(text).value, parse(add(text, "claude-code", WANTED)).value

    assert [key for key in after if key in before] == list(before)
    for event, groups in before.get("hooks", {}).items():
        assert after["hooks"][event][: len(groups)] == groups


@pytest.mark.parametrize(
    "text",
    [
        '{\n  // why: slow disk\n  "model": "opus", // fast enough\n  /* keep */ "env": {}\n}\n',
        '{"hooks": {"Stop": [\n  {"hooks": []} // nothing yet\n]}}',
        '{\n  "a": [1, 2,], // trailing\n}\n',
        "{ /* empty */ }",
        "{\n}\n",
    ],
)
def test_comments_stay_where_they_are(text: str) -> None:
    put = add(text, "claude-code", WANTED)

    assert all(part in put for part in ("// why: slow disk", "/* keep */") if part in text)
    assert strip(put, "claude-code", empty_keys(text)) == text


def test_a_moved_home_replaces_the_old_entry() -> None:
    old = add("{}", "claude-code", WANTED)
    moved = {event: {**handler, "command": COMMAND.replace("/home/dev", "/srv")} for event, handler in WANTED.items()}

    new = add(old, "claude-code", moved)

    assert old.count("hook.py") == new.count("hook.py")
    assert "/home/dev" not in new


def test_a_doubled_entry_is_made_one() -> None:
    doubled = add("{}", "claude-code", WANTED)
    tree = json.loads(doubled)
    tree["hooks"]["Stop"] *= 2

    assert len(entries(add(json.dumps(tree), "claude-code", WANTED), "claude-code")) == len(WANTED)


def test_an_entry_inside_another_groups_list_leaves_alone() -> None:
    shared = {"hooks": {"Stop": [{"hooks": [FOREIGN["hooks"][0], WANTED["Stop"]]}]}}

    assert json.loads(strip(json.dumps(shared), "claude-code")) == {"hooks": {"Stop": [{"hooks": FOREIGN["hooks"]}]}}


def test_another_agents_entry_is_not_ours() -> None:
    put = add("{}", "codex", {"Stop": {"type": "command", "command": COMMAND.replace("claude-code", "codex")}})

    assert entries(put, "claude-code") == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1"),
        ('{"a": 1,\n "a": 2}', "line 2"),
        ("[]", "no JSON object"),
        ('{"hooks": []}', "hooks"),
        ('{"hooks": {"Stop": {}}}', "hooks.Stop"),
        ('{"a": 01}', "line 1"),
        ("[" * 5000, "deep"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(Invalid, match=said):
        add(text, "claude-code", WANTED)


GAPS = st.sampled_from(["", " ", "\n  ", ' // c, "x": {\n', " /* a, b */ ", "\n// z ,\n"])


@st.composite
def remarked(draw: st.DrawFn) -> str:
    """Settings with remarks and trailing commas wherever they may stand."""

    def inside(parts: list[str], ends: str) -> str:
        spaced = [draw(GAPS) + part + draw(GAPS) for part in parts]
        trailing = "," + draw(GAPS) if parts and draw(st.booleans()) else draw(GAPS)
        return f"{ends[0]}{','.join(spaced)}{trailing}{ends[1]}"

    group = '{"hooks":[{"command":"echo a, b"}]}'
    events = draw(st.lists(st.sampled_from(["Stop", "SessionStart", "Foreign"]), unique=True, max_size=3))
    hooks = [f'"{name}":{draw(GAPS)}{inside([group] * draw(st.integers(0, 2)), "[]")}' for name in events]
    members = [f'"hooks":{draw(GAPS)}{inside(hooks, "{}")}'] if draw(st.booleans()) else []
    members += [f'"a{number}":{draw(GAPS)}"http://a, b"' for number in range(draw(st.integers(0, 2)))]
    return draw(GAPS) + inside(draw(st.permutations(members)), "{}")


@settings(derandomize=True, deadline=None, max_examples=150)
@given(remarked())
def test_remarks_and_trailing_commas_never_break_the_settings(text: str) -> None:
    before = parse(text).value
    done = add(text, "claude-code", WANTED)
    for had in (empty_keys(text), frozenset[str]()):
        after = parse(strip(done, "claude-code", had)).value
        assert {key: value for key, value in after.items() if key != "hooks"} == {
            key: value for key, value in before.items() if key != "hooks"
        }
        held, left = (tree.get("hooks") or {} for tree in (before, after))
        assert {key: value for key, value in left.items() if value} == {
            key: value for key, value in held.items() if value
        }
