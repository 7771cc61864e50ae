"""What is done with values that are known at load: lists made of them, none of a type, what modifiers make of one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.language.types import Bool, Int, List, Maybe, Type


def nothing(kind: Type) -> Any:
    """What a field without a default begins with: none of a maybe."""
    match kind:
        case Int():
            return 0
        case Bool():
            return False
        case Maybe(item=Int() | Bool()):
            return None
        case _:
            return -1


def modified(value: Any, amounts: list[tuple[str, Any]]) -> Any:
    """What modifiers make of a value: the last `set`, then the sum of `add`, then `max` and `min`.

    Of several `set` of a truth false wins. `min` is the lowest that a value may be, `max` the highest.
    """
    given = [amount for op, amount in amounts if op == "set"]
    if given:
        value = all(given) if isinstance(value, bool) else given[-1]
    for op, amount in amounts:
        if op == "add":
            value += amount
    for op, amount in amounts:
        if op == "max":
            value = min(value, amount)
        elif op == "min":
            value = max(value, amount)
    return value


def listed(value: Any) -> tuple[Any, ...]:
    """A value as a list: itself, none of nothing, or one."""
    if isinstance(value, tuple):
        return value
    return () if value is None or value < 0 else (value,)


def ordered(items: Iterable[Any]) -> tuple[Any, ...]:
    """The items, each once, in order of first appearance."""
    return tuple(dict.fromkeys(items))


def is_something(value: Any, kind: Type) -> bool:
    """Whether a value of a type counts as true."""
    if isinstance(kind, Maybe):
        return value is not None and (isinstance(kind.item, Int) or value >= 0)
    return bool(value) if isinstance(kind, List | Bool) else True
