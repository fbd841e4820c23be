"""A person's own patterns: a bad one is an error in one line, a slow one cannot stop the hook."""

import threading

import pytest

from memwiki import patterns
from memwiki.capture.redact import MARK, redact
from memwiki.config import load
from memwiki.errors import Invalid


@pytest.mark.parametrize(
    "pattern",
    [
        r"ACME-\d+",
        r"(?i)internal-[a-z0-9]{8,}",
        r"\b[A-Z]{3}-\d{4,}\b",
        r"cust_[\w-]+",
        r"(ab|cd)+x",
        r"^key: .*$",
        r"(?:\d{4}-){3}\d{4}",
    ],
)
def test_good_patterns_are_taken(pattern):
    assert patterns.checked(pattern) == pattern


@pytest.mark.parametrize("pattern", ["(", "[a-", "*x", "(?P<a", "a{99999999999}", "(?<=a+)b"])
def test_what_is_none_is_told_in_one_line(pattern):
    with pytest.raises(ValueError, match="not a regular expression") as raised:
        patterns.checked(pattern)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"(\w*)*-x", r"(x|x)*y", r"([a-z]+\d?)+!", r"id: (\w+ ?)+;"])
def test_what_may_take_for_ever_is_refused(pattern):
    with pytest.raises(ValueError, match="for ever"):
        patterns.checked(pattern)


@pytest.mark.parametrize("pattern", ["", "a*", "(?:)"])
def test_what_is_found_everywhere_is_refused(pattern):
    with pytest.raises(ValueError, match="everywhere"):
        patterns.checked(pattern)


def test_the_settings_name_file_and_line(tmp_path):
    (tmp_path / "config.toml").write_text('[capture]\nmode = "on"\nextra_patterns = ["("]\n', "utf-8")
    with pytest.raises(Invalid) as raised:
        load(tmp_path, environ={})
    assert "config.toml:3" in raised.value.message
    assert "\n" not in raised.value.message


def test_a_slow_pattern_hides_the_text_and_ends(monkeypatch):
    monkeypatch.setattr(patterns, "LIMIT_S", 0.2)
    assert redact("a" * 60 + "!", extra=[r"(a+)+$"]) == (MARK, 1)  # which would take years
    assert redact("ticket ACME-4711", extra=["(", r"ACME-\d+"]) == (f"ticket {MARK}", 1)


def test_other_threads_have_no_limit_and_no_harm():
    found = []
    thread = threading.Thread(target=lambda: found.append(redact("x ACME-1", extra=[r"ACME-\d+"])))
    thread.start()
    thread.join()
    assert found == [(f"x {MARK}", 1)]


def test_allowed_texts_stay_whatever_finds_them():
    token = "gh" + "p_" + "x7Kq2LmZ9vTb4RwYc1Hn8PsDf3GjUe6Ao5Xi"
    assert redact(f"sample {token} ACME-1", extra=[r"ACME-\d+"], allow=[token]) == (f"sample {token} {MARK}", 1)
