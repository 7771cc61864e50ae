"""A decision as the one who decides gets it, and how those who decide are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rulewright.play.book import Book
from rulewright.play.names import (
    ENOUGH,
    TIME_UP,
    Question,
    option_definitions,
    option_labels,
    option_name,
    option_names,
    prompt_text,
)
from rulewright.play.saying import choice_said, sayer
from rulewright.play.views import View
from rulewright.table.events import Taken, bits_of, seats_of
from rulewright.table.luck import Stream
from rulewright.table.signals import EXPIRED, Expired
from rulewright.table.table import Table

Answer = int | tuple[int, ...]
"""The index of the option taken; of a decision about several, the sorted indices, one as often as it was taken."""

Choice = int | str
"""An option by its index, or by its stable name."""

Partial = tuple[list[int], list[int], list[int], int]
"""How far an answer about several is: the options left, by the index they had at first; how often each may still be
taken, by that index; those taken; how many must be."""


class AnswerRefused(Exception):
    """An AnswerRefused says that what was answered is not among the options."""


class Decision:
    """A Decision is a question put to a seat: prompt, options, how many there are.

    It is made anew only in name: an agent must not keep it, as the next question to the seat may overwrite it. Texts
    and names are made when they are read. `low` and `high` say how many are to be taken where it is a decision about
    several (`many`), `sizes` how often each of the options may be taken. Where such a decision is put step by step,
    `partial` is how far it is.
    """

    __slots__ = (
        "args",
        "book",
        "count",
        "high",
        "low",
        "options",
        "partial",
        "prompt",
        "seat",
        "sizes",
        "stop",
        "table",
    )

    def __init__(self, book: Book, table: Table, seat: int) -> None:
        self.book = book
        self.table = table
        self.seat = seat
        self.prompt = 0
        self.options: Sequence[Any] = ()
        self.count = 0
        self.args: Sequence[Any] = ()
        self.sizes: Sequence[int] = ()
        self.low = self.high = -1
        self.stop = False
        self.partial: Partial | None = None

    @property
    def id(self) -> str:
        """The prompt's stable id."""
        return self.book.compiled.prompts[self.prompt].symbol.id

    @property
    def nature(self) -> str:
        """What is asked for: pick, ask, choose, order or menu."""
        return self.book.compiled.prompts[self.prompt].symbol.nature

    @property
    def text(self) -> str:
        """The prompt as a person reads it."""
        return prompt_text(self.question)

    @property
    def many(self) -> bool:
        """Whether the answer is several options."""
        return self.high >= 0

    @property
    def names(self) -> list[str]:
        """The stable names of the options; the last is `enough` where an agent may stop taking (`stop`)."""
        found = option_names(self.question, self._items())
        return [*found, ENOUGH] if self.stop else found

    @property
    def definitions(self) -> list[str]:
        """The options by what their things were made from, so that equals are called alike."""
        return option_definitions(self.question, self._items())

    @property
    def labels(self) -> list[str]:
        """The options as a person reads them."""
        found = option_labels(self.question, self._items())
        return [*found, ENOUGH] if self.stop else found

    def index(self, name: str) -> int:
        """The option of that stable name, or the only one whose thing was made from that definition.

        Raises AnswerRefused.
        """
        found = self.names
        if name == TIME_UP and self.table.timed:
            return EXPIRED
        if name in found:
            return found.index(name)
        definitions = self.definitions
        if definitions.count(name) == 1:
            return definitions.index(name)
        raise AnswerRefused(f"{name!r} is no option of {self.id!r}; the options are {', '.join(found)}")

    def resolve(self, choice: Choice | Sequence[Choice]) -> Answer:
        """A choice by indices. Raises AnswerRefused."""
        if isinstance(choice, int):
            return choice
        if isinstance(choice, str):
            index = self.index(choice)
            return (index,) if self.many else index
        indices = tuple(each if isinstance(each, int) else self.index(each) for each in choice)
        return indices[0] if len(indices) == 1 and not self.many else indices

    def chosen(self, answer: Answer) -> tuple[str, ...]:
        """The stable names of what an answer takes; `expired` where the time was up."""
        if answer == EXPIRED:
            return (TIME_UP,)
        names = self.names
        return tuple(names[index] for index in parts(answer))

    @property
    def passing(self) -> Answer | None:
        """The answer by which a seat takes nothing, is done or says no; None where it must take something."""
        if self.many:
            return () if self.low == 0 else None
        if self.nature == "menu":
            return 0 if self.options[0] == 0 else None
        if self.nature == "ask":
            return list(self.options).index(False)
        return self.count - 1 if self.nature == "pick" and self.options[-1] in (None, -1) else None

    def answer(self, index: int) -> Answer:
        """The whole answer when an option is taken: of a decision put step by step, what was taken before, this, and
        the first of what is left as long as more must be taken."""
        if self.partial is None:
            return index
        left, sizes, before, low = self.partial
        taken = [*before, *left[index : index + 1]]
        for group in left:
            spare = sizes[group] - (taken.count(group) - before.count(group))
            taken += [group] * max(0, min(spare, low - len(taken)))
        return tuple(sorted(taken))

    def check(self, answer: Answer) -> Answer:
        """The answer in its one form. Raises AnswerRefused if it cannot be given."""
        if self.table.timed and answer in (EXPIRED, (EXPIRED,)):
            return EXPIRED
        if not self.many:
            if isinstance(answer, tuple) or not 0 <= answer < self.count:
                raise AnswerRefused(f"{answer!r} is no option of {self.id!r}: there are {self.count}")
            return answer
        if not isinstance(answer, tuple):
            raise AnswerRefused(f"{self.id!r} wants several options, not {answer!r}")
        if not self.low <= len(answer) <= self.high:
            raise AnswerRefused(f"{self.id!r} wants {self.low} to {self.high} options, not {len(answer)}")
        for index in answer:
            if not 0 <= index < self.count or answer.count(index) > self.sizes[index]:
                raise AnswerRefused(f"option {index} of {self.id!r} cannot be taken {answer.count(index)} times")
        return tuple(sorted(answer))

    def taken(self, answer: Answer) -> Any:
        """What a text gets for an answer: the option, or the answer itself where it is about several.

        Raises Expired for the answer of a seat whose time is up.
        """
        if answer == EXPIRED:
            raise Expired
        return answer if isinstance(answer, tuple) else self.options[answer]

    @property
    def question(self) -> Question:
        """The prompt as it is put to the seat."""
        return Question(
            self.book, self.table, self.book.compiled.prompts[self.prompt], tuple(self.args), bits_of(self.seat)
        )

    def _items(self) -> Sequence[Any]:
        return self.options[:-1] if self.stop else self.options


