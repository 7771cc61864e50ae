"""A session: people at one terminal, and agents, play a game to its end or until they save it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.people.asking import understood
from rulewright.people.happenings import happenings
from rulewright.people.helping import HELP
from rulewright.people.picture import all_arrows, picture
from rulewright.people.screens import Size, final_screen, question_screen, whole_table
from rulewright.people.terminal import Terminal
from rulewright.play.decisions import AnswerRefused, Decision
from rulewright.play.flow import Ending, Status
from rulewright.play.game import Game
from rulewright.play.glances import Glancer
from rulewright.play.names import thing_title
from rulewright.play.sights import Sights
from rulewright.playtest.playthrough import record, save
from rulewright.table.events import bits_of, seats_of

Explain = Callable[[str, Sights, Decision | None, int], list[str]]
"""What somebody asks about (a number, a name), what those who ask may see, the question, and how many columns there
are, to lines."""

UNDO, SAVE, LOG, BOARD, ARROWS, HELP_WORD, QUIT = "undo", "save", "log", "board", "arrows", "help", "quit"
EXPLAIN = "?"

LAST_LINES = 3
"""What stands below the screen of a game that is over."""


class Left(Exception):
    """A Left ends a session before the game is over: somebody quits."""


@dataclass(slots=True)
class Session:
    """A Session is a game with people at `seats`; `agents` are the ids of who sits at each seat, as a record has them.

    `path` is where it is saved; `told` are the events that each seat has read of, `since` where each question that was
    put began to tell, `began` where the last one of each seat did.
    """

    game: Game
    seats: Sequence[int]
    agents: Sequence[str]
    terminal: Terminal
    explain: Explain
    path: Path
    told: dict[int, int] = field(default_factory=dict)
    since: dict[tuple[int, int], int] = field(default_factory=dict)
    began: dict[int, int] = field(default_factory=dict)
    saved: Path | None = None
    _last: int = 0

    def run(self) -> Ending:
        """Play until the game is over and nobody takes anything back. Raises Left, EOFError and KeyboardInterrupt."""
        while True:
            ending = self.game.run()
            if ending.status is Status.OPEN:
                self._ask()
            elif self._is_final(ending):
                return ending

    def save(self, path: Path | None = None) -> str:
        """Save the game, and say where; empty where nothing was decided yet. Raises OSError."""
        answers, drawn = self.game.settled
        if not answers:
            return ""
        path = path or self.path
        ending = self.game.ending if self.game.ending and self.game.ending.status is not Status.OPEN else None
        playthrough = record(
            self.game.book, self.game.seed, self.game.number, self.agents, answers, ending, drawn if not ending else ()
        )
        save(playthrough, path)
        self.saved = path
        return f"saved: {path}"

    # ---- a question --------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        decision = self.game.decision
        if decision is None:
            raise RuntimeError("the game waits for nobody")
        self._hand_over(decision)
        self._show(decision)
        count = len(self.game.answers)
        while len(self.game.answers) == count and self.game.decision is not None:
            typed = self.terminal.read()
            if self._command(typed, Sights(self.game.book, decision.table, bits_of(decision.seat)), decision):
                if len(self.game.answers) < count:
                    return
                continue
            try:
                self.game.answer(understood(decision, typed), decision.seat)
            except AnswerRefused as refused:
                self.terminal.write([str(refused)])

    def _show(self, decision: Decision) -> None:
        seat = int(decision.seat)
        since = self.since.setdefault((len(self.game.answers), seat), self._news(decision))
        self.began[seat] = since
        self.terminal.write(["", *question_screen(self.game, decision, since, self.terminal.size)])
        for each in seats_of(decision.seat):
            self.told[each] = len(self.game.table.events)
        self._last = seat

    def _news(self, decision: Decision) -> int:
        """From which event on a question tells what happened: where nothing did since the last one, as that one."""
        seat = int(decision.seat)
        told = self.told.get(seat, 0)
        return told if happenings(self.game, seats_of(decision.seat), told) else self.began.get(seat, told)

    def _hand_over(self, decision: Decision) -> None:
        """Let somebody else sit down, where one of them could read what the other may not know."""
        seat, before = int(decision.seat), self._last
        if not before or seat == before or len(self.seats) == 1:
            return
        glance = Glancer(self.game.book)
        apart = decision.table is not self.game.table
        if not apart and glance(self.game.table, seat) == glance(self.game.table, before):
            return
        name = thing_title(self.game.book, seat)
        self.terminal.clear()
        self.terminal.write([f"--- {name} is next. The others look away; {name} presses Enter. ---"])
        self.terminal.read("")
        self.terminal.clear()

    # ---- the end -----------------------------------------------------------------------------------------------------

    def _is_final(self, ending: Ending) -> bool:
        """Show the end; whether nobody takes anything back."""
        since = min((self.told.get(seat, 0) for seat in self.seats), default=0)
        size = self.terminal.size
        left = Size(size.width, size.height - LAST_LINES)
        self.terminal.write(["", *final_screen(self.game, ending, self.seats, since, left)])
        if ending.status is not Status.OVER:
            return True
        self.terminal.write(["", f"Type {UNDO}, {SAVE}, {LOG}, {BOARD} or {EXPLAIN}; Enter ends."])
        sights = Sights(self.game.book, self.game.table, sum(1 << seat for seat in self.seats))
        count = len(self.game.answers)
        while True:
            typed = self.terminal.read()
            if not typed.strip():
                return True
            if not self._command(typed, sights, None):
                self.terminal.write(["The game is over: Enter ends."])
            if len(self.game.answers) < count:
                return False

    # ---- commands ----------------------------------------------------------------------------------------------------

    def _command(self, typed: str, sights: Sights, decision: Decision | None) -> bool:
        """Do what was typed, if it is a command. Raises Left."""
        word, _, rest = typed.strip().partition(" ")
        if typed.lstrip().startswith(EXPLAIN):
            self._explain(typed.strip()[len(EXPLAIN) :].strip(), sights, decision)
            return True
        if decision is not None and typed.strip().casefold() in [each.casefold() for each in decision.labels]:
            return False
        rest = rest.strip()
        match word.casefold():
            case "" if decision is not None:
                self._show(decision)
            case word if word == HELP_WORD:
                self.terminal.write(HELP)
            case word if word == UNDO:
                self._undo()
            case word if word == SAVE:
                self._save(rest)
            case word if word == LOG:
                seats = self.seats if decision is None else seats_of(decision.seat)
                self._page(happenings(self.game, seats), rest, LOG)
            case word if word == BOARD:
                seats = self.seats if decision is None else seats_of(decision.seat)
                drawn = picture(sights, seats, self.terminal.size.width)
                self._page([*whole_table(drawn), *drawn.hand], rest, BOARD)
            case word if word == ARROWS:
                self._page(all_arrows(sights, self.terminal.size.width), rest, ARROWS)
            case word if word == QUIT:
                raise Left
            case _:
                return False
        return True

    def _explain(self, what: str, sights: Sights, decision: Decision | None) -> None:
        lines = self.explain(what, sights, decision, self.terminal.size.width) if what else HELP
        most = self.terminal.size.height
        self.terminal.write(
            lines if len(lines) <= most else [*lines[: most - 1], f"({len(lines) - most + 1} lines more)"]
        )

    def _undo(self) -> None:
        """Take back the last choice of somebody who sits here, and all that came of it."""
        deciders = self.game.deciders
        own = [number for number, seat in enumerate(deciders) if seat in self.seats]
        if not own:
            self.terminal.write(["nothing was decided here that could be taken back"])
            return
        self.game.undo(len(deciders) - own[-1])
        left = len(self.game.answers)
        self.since = {key: since for key, since in self.since.items() if key[0] <= left}
        self.terminal.write(["taken back"])

    def _save(self, name: str) -> None:
        try:
            self.terminal.write([self.save(Path(name) if name else None) or "nothing was decided yet: nothing to save"])
        except OSError as fault:
            self.terminal.write([f"it could not be saved: {fault}"])

    def _page(self, lines: Sequence[str], page: str, command: str) -> None:
        """Show a page of what a command tells: the first, or of the log the last, which counts from the end."""
        most = self.terminal.size.height - 1
        pages = [lines[at : at + most] for at in range(0, len(lines), most)] or [["nothing yet"]]
        number = min(max(int(page), 1), len(pages)) if page.isdecimal() else 1
        shown = pages[-number] if command == LOG else pages[number - 1]
        more = [f"(page {number} of {len(pages)}: `{command} {number % len(pages) + 1}`)"]
        self.terminal.write([*shown, *(more if len(pages) > 1 else [])])
