"""Checking statements, and what is known from one to the next."""

from __future__ import annotations

from rulewright.language.check.context import Context
from rulewright.language.check.convert import as_list, decider, fit, truth
from rulewright.language.check.effects import Touch, locals_of
from rulewright.language.check.facts import shown
from rulewright.language.check.prompts import ask, label
from rulewright.language.program import Label
from rulewright.language.syntax import nodes
from rulewright.language.syntax.nodes import Node, StatementNode, Suite
from rulewright.language.tree import (
    Assign,
    Block,
    Branch,
    BranchLoop,
    Builtin,
    Call,
    Choose,
    Do,
    Expression,
    For,
    If,
    Offer,
    Put,
    PutFace,
    PutSymbol,
    Return,
    Statement,
    Var,
    While,
)
from rulewright.language.types import (
    BOOL,
    INT,
    NOTHING,
    UNKNOWN,
    Die,
    Enum,
    Int,
    Kind,
    List,
    Maybe,
    NoneValue,
    Roll,
    Type,
    with_article,
)
from rulewright.text.spans import Span


def block(cx: Context, suite: Suite) -> tuple[Block, bool]:
    """The checked statements of a suite, and whether its end is never reached. Facts are noted in `cx`."""
    found: list[Statement] = []
    ended = False
    for node in suite:
        if ended:
            cx.fault("unreachable", node.place, "this is never reached: the text has returned before")
            break
        statement, ended = _statement(cx, node)
        found += statement
    return tuple(found), ended


def _statement(cx: Context, node: StatementNode) -> tuple[list[Statement], bool]:
    match node:
        case nodes.LetNode():
            return _let(cx, node), False
        case nodes.AssignNode():
            return _assign(cx, node), False
        case nodes.ReturnNode():
            return _return(cx, node), True
        case nodes.CallStatement():
            return _do(cx, node)
        case nodes.IfNode():
            return _if(cx, node)
        case nodes.ForNode():
            return _for(cx, node), False
        case nodes.WhileNode():
            return _while(cx, node), False
        case nodes.ChooseNode():
            return _choose(cx, node)


def _let(cx: Context, node: nodes.LetNode) -> list[Statement]:
    name = node.name.id
    wanted = cx.world.type_of(node.type, cx.text) if node.type else None
    value = cx.value(node.value, wanted)
    if wanted is not None:
        value = fit(cx, value, wanted, node.value.place, f"`{name}`")
    type_ = wanted or value.type
    if type_ == NOTHING:
        cx.fault("wrong-kind", node.value.place, "this gives nothing that could be kept")
        type_ = UNKNOWN
    if isinstance(type_, NoneValue):
        hint = f"write what it may be: `let {name}: maybe … = none`"
        cx.fault("wrong-kind", node.value.place, f"it is not known what `{name}` may become", hint)
        type_ = UNKNOWN
    _declare(cx, name, node.name.place, type_)
    cx.names[name] = Var(name, type_, cx.span(node.name.place))
    return [Assign(name, value, cx.span(node.place))]


def _declare(cx: Context, name: str, place: nodes.Place, type_: Type) -> None:
    """Notes a local; one name has one type in a routine, and hides nothing."""
    if name in cx.world.names.meanings or name in ("game", "opt"):
        cx.fault("hidden-name", place, f"`{name}` would hide what has this id", "choose another name")
    elif name in cx.names and name not in cx.declared:
        cx.fault("hidden-name", place, f"`{name}` means something here already", "choose another name")
    elif UNKNOWN not in (type_, cx.declared.get(name, UNKNOWN)) and cx.declared[name] != _loose(type_):
        before = cx.declared[name]
        cx.fault("wrong-kind", place, f"`{name}` was {before} before, this is {type_}", "choose another name")
    cx.declared.setdefault(name, _loose(type_))
    cx.forget(frozenset({f"${name}"}))


def _loose(type_: Type) -> Type:
    return List(type_.item) if isinstance(type_, List) else type_


