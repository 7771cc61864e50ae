"""Leaving a choice to chance."""

from __future__ import annotations

from typing import Annotated, Any

from rulewright.runtime.signature import Items, Number, Table, builtin, one_of


@builtin(draws=True)
def random(t: Table, xs: Items, n: Number | None = None) -> Annotated[Any, one_of("xs")]:
    """Takes one item of a list at random; with `n` a list of so many different ones, in the order taken."""
    if n is None:
        return xs[t.luck.index("random", xs)] if xs else -1
    left = list(xs)
    return [left.pop(t.luck.index("random", left)) for _ in range(min(max(n, 0), len(left)))]
