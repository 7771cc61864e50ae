"""Figures of games in play: the pack against its yardsticks, what definitions cost, copies, jobs, series."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.measure import Slice, repeated, take_turns, timed
from bench.players import yardstick_agents
from bench.rows import Row
from bench.yardsticks import arkham_columns, arkham_objects
from rulewright.agents import AGENTS
from rulewright.console.choices import Choices
from rulewright.console.packs import PackOpener
from rulewright.play.book import Book
from rulewright.play.flow import Status
from rulewright.play.game import Game
from rulewright.play.runner import Runner
from rulewright.playtest.series import Plan, play_series, process_pool
from rulewright.resources import content_root

PACK = "arkham_express"
SEED = 0
GAMES_A_TURN = 20
DECISIONS_BEFORE_A_COPY = 100
MORE_RULES = 60
SERIES = 200  # games a turn of a series
NOTHING = 0.98  # speed left, of which less cannot be told from 1 even on an idle machine

ELSEWHERE = f"""\
overlay:
  id: elsewhere
  over: {PACK}
kinds:
  charm:
    fields:
      power: int = 1
things:
  charm:
    old_charm:
      at: box
procs:
  strength(charm c) -> int: return c.power
"""

MODIFIER = """\
mods: |
  of charm.power if game.final: add 1
rules: |
  worn: for c in charm when c.power > 3: c.power = 0
