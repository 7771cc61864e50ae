"""Arrows that say nothing new: from an area to itself, or a second time what another one says."""

from __future__ import annotations

from rulewright.language.check.faults import Faults
from rulewright.pack.model import Link
from rulewright.text.diagnostics import Related
from rulewright.text.spans import Span


def note_odd_arrow(faults: Faults, link: Link, ends: tuple[str, str], seen: dict[tuple[str, str], Span]) -> None:
    """Notes an arrow that leads nowhere, or leads a way that is in `seen`, where its own ways are kept.

    One with an id or with fields is another way, and may lead where there is one already.
    """
    if ends[0] == ends[1]:
        faults.add("odd-arrow", link.span, f"this arrow leads from `{ends[0]}` to itself")
    ways = (ends, ends[::-1]) if link.both_ways else (ends,)
    for one, two in ways if ends[0] != ends[1] else ():
        if (one, two) in seen and link.id is None and not link.values:
            message, hint = f"another arrow leads from `{one}` to `{two}`", "delete it, or give the second way an `id:`"
            faults.add("odd-arrow", link.span, message, hint, (Related(seen[one, two], "the first one"),))
            break
    seen |= dict.fromkeys(ways, link.span)
