"""Between which numbers a value surely lies: what is proven here is not checked at run time."""

from __future__ import annotations

from rulewright.language.analysis.intervals import calculated
from rulewright.language.emit.emitter import Emitter
from rulewright.language.tree import Arith, Builtin, Const, Either, Expression, Get, Symbols
from rulewright.language.types import LARGEST, Bool, Enum, Int

Interval = tuple[int, int]
_UNCHECKED: Interval = (-(2**64), 2**64)
_COUNTED: Interval = (0, 2**20)


def interval(emitter: Emitter, node: Expression) -> Interval:
    """The least and the greatest value that an expression can have; a sum may reach beyond LARGEST."""
    match node:
        case Const(value=int() as value):
            return int(value), int(value)
        case Get(field=name):
            return _field(emitter, name)
        case Builtin(name="count") | Symbols():
            return _COUNTED
        case Arith(op=op, left=left, right=right):
            one, other = interval(emitter, left), interval(emitter, right)
            if op == "%" and other[0] > 0:
                return 0, other[1] - 1
            return calculated(op, one, other) or _UNCHECKED
        case Either(yes=yes, no=no):
            (a, b), (c, d) = interval(emitter, yes), interval(emitter, no)
            return min(a, c), max(b, d)
        case _ if isinstance(node.type, Bool | Enum):
            return _COUNTED
        case _:
            return _UNCHECKED  # a local, or what is given back, may be a sum beyond LARGEST


def _field(emitter: Emitter, name: str) -> Interval:
    symbol = emitter.program.fields[name]
    if symbol.derived is not None or not isinstance(symbol.type, Int):
        return _UNCHECKED
    if name not in emitter.analysis.mutable and not any(each.field == name for each in emitter.program.modifiers):
        given = [*symbol.start.values(), *([symbol.default] if symbol.default is not None else [])]
        if given and all(isinstance(each, Const) and isinstance(each.value, int) for each in given):
            values = [each.value for each in given if isinstance(each, Const) and each.value is not None]
            return min(values), max(values)
    low = symbol.low.value if isinstance(symbol.low, Const) and symbol.low.value is not None else -LARGEST
    high = symbol.high.value if isinstance(symbol.high, Const) and symbol.high.value is not None else LARGEST
    return int(low), int(high)
