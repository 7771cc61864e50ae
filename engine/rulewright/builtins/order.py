"""Putting a list in order."""

from __future__ import annotations

from typing import Annotated

from rulewright.builtins.signature import Items, Player, Prompt, Table, builtin, same


@builtin(decides=True)
def order(t: Table, xs: Items, prompt: Prompt, *, by: Player = -1) -> Annotated[list[int], same("xs")]:
    """Asks a player to put a list in order, item by item from the first; the last one is not asked for."""
    left = list(xs)
    ordered: list[int] = []
    while len(left) > 1:
        chosen = t.decide(prompt.number, by, left[:], prompt.values)
        left.remove(chosen)
        ordered.append(chosen)
    return ordered + left
