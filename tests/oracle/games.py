"""Games played twice, by the oracle and by the compiled code, and what differs between them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rulewright.agents import AGENTS
from rulewright.builtins import SHELF
from rulewright.language.check.check import check
from rulewright.language.emit.compile import compile_program
from rulewright.language.holes import pieces
from rulewright.language.program import Program
from rulewright.language.wording import Label
from rulewright.pack.load import build, read
from rulewright.pack.model import Pack
from rulewright.play.decisions import Answer, Decision, answer_with, ask, is_watched
from rulewright.play.faults import Blame
from rulewright.play.flow import NO_END
from rulewright.play.names import thing_title, value_name
from rulewright.play.runner import Runner
from rulewright.play.views import View
from rulewright.play.watched import WatchedRunner
from rulewright.rulebook.rulebook import Rulebook
from rulewright.table.luck import Luck, Stream, agent_purpose
from rulewright.table.signals import EXPIRED, Capped, Endless, Expired, Fault, GameOver, Outcome
from rulewright.table.table import Table
from rulewright.text.diagnostics import Diagnostic, Severity
from tests.oracle import flow
from tests.oracle.expressions import evaluate
from tests.oracle.hooks import answered, remember
from tests.oracle.machine import Machine
from tests.oracle.state import begin
from tests.oracle.statements import execute

FAULTS = {
    "ZeroDivisionError": "division-by-zero",
    "NumberTooLarge": "number-too-large",
    "MissingRow": "missing-row",
    "NoOwner": "no-owner",
}
"""What the oracle raises, and what the engine calls it."""

OF_CONTENT = (*FAULTS.values(), "forbidden-move")
"""What a text itself may do wrong; any other fault is one of the engine."""

FRAMES = 60_000
"""Frames of Python that the oracle may need for the calls that it lets a text open."""

TOO_LATE = 0.2
"""How many answers come too late where time runs."""

Shown = tuple[Any, ...]


@dataclass(slots=True)
class Entry:
    """An Entry is a decision as it was put and answered: who was asked what, the options, what texts showed, the index
    of the option taken."""

    prompt: int
    seat: int
    options: tuple[Any, ...]
    shown: Shown
    taken: Answer


@dataclass(slots=True)
class Played:
    """A Played is a game that was played: how it stopped (over, capped, failed), its log, what was left on the table.

    `cap` is set where a budget has run out, which the two interpreters count in their own ways, and empty where rules
    fired without end. `statements` is what the oracle executed, 0 for the compiled code.
    """

    status: str
    outcome: Outcome | None = None
    fault: str = ""
    cap: str = ""
    log: list[Entry] = field(default_factory=list)
    state: tuple[Any, ...] = ()
    measures: dict[str, Any] = field(default_factory=dict)
    statements: int = 0


@dataclass(frozen=True, slots=True)
class Both:
    """A Both is a pack made ready for the two interpreters."""

    program: Program
    book: Rulebook


def prepare(
    folder: Path, options: Mapping[str, str], players: int, watch_all: bool = False
) -> tuple[Both | None, list[Diagnostic], Mapping[str, str]]:
    """A pack's folder made ready, or its faults; and its files as they were read."""
    source, faults = read(folder)
    if source is None:
        return None, faults, {}
    pack, found = build(source, options, ())
    faults += found
    if pack is None:
        return None, faults, {file.name: file.text for file in source.files}
    both, found = ready(pack, players or pack.header.recommended, watch_all)
    return both, [*faults, *found], dict(pack.files)


def ready(pack: Pack, players: int, watch_all: bool = False) -> tuple[Both | None, list[Diagnostic]]:
    """A pack that is built made ready, or its faults."""
    program, faults = check(pack, SHELF, players)
    if program is None or any(fault.severity is Severity.ERROR for fault in faults):
        return None, faults
    return compiled(pack, program, watch_all), faults


def compiled(pack: Pack, program: Program, watch_all: bool = False, watched: bool = False) -> Both:
    """A pack that is checked made ready. With `watch_all` a change wakes all rules; `watched` games can be viewed."""
    menus = {menu.prompt: menu.actions for menu in program.menus.values()}
    book = Rulebook(
        compiled=compile_program(program, SHELF, pack.files, watch_all, watched),
        pack=pack.header.id,
        version=pack.header.version,
        digest="",
        team=pack.header.team,
        options=dict(pack.chosen),
        overlays=(),
        fingerprints={},
        origins={},
        menus=menus,
        files=dict(pack.files),
    )
    return Both(program, book)


