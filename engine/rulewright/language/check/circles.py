"""Fields that would be read to read themselves: by way of modifiers, bounds and values at the start."""

from __future__ import annotations

from rulewright.language.analysis.trees import walk
from rulewright.language.check.context import World
from rulewright.language.program import FieldSymbol, ModifierSymbol
from rulewright.language.tree import Builtin, Call, Get, Prop


def check_circles(world: World) -> None:
    """Notes every modifier, bound and start value that reads the field it is of, through whatever lies between."""
    circles = _Circles(world)
    for modifier in world.program.modifiers:
        if modifier.field in circles.read_by((modifier.live, modifier.amount, modifier.condition)):
            name = modifier.field.partition(".")[2]
            message = f"this modifier of `{name}` reads `{name}`, which it modifies"
            hint = "keep the number that is tested in a field of its own"
            world.faults.add("circular-modifier", modifier.span, message, hint)
    for symbol in world.program.fields.values():
        if symbol.id in circles.read_by((symbol.low, symbol.high)):
            message = f"what bounds `{symbol.name}` reads `{symbol.name}` itself"
            world.faults.add("circular-field", symbol.span, message, "a bound is a number, or another field")
        elif symbol.id in circles.begun_by(symbol):
            message = f"what `{symbol.name}` is at the start is read from `{symbol.name}` itself"
            world.faults.add("circular-field", symbol.span, message, "begin with a number")


class _Circles:
    """Which fields are read by reading which."""

    def __init__(self, world: World) -> None:
        self.program, self.shelf = world.program, world.shelf
        self.modifiers: dict[str, list[ModifierSymbol]] = {}
        for modifier in world.program.modifiers:
            self.modifiers.setdefault(modifier.field, []).append(modifier)
        self.named: dict[str, tuple[str, ...]] = {}

    def read_by(self, tree: object) -> frozenset[str]:
        """All fields that some expressions read, those between them included."""
        return self._closed(self._named(tree), start=False)

    def begun_by(self, symbol: FieldSymbol) -> frozenset[str]:
        """All fields that the start of a stored field reads at the start."""
        return self._closed(self._named((symbol.default, symbol.start)), start=True)

    def _closed(self, first: tuple[str, ...], *, start: bool) -> frozenset[str]:
        found: dict[str, None] = {}
        stack = list(first)
        while stack:
            name = stack.pop()
            if name in found:
                continue
            found[name] = None
            if f"{start} {name}" not in self.named:
                self.named[f"{start} {name}"] = self._named(self._text(name, start=start))
            stack += self.named[f"{start} {name}"]
        return frozenset(found)

    def _text(self, name: str, *, start: bool) -> object:
        """What is read to read a field, or to find what a field is at the start."""
        symbol, changed = self.program.fields.get(name), self.modifiers.get(name, [])
        texts: list[object] = [(each.live, each.amount, each.condition) for each in changed]
        if symbol is None:
            return tuple(texts)
        texts.append(symbol.derived)
        if changed:
            texts += [symbol.low, symbol.high]
        if start:
            texts += [symbol.default, symbol.start]
        return tuple(texts)

    def _named(self, tree: object) -> tuple[str, ...]:
        """The fields that stand in a tree, and in the procedures and tables that it calls."""
        found: dict[str, None] = {}
        called: dict[str, None] = {}
        stack = [tree]
        while stack:
            for node in walk(stack.pop()):
                if isinstance(node, Get):
                    found[node.field] = None
                elif self._by_open(node):
                    found["link.open"] = None
                elif isinstance(node, Call) and node.routine not in called:
                    called[node.routine] = None
                    stack.append(self._called(node.routine))
        return tuple(found)

    def _by_open(self, node: object) -> bool:
        """Whether a node reads which links are open."""
        if isinstance(node, Builtin):
            return "link.open" in self.shelf[node.name].reads and "via" not in node.arguments
        return isinstance(node, Prop) and node.name in ("open", "exits", "entries")

    def _called(self, name: str) -> object:
        program = self.program
        if name in program.tables:
            return tuple(value for _, _, value in program.tables[name].rows)
        ids = [id for id in program.does[name].texts.values() if id] if name in program.does else [name]
        return tuple(program.routines[id].body for id in dict.fromkeys(ids) if id in program.routines)
