"""Checking locals: `let`, setting one again, the variables of loops."""

from __future__ import annotations

from rulewright.language.check.context import Context, Fact
from rulewright.language.check.convert import fit
from rulewright.language.check.facts import own_word
from rulewright.language.check.reads import property_type
from rulewright.language.syntax import nodes
from rulewright.language.tree import Assign, AssignEach, Expression, Var
from rulewright.language.types import NOTHING, UNKNOWN, List, Maybe, NoneValue, Type, Unknown


def let(cx: Context, node: nodes.LetNode) -> Assign | AssignEach:
    """The first value of a local, which has the type that is written, or else that of the value."""
    name = node.name.id if node.field is None else f"{node.name.id}.{node.field.id}"
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
    if node.field is not None:
        return _let_each(cx, node, nodes.Name(name, node.field.place), value, type_)
    if name in cx.names and name in cx.declared:
        cx.fault("hidden-name", node.name.place, f"`{name}` is here already", f"set it again: `{name} = …`")
    else:
        cx.free(name, node.name.place)
        _declare(cx, node.name, type_)
        _note(cx, name, cx.declared[name], value.type)
    return Assign(name, value, cx.span(node.place))


def _let_each(cx: Context, node: nodes.LetNode, store: nodes.Name, value: Expression, type_: Type) -> AssignEach:
    """The first value of a local that holds one for each thing of a kind."""
    kind, _, field = store.id.partition(".")
    names = cx.world.names
    if names.kind(kind) is None:
        ids = [each.id for each in names.kinds()]
        span = cx.span(node.name.place)
        cx.world.faults.unknown("unknown-kind", span, f"there is no kind `{kind}`", kind, ids)
    elif names.kind(field) is not None or any(each.name == field for each in names.fields.values()):
        cx.fault("hidden-name", store.place, f"`{field}` is the name of a field already", "choose another name")
    elif property_type(cx, kind, field) is not None:
        cx.fault("hidden-name", store.place, f"every {kind} has a `{field}` already", "choose another name")
    elif store.id in cx.names:
        cx.fault("hidden-name", store.place, f"`{store.id}` is here already", f"set it again: `{store.id} = …`")
    else:
        _declare(cx, store, type_)
        cx.forget(frozenset({own_word(store.id)}))
    return AssignEach(store.id, kind, value, cx.span(node.place))


def _declare(cx: Context, node: nodes.Name, type_: Type) -> None:
    """Notes a local; one name has one type in a routine."""
    name, loose = node.id, _loose(type_)
    before = cx.declared.setdefault(name, loose)
    if before != loose and UNKNOWN not in (before, loose):
        now = f"this is {type_}" if str(before) != str(loose) else "this is one of another roll"
        cx.fault("wrong-kind", node.place, f"`{name}` was {before} before, {now}", "choose another name")
    cx.names[name] = Var(name, loose, cx.span(node.place))
    cx.forget(frozenset({f"${name}"}))


def _loose(type_: Type) -> Type:
    return List(type_.item) if isinstance(type_, List) else type_


def _note(cx: Context, name: str, declared: Type, given: Type) -> None:
    """What the value given shows of a local: that it is not none, or that its list is not empty."""
    match declared, given:
        case List(item), List(length=length) if length:
            known: Type = List(item, 1)
        case Maybe(item), _ if not isinstance(given, Maybe | NoneValue | Unknown):
            known = item
        case _:
            return
    cx.learn({name: Fact(known, frozenset({f"${name}"}))})


def set_local(cx: Context, node: nodes.AssignNode, id: str) -> list[Assign]:
    """A local gets another value of its type."""
    known = cx.names.get(id)
    if known is None or id not in cx.declared:
        _unknown(cx, node, id, known is not None)
        return []
    if cx.branch is not None and id in cx.branch:
        hint = f"keep it for each: `let player.{id} = …`"
        cx.fault("not-together", node.target.place, f"`{id}` stands outside of `together`; no branch can set it", hint)
    wanted = cx.declared[id]
    given = node.value if node.op == "=" else nodes.Binary(node.op[0], node.target, node.value, node.place)
    value = fit(cx, cx.value(given, wanted), wanted, node.value.place, f"`{id}`")
    cx.forget(frozenset({f"${id}"}))
    _note(cx, id, wanted, value.type)
    return [Assign(id, value, cx.span(node.place))]


def _unknown(cx: Context, node: nodes.AssignNode, id: str, parameter: bool) -> None:
    cx.value(node.value)
    if parameter:
        hint = f"keep it in a local of its own: `let … = {id}`"
        cx.fault("not-settable", node.target.place, f"`{id}` is given to this text; it cannot be set", hint)
    elif id in cx.declared:
        cx.fault("unknown-name", node.target.place, *ended(id))
    elif cx.free(id, node.target.place):
        hint = f"a new local begins with `let {id} = …`"
        cx.fault("unknown-name", node.target.place, f"nothing is called `{id}` here", hint)
        cx.names[id] = Var("?", UNKNOWN, cx.span(node.target.place))


def ended(id: str) -> tuple[str, str]:
    """Message and hint for a local that is used behind the end of its block."""
    return f"`{id}` was a local of a block that has ended", f"write `let {id} = …` before that block"


def loop_variable(cx: Context, var: nodes.Name, item: Type) -> None:
    """The variable of a loop, which is known in the loop only."""
    cx.free(var.id, var.place)
    _declare(cx, var, item)
