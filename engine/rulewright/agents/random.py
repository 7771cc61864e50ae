"""An agent that knows nothing of the game."""

from rulewright.play.decisions import Decision, View
from rulewright.table.luck import Stream


def random(decision: Decision, view: View, luck: Stream) -> int:
    """Takes any option, each with the same chance."""
    return int(luck.draw() * decision.count)
