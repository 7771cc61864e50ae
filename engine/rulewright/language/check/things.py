"""Declaring and numbering the things of a game: players, areas, places, links, arrows, components."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.language.check.constants import MOST, MOST_THINGS, Constants
from rulewright.language.check.drafts import Draft
from rulewright.language.check.kinds import Declarations
from rulewright.language.check.names import BUILT_IN_KINDS, FieldName, GroupName, ThingName
from rulewright.language.program import PlaceSymbol, ThingSymbol
from rulewright.language.syntax.nodes import Name, Read
from rulewright.language.syntax.parse import parse
from rulewright.language.types import PLACE, Kind, List, with_article
from rulewright.pack import model
from rulewright.text.spans import Span, Text

_TITLE = "title"


def declare_things(declarations: Declarations, players: int) -> tuple[list[ThingSymbol], dict[str, PlaceSymbol]]:
    """Numbers every thing of the game and gives its id a meaning."""
    return _Things(declarations, players).declare()


_ELSEWHERE = {"area": "areas stand below `areas:`", "player": "how many players there are stands in `pack:`"}


class _Things:
    def __init__(self, declarations: Declarations, players: int) -> None:
        self.declarations = declarations
        self.names = declarations.names
        self.faults = declarations.faults
        self.pack = declarations.pack
        self.players = players
        self.constants = Constants(self.names, players, self.faults)
        self.drafts: list[Draft] = []
        self.numbers: dict[str, int] = {}
        self.made = 0
        self.made_for: dict[tuple[str, str], list[int]] = {}

    def declare(self) -> tuple[list[ThingSymbol], dict[str, PlaceSymbol]]:
        nowhere = Span("", 0, 0, 0, 0)
        self.drafts.append(Draft("game", "game", "game", self.pack.header.title, nowhere))
        for seat in range(1, self.players + 1):
            self.drafts.append(Draft(f"player_{seat}", "player", "player", f"Player {seat}", nowhere))
        components = self._components()
        areas = [draft for thing in self.pack.areas for draft in self._thing(thing, components)]
        self.drafts += areas
        place_drafts = self._places(components)
        self.drafts += [draft for drafts in place_drafts.values() for draft in drafts]
        self._links({draft.id for draft in areas})
        self._number_components(components)
        places = self._name_places(place_drafts)
        self._name_the_rest()
        return self._symbols(), places

    # ---- components and areas ----

    def _components(self) -> list[Draft]:
        """Components in declaration order; `per:` a kind of components reads those declared before."""
        drafts: list[Draft] = []
        for thing in self.pack.things:
            kind = self.names.kind(thing.kind.source)
            if kind is None or kind.id in BUILT_IN_KINDS:
                known = [each.id for each in self.names.kinds() if each.id not in BUILT_IN_KINDS]
                message = f"there is no kind `{thing.kind.source}` of components"
                otherwise = _ELSEWHERE.get(thing.kind.source, "")
                self.faults.unknown("unknown-kind", thing.kind.span, message, thing.kind.source, known, otherwise)
                continue
            drafts += self._thing(thing, drafts)
        return drafts

    def _thing(self, thing: model.Thing, components: list[Draft]) -> Iterator[Draft]:
        runs = list(self.constants.runs(thing.each))
        if len(runs) > 1 and "{" not in thing.id.source:
            holes = "".join(f"{{{name}}}" for name in thing.each)
            message = f"`for:` makes {len(runs)} with one id"
            self.faults.add("duplicate-id", thing.id.span, message, f"write `{thing.id}{holes}`")
            runs = runs[:1]
        for local in runs:
            owners = self._owners(thing.id.source, thing.per, components) if thing.per else [""]
            count = self.constants.number(thing.count, local) if thing.count else 1
            count = self._possible(count, len(owners), thing.count or thing.id)
            if count == 0:
                continue
            base = self.constants.name(thing.id, local).source
            title = self.constants.name(thing.title, local, _TITLE).source if thing.title else _title(base)
            for owner in owners:
                for number in range(1, count + 1):
                    id = "_".join(part for part in (owner, base, str(number) if thing.count else "") if part)
                    yield Draft(
                        id,
                        base,
                        thing.kind.source,
                        title,
                        thing.id.span,
                        thing.values,
                        thing.at and self.constants.fill(thing.at, local),
                        thing.owner,
                        owner,
                        origin=thing.note.origin.value if thing.note.origin else "",
                        local=local,
                    )

    def _possible(self, count: int | None, owners: int, text: Text) -> int:
        """How many things of one entry can be made, each for some owners; that all are too many is told once."""
        number = (count or 0) * owners
        if not 0 <= number <= MOST:
            self.faults.add("bad-count", text.span, f"a game cannot have {number if owners > 1 else count} of these")
            return 0
        if self.made <= MOST_THINGS < self.made + number:
            self.faults.add("bad-count", text.span, f"with these a game would have more than {MOST_THINGS} things")
        self.made += number
        return count or 0 if self.made <= MOST_THINGS else min(count or 0, 1)

    def _owners(self, id: str, per: Text, components: list[Draft]) -> list[str]:
        kind = self.names.kind(per.source)
        if kind is None:
            self.names.lost[id] = None
            known = [each.id for each in self.names.kinds()]
            self.faults.unknown("unknown-kind", per.span, f"there is no kind `{per.source}`", per.source, known)
            return []
        return [draft.id for draft in [*self.drafts, *components] if self.names.is_a(draft.kind, kind.id)]

    def _number_components(self, components: list[Draft]) -> None:
        roots: dict[str, list[Draft]] = {}
        for draft in components:
            kind = self.names.kind(draft.kind)
            roots.setdefault(kind.root if kind else "", []).append(draft)
        self.drafts += [draft for root, drafts in roots.items() if root for draft in drafts]
        counted = {(thing.kind.source, thing.id.source) for thing in self.pack.things if thing.count and not thing.per}
        groups: dict[tuple[str, str], list[int]] = {}
        for number, draft in enumerate(self.drafts):
            if draft.id in self.numbers and (draft.kind == "link" or (draft.kind == "place" and draft.of)):
                self.faults.add("duplicate-id", draft.span, f"there is another thing called `{draft.id}`")
            self.numbers[draft.id] = number
            for ancestor in self._kind_ancestors(draft):
                if found := self.names.kind(ancestor):
                    found.members.append(number)
            if draft.kind in ("place", "game", "link", "arrow"):
                continue
            if draft.definition != draft.id:
                groups.setdefault((draft.kind, draft.definition), []).append(number)
            self.declarations.name(ThingName(draft.id, draft.kind, number, draft.span))
        for (kind_id, id), numbers in groups.items():
            if (kind_id, id) not in counted and kind_id != "player":
                self.declarations.name(GroupName(id, kind_id, tuple(numbers), self.drafts[numbers[0]].span))

        for thing in self.pack.things:
            if thing.per and not thing.each and self.names.kind(thing.per.source):
                made = [self.drafts[number] for number in groups.get((thing.kind.source, thing.id.source), ())]
                self._read_of(thing.id, thing.per.source, Kind(thing.kind.source), thing.count is not None, made)

    def _name_the_rest(self) -> None:
        """Links without an id and places made for something go by the ids they are given, where those are free."""
        for number, draft in enumerate(self.drafts):
            if draft.kind in ("link", "place") and draft.id not in self.names.meanings:
                self.declarations.name(ThingName(draft.id, draft.kind, number, draft.span))

    def _kind_ancestors(self, draft: Draft) -> tuple[str, ...]:
        kind = self.names.kind(draft.kind)
        return kind.ancestors if kind else ()

    # ---- places ----

    def _places(self, components: list[Draft]) -> dict[str, list[Draft]]:
        found: dict[str, list[Draft]] = {}
        for id, place in self.pack.places.items():
            owners = self._owners(id, place.per, components) if place.per else [""]
            count = self.constants.number(place.count, {}) if place.count else 1
            count = self._possible(count, len(owners), place.count or place.id)
            if count == 0:
                continue
            found[id] = [
                Draft(
                    "_".join(part for part in (owner, id, str(number) if place.count else "") if part),
                    id,
                    "place",
                    _title(id),
                    place.id.span,
                    of=owner,
                )
                for owner in owners
                for number in range(1, count + 1)
            ]
        return found

    def _name_places(self, drafts: dict[str, list[Draft]]) -> dict[str, PlaceSymbol]:
        symbols: dict[str, PlaceSymbol] = {}
        for id, place in self.pack.places.items():
            numbers = tuple(self.numbers[draft.id] for draft in drafts.get(id, ()))
            sees = place.sees.source if place.sees else "all"
            for kind in (holds for holds in place.holds if not self.names.kind(holds.source)):
                known = [each.id for each in self.names.kinds()]
                message = f"there is no kind `{kind.source}`"
                self.faults.unknown("unknown-kind", kind.span, message, kind.source, known)
            holds = tuple(kind.source for kind in place.holds if self.names.kind(kind.source))
            refill = place.refill.source if place.refill else ""
            for feeding in (place.refill, place.source):
                if feeding:
                    self._fed(place, feeding)
            symbols[id] = PlaceSymbol(id, numbers, sees, holds, place.ordered, place.live, refill, place.id.span)
            if place.per is None:
                for draft in drafts.get(id, ()):
                    self.declarations.name(ThingName(draft.id, "place", self.numbers[draft.id], draft.span))
                if place.count:
                    self.declarations.name(GroupName(id, "place", numbers, place.id.span))
            elif self.names.kind(place.per.source):
                self._read_of(place.id, place.per.source, PLACE, place.count is not None, drafts.get(id, []))
                self.declarations.name(GroupName(id, "place", numbers, place.id.span))
        return symbols

    def _fed(self, place: model.Place, from_: Text) -> None:
        """What refills a place, or what it is kept full from, must be one place, and hold nothing else than it."""
        other = self.pack.places.get(from_.source)
        if other is None:
            message = f"there is no place `{from_.source}`"
            self.faults.unknown("unknown-place", from_.span, message, from_.source, self.pack.places)
        elif (other.per or other.count) and _shape(other) != _shape(place):
            self.faults.add("wrong-place", from_.span, f"there are several `{from_.source}`; one must be meant")
        elif place.holds and not (other.holds and all(self._held(place, each.source) for each in other.holds)):
            hint = f"give it `holds:` too: {', '.join(each.source for each in place.holds)}"
            message = f"`{from_.source}` may hold what `{place.id.source}` does not hold"
            self.faults.add("wrong-place", from_.span, message, hint)

    def _held(self, place: model.Place, kind: str) -> bool:
        return not place.holds or any(self.names.is_a(kind, each.source) for each in place.holds)

    def _read_of(self, id: Text, kind: str, item: Kind, several: bool, drafts: list[Draft]) -> None:
        """`me.rack` reads the rack that is made for `me`."""
        name, type_ = id.source, List(item) if several else item
        field_ = FieldName(f"{kind}.{name}", name, kind, id.span, type_, id, None, None)
        for draft in drafts:
            owner, number = self.numbers[draft.of], self.numbers[draft.id]
            field_.constants.setdefault(owner, []).append(number)
            self.made_for.setdefault((draft.of, name), []).append(number)
        self.names.fields[field_.id] = field_

    # ---- links and arrows ----

    def _links(self, areas: set[str]) -> None:
        taken: dict[str, None] = {}
        for link in self.pack.arrows:
            for local in self.constants.runs(link.each):
                one, two = (self.constants.fill(end, local).source for end in (link.source, link.target))
                if not all(self._end(end, id, areas, link) for end, id in ((link.source, one), (link.target, two))):
                    continue
                if one == two:
                    self.faults.add("odd-arrow", link.span, f"this arrow leads from `{one}` to itself")
                id = model.link_id(self.constants.fill(link.id, local).source if link.id else "", one, two, taken)
                if id in taken:
                    self.faults.add("duplicate-id", link.span, f"there is another arrow called `{id}`")
                    continue
                taken[id] = None
                origin = link.note.origin.value if link.note.origin else ""
                self.drafts.append(
                    Draft(
                        id,
                        id,
                        "link",
                        _title(id),
                        link.span,
                        link.values,
                        ends=(one, two, ""),
                        both_ways=link.both_ways,
                        local=local,
                        origin=origin,
                    )
                )
                if link.id:
                    self.declarations.name(ThingName(id, "link", len(self.drafts) - 1, link.id.span))
        for draft in [draft for draft in self.drafts if draft.kind == "link"]:
            one, two, _ = draft.ends
            self.drafts.append(Draft(f"{draft.id}.there", "arrow", "arrow", "", draft.span, ends=(one, two, draft.id)))
            if draft.both_ways:
                self.drafts.append(
                    Draft(f"{draft.id}.back", "arrow", "arrow", "", draft.span, ends=(two, one, draft.id))
                )

    def _end(self, text: Text, id: str, areas: set[str], link: model.Link) -> bool:
        if id in areas:
            return True
        if link.span.end_line > text.span.line and " " in id:
            self.faults.refused = True  # lines that YAML has joined
        elif not link.each:  # a `for:` skips the arrows that would leave the board
            hint = "an arrow joins two areas; the next one is an item of its own" if "->" in id else ""
            message = f"there is no area `{id}`"
            if hint:
                self.faults.add("unknown-area", text.span, message, hint)
            else:
                self.faults.unknown("unknown-area", text.span, message, id, sorted(areas))
        return False

    # ---- the symbols ----

    def _symbols(self) -> list[ThingSymbol]:
        symbols: list[ThingSymbol] = []
        for number, draft in enumerate(self.drafts):
            one, two, link = (self.numbers.get(end, -1) for end in draft.ends)
            of = self.numbers.get(draft.of, -1)
            owner = self._owner(draft, of)
            at = self._at(draft)
            symbols.append(
                ThingSymbol(
                    number, draft.id, draft.definition, draft.kind, draft.title, at, owner, of, (one, two, link),
                    draft.origin, draft.span,
                )
            )  # fmt: skip
            self._set(draft, number)
        return symbols

    def _owner(self, draft: Draft, of: int) -> int:
        if draft.owner is not None:
            return self._where(draft.owner, draft, "unknown-player", "player")
        return of if 1 <= of <= self.players else -1

    def _at(self, draft: Draft) -> int:
        component = draft.kind not in BUILT_IN_KINDS
        if draft.at is None:
            if component:
                hint = "write `at:` with an area, a place or another thing"
                self.faults.add("no-place", draft.span, f"`{draft.definition}` needs a place where it starts", hint)
            return -1
        at = self._where(draft.at, draft, "unknown-place", "place")
        if at >= 0:
            self._allowed(draft, draft.at, self.drafts[at])
        return at

    def _allowed(self, draft: Draft, at: Text, holder: Draft) -> None:
        """Notes a start that breaks what `lies:` or `holds:` promises, or from which no area is reached."""
        kind = self.names.kind(draft.kind)
        if kind and kind.lies and not self.names.is_a(holder.kind, kind.lies):
            message = f"a {kind.id} always lies at {with_article(kind.lies)}, `{at}` is {with_article(holder.kind)}"
            self.faults.add("wrong-place", at.span, message, f"`lies: {kind.lies}` says so")
            return
        place = self.pack.places.get(holder.definition) if holder.kind == "place" else None
        if place is not None and not self._held(place, draft.kind):
            holds = ", ".join(each.source for each in place.holds)
            self.faults.add(
                "wrong-place", at.span, f"`{holder.definition}` holds no {draft.kind}", f"it holds: {holds}"
            )
        seen, here = {draft.id}, holder
        while here.at is not None and here.id not in seen and here.at.source in self.numbers:
            seen.add(here.id)
            here = self.drafts[self.numbers[here.at.source]]
        if here.id == draft.id:
            self.faults.add("circular-place", at.span, f"`{draft.definition}` would lie at itself")

    def _where(self, text: Text, draft: Draft, id: str, what: str) -> int:
        tree, fault = parse(text, "formula")
        self.faults.take(fault)
        match tree:
            case Name(name) if name in self.numbers:
                return self.numbers[name]
            case Name(name) if (draft.of, name) in self.made_for:
                return self.made_for[draft.of, name][0]
            case Read(Name(owner), name) if (owner, name.id) in self.made_for:
                return self.made_for[owner, name.id][0]
        if fault is None:
            known = (each.id for each in self.drafts if each.kind not in ("arrow", "game"))
            message = (
                f"there is no {what} `{text.source}` to start at" if what == "place" else f"no player `{text.source}`"
            )
            self.faults.unknown(id, text.span, message, text.source, known)
        return -1

    def _set(self, draft: Draft, number: int) -> None:
        """Keeps what a thing gives of its fields and texts."""
        if draft.local:
            self.names.numbers[number] = draft.local
        for name, (key, text) in draft.values.items():
            field_ = self.names.field_of(draft.kind, name)
            does = self.declarations.does_of(draft.kind, name)
            if field_ is not None and field_.declaration is not None:
                field_.thing_values[number] = self.constants.fill(text, draft.local)
            elif does is not None:
                does.thing_texts[number] = text
            else:
                self.declarations.unknown_field(draft.kind, key)
        for name, value in draft.local.items():
            field_ = self.names.field_of(draft.kind, name)
            if field_ is not None and field_.declaration is not None and number not in field_.thing_values:
                field_.thing_values[number] = Text(str(value), draft.span)


def _shape(place: model.Place) -> tuple[str, str]:
    """What a place is made for and how often; places of one shape belong together one by one."""
    return place.per.source if place.per else "", place.count.source if place.count else ""


def _title(id: str) -> str:
    return id.replace("_", " ").capitalize()
