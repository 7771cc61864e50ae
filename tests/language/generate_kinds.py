"""The kinds of made-up packs: their fields, and the behaviour that their things have by themselves."""

from __future__ import annotations

from dataclasses import replace

from tests.language.generate_calls import heads
from tests.language.generate_statements import Lines, block, indented
from tests.language.generate_texts import SETTABLE, Pen, Scope

GUARD, FIRES, UNGUARDED = "game.fires > 0", "game.fires -= 1", 10
"""Rules fire so often in a turn and no more, but for one of so many: a game that is endless at once proves little."""

PERIODS = ["turn", "round", "phase", "job", "shop", "game", "act_0", "phase"]
VALUED = ["this.spin", "this.number", "count(p.hand.gem)"]
STEPS = (("turn", "player"), ("round", ""), ("phase", ""), ("each_imp", "imp"))
ACTIVE = [".bright", ".bright", ".area == cave", ".at in imp", ".shown or .spin > 0", "turn", "not game.dark"]
"""When the behaviour of a coin is live."""


def _field(pen: Pen, default: int, low: int | None = None, high: str = "") -> str:
    """A number field with or without bounds and a period."""
    period = pen.one_of(PERIODS) if pen.chance(3) else ""
    text = f"int = {default}"
    if low is not None and pen.below(3):
        text += f" min {low}"
    if high and pen.chance(2):
        text += f" max {high}"
    return text + (f" each {period}" if period else "")


def kinds(pen: Pen) -> str:
    """All kinds of a pack."""
    inner = Scope(it="imp")
    twice = pen.number(replace(inner, names=()), 1) if pen.chance(3) else ".a * 2"
    twice = ".a * 2" if "twice" in twice else twice
    lines = [
        "kinds:",
        "  game:",
        "    fields:",
        f"      sum: {_field(pen, 0, -20, '60')}",
        f"      clock: {_field(pen, 0, 0)}",
        f"      dark: bool = {pen.one_of(['true', 'false'])}",
        "      star: maybe coin = none",
        f"      worst: maybe imp = {pen.one_of(['none', 'bob'])}",
        f"      hue: color = {pen.one_of(['red', 'green'])}" + pen.one_of(["", " each turn"]),
        "      rounds: int = 0",
        "      fires: int = 9 min 0 each turn",
        "  player:",
        "    fields:",
        f"      score: {_field(pen, 1, 0, '9')}",
        f"      luck: {_field(pen, 0, -3)}",
        "      done: bool = false" + pen.one_of(["", " each turn", " each round"]),
        "      champion: maybe imp = none",
        "  area:",
        "    fields:",
        f"      heat: {_field(pen, 0, 0, '5')}",
        "      level: int = 1",
        "      shut: bool = false",
        "  link:",
        "    fields:",
        f"      toll: {_field(pen, 1, 0)}",
        "  imp:",
        "    lies: area",
        "    me: .owner",
        *(["    like: .foe"] if pen.chance(4) else []),
        "    fields:",
        f"      a: {_field(pen, 0, 0, '.cap')}",
        f"      b: {_field(pen, 0, -2, '6')}",
        f"      c: {_field(pen, 1, 0, '9')}",
        f"      cap: int = {2 + pen.below(5)}",
        f"      fast: {_field(pen, pen.below(3))}",
        f"      awake: bool = {pen.one_of(['true', 'false'])}" + pen.one_of(["", " each turn"]),
        "      color: color = red" + pen.one_of(["", "", " each turn"]),
        "      foe: maybe imp = none" + pen.one_of(["", " each round"]),
        "    derive:",
        "      strong: .b > .a",
        f"      twice: {twice}",
        *_behaviour(pen, "imp"),
        "  flag:",
        "    lies: area",
        "    fields:",
        f"      rank: {_field(pen, 0, -5, '9')}",
        "  coin:",
        "    fields:",
        f"      worth: {_field(pen, 1, 0)}",
        f"      spin: {_field(pen, 0, 0, '3')}",
        "      bright: bool = true",
        "      color: color = blue",
        "      mark: maybe area = none",
        *(["    hidden: [worth]"] if pen.chance(3) else []),
        *([f"    active: {pen.one_of(ACTIVE)}"] if pen.chance(3) else []),
        *_behaviour(pen, "coin"),
        "    does:",
        "      flash: (int n)",
        "      value: (player p) -> int",
        "    value: |",
        f"      return p.{pen.one_of(['score', 'luck'])} + {pen.one_of(VALUED)}",
        "  gem:",
        "    is: coin",
        *(["    hidden: [edge]"] if pen.chance(4) else []),
        *([f"    set: {{spin: {pen.below(3)}, color: {pen.one_of(['red', 'green'])}}}"] if pen.chance(2) else []),
        "    fields:",
        f"      edge: {_field(pen, 0, 0)}",
        "  rune:",
        "    is: coin",
        *(["    value: return 2 - p.luck"] if pen.chance(2) else []),
        *(["    active: true"] if pen.chance(2) else []),
        *_behaviour(pen, "rune"),
        "  opal:",
        "    is: [gem, rune]",
    ]
    return "\n".join(lines) + "\n"


