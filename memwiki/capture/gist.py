"""What a prompt asks, as terms: the same words at compile, where procedures are told, and in the hook, where a prompt
is held against them. No module is imported: the hook runs this at each prompt."""

from __future__ import annotations

MOST = 4000  # characters that are read
COMMON = 0.25  # what a word of every task weighs


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_EMPTY = _set(
    """
    a an and are as at be been but by can could did do does doing done for from get gets got had has have he her here
    his how i if in into is it its just let like me my no not now of off ok on one only or our out please pls she so
    some than that the their them then there these they this those to too up us very want was we were what when where
    which who why will with would you your also again always never still yet all any each every here instead should
    must need needs needed sure thanks thank hi hello hey way thing things re ll ve don doesn isn didn won
    already currently actually really simply just properly whenever whatever something anything everything someone
    nobody anybody both such while because since without within into onto upon via per until
    py pyi js jsx ts tsx mjs cjs rs rb kt cpp hpp
    的 了 在 是 我 你 和 与 也 都 就 不 要 把 用 有 这 那 个 吧 吗 呢 请
    """
)
_ENDINGS = _set(
    """
    py pyi js jsx ts tsx mjs cjs go rs rb java kt kts scala c h cc cpp hpp cs swift m php pl lua r jl ex exs erl hs ml
    clj dart vue svelte html css scss sql sh bash zsh ps1 toml yaml yml json ini cfg conf env txt md rst xml proto tf
    gradle make mk cmake dockerfile lock tmpl j2 graphql csv
    """
)
# words of every task: they say that something is to be done, not what
_EVERYDAY = _set(
    """
    add change remove fix make run test work use give new code file function class project repo repository pass
    check write show look support handle command line module package script time value number name first last next
    bug issue problem thing case part correct right wrong good simple task go come turn call take treat single one
    """
)


def terms(text: str) -> list[str]:
    """The terms of a text, each once, in order: stems of words, pieces of names, pairs of Chinese characters."""
    found: dict[str, None] = {}
    for word in _words(text[:MOST].replace("%", " percent ")):
        if word[0] > "\u2fff":
            for run in _runs(word):
                for n in range(max(1, len(run) - 1)):
                    found[run[n : n + 2]] = None
            continue
        found.update(_told(word))
    return list(found)


_lately: dict[str, dict[str, None]] = {}  # words, each with its terms: a project has few, and says them often
_MOST_WORDS, _LONGEST = 4096, 60


def _told(word: str) -> dict[str, None]:
    """The terms of one word."""
    told = _lately.get(word)
    if told is None:
        told = dict.fromkeys(_terms(word))
        if len(_lately) >= _MOST_WORDS:
            _lately.clear()
        if len(word) <= _LONGEST:
            _lately[word] = told
    return told


def _terms(word: str) -> list[str]:
    found = []
    for piece in _pieces(word):
        low = piece.lower()
        for part in _TWO_WORDS.get(low, (low,)):
            if part in _EMPTY or (len(part) < 2 and not part.isdigit()):
                continue
            stem = _stem(part)
            found.append(_ONE_WORD.get(stem, stem))
    return found


def _runs(word: str) -> list[str]:
    """Chinese text without what only joins or asks: 帮我, 的, 把."""
    for phrase in _JOINING:
        word = word.replace(phrase, " ")
    return word.split()


def weight(term: str, known: dict[str, float]) -> float:
    """How much a term tells: `known` are the project's own shares, a word that it never used tells most."""
    own = known.get(term, 1.0)
    return own * COMMON if term in _EVERYDAY_STEMS else own


def named_files(text: str) -> list[str]:
    """What in a text reads as a file: `src/a.py`, `Makefile.am`, `tests/`."""
    found = []
    for word in text[:MOST].replace("`", " ").replace('"', " ").replace("'", " ").split():
        plain = word.strip("()[]{}<>,;:!?").rstrip(".")
        stem, _, ending = plain.partition(":")[0].rpartition(".")
        if "://" in plain or plain.startswith("-"):
            continue
        if len(stem) > 1 and ending.lower() in _ENDINGS:
            found.append(plain.partition(":")[0].removeprefix("./"))
        elif "/" in plain.strip("/") and plain.isascii() and not plain.startswith("/") and plain.count("/") > 1:
            found.append(plain.removeprefix("./").rstrip("/"))
    return found


