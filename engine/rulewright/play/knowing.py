"""What seats, given as a mask, know of a watched table: a thing if each of them does."""

from __future__ import annotations

from typing import Any

from rulewright.language.compiled import World


def may_name(world: World, table: Any, thing: int, readers: int) -> bool:
    """Whether they know which thing it is, so that they may read all of it."""
    return not world.sight.back[thing] or table.which[thing] & readers == readers


def know_where(world: World, table: Any, thing: int, readers: int) -> bool:
    """Whether they know that the thing lies where it does, even if not which of those there it is."""
    return not world.sight.back[thing] or table.where[thing] & readers == readers


def lying_at(world: World, table: Any, holder: int) -> list[int]:
    """What lies at a place, an area or a bearer, in order."""
    return [thing for name in world.holds[holder] for thing in getattr(table, name)[holder]]
