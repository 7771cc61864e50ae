"""Python's syntax tree, made without places; `places.py` puts them in.

A node is never used twice: a place belongs to one use. Names may be any string, so what the emitter makes up holds a
`$` or a `.` and can meet no name of a designer.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

TABLE = "$t"
Block = list[ast.stmt]

_BINARY: dict[str, type[ast.operator]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "/": ast.FloorDiv,
    "%": ast.Mod,
    ">>": ast.RShift,
    "&": ast.BitAnd,
    "|": ast.BitOr,
}
_COMPARISONS: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "in": ast.In,
    "not in": ast.NotIn,
    "is": ast.Is,
    "is not": ast.IsNot,
}


def name(id_: str) -> ast.Name:
    """The value of a variable."""
    return ast.Name(str(id_), ast.Load())


def table() -> ast.Name:
    """The table, which is the first parameter of every function."""
    return name(TABLE)


def const(value: Any) -> ast.Constant:
    """A value written out."""
    return ast.Constant(value)


def constants(values: Sequence[Any]) -> ast.Constant:
    """A tuple of values written out, which costs nothing to make."""
    given: Any = tuple(values)
    return ast.Constant(given)


def slot(attribute: str) -> ast.Attribute:
    """What a slot of the table holds."""
    return ast.Attribute(table(), str(attribute), ast.Load())


def attribute(of: ast.expr, attribute_: str) -> ast.Attribute:
    """An attribute of a value."""
    return ast.Attribute(of, attribute_, ast.Load())


def at(of: ast.expr, index: ast.expr) -> ast.Subscript:
    """An item of a list or tuple."""
    return ast.Subscript(of, index, ast.Load())


def call(function: str | ast.expr, *arguments: ast.expr) -> ast.Call:
    """A call by position."""
    return ast.Call(name(function) if isinstance(function, str) else function, list(arguments), [])


def call_named(function: str, arguments: Sequence[ast.expr], named: Mapping[str, ast.expr]) -> ast.Call:
    """A call with some arguments by name."""
    return ast.Call(name(function), list(arguments), [ast.keyword(each, value) for each, value in named.items()])


def method(of: ast.expr, which: str, *arguments: ast.expr) -> ast.Call:
    """A call of a method."""
    return call(attribute(of, which), *arguments)


def calculate(op: str, left: ast.expr, right: ast.expr) -> ast.BinOp:
    """A calculation with two values."""
    return ast.BinOp(left, _BINARY[op](), right)


def compare(op: str, left: ast.expr, right: ast.expr) -> ast.Compare:
    """A comparison of two values."""
    return ast.Compare(left, [_COMPARISONS[op]()], [right])


def between(low: ast.expr, value: ast.expr, high: ast.expr) -> ast.Compare:
    """Whether low <= value < high."""
    return ast.Compare(low, [ast.LtE(), ast.Lt()], [value, high])


def negated(of: ast.expr) -> ast.expr:
    """The opposite of a truth."""
    match of:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return inner
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            return ast.Compare(left, [ast.NotEq()], [right])
        case ast.Compare(left=left, ops=[ast.In()], comparators=[right]):
            return ast.Compare(left, [ast.NotIn()], [right])
        case _:
            return ast.UnaryOp(ast.Not(), of)


def both(conditions: Sequence[ast.expr]) -> ast.expr:
    """Whether all of some conditions hold; there is at least one."""
    return conditions[0] if len(conditions) == 1 else ast.BoolOp(ast.And(), list(conditions))


def either(conditions: Sequence[ast.expr]) -> ast.expr:
    """Whether one of some conditions holds; there is at least one."""
    return conditions[0] if len(conditions) == 1 else ast.BoolOp(ast.Or(), list(conditions))


def choice(condition: ast.expr, yes: ast.expr, no: ast.expr) -> ast.IfExp:
    """One of two values."""
    return ast.IfExp(condition, yes, no)


def keep(variable: str, value: ast.expr) -> ast.NamedExpr:
    """A value that is also kept in a variable."""
    return ast.NamedExpr(ast.Name(variable, ast.Store()), value)


def listed(items: Sequence[ast.expr]) -> ast.List:
    """A new list."""
    return ast.List(list(items), ast.Load())


def grouped(items: Sequence[ast.expr]) -> ast.Tuple:
    """A new tuple."""
    return ast.Tuple(list(items), ast.Load())


def starred(of: ast.expr) -> ast.Starred:
    """The items of a list, inside another one."""
    return ast.Starred(of, ast.Load())


def do(value: ast.expr) -> ast.Expr:
    """An expression for what it does."""
    return ast.Expr(value)


def let(variable: str, value: ast.expr) -> ast.Assign:
    """A variable gets a value."""
    return ast.Assign([ast.Name(str(variable), ast.Store())], value)


def let_all(variables: Sequence[str], value: ast.expr) -> ast.Assign:
    """Variables get the items of a tuple."""
    return ast.Assign([ast.Tuple([ast.Name(str(each), ast.Store()) for each in variables], ast.Store())], value)


def put(of: ast.expr, index: ast.expr, value: ast.expr) -> ast.Assign:
    """An item of a list gets a value."""
    return ast.Assign([ast.Subscript(of, index, ast.Store())], value)


def change(of: ast.expr, index: ast.expr, op: str, value: ast.expr) -> ast.AugAssign:
    """An item of a list is changed by a value."""
    return ast.AugAssign(ast.Subscript(of, index, ast.Store()), _BINARY[op](), value)


def put_slot(attribute: str, value: ast.expr) -> ast.Assign:
    """A slot of the table gets a value."""
    return ast.Assign([ast.Attribute(table(), str(attribute), ast.Store())], value)


def add_to_slot(attribute: str, op: str, value: ast.expr) -> ast.AugAssign:
    """A slot of the table is changed by a value."""
    return ast.AugAssign(ast.Attribute(table(), attribute, ast.Store()), _BINARY[op](), value)


def add(variable: str, op: str, value: ast.expr) -> ast.AugAssign:
    """A variable is changed by a value."""
    return ast.AugAssign(ast.Name(variable, ast.Store()), _BINARY[op](), value)


def beginning(of: ast.expr, end: ast.expr) -> ast.Subscript:
    """The first items of a list."""
    return ast.Subscript(of, ast.Slice(None, end), ast.Load())


def put_all(of: ast.expr, value: ast.expr) -> ast.Assign:
    """A list gets the items of another one."""
    return ast.Assign([ast.Subscript(of, ast.Slice(), ast.Store())], value)


def put_part(of: ast.expr, low: ast.expr, high: ast.expr, value: ast.expr) -> ast.Assign:
    """The items from low up to high get those of another list."""
    return ast.Assign([ast.Subscript(of, ast.Slice(low, high), ast.Store())], value)


def when(condition: ast.expr, body: Block, other: Block | None = None) -> ast.If:
    """A branch."""
    return ast.If(condition, body or [ast.Pass()], other or [])


def each(variable: str, source: ast.expr, body: Block) -> ast.For:
    """A loop over a list."""
    return ast.For(ast.Name(str(variable), ast.Store()), source, body or [ast.Pass()], [])


def each_of(variables: Sequence[str], source: ast.expr, body: Block) -> ast.For:
    """A loop over a list of tuples."""
    target = ast.Tuple([ast.Name(str(variable), ast.Store()) for variable in variables], ast.Store())
    return ast.For(target, source, body or [ast.Pass()], [])


def loop(condition: ast.expr, body: Block) -> ast.While:
    """A loop as long as a condition holds."""
    return ast.While(condition, body or [ast.Pass()], [])


def give(value: ast.expr | None = None) -> ast.Return:
    """The end of a function."""
    return ast.Return(value)


def function(name_: str, parameters: Sequence[str], body: Block) -> ast.FunctionDef:
    """A function of the table and some parameters."""
    arguments = [ast.arg(str(each)) for each in (TABLE, *parameters)]
    return ast.FunctionDef(str(name_), ast.arguments([], arguments, None, [], [], None, []), body or [ast.Pass()], [])


def finally_(body: Block, last: Block) -> ast.Try:
    """Statements, and what is done after them however they end."""
    return ast.Try(body or [ast.Pass()], [], [], last)


def unless_left(body: Block, leave: ast.expr, unwind: Block) -> ast.Try:
    """Statements, and what is done when they are left by an exception, which goes on."""
    return ast.Try(body, [ast.ExceptHandler(leave, None, [*unwind, ast.Raise(None, None)])], [], [])
