"""Numbers as people write them, in figures or in words."""

from __future__ import annotations

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

NUMBER = r"\d+|" + "|".join(_WORDS)
"""A pattern of a number."""


def number_of(written: str) -> int:
    """The number that is written: `12` or `twelve`, in small or large letters."""
    return int(written) if written.isdecimal() else _WORDS.index(written.lower())
