"""What a person's sentence does: state a rule, make a choice, define a term, ask, suppose, order, accept, refuse.

A sentence is read in three steps: lead-in words come off, cues are found (cues_en.py, cues_zh.py), and the cues are
weighed (rules.py, choices.py). Weights are whole numbers; RULE and CHOICE say how much it takes. Last, counted phrases
are heard too (acts.py): where they speak clearly for another act, that act it is.
Nothing here knows a project's words.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from functools import lru_cache

from memwiki.compile import acts, cues
from memwiki.compile.choices import CHOICE, STAYS, choice_weight, lays_down
from memwiki.compile.cues import Found
from memwiki.compile.customs import SETTLED
from memwiki.compile.heard import weighed
from memwiki.compile.hearsay import hearsay
from memwiki.compile.judgements import JUDGED
from memwiki.compile.language import Sentence, clauses, fold, has_han, language, sentences
from memwiki.compile.orders import first_verb, is_task, topic
from memwiki.compile.quotation import own_words, unquoted
from memwiki.compile.reaching import reached
from memwiki.compile.rule_parts import rules_apart
from memwiki.compile.rules import RULE, SHAPING, rule_weight
from memwiki.compile.said_again import told_again, weary
from memwiki.compile.settled import CHANGED_MIND, settled
from memwiki.compile.supposed import DICTATED, SUPPOSED
from memwiki.compile.utterances import Utterance
from memwiki.compile.wishes import POLITE
from memwiki.compile.words_en import HABIT_VERBS
from memwiki.regexes import regex


@lru_cache(maxsize=256)
def read(prompt: str, asked_before: bool = False) -> tuple[Utterance, ...]:
    """The person's own sentences in a prompt, each with its act. `asked_before`: the prompt answers a question."""
    said = by_cues(prompt)
    if asked_before and said:  # only the first sentence answers
        return reached((weighed(said, 0, True), *_weighed(prompt)[1:]))
    return reached(_weighed(prompt))


@lru_cache(maxsize=256)
def _weighed(prompt: str) -> tuple[Utterance, ...]:
    said = by_cues(prompt)
    return tuple(weighed(said, n, False) for n in range(len(said)))


@lru_cache(maxsize=256)
def by_cues(prompt: str) -> tuple[Utterance, ...]:
    """The sentences as the cue grammar alone reads them."""
    said: list[Utterance] = []
    for sentence in sentences(unquoted(own_words(fold(prompt)))):
        said += [utterance(sentence.only(part)) for part in rules_apart(sentence.text)]
    return _joined(_taken_back(_headed(said)))


ASKS = regex(r"[?？]")  # an agent's message that wants an answer
_CANCELS = regex(
    r"(?:no,? )?wait,? (?:no|forget|scratch|not)\b|(?:no,? |oh )?(?:forget|scratch|strike) (?:that|it)\b|"
    r"never ?mind (?:that|it)?\b|"
    r"(?:哦|啊)?(?:不对|算了|当我没说|等等,?不)(?:[,。]|$)",
    re.IGNORECASE,
)


def _taken_back(said: list[Utterance]) -> list[Utterance]:
    """`from now on deploy by itself... no wait, forget that`: what is taken back at once was never said."""
    for n, (first, then) in enumerate(itertools.pairwise(said)):
        if first.act in ("rule", "choice") and _CANCELS.match(then.raw) and first.paragraph == then.paragraph:
            said[n], said[n + 1] = replace(first, act="note", weight=0), replace(then, act="ack", weight=0)
    return said


def _headed(said: list[Utterance]) -> list[Utterance]:
    """Items under "our conventions:" are rules, each of them."""
    ruling = ordered = False
    for n, u in enumerate(said):
        if not u.item:
            ruling = _HEADING.search(u.raw) is not None
            ordered = not ruling and is_task(u.text, "en") and u.raw.rstrip().endswith(":")
            if ruling and n + 1 < len(said) and said[n + 1].item:
                said[n] = replace(u, act="ack", weight=0)
        elif ordered and u.act in ("rule", "choice", "note") and not u.cues.any("memo", "decided"):
            said[n] = replace(u, act="task", weight=0)  # what the thing that is ordered is to do
        elif ruling and u.act in ("note", "task", "choice"):
            said[n] = replace(u, act="rule", weight=RULE)
    return said


