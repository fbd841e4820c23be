"""What a session that failed a skill's test did otherwise: it stands on the page, and goes with the next note."""

from __future__ import annotations

from dataclasses import replace

import pytest
from making import at, change, facts, run, skill

from memwiki.compile.fold import fold
from memwiki.compile.labels import labels
from memwiki.compile.places import places
from memwiki.compile.write_topic import contrasts, topic_page

TEST = "pytest -q tests/test_providers.py"
FILES = ("providers/norges.py", "providers/registry.py", "providers/base.py", "rates.py")
EDITS = tuple(f"@@ {path} @@\n-old\n+new" for path in FILES[1:])


def knowledge(*changed: str):
    made = skill(ts=at(1), files=FILES)
    learned = facts(claims=(replace(made, parts={**made.parts, "edits": EDITS}),))
    failing = facts(
        "codex-s9",
        9,
        changes=tuple(change(path) for path in changed),
        commands=(run(TEST, False, "1 failed"),),
    )
    return fold([learned, failing], [])


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (FILES, ()),
        (FILES[1:], ()),  # a new file has another name each time
        (FILES[:3], (("left", ("rates.py",)),)),
        ((*FILES, "settings.py", "tests/test_x.py"), (("also", ("settings.py",)),)),
        ((*FILES[:3], "settings.py"), (("left", ("rates.py",)), ("also", ("settings.py",)))),
    ],
)
def test_what_it_left_and_what_it_changed_also(changed, told) -> None:
    (topic,) = knowledge(*changed).topics
    assert topic.proof.failed == ("codex-s9",)
    assert topic.proof.contrasts == told


def test_the_page_tells_it_where_something_goes_wrong() -> None:
    known = knowledge(*FILES[:3])
    (topic,) = known.topics
    page = topic_page(topic, places(known))
    assert "## If it goes wrong\n\n- Its test failed in a session that left `rates.py` as it was." in page.body


def test_each_language_has_its_words() -> None:
    (topic,) = knowledge(*FILES[:3], "settings.py").topics
    for lang in ("en", "zh"):
        assert len(contrasts(topic, labels(lang))) == 2
    assert contrasts(replace(topic, proof=None), labels("en")) == []
