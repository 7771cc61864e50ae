"""The largest number."""

from __future__ import annotations

from rulewright.builtins.signature import Key, Numbers, Whole, builtin


@builtin()
def max_(xs: Numbers, key: Key | None = None) -> Whole:
    """The largest of some numbers, of a list of numbers, or of what is read from each item; 0 of nothing."""
    return max(xs if key is None else (key(each) for each in xs), default=0)
