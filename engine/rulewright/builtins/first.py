"""The first of a list."""

from __future__ import annotations

from typing import Annotated

from rulewright.builtins.signature import Items, builtin, one_of


@builtin()
def first(xs: Items) -> Annotated[int, one_of("xs")]:
    """The first item of a list; none if there is none."""
    return xs[0] if xs else -1
