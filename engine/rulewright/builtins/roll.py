"""Throwing dice."""

from __future__ import annotations

import ast
from typing import Annotated, Any

from rulewright.builtins.signature import DieKind, Number, Table, builtin, type_of
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.rolls import thrown
from rulewright.language.tree import Builtin


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """The faces, drawn one by one from the stream of the die."""
    return thrown(emitter, call)


@builtin(draws=True, emit=emit)
def roll(t: Table, die: DieKind, n: Number, *facts: Any) -> Annotated[list[Any], type_of("die")]:
    """Throws n dice of a kind. The facts that the kind declares are given by name."""
    sides = t.world.sides[die]
    faces = [sides[t.luck.below(f"die {die}", len(sides))] for _ in range(n)]
    flags = [[False] * len(faces)] if t.world.flags else []
    return [faces, *(0 for _ in t.world.bonuses), *facts, *flags]
