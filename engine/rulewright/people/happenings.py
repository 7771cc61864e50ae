"""What happened, as a seat reads it: the lines of the pack, choices in words, and what moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.people.picture import place_name
from rulewright.play.game import Game
from rulewright.play.names import thing_title
from rulewright.play.sights import Sights
from rulewright.table.events import Event, Happened, Op, Said


def happenings(game: Game, seats: Sequence[int], since: int = 0) -> list[str]:
    """The lines that some seats read together of what happened from an event on; events are numbered from 0.

    A game that is run again has the same events up to where it stood, so nobody who goes on from the number that was
    reached reads anything twice. What each of them reads otherwise is left out.
    """
    sights = Sights(game.book, game.table, sum(1 << seat for seat in seats))
    return list(_lines(sights, seats, game.table.events[since:]))


def _lines(sights: Sights, seats: Sequence[int], events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case Said(lines=lines):
                read = {lines[seat - 1]: None for seat in seats}
                yield from (line for line in read if line and len(read) == 1)
            case Happened(telling=0) if line := _moved(sights, event):
                yield line


def _moved(sights: Sights, event: Happened) -> str:
    """What is told of a thing that moved or was turned; of a mere change of order nothing, but for a shuffle."""
    world = sights.book.compiled.world
    back = world.sight.back[event.thing] if world is not None else ""
    named = event.namers & sights.readers == sights.readers
    thing = thing_title(sights.book, event.thing) if named else f"a {back.replace('_', ' ')}"
    source, target = _spot(sights, event.source), _spot(sights, event.target)
    match event.op:
        case Op.MOVE:
            return f"{thing}: {source} → {target}" if event.source != event.target else ""
        case Op.SHOW:
            everyone = range(1, sights.book.compiled.players + 1)
            seen = [sights.call(each) for each in everyone if event.hearers >> each & 1]
            to = "" if len(seen) == len(everyone) else f" to {', '.join(seen)}"
            return f"{thing} is shown{to} ({source})"
        case Op.HIDE:
            return f"{thing} is turned down ({source})"
        case Op.SHUFFLE:
            return f"{source} is shuffled"


def _spot(sights: Sights, holder: int) -> str:
    kind = sights.book.compiled.things[holder].kind
    return place_name(sights, holder) if kind == "place" else sights.call(holder)
