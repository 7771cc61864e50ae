"""Checking texts that are no part of a pack against it: what a test sets, runs and expects.

What is sound becomes a procedure of the program, to be compiled with the rest and called by its name with the player
who is `me`; of a text with faults nothing stays in the program.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from rulewright.language.check.context import Context, World
from rulewright.language.check.convert import fit, truth
from rulewright.language.check.faults import Faults
from rulewright.language.check.statements import block
from rulewright.language.program import Parameter, Routine
from rulewright.language.syntax import nodes
from rulewright.language.syntax.nodes import Node, Place, StatementNode
from rulewright.language.syntax.parse import parse
from rulewright.language.tree import Block, Const, Expression, Return, Var
from rulewright.language.types import BOOL, NOTHING, PLAYER, Die, Nothing, Roll, Type, Unknown
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span, Text

_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=", "in", "not in")


@dataclass(frozen=True, slots=True)
class Part:
    """A Part is a piece of a condition whose value tells why it holds or not, and the routine that reads it."""

    source: str
    type: Type
    routine: str


def check_statements(world: World, id: str, text: Text) -> list[Diagnostic]:
    """Adds the routine `id` that runs some statements; gives the faults, and adds nothing where there are any."""
    with _attempt(world) as faults:
        tree, fault = parse(text, "block")
        faults.take(fault)
        _run(world, id, text, tree or ())
    return faults.found


def check_settings(world: World, id: str, pairs: Iterable[tuple[Text, Text]]) -> list[Diagnostic]:
    """Adds the routine `id` that gives each path its value, in order: `.at` by moving, `.shown` by turning.

    Gives the faults, and adds nothing where there are any.
    """
    with _attempt(world) as faults:
        body: list[Any] = []
        span = Span.whole("")
        for path, given in pairs:
            target, fault = parse(path, "formula")
            faults.take(fault)
            value, other = parse(given, "formula")
            faults.take(other)
            span = path.span
            if fault is None and other is None:
                statement = _setting(target, _moved(value, path.span, given.span))
                body += block(_context(world, path), (statement,))[0] if statement else ()
                if statement is None:
                    faults.add("not-settable", path.span, f"`{path}` is no field that can be set")
        _add(world, id, tuple(body), NOTHING, span)
    return faults.found


def check_condition(world: World, id: str, text: Text) -> tuple[tuple[Part, ...], list[Diagnostic]]:
    """Adds the routine `id` that says whether a condition holds, and one for each part of it that has a value to show.

    Gives the parts and the faults; nothing is added where there are any.
    """
    tree: Node | None = None
    with _attempt(world) as faults:
        tree, fault = parse(text, "formula")
        faults.take(fault)
        if fault is None and tree is not None:
            cx = _context(world, text, "a condition")
            holds = truth(cx, cx.value(tree, BOOL), tree.place)
            _add(world, id, (Return(holds, text.span),), BOOL, text.span)
    if tree is None or faults.found:
        return (), faults.found
    found = (_part(world, f"{id}.part{number}", text, node) for number, node in enumerate(_parts(tree), 1))
    return tuple(part for part in found if part is not None), []


def check_constant(world: World, text: Text, wanted: Type) -> tuple[int | None, list[Diagnostic]]:
    """What a text that is known at load stands for, such as the number of a thing; None where it has faults."""
    found: Expression | None = None
    with _attempt(world) as faults:
        tree, fault = parse(text, "formula")
        faults.take(fault)
        if fault is None:
            cx = _context(world, text, "a value")
            found = fit(cx, cx.value(tree, wanted), wanted, tree.place)
            if not isinstance(found, Const) and not faults.found:
                faults.add("not-constant", text.span, "this is not known before the game is played")
    sound = isinstance(found, Const) and found.value is not None and not faults.found
    return (int(found.value) if sound and isinstance(found, Const) and found.value is not None else None), faults.found


@contextmanager
def _attempt(world: World) -> Iterator[Faults]:
    """While a text is checked: its faults are collected apart, and with any, what it added to the program goes."""
    faults, before = Faults(), world.faults
    prompts, routines = len(world.program.prompts), list(world.program.routines)
    world.faults = faults
    yield faults
    world.faults = before
    if faults.found or faults.refused:
        del world.program.prompts[prompts:]
        world.program.routines = {each: world.program.routines[each] for each in routines}


def _context(world: World, text: Text, pure: str = "") -> Context:
    return Context(world, text, {"me": Var("me", PLAYER, text.span)}, pure=pure, result=NOTHING)


def _run(world: World, id: str, text: Text, suite: nodes.Suite) -> None:
    _add(world, id, block(_context(world, text), suite)[0], NOTHING, text.span)


def _add(world: World, id: str, body: Block, result: Type, span: Span) -> None:
    world.program.routines[id] = Routine(id, "procedure", (Parameter("me", PLAYER),), result, body, span)


# ---- settings --------------------------------------------------------------------------------------------------------


def _setting(target: Node, value: Node) -> StatementNode | None:
    """The statement that gives a path its value; None for what is no path."""
    if not isinstance(target, nodes.Read) or target.of is None:
        return None
    match target.name.id, value:
        case "at", _:
            return _call("move", target, target.of, value)
        case "shown", nodes.Literal(bool(up)):
            return _call("show" if up else "hide", target, target.of)
    return nodes.AssignNode(target, "=", value, target.place)


def _call(name: str, target: nodes.Read, *values: Node) -> StatementNode:
    arguments = tuple(nodes.Argument(None, value, value.place) for value in values)
    call = nodes.CallNode(nodes.Name(name, target.name.place), arguments, target.place)
    return nodes.CallStatement(call, target.place)


def _moved(node: Any, to: Span, origin: Span) -> Any:
    """A node with its places counted from the first character of another text."""
    match node:
        case Place(line, column, end_line, end_column):
            down, right = origin.line - to.line, origin.column - to.column
            return Place(line + down, column + right, end_line + down, end_column + right)
        case tuple():
            return tuple(_moved(each, to, origin) for each in node)
    if is_dataclass(node) and not isinstance(node, type):
        return replace(node, **{each.name: _moved(getattr(node, each.name), to, origin) for each in fields(node)})
    return node


# ---- parts of conditions ---------------------------------------------------------------------------------------------


def _parts(node: Node) -> Iterator[Node]:
    """The pieces of a condition below its words of logic and comparisons that say more than their own text."""
    match node:
        case nodes.Unary("not", of):
            yield from _parts(of)
        case nodes.Binary(op, left, right) if op in ("and", "or") or op in _COMPARISONS:
            yield from _parts(left)
            yield from _parts(right)
        case nodes.Read() | nodes.CallNode() | nodes.FilterNode() | nodes.Binary() | nodes.IfElse():
            yield node


def _part(world: World, id: str, text: Text, node: Node) -> Part | None:
    """A piece that can be read by itself; one that only the tests before it make safe to read cannot."""
    found: Expression | None = None
    with _attempt(world) as faults:
        cx = _context(world, text, "a condition")
        found = cx.value(node)
        if isinstance(found.type, Unknown | Nothing | Roll | Die):
            return None  # it has no value to show
        _add(world, id, (Return(found, found.span),), found.type, found.span)
    return None if faults.found else Part(written(text, node.place), found.type, id)


def written(text: Text, place: Place) -> str:
    """What stands at a place of a text, on one line."""
    lines = text.source.split("\n")[place.line - 1 : place.end_line]
    lines[-1] = lines[-1][: place.end_column - 1]
    lines[0] = lines[0][place.column - 1 :]
    return " ".join(line.strip() for line in lines)
