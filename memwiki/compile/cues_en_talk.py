"""English cues of other talk: questions, doubts, others' wishes, definitions, what comes later,
what weighs something up, and numbers.
"""

from __future__ import annotations

CUES: dict[str, tuple[str, ...]] = {
    # -- questions, doubts, others' wishes ----------------------------------------------------------------------------
    "question": (
        (
            r"^(?:what|whats|what's|why|how|hows|who|whose|which|where|wheres|when(?! (?:you|u|i|we|the|it|"
            r"a|an|they|writing|adding|creating|committing|\w+ing)\b)|is|are|isn'?t|aren'?t|do|does|did|"
            r"don'?t (?:we|you|they)|doesn'?t|should|shouldn'?t|shall|"
            r"would|wouldn'?t|could|couldn'?t|can(?= (?:you|u|we|i|it|this|that|the|they|someone|somebody|"
            r"anyone))|will|won'?t|has|have (?:we|you|they)|any idea|anyone|r u|wdyt|thoughts)\b"
        ),
        r"(?:what do (?:you|u) think|wdyt|thoughts|right|or not|or what|no|ok|correct|agree)\?$",
        (
            r"(?:wondering|curious|not sure|unsure|no idea|dunno|don'?t know|idk) (?:if|whether|how|why"
            r"|what|about|which)"
        ),
        (
            r"(?:do|does|did|should|shall|can|could|would|is|are) (?:we|it|this|that|there|you|u|they"
            r"|the [\w-]+)\b.*\?$"
        ),
        r"only asking",
        r"just (?:asking|curious|wondering)",
    ),
    "ask_politely": (
        (
            r"^(?:can|could|would|will) (?:you|u|we|ya) (?:please |pls |just |maybe |kindly |"
            r"also )*(?:always|never|stop|not|from now on|use|keep|write|remember|make sure|avoid|start|"
            r"quit|only)"
        ),
        r"^(?:would you mind|do you mind) ",
        r"^why (?:do|are) (?:you|u) (?:always|keep|still)",
    ),
    "maybe": (
        r"what if",
        r"how about",
        r"what about",
        (
            r"(?:if|in case) (?:we|i|they|this|that|it|the \w+) (?:ever|someday|one day|were|was|would|had|"
            r"moved|switched|wanted|grow|grows)"
        ),
        r"suppose",
        r"imagine",
        r"hypothetically",
        r"(?:maybe|perhaps|possibly|potentially)",
        r"(?:might|could) (?:be|want|make|move|switch|use|try|go|even|also|someday|need|consider|do|have)",
        (
            r"(?:some ?day|one day|at some point|eventually|down the (?:line|road)|sooner or later|"
            r"in the long run|in a perfect world|long[ -]term)"
        ),
        (
            r"(?:i'?m|im|i am|i was|we'?re|we are|we were|been|was) (?:thinking|considering|wondering|"
            r"toying|tempted|pondering|debating)"
        ),
        r"(?:thinking|considering|wondering) (?:about|of|if|whether)",
        r"(?:would|wouldn'?t) (?:it|that|this|we|you|graphql|\w+) (?:be|make|work|help|survive|it)",
        r"would (?:be|make) (?:nice|cool|great|sense|better|smarter|easier)",
        r"(?:not sure|unsure|undecided|torn|on the fence|up in the air|up for (?:debate|discussion))",
        r"still (?:argu|debat|discuss|fight|negotiat|figur|evaluat|weigh)\w*",
        (
            r"(?:have|has)(?:n'?t| not) (?:been )?(?:decided|settled|agreed|made up)"
            r"|not (?:yet )?(?:decided|settled|agreed)(?: yet| on)?"
        ),
        r"(?:leaning|inclined) (?:to|towards?)",
        r"(?:i|we) (?:wonder|guess|suppose)",
        r"theoretically",
        r"nice to have",
        r"wouldn'?t mind",
    ),
    "hearsay": (
        (
            r"^(?:a|an|some|one|our|the|this|that) [\w-]+(?: [\w-]+){0,3} (?:says?|said|tells?|told|"
            r"recommends?|recommended|claims?|claimed|suggests?|suggested|thinks?|wants?|wanted|asks?|"
            r"asked|prefers?|advises?|insists?)"
        ),
        (
            r"^(?:(?!(?:i|we|you|it|that|this|which|what|so|let|just|please|always|never|if|when|then|only|"
            r"still|and|but|or|not|no|don'?t|why|how|who)\b)[a-z]+|the [\w-]+(?: team| guy| folks|"
            r" people)?|my (?:boss|colleague|coworker|manager|lead|teammate|friend|cto)|some(?:one|"
            r"body)(?: \w+){0,4}|people(?: \w+){0,3}|they|he|she|folks|marketing|sales|legal|"
            r"product|design|ops|security|support|management|everyone|our \w+(?: team| lead)?|(?:a|"
            r"one) (?:guy|colleague|friend|customer|blog ?post|dev|user)(?: \w+){0,4}) "
            r"(?:also |just |still |really |always |keeps? |once |even )?(?:wants?|wanted|said|says|saying|"
            r"thinks?|thought|suggest(?:s|ed|ing)?|asks?|asked|told|"
            r"mentioned|mentions|prefers|preferred|proposed|proposes|recommends?|recommended|insists?|"
            r"insisted|believes?|claims?|claimed|argues?|argued|pushes for|is pushing|would (?:like|love|"
            r"prefer)|keeps (?:saying|asking|telling)|reckons?|swears?|likes|loves)\b"
        ),
        r"(?:he|she|they) (?:also )?(?:said|says|thinks|wants?|suggested|asked|told)",
        r"i (?:heard|read|saw)(?: somewhere)? (?:that|a|an|about|on|in)",
        r"(?:according to|apparently|supposedly|allegedly|rumou?r has it|word is)",
        (
            r"(?:the|a|this|that|some) (?:blog ?post|article|tutorial|readme|docs?|documentation|book|"
            r"video|thread|tweet|hn|reddit|stack ?overflow|wiki|old \w+) (?:says?|said|recommends?|"
            r"suggests?|claims?|tells?|wants|advises)"
        ),
        (
            r"(?:chatgpt|copilot|gpt|the other (?:bot|agent|ai|model)|gemini|claude|codex|cursor) (?:says?|"
            r"said|recommend(?:s|ed)|suggest(?:s|ed)|told|wants|thinks?|claims?|insists?|proposed|wanted|"
            r"keeps)"
        ),
    ),
    "figure": (
        r"(?:the|a) (?:thing|part|bit|one) i (?:hate|love|like|dislike|fear|enjoy)",
        r"(?:hate|love)s? (?:this|that|it|my life)",
        (
            r"never (?:mind|ending|seen|had|heard|noticed|worked|works|happened|knew|thought|understood|"
            r"ceases|fails|even|in my life|been|got|finished|saw|did|touched|tried|tested)"
        ),
        (
            r"(?:i|we|it|this|that|they|he|she|ci|tests?|the \w+|which) (?:always|never) (?:forgets?|"
            r"fails?|breaks?|crash(?:es)?|worked|works|happens?|gets?|got|returns?|hangs?|times? out|"
            r"loses?|takes?|ends? up|complains?|confuses?|forgot|wondered|knew|understood|liked|had|have|"
            r"seem(?:s|ed)?|does|did|was|were|is|shows?|says?|throws?|stays?|sends?|comes?)"
        ),
        r"as always",
        r"^(?:always|never) (?:get|fail|crash|hang|see|hav|los|return|tak|throw|show)\w*ing",
        r"like always",
        r"as never before",
        r"now or never",
        r"better late than never",
        r"almost (?:always|never)",
        r"(?:not|isn'?t|doesn'?t|aren'?t) always",
        r"why .*\b(?:always|never)",
        r"happily ever after",
        r"remember (?:when|the (?:time|days|good)|last|how|yesterday|that (?:time|bug|outage|day)|us|me)",
        r"(?:do|did|don'?t) (?:you|u|we|i) remember",
        r"(?:i|can'?t|cannot|don'?t|didn'?t|we|barely|if i) remember",
        r"can'?t remember",
        r"always (?:been|was|wondered)",
        r"same as (?:always|ever)",
    ),
    "complaint": (
        (
            r"(?:crash(?:es|ed|ing)?(?! (?:dumps?|reports?|logs?|reporting))|fail(?:s|ed|ing)?|broken|"
            r"breaks?|bug(?:gy)?|error|exception|wrong|flaky|hang(?:s|ing)?|leak(?:s|ing)?|missing|chokes?|"
            r"dies|throws?|500|404|oom|slow|stuck|regress(?:ed|ion)?|complain(?:s|ed|ing)?|confus(?:ed|"
            r"ing)|timed? ?out|outage|down again|segfaults?|panics?|corrupt(?:ed|s)?)"
        ),
    ),
    # something to be found out: what is said of it is a report
    "probe": (
        r"(?:find out|figure out|look into|investigate|dig into|reproduce)\b(?! how to)",
        r"(?:pls|please) (?:check|look|fix|find|see)\b",
        r"(?:whats|what'?s|what is) (?:up|going on|wrong|happening)",
        r"fix (?:it|this|that|pls|please)?\s*$",
        r"any ideas?\s*$",
    ),
    # what a program does, seen from outside
    "observed": (
        (
            r"(?:shows?|returns?|prints?|displays?|gives?|lands?|throws?|renders?|redirects?|opens?"
            r"|produces?|yields?|"
            r"outputs?|appears?|ends? up|logs? out|jumps?|comes? out|see|sees|get"
            r"|gets)\b[^.;]{0,60}\binstead of\b"
        ),
        (
            r"(?:went|dropped|rose|fell|jumped|climbed|grew|slowed|shot|sank|crept|increased|"
            r"decreased|jumps|drops|falls|"
            r"rises|climbs|grows|shoots)"
            r"(?: up| down| back)? from\b"
        ),
        r"^(?:the|this|that|my|his|her|their) [^,]{2,60}\b(?:has|have|contains?) [^.;,]{1,40}\binstead of\b",
        r"should be fine",
    ),
    "expected": (r"should (?:be|start|show|return|have|retry|not|also|only|go|stay|work|accept|use|end|send|never)",),
    # -- definitions --------------------------------------------------------------------------------------------------
    "means": (
        (
            r"(?:means?|stands? for|is short for|refers to|is what we call|is our (?:name|word|term|"
            r"codename|nickname|internal \w+|own \w+) for|is (?:the )?(?:code ?name|nickname|abbreviation|"
            r"shorthand|acronym|slang|jargon) (?:for|of)|denotes)"
        ),
        r"(?:by|with) ['\"`]?[\w -]+['\"`]? (?:we|i) (?:mean|refer)",
        (
            r"(?:when|if) (?:i|we|people|they|someone) (?:say|says|talk about|write|read)[^,]{1,30}, ?(?:i|"
            r"we|they|it|that) (?:means?|is|refers?)"
        ),
        (
            r"(?:we|i|everyone|everybody|people|the team|ops|folks|they|support|sales|devs?|customers?|"
            r"the \w+ team) (?:\w+ )?(?:calls?|refers? to|names?|nicknamed?|dub(?:bed)?) (?:it|this|that|"
            r"these|them|the|our|a|an)?\b"
        ),
        (
            r"(?:aka|a\.k\.a\.?|also (?:known as|called)|also called|nicknamed|called|dubbed|known as"
            r"|codenamed?)"
        ),
    ),
    "is_a": (
        (
            r"(?:is|are) (?:basically |just |simply |actually |really |essentially |only )?(?:the|a|an|our|"
            r"where|what|when|how|one|any|all|whatever|everything)\b"
        ),
        r"(?:lives?|sits?|resides?|is located|can be found) (?:in|under|at)",
    ),
    "glossary": (
        (
            r"(?:for the record|glossary|terminology|terms?|vocab(?:ulary)?|jargon|naming|definitions?|"
            r"wording|lingo)\s*[:,-]"
        ),
        r"(?:note|fyi|context|background|heads[ -]?up)\b[^.]{0,30}[:,]?",
        r"in (?:our|this) (?:code ?base|repo|domain|team|world|lingo|project|context|company)",
        r"(?:here|for us|in code|in the code|in our (?:docs?|reports?|system))\b",
    ),
    # -- what comes later ---------------------------------------------------------------------------------------------
    "later": (
        (
            r"(?:for|on|by|not until) (?:tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
            r"next (?:week|time|session|sprint|month|release))"
        ),
        (
            r"^(?:tomorrow|next (?:week|time|session|sprint|month|up)|later(?: today| this week)?|"
            r"(?:on )?(?:monday|tuesday|wednesday|thursday|friday)"
            r"(?! (?:we|i|it|they|he|she|the \w+) (?:were|was|had|did|got|lost|saw|went|came|broke|\w+ed)\b)"
            r"|after (?:lunch|the (?:release|demo|weekend|freeze|holidays?|meeting))|to ?do|todo)\s*[:,]?"
        ),
        r"(?:not|no time) (?:today|now|tonight)",
        r"remind me",
        (
            r"(?:do|fix|tackle|handle|look at|finish|continue|pick) (?:that|it|this|them|those|"
            r"the rest)(?: up)? (?:tomorrow|later|next|another day|on monday|some other time|after)"
        ),
        (
            r"(?:leave|park|postpone|defer|save|keep) (?:that|it|this|them|those|the rest|the \w+) (?:for"
            r"|until|till) "
        ),
        r"put (?:it|that|this) on the (?:list|todo|backlog)",
        r"(?:tomorrow|next week|next time)$",
    ),
    # -- weights and numbers ------------------------------------------------------------------------------------------
    # words that weigh something up: in a clause of its own after a choice they are its reason
    "weighs": (
        r"too \w+",
        (
            r"(?:rabbit hole|pain|nightmare|hassle|headache|overhead|waste|choppy|terrible|awful|"
            r"horrible|regret(?:ted)?|incident|complaint|eol|dead|noisy|slow|"
            r"expensive|cheap|overkill|unreadable|flaky|boilerplate|fragile|bloated|painful|"
            r"annoying|unmaintained|deprecated|insecure|heavy|useless|unusable|mistake|lousy|lost|"
            r"loses|risk|anyway)(?:er)?"
        ),
        (
            r"(?:easier|faster|simpler|safer|better|worse|cheaper|cleaner|smaller|bigger|larger|longer|"
            r"shorter|lighter|harder|quicker|"
            r"slower|riskier|nicer)"
        ),
        (
            r"(?:nobody|no one|everyone|everybody|half (?:of )?the \w+|users?|customers?|clients?|players?|"
            r"people|devs?|the team|the \w+ team|support|finance|legal|sales|ops|designers?|modders?|"
            r"auditors?|partners?|couriers?|reviewers?|couriers) (?:\w+ )?(?:wants?|needs?|knows?|has"
            r"|have|called|"
            r"hates?|likes?|asked|use|uses|already|complain|pays?|wanted|cares?)"
        ),
        (
            r"(?:kills?|killed|killing|drains?|bites?|bit us|breaks?|blocks?|leaks?|strips?|eats?"
            r"|burns?|wastes?|"
            r"limits?|bans?|cheat\w*|suffers?)"
        ),
        (
            r"(?:can'?t|cannot|won'?t|doesn'?t|don'?t|isn'?t|aren'?t|not) (?:\w+ ){0,2}(?:do|handle|scale|"
            r"fit|support|ready|work|run|have|be|change|keep up|cache|leave|see|enough|worth|needed|"
            r"maintained)"
        ),
        (
            r"(?:already|enough|fine|good enough|needs?|needed|security|audit|compliance|license|licence|"
            r"gdpr|budget|latency|downtime|cold starts?|quality|privacy|regulat\w+|contracts?|is (?:nobody|"
            r"no one)'?s)"
        ),
        r"(?:we|they|it|that) (?:only|already|just) \w+",
        r"(?:gets?|got|became|becomes?) (?!an?\b|the\b|me\b|us\b|rid\b)(?:too )?\w+",
    ),
    "parameter": (
        (
            r"(?:set|make|cap|limit|bump|raise|lower|increase|decrease|reduce|keep|change|put|default|pin|"
            r"fix)\b[^.]{0,60}?\b(?:to|at|=)\s*\d[\w.]*"
        ),
        (
            r"(?:max(?:imum)?|min(?:imum)?|at most|at least|limit|timeout|ttl|cap|quota|threshold|default|"
            r"budget|interval)\b[^.]{0,20}\d[\w.]*"
        ),
        (
            r"\d+(?:\.\d+)? ?(?:s|ms|sec(?:ond)?s?|min(?:ute)?s?|h|hours?|days?|weeks?|months?|years?|kb|"
            r"mb|gb|mib|gib|%|px|fps|hz|khz|mhz|retries|times|attempts|workers|threads|replicas|pods|rows|"
            r"items|requests)\b"
        ),
    ),
    # -- a slip put right ---------------------------------------------------------------------------------------------
    "sorry": (
        (
            r"(?:wait|no),? ?(?:no\b|i meant|i mean|it'?s|make (?:it|that)|that should|should be|wrong|typo)|"
            r"(?:sorry|oops|ups|my bad|whoops),? ?(?:,|no|i meant|i mean|it'?s|make (?:it|that)|"
            r"that should|should be|wrong|typo)"
        ),
        r"i meant",
        r"correction\s*[:,]?",
        r"typo\s*[:,]",
        r"(?:was|is) (?:wrong|the old value|a typo|my mistake|outdated)",
        r"scratch that",
        r"strike that",
    ),
}
