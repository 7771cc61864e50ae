"""Whole small packs, written at random as YAML: kinds, things, dice, procedures, menus, rules, modifiers, a flow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.language.generate_calls import branch, ended, heads, running, together, waiting
from tests.language.generate_calls import condition as condition_of
from tests.language.generate_kinds import FIRES, GUARD, STEPS, UNGUARDED, kinds
from tests.language.generate_statements import Lines, block, indented, put
from tests.language.generate_texts import COLORED, COLORS, INTS, ITEMS, SETTABLE, Pen, Scope

ROUNDS = 5
"""A game is over after so many rounds, whatever keeps it going."""

HEADER = """pack:
  format: 1
  id: made_up
  title: Made up
  version: 1.0.0
  players: 2
  seats: each
  credits: Nobody
%s
enums:
  color: [red, green, blue]
"""

BOARD = """areas:
  cave: {heat: 1}
  lake:
  hill: {level: 2}

dice:
  bone:
    faces: [hit, both: [hit, miss], miss, blank: []]
    with: (color why, maybe imp by)
  chip:
    faces: [hit, gap: []]
    with: (color why)

tables:
  prize: {red: 1, green: 2, blue: 4}
  pay: {0: 1, 1..3: 5, 4..90: 0}
"""


def pack(below: Callable[[int], int]) -> str:
    """A pack, all of whose choices are made by `below(n)`: a number from 0 to n - 1."""
    pen = Pen(below, _special)
    texts = _texts(pen)
    ordering = "  simultaneous: player_1\n" if pen.chance(4) else ""
    parts = [HEADER % ordering, kinds(pen), _board(pen), BOARD, *texts]
    return "\n".join(part for part in parts if part)


def _special(pen: Pen, scope: Scope) -> Lines:
    """A statement about calls that run, ended or are yet to come, or a block of branches."""
    if not pen.procs:
        return [put(pen, scope, 1)]
    match pen.below(4):
        case 0 if not scope.of("$next"):
            return waiting(pen, scope.having("$", "$next"))
        case 1:
            return running(pen, scope)
        case 2:
            return [f"if {ended(pen, replace(scope, pure=True))}: {put(pen, scope, 1)}"]
        case _:
            return together(pen, scope)


# ---- what there is ----


def _board(pen: Pen) -> str:
    lines = [
        "arrows:",
        f"  - cave {pen.one_of(['->', '<->'])} lake",
        "  - {from: lake, to: hill, id: ford, both_ways: true}",
        *(["  - hill -> cave"] if pen.chance(2) else []),
        "",
        "places:",
        f"  deck: {{ordered: {pen.one_of(['true', 'false'])}, holds: coin" + pen.one_of(["}", ", refill: pile}"]),
        f"  pile: {{ordered: {pen.one_of(['true', 'false'])}, holds: coin}}",
        "  bag: {holds: coin}",
        *(["  row: {holds: coin, keep: 2, from: deck}"] if pen.chance(4) else []),
        f"  hand: {{per: player, holds: coin, sees: {pen.one_of(['owner', 'all', 'none'])}"
        + pen.one_of(["}", "}", ", live: true}"]),
        "",
    ]
    return "\n".join(lines)


# ---- what is done ----


def _texts(pen: Pen) -> list[str]:
    menus = ("shop", "bar")[: 1 + pen.below(2)]
    pen.asking = [each for each in menus if pen.chance(4)]
    procs = _procs(pen, menus)
    acting = Scope(pure=False, calls=tuple(pen.procs), menus=menus, steps=STEPS)
    return [
        _things(pen, acting),
        procs,
        _menus(pen, acting, menus),
        _rules(pen, acting),
        _hooks(pen, acting),
        _mods(pen),
        _flow(pen, acting),
        _measures(pen),
    ]


def _things(pen: Pen, acting: Scope) -> str:
    """The components; some coins have a text of their own."""
    flashing = acting.having("this", "coin").having("n", "int")
    lines = [
        "things:",
        "  imp:",
        "    ann: {at: cave, owner: player_1, a: 2}",
        "    bob: {at: lake, owner: player_2, b: 1, color: green}",
        "    imp: {at: cave, count: 2}",
        "  coin:",
        "    coin: {at: deck, count: 3}",
        "    penny:",
        "      at: pile",
        "      worth: 2",
        f"      count: {1 + pen.below(3)}",
        *(["      flash: |", *(f"        {line}" for line in block(pen, flashing, 1, 2))] if pen.chance(2) else []),
        "  gem:",
        "    ruby:",
        f"      at: {pen.one_of(['deck', 'player_1.hand'])}",
        "      edge: 1",
        *(["      flash: |", *(f"        {line}" for line in block(pen, flashing, 1, 2))] if pen.chance(2) else []),
        "    pearl: {at: bag, count: 2}",
    ]
    return "\n".join([*lines, ""])


def _procs(pen: Pen, menus: tuple[str, ...]) -> str:
    """Procedures; each may call those before it, and itself one level down."""
    lines = Lines()
    for name in ["calc", "job", "work", "loop"][: 2 + pen.below(3)]:
        kinds = tuple(pen.one_of(["int", "imp", "coin", "area", "color", "bool"]) for _ in range(pen.below(3)))
        if name == "loop":
            kinds = ("int", *kinds)
        result = "int" if name == "calc" or pen.chance(4) else ""
        pure = name == "calc"
        names = [f"p{number}" for number in range(len(kinds))]
        scope = Scope(
            tuple(zip(names, kinds, strict=True)), pure=pure, calls=tuple(pen.procs), menus=menus, returns=result,
            steps=() if pure else STEPS,
        )  # fmt: skip
        signature = ", ".join(f"{kind} {own}" for kind, own in zip(kinds, names, strict=True))
        body = _pure_body(pen, scope) if pure else [*block(pen, scope, 2), "game.clock += 0"]
        if name == "loop":
            given = ", ".join(["p0 - 1", *(names[1:])])
            body = ["if p0 > 0:", *indented([*body, f"loop({given})"])]
        if result:
            body.append(f"return {pen.number(scope, 2)}")
        pen.procs[name] = (kinds, result, pure)
        lines += [f"  {name}({signature}){' -> int' if result else ''}: |", *indented(indented(body))]
    return "\n".join(["procs:", *lines, ""])


def _pure_body(pen: Pen, scope: Scope) -> Lines:
    """A text that only computes."""
    total, item, kind = pen.name(), pen.name(), pen.one_of(ITEMS)
    return [
        f"let {total} = {pen.number(scope, 2)}",
        f"for {item} in {pen.items(scope, kind, 2)}:",
        f"  if {pen.truth(scope.having(item, kind), 2)}: {total} += {pen.number(scope.having(item, kind), 1)}",
        f"  elif {total} > {pen.below(9)}: return {total}",
        f"if {total} > 90: return 90",
    ]


def _menus(pen: Pen, acting: Scope, menus: tuple[str, ...]) -> str:
    if not menus:
        return ""
    lines = ["menus:"]
    for menu in menus:
        lines += [f"  {menu}:", "    with: (imp me)"]
        lines += [f"    {key}: true" for key in ("repeat", "must") if pen.chance(2)]
        if menu in pen.asking:
            asked = pen.one_of(["imp[.owner]", "[ann, bob]", "imp[.owner and .awake]"])
            lines += ["    who: |", f"      {asked}"]
    lines += ["", "actions:"]
    scope = replace(acting.having("me", "imp"), menus=())
    for number in range(len(menus) + pen.below(3)):
        lines += _action(pen, scope, number, menus)
    return "\n".join([*lines, ""])


def _action(pen: Pen, scope: Scope, number: int, menus: tuple[str, ...]) -> Lines:
    menu = menus[number] if number < len(menus) else pen.one_of([*menus, f"[{', '.join(menus)}]"])
    lines = [f"  act_{number}:", f"    in: {menu}"]
    pen.actions.append(f"act_{number}")
    quiet = replace(scope, pure=True)
    if pen.chance(3):
        lines.append(f"    if: |\n      {pen.truth(quiet, 2)}")
    chosen = quiet
    choices = Lines()
    for _ in range(pen.below(3)):
        name, kind = pen.name(), pen.one_of(ITEMS)
        choices += [f"      {name}: |", f"        {pen.items(chosen, kind, 2)}"]
        chosen = chosen.having(name, kind)
    if choices:
        lines += ["    with:", *choices]
    costs = Lines()
    for kind in pen.one_of([[], ["imp"], ["player"], ["imp", "coin"], ["imp", "imp"]]):
        path = f"{pen.thing(chosen, kind, 0)}.{pen.one_of(SETTABLE[kind])}"
        if not any(line.startswith(f"      {path}:") for line in costs):
            costs.append(f"      {path}: {pen.few(chosen) if pen.below(3) else pen.number(chosen, 2)}")
    if costs:
        lines += ["    cost:", *costs]
    if pen.chance(3):
        lines.append(f"    once: {pen.one_of(['turn', 'round', 'shop', 'game'])}")
    body = block(pen, replace(chosen, pure=False, acts=True), 2)
    return [*lines, "    do: |", *indented(indented(indented(body)))]


def _rules(pen: Pen, acting: Scope) -> str:
    lines = Lines()
    for number in range(pen.below(5)):
        quiet = Scope(calls=acting.calls)
        scope, first = acting, Lines()
        if pen.chance(3):
            head = f"when ({pen.truth(quiet, 2)})"
            if pen.below(4):
                head, first = f"when game.sum > {pen.below(9)}", [f"game.sum -= {1 + pen.below(9)}"]
        else:
            kind = pen.one_of(["imp", "imp", "coin", "area", "player", "gem"])
            source = kind if pen.below(3) else pen.items(quiet, kind, 2)
            scope, name = acting.having("x", kind), pen.one_of(SETTABLE[kind])
            condition = f"({pen.truth(quiet.having('x', kind), 2)})"
            if pen.below(4):
                also = f" and {pen.truth(quiet.having('x', kind), 1)}" if pen.chance(3) else ""
                condition = f"x.{name} > {pen.below(5)}{also}"
                first = [f"x.{name} {pen.one_of(['=', '-='])} {pen.below(3)}"]
            head = f"for x in {source} when {condition}"
        if pen.below(UNGUARDED):
            head, first = f"{head} and {GUARD}", [FIRES, *first]
        text = [*first, *block(pen, scope, 1, 2)]
        lines += [f"  r{number}: {head}:", *indented(indented(text))]
        pen.rules.append(f"r{number}")
    return "\n".join(["rules: |", *lines, ""]) if lines else ""


def _hooks(pen: Pen, acting: Scope) -> str:
    lines = heads(pen, acting, "", 3)
    return "\n".join(["hooks: |", *indented(lines), ""]) if lines else ""


def _mods(pen: Pen) -> str:
    lines = Lines()
    for _ in range(pen.below(4)):
        kind = pen.one_of(["imp", "coin", "gem", "player"])
        field = pen.one_of([name for name in INTS[kind] if name != "twice"])
        scope = Scope(it=kind)
        condition = f" if {pen.truth(Scope(), 1)}" if pen.chance(2) else ""
        op = pen.one_of(["set", "add", "max", "min", "add"])
        amount = str(pen.below(5) - 1) if pen.below(3) else pen.number(replace(scope, it=""), 1)
        lines.append(f"  of {kind}.{field}{condition}: {op} {amount}")
    numbers = [
        (name, at) for name, (kinds, _, _) in pen.procs.items() for at, kind in enumerate(kinds) if kind == "int"
    ]
    for name, at in numbers:
        if pen.chance(4):
            test = f" if {condition_of(pen, Scope(), name)}" if pen.chance(2) else ""
            lines.append(f"  of {name}.p{at}{test}: {pen.one_of(['add', 'max', 'min', 'set'])} {pen.below(3)}")
    if pen.chance(3):
        test = f" if .why == {pen.one_of(COLORS)}" if pen.chance(2) else ""
        die, op = pen.one_of(["roll", "bone"]), pen.one_of(["add", "max"])
        lines.append(f"  of {die}.{pen.one_of(['hit', 'miss'])}{test}: {op} {pen.below(3)}")
    for action in pen.actions:
        if pen.chance(5):
            lines.append(f"  of {action}.if if {pen.one_of(['.me.a > 2', 'game.dark', '.me == ann'])}: set false")
    return "\n".join(["mods: |", *lines, ""]) if lines else ""


def _flow(pen: Pen, acting: Scope) -> str:
    turn = acting.having("me", "player")
    lines = ["flow:"]
    if pen.chance(2):
        lines += ["  setup: |", *indented(indented(block(pen, acting, 1)))]
    rounds = pen.one_of(["3", "2", "true", "game.clock < 3"])
    lines += ["  round:", f"    loop: {rounds}", "    steps:"]
    lines += ["      limit: |", "        game.rounds += 1", f'        if game.rounds > {ROUNDS}: end("Long enough")']
    lines += ["      tick: |", "        game.clock += 1"]
    if rounds == "true":
        lines.append('        if game.clock > 4: end(win=player[.score > 1], "Time")')
    lines += ["      turn:"]
    if pen.chance(4):
        lines.append(f"        if: |\n          {pen.truth(Scope(calls=acting.calls), 1)}")
    lines += [
        "        each: " + pen.one_of(["player", "around(player, player_2)", "player[.score > 0]"]),
        "        as: me",
    ]
    body = block(pen, replace(turn, acts=True), 3, 4)
    lines += ["        steps:", "          phase: |", *(f"            {line}" for line in body)]
    items = pen.items(replace(turn, pure=True), "imp", 1)
    body = block(pen, replace(turn.having("x", "imp"), acts=True), 2)
    lines += [
        "          each_imp:",
        "            each: |",
        f"              {items}",
        "            as: x",
        "            do: |",
    ]
    lines += [f"              {line}" for line in body]
    if pen.chance(2):
        lines += ["      bids:", "        each: player", "        as: p", "        together: true"]
        lines += [f"        timer: {pen.below(2) * 30}"] if pen.chance(2) else []
        lines += ["        do: |", *(f"          {line}" for line in branch(pen, acting.having("p", "player"), "p"))]
    return "\n".join([*lines, ""])


def _measures(pen: Pen) -> str:
    scope = Scope(calls=tuple(pen.procs))
    lines = [
        "measures:",
        "  found: |",
        f"    {pen.number(scope, 3)}",
        f"  colors: count({pen.one_of(COLORED)}[.color == red])",
    ]
    return "\n".join([*lines, "  won: sum(game.winners.seat)", "  over: game.over", ""])
