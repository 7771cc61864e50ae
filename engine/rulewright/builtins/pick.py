"""Picking from a list."""

from __future__ import annotations

import ast
from typing import Annotated, Any

from rulewright.language.emit.decisions import pick as pick_from
from rulewright.language.emit.emitter import Emitter
from rulewright.language.tree import Builtin
from rulewright.runtime.blind import choice
from rulewright.runtime.intrinsics import several
from rulewright.runtime.signature import Count, Items, Player, Prompt, Table, Truth, builtin, one_of


def emit(emitter: Emitter, call: Builtin) -> ast.expr:
    """The question, asked only where there is a choice."""
    return pick_from(emitter, call)


@builtin(decides=True, emit=emit)
def pick(
    t: Table, xs: Items, prompt: Prompt, *, by: Player = -1, may: Truth = False, n: Count | None = None
) -> Annotated[Any, one_of("xs")]:
    """Asks a player to pick an item of a list: `me`, or who `by` says.

    With nothing to pick from the answer is none; one item is taken without asking. `may=true` adds "none". With `n=2`
    or `n=0..5` the answer is a list, in the order of the first; fewer than asked are all taken without asking.
    """
    if n is not None:
        return several(t, prompt.number, xs, None, by, *n, prompt.values)
    return choice(t, prompt.number, [*xs, -1] if may else xs, by, prompt.values)