_ECHO = regex(
    r"(?:like,? )?(?:in general|generally|always (?:like (?:this|that)|so|please)|"
    r"from now on|in (?:the )?future|everywhere)\W*|"
    r"(?:always|ever|never|no exceptions?|every time|for good|thanks?|period)\W*|(?:一律|永远|"
    r"每次)(?:都)?(?:这样|如此)?\W*",
    re.IGNORECASE,
)
_WONDERS = regex(r"(?:so |and )?(?:how|what|why|when|where|who|did|does|do|is|are)\b", re.IGNORECASE)
# `the coverage comes out as 0 for every gene. why`: what stands before it is what is wrong
_WHY = regex(
    r"(?:(?:and|but|so|any idea|no idea|dunno|find out|check|tell me|can you (?:see|check"
    r"|find out)),? )*(?:why(?: (?:is|does|would) (?:it|that|this)(?: do (?:it|that))?)?|how come|any ideas?"
    r"|what(?:'s| is|s) (?:wrong|going on|happening|up)(?: (?:here|there|with (?:it|that)))?)|(?:你?(?:看"
    r"|查)一?下)?(?:这是)?(?:为什么|为啥|怎么回事|咋回事|啥情况|什么情况|什么原因)",
    re.IGNORECASE,
)
_BECAUSE = regex(r"(?:because|cuz|reason\s*:|since)\b|因为|由于|主要是", re.IGNORECASE)
_HEADING = regex(
    r"\b(?:rules?|conventions?|guidelines?|style|preferences|standards|principles|things to remember|"
    r"for the future|ground rules|before we (?:start|begin)|to (?:know|keep in mind))\b[^:]{0,30}:$|"
    r"(?:规矩|规范|约定|原则|规则|要求|习惯|注意事项|以后)[^:]{0,8}:$",
    re.IGNORECASE,
)
_FRAGMENT = regex(r"(?:no|not|without|nothing) [\w-]+|不(?:要|用|引|搞|上)", re.IGNORECASE)


def _paired(first: Utterance, then: Utterance) -> tuple[Utterance, Utterance] | None:
    """Both with the acts that they have together; None where they stand each for itself."""
    if CHANGED_MIND.fullmatch(first.text) and then.act in ("rule", "note", "choice", "task") and not then.asked:
        return replace(first, act="note", weight=0), replace(then, act="choice", weight=_FIRM)
    if first.act in ("note", "rule") and first.weight < _FIRM and _WHY.fullmatch(then.text):
        return replace(first, act="question", weight=0), then
    return settled(first, then)


def _joined(said: list[Utterance]) -> tuple[Utterance, ...]:
    """Sentences that are more together: `so: local first, …. no crdt lib` chooses, `tests first. always` rules."""
    for n, (first, then) in enumerate(itertools.pairwise(said)):
        if (pair := _paired(first, then)) is not None:
            said[n], said[n + 1] = pair
            continue
        together = first.act == then.act == "note" and first.paragraph == then.paragraph
        leads = "conclude" in first.cues or bool(topic(first.text))
        if (first.act in ("note", "task", "choice") or "ask_politely" in first.cues) and (
            (
                _ECHO.fullmatch(then.text)
                and not _WONDERS.match(first.text)
                and (first.act != "choice" or "settle" not in first.cues)
            )
            or (then.act == "note" and weary(then, first))
        ):
            said[n] = replace(first, act="rule", weight=RULE)
            said[n + 1] = replace(then, act="note")
        if (
            first.act in ("note", "task")
            and then.act != "question"
            and _BECAUSE.match(then.text)
            and first.weight + 14 >= CHOICE
        ):
            said[n] = replace(first, act="choice", weight=CHOICE)
        if then.act in ("note", "task", "choice") and told_again(first, said[n + 1]):
            said[n + 1] = replace(then, act="rule", weight=RULE)
        if _turned_for_a_reason(first, then):
            said[n], said[n + 1] = replace(first, act="note", weight=0), replace(then, act="choice", weight=_FIRM)
            continue
        if JUDGED.search(first.text) and then.act in ("note", "task") and _REPLACES.match(then.text):
            said[n + 1] = replace(then, act="choice", weight=CHOICE)
        if first.act == "choice" and first.weight < _FIRM and _SHOULD.match(then.raw) and not first.cues.any("decided"):
            said[n] = replace(first, act="note", weight=0)
            continue
        backs = then.act == "note" and "weighs" in then.cues and not then.cues.any("question", "sorry", "figure")
        valued = bool(topic(first.text)) and _FIGURE.search(first.text) is not None
        weight = first.weight + (14 if valued else 8)
        if first.act == "note" and backs and weight >= CHOICE and first.paragraph == then.paragraph:
            said[n] = replace(first, act="choice", weight=CHOICE)
        if together and leads and _FRAGMENT.match(then.text) and first.weight + then.weight >= CHOICE - 3:
            said[n] = replace(first, act="choice", weight=CHOICE)
    return tuple(said)


