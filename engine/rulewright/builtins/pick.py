"""Picking from a list."""

from __future__ import annotations

import ast
from typing import Annotated, Any

from rulewright.language.emit.decisions import pick as pick_from
from rulewright.language.emit.emitter import Emitter
from rulewright.language.tree import Builtin
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
        low, high = n
        items = list(xs)
        if len(items) <= low:
            return items
        taken = t.decide_many(prompt.number, by, items, [1] * len(items), low, min(high, len(items)), prompt.values)
        return [items[index] for index in taken]
    options = [*xs, -1] if may and xs else list(xs)
    if len(options) > 1:
        return t.decide(prompt.number, by, options, prompt.values)
    return options[0] if options else -1
