"""Sitting at a terminal: answers, commands, taking back, saving, going on, and changing seats."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.agents import AGENTS
from rulewright.people.session import Left, Session
from rulewright.play.flow import Status
from rulewright.play.game import Game
from rulewright.playtest.reading import read_file
from rulewright.resources import content_root
from rulewright.rulebook.load import load
from rulewright.rulebook.rulebook import Rulebook
from tests.language.emit.harness import HEADER
from tests.people.seats import Typist, any_option, sitting

AUCTION = """
kinds:
  player: {fields: {bid: int = 0}}
flow:
  bids:
    each: player
    as: me
    together: true
    do: |
      me.bid = pick(0..3, "How much?", by=me)
  finish: end(win=most(player, .bid), "Sold")
"""


def bundled(name: str, players: int) -> Rulebook:
    book, faults = load(content_root() / name, {}, players, (), watched=True)
    assert book is not None, faults
    return book


def typing(*lines: str) -> Typist:
    """A typist who types these lines, then nothing more."""
    given: Iterator[str] = iter(lines)

    def types(_: Typist) -> str:
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    return Typist(types)


def played(book: Rulebook, people: list[int], tmp_path: Path, *lines: str, seed: int = 0) -> tuple[Session, Typist]:
    """A session in which these lines were typed."""
    typist = typing(*lines)
    session = sitting(book, people, typist, seed, tmp_path / "saved.txt")
    with pytest.raises(EOFError):
        session.run()
    typist.screens += ["\n".join(typist.written)] if typist.written else []
    assert typist.faults == []
    return session, typist


def test_numbers_words_and_beginnings_are_answers(tmp_path: Path) -> None:
    book = bundled("kuhn_poker", 2)
    for typed in ("2", "bet", "BET", "b"):
        session, _ = played(book, [1, 2], tmp_path, typed)
        assert session.game.answers[0] == 1, typed


def test_what_is_no_answer_is_told(tmp_path: Path) -> None:
    session, typist = played(bundled("kuhn_poker", 2), [1, 2], tmp_path, "3", "0", "raise", "-", "1 2")
    assert session.game.answers == []
    told = [screen.split("\n")[0] for screen in typist.screens[1:]]
    assert told[0] == "there is no option 3: type a number from 1 to 2"
    assert told[2] == "`raise` is no option: type a number from 1 to 2, or `help`"
    assert len(told) == 5


def test_an_ambiguous_beginning_names_the_numbers(tmp_path: Path) -> None:
    _, typist = played(bundled("noughts_and_crosses", 2), [1], tmp_path, "row 1")
    assert typist.screens[-1] == "`row 1` may be 1, 2 or 3: type the number"


def test_several_are_taken_by_their_numbers(tmp_path: Path) -> None:
    book = bundled("arkham_express", 1)
    _, typist = played(book, [1], tmp_path, "1", "1", "9 9", "-", seed=3)
    assert "[0 to " in typist.screens[1]
    assert "such as 1 2, - for none]" in typist.screens[1]
    assert "there is no option 9" in typist.screens[-2] or "there is no option 9" in typist.screens[-3]


def test_undo_takes_back_to_the_same_screen(tmp_path: Path) -> None:
    session, typist = played(bundled("noughts_and_crosses", 2), [1], tmp_path, "5", "1", "undo")
    assert typist.screens[-1].split("\n")[0] == "taken back"
    assert typist.screens[-1].split("\n", 1)[1] == typist.screens[1]
    assert len(session.game.answers) == 2


def test_undo_goes_back_to_the_beginning_and_no_further(tmp_path: Path) -> None:
    session, typist = played(bundled("noughts_and_crosses", 2), [1], tmp_path, "5", "1", "undo", "undo", "undo")
    assert session.game.answers == []
    assert typist.screens[-1] == "nothing was decided here that could be taken back"


def test_what_was_read_once_is_not_read_again(tmp_path: Path) -> None:
    _, typist = played(bundled("noughts_and_crosses", 2), [1], tmp_path, "5", "1", "undo", "2")
    marks = [line for line in typist.screens[-1].split("\n") if "Where do you put your mark? »" in line]
    assert len(marks) == 2


def test_a_finished_game_can_be_taken_back(tmp_path: Path) -> None:
    book = bundled("kuhn_poker", 2)
    session, typist = played(book, [1, 2], tmp_path, "2", "", "1", "undo")
    assert "THE END: The pot is taken. Player 1 wins." in typist.screens[3]
    assert session.game.ending is not None
    assert session.game.ending.status is Status.OPEN
    assert len(session.game.answers) == 1


def test_log_board_and_help(tmp_path: Path) -> None:
    lines = ("5", "log", "board", "help", "?", "? 1", "arrows")
    _, typist = played(bundled("noughts_and_crosses", 2), [1], tmp_path, *lines)
    log, board, help_, again, asked, arrows = typist.screens[2:]
    assert log.startswith("Player 1: Where do you put your mark? » row 2, column 2\n")
    assert board.split("\n")[1] == "_ x _"
    assert help_ == again
    assert "undo" in help_
    assert asked == "asked about 1"
    assert arrows.startswith("row 1, column 1: arrows to row 1, column 3, row 3, column 1, row 3, column 3\n")


def test_who_decide_together_are_named_so(tmp_path: Path) -> None:
    _, typist = played(bundled("arkham_express", 2), [1], tmp_path, "4")
    assert typist.screens[-1].split("\n")[1].endswith(" Player 1 and Player 2 together")


def test_long_logs_have_pages(tmp_path: Path) -> None:
    typist = Typist(any_option(1))
    session = sitting(bundled("arkham_express", 2), [1, 2], typist, 1, tmp_path / "saved.txt")
    session.run()
    lines = iter(["log", "log 2", "log 99", ""])
    typist.types = lambda _: next(lines)
    typist.written = []
    session.run()
    pages = typist.screens[-3:]
    assert pages[0].endswith("`log 2`)")
    assert len(set(pages)) == 3


def test_quitting_and_the_end_of_input_leave_the_game(tmp_path: Path) -> None:
    session = sitting(bundled("kuhn_poker", 2), [1], typing("quit"), 0, tmp_path / "saved.txt")
    with pytest.raises(Left):
        session.run()
    assert session.save() == ""
    assert not (tmp_path / "saved.txt").exists()


def test_a_saved_game_goes_on_where_it_stood(tmp_path: Path) -> None:
    book = bundled("arkham_express", 2)
    answers = any_option(5)
    typist = Typist(lambda each: answers(each) if len(each.screens) < 12 else "quit")
    session = sitting(book, [1], typist, 2, tmp_path / "saved.txt")
    with pytest.raises(Left):
        session.run()
    assert session.save() == f"saved: {tmp_path / 'saved.txt'}"
    before, faults, _ = read_file(tmp_path / "saved.txt")
    assert before is not None, faults
    again = sitting(book, [1], typing(), before.seed, tmp_path / "saved.txt")
    again.game.resume([step.chosen for step in before.steps], before.drawn)
    assert again.game.answers == session.game.answers
    assert again.game.drawn == session.game.drawn
    assert again.game.view(1).text() == session.game.view(1).text()


def test_save_into_another_file(tmp_path: Path) -> None:
    file = tmp_path / "other" / "game.txt"
    _, typist = played(bundled("kuhn_poker", 2), [1, 2], tmp_path, "save", "1", "", f"save {file}", f"save {tmp_path}")
    assert typist.screens[1] == "nothing was decided yet: nothing to save"
    assert typist.screens[-2] == f"saved: {file}"
    assert typist.screens[-1].startswith("it could not be saved: ")
    assert read_file(file)[0] is not None


def test_seats_with_secrets_are_handed_over(tmp_path: Path) -> None:
    _, typist = played(bundled("kuhn_poker", 2), [1, 2], tmp_path, "1", "", "1")
    assert typist.screens[1].split("\n") == [
        "[cleared]",
        "--- Player 2 is next. The others look away; Player 2 presses Enter. ---",
    ]
    assert typist.screens[2].startswith("[cleared]\n")


def test_seats_without_secrets_just_go_on(tmp_path: Path) -> None:
    _, typist = played(bundled("connect_four", 2), [1, 2], tmp_path, "1", "1", "1")
    assert not any("look away" in screen for screen in typist.screens)


def small(folder: Path, text: str, players: int = 2) -> Rulebook:
    (folder / "pack.yaml").write_text(HEADER + text, encoding="utf-8")
    book, faults = load(folder, {}, players, (), watched=True)
    assert book is not None, faults
    return book


def test_what_is_chosen_at_once_is_handed_over_and_not_told_before_all_have(tmp_path: Path) -> None:
    book = small(tmp_path, AUCTION)
    session, typist = played(book, [1, 2], tmp_path, "3", "", "save", "2")
    assert "look away" in typist.screens[1]
    assert "»" not in typist.screens[2]
    assert typist.screens[3] == "nothing was decided yet: nothing to save"  # the round is asked anew as a whole
    assert "Player 1 (bid 2)\nPlayer 2 (bid 1)" in typist.screens[-1]
    assert "Player 1 wins" in typist.screens[-1]
    assert session.game.answers == [2, 1]


def test_an_agent_that_looks_ahead_decides_at_once_with_people(tmp_path: Path) -> None:
    game = Game(small(tmp_path, AUCTION), 0, 0, [None, AGENTS["greedy"]], told=True)
    assert game.run().status is Status.OPEN
    ending = game.answer("2")
    assert ending.status is Status.OVER, ending.fault
    assert len(game.answers) == 2


SLOTS = """
kinds: {card: {}}
places: {slot: {holds: card, per: player, count: 2}}
things: {card: {ace: {at: player_1_slot_1}}}
flow:
  turn: |
    if ask("Take it?", by=player_1):
      for p in player_2.slot[.number == 2]: move(ace, p)
"""


def test_places_that_a_player_has_several_of_are_shown(tmp_path: Path) -> None:
    _, typist = played(small(tmp_path, SLOTS), [1, 2], tmp_path)
    assert "Take it?" in typist.screens[-1]
    assert "Ace" in typist.screens[-1]


ROLLS = """
dice:
  coin: [heads, tails]
menus:
  table:
    with: (player me)
kinds:
  player: {fields: {paid: int = 0}}
actions:
  pay: |
    in table: me.paid += 1
flow:
  turn:
    each: player[.seat == 1]
    as: me
    do: |
      let r = roll(coin, 3)
      offer(table, me)
      if ask("Again?"): reroll(r, r)
      if ask("Once more?"): reroll(r, r)
  finish: end("Over")
"""


def test_what_was_thrown_stays_until_something_happens(tmp_path: Path) -> None:
    _, typist = played(small(tmp_path, ROLLS), [1, 2], tmp_path, "done", "help", "nonsense", "", "no")
    told = ["dice: " in screen for screen in typist.screens]
    assert told == [True, True, False, False, True, False]  # help and refusals stand below the screen
    assert "» no" in typist.screens[-1]
