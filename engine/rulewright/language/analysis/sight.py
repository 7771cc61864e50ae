"""What faces hide, and which texts must know who has seen them while the game runs.

A decision reads knowledge where it may offer things whose faces its decider does not know: then they are offered by
their backs, and those that look alike only once. A list that the decider surely sees needs none of that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.language.analysis.scene import Scene, item_type, texts
from rulewright.language.analysis.trees import equal, walk
from rulewright.language.program import FieldSymbol, MenuSymbol, PlaceSymbol, Program
from rulewright.language.tree import (
    Ask,
    BranchLoop,
    Builtin,
    Choose,
    Const,
    Expression,
    Fallback,
    Filter,
    Get,
    Inside,
    Join,
    Offer,
    Var,
    Without,
)
from rulewright.language.types import PLAYER, Kind, Type

_OF_A_LIST = ("sort", "take", "least", "most", "around", "random", "first")


def back_of(program: Program, thing: int) -> str:
    """The kind that is all one reads of a thing whose face one does not know; empty for a thing without a back."""
    backs = _backs(program, program.things[thing].kind)
    return backs[-1] if backs else ""


def _backs(program: Program, kind: str) -> list[str]:
    """The kinds with a back that a kind is."""
    symbol = program.kinds.get(kind)
    above = [program.kinds[each] for each in symbol.ancestors if each in program.kinds] if symbol is not None else []
    return [each.id for each in above if each.hidden is not None]


def open_fields(program: Program, back: str) -> list[FieldSymbol]:
    """The stored fields that can be read of a thing by its back alone."""
    kind = program.kinds[back]
    hidden = [name for each in program.kinds.values() if back in each.ancestors for name in each.hidden or ()]
    return [
        each
        for each in program.fields.values()
        if each.kind in kind.ancestors and each.derived is None and each.name not in hidden
    ]


def has_backs(program: Program, scene: Scene, kind: Type) -> bool:
    """Whether something of a type has a back."""
    one = item_type(kind)
    return isinstance(one, Kind) and any(back_of(program, each) for each in scene.things_of(one.name))


def reads_knowledge(program: Program, scene: Scene, mutable: Mapping[str, None]) -> bool:
    """Whether some text or some list of options asks who knows which faces."""
    if not any(back_of(program, each.number) for each in program.things):
        return False
    return any(_asks(program, scene, mutable, node) for node in walk(texts(program))) or any(
        not all(_named(program, scene, mutable, menu, each) for each in menu.actions) for menu in program.menus.values()
    )


def _asks(program: Program, scene: Scene, mutable: Mapping[str, None], node: Any) -> bool:
    match node:
        case Builtin(name="knows"):
            return True
        case Builtin(arguments=arguments) if isinstance(ask := arguments.get("prompt"), Ask):
            source = arguments.get("xs")
            return isinstance(source, Expression) and not seen(program, scene, mutable, ask.decider, source)
        case Choose(ask=ask):
            loops = {each.var: each.source for each in walk(node.branches) if isinstance(each, BranchLoop)}
            unseen = [name for name, xs in loops.items() if not seen(program, scene, mutable, ask.decider, xs)]
            shown = [part for each in program.prompts[ask.prompt].labels for part in each.parts]
            return bool(unseen) or any(
                has_backs(program, scene, part.type) and not (isinstance(part, Var) and part.name in loops)
                for part in shown
                if not isinstance(part, str)
            )
    return False


def _named(program: Program, scene: Scene, mutable: Mapping[str, None], menu: MenuSymbol, action: str) -> bool:
    """Whether all that can be chosen for an action is surely seen by who chooses."""
    who = menu_decider(program, menu)
    sources = [each.source for each in program.actions[action].choices]
    return all(seen(program, scene, mutable, who, each) for each in sources)


def menu_decider(program: Program, menu: MenuSymbol) -> Expression | None:
    """The parameter of a menu that is always the player to whom it is offered; None where no one is."""
    if menu.who is not None:
        first = menu.parameters[0]
        return Var(first.name, first.type, menu.span) if first.type == PLAYER else None
    offers = [node for node in walk(texts(program)) if isinstance(node, Offer) and node.menu == menu.id]
    for index, parameter in enumerate(menu.parameters):
        if offers and all(equal(each.arguments[index], each.decider) for each in offers):
            return Var(parameter.name, PLAYER, menu.span)
    return None


def seen(
    program: Program, scene: Scene, mutable: Mapping[str, None], decider: Expression | None, source: Expression
) -> bool:
    """Whether the decider surely knows the faces of all that a list may hold."""
    if not has_backs(program, scene, source.type):
        return True
    match source:
        case Filter(source=inner) | Without(left=inner):
            return seen(program, scene, mutable, decider, inner)
        case Join(left=left, right=right) | Fallback(left=left, right=right):
            return all(seen(program, scene, mutable, decider, each) for each in (left, right))
        case Builtin(name=name, arguments=arguments) if name in _OF_A_LIST:
            given = arguments.get("xs")
            return isinstance(given, Expression) and seen(program, scene, mutable, decider, given)
        case Inside(of=of):
            return _sees(program, mutable, decider, of)
    return False


def _sees(program: Program, mutable: Mapping[str, None], decider: Expression | None, place: Expression) -> bool:
    """Whether a place is surely one into which the decider looks."""
    match place:
        case Const(value=number):
            found = place_of(program, number)
            return found is not None and found.sees == "all"
        case Get(field=field, of=of):
            symbol = program.fields[field]
            given = [each.value if isinstance(each, Const) else None for each in symbol.start.values()]
            places = [place_of(program, each) for each in given]
            if not given or symbol.default is not None or symbol.derived is not None or field in mutable:
                return False
            if all(each is not None and each.sees == "all" for each in places):
                return True
            own = all(
                each is not None
                and each.sees != "none"
                and number is not None
                and program.things[number].owner == thing
                for thing, number, each in zip(symbol.start, given, places, strict=True)
            )
            return own and decider is not None and equal(of, decider) and "thing.owner" not in mutable
    return False


def lies_unseen(program: Program, source: Expression) -> bool:
    """Whether what a list holds surely lies where nobody sees it and nothing tells one from another."""
    match source:
        case Filter(source=inner) | Without(left=inner):
            return lies_unseen(program, inner)
        case Builtin(name=name, arguments={"xs": inner}) if name in _OF_A_LIST and isinstance(inner, Expression):
            return lies_unseen(program, inner)
        case Inside(of=Const(value=number), kind=kind):
            places = [place_of(program, number)]
        case Inside(of=Get(field=field), kind=kind):
            given = program.fields[field].start.values()
            places = [place_of(program, each.value if isinstance(each, Const) else None) for each in given]
        case _:
            return False
    covered = [each is not None and each.sees == "none" and not each.ordered for each in places]
    return bool(covered) and all(covered) and bool(_backs(program, kind))


def place_of(program: Program, number: int | None) -> PlaceSymbol | None:
    """The declaration that made a place."""
    return next((each for each in program.places.values() if number in each.things), None)
