"""The code itself: its places in the pack, what it may reach, that it is always the same."""

from __future__ import annotations

import bdb
import marshal
import sys
import traceback
from dataclasses import replace
from pathlib import Path
from types import CodeType, FrameType

import pytest

from rulewright.builtins import SHELF
from rulewright.language.emit.compile import compile_program
from rulewright.table.signals import Capped
from tests.language.emit.harness import HEADER, Played, checked, with_flow

PACK = """kinds:
  elf:
    lies: area
    fields: {n: int, size: int = 3}
    derive:
      half: 12 / .n
things:
  elf:
    one: {at: wood}
areas:
  wood: {title: Wood}
procs:
  set_n(elf x, int n): x.n = n
  broken(elf x) -> int: |
    let y = 1
    if y > 0:
      let z = y + x.half
      return z
    return 0
  deep(int n) -> int: return deep(n + 1) + 1
  endless(elf x): |
    while true: x.n = 1
flow:
  main:
    each: elf
    do: |
      it.n = it.n + 1
      let len = count(elf)
      it.n = it.n + len
"""


@pytest.fixture
def game(tmp_path: Path) -> Played:
    return Played(tmp_path, PACK)


def line_of(text: str) -> int:
    return (HEADER + PACK).split("\n").index(next(each for each in (HEADER + PACK).split("\n") if text in each)) + 1


def test_a_traceback_speaks_of_the_pack(game: Played) -> None:
    with pytest.raises(ZeroDivisionError) as fault:
        game.call("broken", game.numbers["one"])
    frames = [each for each in traceback.extract_tb(fault.value.__traceback__) if each.filename == "pack.yaml"]
    assert (frames[0].name, frames[0].lineno) == ("broken", line_of("let z = y + x.half"))
    assert frames[0].line == "let z = y + x.half"
    written = (HEADER + PACK).split("\n")[frames[0].lineno - 1] if frames[0].lineno else ""
    assert written[frames[0].colno : frames[0].end_colno] == "x.half"


def test_a_breakpoint_on_a_line_of_the_pack_stops_there(game: Played) -> None:
    stops: list[int] = []

    class Debugger(bdb.Bdb):
        def canonic(self, filename: str) -> str:
            return filename

        def user_line(self, frame: FrameType) -> None:
            if self.break_here(frame):
                stops.append(frame.f_lineno)
                stops.append(frame.f_locals["y"])
            self.set_continue()

    game.call("set_n", game.numbers["one"], 4)
    debugger = Debugger()
    line = line_of("let z = y + x.half")
    assert debugger.set_break("pack.yaml", line) is None
    before = sys.gettrace()
    debugger.runcall(game.call, "broken", game.numbers["one"])
    sys.settrace(before)
    assert stops == [line, 1]


def test_every_node_has_a_place_within_the_file(game: Played) -> None:
    lines = (HEADER + PACK).split("\n")
    assert game.compiled.modules
    for module in game.compiled.modules:
        ahead = [marshal.loads(module.code)]
        while ahead:
            code = ahead.pop()
            ahead += [each for each in code.co_consts if isinstance(each, CodeType)]
            if code.co_name == "<module>":
                continue
            for line, end, column, end_column in code.co_positions():
                assert line is None or 1 <= line <= len(lines)
                assert end is None or line is None or (line, column or 0) <= (end, end_column or 0)


def test_names_of_the_pack_never_meet_those_of_python(game: Played) -> None:
    game.run()
    assert game.get("elf.n", "one") == 2
    assert game.namespace["__builtins__"] == {}
    assert "len" not in game.namespace


def test_loops_and_recursion_end_as_capped(game: Played) -> None:
    game.start(game.table, fuel=500)
    with pytest.raises(Capped) as fault:
        game.call("endless", game.numbers["one"])
    assert fault.value.names == ("endless",)
    game.start(game.table, fuel=200)
    with pytest.raises(Capped) as fault:
        game.call("deep", 0)
    assert fault.value.names == ("deep",)


def test_compiling_twice_gives_the_same(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(HEADER + with_flow(PACK), encoding="utf-8")
    programs = [checked(tmp_path, 2) for _ in range(2)]
    one, other = [compile_program(program, SHELF, files) for program, files in programs]
    # not their bytes: marshal marks what is shared in memory, which depends on what else the process holds
    assert [(each.file, marshal.loads(each.code)) for each in one.modules] == [
        (each.file, marshal.loads(each.code)) for each in other.modules
    ]
    assert replace(one, modules=[]) == replace(other, modules=[])


def test_what_is_known_at_load_is_not_computed_in_play(tmp_path: Path) -> None:
    text = """kinds:
  elf:
    lies: area
    fields: {n: int, size: int = 3}
things:
  elf: {one: {at: wood}, two: {at: wood, size: 4}}
areas: {wood: {}}
procs:
  twice(int n) -> int: return n * 2
  of_all() -> int: return twice(one.size) + 1
  of_one(elf x) -> int: return twice(x.size) + 1
  of_two(elf x, elf y) -> int: return twice(x.size + y.size) + 1
  changed(elf x) -> int: x.n += 1; return twice(x.n) + 1
"""
    game = Played(tmp_path, text)
    one, two = game.numbers["one"], game.numbers["two"]
    calls = [("of_all", ()), ("of_one", (two,)), ("of_two", (one, two)), ("changed", (one,))]
    assert [game.call(name, *things) for name, things in calls] == [7, 9, 15, 3]
    computed = [name for name, _ in calls if "twice" in game.namespace[name].__code__.co_names]
    assert computed == ["of_two", "changed"]


def test_rounds_are_those_of_the_outermost_loops(tmp_path: Path) -> None:
    text = """kinds:
  game:
    fields: {n: int}
flow:
  day:
    loop: 2
    steps:
      hour:
        loop: 3
        do: game.n += 1
  last:
    each: player
    do: game.n += 1
"""
    game = Played(tmp_path, text)
    assert game.compiled.rounds == ["day__index"]


def test_places_count_bytes_where_a_line_is_not_ascii(tmp_path: Path) -> None:
    text = """kinds:
  game:
    fields: {n: int}
procs:
  go() -> int: |
    if ask("Größe?", by=player_1) or 1 / game.n > 0: return 1
    return 2
"""
    game = Played(tmp_path, text.replace("by=player_1", "by=player_1"))
    game.answers = [False]
    with pytest.raises(ZeroDivisionError) as fault:
        game.call("go")
    frame = traceback.extract_tb(fault.value.__traceback__)[-1]
    assert frame.line == 'if ask("Größe?", by=player_1) or 1 / game.n > 0: return 1'
