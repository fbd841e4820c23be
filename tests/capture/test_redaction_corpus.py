"""The corpus of eval/redaction/: nearly every secret goes, also at cuts, and nothing innocent does."""

import importlib.util
import sys
from pathlib import Path

from memwiki.app.extraction import Job
from memwiki.capture.redact import redact

SPEC = importlib.util.spec_from_file_location(
    "redaction_corpus", Path(__file__).resolve().parents[2] / "eval" / "redaction.py"
)
assert SPEC is not None
assert SPEC.loader is not None
corpus = importlib.util.module_from_spec(SPEC)
sys.modules["redaction_corpus"] = corpus
SPEC.loader.exec_module(corpus)


def test_what_is_found_and_what_is_left():
    table, failed = corpus.measured(11, 1)
    found = corpus.totals(table)
    assert found["found"] >= 0.98 * found["secrets"]
    assert found["found_at_cuts"] == found["cuts"]
    assert [case.text for case in failed if not case.secret] == []
    assert all(row["found"] >= 0.9 * row["secrets"] for row in table["secrets"].values())


def test_who_redacts_many_texts_finds_the_same():
    cases = [*corpus.secrets(7, 1), *corpus.innocents(7, 1)]
    redacted = Job("", (), "", "").redacted
    assert all(redacted(case.text) == redact(case.text)[0] for case in cases)
    assert sum(redacted(case.text) != case.text for case in cases) > 1000
