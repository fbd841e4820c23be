"""Which shell commands are test runs, their normal form, and which run covers which."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from memwiki.compile.shell import simple_commands
from memwiki.compile.testruns import covers, normal, test_run

TABLE = Path(__file__).parent.parent / "fixtures" / "commands" / "recognised.txt"


def rows() -> list[tuple[str, str, str]]:
    """(runner or "-", shell text, normal form or "")."""
    found = []
    for line in TABLE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            runner, _, rest = line.partition(" | ")
            text, arrow, form = rest.partition(" => ")
            text, form = text.replace("\\n", "\n"), form.replace("\\n", "\n")
            found.append((runner.strip(), text, "" if runner.strip() == "-" else form if arrow else text))
    return found


RUNNERS = sorted({runner for runner, _, _ in rows()})


@pytest.mark.parametrize("runner", RUNNERS)
def test_the_table_of_commands_is_read_as_it_says(runner: str) -> None:
    wrong = []
    for told, text, form in rows():
        found = test_run(text) if told == runner else None
        if told == runner and ((found.runner if found else "-"), found.form if found else "") != (told, form):
            wrong.append((text, found))
    assert wrong == []


def test_the_table_is_long_enough() -> None:
    counted = Counter(runner == "-" for runner, _, _ in rows())
    assert counted[False] >= 1_200
    assert counted[True] >= 950
    assert len({text for _, text, _ in rows()}) == len(rows())


def test_a_heredoc_body_is_not_run() -> None:
    assert test_run("cat <<'EOF' > run.sh\npytest\nEOF") is None
    assert test_run("cat <<'EOF' > run.sh\nls\nEOF\npytest") is not None


@pytest.mark.parametrize(
    ("command", "form"),
    [
        ("pytest -q > log 2>&1", "pytest -q"),
        (
            "cd api && timeout 60 pytest -q tests/test_contacts.py | tail -5",
            "cd api && pytest -q tests/test_contacts.py",
        ),
        ("cd /home/me/api && pytest", "pytest"),
        ("uv run pytest -q tests/test_rows.py", "uv run pytest -q tests/test_rows.py"),
        ("make -C ingest test-sources", "make -C ingest test-sources"),
        ("A=1 nice -n 5 pytest -k 'a and b'", "pytest -k 'a and b'"),
        ("ruff check . && pytest tests/a.py; git status", "pytest tests/a.py"),
        ("bash -lc 'cd x && npm test'", "cd x && npm test"),
        ("go test ./a && go test ./b", "go test ./b"),
        ("ls -la", ""),
        ("", ""),
    ],
)
def test_the_normal_form_leaves_out_what_does_not_matter(command: str, form: str) -> None:
    assert normal(command) == form


@pytest.mark.parametrize(
    ("command", "trust"),
    [
        ("pytest", "both"),
        ("ruff check . && pytest", "both"),
        ("pytest && git push", "pass"),
        ("pytest || exit 1", "both"),
        ("pytest || true", "none"),
        ("pytest; echo done", "none"),
        ("pytest | tail -3", "none"),
        ("set -o pipefail; pytest | tail -3", "pass"),
        ("set -e; pytest; ls", "pass"),
        ("! pytest", "none"),
        ("pytest &", "none"),
        ("(cd a && pytest)", "both"),
        ("(pytest || true) 2>&1 | tail", "none"),
        ("for i in 1 2; do pytest; done", "none"),
        ("if pytest; then ls; fi", "none"),
        ("bash -c 'pytest | tail'", "none"),
        ("test -f x || pytest", "none"),
    ],
)
def test_the_exit_status_speaks_for_the_test_only_where_it_can(command: str, trust: str) -> None:
    found = test_run(command)
    assert found is not None
    assert found.trust == trust


def pairs() -> list[tuple[str, str, str]]:
    """(family of the check's runner, check, wanted), and before them whether the first covers the second."""
    lines = (TABLE.parent / "covers.txt").read_text("utf-8").splitlines()
    told = [(line[0], *line[2:].partition(" >=")) for line in lines if line and not line.startswith("#")]
    return [(sign, check, wanted.strip()) for sign, check, _, wanted in told]


@pytest.mark.parametrize("sign", ["+", "-"])
def test_a_run_of_the_same_tests_or_more_covers_and_no_other(sign: str) -> None:
    wrong = [
        (check, wanted) for told, check, wanted in pairs() if told == sign and covers(check, wanted) != (sign == "+")
    ]
    assert wrong == []


def test_enough_pairs_are_told_of_each_runner() -> None:
    counted = Counter(found.runner for _, check, _ in pairs() if (found := test_run(check)))
    assert all(counted[runner] >= 10 for runner in ("pytest", "unittest", "go", "cargo", "jest", "vitest"))


@pytest.mark.parametrize(
    "text", ["pytest 'open", "$(", "a && (b", "`x", "\x00\x01", "(" * 400, "a" * 60_000, "🙂 && ||", "\ud800"]
)
def test_unreadable_shell_is_no_test_run(text: str) -> None:
    assert test_run(text) is None
    assert isinstance(simple_commands(text), tuple)


def test_files_that_a_command_writes_are_seen() -> None:
    first = simple_commands("echo hi > a.txt 2> err.log")[0]
    assert first.writes == ("a.txt",)


@pytest.mark.parametrize(
    "text", ["uv run " * 3000, "A=1 " * 4000, "sudo " * 4000, "bash -c " * 3000, "python -m " * 3000]
)
def test_launchers_without_end_are_read(text: str) -> None:
    assert test_run(text) is None
