"""What happens in a game as people read it, seat by seat: the lines of the pack, and choices in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rulewright.play.book import Book
from rulewright.play.names import Question, option_labels, prompt_text, saying_text, thing_title
from rulewright.table.events import ROLLED, Said, bits_of, seats_of
from rulewright.table.table import Table

ASKED = " »"
"""What stands between a question and its answer."""

_ID = re.compile(r"[a-z]\w*")

PASSED = 0
"""The option of a menu by which nothing is taken."""


def sayer(book: Book, table: Table) -> Callable[[int, tuple[Any, ...]], None]:
    """What notes a line of the pack and what its holes show; in a branch that runs alone nothing has happened yet."""
    lines = book.compiled.lines
    seats = range(1, book.compiled.players + 1)

    def say(number: int, values: tuple[Any, ...]) -> None:
        if table.branch > 0:
            return
        if number == ROLLED:
            told = [_rolled(book, values[0], 1 << seat) for seat in seats]
        else:
            told = [saying_text(book, table, lines[number].saying, values, 1 << seat) for seat in seats]
        table.events.append(Said(tuple(told)))

    return say


def _rolled(book: Book, roll: Any, reader: int) -> str:
    """How dice fell; who does not see them is told nothing."""
    world = book.compiled.world
    if not roll[0] or world is None or world.seers(roll) & reader != reader:
        return ""
    return f"dice: {', '.join(book.compiled.faces[face] for face in roll[0])}"


def choice_said(question: Question, seat: int, options: Sequence[Any]) -> Said | None:
    """A choice that was made or forced, in words; None where a line of the pack tells of it, or nothing was done.

    Others read what they and those who chose may name.
    """
    if _is_told(question, options):
        return None
    own = bits_of(seat)
    who = " and ".join(thing_title(question.book, each) for each in seats_of(seat))
    lines = []
    for reader in range(1, question.book.compiled.players + 1):
        seen = replace(question, readers=own | 1 << reader)
        chosen = ", ".join(option_labels(seen, [option])[0] for option in options) or "nothing"
        lines.append(f"{who}: {_asked(seen)}{chosen}")
    return Said(tuple(lines), choice=True)


def _asked(question: Question) -> str:
    """What was asked, before its answer; what a menu asks goes without saying."""
    if question.prompt.symbol.nature == "menu":
        return ""
    return f"{asked_in_words(prompt_text(question)).rstrip(':')}{ASKED} "


def asked_in_words(text: str) -> str:
    """A prompt as people read it: the id of a menu in words."""
    return text.replace("_", " ") if _ID.fullmatch(text) else text


def _is_told(question: Question, options: Sequence[Any]) -> bool:
    """Whether something else tells of it: a line, or the answer to what the action asks first."""
    book, symbol = question.book, question.prompt.symbol
    if question.table.telling:
        return True
    if any(symbol.number in line.prompts for line in book.compiled.lines):
        return True
    if symbol.nature != "menu":
        return False
    told = [action for line in book.compiled.lines for action in line.actions]
    asked = [each.symbol.id.partition(".")[0] for each in book.compiled.prompts if "." in each.symbol.id]
    actions = book.menus[symbol.number]
    for option in options:
        number, things = (option[0], option[1:]) if isinstance(option, tuple) else (option, ())
        action = actions[number - 1] if number != PASSED else ""
        if action and action not in told and (things or action not in asked):
            return False
    return True
