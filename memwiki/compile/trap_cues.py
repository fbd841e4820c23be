"""Words that tell of a trap: a stated cause, a warning, an approach that did not work. English and Chinese."""

from __future__ import annotations

import re

from memwiki.regexes import regex


def _any(*parts: str) -> re.Pattern[str]:
    return regex("|".join(parts), re.IGNORECASE)


# -- an agent states a cause ------------------------------------------------------------------------------------------

CAUSE = _any(
    r"\broot[ -]?causes?\b",
    r"\b(?:the |one |its |actual |real |underlying |true |ultimate )(?:actual |real |underlying |true |main "
    r"|only )?(?:cause|culprit|offender|reason)\b"
    r"(?: of [^.:;]{1,60}| (?:it|this|that|they) [^.:;]{1,50}| for [^.:;]{1,60}| here)?(?: (?:was|is|were"
    r"|turned out)\b|:)",
    r"^(?:cause|culprit|reason|why|diagnosis|explanation|cause of (?:the )?\w+)\s*:",
    r"\b(?:trap|catch|gotcha|pitfall|snag|twist|stumbling block|surprise|subtlety|tricky (?:part|bit|thing)"
    r"|hard part|thing to know|footgun)s?"
    r"(?: (?:here|there|to know|with [^.:]{1,40}|in [^.:]{1,40}))?(?: (?:was|is|were|are)\b|:)",
    r"\b(?:it |this |that |which |and |but )?turn(?:s|ed) out\b",
    r"^(?:ok(?:ay)?,? )?(?:i )?found (?:it|the (?:cause|culprit|problem|bug|issue|reason|leak|root cause))\b\s*[:.—-]",
    r"\bthe (?:actual |real |underlying )?(?:problem|issue|bug|error|failure|crash|hang|leak|deadlock|slowdown"
    r"|regression|mismatch|flake|flakiness)s?"
    r"(?: (?:itself|here))? (?:was|were|is|came|comes|stems?|stemmed|lay|lies)\b(?! (?:fixed|gone|solved|resolved"
    r"|back|still|now|not|in `))",
    r"\b(?:was|were|is|are|got) (?:actually |only |really )?(?:caused|triggered|produced|broken) by\b",
    r"\b(?:failed|fails|failing|crashed|crashes|hung|hangs|broke|breaks|was (?:failing|slow|empty|missing|wrong"
    r"|stuck|flaky)|blew up|timed out|leaked"
    r"|disappeared|vanished|came out \w+|looked \w+)\b[^.;]{0,60}\bbecause\b",
    r"\b(?:traced|tracked|narrowed|pinned) (?:it |this |that |them )?(?:back |down )*to\b",
    r"\b(?:boil|boils|boiled|come|comes|came) down to\b|\b(?:stems?|stemmed|resulted|results) from\b",
    r"\b(?:was|is|were|are) (?:the |to )?(?:real |actual |root )?(?:blame|cause|culprit|reason|problem)\b",
    r"\b(?:bit|bites?|tripped|trips|caught|stung) (?:us|me|you)\b",
    r"\b(?:mystery solved|nailed it|got it|solved|eureka)\s*[:—]",
    r"\b(?:only|just) (?:happens?|happened|occurs?|occurred|shows? up|showed up|reproduces?) (?:with|when|on|if|in"
    r"|under|after)\b",
    r"^(?:do not|don'?t|never|avoid)\b[^;]{2,90}(?::|\b(?:because|since|or (?:it|they)|otherwise)\b)",
    r"\b(?:trap|dead[ -]?end|failed (?:fix|attempt|approach)(?: to avoid)?|what (?:happened|went wrong|broke)"
    r"|why (?:it|this|that) \w+)\s*:",
    r"\bthat(?:'s| is| was) (?:exactly )?(?:why|the reason)\b",
    r"\bwhich is (?:exactly )?why\b",
    r"\b(?:hence|thus) (?:the )?`",
    r"^(?:watch out|beware|careful|be careful|gotcha|caveat|worth (?:knowing|noting|remembering)"
    r"|note for (?:next time|later|the future)"
    r"|for next time|lesson(?: learned)?|take-?away|keep in mind|easy to (?:miss|forget|overlook)"
    r"|learned the hard way)\b",
    r"根因|根本原因|根源(?:是|在)|症结(?:是|在)|归根结底|排查结果|教训\s*[:：]|踩坑|备忘\s*[:：]|切记|(?:不要|别"
    r"|千万)[^。;；]{2,40}(?:否则|不然|会导致)",
    r"(?:真正|实际|主要|具体|报错|失败|问题|超时|卡死|崩溃)(?:的)?原因|原因(?:是|在于|找到了|查到了|如下|很简单"
    r"|出在)|^原因\s*[:：]",
    r"问题(?:就)?(?:出在|在于|是(?:因为|由)|的根源)|罪魁祸首|元凶|(?:踩|有|是)(?:个|了个|了)?坑|坑(?:在于|在|是|点)"
    r"|陷阱|这里(?:要|需要)?(?:注意|小心)"
    r"|^注意\s*[:：]",
    r"(?:原来|其实|结果发现|排查发现|查(?:下来|了一下|明白了)|定位(?:到|下来))(?:是|[,，:：])|(?:是|就是)(?:因为"
    r"|由于)|才导致|导致的|引起的|造成的|所以才(?:会|报|失败|卡"
    r"|挂|超时)",
)
# Counts only where something had failed in the same task.
QUIET_FAILURE = _any(
    r"\bsilently\b",
    r"\bwithout (?:any |a |an )?(?:complaint|complaining|warning|error|errors|notice|saying so|telling)\b",
    r"\b(?:no|never (?:an?|any)) (?:error|warning|exception) (?:is|was|at all|anywhere|to be seen)\b",
    r"\bswallow(?:s|ed) the\b",
    r"\bonly works? (?:if|when|with|on|inside|after)\b",
    r"\b(?:came|comes|coming) from (?:the|an?|our|its|how|`)|\bdue to\b|^note\b|\bhad to be\b",
    r"静默|悄悄|不(?:会)?报错|没有任何(?:报错|提示|警告)|吞掉了?(?:异常|错误)|只有.{1,20}才(?:行|能|会|生效)",
)
# Counts only where something had failed and works now: how a thing behaves, and what followed from it.
BEHAVES = _any(
    r"\b(?:ignore|drop|strip|refuse|reject|kill|fail|swallow|skip|overwrite|cache|truncate|reset|block|lose"
    r"|hide)(?:s|d|ed)?\b",
    r"\b(?:does|do|did)(?:n'?t| not) (?:\w+ )?(?:see|support|know|work|handle|honou?r|respect|read|pass|load|match"
    r"|reach|fire"
    r"|run|call|close|flush|accept|allow|include|propagate|survive|apply|resolve|compile|import)\b",
    r"\b(?:has|have|had|there (?:is|was|were)) no\b|\bwithout (?:it|that|them)\b|\bno longer\b|\bcannot\b|\bbroke\b",
    r"不(?:支持|认|识别|区分|包含|兼容|生效|起作用)|没有|忽略|丢掉|丢了|拒绝|只认|覆盖|读不到|找不到|搜不到|没跑",
)
FOLLOWS = _any(
    r"\b(?:because|since|so|hence|therefore|that broke|which broke|that made|which made|cannot|have to|has to"
    r"|had to|instead)\b",
    r"因为|所以|导致|因此|于是|就(?:会|报|挂|丢)|才(?:行|能|会)",
)
# What was built, and what follows from that: no trap.
BUILT = _any(
    r"\bnow\b|\bany ?more\b|^(?:i|we) (?:\w+ly )?(?:\w+ed|made|put|kept|split|wrote|set)\b|^(?:added|moved|renamed"
    r"|removed|replaced|changed|split)\b"
    r"|\b(?:callers|users|nobody|clients|people) (?:can|cannot|must|need|have|has|no longer)\b",
    r"已(?:改|经改|加|换)|改(?:为|成)|换成|现在",
)
_CALLED_TRAP = (
    r"(?:the |one |a )?(?:(?:actual|real|main|only|big|nasty|subtle) )*(?:trap|catch|gotcha|pitfall|snag|twist"
    r"|surprise|subtlety|tricky (?:part|bit|thing)|footgun)(?: (?:here|there))?\s*(?::|(?:was|is)(?: that)?\b)"
)
# `the trap: replays still diverged at turn 212`, 中间踩了个坑:…
CALLED_TRAP = regex(
    rf"(?:(?:so|and|but|well)[, ]+)?{_CALLED_TRAP}|.{{0,8}}(?:坑(?:是|在于)?[:：,，]|坑是|坑在)", re.IGNORECASE
)
# The marker itself, taken off the statement. `of yesterday's failures was` goes with it.
MARKER = regex(
    r"^(?:(?:so|and|but|ok(?:ay)?|anyway|well)[, ]+)?(?:"
    r"(?:the |one |its |a )?(?:actual |real |underlying |true |main |only |likely )*(?:root[ -]?cause|cause|culprit"
    r"|reason)s?(?: (?:of|for) [^:;]{1,60}?| (?:it|this|that|they) [^:;]{1,50}?| here)?"
    r"\s*(?::|(?:was|is|were|turned out to be)(?: that)?\b)"
    rf"|{_CALLED_TRAP}"
    r"|(?:i )?found (?:it|the (?:cause|culprit|problem|bug|issue|reason|leak|root cause))\s*[:.—-]"
    r"|(?:as )?it (?:turns|turned) out(?: that)?\b|turn(?:s|ed) out(?: that)?\b"
    r"|(?:the |one |two |three |some )?things? (?:that )?(?:bit|tripped|caught|got|stung) (?:us|me|you)(?: up)?\s*[:—]"
    r"|(?:what (?:happened|went wrong|broke)|mystery solved|nailed it|got it|solved|note)\s*[:—]"
    r"|(?:归根结底(?:还)?是|教训\s*[:：]|排查结果\s*[:：]|踩坑记录\s*[:：]|备忘\s*[:：])"
    r"|(?:watch out|beware|careful|be careful|gotcha|caveat|worth (?:knowing|noting|remembering)"
    r"|note for (?:next time|later)|for next time|lesson(?: learned)?|diagnosis|explanation|why)\s*[:,—-]"
    r"|(?:根因|根本原因|真正(?:的)?原因|失败(?:的)?原因|问题(?:的)?原因|原因(?:找到了|查到了)?|坑(?:点)?"
    r"|注意)\s*(?:是|在于|[:：])+"
    r"|(?:问题(?:就)?(?:出在|在于))|(?:原来|其实|结果发现|排查发现)(?:是)?[,，:：]?"
    r")\s*",
    re.IGNORECASE,
)
# A cause that is not known, or that nothing went wrong with.
NO_CAUSE = _any(
    r"\b(?:no|without (?:a|any)|unknown|unclear|don'?t know the|not (?:yet )?(?:found|known|clear|sure)"
    r"|could(?:n'?t| not) (?:find|determine|reproduce)"
    r"|haven'?t found|still looking for)\b[^.;]{0,30}\b(?:root )?(?:cause|reason|why)\b",
    r"\b(?:root )?cause (?:is |was )?(?:still )?(?:unknown|unclear|open|not (?:known|found|clear))\b",
    r"\bno (?:gotchas?|traps?|catch|surprises?|issues?|problems?)\b",
    r"原因(?:还)?(?:不明|未知|没找到|不清楚|待查)",
)
# A sentence that only guesses.
GUESS = _any(
    r"\b(?:might|may|could|would) (?:well )?be\b|\b(?:maybe|perhaps|possibly|probably|presumably|my guess|i suspect"
    r"|i assume|i think the|not certain)\b",
    r"可能是|也许|怀疑|猜测|估计是|不确定",
)
# The agent's own service: nothing about the project.
SERVICE = _any(
    r"\brate[ -]?limit(?:ed)? (?:reached|exceeded|hit)\b|\bAPI Error\b|\boverloaded_error\b|\busage limit\b"
    r"|\bcontext (?:window|limit|length) (?:exceeded|reached|full)\b",
    r"\b(?:anthropic|openai|claude|codex|gemini|cursor)\b.{0,20}\b(?:api|service|server)\b.{0,20}\b(?:error|down"
    r"|unavailable|timeout|overloaded)\b",
    r"\brequest was (?:aborted|cancelled)\b|\buser (?:denied|rejected|interrupted)\b|\bpermission (?:prompt"
    r"|denied by the user)\b",
)

