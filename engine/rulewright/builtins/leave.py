"""Leaving a step of the flow."""

from __future__ import annotations

from rulewright.runtime.signature import Done, Item, Step, Table, builtin
from rulewright.table.signals import Leave


@builtin()
def leave(t: Table, step: Step, who: Item | None = None) -> Done:
    """Ends the running item of a step at once, or all rounds of a step that has `loop`.

    With `who` only if that is the item. If the step is not running, nothing happens.
    """
    place = t.world.steps[step]
    if place.low <= t.pc < place.high and (who is None or getattr(t, place.item) == who):
        t.left = t.pc
        raise Leave(step)
