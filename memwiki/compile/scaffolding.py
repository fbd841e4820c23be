"""What agents' programs put into prompts themselves: those words are not the person's."""

from __future__ import annotations

import re

from memwiki.regexes import regex

_BLOCKS = (
    "system-reminder|system_reminder|environment_context|environment_details|user_instructions|INSTRUCTIONS|"
    "task-notification|local-command-stdout|local-command-stderr|local-command-caveat|command-name|command-message|"
    "command-args|command-contents|bash-input|bash-stdout|bash-stderr|hook_context|ide_opened_file|ide_selection|"
    "ide_diagnostics|attached_files|manually_attached_skills|available_skills|turn_aborted|user_action|"
    "subagent_notification|post-tool-use-hook|user-prompt-submit-hook|teammate-message|memwiki|memwiki-handoff|"
    "memwiki-recall|cursor_commands|open_and_recently_viewed_files|user_info|git_status|permissions instructions"
)
_BLOCK = regex(rf"<(?P<tag>{_BLOCKS})(?:\s[^<>\n]{{0,200}})?>.*?(?:</(?P=tag)>|\Z)", re.DOTALL)
_WRAPPER = regex(r"</?(?:user_query|user_message)>")
_WHOLE = regex(
    r"""\A\s*(?:
      \#\ AGENTS\.md\ instructions | \#\ CLAUDE\.md | Caveat:\ The\ messages\ below
      | This\ session\ is\ being\ continued\ from\ a\ previous\ conversation
      | Another\ language\ model\ started\ to\ solve\ this\ problem
      | \[Request\ interrupted\ by\ user | \[Request\ cancelled | \[Image(?:\ \#\d+|:\ source)[^\]]*\]\s*\Z
      | <user-memory-input> | Base\ directory\ for\ this\ skill:
      | You\ are\ performing\ a\ CONTEXT\ CHECKPOINT\ COMPACTION
      | Your\ task\ is\ to\ create\ a\ detailed\ summary\ of\ the\ conversation
      | Warmup\s*\Z | (?:PreToolUse|PostToolUse|Stop|UserPromptSubmit)\ hook\b
    )""",
    re.VERBOSE,
)
_COMMAND = regex(r"\A/[A-Za-z][\w:-]*\s*\Z")


def spoken(text: str) -> str:
    """The part of a prompt that a person wrote: "" where the agent's program wrote all of it."""
    if _WHOLE.match(text):
        return ""
    plain = _WRAPPER.sub("", _BLOCK.sub("", text)) if "<" in text else text
    plain = plain.strip()
    if len(plain) > 1 and plain[0] == plain[-1] == '"' and "\n" not in plain and plain.count('"') == 2:
        plain = plain[1:-1].strip()  # OpenCode hands prompts over in literal quotes
    return "" if _COMMAND.match(plain) or _WHOLE.match(plain) else plain