# -- an approach that did not work ------------------------------------------------------------------------------------

TRIED = _any(
    r"\b(?:i |we |i've |we've )?(?:first |also |initially |originally |then )?(?:tried|attempted|experimented with"
    r"|went with|started with)\b[^.;]{2,120}"
    r"\b(?:did(?:n'?t| not)|does(?:n'?t| not)|no luck|failed|fails|broke|breaks|could(?:n'?t| not)|can(?:'?t|not)"
    r"|but\b|however|not enough|dead end|no use|useless|made (?:it|things) worse|reverted|backed (?:it )?out"
    r"|removed again)",
    r"\b(?:did(?:n'?t| not)|does(?:n'?t| not|n'?t seem to)|do(?:n'?t| not)|won'?t|will not) (?:work|help|fix (?:it"
    r"|that|this)|suffice|solve|make (?:a|any) difference|be enough)\b[^.;]{0,10}"
    r"(?:\b(?:because|since|as|here)\b|[:—-]|,)",
    r"\b(?:alone |by itself |on its own )?(?:was|is|were|are)(?:n'?t| not) enough\b\s*[:,—-]",
    r"\b(?:a|was a|is a|turned into a) dead[ -]?end\b",
    r"\b(?:abandoned|dropped|gave up on|backed out|rolled back|reverted|discarded"
    r"|ruled out)\b[^.;]{2,80}\b(?:because|since|as it|as they|:)",
    r"\b(?:first|second|earlier|previous|initial|naive|obvious) (?:attempt|try|approach|idea|fix"
    r"|version)s?\b[^.;]{0,80}\b(?:failed|did(?:n'?t| not)|broke|was wrong|made|only|could(?:n'?t| not)|because)\b",
    r"\bonly (?:hides?|masks?|papers over|moves?|delays?|hid|masked|moved|delayed)\b",
    r"(?:先|一开始|起初|之前|最初|也)?(?:试(?:了|过)|尝试(?:了|过)?|用(?:了|过))[^。;；]{1,60}(?:不行|没用|无效|失败"
    r"|行不通|走不通|不管用|没效果|不起作用|还是(?:报错"
    r"|失败|不行|卡)|但|结果|因为|已(?:撤销|回滚|删))",
    r"(?:行不通|走不通|是死路|此路不通|不管用|没有用)(?:[,，:：]|因为)|(?:放弃|弃用|撤销"
    r"|回滚)(?:了)?[^。;；]{1,40}因为|光[^。;；]{1,30}不够|只(?:是)?(?:掩盖"
    r"|治标)",
)
REASON = _any(
    r"\b(?:because|since|due to|as (?:it|they|the)|the reason|so (?:no|the|every|that|nothing|it))\b|[:：—]\s*\S"
    r"|,\s*(?:it|they|which|that)\b",
    r"因为|由于|原因|所以|导致|[:：]",
)

