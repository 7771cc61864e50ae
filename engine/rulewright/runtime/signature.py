"""How the functions of this shelf say what they are: aliases for annotations, and the decorator that reads them.

A parameter's annotation is one of the aliases below, which says what a text may put there. The annotation of the result
carries a function from the types of the arguments to the type that a call gives. At run time a thing is its number, a
list a Python list or tuple, what is read from an item a function, `none` is -1 or None.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, get_args, get_type_hints

from rulewright.language.builtin import Arguments, BuiltinParameter, BuiltinSymbol, Pattern
from rulewright.language.compiled import World
from rulewright.language.types import BOOL, INT, NOTHING, Kind, List, Maybe, Type
from rulewright.table.events import Event
from rulewright.table.luck import Luck
from rulewright.table.signals import Outcome

Number = Annotated[int, Pattern.NUMBER]
Truth = Annotated[bool, Pattern.TRUTH]
Holder = Annotated[int, Pattern.HOLDER]
Place = Annotated[int, Pattern.PLACE]
Area = Annotated[int, Pattern.AREA]
Player = Annotated[int, Pattern.PLAYER]
Players = Annotated[Sequence[int], Pattern.PLAYERS]
Thing = Annotated[int, Pattern.THING]
Item = Annotated[int, Pattern.ITEM]
Things = Annotated[Sequence[int], Pattern.THINGS]
Items = Annotated[Sequence[int], Pattern.ITEMS]
Numbers = Annotated[Sequence[int], Pattern.NUMBERS]
Arrows = Annotated[Sequence[int], Pattern.ARROWS]
Key = Annotated[Callable[[int], int], Pattern.KEY]
Keys = Annotated[Callable[[int], int], Pattern.KEYS]
Count = Annotated[tuple[int, int], Pattern.COUNT]
Thrown = Annotated[list[Any], Pattern.ROLL]
Dice = Annotated[Sequence[int], Pattern.DICE]
DieKind = Annotated[str, Pattern.DIE_KIND]
Step = Annotated[int, Pattern.STEP]
End = Annotated[str, Pattern.END]
Text = Annotated[str | tuple[Any, ...], Pattern.TEXT]  # one with holes: its number, and the values they show
Scores = Annotated[Sequence[int], Pattern.SCORE]
Ranks = Annotated[Sequence[int], Pattern.RANK]


@dataclass(frozen=True, slots=True)
class Question:
    """A Question is a prompt as it is put: its number, and the values that its text and labels show."""

    number: int
    values: tuple[Any, ...] = ()


Prompt = Annotated[Question, Pattern.PROMPT]

Result = Callable[[Arguments], Type]


def always(kind: Type) -> Result:
    """The type of a result that does not depend on the arguments."""
    return lambda _: kind


def item_of(kind: Type) -> Type:
    """The type of one item of what may stand for a list: a list, a maybe, or a thing."""
    return kind.item if isinstance(kind, List | Maybe) else kind


def list_of(name: str) -> Result:
    """A list of the items of an argument, of which nothing is known but that."""
    return lambda arguments: List(item_of(arguments[name]))


def same(name: str) -> Result:
    """A list with as many items, at least, as an argument surely has."""

    def result(arguments: Arguments) -> Type:
        given = arguments[name]
        return given if isinstance(given, List) else List(item_of(given), 0 if isinstance(given, Maybe) else 1)

    return result


def one_of(name: str) -> Result:
    """An item of an argument: a list if `n` is given, a maybe if `may` is or if the argument may be empty."""

    def result(arguments: Arguments) -> Type:
        given = arguments[name]
        if "n" in arguments:
            return List(item_of(given))
        sure = isinstance(given, Kind) or (isinstance(given, List) and given.length > 0)
        return item_of(given) if sure and "may" not in arguments else Maybe(item_of(given))

    return result


def type_of(name: str) -> Result:
    """The type of an argument itself. A kind of die stands for the type of its rolls."""
    return lambda arguments: arguments[name]


Whole = Annotated[int, always(INT)]
MaybeWhole = Annotated[int | None, always(Maybe(INT))]
YesOrNo = Annotated[bool, always(BOOL)]
Done = Annotated[None, always(NOTHING)]
Turned = Annotated[list[int], always(NOTHING)]
"""What a built-in has changed that gives texts nothing; the rules need to know it."""


class Table(Protocol):
    """What these functions need of the table: the columns every game has, its luck, its layout, who decides."""

    at: list[int]
    shown: list[bool]
    which: list[int]
    where: list[int]
    owner: Sequence[int]
    luck: Luck
    pc: int
    left: int  # where `pc` was when a step was left; only where some text leaves one
    decide: Callable[..., Any]
    decide_many: Callable[..., Any]
    forced: Callable[..., Any]
    forced_many: Callable[..., Any]
    result: Outcome | None
    events: list[Event]
    noting: bool
    say: Any
    telling: int
    branch: int
    world: World


Emit = Callable[[Any, Any], ast.expr]


def builtin(
    *,
    reads: tuple[str, ...] = (),
    changes: tuple[str, ...] = (),
    decides: bool = False,
    draws: bool = False,
    emit: Emit | None = None,
) -> Callable[[Callable[..., Any]], BuiltinSymbol]:
    """Make a BuiltinSymbol of a function: its name, signature and documentation come from the function itself.

    A trailing underscore of a name, which keeps clear of Python's own names, is not part of it. The first parameter may
    be the table `t`; one without an alias, as the facts of a roll, is left to the syntax.
    """

    def make(function: Callable[..., Any]) -> BuiltinSymbol:
        hints = get_type_hints(function, include_extras=True)
        given = list(inspect.signature(function).parameters.values())
        needs_table = bool(given) and given[0].name == "t"
        return BuiltinSymbol(
            name=function.__name__.rstrip("_"),
            parameters=[_parameter(each, hints) for each in given[needs_table:] if _metadata(hints[each.name])],
            result=_metadata(hints["return"]),
            reads=reads,
            changes=changes,
            decides=decides,
            draws=draws,
            needs_table=needs_table,
            run=function,
            emit=emit,
            doc=inspect.getdoc(function) or "",
        )

    return make


def _parameter(parameter: inspect.Parameter, hints: Mapping[str, Any]) -> BuiltinParameter:
    many = parameter.kind is inspect.Parameter.VAR_POSITIONAL
    return BuiltinParameter(
        name=parameter.name.rstrip("_"),
        pattern=_metadata(hints[parameter.name]),
        optional=parameter.default is not inspect.Parameter.empty and not many,
        named=parameter.kind is inspect.Parameter.KEYWORD_ONLY,
    )


def _metadata(hint: Any) -> Any:
    """What an alias carries, also inside `ALIAS | None`."""
    found = getattr(hint, "__metadata__", None)
    if found:
        return found[0]
    inner = [_metadata(each) for each in get_args(hint) if hasattr(each, "__metadata__")]
    return inner[0] if inner else None
