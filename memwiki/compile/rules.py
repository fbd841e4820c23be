"""How much a sentence speaks for a standing rule."""

from __future__ import annotations

import re

from memwiki.compile import cues
from memwiki.compile.cues import Found
from memwiki.compile.customs import custom
from memwiki.compile.language import clauses
from memwiki.compile.orders import first_verb, orders_zh
from memwiki.compile.wishes import POLITE
from memwiki.compile.words_en import HABIT_VERBS, TASK_VERBS
from memwiki.regexes import regex

RULE = 30

_WEIGHTS_RULE = {
    "forever": 30,
    "memo": 30,
    "no_more": 25,
    "stop_doing": 30,
    "fed_up": 10,
    "taste": 30,
    "everywhere": 15,
    "must_not": 25,
    "ask_first": 30,
    "layering": 30,
    "permission": 25,
    "all_must": 30,
    "must": 10,
    "whenever": 15,
}
_NEGATED = regex(
    r"(?:^|[,;:] ?|\b(?:and|but|pls|please|also|so) )(?:please |pls |just )?(?:don'?t|do not|never|"
    r"avoid|no|stop|quit|not)(?: ever)?\s+(?P<verb>[a-z-]+)(?:\s+(?P<rest>[^,;]*))?",
    re.IGNORECASE,
)
_DEFINITE = regex(
    r"^(?:[Tt]he|[Tt]his|[Tt]hat|[Tt]hese|[Tt]hose|it|them|my(?! (?:code|commits?|comments?|prs?|"
    r"branches|files|tests?)\b)|his|her|its|any of|yet|now|me|there|here|'em|anything|so|too|just|"
    r"about)\b"
    r"|[\w-]+[./]\w+|\b[a-z]+[A-Z]\w+\b|\w+_\w+|\d{2,}"
)


_ME = regex(r"\b(?:in|for|across) all (?:of )?my (?:projects|repos)", re.IGNORECASE)


# `remember to push the branch` is to be done once.
_CHORE = regex(
    r"^(?:remember|don'?t forget) to (?!always|never|keep|use)[a-z]+ (?:the|this|that|it|them|my|your|me)\b",
    re.IGNORECASE,
)
_CHORE_ZH = regex(r"(?:记得|别忘了?)(?:把|去|帮|先把|一会|等下|等会)")


# 收工,记一下 asks to keep what was said, and says nothing
_NOTHING = regex(
    r"(?:\W|\b(?:ok|okay|done|good|so|now|please|pls|that|this|it|all|down|for (?:today|now|later)|bye|thanks?)\b"
    r"|收工|下班|好的?|行|先?这样|今天|到这|就|我?走了|了|吧|哈|一下|这个|这些|刚才的?|以上|都)*",
    re.IGNORECASE,
)
_ALWAYS_ZH = regex(r"都(?:要|得|用|写|放|按)|一律|必须|不要|别")
_PLURAL_MUST = regex(
    r"(?!this|its|was|is)[a-z][\w-]*s(?: (?:in|on|of|for|from|with|under) [\w -]{2,24}?)? must (?!be able)",
    re.IGNORECASE,
)
_ALL_ARE = regex(r"(?!the|this|that|it|my)[\w-]+(?: [\w-]+)? are [A-Z\w`]")


def rule_weight(text: str, lang: str, found: Found) -> int:
    """How much the sentence speaks for a standing rule; RULE is enough."""
    weight = sum(w for name, w in _WEIGHTS_RULE.items() if name in found)
    if "memo" in found and _NOTHING.fullmatch(text[: found.at("memo")] + text[found.end("memo") :]):
        weight -= _WEIGHTS_RULE["memo"]
    if lang == "zh":
        whole = weight + _habit_zh(text, found)
        later = [p for p in clauses(text)[1:] if cues.artefact(p, "zh")[1] == 0 and _ALWAYS_ZH.search(p)]
        return max([whole, *(rule_weight(p, "zh", cues.find(p, "zh")) for p in later)])
    weight += sum(points for points, holds in _circumstances(text, found) if holds) + _habit_en(text, found)
    only_scope = weight == 15 and "everywhere" in found
    return 5 if only_scope else weight