# ---- the two ways to play --------------------------------------------------------------------------------------------


def compiled_game(book: Rulebook, seed: int, number: int, fuel: int) -> Played:
    """A game as the engine plays it."""
    log: list[Entry] = []

    def agent(decision: Decision, view: View, luck: Stream) -> int:
        index = _answer(decision, view, luck)
        log.append(_entry(decision, _holes(book, decision), index))
        return _in_time(index)

    runner = (WatchedRunner if is_watched(book) else Runner)(book, [agent] * book.compiled.players, fuel)
    ending = runner.play(seed, number)
    status = ending.status.value
    endless = ending.fault is not None and ending.fault.id == "endless-rules"
    cap = "budget" if status == "capped" and not endless else ""
    fault = ending.fault if status == "failed" else None
    said = "" if fault is None else fault.id if ending.blame is Blame.CONTENT else fault.message
    played = Played(status, ending.outcome, said, cap, log, _state(runner.table))
    if status == "over":
        for id, name in book.compiled.measures.items():
            played.measures[id] = _tried(book.namespace[name], runner.table)
    return played


def oracle_game(both: Both, seed: int, number: int, budget: int) -> Played:
    """A game as the oracle plays it."""
    table: Any = both.book.table()
    luck, log = Luck(seed, number), []
    table.reset(budget)  # built-ins pay by the table for what is long: many dice
    table.deal(luck)
    machine = Machine(both.program, SHELF, table, evaluate, execute, budget, answer=answered, remember=remember)

    def agent(decision: Decision, view: View, stream: Stream) -> int:
        index = _answer(decision, view, stream)
        log.append(_entry(decision, _walked_holes(machine, decision), index))
        return _in_time(index)

    def respond(decision: Decision) -> Answer:
        stream = Stream(luck.stream(agent_purpose(decision.seat)))
        return ask(agent, decision, View(both.book, decision.seat), stream)

    answer_with(both.book, table, respond)
    played = _finish(machine)
    if machine.said and played.outcome is not None:
        played.outcome = replace(played.outcome, why=_said(both.book, machine, played.outcome.why))
    played.log, played.state, played.statements = log, _state(table), machine.statements
    if played.status == "over":
        for id, formula in both.program.measures.items():
            played.measures[id] = _tried(machine.value, formula.expression, {})
    return played


def _said(book: Rulebook, machine: Machine, why: str) -> str:
    """The words of an end with their holes filled; all is over, so things are called by what is printed on them."""
    shown = [value_name(book, kind, value, thing_title) for kind, value in machine.said]
    return "".join(f"{piece}{value}" for piece, value in zip(pieces(why), [*shown, ""], strict=True))


def _answer(decision: Decision, view: View, luck: Stream) -> int:
    """Any option; where time runs it is up before one of many answers."""
    if decision.table.timed and luck.draw() < TOO_LATE:
        return EXPIRED
    return AGENTS["random"](decision, view, luck)


def any_in_time(decision: Decision, view: View, luck: Stream) -> int:
    """The agent of both interpreters. Raises Expired where its answer comes too late."""
    return _in_time(_answer(decision, view, luck))


def _in_time(index: int) -> int:
    if index == EXPIRED:
        raise Expired
    return index


def _finish(machine: Machine) -> Played:
    if sys.getrecursionlimit() < FRAMES:
        sys.setrecursionlimit(FRAMES)
    try:
        begin(machine)
        flow.run(machine)
    except GameOver:
        return Played("over", machine.table.result)
    except Capped as signal:
        return Played("capped", cap="" if signal.endless is Endless.RULES else "budget")
    except RecursionError:
        return Played("capped", cap="budget")
    except Exception as fault:  # noqa: BLE001 - whatever goes wrong is compared with what the compiled code does
        return Played("failed", fault=_called(fault))
    return Played("over", Outcome(why=NO_END))


def _tried(read: Callable[..., Any], *arguments: Any) -> Any:
    """A value, or the name of the fault that it is to read it."""
    try:
        return read(*arguments)
    except Exception as fault:  # noqa: BLE001 - it is compared
        return _called(fault)


def _called(fault: Exception) -> str:
    """What the engine calls a fault of a text, and what never ends; any other one in Python's words."""
    if isinstance(fault, Capped | RecursionError):
        return "capped"
    return fault.id if isinstance(fault, Fault) else FAULTS.get(type(fault).__name__, repr(fault))


