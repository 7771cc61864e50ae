"""What compiled texts call around the calls that hooks answer: which behaviour is live, what waits, draws as moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from rulewright.runtime.knowledge import boxes_at
from rulewright.runtime.signature import Table
from rulewright.table.signals import Fault


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
    for name in t.carried[thing]:
        for other in getattr(t, name)[thing]:
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


def to_come(number: int, passed: int) -> list[int]:
    """Those of so many hooks that have not had their moment.

    `passed` is the last one that has, of hooks that run as declared; of others -1 less the bits of those that have.
    """
    used = -1 - passed if passed < 0 else (1 << passed + 1) - 1
    return [each for each in range(number) if not used >> each & 1]


def passed(number: int, left: Sequence[int]) -> int:
    """The opposite of `to_come`: what is kept of hooks that somebody orders."""
    return -1 - sum(1 << each for each in range(number) if each not in left)


def taken(t: Any, prompt: int, seat: int, ready: Sequence[int]) -> int:
    """The hook, of those that may run, that a seat takes, the only one without asking; the first for no seat."""
    chosen: int = ready[0] if len(ready) == 1 or seat <= 0 else t.decide(prompt, seat, ready)
    return chosen


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
    for function in (
        alive,
        relive,
        relive_all,
        runs,
        still_waiting,
        to_come,
        passed,
        taken,
        proceeded_twice,
        draw_by_moves,
    )
}
"""What emitted code calls as `$NAME`."""
