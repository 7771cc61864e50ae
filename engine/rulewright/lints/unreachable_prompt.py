"""Prompts that are never asked."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.bounds import Bounds
from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.tree import Ask, Branch, Builtin, Choose, Expression
from rulewright.text.diagnostics import Severity


@of_reading(Severity.WARNING, 0.9)
def unreachable_prompt(reading: Reading) -> Iterator[Finding]:
    """Finds a prompt that nobody is ever asked, because there is never more than one thing to choose.

    A decision with a single option is taken without asking, so the words are never read, and what looks like a choice
    is none.

        choose("What do you do?"):
          "Wait": me.coins += 1

    Add the option that is missing, or write what happens without a choice.
    """
    bounds = Bounds(reading)
    for node in reading.nodes:
        match node:
            case Choose(ask=ask, branches=(Branch(),)):
                yield _finding(reading, ask, "there is one option only")
            case Builtin(name="pick" | "order", arguments={"prompt": Ask() as ask, "xs": xs}):
                optional = reading.program.prompts[ask.prompt].may or "n" in node.arguments
                if isinstance(xs, Expression) and bounds.most(xs) < 2 and not optional:
                    yield _finding(reading, ask, "there is never more than one to choose from")
            case _:
                continue


def _finding(reading: Reading, ask: Ask, reason: str) -> Finding:
    span = reading.program.prompts[ask.prompt].span
    return Finding(span, f"this is never asked: {reason}", "add what else may be chosen, or do it without asking")
