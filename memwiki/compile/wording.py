"""Captured sentences as a page shows them: a capital first letter, a full stop where one belongs, no repeats."""

from __future__ import annotations

import re

from memwiki.compile.language import has_han
from memwiki.compile.remembered import remembered
from memwiki.regexes import regex

_CODE_LIKE = regex(r"[_./\\`()=@$-]|[a-z][A-Z]|\d")
_WORD_PAIR = regex(r"[a-z]+-[a-z]+|[a-z]+/[a-z]+")  # `read-only`, `and/or`: plain words
_VERSIONED = regex(r"[\w.-]+ v?\d+(?:\.\d+)+")  # `grpcio 1.66.1`
_COMMANDS = frozenset(
    """
    npm npx pnpm pip pipx uv pytest ruff eslint mypy kubectl grep sed awk ssh curl psql sqlite3 systemd systemctl chmod
    dotnet rustc rustup cargo mvn tox nox tsc gofmt jq rsync crontab apt brew
    """.split()
)
_SEVERAL = regex(r"[.!?][)\"']?\s+(?=[A-Z`\"'(\d])|[。！？](?=.)")
_STOPPED = ".!?。！？…"


ACRONYMS = frozenset("api cdn ci cpu csv gdpr gpu html http https json jwt pdf sql tls uri url uuid vat xml".split())


# Names that everybody writes in one way, and that are no command.
_NAMES = {
    name.casefold(): name
    for name in """
    SQLite PostgreSQL Postgres MySQL MariaDB GraphQL GitHub GitLab JavaScript TypeScript Kubernetes YAML TOML SAML OAuth
    MQTT UDP TCP S3 AWS GCP SMS USB NFC CSS DNS SSL VPN DPO GPS SSO JWT
    """.split()
}


def spelled_out(word: str) -> str:
    """`CSV` for csv, `PDFs` for pdfs, `SQLite`; "" where the word is no name that everybody writes in one way."""
    if word in _NAMES:
        return _NAMES[word]
    head = word[:-1] if word.endswith("s") and word not in ACRONYMS else word
    return head.upper() + word[len(head) :] if head in ACRONYMS else ""


@remembered(1_024, 400)
def capital(text: str) -> str:
    """The text with a capital first letter, unless it begins with an identifier, a command or a file name."""
    first = text.split(" ", 1)[0].rstrip(",;:!?.)")
    if not first[:1].isascii() or not first[:1].islower() or has_han(text):
        return text  # a Latin word that begins a Chinese sentence is a name
    if first in _COMMANDS or _VERSIONED.match(text):
        return text
    if known := spelled_out(first):
        return known + text[len(first) :]
    if _CODE_LIKE.search(first) and not _WORD_PAIR.fullmatch(first):
        return text
    return text[0].upper() + text[1:]


def ended(text: str) -> str:
    """A sentence with its first letter capital and a full stop."""
    text = _capitals(_paired(text.strip(" ,;")))
    if not text or text[-1] in _STOPPED or text.endswith(('."', ".)", ".'")):
        return text
    return text + ("。" if has_han(text) else ".")


def listed(text: str) -> str:
    """A line of a list: several sentences end in a full stop, one alone does not."""
    flat = _paired(" ".join(text.split()))
    if flat[:1] == flat[-1:] == "`" and flat.count("`") == 2:
        return flat
    if _SEVERAL.search(flat[:-1]):
        return ended(flat)
    bare = flat[:-1].rstrip() if flat.endswith(("。", ".")) and not flat.endswith(("..", "etc.", "e.g.")) else flat
    return _capitals(bare.strip(" ,;"))


_LONE = regex(r'(?<!\d)"(?!\d)')


def _paired(text: str) -> str:
    """The text without a quotation mark that lost its other half; `5"` is a length."""
    marks = _LONE.findall(text) if text.count('"') == 1 and "`" not in text else ()
    return _LONE.sub("", text) if marks else text


_JOINED_ON = regex(
    r"^(?:(?:so|hence|thus|therefore|then|and|also)\s*,?\s+(?!that\b|far\b|long\b|many\b|much\b)|(?:所以|因此|于是|然后)[,，]?\s*)"
)


def alone(text: str) -> str:
    """A line of a list without the word that joined it to the sentence before: `so the zone is never used`."""
    bare = _JOINED_ON.sub("", text.strip()[:1].lower() + text.strip()[1:], count=1)
    return listed(bare if len(bare) < len(text.strip()) and len(bare) > 12 else text)


def _capitals(text: str) -> str:
    """Each sentence with a capital letter; code spans are left alone."""
    pieces = _CODE_SPAN.split(capital(text))
    for n in range(0, len(pieces), 2):
        pieces[n] = _NEXT_SENTENCE.sub(lambda found: capital(found[0]), pieces[n])
    return "".join(pieces)


_CODE_SPAN = regex(r"(`[^`]*`)")
_NEXT_SENTENCE = regex(r"(?<=[a-z0-9)][.!?] )(?<!e\.g\. )(?<!i\.e\. )(?<!etc\. )(?<!vs\. )[a-z][^\s]*(?= )")


_BECAUSE = regex(
    r"^(?:because(?: of)?|cuz|coz|since|reason\s*:|the reason is(?: that)?"
    r"|因为|由于|原因是?\s*[:：]?|理由是?\s*[:：]?)\s*",
    re.IGNORECASE,
)
_JOINT = regex(r"[\s,;:(–—，；：、-]+$")
_LINK = regex(r"[\s,;:(–—，；：、-]*(?:\b(?:and|but|so|as)\b)?[\s,;:(–—，；：、-]*$", re.IGNORECASE)
_SO = regex(
    r"^[\s,;:，；：]*(?:so\b|therefore\b|hence\b|所以|因此)?[\s,;:，；：]*(?:let'?s\s+|lets\s+)?", re.IGNORECASE
)


def why(reason: str) -> str:
    """A reason under the heading "Why": without the word that introduces it."""
    bare = _BECAUSE.sub("", reason.strip(), count=1)
    return listed(bare if len(bare) >= 6 else reason)


_HELPED = regex(
    r"^(?:the )?(?:fix(?:ed)?|solution|workaround|remedy|resolution)\s*(?:is|was)?\s*[:：—-]\s*"
    r"|^(?:解决(?:办法|方法|方案)?|修复(?:方法|办法)?|改法|处理)\s*[:：]\s*",
    re.IGNORECASE,
)


def fix(text: str) -> str:
    """What helped under the heading "Fix": without the word that announces it."""
    return alone(_HELPED.sub("", text.strip(), count=1) or text)


def without(statement: str, reason: str) -> str:
    """The statement without a reason that stands at its end or its beginning; whole where little would be left."""
    at = statement.casefold().find(reason.casefold().strip()) if reason.strip() else -1
    if at < 0 or len(statement.casefold()) != len(statement):
        return statement
    head, tail = statement[:at], statement[at + len(reason.strip()) :]
    if not tail.strip(" .,;:)。，；！!"):
        kept = _LINK.sub("", head)
    elif not head.strip():
        kept = _SO.sub("", tail, count=1)
    elif re.match(r"\s*[.。]\s*\S", tail) and re.search(r"[,;:，；：(–—-]\s*$", head):
        kept = _JOINT.sub("", head) + tail
    else:
        return statement
    return kept if len(kept.strip()) >= (4 if has_han(kept) else 12) else statement
