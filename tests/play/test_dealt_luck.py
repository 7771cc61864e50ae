"""Luck that is dealt: what a dealer says happens, and what cannot happen is left to the numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.play.dealt_luck import Chance, DealtLuck
from rulewright.table.luck import Tape, WatchedLuck

ITEMS = [3, 5, 8, 13]


def dealt(result: tuple[int, ...]) -> DealtLuck:
    """Luck of which a dealer always says the same."""
    return DealtLuck(WatchedLuck(1, 0), Tape(1, 0), lambda _, drawn: replace(drawn, result=result))


@pytest.mark.parametrize("item", ITEMS)
def test_the_item_that_is_dealt_is_taken(item: int) -> None:
    luck = dealt((item,))
    assert ITEMS[luck.index("heap", ITEMS)] == item
    assert luck.chances == [Chance("heap", True, (item,))]


def test_an_item_that_is_not_there_is_not_taken() -> None:
    assert dealt((99,)).index("heap", ITEMS) == WatchedLuck(1, 0).index("heap", ITEMS)


def test_the_order_that_is_dealt_is_the_order_if_it_is_one_of_these_things() -> None:
    items, others = ITEMS[:], ITEMS[:]
    dealt((13, 3, 8, 5)).shuffle("heap", items)
    assert items == [13, 3, 8, 5]
    dealt((13, 3, 8, 99)).shuffle("heap", others)
    assert sorted(others) == ITEMS
