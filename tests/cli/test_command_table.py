"""The table of commands: lazily loaded, honest about what it loads, and the last word on exit codes."""

import importlib
import subprocess
import sys

import click
import pytest

from rulewright import __version__, cli

HEAVY = ["yaml", "jsonschema", "lark", "rich", "rulewright.pack", "rulewright.language", "rulewright.playtest"]


@pytest.mark.parametrize("name", list(cli.COMMANDS))
def test_help_line_is_the_first_line_of_the_docstring(name: str) -> None:
    module, line = cli.COMMANDS[name]
    command = importlib.import_module(module).command
    assert isinstance(command, click.Command)
    assert command.name == name
    assert (command.help or "").strip().splitlines()[0] == line


def test_help_loads_no_command() -> None:
    asks = (
        "import sys; from rulewright import cli; code = cli.run(['--help']); "
        f"print([name for name in {[*HEAVY, *(module for module, _ in cli.COMMANDS.values())]} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    for name, (_, line) in cli.COMMANDS.items():
        assert f"  {name}" in done.stdout
        assert line in done.stdout


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    assert capsys.readouterr().out == f"rulewright {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["playtset"], "there is no command 'playtset': did you mean 'playtest'?"),
        (["xyzzy"], "there is no command 'xyzzy': the commands are validate, lint, test"),
        (["--nothing"], "No such option"),
    ],
)
def test_used_wrongly(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    assert cli.run(arguments) == 2
    captured = capsys.readouterr()
    assert complaint in captured.err
    assert captured.out == ""


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a command that ends in the way its argument says."""

    @click.command("stand-in")
    @click.argument("how")
    def command(how: str) -> int:
        match how:
            case "divide":
                return 1 // 0
            case "interrupt":
                raise KeyboardInterrupt
            case "exit":
                click.get_current_context().exit(1)
        return int(how)

    monkeypatch.setattr(cli.CommandTable, "get_command", lambda *_: command)
    monkeypatch.setitem(cli.COMMANDS, "stand-in", ("nowhere", ""))
    monkeypatch.delenv("RULEWRIGHT_TRACEBACK", raising=False)
    return "stand-in"


@pytest.mark.parametrize(("how", "code"), [("0", 0), ("1", 1), ("exit", 1), ("interrupt", 130), ("divide", 3)])
def test_exit_codes(stand_in: str, how: str, code: int) -> None:
    assert cli.run([stand_in, how]) == code


def test_a_fault_of_the_engine_says_what_to_report(stand_in: str, capsys: pytest.CaptureFixture[str]) -> None:
    cli.run([stand_in, "divide"])
    told = capsys.readouterr().err
    assert "this is a fault of the engine, please report" in told
    assert f"version  {__version__}" in told
    assert "command  rulewright stand-in divide" in told
    assert "fault    ZeroDivisionError" in told
    assert "test_command_table.py:" in told
    assert "Traceback" not in told


def test_the_traceback_can_be_asked_for(
    stand_in: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEWRIGHT_TRACEBACK", "1")
    cli.run([stand_in, "divide"])
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_main_exits_with_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["rulewright", "xyzzy"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
