"""The command `play`."""

from __future__ import annotations

import secrets
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import click

from rulewright.agents import AGENTS
from rulewright.console import packs
from rulewright.console.choices import Choices, agents_option, complete_packs, folder_of, read_choices, with_option
from rulewright.console.clickable import named, placed
from rulewright.console.definitions import definitions
from rulewright.console.exits import AT_FAULT, ENGINE_AT_FAULT, INTERRUPTED
from rulewright.console.explained import Explainer
from rulewright.console.packs import PackOpener
from rulewright.console.recorded import MalformedFile, recorded_choices, recorded_folder, unknown_options
from rulewright.pack.load import PackSource, sections
from rulewright.people.picture import folded
from rulewright.people.session import Left, Session
from rulewright.people.terminal import StandardTerminal
from rulewright.play.book import Book
from rulewright.play.decisions import AnswerRefused
from rulewright.play.faults import Blame
from rulewright.play.flow import Ending, Status
from rulewright.play.game import Game
from rulewright.playtest.playthrough import Playthrough
from rulewright.playtest.printing import console
from rulewright.playtest.reading import read_file
from rulewright.text.render import render
from rulewright.text.suggest import nearest

PERSON = "person"
SEEDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Setting:
    """A Setting is what a game is played with: the pack as it was named and where it lies, the rulebook, who sits where
    (ids of agents, or PERSON), the seed and the number of the game, and what was played of it before."""

    name: str
    folder: Path
    source: PackSource
    choices: Choices
    book: Book
    agents: tuple[str, ...]
    seed: int
    number: int = 0
    before: Playthrough | None = None


