"""What a shell is told that completes a command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "connected").mkdir()
    (tmp_path / "connected" / "pack.yaml").touch()
    assert completed("playtest", "conn") == ["conn", "connect_four", "connected"]
    assert completed("validate", "kuhn_poker", "nou") == ["nou", "noughts_and_crosses"]


def test_definitions() -> None:
    assert completed("show", "connect_four", "fu") == ["full"]
    assert completed("show", "no_such_pack", "fu") == [""]
    assert completed("explain", "give") == ["given"]
    assert completed("explain", "maybe") == ["maybe", "maybe-none"]


def test_agents() -> None:
    assert completed("playtest", "connect_four", "--agents", "") == ["greedy", "random"]
    assert completed("play", "connect_four", "--agents", "random,gr") == ["random,greedy"]


def test_values_of_options() -> None:
    """Bash takes `rolls=4` for three words and replaces the last."""
    assert completed("playtest", "arkham_express", "--with", "rol")[1:] == ["rolls=3", "rolls=4"]
    assert completed("playtest", "arkham_express", "--with", "rolls", "=")[1:] == ["3", "4"]
    assert completed("playtest", "arkham_express", "--with", "rolls", "=", "4")[1:] == ["4"]
    assert completed("playtest", "arkham_express", "--with", "rolls", "=", "4", "--with", "rolls=3")[1:] == ["rolls=3"]
    assert completed("playtest", "arkham_express", "--with", "=", "rolls", "=", "4")[1:] == ["4"]
    assert completed("playtest", "arkham_express", "--format", "=", "js") == ["json"]
    assert completed("playtest", "arkham_express", "--format", "=") == ["text", "json"]


def test_a_shell_that_leaves_words_whole() -> None:
    environment = {**os.environ, COMPLETION: "fish_complete", "COMP_CWORD": "rolls="}
    environment["COMP_WORDS"] = "rulewright playtest arkham_express --with"
    done = subprocess.run(
        [sys.executable, "-m", "rulewright"], env=environment, capture_output=True, text=True, check=True
    )
    assert [line.split("\t")[0] for line in done.stdout.splitlines() if line.startswith("plain")] == [
        "plain,rolls=3",
        "plain,rolls=4",
    ]


def test_the_script_for_a_shell() -> None:
    environment = {**os.environ, COMPLETION: "bash_source"}
    command = [sys.executable, "-m", "rulewright"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "complete -o nosort -F" in done.stdout
    assert "rulewright" in done.stdout