def _behaviour(pen: Pen, kind: str) -> Lines:
    """What the things of a kind do by themselves: hooks, rules, modifiers, actions."""
    acting = Scope(pure=False, calls=tuple(pen.procs), steps=STEPS)
    lines = Lines()
    named, kind = kind, "coin" if kind == "rune" else kind
    if hooks := heads(pen, acting, kind, 1 if named == "rune" else 2):
        lines += ["    hooks: |", *_inside(hooks, 3)]
    here = acting.having("this", kind)
    own = pen.one_of([name for name in SETTABLE[kind] if name != "cap"])
    pen.begin()
    if pen.chance(4):
        test = f" and {pen.truth(replace(here, pure=True), 1)}" if pen.chance(2) else ""
        guarded = pen.below(UNGUARDED) > 0
        test += f" and {GUARD}" if guarded else ""
        text = [
            *([FIRES] if guarded else []),
            f".{own} {pen.one_of(['=', '-='])} {1 + pen.below(2)}",
            *block(pen, replace(here, calls=()), 1, 1),
        ]
        lines += [
            "    rules: |",
            f"      when .{own} > {2 + pen.below(4)}{test}:",
            *indented(indented(indented(indented(text)))),
        ]
    if pen.chance(4):
        whose = pen.one_of(["imp", "coin", "player"])
        field = pen.one_of([name for name in SETTABLE[whose] if name != own])
        lines += ["    mods: |", f"      of {whose}.{field} if this.{own} > {pen.below(3)}: add {pen.below(3)}"]
        lines += [f"      {each}" for each in _more_mods(pen, here, own)]
    if kind == "imp" and pen.chance(3):
        pen.begin()
        text = block(pen, replace(here.having("me", "imp"), acts=True), 1, 2)
        once = f" once {pen.one_of(['turn', 'round'])}" if pen.chance(2) else ""
        cost = f" cost this.{own} = {pen.below(3)}" if pen.chance(2) else ""
        chosen = f" with found in {pen.spots(replace(here, pure=True), 'coin', 1)}" if pen.chance(2) else ""
        lines += [
            "    actions: |",
            f"      act_imp: in shop{chosen}{cost}{once}:",
            *indented(indented(indented(indented([*text, *(["found.spin += 1"] if chosen else [])])))),
        ]
    return lines


def _more_mods(pen: Pen, here: Scope, own: str) -> Lines:
    """Modifiers on a thing of what is no number of a thing: what is given, thrown, or true."""
    lines = Lines()
    called = [(name, taken) for name, (taken, _, _) in pen.procs.items() if name != pen.keyed]
    numbers = [(name, at) for name, taken in called for at, kind in enumerate(taken) if kind == "int"]
    if numbers and pen.chance(2):
        name, at = pen.one_of(numbers)
        lines.append(f"of {name}.p{at} if it.p{at} > {pen.below(4)}: add this.{own}")
    if pen.chance(3):
        lines.append(f"of {pen.one_of(['bone', 'roll'])}.hit if .why == {pen.color(here, 1)}: add this.{own}")
    if pen.chance(3):
        lines.append(f"of imp.awake if it {pen.one_of(['==', '!='])} ann: set this.{own} > {pen.below(3)}")
    if pen.chance(4):
        lines.append(f"of link.open if this.{own} > {pen.below(4)}: set false")
    if pen.chance(4):
        lines.append(f"of act_0.if if this.{own} > {pen.below(4)}: set false")
    return lines


def _inside(lines: Lines, depth: int) -> Lines:
    return [f"{'  ' * depth}{line}" for line in lines]
