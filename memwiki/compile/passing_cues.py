"""Words of a trap that is told in passing: what a thing does to one, when it always does, what it cost. EN and ZH."""

from __future__ import annotations

import re

from memwiki.regexes import regex


def _any(*parts: str) -> re.Pattern[str]:
    return regex("|".join(parts), re.IGNORECASE)


# What goes wrong: verbs and states that nobody wants of a thing.
HARM = _any(
    r"\breturns? (?:only )?(?:zeros?|nothing|empty|garbage|null|nan|old|stale|junk)\b"
    r"|\b(?:is|are|comes?|runs?|arrives?|goes|gets?) (?:\w+ )?(?:late|early|off|behind|ahead|wrong|grey|gray"
    r"|out of \w+)\b",
    r"被清|就清|不一样|不准|不足|供电不|停发|拦(?:截|掉)|限流|踩坏|撞",
    r"\b(?:kill|eat|strip|forget|skip|reset|wipe|brick|trip|evict|clobber|mangle|garble|shred|swallow|choke|stall|drift"
    r"|reject|refuse|drop|lose|leak|lock|block|break|corrupt|crash|freeze|hang|fail|deny|throttle|cut|purge|rerun"
    r"|reboot|restart|disconnect|hide|ignore|overwrite|overheat|ghost|fry|burn|smear|blur|flicker|loop|recurse|clip"
    r"|starve|flap|wedge|brown out|reject|kick|bounce|deadlock|stop|die|disable|invalidate|unmount|delete|erase"
    r"|double"
    r"|duplicate|expire|vanish|disappear|jam|flood|spam|confuse|sleep)(?:s|es|ped|ts|ed|d)?\b",
    r"\b(?:ate|fried|burnt|lost|broke|died|down for|is down|was down|(?:is|are) (?:closed|blocked|refused|rejected"
    r"|lost|gone|dead|dark|locked|capped|throttled|limited to|an? \w* ?error)|closes? (?:by itself|on its own)"
    r"|out of (?:memory|space|sync|order)|logs? \w+ out|froze|hung|went (?:dark|down|missing|offline)|shut (?:down"
    r"|off)|slept|forgot|threw|stuck)\b",
    r"\b(?:stay|remain|come (?:up|back|out)|show|turn|go|look|end up|be|i)(?:s|es|ed)? (?:\w+ )?(?:black|blank|white"
    r"|empty|dark"
    r"|dead|stale|wrong|red|garbled|upside down|missing|stuck|unreadable|unusable|useless|garbage|offline|asleep|silent"
    r"|locked|gone|to sleep|out of sync|off by)\b",
    r"\b(?:sits? there|hangs? there|throws? (?:away|out|off)|falls? (?:over|asleep|apart)|logs? (?:you|everyone"
    r"|us)? ?out"
    r"|locked out|times? out|goes? (?:dark|down|dead|silent|missing|offline)|wakes? (?:up )?no)\b",
    r"\b(?:no|zero) (?:\w+ )?(?:plan|route|network|signal|error|errors|warning|log|alarm|trace|output|data|internet"
    r"|power)\b",
    r"\b(?:nothing|nobody|no one|noone|none of \w+) (?:\w+ )?(?:alarms?|alerts?|notices?|notif\w+|logs?|happens?"
    r"|complains?"
    r"|tells?|warns?|shows?|arrives?|works?|gets? (?:through|sent|saved|logged))\b",
    r"\b(?:never|doesn'?t|does not|don'?t|won'?t|wont|can'?t|cannot|can not|isn'?t|is not"
    r"|aren'?t) (?:\w+ )?(?:connect\w*|work"
    r"|start\w*|come|see|show|boot\w*|find\w*|load\w*|mount\w*|sync\w*|print\w*|survive|wake|charge|reach|match"
    r"|reload|refresh"
    r"|save|arrive\w*|respond\w*|answer\w*|fire\w*|trigger\w*|count|support|accept|handle|like|get|pick|read|write|talk"
    r"|update\w*|notice|tell)\b",
    r"\bsilently\b|\bsilence instead\b|\brandom restart\b|\bphantom\b|\bghost\b|\btwice\b(?= .{0,20}\b(?:double"
    r"|charge|send|count))"
    r"|\b(?:off by|too late|too early)\b|\b(?:the|a) wrong (?:one|order|place|value|time|day)\b|\bgarbage\b"
    r"|\bunreadable\b",
    r"\bonly (?:takes?|works?|boots?|starts?|shows?|prints?|reads?|connects?|accepts?|loads?|syncs?|wakes?|charges?"
    r"|listens?"
    r"|answers?|runs?|builds?|flashes)\b[^.;]{0,60}\b(?:if|when|with|after|once|on|from|while)\b",
    r"卡|差了|踢|杀|清(?:一次|了|空|掉|库)|被拒|拒|上一次的|问号|乱码|爆红|挂(?!钩|载点)|崩|死|丢|断|偏|错|乱|毁"
    r"|失效|失灵|失败|报错|超时|打爆|爆|烧|锁|停(?!留)|掉线|掉电|黑屏|白屏|花屏|闪退|重启|重跑|重复"
    r"|盖住|盖掉|覆盖|遮住|吃掉|吞|清空|清掉|删掉|抹掉|漏|归零|都是 ?0|变成|跑偏|漂移|抖动|打架|冲突|打不开|连不上"
    r"|收不到|读不到|测不出|看不到"
    r"|不(?:会)?自己|不会(?:自动|进|提示|报|生效|更新|触发|刷新|唤醒|同步)|不能用|用不了|不生效|不认|不支持|不响"
    r"|不亮|没反应|没声音|没电|没了"
    r"|没用|无效|炸|溢出|水漫|淹|误(?:触|报|删|判)|串(?:数据|号|台)|假(?:死|数据)|别当真",
)
# Weaker: a thing does not do what one wants of it.
LACKS = _any(
    r"\b(?:has|have|there is|with) no\b|\bno \w+ support\b|\btwice\b|\bstarts? to \w+|\bonce more\b|\bcaches?\b"
    r"|\bupgrades?\b|\bbills?\b|\bcharges?\b",
    r"\b(?:does|do|did|is|are|was|were|can|could|has|have|wo|ca)(?:n'?t| not|nt)\b|\bcannot\b|\bnever\b"
    r"|\bno(?:t)? (?:longer|more|way)\b|\bnot (?:before|until|without)\b|\bonly\b"
    r"|\btoo (?:low|high|late|early|slow|fast|hot|cold|short|long|big|small|old|new)\b|\b(?:slow|ancient|picky|fussy"
    r"|flaky|fragile|touchy|moody|unreliable|outdated|weird|odd|funny)\b"
    r"|\binstead of\b|\bby itself\b|\bon its own\b|\bthe whole\b|\ball of\b|\beverybody\b|\beveryone\b|\bhard to\b"
    r"|\bold (?:one|value|file|version)s?\b|\brewrites?\b|\bcloses?d?\b|\bwins?\b",
    r"没|不(?!过|错|用谢)|只|太|慢|旧|老(?!师)|上一次|难(?:查|找|搞)|全|特别",
)
# What to do about it.
ADVICE = _any(
    r"(?:[,.;:] |\bso |\band |\bthen )(?:please )?(?:do not|don'?t|dont|never|use|restart|check|ask|wait|warm|start"
    r"|switch|unplug|plug|turn|go|run|set|pin|keep|always|better|better to|be sure|make sure|leave"
    r"|take|charge|reboot|power|give|count|treat|expect|watch)\b|\b(?:first|beforehand)\s*$|\bdo it (?:by hand"
    r"|manually)\b|\bby hand\b",
    r"(?:得|要|必须|只能|最好|应该|记得)(?:先|手动|重新|走|用|等|换|拔|插|关|开|切|改)|别(?:放|用|当|碰|动|开|插|在"
    r"|直接)|先(?:切|关|拔|等|停|断|开)|不加",
)
# When: a condition, a habit of the thing, or a thing to do first.
ALWAYS = _any(
    r"^(?:\W*(?:and|also|but|oh) )?(?:when|if|once|as soon as) \w+|\bfor (?:an?|\d+|half an|up to \w+) (?:hour"
    r"|minute|min|day|week|second)s?\b|\b(?:after|within) \d+ ?(?:min|minutes?|h|hours?|s|sec|seconds?|days?)\b"
    r"|\bin (?:direct|bright|cold|low|heavy|full) \w+|\baround (?:midnight|noon|\d)|\b(?:each|every) (?:january"
    r"|february|march|april|may|june|july|august|september|october|november|december|spring|autumn|fall|summer"
    r"|winter)\b",
    r"不\S{0,8}就|(?:点|天|个月|小时|分钟)(?:以|之)?后|里面?\s",
    r"\b(?:until|unless|till) (?:you|u|we|it|someone|somebody|the|i)\b|\b(?:whenever|every time|each time|as soon as"
    r"|any time)\b",
    r"\byou (?:can'?t|cannot|can only|have to|need to|must|may not|won'?t|get|will)\b|\b(?:older|newer|faster|slower"
    r"|larger|bigger|smaller|longer|shorter|more|less|fewer) than\b"
    r"|\b(?:from|between) \w+ (?:to|and) \w+ (?:in the|at night|every|am|pm)|\bevery (?:night|day|morning|week|\d+"
    r"|power|reboot|restart)\b",
    r"\b(?:if|when|once|after|before|while) (?:you|two|both|three|several|too many|no|u|we|one|anyone|anybody"
    r"|someone|somebody|it|they|the|a|an|its|your|more"
    r"|gradle|\w+ is|\w+ are|\w+ install)\b",
    r"\b(?:above|below|over|under|beyond|past|more than|less than|longer than) \d|\b(?:after|on) (?:every|each)\b",
    r"(?:^|[,:;] )(?:\w+, )?(?:\w+ly )?(?!(?:anything|nothing|something|everything|during|morning|thing|being"
    r"|meeting|evening|string|ping|king|spring|bring|according|regarding|including"
    r"|new)\b)[a-z]{2,}ing\b [^,;:.]{2,60}? (?:\w+s|will|is|are)\b",
    r"\b(?:saving|opening|running|using|updating|deploying|renaming|pulling|replugging|rebooting) ",
    r"\b(?:needs?|requires?|wants?|has to|have to|must(?: be)?|only (?:takes?|works?|boots?|starts?|shows?|prints?"
    r"|reads?"
    r"|connects?|accepts?|loads?|syncs?|listens?|runs?)|always|never)\b",
    r"\b(?:otherwise|or else|the other way (?:round|around)|without (?:it|that|this)|first\b.{0,20}\bthen|up first)\b",
    r"一\S.{0,16}?就|只要.{1,20}就|每次|每回|总是|从来|永远|(?:的)?时候|之后|以后(?!都|就用)|完(?:要|得|必须|就)"
    r"|期间|超过|大于|低于|以上|周末|半夜|凌晨|每天|每周|每晚|重复会|小于|不到|间隔|审核期|高峰|连续|输入法下"
    r"|下(?:扫|跑|会|面会)|不加|以上"
    r"|(?:得|必须|要)(?:先|手动|重新)|不然|否则|要不然|里是好的|上会|就不(?:能|会)|会(?:直接|自动|自己|把|卡|丢|断"
    r"|挂|掉)|才(?:能|行|会|有)"
    r"|(?:别|不要|千万别|不许)(?:在|用|直接|随便|边)",
)
# What it cost, or when it happened before.
COST = _any(
    r"\b(?:we|i) had to \w+|\bcost (?:me|us)\b|\bin (?:january|february|march|april|june|july|august|september"
    r"|october|november|december)\b(?! 20)|\bscreams?\b|\bnever again\b",
    r"\b(?:cost|costs|took|takes|ate|burned|burnt|wasted|lost) (?:me|us|him|her|them|\w+ )?(?:half |a |an |about "
    r"|two |three |\d+ |most of )*"
    r"(?:\w+ )?(?:hours?|days?|weeks?|weekends?|evenings?|afternoons?|mornings?|nights?|months?|minutes|ages)\b",
    r"\blast (?:time|week|month|year|summer|winter|spring|autumn|fall|sprint|release|night|friday|monday|tuesday"
    r"|wednesday|thursday"
    r"|saturday|sunday|quarter|christmas)\b|\b(?:we|i|they|he|she|it|was|were) (?:\w+ ){0,3}once\b(?! (?:the|it|we"
    r"|you))"
    r"|\bhappened (?:to (?:us|me)|before|twice|again)\b|\b(?:learned|learnt|found out) (?:that |it "
    r"|this )?the hard way\b"
    r"|\b(?:spent|spend) (?:\w+ )?(?:hours?|days?|a |an |ages|half|two|three)\b|\bbit (?:me|us)\b"
    r"|\bback in (?:\w+)\b|\bstory of\b"
    r"|\bages to (?:find|figure|notice)\b",
    r"上(?:次|回|周|个月)|去年|之前(?:有|就|因|也|我|那)|以前(?:有|就|因|也|我|那)|那次|有一次|有次|吃过亏|踩过"
    r"|坑(?:过|了|死)|折腾|查了(?:半|一|两|好)|搞了(?:半|一|两|好)"
    r"|排查了|害(?:得|我)|教训",
)
# By the way.
ASIDE = _any(
    r"^(?:\W*(?:thanks|good|great|ok|nice|cool|yup|yep|yes|perfect|right)\b[^.;]{0,20}[.,;!] )?\W*(?:and "
    r"|oh,? )?(?:fyi|btw|by the way|ps|p\.s|oh and"
    r"|one more (?:thing|word)|small thing|little thing|side note|random fact|for the record|good to know"
    r"|one thing to know|word of|just so"
    r"|useful to know|what you should know|tip|psa|nb|n\.b|for (?:your|next)|in case you|also know|you should know"
    r"|careful|watch)\b",
    r"\bjust (?:so you know|fyi|saying)\b|\b(?:to|let you) know\b|\bfyi\b|\bbtw\b|\bdon'?t (?:be surprised|forget)\b"
    r"|\bbe aware\b|\bkeep in mind\b|\bquirks?\b"
    r"|\bknown\b|\bthats? (?:how|just how|the way) (?:it|this|that)\b|\bthat'?s normal\b",
    r"对了|顺便|顺带|提一(?:句|下|嘴)|说(?:一)?(?:句|下|个)|说个|补充一|记得|别忘|另外|忘了说|坑|小心|当心|就这样"
    r"|就这(?:德性|毛病|脾气)|老毛病|毛病|通病",
)
# Things that have ways of their own: devices, machines, programs of others, places where work runs.
DEVICE = _any(
    r"\b(?:phone|pixel|iphone|ipad|android|galaxy|tablet|laptop|macbook|mac mini|mac|imac|raspberry|pi|nuc|board"
    r"|devkit|chip|sensor|encoder|motor"
    r"|pump|valve|scale|camera|lidar|drone|robot|printer|scanner|plotter|multimeter|oscilloscope|scope|probe"
    r"|analy[sz]er|adapter|dongle"
    r"|cable|battery|charger|usb|hdmi|bluetooth|wifi|wi-fi|modem|router|switch|firewall|proxy|gateway|vpn|dns"
    r"|balancer|nas|nfs|smb|samba|disk"
    r"|ssd|raid|server|cluster|node|runner|agent box|build box|vm|container|emulator|simulator|staging|sandbox|prod"
    r"|production|db|database"
    r"|browser|safari|firefox|chrome|edge|outlook|excel|numbers|word|powerpoint|acrobat|photoshop|figma|jira|slack"
    r"|teams|sap|oracle"
    r"|vendor|supplier|customer'?s|client'?s|bank|carrier|provider|partner|their api|sim card|license|dongle"
    r"|firmware|bootloader|driver"
    r"|kernel|windows|macos|ios|linux|ubuntu|debian|alpine|arm|m1|m2|airflow|jenkins|gitlab|github|docker|kubernetes"
    r"|k8s|terraform|ansible"
    r"|kafka|redis|postgres|mysql|mongo|elastic\w*|s3|gcs|azure|aws|gcp|cron|systemd|nginx|apache|tomcat|exchange"
    r"|sharepoint)s?\b",
    r"机(?!制|会|构|密|遇)|板子|芯片|单片机|传感器|电机|水泵|阀|探头|示波器|万用表|服务器|集群|网关|路由|交换机|代理"
    r"|堡垒机|跳板机|浏览器|微信|支付宝|钉钉"
    r"|安卓|苹果|鸿蒙|iPhone|真机|模拟器|开发者工具|驱动|固件|供应商|厂家|第三方|对方|银行|运营商|海关|税局|接口|SDK"
    r"|excel|wps|内网|外网|专网|机房|环境|证书"
    r"|wifi|蓝牙|串口|数据库|缓存|中间件",
)
QUIET = _any(
    r"\bsilent(?:ly)?\b|\bsilence\b|\bno (?:error|warning|log|alarm|message)\b|\b(?:nothing|nobody"
    r"|no one) (?:\w+ )?(?:alarms?|alerts?|notices?"
    r"|logs?|complains?|tells?|warns?|shows?|happens?)\b|\blooks? like (?:a |an |it |no )|\binstead of an? error\b"
    r"|\bwithout (?:an? |any )?(?:error|warning|word)\b",
    r"静默|悄悄|不(?:会)?报错|没(?:有)?(?:任何)?(?:报错|提示|日志|告警)|看不出|看着正常|里是好的|表面上",
)
FORBIDS = _any(
    r"\b(?:never|don'?t|dont|do not|avoid|no) (?:ever )?[a-z]+",
    r"(?:别|不要|千万别|不许|不能|不准|禁止)",
)
# A wish for the program itself, a plan, or today's work.
WISH = _any(
    r"\bi (?:hate|love|like|feel|think|wonder|guess)\b|\bshould(?!n'?t)\b|\blet'?s\b|\blets\b|\bi (?:want|need"
    r"|would like|'d like)\b|\bwe (?:want|go with|decided|agreed|use)\b|\bplease\b|\bpls\b"
    r"|(?:^|[,.;:] |\b(?:so|and|then|to|we|i|please|pls|now) )(?:make|add|show|keep|write|build|implement|change"
    r"|rename|move|remove|use|let|put|turn|set|return|retry"
    r"|hide) (?:the|a|an|it|both|them|this|that"
    r"|sure|all|every|only|\d)\b(?! .{0,40}\b(?:otherwise|or else)\b)",
    r"(?:要|得|应该|需要)(?:弹|显示|提示|支持|返回|加|做|有|能)|改成|加(?:个|上|一)|做(?:个|成)|分批|重试|咱们?(?:用"
    r"|定|决定)|就用|以后.{0,12}(?:都|一律)|统一",
)
TOLD_CAUSE = _any(
    r"\b(?:it |this |that )?turn(?:s|ed) out\b|\bthe (?:culprit|cause|reason|problem) (?:was|is)\b|\bit was (?:the|a"
    r"|an|my|our|just)\b|\bthat was why\b",
    r"原来(?:是)?|其实是|罪魁|查出来(?:是|了)|结果是(?:因为)?|后来(?:才)?发现",
)

