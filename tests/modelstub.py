"""A language model on loopback, for tests: it answers what it was told to, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[dict[str, Any]], Any]


class Stub:
    """One endpoint. `answer` gets the request's body, and gives a text, an (HTTP status, body) pair, or a callable
    that writes to the connection by itself."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.over = threading.Event()
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                stub.asked.append(body)
                stub.headers.append(dict(self.headers))
                found = stub.answer(body)
                if callable(found):
                    found(self)
                    return
                status, data = found if isinstance(found, tuple) else (200, completion(found))
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"


def completion(text: str, tokens: int = 100) -> bytes:
    """A chat completion with this message."""
    message = {"role": "assistant", "content": text}
    return json.dumps({"choices": [{"message": message}], "usage": {"total_tokens": tokens}}).encode()


def record_of(body: dict[str, Any]) -> dict[str, Any]:
    """The record that a question carries."""
    text = body["messages"][-1]["content"]
    found: dict[str, Any] = json.loads(text.removeprefix("<record>").removesuffix("</record>"))
    return found


def claiming(kind: str, text: str, quote: str, **more: Any) -> Answer:
    """An answer with one claim that cites the first entry that holds the quote."""

    def answer(body: dict[str, Any]) -> str:
        entries = record_of(body)["entries"]
        found = next((entry["id"] for entry in entries if quote in entry["text"]), "o1")
        cited = [{"observation": found, "quote": quote}]
        return json.dumps({"claims": [{"kind": kind, "title": text, "text": text, "evidence": cited, **more}]})

    return answer


@contextmanager
def serving(answer: Answer) -> Iterator[Stub]:
    """The stub while the block runs."""
    stub = Stub(answer)
    thread = threading.Thread(target=stub.server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield stub
    finally:
        stub.over.set()
        stub.server.shutdown()
        thread.join()
        stub.server.server_close()
