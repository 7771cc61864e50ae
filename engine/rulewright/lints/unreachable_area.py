"""Areas that nobody can come to."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.language.analysis.trees import walk
from rulewright.language.tree import Builtin, Const, ConstList, Prop
from rulewright.language.types import AREA, Kind, List
from rulewright.text.diagnostics import Severity
from rulewright.text.spans import Span

_ALONG = ("toward", "within", "dist")


@of_reading(Severity.WARNING, 0.9)
def unreachable_area(reading: Reading) -> Iterator[Finding]:
    """Finds an area to which no way leads: no arrow from where something begins or what a text names, nor it itself.

    It is printed on the board, and nobody ever stands there. Where no text moves along arrows, nothing is said.

        areas:
          island: {title: The Island}             # and no entry of `arrows:` leads there

    Add an arrow, or name the area where something is to go there.
    """
    if not any(_moves_along(node) for node in reading.nodes):
        return
    things = reading.program.things
    reached = dict.fromkeys(_known(reading))
    ahead = list(reached)
    for area in ahead:
        for thing in things:
            if thing.kind == "arrow" and thing.ends[0] == area and thing.ends[1] not in reached:
                reached[thing.ends[1]] = None
                ahead.append(thing.ends[1])
    made: dict[Span, list[int]] = {}
    for thing in things:
        if thing.kind == "area":
            made.setdefault(thing.span, []).append(thing.number)
    for span, numbers in made.items():
        if not any(number in reached for number in numbers):
            yield Finding(span, f"no way leads to `{reading.written(span)}`", "add an arrow that leads there")


def _moves_along(node: object) -> bool:
    match node:
        case Prop(name="exits" | "entries"):
            return True
        case Builtin(name=name):
            return name in _ALONG
        case _:
            return False


def _known(reading: Reading) -> Iterator[int]:
    """The areas where something begins or of which some text or some field speaks by name, not among all of them."""
    program = reading.program
    areas = sum(thing.kind == "area" for thing in program.things)
    yield from (thing.at for thing in program.things if thing.at >= 0)
    starts = tuple(text for field in program.fields.values() for text in (*field.start.values(), field.default))
    for node in (*reading.nodes, *walk(starts)):
        match node:
            case Const(type=Kind("area"), value=int() as value):
                yield value
            case ConstList(type=List(item=item), values=values) if item == AREA and len(values) < areas:
                yield from values
