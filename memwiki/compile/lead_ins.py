"""What stands before a statement and is none of it: a name, a nod, who said it, which step comes now."""

from __future__ import annotations

import re
from functools import lru_cache

from memwiki.compile.language import has_han
from memwiki.compile.wording import capital
from memwiki.regexes import regex

_LEAST, _LEAST_ZH = 10, 5

_LEADS = tuple(
    regex(pattern, re.IGNORECASE)
    for pattern in (
        # nods, sighs and fillers, with a mark behind them where the word alone could mean more
        (
            r"^(?:no no|oh|omg|k|kk|okay|ok|yes|yep|yeah|sure|hm+|well|wait|oops|sry|sorry|news|hey|right"
            r"|cool|great|nice|perfect|exactly|sooo*|so|and|but|also|plus|next(?: up)?|then|again|anyway|instead"
            r"|not now|of course|actually|btw)(?:\s*[,:;–—]+\s+|\s+-\s+)"
        ),
        r"^(?:sry|sorry|omg|k|ok|okay)\s+(?=(?:lets?|let'?s|that'?s why|so|but|we|then)\b)",
        r"^(?:and|but|also)\s+(?=\S+\s+\S+)",
        r"^(?:ok |so )?let'?s (?:just )?(?!all\b|not\b|see\b|be\b)(?=\S+ \S+)",
        r"^(?:sry|sorry|oops|my bad)(?: [\w']+){0,3},\s+(?=\S+ \S+ \S)",
        r"^so (?:that )?(?:nobody|no one|everybody|everyone|we|you|it) [^:]{3,40}:\s+",  # what it is for
        r"^then\s+(?=(?:do|we|use|take|go|keep|make)\s)",
        r"^i(?:'ve| have)? changed my mind\s*[,:]\s*",
        (
            r"^(?:oh )?(?:before i forget|while i remember|since we'?re (?:at it|here)|quick one(?: first)?"
            r"|some (?:background|context)(?: first)?)\s*[,:]\s*"
        ),
        r"^before (?:you|we|i) (?:write|do|start|go|touch|run|change|commit|begin|forget)\b[^:]{0,30}:\s+",
        r"^no need to (?:search|look|dig|debug|check)\b[^:,]{0,30}:\s+",
        r"^now\s+(?=(?:the|our|a|an|we|all|every)\s)",
        # what only says that something comes: a find, a wish, a warning
        (
            r"^(?:the |a |an |our |real |actual |root |another |one )*(?:cause|bug|culprit|reason|mystery"
            r"|explanation|finding|wish|request|favou?r|ask)(?: (?:is|was))?(?: found| solved)?\s*:\s+"
        ),
        r"^(?:found|got|nailed) (?:it|the (?:cause|bug|culprit|reason))\s*[,:]\s+",
        r"^(?:do not|don'?t) (?:laugh|panic|worry|get used to it|judge|ask|tell anyone)\s*[,:]\s+",
        r"^h+m+[,.]? no\s*[,:]\s+",
        r"^no (?:ghost|magic|mystery|wonder|joke|kidding)\s*[,:]\s+",
        # to whom it is said
        r"^(?:claude|codex|gemini|cursor|copilot|agent|assistant|bro|buddy|man|guys|folks|team|all)\s*[,:]\s+",
        r"^[A-Z][a-z]{2,11},\s+(?=(?:please|pls|can (?:you|u)|could (?:you|u)|you |let'?s|we )\b)",
        # who said it, when it was settled
        (
            r"^(?:we )?(?:decided|agreed|settled|cleared|sorted it|talked it over) (?:with|w/) (?:the |our )?"
            r"[\w' -]{2,30}?(?: yesterday| today| on \w+day| last \w+)?\s*:\s+"
        ),
        (
            r"^(?:the |our |a )?(?:new |final |last )?(?:decision|agreement|outcome|result|conclusion)s? (?:from|of|in"
            r"|at|after)"
            r" [^:,.]{3,40}:\s+"
        ),
        (
            r"^what (?:bit|bites|got|gets|hit|hits|cost|caught|surprised|tripped|burned|killed) (?:us"
            r"|me)(?: [\w ]{2,20})?:\s+"
        ),
        r"^(?:so )?one thing (?:you|u) (?:should|must|need to|have to|gotta) know(?: about (?:me|us|this))?\s*[:,]\s+",
        r"^(?:1st|2nd|3rd|4th|first|second|third)[,:] [\w ]{3,12}\.\s+",
        r"^(?:final word|word|news|feedback|verdict|answer) (?:from|of) (?:the |our )?[\w' -]{2,30}?\s*:\s+",
        (
            r"^(?:legal|marketing|finance|sales|ops|support|security|management|the boss|my boss|qa)"
            r"(?: (?:came|got) back| said| says| decided| told (?:us|me))?\s*:\s+"
        ),
        r"^(?:as|like) (?:(?:we|i|already) )?(?:said|agreed|discussed|decided|mentioned)(?: before| already)?,?\s+",
        r"^(?:general|last|final|small|quick|one more|one last) (?:remark|note|thing|point|word)s?\s*[:,]\s+",
        r"^(?:remark|answer|rule \d+|point \d+|for (?:the )?record|to be clear|for us|in ours?)\s*:\s+",
        r"^(?:please )?(?:note|remember|mind|keep in mind)(?: that|:)\s+",
        r"^(?:just )?(?:to let you know|so you know)\s*[,:]?\s+(?!why\b|what\b|how\b)",
        r"^(?:[\w ]{1,20} )?but beware\s*[,:]\s+|^beware\s*[,:]\s+",
        r"^(?:a )?rule (?:bc|because) of (?:this|that)\s*:\s+",
        r"^one (?:more|last) (?:word|term)\s*[:,]\s+",
        r"^(?:would|could|can) (?:you|u) (?:kindly |please |pls )?(?=[a-z]+ \S+ \S)",
        # `it is in, but …`: what is done goes before what is wrong
        r"^[^,;:]{3,40} (?:is|are) (?:in|in place|done|there|fixed|added|merged|live|up)(?: now)?, but\s+",
        r"^(?:done|fixed|added|works|it works|merged)(?: now)?, but\s+",
    )
)
_LABELLED = regex(
    r"^(?:re|about|as for|as to|regarding)\s+(?:the |our )?(?P<about>[\w /-]{2,30}?)\s*[:,]\s+(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_WE_DECIDED = regex(
    r"^(?:we(?:'ve| have)?|i(?:'ve| have)?) (?:decided|agreed|settled)(?: on| to| that)?\s*[,:]?\s+", re.IGNORECASE
)

