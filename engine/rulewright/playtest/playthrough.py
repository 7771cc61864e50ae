"""The one format of saves, records, failed games and goldens: a text that holds all a game is made of.

A head of `key: value` lines, then a line for each decision (its number, the seat, the prompt, what was chosen), then
`end:` and how the game stands. Words that hold spaces stand in quotation marks as in JSON; `-` is nothing chosen.
"""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.play.book import Book
from rulewright.play.decisions import Answer
from rulewright.play.flow import Ending, Status
from rulewright.play.retelling import Step, retell
from rulewright.playtest.tokens import quote, write, write_pairs
from rulewright.table.signals import Outcome
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span

FORMAT = 1
TITLE = "rulewright playthrough"
NOTHING = "-"
_WIDTH = 110


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A Playthrough is the record of one game, finished or not.

    `agents` are the ids of the agents, one a seat, or `person`. `drawn` is how many numbers each of them had drawn when
    the record of an open game was made. `definitions` are the fingerprints of the pack's definitions, `digest` that of
    all its bytes.
    """

    pack: str
    version: str
    digest: str
    options: Mapping[str, str]
    overlays: tuple[str, ...]
    players: int
    agents: tuple[str, ...]
    seed: int
    game: int
    drawn: tuple[int, ...]
    definitions: Mapping[str, str]
    steps: tuple[Step, ...]
    ending: Ending


def record(
    book: Book,
    seed: int,
    game: int,
    agents: Sequence[str],
    answers: Sequence[Answer],
    ending: Ending | None = None,
    drawn: Sequence[int] = (),
) -> Playthrough:
    """The record of the game that these answers make; `ending` where it is known already."""
    steps, stands = retell(book, seed, game, answers)
    return Playthrough(
        pack=book.pack,
        version=book.version,
        digest=book.digest,
        options=dict(book.options),
        overlays=tuple(book.overlays),
        players=book.compiled.players,
        agents=tuple(agents),
        seed=seed,
        game=game,
        drawn=tuple(drawn),
        definitions=dict(book.fingerprints),
        steps=tuple(steps),
        ending=ending or stands,
    )


def to_text(playthrough: Playthrough) -> str:
    """The playthrough as its file holds it."""
    lines = [f"{TITLE} {FORMAT}", *_head(playthrough), ""]
    for step in playthrough.steps:
        chosen = write(step.chosen) if step.chosen else NOTHING
        lines.append(f"{step.number} {step.seat} {quote(step.prompt)} {chosen}")
    lines += ["", f"end: {write_ending(playthrough.ending)}"]
    return "\n".join(lines) + "\n"


def save(playthrough: Playthrough, path: Path) -> None:
    """Write the playthrough's file, whole or not at all; folders are made. Raises OSError."""
    save_text(to_text(playthrough), path)


def save_text(text: str, path: Path) -> None:
    """Write a text file, whole or not at all; folders are made. A link stays one: what it leads to is written.

    Raises OSError, which names the file, also where something stands that is no plain file.
    """
    path = _target(path)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    except OSError as fault:
        if fault.errno is None:
            raise
        raise OSError(fault.errno, fault.strerror, str(path)) from fault
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def try_to_write(path: Path) -> None:
    """Raise OSError where a file, or a folder with files in it, could not be written; nothing is left behind."""
    path = _target(path)
    around = next(each for each in (path.parent if path.is_file() else path, *path.parents) if each.exists())
    if not around.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(around))
    with tempfile.TemporaryFile(dir=around):
        return


def _target(path: Path) -> Path:
    """The file that is written, through all links. Raises OSError."""
    try:
        path = path.resolve()
    except RuntimeError as fault:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from fault
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "this is no plain file", str(path))
    return path


def write_ending(ending: Ending) -> str:
    """How a game stands, in one line."""
    match ending.status:
        case Status.OVER:
            return write([ending.status.value, *_outcome_words(ending.outcome or Outcome())])
        case Status.CAPPED:
            culprits = [word for each in ending.culprits for word in (quote(each.name), _place(each.span))]
            return " ".join([ending.status.value, *_fault_words(ending.fault), *culprits])
        case Status.FAILED:
            return " ".join([ending.status.value, ending.blame.value, *_fault_words(ending.fault)])
        case Status.OPEN:
            return Status.OPEN.value


def _fault_words(fault: Diagnostic | None) -> list[str]:
    """The id of a fault, its place, and what is wrong."""
    return [quote(fault.id), _place(fault.span), quote(fault.message)] if fault is not None else [NOTHING] * 3


def _place(span: Span) -> str:
    return quote(str(span)) if span.file else NOTHING


def _outcome_words(outcome: Outcome) -> list[str]:
    words = [outcome.why]
    for key, numbers in (("winners", outcome.winners), ("ranks", outcome.ranks), ("scores", outcome.scores)):
        if numbers:
            words += [key, *map(str, numbers)]
    return words


def _head(playthrough: Playthrough) -> list[str]:
    head = [
        ("pack", quote(playthrough.pack)),
        ("version", quote(playthrough.version)),
        ("hash", quote(playthrough.digest)),
        ("options", write_pairs(playthrough.options)),
        ("overlays", write(playthrough.overlays)),
        ("players", str(playthrough.players)),
        ("agents", write(playthrough.agents)),
        ("seed", str(playthrough.seed)),
        ("game", str(playthrough.game)),
        ("drawn", " ".join(map(str, playthrough.drawn))),
    ]
    lines = [f"{key}: {value}".rstrip() for key, value in head]
    return lines + [f"definitions: {line}".rstrip() for line in _wrapped(playthrough.definitions)]


def _wrapped(definitions: Mapping[str, str]) -> list[str]:
    """The pairs in as many lines as they need, at least one."""
    lines = [""]
    for key, value in definitions.items():
        pair = write_pairs({key: value})
        if lines[-1] and len(lines[-1]) + 1 + len(pair) > _WIDTH:
            lines.append(pair)
        else:
            lines[-1] = f"{lines[-1]} {pair}".strip()
    return lines
