"""The command line: a table of commands, each loaded only when it is called.

A command is the click command named `command` in `rulewright.cli.NAME`. Its function returns an exit code, or nothing
for 0: 0 clean, 1 the content is at fault, 2 used wrongly, 3 the engine is at fault, 130 interrupted.
Loading lazily is for speed: all that the commands need makes `--help` several times slower than click alone.
"""

import contextlib
import gc
import importlib
import os
import platform
import shlex
import sys
import traceback
from functools import partial
from pathlib import Path
from typing import NoReturn

import click
from click.shell_completion import CompletionItem, add_completion_class, shell_complete

from rulewright import __version__
from rulewright.console import streams
from rulewright.console.called import COMMAND, called
from rulewright.console.exits import CLOSED_PIPE, ENGINE_AT_FAULT, INTERRUPTED, USED_WRONGLY
from rulewright.console.shells import Bash
from rulewright.text.suggest import nearest

COMMANDS: dict[str, tuple[str, str]] = {
    "validate": ("rulewright.cli.validate", "Check that a pack can be played: structure, references, types."),
    "lint": ("rulewright.cli.lint", "Judge a pack: what is unused, unreachable, doubtful."),
    "test": ("rulewright.cli.test", "Carry out a pack's own tests."),
    "play": ("rulewright.cli.play", "Play at the terminal, with and against others and agents."),
    "playtest": ("rulewright.cli.playtest", "Play many games and report what happened."),
    "replay": ("rulewright.cli.replay", "Run recorded games again and verify them."),
    "rules": ("rulewright.cli.rules", "Show the rulebook's rules, and what covers each."),
    "new": ("rulewright.cli.new", "Begin a pack: a small one that plays, or a copy of another."),
    "explain": ("rulewright.cli.explain", "Say what a word, a key, a message or an agent means."),
    "show": ("rulewright.cli.show", "Show bundled packs, what a pack is made of, or one definition."),
}
"""Name of the command -> (its module, its help line: the first line of the command's docstring)."""

COMPLETION = f"_{COMMAND.upper()}_COMPLETE"
"""The variable in which a shell asks for completions, as click has it."""

COMPLETING = "rulewright.console.completing"
"""The module that completes what commands are given; the object of the context loads it when a shell asks."""

WORK: dict[str, str] = {"validate": "rulewright.console.verdicts"}
"""Name of a command that may have its answer kept -> the module which it needs only where it has not.

Such a command is given, as the object of its context, a function that loads the module."""


class CommandTable(click.Group):
    """A CommandTable is the click group of COMMANDS; it imports the module of the one command that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, its module imported; None if there is no such name."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name in WORK and ctx.obj is None:
            ctx.obj = partial(importlib.import_module, WORK[cmd_name])
        command = importlib.import_module(COMMANDS[cmd_name][0]).command
        if not isinstance(command, click.Command):
            raise TypeError(f"{COMMANDS[cmd_name][0]}.command is not a click command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, but an unknown command names the nearest one."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            near = nearest(args[0], COMMANDS)
            hint = f"did you mean '{near}'?" if near else f"the commands are {', '.join(COMMANDS)}."
            raise click.UsageError(f"there is no command '{args[0]}': {hint}", ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so, and the options; none of them is imported."""
        known = [CompletionItem(name, help=line) for name, (_, line) in COMMANDS.items() if name.startswith(incomplete)]
        return [*known, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table, importing none of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=CommandTable, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rulewright", message="%(prog)s %(version)s")
def group() -> None:
    """Check, play and measure board games that are written as YAML."""


def main() -> NoReturn:
    """Run the command line of this process and exit with its code; no traceback reaches the user unasked.

    A command makes large trees and throws little away: to look for garbage as often as Python does by itself takes a
    tenth of the time that checking a pack takes, and finds nothing.
    """
    gc.set_threshold(50_000, 20, 100)
    asked = os.environ.get(COMPLETION)
    if asked:
        add_completion_class(Bash)
        load = partial(importlib.import_module, COMPLETING)
        sys.exit(shell_complete(group, {"obj": load}, COMMAND, COMPLETION, asked))
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line and give its exit code; what is to be said goes to standard output and standard error.

    A pipe that nobody reads any longer ends the command quietly. What the system refuses, as a full disk, is no fault
    of the engine.
    """
    try:
        streams.prepare()
        code = _carry_out(arguments)
        streams.flush()
    except streams.OutputClosed:
        _say("standard output is closed")
        return USED_WRONGLY
    except BrokenPipeError:
        streams.give_up()
        return CLOSED_PIPE
    except OSError as fault:
        streams.give_up()
        _say(f"the system refuses: {fault}")
        return USED_WRONGLY
    return code


def _carry_out(arguments: list[str]) -> int:
    """The exit code of a command line. Raises OSError where the system refuses something."""
    try:
        with group.make_context(called(), arguments) as context:
            code = group.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as fault:
        fault.show()
        return fault.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except OSError:
        raise
    except Exception as fault:  # noqa: BLE001 - the boundary: whatever was not foreseen is the engine's fault
        click.echo(_report(fault, arguments), err=True)
        return ENGINE_AT_FAULT
    return code if isinstance(code, int) else 0


def _say(text: str) -> None:
    """Say something on standard error, if that can be written to."""
    with contextlib.suppress(OSError):
        click.echo(f"rulewright: {text}", err=True)


def _report(fault: Exception, arguments: list[str]) -> str:
    """What a user sees, and should pass on, when the engine fails."""
    lines = [
        "rulewright: this is a fault of the engine, please report:",
        f"  version  {__version__}, Python {platform.python_version()} on {platform.system()}",
        f"  command  rulewright {shlex.join(arguments)}",
        f"  fault    {''.join(traceback.format_exception_only(fault)).strip()}",
        f"  place    {_innermost_place(fault)}",
    ]
    if os.environ.get("RULEWRIGHT_TRACEBACK") == "1":
        return "\n".join([*lines, "", *traceback.format_exception(fault)])
    return "\n".join([*lines, "With RULEWRIGHT_TRACEBACK=1 in the environment the full traceback follows."])


def _innermost_place(fault: Exception) -> str:
    frames = traceback.extract_tb(fault.__traceback__)
    if not frames:
        return "unknown"
    package = Path(__file__).resolve().parents[2]
    file = Path(frames[-1].filename)
    name = file.relative_to(package).as_posix() if file.is_relative_to(package) else str(file)
    return f"{name}:{frames[-1].lineno} in {frames[-1].name}"