# What is counted or pointed at behind 那: `那台编译机` is a thing, `那搁 200` is `then`.
_COUNTED = (
    r"[一两二三四五六七八九十几俩仨0-9个個些种種台批条條块塊里裡儿兒边邊天年月日时時次段套家层層份张張本间片栋座辆艘位件项款颗根支把"
    r"头只匹面路双对组群类類样樣么麼阵场場回趟名笔筆单号處处道口桶箱盒包袋瓶帧行列页句字篇节章级代点玩东家分秒班波拨帮堆股团圈轮门年]"
)

_LEADS_ZH = tuple(
    regex(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"^(?:嗯+|哎+|诶+|欸|哦+|噢|啊|呃+|额|唉|嘿+|喂|行|好[的嘞]?|对了?|不对|不是|另外|还有|以及|而且|不过|然后|反正|话说"
            r"|首先|其次|最后|总之|明白|收到|来|one thing)[吧啊呀哈呢啦]?[,，、:：。!！\s]+"
        ),
        r"^(?:以及|而且|不过|然后|反正|所以说?|那么|就是说|还有就是)(?=[\u4e00-\u9fffA-Za-z0-9`]{2})",
        r"^(?:第[一二三四1-4][个点条]?[、,，:：]|[一二三四][、是]|[1-4][、.)]\s*)\s*(?=[\u4e00-\u9fffA-Za-z`]{2})",
        r"^那(?:就|咱们?就|我们就)?(?=(?:先|都|还|用|改|换|走|按|选|落|锁|定|不)[\u4e00-\u9fffA-Za-z0-9 ])",
        rf"^那(?![就咱我会]|{_COUNTED})",
        r"^(?:那?咱们?|那)?就(?=(?:先|都|还|用|改|换|走|按|照|选|定|放|存|留|拿|把|让|写|做)[\u4e00-\u9fffA-Za-z0-9 ])",
        r"^(?:嗯+|呃+|唔+|啊|哦|噢|唉|诶|欸|对了)(?:[—~～…\s]+|(?=[\u4e00-\u9fffA-Za-z]))",
        r"^但(?:是\s*|(?![凡是]))(?=[\u4e00-\u9fffA-Za-z])",
        r"^那就(?=[0-9一二三四五六七八九十A-Za-z])",
        r"^(?:知道了|明白了?|懂了|了解了?|长知识了?|学到了?|原来(?:如此|是这样)|又是这样|说过了|说正事|这样)[,，:：。]\s*",
        (
            r"^(?:给你讲|跟你说|(?:我?(?:想|先|再)?(?:提|定|加|立|说|有|记))?)(?:一?[个条点件])(?:小)?"
            r"(?:请求|要求|建议|规矩|规则|事儿?|问题|想法|需求|坑)[,，:：]\s*"
        ),
        r"^(?:再|先|我)?(?:定|立|加|提)(?:一?[个条点])[,，:：]\s*",
        r"^(?:记|说|讲|提)一?下[,，:：]\s*",
        (
            r"^(?:[^,，:：。]{0,14}?的?(?:根因|原因|问题|毛病|病根|真凶|bug))?(?:也|都|已经|终于|总算|这下|这回)?"
            r"(?:(?:查|找|抓|定位|搞|弄|看)(?:到|着|清楚?|明白|出来?)|破案)了(?:原因|根因|问题|毛病|bug)?[:：,，]\s*"
        ),
        r"^(?:我|我们|咱们?)?(?:觉得|建议|倾向)?可以(?=(?:把|先|将|用|改|加|写|按|换|走|上)[\u4e00-\u9fffA-Za-z0-9 ])",
        (
            r"^(?:哦|噢|啊|对了)?(?:漏说了?|忘了(?:跟你)?(?:讲|说)|忘记说了?|我?说一下啊?|对齐一下|通知一下"
            r"|更正(?:一下)?|说明一下|更新一下|同步一下)[,，:：\s]+"
        ),
        r"^(?:个|一个|有个|有一个)?坑(?:你)?(?:记着|记住|记好|注意)?[,，:：\s]+",
        (
            r"^(?:这次|刚才|刚刚)?(?:找到了?|查到了?|确认了?|定位到了?|发现了?|看出来了?)"
            r"(?:问题|原因|根因|病根)?(?:了)?[,，:：\s]+"
        ),
        r"^(?:问题|問題|原因|根因|环境|病根|结果)(?:是|在于|在|找到了?|出在)?[,，:：\s]+",
        (
            r"^(?:法务|老板|产品|客户|甲方|运营|财务|测试|审计|领导|导师|DBA|运维)(?:那边)?"
            r"(?:说了?|定了?|拍板了?|确认了?|要求)[,，:：]\s*"
        ),
        r"^(?:组里|团队|我们|咱们?|大家)?(?:统一|定|约定|规定|说好|商量)(?:一下|过了?|好了?|了)[,，:：]\s*",
        r"^先?说(?:下|一下|个词|个事)[,，:：\s]+",
        r"^(?:再|先|我)?(?:补充|交代|介绍)(?:一点|一下|点|个)?(?:背景|情况)?[,，:：\s]+",
        r"^[^,，:：\s]{1,8}的(?:根因|原因)(?:是)?[:：]\s*",
        r"^(?:没做完|未完成|做完了|修好了)[:：]\s*",
        r"^别再?(?:试|折腾|搞|弄)了[,，]\s*(?:我[^,，]{1,10}过[,，]\s*)?",
        r"^是(?=[\u4e00-\u9fffA-Za-z][^,，。]{1,30}[:：])",
        r"^(?:哎|哦|噢)(?=[\u4e00-\u9fff])",
    )
)


