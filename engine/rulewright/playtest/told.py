"""A playthrough as one seat may read it: all that the seat learned of a game, and nothing else.

It has neither the seed nor what else the game could be run again from, as that would tell what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.play.book import Book
from rulewright.play.views import View
from rulewright.playtest.playthrough import NOTHING, TITLE, Playthrough, write_ending
from rulewright.playtest.tokens import quote, write, write_pairs
from rulewright.table.events import Taken, seats_of
from rulewright.table.table import Table


def told_to(seat: int, book: Book, table: Table, playthrough: Playthrough) -> str:
    """What a seat may read of a playthrough that was run to its end on a table; the book must be a watched one.

    Decisions are numbered, forced ones too, as they read like others; what happened in between stands indented.
    """
    head = [
        f"{TITLE}, as seat {seat} may read it",
        f"pack: {quote(playthrough.pack)}",
        f"version: {quote(playthrough.version)}",
        f"options: {write_pairs(playthrough.options)}".rstrip(),
        f"overlays: {write(playthrough.overlays)}".rstrip(),
        f"players: {playthrough.players}",
    ]
    end = f"end: {write_ending(playthrough.ending)}"
    return "\n".join([*head, "", *_lines(View(book, seat, table), book, table), "", end]) + "\n"


def _lines(view: View, book: Book, table: Table) -> Iterator[str]:
    number = 0
    for event in table.events:
        if isinstance(event, Taken):
            number += 1
            prompt = book.compiled.prompts[event.prompt].symbol.id
            chosen = event.names[view.seat - 1]
            who = "+".join(map(str, seats_of(event.seat)))
            yield f"{number} {who} {quote(prompt)} {write(chosen) if chosen else NOTHING}"
        elif line := view.told(event):
            yield f"    {line}"
