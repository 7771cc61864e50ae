"""The command `playtest`."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from rulewright.agents import AGENTS, READERS
from rulewright.console import packs
from rulewright.console.choices import (
    JSON,
    Choices,
    agents_option,
    complete_packs,
    echo_json,
    folder_of,
    format_option,
    read_choices,
    with_option,
)
from rulewright.console.clickable import folder_name, named, placed
from rulewright.console.exits import AT_FAULT, ENGINE_AT_FAULT, INTERRUPTED
from rulewright.console.outputs import file_to_write, folder_to_fill
from rulewright.console.packs import PackOpener
from rulewright.console.processes import cores
from rulewright.play.book import Book
from rulewright.play.faults import Blame
from rulewright.play.flow import Ending, Status
from rulewright.playtest.playthrough import save_text, write_ending
from rulewright.playtest.printing import Broken, console, print_report
from rulewright.playtest.report import to_json
from rulewright.playtest.series import GameResult, Plan, Series, play_series, process_pool
from rulewright.text.render import render
from rulewright.text.suggest import nearest

JOBS_A_CORE = 4  # more have nothing to do but wait for each other
MOST_JOBS = 60  # a system may have no more processes waited for at once
BROKEN = Path("rulewright-broken")


@click.command("playtest")
@click.argument("pack", metavar="PACK", shell_complete=complete_packs)
@click.option("--players", type=int, help="How many players.  [default: the pack's recommended number]")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=0, show_default=True, help="What all chance is made from.")
@agents_option("random", "One for all seats, or one a seat.")
@click.option("--jobs", type=click.IntRange(1), help="How many processes.  [default: one a core]")
@click.option("--out", metavar="FILE", callback=file_to_write, help="Also write the JSON to this file.")
@click.option(
    "--record", metavar="FOLDER", callback=folder_to_fill, help="Write every game into this folder, to replay it."
)
@with_option
@format_option
def command(
    pack: str,
    players: int | None,
    games: int,
    seed: int,
    agents: str,
    jobs: int | None,
    out: Path | None,
    record: Path | None,
    chosen: tuple[str, ...],
    form: str,
) -> int:
    """Play many games and report what happened.

    A game depends on the pack, its options, the players, agents, seed and its number only. Games that failed or were
    capped are always written to files, to replay them; if the pack broke each of the first twenty, no more are played.
    Exit code 1 if the pack broke a game, 3 if the engine did, 130 if interrupted: then the games that were finished are
    reported.
    """
    choices = read_choices(chosen)
    folder = folder_of(pack)
    source, header = packs.source_of(pack, folder, choices)
    count = packs.choose_players(header, players)
    seats = seated(agents, count)
    opener = PackOpener(folder, choices, count, watched=not READERS.isdisjoint(seats))
    plan = Plan(opener, seats, seed, record is not None)
    book = packs.open_book(pack, opener, source)
    jobs = min(jobs or cores(), games, MOST_JOBS, JOBS_A_CORE * cores())
    click.echo(f"{pack}: players {count}, games {games}, seed {seed}, agents {agents}, jobs {jobs}", err=True)
    series = _play(book, plan, games, jobs)
    files = named(folder, packs.texts(source, choices))
    broken = [
        Broken(_told(result.ending, folder, files), path, _replay(path, pack, book))
        for result, path in write_records(book, plan, series, record)
    ]
    report = {**to_json(book, plan, series), "folder": folder_name(folder)}
    if out is not None:
        save_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", out)
    if form == JSON:
        echo_json(report)
        for each in broken:
            click.echo(f"{each.what}\n    {each.again}", err=True)
    else:
        repeat = _again(pack, count, games, seed, agents, choices)
        print_report(report, console(sys.stdout), repeat, games, broken)
    return _exit_code(series)


def seated(agents: str, players: int) -> tuple[str, ...]:
    """The agent of each seat. Raises UsageError for an unknown one, or neither one nor one a seat."""
    names = tuple(name.strip() for name in agents.split(","))
    for name in names:
        if name not in AGENTS:
            near = nearest(name, list(AGENTS))
            hint = f"did you mean {near}?" if near else f"there are {', '.join(AGENTS)}"
            raise click.UsageError(f"--agents {agents}: there is no agent {name!r}; {hint}")
    if len(names) not in (1, players):
        raise click.UsageError(f"--agents {agents}: give one for all seats or {players}, not {len(names)}")
    return names * players if len(names) == 1 else names


def write_records(book: Book, plan: Plan, series: Series, folder: Path | None) -> list[tuple[GameResult, Path]]:
    """Write the games whose records were kept, into `folder` or where broken ones go; gives the broken ones."""
    broken = []
    for result in series.results:
        if result.playthrough:
            path = (folder or BROKEN) / _file_name(book, plan, result)
            save_text(result.playthrough, path)
            if result.ending.status is not Status.OVER:
                broken.append((result, path))
    return broken


def _told(ending: Ending, folder: Path, files: Mapping[str, str]) -> str:
    """What broke a game, with the lines of the pack."""
    if ending.fault is None:
        return write_ending(ending)
    (fault,) = placed(folder, [ending.fault])
    return render(fault, files) if fault.span.file else f"{fault.id}: {fault.message}"


def _replay(path: Path, pack: str, book: Book) -> str:
    """The command that runs a recorded game again."""
    named_otherwise = ["--pack", pack] if pack != book.pack else []
    return f"{_called()} {shlex.join(['replay', str(path), *named_otherwise])}"


def _called() -> str:
    """How the command line was called, as its usage shows it."""
    return click.get_current_context().find_root().command_path


def _file_name(book: Book, plan: Plan, result: GameResult) -> str:
    return f"{book.pack}-{book.compiled.players}p-seed{plan.seed}-game{result.number:06}.txt"


def _play(book: Book, plan: Plan, games: int, jobs: int) -> Series:
    with _progress(games) as progress:
        if jobs == 1:
            return play_series(book, plan, games, None, 1, progress)
        with process_pool(jobs) as pool:
            return play_series(book, plan, games, pool, jobs, progress)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, if that is a terminal."""
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = console(sys.stderr)
    with Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as bar:
        task = bar.add_task("playing", total=games)
        yield lambda done: bar.advance(task, done)


def _again(pack: str, players: int, games: int, seed: int, agents: str, choices: Choices) -> str:
    """The command that makes the same report, without what changes nothing in it."""
    words = ["playtest", pack, "--players", str(players), "--games", str(games), "--seed", str(seed)]
    words += ["--agents", agents]
    chosen: Sequence[str] = [f"{option}={value}" for option, value in choices.options]
    for each in [*chosen, *map(str, choices.overlays)]:
        words += ["--with", each]
    return f"{_called()} {shlex.join(words)}"


def _exit_code(series: Series) -> int:
    broken = [result.ending for result in series.results if result.ending.status is not Status.OVER]
    if series.interrupted:
        return INTERRUPTED
    if any(ending.blame is Blame.ENGINE for ending in broken):
        return ENGINE_AT_FAULT
    return AT_FAULT if broken else 0
