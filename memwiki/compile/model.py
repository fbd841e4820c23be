"""Asks a language model: an OpenAI-compatible endpoint, or an agent's own command line.

The one module that speaks to a network, and the one of its room that reads a clock and starts processes. It gives
text; what of the text holds is decided elsewhere (answers.py). Nothing here retries: the backlog decides when.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO, Any

from memwiki.compile.brief import Brief
from memwiki.errors import ModelUnavailable
from memwiki.values import value

MOST_BYTES = 512 * 1024  # an answer that is longer is none
_TOLD = 200  # characters of an error's own words
_REFUSES_FIELDS = frozenset({400, 415, 422, 501})


class TooSlow(ModelUnavailable):
    """The model gave no whole answer within its limits of time and size."""


@value(frozen=True, slots=True)
class Endpoint:
    """Where an OpenAI-compatible server listens (`…/v1`), and as whom it is asked."""

    url: str
    name: str
    key: str = ""


@value(frozen=True, slots=True)
class Command:
    """A program that reads the question from stdin and prints the answer; where and with what it runs."""

    words: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str]


@value(frozen=True, slots=True)
class Limits:
    """What one answer may take: seconds, and tokens."""

    seconds: float
    tokens: int


@value(frozen=True, slots=True)
class Reply:
    """The model's words, and how many tokens it says that they took together with the question (0: it does not say)."""

    text: str
    tokens: int = 0


def ask(source: Endpoint | Command, brief: Brief, schema: Mapping[str, Any], limits: Limits) -> Reply:
    """One answer. Raises ModelUnavailable where there is none, TooSlow where it is late or too long."""
    if isinstance(source, Command):
        return _run(source, f"{brief.system}\n\n{brief.user}\n", limits)
    return _post(source, brief, schema, limits)


# -- an endpoint ------------------------------------------------------------------------------------------------------


def _post(source: Endpoint, brief: Brief, schema: Mapping[str, Any], limits: Limits) -> Reply:
    """Asks with a schema; servers that refuse it, or one of the usual fields, are asked again without."""
    plain = {
        "model": source.name,
        "messages": [{"role": "system", "content": brief.system}, {"role": "user", "content": brief.user}],
    }
    usual = {**plain, "temperature": 0, "max_tokens": limits.tokens, "stream": False}
    shape = {"type": "json_schema", "json_schema": {"name": "claims", "strict": True, "schema": schema}}
    bodies = [{**usual, "response_format": shape}, usual, {**plain, "max_completion_tokens": limits.tokens}]
    end = time.monotonic() + limits.seconds
    for number, body in enumerate(bodies, 1):
        status, data = _exchange(source, body, end)
        if status == 200:
            return _reply(source, data)
        if status not in _REFUSES_FIELDS or number == len(bodies):
            raise _refused(source, status, data)
    raise AssertionError("one of them returns")  # pragma: no cover


def _exchange(source: Endpoint, body: Mapping[str, Any], end: float) -> tuple[int, bytes]:
    try:
        import httpx
    except ImportError as error:
        raise ModelUnavailable("no HTTP client is installed", hint='pip install "memwiki[model]"') from error

    headers = {"Accept-Encoding": "identity", "User-Agent": "memwiki"}
    if source.key:
        headers["Authorization"] = f"Bearer {source.key}"
    local = httpx.URL(source.url).host in ("localhost", "127.0.0.1", "::1")  # no proxy stands between
    try:
        with (
            httpx.Client(timeout=max(0.1, end - time.monotonic()), trust_env=not local, headers=headers) as client,
            client.stream("POST", f"{source.url}/chat/completions", json=body) as response,
        ):
            return response.status_code, _read(response.iter_raw(), end)
    except httpx.TimeoutException as error:
        raise TooSlow(f"{source.url}: no answer in time", hint="memwiki config set model.timeout_s …") from error
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, OSError) as error:
        told = _clean(str(error) or type(error).__name__, source.key)
        raise ModelUnavailable(f"{source.url}: {told}", hint="is the server running?") from error


