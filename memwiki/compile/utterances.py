"""One sentence of a person, as read: the noun that speech.py gives."""

from __future__ import annotations

import re

from memwiki.compile.cues import Found
from memwiki.regexes import regex
from memwiki.values import value


@value(frozen=True, slots=True)
class Utterance:
    """One sentence of a person and what it does.

    `act`: rule, choice, definition, question, maybe, hearsay, oneoff, later, task, note, ack.
    `text` is the sentence without lead-in words, `raw` as captured. `corrects` marks a slip put right; `trap` says by
    how many points (acts.py) the sentence tells a lasting trouble rather than anything else, `off` by how many it
    withdraws an earlier rule or decision, `lean` by how many it makes a choice, `term` by how many
    it says what a thing is called. `heard`: phrases alone say what it does.
    """

    text: str
    raw: str
    act: str
    lang: str
    cues: Found
    paragraph: int = 0
    item: bool = False
    weight: int = 0
    corrects: bool = False
    asked: bool = False
    trap: int = 0
    off: int = 0
    lean: int = 0
    heard: bool = False
    term: int = 0

    def with_leads(self, trap: int, off: int, lean: int, term: int) -> Utterance:
        """The sentence with these points; `dataclasses.replace`, in a quarter of the time."""
        return Utterance(
            self.text,
            self.raw,
            self.act,
            self.lang,
            self.cues,
            self.paragraph,
            self.item,
            self.weight,
            self.corrects,
            self.asked,
            trap,
            off,
            lean,
            self.heard,
            term,
        )


def reasoned(one: Utterance) -> bool:
    """Whether a choice tells why behind itself: `it goes over LoRa because the walls eat everything else`."""
    at = one.cues.at("reason")
    return one.act == "choice" and 20 < at < len(one.text) and _BECAUSE.match(one.text, at) is not None


_BECAUSE = regex(r"\W*(?:because|since|due to|for the reason|因为|由于)", re.IGNORECASE)
