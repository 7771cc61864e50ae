"""Values know where they stand, whatever form they have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.pack.heads import split
from rulewright.pack.syntax import parse
from rulewright.pack.values import Mapping, Scalar, Value


def _value(text: str, *path: str) -> Scalar:
    parsed = parse("a.yaml", text)
    assert parsed.faults == ()
    value: Value | None = parsed.root
    for key in path:
        assert isinstance(value, Mapping)
        value = value.get(key)
    assert isinstance(value, Scalar)
    return value


@pytest.mark.parametrize("end", ["\n", "\n\n\n", ""])
def test_block_text_stands_at_its_first_line_and_margin(end: str) -> None:
    text = f"procs:\n  run(): |  # why\n\n      größe = 1\n        城(me)\n\n      x{end}"
    value = _value(text, "procs", "run()")
    assert value.source == "größe = 1\n  城(me)\n\nx"
    assert (value.span.line, value.span.column, value.span.end_line, value.span.end_column) == (4, 7, 7, 8)
    assert value.text.at(2, 3, 2, 4).line == 5
    assert text.split("\n")[4][value.text.at(2, 3, 2, 4).column - 1] == "城"


@pytest.mark.parametrize("mark", ["|", "|-", "|+"])
def test_chomping_changes_nothing(mark: str) -> None:
    assert _value(f"a: {mark}\n  x\n  y\n\nb: 1\n", "a").source == "x\ny"


def test_a_given_margin_keeps_the_indent_of_the_first_line() -> None:
    value = _value("a: |2\n    x\n  y\n", "a")
    assert (value.source, value.span.column) == ("  x\ny", 3)


@pytest.mark.parametrize(
    ("written", "source", "column", "end"),
    [("walk()", "walk()", 4, 10), ('"walk"', "walk", 5, 9), ("'城堡' # why", "城堡", 5, 7)],
)
def test_words_stand_behind_their_quote(written: str, source: str, column: int, end: int) -> None:
    value = _value(f"a: {written}\n", "a")
    assert (value.source, value.span.column, value.span.end_column) == (source, column, end)
    assert value.faithful


@pytest.mark.parametrize(
    ("written", "data"),
    [
        ("true", True),
        ("on", "on"),
        ("no", "no"),
        ("True", "True"),
        ("012", 12),
        ("0o14", "0o14"),
        ("-3", -3),
        ("1_000", "1_000"),
        ("1.5", "1.5"),
        ("2026-01-02", "2026-01-02"),
        ("12:30", "12:30"),
        ("null", None),
        ("~", None),
        ("'3'", "3"),
        ("9" * 40, "9" * 40),
    ],
)
def test_only_plain_numbers_and_two_words_are_more_than_text(written: str, data: object) -> None:
    found = _value(f"a: {written}\n", "a").data
    assert found == data
    assert type(found) is type(data)


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_any_text_is_read_or_refused(text: str) -> None:
    parsed = parse("a.yaml", text.replace("\r\n", "\n").replace("\r", "\n"))
    assert parsed.root is not None or parsed.faults


@given(st.text(alphabet=" \n\t:-[]{}\"'#|>&*!?,%@`ab1", max_size=60))
def test_any_piece_of_yaml_is_read_or_refused(text: str) -> None:
    parsed = parse("a.yaml", text)
    lines = text.split("\n")
    assert parsed.root is not None or parsed.faults
    assert all(1 <= fault.span.line <= len(lines) for fault in parsed.faults)


def test_heads_are_cut_at_the_margin_with_their_comments() -> None:
    block = _value("a: |\n  # first\n  one: before run:\n    x()\n\n  after run: y()\n  for x in xs: z(x)\n", "a")
    heads = split(block)
    assert [head.id for head in heads] == ["one", "", ""]
    assert heads[0].text.source == "# first\none: before run:\n  x()"
    assert (heads[1].text.span.line, heads[1].text.span.column) == (6, 3)
    assert split(_value("a: |\n  # nothing\n", "a")) == []
