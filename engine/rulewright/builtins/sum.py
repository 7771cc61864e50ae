"""Adding up."""

from __future__ import annotations

from rulewright.builtins.signature import Key, Numbers, Whole, builtin


@builtin()
def sum_(xs: Numbers, key: Key | None = None) -> Whole:
    """The sum of a list of numbers, or of what is read from each item; 0 of nothing."""
    return sum(xs) if key is None else sum(key(each) for each in xs)
