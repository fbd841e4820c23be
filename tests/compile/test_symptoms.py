"""Which lines of an output name an error; that most outputs need not be read line by line changes nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.compile.symptoms import error_line, without_errors

_LINES = st.sampled_from(
    [
        "def retry(limit): return limit + 1",
        "KeyError: 'region'",
        "2026-03-01T10:00:00ZERR_SOCKET seen",
        "2026-03-01T10:00:00ZTimeoutError: no answer",
        "src/a.c:3:1: error: expected ';'",
        "\x1b[31mErr\x1b[0mor: odd",
        "npm ERR! missing",
        "fatal: not a repository",
        "sh: memwik: command not found",
        "TS2304: cannot find name",
        "12 passed in 0.2s",
        "",
        "\u2028Segmentation fault",
        "worker hangs",
        "ORA-00942 again",
    ]
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(_LINES, max_size=6), st.sampled_from(["\n", "\r\n", "\x0b"]))
def test_an_output_without_errors_is_its_lines_that_name_none(lines: list[str], end: str) -> None:
    output = end.join(lines)

    assert without_errors(output) == "\n".join(line for line in output.splitlines() if not error_line(line))


def test_only_lines_that_name_an_error_go() -> None:
    assert without_errors("start\nKeyError: 'region'\nend") == "start\nend"
    assert without_errors("a = 1\nb = 2") == "a = 1\nb = 2"
