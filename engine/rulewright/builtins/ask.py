"""Asking yes or no."""

from __future__ import annotations

from rulewright.builtins.signature import Player, Prompt, Table, YesOrNo, builtin


@builtin(decides=True)
def ask(t: Table, prompt: Prompt, *, by: Player = -1) -> YesOrNo:
    """Asks a player a question that is answered by yes or no."""
    return bool(t.decide(prompt.number, by, (True, False), prompt.values))
