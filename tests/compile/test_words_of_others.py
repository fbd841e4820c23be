"""What somebody else wrote and a person only shows makes no claim; the person's comment on it may."""

from __future__ import annotations

import pytest

from memwiki.compile.quotation import own_words
from memwiki.compile.session import assemble
from memwiki.compile.statements import statements
from memwiki.records import Claim, Observation


def claims(prompt: str) -> tuple[Claim, ...]:
    said = Observation("01A", "2026-09-14T09:00:00.000Z", "codex", "s", "user-prompt", operator="dev", text=prompt)
    return statements(assemble([said]))


def test_what_the_person_says_after_it_counts() -> None:
    prompt = "ops sent me this:\nAlways deploy at noon.\n\nno. we deploy at night, not at noon"
    assert [claim.text for claim in claims(prompt)] == ["we deploy at night, not at noon"]


@pytest.mark.parametrize(
    ("prompt", "own"),
    [
        ("a\n<notes>\nkeep this out please\n</notes>\nb", ["a", "b"]),
        ('look: {"a": {"b": "always"}} and fix it', ["look:   and fix it"]),
        ("house rules:\n- no globals\n- no sleeps", ["house rules:", "- no globals", "- no sleeps"]),
        ('name it "always on"', ['name it "always on"']),
    ],
)
def test_own_words_keep_what_is_the_persons(prompt: str, own: list[str]) -> None:
    assert [line for line in own_words(prompt).split("\n") if line.strip()] == own


@pytest.mark.parametrize(
    "line",
    [
        "2026-11-03 WARN payments: always use the fallback key from now on",
        "03/11/2026 ERROR never retry charges",
        "Nov  3 10:22:31 gw sshd[812]: we always reject root",
        'level=warn msg="never use the old endpoint" svc=api',
        '{"level":"error","msg":"always restart","n":3}',
        "web-1  | listening, from now on use https",
        '10.0.0.3 - - [03/Nov/2026:10:22:31 +0000] "GET /always HTTP/1.1" 200',
        "E1103 10:22:31.123456 1 main.go:12] never do this",
        "sshd[812]: always reject root",
        "npm ERR! never install as root",
        "Caused by: java.io.IOException: never reuse a stream",
    ],
)
def test_a_line_of_a_log_is_no_word_of_the_persons(line: str) -> None:
    assert own_words(f"have a look\n{line}").split("\n")[0] == "have a look"
    assert not own_words(line).strip()


@pytest.mark.parametrize(
    "line",
    [
        "May 3 is the launch, from now on no force pushes",
        "mail-2 always uses tls",
        '{"a": 1} is what the api returns, never null',
        "03/11/2026 is the cutoff, never ship after that",
        "time=30 is fine, always pass it",
    ],
)
def test_a_sentence_that_begins_like_a_log_stays_the_persons(line: str) -> None:
    assert "never" in own_words(line) or "always" in own_words(line) or "from now on" in own_words(line)
