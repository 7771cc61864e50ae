"""Areas that people do not see."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.text.diagnostics import Severity
from rulewright.text.spans import Span


@of_reading(Severity.WARNING, 0.9)
def unshown_area(reading: Reading) -> Iterator[Finding]:
    """Finds an area of the board that stands in no row of `show:`, where rows are given.

    At the terminal the board is shown as the rows say, so people see neither the area nor what lies there. An area at
    which no arrow begins or ends is taken for a box beside the board.

        show:
          rows:
            - den mill                            # and no row names `hill`

    Add it to a row.
    """
    shown = [area for row in reading.program.picture.rows for area in row]
    things = reading.program.things if shown else []
    joined = [end for thing in things if thing.kind == "arrow" for end in thing.ends]
    told: list[Span] = []
    for thing in things:
        missing = thing.kind == "area" and thing.number in joined and thing.number not in shown
        if missing and thing.span not in told:
            told.append(thing.span)
            name = reading.written(thing.span)
            yield Finding(thing.span, f"people do not see `{name}`: no row of `show:` has it", "add it to a row")
