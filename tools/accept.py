"""Acceptance runs: long series of a pack over numbers of players, agents, options one by one and at random together.

Where values of an option say how many may play, each of its values is a mode: a game of its own, in which all that is
played with the numbers of players that fit.

A long series is played in pieces, each with a seed of its own. Each piece is kept below `.accept/` as the JSON that
`playtest` writes, so an interrupted run goes on where it was; a changed pack or engine begins anew. The table that
comes of it may be written into the pack's README.
"""

import starter

if __name__ == "__main__":
    starter.enter(__file__, tests=True)

import argparse
import hashlib
import itertools
import json
import random
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import update
from rulewright.agents import AGENTS
from rulewright.pack.listing import digests, find
from rulewright.pack.load import PackSource, read
from rulewright.pack.model import Option
from rulewright.playtest.figures import wilson
from rulewright.resources import content_root
from rulewright.text.diagnostics import Diagnostic

PART = "acceptance"
PLAYERS, OPTION, COMBINATION = "numbers of players", "options", "combinations"
HEADS = ("what", "games", "won", "rounds", "decisions", "failed", "capped")
PIECE = 100
"""So many games are played at a time: what an interrupted run loses at most."""

LONGEST = 150
"""How many characters of options a file name may have: file systems allow some 250 in all."""
OVER = "over"
"""The status of a game that was played to its end."""

BROKEN = (1, 3)
"""The exit codes of a series in which a game was capped or failed."""

Chosen = tuple[tuple[str, str], ...]
"""Options with a value for each."""


@dataclass(frozen=True, slots=True)
class Run:
    """A Run is one series: why it is played, with how many players, which agent in all seats, which option values.

    `mode` holds the values that say who may play, none in a pack that is for the same numbers of players in any game.
    """

    why: str
    players: int
    agent: str
    options: Chosen
    games: int
    mode: Chosen = ()

    @property
    def chosen(self) -> Chosen:
        """All option values that it is played with."""
        return (*self.mode, *self.options)

    @property
    def name(self) -> str:
        """What the files of its results are called, up to their seeds; many options go by a digest."""
        chosen = [f"{option}-{value}" for option, value in self.chosen]
        if len("_".join(chosen)) > LONGEST:
            chosen = [hashlib.sha256("_".join(chosen).encode()).hexdigest()[:16]]
        return "_".join([f"{self.players}p", self.agent, *chosen, f"{self.games}games"])


@dataclass(frozen=True, slots=True)
class Subject:
    """A Subject is the pack to accept: its folder, its numbers of players in each mode, its other options.

    The default comes first, of modes and of the values of an option. A pack without modes has one, without values.
    """

    folder: Path
    modes: Mapping[Chosen, tuple[int, ...]]
    options: Mapping[str, tuple[str, ...]]

    def choices(self, luck: random.Random) -> Chosen:
        """A value for every option but those that make the mode, each as likely."""
        return tuple((option, luck.choice(values)) for option, values in self.options.items())


def subject(name: str) -> Subject:
    """The pack of that name or folder. Raises ValueError if there is none that can be read."""
    folder = find(name, content_root())
    if isinstance(folder, Diagnostic):
        raise ValueError(f"{name}: {folder.message}")
    source, faults = read(folder)
    if source is None or source.header() is None:
        raise ValueError(f"{name} cannot be read: {faults[0].message}")
    options = {id_: _values(option) for id_, option in source.options().items()}
    usual = _numbers(source, ())
    deciding = [id_ for id_, values in options.items() if any(_numbers(source, ((id_, v),)) != usual for v in values)]
    modes = [tuple(zip(deciding, values, strict=True)) for values in itertools.product(*map(options.pop, deciding))]
    return Subject(folder, {mode: _numbers(source, mode) for mode in modes}, options)


def _values(option: Option) -> tuple[str, ...]:
    """The values of an option, its default first."""
    return tuple(sorted((value.source for value in option.values), key=lambda value: value != option.default))


def _numbers(source: PackSource, chosen: Chosen) -> tuple[int, ...]:
    """How many may play with these values."""
    header = source.header_with(dict(chosen))
    return () if header is None else tuple(range(header.players[0], header.players[1] + 1))


