"""An agent that looks one decision ahead, with the pack's own idea of a good position."""

from __future__ import annotations

from statistics import fmean

from rulewright.play.decisions import Answer, Decision
from rulewright.play.lookahead import Lookahead
from rulewright.play.views import View
from rulewright.table.luck import Stream

DEALS = 2
LUCKS = 3  # ways in which chance may go on, of each deal
FINALISTS = 2  # options that meet all of them
MOST_TRIES = 100  # for one option, of what belongs to it


def greedy(decision: Decision, view: View, luck: Stream) -> int:
    """Takes the option after which its side stands best, by the pack's `value:`, on average over a few deals.

    After each option it sees itself pass on all else until the text is through; what must be chosen before chance acts
    (an action's `with:`) it chooses as well as it can. Among equals, and where no deal can be made, it takes any.
    The better half of the options goes on to the next luck (sequential halving: Karnin, Koren, Somekh 2013).
    """
    left = list(range(decision.count))
    luck.shuffle(left)
    deals = view.deals(DEALS) if decision.count > 1 else ()
    found: dict[int, list[float]] = {index: [] for index in left}
    looks = [Lookahead(deal) for deal in deals]
    for number in range(LUCKS if looks else 0):
        for look in looks:
            look.draw_apart(f"luck {number}")
        for index in left:
            found[index] += [_best(look, (decision.answer(index),)) for look in looks]
        left.sort(key=lambda index: fmean(found[index]), reverse=True)
        if not any(look.left_to_chance for look in looks):
            break
        del left[max(FINALISTS, (len(left) + 1) // 2) :]
    for spent in (*looks, *deals):
        spent.let_go()
    return left[0]


def _best(look: Lookahead, answers: tuple[Answer, ...], tries: int = MOST_TRIES) -> float:
    """What the answers come to, with the best choice of what must follow them, where it is not too wide."""
    tried = look.attempt(answers)
    if not tried.options or tried.many or tried.options > tries:
        return tried.worth
    return max(_best(look, (*answers, index), tries // tried.options) for index in range(tried.options))
