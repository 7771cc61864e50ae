"""The shelf of built-ins: one file for each; its name, signature and documentation are those of the function in it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rulewright.builtins.around import around
from rulewright.builtins.ask import ask
from rulewright.builtins.count import count
from rulewright.builtins.dist import dist
from rulewright.builtins.draw import draw
from rulewright.builtins.end import end
from rulewright.builtins.first import first
from rulewright.builtins.hide import hide
from rulewright.builtins.knows import knows
from rulewright.builtins.least import least
from rulewright.builtins.leave import leave
from rulewright.builtins.max import max_
from rulewright.builtins.min import min_
from rulewright.builtins.most import most
from rulewright.builtins.move import move
from rulewright.builtins.order import order
from rulewright.builtins.pick import pick
from rulewright.builtins.random import random
from rulewright.builtins.reroll import reroll
from rulewright.builtins.roll import roll
from rulewright.builtins.show import show
from rulewright.builtins.shuffle import shuffle
from rulewright.builtins.sort import sort
from rulewright.builtins.sum import sum_
from rulewright.builtins.take import take
from rulewright.builtins.toward import toward
from rulewright.builtins.within import within
from rulewright.language.builtin import BuiltinSymbol

SHELF: Mapping[str, BuiltinSymbol] = MappingProxyType(
    {
        symbol.name: symbol
        for symbol in (
            move,
            draw,
            shuffle,
            show,
            hide,
            end,
            leave,
            roll,
            reroll,
            random,
            pick,
            ask,
            order,
            count,
            sum_,
            min_,
            max_,
            first,
            take,
            sort,
            least,
            most,
            dist,
            toward,
            within,
            around,
            knows,
        )
    }
)
"""Every built-in, by name."""
