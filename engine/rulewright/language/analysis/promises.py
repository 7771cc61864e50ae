"""Where things may lie at all, as the pack promises: `lies:` of a kind, `holds:` of a place."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.language.analysis.scene import Scene, item_type
from rulewright.language.program import Program
from rulewright.language.tree import Expression
from rulewright.language.types import Kind, Type

ANYWHERE = -1


def promised(program: Program, scene: Scene) -> tuple[int, ...]:
    """For each thing a mask of the things at which it may lie, a bit for each thing number."""
    masks = {kind: _mask(program, scene, kind) for kind in program.kinds}
    return tuple(masks.get(thing.kind, ANYWHERE) for thing in program.things)


def _mask(program: Program, scene: Scene, kind: str) -> int:
    symbol = program.kinds[kind]
    mask = _bits(scene.things_of(symbol.lies)) if symbol.lies else ANYWHERE
    for place in program.places.values():
        if place.holds and not any(each in symbol.ancestors for each in place.holds):
            mask &= ~_bits(place.things)
    return mask


def _bits(things: tuple[int, ...]) -> int:
    return sum(1 << thing for thing in things)


def surely_kept(scene: Scene, masks: tuple[int, ...], mutable: Mapping[str, None], what: Type, to: Expression) -> bool:
    """Whether all that a move of things of a type to an expression may do keeps the promises, and bears no cycle."""
    kind = item_type(what)
    things = scene.things_of(kind.name) if isinstance(kind, Kind) else ()
    targets = scene.targets(to, mutable)
    wanted = _bits(targets)
    if any(wanted & ~mask for mask in dict.fromkeys(masks[thing] for thing in things)):
        return False
    bearers = any(scene.root[target] in scene.family for target in targets)
    return not bearers or not any(thing in own for own in scene.holders.values() for thing in things)