def _words(text: str) -> list[str]:
    """Runs of letters and digits, those of Chinese, Japanese and Korean characters apart."""
    if text.isascii():
        return text.translate(_APART).split()
    words: list[str] = []
    word, wide = "", False
    for char in text:
        letter = char.isalnum() or char == "_"
        if letter and word and (char > "\u2fff") == wide:
            word += char
            continue
        if word:
            words.append(word)
        word, wide = (char, char > "\u2fff") if letter else ("", False)
    return [*words, word] if word else words


_APART = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) == "_")}


def _pieces(word: str) -> list[str]:
    """`retryLimit` and `retry_limit` are retry and limit."""
    pieces: list[str] = []
    for part in word.split("_"):
        start = 0
        for n in range(1, len(part)):
            if part[n].isupper() and not part[n - 1].isupper():
                pieces.append(part[start:n])
                start = n
        pieces.append(part[start:])
    return [piece for piece in pieces if piece]


def _stem(word: str) -> str:
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    if word.endswith(("ies", "ied")) and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("sses", "shes", "ches", "xes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and any(c in "aeiouy" for c in word[: -len(ending)]):
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


# what holds a Chinese sentence together, longer ones first
_JOINING = tuple(
    sorted(
        _set(
            """
            帮我 帮忙 一下 需要 应该 应当 必须 可以 能够 希望 现在 目前 没有 不要 不能 不用 不是 而不是 不再 以及
            或者 如果 时候 的话 统一 这里 那里 这个 那个 这类 那类 一个 每个 所有 全部 之后 之前 然后 还有 请 把 的
            了 是 被 让 就 也 都 和 与 或 而 这 那 吗 呢 吧 我 你 它
            """
        ),
        key=lambda phrase: (-len(phrase), phrase),
    )
)
_TWO_WORDS = {
    "filename": ("file", "name"),
    "filenames": ("file", "name"),
    "username": ("user", "name"),
    "lowercase": ("lower", "case"),
    "uppercase": ("upper", "case"),
    "whitespace": ("white", "space"),
    "newline": ("new", "line"),
    "newlines": ("new", "line"),
}
# other words for one thing
_ONE_WORD = {
    _stem(other): _stem(row.split()[0])
    for row in """
        flag option argument arg parameter param
        function method func fn routine
        error exception failure fault crash
        remove delete drop eliminate strip rid lose discard omit erase
        add create introduce implement build provide extend append support include insert put attach
        fix repair correct resolve mend solve
        change update modify alter adjust edit set
        replace substitute swap switch
        upgrade bump increase increment
        decrease reduce decrement shrink
        refuse reject deny forbid disallow prohibit decline
        prevent avoid guard protect
        merge combine collapse consolidate join unify
        split divide separate
        equal same identical duplicate twice repeated repeat double
        different distinct other another
        end finish terminate trailing
        begin start leading
        after behind following
        before ahead preceding
        exceed beyond above
        below under beneath
        keep preserve retain leave maintain
        allow permit accept enable
        disable deactivate
        search find lookup
        fetch retrieve load
        save store persist
        send deliver dispatch post
        wait delay pause sleep
        choose select pick
        large big huge
        small little tiny
        invalid incorrect malformed illegal broken
        unknown unrecognised unrecognized unexpected
        upper capital capitalise capitalize
        accent diacritic
        suffix extension
        count quantity
        percent percentage
        image picture photo
        mail email
        tax vat
        invoice bill
        endpoint route url
        config setting configuration configure
        folder directory dir
        message text
        money currency
        user account
        log logging logger
        cache caching memo memoize
        limit maximum max cap clamp restrict
        minimum min
        default fallback
        retry reattempt
        total sum
        list listing
        field column attribute property
        round rounding
        parse parser parsing
        format formatter formatting
        valid validate validation validator check verify
        date day today
        sort order ordering
        print output show display
        empty blank
        ignore skip
        convert conversion converter translate
        speed fast faster slow performance
        document doc documentation docs
        price cost fee
    """.strip().splitlines()
    for other in row.split()[1:]
}
_EVERYDAY_STEMS = _EVERYDAY | frozenset(map(_stem, _EVERYDAY))
