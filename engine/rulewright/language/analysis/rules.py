"""Which rules to test after which change, and how little of each.

A rule reads a column locally if it reads it only through its own item: after a write to one thing only that thing needs
testing, as everything else was settled before. Else the rule is tested whole.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.language.analysis.effects import Reader
from rulewright.language.analysis.trees import conjuncts, may_fail, unfiltered, walk
from rulewright.language.program import Program, RuleSymbol
from rulewright.language.tree import Call, Const, ConstList, Expression, Get, Prop, Var
from rulewright.language.types import Maybe


@dataclass(frozen=True, slots=True)
class Rule:
    """A Rule is a RuleSymbol taken apart: the list without filters, and everything that must hold of one item.

    `watched` maps each column it reads to whether a write needs only the written thing tested.
    """

    index: int
    symbol: RuleSymbol
    base: Expression | None
    conditions: tuple[Expression, ...]
    watched: dict[str, bool]

    @property
    def mask(self) -> int:
        """The rule's bit."""
        return 1 << self.index

    def local(self, column: str) -> bool:
        """Whether a write of a column needs only the written thing tested."""
        return self.watched[column]


def find_rules(reader: Reader, program: Program) -> list[Rule]:
    """The rules of a program, in order."""
    return [_rule(reader, index, symbol) for index, symbol in enumerate(program.rules)]


def _rule(reader: Reader, index: int, symbol: RuleSymbol) -> Rule:
    base, conditions = None, conjuncts(symbol.condition)
    if symbol.source is not None:
        base, filters = unfiltered(symbol.source, symbol.var)
        conditions = filters + conditions
    watched: dict[str, bool] = {}
    if base is not None:
        for read in reader.reads(base):
            watched[read.column] = False
    itself = isinstance(base, ConstList)
    for condition in conditions:
        for read in reader.reads(condition):
            local = itself and isinstance(read.of, Var) and read.of.name == symbol.var and not read.elsewhere
            watched[read.column] = watched.get(read.column, True) and local
    return Rule(index, symbol, base, tuple(conditions), watched)


def conditions_first(reader: Reader, program: Program, rule: Rule, column: str) -> list[Expression]:
    """A rule's conditions, those first that read a column: they are the likeliest to be false after its change.

    Only what can be computed without the conditions before it moves to the front.
    """
    front = [each for each in rule.conditions if _stands_alone(program, each) and _reads(reader, each, column)]
    return front + [each for each in rule.conditions if not any(each is other for other in front)]


def _reads(reader: Reader, condition: Expression, column: str) -> bool:
    return any(read.column == column for read in reader.reads(condition))


def _stands_alone(program: Program, condition: Expression) -> bool:
    """Whether a condition needs none before it: it divides by nothing, calls nothing, and reads no tested maybe."""
    if may_fail(condition):
        return False
    for node in walk((condition,)):
        match node:
            case Get(field=name, of=of, type=kind):
                narrowed = isinstance(program.fields[name].type, Maybe) and not isinstance(kind, Maybe)
                if narrowed or not isinstance(of, Var | Const):
                    return False
            case Prop(of=of):
                if not isinstance(of, Var | Const):
                    return False
            case Call():
                return False
            case _:
                continue
    return True
