"""Texts of made-up packs: expressions and statements written at random, each of a type that is wanted.

All choices are made by one function `below(n)`, so that a pack is made from any source of numbers. What the pack
declares has fixed names; what a text may name is in a Scope. Most of what is written the checker accepts; the rest
shows how it refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

Item = TypeVar("Item")

INTS = {
    "imp": ["a", "b", "c", "cap", "fast", "twice"],
    "coin": ["worth", "spin"],
    "gem": ["worth", "spin", "edge"],
    "flag": ["rank"],
    "area": ["heat", "level"],
    "player": ["score", "luck"],
    "game": ["sum", "clock"],
    "link": ["toll"],
}
"""Number fields by kind, the computed ones too."""
SETTABLE = {
    "imp": ["a", "b", "c", "cap", "fast"],
    "coin": ["worth", "spin"],
    "gem": ["worth", "spin", "edge"],
    "flag": ["rank"],
    "area": ["heat"],
    "player": ["score", "luck"],
    "game": ["sum", "clock"],
    "link": ["toll"],
}
BOOLS = {"imp": ["awake", "strong"], "coin": ["bright"], "game": ["dark"], "area": ["shut"], "player": ["done"]}
SET_BOOLS = {"imp": ["awake"], "coin": ["bright"], "game": ["dark"], "area": ["shut"], "player": ["done"]}
COLORED = ["imp", "coin"]
MAYBES = {"imp": ("foe", "imp"), "coin": ("mark", "area"), "player": ("champion", "imp"), "game": ("star", "coin")}
AREAS = ["cave", "lake", "hill"]
PLACES = ["deck", "pile", "bag", "slot_1", "slot_2"]
IDS = {
    "imp": ["ann", "bob"],
    "area": AREAS,
    "gem": ["ruby", "fire"],
    "player": ["player_1", "player_2"],
    "link": ["ford"],
    "flag": ["player_1_banner", "player_2_banner", "mast_2"],
}
COLORS = ["red", "green", "blue"]
ITEMS = ["imp", "coin", "gem", "area", "player"]
ODD = ["def", "class", "is", "self", "len", "range", "t", "a", "worth", "owner", "index", "count", "move", "p0", "p1"]
"""Names of locals that mean something elsewhere: in Python, as fields, as built-ins, in another text."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A Scope is what a text may name and do: locals with their types, whether it is only read, who acts."""

    names: tuple[tuple[str, str], ...] = ()
    it: str = ""
    pure: bool = True
    acts: bool = False
    returns: str = ""
    calls: tuple[str, ...] = ()
    menus: tuple[str, ...] = ()
    steps: tuple[tuple[str, str], ...] = ()
    settable: tuple[str, ...] = ()

    def having(self, name: str, kind: str) -> Scope:
        """The same with one more name that cannot be set."""
        return replace(self, names=(*self.names, (name, kind)))

    def letting(self, name: str, kind: str) -> Scope:
        """The same with one more local, which can be set again."""
        return replace(self.having(name, kind), settable=(*self.settable, name))

    def item(self, kind: str) -> Scope:
        """What may be read of an item that has no name."""
        return replace(self, it=kind, pure=True)

    def of(self, kind: str) -> list[str]:
        """The locals of a type."""
        return [name for name, own in self.names if own == kind]


Maker = Callable[["Pen", Scope, str, int], str]
"""Writes an expression of a type, so deep."""


