"""Rules: testing them where something they read has changed, and the functions that find what fires.

A test stands right after the change and looks only at the changed thing where that is exact; only if it holds the rules
are settled. While the effect of a rule runs other rules may be waiting: then every change settles them as well.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rulewright.language.analysis.rules import Rule, conditions_first
from rulewright.language.analysis.trees import equal, rewritten, substitute
from rulewright.language.emit import python as py
from rulewright.language.emit.constants import folded
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.kinds import within_kind
from rulewright.language.emit.lists import loop
from rulewright.language.emit.live import relive
from rulewright.language.emit.near import near_test
from rulewright.language.emit.reads import is_inlined, is_plain
from rulewright.language.emit.truths import tested
from rulewright.language.tree import Const, ConstList, Expression, Get, Prop, Var
from rulewright.language.types import THING, Kind, Type
from rulewright.text.spans import Span

Block = list[ast.stmt]
MOST_INLINE = 3
"""So many tests stand at a change; more become one function for all changes of that column."""

CHANGED = "$it"


def after_change(
    emitter: Emitter, columns: Sequence[str], thing: Expression | None, span: Span, new: Expression | None = None
) -> Block:
    """What follows a change of columns of a thing, or of nothing in particular: the tests of rules that read them.

    `new` is what a single column now holds of the thing, where that is at hand.
    """
    return [*relive(emitter, columns, thing), *woken(emitter, columns), *_tested(emitter, columns, thing, span, new)]


def _tested(
    emitter: Emitter, columns: Sequence[str], thing: Expression | None, span: Span, new: Expression | None = None
) -> Block:
    """The tests of the rules that read some columns."""
    rules = [rule for rule in emitter.analysis.rules if any(column in rule.watched for column in columns)]
    if emitter.watch_all:
        return _settle_all(emitter)
    waiting = emitter.analysis.in_effect(emitter.code.unit)
    if len(rules) <= MOST_INLINE or thing is None:
        with emitter.pinned():
            return _tests(emitter, rules, columns, thing, waiting, new)
    if not is_plain(thing):
        raise AssertionError("a changed thing is kept in a variable")
    name = _watcher(emitter, rules, columns, thing.type, waiting, span)
    return [py.do(py.call(name, py.table(), emitter.value(thing)))]


def after_reset(emitter: Emitter, defaults: Mapping[str, Const | None], span: Span) -> Block:
    """What follows a change of columns of all their things to one value, or to several where that is None.

    A rule that looks at single things and cannot hold of one with the default need not be tested.
    """
    columns = [
        column
        for column in defaults
        for rule in emitter.analysis.watchers(column)
        if emitter.watch_all or not _is_quiet(emitter, rule, defaults)
    ]
    awake = woken(emitter, list(defaults))
    if not columns and not emitter.watch_all and not emitter.analysis.in_effect(emitter.code.unit):
        return awake
    columns = list(dict.fromkeys(columns))
    return [*relive(emitter, columns, None), *awake, *_tested(emitter, columns, None, span)]


def _is_quiet(emitter: Emitter, rule: Rule, defaults: Mapping[str, Const | None]) -> bool:
    """Whether a rule surely does not hold of anything whose columns have gone back to their defaults."""
    if not _is_local(rule, list(defaults)):
        return False
    for column, default in defaults.items():
        thing = Var(rule.symbol.var, rule.symbol.item or THING, rule.symbol.span)
        known = [_with_new(emitter, each, column, thing, default) for each in rule.conditions]
        if column in rule.watched and not any(folded(emitter, each) is False for each in known):
            return False
    return True


def after_changes(emitter: Emitter, columns: Sequence[str], things: str, kind: Type, span: Span) -> Block:
    """What follows a change of columns of all things in a variable: one change, so that the first test which holds
    settles the rules for all of them."""
    rules = [rule for rule in emitter.analysis.rules if any(column in rule.watched for column in columns)]
    local = [rule for rule in rules if _is_local(rule, columns)]
    thing = Var(CHANGED, kind, span)
    live = relive(emitter, columns, thing)
    before: Block = [py.each(CHANGED, py.name(things), live)] if live else []
    before += woken(emitter, columns)
    if not local or emitter.watch_all:
        return [*before, *_tested(emitter, columns, None, span)]
    waiting = emitter.analysis.in_effect(emitter.code.unit)
    with emitter.pinned():
        tests = _tests(emitter, rules, columns, thing, waiting, several=True)
    return [*before, *([py.each(CHANGED, py.name(things), tests)] if tests else [])]


def _watcher(emitter: Emitter, rules: list[Rule], columns: Sequence[str], kind: Type, waiting: bool, span: Span) -> str:
    """The function that makes the tests of many rules after a change of one thing."""
    of = kind.name if isinstance(kind, Kind) else "thing"
    name = f"watch.{columns[0]}.{of}" + (".waiting" if waiting else "")
    thing = Var(CHANGED, kind, span)

    def build() -> Block:
        return _tests(emitter, rules, columns, thing, waiting)

    return emitter.helper(name, lambda: _write(emitter, name, rules[0].symbol.span, build))


def _write(emitter: Emitter, name: str, span: Span, build: Callable[[], Block]) -> None:
    emitter.function(name, [CHANGED], span, name, build)


def _tests(
    emitter: Emitter,
    rules: list[Rule],
    columns: Sequence[str],
    thing: Expression | None,
    waiting: bool,
    new: Expression | None = None,
    several: bool = False,
) -> Block:
    """The tests, and what settles the rules if one holds; of `several` things once, in a loop over them."""
    found: list[Test] = []
    local = whole = 0
    for rule in rules:
        narrow = thing is not None and _is_local(rule, columns)
        if thing is not None and narrow:
            test = _narrow(emitter, rule, columns, thing)
        else:
            near = near_test(emitter, rule, columns, thing) if thing is not None else None
            test = _whole(emitter, rule, columns) if near is None else Test([], [near])
        conditions = [_with_new(emitter, each, columns[0], thing, new) for each in test.conditions]
        if test.made == [] or any(folded(emitter, each) is False for each in conditions):
            continue
        open_ = [each for each in conditions if folded(emitter, each) is None]
        found.append(Test(open_, [each for each in test.made if not _holds(each)] if test.made else None))
        if narrow:
            local |= rule.mask
        else:
            whole |= rule.mask
    tests = _joined(emitter, found)
    if waiting:
        tests.append(py.slot("pending"))
    if not tests:
        return []
    if several:
        return [py.when(py.either(tests), [_settle(emitter, local | whole), ast.Break()])]
    return [py.when(py.either(tests), [_settle(emitter, local | whole, thing if whole == 0 else None, waiting)])]


@dataclass(frozen=True, slots=True)
class Test:
    """A Test is what must hold for a rule to fire: conditions yet to be written, and what is written already.

    `made` is None where nothing stands beside the conditions, and empty where the rule surely does not fire.
    """

    conditions: list[Expression]
    made: list[ast.expr] | None = None


def _with_new(
    emitter: Emitter, condition: Expression, column: str, thing: Expression | None, new: Expression | None
) -> Expression:
    """A condition in which what was just written is read from where it is at hand."""
    if new is None or thing is None or any(each.field == column for each in emitter.program.modifiers):
        return condition

    def known(node: Any) -> Expression | None:
        match node:
            case Get(field=field, of=of) if field == column and equal(of, thing):
                return new
            case Prop(name="owner", of=of) if column == "thing.owner" and equal(of, thing):
                return new
            case Get(field=field, of=of) if is_inlined(emitter, node):
                derived = emitter.program.fields[field].derived
                return rewritten(substitute(derived, {"it": of}), known) if derived is not None else None
            case _:
                return None

    made: Expression = rewritten(condition, known)
    return made


def _alike(one: list[ast.expr] | None, other: list[ast.expr] | None) -> bool:
    return [ast.dump(each) for each in one or []] == [ast.dump(each) for each in other or []]


def _joined(emitter: Emitter, found: list[Test]) -> list[ast.expr]:
    """The tests of several rules, any of which may hold; a condition that some begin with is written once, after what
    is written already, as that may say whether the condition can be read at all."""
    tests: list[ast.expr] = []
    while found:
        head = found[0].conditions[:1]
        same = [
            each
            for each in found
            if head and equal(tuple(each.conditions[:1]), tuple(head)) and _alike(each.made, found[0].made)
        ]
        if len(same) > 1:
            inner = _joined(emitter, [Test(each.conditions[1:]) for each in same])
            tests.append(py.both([*(found[0].made or []), tested(emitter, head[0]), py.either(inner)]))
            found = [each for each in found if not any(each is other for other in same)]
        else:
            sides = [*(found[0].made or []), *(tested(emitter, each) for each in found[0].conditions)]
            tests.append(py.both(sides) if sides else py.const(True))
            found = found[1:]
    return tests


def _settle(emitter: Emitter, mask: int, thing: Expression | None = None, waiting: bool = True) -> ast.stmt:
    """`thing` is the only one for which rules may now hold; one rule then surely does if none is `waiting`."""
    given = [] if thing is None or not mask else [emitter.value(thing)]
    if given and not waiting and mask & (mask - 1) == 0:
        index = py.const(mask.bit_length() - 1)
        return py.do(py.call(emitter.use("fire"), py.table(), index, *given))
    return py.do(py.call(emitter.use("settle"), py.table(), py.const(mask), *given))


def woken(emitter: Emitter, columns: Sequence[str]) -> Block:
    """Rules that were left by their own effect may fire again where something they read has changed.

    Mostly there are none, which is asked before the call, as this comes after every change.
    """
    mask = sum(rule.mask for rule in emitter.analysis.rules if any(column in rule.watched for column in columns))
    mask &= emitter.analysis.leavers()
    if not mask:
        return []
    return [py.when(py.slot("spent"), [py.do(py.call(emitter.use("wake"), py.table(), py.const(mask)))])]


def _settle_all(emitter: Emitter) -> Block:
    every = (1 << len(emitter.analysis.rules)) - 1
    return [_settle(emitter, every)] if every else []


def _is_local(rule: Rule, columns: Sequence[str]) -> bool:
    """Whether after a change of these columns only the changed thing needs testing."""
    return all(rule.local(column) for column in columns if column in rule.watched)


def _narrow(emitter: Emitter, rule: Rule, columns: Sequence[str], thing: Expression) -> Test:
    """What must hold for a rule to fire for one thing."""
    item = _is_item(emitter, rule, thing)
    if isinstance(item, ast.Constant) and not item.value:
        return Test([], [])
    column = next(each for each in columns if each in rule.watched)
    conditions = conditions_first(emitter.analysis.reader, emitter.program, rule, column)
    given = [substitute(each, {rule.symbol.var: thing}) for each in conditions]
    return Test(given, None if isinstance(item, ast.Constant) else [item])


def _is_item(emitter: Emitter, rule: Rule, thing: Expression) -> ast.expr:
    """Whether a thing is one of those in the rule's list without its filters."""
    base = rule.base
    if not isinstance(base, ConstList):
        raise AssertionError("only a rule over a list known at load is tested for one thing")
    scene = emitter.analysis.scene
    given = scene.things_of(thing.type.name) if isinstance(thing.type, Kind) else ()
    if given and set(given) <= set(base.values):
        return py.const(True)
    if given and not set(given) & set(base.values):
        return py.const(False)
    kind = rule.symbol.item
    if isinstance(kind, Kind) and set(scene.things_of(kind.name)) == set(base.values):
        return within_kind(emitter, kind.name, thing.type, lambda: emitter.value(thing))
    return py.compare("in", emitter.value(thing), py.constants(base.values))