def runs(of: Subject, agents: Sequence[str], wanted: argparse.Namespace) -> Iterator[Run]:
    """All series that are asked for, those that every pack has first."""
    games, option_games, combination_games = (
        each * len(agents) if len(each) == 1 else each
        for each in (wanted.games, wanted.option_games, wanted.combination_games)
    )
    tables = [(mode, players) for mode, numbers in of.modes.items() for players in numbers]
    for mode, players in tables:
        for agent, count in zip(agents, games, strict=True):
            yield Run(PLAYERS, players, agent, (), count, mode)
    for option, values in of.options.items():
        for value in values[1:]:
            for mode, players in tables:
                for agent, count in zip(agents, option_games, strict=True):
                    yield Run(OPTION, players, agent, ((option, value),), count, mode)
    luck = random.Random(wanted.seed)
    for number in range(wanted.combinations if of.options else 0):
        (mode, players), which = luck.choice(tables), number % len(agents)
        yield Run(COMBINATION, players, agents[which], of.choices(luck), combination_games[which], mode)


def folder_for(of: Subject) -> Path:
    """Where results are kept: another place for every state of the pack and the engine."""
    engine = starter.ROOT / "engine"
    code = [file.read_bytes() for file in sorted(engine.rglob("*.py"))]
    parts = [*digests(of.folder, ()), *(hashlib.sha256(each).hexdigest() for each in code)]
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
    return starter.ROOT / ".accept" / of.folder.name / digest


