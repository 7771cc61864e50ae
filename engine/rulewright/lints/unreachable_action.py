"""Actions that are never offered."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.bounds import Bounds
from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.standing import never_live
from rulewright.judgement.survey import Reading
from rulewright.language.program import ActionSymbol
from rulewright.language.tree import Const
from rulewright.text.diagnostics import Severity


@of_reading(Severity.WARNING, 0.9)
def unreachable_action(reading: Reading) -> Iterator[Finding]:
    """Finds an action that nobody can ever take.

    None of its menus is offered, its condition can never hold, there is never anything to choose, a modifier forbids it
    for good, or the thing on which it stands never lies where its actions are offered.

        actions:
          flee:
            in: combat
            if: me.steps < 0                      # a field with `min 0`

    Offer its menu, mend the condition, or delete the action.
    """
    bounds = Bounds(reading)
    for action in reading.program.actions.values():
        reason = _reason(reading, bounds, action)
        if reason:
            name = action.id.partition("@")[0]
            yield Finding(action.span, f"`{name}` can never be taken: {reason}", "mend that, or delete the action")


def _reason(reading: Reading, bounds: Bounds, action: ActionSymbol) -> str:
    """Why an action can never be taken; empty where it may be."""
    if f"action {action.id}" not in reading.reach:
        menus = ", ".join(f"`{menu}`" for menu in action.menus)
        return f"no text offers {menus}"
    if bounds.never(action.condition):
        return "its condition never holds"
    empty = next((choice.name for choice in action.choices if bounds.empty(choice.source)), None)
    if empty is not None:
        return f"there is never anything to choose for `{empty}`"
    barred = (
        modifier
        for modifier in reading.program.modifiers
        if modifier.field == f"if {action.id}" and modifier.live is None and modifier.condition is None
    )
    if any(each.op == "set" and isinstance(each.amount, Const) and each.amount.value is False for each in barred):
        return "a modifier forbids it for good"
    if action.owner >= 0 and never_live(reading, action.live, [action.owner]):
        return f"`{reading.program.things[action.owner].definition}` never lies where its actions are offered"
    return ""
