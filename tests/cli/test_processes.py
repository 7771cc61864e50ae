"""Checks spread over copies of a process find what one process finds, in the same order."""

from pathlib import Path

import pytest

from rulewright.console import verdicts
from rulewright.console.choices import Choices
from rulewright.console.processes import each_of
from rulewright.console.verdicts import WORTH_SPREADING, verdict
from rulewright.text.diagnostics import Diagnostic

HEAD = """\
pack: {format: 1, id: many, title: Many, version: 1.0.0, players: 1..3, recommended: 2, seats: each, credits: Us}
kinds:
  player: {fields: {points: int = 0, foe: maybe player}}
procs:
  score(player me, int n): me.points += n
flow:
  turn: {each: player, do: "score(it, 1)"}
  last: {do: 'end("over", score=.points)'}
options:
"""
FAULTS = (
    "hooks: 'after score: score.me.pionts += 1'",  # a misspelt name
    "hooks: 'after score: score.me.foe.points += 1'",  # may be none
    "rules: 'when game.started: score(player_9, 1)'",  # what there is not
    "remove: {procs: score}",  # what is missed elsewhere
    "change: {procs: {scroe: nothing}}",  # no such definition
    "procs: {score(player me): me.points = 1}",  # defined twice
    "kinds: {player: {fields: {points: bool = false}}}",  # a field twice
    "mods: 'of player.points: add true'",  # a wrong type
    "tables: {price: {1: 2, 1..2: 3}}",  # a row twice
    "insert: {after turn.nowhere: {more: score(player_1, 1)}}",  # no such step
)


def pack(folder: Path, overlays: tuple[str, ...]) -> Path:
    options = [f"  o{n}: {{variant: v, values: {{no: {{}}, yes: {{{each}}}}}}}" for n, each in enumerate(overlays)]
    folder.mkdir()
    (folder / "pack.yaml").write_text(HEAD + "\n".join(options) + "\n", encoding="utf-8")
    return folder


def found(monkeypatch: pytest.MonkeyPatch, folder: Path, cores: int) -> list[Diagnostic]:
    monkeypatch.setattr(verdicts, "cores", lambda: cores)
    return verdict(folder, Choices()).faults


def test_a_verdict_does_not_depend_on_the_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = pack(tmp_path / "many", FAULTS)
    alone = found(monkeypatch, folder, 1)
    assert len({each.span.line for each in alone}) >= len(FAULTS) - 1
    assert 2 * len(FAULTS) > WORTH_SPREADING
    for cores in (2, 3, 100):
        assert found(monkeypatch, folder, cores) == alone


def test_things_are_found_in_the_order_asked() -> None:
    assert each_of(str, range(20), 3) == each_of(str, range(20), 1) == [str(n) for n in range(20)]
    assert each_of(str, [], 3) == []


def test_what_a_copy_raises_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        each_of(lambda n: 1 // n, [1, 0, 2], 2)
