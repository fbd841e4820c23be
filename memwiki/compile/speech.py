"""What a person's sentence does: state a rule, make a choice, define a term, ask, suppose, order, accept, refuse.

A sentence is read in three steps: lead-in words come off, cues are found (cues_en.py, cues_zh.py), and the cues are
weighed. Weights are whole numbers; RULE and CHOICE say how much it takes. Nothing here knows a project's words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memwiki.compile import cues
from memwiki.compile.cues import Found
from memwiki.compile.cues_en import CHOICE_VERBS, HABIT_VERBS, TASK_VERBS
from memwiki.compile.language import Sentence, clauses, has_han, language, sentences
from memwiki.compile.quotation import own_words

RULE = 30
CHOICE = 25


@dataclass(frozen=True, slots=True)
class Utterance:
    """One sentence of a person and what it does.

    `act`: rule, choice, definition, question, maybe, hearsay, oneoff, later, task, note, ack.
    `text` is the sentence without lead-in words, `raw` as captured. `corrects` marks a slip put right.
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


def read(prompt: str) -> tuple[Utterance, ...]:
    """The person's own sentences in a prompt, each with its act."""
    said = []
    for sentence in sentences(own_words(prompt)):
        for part in _rules_apart(sentence.text):
            said.append(utterance(Sentence(part, sentence.asked, sentence.item, sentence.paragraph, sentence.stop)))
    return tuple(said)


def utterance(sentence: Sentence) -> Utterance:
    """One sentence, weighed."""
    lang = _lexicon(sentence.text)
    text = cues.without_lead(sentence.text, lang)
    found = cues.find(text, lang)
    act, weight = ("ack", 0) if not text else _act(text, lang, found, sentence)
    shown = "zh" if lang == "zh" else language(sentence.text)
    return Utterance(
        text, sentence.text, act, shown, found, sentence.paragraph, sentence.item, weight, corrects="sorry" in found
    )


@lru_cache(maxsize=4096)
def _lexicon(text: str) -> str:
    """Which cue lexicon reads the sentence: Chinese as soon as its grammar is Chinese, else English."""
    if not has_han(text):
        return "en"
    han = len(re.findall(r"[㐀-鿿]", text))
    words = len(re.findall(r"[A-Za-z]{2,}", re.sub(r"`[^`]*`", "", text)))
    return "zh" if han * 2 >= words else "en"


def _act(text: str, lang: str, found: Found, sentence: Sentence) -> tuple[str, int]:
    if _asks(text, lang, found, sentence):
        return ("question", 0)
    if _hearsay(text, found):
        return ("hearsay", 0)
    rule, choice = rule_weight(text, lang, found), choice_weight(text, lang, found)
    if "maybe" in found and found.at("maybe") <= min(found.at("forever"), found.at("memo"), found.at("decided")):
        return ("maybe", 0)
    if "once" in found and not (choice >= CHOICE and found.any("decided", "reason") and not _only_once(text, found)):
        return ("oneoff", 0)
    if "decided" in found and choice >= CHOICE and "memo" not in found:
        return ("choice", choice)
    if rule >= RULE and (found.any(*_RULE_WORDS) or choice < CHOICE or rule > choice):
        return ("rule", rule)
    if choice >= CHOICE:
        return ("choice", choice)
    if "later" in found:
        return ("later", 0)
    return ("task" if is_task(text, lang) else "note", max(rule, choice))


_RULE_WORDS = ("forever", "memo", "taste", "must_not", "no_more")


def _only_once(text: str, found: Found) -> bool:
    return (
        re.search(r"\b(?:once|this (?:one )?time|for this one)\b|这(?:一)?次|仅此", text[found.at("once") :])
        is not None
    )


# -- questions, others' words -----------------------------------------------------------------------------------------


def _asks(text: str, lang: str, found: Found, sentence: Sentence) -> bool:
    if "ask_politely" in found and found.any("forever", "no_more", "memo", "everywhere"):
        return False
    if lang == "zh":
        return sentence.asked or ("question" in found and _still_open_zh(text, found))
    if sentence.asked:
        return True
    return (
        "question" in found
        and re.match(
            r"(?:should|could|would) (?:be|also|not|only|have)\b|do (?:it|that|this|not|the)\b|don'?t\b|will do|can(?:not|'t)|have (?:a|it|the)\b",
            text,
            re.IGNORECASE,
        )
        is None
        and not found.any("forever", "decided")
    )


