"""The front door of emission: an analysed program in, a Compiled out."""

from __future__ import annotations

import ast
import marshal
from collections.abc import Callable, Mapping
from functools import partial

from rulewright.language.analysis.analyse import Analysis, all_steps, analyse
from rulewright.language.analysis.effects import period_of
from rulewright.language.analysis.evaluate import Evaluator
from rulewright.language.analysis.sight import has_backs
from rulewright.language.analysis.trees import walk
from rulewright.language.builtin import BuiltinSymbol
from rulewright.language.compiled import Compiled, Module, Rule, Thing, World
from rulewright.language.emit import (
    branches,
    calls,
    choices,
    lists,
    live,
    menus,
    reads,
    rolls,
    statements,
    values,
    writes,
)
from rulewright.language.emit import python as py
from rulewright.language.emit.builtins import EXPRESSIONS as BUILTINS
from rulewright.language.emit.constants import hoisted
from rulewright.language.emit.costs import pays_itself, write_paid
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.flow import Flow, only_loop, write_flow
from rulewright.language.emit.names import boxes_slot
from rulewright.language.emit.periods import in_period
from rulewright.language.emit.places import Lines
from rulewright.language.emit.prompts import write_prompts
from rulewright.language.emit.sight import sight_of, stored_fields
from rulewright.language.emit.state import slots
from rulewright.language.emit.telling import lines_of, needs_telling, write_picture, write_telling
from rulewright.language.emit.truths import nothing
from rulewright.language.emit.waits import kept_of_calls
from rulewright.language.emit.watch import finder, tester, write_finders
from rulewright.language.program import Does, Formula, Program, Routine, TableSymbol
from rulewright.language.tree import Builtin, Word
from rulewright.language.types import THING, Nothing, Type
from rulewright.text.spans import Span

Block = list[ast.stmt]
MOST_OPEN = 1_000  # calls of texts that may call themselves; Python itself allows more, whatever stands below them
EXPRESSIONS: dict[type, Callable[..., ast.expr]] = {
    **values.EXPRESSIONS,
    **lists.EXPRESSIONS,
    **reads.EXPRESSIONS,
    **rolls.EXPRESSIONS,
    **live.EXPRESSIONS,
    **calls.EXPRESSIONS,
    **menus.EXPRESSIONS,
    **BUILTINS,
}
STATEMENTS: dict[type, Callable[..., Block]] = {
    **statements.STATEMENTS,
    **choices.STATEMENTS,
    **writes.STATEMENTS,
    **rolls.STATEMENTS,
    **calls.STATEMENTS,
    **branches.STATEMENTS,
}


def compile_program(
    program: Program,
    shelf: Mapping[str, BuiltinSymbol],
    files: Mapping[str, str],
    watch_all: bool = False,
    watched: bool = False,
) -> Compiled:
    """Compile a checked program. `files` are the texts of its files, by the names that spans give.

    With `watch_all` every rule is tested after every change: slow, the same games, for tests. With `watched` the code
    notes what happens and who has seen which face, so that its games can be viewed; they are the same.
    """
    analysis = analyse(program, shelf)
    lines = Lines({name: text.splitlines() for name, text in files.items()})
    known = Evaluator(program, analysis.scene, shelf, analysis.mutable, start=False)
    emitter = Emitter(program, analysis, shelf, lines, EXPRESSIONS, STATEMENTS, known, hoisted, watch_all)
    emitter.watched = watched
    emitter.knows = has_backs(program, analysis.scene, THING) and (watched or analysis.asks)
    emitter.left.update(dict.fromkeys(_left_steps(program)))
    emitter.step_numbers.update((step.id, number) for number, step in enumerate(all_steps(program.flow)))
    return _compiled(emitter, analysis)


def _left_steps(program: Program) -> list[str]:
    """The steps that some text leaves."""
    calls = [node for node in walk(tuple(each.body for each in program.routines.values())) if isinstance(node, Builtin)]
    given = [call.arguments.get("step") for call in calls]
    return [each.name for each in given if isinstance(each, Word)]


