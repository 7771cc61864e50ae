"""Which calls are answered, read while they run or kept when they end, and what each of them must carry for that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.language.analysis.trees import walk
from rulewright.language.program import CallSymbol, HookSymbol, ModifierSymbol, Program, WaitSymbol
from rulewright.language.tree import Innermost, Past, Runs

MOMENTS = ("before", "instead", "after")


@dataclass(slots=True)
class Answers:
    """An Answers is what happens around the calls of a name.

    `bits` gives for each moment its hooks in order of declaration, each with the thing whose it is, -1 for the pack's.
    `read` is set where some text reads the innermost call or asks whether one runs; `kept` are the periods for which
    those that ended are kept.
    """

    symbol: CallSymbol
    bits: dict[str, list[tuple[HookSymbol, int]]] = field(default_factory=dict)
    waits: list[WaitSymbol] = field(default_factory=list)
    modifiers: list[ModifierSymbol] = field(default_factory=list)
    read: bool = False
    kept: list[str] = field(default_factory=list)

    @property
    def hooked(self) -> bool:
        """Whether something may run around the call."""
        return bool(self.bits or self.waits)

    @property
    def wrapped(self) -> bool:
        """Whether a call is more than its text."""
        return bool(self.bits or self.waits or self.modifiers or self.read or self.kept)


@dataclass(slots=True)
class Calls:
    """A Calls is what happens around all calls of a program; `by_unit` finds it for a routine, a menu, a step."""

    answers: dict[str, Answers] = field(default_factory=dict)
    by_unit: dict[str, Answers] = field(default_factory=dict)

    def of(self, unit: str) -> Answers | None:
        """What happens around the calls of a unit, if anything does."""
        return self.by_unit.get(unit)


def in_order(hooks: Sequence[HookSymbol]) -> dict[tuple[str, str], list[tuple[HookSymbol, int]]]:
    """The hooks of each moment of a call in order of declaration, each with the thing whose it is."""
    found: dict[tuple[str, str], list[tuple[HookSymbol, int]]] = {}
    for hook in hooks:
        found.setdefault((hook.call, hook.moment), []).extend((hook, thing) for thing in hook.things or (-1,))
    for own in found.values():
        own.sort(key=lambda pair: (pair[0].order, pair[1]))
    return found


def find_calls(program: Program, texts: tuple[Any, ...]) -> Calls:
    """Find what happens around the calls of a program."""
    found = {name: Answers(symbol) for name, symbol in program.calls.items()}
    for (call, moment), own in in_order(program.hooks).items():
        found[call].bits[moment] = own
    for wait in program.waits.values():
        found[wait.call].waits.append(wait)
    for modifier in program.modifiers:
        name, inside, _ = modifier.field.partition("(")
        if inside:
            found[name].modifiers.append(modifier)
    for node in walk(texts):
        match node:
            case Innermost(call=call) | Runs(call=call):
                found[call].read = True
            case Past(call=call, period=period):
                if period not in found[call].kept:
                    found[call].kept.append(period)
                if period in found or period in program.calls:
                    found[period].read = True
            case _:
                continue
    by_unit = {unit: each for each in found.values() if each.wrapped for unit in each.symbol.units}
    return Calls({name: each for name, each in found.items() if each.wrapped}, by_unit)


def past_column(call: str, period: str) -> str:
    """The column that keeps the calls which ended in a period."""
    return f"past.{call}.{period}"


def waiting_column(call: str) -> str:
    """The column of what waits for a call."""
    return f"next.{call}"
