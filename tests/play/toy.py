"""A small rulebook written by hand in the form that compiling gives: chips lie in a bank, players take, throw and give.

Its texts use every kind of question, luck of every kind, a flow with two loops and a menu whose rounds are checkpoints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.language.compiled import Compiled, Module, Prompt, Step, Thing, World
from rulewright.language.program import EnumSymbol
from rulewright.language.tree import Const
from rulewright.language.types import BOOL, INT, PLAYER, Die, Enum, Kind, Maybe, Type
from rulewright.language.wording import Label, PromptSymbol
from rulewright.table.signals import Capped, GameOver, Leave, Outcome
from rulewright.table.table import Slot, Table, make_table
from rulewright.text.spans import Span

FILE = "toy.yaml"
ROUNDS = 3
SPAN = Span(FILE, 1, 1, 1, 2)
HOLE = Const(0, INT, SPAN)

CODE = """
def setup(t):
    t.asleep = True
    t.luck.shuffle("place bank", t.in__chip[BANK])
    t.owner[HAT] = t.decide(0, 1, PLAYERS)
    t.asleep = False
    return 1

def round_next(t):
    t.round__index += 1
    if t.round__index > ROUNDS:
        best = max(len(t.in__chip[p]) for p in PLAYERS)
        end(t, [p for p in PLAYERS if len(t.in__chip[p]) == best], "most chips")
    t.turn__index = 0
    return 2

def turn_next(t):
    if t.turn__index == len(PLAYERS):
        return 1
    t.turn__item = PLAYERS[t.turn__index]
    t.turn__index += 1
    t.thrown[t.turn__item] = 0
    return 3

def turn_menu(t):
    me = t.turn__item
    options = [0]
    if t.in__chip[BANK]:
        options.append(1)
    if t.thrown[me] < 2:
        options.append(2)
    options += [(3, p) for p in PLAYERS if p != me and t.in__chip[p]]
    if len(options) == 1:
        return 4
    option = t.decide(1, me, options)
    if option == 0:
        return 4
    if option == 1:
        move(t, t.in__chip[BANK][0], me)
    elif option == 2:
        throw(t, me)
    else:
        move(t, t.in__chip[option[1]][0], BANK)
        leave(t, 1)
    return 3

def throw(t, me):
    t.thrown[me] += 1
    r = [[FACES[int(t.luck__die() * 4)] for i in range(3)]]
    d = t.decide(2, me, [0, 1, 2], (r,))
    trouble(t, r[0][d])
    if r[0][d] == 1 and t.in__chip[BANK]:
        xs = [x for i, x in enumerate(t.in__chip[BANK]) if i == 0 or DEFINITION[x] != DEFINITION[t.in__chip[BANK][0]]]
        move(t, t.decide(3, me, xs[:2]) if len(xs) > 1 else xs[0], me)

def turn_end(t):
    me = t.turn__item
    mine = t.in__chip[me]
    if len(mine) > 1 and t.decide(4, me, (True, False)):
        firsts, sizes = [], []
        for name in ("gold", "silver"):
            equals = [x for x in mine if DEFINITION[x] == name]
            if equals:
                firsts.append(equals[0])
                sizes.append(len(equals))
        for index in t.decide_many(5, me, firsts, sizes, 0, 2):
            move(t, [y for y in t.in__chip[me] if DEFINITION[y] == DEFINITION[firsts[index]]][0], BANK)
    option = t.decide(6, me, [0, *((1, p, c) for p in PLAYERS if p != me for c in (0, 1))], (len(t.in__chip[BANK]),))
    if option != 0:
        t.praise[option[1]] += 1
    t.mood = t.decide(7, me, [0, 1, -1])
    return 2

def move(t, x, to):
    t.in__chip[t.at[x]].remove(x)
    t.at[x] = to
    t.in__chip[to].append(x)

def praised(t):
    return sum(t.praise)

def bank_left(t):
    return len(t.in__chip[BANK])

def praise_holes(t, args, loops):
    return loops

def bank_hole(t, args):
    return args
