"""Ending the game."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.builtins.signature import Done, Number, Players, Table, Text, builtin
from rulewright.table.signals import Fault, GameOver, Outcome


@builtin()
def end(
    t: Table, why: Text = "", *, win: Players | None = None, rank: Players | None = None, score: Number | None = None
) -> Done:
    """Ends the game at once, and says who wins and why.

    `win=none` is a loss for all where all share the result, else a draw. `rank` lists the players from the best to the
    worst, `score` is the score of the table.
    """
    ranks = _ranks(rank, t.world.players) if rank else ()
    t.result = Outcome(
        winners=tuple(win or ()), ranks=ranks, scores=() if score is None else (score,) * t.world.players, why=why
    )
    raise GameOver


def _ranks(rank: Sequence[int], players: int) -> tuple[int, ...]:
    """Each seat's rank. Raises Fault if not every player is listed once."""
    listed = list(rank)
    if sorted(listed) != list(range(1, players + 1)):
        said = ", ".join(map(str, listed))
        raise Fault("bad-rank", f"`rank` lists each of the {players} players once; here it lists {said}")
    return tuple(1 + listed.index(seat) for seat in range(1, players + 1))
