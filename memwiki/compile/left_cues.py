"""Words that tell of work left: in an agent's message, and in what a person puts off. English, Chinese, some German."""

from __future__ import annotations

import re

from memwiki.regexes import regex


def _any(*parts: str) -> re.Pattern[str]:
    return regex("|".join(parts), re.IGNORECASE)


# A sentence of an agent's message that leaves something to do.
UNDONE = _any(
    r"\bnot yet \w+|\byet to (?:be )?\w+|\bnoch nicht\b|\bfehlt (?:noch|nur)\b|\bmuss noch\b|\bsteht noch aus\b",
    r"\b(?:what|all that|the only (?:thing|part|bit)(?: that)?)(?:'s| is| are)? (?:still )?(?:remains?|left|missing"
    r"|open|outstanding|to do)\b",
    r"(?:^|\b(?:is|are|was|were|still|left|remains?|stays?|yet) (?:\w+ )?)un(?:tested|verified|finished|checked"
    r"|documented|translated|reviewed|resolved|covered|changed so far)\b"
    r"|\b(?:half[- ]done|halfway (?:done|through)|work in progress|wip)\b",
    r"\b(?:is|are|comes?|come) (?:up )?next\b|\bup next\b|\bnext i(?:'?d| would|'?ll)\b|\bi(?:'d| would|'ll) (?:next"
    r"|then|look at \S+ next)\b",
    r"\bran out of (?:time|context|budget|credits)\b|\b(?:no|not enough) time (?:for|to|left)\b|\b(?:did(?:n'?t"
    r"| not)|have(?:n'?t| not)|never) (?:get|got|gotten) (?:to|around to|round to)\b",
    r"\b(?:have|has|had)(?:n'?t| not) (?:yet )?(?:\w+ed|done|been|made|put|set|written|begun|built|seen)\b",
    r"\b(?:missing|open|unresolved|remaining) (?:piece|part|bit|item|point|issue|thing|question)s?\b|\b(?:one|two"
    r"|three|a few|some|\d+) (?:\w+ )?(?:thing|item|piece|point|file|test|case|page|screen|place)s? (?:is "
    r"|are )?(?:left|missing|to go|open|remaining)\b",
    r"\b(?:blocked|waiting|waits?|depends|hangs) (?:on|for) (?:the|a|an|your|ops|legal|review|approval|access|\w+'s)\b",
    r"\b(?:has|have|needs?) to be (?:\w+ly )?(?:run|started|restarted|done|redone|deployed|redeployed|re-?run"
    r"|rotated|migrated|reviewed|checked|tested|confirmed|approved|updated|installed|registered|filled|set|enabled"
    r"|created|added|translated|announced|cleaned|removed|merged|published|released)\b",
    r"\b(?:someone|somebody|you|ops|we|the team|a human|the admin) (?:should|has to|have to|must|needs? to"
    r"|will have to|still has to|may want to|might want to) (?:still |also |then )?\w+",
    r"\bbefore (?:the )?(?:release|merge|merging|deploy\w*|going live|launch|rollout|shipping)\b[^.;]{0,30}\b(?:we"
    r"|you|someone|must|need|needs|should|has to)\b",
    r"\bfollow[- ]?up (?:is )?(?:needed|required|on|for)\b|\bneeds? (?:a |another )?follow[- ]?up\b",
    r"\b(?:part|side|half|bit|rest|other \w+|second \w+)(?: of (?:it|the \w+))? (?:isn'?t|is not|are not|aren'?t"
    r"|wasn'?t)(?: (?:done|finished|there|in|ready|complete|covered|yet|written))?[\s.]*$",
    r"\b(?:left|leave|leaving|keep|kept|postponed?|deferred?|parked?|moved?|skipped?|save[ds]?) [^.;]{2,60}\b(?:for"
    r"|until|till|to) (?:tomorrow|later|now|next|monday|another|a later|the next|a follow|after)\b",
    r"\bonly (?:half|the first|part|some|\w+ of the \w+) (?:is|are|of)\b|\b(?:is|are|was|were) still (?:to|un\w+"
    r"|in the old|on the old|as before|hard-?coded|stubbed?|a stub|mocked|commented|disabled|skipped|flaky)\b",
    r"\bstill (?:go(?:es)?|point|read|write|print|show|take|send|live|keep|rely|refer|come|run|return|fall|fire|leak"
    r"|log)s?\b|\bfor now\b|\bfor the (?:moment|time being)\b"
    r"|\b(?:place ?holders?|stubs?|dummy|hard-?coded|to be (?:confirmed|decided|done|defined)|tb[cd])\b(?! (?:text"
    r"|color|removed))",
    r"\b(?:until|once|after|when) (?:someone|somebody|you|we|your|ops|legal|they|the team) (?:\w+ )?(?:check|confirm"
    r"|go\b|ok\b|approv|decid|review|answer|sign|say|agree|have|had|upload|provide|deploy)\w*"
    r"|\bafter your (?:go|ok|okay|approval|review|check)\b|\bwill (?:be wrong|break|fail|need|have to|require)\b"
    r"|\bstopped (?:at|after|before|with)\b|\bskipped\b[^.;]{0,20}\b(?:for now|so far)\b"
    r"|\b(?:second|next|later|final|further) (?:pass|step|round|iteration|part|stage) (?:would|could|will|should|has"
    r"|is to)\b",
    r"\b(?:is|are|stays?|remains?) (?:still )?open\b(?![ -](?:source|to |ended|by |when|while|until \w+ clicks))"
    r"|\bopen (?:for|until|till) (?:monday|tuesday|wednesday|thursday|friday|tomorrow|later|next|now)\b",
    r"等.{1,10}(?:部署|回复|确认|审批|到货|开通|上线|给)(?:后|完|了|再|$)|余下|其余.{0,8}(?:没|未|待|需)|先(?:跳过"
    r"|写死|占位)|占位|写死|暂(?:时|缺|未|用)|(?:跟进|补上|再看|再做|再说)(?:$|[。,，])",
    r"还(?:在|用|走|是)\s?(?:旧|老|原来|[A-Za-z][\w.-]* ?上)",
    r"还差|还剩|还有.{1,20}(?:没|未)|剩下|剩余的?(?:工作|部分|是)|尚(?:缺|欠|需)|缺(?:一个|少|个)|留(?:到|给|着|待)"
    r"|放(?:到|在|下)(?:下|明|后|之后)|下(?:一)?(?:版|个版本|个迭代|期)|回头(?:再)?|之后再|以后再|有空再|改天",
    r"没(?:有)?(?:处理|报备|来得及|覆盖|验证|接|上线|同步|合并?|提交|部署|翻译|确认|更新|加|补|弄|搞|实现|支持|适配"
    r"|联调|过(?!期|滤))|未(?:过|测|验证|接|部署|上线|同步|合并|翻译|确认|更新|实现|适配)",
    r"(?:要|得|需要?|等|待) ?(?:DBA|运维|法务|产品|设计|后端|前端|测试|管理员|老板|客户|对方|人工|人|你|您)(?:来"
    r"|去)?(?:执行|确认|处理|批|审|看|跑|配|开|给|回复|提供|操作)|卡在(?:等|审批|权限)|todo|待(?:办(?!列表|清单|页"
    r"|项列表|中心)|测|做|补|定|处理|确认|联调|上线|审)",
)
# `Missing piece: pagination`, `还差一件:模板`: what stands behind the colon is left.
UNDONE_HEAD = regex(
    r"^(?:[^:：。.;]{0,40}?\b(?:did(?:n'?t| not) get to|missing|still open|not done|to ?do|left (?:open|out|over)"
    r"|unfinished"
    r"|follow[- ]?up|offen|ausstehend|noch zu tun|reste|pendiente)\b[^:：。.;]{0,25}"
    r"|(?:ok(?:ay)?[,.]? |noted[,.]? )?(?:tomorrow|tonight|mon(?:day)?|tuesday|wednesday|thursday|friday|saturday"
    r"|sunday|next (?:week|time|session)|afterwards|morgen|明天|明早|下周.?|周[一二三四五六日]|回头)"
    r"|[^:：。]{0,8}(?:还差|还缺|还剩|剩下|遗留|未完|没做|待办|没来得及)[^:：。]{0,10})\s*[:：]\s*(?P<rest>\S.*)$",
    re.IGNORECASE,
)
# `That leaves the battery check`: all the rest.
LEAVES = regex(
    r"^(?:so |and )?(?:that|this|which) (?:only |just )?leaves (?:us )?(?:with )?(?:only |just )?(?P<rest>\S.*)$",
    re.IGNORECASE,
)
# Heads of a list that names all that is left.
ALL_LEFT = regex(
    r"\bremain|\bleft\b|\bstill (?:open|missing|to)|\boutstanding\b|\brest\b|剩|还差|还没|还未|余下|遗留", re.IGNORECASE
)
# What reads like that and is a description: `the remaining budget is shown in the header`.
SHOWN = _any(
    r"\b(?:remaining|pending|missing|open|next|left|unfinished|later|outstanding) (?!work\b|tests?\b|items?\b"
    r"|points?\b|steps?\b|things?\b|tasks?\b|piece|part|bit)\w+ (?:\w+ ){0,2}(?:is|are|was|were|gets?|shows?"
    r"|comes?) "
    r"(?:now |then )?(?:shown|listed|filled|computed|displayed|sorted|counted|blue|red|green|first|last|kept|handled"
    r"|skipped|used)\b",
    r"\bnothing (?:is |else )?(?:left|remains|open|missing|to do)\b|(?:显示|列出|标出|隐藏|过滤|统计|计算|删)(?:了"
    r"|掉)?(?:未|待|剩|没)|(?:待|未)\S{1,4}的\S{1,8}(?:了|已)|没有(?:遗留|剩下|待办)",
)
# What a person puts off, beside the cues of speech.
_DAY = (
    r"(?:tomorrow|tonight|tmrw|mon(?:day)?|tues?(?:day)?|wed(?:nesday)?|thurs?(?:day)?|fri(?:day)?|sat(?:urday)?"
    r"|sun(?:day)?"
    r"|next (?:week|month|time|session|sprint|release|version|iteration|year)|this (?:evening|weekend|afternoon)"
    r"|(?:the )?weekend|later(?: today)?"
    r"|after (?:the )?(?:release|lunch|demo|weekend|freeze|holidays?|meeting|launch|merge|break|call|show|audit"
    r"|review))"
)
PUT_OFF = _any(
    rf"\b(?:we|i|i'?ll|we'?ll|you|u|let'?s|lets|gonna|will)\b(?: \w+){{0,3}}? (?:continue|resume|finish|go on"
    rf"|carry on|pick|look|do|fix|redo|tackle|run|test|write|add|start|try|handle|discuss|decide|check|clean|ship"
    rf"|take)\b[^.;]{{0,60}}\b{_DAY}\b",
    rf"\b(?:continue|resume|go on|carry on|pick (?:it|that|this)? ?up|finish|redo|retry|revisit"
    rf"|come back)\b[^.;]{{0,50}}\b{_DAY}\b",
    r"\bstill (?:has|have|needs?|had) to be\b|\bwe (?:still|also still) (?:need|have|miss|lack|want|owe)\b"
    r"|\bstill (?:need|missing|open|todo|to do|owe)\b",
    r"^(?:(?:and|oh|also|pls|please|ok|but) )*(?:don'?t|dont|do not) (?:let me "
    r"|let us )?forget\b(?! (?:that )?(?:the|it|you|we) (?:\w+ )?(?:is|are|was|runs?|needs?)\b)|\bremind me\b",
    r"\bopen (?:point|item|question|issue|end)s?\b|\bnot forgotten\b|\b(?:on|to) (?:my|our|the|your) (?:todo|to-do"
    r"|list|backlog|plate)\b|\bto ?do\s*:",
    r"\b(?:is|comes|goes|are) next\s*$|\bnext (?:up|one)(?: is)?\b|\bfor (?:the )?next (?:session|time|one|sprint"
    r"|release|version|round)\b",
    r"\bleave (?:the |it |that |this )?[^.;]{1,40}\b(?:red|open|failing|broken|unfinished|half|as (?:it )?is|for now"
    r"|for (?:the )?(?:next|later|tomorrow)|until|till)\b",
    r"\b(?:can|could|may|should|must|has to|will|would) wait\b|\bwait(?:s)? (?:un)?till?\b|\b(?:one day|some day"
    r"|someday|eventually|at some point|sooner or later) (?:we|i|you)\b|\bnote for (?:later|next|the next"
    r"|tomorrow)\b"
    rf"|\b(?:comes?|go(?:es)?|ships?|follows?|lands?|is for|are for|moves?) (?:in|with|to|after"
    rf"|into) (?:the )?(?:next \w+|later \w+|{_DAY})",
    r"\b(?:some other|another) (?:day|time|session)\b|\bwhen (?:i'?m|i am|we'?re) back\b|\bonce (?:ops|legal|they|he"
    r"|she|the \w+) (?:answers?|replies|reply|approves?|is back|are back|agrees?)\b|\bpark (?:that|it|this|the)\b",
    r"\bi (?:must|have to|need to|'?ll|will|should|gotta|still have to) (?:still |first |also )?(?:ask|check with"
    r"|talk (?:to|with)|call|phone|write to|order|bring)\b|^let me (?:ask|talk to|check with|call) \w+",
    r"(?:今晚|晚上|明天|明早|明晚|后天|下午|傍晚|周[一二三四五六日天末]|下周|下个?月|节后|回来|过两天|改天|回头|晚点"
    r"|有空|下次|下回|下个?(?:版本|迭代|版)|月底)[^。;；,，]{0,10}?(?:再|继续|接着|记得|要|把|去|来)",
    r"(?:还|都)没(?:做|弄|改|测|写|跑|补|验|上|接|搞|处理)|先(?:放着|这样|搁着|不动|欠着)|(?:还有|对了"
    r"|另外).{0,6}别忘了|记得(?:把|要|补|改|测|跑|提醒)|别忘了(?:把|要|补|改|测|跑)|提醒我|等.{1,14}(?:回复|确认|批"
    r"|好|完|到|后|了)(?:了)?再",
)