def _circumstances(text: str, found: Found) -> tuple[tuple[int, bool], ...]:
    fault = "complaint" in found
    memo = text[found.at("memo") : found.end("memo")]
    return (
        (-30, "all_must" in found and found.any("complaint", "expected", "from_to")),
        (15, "we_do" in found and "everywhere" in found),
        (20, "fed_up" in found and "contrast" in found),
        (30, _ME.search(text) is not None),
        (20, cues.artefact(text, "en")[1] == 0 and re.search(r"\b(?:should|must)\b", text) is not None and not fault),
        (20, "everywhere" in found and _ALL_ARE.match(text) is not None and not fault),
        (-30, "figure" in found or re.search(r"\b(?:that|which|who) (?:always|never)\b", text) is not None),
        (20, _PLURAL_MUST.match(text) is not None and not fault),
        (-30, _CHORE.search(text) is not None),
        (-15, found.at("memo") > 12 and "memo" in found and memo.isascii()),
        (-20, "forever" in found and _describes_fault(text, found)),
        (-10, "no_more" in found and "lets" in found),
        (-30, "probe" in found and not found.any("memo", "ask_first", "permission", "must", "whenever")),
        (10, "ask_politely" in found and "no_more" in found),
        (10, "permission" in found and _EXCEPT_ONCE.search(text) is None),
        (30, _ONLY_THIS.match(text) is not None and len(text.split()) < 6 and not fault and not _BARE_NOT.search(text)),
        (-30, _THIRD.match(text) is not None and not found.any("memo", "must", "everywhere")),
        (-40, _HOLD.match(text) is not None and not found.any("forever", "memo", "whenever", "everywhere")),
        (30, _UNIVERSAL.match(text) is not None and not fault),
        (30, _NOTHING_THAN.search(text) is not None and not fault),
        (30, _FOR_GOOD.search(text) is not None and _NEGATED.search(text) is not None),
        (30, "contrast" in found and POLITE.match(text) is not None),
        (0 if fault else custom(text), True),
        (-40, _OWN_TOIL.match(text) is not None),
    )


# `why do you write using namespace std? In our company it is forbidden`: what, the sentence before says
BANS_IT = regex(
    r"(?:[\w' -]{2,24} )?(?:it|that|this|they)(?: is|'s| are|'re) (?:strictly |completely |not )?(?:forbidden"
    r"|banned|prohibited"
    r"|allowed|permitted|taboo|a no-?go)\b"
    r"|(?:这个?|那个?)?(?:是)?(?:明令)?(?:禁止|不允许|不让|严禁)的?$|(?:别|不要|不许|不准)(?:再)?(?:去)?[动碰改用写](?:它|这个|那个)",
    re.IGNORECASE,
)
# `I delete it by hand every time`: what the person is tired of; the rule stands beside it
_OWN_TOIL = regex(
    r"i (?:(?:always|still|then|just|keep|have to|must|need to|had to) )*(?:delet|remov|fix|correct|chang|undo"
    r"|redo|revert"
    r"|rewrit|retyp|convert|translat|clean|mov|renam|edit|add)(?:e|ing|es)?\b[^.;]*\b(?:by hand|every (?:\w+ )?time"
    r"|each time|every (?:day|evening|morning|week|night)|again|myself|afterwards)\W*$",
    re.IGNORECASE,
)
# `hold on, don't run the real one` is for now
_HOLD = regex(r"(?:hold on|hang on|wait|stop|one (?:sec|moment)|not so fast)[,.!]", re.IGNORECASE)
# `nothing on the screen smaller than 20 point`, `do nothing there without asking`
_NOTHING_THAN = regex(
    r"(?<!there is )(?<!there's )(?<!have )\b(?:nothing|no [\w-]+)\b[^.;,]{0,50}?\b(?:small|bigg|larg|long|short|old"
    r"|new|high|low|wid|narrow)er than\b"
    r"|\b(?:do|touch|change|run|send|delete|commit|install) nothing\b[^.;,]{0,30}\b(?:without|before|unless)\b",
    re.IGNORECASE,
)
# `everything inside the code is millimetres`, `they are passengers, in the ui and in the code`: how a place is kept
_PLACES = (
    r"(?:code(?:base)?|db|database|api|apis|repo|ui|docs?|logs?|configs?|schemas?|tables?|exports?|reports?|tests?)"
)
_UNIVERSAL = regex(
    rf"(?:(?:[\w -]{{2,20}}: ?)?(?:everything|anything|every \w+|each \w+|all [a-z]+s)(?: we \w+)? "
    r"(?:in|inside|within|on) "
    rf"(?:the |our |this )?(?:[\w-]+ )?{_PLACES} (?:is|are|stays?|goes|has|carries|uses?|speaks?)"
    r"|(?:they|these|those|it|that)(?:'re|'s| are| is) (?:called )?"
    r"(?!in\b|on\b|not\b|still\b|all\b)(?:an? )?[\w'`-]+(?: [\w'`-]+)?,? "
    rf"(?:both )?in the {_PLACES} and) "
    r"(?!now\b|broken|wrong|gone|empty|fine|ok\b|okay|slow|red|green|done|stale|missing|still|not \w+ing)",
    re.IGNORECASE,
)
_EXCEPT_ONCE = regex(r"\b(?:now|yet|today|tonight|until|till|while|for a (?:bit|moment|minute))\b", re.IGNORECASE)
_ONLY_THIS = regex(r"(?!the|this|that|it|read|test|dev|local|one)[\w.-]+(?: [\w.-]+)? only(?=$|[,.;:])", re.IGNORECASE)
_BARE_NOT = regex(r"\b(?:don'?t|do not|no) \w+\W*$", re.IGNORECASE)  # `plan only, dont apply`: for now
# `and never writes to the world` tells what a thing does
_THIRD = regex(r"(?:no [\w-]+, )?(?:and |but |it )?(?:never|always) (?!\w+ss\b)[a-z]+s\b(?! \w+ing\b)", re.IGNORECASE)
_FOR_GOOD = regex(
    r"^(?:please |pls )?(?:don'?t|do not) (?:you )?ever\b|[,.;] ?(?:not )?ever\b\W*$|, ever\b|\bnot ever\b",
    re.IGNORECASE,
)