def _turned_for_a_reason(first: Utterance, then: Utterance) -> bool:
    """`20 minutes isn't enough for a soak. raise the cap from 20 to 35 minutes`: why, and what is to be from now on."""
    if then.act != "task" or "from_to" not in then.cues or then.item or first.paragraph != then.paragraph:
        return False
    tells = first.act in ("note", "choice") and first.weight < _FIRM and not first.asked
    return tells and ("weighs" in first.cues or JUDGED.search(first.text) is not None)


_FIRM = 60
# `customers get 19 % on the preview. should be 0`: what is, and what it should be, is a fault
_SHOULD = regex(
    r"(?:it |that |this |they |which )?(?:should(?:n'?t| not)? (?:be|have|say|show|read|give|get)|expected\b"
    r"|ought to be)"
    r"|(?:它|这里?|那里?)?(?:应该|本来)(?:是|要|显示|得)",
    re.IGNORECASE,
)
_FIGURE = regex(r": ?[^,.]{0,20}\d")  # `floor heating: 12 degrees at night. gas is too expensive for more`


_REPLACES = regex(
    r"(?:switch|move|change|convert|turn|migrate) (?:it|that|this|them) (?:over )?(?:to|into) |"
    r"replace (?:it|that|them) (?:with|by) |"
    r"use (?!the |it)[^,.]{3,60} instead|(?:改|换)(?:成|为|用)",
    re.IGNORECASE,
)


def _grammar(text: str) -> str:
    """The grammar of the first clause where it is a whole English one: `stop adding emoji, 看着闹心`."""
    head = clauses(text)[0] if clauses(text) else text
    return "en" if not has_han(head) and len(head.split()) >= 4 else acts.lexicon(text)


def utterance(sentence: Sentence) -> Utterance:
    """One sentence, weighed."""
    lang = _grammar(sentence.text)
    text = cues.without_lead(sentence.text, lang)
    found = cues.find(text, lang)
    act, weight = ("ack", 0) if not text else _act(text, lang, found, sentence)
    shown = "zh" if lang == "zh" else language(sentence.text)
    slip = "sorry" in found
    return Utterance(
        text, sentence.text, act, shown, found, sentence.paragraph, sentence.item, weight, slip, sentence.asked
    )


# `oh great, let's just keep the passwords in a sheet`: said of what nobody wants
_SARCASM = regex(
    r"(?:oh|ah|wow|yeah|well),? (?:great|sure|right|nice|wonderful|brilliant|perfect|lovely|cool),? "
    r"(?:let'?s|lets|why (?:not|don'?t)|we (?:could|should|can))\b|(?:不错啊|真好|好家伙|太好了)[,。]?干脆",
    re.IGNORECASE,
)
# `don't overthink, no new table`: how the work at hand is to be taken
_EASY = regex(
    r"(?:(?:and|but|please|pls|just) )*(?:don'?t|do not|dont|no need to) (?:over-?think|over-?engineer|over-?do"
    r"|go overboard"
    r"|spend (?:too )?(?:much|long))\b(?! (?:in|when|your|my)\b)|(?:别|不用|不要)(?:想太多|搞(?:得)?太?复杂|过度设计)",
    re.IGNORECASE,
)
_REMINDS = regex(r"\bremind me\b|提醒我(?!们)", re.IGNORECASE)  # a time to be told of something is no rule
_TODAY = regex(
    r"\b(?:today|tonight|this (?:evening|morning|afternoon))\b|^for (?:tomorrow|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)day)\b"
    r"|今(?:天|晚)|^(?:先|再)?跑一?(?:遍|下|次)[^,。]{0,4}明天",
    re.IGNORECASE,
)


# `options, no code`: what kind of answer is wanted
_ANSWERS_ONLY = regex(
    r"(?:just |only )?(?:options?|ideas?|suggestions?|proposals?|opinions?|thoughts|a plan|plan|analysis|explanation|"
    r"read[- ]only|numbers|a list|words)(?: (?:only|first|please|pls|for now))?,? (?:no|not|without|but no) "
    r"(?:code|edits?|changes?|coding|implementation|patch(?:es)?|diffs?)\b",
    re.IGNORECASE,
)


