"""Forms in which a term is explained in passing, English and Chinese: a `name`, a joint, and a `what`."""

from __future__ import annotations

import re

from memwiki.regexes import regex

_Q = r"(?:\"[^\"\n]{2,40}\"|`[^`\n]{2,40}`|'[^'\n]{2,40}'(?!\w)|[「『“][^」』”\n]{1,40}[」』”])"
_NP = rf"(?:{_Q}|[A-Za-z][\w-]*(?: [A-Za-z][\w-]*){{0,2}}?)"
_DET = r"(?:the|an?|our|this|that|those|these|their|his|her|your|my|of|for|with|as|to|in|on|from|called|named|and|or)"
# What a thing is: a noun with something that narrows it down, or a clause.
_WHAT = (
    r"(?:(?:just|basically|really|simply|only|actually|in fact|more or less|roughly) )?"
    r"(?:(?:the|an?|our|any|all|every\w*|anything|everything|someone|somebody|people|those|stuff|things?|one)\b"
    r"(?! (?:\\w+ )?(?:rule|checklist|policy|style|standard|habit|rules)\\b)(?! (?:one|ones|same|only|way|reason"
    r"|problem|issue|bug|trouble|point|plan|idea|question|culprit|cause|trick|catch"
    r"|whole|best|worst|first|last|next|lot|bit(?! of)|mess|shame|pity|joke|lie|second|third|fix|start|rest|best"
    r"|thing i"
    r"|thing we"
    r"|default|new|old|right|wrong|good|bad|nice|big|huge|usual|normal)\b)"
    r" ?[^.;]*?\b(?:that|which|who|whose|whom|where|when|we|you|they|he|she|it|people|someone|somebody|nobody"
    r"|between|with"
    r"|without|of|for|at|before|after|from|per|until|in|on|by|over|under|above|below|goes|gets|sits|has|have|is|are)\b"
    r"|(?:where|when|what|if|whoever|whatever)\b(?! (?:you|i|im|i'm) (?:asked|said|want|need|told|wanted|\w*lost))"
    r")[^.;]*"
)
_IT_IS = r"(?:that'?s|that is|thats|those are|those're|they'?re|they are|it'?s|its|it is|this is|which is|which are)"
_CALLED = r"(?:what (?:i|we|they|people|you|ops|the \w+) (?:all |always |here )?calls? )"
_WE = r"(?:i|we|they|people|you|u|he|she|ops|everyone|everybody|the \w+|[A-Z]\w+)"

