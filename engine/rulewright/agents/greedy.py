"""An agent that looks one decision ahead, with the pack's own idea of a good position."""

from __future__ import annotations

from statistics import fmean

from rulewright.play.decisions import Answer, Decision
from rulewright.play.lookahead import Lookahead
from rulewright.play.views import View
from rulewright.table.luck import Stream

DEALS = 2
LUCKS = 3  # ways in which chance may go on, of each deal
MOST_TRIES = 100  # for one option, of what belongs to it


def greedy(decision: Decision, view: View, luck: Stream) -> int:
    """Takes the option after which its side stands best, by the pack's `value:`, on average over a few deals.

    After each option it sees itself pass on all else until the text is through; what must be chosen before chance acts
    (an action's `with:`) it chooses as well as it can. Among equals, and where no deal can be made, it takes any.
    """
    deals = view.deals(DEALS) if decision.count > 1 else ()
    looks = [Lookahead(deal, f"luck {number}") for deal in deals for number in range(LUCKS)]
    if not looks:
        return luck.below(decision.count)
    answers = [decision.answer(index) for index in range(decision.count)]
    worths = [fmean(_best(look, (answer,)) for look in looks) for answer in answers]
    most = max(worths)
    best = [index for index, each in enumerate(worths) if each == most]
    return best[luck.below(len(best))]


def _best(look: Lookahead, answers: tuple[Answer, ...], tries: int = MOST_TRIES) -> float:
    """What the answers come to, with the best choice of what must follow them, where it is not too wide."""
    stopped = look.attempt(answers)
    if stopped is None or stopped.many or stopped.count > tries:
        return look.worth()
    return max(_best(look, (*answers, index), tries // stopped.count) for index in range(stopped.count))