def _still_open_zh(text: str, found: Found) -> bool:
    """A Chinese question word asks, unless the sentence goes on to decide."""
    if found.any("decided", "memo", "forever"):
        return text.rstrip("。!! ").endswith(("吗", "呢", "?", "?", "么"))
    return not re.search(r"(?:帮我|看一?下|查一?下|确认一?下)", text) or True


def _hearsay(text: str, found: Found) -> bool:
    if "hearsay" not in found:
        return False
    start = found.at("hearsay")
    own = min(
        found.at("lets"),
        found.at("decided"),
        found.at("go_with"),
        found.at("we_do"),
        found.at("settle"),
        found.at("conclude"),
    )
    if own < start or "conclude" in found:
        return False
    return not ("means" in found and re.search(r"call|叫", text))


# -- rules ------------------------------------------------------------------------------------------------------------

_WEIGHTS_RULE = {
    "forever": 30,
    "memo": 30,
    "no_more": 25,
    "fed_up": 10,
    "taste": 30,
    "everywhere": 15,
    "must_not": 25,
    "must": 10,
    "whenever": 15,
}
_NEGATED = re.compile(
    r"(?:^|[,;:] ?|\b(?:and|but|pls|please|also|so) )(?:please |pls |just )?(?:don'?t|do not|never|avoid|no|stop|quit|not)(?: ever)?\s+(?P<verb>[a-z-]+)(?:\s+(?P<rest>[^,;]*))?",
    re.IGNORECASE,
)
_DEFINITE = re.compile(
    r"^(?:the|this|that|these|those|it|them|my|his|her|its|any of|yet|now|me|there|here|'em|anything|so|too|just|about|worry|overthink|panic)\b|[\w-]+[./]\w+|\b[a-z]+[A-Z]\w+\b|\w+_\w+|\d{2,}",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"\b[a-z]+[A-Z]\w+\b")


def rule_weight(text: str, lang: str, found: Found) -> int:
    """How much the sentence speaks for a standing rule; RULE is enough."""
    weight = sum(w for name, w in _WEIGHTS_RULE.items() if name in found)
    if weight == 15 and "everywhere" in found and lang != "zh" and _first_verb(text) not in _SHAPING:
        weight = 20 if found.any("must_not", "contrast") else 5
    if lang == "zh":
        return weight + _habit_zh(text, found)
    if "figure" in found:
        weight -= 30
    if "memo" in found and found.at("memo") > 12:
        weight -= 15
    if found.any("forever") and _describes_fault(text, found):
        weight -= 20
    if "no_more" in found and "lets" in found:
        weight -= 10
    return weight + _habit_en(text, found)


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
    ruled = found.any("must", "must_not", "memo", "everywhere", "contrast", "whenever") or re.search(
        r"\balways\b.*\bnever\b|\bshould\b", text
    )
    return bool((singular or passive or "complaint" in found) and not ruled)


def _habit_en(text: str, found: Found) -> int:
    """A verb of habit with a plural or mass object, a prohibition of such, or an artefact with a manner."""
    weight = 0
    name, at = cues.artefact(text, "en")
    verb = _first_verb(text)
    habit = verb in HABIT_VERBS
    if name and cues.manner(text, "en"):
        lead = text[:at].strip().lower()
        if not lead or (habit and not re.search(r"\b(?:the|this|that|a|an|these|those)$", lead)):
            weight += 25 if lead and verb in TASK_VERBS and verb not in _SHAPING else 30
    if habit and verb in _SHAPING and "everywhere" in found:
        weight += 15
    if "whenever" in found and _comes_back(text, found):
        weight += 15
    return max([weight, *(weight + _prohibition(match, text) for match in _NEGATED.finditer(text))])


