"""Putting a list in order."""

from __future__ import annotations

import ast
from typing import Annotated

from rulewright.language.emit.decisions import ask_order
from rulewright.language.emit.emitter import Emitter
from rulewright.language.tree import Builtin
from rulewright.runtime.blind import arrange
from rulewright.runtime.signature import Items, Player, Prompt, Table, builtin, same


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """The question, with the values its text shows."""
    return ask_order(emitter, call)


@builtin(decides=True, emit=emit)
def order(t: Table, xs: Items, prompt: Prompt, *, by: Player = -1) -> Annotated[list[int], same("xs")]:
    """Asks a player to put a list in order, item by item from the first; the last one is not asked for."""
    return arrange(t, prompt.number, xs, None, by, prompt.values)
