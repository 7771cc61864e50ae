"""Throwing dice again."""

from __future__ import annotations

import ast

from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.rolls import thrown_again
from rulewright.language.tree import Builtin
from rulewright.runtime.intrinsics import thrown_for, told
from rulewright.runtime.signature import Dice, Done, Table, Thrown, builtin


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """New faces, drawn from the stream of the die."""
    return thrown_again(emitter, call)


@builtin(draws=True, emit=emit)
def reroll(t: Table, roll: Thrown, dice: Dice) -> Done:
    """Throws some dice of a roll again."""
    to = t.world.seers(roll).bit_length() - 1 if t.world.secret and t.world.seers(roll) > 0 else 0
    for die in dice:
        kind, _ = t.world.die_of(roll[0][die])
        (roll[0][die],) = thrown_for(t, kind, 1, to)
        if t.world.flags:
            roll[-1][die] = True
    told(t, roll)
