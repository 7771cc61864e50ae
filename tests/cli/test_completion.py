"""What a shell is told that completes a command line."""

from __future__ import annotations

import os
import subprocess
import sys

from rulewright.cli import COMMANDS, COMPLETION


def completed(*words: str) -> list[str]:
    """What may come after some words, the last of which is begun."""
    environment = {**os.environ, COMPLETION: "bash_complete", "COMP_WORDS": " ".join(("rulewright", *words))}
    environment["COMP_CWORD"] = str(len(words))
    command = [sys.executable, "-m", "rulewright"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_commands() -> None:
    assert completed("play") == ["play", "playtest"]
    assert completed("") == list(COMMANDS)


def test_options_of_a_command() -> None:
    assert "--resume" in completed("play", "--re")
    assert completed("playtest", "arkham_express", "--format", "") == ["text", "json"]


def test_the_script_for_a_shell() -> None:
    environment = {**os.environ, COMPLETION: "bash_source"}
    command = [sys.executable, "-m", "rulewright"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "complete -o nosort -F" in done.stdout
    assert "rulewright" in done.stdout
