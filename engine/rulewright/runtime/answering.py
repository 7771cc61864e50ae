"""What compiled texts call around the calls that hooks answer: which behaviour is live, what waits, draws as moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from rulewright.runtime.knowledge import boxes_at
from rulewright.runtime.signature import Table
from rulewright.table.signals import Fault

EVERY = -2
"""Says that all hooks of a moment run, not only the first."""


def alive(t: Table, thing: int, spots: Sequence[int], shown: Sequence[bool]) -> bool:
    """Whether the behaviour of a thing is live: it lies in a place that is live, or on the board with its face shown.

    `spots` tells of each thing what lying at it means: 0 nothing, 1 the board, 2 a live place, 3 as the thing lies.
    """
    spot = spots[t.at[thing]]
    if spot == 2:
        return True
    if not shown[thing]:
        return False
    at = t.at[thing]
    while spot == 3:
        at = t.at[at]
        spot = spots[at]
    return spot == 1


def relive(t: Any, thing: int) -> None:
    """Keep the masks of live hooks right after a thing, and all that lies on it, has been moved, turned or given."""
    masks = t.hooks__live
    for live, bits in t.bearers[thing]:
        here = live(t, thing) is not None
        for index, bit in bits:
            masks[index] = masks[index] | bit if here else masks[index] & ~bit
    if t.world.box[thing]:
        for boxes in [getattr(t, name) for name in dict.fromkeys(t.world.box) if name]:
            for other in (boxes[thing] or ()) if thing < len(boxes) else ():
                relive(t, other)


def relive_all(t: Any) -> None:
    """Keep the masks of live hooks right after anything may have changed."""
    for thing, own in enumerate(t.bearers):
        if own:
            relive(t, thing)


def runs(t: Table, step: int) -> bool:
    """Whether a step of the flow runs."""
    place = t.world.steps[step]
    return place.low <= t.pc < place.high


def still_waiting(waiting: Sequence[tuple[Any, ...]], gone: Sequence[int]) -> list[tuple[Any, ...]]:
    """What waits on when a period has ended."""
    return [each for each in waiting if each[1] not in gone]


def by_choice(
    t: Any,
    ready: Callable[..., bool],
    run: Callable[..., bool],
    number: int,
    call: Any,
    was: int,
    prompt: int,
    seat: int,
    at: int,
) -> bool:
    """Run the hooks of a moment that may run in the order in which a seat takes them, the only one without asking.

    With EVERY as `at` all of them run. Else they stand in for a text: it ends when one has run, and gives whether one
    has. From 0 on the frame of the call keeps at `at` which have had their moment, as one may let the others run.
    """
    used = 0
    if at >= 0:
        used = -1 - call[at] if call[at] < 0 else (1 << call[at] + 1) - 1
    while True:
        open_ = [each for each in range(number) if not used >> each & 1 and ready(t, each, call, was)]
        if not open_:
            return False
        taken = open_[0] if len(open_) == 1 or seat <= 0 else t.decide(prompt, seat, open_)
        used |= 1 << taken
        if at >= 0:
            call[at] = -1 - used
        if run(t, taken, call, was) and at > EVERY:
            return True


def proceeded_twice() -> NoReturn:
    """A hook lets what it stands in for run a second time."""
    raise Fault("proceeded-twice", "a hook may let what it stands in for run only once")


def draw_by_moves(
    t: Any, source: int, to: int, number: int, move: Callable[..., Any], back: Callable[..., Any], shuffle: Any
) -> list[int]:
    """A draw as hooks see it: what is drawn at once moves together, and refilling is a move and a shuffle."""
    drawn: list[int] = []
    asked = 0
    while asked < number:
        there = [thing for box in boxes_at(t, source) for thing in box]
        used = t.world.refill[source]
        if not there and used >= 0:
            back(t, [thing for box in boxes_at(t, used) for thing in box], source)
            shuffle(t, source)
            there = [thing for box in boxes_at(t, source) for thing in box]
        if not there:
            break
        taken: list[int] = []
        while there and asked < number:
            index = 0 if t.world.ordered[source] else t.luck.index(f"place {t.world.ids[source]}", there)
            taken.append(there.pop(index))
            asked += 1
        drawn += move(t, taken, to)
    return drawn


ANSWERING: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (alive, relive, relive_all, runs, still_waiting, by_choice, proceeded_twice, draw_by_moves)
}
"""What emitted code calls as `$NAME`."""
