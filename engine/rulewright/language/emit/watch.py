"""Rules: testing them where something they read has changed, and the functions that find what fires.

A test stands right after the change and looks only at the changed thing where that is exact; only if it holds the rules
are settled. While the effect of a rule runs other rules may be waiting: then every change settles them as well.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial

from rulewright.language.analysis.rules import Rule, conditions_first
from rulewright.language.analysis.trees import substitute
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.kinds import within_kind
from rulewright.language.emit.lists import loop
from rulewright.language.emit.reads import is_plain
from rulewright.language.emit.truths import tested
from rulewright.language.tree import ConstList, Expression, Var
from rulewright.language.types import Kind, Type
from rulewright.text.spans import Span

Block = list[ast.stmt]
MOST_INLINE = 3
"""So many tests stand at a change; more become one function for all changes of that column."""

CHANGED = "$it"


def after_change(emitter: Emitter, columns: Sequence[str], thing: Expression | None, span: Span) -> Block:
    """What follows a change of columns of a thing, or of nothing in particular: the tests of rules that read them."""
    rules = [rule for rule in emitter.analysis.rules if any(column in rule.watched for column in columns)]
    if emitter.watch_all:
        return _settle_all(emitter, rules, columns, thing)
    waiting = emitter.analysis.in_effect(emitter.code.unit)
    if len(rules) <= MOST_INLINE or thing is None:
        with emitter.pinned():
            return _tests(emitter, rules, columns, thing, waiting)
    if not is_plain(thing):
        raise AssertionError("a changed thing is kept in a variable")
    name = _watcher(emitter, rules, columns, thing.type, waiting, span)
    return [py.do(py.call(name, py.table(), emitter.value(thing)))]


def after_changes(emitter: Emitter, columns: Sequence[str], things: str, kind: Type, span: Span) -> Block:
    """What follows a change of columns of all things in a variable: one change, tested for each."""
    rules = [rule for rule in emitter.analysis.rules if any(column in rule.watched for column in columns)]
    local = [rule for rule in rules if _is_local(rule, columns)]
    thing = Var(CHANGED, kind, span)
    if not local and not emitter.watch_all:
        return after_change(emitter, columns, None, span)
    each = py.each(CHANGED, py.name(things), after_change(emitter, columns, thing, span))
    return [each] if not emitter.watch_all or not rules else [*after_change(emitter, columns, None, span)]


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
    emitter: Emitter, rules: list[Rule], columns: Sequence[str], thing: Expression | None, waiting: bool
) -> Block:
    tests: list[ast.expr] = []
    local = whole = 0
    for rule in rules:
        narrow = thing is not None and _is_local(rule, columns)
        test = (
            _narrow(emitter, rule, columns, thing) if narrow and thing is not None else _whole(emitter, rule, columns)
        )
        if isinstance(test, ast.Constant) and not test.value:
            continue
        tests.append(test)
        if narrow:
            local |= rule.mask
        else:
            whole |= rule.mask
    if waiting:
        tests.append(py.slot("pending"))
    if not tests:
        return []
    settle = [*_wake(emitter, local, thing), *_wake(emitter, whole, None), _settle(emitter, local | whole)]
    return [py.when(py.either(tests), settle)]


def _settle(emitter: Emitter, mask: int) -> ast.stmt:
    return py.do(py.call(emitter.use("settle"), py.table(), py.const(mask)))


def _wake(emitter: Emitter, mask: int, thing: Expression | None) -> Block:
    """Rules that were left by their own effect may fire again now that something they read has changed."""
    mask &= emitter.analysis.leavers()
    if not mask:
        return []
    given = py.const(None) if thing is None else emitter.value(thing)
    return [py.do(py.call(emitter.use("wake"), py.table(), py.const(mask), given))]


def _settle_all(emitter: Emitter, rules: list[Rule], columns: Sequence[str], thing: Expression | None) -> Block:
    local = sum(rule.mask for rule in rules if thing is not None and _is_local(rule, columns))
    whole = sum(rule.mask for rule in rules) & ~local
    every = (1 << len(emitter.analysis.rules)) - 1
    return [*_wake(emitter, local, thing), *_wake(emitter, whole, None), _settle(emitter, every)] if every else []


def _is_local(rule: Rule, columns: Sequence[str]) -> bool:
    """Whether after a change of these columns only the changed thing needs testing."""
    return all(rule.local(column) for column in columns if column in rule.watched)


def _narrow(emitter: Emitter, rule: Rule, columns: Sequence[str], thing: Expression) -> ast.expr:
    """Whether a rule now holds for one thing."""
    tests = [_is_item(emitter, rule, thing)]
    column = next(each for each in columns if each in rule.watched)
    conditions = conditions_first(emitter.analysis.reader, emitter.program, rule, column)
    return _all(tests + [tested(emitter, substitute(each, {rule.symbol.var: thing})) for each in conditions])


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


def _whole(emitter: Emitter, rule: Rule, columns: Sequence[str]) -> ast.expr:
    """Whether a rule now holds for anything."""
    if rule.base is not None:
        found = py.call(finder(rule), py.table(), py.constants(()))
        return py.compare("is not", found, py.const(None))
    column = next(each for each in columns if each in rule.watched)
    conditions = conditions_first(emitter.analysis.reader, emitter.program, rule, column)
    return _all([tested(emitter, each) for each in conditions])


def _all(tests: list[ast.expr]) -> ast.expr:
    """All of some tests, without those that surely hold; false if one surely does not."""
    left = [each for each in tests if not isinstance(each, ast.Constant)]
    if any(isinstance(each, ast.Constant) and not each.value for each in tests):
        return py.const(False)
    return py.both(left) if left else py.const(True)


def finder(rule: Rule) -> str:
    """The function that gives the first item for which a rule holds, leaving some out; None if there is none."""
    return f"{rule.symbol.routine}.find"


def write_finders(emitter: Emitter) -> None:
    """Write, for each rule, the function that tests all of it."""
    for rule in emitter.analysis.rules:
        emitter.function(finder(rule), ["$skip"], rule.symbol.span, finder(rule), partial(_find, emitter, rule))


def _find(emitter: Emitter, rule: Rule) -> Block:
    tests = [each for each in (tested(emitter, each) for each in rule.conditions) if not _holds(each)]
    if rule.base is None:
        free = [py.negated(py.name("$skip"))]
        return [py.when(py.both([*tests, *free]), [py.give(py.const(0))]), py.give(py.const(None))]
    var = rule.symbol.var

    def body() -> Block:
        tests = [each for each in (tested(emitter, each) for each in rule.conditions) if not _holds(each)]
        free = py.compare("not in", py.name(var), py.name("$skip"))
        return [py.when(py.both([*tests, free]), [py.give(py.name(var))])]

    return [*loop(emitter, rule.base, var, body), py.give(py.const(None))]


def _holds(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and test.value is True