def _assign(cx: Context, node: nodes.AssignNode) -> list[Statement]:
    span = cx.span(node.place)
    match node.target:
        case nodes.Name(id):
            return _set_local(cx, node, id)
        case nodes.Read(of, name) if of is not None:
            return _set_field(cx, node, cx.value(of), name, span)
        case nodes.Read(None, name) if "it" in cx.names:
            return _set_field(cx, node, cx.names["it"], name, span)
    cx.fault("not-settable", node.target.place, "only a local or a field can be set")
    cx.value(node.value)
    return []


def _set_local(cx: Context, node: nodes.AssignNode, id: str) -> list[Statement]:
    known = cx.names.get(id)
    if known is None or id not in cx.declared:
        hint = f"a new local begins with `let {id} = …`"
        what = "cannot be set" if known is not None else "is not known here"
        cx.fault("unknown-name", node.target.place, f"`{id}` {what}", hint if known is None else "")
        cx.value(node.value)
        return []
    wanted = cx.declared[id]
    value = cx.value(node.value, wanted)
    if node.op != "=":
        current = nodes.Binary(node.op[0], node.target, node.value, node.place)
        value = cx.value(current, wanted)
    value = fit(cx, value, wanted, node.value.place, f"`{id}`")
    cx.forget(frozenset({f"${id}"}))
    cx.names[id] = Var(id, wanted, known.span)
    return [Assign(id, value, cx.span(node.place))]


def _set_field(cx: Context, node: nodes.AssignNode, of: Expression, name: nodes.Name, span: Span) -> list[Statement]:
    item = of.type.item if isinstance(of.type, List) else of.type
    match item:
        case Roll(die) if die or len(cx.world.program.dice) > 0:
            return _set_symbol(cx, node, of, die, name, span)
        case Die(die, roll):
            return _set_face(cx, node, of, die, roll, name, span)
        case Kind(kind):
            return _put(cx, node, of, kind, name, span)
        case Maybe(Kind(kind)):
            cx.fault("maybe-none", node.target.place, "this may be none, and none has no fields", "test it first")
            return _put(cx, node, of, kind, name, span)
    if item != UNKNOWN:
        cx.fault("not-settable", node.target.place, f"{item} has no fields that can be set")
    cx.value(node.value)
    return []


def _put(
    cx: Context, node: nodes.AssignNode, of: Expression, kind: str, name: nodes.Name, span: Span
) -> list[Statement]:
    field = cx.world.names.field_of(kind, name.id)
    if cx.pure:
        cx.fault("impure", node.place, f"this changes the game; {cx.pure} is only read")
    id = ""
    type_: Type = UNKNOWN
    if field is not None and field.declaration is not None and field.type is not None:
        id, type_ = field.id, field.type
    elif name.id == "owner":
        id, type_ = "thing.owner", Maybe(Kind("player"))
    elif name.id == "open" and kind == "link":
        id, type_ = "link.open", BOOL
    elif field is not None:
        cx.fault("set-derived", name.place, f"`{name.id}` is computed; it cannot be set")
    else:
        _unsettable(cx, kind, name)
    value = cx.value(node.value, type_)
    if node.op != "=" and not isinstance(type_, Int) and type_ != UNKNOWN:
        cx.fault("wrong-kind", node.place, f"`{node.op}` counts, `{name.id}` is {type_}")
    value = fit(cx, value, type_, node.value.place, f"`{name.id}`")
    cx.forget(cx.world.effects.settled(frozenset({name.id})))
    return [Put(id, of, node.op, value, span)] if id else []


def _unsettable(cx: Context, kind: str, name: nodes.Name) -> None:
    hints = {"at": "use `move(x, to)`", "shown": "use `show(x)` or `hide(x)`"}
    if name.id in hints:
        cx.fault("not-settable", name.place, f"`{name.id}` is not set like a field", hints[name.id])
        return
    names = [*cx.world.names.field_names(kind), "owner"]
    message = f"{with_article(kind)} has no field `{name.id}`"
    cx.world.faults.unknown("unknown-field", cx.span(name.place), message, name.id, names)


