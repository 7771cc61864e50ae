"""The tool that mutates the engine: what it changes, what it leaves alone, which tests it picks."""

from __future__ import annotations

import ast
from collections import Counter

from bench.met import LATE
from bench.mutants import Met, batches, summary, verdict, wanted
from bench.mutations import PROBE, Mutation, mutated, mutations, probed

MODULE = '''
"""Text."""
from dataclasses import dataclass

@dataclass(frozen=True)
class Pair:
    left: int | None = 3

Either = Pair | None

def far(pair: Pair, also) -> int | str:
    match also:
        case 7 if pair.left:
            return "a" + also
        case _:
            return -pair.left if not also or 0 < pair.left else f"{pair.left + 1}"
'''


def _changed(source: str) -> list[tuple[str, str]]:
    return [(each.before, each.after) for each in mutations(source)]


def test_what_can_be_wrong_is_changed_and_nothing_else() -> None:
    assert _changed(MODULE) == [
        ("3", "4"),
        ("pair.left", "not pair.left"),
        ("not also or 0 < pair.left", "not also and 0 < pair.left"),
        ("not also", "also"),
        ("0 < pair.left", "0 <= pair.left"),
        ("0 < pair.left", "0 >= pair.left"),
        ("0", "1"),
        ("-pair.left", "pair.left"),
    ]


def test_a_chain_of_comparisons_has_one_change_for_each() -> None:
    assert _changed("x = a == b is c") == [("a == b is c", "a != b is c"), ("a == b is c", "a == b is not c")]


def test_one_change_leaves_the_rest_as_it_is() -> None:
    source = "x = 1 if a in b else 1\n"
    assert [mutated(source, each) for each in mutations(source)] == [
        "x = 1 if a not in b else 1",
        "x = 2 if a in b else 1",
        "x = 1 if a in b else 2",
    ]
    assert mutated(MODULE, None) == ast.unparse(ast.parse(MODULE))


def test_kinds_are_chosen() -> None:
    assert {each.kind for each in mutations(MODULE, ("constant", "condition"))} == {"constant", "condition"}


def test_a_probe_tells_what_was_met_and_changes_no_value() -> None:
    source = "def f(a):\n    return 5 if a < 2 else 7\n"
    told, count = probed(source, first=10)
    met: list[int] = []
    names = {PROBE: met.append}
    exec(told, names)
    assert (eval("f(1), f(3)", names), count) == ((5, 7), 4)
    assert met == [10, 11, 12, 10, 11, 13]


def test_quick_tests_of_what_found_most_come_first_and_slow_ones_not_at_all() -> None:
    seconds = {f"{letter}.py::x": 0.1 for letter in "abcdefgh"} | {"h.py::y": 5.0, "h.py::z": 1.0, "a.py::y": 500.0}
    first, then = batches(list(seconds), Met(seconds), 60, Counter({"h.py": 2, "g.py": 1}))
    assert first == [*(f"{letter}.py::x" for letter in "abcdgh"), "h.py::z"]
    assert then == ["e.py::x", "f.py::x", "h.py::y"]


def test_what_the_tests_say_of_a_mutant() -> None:
    assert verdict(0, "3 passed") == ""
    assert verdict(1, "FAILED tests/a.py::b - AssertionError\n1 failed") == "FAILED tests/a.py::b"
    assert verdict(LATE, "") == "too late"
    assert verdict(3, "") == "exit code 3"
    assert verdict(5, "no tests ran") == ""


def test_what_survived_is_run_again_against_more_tests_only() -> None:
    assert wanted(None, 10)
    assert not wanted({"found": "FAILED tests/a.py::b", "seconds": 10}, 20)
    assert [wanted({"found": "", "seconds": 10}, seconds) for seconds in (10, 20)] == [False, True]


def test_shares_are_told_by_package() -> None:
    results = {"play/a.py:1 (0): a  ->  b": {"found": "x"}, "play/b.py:1 (0): a  ->  b": {"found": ""}}
    assert [line.split() for line in summary(results)] == [
        ["play", "2", "mutants", "1", "found", "50.0%"],
        ["all", "2", "mutants", "1", "found", "50.0%"],
    ]


def test_a_mutation_knows_its_line() -> None:
    assert mutations("\n\nx = 1\n") == [Mutation(0, 3, "constant", "1", "2")]