@lru_cache(maxsize=2_048)
def direct(text: str, lang: str) -> str:
    """A sentence from where it begins to say something, first letter capital; as it was where little would be left."""
    zh = lang == "zh" or has_han(text[:12])
    least = _LEAST_ZH if zh else _LEAST
    for _ in range(5):
        shorter = _once(text, _LEADS_ZH if zh else _LEADS, least)
        if shorter == text:
            break
        text = shorter
    if not zh and (found := _LABELLED.match(text)):
        rest = _once(found["rest"], _LEADS, _LEAST)
        text = f"{found['about']}: {_WE_DECIDED.sub('', rest, count=1)}"
    return capital(text)


def _once(text: str, leads: tuple[re.Pattern[str], ...], least: int) -> str:
    blank = text[:1].isspace()
    for lead in leads:
        if not blank and lead.match(text) is None:  # each of them begins with the text
            continue
        cut = lead.sub("", text, count=1).lstrip()
        if cut != text and len(cut) >= least:
            return cut
    return text


def unasked(title: str) -> str:
    """A rule without the listener: `you never push` is `never push`, 你以后先问我 is 以后先问我."""
    if has_han(title):
        return _POLITE_ZH.sub("", _YOU_ZH.sub("", title))
    return title if '"' in title else _YOU.sub("", _POLITE.sub("", title))


_YOU = regex(
    r"(?:^|(?<=[,:] ))you (?:should |must |have to |shall )?(?=(?:never|only|first|just)\b(?! \w+ed\b))", re.IGNORECASE
)
_POLITE = regex(
    r"(?<!say )(?<!with )(?<!write )(?<!without )(?<!no )(?<!the )(?<!word )(?<!')\b(?:please|pls|plz"
    r"|kindly)\s+(?=[a-z])",
    re.IGNORECASE,
)
_YOU_ZH = regex(
    r"(?<![给跟对和叫让请等帮替向由为是比像])你们?(?=(?:以后|之后|今后|往后|下次|以後|之後)?(?:也|都|就|可)?"
    r"(?:别|不要|不用|不许|不准|不能|只许|只准|只能|先[^,，]|必须|得|永远|千万|记得|记一?下|尽量|务必|一律|统一))"
)
_POLITE_ZH = regex(
    r"(?<![嫌怕用写说点些太])(?:麻烦|拜托|烦请|煩請)(?![的就事您])你?(?=[^,，。了]{2})"
    r"|(?<![邀申聘宴有恳提敬「“\"])请(?=你|您|务必|先|把|用|写|统一|都|同步|遵守|勿|不要|记录|放|按|在)[你您]?"
)
