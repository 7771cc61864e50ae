"""Ending the game."""

from __future__ import annotations

from rulewright.builtins.signature import Done, Number, Players, Table, Text, builtin
from rulewright.table.signals import GameOver, Outcome


@builtin()
def end(
    t: Table, why: Text = "", *, win: Players | None = None, rank: Players | None = None, score: Number | None = None
) -> Done:
    """Ends the game at once, and says who wins and why.

    `win=none` is a loss for all where all share the result, else a draw. `rank` lists the players from the best to the
    worst, `score` is the score of the table.
    """
    ranks = tuple(1 + list(rank).index(seat) for seat in range(1, t.world.players + 1)) if rank else ()
    t.result = Outcome(
        winners=tuple(win or ()), ranks=ranks, scores=() if score is None else (score,) * t.world.players, why=why
    )
    raise GameOver