_ONE_EN = (
    # when you see morge in the notes: it is …; when i say a dusk patch i mean …
    (
        rf"\bwhen(?:ever)? {_WE} (?:sees?|reads?|hears?|says?|writes?|meets?|talks? (?:of|about)|comes? across)"
        rf" (?:an? |the |our |of )?(?P<name>{_NP})(?: (?:in|on|at|from|of) [^:,]{{2,40}}?)?\s*[:,]?"
        rf" (?:{_IT_IS}|that means|it means|they'?re|(?:i|we|they|he|she) means?) (?P<what>\S+ \S.+)"
    ),
    # the toe, ie the line where …
    (
        rf"\b{_DET} (?P<name>{_NP}),? \(?(?:ie|i\.e\.?|that is(?: to say)?,|meaning|in other words"
        rf"|which means)[,:]? (?P<what>{_WHAT})"
    ),
    # the moth lane, thats what i call the slow random lfo; they get the hammer, that's the price the gavel falls at
    rf"\b{_DET} (?P<name>{_NP}),? {_IT_IS} (?:{_CALLED})(?P<what>\S+ \S.+)",
    rf"\b(?:the|an?|our|these|those) (?P<name>{_NP}), (?:that'?s|thats|that is|those are) (?P<what>{_WHAT})",
    # you'll meet 'the splash' in the todos: that's the front-page graphic
    (
        rf"(?P<name>{_Q})(?: [\w-]+)?(?: (?:in|on|at|for|from|of) [^:,.;\"']{{2,30}})?: {_IT_IS} (?P<what>(?:the|an?"
        rf"|our|what"
        r"|when|where|any|all|one)\b \S.+)"
    ),
    # a cast, with us, is one lowering of the probe; an end, if you don't shoot: that's the arrows of one go
    (
        rf"(?:^|[:;,] )(?:and |so )*(?:an?|the) (?P<name>{_NP}),? (?:with|for|to|by) us,? (?:is|are"
        rf"|means) (?P<what>(?!\d)\S+ \S+ \S.+)"
    ),
    (
        rf"^(?:and |so |oh )*(?:an?|the) (?P<name>[\w-]+(?: [\w-]+)?), (?:if|in case|for those|since) [^:.;]{{3,40}}:"
        rf" {_IT_IS} (?P<what>(?:the|an?|our|what|when|where|any|all|one)\b \S.+)"
    ),
    # this thing they call the limbo cart, its the cart where …
    rf"\b{_WE} calls? (?:it |that |this |them )?(?:an? |the )?(?P<name>{_NP})[,:]? (?:{_IT_IS}) (?P<what>{_WHAT})",
    # whats a floater btw, oh nvm he told me, its a book that …
    (
        rf"\bwhat(?:'?s| is| are|'?re) (?:an? |the )?(?P<name>{_NP})(?: (?:in|on|here|at) [^,?]{{0,20}})?(?: btw"
        rf"| again)?[,?][^.;]{{0,60}}?"
        rf"\b(?:it'?s|its|it is|they'?re) (?P<what>{_WHAT})"
    ),
    # block is in our house everything what one wagon drives
    (
        rf"^(?:and |so |also )*(?:an? |the )?(?P<name>{_NP}) (?:is|are|means) (?:in|at|for|with|by) (?:our|us|this"
        rf"|my)(?: (?!the\b|an?\b)\w+)? (?P<what>\S+ \S+ \S.+)"
    ),
    # (ghost = a scan where the faces differ)
    r"\((?:an? |the )?(?P<name>[\w' -]{2,30}?) ?(?:=|:=|means|is|:) (?P<what>[^()]{10,})\)",
    # the "shy" hives (no flight under 14 degrees); "cold", meaning nobody has called; "flok", that's one coop
    rf"(?P<name>(?!`){_Q})(?: [\w-]+)? \((?P<what>[^()]{{10,}})\)",
    (
        rf"(?P<name>{_Q})[^\"'“”,.;:]{{0,30}}?(?:,? (?:meaning|ie|i\.e\.|that is,|which is|so (?=people|those"
        rf"|the ones))|, (?:that'?s|those are|it'?s|they'?re)) (?P<what>\S+ \S+ \S.+)"
    ),
    # the lee - the side of the field where the hedge stops the wind -
    rf"\b(?:the|an?) (?P<name>[\w-]+(?: [\w-]+)?),? [-–—] ?(?P<what>{_WHAT}) ?[-–—]",
    # the fallow cabins, which is to say the ones nobody has rented
    (
        r"\b(?:the|an?|those) (?P<name>[\w-]+(?: [\w-]+)?), (?:which is to say|in other words|so (?=people|those"
        r"|the ones)) ?(?P<what>\S+ \S+ \S.+)"
    ),
    # a rest's a beat where the cutter lifts
    (
        rf"^(?:an? |the |and |so )*(?P<name>(?!(?:it|that|this|there|here|what|who|where|how|he|she|one|let|everything"
        rf"|all|today|now)')[\w-]{{3,}})'s (?P<what>{_WHAT}|(?:three|two|four) things .+)"
    ),
    # if it was burned and sown, that's a "flash"; a lamb is "pulled" once it is off its dam
    (
        rf"(?P<what>\b(?:if|when|once|like|since|whenever) \S.{{8,}}?)[,:]? (?:that'?s|thats|it'?s|we (?:call|log"
        rf"|book|file|count|list|mark) (?:it|them|that)(?: as)?) (?:an? |the )?(?P<name>{_Q})"
    ),
    (
        rf"\b(?:is|are|counts? as|becomes?|isn'?t|aren'?t|not) (?:only )?(?:an? )?(?P<name>{_Q})(?: in \w+ \w+)?"
        rf" (?P<what>(?:once|when|if|until|as soon as|as long as) \S+ \S.+)"
    ),
    rf"\bonly counts? as (?P<name>{_Q}|[\w-]+) (?P<what>(?:once|when|if|after) \S+ \S.+)",
    rf"\b{_WE} calls? (?P<what>(?:the|an?|our|any|every|those|all) \S+ [^\"']{{4,}}?) (?:an? |the )?(?P<name>{_Q})",
    rf"(?P<what>\S+ \S+ \S.{{8,}}?), {_WE} calls? (?:it|that|them|those|this) (?:an? |the )?(?P<name>{_Q})",
    (
        rf"(?P<name>{_Q})(?: [\w-]+)?(?: (?:in|on|for|at) [^,\"']{{2,24}})? (?:is|are|means) (?P<what>(?:the ones?"
        rf"|those|people|when|where|once|if|anything|everything|any|every)\b \S.+)"
    ),
    # any bird with two rings is a "double"; anything under four hours counts as a hop with us
    (
        rf"^(?:and |so |also )*(?P<what>(?:any\w*|every\w*|an?|the|those|all) \S+ [^,.;\"']{{8,}}?) (?:is|are"
        rf"|counts? as|gets?|makes?) (?:an? |the )?(?P<name>{_Q})"
    ),
    (
        r"^(?:and |so |also )*(?P<what>(?:any\w*|every\w*|an?|those|all) \S+ [^,.;\"']{8,}?) (?:is|are"
        r"|counts? as) (?:an? |the )?(?P<name>[\w-]+(?: [\w-]+)?)(?: (?:for|with|in) us\b| here\b)"
    ),
    (
        rf"\b{_WE}(?: \w+)? calls? (?:it|them|that|this|those) (?:an? |the )?(?P<name>{_Q})[, ]+(?P<what>(?:when"
        rf"|the|an?|those|if|any|because)\b \S+ \S.+)"
    ),
    rf"(?P<what>[^.;]{{8,}}?), so-called (?P<name>{_Q})",
    r"^(?:and |so )?to (?P<name>[\w-]+)(?: one| it| something| an? \w+)? is to (?P<what>\S+ \S.+)",
    r"^(?:and |so |oh |you know,? )*(?P<name>[\w-]+), that'?s (?P<what>(?:when|where) \S+ \S.+)",
    r"^(?:an? |the )(?P<name>[\w-]+) is like (?P<what>an? \S+ (?:but|only|except|without|with)\b.+)",
    # ob btw = openbench, the box that plays the test games; with us a batch is the envelopes of one drying run
    (
        r"^(?:and |so |oh |ps )*(?!set|put|make|let|use|if|export|const|var|change"
        r"|try)(?P<name>[\w-]+(?: (?!btw|by|fyi)[\w-]+)?)(?:,? (?:btw|by the way|fyi"
        r"|that is),?)? = (?P<what>[a-z][\w-]*,? \S+ \S.+)"
    ),
    (
        rf"(?:^|[:,;] )(?:and |so |also )*(?:(?:with|for|to|by) us|in (?:our|this|my) \w+),? (?:an? "
        rf"|the )?(?P<name>{_NP})"
        rf" (?:is|are|means) (?P<what>{_WHAT})"
    ),
    # a soak is just holding the peak for some minutes
    (
        rf"^(?:oh |and |so |also )*(?:an? )(?P<name>{_NP}) is (?:just|simply|basically|only) (?P<what>[a-z]+ing (?:the"
        rf"|an?|it|them"
        rf"|one|up|down|back)\b \S.+)"
    ),
    # TK stands for the thermocouple
    (
        r"(?:^|[:,;] )(?P<name>[A-Z][\w*+-]{1,5}) (?:marks|denotes|stands for|is short for) (?P<what>(?:an?|the"
        r"|our) \S.+)"
    ),
    # 小场 for us = 7 against 7
    (
        r"(?P<name>[\u4e00-\u9fff]{2,6}|[\w-]+(?: [\w-]+)?) (?:for us|with us|in our \w+|here) ?(?:=|is"
        r"|means) (?P<what>\S+ \S.+)"
    ),
)
EN = tuple(regex(one, re.IGNORECASE) for one in _ONE_EN)
# The name stands in the sentence before, which this one explains.
THEN_EN = regex(
    rf"^(?:oh |so |and |ok )*(?:(?:{_IT_IS}|i mean|meaning|by (?:that|which) (?:i|we) mean|means"
    rf"|as in) (?P<what>{_WHAT})"
    r"|(?:it|that|this|they)(?: just| only| really)? (?:means?|stands? for) (?:that )?(?!(?:we|you"
    r"|i) )(?P<sense>\S+ \S+ \S.+))",
    re.IGNORECASE,
)
LAST_EN = (
    regex(
        r"\b(?:distinguish|tell|separate|mark|flag|highlight) (?:an? |the )?(?P<name>[\w-]+(?: [\w-]+)?) (?:from"
        r"|apart)\b"
    ),
    regex(rf": (?P<name>{_Q}|[A-Z][\w-]*(?: [A-Z][\w-]*){{0,2}})[.!?]?$"),
    regex(rf"\b(?:for|called|named|are|with) (?:the )?(?P<name>{_Q}|[\w-]+)[.!?]?$", re.IGNORECASE),
    regex(rf"\bon the (?P<name>{_Q}|[\w-]+)[?]?$", re.IGNORECASE),
    # in the mask there's a field 'relay'
    regex(
        rf"\b(?:field|column|flag|table|state|status|word|term|type|button|tab|label|box|key|entry|option|there'?s"
        rf"|there is|an?)"
        rf"(?: called| named)? (?:an? |the )?(?P<name>{_Q})(?: (?:in|on|at) (?:the|our|this) [\w-]+)?$",
        re.IGNORECASE,
    ),
)
# The name was said a moment before: add orphans … Orphan: tote without an order
AGAIN_EN = regex(
    rf"^(?:and |so |an? |the )*(?P<name>{_Q}|[A-Za-z][\w-]+(?: [A-Za-z][\w-]+)?)(?:: | [–—-] | = | means | (?:is"
    rf"|are) (?=when\b"
    r"|where\b|what\b|if\b|an?\b|the\b|any\w*\b|every\w*\b|all\b|how\b))(?P<what>(?!(?:they|it|we|you|i|that"
    r"|there|this|put|use|please|pls|no|not|make|add)\b)[^?]+ [^?]+ [^?]+)$",
    re.IGNORECASE,
)

