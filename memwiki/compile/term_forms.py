"""More forms in which a term is told: in apposition, in brackets, behind what it is, as a list. English and Chinese.

Each pattern has a `name` and, unless the sentence before says what it is, a `what`.
"""

from __future__ import annotations

import re

from memwiki.regexes import regex

QUOTED = r"[`'\"“「『][^`'\"“”「」『』\n]{1,40}[`'\"”」』]"
# Names as programs have them: with a hyphen, an underscore, a capital inside, or in code.
LIKE_CODE = r"`[^`\n]{2,40}`|[A-Za-z]\w*(?:[-_]\w+)+|[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*"

FORMS_EN = (
    # the strip on top of the rack is what we call the 'brow'
    (
        rf"^(?P<what>\S.{{8,}}?) (?:is|are|that'?s) what (?:we|people|they|ops|the \w+|everyone)(?: \w+)? calls?"
        rf" (?:the |an? )?(?P<name>{QUOTED}|[\w-]+(?: [\w-]+)?)(?= \(|[,.;]|$)"
    ),
    # svc-quill, it's our letter renderer
    rf"(?:^|[ ,;:(])(?P<name>{LIKE_CODE}),? (?:it'?s|that'?s|which is|is) (?P<what>our (?:\w+ ){{0,3}}\w+.*)",
    # svc-quill, our letter renderer, needs …
    rf"(?:^|[ ,;:(])(?P<name>{LIKE_CODE}),? (?:\()?(?P<what>our (?:[\w-]+ ){{1,4}}?[\w-]+)(?=[,.;)]|$)",
    # we split them into 'whales' (more than 10k seats)
    (
        r"\b(?:into|called|named|as|are|both|and|or) (?P<name>['\"“][^'\"“”\n]{2,30}['\"”]) "
        r"\((?P<what>(?!see\b|e\.g|like\b|from\b|in\b|not\b|line|i\.e)"
        r"[a-z0-9][^()]{8,})\)"
    ),
    # 'the dance' = bump, changelog, tag
    rf"(?:^|[,;:] ?|\b(?:also|and|btw|so) )(?P<name>{QUOTED}) (?:=|:=|≙) (?P<what>[a-z][\w',/ -]{{5,}}.*)",
    # X (short for Y), X, short for Y
    (
        rf"(?:^|[ ,;:(])(?P<name>{QUOTED}|{LIKE_CODE}|[A-Z]{{2,8}})(?:,| \() ?(?:short|abbreviated|which is short) for"
        r" (?P<what>[\w -]{4,60})"
    ),
)
FORMS_ZH = (
    # “跨期”这个词别再理解错了,指的是…
    (
        r"[“\"'「『](?P<name>[^”\"'」』]{1,16})[”\"'」』](?:这个(?:词|说法|概念|叫法|缩写))?[^,。;]{0,14},?\s*(?:它|其实)?"
        r"(?:指的?是|是指|意思是|说的是|也就是)\s*(?P<what>[^,。;].*)"
    ),
    # user_emb 其实是…, `vbar` 指…
    (
        rf"(?:^|[,。;: ])(?P<name>{LIKE_CODE})\s*(?:其实|实际上?|本质上|说白了)?"
        r"(?:就是|指的?是?|其实是|是指|是(?=一[个种条张组次类段]))"
        r"\s*(?P<what>[^,。;].{3,}.*)"
    ),
    rf"(?:^|[,。;: ])(?P<name>{LIKE_CODE})\s*(?:其实|实际上?|本质上|说白了)是\s*(?P<what>[^,。;].{{3,}}.*)",
    # 待结算单池,简称池子
    (
        r"^(?P<what>[\u4e00-\u9fffA-Za-z0-9 ]{4,30}?)[,，]?\s*(?:我们)?(?:简称|俗称|简写(?:成|为))\s*"
        r"[“\"'「『]?(?P<name>[\w\u4e00-\u9fff]{2,10})"
    ),
    # 热单是我们对…的叫法
    (
        r"(?:^|[,。;: ])[“\"'「『]?(?P<name>[A-Za-z][\w-]{1,20}|[\u4e00-\u9fff]{2,8}?)[”\"'」』]?\s*"
        r"是(?:我们|大家|业务|运营)(?:内部)?(?:对|给|管)?\s*(?P<what>[^,。;]{2,30}?)的?(?:叫法|说法|简称|代号|黑话|缩写|昵称|名字)"
    ),
)
# A sentence that only gives the name: what it means stands in the sentence before.
NAMED_EN = regex(
    rf"^(?:and |so )?(?:in (?:the )?(?:code|repo|db|schema)(?: it'?s| it is| they'?re)?(?: called| named)?"
    rf"|(?:the code|we|people|ops|everyone)(?: \w+)? calls? (?:it|that|this|those|these|them)"
    rf"|(?:that|it|those|these|this)(?:'s| is| are) (?:what we call|called))"
    rf" (?:an? |the )?(?P<name>{QUOTED}|{LIKE_CODE}|[\w-]+(?: [\w-]+)?)(?: (?:here|internally|for short))?[.!]*$",
    re.IGNORECASE,
)
NAMED_ZH = regex(
    r"^(?:在)?(?:我们)?(?:代码|库|表|接口|日志|内部)(?:里|中)?(?:都|统一)?(?:叫做?|称为|写作|管它叫|简称)\s*"
    rf"[“\"'「『]?(?P<name>{LIKE_CODE}|[A-Za-z]\w{{1,20}}|[\u4e00-\u9fff]{{2,8}})[”\"'」』]?[。!]*$"
)
# `in this project freeboard means …`
PLACE = regex(
    r"(?:and |so )?in (?:this|our|the) (?:project|repo(?:sitory)?|code ?base|team|app|game|lab|domain|company"
    r"|business)s?,? (?=[\w'\"`-]+(?: [\w-]+){0,2} (?:means?|is|are|stands?|refers?)\b)",
    re.IGNORECASE,
)
