"""Options whose faces the decider does not know: their order, their groups, their names, which one is taken."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rulewright.play.decisions import Decision, note_forced, question
from rulewright.rulebook.load import load
from rulewright.rulebook.rulebook import Rulebook
from rulewright.runtime.knowledge import carry, tell
from rulewright.table.luck import Luck
from tests.language.emit.harness import HEADER

PACK = """
kinds:
  card:
    hidden: [rank]
    fields: {rank: int, marked: bool = false}
things:
  card:
    low: {at: deck, rank: 1, count: 3}
    high: {at: deck, rank: 2, count: 2}
places:
  deck: {holds: card, ordered: true, sees: none}
  hand: {holds: card, per: player, sees: owner}
areas:
  yard: {}
procs:
  from_hand(player p, player me) -> maybe card: return pick(p.hand.card, "Which?")
  from_deck(player me) -> maybe card: return pick(deck.card, "Which?")
  two(player p, player me) -> list card: return pick(p.hand.card, "Which two?", n=2)
  named(player p, player me) -> maybe card: |
    choose("Take which?"):
      for c in p.hand.card:
        "Take the 1st of {c}": return c
        "Take the 2nd of {c}": return c
      "Leave": return none
    return none
  sorted_as(player p, player me) -> list card: return order(p.hand.card, "In which order?")
  asked(player p, card c) -> bool: return knows(p, c)
  mark(card c): c.marked = true
  go(card c, place to): move(c, to)
flow:
  stop: end(win=none, "Over")
"""


class Table:
    """A Table is the pack in play, with all cards but one in the second player's hand and every question noted."""

    def __init__(self, folder: Path, watched: bool = True) -> None:
        (folder / "pack.yaml").write_text(HEADER + PACK, encoding="utf-8")
        book, faults = load(folder, {}, 2, (), watched=watched)
        assert book is not None, faults
        self.book: Rulebook = book
        self.table: Any = book.table()
        self.numbers = {thing.id: number for number, thing in enumerate(book.compiled.things)}
        self.table.reset(1000)
        self.table.deal(Luck(4, 0))
        self.asked: list[Decision] = []
        note_forced(book, self.table)
        self.table.decide = self.decide
        self.table.decide_many = self.decide_many
        self.answer: int | tuple[int, ...] = 0
        for card in ("high_1", "low_2", "low_1", "low_3"):
            self.move(card, "player_2_hand")

    def move(self, card: str, to: str) -> None:
        carry(self.table, self.numbers[card], self.numbers[to])

    def call(self, name: str, *things: str) -> Any:
        return self.book.namespace[name](self.table, *(self.numbers[each] for each in things))

    def decide(self, prompt: int, seat: int, options: Any, args: Any = ()) -> Any:
        self.asked.append(question(self.book, self.table, prompt, seat, options, args))
        self.names = self.asked[-1].names
        return options[self.answer]

    def decide_many(self, prompt: int, seat: int, options: Any, sizes: Any, low: int, high: int, args: Any = ()) -> Any:
        self.sizes = list(sizes)
        self.decide(prompt, seat, options, args) if isinstance(self.answer, int) else None
        self.names = question(self.book, self.table, prompt, seat, options, args).names
        return self.answer

    def ids(self, things: Any) -> list[str]:
        return [self.book.compiled.things[each].id for each in things]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_the_owner_is_offered_faces_and_others_backs(table: Table) -> None:
    table.call("from_hand", "player_2", "player_2")
    assert table.names == ["high_1", "low_2"]
    table.call("mark", "low_1")
    table.call("from_hand", "player_2", "player_1")
    assert table.names == ["card at player_2_hand", "card at player_2_hand #2"]


def test_of_what_looks_alike_any_is_taken(table: Table) -> None:
    taken = Counter(table.ids([table.call("from_hand", "player_2", "player_1")])[0] for _ in range(200))
    assert table.asked == []
    assert sorted(taken) == ["high_1", "low_1", "low_2", "low_3"]
    assert min(taken.values()) > 30


def test_what_is_known_comes_first_and_in_the_order_of_declaration(table: Table) -> None:
    for card in ("low_3", "high_1"):
        tell(table.table, [table.numbers[card]], 1)
    table.call("from_hand", "player_2", "player_1")
    assert table.names == ["low_3", "high_1", "card at player_2_hand"]
    table.answer = 1
    assert table.ids([table.call("from_hand", "player_2", "player_1")]) == ["high_1"]


def test_positions_tell_apart_what_is_not_known(table: Table) -> None:
    table.move("low_2", "deck")
    tell(table.table, [table.numbers["low_2"]], 1)
    table.move("low_3", "deck")
    table.answer = 2
    assert table.ids([table.call("from_deck", "player_1")]) == ["low_3"]
    assert table.names == ["card at deck, 1st", "low_2", "card at deck, 3rd"]


def test_several_that_look_alike_are_one_group(table: Table) -> None:
    tell(table.table, [table.numbers["low_1"]], 1)
    table.answer = (0, 1)
    taken = Counter(tuple(table.ids(table.call("two", "player_2", "player_1"))) for _ in range(90))
    assert table.names == ["low_1", "card at player_2_hand"]
    assert table.sizes == [1, 3]
    assert sorted(taken) == [("high_1", "low_1"), ("low_1", "low_3"), ("low_2", "low_1")]


def test_knowing_is_asked_by_texts(table: Table) -> None:
    assert table.call("asked", "player_2", "high_1")
    assert not table.call("asked", "player_1", "high_1")


def test_a_rulebook_that_is_not_watched_offers_the_same(tmp_path: Path) -> None:
    table = Table(tmp_path, watched=False)
    tell(table.table, [table.numbers["low_3"]], 1)
    table.call("from_hand", "player_2", "player_1")
    assert table.names == ["low_3", "card at player_2_hand"]
    assert table.table.events == []


def test_the_options_of_a_loop_that_look_alike_are_one(table: Table) -> None:
    tell(table.table, [table.numbers["low_1"]], 1)
    table.answer = 2
    taken = Counter(table.ids([table.call("named", "player_2", "player_1")])[0] for _ in range(120))
    known, other = "low_1", "card at player_2_hand"
    wanted = [f"Take the {which} of {each}" for each in (known, other) for which in ("1st", "2nd")]
    assert table.names == [*wanted, "Leave"]
    assert sorted(taken) == ["high_1", "low_2", "low_3"]
    table.call("named", "player_2", "player_2")
    assert [name for name in table.names if "1st" in name] == ["Take the 1st of high_1", "Take the 1st of low_2"]


def test_what_looks_alike_is_put_in_any_order(table: Table) -> None:
    tell(table.table, [table.numbers["low_1"]], 1)
    table.answer = -1
    orders = Counter(" ".join(table.ids(table.call("sorted_as", "player_2", "player_1"))) for _ in range(120))
    assert [each.names for each in table.asked[:2]] == [["low_1", "card at player_2_hand"]] * 2
    assert {order.split()[-1] for order in orders} == {"low_1"}
    assert len(orders) == 6
    table.asked.clear()
    table.answer = 0
    table.call("sorted_as", "player_2", "player_2")
    assert [each.names for each in table.asked] == [["high_1", "low_2"]]
