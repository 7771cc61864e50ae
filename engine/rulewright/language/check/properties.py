"""What things have without a declaration, each with its type and what it tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rulewright.language.types import AREA, ARROW, BOOL, INT, LINK, PLAYER, THING, List, Maybe, Type


@dataclass(frozen=True, slots=True)
class Property:
    """A Property is what can be read of a thing without a declaration; `says` is what it tells."""

    name: str
    type: Type
    says: str


OF_ALL = (
    Property(
        "owner", Maybe(PLAYER), "the player it belongs to; set by `owner:`, `per: player` or a text, never by moving"
    ),
    Property("of", Maybe(THING), "what it was made for by `per:`"),
    Property("shown", BOOL, "whether its face is turned up; set by `show`, `hide` and `sees:`"),
    Property("index", INT, "its position where it lies, from 1"),
    Property("number", INT, "which one of many alike it is, from 1"),
)
"""What every thing has."""

OF_COMPONENTS = (
    Property(
        "at",
        Maybe(THING),
        "what it lies at: an area, a place or a thing; of the type that `lies:` promises; set by `move`",
    ),
    Property("area", Maybe(AREA), "the area it lies in, through all that bears it"),
)
"""What everything has that can be moved."""

OF_KIND: Mapping[str, tuple[Property, ...]] = MappingProxyType(
    {
        "arrow": (
            Property("from", AREA, "the area where it begins"),
            Property("to", AREA, "the area to which it leads"),
            Property("open", BOOL, "whether its link is open"),
            Property("link", LINK, "its link, whose fields it reads as its own"),
        ),
        "link": (
            Property("from", AREA, "the area named first"),
            Property("to", AREA, "the area named second"),
            Property("open", BOOL, "whether it can be walked; may be set and modified"),
        ),
        "area": (
            Property("exits", List(ARROW), "the open arrows that lead away"),
            Property("entries", List(ARROW), "the open arrows that lead here"),
        ),
        "player": (Property("seat", INT, "the number of its seat, from 1"),),
        "game": (
            Property("over", BOOL, "whether it has ended"),
            Property("winners", List(PLAYER), "who has won it"),
        ),
    }
)
"""What only the things of one built-in kind have."""
