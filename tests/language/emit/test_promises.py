"""Promises of where things may lie, which are tested when a move is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.table.signals import Fault
from tests.language.emit.harness import Played

BAGS = """areas:
  cave:
  lake:
kinds:
  gear:
    fields: {worth: int}
  bag:
    is: gear
  rope:
    is: gear
    lies: area
  coin:
    fields: {worth: int}
things:
  bag:
    sack: {at: cave}
    purse: {at: cave}
  rope:
    cord: {at: cave}
  coin:
    penny: {at: cave}
places:
  shelf: {holds: bag}
procs:
  put(gear what, thing to): move(what, to)
  put_all(gear what, thing to): move(what + cord, to)
  put_any(thing what, thing to): move(what, to)
  put_in_cave(rope what): move(what, cave)
  pay(gear what, area to): move(what, to)
"""


@pytest.fixture
def game(tmp_path: Path) -> Played:
    return Played(tmp_path, BAGS)


def test_a_move_is_tested_where_its_kind_or_its_target_is_not_known_at_load(game: Played) -> None:
    ids = game.numbers
    game.call("put", ids["sack"], ids["shelf"])
    game.call("put", ids["purse"], ids["sack"])
    game.call("put", ids["cord"], ids["lake"])
    assert game.at("shelf", "gear") == ["sack"]
    for what, to in (("cord", "shelf"), ("cord", "sack")):
        with pytest.raises(Fault, match=f"{what} may not lie at {to}"):
            game.call("put", ids[what], ids[to])
    with pytest.raises(Fault, match="cord may not lie"):
        game.call("put_all", ids["sack"], ids["shelf"])
    with pytest.raises(Fault, match="penny may not lie at shelf"):
        game.call("put_any", ids["penny"], ids["shelf"])


def test_nothing_comes_to_lie_at_itself(game: Played) -> None:
    ids = game.numbers
    game.call("put", ids["purse"], ids["sack"])
    for what, to in (("sack", "sack"), ("sack", "purse")):
        with pytest.raises(Fault, match=f"sack cannot lie at {to}"):
            game.call("put", ids[what], ids[to])
        with pytest.raises(Fault, match=f"sack cannot lie at {to}"):
            game.call("put_any", ids[what], ids[to])


def test_a_move_that_is_sure_is_not_tested(game: Played) -> None:
    names = game.namespace["put_in_cave"].__code__.co_names
    assert "$placed" not in names
    assert "$placed" not in game.namespace["pay"].__code__.co_names
