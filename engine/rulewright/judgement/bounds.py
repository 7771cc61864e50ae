"""What is surely known of a value or a condition, however a game goes and whichever options are chosen."""

from __future__ import annotations

import math
from typing import Any

from rulewright.judgement.survey import Reading
from rulewright.language.analysis.intervals import calculated
from rulewright.language.analysis.trees import conjuncts, equal, shape
from rulewright.language.tree import (
    Arith,
    AsList,
    Builtin,
    Compare,
    Const,
    ConstList,
    Either,
    Expression,
    Filter,
    Get,
    ListOf,
    Logic,
    Not,
    Put,
    Range,
    Truth,
)
from rulewright.language.types import PLAYER, Int, List

Interval = tuple[float, float]
ANY: Interval = (-math.inf, math.inf)

_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


class Bounds:
    """A Bounds answers what is surely so of expressions of one reading."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.program = reading.program
        self._open: list[str] = []

    def never(self, condition: Expression | None) -> bool:
        """Whether a condition can never hold."""
        return condition is not None and (self.truth(condition) is False or self._clash(conjuncts(condition)))

    def truth(self, node: Expression) -> bool | None:
        """Whether a condition always holds or never does; None where that is open."""
        match node:
            case Const(value=bool() as value):
                return None if self.reading.option(node) else value
            case Not(of=of):
                inner = self.truth(of)
                return None if inner is None else not inner
            case Logic(op=op, left=left, right=right):
                both = (self.truth(left), self.truth(right))
                decides = op == "or"
                if decides in both:
                    return decides
                return None if None in both else not decides
            case Compare():
                return self._compared(node)
            case Truth(of=of) if isinstance(of.type, List):
                return False if self.empty(of) else None
            case _:
                return None

    def empty(self, source: Expression) -> bool:
        """Whether a list never has anything in it."""
        match source:
            case ConstList(values=values):
                return not values
            case ListOf(items=items):
                return not items
            case Range(low=low, high=high):
                return self.interval(high)[1] < self.interval(low)[0]
            case Filter(source=inner, key=key):
                return self.empty(inner) or self.never(key.body)
            case _:
                return False

    def most(self, source: Expression) -> float:
        """How many a list has at most."""
        match source:
            case ConstList(values=values):
                return len(values)
            case ListOf(items=items):
                return len(items)
            case Filter(source=inner):
                return 0 if self.empty(source) else self.most(inner)
            case AsList():
                return 1
            case _:
                return math.inf

    def interval(self, node: Expression) -> Interval:
        """The least and the greatest value that a number can have."""
        match node:
            case Const(value=int() as value):
                return self._of_option(node) if self.reading.option(node) else (value, value)
            case Get(field=name, type=Int()):
                return self.field(name)
            case Builtin(name="count", arguments=arguments):
                return self._of_count(arguments.get("xs"))
            case Arith(op=op, left=left, right=right):
                return calculated(op, self.interval(left), self.interval(right)) or ANY
            case Either(yes=yes, no=no):
                (a, b), (c, d) = self.interval(yes), self.interval(no)
                return min(a, c), max(b, d)
            case _:
                return ANY

    def start(self, field: str) -> Interval:
        """The least and the greatest value with which a stored number begins."""
        symbol = self.program.fields[field]
        given = [*symbol.start.values(), *([symbol.default] if symbol.default is not None else [])]
        if not given:
            return 0, 0
        ends = [self.interval(each) for each in given]
        return min(low for low, _ in ends), max(high for _, high in ends)

    def puts(self, field: str) -> list[Put]:
        """Where a field is given a value."""
        return [node for node in self.reading.nodes if isinstance(node, Put) and node.field == field]

    def field(self, name: str) -> Interval:
        """The least and the greatest value that a number of things can have."""
        symbol = self.program.fields[name]
        if name in self._open:
            return ANY
        self._open.append(name)
        modified = any(each.field == name for each in self.program.modifiers)
        found = ANY
        if symbol.derived is not None:
            found = ANY if modified else self.interval(symbol.derived)
        elif name not in self.reading.analysis.mutable and not modified:
            found = self.start(name)
        else:
            low = self.interval(symbol.low)[0] if symbol.low is not None else -math.inf
            high = self.interval(symbol.high)[1] if symbol.high is not None else math.inf
            found = low, high
        self._open.pop()
        return found

    def _of_option(self, node: Const) -> Interval:
        """The least and the greatest of the values that an option may have."""
        option = self.reading.pack.options[self.reading.option(node)]
        values = [int(each.source) for each in option.values if each.source.isdecimal()]
        return (min(values), max(values)) if values else ANY

    def _of_count(self, counted: Any) -> Interval:
        match counted:
            case ConstList(type=List(item=item)) if item == PLAYER:
                low, high = self.reading.pack.header.players
                return low, high
            case _:
                return 0, math.inf

    def _compared(self, node: Compare) -> bool | None:
        left, right = node.left, node.right
        if isinstance(left.type, Int) and isinstance(right.type, Int):
            return _ordered(node.op, self.interval(left), self.interval(right))
        match left, right:
            case Const(), Const():
                settled = not self.reading.option(left) and not self.reading.option(right)
                return (left.value == right.value) is (node.op == "==") if settled else None
            case _:
                return (node.op == "==") if equal(left, right) else None

    def _clash(self, conditions: list[Expression]) -> bool:
        """Whether conditions contradict each other: of one value they want what cannot be together."""
        numbers: dict[Any, Interval] = {}
        names: dict[Any, Any] = {}
        truths: dict[Any, bool] = {}
        for each in conditions:
            match each:
                case Compare(op="==", left=left, right=Const(value=value) as right) if not isinstance(left.type, Int):
                    if self.reading.option(right):
                        continue
                    if names.setdefault(shape(left), value) != value:
                        return True
                case Compare() if isinstance(each.left.type, Int):
                    for key, limits in self._limits(each):
                        low, high = numbers.get(key, ANY)
                        numbers[key] = max(low, limits[0]), min(high, limits[1])
                        if numbers[key][0] > numbers[key][1]:
                            return True
            inner, wanted = (each.of, False) if isinstance(each, Not) else (each, True)
            if truths.setdefault(shape(inner), wanted) is not wanted:
                return True
        return False

    def _limits(self, node: Compare) -> list[tuple[Any, Interval]]:
        """Between which numbers each side of a comparison must lie for it to hold."""
        found = []
        for op, one, other in ((node.op, node.left, node.right), (_FLIPPED[node.op], node.right, node.left)):
            low, high = self.interval(other)
            limits = {"==": (low, high), "<": (-math.inf, high - 1), "<=": (-math.inf, high)}
            limits |= {">": (low + 1, math.inf), ">=": (low, math.inf)}
            if op in limits and not isinstance(one, Const):
                found.append((shape(one), limits[op]))
        return found


def _ordered(op: str, one: Interval, other: Interval) -> bool | None:
    """What comparing two numbers gives of which the bounds are known."""
    (a, b), (c, d) = one, other
    always = {"<": b < c, "<=": b <= c, ">": a > d, ">=": a >= d, "==": a == b == c == d, "!=": b < c or a > d}[op]
    never = {"<": a >= d, "<=": a > d, ">": b <= c, ">=": b < c, "==": b < c or a > d, "!=": a == b == c == d}[op]
    return True if always else False if never else None
