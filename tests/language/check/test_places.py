"""Where faults stand: the exact word, whatever stands before it and however lines end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.check.packs import case, checked

TEXT = """\
procs:
  odd(hero me): |

    # é 漢字 "

    choose("漢字 {me} {nix}?"):
      "é": me.luck = 1; me.nix = 1   # behind "é"
    me.coins = (1 +   # é

      nix)
  short(hero me): me.nix = 1
rules: |
  a: when ann.hurt: ann.coins = 1

  # above the second head
  b: when bob.hurt: bob.nix = 1
mods: |
  of hero.nix: add 1
measures:
  first_one: count(nix)
actions:
  buy:
    in: main
    with:
      c: me.nix
    cost: {me.nix: 1}
    do: c.nix = 1
flow:
  last:
    each: nix
    do: end("é")
"""

PLACES = [
    (6, 22, "nix"),
    (7, 28, "nix"),
    (10, 7, "nix"),
    (11, 22, "nix"),
    (16, 25, "nix"),
    (18, 11, "nix"),
    (20, 20, "nix"),
    (25, 13, "nix"),
    (26, 15, "nix"),
    (30, 11, "nix"),
]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_fault_stands_at_its_word(end: str, tmp_path: Path) -> None:
    _, faults, files = case(tmp_path, TEXT.replace("\n", end))
    lines = files["play.yaml"].split("\n")
    spans = [fault.span for fault in faults]
    assert [span.file for span in spans] == ["play.yaml"] * len(spans)
    assert [
        (span.line, span.column, lines[span.line - 1][span.column - 1 : span.end_column - 1]) for span in spans
    ] == PLACES


def test_what_reading_refused_is_not_said_twice(tmp_path: Path) -> None:
    joined = "procs:\n  t(hero me): me.coins =\n    1 + +\n"
    program, faults, _ = case(tmp_path, joined)
    assert program is None
    assert [fault.id for fault in faults] == ["joined-lines"]


def test_options_and_players_decide_what_there_is(tmp_path: Path) -> None:
    header = "pack: {id: case, title: A case, version: 1.0, players: 1..4, seats: team}\n"
    text = (
        "options:\n  many:\n    mode: how many\n    values: [2, 3]\n"
        "kinds:\n  card:\nplaces:\n  deck:\nthings:\n  card:\n"
        "    one: {at: deck, count: opt.many}\n    own: {at: deck, per: player}\n"
        'flow:\n  over: end("so it goes")\n'
    )
    for chosen, players, number in (("2", 1, 3), ("3", 4, 7)):
        program, faults, _ = checked(tmp_path, {"pack.yaml": header + text}, {"many": chosen}, players)
        assert faults == []
        assert program is not None
        assert len(program.kinds["card"].members) == number
