"""How options are called: by stable names in records and tests, by readable labels on a screen.

What a seat does not know by its face is called by its back and where it lies: `token at stock, 2nd`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rulewright.language.compiled import Prompt, Saying, World
from rulewright.language.types import Bool, Die, Enum, Kind, List, Maybe, Roll, Type
from rulewright.language.wording import Label
from rulewright.play.book import Book
from rulewright.play.knowing import may_name
from rulewright.table.signals import Fault, Outcome
from rulewright.table.table import Table

NONE = "none"
DONE = "done"
ENOUGH = "enough"
TIME_UP = "expired"
UNREADABLE = "?"

CallThing = Callable[[Book, int], str]


@dataclass(frozen=True, slots=True)
class Question:
    """A Question is a prompt as it was put: which, on what table, with the values of the prompt's variables.

    `readers` is the mask of the seats that read it: a thing is named if all of them may name it.
    """

    book: Book
    table: Table
    prompt: Prompt
    args: tuple[Any, ...]
    readers: int = 0


def thing_id(book: Book, number: int) -> str:
    """A thing by its id."""
    return book.compiled.things[number].id


def thing_definition(book: Book, number: int) -> str:
    """A thing by what it was made from, which all its likes share."""
    return book.compiled.things[number].definition or thing_id(book, number)


def thing_title(book: Book, number: int) -> str:
    """A thing by what is printed on it, or by its id where nothing is."""
    return book.compiled.things[number].title or thing_id(book, number)


def named_for(book: Book, table: Table, readers: int, thing: CallThing) -> CallThing:
    """How things are called, by `thing`, for seats of which each may not know every face."""
    world = book.compiled.world
    if world is None or not world.sight.known:
        return thing
    return partial(_called, world, table, readers, thing)


def _called(world: World, table: Any, readers: int, thing: CallThing, book: Book, number: int) -> str:
    """How a thing is called: what some of the readers do not know by its back, and where it lies."""
    if may_name(world, table, number, readers):
        return thing(book, number)
    spot = table.at[number]
    where = f"{world.sight.back[number]} at {_called(world, table, readers, thing, book, spot)}"
    if not world.ordered[spot]:
        return where
    return f"{where}, {ordinal(getattr(table, world.box[number])[spot].index(number) + 1)}"


def ordinal(number: int) -> str:
    """A position as it is said: 1st, 2nd, 3rd, 4th ... 11th ... 21st."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


def value_name(book: Book, kind: Type, value: Any, thing: CallThing) -> str:
    """A value of a text by its name; things are called as `thing` says."""
    match kind:
        case Maybe(item=item):
            return NONE if value is None or value == -1 else value_name(book, item, value, thing)
        case List(item=item):
            return ", ".join(value_name(book, item, each, thing) for each in value)
        case Bool():
            return "yes" if value else "no"
        case Enum(name=name):
            return NONE if value == -1 else _enum_value(book, name, value)
        case Kind():
            return NONE if value == -1 else thing(book, value)
        case Roll():
            return ", ".join(book.compiled.faces[face] for face in value[0])
        case _:
            return NONE if value is None else str(value)


def filled(book: Book, outcome: Outcome) -> Outcome:
    """The outcome with its text filled in. The game is over: things are called by what is printed on them."""
    if not outcome.shown:
        return outcome
    number, *values = outcome.shown
    saying = book.compiled.sayings[number]
    shown = [value_name(book, *each, thing_title) for each in zip(saying.types, values, strict=True)]
    return replace(outcome, why=_joined(saying, shown), shown=())


def saying_text(book: Book, table: Table, saying: Saying, values: Sequence[Any], readers: int) -> str:
    """A text with what its holes show to seats, which are given as a mask."""
    call = named_for(book, table, readers, thing_title)
    world = book.compiled.world
    shown = []
    for kind, value in zip(saying.types, values, strict=True):
        secret = world is not None and isinstance(kind, Roll) and world.seers(value) & readers != readers
        shown.append("unseen dice" if secret else value_name(book, kind, value, call))
    return _joined(saying, shown)


def _joined(saying: Saying, shown: Sequence[str]) -> str:
    return "".join(f"{piece}{value}" for piece, value in zip(saying.pieces, [*shown, ""], strict=True))


def prompt_text(question: Question) -> str:
    """The prompt as a person reads it."""
    prompt = question.prompt
    return _fill(question, prompt.symbol.text, prompt.text, prompt.text_types, (), _for(question, thing_title))