# -- a person warns ---------------------------------------------------------------------------------------------------

WARNING = _any(
    r"\b(?:don'?t|do not|never|no need to|no point (?:in )?|not worth|pointless (?:to)?"
    r"|useless to)\s*(?:even )?(?:try(?:ing)?|bother(?:ing)?(?: with)?|wast(?:e|ing)|retry(?:ing)?|attempt(?:ing)?"
    r"|go(?:ing)? (?:down|near)|fall for|trust(?:ing)?|rely(?:ing)? on)\b",
    r"\b(?:heads[ -]?up|watch out|be ?ware|careful|be careful|be aware"
    r"|(?<!the )(?<!a )(?<!as )(?<!this )(?<!that )(?<!no )warning|gotcha|caveat|known (?:issue|problem|bug|trap)"
    r"|(?:trap|pitfall)(?=\s*:)|word of warning|note that|mind (?:you|that|yourself)|watch yourself|keep in mind"
    r"|fair warning)\b",
    r"\b(?:you|u|we|it) (?:won'?t|wont|will not|don'?t|dont|never) (?:even )?(?:see|get|notice|show|throw|print|log"
    r"|raise)\b[^.;]{0,20}\b(?:an? |any |the )?(?:error|warning|exception|message|log)",
    r"\b(?:i|we|he|she|they|somebody|someone) (?:already |once |have already |'ve already )?(?:tried|spent|wasted"
    r"|burn(?:ed|t)|lost)\b[^.;]{0,60}\b(?:day|days|hour|hours|week|weeks|afternoon|evening|morning|already|before"
    r"|last (?:year|week|month|time|sprint)|on (?:it|that|this))\b",
    r"\b(?:caught|tripped|fooled|got) (?:me|us) (?:out|up)\b",
    r"\b(?:tried (?:that|it|this)(?: (?:already|before|once|last))?|been there|bit(?:ten)? (?:us|me|by)"
    r"|(?:burn(?:ed|t)|stung) (?:us|me|by)|learned the hard way)\b",
    r"\b(?:always|still|will|also) (?:hangs?|crash(?:es)?|breaks?|fails?|deadlocks?|times? out|corrupts?|segfaults?"
    r"|blows? up|freezes?)\b",
    r"\b(?:otherwise|or (?:else )?it|if (?:you|u) don'?t|without (?:it|that)) [^.;]{0,40}\b(?:hangs?|crash(?:es)?"
    r"|breaks?|fails?|deadlocks?|times? out|corrupts?|segfaults?|freezes?|loses?|gets? (?:lost|stuck|corrupted))\b",
    r"别(?:再)?(?:试|碰|踩|折腾|浪费|信)|不用(?:再)?试|没用的|(?:之前|以前|上次|去年|早就|我|我们)(?:也|都|已经"
    r"|就)?(?:试|踩|折腾|搞|弄)过|有(?:个)?坑|踩过坑|是个坑"
    r"|小心|当心|注意[^。;；]{0,40}(?:会|不能|否则|不然)|千万(?:别|不要)|提醒一下|提个醒|要注意",
    r"不会(?:有)?(?:报错|提示|警告)|看不到(?:报错|错误|日志)|(?:否则|不然|要不然)[^。;；]{0,20}(?:卡|挂|崩|丢|报错"
    r"|失败|超时|死锁|乱码)",
)
# Weaker: counts only in a prompt that asks for no repair.
HINT = _any(
    r"\bknown\b|\bas (?:usual|always)\b|\bjust so (?:you|u) know\b|\bfor your info\b|\bno[ -]?go\b|\b(?:don'?t"
    r"|do not) (?:go there|upgrade|bump|touch)\b",
    r"\b(?:pin it|stay on|stick (?:to|with) (?:the )?(?:old|v?\d))\b|\blast time (?:we|i|someone)\b|\b(?:i"
    r"|we) (?:already|once|also) (?:tried|had)\b",
    r"\b(?:if|when|whenever|once) (?:you|u|we|anyone|someone) (?:run|build|deploy|install|test|upgrade|bump|use"
    r"|start|debug|import|merge|rebase)\b",
    r"\b(?:don'?t|do not|never|avoid)\b[^.;]{3,60}\b(?:it|they|that|this|which)(?: just| always"
    r"| silently)? (?:hangs?|breaks?|crash(?:es)?|fails?|deadlocks?|corrupts?"
    r"|loses?|leaks?|times? out|segfaults?|ignores?)\b",
    r"已知|上次[^。;；]{2,40}(?:失败|挂|崩|报错|回滚)|别(?:升|再走|再用|上)|(?:别|不要"
    r"|千万别)[^。;；]{2,30}会(?:直接|立刻|马上)?(?:报错|失败|卡死|崩|挂|丢|超时)",
)
TROUBLE = _any(
    r"\b(?:hangs?|hung|hanging|freez(?:es?|ing)|froze|stuck|crash(?:es|ed|ing)?|breaks?|broke(?:n)?|fails?|failed"
    r"|failing|fail|deadlocks?|deadlocked|leaks?|leaked|corrupts?|corrupted|"
    r"segfaults?|times? out|timed out|timeouts?|blows? up|explodes?|ignores?|ignored|drops?|dropped|loses?|lost"
    r"|eats?|missing|truncat(?:es?|ed)|duplicates?|doubles?|overwrit(?:es?|ten)|throws?|raises?|panics?|"
    r"rejects?|refuses?|returns? (?:nothing|empty|null|stale|garbage|wrong|the wrong)|flaky|stale|garbage|garbled"
    r"|mojibake|wrong|silently|nondeterministic|infinite(?:ly)?|forever|never (?:returns?|finishes|ends|comes)|"
    r"does(?:n'?t| not|nt) (?:work|support|honou?r|respect|handle|see|pick up|match|work with|reload|clean|flush"
    r"|close|release|like)|did(?:n'?t| not|nt) (?:work|help)|won'?t (?:work|help|start|build|compile|load|boot)|"
    r"wont (?:work|help|start|build|compile|load|boot)|can'?t (?:handle|see|read|find|open|parse)|no effect|useless"
    r"|dead end|incompatible|out of memory|oom|not supported|unsupported|only (?:works|runs) (?:on|with|if|when"
    r"|in))\b",
    r"没用|不行|无效|卡死|卡住|卡在|挂(?:掉|了|起)|崩|报错|失败|超时|死锁|丢(?:失|数据|包|了|消息|任务)|(?:就|会)丢"
    r"|乱码|不生效|不起作用|不支持|不兼容|不认|读不到|找不到"
    r"|识别不(?:了|出)|忽略|截断|重复|泄漏|内存溢出|OOM|白屏|闪退|被吞|静默|覆盖掉|冲突|会漏|踩坑|有坑|坑",
)
# A person's sentence that asks for work or for a cause is a report of today's bug, not a warning.
REPORT = _any(
    r"\b(?:pls|please|can (?:you|u)|could (?:you|u)|go|now)\b[^.;]{0,20}\b(?:fix|find|look|check|debug|investigate"
    r"|figure|see why|repair|solve)\b|\bfind out why\b|\bwhy (?:is|does|do|did|are)\b|\?\s*$",
    r"帮我?(?:看|查|修|排查)|看一?下|查一?下|修一?下|为什么|怎么回事|[?？]\s*$",
)
ATTRIBUTED = _any(
    r"\b(?:says?|said|claims?|wrote|writes|according to|the (?:docs?|readme|article|page|ticket|issue|log"
    r"|commit message)s? (?:says?|tells?|claims?))\b",
    r"(?:文档|网页|README|日志|工单|同事|客户|有人)(?:里|上)?(?:说|写着|写的|提到)",
)
# What followed from a cause: no fix, although it begins with "so".
FOLLOWED = _any(
    r"^(?:so|hence|thus|therefore|that(?:'s| is) why|which is why)\b.*\b(?:became|came out|ended up|turned into|looked"
    r"|fail\w*|broke|crash\w*|hangs?|hung|missing|wrong|stale|empty|lost|never|(?:was|were|is|are|got) (?:reported"
    r"|shown|read|seen|counted|treated|dropped|skipped|ignored))\b",
    r"^(?:因此|所以|于是|结果).{0,60}(?:变成|成了|报|失败|丢|漏|找不到|卡|挂|崩|超时|错)",
)
# What the agent chose not to do, or did not mind: nothing of the trap.
BESIDE = _any(
    r"\b(?:i|we) (?:have )?(?:ignored|skipped|left (?:it|that|them)|did(?:n'?t| not) (?:touch|follow|act on|look))\b",
    r"我(?:没有?|未)(?:理会|理睬|动|管|执行|照做)",
    # `I can't test on an iPhone here`, `I have run nothing else`: how far it got
    r"^(?:but |and |so )?i (?:can(?:'t|not)|could(?:n'?t| not)|have(?:n'?t| not)|did(?:n'?t"
    r"| not)) (?:\w+ )?(?:test(?:ed)?|try"
    r"|tried|run|check(?:ed)?|verif(?:y|ied)|reproduced?|measured?)\b|^i (?:have )?(?:ran|run|tested|checked) nothing\b"
    r"|^i(?:'ll| will)? (?:stop|wait|leave it|pause)(?:ped)?(?: here| now| there|,|\.|$)|^(?:my guess|next)\b",
    r"^(?:but |and |so )?(?:it|this|that) (?:compiles|builds|runs)\b\W*$|^\d+ (?:of|out of|/) \d+\b[^,;]{0,30}$",
    r"^我(?:这边|这里)?(?:没法|无法|不能|没有?条件|没有?)(?:在\S{1,12})?(?:测|试|验证|复现|跑)|^(?:先|我先)?停在这"
    r"|^下一步",
)
# -- what helped ------------------------------------------------------------------------------------------------------