def _compiled(emitter: Emitter, analysis: Analysis) -> Compiled:
    program = emitter.program
    for routine in program.routines.values():
        if routine.nature != "step":
            _write_routine(emitter, routine)
    for does in program.does.values():
        _write_does(emitter, does)
    for table in program.tables.values():
        _write_table(emitter, table)
    menus.write_menus(emitter)
    write_finders(emitter)
    flow = write_flow(emitter)
    prompts = write_prompts(emitter)
    picture = write_picture(emitter)
    measures = {id_: _write_formula(emitter, "measure", each, []) for id_, each in program.measures.items()}
    for_sides = {id_: _write_formula(emitter, "value", each, ["me"]) for id_, each in program.values.items()}
    world = _world(emitter, flow)
    dice = list(program.dice.values())
    return Compiled(
        players=program.players,
        slots=slots(emitter),
        modules=_modules(emitter),
        constants=dict(emitter.columns),
        builtins=list(emitter.used),
        ops=flow.names,
        luck=dict(emitter.luck),
        prompts=prompts,
        sayings=list(emitter.sayings),
        lines=lines_of(emitter),
        picture=picture,
        things=[Thing(each.id, each.definition, each.kind, each.title) for each in program.things],
        enums=dict(program.enums),
        kinds=dict(program.kinds),
        dice=dict(program.dice),
        faces=tuple(face for die in dice for face in die.faces),
        measures=measures,
        values=for_sides,
        rounds=[f"{step.id}__index" for step in program.flow if step.loop is not None],
        rules=[_rule(emitter, index) for index in range(len(analysis.rules))],
        routines=[each.id for each in program.routines.values() if each.nature != "step"],
        fields=stored_fields(emitter),
        kept=kept_of_calls(emitter),
        items={step.id: step.item for step in all_steps(program.flow) if step.item is not None},
        spans=_spans(program),
        world=world,
    )


def _spans(program: Program) -> dict[str, Span]:
    """Where each definition stands that a message about a running game may name."""
    return {
        **{each.id: each.span for each in program.modifiers},
        **{each.id: each.span for each in program.actions.values()},
        **{each.id: each.span for each in program.menus.values()},
        **{each.id: each.span for each in program.does.values()},
        **{each.id: each.span for each in program.tables.values()},
        **{each.id: each.span for each in program.routines.values()},
        **{each.id: each.span for each in all_steps(program.flow)},
        **{each.id: each.span for each in program.rules},
        **{f"{each.id}.while": loop.span for each in all_steps(program.flow) if (loop := only_loop(program, each))},
    }


def _rule(emitter: Emitter, index: int) -> Rule:
    rule = emitter.analysis.rules[index]
    parameters = emitter.program.routines[rule.symbol.routine].parameters
    return Rule(rule.symbol.id, finder(rule), tester(rule), rule.symbol.routine, bool(parameters))


# ---- routines ----


def _write_routine(emitter: Emitter, routine: Routine) -> None:
    parameters = [each.name for each in routine.parameters]
    period = period_of(routine)
    write = partial(_write_text, emitter, routine, parameters)
    if emitter.analysis.resets.get(period):
        inner = f"{routine.id}.body"
        body = py.call(inner, py.table(), *(py.name(each) for each in parameters))
        around = partial(in_period, emitter, period, routine.id, body, routine.span)
        emitter.function(routine.id, parameters, routine.span, routine.id, around)
        write(inner)
    else:
        write(routine.id)


def _write_text(emitter: Emitter, routine: Routine, parameters: list[str], name: str) -> None:
    """The function of a routine's text, or of the call around it where hooks may answer that."""
    answers = emitter.analysis.calls.of(routine.id)
    if answers is not None:
        text = f"{routine.id}.text"
        calls.write_call(emitter, answers, routine.id, name, parameters, text, routine.span)
        name = text
    if any(each.routine == routine.id and pays_itself(emitter, each) for each in emitter.program.actions.values()):
        text = f"{routine.id}.paid_for"
        write_paid(emitter, routine, name, text)
        name = text
    if needs_telling(emitter, routine):
        text = f"{routine.id}.told"
        write_telling(emitter, routine, name, text)
        name = text
    emitter.function(name, parameters, routine.span, routine.id, partial(_body, emitter, routine))


def _body(emitter: Emitter, routine: Routine) -> Block:
    """The text of a routine; one that may call itself again pays for it, and counts how often it is open."""
    text = calls.hook_text(emitter, routine, emitter.block(routine.body))
    if not emitter.analysis.graph.in_cycle(routine.id):
        return text
    deep = py.do(py.call(emitter.use("deep"), py.const(emitter.code.root)))
    too_many = py.compare(">=", py.slot("open"), py.const(MOST_OPEN))
    counted = [*statements.pay(emitter, py.const(1)), py.add_to_slot("open", "+", py.const(1))]
    return [
        py.when(too_many, [deep]),
        *counted,
        py.finally_(text, [py.add_to_slot("open", "-", py.const(1))]),
    ]


