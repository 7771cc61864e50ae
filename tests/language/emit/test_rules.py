"""Rules: fired at once, in order, restarted, never for a thing whose effect runs; the same however they are tested."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.table.signals import Capped
from tests.language.emit.harness import Played

PACK = """kinds:
  imp:
    lies: area
    fields: {a: int, b: int, c: int min 0 max 9, seen: int, mate: imp}
  game:
    fields: {sum: int, last: int, rounds: int, tolls: int}
things:
  imp:
    one: {at: cave, mate: two}
    two: {at: cave, mate: six}
    six: {at: cave, mate: two}
areas:
  cave: {title: Cave}
  lake: {title: Lake}
procs:
  set_a(imp x, int n): x.a = n
  set_b(imp x, int n): x.b += n
  set_c(imp x, int n): x.c -= n
  all_c(int n): imp.c = n
  swim(imp x): move(x, lake)
  back(): move(lake.imp, cave)
rules: |
  over: for x in imp when x.a > 3: x.a = 0; x.b += 1
  high: for x in imp when x.b > 2 and x.a < 2:
    x.b = 0; x.c += 2
    if x.a == 0: x.seen += 1
  full: when count(lake.imp) > 1: move(first(lake.imp) or one, cave); game.sum += 1
  most: for x in imp when x.c > 5 and x.at == cave: x.c -= 4; move(x, lake)
  joint: for x in imp[.c > game.last]: game.last = x.c; x.a += 4
  pair: for x in imp when x.mate.a == 2 and x.mate.mate.b < 2: x.seen += 1; x.mate.a = 1
"""

MOVES = st.lists(
    st.tuples(
        st.sampled_from(["set_a", "set_b", "set_c", "all_c", "swim", "back"]),
        st.sampled_from(["one", "two", "six"]),
        st.integers(-3, 9),
    ),
    max_size=25,
)


def play(game: Played, moves: list[tuple[str, str, int]]) -> list[object]:
    """The state after each move; that the game was capped ends it."""
    states: list[object] = []
    game.start(game.table)
    for name, thing, number in moves:
        arguments = {"all_c": (number,), "swim": (game.numbers[thing],), "back": ()}
        try:
            game.call(name, *arguments.get(name, (game.numbers[thing], number)))
        except Capped:
            return [*states, "capped"]
        state = game.table.save()
        states.append((state.columns, state.boxes, game.table.pending, game.table.marks))
    return states


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Played, Played]:
    """The pack with tests only where something changed, and with all rules tested after every change."""
    return Played(tmp_path_factory.mktemp("some"), PACK), Played(tmp_path_factory.mktemp("all"), PACK, watch_all=True)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(moves=MOVES)
def test_testing_what_changed_is_testing_everything(
    both: tuple[Played, Played], moves: list[tuple[str, str, int]]
) -> None:
    assert play(both[0], moves) == play(both[1], moves)


def test_rules_fire_in_the_middle_of_a_text(tmp_path: Path) -> None:
    text = """kinds:
  imp:
    fields: {hp: int = 3, log: int}
things:
  imp: {one: {at: box}}
places:
  box: {holds: imp}
procs:
  hit(imp x) -> int: |
    x.hp -= 3
    let seen = x.hp
    return seen * 10 + x.log
rules: |
  revive: for x in imp when x.hp == 0: x.hp = 9; x.log += 1
"""
    game = Played(tmp_path, text)
    assert game.call("hit", game.numbers["one"]) == 91


def test_rules_that_never_rest_cap_the_game_and_are_named(tmp_path: Path) -> None:
    text = """kinds:
  game:
    fields: {a: int, b: int}
procs:
  go(): game.a = 1
rules: |
  there: when game.a == 1: game.a = 0; game.b = 1
  back_again: when game.b == 1: game.b = 0; game.a = 1
"""
    game = Played(tmp_path, text)
    with pytest.raises(Capped) as fault:
        game.call("go")
    assert set(fault.value.names) <= {"there", "back_again"}
    assert fault.value.names


def test_rules_that_have_come_to_rest_are_not_named(tmp_path: Path) -> None:
    text = """kinds:
  game:
    fields: {a: int, b: int}
