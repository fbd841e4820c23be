"""OpenCode: its database of sessions, or what `opencode export SESSION` prints: messages and their parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from memwiki.capture.fields import mapping, words
from memwiki.capture.transcripts.opencode_store import sessions
from memwiki.capture.transcripts.source import Event, Source, instant_of


def events(source: Source) -> Iterator[Event]:
    """The events of an exported session, or of every session in the database that changed, in order."""
    if source.path.suffix == ".db":
        size = source.path.stat().st_size
        for changed, share, (info, messages) in sessions(source.path, source.start):
            source.position = int(size * share)
            yield from _told(source, info, messages)
            source.resume = max(source.resume, changed)
        return
    told = source.whole()
    listed = (told or {}).get("messages")
    if told is None or not isinstance(listed, list):
        source.damaged += told is not None
        return
    yield from _told(source, mapping(told.get("info")), listed)


def _told(source: Source, info: dict[str, Any], listed: Iterable[object]) -> Iterator[Event]:
    common = {
        "session_id": words(info.get("id")) or source.path.stem,
        "cwd": words(info.get("directory")),
        "agent_version": words(info.get("version")),
    }
    if words(info.get("parentID")):
        common["parent_session_id"] = words(info.get("parentID"))
    last = instant_of(mapping(info.get("time")).get("created")) or 0
    said: Event | None = None
    for message in listed:
        head, parts = mapping(mapping(message).get("info")), mapping(message).get("parts")
        parts = [one for one in parts if isinstance(one, dict)] if isinstance(parts, list) else []
        times = mapping(head.get("time"))
        last = max(last, instant_of(times.get("created")) or 0)
        if head.get("role") == "user":
            if said:
                yield said
            said = None
            if text := _text(parts):
                prompt = {**common, "hook_event_name": "UserPromptSubmit", "prompt": text}
                yield Event(prompt, last, f"prompt:{words(head.get('id'))}")
        elif head.get("role") == "assistant":
            common["cwd"] = words(mapping(head.get("path")).get("cwd")) or common["cwd"]
            calls = [one for one in parts if one.get("type") == "tool"]
            for part in calls:
                yield from _call(common, part, last)
            last = max(last, instant_of(times.get("completed")) or 0)
            text = _text(parts)
            if text and head.get("finish", "stop") not in ("tool-calls", "tool_use", "unknown"):
                stop = {**common, "hook_event_name": "Stop", "last_assistant_message": text}
                said = Event(stop, last, f"said:{words(head.get('id'))}")
    if said:
        yield said


def _text(parts: list[dict[str, Any]]) -> str:
    """What was written, without what the program added for the model."""
    own = [one for one in parts if one.get("type") == "text" and one.get("synthetic") is not True]
    return "\n\n".join(words(one.get("text")) for one in own if words(one.get("text")).strip())


def _call(common: dict[str, str], part: dict[str, Any], last: int) -> Iterator[Event]:
    state = mapping(part.get("state"))
    if state.get("status") not in ("completed", "error"):
        return
    failed = state["status"] == "error"
    payload = {
        **common,
        "hook_event_name": "PostToolUseFailure" if failed else "PostToolUse",
        "tool_name": words(part.get("tool")),
        "tool_input": state.get("input"),
        "tool_use_id": words(part.get("callID")),
        "metadata": mapping(state.get("metadata")),
    }
    payload |= {"error": words(state.get("error"))} if failed else {"tool_response": state.get("output")}
    at = instant_of(mapping(state.get("time")).get("end")) or last
    yield Event(payload, at, f"call:{words(part.get('callID'))}")
