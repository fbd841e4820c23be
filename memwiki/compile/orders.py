"""Whether a sentence orders work, and what stands before its verb: topics and first verbs."""

from __future__ import annotations

import re

from memwiki.compile import cues
from memwiki.compile.remembered import remembered
from memwiki.compile.words_en import TASK_VERBS
from memwiki.regexes import regex

_TOPIC = regex(r"^(?:[\w`'/&+.-]+ ){0,5}[\w`'/&+.-]+\s*[:：](?!//)\s*\S")


def topic(text: str) -> str:
    """What stands before a colon at the sentence's start: `rate limiting: token bucket …` gives `rate limiting`."""
    match = _TOPIC.match(text) if ":" in text or "：" in text else None
    if not match:
        return ""
    head = re.split(r"[:：]", text, maxsplit=1)[0].strip()
    return "" if head.lower() in _NO_TOPIC or re.search(r"https?$", head) else head


_NO_TOPIC = frozenset(
    [
        "decision",
        "note",
        "so",
        "remember",
        "rule",
        "fyi",
        "btw",
        "context",
        "ps",
        "todo",
        "correction",
        "what",
        "i",
        "want|reason",
        "update",
        "conclusion",
        "agreed",
        "decided",
        "exception",
        "reminder",
        "question",
        "error",
        "warning",
        "result",
    ]
) | {"what i want", "for the record", "rule for you", "next time", "what we want", "one thing", "one more thing"}


def topic_zh(text: str) -> str:
    """The noun before the verb of choice: 签名算法定 RSA2 gives 签名算法."""
    match = re.match(
        r"^([^\s,,。::]{2,12}?)\s*(?:就|只|还是|先|统一|直接|最终|最后|都|现在)*(?:定了?|用|选|走|改|换|"
        r"存|采用|放|从|按|的)",
        text,
    )
    return match[1] if match and not re.match(r"(?:我们|咱|这|那|就|还是|直接|先|以后|因为|所以)", match[1]) else ""


_NOUN_FIRST = regex(
    r"^[\u4e00-\u9fff]{2,6}?(?:走|用|选|定|都|统一|一律|必须|就|以|按|存|放在|不超过|最多|尽量|标题|信息)"
)


def orders_zh(text: str) -> bool:
    """搜一下日志 orders; 搜索走 ES does not: there the verb is a noun."""
    return cues.TASK_ZH.match(text) is not None and not (
        _NOUN_FIRST.match(text) and not re.match(r"(?:把|给|帮|看|加|改)", text)
    )


@remembered(1_024)
def first_verb(text: str) -> str:
    """The verb that an English order begins with, lower-cased; the first word where none is."""
    body = text
    if head := topic(text):
        body = text[len(head) :].lstrip(" :")
    match = _FIRST.match(body)
    return match[1].lower() if match else ""


_FIRST = regex(
    r"(?:please |pls |just |then |now |first |let'?s |(?:we|you) (?:should|need to|must|have to) |"
    r"(?:can|could|would|will) (?:you|u) |to )*([a-z][a-z-]*)(?![/\w])(?! (?:needs?|wants?|is|are|"
    r"was|were|has|have|says?|said|can|will|would|does|did|team|moves|goes|runs|uses|lives|stays|switches|becomes|gets|"
    r"works|happens|follows)\b)"
    r"(?! (?!this\b|that\b|it\b|what|which|who|if\b|whether|how|why|when|where|there\b|me\b)"
    r"[\w-]+ (?:is|are|was|were)\b(?! not\b))",
    re.IGNORECASE,
)


def is_task(text: str, lang: str) -> bool:
    """Whether the sentence orders work."""
    if lang == "zh":
        return (
            orders_zh(text) is not None
            or re.match(r"(?:先|再|今天|现在|然后|接着|顺手|顺便)?(?:要|来|去|给|把|帮)", text) is not None
        )
    return first_verb(text) in TASK_VERBS or _ASKS.match(text) is not None


_ASKS = regex(r"(?:we |i |you )?(?:also )?(?:need|have) (?:to|a|an)\b|(?:can|could) (?:you|u|we)\b", re.IGNORECASE)
