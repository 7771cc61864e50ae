"""Checking what people are shown and agents are told: `says:`, `show:`, `bots: hints:`.

Names are looked up and the holes of templates are read as expressions. No game depends on any of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from rulewright.language import wording
from rulewright.language.analysis.trees import walk
from rulewright.language.check.answering import is_pure
from rulewright.language.check.context import Context, World
from rulewright.language.check.names import ActionName, KindName, ThingName
from rulewright.language.check.prompts import template
from rulewright.language.holes import HOLE
from rulewright.language.program import CallSymbol, Parameter
from rulewright.language.tree import Expression, Innermost, Item, Past, Runs, Var
from rulewright.language.types import Enum, Kind, List, Maybe, Nothing, Type
from rulewright.language.wording import PromptSymbol
from rulewright.pack.model import Hint, Line, Pack, Show
from rulewright.text.diagnostics import Related
from rulewright.text.spans import Span, Text

_TOLD = ("procedure", "action", "step", "rule")
_CALLED = Innermost | Past | Runs


def check_shown(world: World, pack: Pack) -> None:
    """Takes the lines and the picture of a pack into its program; notes what is wrong with them, and with the hints."""
    with _apart(world):
        world.program.lines = list(_says(world, pack.says))
        world.program.picture = _picture(world, pack.show)
    for hint in pack.hints:
        _hint(world, hint)


@contextmanager
def _apart(world: World) -> Iterator[None]:
    """While calls are only looked up: what hooks may answer stays as it was, but for what the holes really read."""
    program, before = world.program, dict(world.program.calls)
    yield
    read = [node.call for node in walk((tuple(program.lines), program.picture)) if isinstance(node, _CALLED)]
    program.calls = before | {name: program.calls[name] for name in sorted(read)}


# ---- lines -----------------------------------------------------------------------------------------------------------


def _says(world: World, lines: Iterable[Line]) -> Iterator[wording.Line]:
    said: dict[str, Span] = {}
    for line in lines:
        call = _told(world, line.of)
        if call is None:
            continue
        if is_pure(world, call) and not isinstance(call.result, Nothing):
            message = f"`{call.name}` only gives a value: nothing happens that could be told"
            world.faults.add("impure", line.of.span, message)
            continue
        key = line.of.source if not line.kind else f"{line.of.source} of {line.kind} {line.of.span}"
        if key in said:
            related = (Related(said[key], "the first one"),)
            world.faults.add("duplicate-id", line.of.span, f"there is another line for `{line.of}`", "", related)
        said.setdefault(key, line.of.span)
        names = {each.name: _given(call, each) for each in call.parameters}
        if not isinstance(call.result, Nothing):
            names["result"] = Var("result", call.result, call.span)
        if line.kind:
            names["this"] = Var("this", Kind(line.kind), line.of.span)
        label = template(Context(world, line.template, names, pure="a line"))
        _one_is_meant(world, line.template, label, names)
        units = _units(world, call, line.of)
        yield wording.Line(units, label, _asked(world, units), line.template.span)


def _one_is_meant(world: World, text: Text, label: wording.Label, names: Mapping[str, Expression]) -> None:
    """Notes holes that name a kind, and so list all there are of it: what happened, happened to one of them."""
    shown = [each for each in label.parts if not isinstance(each, str)]
    holes = [hole[1].strip() for hole in HOLE.finditer(text.source)]
    for word, value in zip(holes, shown, strict=True) if len(holes) == len(shown) else ():
        if word not in names and isinstance(world.names.meanings.get(word), KindName):
            meant = next((name for name, each in names.items() if _is_of(world, each.type, word)), None)
            hint = f"did you mean `{{{meant}}}`?" if meant else f"`{{count({word})}}` says how many there are"
            world.faults.add("wrong-kind", value.span, f"`{word}` is the list of all of this kind", hint)


def _is_of(world: World, what: Type, kind: str) -> bool:
    """Whether a value is of a kind, or none."""
    one = what.item if isinstance(what, Maybe) else what
    return isinstance(one, Kind) and world.names.is_a(one.name, kind)


def _given(call: CallSymbol, parameter: Parameter) -> Expression:
    """What a line reads of a call: a parameter, or the item of a step."""
    if call.nature == "step":
        return Item(call.name, parameter.type, call.span)
    return Var(parameter.name, parameter.type, call.span)


def _units(world: World, call: CallSymbol, of: Text) -> tuple[str, ...]:
    """What a line tells of: of several actions of one name only the one on which it stands, if it stands on one."""
    routines = world.program.routines
    own = [each for each in call.units if each in routines and _begins_alike(routines[each].span, of.span)]
    return tuple(own) or call.units


def _begins_alike(one: Span, other: Span) -> bool:
    return (one.file, one.line, one.column) == (other.file, other.line, other.column)


def _asked(world: World, units: tuple[str, ...]) -> tuple[int, ...]:
    """The prompts that ask for what an action is given."""
    actions = [each for each in world.program.actions.values() if each.routine in units]
    return tuple(dict.fromkeys(choice.prompt for each in actions for choice in each.choices))


def _told(world: World, of: Text) -> CallSymbol | None:
    """The procedure, action, step or rule of which a line tells."""
    found = world.calls.named(world, of.source)
    told = [each for each in found if each.nature in _TOLD]
    if told:
        return told[0]
    what = "procedure, action, step or rule"
    if found:
        world.faults.add("unknown-call", of.span, f"`{of}` is a {found[0].nature}; a line tells of a {what}")
    elif of.source not in world.names.meanings:
        known = [*world.calls.names(world), *(id for id, each in world.names.meanings.items() if not _is_noun(each))]
        world.faults.unknown("unknown-call", of.span, f"there is no {what} `{of}`", of.source, known)
    else:
        world.faults.add("unknown-call", of.span, f"`{of}` is no {what}")
    return None


def _is_noun(meaning: object) -> bool:
    return isinstance(meaning, KindName | ThingName)


# ---- the picture -----------------------------------------------------------------------------------------------------


def _picture(world: World, show: Show) -> wording.Picture:
    areas = {each.id: each.number for each in world.program.things if each.kind == "area"}
    for area in (area for row in show.rows for area in row):
        if area.source and area.source not in areas:
            world.faults.unknown("unknown-area", area.span, f"there is no area `{area}`", area.source, list(areas))
    kinds = [each.id for each in world.names.kinds()]
    lines: dict[str, wording.Label] = {}
    for key, line in show.lines.values():
        if key.source not in kinds:
            world.faults.unknown("unknown-kind", key.span, f"there is no kind `{key}`", key.source, kinds)
            continue
        thing, _ = Context(world, line, pure="a line").looking_at(Kind(key.source), "", line.span)
        lines[key.source] = template(thing)
    places = list(world.program.places)
    for place in show.places:
        if place.source not in places:
            world.faults.unknown("unknown-place", place.span, f"there is no place `{place}`", place.source, places)
    for each in show.hand:
        if each.source not in (*places, *kinds):
            message = f"there is no place or kind `{each}`"
            world.faults.unknown("unknown-place", each.span, message, each.source, (*places, *kinds))
    rows = tuple(tuple(areas.get(area.source, -1) for area in row) for row in show.rows)
    named = (tuple(each.source for each in names) for names in (show.hand, show.places))
    return wording.Picture(rows, lines, *named)


# ---- hints -----------------------------------------------------------------------------------------------------------


def _hint(world: World, hint: Hint) -> None:
    actions = [id for id, each in world.names.meanings.items() if isinstance(each, ActionName)]
    prompts = [each for each in world.program.prompts if each.id == hint.of.source]
    if not prompts and hint.of.source not in actions:
        known = [*actions, *dict.fromkeys(each.id for each in world.program.prompts)]
        message = f"there is no action or prompt `{hint.of}`"
        world.faults.unknown("unknown-prompt", hint.of.span, message, hint.of.source, known)
        return
    offered = [_options(world, each) for each in prompts]
    for option in hint.options:
        if not prompts:
            message = f"the action `{hint.of}` has no options; each prompt of it has its own hints"
            world.faults.add("unknown-option", option.span, message)
        elif all(names is not None and not any(_meant(option.source, name) for name in names) for names in offered):
            known = [name for names in offered for name in names or ()]
            message = f"`{hint.of}` offers no `{option}`"
            world.faults.unknown("unknown-option", option.span, message, option.source, known)


def _meant(option: str, name: str) -> bool:
    """Whether an option can be called so; a label with holes is called by what they show."""
    pieces = HOLE.split(name)[::2]
    return re.fullmatch(".+".join(re.escape(piece) for piece in pieces), option) is not None or option == name


def _options(world: World, prompt: PromptSymbol) -> list[str] | None:
    """How the options of a prompt are called; None where that is only known when it is put."""
    kind = prompt.option.item if isinstance(prompt.option, Maybe | List) else prompt.option
    none = ["none"] if prompt.may or isinstance(prompt.option, Maybe) else []
    match prompt.nature, kind:
        case "choose", _:
            return [each.id for each in prompt.labels]
        case "menu", _:
            menu = world.program.menus[prompt.id]
            return ["done", *dict.fromkeys(id.partition(".")[0] for id in menu.actions)]
        case "ask", _:
            return ["yes", "no"]
        case _, Enum(name):
            return [*world.program.enums[name].values, *none]
        case _, Kind(name):
            things = [each for each in world.program.things if world.names.is_a(each.kind, name)]
            return [*dict.fromkeys(id for each in things for id in (each.id, each.definition)), *none]
    return None
