"""A playthrough for a seat: where games differ only in what the seat may not know, it reads the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from pathlib import Path

import pytest

from rulewright.cli import run
from rulewright.play.game import Game
from rulewright.playtest.playthrough import record, save
from rulewright.playtest.replaying import retrace
from rulewright.playtest.told import told_to
from rulewright.resources import content_root
from rulewright.rulebook.rulebook import Rulebook
from tests.knowledge.test_laws import opened

TRADE = Path(__file__).parents[1] / "hard_cases" / "trade"
GOODS = ("silk", "salt", "wine", "wool")


def told(book: Rulebook, number: int, answers: Sequence[int | str]) -> list[str]:
    """What each seat may read of a game with these answers, as many as it asks for."""
    game = Game(book, 0, number, [None] * book.compiled.players)
    game.run()
    for answer in answers:
        if game.decision is not None:
            game.answer(answer if isinstance(answer, str) else answer % game.decision.count)
    playthrough = record(book, 0, number, ["person"] * book.compiled.players, game.answers)
    result, table = retrace(book, playthrough)
    assert not result.difference
    return [told_to(seat, book, table, playthrough) for seat in range(1, book.compiled.players + 1)]


def test_poker_tells_nothing_of_a_card_that_is_not_shown() -> None:
    book = opened(content_root() / "kuhn_poker", 2)
    read: dict[tuple[str, int], set[str]] = {}
    for number, answers in product(range(40), product((0, 1), repeat=3)):
        game = Game(book, 0, number, [None, None])
        game.run()
        cards = [game.view(seat).lying(f"player_{seat}_hand")[0] for seat in (1, 2)]
        for seat, text in enumerate(told(book, number, answers), 1):
            if "shown" not in text:
                assert cards[2 - seat] not in text
                read.setdefault((cards[seat - 1], seat), set()).add(text)
    assert len(read) == 6
    assert all(len(texts) == 2 for texts in read.values())  # a bet that is not called, before or after a check


def worlds(folder: Path) -> Iterator[tuple[tuple[str, ...], Rulebook]]:
    """The pack with the goods dealt in every way, which the seats could not know."""
    text = (TRADE / "pack.yaml").read_text(encoding="utf-8")
    for dealt in permutations(GOODS):
        names = dict(zip(GOODS, dealt, strict=True))
        made = folder / "-".join(dealt)
        made.mkdir()
        words = (names.get(word, word) for word in re.split(r"\b", text))
        (made / "pack.yaml").write_text("".join(words), encoding="utf-8")
        yield dealt, opened(made, 2)


def test_a_trade_tells_a_seat_what_passed_through_its_hand(tmp_path: Path) -> None:
    read: dict[tuple[object, ...], set[str]] = {}
    for dealt, book in worlds(tmp_path):
        answers = ["player_2", dealt[0], dealt[2], "no", "none"]
        for seat, text in enumerate(told(book, 0, answers), 1):
            own = tuple(sorted(dealt[2 * seat - 2 : 2 * seat]))
            chosen = dealt[0] if seat == 1 else dealt[2]
            assert not [each for each in GOODS if each not in own and each in text]
            read.setdefault((seat, own, chosen), set()).add(text)
    assert len(read) == 24
    assert all(len(texts) == 1 for texts in read.values())


def test_the_command_shows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = opened(content_root() / "kuhn_poker", 2)
    file = tmp_path / "game.txt"
    save(record(book, 0, 0, ["person", "person"], [0, 0]), file)
    assert run(["replay", str(file), "--seat", "2"]) == 0
    text = capsys.readouterr().out
    assert text == told(book, 0, [0, 0])[1]
    assert "seed" not in text
    assert run(["replay", str(file), "--seat", "2", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["told"] == text.splitlines()
    assert run(["replay", str(file), "--seat", "3"]) == 2
