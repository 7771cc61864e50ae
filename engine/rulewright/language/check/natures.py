"""The natures of calls: what runs as a call, what can be read of it, and where its name may stand."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Nature:
    """A Nature is what a CallSymbol is: what is read of such a call, and whether it is a period and kept for `past`."""

    name: str
    reads: str
    period: bool
    kept: bool


NATURES = (
    Nature("procedure", "its parameters by their names, and `result`", True, True),
    Nature("table", "`key`, and `result`", False, False),
    Nature("action", "the parameters of its menu, and what was chosen by `with:`", True, True),
    Nature("menu", "its parameters, with `who:` without the first; `result`: whether something was taken", True, False),
    Nature("step", "its item, or the number of its round, by the name that `as:` gives, else `it`", True, True),
    Nature("rule", "its item, where it has an id and stands alone under that", False, False),
    Nature("built-in", "of move, show, shuffle, roll and reroll: the parameters, and `result`", False, False),
)
"""What hooks can answer."""

SPECIAL = (
    (
        "offer(menu, …)",
        "Asks who acts to take an action of a menu, given the menu's parameters, and gives whether one was taken.",
    ),
    ("proceed()", "In an `instead` hook: lets what is kept waiting run now, once."),
    (
        "past(NAME, PERIOD)",
        "The calls of NAME that ended in the running PERIOD, in order, each to be read like a running call.",
    ),
)
"""What is called like a built-in and belongs to the syntax: how it is called, and what it does."""
