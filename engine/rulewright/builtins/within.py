"""What is near."""

from __future__ import annotations

from typing import Annotated

from rulewright.language.types import AREA, List
from rulewright.runtime.paths import distances
from rulewright.runtime.signature import Area, Arrows, Number, Table, Truth, always, builtin


@builtin(reads=("link.open",))
def within(
    t: Table, a: Area, n: Number, *, via: Arrows | None = None, both: Truth = False
) -> Annotated[list[int], always(List(AREA))]:
    """The areas that at most n arrows lead to from a, and a itself, in declaration order.

    Over the open arrows or over those that `via` lists; with `both=true` an arrow leads either way.
    """
    found = distances(t, a, via, both=both)
    return [area for area in t.world.areas if 0 <= found[area] <= n]
