"""Checking what is set: locals, fields, bonuses of rolls, faces of dice."""

from __future__ import annotations

from rulewright.language.check.context import Context
from rulewright.language.check.convert import fit, test_hint
from rulewright.language.check.facts import own_word
from rulewright.language.check.locals import set_local
from rulewright.language.check.reads import found_below, no_face, own_store, where_else
from rulewright.language.check.running import is_call, put_given
from rulewright.language.syntax import nodes
from rulewright.language.tree import Expression, Put, PutFace, PutOwn, PutSymbol, Statement, Var
from rulewright.language.types import BOOL, INT, UNKNOWN, Die, Enum, Int, Kind, List, Maybe, Roll, Type, with_article
from rulewright.text.spans import Span


def assign(cx: Context, node: nodes.AssignNode) -> list[Statement]:
    """A local, a field, a bonus of a roll or the face of a die gets a value."""
    span = cx.span(node.place)
    match node.target:
        case nodes.Name(id):
            return list(set_local(cx, node, id))
        case nodes.Read(nodes.Name(id) as call, name) if is_call(cx, id):
            return _set_of_call(cx, node, call, name)
        case nodes.Read(of, name) if of is not None:
            return _set_field(cx, node, cx.value(of), name, span)
        case nodes.Read(None, name) if "it" in cx.names:
            return _set_field(cx, node, cx.names["it"], name, span)
    cx.fault("not-settable", node.target.place, "only a local or a field can be set")
    cx.value(node.value)
    return []


def _set_of_call(cx: Context, node: nodes.AssignNode, call: nodes.Name, name: nodes.Name) -> list[Statement]:
    """A parameter or the result of the call that a hook answers."""
    return list(put_given(cx, node, call, name))


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
            shown = f"`{of.name}`" if isinstance(of, Var) else "this"
            message = f"{shown} may be none, and none has no `{name.id}`"
            cx.fault("maybe-none", of_place(node), message, test_hint(of))
            return _put(cx, node, of, kind, name, span)
    if item != UNKNOWN:
        cx.fault("not-settable", node.target.place, f"{item} has no fields that can be set")
    cx.value(node.value, UNKNOWN)
    return []


def of_place(node: nodes.AssignNode) -> nodes.Place:
    """The place of what the field that is set belongs to."""
    of = node.target.of if isinstance(node.target, nodes.Read) else None
    return of.place if of is not None else node.target.place


def _put(
    cx: Context, node: nodes.AssignNode, of: Expression, kind: str, name: nodes.Name, span: Span
) -> list[Statement]:
    store = own_store(cx, kind, name.id)
    if store is not None:
        return [_put_own(cx, node, of, store, name, span)]
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
        type_ = UNKNOWN
    value = fit(cx, value, type_, node.value.place, f"`{name.id}`")
    cx.forget(cx.world.effects.settled(frozenset({name.id})))
    return [Put(id, of, node.op, value, span)] if id else []


def _put_own(
    cx: Context, node: nodes.AssignNode, of: Expression, store: Var, name: nodes.Name, span: Span
) -> Statement:
    """A local gets another value for one thing of a kind, or for each of a list."""
    value = cx.value(node.value, store.type)
    if node.op != "=" and not isinstance(store.type, Int):
        cx.fault("wrong-kind", node.place, f"`{node.op}` counts, `{name.id}` is {store.type}")
    else:
        value = fit(cx, value, store.type, node.value.place, f"`{name.id}`")
    cx.forget(frozenset({own_word(store.name)}))
    return PutOwn(store, of, node.op, value, span)


def _unsettable(cx: Context, kind: str, name: nodes.Name) -> None:
    hints = {"at": "use `move(x, to)`", "shown": "use `show(x)` or `hide(x)`"}
    if name.id in hints:
        cx.fault("not-settable", name.place, f"`{name.id}` is not set like a field", hints[name.id])
        return
    if found_below(cx, kind, name):
        return
    names = [*cx.world.names.field_names(kind), "owner"]
    message = f"{with_article(kind)} has no field `{name.id}`"
    cx.world.faults.unknown(
        "unknown-field", cx.span(name.place), message, name.id, names, where_else(cx, name.id, kind)
    )


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
    if not die:
        no_face(cx, name)
        return []
    faces = Enum(f"{die}.face")
    value = fit(cx, cx.value(node.value, faces), faces, node.value.place, "`face`")
    return [PutFace(thrown, of, value, span)]
