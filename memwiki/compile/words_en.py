"""English word lists: lead-in words, verbs of tasks, choices and habits, what agents make, and how it may look."""

from __future__ import annotations

# Words that only lead in; they are taken off before a sentence is read.
LEAD = (
    (
        r"(?:and )?(?:one|two|three|four|a few|some|a couple of)(?: \w+){0,2} (?:requests?|rules?|things?|wishes"
        r"|points?|remarks?|notes?)(?: (?:for|about|on) [^:,.]{1,30})?(?=\s*:)"
    ),
    r"ok(?:ay)?",
    r"k",
    r"oki",
    r"alright",
    r"right",
    r"well",
    r"(?:no|nope|nah)(?=,)",
    r"(?:as|like) (?:(?:we|i|already) )?(?:said|agreed|discussed|decided|mentioned)(?: before| already)?(?=,)",
    r"hm+",
    r"wait(?=,)",
    r"uh+",
    r"um+",
    r"ah+",
    r"oh",
    r"and",
    r"but",
    r"also",
    r"plus",
    r"btw",
    r"by the way",
    r"fyi",
    r"ps",
    r"pls",
    r"plz",
    r"please",
    r"hey",
    r"hi",
    r"hello",
    r"morning",
    r"thanks",
    r"thx",
    r"ty",
    r"nice",
    r"cool",
    r"great",
    r"good",
    r"perfect",
    r"lol",
    r"haha",
    r"yes",
    r"yep",
    r"yeah",
    r"actually",
    r"one (?:more|last|other) thing",
    r"another thing",
    r"last thing",
    r"while (?:you'?re|we'?re|ur) at it",
    r"just so you know",
    r"for (?:the record|reference|context|your info(?:rmation)?)",
    r"to be clear",
    r"quick (?:note|heads ?up)",
    r"heads[ -]?up",
    r"note(?: to self| for later)?",
    r"reminder",
    r"quick (?:one|question)",
    r"(?:some |a bit of |more )?(?:context|background)",
    r"works",
    r"then",
    r"now",
)

# Verbs that open a task. A prompt of these is work to do, no statement about the project.
_TASKS = (
    "add fix make write create implement update change set rename move remove delete port migrate convert refactor "
    "clean run rerun build deploy check look see find show tell explain list give gimme get put wire hook publish "
    "release commit push merge rebase revert bump upgrade install test debug investigate continue proceed try split "
    "extract inline generate draft plan review document send open close start restart cover handle support allow "
    "expose replace swap switch drop finish format sort lint profile measure benchmark compare read print dump import "
    "export scaffold bootstrap init configure setup enable disable increase decrease raise lower reduce bump cap "
    "limit cut trim shorten extend hide render draw load fetch download upload patch track trace reproduce repro "
    "recompute backfill seed verify validate audit search grep count describe summarize summarise figure point turn "
    "adjust tweak align resize reorder simplify optimize optimise speed do redo undo have let take bring pull cherry- "
    "pick squash tag archive rewrite polish translate sketch mock stub teach help go pick-up prepare insert append "
    "wrap link attach mark flag store save schedule reset clear kill stop wait hold mirror copy sync train evaluate "
    "plot label annotate flash solder reissue rotate revoke"
)
TASK_VERBS = frozenset(_TASKS.split())
CHOICE_VERBS = frozenset({"use", "keep", "pick", "choose", "adopt", "prefer", "take", "stick", "stay", "go"})

# In the imperative with a plural or mass object and no article these set a habit: "keep replies short".
_HABITS = (
    "use keep write name prefix put format add mock import log print commit push hardcode catch swallow leave create "
    "generate introduce wrap sort pin quote document comment test run squash avoid prefer answer reply explain show "
    "give ask tell call skip include mention end start suffix capitalize indent abbreviate disable install touch "
    "rename edit change modify merge rebase force-push bump amend reorder reformat rewrite restructure "
    "reindent summarize summarise apologize apologise repeat guess assume round store return throw "
    "raise expose cast read "
    "fetch send check run deploy ping notify"
)
HABIT_VERBS = frozenset(_HABITS.split())