FIX = _any(
    r"^(?:the )?(?:fix|solution|workaround|remedy|resolution|what (?:helped|worked))\b\s*(?:is|was|:|—|-)?",
    r"^(?:so|now|therefore|instead|fixed by|solved by|i |we |setting|using|switching|replac|chang|mov|add|pin|use "
    r"|set |run |ask |bump|upgrad|downgrad|wrap|the step|it now|both changed|removed?|passing|keep)",
    r"\b(?:has|have|had|needs?|must) to (?:be|come|use|run|go|call|stand|happen|have)\b|\bmust be\b"
    r"|\binstead(?: of)?\b|\bso (?:the|they|it|we|i) (?:\w+ ){0,3}(?:is|are|has|have|was|were|uses?|now|gets?|goes"
    r"|runs?|split|done)\b|\b(?:i|we) (?:replaced|changed|moved|added|removed|switched|pinned|set|made|bumped"
    r"|wrapped|disabled|enabled)\b|\bmakes? the\b"
    r"|^\w+ing\b.{3,90}\b(?:solve[sd]|fix(?:es|ed)|cure[sd]|help(?:s|ed)|avoid(?:s|ed)|did the trick|gets? rid of)\b",
    r"^(?:解决(?:办法|方法|方案)?|修复|处理|改法|办法|方案)\s*[:：]?|(?:改(?:成|为|用|了)|换成|换了|加(?:上|了)|已改"
    r"|装上|安装|删(?:掉|了)"
    r"|补(?:上|了)|需要|必须"
    r"|应该|得用|得先|要用|要先)|(?:后|就|之后)(?:就|都|一切)?(?:好了|正常|解决|不再|没再)",
)
DONE = regex(
    r"^(?:done|fixed(?: properly)?(?: this time)?|installed|it (?:works|connects|builds|runs|starts)(?: now"
    r"| again)?|works now|all (?:good|done|set|green)|finished|resolved|solved|ok(?:ay)?"
    r"|修好了?|好了|搞定|已修复|完成|已完成"
    r"|可以了)\b[^.:;]{0,40}$"
    r"|\b\d+ (?:\w+ )?tests? (?:\w+ )?pass|\btests? (?:all )?pass(?:es|ed)?\b|\b(?:all"
    r"|both) (?:\d+ )?(?:\w+ )?tests\b|\bpasses all\b|\b(?:suite|build) (?:is )?(?:green|passes)\b"
    r"|用例通过|测试通过|全部通过|通过了?。?$",
    re.IGNORECASE,
)
