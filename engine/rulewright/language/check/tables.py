"""Tables of procedures: each value of an enum has one, and a call of the table calls that of its key."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.language.check.kinds import Declarations
from rulewright.language.check.names import ParameterName, ProcName
from rulewright.language.program import EnumSymbol
from rulewright.language.syntax.nodes import (
    Argument,
    Binary,
    CallNode,
    CallStatement,
    IfNode,
    Name,
    Place,
    ReturnNode,
    Suite,
)
from rulewright.language.syntax.parse import parse
from rulewright.language.types import NOTHING, UNKNOWN, Enum
from rulewright.pack.model import Table
from rulewright.text.spans import Text

KEY = "key"


@dataclass(frozen=True, slots=True)
class _Row:
    key: str
    proc: ProcName
    key_text: Text
    text: Text


def table_of_procedures(declarations: Declarations, table: Table) -> ProcName | None:
    """The table as a procedure that calls the one of its key; None where its values are no procedures.

    It takes the key and then what these take, so hooks, `past` and readings mean it as they mean any procedure.
    """
    rows = [_row(declarations, key, text) for key, text in table.rows]
    known = [row for row in rows if row is not None]
    if not known or len(known) < len(rows):
        return None
    enum = _enum(declarations, table, known)
    first = known[0].proc
    if any(each.name == KEY for each in first.parameters):
        message = f"`{KEY}` is what this table is asked by; `{first.id}` takes one, too"
        declarations.faults.add("duplicate-id", known[0].text.span, message, "rename that parameter")
    id, span = table.id, table.id.span
    key = ParameterName(KEY, Enum(enum.id) if enum else UNKNOWN, None, span)
    right = [row for row in _alike(declarations, known) if enum is not None and row.key in enum.values]
    body = _body(right, id) if right else ()
    return ProcName(id.source, (key, *first.parameters), first.result, first.signature, id, body, span)


def _row(declarations: Declarations, key: Text, text: Text) -> _Row | None:
    tree, _ = parse(text, "formula")
    meaning = declarations.names.meanings.get(tree.id) if isinstance(tree, Name) else None
    return _Row(key.source, meaning, key, text) if isinstance(meaning, ProcName) else None


def _enum(declarations: Declarations, table: Table, rows: list[_Row]) -> EnumSymbol | None:
    """The enum whose values are the keys; what does not fit is noted."""
    ranked = [(sum(row.key in enum.values for row in rows), enum) for enum in declarations.enums.values()]
    most, enum = max(ranked, key=lambda each: each[0], default=(0, None))
    if not most or enum is None:
        message = "the keys of a table of procedures are the values of an enum"
        declarations.faults.add("wrong-kind", table.id.span, message)
        return None
    for row in rows:
        if row.key not in enum.values:
            message = f"{enum.id} has no value `{row.key}`"
            declarations.faults.unknown("unknown-value", row.key_text.span, message, row.key, enum.values)
    missing = [value for value in enum.values if all(row.key != value for row in rows)]
    if missing:
        message = f"this table says nothing of {', '.join(f'`{value}`' for value in missing)}"
        declarations.faults.add("missing-row", table.id.span, message)
    return enum


def _alike(declarations: Declarations, rows: list[_Row]) -> list[_Row]:
    """The rows whose procedures have the signature of the first; another one is noted."""
    wanted = _signature(rows[0].proc)
    found: list[_Row] = []
    for row in rows:
        given = _signature(row.proc)
        if given == wanted:
            found.append(row)
        else:
            message = f"each procedure of this table takes {wanted}, `{row.proc.id}` takes {given}"
            declarations.faults.add("wrong-arguments", row.text.span, message, "give all the same signature")
    return found


def _signature(proc: ProcName) -> str:
    parameters = ", ".join(f"`{each.name}`: {each.type}" for each in proc.parameters) or "nothing"
    return parameters if proc.result == NOTHING else f"{parameters}, and gives {proc.result}"


def _body(rows: list[_Row], id: Text) -> Suite:
    """`if key == VALUE: PROCEDURE(…)` for each row but the last, which is what remains."""
    place = Place(1, 1, 1, 1 + len(id.source))
    calls = [_call(row.proc, place) for row in rows]
    tests = [Binary("==", Name(KEY, place), Name(row.key, place), place) for row in rows]
    branches = tuple(zip(tests[:-1], calls[:-1], strict=True))
    return (IfNode(branches, calls[-1], place),) if branches else calls[-1]


def _call(proc: ProcName, place: Place) -> Suite:
    arguments = tuple(Argument(None, Name(each.name, place), place) for each in proc.parameters)
    node = CallNode(Name(proc.id, place), arguments, place)
    return (CallStatement(node, place),) if proc.result == NOTHING else (ReturnNode(node, place),)
