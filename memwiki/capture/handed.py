"""Secrets that are handed on under any name: to a store of secrets, through a pattern, as a row, as a phrase."""

from __future__ import annotations

from memwiki.capture.judge import is_placeholder, is_strong, mixed
from memwiki.capture.secrets import KEY_QUALIFIERS, KEY_WORDS, PASS_WORDS, SECRET_WORDS, STOP_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Span = tuple[int, int]

# commands that store secrets, each list behind what they have in common; after them `NAME=value` holds one whatever the
# name is, and so does a value's flag
_STORES = (
    (
        "secret",
        (
            "create secret",
            "secrets set",
            "secret set",
            "secrets:set",
            "keyvault secret",
            "secretsmanager ",
            "config set --secret",
        ),
    ),
    ("kv p", ("kv put ", "kv patch ")),
    ("ssm put-parameter", ("ssm put-parameter",)),
    ("encrypt_string", ("encrypt_string",)),
    ("-password", ("add-generic-password", "add-internet-password")),
)
# commands that take a name and then its secret
_PAIRS = (
    ("secret", ("secrets set ", "config set --secret ")),
    ("env ", ("env set ", "env add ")),
    ("rabbitmqctl", ("add_user ", "change_password ")),
    ("wpa_passphrase ", ("wpa_passphrase ",)),
)
_VALUE_FLAGS = ("--value", "--secret-string", "--secret", "--body", "--plaintext", "-w")
_LINE = 400  # characters of a command in which its arguments stand
_NAMES = (*PASS_WORDS, *SECRET_WORDS, *KEY_WORDS)
_ROWS = 2048  # characters behind a list of columns in which a row still belongs to it
_PHRASES = (
    ("mnemonic", ("mnemonic",)),
    (" phrase", ("seed phrase", "recovery phrase", "secret phrase")),
    ("seed words", ("seed words",)),
)
_LETTERS = (("助", ("助记词", "助記詞")),)
_FEWEST, _LEAST, _MOST = 12, 3, 8  # words of a phrase, and letters of each
_CALLED = (" as the password", " as password", " as my password", " as the passphrase", " is the password")
_TRAILING = (" password", " passphrase", " root password", " admin password")
# one of these stands wherever something is found; the last two, in all of _CALLED and _TRAILING
_COMMON = (common for common, _ in (*_STORES, *_PAIRS, *_PHRASES, *_LETTERS))
WORDS = (*_COMMON, "printf", "insert into", "password", "passphrase")


def spans(text: str, low: str) -> Iterator[Span]:
    """The (start, end) of each."""
    for at, store in _places(low, _STORES):
        yield from _stored(text, at, at + len(store))
    for at, pair in _places(low, _PAIRS):
        yield from _second(text, at + len(pair))
    if "printf" in low and "%" in text:
        at = low.find("printf")
        while at >= 0:
            yield from _patterned(text, at + len("printf"))
            at = low.find("printf", at + 1)
    if "insert into" in low:
        at = low.find("insert into")
        while at >= 0:
            yield from _rows(text, low, at)
            at = low.find("insert into", at + 1)
    for at, name in _places(low, _PHRASES if text.isascii() else (*_PHRASES, *_LETTERS)):
        span = _phrase(text, at + len(name))
        if span:
            yield span
    if " is the " in low or " as " in low:
        yield from _named_after(text, low)


def _places(low: str, lists: Sequence[tuple[str, Sequence[str]]]) -> Iterator[tuple[int, str]]:
    """Where each of the words stands, and the word; those of a list are looked for where their common part is."""
    for common, words in lists:
        if common not in low:
            continue
        for word in words:
            at = low.find(word)
            while at >= 0:
                yield at, word
                at = low.find(word, at + len(word))


def _stored(text: str, at: int, start: int) -> Iterator[Span]:
    """`kubectl create secret generic db --from-literal=x=…`, `vault kv put path x=…`, `… secret set --value …`."""
    before, alone = "", "encrypt_string" in text[at:start]
    for begin, end in _words(text, start, _end_of_command(text, start)):
        word = text[begin:end]
        flag, sign, value = word.partition("=")
        if sign and flag == "--from-literal":
            flag, sign, value = value.partition("=")
        if sign and value and (not flag.startswith("-") or flag in _VALUE_FLAGS):
            if _is_value(value):
                yield end - len(value), end
        elif word[:1] != "-" and (before in _VALUE_FLAGS or (alone and before[:1] != "-")) and _is_value(word):
            yield begin, end
        before = word


def _second(text: str, start: int) -> Iterator[Span]:
    """The second of the words that are no flags, if it can hardly be anything else."""
    words = [(a, b) for a, b in _words(text, start, _end_of_command(text, start)) if text[a : a + 1] != "-"]
    if len(words) > 1 and is_strong(text[slice(*words[1])]) and _is_value(text[slice(*words[1])]):
        yield words[1]


def _is_value(word: str) -> bool:
    """Whether a store is given the secret itself, and not where it lies."""
    plain = word.strip("\"'")
    if plain.startswith(('{"', '{\\"', "{'")):
        return True  # several as one object
    return (
        len(plain) >= 4
        and plain[0] not in "@$-/."
        and "://" not in plain
        and not is_placeholder(plain)
        and plain.lower() not in STOP_WORDS
    )


def _patterned(text: str, start: int) -> Iterator[Span]:
    """`printf 'DB_PASSWORD=%s\\n' '…'`: the argument whose place in the pattern has a secret's name before it."""
    words = [(a, b) for a, b in _words(text, start, _end_of_command(text, start)) if text[a : a + 1] != "-"]
    if not words or "%" not in text[slice(*words[0])]:
        return
    pieces = text[slice(*words[0])].split("%")
    names = [piece for at, piece in enumerate(pieces[:-1]) if piece or at == 0]
    for name, (begin, end) in zip(names, words[1:], strict=False):
        bare = name.rstrip(" \"'")
        tied = bare.rstrip(":=").rstrip(" \"'")
        if (tied != bare or name != bare) and _is_name(tied) and _is_value(text[begin:end]):
            yield begin, end


