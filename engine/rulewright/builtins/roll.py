"""Throwing dice."""

from __future__ import annotations

import ast
from typing import Annotated, Any

from rulewright.language.compiled import ALL
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.rolls import thrown
from rulewright.language.tree import Builtin
from rulewright.runtime.intrinsics import thrown_for, told
from rulewright.runtime.signature import DieKind, Number, Player, Table, builtin, type_of


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """The faces, drawn one by one from the stream of the die."""
    return thrown(emitter, call)


@builtin(draws=True, emit=emit)
def roll(t: Table, die: DieKind, n: Number, *facts: Any, to: Player = 0) -> Annotated[list[Any], type_of("die")]:
    """Throws n dice of a kind, seen by `to` alone if given. The facts that the kind declares are given by name.

    Rolls of several kinds are added: `roll(red, 2) + roll(blue, 1)`.
    """
    faces = thrown_for(t, die, n, to)
    seers = [1 << to if to else ALL] if t.world.secret else []
    flags = [[False] * len(faces)] if t.world.flags else []
    return told(t, [faces, *(0 for _ in t.world.bonuses), *facts, *seers, *flags])
