"""What lies open for choice when a person speaks next: an agent's options, proposal, question, or own stated choice.

proposals.py knows the forms of proposals. Most advice has none of them: an agent asked what it would take answers in a
plain sentence ("Unleash: self-hosted, …"), lists two names, or asks one question. Here it is read as what it answers.
"""

from __future__ import annotations

import re
from dataclasses import replace

from memwiki.compile import acts
from memwiki.compile.language import Sentence, fold, has_han, sentences
from memwiki.compile.proposals import CHORE, Proposal, listed
from memwiki.compile.quotation import own_words
from memwiki.compile.session import Turn
from memwiki.regexes import regex
from memwiki.values import value

_ADVICE = regex(
    r"\b(?:what|which|who|where|how)\b.{0,30}\b(?:would|should|could|shall|can)\b|"
    r"\b(?:(?:would|should|could|shall|can) (?:you|we|i|it|the)|do (?:you|u|we)|what about|how about|"
    r"ideas (?:for|to|how|on)|any ideas?|suggest\w*|"
    r"recommend\w*|options?|how (?:do|does|can|to|should)|"
    r"which(?! [\w ]{1,20}\b(?:is|are|was|were|did|does|has)\b)|better|best|vs\.?)\b|"
    r"\bor\b[^?]{2,60}\?|"
    r"\b(?:need|want) (?:sth|something|some|an?)\b|"
    r"^(?!(?:what|which|who|where|when|why|how|is|are|was|were|do|does|did|has|have|any)\b)"
    r"[\w.+'-]+(?:(?: [\w.+'-]+){3,9})?\?$|"
    r"觉得|建议|推荐|哪|怎么|如何|[用按拿存放走选]\s?(?:啥|什么)|要不要|还是|合适|办法|方案|选型|想(?:加|做|上|搞|把|放|用|要)|多少|多久",
    re.IGNORECASE,
)
_WEIGHS = regex(
    r"\b(?:would|could|can|might|should|i'?d|we'?d|either|options?|alternatives?|candidates?|choices?|suggest\w*|"
    r"propos\w*|recommend\w*|"
    r"both|better|enough|simpler|handles?|fits?)\b|可以|可用|建议|推荐|都行|都可|更|就够|够用|不如|最好|适合|倾向",
    re.IGNORECASE,
)
_ALTERNATIVES = regex(
    r"\b(?:or|either|vs\.?|versus|options?|both|alternatives?|candidates?|choices?|would do too)\b|"
    r"或者?|还是|两者|都行|都可以|任选",
    re.IGNORECASE,
)
_ORDER = regex(
    r"\b(?:first(?! (?:layer|name|page|class|line|row|screen|use))|start with|begin with|now or|later)\b|"
    r"先(?:做|改|看|写)",
    re.IGNORECASE,
)
# `Should I …`, `Want me to …`: what follows is the agent's work, where anything else asks how something is to be.
_MY_WORK = regex(
    r"(?:shall|should|may|can) i\b|want me to|(?:would|do) you (?:like|want) me to|要我|需要我|我(?:来|去|先)|要不要我",
    re.IGNORECASE,
)


@value(frozen=True, slots=True)
class Open:
    """`asked` is what the person wanted to know, `asks` the agent's closing question, `said` its statements."""

    turn: Turn
    asked: str
    asks: str
    said: tuple[str, ...]
    proposal: Proposal | None  # labelled items count, too
    offered: Proposal | None  # in a form that proposals.py knows
    advice: bool  # the person asked for advice, or for one of several
    alternatives: bool  # the agent names several
    weighs: bool  # the agent says what could or would be
    chosen: str  # what the agent says that it chose by itself
    worked: bool

    @property
    def words(self) -> str:
        """All that was said: what a reply may take a name from."""
        return "\n".join((*self.said, self.asks, self.asked))


