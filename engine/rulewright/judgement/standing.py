"""What is known of a thing however it is moved: whether what it does can ever be live."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.judgement.survey import Reading
from rulewright.language.analysis.scene import OFF
from rulewright.language.analysis.trees import walk
from rulewright.language.tree import Alive, Expression


def never_live(reading: Reading, live: Expression | None, things: Iterable[int]) -> bool:
    """Whether things never lie where their behaviour is live: on the board, or in a place that is marked so.

    `live` is what must hold for it. Nothing is known where it does not ask how they lie, as with `active:`, nor in a
    pack in which things borrow behaviour from others.
    """
    pack = reading.pack
    behaviour = [each.behaviour for each in (*pack.things, *pack.areas)]
    behaviour += [each.behaviour for each in pack.kinds.values()]
    if live is None or any(each.like is not None for each in behaviour):
        return False
    asked = any(isinstance(node, Alive) for node in walk(live))
    return asked and not any(_may_be_live(reading, thing) for thing in things)


def _may_be_live(reading: Reading, thing: int) -> bool:
    scene, program = reading.analysis.scene, reading.program
    symbol = program.things[thing]
    if symbol.at < 0:
        return True
    root = scene.root[thing]
    kind = program.kinds.get(symbol.kind)
    holds = {number: place.holds for place in program.places.values() for number in place.things}
    ancestors = kind.ancestors if kind is not None else ()
    spots = scene.spots()
    for holder in scene.holders.get(scene.family.get(root, root), ()):
        fits = not holds.get(holder) or any(each in ancestors for each in holds[holder])
        if fits and spots[holder] != OFF:
            return True
    return False