procs:
  go(int a, int b): game.a = a; game.b = b
rules: |
  often: when game.a > 0: game.a -= 1
  ever: when game.b > 0: game.b += 1
"""
    game = Played(tmp_path, text)
    game.call("go", 90, 0)
    with pytest.raises(Capped) as fault:
        game.call("go", 0, 1)
    assert fault.value.names == ("ever",)


def test_a_rule_that_leaves_a_step_waits_until_what_it_reads_changes(tmp_path: Path) -> None:
    text = """kinds:
  game:
    fields: {heat: int, fled: int, walked: int, rung: int}
flow:
  day:
    loop: 3
    steps:
      walk: |
        game.heat += 1
        game.walked += 1
      rest: game.rung += 1
rules: |
  flee: when game.heat == 2: game.fled += 1; leave(walk)
  ring: when game.fled == 1 and game.rung < 50: game.rung = 50
"""
    some, every = Played(tmp_path, text), Played(tmp_path, text, watch_all=True)
    for game in (some, every):
        assert game.run() is None
        # Left in the second round before `walked`; still hot, it did not fire again until the heat rose.
        assert [game.get(f"game.{name}", "game") for name in ("heat", "fled", "walked", "rung")] == [3, 1, 2, 52]


def test_rules_sleep_in_setup_and_are_all_tested_at_its_end(tmp_path: Path) -> None:
    text = """kinds:
  game:
    fields: {a: int, seen: int}
flow:
  setup: |
    game.a = 5
    game.a = 0
    game.a = 7
  play: game.a = 7
rules: |
  notice: when game.a > 3: game.seen += 1; game.a = 1
"""
    game = Played(tmp_path, text)
    game.run()
    assert game.get("game.seen", "game") == 2


def test_a_rule_does_not_fire_inside_itself(tmp_path: Path) -> None:
    text = """kinds:
  imp:
    fields: {a: int, deep: int, most: int}
things:
  imp: {one: {at: box}, two: {at: box}}
places:
  box: {holds: imp}
procs:
  go(): one.a = 3
rules: |
  fall: for x in imp when x.a > 0:
    x.deep += 1
    if x.deep > x.most: x.most = x.deep
    x.a -= 1
    two.a = 1
    x.deep -= 1
"""
    for watch_all in (False, True):
        game = Played(tmp_path, text, watch_all=watch_all)
        with pytest.raises(Capped):
            game.call("go")
        assert game.get("imp.most", "one") == 1


@pytest.mark.parametrize("local", ["x", "y"])
def test_a_variable_of_a_text_that_is_called_is_not_the_item_of_the_rule(tmp_path: Path, local: str) -> None:
    text = f"""kinds:
  imp:
    fields: {{hot: bool, near: bool, warm: bool}}
things:
  imp: {{one: {{at: box}}, two: {{at: box}}, six: {{at: box}}}}
places:
  box: {{holds: imp}}
procs:
  go(): one.hot = true
  others(imp i) -> bool: |
    for {local} in imp:
      if {local}.hot and {local} != i: return true
    return false
  heat(imp {local}) -> int: |
    let n = 0
    if {local}.hot: n = 1
    return n
rules: |
  beside: for x in imp when others(x) and not x.near: x.near = true
  behind: for x in imp when heat(one) > 0 and x != one and not x.warm: x.warm = true
"""
    game = Played(tmp_path, text)
    game.call("go")
    assert [game.get(field, imp) for field in ("imp.near", "imp.warm") for imp in ("one", "two", "six")] == [
        False,
        True,
        True,
    ] * 2


def test_a_rule_reads_what_the_rows_of_a_table_read(tmp_path: Path) -> None:
    text = """kinds:
  imp:
    fields: {hot: int, seen: bool}
things:
  imp: {one: {at: box}, two: {at: box}}
places:
  box: {holds: imp}
tables:
  heat: {1: one.hot, 2: 5}
procs:
  go(): one.hot = 3
rules: |
  warm: for x in imp when heat(1) > 2 and not x.seen: x.seen = true
"""
    game = Played(tmp_path, text)
    game.call("go")
    assert game.get("imp.seen", "one")
    assert game.get("imp.seen", "two")