class Agent(Protocol):
    """An Agent decides: it gives the index of the option it takes.

    A decision about several options is put to it step by step, the last option being `enough` where it may stop.
    """

    def __call__(self, decision: Decision, view: View, luck: Stream, /) -> int: ...


def ask(agent: Agent, decision: Decision, view: View, luck: Stream) -> Answer:
    """An agent's answer. Raises AnswerRefused if it gives what is no option."""
    if decision.many:
        return _ask_for_several(agent, decision, view, luck)
    return _ask_for_one(agent, decision, view, luck)


def _ask_for_one(agent: Agent, decision: Decision, view: View, luck: Stream) -> int:
    index = agent(decision, view, luck)
    if not 0 <= index < decision.count:
        raise AnswerRefused(f"the agent of seat {decision.seat} took option {index} of {decision.count}")
    return index


def _ask_for_several(agent: Agent, decision: Decision, view: View, luck: Stream) -> tuple[int, ...]:
    step = Decision(decision.book, decision.table, decision.seat)
    step.prompt, step.args = decision.prompt, decision.args
    return walk(agent, step, view, luck, decision.options, decision.sizes, decision.low, decision.high)


def walk(
    agent: Agent,
    step: Decision,
    view: View,
    luck: Stream,
    options: Sequence[Any],
    sizes: Sequence[int],
    low: int,
    high: int,
) -> tuple[int, ...]:
    """An agent's answer about several, taken one after the other until there are `high` or it says it is enough.

    `step` is the question as it is put each time, prompt and args in place. Raises AnswerRefused. What is left is kept
    from step to step, as this runs very often.
    """
    step.options = items = [*options]
    sizes = [*sizes]
    left = [*range(len(items))]
    taken: list[int] = []
    step.partial = left, sizes, taken, low
    number = 0
    while number < high:
        if number == low:
            items.append(None)
            step.stop = True
        count = step.count = len(items)
        chosen = agent(step, view, luck) if count > 1 else 0
        if not 0 <= chosen < count:
            raise AnswerRefused(f"the agent of seat {step.seat} took option {chosen} of {count}")
        if chosen == len(left):
            break
        group = left[chosen]
        taken.append(group)
        number += 1
        sizes[group] -= 1
        if not sizes[group]:
            del left[chosen], items[chosen]
    step.stop = False
    step.partial = None
    taken.sort()
    return tuple(taken)


