"""Forms in which one tells how things are done here, or by whom they are not, without a word for always."""

from __future__ import annotations

import re

from memwiki.regexes import regex

SETTLED = 200  # the weight of a rule or choice whose form, or the next sentence, calls it settled
# `this repo is named exports only`
HOUSE = regex(
    r"\b(?:this|the|our|my) (?:repo|repository|project|code ?base|monorepo|app|package|library|lib|team|house|company"
    r"|department|site) (?:is|uses?|has|speaks?|stays?|goes|takes?|wants?) (?!the\b|only\b|a lot\b|installed\b"
    r"|broken\b|slow\b|traffic\b)[^,.;]{2,50}? (?:only"
    r"|everywhere|throughout)$",
    re.IGNORECASE,
)
_HABITS = (
    # normally data fixes go through migrations here
    (
        r"^(?:but |and )?(?:normally|usually|generally|as a rule|by default),? [^.;]*\b(?:here|with us|for us"
        r"|at our \w+"
        r"|in (?:this|our) \w+)\b(?! (?:it|the|that|this))"
    ),
    # nobody pushes to main here
    (
        r"^(?:and |but )?(?:nobody|no one|noone) (?:ever )?(?!knows|cares|uses|reads|wants|needs|likes|understands"
        r"|remembers"
        r"|complains|sees|looks|has|is|does|gets|calls|answers|pays|replies|responds|listens|tells|helps|comes"
        r"|runs|works|laughs)[a-z]+s [^.;?]*?\b(?:here|without (?!any(?:one|body)?\b)\w+|directly"
        r"|by hand"
        r"|in (?:this|our) \w+)(?=$|[,.;])"
    ),
    # don't run the migrations, I start those myself; don't edit the scenes, tell me and I do it in the editor
    (
        r"^(?:and |but |also |please |pls )*(?:don'?t|dont|do not|never) (?![^.;]*\b(?:now|today|tonight|yet"
        r"|this time|for once)\b)(?:[^,;.]|\.(?=\w)){3,60}[,;:] (?:[^.;]*\band )?(?:i|we) (?:always |usually "
        r"|rather )?(?!am\b|m\b|will\b|ll\b|just\b|have\b|had\b|did\b)[a-z]+\b[^.;]{0,40}?\b(?:myself|ourselves"
        r"|by hand|personally|in the \w+)\b"
    ),
    r"(?:别|不要|不用)(?![^。;]*(?:现在|今天|这次))[^,。;]{2,20},(?:这个|这些)?(?:我|我们)(?:都|会|习惯)?自己(?:来|[^了。;,]{1,10})$",
    # I'd be grateful if the axes always carried their units
    (
        r"\b(?:i'?d|i would|we'?d|we would|it would|it'?d) (?:be (?:grateful|happy|glad|thankful|great|nice"
        r"|good|helpful"
        r"|lovely)|appreciate it|love it|like it|prefer it)(?: a lot| very much)? if [\w' -]{2,40}? (?:always|never"
        r"|only)\b(?! (?:pass|work|r[au]n|took|take|fail|finish|succe)\w*)"
    ),
)
_CUSTOMS = (
    # restarts happen in the window, and at no other time
    r"\b(?:at no other (?:time|place|hour)|in no other (?:way|place|format)|nowhere else)\W*$",
    # a thing to know about me: I run everything on an old machine, so …
    (
        r"^(?:and |also )?(?:(?:a|one|another) thing (?:to know|you should know)|what you should know"
        r"|something to know)"
        r" about me\b.*, ?so [a-z]+"
    ),
    # 我们这边谁都不许直接推 main
    r"^(?:我们)?(?:这边|这里|组里)?(?:谁|没人|没有人|任何人)(?:都|也)?(?:不(?:许|准|能|可以|得)?|别)(?:再)?(?:直接|手动)?[推改动碰提合删]",
    r"^(?:要是|如果)[^。]{2,24}(?:都|总是|一直|每次)[^。]{1,20}就(?:太|更)?好了?",
    r"^(?:hands|fingers|paws) off\b(?!.*\b(?:means?|mode)\b)",
    r"\beverywhere,? (?:please|pls|plz)\W*$",
)
_HABIT = regex("|".join(_HABITS), re.IGNORECASE)
_CUSTOM = regex("|".join(_CUSTOMS), re.IGNORECASE)
_DONE_SO = regex(
    r"(?:and |because )?(?:(?:that|this)(?:'s| is) (?:just )?(?:how|the way) (?:we|i|the (?:whole |entire )?\w+"
    r"|everyone"
    r"|everybody|our \w+|all of us)(?: here)? (?:all |always )?(?:do|does|think|work|write|want|like|name|see"
    r"|count|read"
    r"|handle)s?\b"
    r"|we (?:have )?(?:always )?(?:do|did|done|write|written|handle|make|name|keep)(?: all(?: of)?)? (?:them|these"
    r"|those"
    r"|it|this|that|everything) (?:all )?(?:like (?:that|this)|this way|that way|so)\b)"
    r"|(?:我们|大家|组里)(?:这边)?(?:一直|向来|历来|从来|都)(?:是|都)?(?:这么|这样)(?:做|写|弄|干|来|处理)",
    re.IGNORECASE,
)


def custom(text: str) -> int:
    """How much a sentence speaks for telling how things are done, for good; SETTLED where its form has no other use."""
    if _CUSTOM.search(text):
        return SETTLED
    return _FIRM if HOUSE.search(text) or _HABIT.search(text) else 0


_FIRM = 60  # the weight of a rule whose form tells now and then what merely happens


def done_so(text: str) -> bool:
    """Whether a sentence says that what stands before it is how it is always done: `we do all of them like that`."""
    return _DONE_SO.match(text) is not None


def amazed(text: str) -> bool:
    """Whether `never` only tells how surprising it is: `would never have guessed`."""
    return _AMAZED.match(text) is not None


_AMAZED = regex(
    r"(?:(?:wow|ha|oh|ok|nice|great|damn|man)[,!]* )*(?:i(?:'d| would)? |we(?:'d| would)? |one "
    r"|you )?(?:would(?:n'?t| not| never)? (?:have )?(?:ever )?|(?:had |have )?never (?:have "
    r"|ever )?)(?:guess(?:ed)?|thought|expected|imagined|knew|known|noticed|seen|heard|suspected|dreamt)\b|(?:真"
    r"|完全|根本|从来)?(?:没想到|想不到)",
    re.IGNORECASE,
)


def bare(text: str) -> bool:
    """Whether a rule names nothing: `hands off, ask me`; what it is about stands before it."""
    return _BARE.match(text) is not None


_BARE = regex(r"(?:hands|fingers|paws) off(?: (?:it|that|them|this))?(?=$|[,.;!])", re.IGNORECASE)


def insists(text: str) -> bool:
    """Whether a sentence only stresses the rule before it: `case number, nothing else, ever`."""
    return _INSISTS.match(text) is not None


_INSISTS = regex(
    r"no (?:matter|exceptions?)\b(?! (?:was|were|is|are|in|from|thrown|raised))"
    r"|(?:[\w'-]+(?: [\w'-]+){0,4}, )?(?:nothing|nobody|nowhere|no one) (?:else|more)\b"
    r"|(?:无论|不管|哪怕|没有?例外|绝无例外)",
    re.IGNORECASE,
)
