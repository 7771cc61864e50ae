"""The rows of the table of figures, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

HEADS = ("what", "target", "measured", "met")


@dataclass(frozen=True, slots=True)
class Row:
    """A Row is one figure: what was measured, the target, the measurement in words, and whether it was met.

    `met` is None where there is no target.
    """

    what: str
    target: str
    measured: str
    met: bool | None = None

    def cells(self) -> tuple[str, str, str, str]:
        """The row as it is written."""
        met = "" if self.met is None else "yes" if self.met else "**no**"
        return self.what, self.target, self.measured, met


def as_markdown(rows: Iterable[Row]) -> str:
    """A table of the rows."""
    lines = [f"| {' | '.join(HEADS)} |", "|---" * len(HEADS) + "|"]
    lines += [f"| {' | '.join(row.cells())} |" for row in rows]
    return "\n".join(lines)
