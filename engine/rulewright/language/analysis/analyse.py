"""The analysis of a program: all that emission must know beside the checked tree itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.language.analysis.calls import Calls, find_calls, past_column, waiting_column
from rulewright.language.analysis.effects import RUNNING, Graph, Reader, Unit, find_units
from rulewright.language.analysis.promises import promised
from rulewright.language.analysis.rules import Rule, find_rules
from rulewright.language.analysis.scene import Scene, set_scene, texts
from rulewright.language.analysis.sight import reads_knowledge
from rulewright.language.analysis.trees import walk
from rulewright.language.builtin import BuiltinSymbol
from rulewright.language.program import Program, StepSymbol
from rulewright.language.tree import Builtin, Const, DieProp, Fact, Past, Put, PutSymbol


@dataclass(slots=True)
class Analysis:
    """An Analysis is what a program's texts do.

    `mutable` are the columns that some text writes, in order. `resets` maps a period to the columns that go back at its
    end. `bonuses` are the symbols that some text adds to, `negative` those it may take away from; `facts` the facts
    that some text reads, `flags` whether one asks if a die was thrown again, `secret` whether one throws dice that only
    one seat sees. `allowed` are, as bits, the things where
    each thing may lie. `graph` answers what calls reach, `settled` what they reach with the effects of the rules they
    wake; `effects` are the units reached from rules. `asks` is whether some text or list of options needs to know who
    has seen which face.
    """

    program: Program
    scene: Scene
    reader: Reader
    calls: Calls
    mutable: dict[str, None]
    resets: dict[str, list[str]]
    units: dict[str, Unit]
    graph: Graph
    settled: Graph
    rules: list[Rule]
    allowed: tuple[int, ...]
    effects: dict[str, None] = field(default_factory=dict)
    bonuses: list[str] = field(default_factory=list)
    negative: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    flags: bool = False
    secret: bool = False
    asks: bool = False

    def watchers(self, column: str) -> list[Rule]:
        """The rules that read a column, in order."""
        return [rule for rule in self.rules if column in rule.watched]

    def in_effect(self, unit: str) -> bool:
        """Whether a unit may run while the effect of a rule runs, so that other rules may be waiting."""
        return unit in self.effects

    def leavers(self) -> int:
        """The mask of the rules whose effects may be left. Where one leaves a step it may be in the midst of any other,
        as rules that are waiting are tested at every change."""
        leave = any(self.settled.leaves(rule.symbol.routine) for rule in self.rules)
        return sum(rule.mask for rule in self.rules) if leave else 0


def analyse(program: Program, shelf: Mapping[str, BuiltinSymbol]) -> Analysis:
    """Analyse a program whose built-ins are those of a shelf."""
    mutable = _written_fields(program)
    scene = set_scene(program, mutable)
    calls = find_calls(program, texts(program))
    reader = Reader(program, scene, shelf, calls)
    resets = _resets(program)
    units = find_units(reader, resets)
    rules = find_rules(reader, program)
    allowed = promised(program, scene)
    found = Analysis(program, scene, reader, calls, mutable, resets, units, Graph(units), Graph({}), rules, allowed)
    for unit in units.values():
        mutable.update(dict.fromkeys(unit.writes))
    for step in all_steps(program.flow):
        mutable.update(dict.fromkeys(resets.get(step.id, [])))
    for rule in rules:
        if RUNNING in rule.watched:  # any change may be the first since a call or a step has begun or ended
            rule.watched.update(dict.fromkeys(mutable, False))
    found.asks = reads_knowledge(program, scene, mutable)
    found.settled = Graph(_with_rules(units, rules))
    for rule in rules:
        found.effects.update(dict.fromkeys(found.settled.reach(rule.symbol.routine)))
    _look_at_rolls(found)
    return found


def all_steps(steps: tuple[StepSymbol, ...]) -> list[StepSymbol]:
    """Steps with all steps below them, outer ones first."""
    return [each for step in steps for each in (step, *all_steps(step.steps))]


def _written_fields(program: Program) -> dict[str, None]:
    written = {node.field: None for node in walk(texts(program)) if isinstance(node, Put)}
    for action in program.actions.values():
        written.update((cost.field, None) for cost in action.costs)
    for columns in _resets(program).values():
        written.update(dict.fromkeys(columns))
    return written


def _resets(program: Program) -> dict[str, list[str]]:
    resets: dict[str, list[str]] = {}
    written = {node.field for node in walk(texts(program)) if isinstance(node, Put)}
    costly = {cost.field for action in program.actions.values() for cost in action.costs}
    for symbol in program.fields.values():
        if symbol.period and (symbol.id in written or symbol.id in costly):
            resets.setdefault(symbol.period, []).append(symbol.id)
    for action in program.actions.values():
        if action.once:
            resets.setdefault(action.once, []).append(f"once.{action.id}")
    for hook in program.hooks:
        if hook.once:
            resets.setdefault(hook.once, []).append(f"once.{hook.id}")
    for node in walk(texts(program)):
        if isinstance(node, Past) and past_column(node.call, node.period) not in resets.get(node.period, []):
            resets.setdefault(node.period, []).append(past_column(node.call, node.period))
    for wait in program.waits.values():
        if wait.period and waiting_column(wait.call) not in resets.get(wait.period, []):
            resets.setdefault(wait.period, []).append(waiting_column(wait.call))
    return resets


def _with_rules(units: Mapping[str, Unit], rules: list[Rule]) -> dict[str, Unit]:
    """The units, each calling the effects of the rules that its own writes may make fire."""
    joined = {}
    for name, unit in units.items():
        woken = [rule.symbol.routine for rule in rules if any(column in rule.watched for column in unit.writes)]
        joined[name] = Unit(unit.writes, list(dict.fromkeys([*unit.calls, *woken])), unit.decides, unit.leaves)
    return joined


def _look_at_rolls(found: Analysis) -> None:
    bonuses: dict[str, None] = {}
    negative: dict[str, None] = {}
    facts: dict[str, None] = {}
    for node in walk(texts(found.program)):
        match node:
            case PutSymbol(symbol=symbol, op=op, value=value):
                bonuses[symbol] = None
                if op != "+=" or not (isinstance(value, Const) and value.value is not None and value.value >= 0):
                    negative[symbol] = None
            case Fact(name=name):
                facts[name] = None
            case DieProp(name="rerolled"):
                found.flags = True
            case Builtin(name="roll", arguments={"to": _}):
                found.secret = True
            case _:
                continue
    found.bonuses, found.negative, found.facts = list(bonuses), list(negative), list(facts)
