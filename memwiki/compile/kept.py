"""What of a person's sentences is kept: acts once more, where their worth (worth.py) speaks clearly otherwise."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from memwiki.compile.choices import CHOICE
from memwiki.compile.customs import SETTLED, amazed, done_so
from memwiki.compile.left_cues import STRUCK
from memwiki.compile.rules import RULE
from memwiki.compile.supposed import DICTATED, SUPPOSED
from memwiki.compile.surroundings import Surroundings
from memwiki.compile.utterances import Utterance, reasoned
from memwiki.compile.worth import worth
from memwiki.regexes import regex

# Points, measured on dialogues whose writers the weights had not seen (eval/learn_worth.py --without).
WORTH = {"choice": 0, "rule": -50}  # so much makes a rule or choice of what the cues do not read as one
_VAIN = {"choice": -40, "rule": -20}  # with less, what phrases alone read as one is none
_CUED = {"choice": -130, "rule": -160}  # and what cues read as one
_ALONE = 150  # less, where the agent has not answered: most of what tells is missing
_OTHER = 40  # by which the other must be worth more
_WORK = 50  # more, where the cues read an order of work, or the agent has not answered
_WONDERS = 30  # more, where the cues read a question that has no mark of one
_OTHERS = 150  # more, where others are said to say it
_TOLD = {"gotcha": -80, "concept": -40}  # so much lets a trap or a term stand before what it is worth less as
_FIRM = 60  # what cues of such weight read as one is nothing else
_KIND = {"choice": "decision", "rule": "preference"}
_OPEN = ("note", "task", "maybe", "later", "hearsay", "question")
_STANDARD = {"choice": CHOICE, "rule": RULE}
_NAMES = 100  # the lead of a term that its worth alone tells


def values(said: Sequence[Utterance], around: Surroundings) -> tuple[Mapping[str, int], ...]:
    """What each sentence of a prompt is worth; nothing for other languages, questions and mere agreement.

    It is kept beside what stands around the prompt, for the next who asks for the same.
    """
    known = around.worth
    found: tuple[Mapping[str, int], ...]
    if known and (known[0] is said or known[0] == said):
        found = known[1]
        return found
    found = tuple(worth(said, n, around) if _may_be_worth(one) else {} for n, one in enumerate(said))
    known[:] = said, found
    return found


def _may_be_worth(u: Utterance) -> bool:
    return u.lang in ("en", "zh") and not u.asked and u.act != "ack"


def kept(u: Utterance, value: Mapping[str, int], answered: bool = True) -> Utterance:
    """The sentence with the act that its worth speaks for; `answered`: the agent said something to it."""
    if not value or SUPPOSED.match(u.raw) or DICTATED.match(u.raw):
        return u
    if done_so(u.raw) or amazed(u.raw):
        return replace(u, act="note", weight=0)
    own = not u.cues.any("forever", "memo") and _OWN.match(u.raw) is not None
    if u.act == "rule" and own:
        return replace(u, act="task" if _WORK_NOW.match(u.raw) else "note", weight=0)
    if not u.cues.any("forever", "decided") and _STILL_TO_DO.search(u.raw):
        return replace(u, act="later", weight=0) if u.act in _KIND else u
    if u.corrects or u.cues.any("memo", "maybe") or u.weight >= SETTLED:
        return u
    if u.act == "choice" and not u.cues.any("decided", "lets", "go_with") and _of_the_list(u.raw):
        return replace(u, act="note", weight=0)
    if u.act in _KIND:
        return _doubted(u, value, 0 if answered else _ALONE)
    if value["concept"] >= max(_TOLD["concept"], *(value[kind] for kind in _KIND.values())):
        return replace(u, term=max(u.term, _NAMES))
    best = max(_KIND, key=lambda act: value[_KIND[act]])
    least = WORTH[best] + (_WORK if (u.act == "task" and best == "choice") or not answered else 0)
    least += _WONDERS if u.act == "question" else _OTHERS if u.act == "hearsay" else 0
    if (best == "rule" and (own or (u.act == "task" and _ONE_THING.match(u.text)))) or WARNED.search(u.raw):
        return u
    if best == "choice" and (u.act == "question" or (u.act == "task" and _WORKED.search(u.raw))):
        return u
    if u.act in _OPEN and value[_KIND[best]] >= max(least, value["gotcha"]):
        return replace(u, act=best, weight=max(u.weight, _STANDARD[best]), heard=True)
    return u


# What is ordered together with its test or its commit is work: `set the limit to 41 and test it`.
_WORKED = regex(
    r"\b(?:and|then) (?:then )?(?:test|check|try|run|commit|push|deploy|ship) (?:it|that|this|them|the tests?)\b"
    r"|(?:然后|再|并)(?:测|跑|试|提交|推)(?:一?下|测试|上去)?",
    re.IGNORECASE,
)
# The order of work is no choice: `start with the parser`, `germination results next`, 先搞预热脚本.
_ORDER = regex(
    r"(?:(?:ok|so|now|and|then|please),? )*(?:start|begin|continue|go on|carry on) (?:with|by|on)\b"
    r"|(?:the )?(?:[\w-]+ ){1,4}(?:first|next)(?:[,;:]|$)|there(?:'s| is| are| will be)\b"
    r"|先(?:搞|做|弄|写|看|跑|修)",
    re.IGNORECASE,
)


# 夜盘提醒你一下,trade_date 不等于自然日: what follows is how things are
WARNED = regex(
    r"(?:^|[,，])(?:跟你说|和你说|给你)?[^,，]{0,6}提醒(?:你们?|大家)(?:一?[下句]|个事)[,，:：]"
    r"|就这(?:德性|毛病|脾气)|老毛病|通病|^(?:a )?(?:heads[ -]?up|word of warning)\b",
    re.IGNORECASE,
)


def still_to_do(said: str) -> bool:
    """Whether a sentence only tells what is not done yet, or who is asked first."""
    return _STILL_TO_DO.search(said) is not None


# 写一个函数判断…, `write a function that …`: one piece of work
_ONE_THING = regex(
    r"(?:please |pls )?(?:write|add|make|build|create|implement|give me) (?:me )?(?:an?|one) (?![^.;]*\b(?:every"
    r"|each|always|whenever|all)\b)|(?:帮我|给我|再)?(?:写|加|做|建|搞|弄|补|实现)一?个(?![^。;]*(?:每|都|一律"
    r"|以后))",
    re.IGNORECASE,
)
# `no wait, I'm in the middle of a boil`, `I'll answer them, do nothing`: what the person is at, or lets be now (`u can
# skip the test for those`)
_WORK_NOW = regex(
    r"(?:i|we) need\b[^.;]*[,;] (?:please |pls |so )?(?:begin|start|starting|beginning) with [^,.;]{2,40}$",
    re.IGNORECASE,
)
_OWN = regex(
    r"^(?:.{2,20}[,;:] ?)?(?:(?:no|don'?t (?:change|touch|write)(?: any)?) code(?: changes?)?(?: yet| now| for now)?"
    r"|(?:不用|不要|别|先别|无需)(?:改|动|写)(?:任何)?代码)$|"
    rf"^{_WORK_NOW.pattern}|"
    r"(?:.{3,40}[,;:] ?)?(?:you|u) (?:can|may|could) (?:skip|leave out|ignore|forget)\b(?![^.;]*\b(?:always|ever"
    r"|whenever|any ?time|only|as long as|if|unless)\b)|"
    r"^(?:no,? )?(?:wait,? |hang on,? |hold on,? )?(?:i'?m|im|i am) (?:in|at|on|off|about|just|still|busy|away|going"
    r"|doing)\b"
    r"|^i(?:'ll| will) (?!want|need|not\b|never|always)[a-z]+\b(?![^.;]*\b(?:always|from now on|every time)\b)",
    re.IGNORECASE,
)
# `the script is not written yet, for next time`, 迁移脚本还没写,留到下次; `I'll ask the pastor first`
_STILL_TO_DO = regex(
    r"\b(?:is|are|was) (?:still )?(?:not|n'?t) (?:yet )?(?:written|done|started|migrated|tested|ported"
    r"|finished)(?: yet)?\b"
    r"|\b(?:leave|left|save|keep) (?:it |that |them |the rest )?for (?:tomorrow|next (?:time|week|session)|later"
    r"|monday)\b"
    r"|\b(?:bed|sleep)\W+(?:tmrw|tomorrow|tmr)\b|^no (?:\w+ ){1,4}yet\b|^(?:周[一二三四五六日天]|明天|后天|下周).*别忘"
    r"|^(?:(?:ok|no|hm+|well|let me think),? )?(?:i'?ll|i will|let me|i (?:need|have) to|i must"
    r"|gotta) (?:first )?(?:ask|check with|talk to"
    r"|sleep on|think about|discuss|clear it with)\b(?![^.;]*\b(?:until then|till then|meanwhile)\b)"
    r"|还没有?(?:写|做|改|弄|加|接|测|动|补|迁|上线|完成)(?!过)|留(?:到|给|待)(?:下次|明天|以后|下周)|(?:记住"
    r"|帮我记)下次(?:做|弄|写|改)"
    r"|^(?:我|等我|让我)(?:先|再)?(?:问|跟.{1,8}商量|考虑|想)一?下",
    re.IGNORECASE,
)


def _of_the_list(said: str) -> bool:
    """Whether a sentence only orders the list of what is left: what comes first, what is done or struck off."""
    struck = STRUCK.search(said)
    off_the_list = struck is not None and struck["cut"] is not None
    return off_the_list or _ORDER.match(said.strip()) is not None or _DONE.search(said) is not None


# `so that point is done`, 这条关掉
_DONE = regex(
    r"\b(?:that|this|the) (?:point|item|one|part|task|ticket) (?:is|was) (?:done|closed|settled|finished)\b"
    r"|(?:搞定了|弄完了|做完了)|[这那](?:条|项|个)(?:可以)?(?:关|划|去|删)掉",
    re.IGNORECASE,
)


def firm(u: Utterance) -> bool:
    """Whether cues read the sentence as a rule or a choice so clearly that it is nothing else."""
    return u.act in _KIND and u.weight >= _FIRM


def _doubted(u: Utterance, value: Mapping[str, int], less: int) -> Utterance:
    mine = value[_KIND[u.act]]
    if not firm(u) and (turned := _turned(u, value)) is not None:
        return turned
    if mine < (_VAIN if u.heard else _CUED)[u.act] - less:
        return replace(u, act="note", weight=0)
    return u


def _turned(u: Utterance, value: Mapping[str, int]) -> Utterance | None:
    """The sentence as what it is worth more than what the cues read it as; None where that is it."""
    other = "rule" if u.act == "choice" else "choice"
    mine, theirs = value[_KIND[u.act]], value[_KIND[other]]
    if value["gotcha"] >= max(mine + _OTHER * reasoned(u), _TOLD["gotcha"]):
        return replace(u, act="note", weight=0)
    if value["concept"] >= max(mine, _TOLD["concept"]):
        return replace(u, act="note", weight=0, term=max(u.term, _NAMES))
    weighed = {"we_do", "contrast"} <= u.cues.spans.keys()
    least = _OTHER * (6 if "forever" in u.cues else 3 if weighed else 1)
    return replace(u, act=other) if theirs - mine >= least and theirs >= WORTH[other] else None
