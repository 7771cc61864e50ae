"""Parameters that nothing reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.reads import names_read
from rulewright.judgement.survey import Reading
from rulewright.language.program import MenuSymbol, Parameter
from rulewright.language.tree import Given, WasGiven
from rulewright.language.types import Die, Ended, Running
from rulewright.text.diagnostics import Severity
from rulewright.text.spans import Span, Text

_DECIDER = "me"


@of_reading(Severity.WARNING)
def unread_parameter(reading: Reading) -> Iterator[Finding]:
    """Finds a parameter of a procedure, of a `does:` text or of a menu that nothing reads.

    Each call gives it, and nothing comes of what it gives: often the text names something else by mistake. What a hook,
    a line of `says:` or a text that looks back on a call reads counts as read, as does the `me` of a menu, who decides.

        procs:
          reward(player me, int n): me.coins += 1   # not `n`

    Read it, or leave it out here and in the calls. A procedure in a table must take what the others there take.
    """
    program, pack = reading.program, reading.pack
    given = _read_of_calls(reading)
    rows = [text.source for table in pack.tables.values() for _, text in table.rows]
    for proc in pack.procs:
        id_ = proc.signature.source.partition("(")[0].strip()
        if id_ in program.routines and id_ not in rows:
            read = [*names_read(program, program.routines[id_].body), *given.get(id_, ())]
            yield from _unread(program.routines[id_].parameters, read, proc.signature)
    for kind in pack.kinds.values():
        for id_, (_, signature) in kind.does.items():
            does = program.does[id_]
            bodies = tuple(program.routines[text].body for text in does.texts.values() if text)
            yield from _unread(does.parameters, [*names_read(program, bodies), *given.get(id_, ())], signature)
    for id_, menu in pack.menus.items():
        if menu.parameters is not None:
            read = [_DECIDER, *_read_in_menu(reading, program.menus[id_]), *given.get(id_, ())]
            yield from _unread(program.menus[id_].parameters, read, menu.parameters)


def _unread(parameters: tuple[Parameter, ...], read: list[str], signature: Text) -> Iterator[Finding]:
    rolls = [each.type.roll for each in parameters if isinstance(each.type, Die)]
    for parameter in parameters:
        if parameter.name not in (*read, *rolls):
            span = _place(signature, parameter.name)
            yield Finding(span, f"`{parameter.name}` is never read", "read it, or leave it out here and in the calls")


def _place(signature: Text, name: str) -> Span:
    """Where a parameter is named, behind its type."""
    found = re.search(rf"\b{name}(?=\s*[,)=])", signature.source)
    if found is None:
        return signature.span
    lines = signature.source[: found.start()].split("\n")
    line, column = len(lines), len(lines[-1]) + 1
    return signature.at(line, column, line, column + len(name))


def _read_of_calls(reading: Reading) -> dict[str, list[str]]:
    """What hooks, lines and texts that look back read of calls, by the name of what is called."""
    found: dict[str, list[str]] = {}
    for node in reading.nodes:
        if isinstance(node, Given | WasGiven) and isinstance(node.of.type, Running | Ended):
            found.setdefault(node.of.type.call, []).append(node.name)
    for line in reading.program.lines:
        for unit in line.units:
            found.setdefault(unit, []).extend(names_read(reading.program, line.label.parts))
    return found


def _read_in_menu(reading: Reading, menu: MenuSymbol) -> list[str]:
    """What the actions of a menu, and modifiers of their `if`, read of what it is given."""
    program = reading.program
    parts: list[Any] = [menu.who, menu.seat]
    for action in (program.actions[each] for each in menu.actions):
        parts += [action.live, action.condition, action.choices, action.costs, program.routines[action.routine].body]
    parts += [(each.condition, each.amount) for each in program.modifiers if each.field.startswith("if ")]
    return list(names_read(program, tuple(parts)))