# 记一下这个坑:… asks to keep a trap
_TRAP_TOLD = regex(
    r"(?:对了[,，])?(?:帮我|你)?(?:记(?:一?下|住|着)?|备注(?:一?下)?|提醒(?:一?下)?)(?:这|有|是)?个?(?:大|小|老)?坑[:：,，]"
    r"|(?:please )?(?:remember|note|write down|keep in mind)[:,]? (?:this|the|that|a) (?:trap|gotcha|pitfall|catch)\b",
    re.IGNORECASE,
)


def _act(text: str, lang: str, found: Found, sentence: Sentence) -> tuple[str, int]:
    if _asks(text, lang, found, sentence) or (_ANSWERS_ONLY.match(text) and not found.any("forever", "memo")):
        return ("question", 0)
    if by_form := _by_form(text, found, sentence):
        return (by_form, 0)
    core = text[: found.at("reason")] if found.at("reason") > 8 else text
    rule, choice = rule_weight(core, lang, cues.find(core, lang)), choice_weight(text, lang, found)
    sure = min(found.at("forever"), found.at("memo"), found.at("decided"))
    sure = min(sure, found.at("no_more")) if "ask_politely" in found else sure
    if "maybe" in found and found.at("maybe") <= sure:
        return ("maybe", 0)
    today = rule >= RULE and _TODAY.search(core) is not None and not found.any("memo", "forever", "decided")
    if today or _for_once(text, found, choice):
        return ("oneoff", 0)
    if lays_down(text) or STAYS.match(sentence.text):
        return ("choice", SETTLED)
    if found.at("later") == 0 and not found.any("decided", "memo", "forever"):
        return ("later", 0)
    if "decided" in found and choice >= CHOICE and "memo" not in found:
        return ("choice", choice)
    if rule >= RULE and _weighs_two(text, found):
        return ("choice", max(choice, CHOICE))
    if lang != "zh" and choice >= CHOICE and _of_artefacts(text, found):
        return ("rule", max(rule, RULE))
    return _heavier(text, lang, found, rule, choice) or (
        ("later", 0) if "later" in found else ("task" if is_task(text, lang) else "note", max(rule, choice))
    )


def _by_form(text: str, found: Found, sentence: Sentence) -> str:
    """The act that nothing weighs against; "" where none is told by its form."""
    if hearsay(text, found) or _SARCASM.match(sentence.text.strip()):
        return "hearsay"
    if SUPPOSED.match(sentence.text):
        return "maybe"
    if DICTATED.match(sentence.text):
        return "task"
    if _REMINDS.search(text):
        return "later"
    if _TRAP_TOLD.match(sentence.text):
        return "note"
    return "oneoff" if _EASY.match(text) and not found.any("forever", "memo") else ""


def _heavier(text: str, lang: str, found: Found, rule: int, choice: int) -> tuple[str, int] | None:
    """Rule or choice, whichever weighs enough; None where neither does."""
    core = text[: found.at("reason")] if found.at("reason") > 8 else text
    if lang == "zh" and choice >= CHOICE and "reason" in found and _unified_only(text, found):
        return ("choice", choice)
    if rule >= RULE and (
        found.any(*_RULE_WORDS)
        or choice < CHOICE
        or rule > choice
        or _orders_habit(text, found)
        or _agents_habit(core, lang)
    ):
        return ("rule", rule)
    return ("choice", choice) if choice >= CHOICE else None


# `one gateway per region from now on instead of one per zone, saves 900 a month`: weighed by what it costs
_INSTEAD_AT_COST = regex(
    r"\binstead of\b[^.;]*\b(?:saves?|saving|cheaper|costs?|faster|half the|a third of|less (?:memory|load|money"
    r"|traffic))\b|\b(?:saves?|cheaper|costs?)\b[^.;]*\binstead of\b|(?:不用|不再用|代替|替换|取代|换成)[^。;]*(?:省"
    r"|便宜|成本|开销)[^。;]*\d",
    re.IGNORECASE,
)
_THAN = regex(r"\brather\b.{3,60}\bthan\b", re.IGNORECASE)


