"""A guide walked through in order: its files are written, its lines changed, its commands run, what they print put in.

A block of YAML begins with the name of its file, `# my_game/thief.yaml`, and is that file from then on. A block `diff`
begins so, too: the lines with `-` stand once in the file and become those with `+`. A block `console` shows commands
behind `$ ` with what they print; `...` alone on a line stands for lines left out, and what is typed stands behind `> `.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from examples import FENCE
from rulewright.cli import run
from rulewright.console.called import VARIABLE
from rulewright.console.exits import AT_FAULT

CALLED = "python3 tools/run.py"
PROMPT, TYPED, LEFT_OUT = "$ ", "> ", "..."
_NAME = re.compile(r"# (\S+\.yaml)\n")
_NUMBER = re.compile(r"\d[\d.,]*")


class OutOfStep(Exception):
    """An OutOfStep is a place where a guide does not say what happens, and which cannot be renewed by itself."""


def renewed(text: str) -> str:
    """The guide with what its commands print now. Raises OutOfStep."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), _called():
        return FENCE.sub(lambda block: _carried_out(block["language"], block["text"]), text)


@contextlib.contextmanager
def _called() -> Iterator[None]:
    """While commands print what can be pasted as the guide has it."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = CALLED
    try:
        yield
    finally:
        os.environ.pop(VARIABLE)
        if before is not None:
            os.environ[VARIABLE] = before


def _carried_out(language: str, text: str) -> str:
    match language:
        case "yaml":
            _named(text).write_text(text, encoding="utf-8")
        case "diff":
            _change(_named(text), text.partition("\n")[2])
        case "console":
            text = "".join(f"{line}\n" for line in _printed(text))
        case _:
            raise OutOfStep(f"a block is yaml, diff or console, not {language!r}:\n{text}")
    return f"```{language}\n{text}```"


def _named(text: str) -> Path:
    name = _NAME.match(text)
    if name is None:
        raise OutOfStep(f"this names no file in its first line:\n{text}")
    return Path(name[1])


def _change(file: Path, changes: str) -> None:
    lines = changes.splitlines(keepends=True)
    old, new = ("".join(line[1:] for line in lines if line[0] in kept) for kept in ("- ", "+ "))
    before = file.read_text(encoding="utf-8")
    if before.count(old) != 1:
        raise OutOfStep(f"this stands {before.count(old)} times in {file}:\n{old}")
    file.write_text(before.replace(old, new), encoding="utf-8")


# ---- commands --------------------------------------------------------------------------------------------------------


def _printed(text: str) -> Iterator[str]:
    """The lines of a block of commands, with what is printed now."""
    head, *blocks = re.split(r"^\$ ", text, flags=re.MULTILINE)
    if head:
        raise OutOfStep(f"this stands before any command:\n{head}")
    for block in blocks:
        command, *shown = block.splitlines()
        yield f"{PROMPT}{command}"
        yield from _kept(command, shown, _output(command, [line for line in shown if line.startswith(TYPED)]))


def _output(command: str, typed: list[str]) -> list[str]:
    """What a command prints on standard output, where this is typed."""
    words = shlex.split(command)
    called = shlex.split(CALLED)
    if words[: len(called)] != called:
        raise OutOfStep(f"a command begins with {CALLED}: {command}")
    rest = words[len(called) :]
    if rest[:1] == ["playtest"]:
        rest += ["--jobs", "1"]  # the report is the same, and no processes are started
    out, err, stdin = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO("".join(f"{line.removeprefix(TYPED)}\n" for line in typed))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(rest)
    finally:
        sys.stdin = stdin
    if code not in (0, AT_FAULT):
        raise OutOfStep(f"{command} ends with {code}: {err.getvalue()}")
    return [line.rstrip() for line in out.getvalue().rstrip("\n").split("\n")]


def _kept(command: str, shown: list[str], real: list[str]) -> Iterator[str]:
    """Of what is printed now the lines that are shown; a line is known again though its numbers be others."""
    if LEFT_OUT not in shown:
        yield from real
        return
    at = 0
    pieces = _pieces(shown)
    for number, piece in enumerate(pieces):
        if number:
            yield LEFT_OUT
        places = [at] if number == 0 else range(at, len(real) - len(piece) + 1)
        if number == len(pieces) - 1 and piece:
            places = [place for place in places if place == len(real) - len(piece)]
        wanted = [_shape(line) for line in piece]
        found = next(
            (place for place in places if [_shape(each) for each in real[place:][: len(piece)]] == wanted), None
        )
        if found is None:
            raise OutOfStep("\n".join([f"{command} no longer prints this:", *piece, "", "but this:", *real]))
        at = found + len(piece)
        yield from real[found:at]


def _pieces(shown: list[str]) -> list[list[str]]:
    """The lines that are shown, cut where some are left out."""
    pieces: list[list[str]] = [[]]
    for line in shown:
        if line == LEFT_OUT:
            pieces.append([])
        else:
            pieces[-1].append(line)
    return pieces


def _shape(line: str) -> str:
    return " ".join(_NUMBER.sub("0", line).split())
