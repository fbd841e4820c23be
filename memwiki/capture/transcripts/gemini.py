"""Gemini CLI: messages that are written again as they grow, replaced by `$set`, taken back by `$rewindTo`.

A first pass notes where each message's last version stands; the second reads them in order. So a file of any size is
read in bounded memory. Older files are one object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from memwiki.capture.fields import flat, mapping, words
from memwiki.capture.scaffold import is_scaffold
from memwiki.capture.transcripts.source import Event, Source, instant_of, text_of
from memwiki.capture.transcripts.spliced import record, records

_WORKSPACE = re.compile(r"\*\*Workspace Directories:\*\*\s*\n\s*-\s*(\S[^\n]*)")
_CONTEXT = "<session_context>"


def events(source: Source) -> Iterator[Event]:
    """The events of a session, in order. The whole file is read each time it has changed."""
    source.start = 0
    if source.path.suffix == ".json":
        told = source.whole()
        kept = (told or {}).get("messages")
        messages = iter([one for one in kept if isinstance(one, dict)] if isinstance(kept, list) else [])
        head = told or {}
    else:
        head, places = _survey(source)
        messages = _read(source, places)
    yield from _told(source, head, messages)
    source.resume = 0


def _survey(source: Source) -> tuple[dict[str, Any], dict[str, tuple[int, int]]]:
    """What the first line says, and (offset, place in a `$set` or -1) of each message's last version, in order."""
    head: dict[str, Any] = {}
    places: dict[str, tuple[int, int]] = {}
    for offset, line in source.objects():
        if isinstance(line.get("$rewindTo"), str):
            _rewind(places, line["$rewindTo"])
        elif isinstance(line.get("$set"), dict):
            listed = line["$set"].get("messages")
            if isinstance(listed, list):
                places = {_id(one): (offset, at) for at, one in enumerate(listed) if _id(one)}
        elif _id(line) and "type" in line:
            places[_id(line)] = (offset, -1)
        elif "sessionId" in line:
            head = head or {key: line[key] for key in ("sessionId", "startTime", "kind") if key in line}
    return head, places


def _rewind(places: dict[str, tuple[int, int]], to: str) -> None:
    if to in places:
        names = list(places)
        for name in names[names.index(to) + 1 :]:
            del places[name]


def _read(source: Source, places: dict[str, tuple[int, int]]) -> Iterator[dict[str, Any]]:
    with source.path.open("rb") as file:
        for offset, at in places.values():
            file.seek(offset)
            data = file.readline()
            line = record(data) or records(data)[0][0][1]
            yield line if at < 0 else line["$set"]["messages"][at]


def _id(message: object) -> str:
    return words(message.get("id")) if isinstance(message, dict) else ""


def _told(source: Source, head: dict[str, Any], messages: Iterator[dict[str, Any]]) -> Iterator[Event]:
    session = words(head.get("sessionId")) or source.path.stem
    common = {"session_id": session, "cwd": source.hints.get("cwd", "")}
    if head.get("kind") == "subagent":
        common["agent_id"] = session
    last = instant_of(head.get("startTime")) or 0
    said: tuple[str, str, int] = ("", "", 0)
    for message in messages:
        last = max(last, instant_of(message.get("timestamp")) or 0)
        kind, text = message.get("type"), text_of(message.get("content"), "text")
        name = _id(message)
        if kind == "user":
            if _CONTEXT in text[:200] and (found := _WORKSPACE.search(text)):
                common["cwd"] = common["cwd"] or found[1].strip()
            if text.strip() and not is_scaffold(text):
                yield from _stop(common, said)
                said = ("", "", 0)
                yield Event({**common, "hook_event_name": "BeforeAgent", "prompt": text}, last, f"prompt:{name}")
        elif kind == "gemini":
            calls = message.get("toolCalls")
            for call in calls if isinstance(calls, list) else []:
                yield from _call(common, call, last, name)
            said = (text, name, last) if text.strip() and not calls else ("", "", 0) if calls else said
    source.waits = bool(said[0]) and not source.quiet
    if source.quiet:
        yield from _stop(common, said)


def _stop(common: dict[str, Any], said: tuple[str, str, int]) -> Iterator[Event]:
    """The turn's end: the last message that called no tool."""
    text, name, at = said
    if text:
        yield Event({**common, "hook_event_name": "AfterAgent", "prompt_response": text}, at, f"said:{name}")


def _call(common: dict[str, Any], call: object, last: int, message: str) -> Iterator[Event]:
    told = mapping(call)
    if told.get("status") not in ("success", "error"):
        return  # cancelled, or still waiting
    response: dict[str, Any] = {"llmContent": _answer(told), "returnDisplay": told.get("resultDisplay")}
    if told["status"] == "error":
        response["error"] = True
    payload = {
        **common,
        "hook_event_name": "AfterTool",
        "tool_name": words(told.get("name")),
        "tool_input": told.get("args"),
        "tool_response": response,
    }
    name = words(told.get("id")) or f"{message}:{words(told.get('name'))}"
    yield Event(payload, instant_of(told.get("timestamp")) or last, f"call:{common['session_id']}:{name}")


def _answer(call: dict[str, Any]) -> str:
    """What the tool printed, out of the parts of a function's response."""
    parts = call.get("result")
    answers = [
        mapping(mapping(mapping(part).get("functionResponse")).get("response"))
        for part in (parts if isinstance(parts, list) else [])
    ]
    return "\n".join(words(one.get("output")) or words(one.get("error")) or flat(one) for one in answers if one)
