"""How people take or refuse a proposal in English, with the commonest words of other languages."""

from __future__ import annotations

ACCEPT = (
    r"(?:yes|yep|yeah|yup|ya|yess+|aye|jup)(?! but| and what)",
    r"(?:sure|absolutely|definitely|of course|certainly)(?: thing)?",
    r"(?:sounds|looks|seems) (?:good|great|fine|right|reasonable|perfect|ok)",
    r"go (?:ahead|for it|on with (?:it|that))",
    (
        r"(?:please |pls )?(?:do|make|ship|implement|build|apply) (?:it|that|so|this|[a-h]\b)(?: (?:like|"
        r"this|that) (?:that|way))?"
    ),
    (
        r"let'?s (?:do|go with|take|try|use) (?:it|that|this|yours|the (?:first|second|third|last|latter|"
        r"former|smaller|simple\w*)|(?:option |number |plan |variant )?(?:[a-h]|\d|one|two|three)\b)"
    ),
    r"go with (?:it|that|yours|your|the|option|number|[a-h]\b|\d\b)",
    r"(?:that|this|it) (?:works|makes sense)(?: for (?:me|us))?,? (?:do|go|please|lets|let's)",
    r"(?:that|this) (?:works|will do|is fine|is good|is perfect|one)(?: for (?:me|us))?",
    r"works for (?:me|us)",
    r"fine (?:by|with) me",
    r"(?:lgtm|approved?|agreed|agree|deal|perfect|exactly|makes sense|ship it|\+1|👍|✅|👌|ack|roger)",
    r"i (?:agree|like (?:it|that|[a-h]\b|the|option|your)|buy that|trust you|'?m fine with)",
    r"as (?:you )?(?:proposed|suggested|recommended|you say|described)",
    r"(?:your|the) (?:proposal|suggestion|recommendation|plan|idea) (?:is|sounds|works|looks)",
    r"(?:option|variant|plan|number|approach|choice|alternative|variante|nr) ?#?(?:[a-h]|\d|one|two|three)\b",
    (
        r"(?:the )?(?:first|second|third|fourth|last|former|latter|1st|2nd|3rd)(?: one| option| approach|"
        r" variant)?(?:,| please| pls|$| it is| then| sounds)"
    ),
    r"^(?:[a-h]|\d)(?:[,.! ]|$)(?! (?:lot|few|bit|small|thing|test|new|bigger|second|user|customer))",
    (
        r"(?:ja|jo|jep|passt|genau|mach das(?: so)?|gerne|einverstanden|klingt gut|so machen wir(?:'s|"
        r" das)?|oui|d'accord|vas[- ]y|si|s[ií],|dale|vale|claro|va bene|perfetto|hai|はい|da\b|да|давай|"
        r"sim|isso|네|좋아)"
    ),
    r"(?:your|you) (?:call|pick|choose|decide)",
    r"you'?re right",
    (
        r"(?:ok|okay|k|alright|fine|great|good|nice|cool),? (?:do (?:it|that|so)|go|lets|let's|please|then|"
        r"go with|make it so|with [a-h]\b|[a-h]\b|sounds|yes|agreed|implement|that works)"
    ),
)
# "ok" alone accepts only what was asked for a yes.
ACCEPT_WEAK = (r"^(?:ok(?:ay)?|k|fine|good|great|cool|nice|alright|thanks?|thx|perfect)\b",)

REFUSE = (
    r"(?:none|neither)(?: of (?:these|those|them|that))?",
    r"^(?:no|nope|nah|naw|nee|nein|non|niet|nej|нет|いいえ|não|아니)\b(?! (?:problem|worries|rush|need to ask))",
    r"(?:ok|hm+|well|yeah|eh),? no\b",
    (
        r"(?:leave|keep) (?:it|that|this|things|them)(?: one)? (?:as (?:it |they )?(?:is|are|was)|alone|"
        r"for now|out|be|like (?:this|that|it is))?"
    ),
    r"(?:let'?s|lets) (?:not|leave|skip|wait|hold|park|keep it|postpone|stay)",
    r"(?:let|lemme) me? ?think",
    r"(?:need|have|want) to (?:think|sleep|talk|check|ask|discuss)",
    (
        r"(?:not|maybe not) (?:now|today|yet|for now|this time|worth|needed|necessary|convinced|sure|"
        r"a problem|a fan|keen|happy)"
    ),
    (
        r"(?:too|way too|bit) (?:heavy|big|complex|complicated|much|expensive|slow|risky|fancy|early|"
        r"clever|gross|schwer|teuer|aufwendig)"
    ),
    r"overkill",
    (
        r"(?:never ?mind|forget (?:it|that|about it|about that)|drop (?:it|that)|skip (?:it|that|this)|"
        r"pass|scrap (?:it|that)|cancel (?:that|it))"
    ),
    r"(?:don'?t|do not|dont) (?:do (?:it|that|this|any)|bother|like|want|need|touch|change|think|go there|build)",
    r"(?:hold (?:on|off)|wait|stop|not so fast|hang on)",
    r"(?:maybe|perhaps) (?:later|another time|some other time|one day|next)",
    r"(?:later|another time|some other day|next time|tomorrow)$",
    r"(?:i'?d|i would) (?:rather|prefer) (?:not|something|a)",
    (
        r"(?:lass(?:en)? (?:das|es|mal|wir)|brauchen wir nicht|lieber nicht|auf keinen fall|erstmal nicht|"
        r"kein(?:e|en)? \w+, )"
    ),
    r"(?:we|i) (?:don'?t|do not|won'?t) (?:need|want)",
    r"(?:yagni|no need|not needed|no thanks?|no thank you|hard pass|absolutely not|no way)",
    r"(?:something|anything) (?:else|smaller|simpler|lighter|cheaper)",
    r"(?:we'?ll|i'?ll|will) see",
    r"(?:i'?ll|i will|we'?ll|let me) (?:think|sleep|get back|decide|ask|check)",
)
