"""Claude Code: one JSON line for each block of a message; the lines of one message share its id.

Written down in the same file and left out here: what hooks injected, what the program said in the person's place, the
summaries of a compaction as prompts, copies of requests. Lines that a forked session copied keep their ids.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from memwiki.capture.fields import first, flat, words
from memwiki.capture.transcripts.source import Event, Source, instant_of, text_of

_OVER = ("end_turn", "stop_sequence", "max_tokens", "refusal")
_PROGRAM = "<synthetic>"  # in the model's place where the program itself wrote a message
_REFUSED = ("<tool_use_error>", "The user doesn't want to", "[Request interrupted")
_SUMMARY = "covers the earlier portion of the conversation."
_AFTER_SUMMARY = "\n\nIf you need specific details from before"


@dataclass(slots=True)
class _Voice:
    """The main agent, or a helper, while it is read: its last message and the calls that wait for their results."""

    message: str = ""
    texts: list[str] = field(default_factory=list)
    line: dict[str, Any] = field(default_factory=dict)
    at: int = 0
    stop: str = ""
    acts: bool = False
    calls: dict[str, tuple[str, Any]] = field(default_factory=dict)


def events(source: Source) -> Iterator[Event]:
    """The events of a transcript, in order. A reading resumes with the last prompt's line."""
    reading = _Reading(source)
    for offset, line in source.objects(b'"user"', b'"assistant"'):
        kind = line.get("type")
        if kind == "assistant":
            yield from reading.assistant(line)
        elif kind == "user":
            yield from reading.user(line, offset)
    for voice in reading.voices.values():
        source.waits = source.waits or not (source.quiet or voice.stop)
        yield from reading.closed(voice, at_end=source.quiet)
    if not reading.prompted:
        source.resume = source.start


class _Reading:
    """One transcript on its way."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.voices: dict[str, _Voice] = {}
        self.last = 0
        self.prompted = False

    def assistant(self, line: dict[str, Any]) -> Iterator[Event]:
        """A line of an agent's message; gives the end of a turn that came before it."""
        message, blocks = _content(line)
        if message.get("model") == _PROGRAM or line.get("isApiErrorMessage"):
            return
        if not isinstance(blocks, list):
            self.source.damaged += 1
            return
        voice = self._voice(line)
        name = first(message, "id") or words(line.get("uuid"))
        if name != voice.message:
            yield from self.closed(voice)
            voice.message = name
        voice.line, voice.at = line, self._at(line)
        voice.stop = words(message.get("stop_reason")) or voice.stop
        voice.texts += [text] if (text := text_of(blocks, "text").strip()) else []
        for block in blocks:
            if isinstance(block, dict) and block.get("type") == "tool_use" and words(block.get("id")):
                voice.acts = True
                voice.calls[block["id"]] = (words(block.get("name")), block.get("input"))

    def user(self, line: dict[str, Any], offset: int) -> Iterator[Event]:
        """A line in the person's place: results of calls, or words."""
        _, blocks = _content(line)
        if not isinstance(blocks, str | list) or not (words(line.get("sessionId")) or words(line.get("uuid"))):
            self.source.damaged += 1
            return
        voice = self._voice(line)
        if isinstance(blocks, list):
            for block in blocks:
                if isinstance(block, dict) and block.get("type") == "tool_result":
                    yield from self._result(line, voice, block)
        text = text_of(blocks, "text")
        if not text.strip() or line.get("isMeta"):
            return
        if line.get("isCompactSummary"):
            yield from self.closed(voice, at_end=True)
            yield self._event(line, "PostCompact", f"compact:{_name(line, offset)}", compact_summary=_summary(text))
            return
        yield from self.closed(voice, at_end=True)
        voice.calls.clear()
        if not line.get("isSidechain"):
            self.source.resume, self.prompted = offset, True
        yield self._event(line, "UserPromptSubmit", f"prompt:{_name(line, offset)}", prompt=text)

    def closed(self, voice: _Voice, at_end: bool = False) -> Iterator[Event]:
        """The end of the voice's turn, if its last message was one: older versions did not write why it stopped."""
        over = voice.stop in _OVER or (at_end and not voice.stop)
        if voice.texts and not voice.acts and over:
            event = "SubagentStop" if _helper(voice.line) else "Stop"
            said = "\n\n".join(voice.texts)
            yield self._event(voice.line, event, f"said:{voice.message}", voice.at, last_assistant_message=said)
        voice.message, voice.texts, voice.stop, voice.acts = "", [], "", False

    def _result(self, line: dict[str, Any], voice: _Voice, block: dict[str, Any]) -> Iterator[Event]:
        call = words(block.get("tool_use_id"))
        if call not in voice.calls:
            return
        name, given = voice.calls.pop(call)
        content = block.get("content")
        answer: dict[str, Any] = {"tool_name": name, "tool_input": given, "tool_use_id": call}
        if block.get("is_error") is True:
            error = flat(content)
            if not error.startswith(_REFUSED):  # no hook tells of a call that never ran
                yield self._event(line, "PostToolUseFailure", f"call:{call}", error=error, **answer)
            return
        told = line.get("toolUseResult")
        response = told if isinstance(told, dict | list) else content
        yield self._event(line, "PostToolUse", f"call:{call}", tool_response=response, **answer)

    def _event(self, line: dict[str, Any], event: str, key: str, at: int = 0, **fields: Any) -> Event:
        payload = {
            "hook_event_name": event,
            "session_id": words(line.get("sessionId")) or self.source.path.stem,
            "cwd": words(line.get("cwd")),
            "agent_version": words(line.get("version")),
            **fields,
        }
        if helper := _helper(line):
            payload["agent_id"] = helper
        return Event(payload, at or self._at(line), key, words(line.get("gitBranch")))

    def _voice(self, line: dict[str, Any]) -> _Voice:
        return self.voices.setdefault(_helper(line), _Voice())

    def _at(self, line: dict[str, Any]) -> int:
        self.last = max(self.last, instant_of(line.get("timestamp")) or 0)
        return self.last


def _content(line: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    message = line.get("message")
    return (message, message.get("content")) if isinstance(message, dict) else ({}, None)


def _helper(line: dict[str, Any]) -> str:
    """The helper that the line belongs to; "" for the main agent."""
    return words(line.get("agentId")) or ("sidechain" if line.get("isSidechain") is True else "")


def _name(line: dict[str, Any], offset: int) -> str:
    return words(line.get("uuid")) or f"{words(line.get('sessionId'))}@{offset}"


def _summary(text: str) -> str:
    """The summary as a hook is given it, without the words around it."""
    inner = text.partition(_SUMMARY)[2] if _SUMMARY in text[:400] else text
    return inner.partition(_AFTER_SUMMARY)[0].strip()
