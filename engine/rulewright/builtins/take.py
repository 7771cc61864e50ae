"""The first few of a list."""

from __future__ import annotations

from typing import Annotated

from rulewright.runtime.signature import Items, Number, builtin, list_of


@builtin()
def take(xs: Items, n: Number) -> Annotated[list[int], list_of("xs")]:
    """The first n items of a list, or all if there are fewer."""
    return list(xs[: max(n, 0)])