"""

TROUBLE = {
    "": "def trouble(t, n):\n    return n\n",
    "fault": "def trouble(t, n):\n    return n // (n - 1)\n",
    "endless": "def trouble(t, n):\n    while n == 1:\n        burn(t, 'trouble')\n",
    "deep": "def trouble(t, n):\n    if n == 1:\n        trouble(t, n)\n",
    "endless flow": "def trouble(t, n):\n    return n\ndef turn_next(t):\n    return 2\n",
    "no end": "def trouble(t, n):\n    return n\ndef round_next(t):\n    return -1\n",
}


@dataclass(slots=True)
class ToyBook:
    """A ToyBook is a rulebook of the toy game."""

    compiled: Compiled
    namespace: Mapping[str, Any]
    table: type[Table]
    ops: Sequence[Callable[[Any], int]]
    pack: str = "toy"
    version: str = "1.0"
    digest: str = "0123abcd"
    options: Mapping[str, str] = field(default_factory=lambda: {"length": "short"})
    overlays: Sequence[str] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    team: bool = False
    menus: Mapping[int, Sequence[str]] = field(default_factory=lambda: {1: ("take", "throw", "rob", "sleep")})
    fingerprints: Mapping[str, str] = field(default_factory=lambda: {"throw": "1a", "turn": "2b", "hat": "3c"})
    origins: Mapping[str, str] = field(
        default_factory=lambda: {"throw": "rulebook", "turn": "reconstructed", "hat": "rulebook"}
    )


@dataclass(frozen=True, slots=True)
class ToyOpener:
    """A ToyOpener makes a ToyBook in another process."""

    trouble: str = ""

    def __call__(self) -> ToyBook:
        return toy(self.trouble)


def toy(trouble: str = "", players: int = 2) -> ToyBook:
    """The toy game, or one in which something goes wrong."""
    bank = players + 1
    things = [Thing("game", "game", "game", "")]
    things += [Thing(f"player_{p}", "player", "player", f"Player {p}") for p in range(1, players + 1)]
    things.append(Thing("bank", "bank", "place", ""))
    things += [Thing(f"gold_{i}", "gold", "chip", "Gold") for i in (1, 2, 3)]
    things += [Thing(f"silver_{i}", "silver", "chip", "Silver") for i in (1, 2, 3)]
    things.append(Thing("hat", "hat", "hat", "The Hat"))
    chips = list(range(bank + 1, bank + 7))
    hat = bank + 7
    namespace: dict[str, Any] = {
        "__builtins__": {},
        **{each.__name__: each for each in (len, int, range, max, sum, enumerate, sorted)},
        "end": _end,
        "leave": _leave,
        "burn": _burn,
        "ROUNDS": ROUNDS,
        "BANK": bank,
        "HAT": hat,
        "PLAYERS": tuple(range(1, players + 1)),
        "FACES": (0, 0, 1, 2),
        "DEFINITION": tuple(each.definition for each in things),
    }
    exec(compile(CODE + TROUBLE[trouble], FILE, "exec"), namespace)
    slots = [
        Slot("at", "column", [-1] * (bank + 1) + [bank] * 6 + [1]),
        Slot("owner", "column", [-1] * (hat + 1)),
        Slot("thrown", "column", [0] * (players + 1)),
        Slot("praise", "column", [0] * (players + 1)),
        Slot("in__chip", "boxes", [None, *([] for _ in range(players)), chips]),
        *(Slot(name, "scalar", 0) for name in ("pc", "mood", "round__index", "turn__index", "turn__item")),
    ]
    ops = ["setup", "round_next", "turn_next", "turn_menu", "turn_end"]
    compiled = Compiled(
        players=players,
        modules=[Module(FILE, b"")],
        ops=ops,
        luck={"luck__die": "die coin"},
        prompts=_prompts(),
        things=things,
        enums={"mood": EnumSymbol("mood", ("glad", "sad"), SPAN)},
        faces=("blank", "star", "moon"),
        measures={"praise": "praised", "left": "bank_left"},
        rounds=["round__index"],
        world=_world(players, things),
    )
    table = make_table(slots, compiled.luck)
    code = {FILE: CODE + TROUBLE[trouble]}
    return ToyBook(compiled, namespace, table, [namespace[name] for name in ops], files=code)


def with_fingerprints(book: ToyBook, fingerprints: Mapping[str, str]) -> ToyBook:
    """The same rulebook, made of a pack whose definitions have these fingerprints."""
    return replace(book, fingerprints=fingerprints)


def _prompts() -> list[Prompt]:
    chip = Kind("chip")
    return [
        _prompt(0, "Who wears the hat?", "pick", PLAYER),
        _prompt(1, "main", "menu", Kind("thing")),
        _prompt(2, "Which die?", "pick", Die("coin", "r"), variables=("r",)),
        _prompt(3, "Which chip?", "pick", chip),
        _prompt(4, "Give back?", "ask", BOOL),
        _prompt(5, "What?", "pick", chip),
        Prompt(
            PromptSymbol(
                6,
                "Praise, {n} left",
                "choose",
                Label("Praise, {n} left", ("Praise, ", HOLE, " left")),
                INT,
                False,
                (Label("Nobody", ("Nobody",)), Label("{p}, {c}", (HOLE, ", ", HOLE))),
                ((), ("p", "c")),
                ("n",),
                SPAN,
            ),
            "bank_hole",
            (INT,),
            ("", "praise_holes"),
            ((), (PLAYER, Enum("mood"))),
        ),
        _prompt(7, "Mood", "pick", Maybe(Enum("mood"))),
    ]


def _prompt(number: int, id_: str, nature: str, option: Type, variables: tuple[str, ...] = ()) -> Prompt:
    label = Label(id_, (id_,))
    return Prompt(PromptSymbol(number, id_, nature, label, option, False, (), (), variables, SPAN), "", (), (), ())


def _world(players: int, things: list[Thing]) -> World:
    steps = (
        Step("setup", 0, 1, 1, "", False),
        Step("turn", 2, 5, 2, "turn__item", False),
        Step("round", 1, 5, 1, "round__index", True),
    )
    nothing = tuple(-1 for _ in things)
    return World(
        players=players,
        ids=tuple(thing.id for thing in things),
        box=tuple("in__chip" if thing.kind in ("chip", "hat") else "" for thing in things),
        holds=tuple(("in__chip",) if 1 <= number <= players + 1 else () for number in range(len(things))),
        ordered=(),
        refill=nothing,
        owners=nothing,
        ends=(),
        opens=(),
        arrows=(),
        areas=(),
        allowed=nothing,
        sides={"coin": (0, 0, 1, 2)},
        bonuses=(),
        secret=False,
        flags=False,
        steps=steps,
        bearers=(),
    )


def _end(t: Table, winners: list[int], why: str) -> None:
    t.result = Outcome(tuple(winners), why=why)
    raise GameOver


def _leave(t: Table, step: int) -> None:
    place = _world(0, []).steps[step]
    if place.low <= t.pc < place.high:
        raise Leave(step)


def _burn(t: Table, name: str) -> None:
    t.fuel -= 1
    if t.fuel < 0:
        raise Capped((name,))
