"""Expressions of made-up packs that are rarer: of maybes, of lists of numbers and colors, of things of any kind, of
what procedures, tables, options and calls that ended give, and what does something while it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tests.language.generate_texts import COLORED, COLORS, INTS, ITEMS, MAYBES, PLACES, Maker, Pen, Scope

OWNED = ["imp", "coin", "area", "flag"]


def _number(pen: Pen, scope: Scope, _: str, depth: int) -> str:
    match pen.below(11):
        case 0:
            return f"{pen.one_of(['sum', 'count'])}({_list(pen, scope, 'int', depth)})"
        case 1:
            return f"{pen.one_of(['max', 'min'])}({_list(pen, scope, 'int', depth)} + [{pen.below(9)}])"
        case 2:
            return f"count({_list(pen, scope, 'color', depth)})"
        case 3:
            return f"({_maybe(pen, scope, 'int', depth)} or {pen.below(9)})"
        case 4:
            return pen.one_of(["opt.level", "opt.level", "count(game.winners)", "count(slot)"])
        case 5:
            return f"{pen.thing(scope, 'flag', 1)}.{pen.one_of(['rank', 'number'])}"
        case 6:
            kind = pen.one_of(["imp", "player"])
            return f"count({pen.thing(scope, kind, depth)}.{'pouch' if kind == 'imp' else 'hand'}.coin)"
        case 7:
            maybe = pen.one_of(scope.of("maybe imp") or ["game.worst"])
            return f"({maybe}.{pen.one_of(INTS['imp'])} if {maybe} else {pen.number(scope, depth - 1)})"
        case 8 if not scope.pure:
            return f"count({_done(pen, scope, depth)})"
        case 9 if not scope.pure and pen.chance(3):
            return pen.built_in("pick", xs=f"1..{1 + pen.below(4)}", prompt='"A number"', by_=pen.who(scope))
        case _:
            return f"value({pen.thing(scope, 'coin', depth)}, {pen.thing(scope, 'player', 0)})"


def _truth(pen: Pen, scope: Scope, _: str, depth: int) -> str:
    match pen.below(12):
        case 0:
            how = pen.one_of(["in", "not in"])
            return f"{pen.number(scope, depth - 1)} {how} {_list(pen, scope, 'int', depth - 1)}"
        case 1:
            how = pen.one_of(["in", "not in"])
            return f"{pen.color(scope, depth - 1)} {how} {_list(pen, scope, 'color', depth - 1)}"
        case 2:
            return pen.called(scope, "bool", depth) or "opt.mood == mild"
        case 3 if "lit" in pen.tables:
            return f"lit({pen.color(scope, depth)}) {pen.one_of(['==', '!='])} ({pen.truth(scope, depth - 1)})"
        case 4:
            kind = pen.one_of(["imp", "player", "int", "color"])
            return f"{_maybe(pen, scope, kind, depth)} {pen.one_of(['==', '!='])} {pen.value(scope, kind, depth - 1)}"
        case 5:
            kind = pen.one_of(["imp", "player", "coin"])
            return f"{_maybe(pen, scope, kind, depth)} in {pen.items(scope, kind, depth - 1)}"
        case 6:
            yes, no, test = (pen.truth(scope, depth - 1) for _ in range(3))
            return f"({yes} if {test} else {no})"
        case 7:
            names = scope.of("thing") or ["ann"]
            name, kind = pen.one_of(names), pen.one_of(["imp", "coin", "gem"])
            if name == "ann":
                return f"coin_1 {pen.one_of(['in', 'not in'])} gem"
            return f"({name} in {kind} and {name}.{pen.one_of(INTS[kind])} > {pen.number(scope, 0)})"
        case 8:
            return pen.one_of(["opt.mood == wild", "opt.mood != wild", "opt.level > 1", "game.over"])
        case 9:
            known = scope.of("maybe imp")
            if not known:
                return f"{pen.items(scope, 'coin', depth)}[rune]"
            name = pen.one_of(known)
            return pen.one_of([name, f"not {name}", f"({name} and {name}.awake)", f"{name} == none"])
        case 10 if not scope.pure and pen.chance(2):
            return pen.built_in("ask", prompt='"So?"', by_=pen.who(scope))
        case _:
            kind = pen.one_of(["flag", "imp"])
            return f"{pen.thing(scope, kind, 0)}.owner == {pen.thing(scope, 'player', 1)}"


def _color(pen: Pen, scope: Scope, _: str, depth: int) -> str:
    match pen.below(5):
        case 0 if "tint" in pen.tables:
            return f"tint({pen.number(scope, 0)})"
        case 1:
            return f"({pen.color(scope, depth)} if {pen.truth(scope, depth)} else {pen.color(scope, depth)})"
        case 2:
            return f"({_maybe(pen, scope, 'color', depth)} or color.{pen.one_of(COLORS)})"
        case 3:
            rolls = scope.of("roll")
            return f"{pen.one_of(rolls)}.why" if rolls else "game.hue"
        case _:
            return pen.called(scope, "color", depth) or "game.hue"


def _kind(pen: Pen, scope: Scope, kind: str, depth: int) -> str:
    """A thing of a kind, by a choice."""
    match pen.below(7):
        case 0:
            test = pen.truth(scope, depth)
            return f"({pen.thing(scope, kind, depth)} if {test} else {pen.thing(scope, kind, depth)})"
        case 1 | 2:
            return f"({_maybe(pen, scope, kind, depth)} or {pen.thing(scope, kind, depth)})"
        case 3:
            return f"first({pen.one_of(['most', 'least'])}({kind}, .{pen.one_of(INTS[kind])}))"
        case 4 if kind == "area" and "home" in pen.tables:
            return f"home({pen.thing(scope, 'imp', depth)})"
        case 4 if kind == "player":
            return f"({pen.thing(scope, pen.one_of(['imp', 'coin']), depth)}.owner or player_2)"
        case 5 if not scope.pure and pen.chance(3):
            return pen.built_in("pick", xs=kind, prompt='"One of them"', by_=pen.who(scope))
        case 5 if not scope.pure:
            return f"random({kind})"
        case _:
            return pen.called(scope, kind, depth) or pen.thing(scope, kind, 0)


def _maybe(pen: Pen, scope: Scope, kind: str, depth: int) -> str:
    """What may be none."""
    known = scope.of(f"maybe {kind}")
    if known and pen.chance(2):
        return pen.one_of(known)
    if kind == "int" and pen.chance(3):
        return f"dist({pen.thing(scope, 'area', depth - 1)}, {pen.thing(scope, 'area', 0)})"
    fields = [(whose, name) for whose, (name, what) in MAYBES.items() if what == kind]
    match pen.below(5):
        case 0 | 1 if fields:
            whose, name = pen.one_of(fields)
            return f"{pen.thing(scope, whose, depth - 1)}.{name}"
        case 0 if kind == "player":
            return f"{pen.thing(scope, pen.one_of(OWNED), depth - 1)}.owner"
        case 2 if not scope.pure:
            return f"random({_some(pen, scope, kind, depth - 1)})"
        case 3 if depth > 0:
            return f"({_maybe(pen, scope, kind, depth - 1)} or {_maybe(pen, scope, kind, depth - 1)})"
        case 4 if pen.chance(2) and (called := pen.called(scope, f"maybe {kind}", depth)):
            return called
        case _:
            return f"first({_some(pen, scope, kind, depth - 1)})"


def _some(pen: Pen, scope: Scope, kind: str, depth: int) -> str:
    """A list that may be empty."""
    return f"{_list(pen, scope, kind, depth)}[{pen.truth(scope.item(kind), 1)}]"


def _list(pen: Pen, scope: Scope, kind: str, depth: int) -> str:
    """A list of anything, by what is rarer than filters."""
    known = scope.of(f"list {kind}")
    if known and pen.chance(2):
        return pen.one_of(known)
    if depth <= 0 or (kind not in ITEMS and pen.chance(3)):
        return _plain(pen, scope, kind)
    inner = scope.item(kind)
    match pen.below(10):
        case 0:
            return f"({_list(pen, scope, kind, depth - 1)} {pen.one_of(['+', '-'])} {_single(pen, scope, kind, depth)})"
        case 1:
            return (
                f"({_list(pen, scope, kind, depth - 1)} if {pen.truth(scope, depth)} else {_plain(pen, scope, kind)})"
            )
        case 2 if not scope.pure:
            return pen.built_in("random", xs=_list(pen, scope, kind, depth - 1), n=pen.few(scope))
        case 3:
            return f"{_list(pen, scope, kind, depth - 1)}[{pen.truth(inner, 1)}]"
        case 4:
            name = pen.name(scope, kind)
            return f"{_list(pen, scope, kind, depth - 1)}[{name}: {pen.truth(scope.item('').having(name, kind), 1)}]"
        case 5:
            return pen.built_in("take", xs=_list(pen, scope, kind, depth - 1), n=pen.few(scope))
        case 6:
            keys = ", ".join(pen.number(inner, 1) for _ in range(1 + pen.below(2)))
            return f"{pen.one_of(['sort', 'most', 'least'])}({_list(pen, scope, kind, depth - 1)}, {keys})"
        case 7 if kind in ("coin", "gem", "imp"):
            return _read(pen, scope, kind, depth)
        case 8:
            return pen.called(scope, f"list {kind}", depth) or _plain(pen, scope, kind)
        case 9 if not scope.pure and kind in ("coin", "gem"):
            return f"{_done(pen, scope, depth)}[{kind}]"
        case _:
            return f"({_list(pen, scope, kind, depth - 1)} or {_plain(pen, scope, kind)})"


def _single(pen: Pen, scope: Scope, kind: str, depth: int) -> str:
    """One item or none, which stands for a list; or what moves or turns some, and gives them."""
    if not scope.pure and kind in ("coin", "gem") and pen.chance(3):
        return f"{_done(pen, scope, min(depth, 1))}[{kind}]"
    if kind in ITEMS and pen.chance(2):
        return _maybe(pen, scope, kind, depth - 1)
    return pen.thing(scope, kind, depth - 1) if kind in ITEMS else _plain(pen, scope, kind)


def _plain(pen: Pen, scope: Scope, kind: str) -> str:
    return pen.items(scope, kind, 0) if kind in ITEMS else _written(pen, scope, kind)


def _written(pen: Pen, scope: Scope, kind: str) -> str:
    """A list of what is no thing, written out."""
    if kind == "int" and pen.chance(2):
        return f"({pen.below(3)}..{pen.number(scope, 0)})"
    if kind == "color" and pen.chance(2):
        return f"{pen.items(scope, pen.one_of(COLORED), 0)}.color"
    if kind == "place":
        return pen.one_of(["slot", "player.hand", "imp.pouch", "[deck, pile]", "[bag, slot_1, player_1.hand]"])
    return f"[{', '.join(pen.value(scope, kind, 0) for _ in range(1 + pen.below(3)))}]"


def _read(pen: Pen, scope: Scope, kind: str, depth: int) -> str:
    """What is read through a list of other things, or among things of all kinds."""
    if kind == "imp":
        read = [f"{pen.items(scope, 'area', depth - 1)}.imp", "cave.thing[imp]", "lake.thing[x: x in imp]"]
        return pen.one_of([*read, f"(imp{pen.one_of(['.foe', ''])} + {_maybe(pen, scope, 'imp', 0)})"])
    holder = pen.one_of(["player.hand", "imp", "imp.pouch", "slot", pen.items(scope, "imp", depth - 1)])
    return pen.one_of([f"{holder}.{kind}", f"{holder}.thing[{kind}]", f"slot_1.thing[not it in imp][{kind}]"])


def _done(pen: Pen, scope: Scope, depth: int) -> str:
    """What moves or turns something and gives it."""
    coins = pen.items(replace(scope, pure=pen.below(4) > 0), "coin", min(depth, 1))
    match pen.below(4):
        case 0:
            return pen.built_in("move", what=coins, to=_place(pen, scope, "place", 0))
        case 1:
            return pen.built_in("show", what=coins, to_=pen.who(scope) if pen.chance(4) else "")
        case 2:
            return pen.built_in("order", xs=coins, prompt='"So"', by_=pen.who(scope))
        case _:
            to = _place(pen, scope, "place", 0)
            return pen.built_in("draw", source=pen.one_of(PLACES), to=to, n=pen.few(scope))


def _thing(pen: Pen, scope: Scope, _: str, depth: int) -> str:
    known = scope.of("thing")
    if known and pen.chance(2):
        return pen.one_of(known)
    if pen.chance(4):
        return f"({pen.thing(scope, 'imp', depth)} if {pen.truth(scope, 1)} else {pen.thing(scope, 'coin', 0)})"
    return pen.thing(scope, pen.one_of(["imp", "coin", "gem", "area", "player"]), depth)


def _place(pen: Pen, scope: Scope, _: str, depth: int) -> str:
    known = scope.of("place")
    if known and pen.chance(2):
        return pen.one_of(known)
    if pen.chance(4):
        return f"({pen.one_of(PLACES)} if {pen.truth(scope, min(depth, 1))} else {pen.one_of(PLACES)})"
    owned = [f"{pen.thing(scope, 'player', 0)}.hand", f"{pen.thing(scope, 'imp', 0)}.pouch"]
    return pen.one_of([*owned, *PLACES])


def _roll(pen: Pen, scope: Scope, _: str, depth: int) -> str:
    known = scope.of("roll")
    if known and pen.chance(2):
        return pen.one_of(known)
    chips = f" + roll(chip, {pen.below(3)}, why={pen.color(scope, 0)})" if pen.chance(3) else ""
    number = pen.number(scope, min(depth, 1))
    return f"roll(bone, {pen.arguments(n=number, why_=pen.color(scope, min(depth, 1)))}){chips}"


MAKERS: Mapping[str, Maker] = {
    "int": _number,
    "bool": _truth,
    "color": _color,
    "kind": _kind,
    "list": _list,
    "maybe": _maybe,
    "thing": _thing,
    "place": _place,
    "roll": _roll,
}