# A person tells that a thing is over.
OVER = _any(
    r"\b(?:i|we|ops|they|he|she) (?:\w+ )?(?:did|ran|finished|merged|deployed|shipped|rotated|fixed|sent|published"
    r"|migrated|closed|answered|added|wrote|asked|tested|removed)\b"
    r"|\b(?:is|are|was|were|got|has been|have been|'s) (?:already |now |finally )?(?:done|finished|merged|deployed"
    r"|live|fixed|sent|published|migrated|closed|answered|rotated|approved|off the list|no longer needed|obsolete)\b"
    r"|\balready (?:done|ran|did|merged|live|fixed)\b|\b(?:forget|scratch|drop|cancel) (?:about )?the\b",
    r"(?:已经?|都|昨天|刚(?:刚|才)?|我)\S{0,8}?(?:做|弄|跑|补|改|测|发|上线|迁|配|修|加|处理|报备|提交)(?:好|完|过"
    r"|掉)?了|搞定了|不用(?:做|弄|改|管)了|取消了",
)

# What a person strikes off by its name: `drop the thumbnails from the list`, gpu-07 换卡搞定了.
STRUCK = regex(
    r"\b(?:drop|strike|remove|take|cross|scratch|cut|delete|forget(?: about)?|cancel|skip) (?P<cut>[^,.;:!?]{3,60}?)"
    r" (?:from|off|out of) (?:the |our |my |your )?(?:list|to-?dos?|to do(?: list)?|backlog|plan|board)\b"
    r"|(?:^|[,.;:] )(?:and |so )?(?P<gone>[^,.;:!?]{3,60}?) (?:is|are) (?:off the (?:list|table)|no longer needed"
    r"|not needed (?:any ?more|after all)|obsolete|cancelled|canceled)\b"
    r"|(?:^|[,，。;；:： ])(?P<over>[^,，。;；:：!！?？ ][^,，。;；:：!！?？]{1,30}?)(?:已经|都)?"
    r"(?:搞定了|弄完了|划掉|关掉|不用(?:做|弄|改|管)了|不需要了|取消了|作废了?|不做了)",
    re.IGNORECASE,
)

