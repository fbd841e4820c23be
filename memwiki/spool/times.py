"""When an observation was made, whatever its line says: one form, one range, so that instants compare as text."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache

FIRST = "1970-01-01T00:00:00.000Z"
_LAST_YEAR = 9900  # later ones leave no room for what is reckoned from an instant
_LONGEST = 40
_CANONICAL = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z")


def settled(said: object, before: str = "") -> str:
    """The instant as UTC with milliseconds; where it is none, that of the line before, else the first there is."""
    if isinstance(said, str) and len(said) <= _LONGEST:
        written = _CANONICAL.fullmatch(said)
        if written and _is_day(written[1]):
            return said
        if read := _read(said):
            return read
    return before or FIRST


@lru_cache(maxsize=512)
def _is_day(text: str) -> bool:
    return bool(_read(text))


def _read(text: str) -> str:
    """The instant in any ISO 8601 form, UTC where it names no offset; "" where it is none."""
    try:
        moment = datetime.fromisoformat(text.strip())
        moment = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return ""
    if not 1970 <= moment.year <= _LAST_YEAR:
        return ""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