def _weighs_two(text: str, found: Found) -> bool:
    """`I'd rather convert afterwards than touch the generator, …` weighs one thing against another: no habit."""
    habit = cues.artefact(text, "en")[0] in _AGENT_MADE
    if not habit and _INSTEAD_AT_COST.search(text) and not found.any("memo", "whenever", "no_more"):
        return True
    habit = habit or found.any("forever", "whenever", "everywhere", "memo", "no_more")
    return _THAN.search(text) is not None and len(clauses(text)) > 1 and not habit


def _of_artefacts(text: str, found: Found) -> bool:
    """`error messages for users: say what to do next`, `plots: 300 dpi, for every figure` rule."""
    head = topic(text)
    if not head or not cues.artefact(head, "en")[0]:
        return False
    return "everywhere" in found or first_verb(text) in HABIT_VERBS | {"say"}


def _for_once(text: str, found: Found, choice: int) -> bool:
    decides = choice >= CHOICE and found.any("decided", "reason") and not _only_once(text, found)
    beyond = re.search(r"\bnot (?:just|only) (?:for |in )?th(?:is|at)\b|不(?:光|只|仅)(?:是)?这", text)
    return "once" in found and not decides and beyond is None


_RULE_WORDS = (
    "forever",
    "memo",
    "taste",
    "must_not",
    "no_more",
    "ask_first",
    "all_must",
    "layering",
    "stop_doing",
    "permission",
    "fed_up",
)


def _unified_only(text: str, found: Found) -> bool:
    """推送统一走极光,因为省电 chooses: 统一 alone makes no rule where a reason is given."""
    said = text[found.at("forever") : found.end("forever")]
    return (
        said in ("统一", "一律")
        and not found.any("memo", "no_more", "must_not", "all_must")
        and not cues.artefact(text[:6], "zh")[0]
    )


_AGENT_MADE = frozenset(
    {"commit message", "branch name", "pull request", "changelog", "code comment", "answer", "command", "emoji"}
)


def _agents_habit(text: str, lang: str) -> bool:
    """What is said of things that agents make is a rule for them: 代码注释还是改成英文吧."""
    name, at = cues.artefact(text, lang)
    return name in _AGENT_MADE and 0 <= at <= 2


def _orders_habit(text: str, found: Found) -> bool:
    """`use pathlib instead of os.path in all scripts`: an order that holds everywhere."""
    return ("everywhere" in found or "fed_up" in found) and first_verb(text) in SHAPING and "reason" not in found


def _only_once(text: str, found: Found) -> bool:
    return (
        re.search(r"\b(?:once|this (?:one )?time|for this one)\b|这(?:一)?次|仅此", text[found.at("once") :])
        is not None
    )


# -- questions, others' words -----------------------------------------------------------------------------------------


# `would you kindly switch to plotly from now on?`
_POLITE = regex(
    r"(?:can|could|would|will) (?:you|u|ya)\b(?! (?:say|think|know|tell|expect|recommend|explain|show))", re.IGNORECASE
)


def _asks(text: str, lang: str, found: Found, sentence: Sentence) -> bool:
    if "ask_politely" in found and found.any("forever", "no_more", "memo", "everywhere", "stop_doing"):
        return False
    if _POLITE.match(text) and found.any("forever", "memo"):
        return False
    if POLITE.match(text) and "contrast" in found:
        return False
    if lang == "zh":
        if _EITHER_ZH.match(text) and "decided" not in found:
            return True
        if "fed_up" in found and not sentence.asked:
            return False
        return sentence.asked or ("question" in found and _still_open_zh(text, found))
    if sentence.asked:
        return not ("taste" in found and "everywhere" in found and found.at("taste") < len(text) // 2)
    return (
        "question" in found
        and re.match(
            r"(?:should|could|would) (?:be|also|not|only|have)\b|do (?:it|that|this|not|the)\b|"
            r"don'?t\b|will do|can(?:not|'t)|have (?:a|it|the)\b",
            text,
            re.IGNORECASE,
        )
        is None
        and not found.any("forever", "decided")
    )


# 会话放内存还是放 Redis: a question, marked as one or not
_EITHER_ZH = regex(r"[^,。]{0,16}[放用走存是选做按上写][^,。]{1,14}还是[^,。]{1,16}(?<![吧了好点])$")


def _still_open_zh(text: str, found: Found) -> bool:
    """A Chinese question word asks, unless the sentence goes on to decide."""
    if found.any("decided", "memo", "forever"):
        return text.rstrip("。! ").endswith(("吗", "呢", "?", "?", "么"))
    return not re.search(r"(?:帮我|看一?下|查一?下|确认一?下)", text) or True
