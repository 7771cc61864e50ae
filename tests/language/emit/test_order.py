"""Inside a statement all runs from left to right: what is changed is found before its new value."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.emit.harness import Played

PACK = """kinds:
  game:
    fields: {trace: int}
  imp:
    fields: {a: int, b: int}
things:
  imp:
    one: {at: cave}
    two: {at: cave}
areas:
  cave:
procs:
  which() -> imp: |
    game.trace = game.trace * 10 + 1
    return one
  worth() -> int: |
    game.trace = game.trace * 10 + 2
    return 5
  put(imp x): which().a = worth()
  add(imp x): which().a += worth()
  put_all(imp x): (which() + x).b = worth()
"""


@pytest.mark.parametrize("change", ["put", "add", "put_all"])
def test_what_is_changed_is_found_before_its_new_value(tmp_path: Path, change: str) -> None:
    game = Played(tmp_path, PACK)
    game.call(change, game.numbers["two"])
    assert game.table.game__trace[0] == 12
