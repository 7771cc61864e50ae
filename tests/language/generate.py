"""Whole small packs, written at random as YAML: kinds, things, dice, procedures, menus, rules, modifiers, a flow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.language.generate_calls import branch, ended, heads, looked_at, looked_back, running, together, waiting
from tests.language.generate_calls import condition as condition_of
from tests.language.generate_kinds import FIRES, GUARD, STEPS, UNGUARDED, kinds
from tests.language.generate_procs import keyed, procs, tables
from tests.language.generate_statements import Lines, block, indented, put
from tests.language.generate_texts import COLORED, COLORS, IDS, INTS, ITEMS, PLACES, SET_BOOLS, SETTABLE, Pen, Scope
from tests.language.generate_values import MAKERS

PONDS = ["  - from: pond_{n}", "    to: pond_{n + 1}", "    both_ways: true", "    for: {n: 1..3}"]
SEATS = ["each", "each", "each", "team"]
ROUNDS = 5
"""A game is over after so many rounds, whatever keeps it going."""

ORDERING = ["player_1", "player_2 if game.dark else none", "ann.owner", "turn.me if turn else player_2"]
"""Who orders hooks."""

CROWDS = {
    "imp": ["count({}.coin)", "count({}.pouch.thing)", "count({}.area.imp)"],
    "coin": ["{}.index", "count({}.coin)"],
    "gem": ["{}.index", "count({}.thing)"],
    "area": ["count({}.imp)", "count({}.exits.to.imp)"],
    "player": ["count({}.hand.coin)", "count({}.hand.thing)"],
}
"""What is read of a thing that changes as others come and go."""

HEADER = """pack:
  format: 1
  id: made_up
  title: Made up
  version: 1.0.0
  players: 2
  seats: %s
  credits: Nobody
%s
enums:
  color: [red, green, blue]

options:
  level: {difficulty: numbers, question: How much?, values: [1, 2, 3], default: %s}
  mood: {variant: words, question: Which?, values: [mild, wild], default: %s}
"""

BOARD = """areas:
  cave: {heat: 1}
  lake:
  hill: {level: 2}
  pond_{n}:
    for: {n: 1..2}
    heat: n

dice:
  bone:
    faces: [hit, both: [hit, miss], miss, blank: [], 2]
    with: (color why, maybe imp by)
  chip:
    faces: [hit, gap: []]
    with: (color why)
