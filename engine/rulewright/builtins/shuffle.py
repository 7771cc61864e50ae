"""Putting things into an order that nobody knows."""

from __future__ import annotations

from rulewright.runtime.knowledge import forget, shuffle_place
from rulewright.runtime.signature import Table, Things, Turned, builtin


@builtin(reads=("at",), changes=("at",), draws=True)
def shuffle(t: Table, what: Things) -> Turned:
    """Shuffles what lies at a place, or some things that lie at one spot, among their positions there."""
    chosen = list(what)
    if len(chosen) == 1 and not t.world.box[chosen[0]]:
        return shuffle_place(t, chosen[0])
    if chosen:
        spot = t.at[chosen[0]]
        box = getattr(t, t.world.box[chosen[0]])[spot]
        indices = sorted(box.index(thing) for thing in chosen)
        order = [box[index] for index in indices]
        t.luck.shuffle(f"place {t.world.ids[spot]}", order)
        for index, thing in zip(indices, order, strict=True):
            box[index] = thing
        forget(t, order, spot)
    return chosen
