"""How the parts of a table are called."""

from __future__ import annotations

import re

from rulewright.language.analysis.analyse import all_steps
from rulewright.language.program import Program

_PROPERTIES = {"thing.owner": "owner", "shown": "shown", "link.open": "link__open"}


def column_slot(column: str) -> str:
    """The slot of a column that some text writes: `kind.field` is `kind__field`."""
    return _PROPERTIES.get(column) or re.sub(r"\W", "_", column.replace(".", "__"))


def boxes_slot(family: str) -> str:
    """The slot of the boxes of a family."""
    return f"in__{family}"


def die_slot(die: str) -> str:
    """The slot of the stream of a kind of die."""
    return f"luck__die_{die}"


def item_slot(program: Program, step: str) -> str:
    """The slot that holds the item of a step, or the number of its round."""
    loops = any(each.id == step and each.loop is not None for each in all_steps(program.flow))
    return f"{step}__{'index' if loops else 'item'}"
