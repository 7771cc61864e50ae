"""An agent that knows nothing of the game."""

from rulewright.play.decisions import Decision
from rulewright.play.views import View
from rulewright.table.luck import Stream


def random(decision: Decision, view: View, luck: Stream) -> int:
    """Takes any option, each with the same chance."""
    return int(luck.draw() * decision.count)