@click.command("play")
@click.argument("pack", metavar="[PACK]", required=False, shell_complete=complete_packs)
@click.option("--players", type=int, help="How many players.  [default: the pack's recommended number]")
@click.option("--seat", "seats", metavar="N[,N...]", help="Where people sit; the others are agents.  [default: 1]")
@agents_option("greedy", "One for all other seats, or one each.")
@click.option("--seed", type=int, help="What all chance is made from.  [default: another one each time]")
@click.option("--resume", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Go on with a saved game.")
@with_option
def command(
    pack: str | None,
    players: int | None,
    seats: str | None,
    agents: str,
    seed: int | None,
    resume: Path | None,
    chosen: tuple[str, ...],
) -> int:
    """Play at the terminal, with and against others and agents.

    Answers are numbers; `help` lists what else can be typed, `? 3` explains option 3. Several people at one terminal
    are asked to look away when somebody else may see what they may not. A game that is left is saved; the file is a
    playthrough, which `replay` runs as well.
    """
    if resume is not None:
        if players is not None or seed is not None or chosen:
            raise click.UsageError("--resume goes on as the game began: leave out --players, --seed and --with")
        setting = _resumed(pack, resume, seats, agents)
    elif pack is None:
        raise click.UsageError("say which PACK is played, or which game is resumed with --resume FILE")
    else:
        setting = _begun(pack, players, seats, agents, seed, read_choices(chosen))
    return _play(setting, resume)


# ---- what is played --------------------------------------------------------------------------------------------------


def _begun(
    pack: str, players: int | None, seats: str | None, agents: str, seed: int | None, choices: Choices
) -> Setting:
    folder = folder_of(pack)
    source, header = packs.source_of(pack, folder, choices)
    number = packs.choose_players(header, players)
    seated = _seated(_seats(seats or "1", number), agents, number)
    book = packs.open_book(pack, PackOpener(folder, choices, number, watched=True), source)
    return Setting(pack, folder, source, choices, book, seated, secrets.randbelow(SEEDS) if seed is None else seed)


def _resumed(pack: str | None, file: Path, seats: str | None, agents: str) -> Setting:
    """What a saved game is gone on with: it says all but, where `--seat` does, who sits where."""
    before, faults, text = read_file(file)
    if before is None:
        raise MalformedFile(file, faults, text)
    name = pack or before.pack
    folder = recorded_folder(name, file, given=pack is not None)
    source, header = packs.source_of(name, folder, Choices())
    if faults := unknown_options(file, text, before, Choices(), source.options()):
        raise MalformedFile(file, faults, text)
    choices = recorded_choices(before, Choices())
    packs.choose_players(packs.header_for(source, header, choices), before.players)
    known = all(each in (*AGENTS, PERSON) for each in before.agents) and PERSON in before.agents
    if seats is None and known:
        seated = before.agents
    else:
        seated = _seated(_seats(seats or "1", before.players), agents, before.players)
    book = packs.open_book(name, PackOpener(folder, choices, before.players, watched=True), source)
    return Setting(name, folder, source, choices, book, seated, before.seed, before.game, before)


def _seats(given: str, players: int) -> list[int]:
    """The seats of people. Raises UsageError."""
    words = [word.strip() for word in given.split(",")]
    if not all(word.isdecimal() and 1 <= int(word) <= players for word in words):
        raise click.UsageError(f"--seat {given}: name seats from 1 to {players}, such as 1,{players}")
    return sorted(dict.fromkeys(map(int, words)))


def _seated(people: Sequence[int], agents: str, players: int) -> tuple[str, ...]:
    """Who sits at each seat. Raises UsageError for an unknown agent, or neither one nor one for each seat left."""
    names = [name.strip() for name in agents.split(",")]
    for name in names:
        if name not in AGENTS:
            near = nearest(name, list(AGENTS))
            hint = f"did you mean {near}?" if near else f"there are {', '.join(AGENTS)}"
            raise click.UsageError(f"--agents {agents}: there is no agent {name!r}; {hint}")
    left = [seat for seat in range(1, players + 1) if seat not in people]
    if len(names) not in (1, len(left)):
        raise click.UsageError(f"--agents {agents}: give one for all other seats or {len(left)}, not {len(names)}")
    given = dict(zip(left, names * len(left) if len(names) == 1 else names, strict=False))
    return tuple(given.get(seat, PERSON) for seat in range(1, players + 1))


# ---- playing ---------------------------------------------------------------------------------------------------------


def _play(setting: Setting, resume: Path | None) -> int:
    """Play to the end, or to where somebody leaves."""
    people = [seat for seat, each in enumerate(setting.agents, 1) if each == PERSON]
    game = Game(setting.book, setting.seed, setting.number, [AGENTS.get(each) for each in setting.agents], told=True)
    if setting.before is not None:
        _go_on(game, setting.before, resume or Path())
    tree, _, _ = sections(setting.source, dict(setting.choices.options), setting.choices.overlays)
    explain = Explainer(setting.book, setting.folder, list(definitions(tree)))
    terminal = StandardTerminal(console(sys.stdout))
    session = Session(game, people, setting.agents, terminal, explain, resume or _free_path(setting))
    terminal.write(folded(_beginning(setting), terminal.size.width))
    try:
        ending = session.run()
    except (Left, EOFError):
        click.echo()
        return _left(session, setting, 0)
    except KeyboardInterrupt:
        click.echo()
        return _left(session, setting, INTERRUPTED)
    return _ended(session, setting, ending)


def _beginning(setting: Setting) -> str:
    seats = [f"{seat} {each}" for seat, each in enumerate(setting.agents, 1)]
    return f"{setting.book.pack}: seats {', '.join(seats)}; seed {setting.seed}. Type help for what can be typed."


def _go_on(game: Game, before: Playthrough, file: Path) -> None:
    """Bring a game to where it was saved. Raises UsageError where the pack no longer lets it come there."""
    try:
        game.resume([step.chosen for step in before.steps], before.drawn)
    except AnswerRefused as refused:
        raise click.UsageError(
            f"{file}: it cannot be gone on with, since the pack was changed: {refused}\n"
            "`rulewright replay` names the first step that differs"
        ) from refused


def _free_path(setting: Setting) -> Path:
    """Where a game is saved that nobody gave a name: a file in the current folder that is not there yet."""
    stem = f"{setting.book.pack}-{setting.book.compiled.players}p-seed{setting.seed}"
    names = (f"{stem}{'' if number == 1 else f'-{number}'}.txt" for number in count(1))
    return next(path for path in map(Path, names) if not path.exists())


def _left(session: Session, setting: Setting, code: int) -> int:
    """Save a game that is left, and say how to go on with it."""
    said = session.save()
    click.echo(said or "nothing was decided yet: nothing is saved")
    if said:
        click.echo(f"go on with: {_called()} {shlex.join(_words(session, setting))}")
    return code


def _words(session: Session, setting: Setting) -> list[str]:
    named_otherwise = [setting.name] if setting.name != setting.book.pack else []
    return ["play", *named_otherwise, "--resume", str(session.path)]


def _ended(session: Session, setting: Setting, ending: Ending) -> int:
    """Say what broke a game; it is saved, to be replayed."""
    if ending.status is Status.OVER:
        return 0
    if ending.fault is not None:
        (fault,) = placed(setting.folder, [ending.fault])
        files = named(setting.folder, packs.texts(setting.source, setting.choices))
        click.echo(render(fault, files) if fault.span.file else f"{fault.id}: {fault.message}", err=True)
    click.echo(session.save(), err=True)
    return ENGINE_AT_FAULT if ending.status is Status.FAILED and ending.blame is Blame.ENGINE else AT_FAULT


def _called() -> str:
    """How the command line was called, as its usage shows it."""
    return click.get_current_context().find_root().command_path
