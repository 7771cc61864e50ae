"""Whether the behaviour of a thing is there now, and the masks that say so of all hooks on a call at once.

A mask has a bit for each hook of a thing, in order of declaration. Where what tells whether it is live is only where
things lie, whether their faces show and whose they are, the bit is kept right by every change of these; the others are
looked at when their moment comes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from rulewright.language.analysis.calls import Answers
from rulewright.language.analysis.scene import BEARER
from rulewright.language.analysis.trees import equal
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.names import column_slot
from rulewright.language.emit.sight import face_up
from rulewright.language.emit.truths import tested
from rulewright.language.program import HookSymbol
from rulewright.language.tree import Alive, Expression
from rulewright.language.types import Kind

Block = list[ast.stmt]
LIVE_COLUMN, ME_COLUMN = "hooks__live", "hooks__me"
THIS = "this"


def alive(emitter: Emitter, node: Alive) -> ast.expr:
    """Whether the behaviour of a thing is live by itself."""
    shown: ast.expr = emitter.column("thing.shown", face_up(emitter))
    if "shown" in emitter.analysis.mutable:
        shown = py.slot(column_slot("shown"))
    where = emitter.column("thing.spot", emitter.analysis.scene.spots())
    return py.call(emitter.use("alive"), py.table(), emitter.value(node.of), where, shown)


# ---- one hook --------------------------------------------------------------------------------------------------------


def is_masked(emitter: Emitter, hook: HookSymbol) -> bool:
    """Whether it is kept which of a hook's things are live."""
    if hook.live is None:
        return False
    return all(_follows(emitter, each) for each in (hook.live, hook.me) if each is not None)


def _follows(emitter: Emitter, text: Expression) -> bool:
    """Whether what an expression gives changes only with where things lie, whether they show and whose they are."""
    return all(_tells(read.column) for read in emitter.analysis.reader.reads(text))


def live_of(emitter: Emitter, hook: HookSymbol, this: ast.expr) -> ast.expr:
    """Who acts in the behaviour of a thing, 0 where nobody in particular does, or None where it is not live."""
    return py.call(live_function(emitter, hook), py.table(), this)


def live_function(emitter: Emitter, hook: HookSymbol) -> str:
    """The function that tells whether a thing's behaviour is live and keeps who acts in it."""
    number = next(n for n, each in enumerate(emitter.program.hooks) if _same(each, hook))
    name = f"<live {number}>"

    def build() -> Block:
        body: Block = []
        if hook.live is not None:
            body.append(py.when(py.negated(tested(emitter, hook.live)), [py.give(py.const(None))]))
        if hook.me is None:
            return [*body, py.give(py.const(0))]
        kept = py.put(py.slot(ME_COLUMN), py.name(THIS), py.name("$me"))
        return [*body, py.let("$me", emitter.value(hook.me)), kept, py.give(py.name("$me"))]

    emitter.helper(name, lambda: _write(emitter, name, hook, build))
    return name


def _same(one: HookSymbol, other: HookSymbol) -> bool:
    return equal(one.live, other.live) and equal(one.me, other.me)


def _write(emitter: Emitter, name: str, hook: HookSymbol, build: Callable[[], Block]) -> None:
    emitter.function(name, [THIS], hook.span, f"hooks {hook.call}", build)


# ---- masks -----------------------------------------------------------------------------------------------------------


def masks(emitter: Emitter) -> list[tuple[str, str]]:
    """The calls and moments that have a mask, in order."""
    return [
        (name, moment)
        for name, answers in emitter.analysis.calls.answers.items()
        for moment, own in answers.bits.items()
        if any(thing >= 0 and is_masked(emitter, hook) for hook, thing in own)
    ]


def bit_lists(emitter: Emitter, answers: Answers, moment: str) -> tuple[list[int], list[int]]:
    """The bits of the hooks that are always looked at, and of those of which it is kept whether they are live."""
    always: list[int] = []
    masked: list[int] = []
    for bit, (hook, thing) in enumerate(answers.bits.get(moment, [])):
        (masked if thing >= 0 and is_masked(emitter, hook) else always).append(bit)
    return always, masked


def mask_of(emitter: Emitter, answers: Answers, moment: str) -> ast.expr:
    """The hooks that are live now."""
    index = masks(emitter).index((answers.symbol.name, moment))
    return py.at(py.slot(LIVE_COLUMN), py.const(index))


def bearers(emitter: Emitter) -> tuple[tuple[tuple[str, tuple[tuple[int, int], ...]], ...], ...]:
    """For each thing the functions that tell whether it is live, each with the masks and bits that hang on it."""
    found: list[dict[str, list[tuple[int, int]]]] = [{} for _ in emitter.program.things]
    for index, (name, moment) in enumerate(masks(emitter)):
        for bit, (hook, thing) in enumerate(emitter.analysis.calls.answers[name].bits[moment]):
            if thing >= 0 and is_masked(emitter, hook):
                found[thing].setdefault(live_function(emitter, hook), []).append((index, 1 << bit))
    for hook in emitter.program.hooks:
        for thing in hook.things if hook.me is not None and _follows(emitter, hook.me) else ():
            found[thing].setdefault(live_function(emitter, hook), [])
    return tuple(tuple((name, tuple(bits)) for name, bits in each.items()) for each in found)


def relive(emitter: Emitter, columns: Sequence[str], thing: Expression | None) -> Block:
    """What keeps the masks right after a change of columns of a thing, or of any where that is None."""
    if not any(_tells(column) for column in columns) or not _told(emitter):
        return []
    if thing is None:
        return [py.do(py.call(emitter.use("relive_all"), py.table()))]
    if isinstance(thing.type, Kind) and not set(emitter.analysis.scene.things_of(thing.type.name)) & _told(emitter):
        return []
    return [py.do(py.call(emitter.use("relive"), py.table(), emitter.value(thing)))]


def _tells(column: str) -> bool:
    return column in ("shown", "thing.owner") or column.startswith("at:")


def _told(emitter: Emitter) -> set[int]:
    """The things whose change may make behaviour live: those that have some, and those that may bear them."""
    if emitter.told is None:
        emitter.told = _bearing(emitter)
    return emitter.told


def _bearing(emitter: Emitter) -> set[int]:
    found = {number for number, own in enumerate(bearers(emitter)) if own}
    scene = emitter.analysis.scene
    spots = scene.spots()
    before = 0
    while len(found) != before:
        before = len(found)
        families = {scene.family[scene.root[thing]] for thing in found if scene.root[thing] in scene.family}
        for family in families:
            found |= {holder for holder in scene.holders.get(family, ()) if spots[holder] == BEARER}
    return found


EXPRESSIONS: Mapping[type, Callable[..., ast.expr]] = {Alive: alive}
