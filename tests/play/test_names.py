"""What options are called: by id in records, by title on a screen, no two alike."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rulewright.language.types import BOOL, INT, NOTHING, PLAYER, Enum, Kind, List, Maybe, Roll, Type
from rulewright.play.decisions import AnswerRefused, Decision
from rulewright.play.game import Game
from rulewright.play.names import thing_id, thing_title, value_name
from tests.packs_of_text import both_of
from tests.play.toy import toy


def decision(prompt: int, options: Sequence[Any], args: Sequence[Any] = ()) -> Decision:
    book = toy()
    made = Decision(book, book.table(), 1)
    made.prompt, made.options, made.args, made.count = prompt, options, args, len(options)
    return made


@pytest.mark.parametrize(
    ("kind", "value", "name"),
    [
        (INT, 7, "7"),
        (BOOL, True, "yes"),
        (BOOL, 0, "no"),
        (Maybe(INT), None, "none"),
        (Enum("mood"), 1, "sad"),
        (Enum("mood"), -1, "none"),
        (PLAYER, 2, "player_2"),
        (Maybe(PLAYER), -1, "none"),
        (Maybe(PLAYER), 1, "player_1"),
        (List(Kind("chip")), [4, 7], "gold_1, silver_1"),
        (Roll("coin"), [[1, 2], 0], "star, moon"),
        (NOTHING, None, "none"),
    ],
)
def test_values(kind: Type, value: object, name: str) -> None:
    assert value_name(toy(), kind, value, thing_id) == name


@pytest.mark.parametrize(("number", "title"), [(4, "Gold"), (3, "bank")])
def test_a_thing_without_a_title_reads_as_its_id(number: int, title: str) -> None:
    assert thing_title(toy(), number) == title


@pytest.mark.parametrize(
    ("prompt", "options", "args", "names", "labels"),
    [
        (0, (1, 2), (), ["player_1", "player_2"], ["Player 1", "Player 2"]),
        (1, [0, 2, (3, 2)], (), ["done", "throw", "rob player_2"], ["done", "throw", "rob Player 2"]),
        (2, [0, 1, 2], ([[1, 0, 1]],), ["star", "blank", "star #2"], ["star", "blank", "star #2"]),
        (2, [0, 2], (), ["die 1", "die 3"], ["die 1", "die 3"]),
        (3, [4, 5], (), ["gold_1", "gold_2"], ["Gold", "Gold #2"]),
        (4, (True, False), (), ["yes", "no"], ["yes", "no"]),
        (6, [0, (1, 2, 1)], (4,), ["Nobody", "player_2, sad"], ["Nobody", "Player 2, sad"]),
        (7, [0, 1, -1], (), ["glad", "sad", "none"], ["glad", "sad", "none"]),
    ],
)
def test_options(prompt: int, options: Sequence[Any], args: Sequence[Any], names: list[str], labels: list[str]) -> None:
    made = decision(prompt, options, args)
    assert made.names == names
    assert made.labels == labels
    assert [made.index(name) for name in names] == list(range(len(names)))


def test_text_fills_its_holes_and_the_id_does_not() -> None:
    made = decision(6, [0], (4,))
    assert (made.id, made.text) == ("Praise, {n} left", "Praise, 4 left")


def test_an_option_may_be_called_by_its_definition_where_that_is_clear() -> None:
    assert decision(3, [4, 7, 8]).index("gold") == 0
    with pytest.raises(
        AnswerRefused, match="'silver' is no option of 'Which chip\\?'; the options are gold_1, silver_1"
    ):
        decision(3, [4, 7, 8]).index("silver")


@pytest.mark.parametrize("answer", [-1, 2, (0,), (0, 1)])
def test_an_answer_that_is_no_option_is_refused(answer: int | tuple[int, ...]) -> None:
    with pytest.raises(AnswerRefused):
        decision(4, (True, False)).check(answer)


def about_several() -> Decision:
    made = decision(5, [4, 7])
    made.sizes, made.low, made.high = [2, 1], 1, 3
    return made


def test_an_answer_about_several_is_put_in_order() -> None:
    made = about_several()
    assert made.check((1, 0, 0)) == (0, 0, 1)
    assert made.taken((0, 0, 1)) == (0, 0, 1)
    assert made.names == ["gold_1", "silver_1"]


@pytest.mark.parametrize("answer", [0, (), (0, 0, 0), (1, 1), (2,), (-1,), (0, 0, 1, 1)])
def test_an_answer_about_several_that_cannot_be_is_refused(answer: int | tuple[int, ...]) -> None:
    with pytest.raises(AnswerRefused):
        about_several().check(answer)


UNSHOWN = """
pack: {format: 1, id: small, title: Small, version: 1.0.0, players: 2, seats: each, credits: none}
kinds:
  player: {fields: {coins: int = 0}}
tables:
  price: {1: 2}
flow:
  turn: |
    choose("For {price(player_1.coins)}", by=player_1):
      "{12 / player_1.coins} coins": player_1.coins += 1
      "Nothing": player_1.coins += 1
"""


def test_what_a_hole_cannot_show_is_a_question_mark(tmp_path: Path) -> None:
    game = Game(both_of(tmp_path, UNSHOWN, 2).book, 0, 0, [None, None])
    game.run()
    assert game.decision is not None
    assert (game.decision.text, game.decision.names) == ("For ?", ["? coins", "Nothing"])


COUNTED = """
pack: {format: 1, id: small, title: Small, version: 1.0.0, players: 2, seats: each, credits: none}
kinds:
  player: {fields: {n: int = 0}}
  imp: {fields: {w: int = 1}}
areas: {room: {}}
things:
  imp: {ann: {at: room}, bob: {at: room}}
flow:
  turn: |
    let k = 1
    choose("Which? ({most(imp[.w >= k], .w, count(imp))})", by=player_1):
      for i in imp: "Take {i}": player_1.n += 1
      for j in imp: "Leave {j}": player_1.n += 1
"""


def test_what_a_question_counts_is_not_mistaken_for_one_of_its_options(tmp_path: Path) -> None:
    game = Game(both_of(tmp_path, COUNTED.lstrip(), 2).book, 0, 0, [None, None])
    game.run()
    assert game.decision is not None
    assert game.decision.text == "Which? (Ann, Bob)"
    assert list(game.decision.names) == ["Take ann", "Take bob", "Leave ann", "Leave bob"]
