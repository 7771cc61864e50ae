"""What compiled texts call beside the shelf: settling rules, checks of numbers, options that are the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from rulewright.language.types import LARGEST
from rulewright.runtime.answering import ANSWERING
from rulewright.runtime.blind import CHOOSING, forced_all
from rulewright.runtime.knowledge import carry
from rulewright.runtime.placing import all_placed, placed
from rulewright.runtime.reading import seen, still
from rulewright.runtime.signature import Table
from rulewright.table.events import ROLLED
from rulewright.table.luck import secret_dice
from rulewright.table.signals import Capped, Endless, Fault, GameOver, Leave

MOST_FIRINGS = 100
UNPAID = 100  # so many numbers or dice cost no fuel
SUSPICIOUS = 80
"""From this firing on it is noted which rules fire, to name those that set each other off."""


# ---- rules -----------------------------------------------------------------------------------------------------------


def settle(t: Any, mask: int, thing: int | None = None) -> None:
    """Let rules fire, in order and from the first again after each, until none of those that may hold does.

    `pending` holds a bit for each rule that may hold. A rule fires again for a thing only when its effect on it is
    through; `marks` are the effects that run. One that left a step is `spent`, with what it read, until that changes.
    `thing` is given where only that thing has changed, and only in a way that the rules test of it alone. While rules
    sleep those that may hold are only noted: in `dirty`.
    """
    if t.asleep:
        t.dirty |= mask | t.pending
        return
    sure = mask if thing is not None and not t.pending else 0
    pending = t.pending = t.pending | mask
    if not t.marks:
        t.fired = 0
    rules = t.rules
    while pending:
        bit = pending & -pending
        index = bit.bit_length() - 1
        rule = rules[index]
        marks = t.marks
        item = rule.find(t, _busy(t, index) if marks or t.spent else ())
        if item is None:
            pending = t.pending = pending ^ bit
            continue
        t.fired += 1
        if t.fired > SUSPICIOUS:
            _circle(t, index)
        if rule.alone or sure & bit:
            # While its effect runs the rule cannot fire: it looks at no list, or nothing else can have changed.
            t.pending = pending ^ bit
        t.marks = (*marks, (index, item))
        try:
            rule.effect(t, item)
        except Leave:
            t.marks = marks
            t.spent += ((index, item, seen(t, rule, item)),)
            t.pending |= bit
            raise
        t.marks = marks
        pending = t.pending = t.pending | bit


def fire(t: Any, index: int, thing: int) -> None:
    """Let one rule fire that is known to hold of one thing, where nothing else can have woken; then again, if it still
    holds. The same as `settle`, with nothing to look for."""
    if t.asleep:
        t.dirty |= 1 << index
        return
    if t.pending or t.marks or t.spent:
        settle(t, 1 << index, thing)
        return
    rule = t.rules[index]
    mark = ((index, thing),)
    t.fired = 0
    while True:
        t.fired += 1
        if t.fired > SUSPICIOUS:
            _circle(t, index)
        t.marks = mark
        try:
            rule.effect(t, thing)
        except Leave:
            t.marks = ()
            t.spent = ((index, thing, seen(t, rule, thing)),)
            t.pending |= 1 << index
            raise
        t.marks = ()
        if not rule.holds(t, thing):
            return


def _circle(t: Any, index: int) -> None:
    """Note a rule that fires after many have fired; when all too many have, the game is capped.

    A rule that waits for the effect of another one is as much a part of the circle as those that fire.
    """
    if t.fired <= MOST_FIRINGS:
        t.circle = (*t.circle, index) if t.fired > SUSPICIOUS + 1 else (index,)
    else:
        found = dict.fromkeys((index, *reversed([each for each, _ in t.marks]), *reversed(t.circle)))
        raise Capped(tuple(t.rules[each].id for each in found), Endless.RULES)


def _busy(t: Any, index: int) -> tuple[int, ...]:
    """The items for which a rule may not fire now."""
    return tuple([each[1] for each in (*t.marks, *t.spent) if each[0] == index])


def wake(t: Any, mask: int) -> None:
    """Let those of some rules that left a step fire again of whose reading something is no longer as it was.

    What happens in a block of branches is one change, which is looked at when it is over.
    """
    if not t.asleep:
        t.spent = tuple(each for each in t.spent if not mask >> each[0] & 1 or still(t, each[2]))


def capped(name: str) -> NoReturn:
    """End a game that has no fuel left in a text."""
    raise Capped((name,))


def deep(name: str) -> NoReturn:
    """End a game in which texts have called each other too often without coming back."""
    raise Capped((name,), Endless.CALLS)


def told(t: Any, roll: list[Any]) -> list[Any]:
    """A roll, as it fell, which those are told of who see it."""
    if t.say is not None:
        t.say(ROLLED, (roll,))
    return roll


def numbers(t: Any, low: int, end: int) -> range:
    """The numbers from `low` to before `end`; fuel is paid for a list of many before it is made."""
    if end - low > UNPAID:
        pay(t, end - low, "a list of numbers")
    return range(low, end)


def pay(t: Any, cost: int, what: str) -> None:
    """Use fuel; without any left the game ends as capped, by `what`."""
    t.fuel -= cost
    if t.fuel < 0:
        capped(what)


# ---- numbers and lists -----------------------------------------------------------------------------------------------


def too_large(field: str) -> NoReturn:
    """A number that is stored is beyond the range of numbers."""
    raise Fault("number-too-large", f"`{field}` would be beyond {LARGEST:,}, the largest number there is")


def times(left: int, right: int) -> int:
    """A product within the range of numbers."""
    product = left * right
    if not -LARGEST <= product <= LARGEST:
        raise Fault("number-too-large", f"{left} * {right} is beyond {LARGEST:,}, the largest number there is")
    return product


def dice(t: Any, number: int) -> range:
    """The positions of so many dice, none where there are less than 0; fuel is paid for many before they are thrown."""
    if number > UNPAID:
        pay(t, number, "a roll of dice")
    return range(number)


def thrown_for(t: Any, die: str, number: int, to: int) -> list[int]:
    """New faces of dice of a kind; those that only one seat sees are thrown with luck of its own."""
    sides = t.world.sides[die]
    purpose = secret_dice(die, to) if to else f"die {die}"
    return [sides[t.luck.below(purpose, len(sides))] for _ in dice(t, number)]


def rolls_as_one(t: Any, left: list[Any], right: list[Any]) -> list[Any]:
    """Two rolls as one: faces, bonuses and flags of both, the facts of the left or else the right, seen by who sees
    both."""
    world = t.world
    facts, end = 1 + len(world.bonuses), len(left) - world.secret - world.flags
    bonuses = [one + other for one, other in zip(left[1:facts], right[1:facts], strict=True)]
    carried = [other if one is ... else one for one, other in zip(left[facts:end], right[facts:end], strict=True)]
    seers = [left[end] & right[end]] if world.secret else []
    flags = [left[-1] + right[-1]] if world.flags else []
    return [left[0] + right[0], *bonuses, *carried, *seers, *flags]


def missing_row(table: str, key: int) -> NoReturn:
    """A table is asked for what it does not have."""
    raise Fault("missing-row", f"the table `{table}` has no row for {key}", around=1)


def keeper(t: Table, owners: Sequence[int], thing: int) -> int:
    """The player to whom a thing belongs that stands for one."""
    if owners[thing] > 0:
        return owners[thing]
    raise Fault("no-owner", f"a player is wanted here, and `{t.world.ids[thing]}` belongs to nobody")


def ordered(items: Sequence[int]) -> list[int]:
    """The items, each once, in order of first appearance."""
    return list(dict.fromkeys(items))


def without(items: Sequence[int], gone: Sequence[int]) -> list[int]:
    """The items that are not among others."""
    return [item for item in items if item not in gone]


def or_none(items: Sequence[Any], nothing: Any, wanted: bool) -> Sequence[Any]:
    """Options with "none" at their end, if it is wanted."""
    return [*items, nothing] if wanted else items


def symbols_on(faces: Sequence[int], counts: Sequence[int]) -> int:
    """How often some faces show a symbol, of which `counts` holds how often each face shows it."""
    return sum([counts[face] for face in faces])


# ---- the board -------------------------------------------------------------------------------------------------------


def area(t: Table, thing: int) -> int:
    """The area a thing lies at, by way of what bears it; none off the board."""
    areas = t.world.areas
    while thing >= 0 and thing not in areas:
        thing = t.at[thing]
    return thing


def index(t: Table, thing: int) -> int:
    """The position of a thing where it lies, from 1."""
    box: list[int] = getattr(t, t.world.box[thing])[t.at[thing]]
    return box.index(thing) + 1


def exits(t: Any, place: int) -> list[int]:
    """The open arrows that begin at an area."""
    return [each for each in t.world.arrows if t.world.ends[each][0] == place and t.link__open[t.world.ends[each][2]]]


def entries(t: Any, place: int) -> list[int]:
    """The open arrows that end at an area."""
    return [each for each in t.world.arrows if t.world.ends[each][1] == place and t.link__open[t.world.ends[each][2]]]


def winners(t: Table) -> tuple[int, ...]:
    """The players who won; nobody before the end."""
    return t.result.winners if t.result is not None else ()


# ---- options ---------------------------------------------------------------------------------------------------------


def several_dice(
    t: Table,
    prompt: int,
    roll: list[Any],
    dice: tuple[list[int], list[int], list[int]],
    seat: int,
    low: int,
    high: int | None,
    values: tuple[Any, ...],
) -> Sequence[int]:
    """A decision about several dice of a roll, of which all with some faces may be taken; None for `high` is `low`.

    `dice` are these faces, the first die of each, and how many there are of each.
    """
    faces, firsts, sizes = dice
    shown = roll[0]
    number = sum(sizes)
    most = low if high is None else high
    if number <= low or most <= 0:
        few = [die for die, face in enumerate(shown) if face in faces] if most > 0 else []
        return forced_all(t, prompt, few, seat, values, low, high)
    answer = t.decide_many(prompt, seat, firsts, sizes, low, min(number, most), values)
    taken: list[int] = []
    before = die = -1
    for group in answer:
        die = shown.index(faces[group], die + 1 if group == before else firsts[group])
        taken.append(die)
        before = group
    taken.sort()
    return taken


def faces_of(roll: list[Any], dice: Sequence[int]) -> list[int]:
    """The faces that some dice of a roll show."""
    faces = roll[0]
    return [faces[die] for die in dice]


def several(
    t: Table,
    prompt: int,
    xs: Sequence[int],
    keys: Sequence[Any] | None,
    seat: int,
    low: int,
    high: int | None,
    values: tuple[Any, ...],
) -> list[int]:
    """A decision about several items; None for `high` is `low`.

    `keys` tell apart what is not the same; of equal ones the first are taken.
    """
    items = list(xs)
    most = min(low if high is None else high, len(items))
    if len(items) <= low or most <= 0:
        return forced_all(t, prompt, items if most > 0 else [], seat, values, low, high)
    groups: dict[Any, list[int]] = {}
    for position, item in enumerate(items):
        groups.setdefault(position if keys is None else keys[position], []).append(item)
    equals = list(groups.values())
    firsts, sizes = [group[0] for group in equals], [len(group) for group in equals]
    answer = t.decide_many(prompt, seat, firsts, sizes, max(low, 0), most, values)
    taken = [equals[group][answer[:position].count(group)] for position, group in enumerate(answer)]
    return [item for item in items if item in taken]


RUNTIME: dict[str, Callable[..., Any]] = (
    {
        function.__name__: function
        for function in (
            settle,
            fire,
            wake,
            capped,
            deep,
            too_large,
            times,
            missing_row,
            keeper,
            thrown_for,
            told,
            rolls_as_one,
            ordered,
            without,
            or_none,
            symbols_on,
            numbers,
            dice,
            area,
            index,
            exits,
            entries,
            winners,
            several_dice,
            faces_of,
            several,
            carry,
            placed,
            all_placed,
        )
    }
    | ANSWERING
    | CHOOSING
)
"""What emitted code calls as `$NAME`, beside the built-ins of the shelf and a few of Python's own."""

PYTHON: dict[str, Callable[..., Any]] = {
    each.__name__: each for each in (len, range, list, tuple, max, min, sum, sorted, int, enumerate)
} | {"Leave": Leave, "GameOver": GameOver}
