"""How Python looks for garbage while much is held that will be needed to the end."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_OFTEN = 100_000  # new objects between two looks; Python's own 700 cost a compile a tenth of its time


@contextmanager
def few_collections() -> Iterator[None]:
    """Within, Python looks for garbage seldom; memory that nothing refers to is freed at once all the same."""
    before = gc.get_threshold()
    gc.set_threshold(_OFTEN, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
