"""What the assembly of a pack takes from a mapping: texts, names, notes. Anything of the wrong form is passed over,
because the schema has already said what is wrong with it, and the rest of the pack is still to be checked.
"""

from __future__ import annotations

from collections import abc

from rulewright.pack.model import Action, Behaviour, Note, Origin
from rulewright.pack.values import Mapping, Scalar, Sequence, Value
from rulewright.text.spans import Text

Pairs = dict[str, tuple[Text, Text]]
Origins = abc.Mapping[str, Origin]

NOTE_KEYS = ("rule", "origin", "source")


def text(value: Value | None, key: str) -> Text | None:
    """The text under a key of a mapping, or None."""
    leaf = value.get(key) if isinstance(value, Mapping) else None
    return leaf.text if isinstance(leaf, Scalar) and not leaf.empty else None


def words(value: Value | None, key: str, default: str = "") -> str:
    """The words under a key of a mapping."""
    found = text(value, key)
    return default if found is None else found.source


def names(value: Value | None, key: str) -> tuple[Text, ...]:
    """The names under a key: one, or a list."""
    leaf = value.get(key) if isinstance(value, Mapping) else None
    return name_list(leaf)


def name_list(leaf: Value | None) -> tuple[Text, ...]:
    """The names in a value that is one, or a list of them."""
    found = leaf.items if isinstance(leaf, Sequence) else (leaf,)
    return tuple(item.text for item in found if isinstance(item, Scalar) and not item.empty)


def true(value: Value | None, key: str) -> bool:
    """Whether the value under a key is true."""
    leaf = value.get(key) if isinstance(value, Mapping) else None
    return isinstance(leaf, Scalar) and leaf.data is True


def texts(value: Value | None) -> dict[str, Text]:
    """The texts of a mapping by their keys."""
    return {name: leaf for name, (_, leaf) in pairs(value).items()}


def pairs(value: Value | None, without: abc.Container[str] = ()) -> Pairs:
    """The keys of a mapping with their texts, save those left out."""
    if not isinstance(value, Mapping):
        return {}
    return {
        name: (entry.key.text, entry.value.text)
        for name, entry in value.entries.items()
        if name not in without and isinstance(entry.value, Scalar) and not entry.value.empty
    }


def note(value: Value | None, file: str, origins: Origins) -> Note:
    """The note of a definition; without an origin of its own it has that of its file."""
    rules = names(value, "rule")
    own = words(value, "origin")
    origin = Origin(own, words(value, "source")) if own else origins.get(file)
    if origin is not None and not own and text(value, "source") is not None:
        origin = Origin(origin.value, words(value, "source"))
    return Note(rules, origin)


def behaviour(value: Value | None, file: str, origins: Origins) -> Behaviour:
    """The behaviour of a kind or thing."""
    acts = value.get("actions") if isinstance(value, Mapping) else None
    return Behaviour(
        me=text(value, "me"),
        active=text(value, "active"),
        like=text(value, "like"),
        mods=text(value, "mods"),
        hooks=text(value, "hooks"),
        rules=text(value, "rules"),
        actions=actions(acts, file, origins) if isinstance(acts, Mapping) else None,
        action_heads=text(value, "actions"),
    )


def actions(value: Value | None, file: str, origins: Origins) -> dict[str, Action | Text]:
    """Actions by id: each from its mapping, or the text of its head."""
    found: dict[str, Action | Text] = {}
    for name, entry in value.entries.items() if isinstance(value, Mapping) else ():
        body = entry.value
        if isinstance(body, Scalar):
            if not body.empty:
                found[name] = body.text
        elif isinstance(body, Mapping):
            found[name] = Action(
                id=entry.key.text,
                menus=names(body, "in"),
                condition=text(body, "if"),
                choices=texts(body.get("with")),
                cost=pairs(body.get("cost")),
                once=text(body, "once"),
                do=text(body, "do"),
                note=note(body, file or entry.key.span.file, origins),
            )
    return found