_SHAPING = frozenset(
    "use keep write name prefix suffix prefer avoid answer reply explain show give ask tell call treat store quote format".split()
)
_DONE_WITH = re.compile(
    r"when(?:ever)? (?:you|u|ya)(?:'re|r| are| get| have| had| did| ran| was| were| see| feel| think| can| finish| come| start| said| changed| added| made| tried| fixed)\b",
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
    if "no" in bare[:3] and verb not in ("one", "need", "idea", "problem", "rush", "time", "longer"):
        habit = cues.artefact(verb + " " + rest, "en")[0]
        return (
            30
            if re.search(r"\bever\b|\bplease\b|\bpls\b", text)
            or (habit and re.search(r"\b(?:in|for|to|on|with)\b", rest))
            else 5
        )
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
        return 25 if verb in ("use", "touch", "edit", "change", "run", "deploy", "push", "test") else 30
    if re.search(r"`[^`]+`", rest) and verb in HABIT_VERBS:
        return 30
    return 0


def _without_code(text: str) -> str:
    return re.sub(r"`[^`]*`", "code", text)


_FORM_ZH = re.compile(
    r"(?:用|写|以|按|改成|统一|都)?(?:英文|英语|中文|汉语|简体|小写|大写|驼峰|下划线|短横线|蛇形|简短|简洁|精简|短一?点|一句话|一行|英式|美式)|不要|别"
)


def _habit_zh(text: str, found: Found) -> int:
    weight = 0
    name, at = cues.artefact(text, "zh")
    if "figure" in found:
        weight -= 30
    if found.any("once") or cues.TASK_ZH.match(text):
        weight -= 15
    if name and at <= 6 and re.search(r"用|写|要|别|不要|加|以|按|改成|保持|统一|放|带|里", text):
        weight += (
            30
            if at <= 2 and _FORM_ZH.search(text) and "complaint" not in found
            else 20
            if cues.manner(text, "zh")
            else 5
        )
        weight += 5 if found.any("avoid", "must", "changed") else 0
    if "avoid" in found:
        weight += 15 if name else 5
    return weight


# -- choices ----------------------------------------------------------------------------------------------------------

_WEIGHTS_CHOICE_EN = {
    "decided": 30,
    "lets": 30,
    "go_with": 25,
    "we_do": 12,
    "conclude": 10,
    "contrast": 14,
    "reason": 14,
    "from_to": 12,
    "changed": 12,
}
_WEIGHTS_CHOICE_ZH = {
    "decided": 25,
    "settle": 16,
    "we_do": 10,
    "contrast": 12,
    "reason": 14,
    "from_to": 22,
    "changed": 12,
}
_TOPIC = re.compile(r"^(?:[\w`'/&+.-]+ ){0,5}[\w`'/&+.-]+\s*[:：](?!//)\s*\S")
_TOPIC_ZH = re.compile(r"^[^,,。::]{2,16}[::]\s*\S")
_PRONOUN_IS = re.compile(
    r"^(?:it'?s|its|that'?s|thats|this is|it is|there'?s|they'?re|he'?s|she'?s|i'?m|i am)\b", re.IGNORECASE
)


def choice_weight(text: str, lang: str, found: Found) -> int:
    """How much the sentence speaks for a choice made; CHOICE is enough."""
    if lang == "zh":
        return _choice_zh(text, found)
    weight = sum(w for name, w in _WEIGHTS_CHOICE_EN.items() if name in found)
    weight += 12 if topic(text) else 0
    first = _first_verb(text)
    if first in CHOICE_VERBS:
        weight += 12
    if "parameter" in found and "reason" in found:
        weight += 12
    elif first in TASK_VERBS and first not in CHOICE_VERBS and not found.any("decided", "lets", "scrap"):
        weight -= 25
    if "scrap" in found and found.at("scrap") < 4:
        weight += 14
    if re.search(
        r"\b(?:put|keep|leave|move|drop|use|take|make|scrap|store) (?:it|them|that|this|those|these)\b",
        text,
        re.IGNORECASE,
    ) and not found.any("decided", "reason"):
        weight -= 25
    if _PRONOUN_IS.match(text) and not found.any("decided", "go_with"):
        weight -= 25
    if "expected" in found and "reason" not in found:
        weight -= 12
    if "complaint" in found and not found.any("decided", "lets", "go_with", "reason"):
        weight -= 14
    if re.search(r"\bif (?:you|u) (?:want|like|can|need|prefer|think)\b", text, re.IGNORECASE):
        weight -= 14
    if re.match(
        r"(?:i|he|she|they|someone) (?:had|was|were|did|tried|spent|used to|ran|got|saw)\b", text, re.IGNORECASE
    ):
        weight -= 25
    return weight


def _choice_zh(text: str, found: Found) -> int:
    weight = sum(w for name, w in _WEIGHTS_CHOICE_ZH.items() if name in found)
    weight += 8 if _TOPIC_ZH.match(text) or topic_zh(text) else 0
    weight += 4 if re.search(r"吧(?:[,,。]|$)", text) else 0
    weight += 4 if len(clauses(text)) > 1 else 0
    if "parameter" in found and found.any("reason", "settle"):
        weight += 6
    if cues.TASK_ZH.match(text) and not found.any("decided", "from_to", "settle"):
        weight -= 20
    if re.search(r"先[^,。]{1,20}[,,]再", text):
        weight -= 20
    if "complaint" in found and not found.any("decided", "settle", "from_to", "reason"):
        weight -= 15
    if re.match(r"(?:昨天|刚才|之前|上次|上周|我试|试了|试过)", text):
        weight -= 15
    return weight


def topic(text: str) -> str:
    """What stands before a colon at the sentence's start: `rate limiting: token bucket …` gives `rate limiting`."""
    match = _TOPIC.match(text)
    if not match:
        return ""
    head = re.split(r"[:：]", text, maxsplit=1)[0].strip()
    return "" if head.lower() in _NO_TOPIC or re.search(r"https?$", head) else head


_NO_TOPIC = frozenset(
    "decision note so remember rule fyi btw context ps todo correction what i want|reason update conclusion agreed "
    "decided exception reminder question error warning result".split()
) | {"what i want", "for the record", "rule for you", "next time", "what we want", "one thing", "one more thing"}


def topic_zh(text: str) -> str:
    """The noun before the verb of choice: 签名算法定 RSA2 gives 签名算法."""
    match = re.match(
        r"^([^\s,,。::]{2,12}?)\s*(?:就|还是|先|统一|直接|最终|最后|都|现在)*(?:定了?|用|选|走|改|换|存|采用|放|从|按|的)",
        text,
    )
    return match[1] if match and not re.match(r"(?:我们|咱|这|那|就|还是|直接|先|以后|因为|所以)", match[1]) else ""


def _first_verb(text: str) -> str:
    body = text
    if head := topic(text):
        body = text[len(head) :].lstrip(" ::")
    match = re.match(
        r"(?:please |pls |just |then |now |first |let'?s |(?:we|you) (?:should|need to|must|have to) |(?:can|could|would|will) (?:you|u) |to )*([a-z][a-z-]*)(?! (?:needs?|wants?|is|are|was|were|has|have|says?|said|can|will|would|does|did|team)\b)",
        body,
        re.IGNORECASE,
    )
    return match[1].lower() if match else ""


def is_task(text: str, lang: str) -> bool:
    """Whether the sentence orders work."""
    if lang == "zh":
        return (
            cues.TASK_ZH.match(text) is not None
            or re.match(r"(?:先|再|今天|现在|然后|接着|顺手|顺便)?(?:要|来|去|给|把|帮)", text) is not None
        )
    return (
        _first_verb(text) in TASK_VERBS
        or re.match(
            r"(?:we |i |you )?(?:also )?(?:need|have) (?:to|a|an)\b|(?:can|could) (?:you|u|we)\b", text, re.IGNORECASE
        )
        is not None
    )


# -- several rules in one sentence -------------------------------------------------------------------------------------


def _rules_apart(text: str) -> tuple[str, ...]:
    """`comments in german, commit messages in english` holds two rules: one part each."""
    lang = _lexicon(text)
    parts = clauses(text)
    if len(parts) < 2:
        return (text,)
    groups: list[str] = []
    at = 0
    for part in parts:
        start = text.index(part, at)
        bare = cues.without_lead(part, lang)
        name, place = cues.artefact(bare, lang)
        fresh = (
            bool(name)
            and place <= (1 if lang == "zh" else 0)
            and cues.manner(bare, lang)
            and not cues.find(bare, lang).any("question")
        )
        if fresh and groups and cues.manner(groups[-1], lang) and cues.artefact(groups[-1], lang)[0] not in ("", name):
            groups.append(part)
        elif groups:
            groups[-1] += text[at:start] + part
        else:
            groups.append(text[:start] + part)
        at = start + len(part)
    if at < len(text):
        groups[-1] += text[at:]
    return tuple(groups)