def _write_does(emitter: Emitter, does: Does) -> None:
    """The function that runs the text which a thing fills in, or does nothing."""
    parameters = ["this", *(each.name for each in does.parameters)]
    names = list(dict.fromkeys(text for text in does.texts.values() if text))
    which: list[int] = [-1] * (max(does.texts, default=-1) + 1)
    for thing, text in does.texts.items():
        which[thing] = names.index(text) if text else -1

    def build() -> Block:
        number = py.at(emitter.column(f"{does.id}.text", tuple(which)), py.name("this"))
        return [py.let("$n", number), *_pick_text(names, 0, len(names), parameters, does.result)]

    emitter.function(does.id, parameters, does.span, does.id, build)


def _pick_text(names: list[str], low: int, high: int, parameters: list[str], result: Type) -> Block:
    """The call of one of many texts by its number, found by halves; without a text it gives nothing, or none."""
    without = py.give(py.const(None) if isinstance(result, Nothing) else nothing(result))
    if high - low < 1:
        return [without]
    if high - low == 1:
        run = py.give(py.call(names[low], py.table(), *(py.name(each) for each in parameters)))
        return [py.when(py.compare("==", py.name("$n"), py.const(low)), [run]), without]
    middle = (low + high) // 2
    first = _pick_text(names, low, middle, parameters, result)
    return [
        py.when(py.compare("<", py.name("$n"), py.const(middle)), first),
        *_pick_text(names, middle, high, parameters, result),
    ]


def _write_table(emitter: Emitter, table: TableSymbol) -> None:
    """A table: a column where its keys are few, else a search of its rows."""
    key = "key"

    def build() -> Block:
        body: Block = []
        for low, high, value in table.rows:
            inside = ast.Compare(py.const(low), [ast.LtE(), ast.LtE()], [py.name(key), py.const(high)])
            test = py.compare("==", py.name(key), py.const(low)) if low == high else inside
            body.append(py.when(test, [py.give(emitter.value(value))]))
        missing = py.call(emitter.use("missing_row"), py.const(table.id), py.name(key))
        return [*body, py.give(missing)]

    answers = emitter.analysis.calls.of(table.id)
    name = table.id if answers is None else f"{table.id}.text"
    if answers is not None:
        calls.write_call(emitter, answers, table.id, table.id, [key], name, table.span)
    emitter.function(name, [key], table.span, table.id, build)


def _write_formula(emitter: Emitter, what: str, formula: Formula, parameters: list[str]) -> str:
    name = f"{what}.{formula.id}"
    span = formula.expression.span
    emitter.function(name, parameters, span, name, lambda: [py.give(lists.fixed(emitter, formula.expression))])
    return name


# ---- data ----


def _modules(emitter: Emitter) -> list[Module]:
    """The code of each file."""
    found = []
    for file, functions in emitter.functions.items():
        code = compile(ast.Module(functions, []), file or "<pack>", "exec", dont_inherit=True)
        found.append(Module(file, marshal.dumps(code)))
    return found


def _world(emitter: Emitter, flow: Flow) -> World:
    program, scene = emitter.program, emitter.analysis.scene
    number = len(program.things)
    ordered, refill = [False] * number, [-1] * number
    for place in program.places.values():
        for index, thing in enumerate(place.things):
            ordered[thing] = place.ordered
            used = program.places[place.refill].things if place.refill else ()
            if used:
                refill[thing] = used[index if len(used) == len(place.things) else 0]
    families = [scene.family.get(root, "") for root in scene.root]
    holders = {family: scene.holders[family] for family in dict.fromkeys(families) if family}
    return World(
        players=program.players,
        ids=tuple(thing.id for thing in program.things),
        box=tuple(boxes_slot(family) if family else "" for family in families),
        holds=tuple(
            tuple(boxes_slot(family) for family, own in holders.items() if thing in own) for thing in range(number)
        ),
        ordered=tuple(ordered),
        refill=tuple(refill),
        owners=tuple(thing.owner for thing in program.things),
        ends=tuple(thing.ends for thing in program.things),
        opens=(True,) * number,
        arrows=scene.things_of("arrow"),
        areas=scene.things_of("area"),
        allowed=emitter.analysis.allowed,
        sides={die: rolls.sides(emitter, die) for die in program.dice},
        bonuses=tuple(emitter.analysis.bonuses),
        secret=emitter.analysis.secret,
        flags=emitter.analysis.flags,
        steps=flow.steps,
        sight=sight_of(emitter),
        bearers=live.bearers(emitter),
    )
