"""The tables of the language reference: nothing that they tell of is left without a word."""

from __future__ import annotations

import re

import pytest

import reference
from rulewright.resources import grammar_path


@pytest.mark.parametrize("part", list(reference.PARTS))
def test_every_row_says_something(part: str) -> None:
    text = reference.PARTS[part]()
    assert text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert [row for row in rows if row.endswith("|  |")] == []


def test_every_level_of_an_expression_is_told() -> None:
    text = grammar_path("effect").read_text(encoding="utf-8")
    section = text.partition("// ---- expressions")[2].partition("\narguments:")[0]
    levels = re.findall(r"^\?(\w+): ", section, re.MULTILINE)
    assert levels[-1] == "atom"
    assert len(reference.operators().splitlines()) - 2 == len(levels) - 1


def test_a_bar_does_not_end_a_cell() -> None:
    assert reference.table(["a", "b"], [("x|y", "z")]) == "| a | b |\n| --- | --- |\n| x\\|y | z |"


def test_an_example_of_a_key_is_that_of_the_schema() -> None:
    rows = reference.PARTS["keys"]().splitlines()
    assert "| `repeat` | true or false | true: offered again until done. |" in rows
    assert "| `me`, `active`, `like`, `mods`, `hooks`, `rules`, `actions` |  | As in `kinds:`. |" in rows