def _describes_fault(text: str, found: Found) -> bool:
    """`the cache is never invalidated` tells of a fault; `amounts are never floats` rules."""
    singular = re.match(
        r"(?:the|this|that|it|my|our|he|she|they|i|which|there)\b[^,]{0,50}?\b(?:always|never)\b", text, re.IGNORECASE
    )
    passive = re.search(
        r"\b(?:is|are|was|were|gets?|has|have) (?:always|never) (?:been )?\w+(?:ed|en|ut|ade|ound)\b",
        text,
        re.IGNORECASE,
    )
    if text[found.at("forever") :].lower().startswith("even "):
        return False
    if first_verb(text) in ("always", "never") or re.match(r"(?:please |pls )?(?:always|never)\b", text, re.IGNORECASE):
        return False
    ruled = found.any("must", "must_not", "memo", "everywhere", "contrast", "whenever") or re.search(
        r"\balways\b.*\bnever\b|\bshould\b", text
    )
    return bool((singular or passive or "complaint" in found) and not ruled)


def _same_clause(text: str, at: int) -> str:
    """The first clause where it says something of its own of what stands there, else all of the text."""
    first = clauses(text)[0] if clauses(text) else text
    return first if at + 1 < len(first) and re.search(r"\b(?:is|are|happens?|goes|runs?|uses?)\b", first) else text


def _habit_en(text: str, found: Found) -> int:
    """A verb of habit with a plural or mass object, a prohibition of such, or an artefact with a manner."""
    weight = 0
    name, at = cues.artefact(text, "en")
    verb = first_verb(text)
    habit = verb in HABIT_VERBS
    if name and cues.manner(_same_clause(text, at), "en"):
        lead = text[:at].strip().lower()
        described = lead in ("", "all", "every", "any") or (cues.manner(lead, "en") and " " not in lead)
        if described or (habit and not re.search(r"\b(?:the|this|that|a|an|these|those)$", lead)):
            weight += 25 if lead and verb in TASK_VERBS and verb not in SHAPING else 30
    if habit and verb in SHAPING and "everywhere" in found:
        weight += 15
    if "whenever" in found and _comes_back(text, found):
        weight += 15
    return max([weight, *(weight + _prohibition(match, text) for match in _NEGATED.finditer(text))])


SHAPING = frozenset(
    [
        "use",
        "keep",
        "write",
        "name",
        "prefix",
        "suffix",
        "prefer",
        "avoid",
        "answer",
        "reply",
        "explain",
        "show",
        "give",
        "ask",
        "tell",
        "call",
        "treat",
        "store",
        "quote",
        "format",
    ]
)
_DONE_WITH = regex(
    r"when(?:ever)? (?:you|u|ya)(?:'re|r| are| get| have| had| did| ran| was| were| see| feel| think|"
    r" can| finish| come| start| said| changed| added| made| tried| fixed)\b",
    re.IGNORECASE,
)


