"""Blocks in which each decides alone: every branch on the state at the start, then all once more, in order.

The first time nothing that a branch does is kept but its answers. The second time they are what is answered, until one
of them no longer fits: from there on the branch is asked openly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.runtime.intrinsics import settle, wake
from rulewright.table.signals import EXPIRED, Expired, Suspended

Keys = Callable[[Any, Sequence[Any]], Sequence[Any]]
Branch = Callable[..., None]


@dataclass(slots=True)
class Answers:
    """The Answers of a branch: prompt and what was chosen, by what tells it apart; an answer EXPIRED ends it."""

    given: list[tuple[int, Any]] = field(default_factory=list)
    at: int = 0

    def next(self, prompt: int) -> Any:
        """What was answered to this prompt, if that came next; None drops all that is left."""
        if self.at < len(self.given) and self.given[self.at][0] in (prompt, EXPIRED):
            self.at += 1
            return self.given[self.at - 1]
        self.drop()
        return None

    def drop(self) -> None:
        """Forget what is left."""
        del self.given[self.at :]


@dataclass(slots=True)
class Block:
    """A Block is one run of a `together`: its table, who answers, what it may write, and what tells options apart.

    `same` gives for a prompt the function that tells its options apart, where two of them may be equals. `stores` are
    the lists of locals that branches write to.
    """

    table: Any
    columns: Sequence[str]
    boxes: Sequence[str]
    stores: Sequence[list[Any]]
    same: Mapping[int, Keys]
    decide: Callable[..., Any]
    decide_many: Callable[..., Any]

    # ---- the state ----

    def keep(self) -> tuple[Any, ...]:
        """What the branches may write, as it is now."""
        t = self.table
        columns = [getattr(t, name)[:] for name in self.columns]
        boxes = [[None if each is None else each[:] for each in getattr(t, name)] for name in self.boxes]
        return columns, boxes, [store[:] for store in self.stores], t.layout.read_scalars(t)

    def put_back(self, kept: tuple[Any, ...]) -> None:
        """Make it as it was; lists stay the same lists."""
        t = self.table
        columns, boxes, stores, scalars = kept
        for name, column in zip(self.columns, columns, strict=True):
            getattr(t, name)[:] = column
        for name, saved in zip(self.boxes, boxes, strict=True):
            for box, items in zip(getattr(t, name), saved, strict=True):
                if box is not None:
                    box[:] = items
        for store, values in zip(self.stores, stores, strict=True):
            store[:] = values
        for name, value in zip(t.layout.scalars, scalars, strict=True):
            setattr(t, name, value)

    # ---- answers ----

    def keys(self, prompt: int, options: Sequence[Any]) -> list[Any]:
        """What tells some options of a prompt apart."""
        tell = self.same.get(prompt)
        if tell is None:
            return list(options)
        found = iter(tell(self.table, [each for each in options if each != -1]))
        return [-1 if each == -1 else next(found) for each in options]

    def note(self, answers: Answers) -> None:
        """Let the table's questions be answered as always, and note the answers."""

        def decide(prompt: int, seat: int, options: Sequence[Any], args: Sequence[Any] = ()) -> Any:
            try:
                option = self.decide(prompt, seat, options, args)
            except Expired:
                answers.given.append((EXPIRED, None))
                raise
            answers.given.append((prompt, self.keys(prompt, [option])[0]))
            return option

        def decide_many(prompt: int, seat: int, options: Sequence[Any], *rest: Any) -> tuple[int, ...]:
            try:
                taken: tuple[int, ...] = self.decide_many(prompt, seat, options, *rest)
            except Expired:
                answers.given.append((EXPIRED, None))
                raise
            keys = self.keys(prompt, options)
            answers.given.append((prompt, tuple(keys[index] for index in taken)))
            return taken

        self.table.decide, self.table.decide_many = decide, decide_many

    def replay(self, answers: Answers) -> None:
        """Let the table's questions be answered by what was noted, as long as it fits; then openly.

        Others hear of an answer only now, as if it were given now.
        """

        def decide(prompt: int, seat: int, options: Sequence[Any], args: Sequence[Any] = ()) -> Any:
            given = answers.next(prompt)
            if given is not None:
                if given[0] == EXPIRED:
                    raise Expired
                keys = self.keys(prompt, options)
                if given[1] in keys:
                    taken = options[keys.index(given[1])]
                    self.tell(prompt, seat, [taken], args)
                    return taken
                answers.drop()
            return self.decide(prompt, seat, options, args)

        def decide_many(
            prompt: int,
            seat: int,
            options: Sequence[Any],
            sizes: Sequence[int],
            low: int,
            high: int,
            args: Sequence[Any] = (),
        ) -> tuple[int, ...]:
            given = answers.next(prompt)
            if given is not None:
                if given[0] == EXPIRED:
                    raise Expired
                taken = _taken(given[1], self.keys(prompt, options), sizes, low, high)
                if taken is not None:
                    self.tell(prompt, seat, [options[index] for index in taken], args)
                    return taken
                answers.drop()
            found: tuple[int, ...] = self.decide_many(prompt, seat, options, sizes, low, high, args)
            return found

        self.table.decide, self.table.decide_many = decide, decide_many

    def tell(self, prompt: int, seat: int, options: Sequence[Any], args: Sequence[Any]) -> None:
        """Let those who watch hear what was chosen."""
        if self.table.world.sight.watched:
            self.table.forced_many(prompt, seat, options, args)


