"""What a state is worth to a player: by how the game ended, or by the pack's own value while it goes on."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from rulewright.play.book import Book
from rulewright.play.flow import Ending
from rulewright.table.signals import Outcome
from rulewright.table.table import Table

ALL = "all"
CERTAIN = 1e9
"""What a won game is worth, and a lost one the other way round: more than any value that a pack gives."""


def worth(book: Book, table: Table, ending: Ending, player: int) -> float:
    """What a state is worth to a player: by how the game ended, and what the pack says of it.

    A pack may give a value for each side, or one for all; without one all states of a game that goes on are alike.
    """
    end = _end(ending.outcome, player, book.compiled.players) if ending.outcome is not None else 0.0
    name = book.compiled.values.get(book.compiled.things[player].id) or book.compiled.values.get(ALL)
    if name is None:
        return end
    read: Any = book.namespace[name]
    return end + float(read(table, player))


def _end(outcome: Outcome, player: int, players: int) -> float:
    """A win, or the place by rank, between CERTAIN and its opposite; scores decide between ends that are else alike."""
    if outcome.ranks:
        place = 1 - 2 * (outcome.ranks[player - 1] - 1) / max(1, players - 1)
    else:
        place = 1.0 if player in outcome.winners else -1.0
    lead = outcome.scores[player - 1] - fmean(outcome.scores) if outcome.scores else 0.0
    return CERTAIN * place + lead
