"""What breaks games of small packs: whose fault it is, what is said of it, and where in the pack that points."""

import inspect
import sys
from pathlib import Path

import pytest

from rulewright.agents import AGENTS
from rulewright.play import flow
from rulewright.play.faults import Blame
from rulewright.play.flow import Ending, Status
from rulewright.play.runner import Runner
from rulewright.rulebook.load import load
from rulewright.text.render import render

PACK = """\
pack: {format: 1, id: small, title: Small, version: 1.0.0, players: 2, recommended: 2, seats: each, credits: Us}

kinds:
  game:
    fields:
      n: int = 4
  area:
    fields:
      odd: bool

  coin: {lies: area}

areas:
  red: {title: Red}
  blue: {title: Blue}

things:
  coin: {penny: {at: red, owner: player_1}, dime: {at: red}}

tables:
  price: {1..3: 1}

procs:
  spin(int n): spin(n + 1)
  squared(int times) -> int: |
    let x = 7
    for i in 1..times: x = x * x
    return x

rules: |
  ping: when red.odd: red.odd = false; blue.odd = true
  pong: when blue.odd: blue.odd = false; red.odd = true

flow:
  round:
    loop: true
    steps:
      turn:
        each: player
        as: me
        do: |
"""


def played(tmp_path: Path, text: str) -> tuple[Ending, str]:
    """How a game of the pack with this turn ends, and what is said of it."""
    body = "".join(f"          {line}\n" for line in text.split("\n"))
    (tmp_path / "pack.yaml").write_text(PACK + body, encoding="utf-8")
    book, faults = load(tmp_path)
    assert book is not None, [fault.message for fault in faults]
    ending = Runner(book, [AGENTS["random"]] * 2).play(0, 0)
    assert ending.fault is not None
    return ending, render(ending.fault, book.files)


@pytest.mark.parametrize(
    ("text", "wrong", "id"),
    [
        ("game.n = 1 + 6 / (game.n - 4)", "6 / (game.n - 4)", "division-by-zero"),
        ("game.n = 1 + 6 % (game.n - 4)", "6 % (game.n - 4)", "division-by-zero"),
        ('if ask("öß?") or game.n > 0: game.n = 6 / (game.n - 4)', "6 / (game.n - 4)", "division-by-zero"),
        ("game.n = 1 + price(game.n)", "price(game.n)", "missing-row"),
        ('game.n = pick([1, 2], "Which?", by=dime)', "dime", "no-owner"),
        ("while true: game.n += game.n * 1000", "game.n * 1000", "number-too-large"),
    ],
)
def test_a_fault_of_a_text(tmp_path: Path, text: str, wrong: str, id: str) -> None:
    ending, said = played(tmp_path, text)
    line, column = PACK.count("\n") + 1, 11 + text.index(wrong)
    assert (ending.status, ending.blame) == (Status.FAILED, Blame.CONTENT)
    assert said.startswith(f"pack.yaml:{line}:{column}: {id}: ")
    assert said.split("\n")[2].count("^") == len(wrong)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("game.n = squared(200)", "^^^^^"),  # known at load, were it not too large
        ("let x = game.n\nfor i in 1..60: x = x + x\ngame.n = x", "^^^^^^^^^^"),
    ],
)
def test_a_number_grows_too_large_in_a_local(tmp_path: Path, text: str, wrong: str) -> None:
    ending, said = played(tmp_path, text)
    assert (ending.status, ending.blame) == (Status.FAILED, Blame.CONTENT)
    assert "number-too-large: " in said
    assert said.split("\n")[2].strip() == wrong


def test_a_loop_without_end_is_told_at_its_own_place(tmp_path: Path) -> None:
    for number, before in enumerate(("", "if game.n > 0: game.n += 1\n")):
        (tmp_path / str(number)).mkdir()
        ending, said = played(tmp_path / str(number), f"{before}while game.n > 0: game.n = 1")
        assert ending.status is Status.CAPPED
        assert said.startswith(f"pack.yaml:{PACK.count(chr(10)) + 1 + number}:11: endless-text: ")


def test_calls_without_end_are_told_where_they_are(tmp_path: Path) -> None:
    _, said = played(tmp_path, "spin(1)")
    line = PACK[: PACK.index("spin(int n)")].count("\n") + 1
    assert said.startswith(f"pack.yaml:{line}:3: endless-calls: ")


def test_a_table_without_a_row_is_shown_too(tmp_path: Path) -> None:
    ending, _ = played(tmp_path, "game.n = price(game.n)")
    assert ending.fault is not None
    (related,) = ending.fault.related
    assert PACK.split("\n")[related.span.line - 1].startswith("  price:")


@pytest.mark.parametrize(
    ("text", "id", "names"),
    [
        ("red.odd = true", "endless-rules", ["ping", "pong"]),
        ("game.n = 1\nwhile game.n > 0: game.n = 1", "endless-text", ["turn"]),
        ("spin(1)", "endless-calls", ["spin"]),
        ("while game.n > 0: game.n = 1", "endless-text", ["turn"]),
        ("game.n = 1", "endless-flow", ["turn", "round"]),
    ],
)
def test_a_game_without_end_names_what_goes_round(tmp_path: Path, text: str, id: str, names: list[str]) -> None:
    ending, _ = played(tmp_path, text)
    assert ending.status is Status.CAPPED
    assert ending.fault is not None
    assert ending.fault.id == id
    lines = (PACK + text).split("\n")
    for name in names:
        span = next(each.span for each in ending.culprits if each.name == name)
        assert lines[span.line - 1].strip().startswith(name)


def test_columns_of_the_first_line_are_counted_in_characters(tmp_path: Path) -> None:
    world = PACK[: PACK.index("rules:")].replace("spin(n + 1)", "game.n += n") + "flow:\n  turn: spin(1)\n"
    (tmp_path / "pack.yaml").write_text(world, encoding="utf-8")
    hook = """hooks: 'before spin: let x = ask("öß?", by=player_1); game.n = 6 / (game.n - 4)'\n"""
    (tmp_path / "hooks.yaml").write_text(hook, encoding="utf-8")
    book, faults = load(tmp_path)
    assert book is not None, [fault.message for fault in faults]
    ending = Runner(book, [AGENTS["random"]] * 2).play(0, 0)
    assert ending.fault is not None
    assert (ending.fault.span.line, ending.fault.span.column) == (1, 1 + hook.index("6 /"))


def test_where_pythons_limit_cuts_makes_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there_and_back = PACK.replace("spin(int n): spin(n + 1)", "spin(int n): spun(n)\n  spun(int n): spin(n)")
    (tmp_path / "pack.yaml").write_text(f"{there_and_back}          spin(1)\n", encoding="utf-8")
    book, faults = load(tmp_path)
    assert book is not None, faults
    runner = Runner(book, [AGENTS["random"]] * 2)

    def played_below(frames: int) -> Ending:
        return played_below(frames - 1) if frames else runner.play(0, 0)

    monkeypatch.setattr(flow, "DEEPEST", 0)
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 300)
    try:
        endings = [played_below(frames) for frames in range(1, 5)]
    finally:
        sys.setrecursionlimit(before)
    assert [ending.status for ending in endings] == [Status.CAPPED] * 4
    assert endings == [endings[0]] * 4
    assert [culprit.name for culprit in endings[0].culprits] == ["spun", "spin", "turn"]
