"""Options among which the one who decides does not know every face: in what order, which are one, which is taken.

A key function gives what tells known things apart, for a list of things. Things that are not known are told apart by
what shows on their backs and, where positions can be told, by where they lie.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.runtime.signature import Table
from rulewright.table.events import Joint, bits_of
from rulewright.table.signals import Fault

BLIND = "blind"
Keys = Callable[[Any, Sequence[int]], list[Any]]


def joint(_: Table, players: Sequence[int]) -> int:
    """The seat of the first of some players, who answers for all of them."""
    return Joint(players) if len(players) > 1 else players[0]


def lined(t: Table, xs: Sequence[int], seat: int) -> list[int]:
    """A list in an order that tells its seat nothing it does not know.

    What lies at one spot where positions can be told stands as it lies there. Else what is known comes first, that of
    unordered places which the seat does not see in declaration order; then the rest by where it lies and what shows.
    """
    which, at, bits = t.which, t.at, bits_of(seat)
    sees, mixes = t.world.sight.sees, t.world.sight.mixes
    spots = [at[x] for x in xs]
    named = {x: which[x] & bits == bits for x in xs}
    unsure = [not named[x] or (mixes[spot] and sees[spot] & bits != bits) for x, spot in zip(xs, spots, strict=True)]
    if not any(unsure):
        return list(xs)
    if spots.count(spots[0]) == len(spots) and not mixes[spots[0]]:
        positions = [position_of(t, x) for x in xs]
        if positions == sorted(positions):
            return list(xs)
    sure = [x for x, doubt in zip(xs, unsure, strict=True) if not doubt]
    known = sorted(x for x, doubt in zip(xs, unsure, strict=True) if doubt and named[x])
    rest = [x for x in xs if not named[x]]
    rest.sort(key=lambda x: (at[x], 0 if mixes[at[x]] else position_of(t, x), repr(back_key(t, x))))
    return [*sure, *known, *rest]


def position_of(t: Table, thing: int) -> int:
    """Which of the things where it lies a thing is."""
    box: list[int] = getattr(t, t.world.box[thing])[t.at[thing]]
    return box.index(thing)


def back_key(t: Table, thing: int) -> tuple[Any, ...]:
    """What tells a thing from others for those who do not know its face."""
    world = t.world
    sight, spot = world.sight, t.at[thing]
    back = sight.back[thing]
    place = position_of(t, thing) if world.ordered[spot] else -1
    owner = t.owner[thing] if hasattr(t, "owner") else world.owners[thing]
    shows = tuple((getattr(t, slot) if slot else values)[thing] for slot, values in sight.open.get(back, ()))
    borne = tuple(other for name in sight.boxes for other in _lying(t, name, thing))
    return (back, spot, place, owner, shows, borne)


def _lying(t: Table, name: str, holder: int) -> Sequence[int]:
    boxes = getattr(t, name)
    return (boxes[holder] or ()) if holder < len(boxes) else ()


def keys(t: Table, xs: Sequence[int], seat: int, known: Keys | None) -> list[Any]:
    """What tells things apart for a seat: the face where it knows it, else the back."""
    which, bits = t.which, bits_of(seat)
    faces = list(xs) if known is None else known(t, xs)
    return [
        (True, face) if which[x] & bits == bits else (False, back_key(t, x)) for x, face in zip(xs, faces, strict=True)
    ]


def offered(t: Table, xs: Sequence[int], seat: int, known: Keys | None) -> list[int]:
    """The options that a list makes for a seat: of those it cannot tell apart only the first."""
    items = lined(t, xs, seat)
    if len(items) < 2:
        return items
    seen: list[Any] = []
    found = []
    for item, key in zip(items, keys(t, items, seat, known), strict=True):
        if key not in seen:
            seen.append(key)
            found.append(item)
    return found


def drawn(t: Table, taken: int, xs: Sequence[int], seat: int) -> int:
    """What an option gives: of a group that its seat cannot tell apart by their faces any one."""
    bits = bits_of(seat)
    if taken < 0 or t.which[taken] & bits == bits:
        return taken
    wanted = back_key(t, taken)
    group = [x for x in xs if t.which[x] & bits != bits and back_key(t, x) == wanted]
    return _any_of(t, group, 1)[0] if len(group) > 1 else taken


def pick_blind(
    t: Table, prompt: int, xs: Sequence[int], known: Keys | None, seat: int, may: bool, values: tuple[Any, ...]
) -> Any:
    """A decision about things that are not all known to who decides."""
    options = offered(t, xs, seat, known)
    return drawn(t, choice(t, prompt, [*options, -1] if may else options, seat, values), xs, seat)


def choice(
    t: Table, prompt: int, options: Sequence[Any], seat: int, values: tuple[Any, ...], none: int | None = -1
) -> Any:
    """The option that a seat takes; the only one without asking, `none` where there is none."""
    if len(options) > 1:
        return t.decide(prompt, seat, options, values)
    return only(t, prompt, seat, options[0], values) if options else none


def only(t: Table, prompt: int, seat: int, option: Any, values: tuple[Any, ...]) -> Any:
    """The only option; to others it reads the same as a chosen one."""
    if t.world.sight.watched:
        t.forced(prompt, seat, option, values)
    return option


def choose_once(
    t: Table, prompt: int, options: Sequence[Any], alike: Sequence[Any], seat: int, values: tuple[Any, ...]
) -> Any:
    """The option of a `choose` that a seat takes, those that are alike being offered once; None where there is none.

    An option in a loop is its label with the loop's items; `alike` holds for each option the label with what tells each
    item apart. Of items that the seat cannot tell apart any one is meant.
    """
    groups: dict[Any, list[Any]] = {}
    for option, key in zip(options, alike, strict=True):
        groups.setdefault(key, []).append(option)
    if not groups:
        return None
    taken = choice(t, prompt, [group[0] for group in groups.values()], seat, values)
    key, group = next(each for each in groups.items() if each[1][0] == taken)
    for place, part in enumerate(key if len(group) > 1 else ()):
        if place and isinstance(part, tuple) and part[0] is False:
            (meant,) = _any_of(t, list(dict.fromkeys(each[place] for each in group)), 1)
            group = [each for each in group if each[place] == meant]
    return group[0]


def arrange(
    t: Table, prompt: int, xs: Sequence[int], alike: Sequence[Any] | None, seat: int, values: tuple[Any, ...]
) -> list[int]:
    """A list as a seat orders it, item by item from the first; of those that are alike only one is offered.

    `alike` tells the items apart. Of those that the seat cannot tell apart any one is meant.
    """
    left = list(zip(xs, xs if alike is None else alike, strict=True))
    ordered: list[int] = []
    while len(left) > 1:
        groups: dict[Any, list[int]] = {}
        for item, key in left:
            groups.setdefault(key, []).append(item)
        taken = choice(t, prompt, [group[0] for group in groups.values()], seat, values)
        key, group = next(each for each in groups.items() if each[1][0] == taken)
        if len(group) > 1 and isinstance(key, tuple) and key[0] is False:
            (taken,) = _any_of(t, group, 1)
        left.remove((taken, key))
        ordered.append(taken)
    return ordered + [item for item, _ in left]


def arrange_blind(
    t: Table, prompt: int, xs: Sequence[int], known: Keys | None, seat: int, values: tuple[Any, ...]
) -> list[int]:
    """A list of things that are not all known to the seat that orders it."""
    items = lined(t, xs, seat)
    return arrange(t, prompt, items, keys(t, items, seat, known), seat, values)


def several_blind(
    t: Table,
    prompt: int,
    xs: Sequence[int],
    known: Keys | None,
    seat: int,
    low: int,
    high: int | None,
    values: tuple[Any, ...],
) -> list[int]:
    """A decision about several things, not all known: of a group that cannot be told apart any are taken.

    None for `high` is `low`.
    """
    items = lined(t, xs, seat)
    most = min(low if high is None else high, len(items))
    if len(items) <= low or most <= 0:
        return forced_all(t, prompt, list(xs) if most > 0 else [], seat, values, low, high)
    groups: dict[Any, list[int]] = {}
    for item, key in zip(items, keys(t, items, seat, known), strict=True):
        groups.setdefault(key, []).append(item)
    equals = list(groups.items())
    firsts, sizes = [group[0] for _, group in equals], [len(group) for _, group in equals]
    answer = t.decide_many(prompt, seat, firsts, sizes, max(low, 0), most, values)
    taken: list[int] = []
    for index, ((is_known, _), group) in enumerate(equals):
        number = list(answer).count(index)
        taken += group[:number] if is_known or number == len(group) else _any_of(t, group, number)
    return [x for x in xs if x in taken]


def _any_of(t: Table, group: Sequence[int], number: int) -> list[int]:
    """Any of a group that cannot be told apart. Raises Fault in a block of branches, which may draw nothing."""
    if t.branch:
        raise Fault("blind-pick", "a pick among things that its decider cannot tell apart may not stand in `together`")
    left = list(group)
    return [left.pop(t.luck.index(BLIND, left)) for _ in range(number)]


def forced_all(
    t: Table, prompt: int, taken: list[int], seat: int, values: tuple[Any, ...], low: int, high: int | None
) -> list[int]:
    """What is taken because there is no choice; to others it reads the same as a choice.

    Nothing, too, does so where of something it could have been the choice: of a range that begins with 0.
    """
    refusable = high is not None and low <= 0
    if (taken or refusable) and t.world.sight.watched:
        t.forced_many(prompt, seat, taken, values)
    return taken


CHOOSING: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (arrange, arrange_blind, choice, choose_once, joint, keys, lined, only, pick_blind, several_blind)
}
"""What emitted code calls as `$NAME`."""
