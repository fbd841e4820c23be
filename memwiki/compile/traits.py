"""Traits of a sentence in an agent's message: its length, and which of the lists of cues find something in it."""

from __future__ import annotations

from collections.abc import Iterator

from memwiki.compile import left_cues, passing_cues, trap_cues
from memwiki.compile.concepts import definitions
from memwiki.compile.trap_words import NAME
from memwiki.regexes import Lexicon

_LISTS = Lexicon(
    {
        "cause": trap_cues.CAUSE,
        "quiet failure": trap_cues.QUIET_FAILURE,
        "behaves": trap_cues.BEHAVES,
        "follows": trap_cues.FOLLOWS,
        "built": trap_cues.BUILT,
        "done": trap_cues.DONE,
        "fix": trap_cues.FIX,
        "followed": trap_cues.FOLLOWED,
        "tried": trap_cues.TRIED,
        "guess": trap_cues.GUESS,
        "trouble": trap_cues.TROUBLE,
        "beside": trap_cues.BESIDE,
        "harm": passing_cues.HARM,
        "lacks": passing_cues.LACKS,
        "symptom": passing_cues.SYMPTOM,
        "connective": passing_cues.CONNECTIVE,
        "nature": passing_cues.NATURE,
        "no help": passing_cues.NO_HELP,
        "proposes": passing_cues.PROPOSES,
        "reports": passing_cues.REPORTS,
        "calms": passing_cues.CALMS,
        "mends": passing_cues.MENDS,
        "works": passing_cues.WORKS,
        "own slip": passing_cues.OWN_SLIP,
        "device": passing_cues.DEVICE,
        "always": passing_cues.ALWAYS,
        "quiet": passing_cues.QUIET,
        "undone": left_cues.UNDONE,
        "undone head": left_cues.UNDONE_HEAD,
        "put off": left_cues.PUT_OFF,
        "shown": left_cues.SHOWN,
        "left": left_cues.LEFT,
        "next": left_cues.NEXT,
        "names": NAME,
    }
)


def traits(text: str, lang: str) -> Iterator[str]:
    """What can be told of a sentence that stands alone."""
    yield f"length {min(len(text) // (12 if lang == 'zh' else 30), 6)}"
    if text.rstrip().endswith(("?", "？")):
        yield "asked"
    yield from (f"cue {name}" for name, _ in _LISTS.found(text))
    if definitions(text, lang):
        yield "defines"
