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
    must need needs needed sure thanks thank hi hello hey same way thing things re ll ve don doesn isn didn won
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
    bug issue problem thing case part correct right wrong good simple small task
    """
)


def terms(text: str) -> list[str]:
    """The terms of a text, each once, in order: stems of words, pieces of names, pairs of Chinese characters."""
    found: dict[str, None] = {}
    for word in _words(text[:MOST]):
        if word[0] > "\u2fff":
            for n in range(max(1, len(word) - 1)):
                found[word[n : n + 2]] = None
            continue
        for piece in _pieces(word):
            low = piece.lower()
            if low in _EMPTY or (len(low) < 2 and not low.isdigit()):
                continue
            stem = _stem(low)
            found[_ONE_WORD.get(stem, stem)] = None
    return list(found)


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


# other words for one thing
_ONE_WORD = {
    _stem(other): _stem(row.split()[0])
    for row in """
        flag option switch argument arg parameter param
        function method func fn routine
        error exception failure fault crash
        remove delete drop eliminate strip rid
        add create introduce implement build provide extend append support
        fix repair correct resolve mend solve
        change update modify alter adjust edit set
        rename
        upgrade bump
        endpoint route url
        config setting configuration configure
        folder directory dir
        message text
        number amount
        currency money
        user account
        log logging logger
        cache caching memo memoize
        limit maximum max cap
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
        date day
        sort order ordering
        print output display show
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
