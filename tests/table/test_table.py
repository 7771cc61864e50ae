"""Tables: what is saved comes back, nothing is shared, a class of tables has exactly its slots; conservation."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.table.laws import LawBroken, check, misplaced
from rulewright.table.luck import Luck
from rulewright.table.signals import Outcome
from rulewright.table.table import RUN_TIME, Slot, State, Table, make_table

SLOTS = [
    Slot("at", "column", [-1, -1, -1, 1, 1, 2]),
    Slot("hero__speed", "column", [0, 3, 4]),
    Slot("in__chip", "boxes", [None, [3, 4], [5]]),
    Slot("in__card", "boxes", [None, [], None]),
    Slot("pc", "scalar", 7),
    Slot("round__index", "scalar", 0),
    Slot("turn__items", "scalar", ()),
]


def table(slots: list[Slot] = SLOTS) -> Any:
    """A table whose slots mypy cannot know."""
    return make_table(slots, {"luck__die": "die coin"})()


def content(t: Table) -> tuple[Any, ...]:
    slots = [getattr(t, slot.name) for slot in SLOTS]
    return (*[repr(value) for value in slots], t.fuel, t.asleep, t.result)


def test_a_new_table_stands_as_the_slots_say() -> None:
    t = table()
    assert (t.at, t.in__chip, t.in__card) == ([-1, -1, -1, 1, 1, 2], [None, [3, 4], [5]], [None, [], None])
    assert (t.pc, t.round__index, t.turn__items, t.asleep, t.result, t.log) == (7, 0, (), False, None, [])


def test_a_table_has_its_slots_and_no_other() -> None:
    t = table()
    with pytest.raises(AttributeError):
        t.nothing = 1
    assert not hasattr(t, "__dict__")


def test_how_rules_begin_may_be_given() -> None:
    assert table([Slot("asleep", "scalar", True)]).asleep


def test_a_slot_of_another_nature_is_refused() -> None:
    with pytest.raises(ValueError, match="a slot is"):
        make_table([Slot("x", "cube", [])])


@given(st.lists(st.tuples(st.integers(3, 5), st.integers(1, 2)), max_size=8), st.integers(-5, 5))
def test_restore_gives_back_what_was_saved(moves: list[tuple[int, int]], number: int) -> None:
    t = table()
    before, saved = content(t), t.save()
    for thing, to in moves:
        t.in__chip[t.at[thing]].remove(thing)
        t.in__chip[to].append(thing)
        t.at[thing] = to
    t.hero__speed[1] = t.round__index = t.pc = number
    t.turn__items = (1, 2)
    t.fuel, t.asleep, t.result = 3, True, Outcome((1,))
    after, later = content(t), t.save()
    t.restore(saved)
    assert content(t) == before
    t.restore(later)
    assert content(t) == after
    other = table()
    other.restore(later)
    assert content(other) == after
    assert misplaced(t) == []


def lists(value: object) -> list[list[Any]]:
    return [value, *(inner for each in value for inner in lists(each))] if isinstance(value, list) else []


def test_a_state_shares_no_list_with_its_table() -> None:
    t = table()
    saved: State = t.save()
    t.restore(saved)
    here = [id(each) for slot in SLOTS for each in lists(getattr(t, slot.name))]
    there = [id(each) for each in [*saved.columns, *saved.boxes]]
    assert len(here) > 6
    assert not set(here) & set(there)
    t.at[3] = 9
    t.in__chip[1].clear()
    assert (saved.columns[0][3], saved.boxes[0]) == (1, (3, 4))


def test_tables_of_one_class_share_nothing() -> None:
    made = make_table(SLOTS)
    first: Any = made()
    second: Any = made()
    first.at[3] = first.in__chip[1][0] = 9
    assert (second.at[3], second.in__chip[1][0], SLOTS[2].start[1]) == (1, 3, [3, 4])


def test_reset_makes_a_new_game() -> None:
    t = table()
    start = content(t)
    t.at[3] = 2
    t.log.append(1)
    t.reset(100)
    assert (t.fuel, t.log) == (100, [])
    t.fuel = 0
    assert content(t) == start


@pytest.mark.parametrize("slots", [[], SLOTS[:1], SLOTS[2:3], [SLOTS[5]], [Slot("in__x", "boxes", [None, None])]])
def test_small_tables(slots: list[Slot]) -> None:
    t = table(slots)
    saved = t.save()
    t.restore(saved)
    assert all(getattr(t, slot.name) == slot.start for slot in slots)


def test_luck_slots_draw_from_their_purpose() -> None:
    t = table()
    t.deal(Luck(1, 2))
    expected = Luck(1, 2).stream("die coin")
    assert [t.luck__die() for _ in range(4)] == [expected() for _ in range(4)]
    assert t.luck.stream("die coin") is t.luck__die
    t.deal(Luck(1, 3))
    assert t.luck__die() == Luck(1, 3).stream("die coin")()


def test_run_time_slots_are_there() -> None:
    assert set(RUN_TIME) == set(Table.__slots__)


def test_a_sound_table_breaks_no_law() -> None:
    check(table())
    check(table([]))


def lost(t: Any) -> None:
    t.in__chip[1].remove(3)


def twice(t: Any) -> None:
    t.in__chip[2].append(3)


def elsewhere(t: Any) -> None:
    t.at[5] = 1


def strange(t: Any) -> None:
    t.in__card[1].append(8)
    t.at.extend([-1, -1, 1])


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lost, r"in__chip: lost \[3\], too many of \[\]"),
        (twice, r"in__chip: lost \[\], too many of \[3\].*3 lies at 2, but at says 1"),
        (elsewhere, "in__chip: 5 lies at 2, but at says 1"),
        (strange, r"in__card: lost \[\], too many of \[8\]"),
    ],
)
def test_conservation_bites(harm: Any, said: str) -> None:
    t = table()
    harm(t)
    with pytest.raises(LawBroken, match=said):
        check(t)
