"""What a failing test tells: every change and answer with the line of the pack that made it."""

import sys
from pathlib import Path

from tests.trials.games import GAME, verdicts, write

SALE = """\
tests:
  sale:
    given: {pear.at: field, apple_1.at: field}
    answers: {market: sell, sell.f: pear}
    dice: [rain, sun]
    run: |
      offer(market, me)
      gamble(me)
    expect: player_1.coins == 7
"""


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if part in line)


def test_each_change_stands_at_its_line(tmp_path: Path) -> None:
    (verdict,) = verdicts(write(tmp_path, {"tests.yaml": SALE}))
    assert [(event.file, event.line, event.said) for event in verdict.events] == [
        ("pack.yaml", line_of(GAME, "market:"), "seat 1 answers 'market': sell"),
        ("pack.yaml", line_of(GAME, "market:"), "seat 1 answers 'sell.f': pear"),
        ("pack.yaml", line_of(GAME, "move(f, barn)"), "pear.at: field -> barn"),
        ("pack.yaml", line_of(GAME, "me.coins += f.worth"), "player_1.coins: 3 -> 5"),
        ("pack.yaml", line_of(GAME, "roll(weather, 2)"), "throws weather rain, sun"),
        ("pack.yaml", line_of(GAME, "me.coins += r.sun"), "player_1.coins: 5 -> 6"),
        ("pack.yaml", line_of(GAME, "me.luck = r.rain"), "player_1.luck: 0 -> 1"),
    ]
    assert [fault.hint for fault in verdict.faults] == ["`player_1.coins` is 6"]


def test_what_a_passing_test_does_is_not_told(tmp_path: Path) -> None:
    (verdict,) = verdicts(write(tmp_path, {"tests.yaml": SALE.replace("== 7", "== 6")}))
    assert verdict.passed
    assert verdict.events == ()


def test_a_debugger_is_left_as_it_was(tmp_path: Path) -> None:
    seen: list[str] = []

    def trace(*_: object) -> None:
        seen.append("called")

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        verdicts(write(tmp_path, {"tests.yaml": SALE}))
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)


def test_a_story_without_end_is_cut(tmp_path: Path) -> None:
    endless = "tests:\n  endless:\n    run: spin(me)\n    expect: player_1.coins == 0\n"
    (verdict,) = verdicts(write(tmp_path, {"tests.yaml": endless}))
    assert [fault.id for fault in verdict.faults] == ["capped"]
    assert 0 < len(verdict.events) <= 10_000


HURRY = """\
tests:
  plans:
    players: 2
    answers: {1/Coins: "2", 1/Sure?: expired, 2/Coins: "3", 2/Sure?: "yes"}
    run: {step: plan}
    expect: player_1.coins == 0
  peeked:
    players: 2
    run: {step: peek}
    sees: {2: [ace]}
"""


def test_branches_and_who_is_let_see_what_are_told_at_their_lines(tmp_path: Path) -> None:
    pack = (Path(__file__).parents[1] / "hard_cases" / "in_a_hurry" / "pack.yaml").read_text(encoding="utf-8")
    (tmp_path / "pack.yaml").write_text(pack, encoding="utf-8")
    (tmp_path / "tests.yaml").write_text(HURRY, encoding="utf-8")
    plans, peeked = verdicts(tmp_path)
    coins, sure = line_of(pack, "it.coins ="), line_of(pack, "it.late =")
    assert [(event.line, event.said) for event in plans.events] == [
        (coins, "seat 1 answers 'Coins': 2"),
        (sure, "seat 1 answers 'Sure?': expired"),
        (coins, "seat 2 answers 'Coins': 3"),
        (sure, "seat 2 answers 'Sure?': yes"),
        (coins, "player_1.coins: 0 -> 2"),
        (coins, "player_2.coins: 0 -> 3"),
        (sure, "player_2.late: yes -> no"),
    ]
    assert [(event.line, event.said) for event in peeked.events] == [(line_of(pack, "peek:"), "two: known to player_1")]
