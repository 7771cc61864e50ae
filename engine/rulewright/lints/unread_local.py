"""Locals and parameters that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.analysis.trees import walk
from rulewright.language.program import Program, Routine
from rulewright.language.tree import Ask, Assign, AssignEach, Own, Var
from rulewright.text.diagnostics import Severity


@of_reading(Severity.WARNING)
def unread_local(reading: Reading) -> Iterator[Finding]:
    """Finds a local that gets a value which no text reads.

    Whoever reads the text looks in vain for what the value is good for, and often another name was meant.

        let price = 3
        me.coins -= 2                             # not `price`

    Read it, or delete the `let`; a call behind it that does something is written without a name.
    """
    for routine in reading.program.routines.values():
        read = _read(reading.program, routine)
        told: list[str] = []
        for node in walk(routine.body):
            if isinstance(node, Assign | AssignEach) and node.name not in (*read, *told):
                told.append(node.name)
                yield Finding(
                    node.span, f"`{node.name}` is never read", "read it, or write only what stands behind `=`"
                )


def _read(program: Program, routine: Routine) -> dict[str, None]:
    """The locals that a text reads, also in what it asks and offers."""
    found: dict[str, None] = {}
    for node in walk(routine.body):
        match node:
            case Var(name=name):
                found[name] = None
            case Own(store=store):
                found[store.name] = None
            case Ask(prompt=number):
                found.update(dict.fromkeys(_shown(program, number)))
            case _:
                continue
    return found


def _shown(program: Program, number: int) -> list[str]:
    prompt = program.prompts[number]
    parts = (prompt.text.parts, tuple(label.parts for label in prompt.labels))
    return [each.name for each in walk(parts) if isinstance(each, Var)]