def _set_symbol(
    cx: Context, node: nodes.AssignNode, of: Expression, die: str, name: nodes.Name, span: Span
) -> list[Statement]:
    dice = cx.world.program.dice
    symbols = [symbol for each in ([dice[die]] if die else dice.values()) for symbol in each.symbols]
    value = fit(cx, cx.value(node.value), INT, node.value.place, f"`{name.id}`")
    if name.id not in symbols:
        message = f"no die of this roll shows `{name.id}`"
        cx.world.faults.unknown("unknown-symbol", cx.span(name.place), message, name.id, symbols)
        return []
    if node.op == "=":
        cx.fault("not-settable", node.place, "a roll takes bonuses", f"write `+=` or `-=`: `r.{name.id} += 1`")
        return []
    return [PutSymbol(of, name.id, node.op, value, span)]


def _set_face(
    cx: Context, node: nodes.AssignNode, of: Expression, die: str, roll: str, name: nodes.Name, span: Span
) -> list[Statement]:
    thrown = cx.names.get(roll)
    if name.id != "face" or node.op != "=" or thrown is None or isinstance(of.type, List):
        cx.fault("not-settable", node.place, "of a die only its face can be set", "`d.face = …`")
        cx.value(node.value)
        return []
    faces = Enum(f"{die}.face")
    value = fit(cx, cx.value(node.value, faces), faces, node.value.place, "`face`")
    return [PutFace(thrown, of, value, span)]


def _return(cx: Context, node: nodes.ReturnNode) -> list[Statement]:
    span = cx.span(node.place)
    wanted = cx.result if cx.result is not None else NOTHING
    if node.value is None:
        if wanted != NOTHING:
            cx.fault("missing-return", node.place, f"this must give {wanted}")
        return [Return(None, span)]
    if wanted == NOTHING:
        cx.value(node.value)
        cx.fault("wrong-kind", node.value.place, "this text gives no value", "say what it gives: `… -> TYPE`")
        return [Return(None, span)]
    value = cx.value(node.value, wanted)
    return [Return(fit(cx, value, wanted, node.value.place, "the result"), span)]


def _do(cx: Context, node: nodes.CallStatement) -> tuple[list[Statement], bool]:
    if not isinstance(node.call, nodes.CallNode):
        cx.value(node.call)
        hint = "compare in an `if`, set with `=`" if isinstance(node.call, nodes.Binary) else ""
        cx.fault("no-effect", node.place, "this does nothing", hint)
        return [], False
    call = cx.value(node.call)
    if isinstance(call, Builtin) and not _acts(cx, call):
        cx.fault("no-effect", node.place, f"`{call.name}` only gives a value, which is not used here")
    if not isinstance(call, Builtin | Call | Offer):
        return [], False
    ends = isinstance(call, Builtin) and call.name == "end"
    return [Do(call, cx.span(node.place))], ends


def _acts(cx: Context, call: Builtin) -> bool:
    symbol = cx.world.shelf[call.name]
    return bool(symbol.changes) or symbol.decides or symbol.draws or call.name in ("leave", "end")


def _if(cx: Context, node: nodes.IfNode) -> tuple[list[Statement], bool]:
    branches: list[tuple[Expression, Block]] = []
    outgoing: list[Context] = []
    rest = cx.inner()
    for condition_node, suite in node.branches:
        condition = truth(rest, rest.value(condition_node, BOOL), condition_node.place)
        inside = rest.inner()
        inside.learn(shown(rest, condition, True))
        body, ended = block(inside, suite)
        branches.append((condition, body))
        if not ended:
            outgoing.append(inside)
        rest.learn(shown(rest, condition, False))
    other, ended = block(rest, node.other)
    if not ended:
        outgoing.append(rest)
    _merge(cx, outgoing)
    return [If(tuple(branches), other, cx.span(node.place))], not outgoing


def _merge(cx: Context, outgoing: list[Context]) -> None:
    """After branches only that is known which each of those that go on knows."""
    if not outgoing:
        cx.facts = {}
        return
    first, *others = outgoing
    cx.facts = {
        path: fact
        for path, fact in first.facts.items()
        if all(path in other.facts and other.facts[path].type == fact.type for other in others)
    }


def _repeats(cx: Context, tree: object) -> None:
    """Before a body that runs again and again only that is known which the body does not change."""
    touch: Touch = cx.world.effects.touch(tree)
    assigned = frozenset(f"${name}" for name in locals_of(tree))
    cx.forget(cx.world.effects.writes(touch) | assigned)


