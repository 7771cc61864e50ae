"""The table of a game: all that changes while it is played, in one slotted object of a class made for its rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, ClassVar, Protocol

from rulewright.table.events import Event
from rulewright.table.luck import Draw, Luck
from rulewright.table.signals import Outcome

RUN_TIME = (
    "asleep", "branch", "decide", "decide_many", "dirty", "events", "forced", "forced_many", "fuel", "log", "luck",
    "lying", "noting", "open", "pc", "result", "say", "since", "telling", "timed",
)  # fmt: skip


class SlotSpec(Protocol):
    """A SlotSpec says of one thing that changes in a game its name, its nature and its value at the start.

    A column is a list of values by thing number. Boxes are, for each thing number, the list of what lies there, or None
    where nothing of that kind can ever lie. A scalar is one value that is put whole: a number, a tuple, None.
    """

    @property
    def name(self) -> str: ...

    @property
    def nature(self) -> str: ...

    @property
    def start(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Slot:
    """A Slot is the plainest SlotSpec."""

    name: str
    nature: str
    start: Any


@dataclass(slots=True)
class State:
    """A State is a table's content at one moment, apart from luck and log; nothing in it is shared with the table.

    `boxes` holds those of all kinds one after the other, leaving out those in which nothing can ever lie.
    """

    columns: list[list[Any]]
    boxes: list[tuple[int, ...]]
    scalars: tuple[Any, ...]
    pc: int
    fuel: int
    asleep: bool
    result: Outcome | None


@dataclass(frozen=True, slots=True)
class Layout:
    """A Layout is how a class of tables is made: the names of its slots, and how to reach all of them fast.

    `luck` names the purpose of each slot that holds a stream. `spots` are, for each slot of boxes, the things at which
    something may lie, `widths` how many things it counts. `start` is the content of a new table.
    """

    columns: tuple[str, ...]
    boxes: tuple[str, ...]
    scalars: tuple[str, ...]
    luck: Mapping[str, str]
    spots: tuple[tuple[int, ...], ...]
    widths: tuple[int, ...]
    read_columns: Callable[[Table], tuple[list[Any], ...]]
    read_boxes: Callable[[Table], tuple[list[Any], ...]]
    read_scalars: Callable[[Table], tuple[Any, ...]]
    start: State


class Table:
    """A Table is the state of one game in play. `make_table` makes the class of it; texts read and write its slots.

    `say` takes the number of a line for people and what its holes show, or ROLLED and a roll; None where nobody is
    told. `telling` is one more than the number of the line of the text that is running, 0 where that has none.

    A new table holds the state that it is given, or that of the start.

    `decide` and `decide_many` put a question to a seat, `forced` and `forced_many` say what it takes without one; `log`
    holds the answers so far, `events` what happened, if the game is a watched one and the table is `noting`; `pc` is
    the place in the flow, `asleep` is whether rules sleep, `fuel` is what the game may still use up, `open` how many
    texts are running that may call themselves. A table without luck cannot draw.

    In a block of branches `branch` is the number of the one that runs alone, or below 0 when it runs with the others;
    else 0. The block began when there were `since` answers, is `timed` if its time may be up, and has woken the rules
    of `dirty`.

    `lying` are all boxes in which something may lie, in the order of the layout; they are the same lists as long as the
    table lives.

    `at` and `owner` are columns of things: where each lies, and whose it is; a rulebook has a column only if a text of
    its writes it, which its `layout` says. `world` is what is fixed of its things.
    """

    __slots__ = RUN_TIME
    layout: ClassVar[Layout]
    world: ClassVar[Any]

    asleep: bool
    at: list[int]
    branch: int
    decide: Callable[..., Any]
    decide_many: Callable[..., tuple[int, ...]]
    dirty: int
    events: list[Event]
    forced: Callable[..., Any]
    forced_many: Callable[..., Any]
    fuel: int
    log: list[Any]
    luck: Luck
    lying: tuple[list[int], ...]
    noting: bool
    open: int
    owner: list[int]
    pc: int
    result: Outcome | None
    say: Callable[[int, tuple[Any, ...]], None] | None
    since: int
    telling: int
    timed: bool

    def __init__(self, state: State | None = None) -> None:
        layout = self.layout
        state = state or layout.start
        for name, column in zip(layout.columns, state.columns, strict=True):
            setattr(self, name, column[:])
        self.lying = tuple(map(list, state.boxes))
        there = iter(self.lying)
        for name, spots, width in zip(layout.boxes, layout.spots, layout.widths, strict=True):
            boxes: list[list[int] | None] = [None] * width
            for spot in spots:
                boxes[spot] = next(there)
            setattr(self, name, boxes)
        self.log = []
        self.events = []
        self.branch = self.dirty = self.since = 0
        self.say = None
        self.timed = False
        self.noting = True
        self._put(state)

    def save(self) -> State:
        """The content of now."""
        layout = self.layout
        return State(
            [*map(list.copy, layout.read_columns(self))],
            [*map(tuple, self.lying)],
            layout.read_scalars(self),
            self.pc,
            self.fuel,
            self.asleep,
            self.result,
        )

    def restore(self, state: State) -> None:
        """Put the content back to what `save` found. The table keeps its lists, so it is safe only between texts.

        Most columns have not changed, and most boxes are empty: to see that costs less than to copy them.
        """
        layout = self.layout
        for column, values in zip(layout.read_columns(self), state.columns, strict=True):
            if column != values:
                column[:] = values
        for box, things in zip(self.lying, state.boxes, strict=True):
            if box or things:
                box[:] = things
        self._put(state)

    def _put(self, state: State) -> None:
        """Put what is no list."""
        layout = self.layout
        for name, value in zip(layout.scalars, state.scalars, strict=True):
            setattr(self, name, value)
        self.pc = state.pc
        self.fuel = state.fuel
        self.asleep = state.asleep
        self.result = state.result
        self.open = self.telling = 0

    def reset(self, fuel: int) -> None:
        """Make this the table of a new game with an empty log and that much fuel; its luck is to be dealt next."""
        self.restore(self.layout.start)
        self.fuel = fuel
        self.log = []
        self.events = []

    def deal(self, luck: Luck) -> None:
        """Take the luck of a game; a stream of a slot is begun when its first number is drawn."""
        self.luck = luck
        for slot, purpose in self.layout.luck.items():
            setattr(self, slot, self._first_draw(slot, luck, purpose))

    def let_go(self) -> None:
        """Be played no more: what holds the table itself is taken from it, which spares the search for such circles."""
        del self.decide, self.decide_many, self.forced, self.forced_many, self.say
        for slot in self.layout.luck:
            delattr(self, slot)

    def _first_draw(self, slot: str, luck: Luck, purpose: str) -> Draw:
        def draw() -> float:
            stream = luck.stream(purpose)
            setattr(self, slot, stream)
            return stream()

        return draw


def make_table(slots: Sequence[SlotSpec], luck: Mapping[str, str] | None = None) -> type[Table]:
    """The class of tables that have these slots, and a slot for each stream of luck that is drawn from directly.

    `luck` maps such a slot's name to its purpose. What RUN_TIME names is always there; `pc` and `asleep` may be among
    `slots` to say how they start (else 0 and False).
    """
    luck = dict(luck or {})
    own = [slot for slot in slots if slot.name not in RUN_TIME]
    by_nature = {nature: [slot for slot in own if slot.nature == nature] for nature in ("column", "boxes", "scalar")}
    columns, boxes, scalars = by_nature["column"], by_nature["boxes"], by_nature["scalar"]
    if len(columns) + len(boxes) + len(scalars) != len(own):
        raise ValueError("a slot is a column, boxes or a scalar")
    given = {slot.name: slot.start for slot in slots if slot.name in RUN_TIME}
    spots = [tuple(spot for spot, box in enumerate(slot.start) if box is not None) for slot in boxes]
    layout = Layout(
        columns=tuple(slot.name for slot in columns),
        boxes=tuple(slot.name for slot in boxes),
        scalars=tuple(slot.name for slot in scalars),
        luck=luck,
        spots=tuple(spots),
        widths=tuple(len(slot.start) for slot in boxes),
        read_columns=_reader([slot.name for slot in columns]),
        read_boxes=_reader([slot.name for slot in boxes]),
        read_scalars=_reader([slot.name for slot in scalars]),
        start=State(
            columns=[list(slot.start) for slot in columns],
            boxes=[tuple(slot.start[spot]) for slot, at in zip(boxes, spots, strict=True) for spot in at],
            scalars=tuple(slot.start for slot in scalars),
            pc=given.get("pc", 0),
            fuel=0,
            asleep=given.get("asleep", False),
            result=None,
        ),
    )
    return type("GameTable", (Table,), {"__slots__": (*(slot.name for slot in own), *luck), "layout": layout})


def _reader(names: Sequence[str]) -> Callable[[Table], tuple[Any, ...]]:
    """What gives the values of these slots as a tuple; attrgetter does so only for two names or more."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda table: tuple(getattr(table, name) for name in names)
