"""What texts read and change, by column, and what calls what.

A column is `kind.field`, `at:FAMILY` (where things lie), `in:FAMILY` (what lies at holders, and its order),
`thing.owner`, `shown`, `which` (who knows which thing it is), `link.open`, or RUNNING, which is only read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.language.analysis.calls import Answers, Calls, past_column
from rulewright.language.analysis.scene import Scene, item_type
from rulewright.language.analysis.sight import has_backs
from rulewright.language.analysis.trees import free_variables, substitute, walk
from rulewright.language.builtin import BuiltinSymbol
from rulewright.language.program import Program, Routine
from rulewright.language.tree import (
    Alive,
    Assign,
    Builtin,
    Call,
    Const,
    Expression,
    For,
    Get,
    Innermost,
    Inside,
    Item,
    Keyed,
    Offer,
    Past,
    Prop,
    Put,
    Runs,
    Var,
)
from rulewright.language.types import THING, Kind, Type
from rulewright.text.spans import Span

_FACES = ("shown", "which")
RUNNING = "running"
"""Stands among columns for the calls and the steps that run: they begin and end without a change."""


@dataclass(frozen=True, slots=True)
class Read:
    """A Read is one column that a text reads, and the thing through which it reads it, if that is one expression."""

    column: str
    of: Expression | None

    @property
    def elsewhere(self) -> bool:
        """Whether what is read of one thing changes with others: what lies there, and where in its order."""
        return self.column.startswith("in:")


@dataclass(slots=True)
class Unit:
    """A Unit is what one text does by itself: columns it writes, units it calls, whether it decides or leaves a step.

    Units are named by the id of their routine, or `offer.MENU`.
    """

    writes: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    decides: bool = False
    leaves: bool = False


class Reader:
    """A Reader finds the columns an expression reads, through derived fields, modifiers and called procedures."""

    def __init__(self, program: Program, scene: Scene, shelf: Mapping[str, BuiltinSymbol], calls: Calls) -> None:
        self.program = program
        self.calls = calls
        self.scene = scene
        self.shelf = shelf
        self._open: list[str] = []
        self._families: dict[Type, list[str]] = {}

    def reads(self, node: Any) -> list[Read]:
        """Every column that is read, in order, the same column as often as it is read."""
        return [read for each in walk((node,)) for read in self._own(each)]

    def _own(self, node: Any) -> Iterator[Read]:
        match node:
            case Get(field=name, of=of):
                yield from self._field(name, of)
            case Prop(name=name, of=of):
                yield from self._property(name, of)
            case Inside(of=of, kind=kind):
                for family in self.families_of(Kind(kind)):
                    yield Read(f"in:{family}", of)
            case Alive(of=of):
                yield from (Read(f"at:{family}", of) for family in self.families_of(of.type))
                yield Read("shown", of)
                if self.climbs(of.type):
                    yield from (Read(f"at:{family}", None) for family in dict.fromkeys(self.scene.family.values()))
            case Builtin(name=name):
                for each in self.shelf[name].reads:
                    if each == "link.open":
                        yield from self._modified(each, None)
                    yield from (Read(column, None) for column in self.columns(each, THING))
            case Past(call=name, period=period):
                yield Read(past_column(name, period), None)
            case Runs() | Innermost() | Item():
                yield Read(RUNNING, None)
            case Call(routine=name, arguments=arguments):
                yield from self._called(name, arguments)
                yield from self._answered(name)

    def families_of(self, kind: Type) -> list[str]:
        """The families that things of a type can belong to."""
        if kind not in self._families:
            self._families[kind] = self.scene.families_of(kind)
        return self._families[kind]

    def columns(self, what: str, kind: Type) -> list[str]:
        """The columns that "at", "shown" and the like stand for, of things of a type."""
        families = self.families_of(kind)
        faces = [*_FACES] if what in ("at", "shown") and self._backs(families) else []
        if what != "at":
            return [what, *faces[1:]] if what == "shown" else [what]
        return [*(f"{part}:{family}" for family in families for part in ("at", "in")), *faces]

    def _backs(self, families: list[str]) -> bool:
        """Whether something of these families has a back, so that moving it may turn its face and tell of it."""
        roots = [root for family in families for root in self.scene.roots_in(family)]
        return any(has_backs(self.program, self.scene, Kind(root)) for root in roots)

    def _field(self, name: str, of: Expression) -> Iterator[Read]:
        symbol = self.program.fields[name]
        if symbol.derived is None:
            yield Read(name, of)
        if name in self._open:
            return
        self._open.append(name)
        values = {"it": of}
        if symbol.derived is not None:
            yield from self.reads(substitute(symbol.derived, values))
        yield from self._modified(name, of)
        self._open.pop()

    def _modified(self, name: str, of: Expression | None) -> Iterator[Read]:
        """What the modifiers of a field read, of one thing or of any."""
        for modifier in self.program.modifiers:
            if modifier.field == name:
                values = {"it": of} if of is not None else {}
                if modifier.owner >= 0:
                    values["this"] = thing_constant(modifier.owner, modifier.span)
                for text in (modifier.live, modifier.condition, modifier.amount):
                    for read in self.reads(substitute(text, values)) if text is not None else ():
                        yield read if of is not None else Read(read.column, None)

    def _property(self, name: str, of: Expression) -> Iterator[Read]:
        families = self.families_of(of.type)
        match name:
            case "at":
                yield from (Read(f"at:{family}", of) for family in families)
            case "area":
                yield from (Read(f"at:{family}", of) for family in families)
                if self.climbs(of.type):
                    yield from (Read(f"at:{family}", None) for family in dict.fromkeys(self.scene.family.values()))
            case "index":
                yield from (Read(f"{part}:{family}", of) for family in families for part in ("at", "in"))
            case "owner":
                yield Read("thing.owner", of)
            case "shown":
                yield Read("shown", of)
            case "open":
                yield Read("link.open", of)
                yield from self._modified("link.open", of)
            case "exits" | "entries":
                yield Read("link.open", None)
                yield from self._modified("link.open", None)

    def climbs(self, kind: Type) -> bool:
        """Whether things of a type may lie at a bearer, so that their area is further up."""
        one = item_type(kind)
        symbol = self.program.kinds.get(one.name) if isinstance(one, Kind) else None
        return symbol is None or symbol.lies != "area"

    def _answered(self, name: str) -> Iterator[Read]:
        """What the hooks on a call read that only gives a value."""
        key = f"hooks {name}"
        answers = self.calls.answers.get(name)
        if answers is None or key in self._open:
            return
        self._open.append(key)
        texts: list[Any] = [
            text
            for own in answers.bits.values()
            for hook, _ in own
            for text in (hook.live, hook.me, hook.condition, self.program.routines[hook.routine].body)
        ]
        texts += [text for each in answers.modifiers for text in (each.live, each.condition, each.amount)]
        for text in texts:
            if text is not None:
                yield from self._elsewhere(text, {})
        self._open.pop()

    def _called(self, name: str, arguments: tuple[Expression, ...]) -> Iterator[Read]:
        if name in self.program.tables and name not in self._open:
            self._open.append(name)
            yield from self._elsewhere(tuple(value for *_, value in self.program.tables[name].rows), {})
            self._open.pop()
        bodies = [name]
        if name in self.program.does:
            bodies = list(dict.fromkeys(self.program.does[name].texts.values()))
        for body in bodies:
            if body in self.program.routines and body not in self._open:
                self._open.append(body)
                routine = self.program.routines[body]
                given = dict(zip((each.name for each in routine.parameters), arguments, strict=False))
                for local in _locals(routine.body):
                    given.pop(local, None)
                yield from self._elsewhere(routine.body, given)
                self._open.pop()

    def _elsewhere(self, text: Any, given: Mapping[str, Expression]) -> Iterator[Read]:
        """What another text reads, through what it is given: its own variables mean nothing here, however called."""
        for read in self.reads(text):
            known = read.of is not None and all(name in given for name in free_variables(read.of))
            yield Read(read.column, substitute(read.of, given) if known else None)


def _locals(body: Any) -> list[str]:
    """The names to which a text gives values itself."""
    bound = [each for each in walk(body) if isinstance(each, Assign | For | Keyed)]
    return [each.name if isinstance(each, Assign) else each.var for each in bound]


def thing_constant(number: int, span: Span) -> Const:
    """A thing as an expression."""
    return Const(number, THING, span)


def find_units(reader: Reader, resets: Mapping[str, list[str]]) -> dict[str, Unit]:
    """What each routine and each menu does. `resets` gives the columns that go back when a period ends."""
    program = reader.program
    units = {}
    for answers in reader.calls.answers.values():
        units[hooks_unit(answers.symbol.name)] = _around(reader, answers)
    for routine in program.routines.values():
        unit = units[routine.id] = Unit()
        _fill(unit, reader, routine.body)
        unit.calls += _hooks(reader, routine.id)
        unit.writes += resets.get(period_of(routine), [])
    for menu in program.menus.values():
        unit = units[f"offer.{menu.id}"] = Unit(decides=True)
        unit.calls += _hooks(reader, f"offer.{menu.id}")
        _fill(unit, reader, (menu.who,))
        for name in menu.actions:
            action = program.actions[name]
            _fill(unit, reader, (action.live, action.condition, action.choices, action.costs))
            unit.writes += [cost.field for cost in action.costs]
            unit.writes += [f"once.{action.id}"] if action.once else []
            unit.calls.append(action.routine)
        unit.writes += resets.get(menu.id, [])
    return units


def hooks_unit(call: str) -> str:
    """The unit that stands for all that may run around the calls of a name."""
    return f"hooks {call}"


def _hooks(reader: Reader, unit: str) -> list[str]:
    answers = reader.calls.of(unit)
    return [hooks_unit(answers.symbol.name)] if answers is not None else []


def _around(reader: Reader, answers: Answers) -> Unit:
    """What runs around the calls of a name."""
    unit = Unit()
    for own in answers.bits.values():
        for hook in {each.id: each for each, _ in own}.values():
            _fill(unit, reader, (hook.live, hook.me, hook.condition))
            unit.calls.append(hook.routine)
            unit.decides |= hook.ask is not None
            unit.writes += [f"once.{hook.id}"] if hook.once else []
    for wait in answers.waits:
        _fill(unit, reader, (wait.condition,))
        unit.calls.append(wait.routine)
    unit.writes += [past_column(answers.symbol.name, period) for period in answers.kept]
    return unit


def period_of(routine: Routine) -> str:
    """The name under which a routine is a period; empty for one that is none."""
    match routine.nature:
        case "procedure":
            return routine.id
        case "action":
            return routine.id.removeprefix("action.").partition("@")[0]
        case _:
            return ""


def unit_of(reader: Reader, body: Any) -> Unit:
    """What some nodes do by themselves."""
    unit = Unit()
    _fill(unit, reader, body)
    return unit


def _fill(unit: Unit, reader: Reader, body: Any) -> None:
    program = reader.program
    for node in walk((body,)):
        match node:
            case Put(field=name):
                unit.writes.append(name)
            case Call(routine=name):
                unit.calls += dict.fromkeys(program.does[name].texts.values()) if name in program.does else [name]
            case Offer(menu=name):
                unit.calls.append(f"offer.{name}")
            case Builtin(name=name, arguments=arguments):
                symbol = reader.shelf[name]
                unit.decides |= symbol.decides
                unit.leaves |= "step" in arguments
                unit.calls += [hooks_unit(each) for each in called_by(name) if each in reader.calls.answers]
                for each in symbol.changes:
                    unit.writes += reader.columns(each, moved_type(reader, node))
            case Get(field=name):
                unit.calls += [f"field {name}"] if program.fields[name].derived is not None else []
            case Var():
                continue


def called_by(builtin: str) -> tuple[str, ...]:
    """The built-ins that hooks see when one is called: itself, and what it does by others."""
    return (builtin, "move", "shuffle") if builtin == "draw" else (builtin,)


def moved_type(reader: Reader, call: Builtin) -> Type:
    """The type of the things that a built-in changes."""
    what = call.arguments.get("what")
    if isinstance(what, Expression) and reader.scene.families_of(what.type):
        return what.type
    source = call.arguments.get("source", what)
    if isinstance(source, Const):
        holds = next((p.holds for p in reader.program.places.values() if source.value in p.things), ())
        if len(holds) == 1:
            return Kind(holds[0])
    return THING


class Graph:
    """A Graph answers what is reached by calls from a unit, itself included."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        self.units = units
        self._reached: dict[str, list[str]] = {}

    def reach(self, name: str) -> list[str]:
        """The units that run when one runs, itself first."""
        if name not in self._reached:
            found = {name: None}
            ahead = [name]
            for each in ahead:
                for called in self.units[each].calls if each in self.units else ():
                    if called not in found:
                        found[called] = None
                        ahead.append(called)
            self._reached[name] = list(found)
        return self._reached[name]

    def in_cycle(self, name: str) -> bool:
        """Whether a unit may run again while it runs."""
        return any(name in self.reach(called) for called in self.units[name].calls)

    def writes(self, name: str) -> list[str]:
        """The columns that running a unit may write."""
        reached = [self.units[each] for each in self.reach(name) if each in self.units]
        return list(dict.fromkeys(column for unit in reached for column in unit.writes))

    def leaves(self, name: str) -> bool:
        """Whether running a unit may leave a step."""
        return any(self.units[each].leaves for each in self.reach(name) if each in self.units)
