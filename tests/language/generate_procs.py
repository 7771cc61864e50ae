"""Procedures and tables of made-up packs."""

from __future__ import annotations

from tests.language.generate_kinds import STEPS
from tests.language.generate_statements import Lines, block, indented, put
from tests.language.generate_texts import COLORS, ITEMS, Pen, Scope

TAKEN = ["int", "int", "imp", "imp", "coin", "area", "color", "bool", "player", "gem"]
TAKEN += ["maybe imp", "maybe int", "list coin", "list imp", "list int", "list color", "thing", "place"]
GIVEN = ["int", "int", "int", "bool", "color", "imp", "coin", "area", "player", "maybe imp", "list coin", "list int"]
SOUGHT = ["bool", "color", "area", "imp", "player", "maybe imp", "maybe player", "list imp", "list coin", "list int"]
TABLES = (
    ("prize", COLORS, "int"),
    ("tint", ["0", "1..4", "5..99"], "color"),
    ("lit", COLORS, "bool"),
    ("home", ["ann", "bob", "imp_1", "imp_2"], "area"),
)
"""Tables with their keys and what they give; a row may ask those before."""
PURE = ("calc", "seek")


def procs(pen: Pen, menus: tuple[str, ...]) -> str:
    """Procedures; each may call those before it, and `loop` itself one level down. Some end a table of procedures."""
    lines = Lines()
    for name in ["calc", "job", "seek", "work", "loop"][: 2 + pen.below(4)]:
        kinds = tuple(pen.one_of(TAKEN if name in PURE else [*TAKEN, "roll"]) for _ in range(pen.below(4)))
        if name == "loop":
            kinds = ("int", *kinds)
        gives = {"calc": "int", "seek": pen.one_of(SOUGHT)}.get(name, pen.one_of(GIVEN) if pen.chance(3) else "")
        lines += _proc(pen, name, kinds, gives, menus)
    if pen.chance(3):
        lines += _nudge(pen)
    if pen.chance(3):
        kinds = tuple(pen.one_of(TAKEN) for _ in range(pen.below(3)))
        gives = pen.one_of(GIVEN) if pen.chance(2) else ""
        lines += [*_proc(pen, "way_1", kinds, gives, menus), *_proc(pen, "way_2", kinds, gives, menus)]
        pen.keyed = "way"
        pen.procs["way"] = (("color", *kinds), gives, False)
    return "\n".join(["procs:", *lines, ""])


def _proc(pen: Pen, name: str, kinds: tuple[str, ...], gives: str, menus: tuple[str, ...]) -> Lines:
    """A procedure with its signature."""
    pen.begin()
    pure = name in PURE
    names = [f"p{number}" for number in range(len(kinds))]
    scope = Scope(
        tuple(zip(names, kinds, strict=True)), pure=pure, calls=tuple(pen.procs), menus=() if pure else menus,
        returns=gives or "nothing", steps=() if pure else STEPS,
    )  # fmt: skip
    taken = [f"{kind} {own}" for kind, own in zip(kinds, names, strict=True)]
    if kinds and kinds[-1] in ("int", "bool", "color", "area") and name != "loop" and pen.chance(3):
        taken[-1] += f" = {pen.value(Scope(), kinds[-1], 1)}"
        pen.optional.append(name)
    body = _pure_body(pen, scope) if pure else [*block(pen, scope, 2), "game.clock += 0"]
    if name == "loop":
        again = f"loop({', '.join(['p0 - 1', *names[1:]])})"
        body = ["if p0 > 0:", *indented([*body, again])]
    pen.part()
    if gives:
        body.append(f"return {pen.value(scope, gives, 2)}")
    pen.procs[name] = (kinds, gives, pure)
    return [f"  {name}({', '.join(taken)}){f' -> {gives}' if gives else ''}: |", *indented(indented(body))]


def _nudge(pen: Pen) -> Lines:
    """A procedure that only sets something, so that branches may call it too."""
    pen.begin()
    scope = Scope((("p0", "imp"), ("p1", "int")), pure=True)
    body = [put(pen, scope, 1) for _ in range(1 + pen.below(2))]
    pen.procs["nudge"] = (("imp", "int"), "", False)
    return ["  nudge(imp p0, int p1): |", *indented(indented(body))]


def _pure_body(pen: Pen, scope: Scope) -> Lines:
    """A text that only computes."""
    kind, gives = pen.one_of(ITEMS), scope.returns
    total = pen.name(scope, "int")
    around = scope.letting(total, "int")
    item = pen.name(around, kind)
    inner = around.having(item, kind)
    return [
        f"let {total} = {pen.number(scope, 2)}",
        f"for {item} in {pen.items(scope, kind, 2)}:",
        f"  if {pen.truth(inner, 2)}: {total} += {pen.number(inner, 1)}",
        f"  elif {total} > {pen.below(9)}: return {pen.value(inner, gives, 1)}",
        f"if {total} > 90: return {pen.value(around, gives, 0)}",
    ]


def tables(pen: Pen) -> str:
    """Tables whose rows are read when they are asked."""
    pen.begin()
    quiet, lines = Scope(), ["tables:", "  pay: {0: 1, 1..3: 5, 4..90: 0}"]
    for name, keys, kind in TABLES:
        values = [pen.value(quiet, kind, pen.below(3)) for _ in keys]
        if kind == "bool":
            values = [pen.one_of(["true", "false", f"({each}) and true"]) for each in values]
        lines += [f"  {name}:", *_rows(dict(zip(keys, values, strict=True)))]
        pen.tables.append(name)
    return "\n".join(lines)


def keyed(pen: Pen) -> str:
    """The table of procedures, if there is one."""
    rows = _rows({each: pen.one_of(["way_1", "way_2"]) for each in COLORS})
    return "\n".join([f"  {pen.keyed}:", *rows, ""] if pen.keyed else [""])


def _rows(rows: dict[str, str]) -> Lines:
    return [line for key, value in rows.items() for line in (f"    {key}: |", f"      {value}")]