# ---- what is compared ------------------------------------------------------------------------------------------------


def _entry(decision: Decision, shown: Shown, taken: int) -> Entry:
    return Entry(decision.prompt, decision.seat, tuple(decision.options), shown, taken)


def _holes(book: Rulebook, decision: Decision) -> Shown:
    """What the text of a decision and its labels show, by the compiled functions."""
    prompt, table, args = book.compiled.prompts[decision.prompt], decision.table, decision.args
    found = [_tried(book.namespace[prompt.text], table, args)] if prompt.text else []
    for option in decision.options if prompt.symbol.nature == "choose" else ():
        label, loops = (option[0], option[1:]) if isinstance(option, tuple) else (option, ())
        if prompt.labels[label]:
            found.append(_tried(book.namespace[prompt.labels[label]], table, args, *([loops] if loops else [])))
    return _plain(found)


def _walked_holes(machine: Machine, decision: Decision) -> Shown:
    """The same, by the oracle."""
    symbol = machine.program.prompts[decision.prompt]
    env = dict(zip(symbol.variables, decision.args, strict=True))
    found = [_tried(_filled, machine, symbol.text, env)]
    for option in decision.options if symbol.nature == "choose" else ():
        label, loops = (option[0], option[1:]) if isinstance(option, tuple) else (option, ())
        inner = {**env, **dict(zip(symbol.loops[label], loops, strict=True))}
        found.append(_tried(_filled, machine, symbol.labels[label], inner))
    return _plain([each for each in found if each])


def _filled(machine: Machine, label: Label, env: dict[str, Any]) -> list[Any]:
    return [machine.value(part, env) for part in label.parts if not isinstance(part, str)]


def _plain(found: list[Any]) -> Shown:
    """What the texts show as tuples; a roll by its faces alone, as the two keep other things beside them. A text that
    cannot be shown is the name of the fault."""
    return tuple(each if isinstance(each, str) else tuple(map(_hole, each)) for each in found)


def _hole(value: Any) -> Any:
    if isinstance(value, list) and value and isinstance(value[0], list):
        return tuple(value[0])
    return tuple(value) if isinstance(value, list | tuple | range) else value


OF_HOOKS = ("hooks__", "next__", "past__")
"""The columns of what the oracle keeps in its own way; what they do shows in all others."""


def _state(table: Table) -> tuple[Any, ...]:
    """Every column and every box, by name."""
    layout = table.layout
    named = zip(layout.columns, layout.read_columns(table), strict=True)
    columns = {name: list(column) for name, column in named if not name.startswith(OF_HOOKS)}
    boxes = zip(layout.boxes, layout.read_boxes(table), strict=True)
    return columns, {name: [box and list(box) for box in each] for name, each in boxes}


def differences(oracle: Played, compiled: Played) -> list[str]:
    """What differs between a game as the oracle and as the compiled code plays it, the first thing only of each sort.

    Where a budget ran out on either side, the two are compared as far as both went.
    """
    found = [
        f"{played}: {game.fault}"
        for played, game in (("oracle", oracle), ("compiled", compiled))
        if game.status == "failed" and game.fault not in OF_CONTENT
    ]
    capped = bool(oracle.cap or compiled.cap)
    for index, (walked, played) in enumerate(zip(oracle.log, compiled.log, strict=False)):
        if walked != played:
            return [*found, f"decision {index}: oracle {walked}, compiled {played}"]
    if capped:
        return found
    if len(oracle.log) != len(compiled.log):
        found.append(f"{len(oracle.log)} decisions of the oracle, {len(compiled.log)} of the compiled code")
    if (oracle.status, oracle.outcome) != (compiled.status, compiled.outcome):
        ends = [f"{game.status} {game.outcome} {game.fault}" for game in (oracle, compiled)]
        found.append(f"oracle {ends[0]}, compiled {ends[1]}")
    if oracle.status != "failed" and oracle.state != compiled.state:
        found += _state_differences(oracle.state, compiled.state)
    if oracle.measures != compiled.measures:
        found.append(f"measures: oracle {oracle.measures}, compiled {compiled.measures}")
    return found


def _state_differences(oracle: tuple[Any, ...], compiled: tuple[Any, ...]) -> list[str]:
    return [
        f"{name}: oracle {one[name]}, compiled {other[name]}"
        for one, other in zip(oracle, compiled, strict=True)
        for name in one
        if one[name] != other[name]
    ]
