"""Cursor: roles and blocks only; no ids, no times, no results. What is not there is not made up.

The time of every event is when the file was last written (`hints["at"]`); an event's name is what it says, counted.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from memwiki.capture import jsontext
from memwiki.capture.fields import mapping, words
from memwiki.capture.transcripts.source import Event, Source, text_of


def events(source: Source) -> Iterator[Event]:
    """The events of a transcript, in order. The whole file is read each time it has changed."""
    source.start = 0
    common = {"conversation_id": source.path.stem, "cwd": source.hints.get("cwd", "")}
    at = int(source.hints.get("at", "0"))
    seen: Counter[str] = Counter()
    said: dict[str, Any] = {}

    def event(payload: dict[str, Any]) -> Event:
        digest = hashlib.sha256(jsontext.dumps(payload).encode("utf-8", "replace")).hexdigest()[:32]
        seen[digest] += 1
        return Event(payload, at, f"{source.path.stem}:{digest}:{seen[digest]}", dated=False)

    for _, line in source.objects():
        blocks = mapping(line.get("message")).get("content")
        if not isinstance(blocks, str | list) or line.get("role") not in ("user", "assistant"):
            source.damaged += 1
            continue
        text = text_of(blocks, "text")
        if line["role"] == "user":
            if said:
                yield event(said)
            said = {}
            if text.strip():
                yield event({**common, "hook_event_name": "beforeSubmitPrompt", "prompt": text})
            continue
        calls = [one for one in blocks if isinstance(one, dict) and one.get("type") == "tool_use"]
        for call in calls:
            given = {"tool_name": words(call.get("name")), "tool_input": call.get("input")}
            yield event({**common, "hook_event_name": "postToolUse", **given})
        said = {**common, "hook_event_name": "afterAgentResponse", "text": text} if text.strip() and not calls else {}
    source.waits = bool(said) and not source.quiet
    if said and source.quiet:
        yield event(said)
    source.resume = 0