def _rows(text: str, low: str, at: int) -> Iterator[Span]:
    """`INSERT INTO users (name, password) VALUES ('ada', '…')`: what stands in the column of that name."""
    opened = text.find("(", at, at + 160)
    closed = text.find(")", opened, opened + 1024) if opened >= 0 else -1
    if closed < 0 or not low[closed + 1 : closed + 40].lstrip().startswith("values"):
        return
    names = [name.strip(" \t\r\n\"'`[]") for name in text[opened + 1 : closed].split(",")]
    wanted = [number for number, name in enumerate(names) if _is_name(name)]
    place, stop = text.find("(", closed), min(len(text), closed + _ROWS)
    while wanted and 0 <= place < stop:
        cells, place = _row(text, place + 1, stop)
        for number in wanted:
            if number < len(cells):
                begin, end = cells[number]
                if mixed(text[begin:end]) and not is_placeholder(text[begin:end]):
                    yield begin, end
        gap = text[place + 1 : place + 16]
        place = text.find("(", place, place + 16) if gap.lstrip()[:1] == "," else -1


def _row(text: str, start: int, stop: int) -> tuple[list[Span], int]:
    """The quoted cells of one row without their quotes (others are empty), and where the row ends."""
    cells, begin, i, quoted = [], start, start, (0, 0)
    while i < stop:
        char = text[i]
        if char in "'\"":
            end = text.find(char, i + 1, stop)
            if end < 0:
                break
            quoted, i = (i + 1, end), end
        elif char in ",)":
            cells.append(quoted if quoted[0] > begin else (begin, begin))
            begin, quoted = i, (0, 0)
            if char == ")":
                break
        i += 1
    return cells, i


def _phrase(text: str, start: int) -> Span | None:
    """The words that give a wallet back: `mnemonic: …` and twelve or more plain words."""
    head = text[start : start + 40]
    tie = head.lstrip(" \"'`_-=:：是为isare")
    begin = start + len(head) - len(tie)
    if begin == start or text[begin - 1 : begin].isalpha():
        while begin > start and text[begin - 1].isascii() and text[begin - 1].isalpha():
            begin -= 1
        if begin == start:
            return None
    end, count = begin, 0
    while True:
        stop = end
        while text[stop : stop + 1].isascii() and text[stop : stop + 1].islower():
            stop += 1
        if not _LEAST <= stop - end <= _MOST:
            break
        count, last = count + 1, stop
        end = stop + 1
        if text[stop : stop + 1] != " ":
            break
    return (begin, last) if count >= _FEWEST else None


def _named_after(text: str, low: str) -> Iterator[Span]:
    """`I use … as the password`, `… is the admin password`: what it is comes behind it."""
    if "pass" not in low:
        return
    for said in _CALLED:
        at = low.find(said)
        while at >= 0:
            yield from _before(text, at)
            at = low.find(said, at + len(said))
    at = low.find(" is the ")
    while at >= 0:
        rest = low[at + 7 : at + 40]
        if any(name in rest for name in _TRAILING):
            yield from _before(text, at)
        at = low.find(" is the ", at + 1)


def _before(text: str, end: int) -> Iterator[Span]:
    """The word that ends here, if it can be nothing but a secret."""
    start = max(text.rfind(sign, max(0, end - 128), end) for sign in " \n\t") + 1
    word = text[start:end].strip("\"'`")
    if start and is_strong(word):
        begin = text.index(word, start)
        yield begin, begin + len(word)
    elif not start and end <= 128 and is_strong(word):
        yield text.index(word), text.index(word) + len(word)


def _is_name(text: str) -> bool:
    """Whether the text ends in a name of secrets that is a word of its own or part of a compound one."""
    low = text.lower()
    for name in _NAMES:
        if low.endswith(name):
            stem = low[: len(low) - len(name)]
            if name in ("key", "auth"):
                return stem.rstrip("_-. ").endswith(KEY_QUALIFIERS)
            camel = text[len(stem) : len(stem) + 1].isupper() and text[len(stem) - 1 : len(stem)].islower()
            return name not in ("pass", "pw", "pwd") or not stem[-1:].isalnum() or camel
    return False


def _end_of_command(text: str, start: int) -> int:
    """Where the command's line ends; a backslash before the line break joins the next."""
    stop = min(len(text), start + _LINE)
    for sign in ("|", ";", "&&", ">"):
        at = text.find(sign, start, stop)
        stop = at if at >= 0 else stop
    at = text.find("\n", start, stop)
    while at >= 0 and text[at - 1 : at] in ("\\", "`"):
        at = text.find("\n", at + 1, stop)
    return at if at >= 0 else stop


def _words(text: str, start: int, stop: int) -> Iterator[Span]:
    """The words between two places, each without quotes around it (of `a="b"`, up to the b)."""
    at = start
    while at < stop:
        if text[at] in " \t\\\r\n":
            at += 1
            continue
        begin, quote = at, ""
        while at < stop and (quote or text[at] not in " \t\r\n"):
            if quote:
                quote = "" if text[at] == quote else quote
            elif text[at] in "\"'":
                quote = text[at]
            at += 1
        end = at
        if text[begin] in "\"'" and text[end - 1] == text[begin] and end - begin > 1:
            begin, end = begin + 1, end - 1
        elif text[end - 1] in "\"'" and "=" in text[begin:end]:
            end -= 1
        yield begin, end
