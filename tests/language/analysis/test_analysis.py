"""What is known of a pack before any code is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.builtins import SHELF
from rulewright.language.analysis.analyse import Analysis, analyse
from rulewright.language.analysis.evaluate import Evaluator, Unknown
from rulewright.language.analysis.trees import equal, free_variables, substitute
from rulewright.language.tree import Arith, Const, Filter, Keyed, Var
from rulewright.language.types import BOOL, INT, Kind, List
from rulewright.text.spans import Span
from tests.language.emit.harness import HEADER, checked, with_flow

PACK = """kinds:
  cat:
    lies: area
    fields: {age: int = 2, fur: int = 4, home: place, wild: bool = false}
    derive:
      old: .age > 9
  toy:
    fields: {worn: int}
  key:
    fields: {size: int}
things:
  cat:
    tom: {at: yard, home: shed}
    mog: {at: yard, home: loft, fur: 6}
  toy: {ball: {at: shed}}
  key: {brass: {at: ring}}
places:
  shed: {holds: toy}
  loft: {}
  pile: {ordered: true}
  ring: {holds: key}
areas:
  yard: {title: Yard}
  lane: {title: Lane}
procs:
  grow(cat c): c.age += 1
  drop(toy t): move(t, pile)
  lose(key k): move(k, pile)
  loop_a(int n) -> int: return loop_b(n - 1)
  loop_b(int n) -> int: return loop_a(n) if n > 0 else 0
rules: |
  aged: for c in cat when c.old and c.wild: c.age = 0
  crowd: when count(cat[.at == lane]) > 1: end(win=none, "A crowd")
  heap: when count(pile.toy) > 3: end(win=none, "A heap")
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    folder: Path = tmp_path_factory.mktemp("cats")
    (folder / "pack.yaml").write_text(HEADER + with_flow(PACK), encoding="utf-8")
    program, _ = checked(folder, 2)
    return analyse(program, SHELF)


def names(found: Analysis, things: tuple[int, ...]) -> list[str]:
    return [found.program.things[each].id for each in things]


def test_only_what_is_written_is_state(found: Analysis) -> None:
    assert [each for each in found.mutable if "." in each] == ["cat.age"]
    assert "at:toy" in found.mutable
    assert "at:cat" not in found.mutable


def test_roots_that_meet_in_an_ordered_place_share_their_boxes(found: Analysis) -> None:
    assert found.scene.family == {"cat": "cat", "toy": "toy", "key": "toy"}
    assert names(found, found.scene.holders["cat"]) == ["yard"]
    assert names(found, found.scene.holders["toy"]) == ["shed", "pile", "ring"]


def test_rules_know_what_wakes_them_and_how_little_to_test(found: Analysis) -> None:
    aged, crowd, heap = found.rules
    assert aged.watched == {"cat.age": True, "cat.wild": True}
    assert crowd.watched == {"at:cat": False}
    assert heap.watched == {"in:toy": False}
    assert [rule.symbol.id for rule in found.watchers("cat.age")] == ["aged"]


def test_cycles_and_effects(found: Analysis) -> None:
    assert found.graph.in_cycle("loop_a")
    assert not found.graph.in_cycle("grow")
    assert "rule.aged" in found.settled.reach("grow")
    assert found.in_effect("rule.aged")
    assert not found.in_effect("grow")


def test_what_is_known_at_load(found: Analysis) -> None:
    span = Span("pack.yaml", 1, 1, 1, 1)
    now = Evaluator(found.program, found.scene, SHELF, found.mutable, start=False)
    start = Evaluator(found.program, found.scene, SHELF, found.mutable, start=True)
    tom = next(thing.number for thing in found.program.things if thing.id == "tom")
    assert now.field(found.program.fields["cat.fur"], tom) == 4
    assert start.field(found.program.fields["cat.age"], tom) == 2
    with pytest.raises(Unknown):
        now.field(found.program.fields["cat.age"], tom)
    with pytest.raises(Unknown):
        now.known(Arith("/", Const(1, INT, span), Const(0, INT, span), INT, span))


def test_replacing_a_variable_never_catches_another() -> None:
    span = Span("pack.yaml", 1, 1, 1, 1)
    cat = Kind("cat")

    def variable(name: str) -> Var:
        return Var(name, cat, span)

    inner = Filter(
        variable("xs"), Keyed("me", Arith("+", variable("me"), variable("it"), INT, span), cat, span), List(cat), span
    )
    replaced = substitute(inner, {"it": variable("me")})
    assert free_variables(replaced) == ["xs", "me"]
    assert not equal(replaced, inner)
    assert replaced.key.var != "me"
    assert equal(substitute(inner, {"other": Const(True, BOOL, span)}), inner)
