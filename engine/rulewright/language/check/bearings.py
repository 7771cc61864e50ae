"""How a behaviour is had: the things of a kind or of an entry, when it is live, who acts in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.language.analysis.trees import equal, substitute
from rulewright.language.check.bearers import ME, THIS, Bearer
from rulewright.language.check.context import Context, World
from rulewright.language.check.convert import as_list, truth
from rulewright.language.syntax.parse import parse
from rulewright.language.tree import Alive, Const, ConstList, Contains, Expression, Filter, Keyed, Logic, Truth, Var
from rulewright.language.types import BOOL, Kind, List, Maybe, Type, Unknown
from rulewright.text.spans import Span, Text

ALWAYS_THERE = ("game", "player", "area", "place", "link", "arrow")  # the board itself: its faces never lie down


@dataclass(frozen=True, slots=True)
class Bearing:
    """A Bearing is some things that have a behaviour in the same way.

    `live` says of the variable `this` whether the behaviour is live now, None: always. `me` gives who acts in it, which
    is somebody while it is live; None: nobody in particular.
    """

    things: tuple[int, ...]
    live: Expression | None
    me: Expression | None


@dataclass(frozen=True, slots=True)
class Borne:
    """A Borne is how a bearer's behaviour is had: its bearings, and the type of `me` in its texts.

    `kind` is what all that have it surely are; `borrower` is the first that is not of the bearer's own kind, or empty.
    """

    bearer: Bearer
    bearings: tuple[Bearing, ...]
    me: Type | None
    kind: str
    borrower: str

    def begin(self, cx: Context, span: Span) -> None:
        """Give one of its texts what it begins with."""
        cx.names |= self.names(span)
        cx.borrower = self.borrower

    def names(self, span: Span) -> dict[str, Expression]:
        """The names that its texts begin with; `.x` reads the thing itself."""
        this = Var(THIS, Kind(self.kind), span)
        found: dict[str, Expression] = {THIS: this, "it": this}
        if self.me is not None:
            found[ME] = Var(ME, self.me, span)
        return found

    def each(self) -> Iterator[tuple[int, Bearing]]:
        """Every thing with its bearing, in order of the things."""
        yield from sorted(((thing, each) for each in self.bearings for thing in each.things), key=lambda pair: pair[0])


class Bearings:
    """A Bearings finds for each bearer who has its behaviour: its own things, and those that are `like` them."""

    def __init__(self, world: World, all_bearers: Mapping[str, Bearer]) -> None:
        self.world = world
        self.bearers = all_bearers
        self._entries: dict[Span, Bearer] = {}
        for each in all_bearers.values():
            if each.entry is not None:
                self._entries.setdefault(each.entry, each)
        self._made: dict[Span, list[int]] = {}
        for thing in world.program.things:
            self._made.setdefault(thing.span, []).append(thing.number)
        self._borrow: dict[str, tuple[Text, list[int]]] | None = None
        self._borne: dict[str, Borne] = {}
        self._me: dict[int, Expression | None] = {}
        self._active: dict[int, Expression | None] = {}
        self._like: dict[int, Expression | None] = {}

    def of(self, id: str) -> Borne:
        """How a bearer's behaviour is had."""
        if id not in self._borne:
            bearer = self.bearers[id]
            own = self._things(bearer)
            found = self._grouped(own, None)
            found += self._borrowers(bearer, own)
            kind, borrower = self._shared(bearer.kind, found)
            self._borne[id] = Borne(bearer, tuple(found), self._acts(bearer, found), kind, borrower)
        return self._borne[id]

    def _shared(self, kind: str, bearings: Sequence[Bearing]) -> tuple[str, str]:
        """The nearest kind that all things of some bearings are of, and the first that is not of `kind` itself."""
        names, things = self.world.names, [self.world.program.things[n] for each in bearings for n in each.things]
        others = [each for each in things if not names.is_a(each.kind, kind)]
        found = names.kind(kind)
        above = found.ancestors if found else ()
        shared = next((each for each in above if all(names.is_a(one.kind, each) for one in others)), "thing")
        return shared, others[0].id if others else ""

    def _acts(self, bearer: Bearer, found: Sequence[Bearing]) -> Type | None:
        """The type of `me`, which must be the same however the behaviour is had."""
        declared = next((text for text in self._texts(bearer.kind, bearer) if text[0] == ME), None)
        types = [None if each.me is None else each.me.type for each in found]
        if not types and declared is not None:
            me = self._declared(declared[1], declared[2])
            return me.type if me is not None else None
        first = types[0] if types else None
        for each, type_ in zip(found, types, strict=True):
            if type_ != first and each.things:
                thing = self.world.program.things[each.things[0]]
                text = self._span(bearer)
                acting = "nobody in particular acts" if type_ is None else f"{type_} acts"
                message = f"what {bearer.id} says stands on `{thing.id}` too, in which {acting}"
                self.world.faults.add("wrong-kind", text, message, "give both the same `me:`")
        return first

    def _span(self, bearer: Bearer) -> Span:
        own = bearer.behaviour
        texts = [own.hooks, own.rules, own.mods, own.action_heads, own.me, own.like, own.active]
        first = next((text.span for text in texts if text is not None), None)
        return first or bearer.entry or Span.whole("")

    # ---- what single things declare ----

    def _things(self, bearer: Bearer) -> tuple[int, ...]:
        if bearer.entry is not None:
            return tuple(self._made.get(bearer.entry, ()))
        kind = self.world.names.kind(bearer.kind)
        return tuple(kind.members) if kind else ()

    def _texts(self, kind: str, entry: Bearer | None) -> Iterator[tuple[str, str, Text]]:
        """What a thing declares of itself, the nearest first: name, kind of the declarer, text."""
        found = self.world.names.kind(kind)
        above = [self.bearers.get(each) for each in (found.ancestors if found else ())]
        for bearer in (entry, *above):
            for name in (ME, "active", "like") if bearer is not None else ():
                text = getattr(bearer.behaviour, name) if bearer is not None else None
                if text is not None and bearer is not None:
                    yield name, bearer.kind, text

    def _of_thing(self, number: int, name: str) -> tuple[str, Text] | None:
        thing = self.world.program.things[number]
        declared = self._texts(thing.kind, self._entries.get(thing.span))
        return next(((kind, text) for key, kind, text in declared if key == name), None)

    def _read(self, kind: str, text: Text, what: str) -> tuple[Context, Expression] | None:
        tree, fault = parse(text, "formula")
        self.world.faults.take(fault)
        if fault is not None:
            return None
        cx = Context(self.world, text, pure=what)
        cx.names[THIS] = cx.names["it"] = Var(THIS, Kind(kind), text.span)
        wanted = BOOL if what == "`active:`" else None
        value = cx.value(tree, wanted)
        return cx, truth(cx, value, tree.place) if wanted else value

    def _declared(self, kind: str, text: Text) -> Expression | None:
        """Who acts, as surely somebody."""
        found = self._read(kind, text, "`me:`")
        if found is None:
            return None
        me = found[1]
        item = me.type.item if isinstance(me.type, Maybe) else me.type
        if not isinstance(item, Kind | Unknown):
            self.world.faults.add("wrong-kind", text.span, f"`me:` is a player or a thing with an owner, not {item}")
        return replace(me, type=item)

    def me(self, number: int) -> Expression | None:
        """Who acts in the behaviour of a thing."""
        if number not in self._me:
            found = self._of_thing(number, ME)
            self._me[number] = self._declared(*found) if found else None
        return self._me[number]

    def live(self, number: int) -> Expression | None:
        """Whether a thing's behaviour is live."""
        if number not in self._active:
            self._active[number] = self._live(number)
        return self._active[number]

    def _live(self, number: int) -> Expression | None:
        thing = self.world.program.things[number]
        kind = self.world.names.kind(thing.kind)
        span = kind.span if kind else thing.span
        found: Expression | None = None
        declared = self._of_thing(number, "active")
        if declared is not None:
            read = self._read(*declared, "`active:`")
            found = read[1] if read else None
        elif thing.kind not in ALWAYS_THERE:
            found = Alive(Var(THIS, Kind(thing.kind), span), BOOL, span)
        me, who = self.me(number), self._of_thing(number, ME)
        if me is None or who is None:
            return found
        span = who[1].span
        acts = Truth(replace(me, type=Maybe(me.type)), BOOL, span)
        return acts if found is None else Logic("and", found, acts, BOOL, span)

    def _grouped(self, things: Sequence[int], lends: Expression | None) -> list[Bearing]:
        """Things that are live alike and act alike as one bearing each."""
        groups: list[tuple[Expression | None, Expression | None, list[int]]] = []
        for number in things:
            live, me = self._and(self.live(number), lends), self.me(number)
            same = next((own for one, other, own in groups if equal(one, live) and equal(other, me)), None)
            if same is None:
                groups.append((live, me, [number]))
            else:
                same.append(number)
        return [Bearing(tuple(own), live, me) for live, me, own in groups]

    def _and(self, live: Expression | None, lends: Expression | None) -> Expression | None:
        if live is None or lends is None:
            return live or lends
        return Logic("and", live, lends, BOOL, lends.span)

    # ---- like ----

    def _borrowers(self, bearer: Bearer, own: tuple[int, ...]) -> list[Bearing]:
        """Those that have the behaviour because they are like one of its things."""
        found: list[Bearing] = []
        for text, group in self._likes().values():
            kind = self._of_thing(group[0], "like")
            read = self._read(kind[0], text, "`like:`") if kind else None
            if read is None:
                continue
            cx, value = read
            source = as_list(cx, value, parse(text, "formula")[0].place)
            item = source.type.item if isinstance(source.type, List) else None
            if not isinstance(item, Kind) or not self.world.names.meet(item, Kind(bearer.kind)):
                continue
            others = [number for number in group if number not in own]
            found += self._grouped(others, self._lent(source, item, own, text.span))
        return found

    def _lent(self, source: Expression, item: Kind, own: tuple[int, ...], span: Span) -> Expression:
        """Whether one of the things that an expression gives is one of the bearer's."""
        var = Var("it.lent", item, span)
        among = Contains(var, ConstList(own, List(item), span), BOOL, span)
        lenders = Filter(source, Keyed(var.name, among, item, span), List(item), span)
        return Truth(lenders, BOOL, span)

    def _likes(self) -> dict[str, tuple[Text, list[int]]]:
        """The things that borrow, by the text which says from whom."""
        if self._borrow is None:
            self._borrow = {}
            some = any(each.behaviour.like is not None for each in self.bearers.values())
            for thing in self.world.program.things if some else ():
                declared = self._of_thing(thing.number, "like")
                if declared is not None:
                    self._borrow.setdefault(str(declared[1].span), (declared[1], []))[1].append(thing.number)
        return self._borrow


def of_thing(node: Expression | None, thing: int, kind: str, span: Span) -> Expression | None:
    """An expression of the variable `this` as one of a single thing."""
    if node is None:
        return None
    found: Expression = substitute(node, {THIS: Const(thing, Kind(kind), span)})
    return found
