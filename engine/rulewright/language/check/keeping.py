"""Places that are kept full: `keep: n` with `from: PLACE` are rules before all others, which draw what is missing."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.language.check.context import Context, World
from rulewright.language.check.convert import fit
from rulewright.language.program import PlaceSymbol, Routine, RuleSymbol
from rulewright.language.syntax.parse import parse
from rulewright.language.tree import Arith, Builtin, Compare, Const, Do, Expression, Inside, Logic, Truth
from rulewright.language.types import BOOL, INT, NOTHING, PLACE, Kind, List
from rulewright.pack import model
from rulewright.text.spans import Span, Text


def check_keeping(world: World, pack: model.Pack) -> None:
    """The rules of every place that is kept full, one for each place that a declaration makes."""
    for place in pack.places.values():
        if place.keep is None and place.source is None:
            continue
        if place.keep is None or place.source is None:
            missing, given = ("from", place.keep) if place.source is None else ("keep", place.source)
            span = given.span if given is not None else place.id.span
            message = f"`{'keep' if missing == 'from' else 'from'}:` needs `{missing}:` beside it"
            world.faults.add("half-kept", span, message, "`keep: 3` and `from: pool` fill a place up to 3 from `pool`")
            continue
        for rule, routine in _rules(world, place.id.source, place.keep, place.source):
            world.program.rules.append(rule)
            world.program.routines[routine.id] = routine


def _rules(world: World, id: str, keep: Text, source: Text) -> Iterator[tuple[RuleSymbol, Routine]]:
    """For each place the rule that draws what is missing, and its text."""
    places = world.program.places
    number = _number(world, keep)
    if number is None or source.source not in places:
        return
    kept, drawn = places[id], places[source.source]
    used = places.get(drawn.refill)
    for index, thing in enumerate(kept.things):
        span = keep.span
        here, there = Const(thing, PLACE, span), _beside(drawn, index, len(kept.things), span)
        lying = Builtin("count", {"xs": _inside(kept, here, span)}, (), INT, span)
        condition: Expression = Truth(_inside(drawn, there, span), BOOL, span)
        if used is not None:
            refill = _beside(used, index, len(kept.things), span)
            condition = Logic("or", condition, Truth(_inside(used, refill, span), BOOL, span), BOOL, span)
        condition = Logic("and", Compare("<", lying, number, BOOL, span), condition, BOOL, span)
        missing = Arith("-", number, lying, INT, span)
        name = world.program.things[thing].id
        draw = Builtin("draw", {"source": there, "to": here, "n": missing}, (), List(Kind(_holds(drawn))), span)
        routine = Routine(f"keep.{name}", "rule", (), NOTHING, (Do(draw, span),), span)
        yield RuleSymbol(f"{name}.keep", "", None, None, condition, routine.id, span), routine


def _number(world: World, keep: Text) -> Expression | None:
    tree, fault = parse(keep, "formula")
    world.faults.take(fault)
    if fault is not None:
        return None
    cx = Context(world, keep, pure="how many are kept")
    return fit(cx, cx.value(tree, INT), INT, tree.place, "`keep:`")


def _beside(place: PlaceSymbol, index: int, number: int, span: Span) -> Const:
    """The place of a declaration that belongs to the one at an index; the only one belongs to all."""
    return Const(place.things[index if len(place.things) == number else 0], PLACE, span)


def _holds(place: PlaceSymbol) -> str:
    return place.holds[0] if len(place.holds) == 1 else "thing"


def _inside(place: PlaceSymbol, at: Const, span: Span) -> Inside:
    return Inside(at, _holds(place), List(Kind(_holds(place))), span)
