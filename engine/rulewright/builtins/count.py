"""Counting."""

from __future__ import annotations

from rulewright.builtins.signature import Items, Whole, builtin


@builtin()
def count(xs: Items) -> Whole:
    """How many items a list has."""
    return len(xs)
