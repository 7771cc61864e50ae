"""Choices in which there may be nothing to choose."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.analysis.trees import equal
from rulewright.language.tree import Branch, BranchLoop, Choose, Expression, Not
from rulewright.language.types import List
from rulewright.text.diagnostics import Severity


@of_reading(Severity.NOTE, 0.5, everywhere=False)
def no_staying_option(reading: Reading) -> Iterator[Finding]:
    """Finds a `choose` in which no option stays whatever happens: each has an `if`, or comes from a list.

    Where no option fits, nothing is asked and nothing happens. Often that is meant, so this is a note; where it is not,
    a text silently passes over what somebody should have done.

        choose("Which do you lose?"):
          "A coin" if me.coins > 0: me.coins -= 1
          "A gem" if me.gems > 0: me.gems -= 1

    Where it is not meant, add an option that has no `if`.
    """
    for node in reading.nodes:
        if isinstance(node, Choose) and not any(_stays(each) for each in node.branches):
            conditions = [each.condition for each in node.branches if isinstance(each, Branch)]
            if not _complete([each for each in conditions if each is not None]):
                span = reading.program.prompts[node.ask.prompt].span
                yield Finding(span, "no option of this always stays: where none fits, nothing happens")


def _stays(branch: Branch | BranchLoop) -> bool:
    """Whether an option, or one of a list of options, is always there."""
    match branch:
        case Branch(condition=condition):
            return condition is None
        case BranchLoop(source=source, branches=branches):
            some = isinstance(source.type, List) and source.type.length > 0
            return some and any(_stays(each) for each in branches)


def _complete(conditions: list[Expression]) -> bool:
    """Whether one of two conditions is the opposite of the other."""
    return any(isinstance(one, Not) and equal(one.of, other) for one in conditions for other in conditions)
