"""Texts that things fill in, also such as give a value."""

from __future__ import annotations

from pathlib import Path

from tests.language.emit.harness import Played

CARDS = """kinds:
  game:
    fields: {log: int = 0}
  card:
    does:
      effect: (int n)
      worth: (int n) -> int
      friend: (card other) -> maybe card
    worth: return n
  gem:
    is: card
    worth: |
      game.log += 1
      return n * 10
things:
  card:
    stone:
      at: deck
      effect: game.log += n
    twig:
      at: deck
      friend: return other
  gem:
    ruby: {at: deck}
places:
  deck:
procs:
  use(card c): effect(c, 7)
  value(card c) -> int: return worth(c, 2) + 1
  has_friend(card c) -> bool: return friend(c, ruby)
"""


def test_a_text_that_a_thing_fills_in_may_give_a_value(tmp_path: Path) -> None:
    game = Played(tmp_path, CARDS)
    stone, twig, ruby = (game.numbers[each] for each in ("stone", "twig", "ruby"))
    assert [game.call("value", each) for each in (stone, twig, ruby)] == [3, 3, 21]
    game.call("use", stone)
    game.call("use", ruby)
    assert game.table.game__log[0] == 8


def test_a_thing_that_fills_in_no_text_gives_none(tmp_path: Path) -> None:
    game = Played(tmp_path, CARDS)
    assert [game.call("has_friend", game.numbers[each]) for each in ("stone", "twig")] == [False, True]