def _comes_back(text: str, found: Found) -> bool:
    """`when you show me sql use lowercase` comes back; `when you're done, ping me` does not."""
    if _DONE_WITH.search(text) or "once" in found:
        return False
    start = found.at("whenever")
    rest = re.sub(r"^[^,]*,\s*", "", text[found.end("whenever") :]) if start == 0 else text[:start]
    words = re.findall(r"[a-z-]+", (rest if start == 0 else text).lower())
    return any(w in HABIT_VERBS or w in ("no", "not", "don't", "dont", "first", "make", "then") for w in words[:8])


def _prohibition(match: re.Match[str], text: str) -> int:
    verb, rest = match["verb"].lower(), (match["rest"] or "").strip()
    bare = match[0].lower().split()
    if "avoid" in bare[:3] and not _DEFINITE.search(f"{verb} {rest}"):
        return 30
    if "no" in bare[:3] and verb not in ("one", "need", "idea", "problem", "rush", "time", "longer"):
        if re.match(r"(?:was|were)\b", rest):
            return 0  # `no exceptions were thrown`
        habit = cues.artefact(f"{verb} {rest}", "en")[0]
        if re.search(r"\bever\b|\bplease\b|\bpls\b", text) or (habit and re.search(r"\b(?:in|for|to|on|with)\b", rest)):
            return 30
        scoped = re.match(
            r"(?:[\w-]+ ){0,2}(?:in|inside|outside(?: of)?|without|except|unless) (?:an? |any )?[\w-]+", rest
        )
        return (30 if match.start() == 0 else 25) if scoped else 5
    if verb in ("just", "only", "yet", "really") or verb in (
        "try",
        "worry",
        "overthink",
        "code",
        "panic",
        "bother",
        "forget",
        "have",
        "be",
        "need",
        "want",
        "think",
        "know",
    ):
        return 0
    if verb in HABIT_VERBS and rest and not _DEFINITE.search(_without_code(rest)):
        return 25 if verb in ("touch", "edit", "change", "run", "deploy", "push", "test", "check") else 30
    if verb in HABIT_VERBS and re.search(r"\b(?:in|into|to|from|inside|on)\b", rest):
        scope = re.split(r"\b(?:in|into|to|from|inside|on)\b", rest, maxsplit=1)[1]
        if cues.artefact(scope, "en")[0] and not re.search(r"\b(?:this|that|these|those)\b|[\w-]+[./]\w+", scope):
            return 30
    if re.search(r"`[^`]+`", rest) and verb in HABIT_VERBS:
        return 30
    return 0


def _without_code(text: str) -> str:
    return re.sub(r"`[^`]*`", "code", text)


_FORM_ZH = regex(
    r"(?:用|写|以|按|改成|统一|都)?(?:英文|英语|中文|汉语|简体|小写|大写|驼峰|下划线|短横线|蛇形|简短|"
    r"简洁|精简|短一?点|一句话|一行|英式|美式|开头|前缀|格式|不超过|以内|最多)|不要|别"
)


def _habit_zh(text: str, found: Found) -> int:
    weight = 0
    name, at = cues.artefact(text, "zh")
    if "figure" in found or _CHORE_ZH.search(text):
        weight -= 30
    if "complaint" in found and "forever" in found and not found.any("avoid", "must", "must_not", "memo"):
        weight -= 20
    if found.any("once") or (orders_zh(text) and not found.any("must_not", "memo", "ask_first")):
        weight -= 15
    if (
        name
        and at <= 6
        and re.search(r"用|写|要|别|不要|加|以|按|改成|保持|统一|放|带|里|尽量|短|简|不超过|以内|最多", text)
    ):
        weight += (
            30
            if at <= 2 and _FORM_ZH.search(text) and "complaint" not in found
            else 20
            if cues.manner(text, "zh")
            else 5
        )
        weight += 5 if found.any("avoid", "must", "changed") else 0
    if re.match(r"(?:把|先把|帮)", text) and not found.any(
        "forever", "memo", "everywhere", "must_not", "no_more", "fed_up"
    ):
        weight -= 30
    weight += 30 if re.search(r"能[^,。]{1,16}就(?:不要|别|不用)", text) else 0
    weight += 10 if "ask_politely" in found and "no_more" in found else 0
    if "avoid" in found:
        weight += 15 if name else 5
        weight += 20 if "fed_up" in found else 0
    weight += 5 if "must_not" in found else 0
    weight += 10 if "must" in found else 0
    return weight
