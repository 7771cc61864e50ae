"""What each text may touch, read from its words before any type is known.

A narrowing (`if me.at.other`) holds until a change to what it reads, and a change may set off rules, which change more.
So the words that a call may write are needed while texts are checked. A word is a field's name, or one of `at` (where
things lie), `shown`, `luck`, `asks`. Words are coarser than fields of kinds: a narrowing may end too early, never late.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rulewright.language.analysis.trees import walk
from rulewright.language.builtin import BuiltinSymbol
from rulewright.language.check.names import DoesName, Names, ProcName, TableName
from rulewright.language.check.texts import ActionText, Headed, Heads
from rulewright.language.syntax.nodes import (
    AssignNode,
    CallNode,
    ChooseNode,
    ForNode,
    LetNode,
    Name,
    NextNode,
    OptionsFor,
    Read,
    RuleHead,
)
from rulewright.language.syntax.parse import parse
from rulewright.text.spans import Text

Words = frozenset[str]
ASKS, LUCK = "asks", "luck"
RUNNING = "running"  # read by what looks whether a call or a step runs: those begin and end without a change
_LIVE = ("at", "shown", "owner")  # what tells whether the behaviour of a thing is live
_DRAWS = {"draw": ("move", "shuffle")}  # built-ins that call others


class Same:
    """A Same stands for one very object in the key of a cache: it equals only what stands for the same one."""

    __slots__ = ("it",)

    def __init__(self, it: Any) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


@dataclass(frozen=True, slots=True)
class Touch:
    """A Touch is what a text reads, writes and calls, by its own words."""

    reads: Words
    writes: Words
    calls: Words


NOTHING_TOUCHED = Touch(frozenset(), frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class _Words:
    """A _Words is what stands in a piece of a text: a Touch, and apart from it the names for which it keeps values."""

    reads: Words
    writes: Words
    calls: Words
    own: Words


@dataclass(slots=True)
class Effects:
    """An Effects knows what every callable text of a pack may write, rules that it sets off included."""

    touches: Mapping[str, Touch]
    rules: tuple[Touch, ...]
    shelf: Mapping[str, BuiltinSymbol]
    _written: dict[str, Words] = field(default_factory=dict)
    _settled: dict[Words, Words] = field(default_factory=dict)
    _reaching: dict[str, int] | None = None

    def touch(self, *trees: Any) -> Touch:
        """The Touch of syntax trees, of which each is a node or a suite."""
        return _touch(self.shelf, *trees)

    def writes(self, touch: Touch) -> Words:
        """Every word that running this may write, what it calls and the rules set off by that included."""
        return self.settled(self.direct(touch))

    def direct(self, touch: Touch) -> Words:
        """The words that running this may write, what it calls included, rules left out."""
        written = touch.writes
        for call in sorted(touch.calls):
            written |= self._call(call)
        return written

    def call(self, name: str) -> Touch:
        """What running the call of a name may touch, whatever it is that has the name."""
        menus = {each for each in self.touches if each in (name, f"menu {name}", f"hooks {name}", f"action {name}")}
        written = frozenset(self.shelf[name].changes) if name in self.shelf else frozenset[str]()
        return Touch(frozenset(), frozenset(word.rpartition(".")[2] for word in written), frozenset(menus))

    def is_pure(self, name: str) -> bool:
        """Whether a procedure changes and decides nothing, hooks left aside."""
        return not self._reached(name, False)

    def _call(self, name: str) -> Words:
        if name not in self._written:
            self._written[name] = self._reached(name, True)
        return self._written[name]

    def _reached(self, name: str, hooks: bool) -> Words:
        """The words that a call and all that it calls write."""
        seen: set[str] = set()
        stack, written = [name], frozenset[str]()
        while stack:
            here = stack.pop()
            touch = self.touches.get(here)
            if here in seen or touch is None or (here.startswith("hooks ") and not hooks):
                continue
            seen.add(here)
            written |= touch.writes
            stack += sorted(touch.calls)
        return written

    def settled(self, written: Words) -> Words:
        """The words that may have changed when the rules that read these words are through."""
        if written not in self._settled:
            found, before = written, frozenset[str]()
            while found != before:
                before = found
                for rule in self.rules:
                    if rule.reads & found or (found and RUNNING in rule.reads):
                        found |= self.direct(rule)
            self._settled[written] = found
        return self._settled[written]

    def restless(self, rule: int) -> Words:
        """The words that rules may write which wait while the effect of one runs: itself, for other things, and those
        behind it."""
        waiting = frozenset[str]().union(*(self.direct(each) for each in self.rules[rule:]))
        return self.settled(waiting)

    def restless_in(self, *names: str) -> Words:
        """The same of a text that is called by one of these names, if the effect of some rule may reach it."""
        if self._reaching is None:
            self._reaching = {}
            for number in range(len(self.rules) - 1, -1, -1):
                self._reaching.update(dict.fromkeys(self._called(self.rules[number]), number))
        found = [self._reaching[name] for name in names if name in self._reaching]
        return self.restless(min(found)) if found else frozenset()

    def _called(self, touch: Touch) -> set[str]:
        """The names of all that a text may call, hooks included."""
        seen, stack = set[str](), sorted(touch.calls)
        while stack:
            name = stack.pop()
            if name not in seen:
                seen.add(name)
                stack += sorted(self.touches[name].calls) if name in self.touches else ()
        return seen


def gather(names: Names, heads: Heads, steps: Sequence[Text], shelf: Mapping[str, BuiltinSymbol]) -> Effects:
    """The Effects of a pack; `steps` are the texts of its flow."""
    touches: dict[str, Touch] = {}
    for meaning in names.meanings.values():
        if isinstance(meaning, ProcName):
            touches[meaning.id] = _touch(shelf, meaning.body)
        elif isinstance(meaning, DoesName):
            texts = [*meaning.kind_texts.values(), *meaning.thing_texts.values()]
            touches[meaning.id] = _touch(shelf, *(parse(text, "block")[0] for text in texts))
        elif isinstance(meaning, TableName):
            touches[meaning.id] = _touch(shelf, *(parse(text, "formula")[0] for _, text in meaning.rows))
    lies = Touch(frozenset({"at"}), frozenset(), frozenset())
    touches |= {f".{word}": lies for word in (*(kind.id for kind in names.kinds()), "thing", "area", "index")}
    read_with = [(name.name, name.formula) for name in names.fields.values() if name.formula is not None]
    for name, *trees in (*read_with, *_modified(names, heads)):
        touches[f".{name}"] = _join((_touch(shelf, *trees), touches.get(f".{name}", NOTHING_TOUCHED)))
    for id in names.menus:
        offered = [action for action in heads.actions if any(menu == id for menu, _ in action.menus)]
        parts = [_touch(shelf, *_offered(action)) for action in offered]
        parts += [_live(heads, shelf) for action in offered if action.bearer]
        answered = frozenset({f"hooks {id}", *(f"hooks {action.id}" for action in offered)})
        paid = frozenset(path.name.id for action in offered for path, *_ in action.costs if isinstance(path, Read))
        touches[f"menu {id}"] = _join((*parts, Touch(frozenset(), paid | {ASKS}, answered)))
    for action in heads.actions:
        before = touches.get(f"action {action.id}", NOTHING_TOUCHED)
        touches[f"action {action.id}"] = _join((before, _touch(shelf, action.body)))
    for id, meaning in names.meanings.items():
        if isinstance(meaning, ProcName | TableName):
            touches[id] = _join((touches.get(id, NOTHING_TOUCHED), _calling(f"hooks {id}")))
    touches |= _answers(names, heads, steps, shelf)
    for name, period in _resets(names):
        for key in (period, f"menu {period}"):
            if key in touches:
                touches[key] = _join((touches[key], Touch(frozenset(), frozenset({name}), frozenset())))
    rules = tuple(_looking(_rule(each, heads, touches, shelf), names, heads, shelf) for each in heads.rules)
    return Effects(touches, rules, shelf)


def _looking(rule: Touch, names: Names, heads: Heads, shelf: Mapping[str, BuiltinSymbol]) -> Touch:
    """A rule; if it looks whether a call or a step runs it may fire after any change."""
    called = (id for id, meaning in names.meanings.items() if isinstance(meaning, ProcName | TableName))
    rules = (each.head.id.id for each in heads.rules if each.head.id is not None)
    runs = (*called, *rules, *names.menus, *names.steps, *(each.id for each in heads.actions), *shelf)
    return Touch(rule.reads | {RUNNING}, rule.writes, rule.calls) if rule.reads.intersection(runs) else rule


def _rule(
    headed: Headed[RuleHead], heads: Heads, touches: Mapping[str, Touch], shelf: Mapping[str, BuiltinSymbol]
) -> Touch:
    """What a rule reads and writes; that of a thing reads also whether the thing is there."""
    head = headed.head
    condition = _touch(shelf, head.source, head.condition)
    if headed.bearer:
        condition = _join((condition, _live(heads, shelf)))
    body = _touch(shelf, head.body)
    if head.id is not None:
        body = _join((body, _calling(f"hooks {head.id.id}")))
    return _deepen(condition, body, touches)


def _calling(name: str) -> Touch:
    return Touch(frozenset(), frozenset(), frozenset({name}))


def _live(heads: Heads, shelf: Mapping[str, BuiltinSymbol]) -> Touch:
    """What tells whether a behaviour is live: where things lie and whose they are, and what their kinds say of it."""
    given = [
        text
        for each in heads.bearers.values()
        for text in (each.behaviour.me, each.behaviour.active, each.behaviour.like)
        if text is not None
    ]
    parts = [_touch(shelf, parse(text, "formula")[0]) for text in given]
    return _join((Touch(frozenset(_LIVE), frozenset(), frozenset()), *parts))


def _texts_of(names: Names) -> Iterator[Any]:
    """Every text of procedures and `does:` texts."""
    for meaning in names.meanings.values():
        if isinstance(meaning, ProcName):
            yield meaning.body
        elif isinstance(meaning, DoesName):
            for text in (*meaning.kind_texts.values(), *meaning.thing_texts.values()):
                yield parse(text, "block")[0] or ()


def _answers(names: Names, heads: Heads, steps: Sequence[Text], shelf: Mapping[str, BuiltinSymbol]) -> dict[str, Touch]:
    """What the hooks on each call do, those included that some text lets wait for it."""
    found: dict[str, list[Touch]] = {}
    for headed in heads.hooks:
        asks = frozenset({ASKS} if headed.head.prompt is not None else ())
        call = headed.head.call.id
        own = [_touch(shelf, headed.head.condition, headed.head.body, call=call), Touch(frozenset(), asks, frozenset())]
        found.setdefault(call, []).extend(own)
    bodies = [
        *_texts_of(names),
        *(each.body for each in heads.actions),
        *(each.head.body for each in heads.rules),
        *(each.head.body for each in heads.hooks),
        *(parse(step, "block")[0] or () for step in steps),
    ]
    for node in (each for body in bodies for each in _waiting(Same(body))):
        own = [_touch(shelf, node.condition, node.body, call=node.call.id)]
        found.setdefault(node.call.id, []).extend(own)
    return {f"hooks {name}": _join(tuple(own)) for name, own in found.items()}


@lru_cache(maxsize=65536)
def _waiting(tree: Same) -> tuple[NextNode, ...]:
    """What a text lets wait."""
    return tuple(node for node in walk(tree.it) if isinstance(node, NextNode))


def _offered(action: ActionText) -> Iterator[Any]:
    """The trees of all that is read or done of an action where a menu offers it."""
    yield from (choice[2] for choice in action.choices)
    yield from (each for path, amount, *_ in action.costs for each in (path, amount))
    yield from (action.condition[0] if action.condition is not None else None, action.body)


def _modified(names: Names, heads: Heads) -> Iterator[tuple[Any, ...]]:
    """Fields that modifiers change, and what is read with them: the modifier, and the bounds that hold for its sum."""
    for headed in heads.mods:
        head = headed.head
        yield head.field.id, head.condition, head.amount
        if headed.bearer:
            yield head.field.id, *(Read(None, Name(word, head.place), head.place) for word in _LIVE)
        for field_ in names.fields.values():
            if field_.name == head.field.id and field_.declaration is not None:
                yield field_.name, field_.declaration.low, field_.declaration.high


def _resets(names: Names) -> Iterator[tuple[str, str]]:
    """Fields that the end of a period puts back, each with the period."""
    for name in names.fields.values():
        if name.declaration is not None and name.declaration.period is not None:
            yield name.name, name.declaration.period.id


def _deepen(condition: Touch, body: Touch, touches: Mapping[str, Touch]) -> Touch:
    """A rule reads what its condition reads, through derived fields and calls; it writes what its text writes."""
    reads, stack, seen = condition.reads, sorted(condition.reads | condition.calls), set[str]()
    while stack:
        word = stack.pop()
        if word in seen:
            continue
        seen.add(word)
        for key in (word, f".{word}"):
            if key in touches:
                reads |= touches[key].reads
                stack += sorted(touches[key].reads | touches[key].calls)
    return Touch(reads, body.writes, body.calls)


def _join(touches: tuple[Touch, ...]) -> Touch:
    none = frozenset[str]()
    return Touch(
        none.union(*(touch.reads for touch in touches)),
        none.union(*(touch.writes for touch in touches)),
        none.union(*(touch.calls for touch in touches)),
    )


def _touch(shelf: Mapping[str, BuiltinSymbol], *trees: Any, call: str = "") -> Touch:
    """What a text touches; what it sets of the `call` that it answers is no field of anything."""
    parts = [_words(Same(tree), Same(shelf), call) for tree in trees]
    none = frozenset[str]()
    writes, own = none.union(*(each.writes for each in parts)), none.union(*(each.own for each in parts))
    return Touch(none.union(*(each.reads for each in parts)), writes - own, none.union(*(each.calls for each in parts)))


@lru_cache(maxsize=65536)
def _words(tree: Same, same_shelf: Same, call: str) -> _Words:
    """The words of a tree, kept: a pack is checked again and again, but its texts are read once."""
    shelf: Mapping[str, BuiltinSymbol] = same_shelf.it
    reads, writes, calls, own = set[str](), set[str](), set[str](), set[str]()
    function: Any = None  # of a call: the next node
    for node in walk(tree.it):
        if isinstance(node, Name) and node is not function:
            reads.add(node.id)
        elif isinstance(node, Read):
            reads.add(node.name.id)
        elif isinstance(node, LetNode):
            if node.field is not None:
                own.add(node.field.id)
        elif isinstance(node, AssignNode):
            of = node.target.of if isinstance(node.target, Read) else None
            if isinstance(node.target, Read) and not (call and isinstance(of, Name) and of.id == call):
                writes.add(node.target.name.id)
        elif isinstance(node, ChooseNode):
            writes.add(ASKS)
        elif isinstance(node, CallNode) and isinstance(node.function, Name):
            function, id = node.function, node.function.id
            if id == "offer" and node.arguments and isinstance(node.arguments[0].value, Name):
                calls.add(f"menu {node.arguments[0].value.id}")
            elif id in shelf:
                calls.update(f"hooks {each}" for each in (id, *_DRAWS.get(id, ())))
                _touch_of(shelf[id], reads, writes)
            else:
                calls.add(id)
    return _Words(frozenset(reads), frozenset(writes), frozenset(calls), frozenset(own))


def _touch_of(symbol: BuiltinSymbol, reads: set[str], writes: set[str]) -> None:
    writes.update(word.rpartition(".")[2] for word in symbol.changes)
    reads.update(word.rpartition(".")[2] for word in symbol.reads)
    if symbol.decides:
        writes.add(ASKS)
    if symbol.draws:
        writes.add(LUCK)


def locals_of(tree: Any) -> Words:
    """The names that a suite gives values to; a name of a value for each thing of a kind stands behind a dot."""
    return _locals_of(Same(tree))


@lru_cache(maxsize=65536)
def _locals_of(tree: Same) -> Words:
    found = set[str]()
    for node in walk(tree.it):
        match node:
            case LetNode(_, Name(id)) | AssignNode(Read(_, Name(id))):
                found.add(f".{id}")
            case LetNode(name) | ForNode(name) | OptionsFor(name) | AssignNode(Name() as name):
                found.add(name.id)
    return frozenset(found)
