"""Things that stand for the player to whom they belong: some of their kind must belong to one at some time."""

from __future__ import annotations

from rulewright.language.analysis.scene import texts
from rulewright.language.analysis.trees import walk
from rulewright.language.check.context import World
from rulewright.language.tree import Put
from rulewright.language.types import Kind, List, Type, with_article

OWNER = "thing.owner"


def check_owners(world: World) -> None:
    """Notes where a player is wanted and a thing stands whose kind never belongs to anybody."""
    ownerless = {span: kind for span, kind in world.belonging.items() if not _begins_owned(world, kind)}
    if not ownerless:
        return
    set_later = [node.of.type for node in walk(texts(world.program)) if isinstance(node, Put) and node.field == OWNER]
    for span, kind in ownerless.items():
        if not any(world.names.meet(Kind(kind), _item(each)) for each in set_later):
            message = f"a player is wanted here, and {with_article(kind)} never belongs to one"
            world.faults.add("no-owner", span, message, "name a player, or set its `.owner`")


def _begins_owned(world: World, kind: str) -> bool:
    """Whether something of a kind belongs to a player from the start; also where there is nothing of it yet."""
    found = world.names.kind(kind)
    members = [world.program.things[number] for number in (found.members if found else ())]
    return kind == "thing" or not members or any(each.owner > 0 for each in members)


def _item(type_: Type) -> Type:
    return type_.item if isinstance(type_, List) else type_
