"""Numbers that a person fixes as facts: `we keep dumps 30 days`, `loudness is -14 LUFS, …`, 每局最多 8 个人."""

from __future__ import annotations

import re

from memwiki.compile.cues import Found, holds
from memwiki.compile.language import clauses
from memwiki.compile.orders import first_verb, is_task, orders_zh, topic
from memwiki.compile.words_en import TASK_VERBS
from memwiki.regexes import regex

_NUMBER = regex(r"\d")
_WE = regex(
    r"^(?:we|i) (?:only |always |never )?(?:keep|store|retain|hold|cap|limit|allow|archive|delete|"
    r"purge|ship|bill|charge|refund|sample|poll|"
    r"support|back up|rotate|expire|accept|give|grant|block|lock|round|batch|retry|page|serve|render)\b",
    re.IGNORECASE,
)
_IS = regex(
    r"(?:is|are|stays?(?: at)?|goes? to|lives?|lasts?|expires? (?:after|in)|gets?|times? out after|"
    r"runs? (?:every|at|with)|wait|waits|"
    r"max(?:imum)?|at most|at least|up to|no more than|limited to|capped at|kept(?: for)?)\s(?:[\w-]+ ){0,3}?-?\d",
    re.IGNORECASE,
)
_BARE = regex(
    r"(?:(?:all|every|each) )?(?!(?:the|this|that|these|those|it|its|it's|my|his|her|there|they|he|"
    r"she|you|i|we|what|which|if|"
    r"when|why|some|one|someone|nobody|and|but|so|because|at|in|on|from|port|only|no|not|with|after|"
    r"before|our)\b)[a-z`]",
    re.IGNORECASE,
)
_MEASURED = regex(
    r"\b(?:accuracy|auc|loss|latency|coverage|usage|load|memory|cpu|gpu|ram|disk|heap|p\d\d|score|f1|"
    r"precision|recall|throughput|"
    r"builds?|tests?|quer(?:y|ies)|responses?|battery|temperature|error rate|uptime|count|users?|rows?|downloads?|"
    r"file|files|table|image|repo|binary|bundle)\b",
    re.IGNORECASE,
)
_PAST = regex(
    r"\b(?:was|were|used to|yesterday|went|took|had|did|got|already|still|down|currently|right now)\b", re.IGNORECASE
)
_ALL = regex(r"\b(?:all|every|each|per|max(?:imum)?|at most|up to|no more than|at least|limit)\b", re.IGNORECASE)
_KEEP = frozenset(
    "keep retain cap limit hold store cache throttle expire archive purge rotate refresh poll sample debounce".split()
)
_NEVER = ("complaint", "observed", "probe", "figure", "maybe", "once", "expected", "hearsay")

_BOUND_ZH = regex(
    r"最多|最少|最长|最短|最大|最小|至多|至少|上限|下限|门槛|封顶|保底|不超过|以内|每(?!次|当)[\u4e00-\u9fff]|满\s*\d|限\s*\d|"
    r"(?:天|小时|分钟|日)内|限时|缓存|试用|质保|冷却|锁定|提前|自动(?:取消|关|删|过期|退)|过期|失效|保留|有效|起步|打\s*\d|(?:比例|时长|间隔|频率|半径|次数|天数|金额|费率|佣金)"
)
_COUNT_ZH = regex(r"[\d两三四五六七八九十百千万]+(?:\.\d+)?\s*(?:%|‰|[A-Za-z]{1,5}|[\u4e00-\u9fff])")
_ORDER_ZH = regex(r"^(?:把|给|帮|请|先|再|看|查|试|跑|加|改|现在|目前|今天|昨天|刚|已经|一共|总共|大概|才)")
_HAPPENED_ZH = regex(r"了(?:$|[^\u4e00-\u9fff]|\d)|过(?:$|\d)|用时|耗时|还剩|只剩|一直|老是|居然|才\d")


def fixes(text: str, lang: str, found: Found) -> bool:
    """Whether the sentence fixes a number for good: it says what is to be, not what was measured or ordered."""
    return _fixes_zh(text) if lang == "zh" else _fixes_en(text, found)


def _fixes_en(text: str, found: Found) -> bool:
    parts = clauses(text)
    head = topic(text)
    body = text[len(head) :].lstrip(" :") if head else text
    main = clauses(body)[0] if clauses(body) else ""
    if not _NUMBER.search(main) or holds(main, "en", *_NEVER) or _PAST.search(main) or _MEASURED.search(main):
        return False
    if any(_PAST.match(part) for part in parts[1:]):
        return False
    why = "reason" in found or (len(clauses(body)) > 1 and not is_task(clauses(body)[-1], "en"))
    if head:
        return (
            why
            and first_verb(head) not in TASK_VERBS | {"begin"}
            and not _MEASURED.search(head)
            and re.match(r"(?:max\w*|min\w*|up to|at most|every|now )?\s*-?\d", main) is not None
        )
    if _WE.match(main) and holds(main, "en", "parameter"):
        return True
    if first_verb(main) in _KEEP and holds(main, "en", "parameter") and len(parts) > 1:
        return why
    if re.match(r"(?:one|an?) [\w-]+ (?:gets?|may|can|is|has|holds?|takes?)\b", main, re.IGNORECASE):
        return _ALL.search(main) is not None and len(parts) > 1
    return _BARE.match(main) is not None and _IS.search(main) is not None and (why or _ALL.search(main) is not None)


def _fixes_zh(text: str) -> bool:
    parts = clauses(text)
    main = next((part for part in parts[:2] if _COUNT_ZH.search(part)), "")
    if (
        not _COUNT_ZH.search(main)
        or re.match(r"不过|但|改", main)
        or orders_zh(text)
        or _ORDER_ZH.match(text)
        or _HAPPENED_ZH.search(main)
    ):
        return False
    if holds(main, "zh", "complaint", "question", "maybe", "once", "hearsay", "expected", "figure"):
        return False
    bound = _BOUND_ZH.search(main) is not None
    return bound and (len(parts) > 1 or re.search(r"最多|上限|门槛|封顶|保底|至少|下限", main) is not None)