def parts(answer: Answer) -> tuple[int, ...]:
    """The indices of an answer, of one option or several."""
    return answer if isinstance(answer, tuple) else (answer,)


def answer_with(
    book: Book, table: Table, respond: Callable[[Decision], Answer], noted: bool = True, told: bool = False
) -> None:
    """Let `respond` answer all questions of a table, each a Decision of its own; the log takes what it gives.

    Of a watched game what happens and what is taken are events if they are to be `noted`; they are put in words if it
    is `told`.
    """

    def decide(prompt: int, seat: int, options: Sequence[Any], args: Sequence[Any] = ()) -> Any:
        return answered(question(book, table, prompt, seat, options, args))

    def decide_many(
        prompt: int,
        seat: int,
        options: Sequence[Any],
        sizes: Sequence[int],
        low: int,
        high: int,
        args: Sequence[Any] = (),
    ) -> Any:
        decision = question(book, table, prompt, seat, options, args)
        decision.sizes, decision.low, decision.high = sizes, low, high
        return answered(decision)

    def answered(decision: Decision) -> Any:
        answer = respond(decision)
        table.log.append(answer)
        taken = decision.taken(answer)
        if watched and table.branch <= 0:
            chosen = [decision.options[index] for index in taken] if decision.many else [taken]
            note_choice(decision, chosen)
        return taken

    watched = noted and is_watched(book)
    table.noting = noted
    table.decide = decide
    table.decide_many = decide_many
    table.say = sayer(book, table) if told and watched else None
    if noted:
        note_forced(book, table)
    else:
        table.forced = table.forced_many = lambda *_: None


def question(book: Book, table: Table, prompt: int, seat: int, options: Sequence[Any], args: Sequence[Any]) -> Decision:
    """A Decision of its own, which may be kept, about one of some options."""
    decision = Decision(book, table, seat)
    decision.prompt, decision.options, decision.args, decision.count = prompt, options, args, len(options)
    return decision


def is_watched(book: Book) -> bool:
    """Whether the games of a rulebook note what happens in them."""
    return book.compiled.world is not None and book.compiled.world.sight.watched


def note_forced(book: Book, table: Table) -> None:
    """Let a table note what is taken without a choice, as if it had been chosen."""

    def forced(prompt: int, seat: int, option: Any, args: Sequence[Any]) -> None:
        forced_many(prompt, seat, [option], args)

    def forced_many(prompt: int, seat: int, options: Sequence[Any], args: Sequence[Any]) -> None:
        if table.branch <= 0:
            note_choice(question(book, table, prompt, seat, options, args), options)

    table.forced = forced
    table.forced_many = forced_many


def note_choice(decision: Decision, options: Sequence[Any]) -> None:
    """Note what was taken, and put it in words where somebody is told."""
    table = decision.table
    table.events.append(choice_made(decision, options))
    said = choice_said(decision.question, decision.seat, options) if table.say is not None else None
    if said is not None:
        table.events.append(said)


def choice_made(decision: Decision, options: Sequence[Any]) -> Taken:
    """What was taken, as each seat calls it: one names a thing only if the seat that took it knows it too.

    What a seat took without knowing which it was is not named for the others either, as it stands for any of its likes.
    """
    book, table = decision.book, decision.table
    prompt, own = book.compiled.prompts[decision.prompt], bits_of(decision.seat)

    def called(readers: int) -> tuple[str, ...]:
        question = Question(book, table, prompt, tuple(decision.args), readers)
        return tuple(option_name(question, option) for option in options)

    named = called(0)
    everyone = book.compiled.world.sight.everyone if book.compiled.world is not None else 0
    if called(everyone) == named:
        return Taken(decision.prompt, decision.seat, (named,) * book.compiled.players, everyone)
    names = [called(own | 1 << seat) for seat in range(1, book.compiled.players + 1)]
    namers = sum(1 << seat for seat, each in enumerate(names, 1) if each == named)
    if names[decision.seat - 1] != named and decision.count > 1:
        apart = decision.names  # those whose faces it does not know may be called alike, and still be told apart
        mine = tuple(apart[list(decision.options).index(option)] for option in options)
        for seat in seats_of(decision.seat):
            names[seat - 1] = mine
    return Taken(decision.prompt, decision.seat, tuple(names), namers)