def _whole(emitter: Emitter, rule: Rule, columns: Sequence[str]) -> Test:
    """What must hold for a rule to fire for anything."""
    if rule.base is not None:
        found = py.call(finder(rule), py.table(), py.constants(()))
        return Test([], [py.compare("is not", found, py.const(None))])
    column = next(each for each in columns if each in rule.watched)
    return Test(conditions_first(emitter.analysis.reader, emitter.program, rule, column))


def finder(rule: Rule) -> str:
    """The function that gives the first item for which a rule holds, leaving some out; None if there is none."""
    return f"{rule.symbol.routine}.find"


def tester(rule: Rule) -> str:
    """The function that says whether a rule holds of one item; empty where its list is not known at load."""
    return f"{rule.symbol.routine}.holds" if isinstance(rule.base, ConstList) else ""


def write_finders(emitter: Emitter) -> None:
    """Write, for each rule, the functions that test all of it and one item."""
    for rule in emitter.analysis.rules:
        name = tester(rule)
        if name:
            emitter.function(name, [rule.symbol.var], rule.symbol.span, name, partial(_test, emitter, rule))
        emitter.function(finder(rule), ["$skip"], rule.symbol.span, finder(rule), partial(_find, emitter, rule))


def _test(emitter: Emitter, rule: Rule) -> Block:
    tests = [each for each in (tested(emitter, each) for each in rule.conditions) if not _holds(each)]
    return [py.give(py.both(tests) if tests else py.const(True))]


def _find(emitter: Emitter, rule: Rule) -> Block:
    tests = [each for each in (tested(emitter, each) for each in rule.conditions) if not _holds(each)]
    if rule.base is None:
        free = [py.negated(py.name("$skip"))]
        return [py.when(py.both([*tests, *free]), [py.give(py.const(0))]), py.give(py.const(None))]
    var, leaves = rule.symbol.var, bool(emitter.analysis.leavers())

    def body() -> Block:
        tests = [each for each in (tested(emitter, each) for each in rule.conditions) if not _holds(each)]
        free = py.compare("not in", py.name(var), py.name("$skip"))
        # What is read of one item is asked for where rules leave steps: then the others come to no test.
        return [py.when(py.both([free, *tests] if leaves else [*tests, free]), [py.give(py.name(var))])]

    return [*loop(emitter, rule.base, var, body), py.give(py.const(None))]


def _holds(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and test.value is True