@dataclass(slots=True)
class Pen:
    """A Pen writes. `procs` are the procedures that can be called: name -> parameter types, result, whether pure.

    `actions`, `menus` and `rules` are the ids of those, `asking` the menus that say who is asked,
    `optional` the procedures whose last parameter can be left out, `keyed` a table of procedures,
    `tables` the others that may be asked. `special` writes
    statements about calls, and blocks of branches; `makers` write what is rarer, by type. `made` counts the names of
    the text that is being written, `told` are these and their types.
    """

    below: Callable[[int], int]
    special: Callable[[Pen, Scope], list[str]]
    makers: Mapping[str, Maker]
    procs: dict[str, tuple[tuple[str, ...], str, bool]] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    menus: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    asking: list[str] = field(default_factory=list)
    optional: list[str] = field(default_factory=list)
    keyed: str = ""
    tables: list[str] = field(default_factory=list)
    made: int = 0
    told: list[tuple[str, str]] = field(default_factory=list)

    def one_of(self, items: Sequence[Item]) -> Item:
        """One of several."""
        return items[self.below(len(items))]

    def chance(self, of: int) -> bool:
        """True one time in so many."""
        return self.below(of) == 0

    def begin(self) -> None:
        """Begins a text, which knows nothing of the locals of others."""
        self.made, self.told = 0, []

    def part(self) -> None:
        """Begins a part of a text whose scope no longer tells which of the names before are still taken."""
        self.told = [(name, "$") for name, _ in self.told]

    def name(self, scope: Scope, kind: str) -> str:
        """A local that nothing around knows: a new one, or one of that type whose block has ended."""
        known = [name for name, _ in scope.names]
        ended = [name for name, own in self.told if own == kind != "$" and name not in known]
        if ended and self.chance(2):
            return self.one_of(ended)
        odd = [name for name in ODD if name not in known and all(name != own for own, _ in self.told)]
        self.made += 1
        found = self.one_of(odd) if odd and self.chance(6) else f"v{self.made}"
        self.told.append((found, kind))
        return found

    # ---- values ----

    def number(self, scope: Scope, depth: int) -> str:
        """An expression that gives a number."""
        known = scope.of("int")
        if depth <= 0 or self.chance(5):
            if known and self.chance(2):
                return self.one_of(known)
            if scope.it and scope.it in INTS and self.chance(2):
                return f".{self.one_of(INTS[scope.it])}"
            if scope.it == "int":
                return "it"
            return str(self.below(5) - self.below(2))
        match self.below(20):
            case 0 | 1 | 2 | 3:
                kind = self.one_of(["imp", "coin", "gem", "area", "player", "game", "game", "imp"])
                return f"{self.thing(scope, kind, depth - 1)}.{self.one_of(INTS[kind])}"
            case 4 | 5:
                op = self.one_of(["+", "-", "+", "-", "*"])
                return f"({self.number(scope, depth - 1)} {op} {self.number(scope, depth - 1)})"
            case 6:
                op = self.one_of(["/", "%"])
                by = str(self.below(4) + 1) if self.below(8) else self.number(scope, depth - 1)
                return f"({self.number(scope, depth - 1)} {op} {by})"
            case 7 | 8:
                return f"count({self.items(scope, self.one_of(ITEMS), depth - 1)})"
            case 9 | 10:
                kind = self.one_of(ITEMS)
                of = self.one_of(INTS[kind])
                how = self.one_of(["sum", "max", "min"])
                source = self.items(scope, kind, depth - 1)
                return f"{how}({source}, .{of})" if self.chance(2) else f"{how}({source}.{of})"
            case 11:
                how = self.one_of(["max", "min"])
                return f"{how}({self.number(scope, depth - 1)}, {self.number(scope, depth - 1)})"
            case 12:
                other = self.number(scope, depth - 1)
                return f"({self.number(scope, depth - 1)} if {self.truth(scope, depth - 1)} else {other})"
            case 13:
                if "prize" in self.tables and self.chance(2):
                    return f"prize({self.color(scope, depth - 1)})"
                return f"pay({self.number(scope, 0)})"
            case 16 | 17 | 18:
                return self.makers["int"](self, scope, "int", depth - 1)
            case 14 if not scope.pure and self.chance(2):
                chips = f" + roll(chip, {self.below(3)}, why={self.color(scope, 0)})" if self.chance(2) else ""
                rolled = f"(roll(bone, {self.below(3)}, why={self.color(scope, 0)}){chips})"
                return f"{rolled}.{self.one_of(['hit', 'miss', 'pips'])}"
            case 14:
                rolls = scope.of("roll")
                if rolls:
                    return f"{self.one_of(rolls)}.{self.one_of(['hit', 'miss', 'pips'])}"
                return self.somewhere(scope, depth)
            case _:
                return self.called(scope, "int", depth) or str(self.below(4))

    def few(self, scope: Scope) -> str:
        """A number of items: one that is known is not below 0."""
        known = scope.of("int")
        if not scope.pure and self.chance(6):
            return self.called(scope, "int", 1) or f"random({self.below(2)}..{1 + self.below(3)})"
        return self.one_of(known) if known and self.chance(2) else str(self.below(4))

    def somewhere(self, scope: Scope, depth: int) -> str:
        """A number that says where things are."""
        one, two = self.thing(scope, "area", depth - 1), self.thing(scope, "area", depth - 1)
        match self.below(4):
            case 0:
                return f"count(toward({one}, {two}))"
            case 1:
                return f"count(least({self.items(scope, 'area', depth - 1)}, dist(it, {two}) or {self.below(9)}))"
            case 2:
                whose, name = self.one_of([("coin", "index"), ("imp", "index"), ("coin", "number"), ("player", "seat")])
                return f"{self.thing(scope, whose, depth - 1)}.{name}"
            case _:
                return f"count({one}.{self.one_of(['exits', 'entries'])}[.open and .to != {two}])"

    def truth(self, scope: Scope, depth: int) -> str:
        """An expression that gives true or false."""
        if depth <= 0:
            if scope.it in BOOLS and self.chance(2):
                return f".{self.one_of(BOOLS[scope.it])}"
            if (known := scope.of("bool")) and self.chance(2):
                return self.one_of(known)
            return f"{self.number(scope, 0)} {self.one_of(['<', '>', '=='])} {self.number(scope, 0)}"
        match self.below(15):
            case 0 | 1 | 2:
                op = self.one_of(["==", "!=", "<", "<=", ">", ">="])
                return f"{self.number(scope, depth - 1)} {op} {self.number(scope, depth - 1)}"
            case 3:
                if self.chance(4):
                    coin = self.thing(scope, "coin", depth - 1)
                    seen = f"knows({self.thing(scope, 'player', 0)}, {coin})"
                    return self.one_of([f"{coin}.area", f"{coin}.shown", f"{coin} in gem", f"{coin}.at in place", seen])
                kind = self.one_of(list(BOOLS))
                return f"{self.thing(scope, kind, depth - 1)}.{self.one_of(BOOLS[kind])}"
            case 4:
                return f"not ({self.truth(scope, depth - 1)})"
            case 5 | 6:
                op = self.one_of(["and", "or"])
                return f"({self.truth(scope, depth - 1)} {op} {self.truth(scope, depth - 1)})"
            case 7:
                kind = self.one_of(ITEMS)
                return f"{self.thing(scope, kind, depth - 1)} in {self.items(scope, kind, depth - 1)}"
            case 8:
                listed = self.items(scope, self.one_of(ITEMS), depth - 1)
                return f"count({listed}) > 0" if listed in ITEMS else listed
            case 9:
                kind = self.one_of(COLORED)
                op = self.one_of(["==", "!="])
                return f"{self.thing(scope, kind, depth - 1)}.color {op} {self.one_of(COLORS)}"
            case 10:
                kind = self.one_of(ITEMS)
                op = self.one_of(["==", "!="])
                return f"{self.thing(scope, kind, depth - 1)} {op} {self.thing(scope, kind, depth - 1)}"
            case 11 | 12 | 13:
                return self.makers["bool"](self, scope, "bool", depth - 1)
            case _:
                kind = self.one_of(list(MAYBES))
                path = f"{self.thing(scope, kind, 0)}.{MAYBES[kind][0]}"
                if self.chance(2):
                    return path
                return f"({path} and {path}.{self.one_of(INTS[MAYBES[kind][1]])} > {self.number(scope, 0)})"

    def color(self, scope: Scope, depth: int) -> str:
        """An expression that gives a color."""
        known = scope.of("color")
        if known and self.chance(2):
            return self.one_of(known)
        if scope.it == "color" and self.chance(2):
            return "it"
        if depth > 0 and self.chance(3):
            return self.makers["color"](self, scope, "color", depth - 1)
        if depth > 0 and self.chance(2):
            return f"{self.thing(scope, self.one_of(COLORED), depth - 1)}.color"
        return f"color.{self.one_of(COLORS)}"

    def thing(self, scope: Scope, kind: str, depth: int) -> str:
        """An expression that surely gives a thing of a kind."""
        if kind == "game":
            return "game"
        known = scope.of(kind) + (scope.of("gem") if kind == "coin" else [])
        if scope.it == kind:
            known = [*known, "it"]
        if known and self.below(4):
            return self.one_of(known)
        if depth > 0 and self.chance(6) and kind in ITEMS:
            return self.makers["kind"](self, scope, kind, depth - 1)
        if kind == "area" and depth > 0 and self.chance(2):
            return f"{self.thing(scope, 'imp', depth - 1)}.at"
        if kind == "coin" and self.chance(2):
            return self.one_of(["coin_1", "ruby", "coin_3"])
        if depth > 0 and self.chance(4) and kind in ITEMS:
            return f"first(sort({kind}, -.{self.one_of(INTS[kind])}))"
        return self.one_of(IDS.get(kind, ["coin_2"]))

    def items(self, scope: Scope, kind: str, depth: int) -> str:
        """An expression that gives a list of things of a kind."""
        known = scope.of(f"list {kind}")
        if known and self.chance(2):
            return self.one_of(known)
        if depth <= 0:
            return self.spots(scope, kind, 0)
        inner = scope.item(kind)
        if self.chance(6):
            return self.makers["list"](self, scope, kind, depth - 1)
        match self.below(10):
            case 0 | 1 | 2:
                return f"{self.spots(scope, kind, depth - 1)}[{self.truth(inner, depth - 1)}]"
            case 3:
                name = self.name(scope, kind)
                filtered = scope.item("").having(name, kind)
                return f"{self.spots(scope, kind, depth - 1)}[{name}: {self.truth(filtered, depth - 1)}]"
            case 4:
                op = self.one_of(["+", "-"])
                return f"({self.items(scope, kind, depth - 1)} {op} {self.items(scope, kind, depth - 1)})"
            case 5:
                how = self.one_of(["sort", "least", "most"])
                keys = ", ".join(self.number(inner, depth - 2) for _ in range(1 + self.below(2)))
                return f"{how}({self.items(scope, kind, depth - 1)}, {keys})"
            case 6:
                return f"take({self.items(scope, kind, depth - 1)}, {self.few(scope)})"
            case 7:
                return f"[{self.thing(scope, kind, depth - 1)}, {self.thing(scope, kind, depth - 1)}]"
            case 8:
                found = [(whose, name) for whose, (name, what) in MAYBES.items() if what == kind and whose != "game"]
                if found:
                    whose, name = self.one_of(found)
                    return f"{self.items(scope, whose, depth - 1)}.{name}"
                return self.spots(scope, kind, depth - 1)
            case _:
                return f"({self.items(scope, kind, depth - 1)} or {self.items(scope, kind, depth - 1)})"

    def spots(self, scope: Scope, kind: str, depth: int) -> str:
        """A list of what there is, or what lies somewhere."""
        if kind == "imp" and self.chance(2):
            return f"{self.thing(scope, 'area', depth)}.imp"
        if kind in ("coin", "gem") and self.below(4):
            match self.below(4):
                case 0:
                    return f"{self.thing(scope, 'player', depth)}.hand.{kind}"
                case 1:
                    return f"{self.thing(scope, 'imp', depth)}.{kind}"
                case _:
                    return f"{self.one_of(PLACES)}.{kind}"
        if kind == "area" and self.chance(2):
            if self.chance(3):
                return f"within({self.thing(scope, 'area', depth)}, {self.below(3)})"
            return f"{self.thing(scope, 'area', depth)}.{self.one_of(['exits.to', 'entries.from'])}"
        if kind == "player" and self.chance(2):
            return f"around(player, {self.thing(scope, 'player', depth)})"
        return kind

    def called(self, scope: Scope, result: str, depth: int) -> str:
        """A call of a procedure that gives a type, empty where there is none that may be called here."""
        found = [
            name for name in scope.calls if self.procs[name][1] == result and (self.procs[name][2] or not scope.pure)
        ]
        return self.call(scope, self.one_of(found), depth) if found else ""

    def call(self, scope: Scope, name: str, depth: int) -> str:
        """A call of a procedure."""
        kinds = self.procs[name][0]
        given = [self.value(scope, kind, depth - 1) for kind in kinds]
        if name in self.optional and self.chance(2):
            given = given[:-1]
        if name == self.keyed:
            return f"{name}({', '.join(given)})"
        return f"{name}({self.arguments(**{f'p{number}': each for number, each in enumerate(given)})})"

    def who(self, scope: Scope) -> str:
        """Somebody who decides, or for whom something is done: now and then by what does something first."""
        if not scope.pure and self.chance(4):
            return self.makers["kind"](self, scope, "player", 1)
        return self.thing(scope, "player", 0)

    def built_in(self, called: str, **given: str) -> str:
        """A call of a built-in with `arguments`."""
        return f"{called}({self.arguments(**given)})"

    def arguments(self, **given: str) -> str:
        """Arguments by name in the order of the parameters, those left out empty, as a call may be given them.

        A name with a line at its end is only given by name. The others stand in their places, or now and then the last
        of them by name, and what is given by name in any order.
        """
        known = {name: value for name, value in given.items() if value}
        plain = [name for name in known if not name.endswith("_")]
        placed = plain[: self.below(len(plain) + 1)] if self.chance(4) else plain
        named = [f"{name.rstrip('_')}={value}" for name, value in known.items() if name not in placed]
        mixed = [named.pop(self.below(len(named))) for _ in list(named)]
        return ", ".join([*(known[name] for name in placed), *mixed])

    def value(self, scope: Scope, kind: str, depth: int) -> str:
        """An expression of a type."""
        first, _, item = kind.partition(" ")
        match first:
            case "int":
                return self.number(scope, depth)
            case "bool":
                return self.truth(scope, depth)
            case "color":
                return self.color(scope, depth)
            case "list" if item in ITEMS:
                return self.items(scope, item, depth)
            case "list" | "maybe" | "thing" | "place" | "roll":
                return self.makers[first](self, scope, item, depth)
        return self.thing(scope, kind, depth)
