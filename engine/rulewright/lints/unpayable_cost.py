"""Costs that nobody can ever pay."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.bounds import Bounds
from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.text.diagnostics import Severity


@of_reading(Severity.WARNING)
def unpayable_cost(reading: Reading) -> Iterator[Finding]:
    """Finds a cost of an action that is higher than what it is paid from can ever be.

    What cannot be paid is not offered, so the action never happens.

        fields: {coins: int = 0 min 0 max 5}
        …
        cost: {me.coins: 6}

    Lower the cost, raise the `max` of the field, or let something give more of it.
    """
    bounds = Bounds(reading)
    for action in reading.program.actions.values():
        for cost in action.costs:
            most = _most(reading, bounds, cost.field)
            least = bounds.interval(cost.amount)[0]
            if least > most - cost.low:
                name = reading.program.fields[cost.field].name
                message = f"this costs {least:g}, but `{name}` is never more than {most:g}"
                yield Finding(cost.amount.span, message, "lower the cost, or let there be more of it")


def _most(reading: Reading, bounds: Bounds, field: str) -> float:
    """The greatest value that a field can ever have."""
    symbol = reading.program.fields[field]
    most = bounds.field(field)[1]
    raised = any(put.op != "-=" or bounds.interval(put.value)[0] < 0 for put in bounds.puts(field))
    modified = any(each.field == field for each in reading.program.modifiers)
    if raised or modified or symbol.derived is not None:
        return most
    return min(most, bounds.start(field)[1])
