"""What built-ins move, and what it can lie at."""

from __future__ import annotations

from rulewright.language.builtin import Pattern
from rulewright.language.check.context import Context
from rulewright.language.check.convert import test_hint
from rulewright.language.syntax.nodes import Place
from rulewright.language.tree import Expression
from rulewright.language.types import Kind, List, Maybe, NoneValue, Type, Unknown

_HOLDERS = ("area", "place", "player", "link")


def one_thing(cx: Context, value: Expression, pattern: Pattern, place: Place) -> Expression | None:
    """The expression as one thing, or one value, or None with a fault noted."""
    several = isinstance(value.type, List | Maybe | NoneValue)
    if several or (pattern is Pattern.THING and not isinstance(value.type, Kind | Unknown)):
        cx.fault("wrong-kind", place, f"one thing is wanted here, this is {value.type}")
        return None
    return value


def holder(cx: Context, value: Expression, pattern: Pattern, usage: str, place: Place) -> Expression | None:
    """The expression as something that things can lie at, or None with a fault noted."""
    match value.type:
        case Unknown():
            return value
        case Maybe():
            cx.fault("maybe-none", place, f"this may be none, {pattern.value} is needed", test_hint(value))
            return None
        case Kind("area") if pattern in (Pattern.AREA, Pattern.HOLDER):
            return value
        case Kind("place") if pattern in (Pattern.PLACE, Pattern.HOLDER):
            return value
        case Kind(kind) if pattern is Pattern.HOLDER and kind not in ("game", "arrow"):
            return value
    if isinstance(value.type, List) and isinstance(value.type.item, Kind):
        text = cx.text.piece(*place)
        made = cx.world.program.places[text].things if text in cx.world.program.places else ()
        owners = [cx.world.program.things[each].owner for each in made]
        own = all(owner > 0 for owner in owners) and owners == list(dict.fromkeys(owners)) != []
        hint = f"that of one player is `me.{text}`" if own else f"`first({text})` is one of them, or none"
        cx.fault("wrong-kind", place, f"{pattern.value} is wanted here, and `{text}` lists several", hint)
        return None
    at = pattern is Pattern.AREA and isinstance(value.type, Kind)
    hint = "where it is: `….at`" if at else usage
    cx.fault("wrong-kind", place, f"{pattern.value} is wanted here, this is {value.type}", hint)
    return None


def movable(cx: Context, item: Type, place: Place) -> None:
    """Notes what does not move."""
    if isinstance(item, Kind) and item.name in (*_HOLDERS, "arrow", "game"):
        hint = f"what lies there is read by its kind: `{cx.text.piece(*place)}.KIND`" if item.name == "place" else ""
        cx.fault("wrong-kind", place, f"{item} does not move: it is part of the board", hint)
