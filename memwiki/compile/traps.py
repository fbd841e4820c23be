"""A trap that an agent told of, put into words: symptom, attempts, cause, what helped."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memwiki.compile import asked, evidence
from memwiki.compile.attempts import Attempts
from memwiki.compile.findings import Block
from memwiki.compile.language import language
from memwiki.compile.prose import shortened
from memwiki.compile.symptoms import error_line
from memwiki.compile.trap_cues import BESIDE, CAUSE, DONE, FIX, FOLLOWED, MARKER, QUIET_FAILURE, TRIED, TROUBLE
from memwiki.compile.trap_words import NAME, keys, names, no_article
from memwiki.compile.wording import ended
from memwiki.records import Claim, Evidence, Observation
from memwiki.regexes import regex

TEXT = 700  # characters of the statement


class Trap:
    """One trap told by an agent, while it is put into words."""

    def __init__(
        self, message: Observation, block: Block, fix: tuple[str, ...], tried: Attempts, kind: str, at: int = -1
    ) -> None:
        self.message, self.tried, self.kind = message, tried, kind
        told = [one for one in block.said if not (BESIDE.search(one) or _NOTHING_DONE.match(one))]
        helped = tuple(one for one in told if _HELPED.match(one))
        told = [one for one in told if one not in helped] or told
        self.said = [one for one in told if not (DONE.search(one) and not TROUBLE.search(one))] or list(block.said)
        cue = [
            n for n, one in enumerate(self.said) if CAUSE.search(one) or TRIED.search(one) or QUIET_FAILURE.search(one)
        ]
        self.cue = cue[0] if cue else 0
        if at >= 0 and block.said[at] in self.said:
            self.cue = self.said.index(block.said[at])
        self.fix = (*helped, *(one for one in fix if not _NOTHING_DONE.match(one)))
        self.lang = language(" ".join(self.said)[:2000])

    def claim(self) -> Claim:
        joint = "" if self.lang == "zh" else " "
        text = shortened(joint.join(self._sentence(one) for one in self.said), TEXT)
        title = self._title()
        parts = self._parts()
        named = names([*self.said, *self.tried.errors[-2:]])
        return Claim(
            kind="gotcha",
            act="state",
            subject=asked.cut_words(title, 60),
            title=title,
            text=text,
            ts=self.message.ts,
            evidence=(
                evidence.of(self.message, " ".join(self.said)),
                *(
                    evidence.of(o, error)
                    for o, error in list(zip(self.tried.seen, self.tried.errors, strict=True))[-3:]
                ),
                *self._cured(parts["fix"]),
            ),
            source="agent",
            confidence=0.8 if self.tried.worked else 0.7,
            lang=self.lang,
            parts={name: told for name, told in parts.items() if told},
            keys=keys(named, title),
            entities=named[:8],
        )

    def _parts(self) -> dict[str, tuple[str, ...]]:
        behind = self.said[self.cue + 1 :]
        fixes = [one for one in behind if FIX.search(one) and not FOLLOWED.search(one)]
        causes = [self.said[self.cue], *(one for one in behind if one not in fixes and not FOLLOWED.search(one))]
        failed = list(self.tried.failed[-4:])
        if self.kind == "tried":
            failed = [one for one in self.said if TRIED.search(one)] + failed
            causes = [_reason(one) for one in causes]
        fix = [ended(MARKER.sub("", one)) for one in (*fixes, *self.fix) if len(one) > 5]
        if self.tried.helped and self.tried.worked and not fix:
            fix.append(self.tried.helped)
        if self.tried.worked and not any(self.tried.worked in one for one in fix):
            fix.append(self._worked())
        return {
            "symptom": tuple(self._symptom()),
            "failed": tuple(ended(one) for one in failed[:4]),
            "cause": tuple(ended(self._bare(one)) for one in causes[:3]),
            "fix": tuple(fix[:4]),
        }

    def _cured(self, fix: tuple[str, ...]) -> Iterator[Evidence]:
        """The edit that helped and the run that worked, where the fix tells of them."""
        tried = self.tried
        for seen, name, told in zip(
            reversed(tried.cure), (tried.worked, tried.helped), (self._worked(), tried.helped), strict=False
        ):
            if name and any(name in one for one in fix):
                yield evidence.of(seen, told)

    def _symptom(self) -> list[str]:
        before = [ended(one) for one in self.said[: self.cue] if TROUBLE.search(one) or error_line(one)]
        after = [ended(_SO.sub("", one)) for one in self.said[self.cue + 1 :] if FOLLOWED.search(one)]
        return [f"`{error}`" for error in self.tried.errors[-3:]] + before[:2] + after[:2]

    def _worked(self) -> str:
        return f"`{self.tried.worked}` 随后通过。" if self.lang == "zh" else f"After that `{self.tried.worked}` worked."

    def _bare(self, sentence: str) -> str:
        bare = _IN.sub(r"\g<place> ", MARKER.sub("", sentence).strip())
        return bare or sentence

    def _sentence(self, one: str) -> str:
        return ended(self._bare(one) if one == self.said[self.cue] else one)

    def _title(self) -> str:
        chosen = self.said[self.cue]
        bare = self._bare(chosen)
        others = [one for one in self.said[: self.cue] if len(NAME.findall(one)) > len(NAME.findall(bare))]
        if self.kind == "tried":
            bare = _tried_title(chosen)
        elif others and not NAME.findall(bare):
            bare = _ASIDE.sub("", others[0])
        title = asked.title(no_article(bare))
        last = self.tried.errors[-1] if self.tried.errors else ""
        error = "" if last.startswith("Assert") else last.rpartition(": ")[2].strip(" '")
        fits = len(error) > 6 and len(title) + len(error) + 2 <= asked.TITLE
        if fits and " " in error and error.lower() not in title.lower():
            joint = ":" if self.lang == "zh" else ": "
            title = f"{title}{joint}{error}"
        return title


# `with RUST_MIN_STACK=16777216 the tests pass as well`: what helped, not that it is done
_HELPED = regex(
    r"(?:but |and )?(?:with|after|by|using|setting) [^,.;]{3,90}?\b(?:(?:tests?|build|suite|it|all|everything"
    r"|they) (?:\w+ )?(?:pass(?:es)?|works?|builds?|runs?|is (?:fine|green|gone|ok)|are (?:fine|green|gone|ok)))\b"
    r"|(?:加上|设成|设置|改成|换成|用(?!例|户))[^,。;]{2,60}(?:之后|以后|后|就)[^,。;]{0,12}(?:通过|正常|好了|过了)",
    re.IGNORECASE,
)
_NOTHING_DONE = regex(
    r"(?:i|we) (?:have )?(?:changed|touched|edited|modified) (?:no|nothing|none)\b|(?:no (?:files?|code) (?:was"
    r"|were) changed|nothing (?:was |is |has )?(?:been )?changed)\b|(?:我)?(?:没有?|没)(?:改|动)(?:任何)?(?:文件"
    r"|代码|东西)",
    re.IGNORECASE,
)
_SO = regex(r"^(?:so|hence|thus|therefore|因此|所以|于是|结果)[,，:：]?\s*", re.IGNORECASE)
# `in slug(): it turned …`: what misbehaves is the place that is named.
_IN = regex(
    r"^(?:in|inside|within|with|at) (?P<place>`[^`]+`|[\w./]+(?:\(\))?)\s*[:,—-]+\s*(?:it|this|which)\s+", re.IGNORECASE
)
_ASIDE = regex(r"^(?:unrelated|also|separately|another|side note)\s*[:,]\s*", re.IGNORECASE)
_TRIED_WHAT = regex(
    r"\b(?:tried|attempted|went with|started with)\s+(?:to\s+|using\s+|with\s+"
    r"|out\s+)?(?P<what>[^,;:.]{2,50}?)(?:\s+first|\s+before|\s+too)?"
    r"\s*(?:,|;|:|\bbut\b|\band\b|\bhowever\b|—|-)\s*(?P<rest>.+)$",
    re.IGNORECASE,
)
_BECAUSE = regex(r"^.*?\b(?:because|since)\s+", re.IGNORECASE)


def _reason(sentence: str) -> str:
    """What stands behind `because`, else the sentence."""
    found = _BECAUSE.match(sentence)
    rest = sentence[found.end() :] if found else ""
    return rest if len(rest) > 12 else sentence


def _tried_title(sentence: str) -> str:
    """`vcrpy did not work: presigned requests carry a new date` of a sentence about an attempt."""
    found = _TRIED_WHAT.search(sentence)
    if not found:
        return sentence
    reason = _BECAUSE.sub("", found["rest"])
    return f"{found['what']} did not work: {reason}" if reason != found["rest"] else f"{found['what']}: {reason}"