# -- an agent explains what a person complained of -----------------------------------------------------------------

SYMPTOM = _any(
    r"\b(?:slow(?:er|ly)?|overshoot\w*|instead of|wander\w*|twice|drift\w*|\d+ (?:seconds|minutes|hours)"
    r"|takes? (?:\d+ ?\w*|forever|ages|too"
    r"|half|hours|minutes|so)|wrong|weird|odd|strange|empty|blank|black|missing|gone|disappear\w*|vanish\w*"
    r"|twice|duplicat\w*|doubled|jumps|jumpy|flicker\w*|flaky|fails|failed|failing|broken?|breaks|bugs?|nothing"
    r"|stays|lost|loses|lose|losing"
    r"|suspicious\w*|too good|what'?s up|wtf|all over the place|kills|hangs|hung|stuck|stalls|crash\w*|died|dies"
    r"|dead|negative|errors?|exceptions?"
    r"|[45]\d\ds?|garbled|boxes|mojibake|leaks?|leaking|spik\w+|stutter\w*|lags?|laggy|freez\w*|froze|drops|dropped"
    r"|skips|skipped|cut off|off by|misses|missed"
    r"|too (?:many|much|late|early|high|low|long|big|small|slow)|out of (?:memory|sync|order)|went (?:from|up|down)"
    r"|shows? (?:\d|null|undefined|nan|the wrong|nothing|no)"
    r"|(?:is|are|goes?|went|stays?|still|turned) red|logged out|random\w*|every other|half of|rejected|refuses"
    r"|refused|denied|timeouts|timed out|times out|overnight|suddenly"
    r"|(?:does|do|did|is|are|was|were|can|could|has|have|wo|ca)(?:n'?t| not) (?!be\b|have to|need)\w+|never (?:arriv"
    r"|come|show|fire|finish|load|reach|work|connect|get)\w*"
    r"|only (?:after|when|every|half|some)|no (?:longer|results?|output|sound|picture|rows?|data))\b",
    r"不一样|不稳定|每次|慢|抖|停(?!留)|总是|老是|白屏|黑屏|花屏|乱|错|不对|不准|不上|不到|不出|不见|不了|重复|丢|卡"
    r"|挂|崩|损坏|坏|偶尔"
    r"|有时|见鬼|异常|奇怪|诡异|挡|遮住|对不齐|变成"
    r"|[起跑编装连传登]不(?:来|起来|动|过|通|进去?|上去?)|不能|无法|OOM"
    r"|隔.{1,3}才|闪|飘|漏|超时|报错|失败|突然|死|爆|泄漏|打不开|没(?:有)?(?:反应|生效|收到|更新|显示)",
)
CONNECTIVE = _any(
    r"(?:[,;:—–] ?|\b(?:and|but) )so\b(?! (?:far|that)\b)|\bso (?:the|every|each|no|nothing|it|they|a|at|all|one|two"
    r"|half|any|on|its|this|that (?:the|it|every|no))\b"
    r"|\b(?:hence|therefore|thus|because|which (?:is (?:why|how|what)|makes?|made|moves?|moved|means?|meant|puts?"
    r"|left|leaves?|breaks?|broke|kills?"
    r"|turns?|sends?|caused?s?|then|drops?|hides?|cuts?)|that(?:'s| is) (?:why|how|what)|and that (?:is|was)"
    r"|as a result|consequently|thereby"
    r"|(?:until|unless|as soon as|whenever|every time|each time)|leading to|causing|triggering|(?:the|each) (?:loser"
    r"|second|other|next|last) (?:one )?(?:gets?|sees?|wins?))\b"
    r"|\bsince (?!\d|last|yesterday|then\b)|^(?:it(?:'s| is| was)|that(?:'s| is| was)|this (?:is|was)) (?:a|an|the"
    r"|our|just)\b[^:;]{2,40}:|\b(?:come|comes|came) from\b"
    r"|\bran out of \w+:",
    r"所以|因此|于是|因为|由于|导致|造成|触发|就(?:会|报|挂|丢|乱|卡|断|变|没|把|被|成|不|重|超|返)|才(?:会|能|渲染"
    r"|出|有|显)|,就|被.{1,12}(?:吃|占|挡|盖|吞|清|覆盖|拦|截|缓存|锁|删|丢|断)"
    r"|结果",
)
# How a thing is, that one would not expect.
NATURE = _any(
    r"\bonly\b|\bnever\b|\bonce\b|\btwice\b|\bstill\b|\balready\b|\balways\b|\beach time\b|\bnot\b|\bn'?t\b|\bno\b"
    r"|\bwithout\b|\bbefore\b|\binstead\b|\bat the end\b"
    r"|\bboth\b|\bboth of\b|\bsame\b|\ball of\b|\buntil\b|\bstops? (?:at|after)\b|\bkeeps?\b|\bdefaults? (?:to|of)\b"
    r"|\blimit(?:s|ed)?\b|\bexpires?\b|\bcached?s?\b"
    r"|\bwhile\b|\bin local time\b|\butc\b|\brace[sd]?\b|\bdrifts?\b|\bcold\b|\bmissing\b|\blacks?\b|\bcannot\b"
    r"|\brefuses?\b|\bfalls? back\b|\boverlap\w*\b",
    r"只|没|不|未|仍|还是|总是|已经|两|同一|同时|默认|限制|上限|过期|缓存|超过|重复|少|缺|反|放在了|写成了|用的是"
    r"|走的是|被",
)
NO_HELP = _any(
    r"\b(?:did(?:n'?t| not)|does(?:n'?t| not)) (?:help|work|change (?:anything|a thing|it|that)|make (?:a"
    r"|any) difference|matter|solve (?:it|that|anything)|fix (?:it|that))\b",
    r"\b(?:no (?:effect|difference|luck|change|improvement|use)|to no avail|same (?:error|result|thing|crash|story"
    r"|again|picture)|(?:boxes|same|fails?|failed|died|dead|crash\w*"
    r"|hung|hang|red|wrong) again|again the same|still (?:the same|fails?|failed|red|died|crash\w*|hangs?|hung|wrong"
    r"|broken|there|slow|empty)|was not enough|wasn'?t enough"
    r"|made (?:it|things) worse|got worse|(?:kernel|process|worker|browser|page|job|it) (?:died|crashed|hung|froze"
    r"|timed out))\b",
    r"没(?:有)?(?:用|效果|变化|起作用|解决)|还是(?:一样|报|不行|失败|挂|卡|老样子)|不管用|照样|依旧|依然(?:报|失败"
    r"|不行)|无效|行不通|更(?:慢|糟|差)",
)
# Nothing comes of it: a description of the result, not of the trouble.
CALMS = _any(
    r"\bneeds? no\b|\bno need\b|\bnothing (?:is|was|gets|else)\b|\b(?:do|does) not (?:change|matter|affect)\b"
    r"|\bnobody (?:has|needs)\b|\b(?:stays?|remains?) (?:the same"
    r"|consistent|valid|green|intact|compatible)\b|\b(?:is|are) (?:set|in place|in|added|there)\b|\bas before\b"
    r"|\bunchanged\b|\bno longer\b|\bsafe(?:ly)?\b|\bis (?:set|handled|rejected|ignored) now\b",
    r"不会|不影响|不用|无需|没有影响|照常|不变|已(?:改|修)|改(?:好|成|为)了?",
)
# How the work stands, or where something is.
REPORTS = _any(
    r"^(?:done|fixed|agreed|yes|no|ok(?:ay)?|sure|noted|correct(?:ed)?|right|they pass|all|both fixed|here|see"
    r"|committed|pushed|published|merged)\b(?![^.]{0,30}\b(?:was|were|because|since|so)\b)"
    r"|^(?:i|we)\b|^(?:it|they|this|that|these|those) (?:is|are|was|were|lives?|sits?|stands?) (?:in|at|on|under|not"
    r"|fine|ok|wired|called|there|all|of)\b"
    r"|\b(?:tests?|suite|specs?|build|lint) (?:is|are|was|were|pass\w*|green|clean)\b|\b\d+ passed\b|^\S+ (?:lives"
    r"|sits|stands) in\b|\b(?:is|are) (?:accepted|supported|available|handled|covered|exported|shown|sent|listed)\b",
    r"^(?:好的?|完成|搞定|已|\S{1,8}已(?:按|改|加|支持|做|换|能|可以|经)|可以了|(?:是的|对)[,，。]?$|对[,，])"
    r"|(?:测试|用例)(?:都|全)?(?:通过|过了)",
)
PROPOSES = _any(
    r"\b(?:i'd|i would|you could|you can|we could|could|would|recommend|propose|suggest|option|alternatively|shall"
    r"|should|let me|^agreed|want me|mostly no|not really|i did not|i left)\b",
    r"建议|推荐|可以(?:考虑|用|改|先)|方案|倾向|要不要|最好",
)
MENDS = _any(
    r"^(?:(?:so|and|then|therefore) )?(?:i|we) (?!did not|didn'?t|have not|haven'?t|could not|couldn'?t|cannot"
    r"|can'?t|left|would|suspect|think|see|saw|found|noticed|do not|don'?t)(?:now )?\w+"
    r"|^(?:both |all )?(?:bound|sent|kept|ran|hid|held|shut|tied|threw|wound|told|led|added|moved|renamed|removed"
    r"|replaced|changed|split|rebuilt|set|switched|pinned|fixed"
    r"|wrapped|made|put|cut|wrote|gave|took|turned|dropped|bumped|trimmed|clamped|aligned|raised|lowered"
    r"|restored|swapped|disabled|enabled|registered|moved|patched|capped|limited|fed|built|upgraded|downgraded"
    r"|(?!tried|need|seed|feed|indeed|speed|exceed|embed|shed|bed)[a-z]{3,}ed)\b"
    r"|\bnow\b|^there is a\b|\b(?:is|are|was|were|got) (?:moved|removed|replaced|changed|set|switched|pinned|wrapped"
    r"|raised|lowered|disabled|enabled|registered|resumed|closed|reset|cleared|escaped) (?:in|on|at|to|by|with)\b"
    r"|^(?:it|the \w+(?: \w+)?|each \w+|every \w+|`[^`]+`|with (?:it|that|this|\S+))\W+(?:\w+ )?(?:works?|closes"
    r"|waits|uses|gets|has its own|holds|survives)\b",
    r"^(?:已(?!经)|给|把|统一|改|换|加|包|补|去掉|删|挪|现在|将|升|降|调|修|用|拆|合并|重新|设)|(?:[,，] ?(?:就"
    r"|我)?)(?:改|换|加|挪|删|补|统一|已(?!经))|改(?:成|为|到|用|在)|换(?:成|到)|加(?:了|上)|移(?:到|出)|降到|升到"
    r"|调(?:成|到|大|小)|修(?:了|好|复)|恢复正常|之后(?:正常|稳定)|后正常|已(?:在|加|改|换|重|补|修|移|统)|给到"
    r"|设(?:成|为)|拆成",
)
WORKS = _any(
    r"\b(?:works?|worked|finishes|finished|does the job|did it|does it|solved (?:it|that)|fixed (?:it|that)|helped"
    r"|passes|goes through|is fine|runs (?:through|in)|reads? .{2,60} directly)\b",
    r"可以|就好|好了|正常|通过|解决|能用|能跑|成功|没问题",
)
OWN_SLIP = _any(
    r"\b(?:because|since|as) i (?:had|have|forgot|used|was|did|put|left|missed|mixed|wrote|passed|never)\b"
    r"|\bi (?:forgot|had forgotten|mixed up|mistyped|misread|left out|overlooked)\b"
    r"|\bmy (?:own )?(?:mistake|typo|bad|slip|first (?:draft|version))\b|\ba? ?(?:typo|missing import"
    r"|missing semicolon|wrong import)\b",
    r"\b(?:the )?(?:first|initial|intermediate) (?:test )?(?:test|tests|run)\b[^.;]{0,20}\b(?:failed|was red"
    r"|broke)\b|\b(?:lint|npm test|tests?|the build) (?:failed|broke|was red) once\b"
    r"|\bfailed once\b|\bbroke the first run\b",
    r"第一(?:次|遍)(?:测试|跑|运行|执行)?(?:不过|没过|失败|报错|挂)|中间.{0,10}(?:报错|失败|挂)|我(?:忘|漏|写错|看错"
    r"|手误|少写)|笔误|手误|少了个(?:分号|逗号|括号)|拼错",
)

# Words that ban: what is told not to happen does not happen.
BANS = regex(
    r"\b(?:never|don'?t|dont|do not|must not|mustn'?t|avoid|no|stop|quit)\b|别|不要|不用|不许|不准|不能|禁止|勿",
    re.IGNORECASE,
)
