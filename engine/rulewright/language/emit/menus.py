"""Menus: one function for each, which finds what can be done, asks, and does it, once or until done."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial

from rulewright.language.analysis.sight import menu_decider
from rulewright.language.analysis.trees import conjunction, free_variables, is_path
from rulewright.language.emit import python as py
from rulewright.language.emit.calls import write_call
from rulewright.language.emit.constants import folded
from rulewright.language.emit.costs import begun, payable, pays_itself
from rulewright.language.emit.decisions import decide, forced, is_blind, options, pick_among, pick_one
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.lists import fixed
from rulewright.language.emit.periods import actor, in_period, marked
from rulewright.language.emit.sameness import sameness
from rulewright.language.emit.statements import pay
from rulewright.language.emit.truths import tested
from rulewright.language.program import ActionSymbol, Choice, MenuSymbol
from rulewright.language.tree import (
    Expression,
    Filter,
    Keyed,
    Offer,
    Truth,
    Var,
)
from rulewright.language.types import BOOL, PLAYER, List
from rulewright.text.spans import Span

Block = list[ast.stmt]
SEAT, TOOK, TAKEN, FOUND = "$seat", "$took", "$k", "$o"
SEEN, KEY, THING = "$seen", "$key", "$thing"
DONE = 0


@dataclass(slots=True)
class Entry:
    """An Entry is an action of a menu while the menu is written: the option it is, what it needs, its lists."""

    action: ActionSymbol
    option: int
    needs: list[ast.expr]
    lists: list[Expression]


def offer(emitter: Emitter, node: Offer) -> ast.expr:
    """A menu put to somebody."""
    arguments = [fixed(emitter, each) for each in node.arguments]
    if node.decider is not None:
        arguments.append(emitter.value(node.decider))
    return py.call(f"offer.{node.menu}", py.table(), *arguments)


def in_rounds(emitter: Emitter, node: Offer) -> bool:
    """Whether a menu can be put round by round: it repeats, and nothing is to be done when all of it is over."""
    menu = emitter.program.menus[node.menu]
    plain = menu.who is None and emitter.analysis.calls.of(f"offer.{menu.id}") is None
    return menu.repeat and plain and not emitter.analysis.resets.get(node.menu)


def begins_apart(emitter: Emitter, node: Offer) -> bool:
    """Whether the first round of a menu is not like the later ones: something must be taken, or what the menu is given
    might be something else by then."""
    return emitter.program.menus[node.menu].must or not all(_lasts(emitter, each) for each in _given(node))


def offer_rounds(emitter: Emitter, node: Offer, step: str, again: bool) -> tuple[Block, ast.expr]:
    """One round of a menu that a step puts to somebody, the first or a later one (`again`): what comes before it, and
    whether there may be another."""
    menu = emitter.program.menus[node.menu]
    name = f"offer.{menu.id}.round"
    parameters = [*(each.name for each in menu.parameters), SEAT, TOOK]

    def write() -> None:
        emitter.function(name, parameters, menu.span, f"offer.{menu.id}", partial(_one_round, emitter, menu))

    emitter.helper(name, write)
    arguments = [fixed(emitter, each) for each in _given(node)]
    if all(_lasts(emitter, each) for each in _given(node)):
        return [], py.call(name, py.table(), *arguments, py.const(again))
    slot = f"{step}__given"
    emitter.scalars.setdefault(slot, ())
    before: Block = [] if again else [py.put_slot(slot, py.grouped(arguments))]
    return before, py.call(name, py.table(), py.starred(py.slot(slot)), py.const(again))


def _given(node: Offer) -> list[Expression]:
    """What a menu is given, and who is asked."""
    return [*node.arguments, *([] if node.decider is None else [node.decider])]


def _lasts(emitter: Emitter, node: Expression) -> bool:
    """Whether an expression gives the same as long as the step runs that reads it."""
    read = emitter.analysis.reader.reads(node)
    return is_path(node) and not any(each.column in emitter.analysis.mutable for each in read)


def write_menus(emitter: Emitter) -> None:
    """Write the function of every menu: whether an action was taken."""
    for menu in emitter.program.menus.values():
        unit = f"offer.{menu.id}"
        parameters = [*(each.name for each in menu.parameters), SEAT]
        build = partial(_menu, emitter, menu)
        if menu.who is not None:
            emitter.function(f"{unit}.one", parameters, menu.span, unit, build)
            parameters = parameters[1:-1]
            build = partial(_in_turn, emitter, menu, menu.who)
        if emitter.analysis.resets.get(menu.id):
            body = py.call(f"{unit}.body", py.table(), *(py.name(each) for each in parameters))
            around = partial(in_period, emitter, menu.id, unit, body, menu.span)
            emitter.function(unit, parameters, menu.span, unit, around)
            _write_menu(emitter, menu, f"{unit}.body", parameters, build)
        else:
            _write_menu(emitter, menu, unit, parameters, build)


def _write_menu(
    emitter: Emitter, menu: MenuSymbol, name: str, parameters: Sequence[str], build: Callable[[], Block]
) -> None:
    """The function of a menu, or of the call around it where hooks may answer that."""
    unit = f"offer.{menu.id}"
    answers = emitter.analysis.calls.of(unit)
    if answers is not None:
        write_call(emitter, answers, unit, name, parameters, f"{unit}.text", menu.span)
        name = f"{unit}.text"
    emitter.function(name, parameters, menu.span, unit, build)


def _in_turn(emitter: Emitter, menu: MenuSymbol, who: Expression) -> Block:
    """A menu put to one after the other, until all have passed in a row."""
    if menu.seat is None:
        raise AssertionError("a menu that says who is asked says who decides")
    first, *others = (each.name for each in menu.parameters)
    with emitter.pinned(who.span):
        arguments = [py.name(first), *(py.name(each) for each in others), emitter.value(menu.seat)]
        asked = py.call(f"offer.{menu.id}.one", py.table(), *arguments)
        all_ = py.call(emitter.use("len"), py.name("$who"))
        again: Block = [*pay(emitter, py.const(1)), py.let(TOOK, py.const(True)), py.let("$left", all_)]
        stop = py.when(py.compare("==", py.name("$left"), py.const(0)), [py.give(py.name(TOOK))])
        passed: Block = [py.add("$left", "-", py.const(1)), stop]
        turns = py.each(first, py.name("$who"), [py.when(asked, again, passed)])
        none = py.when(py.negated(py.name("$who")), [py.give(py.const(False))])
        return [
            py.let("$who", fixed(emitter, who)),
            none,
            py.let(TOOK, py.const(False)),
            py.let("$left", py.call(emitter.use("len"), py.name("$who"))),
            py.loop(py.const(True), [turns]),
        ]


def _menu(emitter: Emitter, menu: MenuSymbol) -> Block:
    """All rounds of a menu, or its only one."""
    with emitter.pinned():
        entries = _entries(emitter, menu)
        if not entries:
            return [py.give(py.const(False))]
        if not menu.repeat:
            return [*_round(emitter, menu, entries, py.const(False)), py.give(py.const(True))]
        once = _round(emitter, menu, entries, py.name(TOOK))
        again = [*pay(emitter, py.const(1)), py.let(TOOK, py.const(True))]
    return [py.let(TOOK, py.const(False)), py.loop(py.const(True), [*once, *again])]


def _one_round(emitter: Emitter, menu: MenuSymbol) -> Block:
    with emitter.pinned():
        entries = _entries(emitter, menu)
        if not entries:
            return [py.give(py.const(False))]
        return [*_round(emitter, menu, entries, py.const(False)), py.give(py.const(True))]


def _entries(emitter: Emitter, menu: MenuSymbol) -> list[Entry]:
    """The actions that may ever be taken."""
    actions = [emitter.program.actions[each] for each in menu.actions]
    open_ = [(n, each) for n, each in enumerate(actions, 1) if folded(emitter, each.condition) is not False]
    return [_entry(emitter, each, number) for number, each in open_]


def _round(emitter: Emitter, menu: MenuSymbol, entries: list[Entry], over: ast.expr) -> Block:
    """One decision of a menu, and the action that is taken; the function gives `over` if none is."""
    who = menu_decider(emitter.program, menu)
    ways = [_taken(emitter, each, who) for each in entries]

    def stop() -> ast.stmt:
        return py.give(deepcopy(over))

    def nothing() -> Block:
        return [*_noted(emitter, menu), stop()]

    if len(entries) == 1 and not menu.must:
        return [*_single(emitter, menu, entries[0], stop, nothing), *ways[0]]
    return [*_asked(emitter, menu, entries, stop, nothing), *_chosen(entries, ways)]


def _noted(emitter: Emitter, menu: MenuSymbol) -> Block:
    """That there was nothing but "done", which where games are watched reads as if it had been chosen."""
    if not emitter.watched:
        return []
    return [py.do(forced(emitter, menu.prompt, Var(SEAT, PLAYER, menu.span), py.const(DONE)))]


def _single(
    emitter: Emitter, menu: MenuSymbol, entry: Entry, stop: Callable[[], ast.stmt], nothing: Callable[[], Block]
) -> Block:
    """A menu with one action: no list of options is made."""
    body: Block = []
    if entry.needs:
        body.append(py.when(py.negated(py.both(entry.needs)), nothing()))
    question = decide(emitter, menu.prompt, py.name(SEAT), py.constants((DONE, entry.option)))
    return [*body, py.when(py.compare("==", question, py.const(DONE)), [stop()])]


def _asked(
    emitter: Emitter, menu: MenuSymbol, entries: list[Entry], stop: Callable[[], ast.stmt], nothing: Callable[[], Block]
) -> Block:
    """What makes the options and asks; the answer is in `$k`."""
    body: Block = [py.let(FOUND, py.listed([] if menu.must else [py.const(DONE)]))]
    twins = _twins(emitter, entries)
    if twins:
        body.append(py.let(SEEN, py.listed([])))
    for entry in entries:
        note: Block = [py.do(py.method(py.name(FOUND), "append", py.const(entry.option)))]
        needs = list(entry.needs)
        if entry.option in twins:
            body.append(py.let(THING, py.const(entry.action.owner)))
            alike = sameness(emitter, emitter.program.things[entry.action.owner].kind, THING, False)
            key = py.keep(KEY, py.grouped([py.const(twins[entry.option]), alike]))
            needs.append(py.compare("not in", key, py.name(SEEN)))
            note.append(py.do(py.method(py.name(SEEN), "append", py.name(KEY))))
        body += [py.when(py.both(needs), note)] if needs else note
    if not menu.must:
        if all(entry.needs for entry in entries):
            few = py.compare("==", py.call(emitter.use("len"), py.name(FOUND)), py.const(1))
            body.append(py.when(few, nothing()))
        question = decide(emitter, menu.prompt, py.name(SEAT), py.name(FOUND))
        return [*body, py.let(TAKEN, question), py.when(py.compare("==", py.name(TAKEN), py.const(DONE)), [stop()])]
    body.append(py.when(py.negated(py.name(FOUND)), [stop()]))
    return body + _must(emitter, menu, stop)


def _must(emitter: Emitter, menu: MenuSymbol, stop: Callable[[], ast.stmt]) -> Block:
    """A menu from which something must be taken; where it repeats, "done" is there from the second time on."""
    enough = py.compare(">", py.call(emitter.use("len"), py.name(FOUND)), py.const(1))
    question = decide(emitter, menu.prompt, py.name(SEAT), py.name(FOUND))
    only = forced(emitter, menu.prompt, Var(SEAT, PLAYER, menu.span), py.at(py.name(FOUND), py.const(0)))
    body: Block = [py.let(TAKEN, py.choice(enough, question, only))]
    if menu.repeat:
        first = py.do(py.method(py.name(FOUND), "insert", py.const(0), py.const(DONE)))
        done = py.when(py.compare("==", py.name(TAKEN), py.const(DONE)), [stop()])
        body = [py.when(py.name(TOOK), [first]), *body, done]
    return body


def _chosen(entries: list[Entry], ways: list[Block]) -> Block:
    body = ways[-1]
    for entry, way in reversed(list(zip(entries[:-1], ways[:-1], strict=True))):
        body = [py.when(py.compare("==", py.name(TAKEN), py.const(entry.option)), way, body)]
    return body


# ---- one action ----


def _entry(emitter: Emitter, action: ActionSymbol, option: int) -> Entry:
    """What an action needs to be offered: its condition, its mark, its cost, something to choose from."""
    needs: list[ast.expr] = []
    if action.once:
        needs.append(py.negated(marked(action.id, actor(action))))
    for text in (action.live, action.condition):
        if text is not None and folded(emitter, text) is not True:
            needs += _flat(tested(emitter, text))
    needs += [py.negated(each) for each in _forbidden(emitter, action)]
    lists, rest = _offered(action)
    needs += [tested(emitter, each) for each in rest if folded(emitter, each) is not True]
    for index, each in enumerate(lists):
        if not _reads_choice(each, action.choices[:index]):
            needs += _flat(tested(emitter, Truth(each, BOOL, action.span)))
    return Entry(action, option, needs, lists)


def _forbidden(emitter: Emitter, action: ActionSymbol) -> list[ast.expr]:
    """What forbids an action: modifiers of its `if`, which read the menu's parameters."""
    name = action.id.partition(".")[0]
    found: list[ast.expr] = []
    for modifier in emitter.program.modifiers:
        if modifier.field == f"if {name}":
            texts = [text for text in (modifier.live, modifier.condition) if text is not None]
            found.append(py.both([tested(emitter, text) for text in texts]) if texts else py.const(True))
    return found


