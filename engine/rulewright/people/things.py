"""Things in a line each: as a pack's `show:` says, or by their title and what may change of them."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language.compiled import Shown
from rulewright.language.types import Bool, Maybe
from rulewright.play.names import NONE
from rulewright.play.sights import UNKNOWN, Seen, Sights

DEEPEST = 3
"""So many things upon things are told of."""


def line_of(sights: Sights, thing: int) -> str:
    """The line of a thing that those who look may name, without what lies upon it."""
    shown = _shown(sights, thing)
    if shown is not None:
        return sights.text(shown, thing)
    changing = facts(sights, thing)
    return f"{sights.call(thing)} ({', '.join(changing)})" if changing else sights.call(thing)


def has_line(sights: Sights, thing: int) -> bool:
    """Whether the pack says how a thing is shown."""
    return _shown(sights, thing) is not None


def facts(sights: Sights, thing: int, all_of_them: bool = False) -> list[str]:
    """The fields of a thing in words: those whose values may change, or all; what is not so is left out."""
    found = []
    for field, words, value in sights.fields(thing):
        if isinstance(field.type, Bool):
            said = field.name if value else ""
        elif isinstance(field.type, Maybe) and words == NONE:
            said = ""
        else:
            said = f"{field.name} {words}"
        if said and (field.slot or all_of_them):
            found.append(said.replace("_", " "))
    owner = sights.owner(thing)
    return [*found, f"of {sights.call(owner)}"] if owner and owner != thing else found


def listed(sights: Sights, lying: Sequence[Seen], depth: int = 1) -> list[str]:
    """What lies somewhere, each in its line with what lies upon it; neighbours that read alike are counted."""
    found: list[tuple[str, int]] = []
    for each in lying:
        words = each.name if each.thing == UNKNOWN else _with_load(sights, each.thing, depth)
        if found and found[-1][0] == words:
            found[-1] = words, found[-1][1] + 1
        else:
            found.append((words, 1))
    return [words if count == 1 else f"{count} × {words}" for words, count in found]


def stands_beside(sights: Sights, thing: int) -> bool:
    """Whether the line of a thing is shown beside the board, with whose it is; elsewhere it is only named."""
    kind = sights.book.compiled.kinds.get(sights.book.compiled.things[thing].kind)
    hand = sights.book.compiled.picture.hand
    return kind is not None and any(each in hand for each in kind.ancestors)


def _with_load(sights: Sights, thing: int, depth: int) -> str:
    words = sights.call(thing) if stands_beside(sights, thing) else line_of(sights, thing)
    load = listed(sights, sights.lying(thing), depth + 1) if depth < DEEPEST else []
    return f"{words} [{'; '.join(load)}]" if load else words


def _shown(sights: Sights, thing: int) -> Shown | None:
    compiled = sights.book.compiled
    kind = compiled.kinds.get(compiled.things[thing].kind)
    lines = compiled.picture.lines
    return next((lines[each] for each in (kind.ancestors if kind else ()) if each in lines), None)