def option_names(question: Question, options: Sequence[Any]) -> list[str]:
    """The stable name of each option; no two are alike."""
    call = _for(question, thing_id)
    return _told_apart([_option_name(question, option, call) for option in options])


def option_definitions(question: Question, options: Sequence[Any]) -> list[str]:
    """The name of each option with things called by what they were made from; those of equals are alike."""
    call = _for(question, thing_definition)
    return [_option_name(question, option, call) for option in options]


def option_labels(question: Question, options: Sequence[Any]) -> list[str]:
    """What a person reads for each option; no two are alike. Ids of actions and values are put in words."""
    call = _for(question, thing_title)
    found = [_option_name(question, option, call) for option in options]
    if question.prompt.symbol.nature != "choose":
        found = [each.replace("_", " ") for each in found]
    return _told_apart(found)


def option_name(question: Question, option: Any) -> str:
    """The stable name of one option."""
    return _option_name(question, option, _for(question, thing_id))


def _for(question: Question, thing: CallThing) -> CallThing:
    return named_for(question.book, question.table, question.readers, thing)


def _fill(
    question: Question, label: Label, read: str, types: Sequence[Type], loops: tuple[Any, ...], thing: CallThing
) -> str:
    """A text with its holes filled in as the table now is.

    No game depends on what is shown, so none breaks where that asks a table for a row that it has not, or divides by 0.
    """
    if not read:
        return "".join(part for part in label.parts if isinstance(part, str))
    function = question.book.namespace[read]
    try:
        values = function(question.table, question.args, loops) if loops else function(question.table, question.args)
    except (Fault, ZeroDivisionError):
        return "".join(part if isinstance(part, str) else UNREADABLE for part in label.parts)
    holes = zip(types, values, strict=True)
    return "".join(
        part if isinstance(part, str) else _value_shown(question, *next(holes), thing) for part in label.parts
    )


def _value_shown(question: Question, kind: Type, value: Any, thing: CallThing) -> str:
    if isinstance(kind, Roll) and _is_secret(question, value):
        return "unseen dice"
    return value_name(question.book, kind, value, thing)


def _is_secret(question: Question, roll: Sequence[Any]) -> bool:
    """Whether one of those who read does not see a roll."""
    world = question.book.compiled.world
    return world is not None and world.seers(roll) & question.readers != question.readers


def _option_name(question: Question, option: Any, thing: CallThing) -> str:
    match question.prompt.symbol.nature:
        case "menu":
            number, things = (option[0], option[1:]) if isinstance(option, tuple) else (option, ())
            actions = question.book.menus[question.prompt.symbol.number]
            action = DONE if number == 0 else actions[number - 1]
            return " ".join([action.replace(".", " "), *(thing(question.book, each) for each in things)])
        case "choose":
            label, loops = (option[0], option[1:]) if isinstance(option, tuple) else (option, ())
            prompt = question.prompt
            return _fill(
                question, prompt.symbol.labels[label], prompt.labels[label], prompt.label_types[label], loops, thing
            )
        case "ask":
            return "yes" if option else "no"
        case _:
            return _picked_name(question, option, thing)


def _picked_name(question: Question, option: Any, thing: CallThing) -> str:
    kind = question.prompt.symbol.option
    kind = kind.item if isinstance(kind, Maybe | List) else kind
    if option is None or (option == -1 and isinstance(kind, Kind | Enum | Die)):
        return NONE
    if isinstance(kind, Die):
        return _die_name(question, kind, option)
    return value_name(question.book, kind, option, thing)


def _die_name(question: Question, kind: Die, position: int) -> str:
    """A die by its face, where the question brings its roll with it and all who read see that."""
    variables = dict(zip(question.prompt.symbol.variables, question.args, strict=False))
    if kind.roll not in variables:
        return f"die {position + 1}"
    if _is_secret(question, variables[kind.roll]):
        return "unseen die"
    face: int = variables[kind.roll][0][position]
    return question.book.compiled.faces[face]


def _enum_value(book: Book, enum: str, value: int) -> str:
    return book.compiled.enums[enum].values[value]


def _told_apart(names: list[str]) -> list[str]:
    """The same names, the second of those that are alike with #2 behind it, and so on."""
    if len(set(names)) == len(names):
        return names
    seen: dict[str, int] = {}
    result = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        result.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
    return result
