"""The whole command at a terminal: keys typed into a pseudo-terminal, and lines through a pipe."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from rulewright.pack.listing import bundled_packs
from rulewright.resources import content_root

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

PROMPT = "> "
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE = 60  # seconds


@dataclass(slots=True)
class Screen:
    """A Screen is a terminal of 80 columns on which the command runs; `shown` is all it wrote, by prompts."""

    process: subprocess.Popen[bytes]
    terminal: int
    shown: list[str] = field(default_factory=list)

    def wait(self) -> str:
        """What is written until it waits for keys, or ends."""
        text, end = "", time.monotonic() + PATIENCE
        while not text.endswith(PROMPT) and "presses Enter" not in text.split("\n")[-2:][0]:
            if not select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError(text)
            try:
                read = os.read(self.terminal, 65536)
            except OSError:
                break
            if not read:
                break
            text += read.decode("utf-8").replace("\r\n", "\n")
        self.shown.append(CONTROL.sub("", text))
        return self.shown[-1]

    def type(self, keys: str) -> str:
        """What is written when some keys were typed, and Enter."""
        os.write(self.terminal, f"{keys}\n".encode())
        return self.wait()

    def interrupt(self) -> str:
        """What is written after Ctrl-C, pressed again where it fell between the prompt and the wait for keys."""
        for _ in range(PATIENCE // 2):
            self.process.send_signal(signal.SIGINT)
            if select.select([self.terminal], [], [], 2)[0]:
                break
        return self.wait()

    def ended(self) -> int:
        """The exit code."""
        return self.process.wait(PATIENCE)


@contextmanager
def playing(folder: Path, *arguments: str, **environment: str) -> Iterator[Screen]:
    """The command, started in a folder at a terminal of its own."""
    own, theirs = pty.openpty()
    variables = {**os.environ, "COLUMNS": "80", "LINES": "45", "TERM": "xterm", **environment}
    command = [sys.executable, "-m", "rulewright", "play", *arguments]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=variables, start_new_session=True
    )
    os.close(theirs)
    try:
        yield Screen(process, own)
    finally:
        process.kill()
        process.wait()
        os.close(own)


def answer(shown: str, luck: Random) -> str:
    """Any answer to the question on a screen."""
    if "presses Enter" in shown:
        return ""
    options = [
        int(number)
        for number in re.findall(r"(?:^|   ) ?(\d+)  \S", shown.rsplit("\n\n", maxsplit=1)[-1], re.MULTILINE)
    ]
    wanted = re.search(r"\[(?:(\d+) to )?(\d+), such as", shown)
    if wanted is None:
        return str(luck.choice(options))
    low = int(wanted[1] or wanted[2])
    return " ".join(map(str, options[: max(low, 0)])) or "-"


@pytest.mark.parametrize("name", bundled_packs(content_root()))
def test_whole_games_by_typed_keys(tmp_path: Path, name: str) -> None:
    luck = Random(name)
    with playing(tmp_path, name, "--seed", "11", "--seat", "1", "--agents", "random") as screen:
        shown = screen.wait()
        while "THE END" not in shown:
            assert screen.process.poll() is None, shown
            shown = screen.type(answer(shown, luck))
        assert "Enter ends." in shown
        screen.type("")
        assert screen.ended() == 0
    for each in screen.shown:
        lines = each.split("\n")
        assert len(lines) < 40, each
        assert max(map(len, lines)) <= 80, each
    assert list(tmp_path.iterdir()) == []


def test_two_people_at_one_terminal_read_only_their_own_card(tmp_path: Path) -> None:
    luck = Random(4)
    with playing(tmp_path, "kuhn_poker", "--seed", "3", "--seat", "1,2") as screen:
        shown = screen.wait()
        while "THE END" not in shown:
            shown = screen.type(answer(shown, luck))
    for each in screen.shown:
        cards = {card for card in ("Jack", "Queen", "King") if card in each}
        assert "THE END" in each or len(cards) == ("you are" in each), each


@pytest.mark.parametrize(("key", "code"), [("", 130), ("\x04", 0)])
def test_leaving_by_a_key_saves_and_says_how_to_go_on(tmp_path: Path, key: str, code: int) -> None:
    arguments = ("noughts_and_crosses", "--seed", "5", "--agents", "random")
    with playing(tmp_path, *arguments) as screen:
        screen.wait()
        board = screen.type("5")
        if key:
            os.write(screen.terminal, key.encode())
        said = screen.wait() if key else screen.interrupt()
        assert screen.ended() == code
    assert "saved: noughts_and_crosses-2p-seed5.txt" in said
    again = re.search(r"go on with: .* play (.*)", said)
    assert again is not None
    with playing(tmp_path, *again[1].split()) as screen:
        resumed = screen.wait()
        assert re.findall(r"^. . .$", resumed, re.MULTILINE) == re.findall(r"^. . .$", board, re.MULTILINE)
        assert "seed 5" in resumed
        screen.type("1")
        assert "saved: noughts_and_crosses-2p-seed5.txt" in screen.type("quit")
        assert screen.ended() == 0
    assert [path.name for path in tmp_path.iterdir()] == ["noughts_and_crosses-2p-seed5.txt"]


def test_an_option_and_a_card_are_explained_with_their_place(tmp_path: Path) -> None:
    with playing(tmp_path, "arkham_express", "--seed", "1", "--players", "1") as screen:
        screen.wait()
        option = screen.type("? 5")
        assert "Moonshine Al (hero):" in option
        assert "Drifter. May hold ten Investigation tokens." in option
        assert re.search(r"heroes\.yaml:\d+\n", option)
        card = screen.type("? shoggoth")
        assert "toughness: 2" in card
        assert re.search(r"tokens\.yaml:\d+\n", card)
        assert "did you mean `shoggoth`?" in screen.type("? shogoth")
        action = screen.type("? close_gate")
        assert "move(g, prizes)" in action


def test_plain_text_where_no_colours_are_wanted(tmp_path: Path) -> None:
    with playing(tmp_path, "kuhn_poker", "--seed", "1", NO_COLOR="1", TERM="dumb") as screen:
        screen.wait()
        assert screen.process.poll() is None
    assert "\x1b[3" not in screen.shown[0]


def piped(folder: Path, lines: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rulewright", "play", *arguments]
    return subprocess.run(command, input=lines, cwd=folder, capture_output=True, text=True, check=False)


def test_lines_through_a_pipe(tmp_path: Path) -> None:
    done = piped(tmp_path, "5\n? 1\nlog\n", "noughts_and_crosses", "--seed", "2", "--agents", "random")
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert "> 5\n" in done.stdout
    assert "saved: noughts_and_crosses-2p-seed2.txt" in done.stdout


def test_a_game_of_its_own_name_is_not_overwritten(tmp_path: Path) -> None:
    arguments = ("noughts_and_crosses", "--seed", "2", "--agents", "random")
    for name in ("noughts_and_crosses-2p-seed2.txt", "noughts_and_crosses-2p-seed2-2.txt"):
        assert f"saved: {name}" in piped(tmp_path, "5\n", *arguments).stdout


def test_nothing_is_saved_of_a_game_in_which_nothing_was_decided(tmp_path: Path) -> None:
    done = piped(tmp_path, "", "kuhn_poker", "--seed", "2")
    assert "nothing was decided yet: nothing is saved" in done.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "say which PACK is played"),
        (("kuhn_poker", "--seat", "3"), "--seat 3: name seats from 1 to 2"),
        (("kuhn_poker", "--seat", "x"), "--seat x: name seats from 1 to 2"),
        (("kuhn_poker", "--agents", "gredy"), "did you mean greedy?"),
        (("kuhn_poker", "--agents", "random,random"), "give one for all other seats or 1, not 2"),
        (("--resume", "save.txt", "--seed", "1"), "leave out --players, --seed and --with"),
        (("--resume", "save.txt"), "this is no playthrough"),
    ],
)
def test_used_wrongly(tmp_path: Path, arguments: tuple[str, ...], complaint: str) -> None:
    (tmp_path / "save.txt").write_text("no game\n", encoding="utf-8")
    done = piped(tmp_path, "", *arguments)
    assert done.returncode in (1, 2)
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_saved_before_the_pack_was_changed_is_refused(tmp_path: Path) -> None:
    assert piped(tmp_path, "5\n", "noughts_and_crosses", "--seed", "2", "--agents", "random").returncode == 0
    file = tmp_path / "noughts_and_crosses-2p-seed2.txt"
    file.write_text(file.read_text(encoding="utf-8").replace(" c22\n", " c99\n"), encoding="utf-8")
    done = piped(tmp_path, "", "--resume", file.name)
    assert done.returncode == 2
    assert "it cannot be gone on with" in done.stderr
