"""Asking yes or no."""

from __future__ import annotations

import ast

from rulewright.language.emit.decisions import ask_yes_or_no
from rulewright.language.emit.emitter import Emitter
from rulewright.language.tree import Builtin
from rulewright.runtime.signature import Player, Prompt, Table, YesOrNo, builtin


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """The question."""
    return ask_yes_or_no(emitter, call)


@builtin(decides=True, emit=emit)
def ask(t: Table, prompt: Prompt, *, by: Player = -1) -> YesOrNo:
    """Asks a player a question that is answered by yes or no."""
    return bool(t.decide(prompt.number, by, (True, False), prompt.values))
