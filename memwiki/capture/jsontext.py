"""JSON by the interpreter's C parts alone: importing `json` pulls in `re`, which costs more than all else here.

Where those parts are missing or differ (another Python), the standard module is used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

try:
    import _json
except ImportError:  # an interpreter without the C parts
    _json = None  # type: ignore[assignment]

_SPACE = " \t\r\n"


class _Rules:
    """What the C scanner asks for: how `json.loads(strict=False)` reads."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str] = {}  # noqa: RUF012 - one scanner, one process


def scan(text: str, start: int = 0) -> tuple[Any, int]:
    """The first JSON value at `start` and the index after it; raises ValueError where there is none."""
    if _json is None:
        import json

        return json.JSONDecoder(strict=False).raw_decode(text, start)
    try:
        return _scanner(text, start)  # type: ignore[no-any-return]
    except StopIteration:
        raise ValueError(f"no JSON at {start}") from None
    except SystemError:  # up to Python 3.12 the C scanner names its errors only if `json` was imported
        raise ValueError("broken JSON") from None
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None


def loads(text: str) -> Any:
    """The JSON value that the text holds; raises ValueError."""
    start = 0
    while start < len(text) and text[start] in _SPACE:
        start += 1
    value, end = scan(text, start)
    if text[end:].strip(_SPACE):
        raise ValueError(f"text after the JSON value at {end}")
    return value


def dumps(value: Any) -> str:
    """The value as compact JSON, other scripts as they are; values that JSON lacks become text."""
    if _encoder is None:
        import json

        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    try:
        return "".join(_encoder(value, 0))
    except RecursionError:
        return '"[nested too deeply]"'


def _make_scanner() -> Any:
    return None if _json is None else _json.make_scanner(_Rules)  # type: ignore[arg-type]


def _make_encoder() -> Any:
    if _json is None:
        return None
    try:
        return _json.make_encoder(None, str, _json.encode_basestring, None, ":", ",", False, False, True)
    except (AttributeError, TypeError):
        return None


_scanner = _make_scanner()
_encoder = _make_encoder()
