"""Hooks that never run, and modifiers that never hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.judgement.bounds import Bounds
from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.standing import never_live
from rulewright.judgement.survey import Reading
from rulewright.language.tree import Expression
from rulewright.text.diagnostics import Severity


@of_reading(Severity.WARNING, 0.9)
def dead_hook(reading: Reading) -> Iterator[Finding]:
    """Finds a hook or a `next` that can never run, or a modifier that can never hold.

    Nothing ever calls what it answers, its condition can never hold, or the thing on which it stands never lies where
    its behaviour is live: a card in a hand does nothing unless its place says `live: true`.

        hooks: |
          after repair: me.coins += 1             # and no text says `repair(…)`

    Answer what is really called, mend the condition, or let the thing come to lie where it acts.
    """
    program, bounds = reading.program, Bounds(reading)
    for hook in program.hooks:
        reason = _reason(reading, hook.call) or _dead(reading, bounds, hook.condition, hook.live, hook.things)
        if reason:
            yield Finding(hook.span, f"this never runs: {reason}", "mend that, or delete the hook")
    for wait in program.waits.values():
        reason = _reason(reading, wait.call) or _dead(reading, bounds, wait.condition, None, ())
        if reason:
            yield Finding(wait.span, f"this waits in vain: {reason}", "mend that, or delete it")
    for modifier in program.modifiers:
        owner = (modifier.owner,) if modifier.owner >= 0 else ()
        reason = _dead(reading, bounds, modifier.condition, modifier.live, owner)
        if reason:
            yield Finding(modifier.span, f"this never holds: {reason}", "mend that, or delete the modifier")


def _reason(reading: Reading, call: str) -> str:
    """Why a call is never answered."""
    return "" if reading.reach.calls(call) else f"nothing ever calls `{call}`"


def _dead(
    reading: Reading, bounds: Bounds, condition: Expression | None, live: Expression | None, things: Sequence[int]
) -> str:
    """Why the behaviour of things never acts; empty where it may."""
    if bounds.never(condition):
        return "its condition never holds"
    if things and never_live(reading, live, things):
        names = dict.fromkeys(reading.program.things[each].definition for each in things)
        return f"`{'`, `'.join(names)}` never lies where this is live"
    return ""
