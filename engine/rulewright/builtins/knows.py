"""Asking who knows a face."""

from __future__ import annotations

from rulewright.runtime.knowledge import namers
from rulewright.runtime.signature import Player, Table, Thing, YesOrNo, builtin


@builtin(reads=("which",))
def knows(t: Table, player: Player, thing: Thing) -> YesOrNo:
    """Whether a player knows which thing it is: it has seen the face and never lost sight of it since."""
    return namers(t, thing) >> player & 1 == 1
