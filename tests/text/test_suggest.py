"""Which name was meant: typos, swapped letters, beginnings, case; and no name where none is alike."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.text.suggest import nearest

NAMES = ["area", "fields", "derive", "hooks", "place", "places", "reveal", "revealed", "toward", "me", "do", "in", "if"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("reveald", "revealed"),
        ("feilds", "fields"),
        ("FIELDS", "fields"),
        ("hoks", "hooks"),
        ("hook", "hooks"),
        ("plcae", "place"),
        ("twoard", "toward"),
        ("deriv", "derive"),
        ("to-ward", "toward"),
        ("aera", "area"),
        ("arae", "area"),
    ],
)
def test_the_name_that_was_meant(written: str, meant: str) -> None:
    assert nearest(written, NAMES) == meant


@pytest.mark.parametrize("written", ["", "x", "banana", "on", "q" * 500])
def test_no_name_is_alike(written: str) -> None:
    assert nearest(written, NAMES) is None


def test_equal_likeness_is_settled_by_name() -> None:
    assert nearest("carx", ["card", "care"]) == nearest("carx", ["care", "card"]) == "card"


@given(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=8))
def test_order_and_repetition_of_the_names_do_not_matter(name: str, names: list[str]) -> None:
    assert nearest(name, names) == nearest(name, [*reversed(names), *names])


@given(st.text(min_size=1, max_size=12))
def test_a_name_is_most_like_itself(name: str) -> None:
    found = nearest(name, [name, name + "zzzzzzzz"])
    assert found == name or not name.strip("-_ ")
