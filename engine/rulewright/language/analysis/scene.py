"""What kinds of things there are and where they can lie: families of roots that share their boxes, and their holders.

A component lies in a box of its family: a root kind, or several whose things can lie together in one ordered place,
where their common order matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rulewright.language.analysis.trees import walk
from rulewright.language.program import Program
from rulewright.language.tree import Builtin, Const, Expression, Get, PutGiven, Word
from rulewright.language.types import Kind, List, Maybe, Running, Type

OFF, BOARD, LIVE, BEARER = range(4)
_ON_BOARD = ("game", "player", "area", "link", "arrow")


def item_type(kind: Type) -> Type:
    """The type of one item of a list, of what a maybe may be, or the type itself."""
    while isinstance(kind, List | Maybe):
        kind = kind.item
    return kind


@dataclass(slots=True)
class Scene:
    """A Scene knows for each thing its root and family, for each family who can hold its things.

    `family` maps a root to the root its family is named for. `holders` are thing numbers in order.
    """

    program: Program
    members: dict[str, tuple[int, ...]] = field(default_factory=dict)
    root: list[str] = field(default_factory=list)
    family: dict[str, str] = field(default_factory=dict)
    holders: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def things_of(self, kind: str) -> tuple[int, ...]:
        """The numbers of all things of a kind."""
        if kind == "thing":
            return tuple(thing.number for thing in self.program.things)
        return self.members.get(kind, ())

    def spots(self) -> tuple[int, ...]:
        """For each thing what lying at it makes of behaviour: OFF, BOARD, LIVE or BEARER, as that thing lies."""
        live = [number for place in self.program.places.values() if place.live for number in place.things]
        return tuple(_spot(thing.kind, thing.number in live) for thing in self.program.things)

    def starts_alive(self, thing: int) -> bool:
        """Whether the behaviour of a thing is live by itself as the game begins."""
        spots, things = self.spots(), self.program.things
        at = things[thing].at
        if spots[at] == LIVE:
            return True
        while spots[at] == BEARER:
            at = things[at].at
        return spots[at] == BOARD and self.starts_shown(thing)

    def starts_shown(self, thing: int) -> bool:
        """Whether a thing begins with its face shown: all but what has a back and lies where not all see it."""
        symbol = self.program.things[thing]
        kind = self.program.kinds.get(symbol.kind)
        covered = [at for place in self.program.places.values() if place.sees != "all" for at in place.things]
        return kind is None or kind.hidden is None or symbol.at not in covered

    def families_of(self, kind: Type) -> list[str]:
        """The families that things of a type can belong to; empty for what never lies anywhere."""
        one = item_type(kind)
        if not isinstance(one, Kind):
            return []
        roots = [self.root[thing] for thing in self.things_of(one.name)]
        return list(dict.fromkeys(self.family[root] for root in roots if root in self.family))

    def roots_in(self, family: str) -> list[str]:
        """The roots of a family, in declaration order."""
        return [root for root, own in self.family.items() if own == family]

    def targets(self, to: Expression, mutable: Mapping[str, None]) -> tuple[int, ...]:
        """The things that an expression may give."""
        match to:
            case Const(value=value) if value is not None:
                return (int(value),)
            case Get(field=name) if name not in mutable and (values := self._constant_values(name)) is not None:
                return values
            case _:
                one = item_type(to.type)
                return self.things_of(one.name) if isinstance(one, Kind) else ()

    def _constant_values(self, name: str) -> tuple[int, ...] | None:
        symbol = self.program.fields[name]
        if symbol.derived is not None or any(modifier.field == name for modifier in self.program.modifiers):
            return None
        given = [*symbol.start.values(), *([symbol.default] if symbol.default is not None else [])]
        values = [each.value for each in given if isinstance(each, Const) and each.value is not None]
        return tuple(dict.fromkeys(int(value) for value in values)) if len(values) == len(given) else None


def _spot(kind: str, live: bool) -> int:
    if kind == "place":
        return LIVE if live else OFF
    return BOARD if kind in _ON_BOARD else BEARER


def set_scene(program: Program, mutable: Mapping[str, None]) -> Scene:
    """Find the families and holders of a program, given the ids of the fields that some text writes."""
    scene = Scene(program)
    _count_members(scene)
    roots = list(dict.fromkeys(scene.root[thing.number] for thing in program.things if thing.at >= 0))
    scene.family = {root: root for root in roots}
    holders: dict[str, dict[int, None]] = {root: {} for root in roots}
    for thing in program.things:
        if thing.at >= 0:
            holders[scene.root[thing.number]][thing.at] = None
    _follow_moves(scene, mutable, holders)
    _join_ordered(scene, holders)
    return scene


def _count_members(scene: Scene) -> None:
    program = scene.program
    scene.members = {kind.id: kind.members for kind in program.kinds.values()}
    for thing in program.things:
        symbol = program.kinds.get(thing.kind)
        scene.root.append(symbol.root if symbol is not None else thing.kind)
        if symbol is None:
            scene.members[thing.kind] = (*scene.members.get(thing.kind, ()), thing.number)


def _follow_moves(scene: Scene, mutable: Mapping[str, None], holders: dict[str, dict[int, None]]) -> None:
    """Add every holder that some move, draw or refill may put things of a root to, also by hooks that redirect one."""
    instead = list(_instead(scene.program))
    for name, value in instead:
        for target in scene.targets(value, mutable) if name == "to" else ():
            for root in scene.family:
                if _may_hold(scene.program, target, root):
                    holders[root][target] = None
    swapped = [root for name, value in instead if name == "what" for root in _roots(scene, value)]
    for call in walk(texts(scene.program)):
        if (
            isinstance(call, Builtin)
            and "to" in call.arguments
            and ("what" in call.arguments or "source" in call.arguments)
        ):
            to = call.arguments["to"]
            if isinstance(to, Word) or not isinstance(to, Expression):
                continue
            for target in scene.targets(to, mutable):
                for root in (*_moved(scene, call), *swapped):
                    if _may_hold(scene.program, target, root):
                        holders[root][target] = None
    for place in scene.program.places.values():
        if place.refill:
            for own in holders.values():
                if any(used in own for used in scene.program.places[place.refill].things):
                    own.update(dict.fromkeys(place.things))


def _instead(program: Program) -> Iterator[tuple[str, Expression]]:
    """What hooks and modifiers give a move instead of what it was given, by the parameter's name."""
    for put in walk(texts(program)):
        if isinstance(put, PutGiven) and put.of.type == Running("move"):
            yield put.name, put.value
    for modifier in program.modifiers:
        if modifier.field.startswith("move("):
            yield modifier.field[len("move(") : -1], modifier.amount


