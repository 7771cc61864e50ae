"""The text of a report: tables that read well on a terminal and in a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import IO, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rulewright.playtest.figures import wilson
from rulewright.playtest.report import TEAM

PLAIN_WIDTH = 100
MOST_LISTED = 40
_HOLE = re.compile(r"\{[^{}]*\}")
_NAMED = re.compile(r"\{\s*(?:\w*\.)*(\w+)\s*\}")

Report = Mapping[str, Any]


def console(stream: IO[str]) -> Console:
    """A console on a stream: of the terminal's width and colours, or plain and PLAIN_WIDTH wide where it is none."""
    terminal = stream.isatty()
    return _PatientConsole(
        file=stream, width=None if terminal else PLAIN_WIDTH, markup=False, emoji=False, highlight=False
    )


class _PatientConsole(Console):
    """A _PatientConsole leaves it to its caller what a pipe means that nobody reads."""

    def on_broken_pipe(self) -> None:
        """Raises BrokenPipeError instead of ending the process."""
        raise BrokenPipeError


@dataclass(frozen=True, slots=True)
class Broken:
    """A Broken is a game that failed or was capped: what happened, its file, and the command that runs it again."""

    what: str
    file: Path
    again: str


def print_report(report: Report, out: Console, repeat: str, asked: int, broken: Sequence[Broken]) -> None:
    """Print a report. `repeat` is the command that makes it again, `asked` how many games were wanted."""
    _print_head(report, out, asked)
    _print_outcomes(report, out)
    _print_sides(report, out)
    _print_lengths(report, out)
    _print_unused("never chosen where it was offered:", report["never_chosen"], out)
    _print_unused("never offered where there was a choice:", report["never_offered"], out)
    _print_broken(broken, out)
    _print_end(report, out, repeat)


def _print_head(report: Report, out: Console, asked: int) -> None:
    options = ", ".join(f"{key} {value}" for key, value in report["options"].items())
    agents = report["agents"]
    out.print(Text(f"{report['pack']} {report['version']}", style="bold"))
    out.print(f"players {report['players']}, agents {_agents(agents)}, seed {report['seed']}, {_games(report, asked)}")
    if options:
        out.print(
            fill(f"options: {options}", out.width, subsequent_indent="    ", break_on_hyphens=False), soft_wrap=True
        )
    if report["overlays"]:
        out.print(f"overlays: {', '.join(report['overlays'])}", soft_wrap=True)
    decisions = counted(report["decisions"], "decision")
    out.print(f"{decisions} in {report['seconds']:.1f} s, {report['decisions_per_second']:,} a second")


def _games(report: Report, asked: int) -> str:
    games: int = report["games"]
    if games == asked:
        return counted(games, "game")
    why = "as the pack broke each of them" if report["hopeless"] else "then interrupted"
    return f"{games} of {counted(asked, 'game')}, {why}"


def _agents(agents: Sequence[str]) -> str:
    return agents[0] if len(set(agents)) == 1 else ", ".join(agents)


def _print_outcomes(report: Report, out: Console) -> None:
    finished = sum(report["outcomes"].values())
    table = _table("outcome", "games", "share", "95 % interval")
    for outcome, count in report["outcomes"].items():
        table.add_row(outcome, *_share(count, finished))
    _print_table(table, out)
    for kind in ("capped", "failed"):
        if report[kind]:
            out.print(Text(f"{kind}: {report[kind]} of {counted(report['games'], 'game')}", style="bold red"))


def _print_sides(report: Report, out: Console) -> None:
    finished = sum(report["outcomes"].values())
    table = _table("wins", "games", "share", "95 % interval")
    for side, count in report["wins"].items() if finished else ():
        table.add_row(side if side == TEAM else f"seat {side}", *_share(count, finished))
    _print_table(table, out)
    if sum(report["wins"].values()) > finished:
        out.print("the wins are more than the games: who ties for the first place wins with the others")
    table = _table("taken by a player", "games", "won", "share", "95 % interval")
    for character, counts in report["characters"].items():
        table.add_row(character, str(counts["games"]), *_share(counts["wins"], counts["games"]))
    _print_table(table, out)


def _print_lengths(report: Report, out: Console) -> None:
    table = _table("per game", "mean", "median", "10 %", "90 %")
    rows = [*report["length"].items(), *report["measures"].items()]
    for name, spread in rows:
        if spread is not None:
            table.add_row(name, *(f"{spread[key]:.1f}" for key in ("mean", "median", "low", "high")))
    _print_table(table, out)


def _print_unused(title: str, options: Sequence[Mapping[str, str]], out: Console) -> None:
    if options:
        out.print(f"\n{title}")
        for each in options[:MOST_LISTED]:
            prompt = each["prompt"]
            asked = f"of {prompt}" if prompt.isidentifier() else f"asked: {_template(prompt)}"
            out.print(f"  {_template(each['option'])}  ({asked})", soft_wrap=True)
        if len(options) > MOST_LISTED:
            out.print(f"  and {len(options) - MOST_LISTED} more")


def _template(text: str) -> str:
    """A text whose holes, which each game fills in otherwise, say what they show, or are dots where that is long."""
    return _HOLE.sub(lambda hole: f"<{name[1]}>" if (name := _NAMED.fullmatch(hole[0])) else "…", text)


def counted(number: int, noun: str) -> str:
    """A number of things in words: `1 game`, `2 games`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _print_broken(broken: Sequence[Broken], out: Console) -> None:
    """What broke games, the commonest first, each with one game to look at."""
    counts = Counter(each.what for each in broken)
    first = {each.what: each.again for each in reversed(broken)}
    for what, count in counts.most_common(MOST_LISTED):
        out.print(Text(f"\n{count} x {what}", style="red"), soft_wrap=True)
        out.print(f"    {first[what]}", soft_wrap=True)
    if len(counts) > MOST_LISTED:
        out.print(f"and {len(counts) - MOST_LISTED} other ways")
    if broken:
        out.print(f"all broken games lie in {broken[0].file.parent}", soft_wrap=True)


def _print_end(report: Report, out: Console, repeat: str) -> None:
    share = report["reconstructed"]
    out.print()
    if share["of"]:
        percent = 100 * share["definitions"] / share["of"]
        out.print(f"reconstructed: {share['definitions']} of {share['of']} definitions ({percent:.0f} %)")
    out.print("intervals after Wilson (1927)")
    out.print(f"again: {repeat}", soft_wrap=True)


def _share(count: int, of: int) -> tuple[str, str, str]:
    interval = wilson(count, of)
    return str(count), f"{100 * interval.share:.1f} %", f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %"


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(first, overflow="fold")
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _print_table(table: Table, out: Console) -> None:
    """Print a table that has rows, set apart from what stands above it."""
    if table.row_count:
        out.print()
        out.print(table)
