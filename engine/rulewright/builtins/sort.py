"""Sorting."""

from __future__ import annotations

from typing import Annotated

from rulewright.builtins.signature import Items, Keys, builtin, same


@builtin()
def sort(xs: Items, *keys: Keys) -> Annotated[list[int], same("xs")]:
    """The items of a list by what is read from each, lowest first; equal ones keep their order. -.x sorts downwards."""
    return sorted(xs, key=lambda each: [key(each) for key in keys])