# A line of an agent's message that leaves something, or names the next step.
LEFT = regex(
    r"\bnot (?:touched|done|finished|converted|migrated|covered|tested|included|implemented|wired|"
    r"updated|verified|run|rerun)(?: yet)?\b|\b(?:haven'?t|have not|has not|hasn'?t|did not|didn'?t|"
    r"could not|couldn'?t|can'?t|cannot) (?:yet )?(?:re-?run|run|test|update|migrate|convert|verify|"
    r"check|cover|find|fix|finish|wire|document|publish|deploy|try)\w*|"
    r"\b(?:no|without) (?:\w+ )?tests?(?: yet| for)?\b|\b(?:has|have) no tests\b|\bstill (?:fails?|"
    r"failing|broken|open|missing|need(?:s|ed)?|to (?:do|be)|has to|have to|pending|says?|calls?|uses?|"
    r"left)\b|\b(?:remains?|remaining)\b|"
    r"\bneeds? (?:a|an|to|someone|your)\b|"
    r"\b(?:two|three|four|\d+)(?: of \d+)? (?:\w+ )?tests? (?:still )?fail\b|\bnot finished\b|"
    r"\bstopping here\b|\bfor (?:tomorrow|next time|later)\b|(?<!due )(?<!comes )\bnext(?: step)?(?: would be| is|,)|"
    r"\byou (?:still )?(?:need|have) to\b|\b(?:ask|request|run) .{3,60}\b(?:then|again)\b|还没|尚未|"
    r"没(?:改|动|做|写|测|跑|迁)|未(?:改|动|做|写|测|完成|覆盖|处理)|仍(?:然)?(?:未|没|需|失败|在报|"
    r"不能|不行|待)|待(?:确认|处理|补|定)|需要(?:你|再|手动)|下一步|下次|先不动|暂未",
    re.IGNORECASE,
)
# A thing that was left on purpose is open only where more is said: that it is wrong, or still to do.
ON_PURPOSE = regex(
    r"\bnot (?:touched|changed)\b|\b(?:did not|didn'?t|have not|haven'?t) (?:touch|change)|\bleft (?:\S+ ){1,4}?"
    r"(?:alone|untouched|in place|as (?:is|it is|it was|they are|they were))\b|没(?:有)?(?:动|改)(?:过|它|他)?"
    r"|先不动|未改动",
    re.IGNORECASE,
)
WANTS_MORE = regex(
    r"\b(?:yet|still|later|next|to-?do|tomorrow|needs?|should|must|fail\w*|broken?|breaks?|bugs?|wrong|missing|stale|outdated"
    r"|dead|open|errors?|remain\w*|for now|until)\b|还|尚|下次|之后|以后|明天|待|失败|坏|错|问题",
    re.IGNORECASE,
)
# What an agent will do, or will not do any more, from now on: a promise, nothing left.
PROMISE = regex(
    r"(?:(?:noted|ok(?:ay)?|understood|got it|sure|right|sorry)[,.:;!]? )*(?:i|we)(?:'ll| will| won'?t| would| shall)"
    r"(?: not| never| no longer)? (?:run|commit|push|touch|use|ask|write|keep|answer|stay|do|show|wait"
    r"|leave|change|add)\b"
    r"(?![^.;]*\b(?:next|tomorrow|later|then|still|yet|afterwards)\b)",
    re.IGNORECASE,
)
NEXT = regex(r"^(?:next(?: step)?(?: would be| is| i'?d| i| we|:|,)|下一步|接下来)\s*[:：,,]?\s*", re.IGNORECASE)
# Lines that head a list of open or of finished things.
HEADING = regex(
    r"^\W*(?P<head>next(?: steps?| up| session| time| (?:thing|step)s? to \w+)?(?: would be)?|"
    r"(?:then |so |still )?open (?:for|until|till) [\w ]{2,20}|left(?: to do)?|(?:still |"
    r"remaining |what'?s |things |work )?(?:open|left|remaining|outstanding|pending|"
    r"missing)(?: (?:items?|points?|work|tasks?|questions?|for next time|for later|to do))?|to ?-?do|"
    r"todos?|follow[- ]?ups?|not (?:done|finished|yet done|touched|included|covered)(?: yet)?|"
    r"unfinished|remaining|for (?:later|tomorrow|next time|next session)|later|"
    r"open for next time|noted for (?:later|tomorrow|next time)|outstanding|下一步(?:是|计划|"
    r"建议)?|待办(?:事项)?|剩下(?:的)?|还剩|未完成|未做|没做(?:的)?|后续|遗留(?:问题)?|接下来|"
    r"还没(?:做|改)的?|下次(?:做|再做|继续)?|(?:后续|接下来|之后|后面)(?:还)?(?:要|得|需要?|可以|打算)(?:做|补|改|处理)?的?|"
    r"待处理|记下了[,,]?下次做)\W*?\s*[:：]\**\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
DONE_HEAD = regex(
    r"^\W*(?:done|finished|completed|fixed|closed|已完成|完成|已做|做完)\s*[:：]\**\s*(?P<rest>.*)$", re.IGNORECASE
)
