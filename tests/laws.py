"""Laws that hold of every pack, judged on one pack at a time: made up, or bundled.

1. A pack is refused with faults that lie inside its text, or both interpreters play it alike.
2. Testing the rules that a change may wake is testing all.
3. A game that is watched is the same.
4. Answers, undos, copies and going on from the log, in any order, lead where the answers alone lead.
5. Every component lies in exactly one place, and that is where it says.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.pack.load import build, read
from rulewright.pack.model import Pack
from rulewright.play.decisions import Answer, Decision
from rulewright.play.game import Game
from rulewright.rulebook.rulebook import Rulebook
from rulewright.table.laws import misplaced
from rulewright.text.diagnostics import Diagnostic, Severity
from tests.oracle.games import Both, Played, compiled, compiled_game, differences, oracle_game, ready

SEED = 0
WANDERINGS = 30
"""How often a wandering game answers, goes back or is copied."""


@dataclass(slots=True)
class Laws:
    """The Laws judge packs: `games` of each; `fuel` and `budget` are what an endless game may use up, in rounds,
    decisions and loops of the compiled code, in statements of the oracle.

    `counted` says what was done: packs that ran and were refused, games by how they ended.
    """

    games: int
    fuel: int = 8_000
    budget: int = 25_000
    counted: Counter[str] = field(default_factory=Counter)

    def made_up(self, folder: Path, text: str) -> list[str]:
        """What breaks a law in a pack that is one text."""
        (folder / "pack.yaml").write_text(text, encoding="utf-8")
        source, faults = read(folder)
        pack, found = build(source, {}, ()) if source is not None else (None, [])
        faults += found
        both, found = ready(pack, 2) if pack is not None else (None, [])
        faults += found
        wrong = [f"{each.id} is not in the text: {each.span}" for each in faults if not _inside(each, text.split("\n"))]
        if both is None or pack is None or any(map(_is_error, faults)):
            self.counted["refused"] += 1
            self.counted.update({f"refused: {each}" for each in {fault.id for fault in faults if _is_error(fault)}})
            return wrong if any(_is_error(fault) for fault in faults) else [*wrong, "refused without a fault"]
        self.counted["ran"] += 1
        return [*wrong, *self._broken(pack, both)]

    def of(self, pack: Pack, players: int) -> list[str]:
        """What breaks a law in a pack with so many players."""
        both, faults = ready(pack, players)
        return [f"refused: {faults}"] if both is None else list(self._broken(pack, both))

    def _broken(self, pack: Pack, both: Both) -> Iterator[str]:
        every = compiled(pack, both.program, watch_all=True)
        seen = compiled(pack, both.program, watched=True)
        for number in range(self.games):
            played = compiled_game(both.book, SEED, number, self.fuel)
            self.counted[f"games {played.status}{' by its budget' if played.cap else ''}"] += 1
            self.counted["decisions"] += len(played.log)
            oracle = oracle_game(both, SEED, number, self.budget)
            yield from (f"game {number}: {each}" for each in differences(oracle, played))
            tested = compiled_game(every.book, SEED, number, self.fuel)
            yield from (f"game {number}, all rules as the oracle: {each}" for each in differences(tested, played))
            looked_at = _kept(compiled_game(seen.book, SEED, number, self.fuel), played)
            yield from (f"game {number}, unwatched as the oracle: {each}" for each in differences(played, looked_at))
            yield from (f"game {number}, {each}" for each in wandering(both.book, number, self.fuel))


def _kept(watched: Played, plain: Played) -> Played:
    """A game that was watched, without what is only kept for that."""
    state = tuple({name: own[name] for name in other} for own, other in zip(watched.state, plain.state, strict=True))
    return replace(watched, state=state)


def wandering(book: Rulebook, number: int, fuel: int) -> list[str]:
    """What breaks the laws of going back and of conservation in a game that is answered from outside."""
    chance = random.Random(number)
    game = Game(book, SEED, number, [None] * book.compiled.players, fuel)
    game.run()
    for _ in range(WANDERINGS):
        match chance.randrange(5):
            case 0 if game.answers:
                game.undo(chance.randrange(1, min(6, len(game.answers)) + 1))
            case 1:
                game = game.copy()
                game.run()
            case _ if game.decision is not None:
                game.answer(_any(game.decision, chance))
            case _ if game.answers:
                game.undo()
        if found := misplaced(game.table):
            return found
    fresh = Game(book, SEED, number, [None] * book.compiled.players, fuel)
    fresh.resume(game.answers)
    if (_content(fresh), fresh.ending) != (_content(game), game.ending):
        return [f"after {game.answers}: {fresh.ending} instead of {game.ending}"]
    return []


def smallest(text: str, breaks: Callable[[str], bool], tries: int = 400) -> str:
    """A text that still breaks something, with all lines left out that can be, each with those indented below it."""
    again = True
    while again:
        again = False
        lines = text.split("\n")
        for start in range(len(lines) - 1, -1, -1):
            shorter = "\n".join(lines[:start] + lines[_end(lines, start) :])
            if tries > 0 and shorter != "\n".join(lines):
                tries -= 1
                if breaks(shorter):
                    text, lines, again = shorter, shorter.split("\n"), True
    return text


def _end(lines: list[str], start: int) -> int:
    """The first line behind one and all that is indented below it."""
    end = start + 1
    while end < len(lines) and _depth(lines[end]) > _depth(lines[start]):
        end += 1
    return end


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _any(decision: Decision, chance: random.Random) -> Answer:
    if not decision.many:
        return chance.randrange(decision.count)
    each = [index for index, size in enumerate(decision.sizes) for _ in range(size)]
    return tuple(sorted(chance.sample(each, chance.randint(decision.low, decision.high))))


def _content(game: Game) -> str:
    asked = game.decision
    return repr((game.table.save(), game.answers, asked and (asked.id, asked.seat, asked.names, asked.text)))


def _is_error(fault: Diagnostic) -> bool:
    return fault.severity is Severity.ERROR


def _inside(fault: Diagnostic, lines: list[str]) -> bool:
    span = fault.span
    return (
        span.file == "pack.yaml"
        and 1 <= span.line <= span.end_line <= len(lines)
        and 1 <= span.column <= len(lines[span.line - 1]) + 1
        and span.end_column <= len(lines[span.end_line - 1]) + 1
    )
