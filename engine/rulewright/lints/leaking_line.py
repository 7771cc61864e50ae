"""Lines for people that tell what some of them may not know."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.judgement.unseen import Sight, sources_of, turns_faces, unseen_faces
from rulewright.language.analysis.trees import substitute, walk
from rulewright.language.program import Routine
from rulewright.language.tree import Builtin, Expression, Return
from rulewright.language.wording import Label
from rulewright.text.diagnostics import Severity

_HINT = "show the thing itself, which reads as its back to who does not know it, or `show` it first"


@of_reading(Severity.WARNING, 0.8)
def leaking_line(reading: Reading) -> Iterator[Finding]:
    """Finds a line of `says:` or `show:` that prints what a face hides, while not everybody may know that face.

    All at the table read these lines. A thing in a hole reads as its back to who does not know it, but what stands on
    its face, read by its field, is printed for everybody. Faces are unseen where they lie in a place that nobody sees,
    or that only its owner sees; where the text of the line shows something, nothing is said.

        bury(player me):
          do: draw(hoard, cave)
          says: "{me} buries one; {max(cave.card.worth)} is the best"

    Print the thing instead of its field, show it first, or leave it out.
    """
    if reading.pack.header.players[1] == 1:
        return
    program = reading.program
    for line in program.lines:
        routines = [program.routines[unit] for unit in line.units if unit in program.routines]
        if not any(turns_faces(each.body) for each in routines):
            sources = sources_of(tuple(each.body for each in routines))
            yield from _told(Sight(program, everybody=True, sources=sources), line.label, _result(routines))
    for label in program.picture.lines.values():
        yield from _told(Sight(program, everybody=True), label, {})


def _result(routines: list[Routine]) -> dict[str, Expression]:
    """What the `result` of a text stands for, where the text gives it in one place and moves nothing by itself."""
    nodes = [node for each in routines for node in walk(each.body)]
    given = [node.value for node in nodes if isinstance(node, Return) and node.value is not None]
    moved = any(isinstance(node, Builtin) and node.name == "move" for node in nodes)
    return {} if moved or len(given) != 1 else {"result": given[0]}


def _told(sight: Sight, label: Label, result: dict[str, Expression]) -> Iterator[Finding]:
    for hole in label.parts:
        if not isinstance(hole, str):
            for _, what in unseen_faces(sight, substitute(hole, result)):
                yield Finding(hole.span, f"this prints `{what}` of what not everybody may know", _HINT)
