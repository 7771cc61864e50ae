"""What is known of a thing however it is moved: whether what it does can ever be live."""

from __future__ import annotations

from rulewright.judgement.survey import Reading
from rulewright.language.analysis.scene import OFF


def ever_live(reading: Reading, thing: int) -> bool:
    """Whether a thing can ever lie where its behaviour is live: on the board, or in a place that is marked so.

    What its kind says by `active:` is its own affair.
    """
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
