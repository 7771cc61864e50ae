"""What a test says in advance: faces of dice, things drawn, answers; and where a game departs from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.play.decisions import Answer, AnswerRefused, Decision
from rulewright.rulebook.rulebook import Rulebook
from rulewright.runtime.knowledge import boxes_at
from rulewright.table.luck import Draw, Luck
from rulewright.table.table import Table
from rulewright.text.diagnostics import Diagnostic, Related
from rulewright.text.spans import Text
from rulewright.trials.trial import Reply, Trial

RANDOM = "random"
NOTHING = ("none",)

Note = Callable[[str, str], None]
"""Takes what has just happened: its nature, so that the same may be joined, and what it was."""


class Stuck(Exception):
    """A Stuck ends the run of a test at a point that the test does not foresee; it carries the diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


@dataclass(frozen=True, slots=True)
class Drawn:
    """A Drawn is something that chance is to take: how the test calls it, and the values that this may mean."""

    name: Text
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """An Asked is how a prompt was first put: its options by name, and by what their things were made from."""

    names: tuple[str, ...]
    definitions: tuple[str, ...]


class Script(Luck):
    """A Script is the luck and the answers of one test, used up as the game asks for them.

    Unforeseen shuffles are made with luck that is always the same. `asked` holds each prompt as it was first put, under
    its name and, for one seat, under `SEAT/name`.
    """

    __slots__ = ("_answers", "_chosen", "_coming", "_dice", "_note", "_table", "_trial", "asked", "book")

    def __init__(
        self, book: Rulebook, table: Table, trial: Trial, draws: Sequence[tuple[str, Sequence[Drawn]]], note: Note
    ) -> None:
        super().__init__(0, 0)
        self.book = book
        self.asked: dict[str, Asked] = {}
        self._trial = trial
        self._table: Any = table  # of a class made for its rulebook
        self._note = note
        self._dice = list(trial.dice)
        self._coming = {purpose: list(drawn) for purpose, drawn in draws}
        self._chosen: dict[str, list[tuple[Drawn, int]]] = {}
        self._answers = {str(key): list(replies) for key, replies in trial.answers}

    # ---- dice ----

    def stream(self, purpose: str) -> Draw:
        """The faces of the test for a kind of die, else the luck that is always the same."""
        what, *names = purpose.split(" ")
        return (lambda: self._throw(names[0])) if what == "die" else super().stream(purpose)

    def _throw(self, die: str) -> float:
        symbol = self.book.compiled.dice[die]
        if not self._dice:
            message = f"the test throws more dice than it has faces for; `{die}` is thrown"
            raise Stuck(Diagnostic("missing-dice", self._trial.id.span, message, "write more `dice:`"))
        face = self._dice.pop(0)
        if face.source not in symbol.faces:
            hint = f"its faces are {', '.join(symbol.faces)}"
            raise Stuck(Diagnostic("unknown-face", face.span, f"`{die}` is thrown, it has no `{face}`", hint))
        self._note(f"throws {die}", face.source)
        side = symbol.sides.index(symbol.faces.index(face.source))
        return (side + 0.5) / len(symbol.sides)

    # ---- draws ----

    def lay(self) -> None:
        """Put what is to be drawn on top of where it lies. Raises Stuck if it does not lie there."""
        for purpose, drawn in self._coming.items():
            place = self._place(purpose)
            if place is None:
                continue
            chosen = self._chosen[purpose] = []
            for each in drawn:
                taken = [thing for _, thing in chosen]
                free = [thing for thing in each.values if thing not in taken and self._table_at(thing) == place]
                if not free:
                    message = f"`{each.name}` is to be drawn from `{self.book.compiled.things[place].id}`"
                    raise Stuck(Diagnostic("missing-draw", each.name.span, f"{message}, but does not lie there"))
                chosen.append((each, free[0]))
            for box in boxes_at(self._table, place):
                self._on_top(purpose, box)

    def shuffle(self, purpose: str, items: MutableSequence[int]) -> None:
        """Shuffle as always, then lay on top what is to be drawn."""
        super().shuffle(purpose, items)
        self._on_top(purpose, items)

    def index(self, purpose: str, items: Sequence[int]) -> int:
        """Where that stands which a bag is to give, or which random is to take next."""
        place = self._place(purpose)
        if place is not None:
            return self._given_by(purpose, place, items)
        coming = self._coming.get(RANDOM)
        if not coming:
            message = "something is taken at random, and the test does not say what"
            raise Stuck(Diagnostic("missing-draw", self._trial.id.span, message, "write `draws: {random: [...]}`"))
        drawn = coming.pop(0)
        found = next((value for value in drawn.values if value in items), None)
        if found is None:
            raise Stuck(Diagnostic("missing-draw", drawn.name.span, f"random cannot take `{drawn.name}` here"))
        self._note("takes at random", drawn.name.source)
        return list(items).index(found)

    def _given_by(self, purpose: str, place: int, lying: Sequence[int]) -> int:
        coming = [thing for _, thing in self._chosen.get(purpose, ()) if thing in lying]
        if not coming:
            name = self.book.compiled.things[place].id
            message = f"a thing is drawn from `{name}` at random, and the test does not say which"
            raise Stuck(Diagnostic("missing-draw", self._trial.id.span, message, f"write `draws: {{{name}: [...]}}`"))
        return list(lying).index(coming[0])

    def _place(self, purpose: str) -> int | None:
        what, _, name = purpose.partition(" ")
        ids = [thing.id for thing in self.book.compiled.things]
        return ids.index(name) if what == "place" else None

    def _table_at(self, thing: int) -> int:
        return int(self._table.at[thing])

    def _on_top(self, purpose: str, items: MutableSequence[int]) -> None:
        first = [thing for _, thing in self._chosen.get(purpose, ()) if thing in items]
        items[:] = [*first, *(thing for thing in items if thing not in first)]

    # ---- answers ----

    def respond(self, decision: Decision) -> Answer:
        """The test's answer to a question. Raises Stuck if it has none, or one that cannot be given."""
        names = tuple(decision.names)
        first = Asked(names, tuple(decision.definitions))
        own = f"{decision.seat}/{decision.id}"
        for key in (decision.id, own):
            self.asked.setdefault(key, first)
        replies = self._answers.get(own) or self._answers.get(decision.id)
        if not replies:
            symbol = self.book.compiled.prompts[decision.prompt].symbol
            message = f"seat {decision.seat} is asked {decision.id!r}, and the test has no answer"
            related = (Related(symbol.span, "asked here"),)
            hint = f"the options are {', '.join(names)}"
            raise Stuck(Diagnostic("missing-answer", self._trial.id.span, message, hint, related))
        reply = replies.pop(0)
        answer = _answer(decision, reply)
        chosen = ", ".join(decision.chosen(answer)) or "none"
        self._note(f"seat {decision.seat} answers {decision.id!r}:", chosen)
        return answer

    # ---- what is left ----

    def unused(self) -> Iterator[Diagnostic]:
        """What the test says in advance and nobody asked for."""
        for key, _ in self._trial.answers:
            if left := self._answers[str(key)]:
                asked = "is never asked" if str(key) not in self.asked else "is not asked again"
                message = f"{key.prompt!r} {asked}, so this is not used"
                yield Diagnostic("unused-answer", left[0].span, message, "with a single option nobody is asked")
        if self._dice:
            yield Diagnostic("unused-dice", self._dice[0].span, "this face and those after it are never thrown")
        for purpose, chosen in self._chosen.items():
            for drawn, thing in chosen:
                if self._table_at(thing) == self._place(purpose):
                    yield Diagnostic("unused-draw", drawn.name.span, f"`{drawn.name}` is never drawn")
        for drawn in self._coming.get(RANDOM, ()):
            yield Diagnostic("unused-draw", drawn.name.span, f"random never takes `{drawn.name}`")


def _answer(decision: Decision, reply: Reply) -> Answer:
    try:
        if decision.many:
            chosen = () if reply.names in ((), NOTHING) else reply.names
            return decision.check(tuple(decision.index(name) for name in chosen))
        names = reply.names or NOTHING
        if len(names) != 1:
            raise AnswerRefused(f"{decision.id!r} takes one option")
        return decision.check(decision.index(names[0]))
    except AnswerRefused as fault:
        raise Stuck(Diagnostic("wrong-answer", reply.span, str(fault))) from fault
