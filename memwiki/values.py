"""Dataclasses of which thousands are made: frozen for whoever writes code, and not checked once more when it runs.

Python sets each field of a frozen one through a call of its own, which takes six times as long as to set it: a
twentieth of the time that it takes to read a session. That nothing assigns to them, mypy holds.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import dataclass as value
else:
    from dataclasses import dataclass

    def value(frozen, slots):
        """`dataclass`, with what a frozen one has besides: a hash by its fields."""
        return dataclass(slots=slots, unsafe_hash=frozen)


__all__ = ["value"]
