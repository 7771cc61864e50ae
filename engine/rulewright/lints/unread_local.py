"""Locals that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.reads import names_read
from rulewright.judgement.survey import Reading
from rulewright.language.analysis.trees import walk
from rulewright.language.tree import Assign, AssignEach
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
        told = names_read(reading.program, routine.body)
        for node in walk(routine.body):
            if isinstance(node, Assign | AssignEach) and node.name not in told:
                told[node.name] = None
                yield Finding(
                    node.span, f"`{node.name}` is never read", "read it, or write only what stands behind `=`"
                )
