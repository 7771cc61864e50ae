"""The shelf: file name, function name and id are one; what is compiled gives what the plain functions give."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright import builtins
from rulewright.builtins import SHELF
from rulewright.language.builtin import Pattern
from rulewright.language.types import INT, List, Maybe, Roll
from tests.language.emit.harness import Played

ENTRIES = [path.stem for path in Path(builtins.__file__).parent.glob("*.py")]

PACK = """kinds:
  ball:
    fields: {a: int, b: int}
things:
  ball: {one: {at: box}, two: {at: box}, six: {at: box}, ten: {at: box}}
places:
  box: {holds: ball}
procs:
  put(ball x, int a, int b): |
    x.a = a
    x.b = b
  total() -> int: return sum(ball.a)
  keyed() -> int: return sum(ball, .a - .b)
  low() -> int: return min(ball, .a)
  high() -> int: return max(ball[.b > 0].a)
  larger(int a, int b) -> int: return max(a, b)
  sorted_by() -> list ball: return sort(ball, .a, 0 - .b)
  worst() -> list ball: return least(ball, .a, .b)
  best() -> list ball: return most(ball[.b != 1], .a, .b)
  some(int n) -> list ball: return take(ball[.a > 0], n)
  how_many() -> int: return count(ball[.a == .b])
  head() -> maybe ball: return first(ball[.a > 2])
  sure() -> bool: return ask("Sure?", by=player_1)
  must() -> maybe ball: return pick(ball[.a > 0], "Must?", by=player_1)
  may() -> maybe ball: return pick(ball[.a > 0], "May?", by=player_1, may=true)
  some_of() -> list ball: return pick(ball[.a > 0], "Some_of?", by=player_1, n=1..2)
"""


def test_every_entry_is_named_for_its_file() -> None:
    assert [name for name in SHELF if name not in ENTRIES] == []
    assert [SHELF[name].name for name in SHELF] == list(SHELF)


@pytest.mark.parametrize("name", SHELF)
def test_every_entry_documents_itself(name: str) -> None:
    symbol = SHELF[name]
    assert symbol.doc.split("\n")[0].endswith((".", ","))
    assert all(isinstance(each.pattern, Pattern) for each in symbol.parameters)
    assert symbol.decides == any(each.pattern is Pattern.PROMPT for each in symbol.parameters)


def test_results_follow_from_arguments() -> None:
    pick, roll = SHELF["pick"].result, SHELF["roll"].result
    assert pick({"xs": List(INT, 1)}) == INT
    assert pick({"xs": List(INT)}) == Maybe(INT)
    assert pick({"xs": List(INT, 1), "may": INT}) == Maybe(INT)
    assert pick({"xs": List(INT, 1), "n": INT}) == List(INT)
    assert roll({"die": Roll("pip")}) == Roll("pip")
    assert SHELF["least"].result({"xs": List(INT, 1)}) == List(INT, 1)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory.mktemp("balls"), PACK)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rows=st.lists(st.tuples(st.integers(-2, 4), st.integers(-2, 4)), min_size=4, max_size=4), n=st.integers(-1, 5))
def test_compiled_calls_give_what_the_functions_give(game: Played, rows: list[tuple[int, int]], n: int) -> None:
    balls = [game.numbers[each] for each in ("one", "two", "six", "ten")]
    value = dict(zip(balls, rows, strict=True))
    for ball, row in value.items():
        game.call("put", ball, *row)

    def a(ball: int) -> int:
        return value[ball][0]

    def b(ball: int) -> int:
        return value[ball][1]

    def run(name: str, xs: Sequence[int], *keys: Callable[[int], int] | int) -> Any:
        return SHELF[name].run(xs, *keys)

    assert game.call("total") == run("sum", [a(each) for each in balls])
    assert game.call("keyed") == run("sum", balls, lambda each: a(each) - b(each))
    assert game.call("low") == run("min", balls, a)
    assert game.call("high") == run("max", [a(each) for each in balls if b(each) > 0])
    assert game.call("larger", *rows[0]) == max(rows[0])
    assert game.call("sorted_by") == run("sort", balls, a, lambda each: -b(each))
    assert game.call("worst") == run("least", balls, a, b)
    assert game.call("best") == run("most", [each for each in balls if b(each) != 1], a, b)
    assert game.call("some", n) == run("take", [each for each in balls if a(each) > 0], n)
    assert game.call("how_many") == sum(a(each) == b(each) for each in balls)
    assert game.call("head") == run("first", [each for each in balls if a(each) > 2])


@pytest.mark.parametrize(("call", "more"), [("Must?", {}), ("May?", {"may": True}), ("Some_of?", {"n": (1, 2)})])
@pytest.mark.parametrize("number", [0, 1, 2, 4])
def test_compiled_decisions_are_put_as_the_functions_say(
    game: Played, call: str, more: dict[str, Any], number: int
) -> None:
    balls = [game.numbers[each] for each in ("one", "two", "six", "ten")]
    for place, ball in enumerate(balls):
        game.call("put", ball, int(place < number), 0)
    last = balls[:number][-1:] if "n" in more else balls[number - 1]
    prompt = [each.symbol.id for each in game.compiled.prompts].index(call)

    def compiled() -> Any:
        return game.call(call.lower().rstrip("?"))

    def plain() -> Any:
        put = SimpleNamespace(number=prompt, values=())
        return SHELF["pick"].run(game.table, balls[:number], put, by=1, **more)

    found = []
    for decide in (compiled, plain):
        game.asked, game.answers = [], [last]
        found.append((decide(), game.asked))
    assert found[0] == found[1]


def test_a_question_is_put_as_its_function_says(game: Played) -> None:
    prompt = [each.symbol.id for each in game.compiled.prompts].index("Sure?")
    for answer in (True, False):
        game.answers = [answer, answer]
        assert game.call("sure") is answer
        assert SHELF["ask"].run(game.table, SimpleNamespace(number=prompt, values=()), by=1) is answer