# What agents make again and again. A manner said of these in the plural is a habit, not a task.
ARTEFACTS: dict[str, tuple[str, ...]] = {
    "commit message": ("commit messages?", "commit msgs?", "commits", "commit titles?", "commit subjects?"),
    "branch name": ("branch names?", "branches"),
    "pull request": ("prs?", "pull requests?", "pr (?:descriptions?|titles?|texts?)", "mrs?", "merge requests?"),
    "changelog": ("changelogs?(?: entries)?", "release notes?"),
    "code comment": ("(?:code |inline )?comments?", "docstrings?", "doc comments?", "javadocs?", "kdocs?"),
    "test": ("(?:unit |integration |e2e |new )?tests?", "test (?:names?|cases?|files?)", "specs?", "fixtures?"),
    "name": (
        (
            "(?:variable|function|file|class|column|table|field|method|env var|enum|const(?:ant)?|module|"
            "metric|event|topic|key|id) ?names?"
        ),
        "(?:json|yaml|dict|config|cache|query|redis) keys",
        "filenames?",
        "identifiers?",
        "variables?",
        "constants?",
        "naming",
    ),
    "answer": (
        "answers?",
        "replies",
        "responses?",
        "explanations?",
        "summaries",
        "messages to me",
        "status updates?",
        "questions",
    ),
    "command": ("commands?", "shell (?:commands?|snippets?)", "one-?liners?", "scripts?"),
    "code": (
        "code(?: blocks?| samples?| examples?)?",
        "snippets?",
        "diffs?",
        "functions?",
        "classes",
        "methods?",
        "imports?",
        "types?",
        "modules?",
        "components?",
        "hooks",
    ),
    "sql": ("sql(?: keywords)?", "queries", "migrations?", "ddl"),
    "log line": (
        "log (?:messages?|lines?|output|statements?)",
        "logs",
        "logging",
        "error (?:messages?|texts?)",
        "errors",
        "exceptions?",
    ),
    "document": ("docs", "documentation", "readmes?", "markdown", "adrs?", "diagrams?", "tables"),
    "plot": ("plots?", "charts?", "figures?", "notebooks?", "dataframes?"),
    "date": ("dates?", "timestamps?", "times?", "datetimes?", "timezones?"),
    "unit": ("units?", "amounts?", "prices?", "money", "distances?", "temperatures?", "angles?", "currency"),
    "emoji": ("emojis?", "emoticons?"),
    "dependency": ("dependencies", "deps", "packages?", "librar(?:y|ies)", "libs?", "versions?"),
    "secret": ("secrets?", "credentials?", "tokens?", "passwords?"),
    "style": (
        "indentation",
        "tabs",
        "spaces",
        "quotes",
        "line length",
        "semicolons?",
        "trailing commas?",
        "css",
        "colors?",
        "type hints?",
        "annotations?",
    ),
    "endpoint": ("endpoints?", "routes?", "handlers?", "urls?", "api (?:responses?|errors?)"),
    "asset": ("assets?", "textures?", "sprites?", "images?", "icons?", "prefabs?", "scenes?", "shaders?", "meshes"),
}

# What a rule says of its object.
MANNERS = (
    (
        r"in (?:english|german|chinese|french|spanish|japanese|dutch|italian|portuguese|polish|czech|russian|korean|"
        r"swedish|norwegian|danish|finnish|turkish|arabic|hebrew|hindi|greek|ukrainian|utc|iso\S*|lower ?case|"
        r"upper ?case|"
        r"title case|kebab[- ]case|snake[_ ]case|camel ?case|pascal ?case|present tense|past tense|"
        r"imperative(?: mood)?|"
        r"markdown|one line|plain (?:text|english)|simple \w+|bullet points|american english|"
        r"british english|metric|si units|seconds|milliseconds|ms|cents|bytes|alphabetical order|json|yaml)"
    ),
    r"(?:kebab|snake|camel|pascal)[-_ ]?case",
    r"(?:lower|upper)[- ]?case",
    (
        r"(?:short|brief|concise|terse|long|detailed|small|simple|minimal|one[- ]line|single[- ]line|plain|"
        r"readable|under \d+ \w+|(?:max|at most|no longer than|up to|<=?) ?\d+ \w+)"
    ),
    r"with (?:a|the|an)? ?(?:ticket|jira|issue|scope|prefix|suffix|type|type hints?|units?|trailing|timezone)\b[\w -]*",
    r"(?:start|end|begin|go|live|belong)s? (?:with|in|under|next to|at|by)\b[\w ./-]*",
    r"(?:conventional commits?|feat/fix|semver|iso 8601|rfc ?\d+|google style|numpy style)",
    r"without [\w ]+",
    r"to (?:max(?:imum)? )?\d+ \w+",
    r"\d+ \w+ max",
    r"in \w+ (?:internally|throughout|only)",
)