# The name was said before, and follows what it means: `brownout. users could read and not write, that's a brownout`
BACK_EN = regex(
    r"^(?:and |so )*(?P<what>(?!no\b|not\b|yes\b)\S+ \S+ \S.+), (?:that'?s|that is|this is) (?:an? |what (?:i"
    r"|we) call (?:an? )?)"
    r"(?P<name>[\w-]+)$",
    re.IGNORECASE,
)

_QZ = r"(?:[\"'「『“][^\"'」』”\n]{1,16}[\"'」』”]|`[^`\n]{1,30}`)"
_ZN = rf"(?:{_QZ}|[\u4e00-\u9fff]{{2,6}}?|[A-Za-z][\w/-]{{1,20}}(?: [a-z]+)?)"
_OURS = r"(?:我们|我們|咱们?|俺们|这边|这儿|这里|业内|行里|馆里|圈里|团里|厂里|店里|所里|院里|组里|他们|我)"
_ONE_ZH = (
    # 我们说的三联单是…; 我們這團說的 preset 是…; 我们说大票是…
    (
        rf"{_OURS}[^,。;:]{{0,8}}?(?:说|說|讲|講|叫|管)(?:的|的那个)? ?(?P<name>{_ZN})(?: ?的[话話])?[,，]? ?(?:就是|是"
        rf"|指|=|等于"
        rf"|意思是)(?P<what>[^。;是]{{4,}})"
    ),
    # 我们店里说的拼单跟拼多多那个没关系,就是同一桌的人…
    (
        rf"{_OURS}[^,。;:]{{0,8}}?(?:说|講|讲|叫)的 ?(?P<name>{_ZN})"
        rf"(?:跟|和|与|不是|可不是)[^,。;]{{2,20}}[,，] ?(?:就?是|指的?是?)(?P<what>[^。;]{{4,}})"
    ),
    # 预停是医生先填好停嘱时间,到点系统才真正停
    (
        rf"^(?P<name>{_ZN})(?<!流程)(?<!做法)(?<!思路)(?<!步骤)(?<!顺序)(?<!规则)(?<!逻辑)(?<!现象)(?<!情况)(?<!前提)(?<!条件)(?<!原则)"
        rf"(?<!效果)(?<!背景)(?<!方式)(?<!方法)(?<!要求)(?<!想法)(?<!优点)(?<!缺点)就?是(?![这那不因为])"
        rf"(?P<what>[^,。]{{4,}},[^。]*?(?:这时候?|此时|到点|之后|然后)[^。]*?才[^。]*)$"
    ),
    # 放满 48 小时没人取的才叫滞留件
    rf"(?:^|[,。;:] ?)(?P<what>[^,。;:]{{4,40}}?)(?:的)?才(?:叫做?|算是?|称为) ?(?P<name>{_ZN})(?=[,。;!]|$)",
    # DBO 的話 = dead blackout
    rf"(?:^|[,。;: ])(?P<name>{_ZN}) ?的[话話] ?(?:=|就?是) ?(?P<what>[^。;]{{4,}})",
    # 泡界线是配合料泡沫退到的那条边; 团期是从开团到截单这么一轮
    (
        rf"(?:^|[,。;:] ?)(?P<name>{_ZN})呢?(?:就是|是指|是)(?P<what>[^,。;]{{3,}}?(?:那|这么?|這|一)(?:条|个|张|组|种"
        rf"|批"
        rf"|类|段|套|块|轮|圈"
        rf"|层|根|場|场|次|格|排)[^,。;]{{0,4}})(?=[,。;!]|$)"
    ),
    # 机动呢是当天不钉在哪个楼层的人
    rf"(?:^|[,。;:] ?)(?P<name>{_ZN})呢(?:就?是|指)(?P<what>[^。;]{{4,}})",
    # 白签(没写名字先印好的那批); "冷格",一小时里没人经过的格子
    (
        rf"(?P<name>{_QZ}|(?<![\u4e00-\u9fff])[\u4e00-\u9fff]{{2,5}})\((?P<what>[^()]{{5,}}(?:的[^()]{{0,5}}"
        rf"|那[^()]{{1,4}}))\)"
    ),
    rf"(?P<name>{_QZ})[,，:](?P<what>[^,。;]{{2,12}}(?:除以|减去?|加上|乘以?|占)[^,。;]{{2,}})",
    rf"(?P<name>{_QZ})[,，](?P<what>[^。;]{{4,}}?的(?:[^,。;]{{0,4}})?)(?=[,。;]|$)",
    r"[:：](?P<name>[\u4e00-\u9fff]{2,5})[,，](?P<what>[^,。;]{4,}的[^,。;的]{1,4})$",
    # 回头布,就是染完颜色不对又送回来的
    (
        rf"(?:^|[,。;:] ?)(?P<name>{_ZN})[,，]就是(?P<what>[^,。;]{{3,}}?(?:的[^,。;]{{0,4}}"
        rf"|那[^,。;]{{1,4}}))(?=[,。;!]"
        rf"|$)"
    ),
    # 灯亮满三分钟才算一次"点检"; 以最后一班渡船靠岸为"收更"
    rf"(?:^|[,。;:] ?)(?P<what>[^,。;:]{{4,40}}?)才(?:算|叫)(?:一次|一个|是)?(?P<name>{_QZ})",
    rf"以(?P<what>[^,。;:]{{4,40}}?)为(?P<name>{_QZ})",
    (
        rf"(?P<what>[^,。;:]{{4,}})[,，]?(?:{_OURS}|行话|内部|俗称|老师傅)[^,。;:]{{0,4}}叫做?(?P<name>{_QZ}|(?!起来"
        rf"|过来"
        rf"|出来|什么|我|他"
        rf"|人)[\u4e00-\u9fff]{{2,4}})(?=[,。;!]|$)"
    ),
    (
        rf"(?P<name>{_QZ})的?[^,。;:]{{0,6}}?(?:就|其实|只)?(?:是|指|算"
        rf"|没)(?P<what>[^,。;]{{4,}}的(?:[^,。;]{{0,3}})?)(?=[,。;!]|$)"
    ),
    (
        r"(?:^|[,。;:] ?)(?P<name>[A-Za-z][\w-]*(?: [a-z]+)?) ?就?是(?P<what>[^,。;可要会能]{4,}的[^,。;]{1,4})"
        r"(?=[,。;!]|$)"
    ),
    # 三级就是翻身都得人帮的那种老人; 双锁柜是指须两人各持一把钥匙的柜子
    (
        rf"(?:^|[,。;:] ?)(?P<name>{_ZN})(?:就是指?|是指|指的?是|特指|意思是)(?P<what>[^,。;]{{2,}}的(?:人|东西|柜子|件"
        rf"|单子?|表|线|边|地方|时候"
        rf"|意思|那\S{{1,5}}|\S{{1,4}})?)(?=[,。;!]|$)"
    ),
)
ZH = tuple(regex(one, re.IGNORECASE) for one in _ONE_ZH)
_NOMINAL = (
    r"[^,。;]{2,30}(?:的(?:[^,。;]{0,4})?|(?:那|这么?|這"
    r"|一)[条个張张组種种批类段套块轮圈层根次格排份][^,。;]{0,4})(?=[,。;]|$)"
)
AGAIN_ZH = regex(
    (
        rf"(?:^|[,。;:] ?)(?P<name>{_ZN}) ?(?:(?:就是|是指|指的?是|指|=) ?(?P<what>[^,。;?吗呢]{{4,}}[^?吗]*)|是(?!可以"
        rf"|要|会|能|因为|为了"
        rf"|怎么|[一二三四五六七八九十\d])(?P<kind>{_NOMINAL})).*$"
    ),
    re.IGNORECASE,
)
# Where the sentence tells a term and nothing else so clearly (kept.py), its head names it.
LOOSE_EN = tuple(
    regex(one, re.IGNORECASE)
    for one in (
        (
            rf"\b{_WE} (?:\w+ )?calls? (?:that|it|them|this|those) (?:an? |the )?(?P<name>{_Q}"
            rf"|[\w-]+(?: [\w-]+)?)[,:;] ?(?P<what>\S+ \S.+)"
        ),
        (
            rf"\b{_IT_IS} what {_WE}(?: \w+)? calls? (?:an? |the )?(?P<name>{_Q}"
            rf"|[\w-]+(?: [\w-]+)?)[,:;] (?P<what>\S+ \S.+)"
        ),
        (
            rf"\b{_WE} (?:\w+ )?calls? (?P<what>(?:the|an?|our|any|every|all) \S+ \S.*?) (?:an? |the )(?P<name>{_Q}"
            rf"|[\w-]+(?: [\w-]+)?)$"
        ),
        (
            rf"^(?:an? |the |our |every |one |1 |in [^,]{{3,30}} (?:an? |the )?)?(?P<name>{_Q}|[\w-]+(?: [\w-]+)?)"
            rf"(?:,? (?:here|for us|with us|in (?:this|our|my|the|your) [\w-]+(?: [\w-]+)?))?"
            r"(?: ?(?:=|:=) ?(?!\d)| (?:is|are|means|isn't|is not) )(?P<what>(?:(?:an?|the|our|any|all|one|every\w*"
            r"|whatever|what|when|where)\b"
            r"(?! (?:same|final|first|last|next|only|one|best|worst|way|reason|problem|issue|bug|rule|default)\b)"
            r"|\d+ \w+s\b|[^,.;]*(?:\b(?:of|without|between|that|which|who|when|per|where)\b|, not\b"
            r"|\bnot an?\b))[^.;]*\s\S.*)"
        ),
        (
            rf"(?:^|[,.:;] )(?:the )?(?P<name>{_Q})(?: [\w-]+)?:? (?P<what>(?!(?:in|on|at|not|and|or"
            rf"|to)\b|[^.;]*[\"“])\S+ \S+ \S+ \S.*)"
        ),
        rf"\b(?:thing|state|status|word|term) (?:called |named )?(?:an? |the )?(?P<name>{_Q})(?P<what>.{{12,}})",
    )
)
LOOSE_ZH = tuple(
    regex(one, re.IGNORECASE)
    for one in (
        rf"(?P<name>{_QZ})(?:这个词|的概念|你知道吧)?[,，]? ?(?P<what>.{{6,}})",
        (
            rf"(?:^|[,。;:(] ?)(?:{_OURS}(?:的|说的?|这里的?)? ?|这里的 ?)?(?P<name>{_ZN})(?:这个词|的概念"
            rf"|你知道吧)?[,，]? ?(?:在[^,。]{{1,8}}[里中]?)?(?:就是|只?指|是|=|说的是) ?(?P<what>[^,。;]{{4,}}.*)"
        ),
        (
            rf"(?P<what>[^,。;]{{4,}})[,，]?(?:这个?)?(?:{_OURS})?(?:内部|行话|业内)?(?:都|就|也)?(?:叫做?|称为"
            rf"|称作) ?(?P<name>{_ZN})(?=[,。;]|$)"
        ),
    )
)

