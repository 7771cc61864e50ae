"""The mutations of a module: at which expressions one could be wrong, and how; and probes that tell which were met.

A site is an expression; its mutations are named by number, in the order of the module. What cannot be met as an
expression or says nothing to Python when it runs is left alone: patterns, annotations, unions of types, f-strings.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

PROBE = "_met"  # a built-in name in the probed copy: a function of the number of a site

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
KINDS = ("comparison", "boolean", "condition", "constant", "arithmetic")
_LEFT_ALONE = (ast.pattern, ast.JoinedStr, ast.Import, ast.ImportFrom)
_TEXTS = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp)  # `-` between them fails wherever it is met


@dataclass(frozen=True, slots=True)
class Mutation:
    """A Mutation is one change of a module: its site and line, its kind, and the expression before and after."""

    site: int
    line: int
    kind: str
    before: str
    after: str


def mutations(source: str, kinds: Sequence[str] = KINDS) -> list[Mutation]:
    """All mutations of a module, by line of its sites."""
    found = []
    for number, (site, asked) in enumerate(_sites(ast.parse(source))):
        for kind, changed in _changes(site, asked):
            if kind in kinds:
                found.append(Mutation(number, site.lineno, kind, ast.unparse(site), ast.unparse(changed)))
    return found


def mutated(source: str, mutation: Mutation | None) -> str:
    """A module's source with one mutation, or with none; without its comments in either case."""
    tree = ast.parse(source)
    if mutation is None:
        return ast.unparse(tree)
    changed = ast.parse(mutation.after, mode="eval").body
    return ast.unparse(_replaced(tree, lambda number, site: changed if number == mutation.site else site))


def probed(source: str, first: int) -> tuple[str, int]:
    """A module's source in which every site tells that it was met, numbered from `first`; and how many there are."""

    def probe(number: int, site: ast.expr) -> ast.expr:
        call = ast.Call(ast.Name(PROBE, ast.Load()), [ast.Constant(first + number)], [])
        return ast.BoolOp(ast.Or(), [call, site])  # a probe gives None

    tree = ast.parse(source)
    count = sum(1 for _ in _sites(tree))
    return ast.unparse(_replaced(tree, probe)), count


def _replaced(tree: ast.Module, change: Callable[[int, ast.expr], ast.expr]) -> ast.Module:
    numbers = {id(site): number for number, (site, _) in enumerate(_sites(tree))}

    class Replacing(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            number = numbers.get(id(node))
            whole = self.generic_visit(node)
            return change(number, whole) if number is not None and isinstance(whole, ast.expr) else whole

    Replacing().visit(tree)
    return ast.fix_missing_locations(tree)


def _sites(node: ast.AST, asked: bool = False) -> Iterator[tuple[ast.expr, bool]]:
    """The expressions below a node that have mutations, a node before what it holds, and which are conditions."""
    if isinstance(node, _LEFT_ALONE) or _is_union(node):
        return
    if isinstance(node, ast.expr) and any(True for _ in _changes(node, asked)):
        yield node, asked
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _sites(child, asked=name in ("test", "ifs", "guard"))


def _changes(site: ast.expr, asked: bool) -> Iterator[tuple[str, ast.expr]]:
    """The kinds of change of one expression, with what it becomes."""
    match site:
        case ast.Compare(ops=ops):
            for place, old in enumerate(ops):
                for new in COMPARISONS[type(old)]:
                    changed = copy.deepcopy(site)
                    changed.ops[place] = new()
                    yield "comparison", changed
        case ast.BoolOp(op=ast.And(), values=values):
            yield "boolean", ast.BoolOp(ast.Or(), values)
        case ast.BoolOp(op=ast.Or(), values=values):
            yield "boolean", ast.BoolOp(ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "boolean", operand
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            yield "arithmetic", operand
        case ast.Constant(value=bool(value)):
            yield "constant", ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield "constant", ast.Constant(value + 1)
        case ast.BinOp(op=op, left=left, right=right) if type(op) in ARITHMETIC and not _joins(site):
            yield "arithmetic", ast.BinOp(left, ARITHMETIC[type(op)](), right)
        case ast.Call() | ast.Name() | ast.Attribute() | ast.NamedExpr() if asked:
            yield "condition", ast.UnaryOp(ast.Not(), site)


def _joins(site: ast.BinOp) -> bool:
    """Whether an addition joins texts or lists, as far as can be seen."""
    sides = (site.left, site.right)
    return any(isinstance(side, _TEXTS) or _is_text(side) for side in sides)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_union(node: ast.AST) -> bool:
    """Whether an expression is a union of types: `A | B`, `int | None`."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.BitOr):
        return False
    return any(_is_union(side) or _is_type(side) for side in (node.left, node.right))


def _is_type(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=None):
            return True
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in ("int", "str", "bool", "tuple", "list", "dict") or (name[0].isupper() and not name.isupper())
        case ast.Subscript(value=value):
            return _is_type(value)
    return False