def carry_out(of: Subject, run: Run, folder: Path) -> Mapping[str, Any]:
    """The results of a series; what of it is not kept is played now. Raises RuntimeError if it cannot be played."""
    return joined([_piece(of, run, folder, first // PIECE) for first in range(0, run.games, PIECE)])


def _piece(of: Subject, run: Run, folder: Path, seed: int) -> Mapping[str, Any]:
    """The results of one piece of a series."""
    kept = folder / f"{run.name}_seed{seed}.json"
    if not kept.exists():
        chosen = [word for option, value in run.chosen for word in ("--with", f"{option}={value}")]
        games = min(PIECE, run.games - seed * PIECE)
        words = ["playtest", str(of.folder), "--players", str(run.players), "--games", str(games), "--seed", str(seed)]
        _output([*words, "--agents", run.agent, *chosen, "--out", str(kept), "--format", "json"], folder)
    found: Mapping[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
    return found


def joined(pieces: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The results of some pieces as those of one series, as far as the table tells of them."""
    over = [game for piece in pieces for game in piece["per_game"] if game["status"] == OVER]
    counts = {name: sum(piece[name] for piece in pieces) for name in ("games", "failed", "capped")}
    wins: Counter[str] = Counter()
    for piece in pieces:
        wins.update(piece["wins"])
    length = {name: _length(game[name] for game in over) for name in ("rounds", "decisions")}
    return {**counts, "wins": dict(wins), "length": length}


def _length(counts: Iterable[int | None]) -> Mapping[str, float] | None:
    """The spread of a length, None where no game tells it."""
    known = [count for count in counts if count is not None]
    return {"median": statistics.median(known)} if known else None


def _output(words: Sequence[str], folder: Path = starter.ROOT) -> str:
    """What a command of Rulewright prints. Raises RuntimeError if it was used wrongly or stopped."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-P", "-m", "rulewright", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode not in (0, *BROKEN):
        raise RuntimeError(f"`{' '.join(words)}` ended with {done.returncode}:\n{done.stderr.strip()}")
    return done.stdout


# ---- the table -------------------------------------------------------------------------------------------------------

Results = Sequence[tuple[Run, Mapping[str, Any]]]


def table(results: Results) -> str:
    """What the series say: a row for each number of players and agent, each option value, and all combinations."""
    groups: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
    for run, found in results:
        groups.setdefault(_row(run), []).append(found)
    lines = [f"| {' | '.join(HEADS)} |", "|---" * len(HEADS) + "|"]
    lines += [f"| {' | '.join(_cells(' '.join(row), group))} |" for row, group in groups.items()]
    return "\n".join(lines)


def _row(run: Run) -> tuple[str, ...]:
    """The row that a series stands in."""
    mode = tuple(f"`{option}={value}`," for option, value in run.mode)
    if run.why == PLAYERS:
        return (*mode, f"{run.players} player{'s' if run.players > 1 else ''},", run.agent)
    if run.why == OPTION:
        ((option, value),) = run.options
        return (*mode, f"`{option}={value}`,", run.agent)
    return (*mode, "options at random,", run.agent)


def _cells(what: str, group: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """A row: some series as one."""
    games = sum(found["games"] for found in group)
    won = " / ".join(_share(sum(found["wins"].get(side, 0) for found in group), games) for side in _sides(group))
    spreads = [_middle(found["length"][length] for found in group) for length in ("rounds", "decisions")]
    broken = [str(sum(found[count] for found in group)) for count in ("failed", "capped")]
    return (what, f"{games:,}", won, *spreads, *broken)


def _sides(group: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(side for found in group for side in found["wins"]))


def _share(count: int, games: int) -> str:
    found = wilson(count, games)
    return f"{100 * found.share:.1f} ({100 * found.low:.1f} to {100 * found.high:.1f}) %"


def _middle(spreads: Iterator[Mapping[str, float] | None]) -> str:
    """The median of one series, or the span of several."""
    medians = [found["median"] for found in spreads if found is not None]
    if not medians:
        return ""
    low, high = f"{min(medians):.0f}", f"{max(medians):.0f}"
    return low if low == high else f"{low} to {high}"


# ---- the command -----------------------------------------------------------------------------------------------------


def main(arguments: list[str]) -> int:
    """Play what is not played yet, print the table; 1 if a game failed or was capped."""
    wanted = _parser().parse_args(arguments)
    agents = wanted.agents.split(",")
    uneven = [each for each in (wanted.games, wanted.option_games, wanted.combination_games) if len(each) > 1]
    if any(len(each) != len(agents) for each in uneven):
        print(f"a number of games stands for all agents, or one for each of {', '.join(agents)}", file=sys.stderr)
        return starter.USED_WRONGLY
    unknown = [agent for agent in agents if agent not in AGENTS]
    if unknown:
        print(f"there is no agent {', '.join(unknown)}; there are {', '.join(AGENTS)}", file=sys.stderr)
        return starter.USED_WRONGLY
    try:
        of = subject(wanted.pack)
        results = list(_played(of, [run for run in runs(of, agents, wanted) if run.games]))
    except (ValueError, RuntimeError) as fault:
        print(fault, file=sys.stderr)
        return starter.USED_WRONGLY
    text = table(results)
    print(text)
    if wanted.write:
        target = (of.folder / "README.md").relative_to(starter.ROOT).as_posix()
        update.stale(starter.ROOT, [update.Generated(target, lambda: text, part=PART)], write=True)
    return 1 if any(found["failed"] or found["capped"] for _, found in results) else 0


def _played(of: Subject, all_runs: Sequence[Run]) -> Iterator[tuple[Run, Mapping[str, Any]]]:
    folder = folder_for(of)
    for number, run in enumerate(all_runs, 1):
        print(f"{number} of {len(all_runs)}: {run.name}", file=sys.stderr, flush=True)
        found = carry_out(of, run, folder)
        if found["failed"] or found["capped"]:
            print(
                f"    {found['failed']} failed, {found['capped']} capped, below {folder}", file=sys.stderr, flush=True
            )
        yield run, found


def counts(text: str) -> tuple[int, ...]:
    """A number of games for all agents, or one for each."""
    return tuple(int(each) for each in text.split(","))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="accept.py", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("pack", help="the name or folder of a pack")
    parser.add_argument("--agents", default="random,greedy", help="each plays in all seats (default random,greedy)")
    games: dict[str, Any] = {"type": counts, "metavar": "N[,N…]"}
    parser.add_argument("--games", default=(1000,), help="for each number of players and agent (default 1000)", **games)
    parser.add_argument("--option-games", default=(100,), help="for each option value, too (default 100)", **games)
    parser.add_argument("--combinations", type=int, default=50, help="of options at random (default 50)")
    parser.add_argument("--combination-games", default=(20,), help="for each of them (default 20)", **games)
    parser.add_argument("--seed", type=int, default=0, help="what the combinations are drawn from (default 0)")
    parser.add_argument("--write", action="store_true", help="write the table into the pack's README.md")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