def _taken(
    wanted: Sequence[Any], keys: Sequence[Any], sizes: Sequence[int], low: int, high: int
) -> tuple[int, ...] | None:
    """The groups that were named, if there are still so many of each."""
    if not low <= len(wanted) <= high or not all(each in keys for each in wanted):
        return None
    taken = sorted(keys.index(each) for each in wanted)
    return tuple(taken) if all(taken.count(index) <= sizes[index] for index in taken) else None


def together(
    t: Any,
    items: Sequence[int],
    branch: Branch,
    args: tuple[Any, ...],
    stores: Sequence[list[Any]],
    spared: Sequence[str],
    same: Mapping[int, Keys],
    timed: bool = False,
) -> None:
    """Run a block: `branch(table, item, *args)` for each item, each alone, then all of them with their answers.

    `spared` are the slots of the table that no branch writes.

    It is one change: rules sleep in it, and those that it may have woken are tested at its end. A block in a block adds
    nothing. Raises Suspended when every branch has gone as far as it can and one of them still waits for an answer.
    """
    if t.branch:
        for item in items:
            branch(t, item, *args)
        return
    columns, boxes = ([name for name in names if name not in spared] for names in (t.layout.columns, t.layout.boxes))
    block = Block(t, columns, boxes, stores, same, t.decide, t.decide_many)
    asleep, t.asleep, t.timed, t.since, t.dirty = t.asleep, True, timed, len(t.log), 0
    try:
        answers = _alone(block, items, branch, args)
        t.dirty = 0
        for number, (item, given) in enumerate(zip(items, answers, strict=True), 1):
            t.branch = -number
            block.replay(given)
            _run(t, item, branch, args)
    finally:
        t.branch, t.asleep, t.timed = 0, asleep, False
        t.decide, t.decide_many = block.decide, block.decide_many
    if t.dirty and not asleep:
        wake(t, t.dirty)
        settle(t, t.dirty)


def each_alone(t: Any, items: Sequence[int], branch: Branch, args: tuple[Any, ...]) -> None:
    """Run a block in which no branch can see what another does: once each is enough, and nothing is put back."""
    if t.branch:
        for item in items:
            branch(t, item, *args)
        return
    waits, t.since = False, len(t.log)
    try:
        for number, item in enumerate(items, 1):
            t.branch = number
            try:
                branch(t, item, *args)
            except Suspended:
                waits = True
    finally:
        t.branch = 0
    if waits:
        raise Suspended


def _alone(block: Block, items: Sequence[int], branch: Branch, args: tuple[Any, ...]) -> list[Answers]:
    """The answers of each branch, asked as if it were the only one; the state is as before."""
    t, kept, found, waits = block.table, block.keep(), [], False
    for number, item in enumerate(items, 1):
        found.append(Answers())
        t.branch = number
        block.note(found[-1])
        try:
            _run(t, item, branch, args)
        except Suspended:
            waits = True
        finally:
            block.put_back(kept)
    if waits:
        raise Suspended
    return found


def _run(t: Any, item: int, branch: Branch, args: tuple[Any, ...]) -> None:
    """A branch to its end, or to where its time was up."""
    try:
        branch(t, item, *args)
    except Expired:
        return


BLOCKS: dict[str, Callable[..., Any]] = {each.__name__: each for each in (together, each_alone)}
"""What emitted code calls as `$NAME` for a block."""
