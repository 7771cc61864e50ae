"""Throwing dice again."""

from __future__ import annotations

from rulewright.builtins.signature import Dice, Done, Table, Thrown, builtin


@builtin(draws=True)
def reroll(t: Table, roll: Thrown, dice: Dice) -> Done:
    """Throws some dice of a roll again."""
    for die in dice:
        kind, sides = t.world.die_of(roll[0][die])
        roll[0][die] = sides[t.luck.below(f"die {kind}", len(sides))]
        if t.world.flags:
            roll[-1][die] = True
