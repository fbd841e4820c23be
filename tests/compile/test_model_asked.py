"""A model that is dead, slow, hostile or broken gives no answer, in bounded time, and nothing worse."""

from __future__ import annotations

import json
import os
import select
import sys
from pathlib import Path
from typing import Any

import pytest
from modelstub import Stub, completion, serving

from memwiki.compile.answers import wire_schema
from memwiki.compile.brief import Brief
from memwiki.compile.model import MOST_BYTES, Command, Endpoint, Limits, Reply, TooSlow, ask
from memwiki.errors import ModelUnavailable

BRIEF = Brief("rules", "<record>\n{}\n</record>", {})
LIMITS = Limits(20, 500)


def _ask(stub: Stub, seconds: float = 20, key: str = "") -> Reply:
    return ask(Endpoint(stub.url, "tiny", key), BRIEF, wire_schema(), Limits(seconds, 500))


def test_an_endpoint_is_asked_with_the_schema_and_bounded_tokens() -> None:
    with serving(lambda _: '{"claims": []}') as stub:
        reply = _ask(stub, key="k" * 12)

    (body,) = stub.asked
    assert reply == Reply('{"claims": []}', 100)
    assert (body["model"], body["max_tokens"], body["temperature"]) == ("tiny", 500, 0)
    assert body["response_format"]["json_schema"]["schema"] == wire_schema()
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert stub.headers[0]["Authorization"] == "Bearer " + "k" * 12


def test_a_server_that_knows_no_schema_is_asked_without() -> None:
    with serving(lambda body: (400, b"no such field") if "response_format" in body else "plain") as stub:
        assert _ask(stub).text == "plain"

    assert len(stub.asked) == 2


def test_a_server_with_newer_names_is_asked_in_them() -> None:
    with serving(lambda body: "new" if "max_completion_tokens" in body else (400, b"use the new name")) as stub:
        assert _ask(stub).text == "new"

    assert len(stub.asked) == 3


@pytest.mark.parametrize("status", [401, 404, 429, 500, 503, 301])
def test_a_refusal_is_asked_once_and_tells_the_reason(status: int) -> None:
    with serving(lambda _: (status, b"the reason")) as stub, pytest.raises(ModelUnavailable, match="the reason"):
        _ask(stub)

    assert len(stub.asked) == 1