# Whom or when a sentence speaks of: persons and days are no terms.
_SURNAME = (
    "[王李张張刘劉陈陳杨楊黄黃赵趙周吴吳徐孙孫朱马馬胡郭林何高梁郑鄭罗羅宋谢謝唐韩韓曹许許邓鄧萧冯馮曾程蔡彭潘袁于董余苏蘇叶葉吕呂魏蒋蔣田杜丁沈姜范江傅"
    "钟鍾卢盧汪戴崔任陆陸廖姚方金邱夏谭譚韦贾邹石熊孟秦阎薛侯雷白龙龍段郝孔邵史毛常万萬顾顧赖賴武康贺嚴严尹钱錢施牛洪龚龔]"
)
PERSON = regex(
    r"(?:mrs?|ms|dr|prof|aunt|uncle|miss|sir)\.? \w+"
    rf"|[老小]{_SURNAME}|阿[\u4e00-\u9fff]|{_SURNAME}[\u4e00-\u9fff]{{0,2}}(?:姐|哥|叔|姨|总|工|师傅|老师|经理|医生"
    rf"|嫂|爷|奶|婶|妹|弟"
    r"|大爷|大妈|主任|院长|馆长)"
    r"|今天|明天|后天|昨天|前天|周[一二三四五六日天]|星期[一二三四五六日天]|(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    re.IGNORECASE,
)
PERSONAL = regex(
    r"(?:\w+ (?:is|are|'s) )?(?:the|that) (?:[\w-]+ )?(?:one (?:with|who|that|in)|guy|dude|lad|lady|girl|boy|man|woman"
    r"|person|fella|bloke|colleague|intern|kid|student|teacher)\b"
    r"|(?:\w+ (?:is|are|'s) )?(?:the|an?|that|our|my) (?:[\w-]+ )?(?:plumber|dentist|cousin|brother|sister|wife"
    r"|husband|boss"
    r"|neighbou?r|friend|freelancer|bookkeeper)\b"
    r"|.*(?:那个|的)(?:师傅|同事|老师|姑娘|小伙子?|阿姨|大姐|大哥|小妹|programmer|老头|大爷)(?=[,。;]|$)"
    r"|.*(?:的|那)(?:那)?位(?=[,。;]|$)|\w+ is (?:the|our|an?) \w+ (?:and|who) (?:she|he)\b"
    r"|.{2,24}(?:最大|戴|穿|留|坐).{0,10}那个(?=[,。;]|$)",
    re.IGNORECASE,
)
PASSING_NEWS = regex(
    r"\b(?:chaos|a mess|taken|yesterday|today|tomorrow|tonight|this (?:morning|afternoon|evening|week)"
    r"|last (?:night|week|time)|again|broken|failing|wrong"
    r"|earlier|just now|right now|anymore|no clue|or something|i think|i guess|apparently|supposedly"
    r"|something else)\b|昨天|今天|明天|刚才|刚刚|坏了|挂了|没(?:问题|用)|笑死|哈哈",
    re.IGNORECASE,
)
NO_TERM = regex(
    r"(?:thing|things|stuff|one|ones|way|reason|problem|issue|bug|idea|question|answer|case|part|point|rest|same"
    r"|time|day|week|moment"
    r"|line|file|test|tests|error|result|results|code|place|fix|change|commit|branch|page|name|word|number|value"
    r"|list|end|start"
    r"|ha|hm+|ah|its|it's|no|yes|right|sorry|these|those|next|exporting|else|too|here|there|now|then|so"
    r"|that|this|it|them|not|more|of|and|or|but|like|which|what|me|us|you|him|her|all|both|each)",
    re.IGNORECASE,
)
NO_TERM_ZH = regex(
    r"(?:这|那|它|他|她|哪|谁|啥|什么|怎么|问题|原因|结果|目的|意思|重点|关键|区别|办法|方案|现在|主要|其实|应该"
    r"|可能|不|也|都|就|还|但|而|因为|所以"
    r"|如果|要|我|你|您|咱|大家|时候|今|明|昨|前者|后者|反正|已经|只|全|先|再|又|说|看|想|知道|感觉|觉得|一|两|有|没"
    r"|特别|尤其|真|最|比|像|或|以及|和|跟|与"
    r"|然后|还有|呃|额|嗯|按|从|对|把|被|给|让|叫|到|在|用|写|改|加|查|跑|测|发|放|除).*|.*(?:的|了|吗|呢|吧|都|也"
    r"|就|不|还|又|说|话|是|要|会|能|可)",
)
