"""What a pack promises of where things lie: `lies:` of a kind, `holds:` of a place.

The types of `.at` and of what is drawn rest on it. Where it can be seen that a move breaks a promise it is a fault;
what cannot be seen is tested when the move is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.language.check.context import Context, World
from rulewright.language.check.convert import bare
from rulewright.language.check.names import BUILT_IN_KINDS
from rulewright.language.program import PlaceSymbol
from rulewright.language.syntax.nodes import Place
from rulewright.language.tree import Const, Get
from rulewright.language.types import THING, Kind, Type, with_article


def place_meant(world: World, expression: Any) -> PlaceSymbol | None:
    """The declaration of the place that an expression gives, where it can be seen."""
    symbols = world.program.places
    match expression:
        case Const(int(number)):
            return next((symbol for symbol in symbols.values() if number in symbol.things), None)
        case Get(id):
            return symbols.get(id.partition(".")[2]) if not world.names.fields[id].declaration else None
        case _:
            return None


def held(world: World, expression: Any) -> Kind:
    """What a place holds, where its declaration says one kind."""
    found = place_meant(world, expression)
    return Kind(found.holds[0]) if found and len(found.holds) == 1 else THING


def check_way(cx: Context, arguments: Mapping[str, Any], to: Place) -> None:
    """Notes a move or a draw to where what moves can never lie. `to` is the place of that argument in the text."""
    target = arguments.get("to")
    moved = _moved(cx.world, arguments)
    if target is None or not isinstance(moved, Kind) or moved == THING:
        return
    message, hint = broken(cx.world, moved.name, target)
    if message:
        cx.fault("wrong-place", to, message, hint)


def _moved(world: World, arguments: Mapping[str, Any]) -> Type:
    return bare(arguments["what"].type) if "what" in arguments else held(world, arguments.get("source"))


def broken(world: World, kind: str, target: Any) -> tuple[str, str]:
    """The promise that a thing of a kind breaks by lying at a target, with its cure; empty where there is none."""
    if kind in BUILT_IN_KINDS:
        return "", ""  # it does not move, which is said where it is moved
    names, found = world.names, world.names.kind(kind)
    lies = found.lies if found else ""
    if lies and not names.meet(target.type, Kind(lies)):
        return (
            f"{with_article(kind)} always lies at {with_article(lies)}, this is {target.type}",
            f"`lies: {lies}` says so",
        )
    place = place_meant(world, target)
    if place and place.holds and not any(names.meet(Kind(kind), Kind(each)) for each in place.holds):
        return f"`{place.id}` holds no {kind}", f"it holds: {', '.join(place.holds)}"
    return "", ""