def _moved(scene: Scene, call: Builtin) -> list[str]:
    """The roots of what a call moves."""
    what = call.arguments.get("what", call.arguments.get("source"))
    if "source" in call.arguments:
        places = scene.targets(what, {}) if isinstance(what, Expression) else ()
        return [root for root in scene.family if any(_may_hold(scene.program, place, root) for place in places)]
    return _roots(scene, what) if isinstance(what, Expression) else []


def _roots(scene: Scene, what: Expression) -> list[str]:
    """The roots of the things that an expression may give."""
    kind = item_type(what.type)
    things = scene.things_of(kind.name) if isinstance(kind, Kind) else ()
    return [root for root in dict.fromkeys(scene.root[thing] for thing in things) if root in scene.family]


def _may_hold(program: Program, holder: int, root: str) -> bool:
    """Whether a place's `holds:` lets things of a root in."""
    for place in program.places.values():
        if holder in place.things:
            return not place.holds or any(program.kinds[kind].root == root for kind in place.holds)
    return True


def _join_ordered(scene: Scene, holders: dict[str, dict[int, None]]) -> None:
    """Join the roots that can lie together in one ordered place, and settle the holders of each family."""
    for place in scene.program.places.values():
        if place.ordered:
            together = [root for root in holders if any(thing in holders[root] for thing in place.things)]
            for root in together[1:]:
                old, new = scene.family[root], scene.family[together[0]]
                scene.family = {each: new if own == old else own for each, own in scene.family.items()}
    for root, own in holders.items():
        known = scene.holders.get(scene.family[root], ())
        scene.holders[scene.family[root]] = tuple(sorted(dict.fromkeys((*known, *own))))


def texts(program: Program) -> tuple[object, ...]:
    """Everything of a program that holds nodes of the checked tree and runs while a game is played."""
    return (
        tuple(field.derived for field in program.fields.values() if field.derived is not None),
        tuple(bound for field in program.fields.values() for bound in (field.low, field.high) if bound is not None),
        tuple(routine.body for routine in program.routines.values()),
        tuple(value for table in program.tables.values() for _, _, value in table.rows),
        tuple(program.actions.values()),
        tuple(program.rules),
        tuple(program.modifiers),
        tuple(program.hooks),
        tuple(program.waits.values()),
        program.flow,
        tuple(program.prompts),
        tuple(program.measures.values()),
        tuple(program.values.values()),
        () if program.simultaneous is None else (program.simultaneous,),
        tuple(program.lines),
        program.picture,
    )
