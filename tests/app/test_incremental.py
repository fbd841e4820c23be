"""However the same raw/ was compiled, bit by bit or at once, the pages are the same bytes."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memwiki.app.pipeline import Choice
from memwiki.app.verifying import verify

Memory = Any  # tests/app/conftest.py
SAID = [
    ("From now on always use pnpm in this repository, never npm.", "Noted."),
    ("Use yarn instead of pnpm from now on.", "Changed to yarn."),
    ("We decided to use PostgreSQL instead of MySQL because we need partial indexes.", "Done, it is in db.py."),
    ("Actually we go back to MySQL, the hosting has no PostgreSQL.", "Back to MySQL."),
    ("我们决定用 Redis 做缓存，因为延迟要低。", "好的，已经改好了。"),
    ("Fix the login timeout.", "The cookie is renewed now.\n\nNext steps:\n- add a test for the renewal"),
    ("Add a test for the renewal.", "Added the test for the renewal; all pass."),
    ("In all my projects, write commit messages in the imperative.", "Will do."),
    ("remember: amounts are integer cents", "Noted."),
]
steps = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, len(SAID) - 1), st.booleans(), st.booleans()), min_size=1, max_size=7
)


@settings(deadline=None, derandomize=True, max_examples=12, suppress_health_check=list(HealthCheck))
@given(steps)
def test_bit_by_bit_and_at_once_give_the_same_bytes(memory: Memory, plan: list[tuple[int, int, bool, bool]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        stepwise, whole = memory.another(Path(folder) / "a"), memory.another(Path(folder) / "b")
        minutes = 0.0
        for session, said, end, compile_now in plan:
            minutes = stepwise.session(f"s{session}", minutes + 3, SAID[said], end=end)
            if compile_now:
                stepwise.compile(minutes)
        stepwise.compile(minutes + 60, Choice(every=True))
        for sealed in (stepwise.home / "raw").rglob("*-s?/*.sealed.jsonl"):
            copy = whole.home / sealed.relative_to(stepwise.home)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(sealed, copy)

        whole.compile(minutes + 60)

        assert _pages(whole) == _pages(stepwise)
        assert verify(stepwise.desk(minutes + 61)).findings == ()


def _pages(memory: Memory) -> dict[str, bytes]:
    wiki = memory.home / "wiki"
    return {
        path.relative_to(wiki).as_posix(): path.read_bytes() for path in wiki.rglob("*.md") if ".git" not in path.parts
    }