"""


def pack(below: Callable[[int], int]) -> str:
    """A pack, all of whose choices are made by `below(n)`: a number from 0 to n - 1."""
    pen = Pen(below, _special, MAKERS)
    texts = _texts(pen)
    ordering = f"  simultaneous: {pen.one_of(ORDERING)}\n" if pen.chance(4) else ""
    header = HEADER % (pen.one_of(SEATS), ordering, 1 + pen.below(3), pen.one_of(["mild", "wild"]))
    parts = [header, kinds(pen), _board(pen), BOARD, *texts]
    return "\n".join(part for part in parts if part)


def _special(pen: Pen, scope: Scope) -> Lines:
    """A statement about calls that run, ended or are yet to come, or a block of branches."""
    if not pen.procs:
        return [put(pen, scope, 1)]
    match pen.below(5):
        case 0 if not scope.of("$next"):
            return waiting(pen, scope.having("$", "$next"))
        case 4:
            return looked_back(pen, scope)
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
        *(PONDS if pen.chance(2) else ["  - {from: cave, to: lake, toll: 3}"]),
        "",
        "places:",
        f"  deck: {{ordered: {pen.one_of(['true', 'false'])}, holds: coin" + pen.one_of(["}", ", refill: pile}"]),
        f"  pile: {{ordered: {pen.one_of(['true', 'false'])}, holds: coin}}",
        "  bag: {holds: coin}",
        *(["  row: {holds: coin, keep: 2, from: deck}"] if pen.chance(4) else []),
        f"  slot: {{count: 2, holds: coin, ordered: {pen.one_of(['true', 'false'])}"
        + pen.one_of(["}", ", sees: none}"]),
        f"  pouch: {{per: imp, holds: coin, sees: {pen.one_of(['owner', 'all', 'none'])}}}",
        f"  hand: {{per: player, holds: coin, sees: {pen.one_of(['owner', 'all', 'none'])}"
        + pen.one_of(["}", "}", ", live: true}"]),
        "",
    ]
    return "\n".join(lines)


# ---- what is done ----


def _texts(pen: Pen) -> list[str]:
    menus = ("shop", "bar")[: 1 + pen.below(2)]
    pen.menus = list(menus)
    pen.asking = [each for each in menus if pen.chance(4)]
    asked = tables(pen)
    procedures = procs(pen, menus)
    acting = Scope(pure=False, calls=tuple(pen.procs), menus=menus, steps=STEPS)
    return [
        _things(pen, acting),
        f"{asked}\n{keyed(pen)}",
        procedures,
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
    pen.begin()
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
        *(["      value: return this.worth + p.score"] if pen.chance(2) else []),
        "  gem:",
        "    ruby:",
        f"      at: {pen.one_of(['deck', 'player_1.hand'])}",
        "      edge: 1",
        *(["      flash: |", *(f"        {line}" for line in block(pen, flashing, 1, 2))] if pen.chance(2) else []),
        "    pearl: {at: bag, count: 2}",
        "  opal:",
        f"    fire: {{at: {pen.one_of(['pile', 'slot_1', 'bob'])}, edge: 3}}",
        "  flag:",
        "    banner: {per: player, at: hill}",
        "    mast_{n}: {for: {n: 1..2}, at: cave, rank: n}",
    ]
    return "\n".join([*lines, ""])


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
    pen.begin()
    menu = menus[number] if number < len(menus) else pen.one_of([*menus, f"[{', '.join(menus)}]"])
    lines = [f"  act_{number}:", f"    in: {menu}"]
    pen.actions.append(f"act_{number}")
    quiet = replace(scope, pure=True)
    if pen.chance(3):
        lines.append(f"    if: |\n      {pen.truth(quiet, 2)}")
    chosen = quiet
    choices = Lines()
    for _ in range(pen.below(3)):
        kind = pen.one_of([*ITEMS, "int", "color", "place"])
        name = pen.name(chosen, kind)
        choices += [f"      {name}: |", f"        {pen.value(chosen, f'list {kind}', 2)}"]
        chosen = chosen.having(name, kind)
    if choices:
        lines += ["    with:", *choices]
    costs = Lines()
    for kind in pen.one_of([[], ["imp"], ["player"], ["imp", "coin"], ["imp", "imp"]]):
        path = f"{pen.thing(chosen, kind, 0)}.{pen.one_of(SETTABLE[kind])}"
        if not any(line.startswith(f"      {path}:") for line in costs):
            costs.append(f"      {path}: |\n        {pen.few(chosen) if pen.below(3) else pen.number(chosen, 2)}")
    if costs:
        lines += ["    cost:", *costs]
    if pen.chance(3):
        lines.append(f"    once: {pen.one_of(['turn', 'round', 'shop', 'game'])}")
    body = block(pen, replace(chosen, pure=False, acts=True), 2)
    return [*lines, "    do: |", *indented(indented(indented(body)))]


def _rules(pen: Pen, acting: Scope) -> str:
    lines = Lines()
    for number in range(pen.below(5)):
        pen.begin()
        quiet = Scope(calls=acting.calls)
        scope, first = acting, Lines()
        if pen.chance(3):
            head = f"when ({pen.truth(quiet, 2)})"
            if pen.below(4):
                head, first = f"when game.sum > {pen.below(9)}", [f"game.sum -= {1 + pen.below(9)}"]
        elif pen.chance(4):
            kind = pen.one_of(["int", "color", "place"])
            var = pen.name(quiet, kind)
            scope = acting.having(var, kind)
            head = f"for {var} in {pen.value(quiet, f'list {kind}', 2)} when {pen.truth(quiet.having(var, kind), 2)}"
        else:
            kind = pen.one_of(["imp", "imp", "coin", "area", "player", "gem"])
            source = kind if pen.below(3) else pen.items(quiet, kind, 2)
            var = pen.name(quiet, kind)
            scope, name = acting.having(var, kind), pen.one_of(SETTABLE[kind])
            condition = f"({pen.truth(quiet.having(var, kind), 2)})"
            if pen.below(4):
                also = f" and {pen.truth(quiet.having(var, kind), 1)}" if pen.chance(3) else ""
                condition = f"{var}.{name} > {pen.below(5)}{also}"
                first = [f"{var}.{name} {pen.one_of(['=', '-='])} {pen.below(3)}"]
            elif pen.chance(2):
                condition = f"{pen.one_of(CROWDS[kind]).format(var)} {pen.one_of(['>', '<', '=='])} {pen.below(4)}"
            head = f"for {var} in {source} when {condition}"
        if pen.chance(5):
            head = f"{head} and {looked_at(pen)}"
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
        op = pen.one_of(["set", "add", "max", "min", "add"])
        amount = str(pen.below(5) - 1) if pen.below(3) else pen.number(Scope(), 1)
        lines.append(f"  of {kind}.{field}{_only(pen, kind)}: {op} {amount}")
    if pen.chance(3):
        kind = pen.one_of(list(SET_BOOLS))
        amount = pen.one_of(["true", "false", f"it.{pen.one_of(INTS[kind])} > 1" if kind in INTS else "true"])
        lines.append(f"  of {kind}.{pen.one_of(SET_BOOLS[kind])}{_only(pen, kind)}: set {amount}")
    if pen.chance(3):
        lines.append(f"  of {pen.one_of(COLORED)}.color if {pen.truth(Scope(), 1)}: set {pen.color(Scope(), 0)}")
    if pen.chance(5):
        lines.append(f"  of imp.foe if .b > {pen.below(4)}: set {pen.one_of(['none', 'ann', 'game.worst'])}")
    if pen.chance(4):
        lines.append(f"  of link.open if .toll > {pen.below(4)}: set {pen.one_of(['true', 'false'])}")
    for name, (taken, _, _) in pen.procs.items():
        for at, kind in enumerate(taken):
            if name != pen.keyed and kind != "roll" and pen.chance(6):
                lines.append(_of_parameter(pen, name, f"p{at}", kind))
    if pen.chance(3):
        test = f" if .why == {pen.one_of(COLORS)}" if pen.chance(2) else ""
        die, op = pen.one_of(["roll", "bone"]), pen.one_of(["add", "max", "set"])
        lines.append(f"  of {die}.{pen.one_of(['hit', 'miss', 'pips'])}{test}: {op} {pen.below(3)}")
    if pen.chance(4):
        lines.append("  of roll.n: " + pen.one_of(["add 1", "min 1", "max 2", f"set {pen.number(Scope(), 0)}"]))
    if pen.chance(6):
        lines.append(f"  of move.to if .to == {pen.one_of(['deck', 'pile', 'bag'])}: set {pen.one_of(PLACES)}")
    for action in pen.actions:
        if pen.chance(5):
            lines.append(f"  of {action}.if if {pen.one_of(['.me.a > 2', 'game.dark', '.me == ann'])}: set false")
    return "\n".join(["mods: |", *lines, ""]) if lines else ""


def _only(pen: Pen, kind: str) -> str:
    """When a modifier holds, which may read what it modifies another field of."""
    pen.begin()
    plain = ["game.dark", "game.hue == red", f"game.clock > {pen.below(4)}", "opt.level > 1", ".owner == player_1"]
    plain += [f"it == {each}" for each in IDS.get(kind, ())]
    if pen.chance(6):
        return f" if {pen.truth(Scope(), 1)}"
    return f" if {pen.one_of(plain)}" if pen.below(3) else ""


def _of_parameter(pen: Pen, call: str, name: str, kind: str) -> str:
    test = f" if {condition_of(pen, Scope(), call)}" if pen.chance(2) else ""
    if kind == "int":
        return f"  of {call}.{name}{test}: {pen.one_of(['add', 'max', 'min', 'set'])} {pen.below(3)}"
    return f"  of {call}.{name}{test}: set {pen.value(Scope(), kind, 1)}"


def _flow(pen: Pen, acting: Scope) -> str:
    turn = acting.having("me", "player")
    pen.begin()
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
    pen.begin()
    body = block(pen, replace(turn, acts=True), 3, 4)
    lines += ["        steps:", "          phase: |", *(f"            {line}" for line in body)]
    items = pen.items(replace(turn, pure=True), "imp", 1)
    pen.begin()
    body = block(pen, replace(turn.having("x", "imp"), acts=True), 2)
    lines += [
        "          each_imp:",
        "            each: |",
        f"              {items}",
        "            as: x",
        "            do: |",
    ]
    lines += [f"              {line}" for line in body]
    lines += _more_steps(pen, turn)
    if pen.chance(2):
        lines += ["      bids:", "        each: player", "        as: p", "        together: true"]
        lines += [f"        timer: {pen.below(2) * 30}"] if pen.chance(2) else []
        lines += ["        do: |", *(f"          {line}" for line in branch(pen, acting.having("p", "player"), "p"))]
    return "\n".join([*lines, ""])


def _more_steps(pen: Pen, turn: Scope) -> Lines:
    """Steps of a turn that go round, or through what is no list of things."""
    lines = Lines()
    if pen.chance(3):
        pen.begin()
        kind = pen.one_of(["int", "color", "area", "place"])
        item = pen.name(turn, kind)
        body = block(pen, replace(turn.having(item, kind), acts=True), 1, 2)
        source = pen.value(replace(turn, pure=True, calls=()), f"list {kind}", 1)
        lines += ["          each_other:", "            each: |", f"              {source}", f"            as: {item}"]
        lines += ["            do: |", *(f"              {line}" for line in body)]
    if pen.chance(3):
        pen.begin()
        rounds = pen.one_of(["2", pen.few(Scope()), f"game.clock < {pen.below(9)}"])
        item = pen.name(turn, "int")
        body = [f"if {item} > 4: leave(again)", *block(pen, replace(turn.having(item, "int"), acts=True), 1, 2)]
        lines += ["          again:", f"            if: {pen.one_of(['true', 'game.dark', 'me.score > 0'])}"]
        lines += [f"            loop: {rounds}", f"            as: {item}"]
        lines += ["            do: |", *(f"              {line}" for line in body)]
    return lines


def _measures(pen: Pen) -> str:
    scope = Scope(calls=tuple(pen.procs))
    pen.begin()
    lines = [
        "measures:",
        "  found: |",
        f"    {pen.number(scope, 3)}",
        f"  colors: count({pen.one_of(COLORED)}[.color == red])",
    ]
    return "\n".join([*lines, "  won: sum(game.winners.seat)", "  over: game.over", ""])
