"""Cutting never shows half of a secret, never splits a character, and keeps the verdict of a test run."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.capture import bound

TOKEN = "gh" + "p_" + "x7Kq2LmZ9vTb4RwYc1Hn8PsDf3GjUe6Ao5Xi"
BEGIN, END = "-----BEGIN " + "RSA PRIVATE KEY-----", "-----END " + "RSA PRIVATE KEY-----"
PEM = "\n".join([BEGIN, *["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7Kq2LmZ9vTb4R"] * 25, END])
SECRETS = [TOKEN, f"DB_PASSWORD={TOKEN[4:20]}", f"postgres://u:{TOKEN[4:18]}@h/db", f'"api_key": "{TOKEN[4:30]}"', PEM]
LINE = '2026-09-25T09:00:01Z level=info component=agent-8 msg="probe ok" took=653ms\n'


def parts(text):
    return text.replace("[REDACTED]", "\n").split("\n")


def test_short_text_is_untouched():
    assert bound.clean("hello", 4096) == ("hello", 0, 0)


@pytest.mark.parametrize("limit", [2000, 4096, 16384])
@pytest.mark.parametrize("secret", [TOKEN, PEM, f"AWS_SECRET_ACCESS_KEY={TOKEN[4:]}"])
@pytest.mark.parametrize("end", ["head", "tail"])
def test_a_secret_across_a_cut_leaves_no_part(limit, secret, end):
    value = secret.rpartition("KEY=")[2]
    pieces = {value[i : i + 12] for i in range(0, len(value) - 12, 6)} - {BEGIN[:12]}
    filler = LINE * (limit * 3 // len(LINE))
    for edge in (limit, limit * 3 // 5, limit * 2 // 5, 2000):
        for shift in range(-len(secret) - 60, 61, 13 if len(secret) < 100 else 211):
            at = max(0, edge + shift)
            text = filler[:at] + "\n" + secret + "\n" + filler[at:] if end == "head" else ""
            if end == "tail":
                text = filler[: -at or None] + "\n" + secret + "\n" + filler[len(filler) - at :]
            kept, _, cut = bound.clean(text, limit)
            assert cut > 0
            assert len(kept.encode()) <= limit
            assert not any(piece in kept for piece in pieces)


BLOCKS = st.one_of(
    st.integers(1, 120).map(lambda n: LINE * n),
    st.sampled_from(SECRETS).map(lambda s: f" {s} "),
    st.sampled_from(
        ["结论：先重签证书，再重启。" * 20, "🎉é" * 50, "x" * 3000, " ", "\n", "4 passed in 0.66s\n", '"', "token="]
    ),
)


@settings(derandomize=True, deadline=None, max_examples=120)
@given(st.lists(BLOCKS, min_size=1, max_size=14).map("".join), st.sampled_from([600, 2000, 4096]))
def test_looking_at_windows_equals_redacting_everything(text, limit):
    windowed = bound.clean(text, limit)
    assert windowed == bound.clean(text, limit, windowed=False)
    assert len(windowed[0].encode()) <= limit


def test_cuts_say_how_many_bytes_went():
    text = "a" * 10_000
    kept, _, cut = bound.clean(text, 2000)
    assert f"[… {cut:,} bytes cut …]" in kept
    assert cut + kept.count("a") == 10_000 + "bytes".count("a")


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.text(alphabet="a中🎉é\n", min_size=200, max_size=900), st.integers(300, 500))
def test_no_character_is_split(text, limit):
    kept, _, _ = bound.clean(text * 3, limit)
    kept.encode("utf-8")
    assert "\ufffd" not in kept


def test_the_verdict_in_the_middle_is_kept():
    text = LINE * 400 + "== 3 failed, 41 passed in 9.31s ==\n" + "Downloading artefact 1\n" * 900
    kept, _, _ = bound.clean(text, 4096)
    assert "3 failed, 41 passed" in kept
    assert kept.startswith(LINE)
    assert kept.endswith("Downloading artefact 1\n")


def test_many_short_secrets_stay_within_the_limit():
    kept, redacted, _ = bound.clean("PASS=ab1! " * 2000, 2000)
    assert len(kept.encode()) <= 2000
    assert redacted > 0
