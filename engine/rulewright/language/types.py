"""The types of the effect language.

At run time an Int is an int, a Bool a bool, an enum value its index, a thing its number, a die its position in its
roll, a list a Python list or tuple. `none` is -1 where a thing, an enum value or a die is meant, and None for numbers.
"""

from __future__ import annotations

from dataclasses import dataclass


def with_article(name: str) -> str:
    """A name behind its article: `an area`, `a place`."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


LARGEST = 2**53
"""The largest number that is stored, and that a product may be; minus this is the smallest."""


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number within 2^53."""

    def __str__(self) -> str:
        return "a number"


@dataclass(frozen=True, slots=True)
class Bool:
    """True or false."""

    def __str__(self) -> str:
        return "true or false"


@dataclass(frozen=True, slots=True)
class Enum:
    """A value of the enum `name`."""

    name: str

    def __str__(self) -> str:
        return with_article(self.name)


@dataclass(frozen=True, slots=True)
class Kind:
    """A thing of the kind `name`; `thing` is any."""

    name: str

    def __str__(self) -> str:
        return with_article(self.name)


@dataclass(frozen=True, slots=True)
class Roll:
    """A throw of dice of the kind `die`, or of any where it is empty: of any that shows `symbol`, if one is named."""

    die: str = ""
    symbol: str = ""

    def __str__(self) -> str:
        return "a roll"


@dataclass(frozen=True, slots=True)
class Die:
    """A die of the kind `die`, belonging to the roll that the variable `roll` holds."""

    die: str
    roll: str

    def __str__(self) -> str:
        return "a die"


@dataclass(frozen=True, slots=True)
class Running:
    """A call of `call` that is running: its parameters and its result can be read."""

    call: str

    def __str__(self) -> str:
        return f"a running {self.call}"


@dataclass(frozen=True, slots=True)
class Ended:
    """A call of `call` that ended in the running `period`; at run time its position among them."""

    call: str
    period: str

    def __str__(self) -> str:
        return f"an ended {self.call}"


@dataclass(frozen=True, slots=True)
class List:
    """An ordered set of items; `length` is how many there surely are at least (0 or 1)."""

    item: Type
    length: int = 0

    def __str__(self) -> str:
        return "a list of numbers" if isinstance(self.item, Int) else f"a list of {_bare(self.item)}"


@dataclass(frozen=True, slots=True)
class Maybe:
    """An item, or none."""

    item: Type

    def __str__(self) -> str:
        return f"maybe {self.item}"


@dataclass(frozen=True, slots=True)
class Nothing:
    """What a call without a result gives."""

    def __str__(self) -> str:
        return "nothing"


@dataclass(frozen=True, slots=True)
class NoneValue:
    """The type of the word `none` before it is known what is meant."""

    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True, slots=True)
class Label:
    """A text in quotation marks."""

    def __str__(self) -> str:
        return "a text in quotation marks"


@dataclass(frozen=True, slots=True)
class Unknown:
    """The type of what could not be understood; it fits everywhere, so that one fault makes one message."""

    def __str__(self) -> str:
        return "something unknown"


def _bare(type_: Type) -> str:
    return str(type_).removeprefix("an ").removeprefix("a ")


Type = Int | Bool | Enum | Kind | Roll | Die | Running | Ended | List | Maybe | Nothing | NoneValue | Label | Unknown

INT, BOOL, NOTHING, NONE, LABEL, UNKNOWN = Int(), Bool(), Nothing(), NoneValue(), Label(), Unknown()
THING, PLACE, PLAYER, AREA, ARROW, LINK = (Kind(name) for name in ("thing", "place", "player", "area", "arrow", "link"))


def holds_things(type_: Type) -> bool:
    """Whether a value of the type is a thing, or none or several of them."""
    while isinstance(type_, Maybe | List):
        type_ = type_.item
    return isinstance(type_, Kind)
