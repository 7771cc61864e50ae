"""The checker's front door: a pack and the shelf of built-ins in, a checked program or its faults out."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.language.builtin import BuiltinSymbol
from rulewright.language.check.bearings import Bearings
from rulewright.language.check.branches import check_branches
from rulewright.language.check.calling import Calls
from rulewright.language.check.circles import check_circles
from rulewright.language.check.constants import MOST
from rulewright.language.check.context import World
from rulewright.language.check.definitions import Fields, Tables, check_formula, fields_of
from rulewright.language.check.effects import gather
from rulewright.language.check.expressions import value
from rulewright.language.check.faults import Faults
from rulewright.language.check.hooks import check_hooks
from rulewright.language.check.keeping import check_keeping
from rulewright.language.check.kinds import Declarations
from rulewright.language.check.menus import check_menus
from rulewright.language.check.modifiers import check_modifiers
from rulewright.language.check.owners import check_owners
from rulewright.language.check.routines import check_flow, check_procedures
from rulewright.language.check.rules import check_rules, complete_rules
from rulewright.language.check.shown import check_shown
from rulewright.language.check.simultaneous import check_simultaneous
from rulewright.language.check.starts import check_starts
from rulewright.language.check.texts import declare_texts
from rulewright.language.check.things import declare_things
from rulewright.language.program import DieSymbol, EnumSymbol, KindSymbol, Program
from rulewright.language.tree import Expression, Var
from rulewright.language.types import PLAYER, Type
from rulewright.pack.model import Die, Pack, Step
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Text

PIPS = "pips"  # the symbol of faces that are numbers


def check(pack: Pack, shelf: Mapping[str, BuiltinSymbol], players: int) -> tuple[Program | None, list[Diagnostic]]:
    """The checked program of a pack for a number of players, or None and its faults.

    None without faults where the pack holds a text that reading its files has refused.
    """
    world = check_world(pack, shelf, players)
    return (None if world.faults.fatal() else world.program), world.faults.found


def check_world(pack: Pack, shelf: Mapping[str, BuiltinSymbol], players: int) -> World:
    """All that is known of a checked pack: its program, its faults, and what texts beside it are checked against."""
    faults = Faults(pack.removed)
    program = Program(players)
    declarations = Declarations(pack, faults)
    declarations.declare_enums()
    program.enums = declarations.enums
    declarations.declare_kinds()
    for die in pack.dice.values():
        _declare_die(declarations, program, die)
    declarations.declare_fields()
    things, program.places = declare_things(declarations, players)
    program.things = things
    heads = declare_texts(declarations, shelf)
    for kind in declarations.names.kinds():
        program.kinds[kind.id] = KindSymbol(
            kind.id, kind.parents, kind.ancestors, kind.root, kind.lies, kind.hidden, tuple(kind.members), kind.span
        )
    fields, tables = Fields(faults), Tables(pack.tables)
    world = World(
        declarations.names,
        program,
        gather(declarations.names, heads, _step_texts(pack.flow), shelf),
        shelf,
        faults,
        value,
        lambda id: fields.derived(world, id),
        lambda id: tables.table(world, id),
        declarations.type,
        Calls(pack, heads),
    )
    world.team = pack.header.team
    tables.check(world)
    fields_of(world, program, fields)
    bearings = Bearings(world, heads.bearers)
    check_procedures(world)
    check_menus(world, pack, heads, bearings)
    check_keeping(world, pack)
    check_rules(world, heads, bearings)
    check_flow(world, pack)
    program.modifiers += check_modifiers(world, bearings, heads.mods)
    check_hooks(world, bearings, heads.hooks)
    complete_rules(world)
    for id in heads.bearers:
        bearings.of(id)
    check_simultaneous(world, pack.header.simultaneous)
    check_branches(world)
    _formulas(world, pack)
    check_shown(world, pack)
    check_owners(world)
    check_circles(world)
    check_starts(world)
    return world


def _step_texts(steps: tuple[Step, ...]) -> list[Text]:
    """The texts of steps and of all below them."""
    own = [[step.do] if step.do is not None else [] for step in steps]
    return [text for texts, step in zip(own, steps, strict=True) for text in (*texts, *_step_texts(step.steps))]


def _declare_die(declarations: Declarations, program: Program, die: Die) -> None:
    """A kind of die; what its faces are called is an enum of its own."""
    faces: list[str] = []
    for name, _ in die.faces:
        if name.source not in faces:
            faces.append(name.source)
    shows = {name.source: _shown(declarations, die, symbols) for name, symbols in die.faces}
    symbols = dict.fromkeys(symbol for face in faces for symbol in shows[face])
    counts = {symbol: tuple(shows[face].get(symbol, 0) for face in faces) for symbol in symbols}
    facts: tuple[tuple[str, Type], ...] = ()
    if die.facts is not None:
        parameters = declarations.signature_parameters(die.facts)
        facts = tuple((parameter.name, parameter.type) for parameter in parameters)
        for parameter in parameters:
            if parameter.name in symbols:
                declarations.faults.add("duplicate-id", parameter.span, f"`{parameter.name}` is a symbol of this die")
    id, span = die.id.source, die.id.span
    sides = tuple(faces.index(name.source) for name, _ in die.faces)
    program.dice[id] = DieSymbol(id, tuple(faces), sides, counts, facts, span)
    program.enums[f"{id}.face"] = EnumSymbol(f"{id}.face", tuple(faces), span)


def _shown(declarations: Declarations, die: Die, symbols: tuple[Text, ...]) -> dict[str, int]:
    """How often a face shows each of its symbols; a face that is a whole number shows so many pips."""
    found: dict[str, int] = {}
    for symbol in symbols:
        name, times = symbol.source, 1
        if name.isdecimal():
            name, times = PIPS, min(int(name), MOST)
            if int(symbol.source) > MOST:
                declarations.faults.add("too-big", symbol.span, f"a face shows no more than {MOST} pips")
        elif name.removeprefix("-").isdecimal():
            declarations.faults.add("wrong-range", symbol.span, "a face cannot show less than 0 pips")
        elif name == PIPS and any(face.source.isdecimal() for face, _ in die.faces):
            message = f"`{PIPS}` is what the faces of this die show that are numbers"
            declarations.faults.add("reserved-name", symbol.span, message, "rename it")
        found[name] = found.get(name, 0) + times
    return found


def _formulas(world: World, pack: Pack) -> None:
    """The measures, and the value of a state for each side."""
    for id, text in pack.measures.items():
        formula = check_formula(world, id, text, "a measure", {})
        if formula is not None:
            world.program.measures[id] = formula
    for side, text in pack.value.items():
        names: dict[str, Expression] = {"me": Var("me", PLAYER, text.span)}
        formula = check_formula(world, side, text, "a value", names)
        if formula is not None:
            world.program.values[side] = formula