def _for(cx: Context, node: nodes.ForNode) -> list[Statement]:
    source, item = _source(cx, node.source)
    _repeats(cx, node.body)
    inside = cx.inner()
    _loop_variable(inside, node.var, item)
    body, _ = block(inside, node.body)
    _repeats(cx, node.body)
    return [For(node.var.id, source, body, cx.span(node.place))]


def _source(cx: Context, node: Node) -> tuple[Expression, Type]:
    """A list to go through, and the type of its items."""
    value = as_list(cx, cx.value(node), node.place)
    if isinstance(value.type, Roll):
        cx.fault("wrong-kind", node.place, "a roll is read by its symbols here", "filter its dice: `r[…]`")
        return value, UNKNOWN
    return value, value.type.item if isinstance(value.type, List) else UNKNOWN


def _loop_variable(cx: Context, var: nodes.Name, item: Type) -> None:
    _declare(cx, var.id, var.place, item)
    cx.names[var.id] = Var(var.id, item, cx.span(var.place))


def _while(cx: Context, node: nodes.WhileNode) -> list[Statement]:
    _repeats(cx, (node.condition, node.body))
    condition = truth(cx, cx.value(node.condition, BOOL), node.condition.place)
    inside = cx.inner()
    inside.learn(shown(cx, condition, True))
    body, _ = block(inside, node.body)
    _repeats(cx, node.body)
    cx.learn(shown(cx, condition, False))
    return [While(condition, body, cx.span(node.place))]


def _choose(cx: Context, node: nodes.ChooseNode) -> tuple[list[Statement], bool]:
    prompt, by = _choose_arguments(cx, node)
    if cx.pure:
        cx.fault("impure", node.place, f"this lets somebody decide; {cx.pure} is only read")
    text = label(cx, prompt) if prompt else Label("", ())
    labels: list[Label] = []
    loops: list[tuple[str, ...]] = []
    outgoing: list[Context] = []
    branches = tuple(_option(cx, option, labels, loops, outgoing, ()) for option in node.options)
    who = decider(cx, by, node.place)
    span = cx.span(prompt.place if prompt else node.place)
    asked = ask(cx, "choose", text, who, BOOL, span, False, tuple(labels), tuple(loops))
    _merge(cx, [*outgoing, cx.inner()])
    return [Choose(asked, branches, cx.span(node.place))], False


def _choose_arguments(cx: Context, node: nodes.ChooseNode) -> tuple[nodes.String | None, Expression | None]:
    prompt: nodes.String | None = None
    by: Expression | None = None
    for argument in node.arguments:
        if argument.name is None and isinstance(argument.value, nodes.String) and prompt is None:
            prompt = argument.value
        elif argument.name is not None and argument.name.id == "by":
            by = cx.value(argument.value)
        else:
            cx.fault("wrong-arguments", argument.place, "`choose` takes a prompt in quotation marks, and `by=`")
    if prompt is None:
        cx.fault("wrong-arguments", node.place, "`choose` needs a prompt in quotation marks", 'choose("…"):')
    return prompt, by


def _option(
    cx: Context,
    node: nodes.OptionNode | nodes.OptionsFor,
    labels: list[Label],
    loops: list[tuple[str, ...]],
    outgoing: list[Context],
    around: tuple[str, ...],
) -> Branch | BranchLoop:
    inside = cx.inner()
    if isinstance(node, nodes.OptionsFor):
        source, item = _source(cx, node.source)
        _loop_variable(inside, node.var, item)
        names = (*around, node.var.id)
        inner = tuple(_option(inside, option, labels, loops, outgoing, names) for option in node.options)
        return BranchLoop(node.var.id, source, inner, cx.span(node.place))
    condition = None
    if node.condition is not None:
        condition = truth(inside, inside.value(node.condition, BOOL), node.condition.place)
        inside.learn(shown(inside, condition, True))
    labels.append(label(inside, node.label))
    loops.append(around)
    number = len(labels) - 1
    body, ended = block(inside, node.body)
    if not ended:
        outgoing.append(inside)
    return Branch(number, condition, body, cx.span(node.place))


def returns(cx: Context, ended: bool, result: Type, span: Span) -> None:
    """Notes a routine that may end without giving its value."""
    if result != NOTHING and not ended:
        cx.world.faults.add("missing-return", span, f"this may end without giving {result}", "add `return …`")