def _read(pieces: Any, end: float) -> bytes:
    data = bytearray()
    for piece in pieces:
        data += piece
        if len(data) > MOST_BYTES:
            raise TooSlow(f"the model's answer is longer than {MOST_BYTES} bytes")
        if time.monotonic() > end:
            raise TooSlow("the model's answer did not end in time", hint="memwiki config set model.timeout_s …")
    return bytes(data)


def _reply(source: Endpoint, data: bytes) -> Reply:
    try:
        document = json.loads(data)
        text = document["choices"][0]["message"]["content"]
        usage = document.get("usage")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError) as error:
        raise ModelUnavailable(f"{source.url}: not a chat completion", hint="does the address end in /v1?") from error
    spent = usage.get("total_tokens") if isinstance(usage, dict) else 0
    sound = spent if isinstance(spent, int) and 0 <= spent <= 10_000_000 else 0
    return Reply(text if isinstance(text, str) else "", sound)


def _refused(source: Endpoint, status: int, data: bytes) -> ModelUnavailable:
    hints = {401: "is model.key_env set to the right variable?", 403: "may this key use the model?"}
    hint = hints.get(status, "memwiki config get model.name" if status == 404 else "")
    told = _clean(data[:2000].decode("utf-8", "replace"), source.key)
    return ModelUnavailable(f"{source.url}: HTTP {status} {told}".rstrip(), hint=hint)


def _clean(text: str, key: str = "") -> str:
    """An error's own words on one short line, without the key that some servers repeat."""
    text = text.replace(key, "…") if key else text
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:_TOLD]


# -- a command --------------------------------------------------------------------------------------------------------


def _run(source: Command, question: str, limits: Limits) -> Reply:
    """Runs the command in its own process group, so that nothing of it outlives its time."""
    name = source.words[0] if source.words else ""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as complaints:
        given.write(question.encode("utf-8", "replace"))
        given.seek(0)
        try:
            process = subprocess.Popen(
                source.words,
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=complaints,
                cwd=source.folder,
                env=dict(source.environment),
                start_new_session=True,
            )
        except (OSError, ValueError, IndexError) as error:
            raise ModelUnavailable(f"{name}: cannot be run: {_clean(str(error))}", hint="which … finds it?") from error
        try:
            data = _output(process, time.monotonic() + limits.seconds)
        finally:
            _end(process)
        if process.returncode != 0:
            complaints.seek(0, os.SEEK_END)
            complaints.seek(max(0, complaints.tell() - _TOLD))
            told = _clean(complaints.read(_TOLD).decode("utf-8", "replace"))
            raise ModelUnavailable(f"{name}: exit {process.returncode} {told}".rstrip(), hint="run it by hand")
    return Reply(data.decode("utf-8", "replace"))


def _output(process: subprocess.Popen[bytes], end: float) -> bytes:
    """What the command prints, to its end. A thread reads, so that no silence holds up the clock."""
    stream: IO[bytes] | None = process.stdout
    assert stream is not None
    data = bytearray()

    def read() -> None:
        while len(data) <= MOST_BYTES and (piece := os.read(stream.fileno(), 1 << 16)):
            data.extend(piece)

    reader = Thread(target=read, daemon=True)
    reader.start()
    reader.join(max(0.0, end - time.monotonic()))
    if len(data) > MOST_BYTES:
        raise TooSlow(f"the model's command printed more than {MOST_BYTES} bytes")
    try:
        process.wait(0.0 if reader.is_alive() else max(0.0, end - time.monotonic()))
    except subprocess.TimeoutExpired as error:
        raise TooSlow("the model's command did not end in time", hint="memwiki config set model.timeout_s …") from error
    return bytes(data)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends what is left of the command's process group."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    if process.stdout:
        process.stdout.close()
