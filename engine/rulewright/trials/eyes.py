"""What seats get to see while a test runs, and what of that is not as the test says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.play.book import Book
from rulewright.play.decisions import Decision
from rulewright.play.views import View
from rulewright.table.table import Table
from rulewright.text.diagnostics import Diagnostic
from rulewright.trials.trial import Trial


class Eyes:
    """An Eyes looks, for each seat that a test speaks of, at its view, its questions and its log."""

    def __init__(self, book: Book, table: Table, trial: Trial) -> None:
        seats = [int(seat.source) for seat, _ in (*trial.sees, *trial.hides) if seat.source.isdecimal()]
        self._views = {seat: View(book, seat, table) for seat in seats}
        self._read: dict[int, list[str]] = {seat: [] for seat in self._views}
        self._trial = trial

    def look(self, decision: Decision) -> None:
        """Look at the table while a question is put, and at the question of the seat that is asked."""
        for seat, view in self._views.items():
            self._read[seat].append(view.text())
        if decision.seat in self._read:
            self._read[decision.seat] += [decision.text, *decision.names]

    def sees_all(self) -> bool:
        """Whether each seat now sees what it is to see."""
        return not any(True for _ in self._unseen())

    def wrong(self) -> Iterator[Diagnostic]:
        """What a seat does not see at the end and should, and what it has read and should not."""
        yield from self._unseen()
        for seat, names in self._trial.hides:
            view = self._views[int(seat.source)]
            read = "\n".join([*self._read[view.seat], view.text(), *view.history])
            for name in names:
                if line := _line_with(name.source, read):
                    yield Diagnostic("not-hidden", name.span, f"seat {seat} reads of `{name}`", f"it reads `{line}`")

    def _unseen(self) -> Iterator[Diagnostic]:
        for seat, names in self._trial.sees:
            text = self._views[int(seat.source)].text()
            for name in names:
                if not _line_with(name.source, text):
                    yield Diagnostic("not-seen", name.span, f"seat {seat} does not see `{name}` at the end")


def _line_with(name: str, text: str) -> str:
    """The first line in which a name stands as a word of its own; empty if there is none."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return next((line for line in text.splitlines() if word.search(line)), "")
