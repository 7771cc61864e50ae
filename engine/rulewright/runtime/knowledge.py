"""How things move and faces turn, with who knows what of them: one way for all built-ins that move, turn or shuffle.

`which` holds for each thing the seats that know which thing it is, `where` those that know that it lies where it does;
who knows the first knows the second. A table has these columns only where somebody may ask.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.runtime.signature import Table
from rulewright.table.events import Happened, Op


def carry(t: Table, thing: int, to: int, index: int | None = None) -> None:
    """Move a thing to a holder, to the end of what lies there or to an index, with all that it changes but rules."""
    world = t.world
    boxes = getattr(t, world.box[thing])
    source = t.at[thing]
    box = boxes[source]
    position = box.index(thing)
    del box[position]
    t.at[thing] = to
    sight = world.sight
    namers = sight.everyone
    if sight.back and sight.back[thing]:
        if sight.known:
            namers = _learn(t, thing, source, to)
        if sight.kept and sight.turns[to] is not None:
            t.shown[thing] = sight.turns[to] is True
    arrived = boxes[to]
    landed = len(arrived) if index is None else index
    arrived.insert(landed, thing)
    if sight.watched and t.noting and t.branch <= 0:
        told = [0 if sight.mixes[each] else at + 1 for each, at in ((source, position), (to, landed))]
        t.events.append(Happened(Op.MOVE, thing, source, to, told[0], told[1], namers, sight.everyone, t.telling))


def boxes_at(t: Table, holder: int) -> list[list[int]]:
    """The boxes of all roots at a holder, in the order of the roots."""
    return [getattr(t, name)[holder] for name in t.world.holds[holder]]


def shuffle_place(t: Table, place: int) -> list[int]:
    """Shuffle all that lies at a place, the things of each root among themselves; gives it."""
    boxes = [box for box in boxes_at(t, place) if box]
    for box in boxes:
        t.luck.shuffle(f"place {t.world.ids[place]}", box)
    things = [thing for box in boxes for thing in box]
    forget(t, things, place)
    return things


def covered(t: Table, holder: int) -> list[int]:
    """The things at a holder that have a back and lie face down there."""
    world = t.world
    sight = world.sight
    back, found = sight.back, []
    for name in world.holds[holder]:
        if box := getattr(t, name)[holder]:
            found += [thing for thing in box if back[thing]]
    return [thing for thing in found if not t.shown[thing]] if sight.kept and found else found


def _learn(t: Table, thing: int, source: int, to: int) -> int:
    """What is known after a thing has left one holder and before it lies at another; gives who may name it.

    Where those who do not see the place cannot tell apart what lies there, what enters or leaves mixes it.
    """
    sight, which, where = t.world.sight, t.which, t.where
    seen = sight.sees[to]
    namers = which[thing] | seen
    if sight.mixes[source] and (others := covered(t, source)):
        _mix_what_is_left(t, others, sight.sees[source], namers)
    where[thing] = which[thing] = namers
    if sight.mixes[to] and (others := covered(t, to)):
        for other in others:
            which[other] &= seen
        which[thing] = namers & seen
    return namers


def _mix_what_is_left(t: Table, others: Sequence[int], seen: int, namers: int) -> None:
    """Who could not name what left no longer knows what is still there; of one alone it is known which it is."""
    which, where = t.which, t.where
    for other in others:
        where[other] &= seen | namers
        which[other] &= seen
    if len(others) == 1:
        which[others[0]] = where[others[0]]


def reveal(t: Table, things: Sequence[int]) -> None:
    """Turn things face up, for all to see; in declaration order, as any other could tell in which they came."""
    sight = t.world.sight
    for thing in sorted(things):
        if sight.kept:
            t.shown[thing] = True
        if sight.known and sight.back[thing]:
            t.which[thing] = t.where[thing] = sight.everyone
        if sight.watched and t.noting and t.branch <= 0:
            t.events.append(_turned(t, Op.SHOW, thing, sight.everyone, sight.everyone))


def tell(t: Table, things: Sequence[int], seat: int) -> None:
    """Let one seat alone know some faces. The others learn that it was shown something, not what."""
    sight = t.world.sight
    for thing in sorted(things):
        if sight.known and sight.back[thing]:
            t.which[thing] |= 1 << seat
            t.where[thing] |= 1 << seat
        if sight.watched and t.noting and t.branch <= 0:
            t.events.append(_turned(t, Op.SHOW, thing, namers(t, thing), 1 << seat))


def cover(t: Table, things: Sequence[int]) -> None:
    """Turn things face down; who knew their faces still does."""
    sight = t.world.sight
    for thing in sorted(things):
        if sight.kept:
            t.shown[thing] = False
        if sight.watched and t.noting and t.branch <= 0:
            t.events.append(_turned(t, Op.HIDE, thing, namers(t, thing), sight.everyone))


def forget(t: Table, things: Sequence[int], spot: int) -> None:
    """Let those who do not see a spot lose track of things that were shuffled there."""
    sight = t.world.sight
    if sight.watched and things and t.noting and t.branch <= 0:
        t.events.append(Happened(Op.SHUFFLE, things[0], spot, spot, 0, 0, 0, sight.everyone, t.telling))
    if sight.known and len(things) > 1:
        down = covered(t, spot)
        for thing in things:
            if thing in down:
                t.which[thing] &= sight.sees[spot]
                t.where[thing] &= sight.sees[spot]


def namers(t: Table, thing: int) -> int:
    """The seats that know which thing it is."""
    sight = t.world.sight
    return t.which[thing] if sight.known and sight.back[thing] else sight.everyone


def _turned(t: Table, op: Op, thing: int, named: int, hearers: int) -> Happened:
    spot = t.at[thing]
    box = getattr(t, t.world.box[thing])[spot]
    position = 0 if t.world.sight.mixes[spot] else box.index(thing) + 1
    return Happened(op, thing, spot, spot, position, position, named, hearers, t.telling)
