"""Checking calls of built-ins: each argument against the pattern of its parameter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.language.builtin import BuiltinParameter, BuiltinSymbol, Pattern
from rulewright.language.check.calling import unheard
from rulewright.language.check.constants import MOST
from rulewright.language.check.context import Context
from rulewright.language.check.convert import as_list, decider, fit, number_of, player, players
from rulewright.language.check.order import builtin_in_order
from rulewright.language.check.promises import check_way, held
from rulewright.language.check.prompts import ask, label
from rulewright.language.check.spots import holder, movable, one_thing
from rulewright.language.check.standings import keys_of, leaders, ranks, scores
from rulewright.language.check.words import check_item, count, word
from rulewright.language.syntax import nodes
from rulewright.language.syntax.nodes import Argument, CallNode, Node, Place, String
from rulewright.language.tree import (
    Ask,
    Builtin,
    Const,
    Expression,
    Keyed,
    ListOf,
    Var,
    Word,
)
from rulewright.language.types import (
    ARROW,
    BOOL,
    INT,
    THING,
    UNKNOWN,
    Die,
    List,
    Maybe,
    Roll,
    Type,
    Unknown,
)

Given = Expression | Keyed | tuple[Keyed, ...] | Ask | Word
_LAST = (Pattern.KEY, Pattern.KEYS, Pattern.DICE, Pattern.PROMPT)


@dataclass(slots=True)
class _Call:
    """A call of a built-in while its arguments are checked."""

    symbol: BuiltinSymbol
    node: CallNode
    expected: Type | None
    declared: Mapping[str, Type]  # the facts that its die carries
    stated: dict[str, Expression] = field(default_factory=dict)  # those that the text gives
    decider: Expression | None = None
    arguments: dict[str, Given] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)
    facts: tuple[Expression, ...] = ()
    item: Type = UNKNOWN  # of the list that keys look at
    roll: str = ""  # the variable whose dice are meant
    keys: dict[Pattern, tuple[Keyed, ...]] = field(default_factory=dict)  # what is read from each player


def call_builtin(cx: Context, symbol: BuiltinSymbol, node: CallNode, expected: Type | None) -> Expression:
    """The checked call of a built-in."""
    if cx.pure and (symbol.changes or symbol.decides or symbol.draws or symbol.name in ("leave", "end")):
        cx.fault("impure", node.place, f"`{symbol.name}` changes or decides something; {cx.pure} is only read")
        return Var("?", UNKNOWN, cx.span(node.place))
    call = _Call(symbol, node, expected, _facts_of(cx, node, symbol))
    given = _assign(cx, call)
    for name in _in_turn(call, given):
        if name in call.declared:
            fact, type_ = given[name][0].value, call.declared[name]
            call.stated[name] = fit(cx, cx.value(fact, type_), type_, fact.place, f"`{name}`")
        else:
            parameter = next(each for each in symbol.parameters if each.name == name)
            _take(cx, call, parameter, given.get(name, []))
    if "key" not in given:
        _counted(cx, call, given)
    if call.keys:
        _stand(cx, call)
    if "to" in given and symbol.name in ("move", "draw"):
        check_way(cx, call.arguments, given["to"][0].value.place)
    if "who" in given:
        check_item(cx, call.arguments.get("step"), call.arguments.get("who"), given["who"][0].value.place)
    span = cx.span(node.place)
    cx.forget(cx.world.effects.settled(frozenset(symbol.changes)))
    type_ = _result(cx, call)
    if "die" in call.types:
        call.facts = _facts(cx, call)
    arguments = {each.name: call.arguments[each.name] for each in symbol.parameters if each.name in call.arguments}
    made = Builtin(symbol.name, arguments, call.facts, type_, span)
    parts = {**call.arguments, **call.stated, **({"by": call.decider} if call.decider else {})}
    return builtin_in_order(cx, made, [parts[name] for name in given if name in parts and name != "prompt"])


def _in_turn(call: _Call, given: Mapping[str, list[Argument]]) -> list[str]:
    """The parameters, and the facts that are given, as they are checked: as written, but what hangs on others last."""
    patterns = {each.name: each.pattern for each in call.symbol.parameters}
    names = [*given, *(each for each in patterns if each not in given)]
    return sorted(names, key=lambda name: patterns.get(name) in _LAST)


def _stand(cx: Context, call: _Call) -> None:
    """Scores and ranks from what is read of each player; what the one leaves open the other says."""
    span = cx.span(call.node.place)
    if Pattern.SCORE in call.keys:
        call.arguments["score"] = scores(cx, call.keys[Pattern.SCORE][0], span)
    keys = call.keys.get(Pattern.RANK) or (() if cx.world.team else call.keys[Pattern.SCORE])
    if keys:
        call.arguments["rank"] = ranks(cx, keys, span)
        if "win" not in call.arguments and not cx.world.team:
            call.arguments["win"] = leaders(cx, keys, span)


def _result(cx: Context, call: _Call) -> Type:
    if any(isinstance(each, Unknown) for each in call.types.values()):
        known = {name: type_ for name, type_ in call.types.items() if not isinstance(type_, Unknown)}
        missing = {name: List(UNKNOWN) for name in call.types if name not in known}
        return call.symbol.result({**call.types, **missing})
    type_ = call.symbol.result(call.types)
    if type_ == List(THING) and "source" in call.arguments:
        return List(held(cx.world, call.arguments["source"]))
    return type_


def _assign(cx: Context, call: _Call) -> dict[str, list[Argument]]:
    """Which arguments stand for which parameter."""
    symbol = call.symbol
    places = [parameter for parameter in symbol.parameters if not parameter.named]
    found: dict[str, list[Argument]] = {}
    index = 0
    for argument in call.node.arguments:
        if argument.name is None:
            if index >= len(places):
                if any(_is_no_text(each, found) for each in places):
                    continue  # one argument too many is that one, which has a fault of its own
                wanted = ", ".join(parameter.name for parameter in places)
                message = f"`{symbol.name}` takes no more than ({wanted})"
                cx.fault("wrong-arguments", argument.place, message, symbol.usage())
                continue
            found.setdefault(places[index].name, []).append(argument)
            many = places[index].pattern is Pattern.KEYS or (
                places[index].pattern is Pattern.NUMBERS and _is_number(cx, argument.value)
            )
            index += 0 if many else 1
            continue
        name = argument.name.id
        if name in found:
            cx.fault("wrong-arguments", argument.place, f"`{name}` is given twice")
        elif name in call.declared or any(parameter.name == name for parameter in symbol.parameters):
            found[name] = [argument]
        else:
            known = [parameter.name for parameter in symbol.parameters] + [*call.declared]
            message = f"`{symbol.name}` has no parameter `{name}`"
            cx.world.faults.unknown("wrong-arguments", cx.span(argument.name.place), message, name, known)
    return found


def _is_no_text(parameter: BuiltinParameter, found: Mapping[str, list[Argument]]) -> bool:
    """Whether something else stands where a text in quotation marks belongs."""
    given = found.get(parameter.name, [])
    return parameter.pattern is Pattern.TEXT and any(not isinstance(each.value, String) for each in given)


def _is_number(cx: Context, node: Node) -> bool:
    """Whether an argument of `min` or `max` is one number of several: then no key follows."""
    quiet = cx.inner()
    quiet.numbers = True
    with unheard(cx.world):
        return quiet.value(node).type == INT


def _facts_of(cx: Context, node: CallNode, symbol: BuiltinSymbol) -> dict[str, Type]:
    """The facts that a roll of the die that is named carries."""
    first = node.arguments[0].value if node.arguments else None
    if symbol.name == "roll" and isinstance(first, nodes.Name) and first.id in cx.world.program.dice:
        return dict(cx.world.program.dice[first.id].facts)
    return {}


def _take(cx: Context, call: _Call, parameter: BuiltinParameter, given: list[Argument]) -> None:
    if parameter.pattern is Pattern.PROMPT:
        _prompt(cx, call, parameter, given)
        return
    if parameter.name == "by" and call.symbol.decides:
        call.decider = decider(cx, cx.value(given[0].value), call.node.place) if given else None
        return
    if not given:
        if not parameter.optional:
            message = f"`{call.symbol.name}` needs `{parameter.name}`: {parameter.pattern.value}"
            cx.fault("wrong-arguments", call.node.place, message, call.symbol.usage())
            call.types[parameter.name] = UNKNOWN
        return
    node = given[0].value
    if parameter.pattern in (Pattern.SCORE, Pattern.RANK):
        call.keys[parameter.pattern] = keys_of(cx, node)
        if parameter.pattern is Pattern.SCORE and isinstance(node, nodes.ListNode):
            cx.fault("wrong-arguments", node.place, "a score is one number", "what decides ties stands in `rank=`")
        return
    argument = _argument(cx, call, parameter, given, node)
    if argument is None:
        call.types[parameter.name] = UNKNOWN
        return
    if parameter.name == "may" and argument == Const(False, BOOL, cx.span(node.place)):
        return
    call.arguments[parameter.name] = argument
    if not isinstance(argument, Keyed | tuple | Ask | Word):
        call.types.setdefault(parameter.name, argument.type)


def _argument(cx: Context, call: _Call, parameter: BuiltinParameter, given: list[Argument], node: Node) -> Given | None:
    place, what = node.place, f"`{parameter.name}`"
    match parameter.pattern:
        case Pattern.NUMBER:
            number = fit(cx, cx.value(node), INT, place, what)
            _possible(cx, call, parameter, number, place)
            return number
        case Pattern.TRUTH:
            return fit(cx, cx.value(node), BOOL, place, what)
        case Pattern.THING | Pattern.ITEM:
            return one_thing(cx, cx.value(node), parameter.pattern, place)
        case Pattern.PLACE | Pattern.HOLDER | Pattern.AREA:
            return holder(cx, cx.value(node), parameter.pattern, call.symbol.usage(), place)
        case Pattern.PLAYER:
            return player(cx, cx.value(node), place)
        case Pattern.PLAYERS:
            return players(cx, cx.value(node), place)
        case Pattern.THINGS | Pattern.ITEMS | Pattern.ARROWS:
            return _items(cx, call, parameter, node)
        case Pattern.NUMBERS:
            return _numbers(cx, call, given)
        case Pattern.KEY:
            return _key(cx, call, node, sure=True)
        case Pattern.KEYS:
            return tuple(_key(cx, call, argument.value, sure=False) for argument in given)
        case Pattern.COUNT:
            return count(cx, node)
        case Pattern.ROLL:
            value = fit(cx, cx.value(node), Roll(), place, what)
            call.roll = value.name if isinstance(value, Var) else ""
            return value
        case Pattern.DICE:
            return _dice(cx, call, node)
        case Pattern.DIE_KIND:
            return _die_kind(cx, call, node)
        case Pattern.STEP | Pattern.END | Pattern.MENU:
            return word(cx, parameter, node)
        case Pattern.TEXT:
            return _text(cx, call, node)
    raise AssertionError(parameter.pattern)


def _text(cx: Context, call: _Call, node: Node) -> Word | None:
    """A text in quotation marks; the values that it shows are kept beside it."""
    if not isinstance(node, String):
        named = next((each.name for each in call.symbol.parameters if each.pattern is Pattern.PLAYERS), "")
        hint = f"a player who has won is given by name: `{named}={cx.text.piece(*node.place)}`"
        could_be = named and not isinstance(node, nodes.Number)
        cx.fault(
            "wrong-kind",
            node.place,
            "a text in quotation marks is wanted here",
            hint if could_be else call.symbol.usage(),
        )
        return None
    call.facts = tuple(part for part in label(cx, node).parts if not isinstance(part, str))
    return Word(node.text)


def _possible(cx: Context, call: _Call, parameter: BuiltinParameter, number: Expression, place: Place) -> None:
    """Notes a number of items or dice that is known and cannot be."""
    known = number_of(number) if parameter.name == "n" else None
    if known is not None and known < 0:
        cx.fault("wrong-range", place, f"`{call.symbol.name}` cannot take less than 0")
    elif known is not None and known > MOST and call.symbol.name == "roll":
        cx.fault("bad-count", place, f"these are more than {MOST} dice")


def _counted(cx: Context, call: _Call, given: dict[str, list[Argument]]) -> None:
    """Notes a list that is no list of numbers where nothing is said of what is read from each item."""
    for parameter in call.symbol.parameters:
        if parameter.pattern is Pattern.NUMBERS and parameter.name in given and call.item not in (INT, UNKNOWN):
            message = f"numbers are wanted here, this is {List(call.item)}"
            cx.fault("wrong-kind", given[parameter.name][0].value.place, message, "read a number of each: `xs, .field`")


def _items(cx: Context, call: _Call, parameter: BuiltinParameter, node: Node) -> Expression | None:
    inside = cx.inner()
    inside.numbers = call.symbol.name == "count"
    value = inside.value(node, call.expected)
    cx.facts = inside.facts
    found = as_list(cx, value, node.place)
    item = found.type.item if isinstance(found.type, List) else UNKNOWN
    wanted = {Pattern.THINGS: THING, Pattern.ARROWS: ARROW}.get(parameter.pattern)
    if wanted and not isinstance(item, Unknown) and not cx.world.names.fits(item, wanted):
        message = f"{parameter.pattern.value} is wanted here, this is {value.type}"
        cx.fault("wrong-kind", node.place, message, call.symbol.usage())
        return None
    if parameter.pattern is Pattern.THINGS and call.symbol.name == "move":
        movable(cx, item, node.place)
    if call.item == UNKNOWN:
        call.item = item
    return found


def _numbers(cx: Context, call: _Call, given: list[Argument]) -> Expression | None:
    inside = cx.inner()
    inside.numbers = True
    values = [inside.value(argument.value) for argument in given]
    cx.facts = inside.facts
    first = values[0]
    if len(values) == 1 and not isinstance(first.type, type(INT)):
        found = as_list(cx, first, given[0].value.place)
        call.item = found.type.item if isinstance(found.type, List) else UNKNOWN
        return found
    numbers = tuple(
        fit(cx, value, INT, argument.value.place, f"`{call.symbol.name}`")
        for value, argument in zip(values, given, strict=True)
    )
    call.item = INT
    return ListOf(numbers, List(INT, 1), first.span)


def _key(cx: Context, call: _Call, node: Node, sure: bool) -> Keyed:
    """What is read from each item. What only orders them may be none, a distance: then the item comes last."""
    inside, variable = cx.looking_at(call.item, "", cx.span(node.place))
    value = inside.value(node)
    if not sure and isinstance(value.type, Maybe) and value.type.item == INT:
        body = value
    else:
        if sure and value.type == BOOL:
            cx.fault("wrong-kind", node.place, "numbers are wanted here, this is true or false", "`count(xs[…])`")
        body = fit(inside, value, INT, node.place, "a key") if value.type != BOOL else value
    return Keyed(variable.name, body, call.item, cx.span(node.place))


def _dice(cx: Context, call: _Call, node: Node) -> Expression | None:
    value = cx.value(node)
    found = as_list(cx, value, node.place)
    item = found.type.item if isinstance(found.type, List) else UNKNOWN
    if isinstance(item, Die) and call.roll and item.roll == call.roll:
        return found
    if not isinstance(item, Unknown):
        shown = call.roll or "this roll"
        cx.fault("wrong-kind", node.place, f"dice of `{shown}` are wanted here, this is {value.type}")
    return None


def _die_kind(cx: Context, call: _Call, node: Node) -> Given | None:
    dice = cx.world.program.dice
    if not isinstance(node, nodes.Name) or node.id not in dice:
        name = node.id if isinstance(node, nodes.Name) else ""
        message = f"there is no kind of die `{name}`" if name else "the name of a kind of die is wanted here"
        cx.world.faults.unknown("unknown-die", cx.span(node.place), message, name, dice)
        return None
    call.types["die"] = Roll(node.id)
    return Word(node.id)


def _facts(cx: Context, call: _Call) -> tuple[Expression, ...]:
    """The facts of a roll in the order of the die's declaration; what is not given must be a maybe, then none."""
    die = call.types["die"]
    for name, type_ in call.declared.items():
        if name not in call.stated and not isinstance(type_, Maybe) and isinstance(die, Roll):
            cx.fault("wrong-arguments", call.node.place, f"a roll of {die.die} needs `{name}`: {type_}")
    span = cx.span(call.node.place)
    return tuple(call.stated.get(name, Const(-1, type_, span)) for name, type_ in call.declared.items())


def _prompt(cx: Context, call: _Call, parameter: BuiltinParameter, given: list[Argument]) -> None:
    who = call.decider or decider(cx, None, call.node.place)
    if not given:
        cx.fault("wrong-arguments", call.node.place, f"`{call.symbol.name}` needs a prompt in quotation marks")
        return
    node = given[0].value
    if not isinstance(node, String):
        cx.fault("wrong-kind", node.place, "a prompt in quotation marks is wanted here", call.symbol.usage())
        return
    may = "may" in call.arguments
    option = _option(call)
    call.arguments[parameter.name] = ask(cx, call.symbol.name, label(cx, node), who, option, cx.span(node.place), may)


def _option(call: _Call) -> Type:
    """What is picked: the items of the list that is given, else true or false."""
    return call.item if "xs" in call.types else BOOL
