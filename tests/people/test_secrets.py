"""What people read at a terminal is what their seats may know: for every bundled pack and number of players."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.people.picture import picture
from rulewright.play.sights import Sights
from rulewright.resources import content_root
from rulewright.rulebook.load import load
from rulewright.rulebook.rulebook import Rulebook
from tests.knowledge.laws import Judge
from tests.knowledge.test_laws import numbers_of_players
from tests.people.seats import Typist, any_option, sitting, told_apart, unknown_titles

LOOKS = {"arkham_express": 10, "rise_of_the_necromancers": 10, "dawn_and_demons": 10}
"""Of long games some decisions are judged only: so many apart."""

HIDDEN_ROLES = [each for each in numbers_of_players() if each[0] in ("evil_dead_2", "kuhn_poker")]
WHOLE_GAMES = 6
NEVER = 10**9


def opened(folder: Path, players: int) -> Rulebook:
    book, faults = load(folder, {}, players, (), watched=True)
    assert book is not None, faults
    return book


def with_line(folder: Path, sound: str, leaking: str) -> Rulebook:
    """A copy of the poker pack in which something is said otherwise."""
    text = (content_root() / "kuhn_poker" / "pack.yaml").read_text(encoding="utf-8")
    assert text.count(sound) == 1
    (folder / "pack.yaml").write_text(text.replace(sound, leaking), encoding="utf-8")
    return opened(folder, 2)


@pytest.mark.parametrize(("name", "players"), numbers_of_players())
def test_whole_games_by_typed_numbers(tmp_path: Path, name: str, players: int) -> None:
    book = opened(content_root() / name, players)
    everybody = list(range(1, players + 1))
    for seed, people in enumerate((everybody, everybody[-1:])):
        typist = Typist(any_option(seed), every=LOOKS.get(name, 1))
        sitting(book, people, typist, seed, tmp_path / "saved.txt").run()
        assert typist.faults == []
        assert "THE END" in typist.screens[-1]


@pytest.mark.parametrize(("name", "players"), HIDDEN_ROLES)
def test_whole_games_at_one_seat_name_nothing_that_it_never_knew(tmp_path: Path, name: str, players: int) -> None:
    book = told_apart(opened(content_root() / name, players))
    for seed in range(WHOLE_GAMES):
        typist = Typist(any_option(seed), every=NEVER)
        sitting(book, [seed % players + 1], typist, seed, tmp_path / "saved.txt").run()
        assert [each for each in typist.faults if "read of" in each] == []
        assert "THE END" in typist.screens[-1]


def test_what_another_reads_is_a_fault(tmp_path: Path) -> None:
    typist = Typist(any_option(0))
    game = sitting(told_apart(opened(content_root() / "kuhn_poker", 2)), [1], typist, 0, tmp_path / "saved.txt").game
    game.run()
    typist.note_known()
    read = ["\n".join(picture(Sights(game.book, game.table, 1 << seat), [seat], 80).hand) for seat in (1, 2)]
    assert [len(unknown_titles(game, typist.known[1], each)) for each in read] == [0, 1]


@pytest.mark.parametrize("seed", range(6))
def test_no_card_of_another_is_named_before_the_showdown(tmp_path: Path, seed: int) -> None:
    typist = Typist(any_option(seed))
    book = opened(content_root() / "kuhn_poker", 2)
    session = sitting(book, [1, 2], typist, seed, tmp_path / "saved.txt")
    session.run()
    assert typist.faults == []
    questions = [screen for screen in typist.screens if "you are" in screen and "THE END" not in screen]
    for screen in questions:
        named = [each for each in ("Jack", "Queen", "King") if each in screen]
        assert len(named) == 1
        assert f"Your hand: {named[0]}" in screen


def test_a_picture_that_tells_a_face_is_found(tmp_path: Path) -> None:
    book = with_line(tmp_path, "measures:", 'show: {lines: {player: "{it}: {sum(it.hand.card.rank)}"}}\nmeasures:')
    faults = []
    for seed in range(3):
        typist = Typist(any_option(seed))
        sitting(book, [1], typist, seed, tmp_path / "saved.txt").run()
        faults += typist.faults
    assert faults


@pytest.mark.parametrize(("name", "players"), numbers_of_players())
def test_lines_of_bundled_packs_keep_their_secrets(name: str, players: int) -> None:
    judge = Judge(opened(content_root() / name, players), every=1 if name == "kuhn_poker" else 40, told=True)
    for number in range(6 if name == "kuhn_poker" else 2):
        judge.play(7, number)
    assert judge.leaks == []


def test_a_line_that_tells_a_face_is_found(tmp_path: Path) -> None:
    book = with_line(tmp_path, "measures:", 'says: {betting: "{sum(player_2.hand.card.rank)}"}\nmeasures:')
    judge = Judge(book, every=1, told=True)
    for number in range(12):
        judge.play(5, number)
    assert judge.leaks
