"""The order in which the arguments of a call run: as they are written; what is left out is read after them.

Where none of them does anything no order can be told from another, and the call stays as it is. So it does where each
is computed in that order anyway, once, by whoever runs the call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.language.analysis.trees import rewritten, walk
from rulewright.language.check.context import Context
from rulewright.language.tree import (
    Arith,
    Ask,
    AsList,
    Assign,
    Builtin,
    Call,
    Choose,
    Const,
    ConstList,
    Dice,
    Expression,
    InOrder,
    Item,
    Keyed,
    ListOf,
    Offer,
    Proceed,
    Range,
    Statement,
    Var,
    Word,
)
from rulewright.language.types import Unknown

Given = Expression | Keyed | tuple[Keyed, ...] | Ask | Word


def in_order(cx: Context, call: Call | Offer, written: Iterable[Expression]) -> Expression:
    """A call of a text or of a menu, whose arguments the text gives in this order."""
    given = [*call.arguments, *([call.decider] if isinstance(call, Offer) and call.decider is not None else [])]
    moving, taken = _moving(written), _moving(given)
    if _same(moving, taken) or not any(_acts(cx, each) for each in moving):
        return call
    return _held(cx, call, moving)


def builtin_in_order(cx: Context, call: Builtin, written: Iterable[Given]) -> Expression:
    """A call of a built-in whose arguments the text gives in this order.

    Who decides is asked for at most once and may not be asked for at all, and a fact of a roll that no text reads is
    not kept: nothing may hang on either.
    """
    names = [each.name for each in cx.world.shelf[call.name].parameters]
    taken = _moving([*(call.arguments[each] for each in names if each in call.arguments), *call.facts])
    moving = _moving(written)
    acting = [each for each in moving if _acts(cx, each)]
    first = not acting or (len(acting) == 1 and _same(acting, moving[:1]) and _same(acting, taken[:1]))
    asked = any(isinstance(each, Ask) and _computes(cx, each.decider) for each in call.arguments.values())
    kept = any(_acts(cx, each) for each in call.facts)
    return call if first and not asked and not kept else _held(cx, call, moving)


def choose_in_order(cx: Context, node: Choose) -> list[Statement]:
    """A decision between named options; who decides is computed before them."""
    who = node.ask.decider
    if not _computes(cx, who):
        return [node]
    name = cx.fresh("it")
    held = Choose(Ask(node.ask.prompt, Var(name, who.type, who.span)), node.branches, node.span)
    return [Assign(name, who, node.span), held]


def does_something(cx: Context, call: Builtin) -> bool:
    """Whether a built-in does more than give a value."""
    symbol = cx.world.shelf[call.name]
    return bool(symbol.changes) or symbol.decides or symbol.draws or call.name in ("leave", "end")


def _held(cx: Context, call: Call | Offer | Builtin, moving: Sequence[Expression]) -> Expression:
    """A call of values that are computed before it."""
    if any(isinstance(each.type, Unknown) for each in moving):
        return call  # it has a fault of its own
    held = {id(each): Var(cx.fresh("it"), each.type, each.span) for each in moving}
    body = rewritten(call, lambda each: held.get(id(each)))
    return InOrder(tuple(each.name for each in held.values()), tuple(moving), body, call.type, call.span)


def _same(some: Sequence[Expression], others: Sequence[Expression]) -> bool:
    return [id(each) for each in some] == [id(each) for each in others]


def _moving(given: Iterable[Given]) -> list[Expression]:
    """The parts of some arguments that may give something else at another time."""
    return [part for each in given for part in _parts(each) if not _stays(part)]


def _parts(given: Given) -> Iterable[Expression]:
    """The expressions that an argument is computed from, as those who run the call tell them apart."""
    match given:
        case Range(low, high):
            return low, high
        case ListOf(items):
            return items
        case AsList(of):
            return (of,)
        case Ask(_, decider):
            return (decider,)
        case Word() | Keyed() | tuple():
            return ()
        case _:
            return (given,)


def _stays(value: Expression) -> bool:
    """Whether an expression gives the same whatever runs before it in its statement."""
    return isinstance(value, Const | ConstList | Var | Item) or (isinstance(value, Dice) and _stays(value.roll))


def _acts(cx: Context, value: Expression) -> bool:
    """Whether computing an expression changes, decides or draws something."""
    for node in walk(value):
        match node:
            case Offer() | Proceed():
                return True
            case Builtin() if does_something(cx, node):
                return True
            case Call(routine) if (touch := cx.world.effects.touches.get(routine)) and cx.world.effects.direct(touch):
                return True
    return False


def _computes(cx: Context, decider: Expression) -> bool:
    """Whether it can be told if who decides is asked for: that does something, or may fail."""
    return _acts(cx, decider) or any(isinstance(each, Call | Arith) for each in walk(decider))
