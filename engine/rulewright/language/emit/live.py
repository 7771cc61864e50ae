"""Whether the behaviour of a thing is there now: on the board with its face shown, or in a place that is live."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.names import column_slot
from rulewright.language.emit.sight import face_up
from rulewright.language.tree import Alive


def alive(emitter: Emitter, node: Alive) -> ast.expr:
    """Whether the behaviour of a thing is live by itself."""
    shown: ast.expr = emitter.column("thing.shown", face_up(emitter))
    if "shown" in emitter.analysis.mutable:
        shown = py.slot(column_slot("shown"))
    where = emitter.column("thing.spot", emitter.analysis.scene.spots())
    return py.call(emitter.use("alive"), py.table(), emitter.value(node.of), where, shown)


EXPRESSIONS: Mapping[type, Callable[..., ast.expr]] = {Alive: alive}
