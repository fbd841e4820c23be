"""Sentences that say nothing of their own: what would be, and what is only to be written or translated."""

from __future__ import annotations

import re

from memwiki.regexes import regex

# `if Kafka were too slow, we'd switch to NATS`, `were we to migrate, we'd go with MySQL`, 如果太慢,就换成 NATS
SUPPOSED = regex(
    r"(?:so |but |and |well,? )*(?:if [^,]{2,60}\b(?:were|had|was)\b[^,]{0,60},? (?:then )?(?:we|i|it|they|you)(?:'d"
    r"| would| could| might)\b|(?:were|had|should) (?:we|i|they|it)\b[^,?]{2,60}, ?(?:we|i|it|they)(?:'d| would"
    r"| could| might)\b)|(?:那|但是?|而)?(?:如果|要是|假如|万一|倘若)[^,。]{1,24}(?:慢|不行|不够|扛不住|撑不住|贵"
    r"|倒闭|停更|停服|挂)了?(?:的话)?,[^。]{0,10}(?:换|改用|改成|切到|迁|上)",
    re.IGNORECASE,
)
# `translate this: always …`, `write a post that says we decided …`, 写一个测试用例,输入是“以后都用 pnpm”
DICTATED = regex(
    r"(?:please |pls |can you |could you |now )*(?:(?:translate|rephrase|proofread|reword|paraphrase"
    r"|spell-?check) (?:(?:me )?(?:this|that|these|it|the (?:following|sentence|text|paragraph))\b|[^.:,]{0,30}:)"
    r"|(?:write|draft|make|add|create) (?:me )?(?:an?|the|one) (?:[\w-]+ ){0,2}(?:post|article|test|test case|e?mail"
    r"|message|paragraph|tweet|announcement|story|slide|banner|fixture) (?:(?:that|which) (?:says?|tells?|explains?"
    r"|announces?|states?|reads?)|saying|whose input|with the (?:text|words|input))\b)|(?:请|帮我|麻烦)?(?:把"
    r"|将)(?:这|下面|以下)[^:,。]{0,8}(?:翻译|译成|润色|改写)|(?:请|帮我)?翻译(?:成|一下|这|下面)|(?:请"
    r"|帮我)?写[一个篇条]*(?:测试用例|测试|用例|博客|文章|邮件|公告|文案)[^。:]{0,10}(?:输入|内容|正文|写着|说)(?:是"
    r"|为|:)?",
    re.IGNORECASE,
)
