"""A pack made ready for its tests: for some options and a number of players, with the tests' texts compiled into it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.builtins import SHELF
from rulewright.language.check.check import check_world
from rulewright.language.check.context import World
from rulewright.language.check.extra import Part, check_condition, check_constant, check_settings, check_statements
from rulewright.language.program import Program, StepSymbol
from rulewright.language.types import Type
from rulewright.pack.load import PackSource, build
from rulewright.rulebook.load import compile_rulebook
from rulewright.rulebook.rulebook import Rulebook
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Text
from rulewright.text.suggest import nearest
from rulewright.trials.script import RANDOM, Drawn
from rulewright.trials.trial import Act, Trial

_HOLE = re.compile(r"\\\{.*?\\\}")
_STEP_ITEM = re.compile(r"(\w+)\.(\w+)")


@dataclass(frozen=True, slots=True)
class Line:
    """A Line is one condition of a test: as written, the routine that says whether it holds, and its parts."""

    text: Text
    routine: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Runnable:
    """A Runnable is one part of a run made ready: a routine, or a step with the items of running steps, by step."""

    text: Text
    routine: str = ""
    step: str = ""
    items: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Prepared:
    """A Prepared is a test whose texts are compiled: the routine that sets (empty: nothing), what runs, its conditions.

    `items` are the items of running steps that are given, by step. `faults` are what is wrong with the test; with any
    it cannot be carried out.
    """

    trial: Trial
    settings: str = ""
    run: tuple[Runnable, ...] = ()
    lines: tuple[Line, ...] = ()
    items: dict[str, int] = field(default_factory=dict)
    draws: list[tuple[str, Sequence[Drawn]]] = field(default_factory=list)
    faults: list[Diagnostic] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Bench:
    """A Bench is a rulebook with tests compiled into it, and the program from which it was compiled. `fields` are the
    types of the fields, by `kind.field`; `flow` gives for each step the steps around it that have items, outermost
    first."""

    book: Rulebook
    program: Program
    prepared: Mapping[str, Prepared]
    fields: Mapping[str, Type]
    flow: Mapping[str, tuple[str, ...]]


def make_bench(
    source: PackSource, options: Mapping[str, str], overlays: Sequence[Path], players: int, trials: Iterable[Trial]
) -> tuple[Bench | None, list[Diagnostic]]:
    """The bench for some tests; None and the faults of the pack where the pack itself has any.

    Tests whose conditions are to be read here stand among `trials` even if they run elsewhere.
    """
    pack, faults = build(source, options, overlays)
    if pack is None:
        return None, faults
    world = check_world(pack, SHELF, players)
    if faults or world.faults.fatal():
        return None, [*faults, *world.faults.found]
    prepared = {trial.id.source: _prepare(world, trial) for trial in trials}
    watched = any(each.trial.sees or each.trial.hides for each in prepared.values())
    book = compile_rulebook(pack, world.program, source.fingerprint(), overlays, watched)
    fields = {symbol.id: symbol.type for symbol in world.program.fields.values()}
    return Bench(book, world.program, prepared, fields, dict(_flow(world.program.flow, ()))), []


def _flow(steps: Iterable[StepSymbol], above: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for step in steps:
        yield step.id, above
        yield from _flow(step.steps, (*above, step.id) if step.each is not None else above)


# ---- one test --------------------------------------------------------------------------------------------------------


def _prepare(world: World, trial: Trial) -> Prepared:
    made, name = Prepared(trial), f"test.{trial.id}"
    faults = made.faults
    settings = [pair for pair in trial.given if not _item_of_step(world, made, *pair)]
    if settings:
        made.settings = f"{name}.given"
        faults += check_settings(world, made.settings, settings)
    made.run = tuple(_runnable(world, made, f"{name}.run_{number}", act) for number, act in enumerate(trial.run, 1))
    lines = []
    for number, text in enumerate(trial.expect, 1):
        parts, found = check_condition(world, f"{name}.expect.{number}", text)
        faults += found
        lines.append(Line(text, f"{name}.expect.{number}", parts))
    made.lines = tuple(lines)
    made.draws = [(_purpose(world, made, place), _drawn(world, made, names)) for place, names in trial.draws]
    _check_names(world, made)
    return made


def _runnable(world: World, made: Prepared, name: str, act: Act) -> Runnable:
    """A part of a run; what is wrong with it is added to the faults of the test."""
    if not act.is_step:
        made.faults += check_statements(world, name, act.text)
        return Runnable(act.text, routine=name)
    id = act.text.source
    if id not in world.names.steps:
        made.faults.append(_unknown("unknown-step", act.text, "step in the flow", world.names.steps))
    elif act.of is not None:
        return Runnable(act.text, step=id, items={**made.items, **_item(world, made, id, act.of)})
    return Runnable(act.text, step=id, items=made.items)


def _item(world: World, made: Prepared, id: str, value: Text) -> dict[str, int]:
    """The item of a step, or of the nearest step around it that has items; empty, with a fault, if it is none."""
    steps = {step.id: step for step in _all_steps(world.program.flow)}
    around = next(above for each, above in _flow(world.program.flow, ()) if each == id)
    listed = steps[id] if steps[id].each is not None or not around else steps[around[-1]]
    if listed.each is None or listed.item is None:
        message = f"`{id}` goes through no list, nor does a step around it"
        made.faults.append(Diagnostic("unknown-item", value.span, message))
        return {}
    number, faults = check_constant(world, value, listed.item)
    made.faults += faults
    return {} if number is None else {listed.id: number}


def _item_of_step(world: World, made: Prepared, path: Text, value: Text) -> bool:
    """Whether a path names the item of a step, which is then kept with its value."""
    found = _STEP_ITEM.fullmatch(path.source)
    name = world.names.steps.get(found[1]) if found else None
    if found is None or name is None or found[1] in world.names.meanings:
        return False
    step = next(each for each in _all_steps(world.program.flow) if each.id == found[1])
    if step.item is None or found[2] != name.item:
        reads = f"its item is `{step.id}.{name.item}`" if step.item is not None else "it goes through no list"
        made.faults.append(Diagnostic("unknown-item", path.span, f"the step `{step.id}` has no `{found[2]}`", reads))
        return True
    number, faults = check_constant(world, value, step.item)
    made.faults += faults
    if number is not None:
        made.items[step.id] = number
    return True


def _all_steps(steps: Iterable[StepSymbol]) -> Iterator[StepSymbol]:
    for step in steps:
        yield step
        yield from _all_steps(step.steps)


def _purpose(world: World, made: Prepared, place: Text) -> str:
    """The purpose of the luck by which things are drawn from a place."""
    if place.source == RANDOM:
        return RANDOM
    ids = [thing.id for thing in world.program.things]
    if place.source not in ids:
        made.faults.append(_unknown("unknown-place", place, "place", [*world.program.places, RANDOM]))
    return f"place {place}"


def _drawn(world: World, made: Prepared, names: Iterable[Text]) -> list[Drawn]:
    return [Drawn(name, _values(world, made, name)) for name in names]


def _values(world: World, made: Prepared, name: Text) -> tuple[int, ...]:
    """What a word may mean that chance takes: a thing, one of those made from a definition, a number, an enum value."""
    things = world.program.things
    exact = [thing.number for thing in things if thing.id == name.source]
    alike = [thing.number for thing in things if thing.definition == name.source]
    enums = [each.values.index(name.source) for each in world.program.enums.values() if name.source in each.values]
    numbers = [int(name.source)] if name.source.isdecimal() else []
    found = exact or alike or [*numbers, *enums]
    if not found:
        made.faults.append(_unknown("unknown-thing", name, "thing", [thing.id for thing in things]))
    return tuple(found)


def _check_names(world: World, made: Prepared) -> None:
    """Faults of names that only the run would meet, or never: prompts, faces, keys that cannot be tested yet."""
    trial = made.trial
    prompts = [prompt.id for prompt in world.program.prompts]
    for key in [*(key for key, _ in trial.answers), *(key for key, _ in trial.asks)]:
        if key.prompt not in prompts:
            made.faults.append(_unknown_prompt(Text(key.prompt, key.span), prompts))
        elif key.seat > world.program.players:
            message = f"there is no seat {key.seat}: {world.program.players} play"
            made.faults.append(Diagnostic("unknown-seat", key.span, message))
    faces = [face for die in world.program.dice.values() for face in die.faces]
    made.faults += [_unknown("unknown-face", face, "face", faces) for face in trial.dice if face.source not in faces]
    ids = [thing.id for thing in world.program.things]
    for seat, names in (*trial.sees, *trial.hides):
        if seat.source not in map(str, range(1, world.program.players + 1)):
            made.faults.append(Diagnostic("unknown-seat", seat.span, f"there is no seat {seat.source}"))
        made.faults += [_unknown("unknown-name", name, "thing", ids) for name in names if name.source not in ids]
    if not trial.run:
        made.faults.append(Diagnostic("missing-key", trial.id.span, "this test runs nothing", "write `run:`"))
    if not (trial.expect or trial.asks or trial.sees or trial.hides):
        made.faults.append(Diagnostic("missing-key", trial.id.span, "this test expects nothing", "write `expect:`"))


def _unknown_prompt(name: Text, known: Sequence[str]) -> Diagnostic:
    """A prompt that nobody is asked, perhaps given as people read it."""
    shown = (each for each in known if "{" in each and re.fullmatch(_HOLE.sub(".+", re.escape(each)), name.source))
    meant = next(shown, None)
    found = _unknown("unknown-prompt", name, "prompt", known)
    return replace(found, hint=f"a test names it as it is written: `{meant}`") if meant else found


def _unknown(id: str, name: Text, what: str, known: Iterable[str]) -> Diagnostic:
    near = nearest(name.source, known)
    hint = f"did you mean `{near}`?" if near else ""
    return Diagnostic(id, name.span, f"there is no {what} `{name}`", hint)
