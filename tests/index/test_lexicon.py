"""The file that hooks read at a prompt: its terms, what it finds, and that nothing breaks it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.index import lexicon
from memwiki.index.lexicon import Lexicon, analyse, light
from memwiki.index.lexicon_build import Entry, build, terms_of

PAGES = {
    "pnpm": "---\ntitle: Use pnpm, never npm\ndescription: Lock file of pnpm.\n---\nInstall packages with pnpm.\n",
    "queue": "---\ntitle: The sync queue lives in PostgreSQL\naliases: [syncQueue]\n---\nJobs wait in a table.\n",
    "zh": "---\ntitle: 弹幕走 Redis Stream\ndescription: 写入太密,数据库扛不住。\n---\n弹幕不落库。\n",
}


@pytest.fixture(scope="module")
def book() -> Lexicon:
    entries = [Entry({"id": name}, *terms_of(text)) for name, text in PAGES.items()]
    return Lexicon(build(entries, {}), json.loads)


def found(book: Lexicon, prompt: str, threshold: float = 0.5) -> list[str]:
    return [one.page["id"] for one in book.matches(prompt, threshold)]


@pytest.mark.parametrize(
    ("prompt", "page"),
    [
        ("Which package manager do we use, pnpm or npm?", "pnpm"),
        ("where does the sync queue live", "queue"),
        ("why is syncQueue in postgresql?", "queue"),
        ("弹幕为什么走 Redis Stream", "zh"),
        (
            "Hello. I was out for a week, so bear with me. Where does the sync queue live? Thanks a lot.",
            "queue",
        ),
    ],
)
def test_a_prompt_that_a_page_answers_finds_it(book: Lexicon, prompt: str, page: str) -> None:
    assert found(book, prompt)[:1] == [page]


@pytest.mark.parametrize(
    "prompt", ["", "go on", "fix the failing test", "rename the button and move it left", "queue", "部署到生产环境"]
)
def test_other_prompts_find_nothing(book: Lexicon, prompt: str) -> None:
    assert found(book, prompt) == []


@pytest.mark.parametrize(
    "forms",
    ["deploy deploys deployed deploying", "cache caches cached caching", "retry retries retried", "lock locks locked"],
)
def test_forms_of_a_word_meet(forms: str) -> None:
    assert len({light(word) for word in forms.split()}) == 1


@pytest.mark.parametrize("word", ["status", "class", "bus", "ci", "v2", "数据"])
def test_what_is_no_form_stays(word: str) -> None:
    assert light(word) == word


def test_names_are_known_whole_and_in_parts() -> None:
    assert analyse("syncQueue sync_queue.py HTTPServer utf8") == [
        *("=syncqueue", "sync", "queu", "=sync_queue", "py", "httpserv", "=utf8", "utf8")
    ]


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(), st.text())
def test_any_text_can_be_built_and_asked(text: str, prompt: str) -> None:
    page = f"---\ntitle: {json.dumps(text)}\n---\n{text}\n"
    made = Lexicon(build([Entry({"id": "p"}, *terms_of(page))], {}), json.loads)
    assert all(one.page == {"id": "p"} and 0.5 <= one.sure <= 1 for one in made.matches(prompt, 0.5))


@pytest.mark.parametrize("data", [b"", b"{}\n\n", b"\xff\n\n", b'{"schema":"memwiki.lexicon/2"}\n\n', b"[1]\n\n"])
def test_a_damaged_file_is_none(tmp_path, data: bytes) -> None:
    (tmp_path / lexicon.NAME).write_bytes(data)
    assert lexicon.read(str(tmp_path), json.loads) is None
    assert lexicon.read(str(tmp_path / "missing"), json.loads) is None


def test_the_same_pages_make_the_same_bytes() -> None:
    entries = [Entry({"id": name}, *terms_of(text)) for name, text in PAGES.items()]
    assert build(entries, {}) == build(entries, {})