"""


def opener(players: int, *overlays: Path) -> PackOpener:
    """What loads the pack."""
    return PackOpener(content_root() / PACK, Choices(overlays=overlays), players)


def sound(book: Book) -> Book:
    """The book, if its games come to an end. Raises RuntimeError."""
    runner = _runner(book)
    for number in range(20):
        ending = runner.play(SEED, number)
        if ending.status is not Status.OVER:
            raise RuntimeError(f"game {number} of {book.pack} is {ending.status.value}: {ending.fault}")
    return book


def bare(book: Book, games: int = GAMES_A_TURN) -> Callable[[int], None]:
    """Plays the games of a turn with random agents, and nothing else."""
    runner = _runner(book)

    def work(turn: int) -> None:
        for number in range(turn * games, turn * games + games):
            runner.play(SEED, number)

    return work


def against_yardsticks(seconds: float) -> Iterator[Row]:
    """The same games played by the pack, by objects and by columns."""
    for players in (1, 2, 4):
        contestants = {
            "pack": timed(bare(sound(opener(players)()))),
            "objects": timed(_yardstick(arkham_objects.play, players)),
            "columns": timed(_yardstick(arkham_columns.play, players)),
        }
        turns = take_turns(contestants, seconds)
        for yardstick, target in (("objects", 1.1), ("columns", 0.55)):
            ratio = turns.ratio(yardstick, "pack")
            pace = f"{GAMES_A_TURN / turns.median('pack'):,.0f} games/s"
            what = f"the pack against hand-written {yardstick}, {_counted(players)}"
            yield Row(what, f"{target}x", f"{ratio}x; {pace}", ratio.median >= target)


def costs(seconds: float, folder: Path) -> Iterator[Row]:
    """What more rules cost, and what definitions cost that have nothing to do with the game."""
    files = {
        "rules": _write(folder / "more_rules.yaml", more_rules(MORE_RULES)),
        "elsewhere": _write(folder / "elsewhere.yaml", ELSEWHERE),
        "modifier": _write(folder / "modifier.yaml", ELSEWHERE + MODIFIER),
    }
    books = {"pack": opener(2)(), **{name: opener(2, file)() for name, file in files.items()}}
    turns = take_turns({name: timed(bare(sound(book))) for name, book in books.items()}, seconds)
    rules = turns.ratio("pack", "rules")
    yield Row(f"{MORE_RULES} more rules that never fire: speed left", "above 0.70", str(rules), rules.median > 0.7)
    for name, what in (
        ("elsewhere", "a definition without modifier or rule, elsewhere: speed left"),
        ("modifier", "a modifier and a rule of a field elsewhere: speed left"),
    ):
        ratio = turns.ratio("pack", name)
        measurable = ratio.median < NOTHING and ratio.high < 1
        yield Row(what, "no measurable cost", str(ratio), not measurable)


def more_rules(count: int) -> str:
    """An overlay with rules that never fire: a third each reads a field, a field and where its thing lies, how many lie
    somewhere."""
    heads = (
        "rich_{n}: for h in hero when h.clues > {many}: h.clues = 0",
        "far_{n}: for h in hero when h.at == isle and h.clues > {many}: h.clues = 0",
        'crowd_{n}: when count(hero[.at == asylum]) > {n} + 6: end(win=none, "A crowd")',
    )
    lines = [f"  {heads[n % len(heads)].format(n=n, many=200 + n)}" for n in range(count)]
    return "\n".join(["overlay:", "  id: more_rules", f"  over: {PACK}", "rules: |", *lines, ""])


def copies(seconds: float) -> Iterator[Row]:
    """A state in mid-game copied and put back, against a deep copy of the object model at the same decision."""
    game = Game(sound(opener(2)()), SEED, 0, [None, None])
    answers = _some_answers(2)
    game.resume(answers)
    table, luck = game.table, game._luck
    state, positions = table.save(), luck.save()

    def put_back() -> None:
        table.restore(state)
        luck.restore(positions)

    model = _object_model(2)
    contestants = {
        "copy": repeated(lambda: (table.save(), luck.save()), 500),
        "restore": repeated(put_back, 500),
        "deepcopy": repeated(lambda: copy.deepcopy(model), 10),
    }
    turns = take_turns(contestants, seconds)
    for name, what in (("copy", "copying a state"), ("restore", "putting a state back")):
        ratio = turns.ratio("deepcopy", name)
        pace = f"{turns.median(name) * 1e6:.1f} us"
        yield Row(
            f"{what}, against `copy.deepcopy` of the objects", "50x faster", f"{ratio}x; {pace}", ratio.median >= 50
        )


def series(seconds: float) -> Iterator[Row]:
    """A series against its games played bare, and two jobs against one."""
    book = sound(opener(2)())
    plan = Plan(opener(2), ("random", "random"), SEED)
    play = bare(book, SERIES)
    contestants = {
        "bare": timed(lambda _: play(0)),
        "series": timed(lambda _: play_series(book, plan, SERIES, None, 1, lambda _: None)),
    }
    ratio = take_turns(contestants, seconds).ratio("series", "bare")
    yield Row("a series against its games played bare", "under 1.3x the time", f"{ratio}x", ratio.median < 1.3)
    games = max(SERIES, int(seconds * 150))
    with process_pool(2) as pool:
        jobs: dict[str, Slice] = {
            "one": _wall(lambda: play_series(book, plan, games, None, 1, lambda _: None)),
            "two": _wall(lambda: play_series(book, plan, games, pool, 2, lambda _: None)),
        }
        ratio = take_turns(jobs, seconds).ratio("one", "two")
    yield Row(f"two jobs against one, {games} games", "1.8x", f"{ratio}x", ratio.median >= 1.8)


def _runner(book: Book) -> Runner:
    return Runner(book, [AGENTS["random"]] * book.compiled.players)


def _yardstick(play: Callable[[int, int, Sequence[Any]], object], players: int) -> Callable[[int], None]:
    def work(turn: int) -> None:
        for number in range(turn * GAMES_A_TURN, turn * GAMES_A_TURN + GAMES_A_TURN):
            play(SEED, number, yardstick_agents(SEED, number, players))

    return work


class _Stopped(Exception):
    pass


def _object_model(players: int) -> Any:
    """The object model of game 0 at a decision in the middle of it."""
    agents = yardstick_agents(SEED, 0, players)
    model = arkham_objects.Game(SEED, 0, [_stopping(agent, lambda: model) for agent in agents])
    try:
        model.play()
    except _Stopped:
        model.agents = []
        return model
    raise RuntimeError("the game was over before there was a copy of it")


def _stopping(agent: Callable[[Any, Any], int], model: Callable[[], Any]) -> Callable[[Any, Any], int]:
    def decide(prompt: Any, options: Any) -> int:
        if len(model().log) >= DECISIONS_BEFORE_A_COPY:
            raise _Stopped
        return agent(prompt, options)

    return decide


def _some_answers(players: int) -> list[Any]:
    _, log = arkham_objects.play(SEED, 0, yardstick_agents(SEED, 0, players))
    return list(log[:DECISIONS_BEFORE_A_COPY])


def _wall(work: Callable[[], object]) -> Slice:
    def slice_(_: int) -> float:
        begun = time.perf_counter()
        work()
        return time.perf_counter() - begun

    return slice_


def _write(file: Path, text: str) -> Path:
    file.write_text(text, encoding="utf-8", newline="\n")
    return file


def _counted(players: int) -> str:
    return "1 player" if players == 1 else f"{players} players"
