"""One sentence, one page: what is decided is no warning, and what warns is no rule that only its phrases suggest."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memwiki.compile.likeness import contained, words
from memwiki.compile.trap_cues import WARNING
from memwiki.records import Claim
from memwiki.regexes import regex

_SAME = 80  # per cent of the trap's words that the statement holds
_PUT_RIGHT = 60
_A_SENTENCE = 5  # words
_SUGGESTED = 0.75  # the confidence of a rule that counted phrases alone heard


def told_apart(traps: Sequence[Claim], stated: Sequence[Claim]) -> tuple[tuple[Claim, ...], tuple[Claim, ...]]:
    """The warnings and the statements, each sentence on one side only."""
    stated = tuple(claim for claim in stated if not any(_tried(trap, claim) for trap in _persons(traps)))
    kept = tuple(trap for trap in traps if not any(_decides(claim, trap) for claim in stated))
    warned = tuple(
        claim for claim in stated if not (_suggested(claim) and any(_says(trap, claim) for trap in _persons(kept)))
    )
    return kept, tuple(claim for claim in warned if not any(_cures(trap, claim) for trap in _persons(kept)))


def _cures(trap: Claim, claim: Claim) -> bool:
    """Whether the statement is what the trap's page tells as its remedy: `give it the short code instead`."""
    remedy = words(" ".join(trap.parts.get("fix", ())))
    if not remedy or claim.kind not in ("decision", "preference") or claim.tags or not _one_prompt(claim, trap):
        return False
    return contained(words(claim.text), remedy) >= _SAME


def _tried(trap: Claim, claim: Claim) -> bool:
    """Whether a reply only turns down what was tried before: `no need to try, ios cuts it after five minutes`."""
    if claim.kind != "decision" or "failed" not in trap.parts or claim.replaces or not WARNING.search(trap.text):
        return False
    return _one_prompt(claim, trap) and _DOWN.search(claim.title) is not None and _says(trap, claim)


_DOWN = regex(r"\b(?:no|not|don'?t|never|without)\b|不|别|没", re.IGNORECASE)


def _persons(traps: Sequence[Claim]) -> tuple[Claim, ...]:
    return tuple(trap for trap in traps if trap.source == "person")


def _suggested(claim: Claim) -> bool:
    return claim.kind == "preference" and claim.source == "person" and claim.confidence <= _SUGGESTED


def _decides(claim: Claim, trap: Claim) -> bool:
    """Whether the decision says what the warning says, or puts it right."""
    if claim.kind != "decision" or trap.source != "person" or not _one_prompt(claim, trap):
        return False
    put_right = claim.act == "replace" and bool(claim.replaces)
    told, said = words(trap.text), words(claim.text)
    if contained(told, words(" ".join(claim.parts.get("reason", ())))) >= _SAME:
        return True  # why it was decided stands on its page
    whole = (
        len(said) >= _A_SENTENCE and contained(said, told) >= _SAME
    )  # the warning holds the decision and its lead-in
    return whole or contained(told, said) >= (_PUT_RIGHT if put_right else _SAME)


def _says(one: Claim, other: Claim) -> bool:
    return _one_prompt(one, other) and contained(words(other.text), words(one.text)) >= _SAME


def _one_prompt(one: Claim, other: Claim) -> bool:
    return bool({e.observation for e in one.evidence} & {e.observation for e in other.evidence})
