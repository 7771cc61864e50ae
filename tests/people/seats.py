"""Terminals for tests, and the law of what may be read at one.

All that is written on a screen is checked against the true state: no face is named that those who sit there have never
known, and the table looks the same to them when all that they do not know changes places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from rulewright.agents import AGENTS
from rulewright.people.picture import picture
from rulewright.people.screens import Size
from rulewright.people.session import Session
from rulewright.people.terminal import PROMPT
from rulewright.play.decisions import Decision
from rulewright.play.game import Game
from rulewright.play.permuting import any_other, rename
from rulewright.play.sights import Sights
from rulewright.play.views import View
from rulewright.rulebook.rulebook import Rulebook
from rulewright.table.events import bits_of, seats_of
from rulewright.table.luck import Stream, fresh_stream

OTHERS = 2
"""So many other ways in which what is unknown may lie are looked at, at each question."""

MOST_LINES = 40


@dataclass(slots=True)
class Typist:
    """A Typist is a terminal at which `types` says what is typed; it keeps all that is written, and judges it.

    Of `every` so many questions one is looked at on other tables.
    """

    types: Callable[[Typist], str]
    session: Session | None = None
    written: list[str] = field(default_factory=list)
    screens: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    known: dict[int, set[int]] = field(default_factory=dict)
    size: Size = field(default_factory=Size)
    every: int = 1

    def clear(self) -> None:
        self.written.append("[cleared]")

    def write(self, lines: Sequence[str]) -> None:
        self.written += lines

    def read(self, prompt: str = PROMPT) -> str:
        self.screens.append("\n".join(self.written))
        if len(self.written) > MOST_LINES:
            self.faults.append(f"{len(self.written)} lines on one screen")
        if any(len(line) > self.size.width and "/" not in line for line in self.written):
            self.faults.append(f"too wide: {max(self.written, key=len)}")
        self.written = []
        if prompt == PROMPT:
            self._judge(self.screens[-1])
        return self.types(self)

    @property
    def game(self) -> Game:
        """The game that is played at it."""
        assert self.session is not None
        return self.session.game

    def note_known(self) -> None:
        """Note of what each seat now knows which it is: who has known it once may read of it."""
        for seat in range(1, self.game.book.compiled.players + 1):
            self.known.setdefault(seat, set()).update(named_by(self.game, seat))

    def _judge(self, text: str) -> None:
        """Note what those who sit here read and may not know."""
        decision = self.game.decision
        assert self.session is not None
        seats = tuple(self.session.seats) if decision is None else seats_of(decision.seat)
        self.note_known()
        known = set.intersection(*(self.known[seat] for seat in seats))
        self.faults += [f"seats {seats} read of {title!r}" for title in unknown_titles(self.game, known, text)]
        if decision is not None and len(self.screens) % self.every == 0:
            self.faults += other_pictures(self.game, decision)


def named_by(game: Game, seat: int) -> set[int]:
    """The things with a back of which a seat now knows which they are."""
    world = game.book.compiled.world
    which = getattr(game.table, "which", ())
    assert world is not None
    return {thing for thing, back in enumerate(world.sight.back) if back and which[thing] >> seat & 1}


def unknown_titles(game: Game, known: set[int], text: str) -> list[str]:
    """What is printed on things that nobody here has known, and yet stands in a text."""
    compiled = game.book.compiled
    assert compiled.world is not None
    backs = compiled.world.sight.back
    open_ = {each.title for number, each in enumerate(compiled.things) if not backs[number] or number in known}
    secret = {each.title for number, each in enumerate(compiled.things) if each.title not in open_}
    return [title for title in sorted(secret) if re.search(rf"(?<!\w){re.escape(title)}(?!\w)", text)]


def other_pictures(game: Game, decision: Decision) -> list[str]:
    """Whether the table looks otherwise to who is asked if what they do not know lies otherwise."""
    book, world = game.book, game.book.compiled.world
    readers, seats = bits_of(decision.seat), seats_of(decision.seat)
    if world is None or not world.sight.known:
        return []
    where = getattr(decision.table, "where", ())
    kept = [thing for thing, back in enumerate(world.sight.back) if back and where[thing] & readers]
    real = picture(Sights(book, decision.table, readers), seats, 80)
    found = []
    for number in range(OTHERS):
        table = book.table()
        table.restore(decision.table.save())
        luck = Stream(fresh_stream(0, number, f"picture {len(game.answers)}"))
        rename(book.compiled, world, table, any_other(world, table, kept, luck))
        other = picture(Sights(book, table, readers), seats, 80)
        if other != real:
            found.append(f"{real} and {other} differ")
    return found


def sitting(book: Rulebook, people: Sequence[int], typist: Typist, seed: int, path: Path) -> Session:
    """A session of people at a typist, with random agents at the other seats."""
    agents = ["person" if seat in people else "random" for seat in range(1, book.compiled.players + 1)]

    def noting(decision: Decision, view: View, luck: Stream) -> int:
        typist.note_known()
        return AGENTS["random"](decision, view, luck)

    game = Game(book, seed, 0, [noting if each in AGENTS else None for each in agents], told=True)
    typist.session = Session(game, people, agents, typist, lambda what, *_: [f"asked about {what}"], path)
    return typist.session


def told_apart(book: Rulebook) -> Rulebook:
    """The rulebook with a title of its own on each thing that has a back: so a text that names one names that one."""
    assert book.compiled.world is not None
    for number, back in enumerate(book.compiled.world.sight.back):
        if back:
            book.compiled.things[number] = replace(book.compiled.things[number], title=f"thing#{number}")
    return book


def any_option(seed: int) -> Callable[[Typist], str]:
    """Types any answer that can be given, by its number; at the end, nothing."""
    luck = Random(seed)

    def types(typist: Typist) -> str:
        decision = typist.game.decision
        if decision is None or "presses Enter" in typist.screens[-1]:
            return ""
        if not decision.many:
            return str(luck.randint(1, decision.count))
        spots = [index + 1 for index, size in enumerate(decision.sizes) for _ in range(size)]
        taken = luck.sample(spots, luck.randint(decision.low, decision.high))
        return " ".join(map(str, taken)) or "-"

    return types