def _flat(test: ast.expr) -> list[ast.expr]:
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return test.values
    return [] if isinstance(test, ast.Constant) and test.value else [test]


def _offered(action: ActionSymbol) -> tuple[list[Expression], list[Expression]]:
    """The lists to choose from, without what leaves a later list empty or a cost unpaid; and what needs no choice."""
    later: list[Expression] = [payable(action.costs, index) for index in range(len(action.costs))]
    lists: list[Expression] = []
    for choice in reversed(action.choices):
        own = [each for each in later if choice.name in free_variables(each)]
        later = [each for each in later if choice.name not in free_variables(each)]
        source = choice.source
        condition = conjunction(own, BOOL, action.span)
        if condition is not None:
            key = Keyed(choice.name, condition, choice.type, action.span)
            source = Filter(source, key, List(choice.type), action.span)
        lists.insert(0, source)
        if any(each.name in free_variables(source) for each in action.choices):
            later.append(Truth(source, BOOL, action.span))
    return lists, later


def _reads_choice(node: Expression, choices: Sequence[Choice]) -> bool:
    return any(choice.name in free_variables(node) for choice in choices)


def _taken(emitter: Emitter, entry: Entry, decider: Expression | None) -> Block:
    """What taking an action does: its choices, its mark and cost, its text."""
    action = entry.action
    body: Block = []
    for index, (choice, source) in enumerate(zip(action.choices, entry.lists, strict=True)):
        if is_blind(emitter, decider, source):
            seat = Var(SEAT, PLAYER, choice.source.span)
            body.append(py.let(choice.name, pick_one(emitter, choice.prompt, seat, source, False)))
            continue
        offered = options(emitter, source)
        question = pick_among(emitter, choice.prompt, py.name(SEAT), f"$from{index}", offered, None)
        body.append(py.let(choice.name, question))
    if not pays_itself(emitter, action):
        body += begun(emitter, action)
    values = [py.const(action.owner)] if action.owner >= 0 else []
    names = [*(each.name for each in action.parameters), *(each.name for each in action.choices)]
    body.append(py.do(py.call(action.routine, py.table(), *values, *(py.name(each) for each in names))))
    return body


def _twins(emitter: Emitter, entries: list[Entry]) -> dict[int, int]:
    """A number for each option that may be the same as others: the same action, of things of one definition."""
    groups: dict[tuple[Span, str], list[int]] = {}
    for entry in entries:
        if entry.action.owner >= 0:
            definition = emitter.program.things[entry.action.owner].definition
            groups.setdefault((entry.action.span, definition), []).append(entry.option)
    several = [options for options in groups.values() if len(options) > 1]
    return {option: number for number, options in enumerate(several) for option in options}


EXPRESSIONS: Mapping[type, Callable[..., ast.expr]] = {Offer: offer}
