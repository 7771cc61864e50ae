"""Computing what is known at load: start values, option rulings, columns of what never changes.

Values are as at run time. What cannot be known raises Unknown; nothing here decides, draws or changes.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rulewright.language.analysis.scene import Scene
from rulewright.language.analysis.trees import shape
from rulewright.language.analysis.values import is_something, listed, modified, nothing, ordered
from rulewright.language.builtin import BuiltinSymbol, Pattern
from rulewright.language.program import FieldSymbol, ModifierSymbol, Program
from rulewright.language.tree import (
    Alive,
    Arith,
    AsList,
    Assign,
    Builtin,
    Call,
    Compare,
    Const,
    ConstList,
    Contains,
    Each,
    Either,
    Expression,
    Fallback,
    Filter,
    For,
    Get,
    If,
    Inside,
    IsKind,
    Join,
    Keyed,
    ListOf,
    Logic,
    Not,
    Prop,
    Range,
    Return,
    Truth,
    Var,
    While,
    Without,
)
from rulewright.language.types import LARGEST, PLAYER, Int, List, Maybe, Type

LONGEST = 100_000
"""How many rounds of loops, items of ranges and calls one evaluation may cost."""

OPERATIONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "%": operator.mod,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
Values = Mapping[str, Any]


class Unknown(Exception):
    """An Unknown says that a value cannot be told at load."""


class Evaluator:
    """An Evaluator computes expressions at load.

    Of fields that some text writes it knows the start value if `start` is set, as of its `beginning`, else nothing.
    """

    def __init__(
        self,
        program: Program,
        scene: Scene,
        shelf: Mapping[str, BuiltinSymbol],
        mutable: Mapping[str, None],
        start: bool,
    ) -> None:
        self.program = program
        self.scene = scene
        self.shelf = shelf
        self.mutable = mutable
        self.start = start
        self.beginning = self if start else Evaluator(program, scene, shelf, mutable, start=True)
        self._budget = LONGEST
        self._open: list[tuple[str, int]] = []
        modified_calls = [each.field.partition("(")[0] for each in program.modifiers if "(" in each.field]
        self._answered = {*(hook.call for hook in program.hooks), *modified_calls}
        self._fields: dict[tuple[str, int], Any] = {}
        self._columns: dict[Any, dict[int, Any] | None] = {}

    def known(self, node: Expression, values: Values | None = None) -> Any:
        """The value of an expression. Raises Unknown, also where computing it fails as it will when it is run."""
        self._budget = LONGEST
        try:
            return self.value(node, values or {})
        except (ArithmeticError, TypeError, RecursionError, IndexError) as fault:
            raise Unknown from fault

    def known_of_each(self, node: Expression, name: str, kind: str) -> dict[int, Any]:
        """The value of an expression for each thing of a kind as the variable `name`. Raises Unknown if one has none.

        Many texts ask the same of the same things: that is computed once.
        """
        key = kind, name, shape(node)
        if key not in self._columns:
            try:
                self._columns[key] = {thing: self.known(node, {name: thing}) for thing in self.scene.things_of(kind)}
            except Unknown:
                self._columns[key] = None
        found = self._columns[key]
        if found is None:
            raise Unknown
        return found

    def value(self, node: Expression, values: Values) -> Any:
        """The value of an expression whose variables have these values."""
        match node:
            case Const(value=value):
                return value
            case ConstList(values=items):
                return items
            case Var(name=name):
                if name not in values:
                    raise Unknown
                return values[name]
            case Get(field=name, of=of):
                return self.field(self.program.fields[name], self.value(of, values))
            case Prop(name=name, of=of):
                found = self.property(name, self.value(of, values))
                if node.type == PLAYER and found <= 0:
                    raise Unknown
                return found
            case Alive(of=of) if self.start:
                return self.scene.starts_alive(self.value(of, values))
            case Inside(of=of, kind=kind) if self.start:
                return self._inside(self.value(of, values), kind)
            case Arith() | Compare():
                return _calculated(node.op, self.value(node.left, values), self.value(node.right, values))
            case Truth(of=of):
                return is_something(self.value(of, values), of.type)
            case Not(of=of):
                return not self.value(of, values)
            case Logic(op=op, left=left, right=right):
                first = self.value(left, values)
                return first if first is (op == "or") else self.value(right, values)
            case Either(condition=condition, yes=yes, no=no):
                return self.value(yes if self.value(condition, values) else no, values)
            case Fallback(left=left, right=right):
                first = self.value(left, values)
                return first if is_something(first, left.type) else self.value(right, values)
            case IsKind(of=of, kind=kind):
                return self.value(of, values) in self.scene.things_of(kind)
            case Contains(item=item, source=source):
                return self.value(item, values) in self.value(source, values)
            case Call(routine=name, arguments=arguments):
                return self._call(name, [self.value(each, values) for each in arguments])
            case Builtin():
                return self._builtin(node, values)
            case _:
                return self._list(node, values)

    def _list(self, node: Expression, values: Values) -> Any:
        match node:
            case Filter(source=source, key=key):
                return tuple(each for each in self.value(source, values) if self._keyed(key, values)(each))
            case Each(source=source, key=key, flat=flat, type=kind):
                read = [self._keyed(key, values)(each) for each in self.value(source, values)]
                items = [item for each in read for item in listed(each)] if flat else read
                return tuple(items) if _of_numbers(kind) else ordered(items)
            case ListOf(items=items):
                return ordered([self.value(each, values) for each in items])
            case AsList(of=of):
                given = self.value(of, values)
                return (given,) if is_something(given, of.type) else ()
            case Range(low=low, high=high):
                span = range(self.value(low, values), self.value(high, values) + 1)
                self._pay(len(span))
                return tuple(span)
            case Join(left=left, right=right):
                return ordered([*self.value(left, values), *self.value(right, values)])
            case Without(left=left, right=right):
                gone = self.value(right, values)
                return tuple(each for each in self.value(left, values) if each not in gone)
            case _:
                raise Unknown

    def _keyed(self, key: Keyed, values: Values) -> Callable[[Any], Any]:
        return lambda item: self.value(key.body, {**values, key.var: item})

    def _pay(self, cost: int) -> None:
        self._budget -= cost
        if self._budget < 0:
            raise Unknown

    def field(self, symbol: FieldSymbol, thing: int) -> Any:
        """A field of a thing, modifiers included."""
        key = symbol.id, thing
        if key in self._fields:
            return self._fields[key]
        if key in self._open:
            raise Unknown
        self._open.append(key)
        try:
            value = self._fields[key] = self._modified(symbol, thing, self._stored(symbol, thing))
        finally:
            self._open.pop()
        return value

    def stored(self, symbol: FieldSymbol, thing: int) -> Any:
        """What a stored field of a thing begins with, as the table is at the start."""
        text = symbol.start.get(thing, symbol.default)
        return nothing(symbol.type) if text is None else self.beginning.known(text, {"it": thing})

    def _stored(self, symbol: FieldSymbol, thing: int) -> Any:
        if symbol.derived is not None:
            return self.value(symbol.derived, {"it": thing})
        if symbol.id in self.mutable and not self.start:
            raise Unknown
        return self.stored(symbol, thing)

    def _modified(self, symbol: FieldSymbol, thing: int, value: Any) -> Any:
        amounts = self._amounts(symbol.id, thing)
        return self.bounded(symbol, thing, modified(value, amounts)) if amounts else value

    def _amounts(self, field: str, thing: int) -> list[tuple[str, Any]]:
        held = [each for each in self.program.modifiers if each.field == field and self._holds(each, thing)]
        return [(each.op, self.value(each.amount, {"it": thing, "this": each.owner})) for each in held]

    def bounded(self, symbol: FieldSymbol, thing: int, value: Any) -> Any:
        """A value of a field moved within its bounds."""
        if symbol.low is not None:
            value = max(value, self.value(symbol.low, {"it": thing}))
        if symbol.high is not None:
            value = min(value, self.value(symbol.high, {"it": thing}))
        return value

    def _holds(self, modifier: ModifierSymbol, thing: int) -> bool:
        texts = [text for text in (modifier.live, modifier.condition) if text is not None]
        here, values = thing in self.scene.things_of(modifier.kind), {"it": thing, "this": modifier.owner}
        return here and all(self.value(text, values) for text in texts)

    def property(self, name: str, thing: int) -> Any:
        """What a thing has without a declaration."""
        symbol = self.program.things[thing]
        match name:
            case "from" | "to":
                return symbol.ends[name == "to"]
            case "link":
                return symbol.ends[2]
            case "of":
                return symbol.of
            case "seat":
                return thing
            case "number":
                made = (symbol.definition, symbol.of)
                return sum((each.definition, each.of) == made for each in self.program.things[: thing + 1])
            case "at" if self.start or symbol.at < 0:
                return symbol.at
            case "owner" if self.start or "thing.owner" not in self.mutable:
                return symbol.owner
            case "open" if self.start or "link.open" not in self.mutable:
                return all(amount for _, amount in self._amounts("link.open", thing))
            case "exits" | "entries":
                arrows = [self.program.things[each] for each in self.scene.things_of("arrow")]
                own = [each for each in arrows if each.ends[name == "entries"] == thing]
                return tuple(each.number for each in own if self.property("open", each.ends[2]))
            case _:
                raise Unknown

    def _inside(self, holder: int, kind: str) -> tuple[int, ...]:
        return tuple(thing for thing in self.scene.things_of(kind) if self.program.things[thing].at == holder)

    def _builtin(self, node: Builtin, values: Values) -> Any:
        symbol = self.shelf[node.name]
        if symbol.needs_table:
            raise Unknown
        given: list[Any] = []
        for parameter in symbol.parameters:
            argument = node.arguments.get(parameter.name)
            if isinstance(argument, Keyed | tuple):
                keys = argument if isinstance(argument, tuple) else (argument,)
                given += [self._keyed(each, values) for each in keys]
            elif isinstance(argument, ListOf) and parameter.pattern is Pattern.NUMBERS and _of_numbers(argument.type):
                given.append(tuple(self.value(each, values) for each in argument.items))
            elif isinstance(argument, Expression):
                given.append(self.value(argument, values))
        if isinstance(node.type, Maybe) and "xs" in node.arguments and not given[0]:
            return nothing(node.type)
        return tuple(found) if isinstance(found := symbol.run(*given), list) else found

    def _call(self, name: str, arguments: list[Any]) -> Any:
        self._pay(1)
        if name in self._answered:
            raise Unknown
        if name in self.program.tables:
            for low, high, value in self.program.tables[name].rows:
                if low <= arguments[0] <= high:
                    return self.value(value, {})
            raise Unknown
        if name not in self.program.routines:
            raise Unknown
        routine = self.program.routines[name]
        values = dict(zip((each.name for each in routine.parameters), arguments, strict=True))
        given = self._run(routine.body, values)
        return given[0] if given is not None else None

    def _run(self, body: Iterable[Any], values: dict[str, Any]) -> tuple[Any] | None:
        """Run statements; what they return, in a tuple, or None where they run to their end."""
        for statement in body:
            given: tuple[Any] | None = None
            match statement:
                case Assign(name=name, value=value):
                    values[name] = self.value(value, values)
                case Return(value=value):
                    return (None if value is None else self.value(value, values),)
                case If(branches=branches, other=other):
                    taken = next((then for condition, then in branches if self.value(condition, values)), other)
                    given = self._run(taken, values)
                case For(var=var, source=source, body=inner):
                    given = self._run_for_each(var, self.value(source, values), inner, values)
                case While(condition=condition, body=inner):
                    while given is None and self.value(condition, values):
                        self._pay(1)
                        given = self._run(inner, values)
                case _:
                    raise Unknown
            if given is not None:
                return given
        return None

    def _run_for_each(self, var: str, items: Any, body: Iterable[Any], values: dict[str, Any]) -> tuple[Any] | None:
        for item in items:
            self._pay(1)
            values[var] = item
            given = self._run(body, values)
            if given is not None:
                return given
        return None


def _calculated(op: str, left: Any, right: Any) -> Any:
    result = OPERATIONS[op](left, right)
    if op == "*" and abs(result) > LARGEST:
        raise Unknown
    return result


def _of_numbers(kind: Type) -> bool:
    """Whether a type is that of a list of numbers, which may hold one twice."""
    return isinstance(kind, List) and isinstance(kind.item, Int)
