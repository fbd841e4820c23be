"""Secrets that are wrapped in base64: a token or key that was encoded, the `auth` of a registry."""

from __future__ import annotations

from memwiki.capture.secrets import BASE64

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Span = tuple[int, int]

_LEAST, _MOST = 20, 8192  # characters of a wrapped text that is looked into
_RUNS = 256  # texts of one window that are
_NOT_IN = bytes(code if chr(code) in BASE64 else 32 for code in range(256))
_BEFORE = ("auth", "basic")
_FIRST = b"CDIJKLMNOPQRSTUVWXYZabcdef"  # how each three characters of printable ASCII begin in base64


def spans(text: str, holds: Callable[[str], bool]) -> Iterator[Span]:
    """The (start, end) of each run of base64 that, unwrapped, is text in which `holds` finds a secret."""
    runs = text.encode("latin-1", "replace").translate(_NOT_IN).split()
    at = seen = 0
    for run in runs:
        if not _LEAST <= len(run) <= _MOST:
            continue
        inner = "" if run[::4].translate(None, _FIRST) else _unwrapped(run)
        if not inner:
            continue
        word = run.decode("latin-1")
        at = text.find(word, at)
        seen += 1
        if at < 0 or seen > _RUNS:
            return
        before = text[max(0, at - 16) : at].lower()
        user, colon, password = inner.partition(":")
        paired = bool(user and colon and len(password) >= 3) and any(name in before for name in _BEFORE)
        if paired or holds(inner):
            yield at, at + len(word)
        at += len(word)


def _unwrapped(run: bytes) -> str:
    """What the run encodes, if that is printable text; else ""."""
    import binascii

    try:
        data = binascii.a2b_base64(run.rstrip(b"=") + b"=" * (-len(run.rstrip(b"=")) % 4))
    except ValueError:
        return ""
    if not data.isascii():
        return ""
    text = data.decode("ascii")
    return text if text.replace("\n", "").replace("\r", "").isprintable() else ""
