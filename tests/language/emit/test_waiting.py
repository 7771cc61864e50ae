"""Rules that were waiting run inside the effects of others, where periods and loops must bear with them."""

from __future__ import annotations

from pathlib import Path

from tests.language.emit.harness import Played


def test_a_symbol_is_never_below_zero_whatever_is_added(tmp_path: Path) -> None:
    text = """dice:
  bone: {faces: [hit]}
procs:
  hits(int n) -> int: |
    let r = roll(bone, 1)
    r.hit += n
    return r.hit
"""
    assert Played(tmp_path, text).call("hits", -3) == 0


def test_a_rule_that_waited_may_run_a_period_inside_itself(tmp_path: Path) -> None:
    text = """kinds:
  imp:
    fields: {a: int, seen: int}
  game:
    fields: {noise: int = 0 each job}
things:
  imp:
    ann: {at: box}
    bob: {at: box}
places:
  box: {holds: imp}
procs:
  go(): imp.a = 2
  job(imp x): |
    game.noise += 1
    x.seen = game.noise
rules: |
  both: for x in imp when x.a == 2: job(x); x.a = 0
"""
    game = Played(tmp_path, text)
    game.call("go")
    assert (game.get("imp.seen", "ann"), game.get("imp.seen", "bob")) == (1, 1)
    assert game.get("game.noise", "game") == 0


def test_a_list_is_fixed_while_a_rule_that_waited_moves_what_it_holds(tmp_path: Path) -> None:
    text = """kinds:
  imp:
    fields: {done: int}
  game:
    fields: {start: int}
things:
  imp:
    ann: {at: box}
    bob: {at: box}
    cid: {at: box}
places:
  box: {holds: imp}
  bin: {holds: imp}
procs:
  go(): game.start = 1
rules: |
  first: when game.start == 1:
    for x in box.imp: x.done += 1
    game.start = 2
  second: when game.start == 1 and ann.at == box: move(ann, bin)
"""
    game = Played(tmp_path, text)
    game.call("go")
    assert [game.get("imp.done", each) for each in ("ann", "bob", "cid")] == [1, 1, 1]


def test_a_change_of_several_things_is_one_change(tmp_path: Path) -> None:
    text = """kinds:
  imp:
    fields: {a: int, order: int}
  game:
    fields: {n: int}
things:
  imp:
    ann: {at: box}
    bob: {at: box}
places:
  box: {holds: imp}
procs:
  go(): imp.a = 2
rules: |
  late: for x in imp when x.a == 2 and x.order > 1: x.a = 0
  both: for x in imp when x.a == 2: game.n += 1; x.order = game.n; x.a = 0
"""
    game = Played(tmp_path, text)
    game.call("go")
    assert [game.get("imp.order", each) for each in ("ann", "bob")] == [2, 2]
