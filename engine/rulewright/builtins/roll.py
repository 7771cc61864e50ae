"""Throwing dice."""

from __future__ import annotations

from typing import Annotated, Any

from rulewright.builtins.signature import DieKind, Number, Table, builtin, type_of


@builtin(draws=True)
def roll(t: Table, die: DieKind, n: Number, *facts: Any) -> Annotated[list[Any], type_of("die")]:
    """Throws n dice of a kind. The facts that the kind declares are given by name."""
    sides = t.world.sides[die]
    faces = [sides[t.luck.below(f"die {die}", len(sides))] for _ in range(n)]
    flags = [[False] * len(faces)] if t.world.flags else []
    return [faces, *(0 for _ in t.world.bonuses), *facts, *flags]
