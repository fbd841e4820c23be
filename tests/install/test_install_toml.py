"""Hooks go into any TOML file and come out again without a trace."""

from __future__ import annotations

import tomllib

import pytest
import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.errors import Invalid
from memwiki.hooks.install_toml import add, handlers, strip

COMMAND = '"/usr/bin/python3" -I -S "/home/dev/memwiki/bin/hook.py" --agent kimi 2>/dev/null || exit 0'
WANTED = {event: {"event": event, "command": COMMAND, "timeout": 10} for event in ("UserPromptSubmit", "Stop")}
PARTS = st.sampled_from(
    [
        'default_model = "k2" # mine\n',
        "\n",
        "# a remark\n",
        "[providers.kimi]\ntype = 'kimi'\n",
        '[models.k2]\nnote = """\n# memwiki begin of nothing\n"""\n',
        '[[hooks]]\nevent = "Stop"\ncommand = "beep" # 哔\n',
    ]
)


@st.composite
def toml_files(draw: st.DrawFn) -> str:
    seen: set[str] = set()
    parts = []
    for part in draw(st.lists(PARTS, max_size=6)):
        if part in seen and part not in ("\n", "# a remark\n") and "[[" not in part:
            continue
        seen.add(part)
        parts.append(part)
    text = "".join(parts)
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        text = ""
    text = text.rstrip("\n") if draw(st.booleans()) else text
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


@settings(deadline=None, derandomize=True, max_examples=300)
@given(toml_files(), st.sampled_from(["", '\n[later]\nkey = "value"\n']))
def test_taking_out_what_was_put_in_gives_the_same_text(text: str, later: str) -> None:
    put = add(text, "kimi", WANTED)

    assert handlers(put, "kimi") == list(WANTED.values())
    assert add(put, "kimi", WANTED) == put
    assert tomllib.loads(put).items() >= {k: v for k, v in tomllib.loads(text).items() if k != "hooks"}.items()
    assert strip(put, "kimi") == text
    assert strip(put + later, "kimi") == text + later


def test_hooks_of_others_stay_in_order() -> None:
    text = '[[hooks]]\nevent = "Stop"\ncommand = "beep"\n'
    found = tomllib.loads(add(text, "kimi", WANTED))["hooks"]

    assert [hook["command"] for hook in found] == ["beep", COMMAND, COMMAND]


def test_a_moved_home_replaces_the_old_entry() -> None:
    old = add("a = 1\n", "kimi", WANTED)
    moved = {event: {**hook, "command": COMMAND.replace("/home/dev", "/srv")} for event, hook in WANTED.items()}
    new = add(old, "kimi", moved)

    assert "/home/dev" not in new
    assert len(handlers(new, "kimi")) == len(WANTED)
    assert strip(new, "kimi") == "a = 1\n"


@pytest.mark.parametrize("inline", [False, True])
def test_what_another_program_wrote_again_is_found_without_our_marks(inline: bool) -> None:
    tree = tomllib.loads(add('model = "k2"\n[[hooks]]\nevent = "Stop"\ncommand = "beep"\n', "kimi", WANTED))
    if inline:
        array = tomlkit.array()
        array.extend(tree.pop("hooks"))
        text = tomlkit.dumps({**tree, "hooks": array})
    else:
        text = tomlkit.dumps(tree)

    left = tomllib.loads(strip(text, "kimi"))

    assert left == {"model": "k2", "hooks": [{"event": "Stop", "command": "beep"}]}


def test_a_file_of_ours_alone_becomes_empty_again() -> None:
    text = tomlkit.dumps(tomllib.loads(add("", "kimi", WANTED)))
    assert tomllib.loads(strip(text, "kimi")) == {}


@pytest.mark.parametrize(
    "text", ["a = ", "[hooks]\na = 1\n", 'hooks = [{event = "Stop", command = "beep"}]\n', "hooks = 3"]
)
def test_what_takes_no_hooks_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        add(text, "kimi", WANTED)