def opened(turn: Turn, offered: Proposal | None, before: Open | None) -> Open | None:
    """What the turn's last message leaves open; what was open before stays so while the person only asks."""
    if turn.final is None:
        return None
    said = sentences(own_words(fold(turn.final.text)))
    asked = sentences(own_words(fold(turn.prompt.text))) if turn.prompt else ()
    worked = any(step.tool and step.tool.family in ("edit", "write") for step in turn.steps)
    asks = said[-1].text if said and said[-1].asked else ""
    if asks and (_in_turn(asks) or (chore(asks) and offered is None)):
        return None
    wanted = _wanted(asked)
    explains = _WHY.match(wanted) is not None
    plain = tuple(one.text for one in said if not one.asked)[:12]
    own = next(
        (text for text in plain if _I_CHOSE.match(text) or acts.margin(acts.agent(text), "choice") >= _CHOSEN), ""
    )
    made = Open(
        turn=turn,
        asked=wanted,
        asks=asks,
        said=plain,
        proposal=offered or listed(turn.final.text) or (listed(turn.prompt.text) if turn.prompt else None),
        offered=offered,
        advice=bool(wanted) and not explains and _ADVICE.search(wanted) is not None,
        alternatives=_ALTERNATIVES.search(f"{' '.join(plain)} {asks}") is not None,
        weighs=not explains and _WEIGHS.search(" ".join(plain[:3])) is not None,
        chosen=own if worked or own else "",
        worked=worked,
    )
    if before is not None and not worked and not made.alternatives and not offered and not asks and _only_asks(asked):
        return replace(before, said=(*before.said, *plain))
    return made


_I_CHOSE = regex(
    r"(?:i|we) (?:chose|picked|opted for|settled on|went (?:with|for)|decided (?:on|to))\b|我选(?:择|用)?了",
    re.IGNORECASE,
)
_WHY = regex(r"(?:why|how come|what'?s the reason)\b|.{0,6}(?:为什么|为啥|怎么回事)", re.IGNORECASE)
_JUST_ASKS = regex(
    r"(?:pls |please )?(?:gimme|give me|show me|any|some|what are (?:my|the|our))\b"
    r".{0,12}\b(?:options|ideas|choices|suggestions)\b",
    re.IGNORECASE,
)
_GREETS = regex(
    r"(?:(?:hi|hey|hello|hallo|moin|morning|mornin|good (?:morning|evening|day)|ok(?:ay)?|back|so|right|well"
    r"|cheers)\W*)+"
    r"(?:there|all|again|claude|codex|gemini)?\W*|(?:你好|早上?好?|在吗|嗨|哈喽)\W*",
    re.IGNORECASE,
)
_CHOSEN = 60  # points by which an agent's sentence tells a choice rather than anything else


def _wanted(asked: tuple[Sentence, ...]) -> str:
    """The sentence of a prompt that wants an answer: the first that asks for advice, else the first."""
    asked = tuple(one for one in asked if not (_JUST_ASKS.match(one.text) or _GREETS.fullmatch(one.text))) or asked
    marked = (f"{one.text}?" for one in asked if one.asked and _ADVICE.search(f"{one.text}?"))
    plain = (one.text for one in asked if _ADVICE.search(one.text))
    return next(marked, "") or next(plain, "") or next((one.text for one in asked), "")


def _only_asks(asked: tuple[Sentence, ...]) -> bool:
    return all(
        one.asked or re.match(r"(?:what|how|which|why|who|where|whats|is|are|does|do)\b|.*[吗呢么]$", one.text)
        for one in asked
    )


_FACT = regex(
    r"(?:(?:do|does|did|is|are|was|were|has|have)(?:n't)?\b(?! we (?:want|need)| you (?:want|prefer))|"
    r"who|whose|when|why|how (?:many|much|long|often|old|big))\b|"
    r".*(?:是不是|有没有|有吗|谁|什么时候|为什么|为啥)",
    re.IGNORECASE,
)


def wants_fact(message: str) -> bool:
    """Whether a message closes with a question for a fact (`do you have a staging system?`), not for a choice."""
    said = sentences(fold(message[-600:]))
    return bool(said) and said[-1].asked and _FACT.match(said[-1].text) is not None


def my_work(question: str) -> bool:
    """Whether a question offers the agent's own work: `should I go ahead?`."""
    return _MY_WORK.search(question) is not None


def _in_turn(question: str) -> bool:
    """Whether a question asks what to do first, not how something is to be."""
    return _ORDER.search(question) is not None


def chore(question: str) -> bool:
    """Whether a question is about the agent's next step, not about how something is to be."""
    if _MY_WORK.search(question) or len(question) < 14:
        return CHORE.search(question) is not None or _CHECKS.search(question) is not None
    return has_han(question) and re.match(r"(?:提交|推送|合并|部署|继续|开始)", question) is not None


_CHECKS = regex(
    r"\b(?:fix|go ahead|look|see|debug|investigate|search|read|try)\b(?! (?:as|through|by|from))", re.IGNORECASE
)
