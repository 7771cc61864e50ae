"""What a position is worth to a side, as far as a seat can know: the pack's own value, read on deals."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from rulewright.play.book import Book
from rulewright.play.views import View

ALL = "all"


def worth(book: Book, view: View, player: int, count: int) -> float | None:
    """The mean of the value of a position for a player, over up to so many deals of what the view does not show.

    A pack may give a value for each side, or one for all. None where it gives none, or where there are no deals.
    """
    names = book.compiled.values
    name = names.get(book.compiled.things[player].id) or names.get(ALL)
    if name is None:
        return None
    read: Any = book.namespace[name]
    found = [read(deal.table, player) for deal in view.deals(count)]
    return fmean(found) if found else None
