"""Ending the game."""

from __future__ import annotations

from rulewright.runtime.signature import Done, Players, Ranks, Scores, Table, Text, builtin
from rulewright.table.signals import GameOver, Outcome


@builtin()
def end(
    t: Table, why: Text = "", *, win: Players | None = None, rank: Ranks | None = None, score: Scores | None = None
) -> Done:
    """Ends the game at once, and says who wins and why.

    `win=none` is a loss for all where all share the result, else a draw. `score` is read from each player as `it`, a
    number of the game counts for all. `rank` as well, the highest is first and equals share a rank; of several in
    brackets each decides where those before it tie. Where each player has a result of its own, a score without a rank
    ranks, and a rank without `win` makes the first win.
    """
    said, shown = (why, ()) if isinstance(why, str) else ("", why)
    t.result = Outcome(tuple(win or ()), tuple(rank or ()), tuple(score or ()), said, shown)
    raise GameOver
