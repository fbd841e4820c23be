"""Whether a value is a secret, a placeholder, or code that only names one."""

from __future__ import annotations

from memwiki.capture.secrets import ALNUM, HEX, PLACEHOLDER_PARTS, WORD


def is_placeholder(value: str) -> bool:
    """Whether the value stands for one that is given elsewhere: `<your-key>`, `xxxx`, `$TOKEN`, `{{ x }}`."""
    plain = value.strip("\"'`")
    if not plain or plain[0] in "<[{" or plain.startswith(("${", "$(", "%(", "%{", "#{", "@{", "{{")):
        return True
    if plain[0] == "$" and not plain[1:].lstrip(WORD + ":"):
        return True
    if plain[0] == "%" and (plain[-1] == "%" or plain.removesuffix("\\n") in ("%s", "%q", "%v")):
        return True
    if plain[0] == "#" and len(plain) in (4, 7) and not plain[1:].strip(HEX):  # a colour
        return True
    low = plain.lower()
    kinds = len(set(low))
    if not low.isdecimal() and len(low) >= 3 and (kinds == 1 or (kinds <= 3 and len(low) >= 8)):
        return True
    return any(part in low for part in PLACEHOLDER_PARTS)


def is_code(value: str) -> bool:
    """Whether the value is an expression: a call, an index, a dotted name, a lone identifier in snake case."""
    if "(" in value[1:] or "[" in value[1:]:
        head = value.replace("[", "(").split("(", 1)[0]
        return not head.lstrip(WORD + ".") and not head[:1].isdecimal()
    pieces = value.split(".")
    if len(pieces) > 1 and all(piece.isidentifier() for piece in pieces):
        return not any(char.isdecimal() for char in value) or len(value) < 24 or pieces[0].strip("_").isalpha()
    if value.startswith(("/", "./", "../", "~/", "http://", "https://", "@")):
        return True
    digits = sum(char.isdecimal() for char in value)
    return value.isidentifier() and "_" in value and (value.islower() or value.isupper()) and digits < 4


def mixed(value: str) -> bool:
    """Whether the value mixes kinds of characters as passwords do: letters with digits, or with signs inside."""
    if len(value) < 5:
        return False
    letters = any(char.isalpha() for char in value)
    digits = any(char.isdecimal() for char in value)
    inner = value[1:-1]
    signs = any(not char.isalnum() and char not in "-_.'/,:" for char in inner) or value[-1:] in ("!", "#", "$", "*")
    upper = any(char.isupper() for char in inner) and any(char.islower() for char in value)
    if not letters:
        return (digits and signs) or (len(value) >= 8 and value.isdecimal() is False)
    if value.lower().startswith(("sha", "md5", "argon", "base64", "utf", "oauth", "http", "aes", "rsa", "bcrypt")):
        return False
    return digits or (signs and len(value) >= 6) or (upper and signs)


def is_strong(value: str) -> bool:
    """Whether the value can hardly be a word or code: it looks generated, or mixes letters, digits and signs."""
    if not value.isascii() or is_code(value) or is_placeholder(value):
        return False
    if looks_random(value):
        return True
    signs = [char for char in value if not char.isalnum()]
    odd = any(char in "!@#$%^&*?" for char in signs) and not any(char in "()[]{}<>/\\|\"'`;:,=" for char in signs)
    if "." in value.rpartition("@")[2] and "@" in value:  # an address, a package's version
        return False
    if value.rpartition("#")[2].isdecimal() and "#" in value:  # issue#12
        return False
    kinds = (any(char.isalpha() for char in value), any(char.isdecimal() for char in value), odd)
    return len(value) >= 8 and all(kinds) and not value.startswith(("--", "$", "@"))


def looks_random(value: str) -> bool:
    """Whether the value looks generated: long, without spaces, letters and digits (or both cases) mixed."""
    if len(value) < 16 or " " in value or value.startswith(("/", "./", "http://", "https://", "sha256-", "sha512-")):
        return False
    body = value.rstrip("=")
    if body.strip(ALNUM + "+/_-.~%:"):
        return False
    digits = sum(char.isdecimal() for char in body)
    letters = sum(char.isalpha() for char in body)
    if not digits or not letters:
        upper = sum(char.isupper() for char in body)
        return len(body) >= 24 and 4 <= upper <= len(body) - 4 and body.isalnum() and longest_word(body) <= 6
    if not body.strip(HEX + "-"):
        return len(body) >= 20
    return digits >= 2 and longest_word(body) <= max(10, len(body) // 2)


def names_entry(value: str) -> bool:
    """Whether the value names an entry of a store: three or more plain words and numbers in a row, `user:1234:profile`.

    Capitals, groups of letters that nobody can say, and parts of letters and digits are none of such a name's.
    """
    mark = next((char for char in value if char in ":/#|"), "")
    parts = value.split(mark) if mark else []
    words = sum(map(_is_word, parts))
    numbers = sum(part.isdecimal() and len(part) <= 12 for part in parts)
    return len(parts) >= 3 and words >= 2 and words + numbers == len(parts)


def _is_word(part: str) -> bool:
    """Whether a person could say it: small letters with vowels between them, perhaps joined by hyphens."""
    run = 0
    for char in part:
        run = 0 if char in "aeiouy-_" else run + 1
        if run > 4 or not ("a" <= char <= "z" or char in "-_"):
            return False
    return 2 <= len(part) <= 24 and any(char in "aeiouy" for char in part)


def longest_word(value: str) -> int:
    """The length of the longest run of lower-case letters: names have long ones, random text has not."""
    longest = run = 0
    for char in value:
        run = run + 1 if char.islower() else 0
        longest = max(longest, run)
    return longest
