"""Decks that run out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.analysis.trees import equal, walk
from rulewright.language.program import PlaceSymbol, Routine, StepSymbol
from rulewright.language.tree import Assign, Builtin, Const, Expression, Get, Inside, Truth, Var
from rulewright.text.diagnostics import Severity

_SOMEHOW = ("action", "rule", "hook")  # how often what is so natured runs is not known


@of_reading(Severity.WARNING, 0.7)
def deck_runs_out(reading: Reading) -> Iterator[Finding]:
    """Finds a place from which cards are drawn again and again, though nothing ever comes back to it.

    It has no `refill:`, no text moves anything there, and none asks what is left in it. A draw from an empty place
    gives nothing, and the game goes on without its cards.

        places:
          deck: {holds: card, ordered: true}      # and no `refill: discard`

    Say `refill:` and where used cards lie, or let a text ask whether the place is empty, and what happens then.
    """
    for routine in reading.program.routines.values():
        for node in walk(routine.body):
            match node:
                case Builtin(name="draw", arguments={"source": source}):
                    place = _place(reading, source)
                    if place is None or place.refill or _looked_after(reading, place):
                        continue
                    if _asked(routine, node) or not _again(reading, routine):
                        continue
                    message = f"`{place.id}` may run out: nothing fills it again, and no text asks what is left in it"
                    yield Finding(node.span, message, "give it `refill:`, or say what happens when it is empty")
                case _:
                    continue


def _place(reading: Reading, source: Any) -> PlaceSymbol | None:
    """The declaration of the place that an expression means; None where that is open."""
    number = _number(reading, source)
    return next((each for each in reading.program.places.values() if number in each.things), None)


def _number(reading: Reading, source: Any) -> int | None:
    match source:
        case Const(value=int() as value):
            return value
        case Get(field=field):
            values = reading.program.fields[field].start.values()
            first = next(iter(values), None)
            return first.value if isinstance(first, Const) else None
        case _:
            return None


def _looked_after(reading: Reading, place: PlaceSymbol) -> bool:
    """Whether some text moves something to a place, may do so, or reads what lies there."""
    for node in reading.nodes:
        match node:
            case Builtin(name="move" | "draw", arguments={"to": to}) if isinstance(to, Expression):
                number = _number(reading, to)
                if number in place.things or (number is None and _may_mean(reading, to)):
                    return True
            case Inside(of=of) if _number(reading, of) in place.things:
                return True
            case _:
                continue
    return False


def _may_mean(reading: Reading, to: Expression) -> bool:
    """Whether what is known only as the game runs may be a place."""
    targets = reading.analysis.scene.targets(to, {})
    return any(number in targets for place in reading.program.places.values() for number in place.things)


def _asked(routine: Routine, draw: Builtin) -> bool:
    """Whether a text asks if something was drawn."""
    names = [node.name for node in walk(routine.body) if isinstance(node, Assign) and equal(node.value, draw)]
    truths = [node.of for node in walk(routine.body) if isinstance(node, Truth)]
    return any(equal(each, draw) or (isinstance(each, Var) and each.name in names) for each in truths)


def _again(reading: Reading, routine: Routine) -> bool:
    """Whether a text may run any number of times."""
    graph = reading.analysis.graph
    natures = reading.program.routines.values()
    if any(routine.id in graph.reach(each.id) for each in natures if each.nature in _SOMEHOW):
        return True
    return any(_in_a_loop(step, routine, reading, False) for step in reading.program.flow)


def _in_a_loop(step: StepSymbol, routine: Routine, reading: Reading, looped: bool) -> bool:
    """Whether a step that leads to a text stands in a loop without a number."""
    looped = looped or step.loop is True or (isinstance(step.loop, Expression) and not isinstance(step.loop, Const))
    if looped and step.routine and routine.id in reading.analysis.graph.reach(step.routine):
        return True
    return any(_in_a_loop(inner, routine, reading, looped) for inner in step.steps)
