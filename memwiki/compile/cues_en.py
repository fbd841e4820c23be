"""English cues: the words that show what a sentence does. Each is a fragment of a regular expression, matched as whole
words without regard to case, on text with straight quotes. One idea a name; the grammar (speech.py, rules.py,
choices.py) weighs them. Rules and choices stand here, talk around them in cues_en_talk.py.
"""

from __future__ import annotations

CUES: dict[str, tuple[str, ...]] = {
    # -- standing rules -----------------------------------------------------------------------------------------------
    "forever": (
        r"always",
        r"never",
        r"from (?:now|here|today|this point) (?:on(?:wards?)?|out|forward)",
        r"going forward",
        r"moving forward",
        r"henceforth",
        r"in (?:the )?future",
        r"(?:every|each) (?:single )?time(?! (?:i|we|it|this|the|a)\b)",
        r"under no circumstances",
        r"at all times",
        r"without exception",
        r"no exceptions",
        r"as a (?:general |house |team )?rule",
        r"rule (?:for (?:you|this|the|all)|of the house|of thumb|here|number \w+|#?\d)",
        r"(?:house|team|golden|hard|general|project|repo|company|standing|our|my|new|one|another|second) rule(?: is)?",
        r"rules?(?: (?:from|because of|bc of|after|out of) (?:this|that|it|today|yesterday))?\s*:",
        r"make (?:it|that) a (?:habit|rule)",
        r"(?:no|not|never|don'?t|only) [^.]{2,60} even (?:if|when)",
        (
            r"even (?:if|when) (?:a |the |some |any |other )?(?:\w+ ){1,2}(?:asks?|complains?|says?|"
            r"wants?|suggests?|tells?|insists?)"
        ),
        (
            r"(?:our|the|team|house|repo|project|naming|coding|code) (?:policy|convention|guideline|"
            r"standard)s?(?: (?:is|are|here))?"
        ),
        r"^(?:policy|convention|standard|guideline)s?\s*:",
        r"(?:naming|formatting|file layout)\s*:",
        r"generally",
        r"in general",
        r"(?:keep|stay) (?:it )?(?:that|this) way",
        r"for (?:good|ever)",
        r"(?:only|not) ever",
        r"in (?:whatever|everything|anything) (?:else )?you (?:write|do|make|add|build)",
        r"keep (?:that|this|it) in mind",
    ),
    "memo": (
        (
            r"(?:please |pls )?(?:remember|memori[sz]e|keep in mind|don'?t (?:you )?(?:ever )?forget|"
            r"note down|make a note)"
            r"(?:\s*[:,]|\s+(?:that|to|this|for|we|i|our|my|all|never|always|not|the rule|in this|it'?s)\b)"
        ),
        r"remember the [\w ]{2,20}:",
        r"remember$",
        (
            r"merke? dir|nicht vergessen|denk dran|recuerda|acu[eé]rdate|souviens[- ]toi|rappelle[- ]toi|"
            r"retiens|lembre(?:-se)?|ricorda(?:ti)?|onthoud|kom ihåg|zapamiętaj|запомни|помни|기억해|"
            r"覚えて|覚えといて"
        ),
    ),
    "no_more": (
        r"(?:any ?more)",
        r"(?:don'?t|do not|never|not) \w+(?: \w+){0,4} again",
        r"no more",
        r"(?:stop|quit) (?:using |)\w+ing",
        r"(?:don'?t|do not) keep \w+ing",
        r"no longer (?:want|like|accept)",
    ),
    "stop_doing": (
        (
            r"(?:^|[,;:] |(?<=please )|(?<=pls )|(?<=and )|(?<=but ))(?:stop|quit) \w+ing(?! (?:the|this|"
            r"that|it|now|here)\b)"
        ),
    ),
    "fed_up": (
        r"(?:second|third|fourth|fifth|\d+(?:st|nd|rd|th)|nth|umpteenth) time",
        r"why (?:do|are|did) (?:you|u) (?:keep|still|always|again)",
        r"(?:you|u) keep \w+ing",
        r"(?:you|u) (?:did|do|are doing) (?:it|that|this) again",
        (
            r"(?:you|u)(?:'ve| have)? (?:forgot|forget|forgotten|broke|deleted|removed|changed|touched|"
            r"added|ignored) .{2,40} again"
        ),
        r"(?:^|[,.!] |ugh,? |argh,? )again (?:a|an|the|you|with)\b",
        r"who (?:told|asked|allowed) you to",
        r"^again (?:you|u|with)\b",
        r"schon wieder|zum (?:dritten|zweiten|hundertsten) mal|otra vez",
        r"(?:how (?:often|many times)|(?:every|each) (?:damn|single|freaking) time)",
        r"for the (?:last|hundredth|\d+th) time",
        r"i keep (?:having to|finding|deleting|removing|telling|fixing|reverting|seeing|undoing|repeating|asking)",
        r"(?:i|we)(?:'ve| have)? (?:already )?(?:told|asked) you",
        r"(?:as|like) i (?:said|told you)",
        r"tired of",
        r"sick of",
        r"(?:drives|driving) me (?:nuts|crazy|mad|insane)",
        r"(?:yet |once )?again\s*[:!]",
        r"keeps? (?:happening|biting us)",
    ),
    "taste": (
        r"i(?:'d| would)? (?:much |really |strongly )?(?:prefer|rather)",
        r"i (?:really )?(?:hate|dislike|can'?t stand|don'?t like|do not like) (?:it )?(?:when|seeing|having)",
        r"i (?:really )?like (?:it when|my|to see|seeing|having)",
        r"i (?:always )?want (?:you to always|you to never|all|every|each|my)",
        r"my preference(?: is)?",
        r"i want [^:.]{3,40}(?:in|from|on|with) (?:every|each|all) ",
        r"i (?:always )?want (?:short|small|concise|plain|simple|clean|tiny|boring) [\w-]+",
        r"(?:no need to|you (?:don'?t|do not) (?:need|have) to) [^.]*\b(?:every|each|always|all the time)\b",
        r"we prefer",
        r"i (?:really |just )?(?:don'?t|do not|never) want (?:to see|to have|any|you to)",
        r"^prefer",
    ),
    "everywhere": (
        r"everywhere",
        (
            r"(?:across|throughout|all over) (?:the|this|our) (?:whole |entire )?(?:code ?base|"
            r"repo(?:sitory)?|project|app|monorepo|stack|board|services?)"
        ),
        r"for everything",
        r"in all (?:of )?(?:the |our |my |your |these )?[\w.-]+",
        r"in (?:this|our|the) (?:repo(?:sitory)?|project|code ?base|monorepo|team|workspace|org|company)",
        (
            r"(?:in|for|on|with|to|of|before|after|per) (?:every|each|any|all)\b(?! (?:request|tick|frame|"
            r"iteration|row|call))"
        ),
        r"(?:any|every)(?:thing|one) (?:that|which|under|in|touching|with|over|above)",
        r"no matter (?:what|how|which)",
        r"around here",
        r"in here",
    ),
    "ask_first": (
        r"(?:ask|tell|ping|warn|consult|check with) me (?:first )?before",
        r"show me [^,]{1,30} before you",
        r"(?:always )?ask (?:me )?(?:first )?before (?:you |u )?\w+ing",
        r"without (?:asking|telling|consulting) me",
        r"(?:get|need|wait for) my (?:ok|approval|go)\b",
        (
            r"before (?:you|u) [^,]{3,60}(?:, (?:please |pls )?(?:always )?(?:show|ask|tell|ping|warn|confirm|"
            r"check with|consult)| (?:show|ask|tell|ping|warn|consult) me)\b"
        ),
    ),
    "all_must": (
        r"^only (?:use|write|log|commit|import|call|allow) (?!(?:the|this|that|these|it|them|my)\b)(?![\w-]+[./]\w)\w+",
        (
            r"^(?:every|each|all|any) (?:new |single |public |of (?:the|"
            r"our) )?[\w/-]+(?: [\w/-]+){0,4}? (?:must|needs?(?: to)?|should|ha(?:s|ve) to|go(?:es)?|"
            r"starts?|ends?|uses?|belongs?|lives?|(?:is|are) (?:to be|written|named|wrapped|stored))"
        ),
        r"^(?:[\w-]+ ){1,3}only (?:from|via|through|by|with|in|on|over)",
    ),
    "layering": (
        (
            r"(?:must|should|may|can) (?:not|never|only) (?:ever )?(?:talk|call|access|import|depend|write|"
            r"read|touch|reach|know|see)\b"
        ),
    ),
    # who may do what, and what nobody may touch
    "permission": (
        (
            r"(?:may|can|are allowed to|is allowed to) \w+ [^,.;]{2,60} only (?:if|when|after|with|once|"
            r"for|to|in|on|under|from|inside)\b"
        ),
        (
            r"only (?:if|when|after|once|with) (?:i|my) (?:say|said|says|ok|okay|approve|approved|ask|"
            r"asked|tell|told|explicit\w*)"
        ),
        (
            r"(?:only (?:i|me)|nobody (?:but|except) me|no one (?:but|except) me) (?:may|can|am|is|"
            r"touch\w*|change\w*|edit\w*|merge\w*)"
        ),
        r"(?:is|are|stays?|remains?) (?:strictly )?off[ -]limits",
        r"(?:is|are|stays?) (?:read-only|taboo|closed|not yours) for (?:you|agents)",
        r"hands off (?:the |of |from )?[\w./-]+",
        r"leave [\w./' -]{2,40} (?:alone|untouched|as shipped)",
        r"(?:stay|keep) (?:out of|away from) [\w./-]+/",
    ),
    "must_not": (
        r"must (?:never|not)",
        r"(?:is|are) (?:not|never) allowed",
        r"(?:is|are) forbidden",
        r"(?:is|are) off[ -]limits",
        r"may (?:not|never|only)",
    ),
    "must": (r"must(?: always)?", r"ha(?:s|ve) to(?: be)?", r"needs? to always", r"only (?:via|through|with|in|ever)"),
    # a condition that comes back: "when you show me sql", "before you commit"
    "whenever": (
        (
            r"when(?:ever)? (?:you|u|ya|i ask you|we|writing|adding|creating|committing|naming|touching|"
            r"reviewing|generating|editing|refactoring|showing|explaining|answering)\b"
        ),
        (
            r"if (?:you|u) (?:touch|change|add|write|edit|create|need|have to|are|modify|rename|ever|"
            r"want to|break|find|see|hit)"
        ),
        (
            r"(?:before|after) (?:you |u )?(?:commit(?:ting)?|push(?:ing)?|merg(?:e|ing)|"
            r"open(?:ing)? (?:a |the )?prs?|releas(?:e|ing)|deploy(?:ing|s)?)\b"
        ),
        r"(?:any|every)thing (?:that|which)",
        r"whenever (?:an?|the|any|some) [\w-]+ \w+",
        r"unless i (?:say|ask|tell)",
        r"without (?:asking|my ok|telling me|checking with me|a test|tests)",
    ),
    # -- one-off ------------------------------------------------------------------------------------------------------
    "once": (
        r"(?<!about )(?:just |only )?(?:for )?(?:this|that) (?:one )?(?:time|once|one)(?: only| around)?",
        r"(?:just|only) (?:this )?once",
        r"(?:just|only) this (?:time|release|pr|commit|file|change|branch|ticket|task|fix|run|sprint|patch|week|month)",
        (
            r"(?:just )?for (?:this|today'?s|the current) (?:one|commit|pr|file|change|release|branch|"
            r"ticket|task|fix|run|demo|sprint|patch|script|spike|prototype|experiment)"
        ),
        r"in this (?:pr|commit|file|branch|patch|one|case|script|spike)",
        r"this (?:pr|commit|branch|patch) (?:only)?",
        r"for (?:today|tonight|the moment|the time being|the demo|this week|this sprint)",
        r"(?:just |only )(?:for )?(?:today|tonight|now)",
        r"(?:today|(?:this|next) (?:week|month|\w+day)) only",
        r"^today,? (?:leave|keep|skip|don'?t|dont|do not|ignore|just|only|let|use|no)",
        r"temporar(?:y|ily)",
        r"as an exception",
        r"exceptionally",
        r"exception\s*:",
        r"one[ -]off",
        r"(?:i'?m|we'?re|im) (?:in a hurry|late|in a rush)",
        r"(?:no|not enough) time (?:today|now|for)",
        r"for once",
        r"while i'?m (?:away|out|on \w+)",
    ),
    "soon": (
        r"for now",
        r"right now",
        r"(?:not )?yet",
        (
            r"until (?:we|i|the|next|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|"
            r"further|then|v?\d)[\w ]*"
        ),
        r"today",
        r"tonight",
        r"at the moment",
        r"still",
    ),
    # -- choices ------------------------------------------------------------------------------------------------------
    "decided": (
        (
            r"(?:we|i|team|everyone|they)(?:'ve| have| all)? (?:decided|agreed|settled|concluded|"
            r"committed)(?: on| to| that)?"
        ),
        r"(?:final )?decision(?: is| made| from [\w ]{2,20}?)?(?: (?:on|for|about) [\w ]{2,30}?)?\s*[:,]",
        r"(?:it'?s |its )?(?:been )?decided\s*[:,]",
        r"(?:my|our|the|final) (?:decision|choice|call|verdict|pick) (?:is|was)",
        r"(?:what|how) (?:i|we) want(?: is)?\s*[:,]",
        r"(?:i'?ve|we'?ve|i have) (?:chosen|picked|made up my mind)",
        r"(?:we|i) (?:chose|picked|opted for|landed on|ended up (?:with|on|choosing))",
        r"(?:that'?s|thats|it'?s) (?:final|settled|decided)",
        r"agreed(?: with \w+)?\s*[:,]",
        r"conclusion\s*:",
        r"(?:wir haben|ich habe|haben wir) (?:uns |mich )?(?:[\w-]+ ){0,6}?(?:entschieden|beschlossen|geeinigt)",
        r"(?:es bleibt|wir bleiben) bei[m]?",
        r"hemos decidido|nos quedamos con|on a décidé|abbiamo deciso",
        r"made the call",
        r"^we (?:always )?said (?!we'?d|it|that|no\b|yes|so\b)[a-z]",
        r"that'?s how (?:we|i) (?:do|want|like) (?:it|that|this|things)(?: here)?",
        r"(?:the|our|my|new) plan is\s*:",
        r"(?:i'?m|we'?re|we are) going (?:with|for)",
    ),
    "lets": (
        (
            r"let'?s (?:just |all |simply |rather |better |not |instead )*(?:use|go(?: with| for| full|"
            r"(?= (?-i:[A-Z0-9`])))|do|keep|stick|stay|make|have|pick|choose|settle|adopt|switch|move|drop|"
            r"ditch|scrap|take|store|put|ship|target|support|standardi[sz]e|avoid|base|build (?:it )?on|"
            r"treat|cap|limit|run|call|say|default|write|split|return|cache|host|model)\b"
        ),
        (
            r"let'?s (?:show|display|group|render|draw|sort|index|encode|serve|sync|load|poll|batch|"
            r"queue)\b[^,.]{5,}(?:,| because| since)(?= \w)"
        ),
        r"let us (?:use|go with|keep|adopt)",
        r"lets (?:use|go with)",
    ),
    "go_with": (
        r"go(?:ing)? (?:with|for)",
        r"stick(?:ing)? (?:with|to)",
        r"stay(?:ing)? (?:with|on)",
        r"settle(?:d)? (?:on|for)",
        r"opt for",
        r"(?:^|[,.:] )[\w-]+ (?:vs\.?|versus) [\w-]+\s*:\s*[\w-]+",
        r"(?:we|i) can live with",
        r"we(?:'re| are) (?:not|no longer|only) (?:support|us|do|ship|build|host|target|keep|buy|go|tak)\w*ing",
        r"(?:i|we)(?:'ve| have)? changed (?:my|our) minds?",
        r"(?:we|i)(?:'d| would) rather (?:have|use|do|keep|go|take|pay|lose|be|run|ship|build|see|not)\b.*\bthan",
        r"standardi[sz]e on",
        r"[\w.+-]+ it is",
        r"(?:i|we) (?:pick|choose|take) [\w`]+",
        r"(?:final|settled)\s*:",
        r"we go [\w`]+",
        r"(?:pick|choose) [\w`]+ (?:over|for|because)",
    ),
    "we_do": (
        (
            r"we(?:'ll| will|'d rather| would rather|'re going to| are going to| shall|'re gonna|"
            r" gonna)? (?:now |all |only |just |do |simply |deliberately |explicitly )*"
            r"(?:use|keep|store|verify|do|go|write|send|put|run|ship|host|treat|model|split|cache|encrypt|sign|"
            r"hash|index|partition|version|deploy|build|generate|validate|render|log|queue|sync|poll|push|"
            r"pull|serve|expose|"
            r"return|support|target|pin|vendor|mock|test|cap|limit|drop|skip|avoid|rely on|stay|stick|"
            r"standardi[sz]e|call|"
            r"represent|save|persist|retry|fall back|compute|calculate|parse|read|load|train|evaluate|"
            r"sample|quantize|compile|"
            r"ignore|accept|reject|allow|define|identify|key|shard|replicate|buffer|batch|stream|schedule|"
            r"move to|switch to|migrate to|only (?:use|support))\b"
        ),
        r"(?:i|we) want (?:the|our|all|every|each) [\w -]{2,40}? to (?:be|use|have|go|run|stay|live|work)",
        r"i (?:use|keep|went with|go with)",
        r"we (?:do not|don'?t|won'?t|will not|never) (?:use|need|want|do|go|store|support|keep)",
        (
            r"(?:is|are|gets?|get|will be|stays?|goes?|go|should be|must be) (?:stored|kept|handled|signed|"
            r"hashed|encrypted|rendered|computed|written|sent|served|cached|"
            r"versioned|validated|generated|built|deployed|run|done|parsed|identified|keyed|sharded|"
            r"batched|represented|saved|persisted|dropped|deleted|retained)"
        ),
    ),
    "conclude": (
        r"^so\s*:",
        r"so\s*:",
        r"(?:so|therefore|hence|thus)\s*,? (?:we|i|let'?s|it'?s|it is|go|use)\b",
        r"^therefore",
        r"that'?s why (?:we|i)",
    ),
    "contrast": (
        (
            r"(?:,|\band|\bbut|"
            r"(?<!is)(?<!are)(?<!was)(?<!were)(?<!do)(?<!does)(?<!did)(?<!should)(?<!will)(?<!can)(?<!could)(?<!would)(?<!has)(?<!have)(?<!'s)(?<!'m)(?<!'re)(?<!its)(?<!thats)(?<!im)(?<!why)(?<!or)(?<!if)(?<!might)(?<!may)(?<!must)(?<!probably))"
            r" ?not (?!sure|yet|only|just|that\b|a problem|working|found|tested|so\b|really|now|today|"
            r"enough|ready|necessarily|urgent|allowed|work|touch)(?:in(?:to)?|on|with|through|via|to|by|"
            r"from|as|at|for|the|a|an|our|per)?\s*[\w`'\"]+"
        ),
        r"instead(?: of)?",
        r"rather than",
        r", (?:the )?[\w -]{2,30} only \w+",
        (
            r"(?:,|and|but|:|^)\s*(?:with )?no (?!need|idea|problem|rush|hurry|time|longer|more|worries|"
            r"matter|one|reason|clue|luck|error|way)[\w`'-]+"
        ),
        (
            r"(?:pick|picked|chose|choose|chosen|prefer|preferred|take|use|go with|going with|decided on|"
            r"opted for)\b[^.]{0,60}\bover\b"
        ),
        r"without (?:a |an |any )[\w-]+",
        r"as opposed to",
        r"over (?:the )?(?:alternatives?|competition)",
        r"(?:we|i) don'?t (?:want|need) (?!to\b|that|this|it\b|them|you|the)[\w-]+",
        r"don'?t (?:want|need) (?:a |an |any |to (?:use|run|babysit|maintain|host|depend))",
        r"[\w`]+ is (?:out(?! of)|overkill|too (?:heavy|big|slow|expensive|much))",
        r"(?:^|(?<=[,;:] ))(?:skip|avoid|forget about|drop|ditch|scrap) [\w`]+",
    ),
    "reason": (
        r"because",
        r"cuz",
        r"coz",
        r"'?cause(?= (?:we|i|it|the|our|they|that|its|it's))",
        r"b/?c",
        (
            r"since(?! (?:then|last|yesterday|monday|tuesday|wednesday|thursday|friday|the (?:update|"
            r"upgrade|last|release|deploy|second)|v?\d|this morning|today|(?:we|i|you|they|the \w+) (?:\w+ed|went|got|"
            r"began|did|made|put|cut|split|rewrote)\b))"
        ),
        r"due to",
        r"given (?:that|the|our|how)",
        r"so that",
        r"so (?!far|much|many|the|a\b|an\b|it|we|i\b|you)[\w-]+ (?:are|is|can|stays?|don'?t|keep|survive|work)",
        (
            r"so (?:we|i|it|you|they|people|users?|nobody|that|the|no one) (?:can|could|don'?t|do not|"
            r"won'?t|doesn'?t|never|get|gets|stay|stays|have|has|keep|know|see|still)"
        ),
        r"in order to",
        r"otherwise",
        r"the reason(?: is| being)?",
        r"reason(?:ing)?\s*[:,]",
        r"why\s*:",
        r"that'?s why",
        (
            r"as (?!it (?:is|was)(?:$|[,.;]| tho| for | and | but | now))(?:we|it|they|our|"
            r"i) (?:\w+ )?(?:need|needs|have|has|is|"
            r"are|only|can'?t|don'?t|want|wants|"
            r"already|would|will)"
        ),
        r"thanks to",
        r"on account of",
        (
            r"for (?:performance|compliance|legal|security|compatibility|audit|cost|privacy|gdpr|"
            r"accessibility|latency) reasons?"
        ),
    ),
    "will_be": (
        r"(?:will be|is going to be|are going to be|becomes?)",
        r"(?:goes?|go) (?:to|into|in|through|via|over|on)",
        (
            r"(?:uses?|lives? (?:in|under|on)|runs? (?:on|in|at|as|with|every)|stays?|follows?|comes? from|"
            r"happens? (?:in|on|at))"
        ),
        (
            r"(?:is|are) (?:now|always|only|kept|stored|handled|signed|hashed|encrypted|rendered|"
            r"prerendered|computed|written|sent|served|cached|versioned|validated|generated|built|deployed|"
            r"run|done|parsed|identified|keyed|sharded|batched|saved|persisted|dropped|deleted|retained|"
            r"pinned|split|capped|limited)"
        ),
    ),
    "from_to": (r"from [\w`.%-]+(?: [\w%]+)? to [\w`.%-]+", r"[\w`.%-]+\s*(?:->|=>|→)\s*[\w`.%-]+"),
    "changed": (
        r"(?:is|are|should be|will be) now",
        r"(?:is|are|use|uses|go|goes|run|runs|live|lives)\b[^,.]{0,40} now(?=$|[,;.])",
        r"(?:by|via|with|through|in|on|as) [^,.;]{3,40} now(?=$|[,;.])",
        r"now (?:kept|uses?|is|are|stored|goes|go|runs?|lives?|on|at|with|in)\b",
        r"(?:are|is) (?:kept|stored|run|done|written|sent)",
        r"(?:any ?more|no longer)",
        r"(?:i|we)(?:'ve| have)? changed (?:my|our) minds?",
        r"change of (?:plan|plans|mind|heart)",
        r"scratch that",
        r"(?:i|we) take (?:that|it) back",
        r"on second thought",
        (
            r"switch (?:it|that|this|them)(?: over)? to|"
            r"(?:switch|switches|switching|switched|move|moves|moving|moved|migrate|migrating|migrated|go(?:ing)? back|"
            r"back|revert|reverting)(?: over)? (?:from [\w`. ]+ )?to"
        ),
        (
            r"(?:^|(?<=[,;:] )|(?<=we )|(?<=we'll )|(?<=lets )|(?<=let's )|(?<=to ))(?:scrap|ditch|dump|"
            r"kill|forget|drop|dropping|ditching|scrapping|abandon|retire|undo|reverse|revert) (?:the |"
            r"our |that |about )?[\w`-]+"
        ),
        r"no longer",
        r"instead of",
        r"supersedes?",
        r"replac(?:e|es|ing|ed) [\w`. -]+ (?:with|by)",
        r"swap(?:ping)? [\w`. -]+ (?:for|with)",
        r"new (?:rule|decision|plan|policy|value|limit|default)\b",
        r"we were wrong",
        r"turns? out",
        r"after all",
        r"revisit(?:ed|ing)?",
    ),
    "scrap": (
        (
            r"(?:scrap|ditch|dump|forget about|drop|abandon|get rid of|kill|no more|retire|undo) (?:the |"
            r"our |that )?[\w`-]+"
        ),
        r"^(?:bin|chuck|toss|lose) (?:that|it|this|them|the \w+)(?=[.,;!]|$)",
    ),
}