def test_a_key_that_the_server_repeats_is_not_told_on() -> None:
    key = "secret" + "-of-mine"
    with serving(lambda _: (401, f"bad key {key}".encode())) as stub, pytest.raises(ModelUnavailable) as told:
        _ask(stub, key=key)

    assert key not in told.value.message


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff\xfe", b'{"choices": []}', b"[" * 90_000])
def test_what_is_no_completion_is_no_answer(data: bytes) -> None:
    with serving(lambda _: (200, data)) as stub, pytest.raises(ModelUnavailable):
        _ask(stub)


@pytest.mark.parametrize("tokens", [-5, 10**12, "many", None, 1.5])
def test_a_server_does_not_set_its_own_price(tokens: Any) -> None:
    with serving(lambda _: (200, completion("x", tokens))) as stub:
        assert _ask(stub).tokens == 0


def test_a_silent_server_is_left_in_time() -> None:
    def silent(_: Any) -> Any:
        return lambda handler: stub.over.wait(20)

    with serving(silent) as stub:
        with pytest.raises(TooSlow):
            _ask(stub, seconds=0.3)
        stub.over.set()


def test_a_server_that_never_ends_is_left_by_time_or_size() -> None:
    def endless(handler: Any) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            while not stub.over.is_set():
                handler.wfile.write(b" " * 65536)
        except OSError:
            return

    with serving(lambda _: endless) as stub, pytest.raises(TooSlow):
        _ask(stub)


@pytest.mark.parametrize("chunked", [False, True])
def test_an_answer_that_breaks_off_is_no_answer(chunked: bool) -> None:
    whole = completion('{"claims": []}')

    def broken(handler: Any) -> None:
        handler.protocol_version = "HTTP/1.1"
        handler.send_response(200)
        handler.send_header(*(("Transfer-Encoding", "chunked") if chunked else ("Content-Length", str(len(whole)))))
        handler.end_headers()
        half = whole[: len(whole) // 2]
        handler.wfile.write(b"%x\r\n%b\r\n" % (len(half), half) if chunked else half)
        handler.close_connection = True

    with serving(lambda _: broken) as stub, pytest.raises(ModelUnavailable):
        _ask(stub)
    assert len(stub.asked) == 1


def test_a_server_that_drips_is_left_in_time() -> None:
    def dripping(handler: Any) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            while not stub.over.wait(0.05):
                handler.wfile.write(b" ")
        except OSError:
            return

    with serving(lambda _: dripping) as stub, pytest.raises(TooSlow, match="in time"):
        _ask(stub, seconds=0.5)


def test_a_stream_that_nobody_asked_for_is_no_answer() -> None:
    with (
        serving(lambda _: (200, b'data: {"choices": []}\n\ndata: [DONE]\n\n')) as stub,
        pytest.raises(ModelUnavailable, match="not a chat completion"),
    ):
        _ask(stub)


def test_a_dead_server_is_no_answer() -> None:
    with serving(lambda _: "x") as stub:
        url = stub.url

    with pytest.raises(ModelUnavailable):
        ask(Endpoint(url, "tiny"), BRIEF, wire_schema(), LIMITS)


# -- a command --------------------------------------------------------------------------------------------------------


def _command(folder: Path, code: str, *words: str, **environment: str) -> Command:
    return Command((sys.executable, "-c", code, *words), folder, {"MEMWIKI_INTERNAL": "1", **environment})


def test_a_command_reads_the_question_and_its_output_is_the_answer(tmp_path: Path) -> None:
    code = "import os,sys,json;print(json.dumps([sys.stdin.read(), os.getcwd(), os.environ['MEMWIKI_INTERNAL']]))"

    reply = ask(_command(tmp_path, code), BRIEF, {}, LIMITS)

    said, folder, internal = json.loads(reply.text)
    assert said == "rules\n\n<record>\n{}\n</record>\n"
    assert (Path(folder).resolve(), internal) == (tmp_path.resolve(), "1")


@pytest.mark.parametrize(
    ("code", "told"),
    [("import sys; sys.exit('no login')", "exit 1 no login"), ("import os; os.kill(os.getpid(), 9)", "exit -9")],
)
def test_a_command_that_fails_is_no_answer(tmp_path: Path, code: str, told: str) -> None:
    with pytest.raises(ModelUnavailable, match=told):
        ask(_command(tmp_path, code), BRIEF, {}, LIMITS)


@pytest.mark.parametrize("words", [(), ("/no/such/program",), ("a\0b",)])
def test_a_command_that_is_not_there_is_no_answer(tmp_path: Path, words: tuple[str, ...]) -> None:
    with pytest.raises(ModelUnavailable):
        ask(Command(words, tmp_path, {}), BRIEF, {}, LIMITS)


def test_a_command_that_hangs_is_ended_with_all_that_it_started(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "held")
    reader = os.open(tmp_path / "held", os.O_RDONLY | os.O_NONBLOCK)
    child = "import sys,time; held = open(sys.argv[1], 'w'); time.sleep(60)"
    code = (
        f"import subprocess,sys,time; subprocess.Popen([sys.executable, '-c', {child!r}, sys.argv[1]]); time.sleep(60)"
    )

    with pytest.raises(TooSlow):
        ask(_command(tmp_path, code, str(tmp_path / "held")), BRIEF, {}, Limits(2.0, 500))

    select.select([reader], [], [], 10)  # a killed process takes a moment to let go
    assert os.read(reader, 1) == b""  # nobody holds the other end
    os.close(reader)


def test_a_command_that_floods_is_ended(tmp_path: Path) -> None:
    code = f"import sys\nwhile True: sys.stdout.write('x' * {MOST_BYTES})"

    with pytest.raises(TooSlow, match="more than"):
        ask(_command(tmp_path, code), BRIEF, {}, LIMITS)
