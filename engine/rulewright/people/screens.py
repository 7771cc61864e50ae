"""Screens: all that a person sees at once, never more lines than a terminal has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.people.asking import option_lines, question_text
from rulewright.people.happenings import happenings
from rulewright.people.picture import Picture, folded, picture
from rulewright.play.decisions import Decision
from rulewright.play.flow import Ending, Status
from rulewright.play.game import Game
from rulewright.play.names import thing_title
from rulewright.play.sights import Sights
from rulewright.table.events import bits_of, seats_of

WIDTH = 80
HEIGHT = 35
"""So many lines a screen has at most, the one in which one types not counted."""

MOST_OPTIONS = 14
MOST_HAND = 5
FEWEST_TOLD = 3
MORE_TOLD = 9
"""So many lines of what happened are told before there is room for what lies beside a large board."""
INDENT = "  "
GAPS = ("before what happened", "before the question")


@dataclass(frozen=True, slots=True)
class Size:
    """A Size is how many columns and lines there are to write in."""

    width: int = WIDTH
    height: int = HEIGHT


def question_screen(game: Game, decision: Decision, since: int, size: Size) -> list[str]:
    """The screen of a person who is asked; what happened is told from an event on."""
    seats = seats_of(decision.seat)
    sights = Sights(game.book, decision.table, bits_of(decision.seat))
    head = _headline(sights, seats, size.width)
    drawn = picture(sights, seats, size.width)
    told = happenings(game, seats, since)
    asked = [*folded(question_text(decision), size.width), *option_lines(decision, size.width, MOST_OPTIONS)]
    return _fitted(head, drawn, told, asked, size)


def final_screen(game: Game, ending: Ending, seats: Sequence[int], since: int, size: Size) -> list[str]:
    """The screen of a game that is over, for those who sit here together."""
    readers = sum(1 << seat for seat in seats)
    sights = Sights(game.book, game.table, readers)
    drawn = picture(sights, seats, size.width)
    told = happenings(game, seats, since)
    end = [line for text in ending_lines(game, ending) for line in folded(text, size.width)]
    return _fitted(_headline(sights, seats, size.width), drawn, told, end, size)


def ending_lines(game: Game, ending: Ending) -> list[str]:
    """How a game ended, in words."""
    outcome = ending.outcome
    if ending.status is not Status.OVER or outcome is None:
        return ["The game could not be played to its end."]
    winners = [thing_title(game.book, each) for each in outcome.winners]
    players = game.book.compiled.players
    if len(winners) == players and players > 1 and game.book.team:
        who = "You have won, all of you."
    elif winners:
        who = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}."
    else:
        who = "The game is lost." if game.book.team else "Nobody wins."
    lines = [f"THE END: {outcome.why}. {who}"]
    for name, numbers in (("rank", outcome.ranks), ("score", outcome.scores)):
        if numbers:
            each = [f"{thing_title(game.book, seat)} {number}" for seat, number in enumerate(numbers, 1)]
            lines.append(f"{name}: {', '.join(each)}")
    return lines


def _headline(sights: Sights, seats: Sequence[int], width: int) -> list[str]:
    """The game, where it stands, and who looks."""
    parts = [sights.book.compiled.things[0].title, *(f"{step} {item}" for step, item in sights.running())]
    who = " and ".join(thing_title(sights.book, seat) for seat in seats)
    left = " · ".join(part.replace("_", " ") for part in parts)
    right = f"you are {who}" if len(seats) == 1 else f"{who} together"
    if len(left) + len(right) + 3 > width:
        return folded(f"{left} · {right}", width)
    return [f"{left} {'·' * (width - len(left) - len(right) - 2)} {right}"]


def _fitted(head: list[str], drawn: Picture, told: list[str], asked: list[str], size: Size) -> list[str]:
    """The parts one below the other; what is too long is shortened, first what was told, then the picture."""
    hand = _shortened(drawn.hand, MOST_HAND)
    lines = [line for each in told for line in folded(each, size.width - len(INDENT))]
    room = size.height - len(head) - len(asked) - len(hand) - len(GAPS)
    table = _table(drawn, max(room - min(len(lines), FEWEST_TOLD), FEWEST_TOLD), room - min(len(lines), MORE_TOLD))
    lines = _latest(lines, max(room - len(table), 1))
    parts = [[*head, *table, *hand], [f"{INDENT}{line}" for line in lines], asked]
    found: list[str] = []
    for part in parts:
        found += [*([""] if found and part else []), *part]
    return found[-size.height :]


def whole_table(drawn: Picture) -> list[str]:
    """The board and what lies beside it."""
    beside = [*drawn.game, *drawn.beside]
    return [*drawn.board, *([""] if drawn.board and beside else []), *beside]


def _table(drawn: Picture, most: int, enough: int) -> list[str]:
    """As much of the table as there is room for. Where it is too large it stands close together, first the lines of the
    game and the board, and what lies beside that only within `enough` lines."""
    whole = whole_table(drawn)
    if len(whole) <= most:
        return whole
    first = [*drawn.game, *drawn.tight]
    return _shortened([*first, *drawn.beside], min(most, max(enough, len(first) + 1)))


def _latest(lines: list[str], most: int) -> list[str]:
    """The last lines, with a word of those before."""
    if len(lines) <= most:
        return lines
    return [f"({len(lines) - most + 1} lines before: type `log`)", *lines[len(lines) - most + 1 :]]


def _shortened(lines: list[str], most: int) -> list[str]:
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], f"({len(lines) - most + 1} lines more: type `board`)"]
