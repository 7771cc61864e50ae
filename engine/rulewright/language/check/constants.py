"""Numbers that must be known before the things are counted: `count:`, `for:` and the braces of ids."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import prod

from rulewright.language.check.faults import Faults
from rulewright.language.check.names import Names
from rulewright.language.syntax.nodes import Binary, CallNode, Name, Node, Number, Read, Unary
from rulewright.language.syntax.parse import parse
from rulewright.text.spans import Text
from rulewright.text.suggest import spelling

MOST = 10_000  # more things of one entry than this are a slip of the pen, not a game
MOST_THINGS = 100_000  # in one game

_BRACES = re.compile(r"\{([^{}]*)\}")


class Constants:
    """A Constants reads expressions of numbers, options, `count(player)` and the names of a `for:`."""

    def __init__(self, names: Names, players: int, faults: Faults) -> None:
        self.names = names
        self.players = players
        self.faults = faults

    def number(self, text: Text, local: Mapping[str, int]) -> int | None:
        """The number that a text stands for, or None with a fault noted."""
        tree, fault = parse(text, "formula")
        self.faults.take(fault)
        if fault is not None:
            return None
        value = self._value(tree, local)
        if value is None:
            self.faults.add("not-constant", text.span, "this must be a number that is known before the game begins")
        return value

    def numbers(self, text: Text) -> range | None:
        """The numbers of a range `1..6`, or None with a fault noted."""
        tree, fault = parse(text, "formula")
        self.faults.take(fault)
        if isinstance(tree, Binary) and tree.op == "..":
            low, high = self._value(tree.left, {}), self._value(tree.right, {})
            if isinstance(tree.left, Number) and isinstance(tree.right, Number) and tree.left.value > tree.right.value:
                message = f"there is no number from {low} to {high}"
                self.faults.add("wrong-range", text.span, message, "the smaller one first")
                return None
            if low is not None and high is not None:
                if high - low < MOST:
                    return range(low, high + 1)
                self.faults.add("bad-count", text.span, f"these are more than {MOST} numbers")
                return None
        if fault is None:
            message = "this must be a range of numbers, such as 1..6"
            self.faults.add("not-constant", text.span, message, spelling(text.source))
        return None

    def fill(self, text: Text, local: Mapping[str, int]) -> Text:
        """The text with each `{row + 1}` of a `for:` replaced by its number; other braces stay."""
        if not local or "{" not in text.source:
            return text

        def value(match: re.Match[str]) -> str:
            tree, fault = parse(Text(match[1], text.span), "formula")
            number = None if fault else self._value(tree, local)
            return match[0] if number is None else str(number)

        return Text(_BRACES.sub(value, text.source), text.span)

    def name(self, text: Text, local: Mapping[str, int], what: str = "id") -> Text:
        """An id, or a title, with its braces filled; a brace that nothing fills is a fault."""
        filled = self.fill(text, local)
        if "{" in filled.source:
            names = ", ".join(f"`{name}`" for name in local) or "none here"
            hint = f"`for:` gives the names, {names}"
            self.faults.add("unknown-name", text.span, f"the braces of `{text.source}` cannot be filled", hint)
            return filled if what != "id" else Text(re.sub(r"[^a-z0-9_]+", "_", filled.source), text.span)
        return filled

    def runs(self, each: Mapping[str, Text]) -> Iterator[dict[str, int]]:
        """Every way to give the names of a `for:` their numbers, the last name running fastest."""
        ranges = [(name, self.numbers(text)) for name, text in each.items()]
        if prod(len(numbers or ()) for _, numbers in ranges) > MOST:
            span = next(iter(each.values())).span
            self.faults.add("bad-count", span, f"these numbers would make more than {MOST} things")
            return

        def run(index: int, local: dict[str, int]) -> Iterator[dict[str, int]]:
            if index == len(ranges):
                yield local
                return
            name, numbers = ranges[index]
            for number in numbers or ():
                yield from run(index + 1, {**local, name: number})

        yield from run(0, {})

    def _value(self, node: Node, local: Mapping[str, int]) -> int | None:
        match node:
            case Number(value):
                return value
            case Name(id) if id in local:
                return local[id]
            case Unary("-", of):
                value_ = self._value(of, local)
                return None if value_ is None else -value_
            case Read(Name("opt"), name) if name.id in self.names.options:
                return self.names.options[name.id][1]
            case CallNode(Name("count"), (argument,)) if argument.value == Name("player", argument.value.place):
                return self.players
            case Binary(op, left, right):
                one, two = self._value(left, local), self._value(right, local)
                if one is None or two is None or (op in "/%" and two == 0):
                    return None
                results = {"+": one + two, "-": one - two, "*": one * two}
                if op in results:
                    return results[op]
                return {"/": one // two, "%": one % two}.get(op) if two else None
            case _:
                return None
