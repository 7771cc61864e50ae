"""Reading texts: what is deep or long ends in a fault and never in an exception, and each fault has its exact place."""

from __future__ import annotations

import pytest

from rulewright.language.syntax.nodes import AssignNode, Binary, ForNode, IfNode, LetNode, Name, Number
from rulewright.language.syntax.parse import DEEPEST, MOST_BLOCKS, STARTS, parse
from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span, Text

MANY = 3000


def text(source: str) -> Text:
    """A text as it stands in a block scalar at column 5 of line 11."""
    rows = source.split("\n")
    return Text(source, Span("play.yaml", 11, 5, 10 + len(rows), 5 + len(rows[-1])))


def fault(source: str, start: str = "block") -> Diagnostic:
    tree, found = parse(text(source), start)
    assert tree is None
    assert found is not None
    return found


DEEP = {
    "elif": "if a: f()\n" + "elif b: f()\n" * MANY,
    "options": 'choose("a"):\n' + '  "b"\n' * MANY,
    "options for": 'choose("a"):\n  ' + "for b in a: " * 20 + '"c"',
    "sum": "x = " + " + ".join(["1"] * MANY),
    "or": "x = " + " or ".join(["a"] * MANY),
    "not": "x = " + "not " * MANY + "a",
    "minus": "x = " + "-" * MANY + "a",
    "path": "x = a" + ".b" * MANY,
    "calls": "x = " + "f(" * MANY + "1" + ")" * MANY,
    "filters": "x = " + "a[" * MANY + "b" + "]" * MANY,
    "filtered": "x = a" + "[b]" * MANY,
    "lists": "x = " + "[" * MANY + "b" + "]" * MANY,
    "choice": "x = " + "1 if a else " * MANY + "2",
    "if": "\n".join("  " * depth + "if a:" for depth in range(200)) + "\n" + "  " * 200 + "f()",
    "for": "\n".join("  " * depth + "for a in b:" for depth in range(200)) + "\n" + "  " * 200 + "f()",
}


@pytest.mark.parametrize("source", DEEP.values(), ids=DEEP.keys())
def test_what_is_too_deep_is_a_fault(source: str) -> None:
    found = fault(source)
    assert found.id == "too-deep"
    assert found.hint
    assert found.span.line >= 11


LONG = {
    "brackets": "x = " + "(" * MANY + "1" + ")" * MANY,
    "statements": "f(); " * MANY + "f()",
    "lines": "f()\n" * MANY,
    "some elif": "if a: f()\n" + "elif b: f()\n" * (DEEPEST - 10),
    "list": "x = [" + ", ".join(["1"] * MANY) + "]",
    "arguments": "f(" + ", ".join(["1"] * MANY) + ")",
    "almost too deep": "x = " + " + ".join(["1"] * (DEEPEST - 5)),
}


@pytest.mark.parametrize("source", LONG.values(), ids=LONG.keys())
def test_what_is_only_long_is_read(source: str) -> None:
    tree, found = parse(text(source), "block")
    assert found is None
    assert tree


@pytest.mark.parametrize(
    ("before", "more", "deep"),
    [("if a: f()\n", "elif b: f()\n", 8), ('choose("a"):\n', '  "b"\n', 5), ("x = 1", " + 1", 3)],
)
def test_each_part_of_a_row_is_a_level(before: str, more: str, deep: int) -> None:
    assert parse(text(before + more * (DEEPEST - deep)), "block")[1] is None
    assert fault(before + more * (DEEPEST - deep + 1)).id == "too-deep"


def test_blocks_inside_each_other() -> None:
    def nested(depth: int) -> str:
        return "".join("  " * each + "for a in b:\n" for each in range(depth)) + "  " * depth + "f()"

    assert parse(text(nested(MOST_BLOCKS)), "block")[1] is None
    assert fault(nested(MOST_BLOCKS + 1)).id == "too-deep"


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize(
    "source", ["", "\n", "#", "# é\n\n", '"', "(", ")", ":", "\t", "é", "A", "1", "if", "\\", "\n  a\n b"]
)
def test_odd_texts_never_raise(source: str, start: str) -> None:
    tree, found = parse(text(source), start)
    assert (tree is None) == (found is not None) or found is None


def test_the_same_text_is_read_once() -> None:
    assert parse(text("f(a)"), "block")[0] is parse(text("f(a)"), "block")[0]


def test_words_are_whole_words() -> None:
    tree, _ = parse(text("let listing = notes if iffy else android"), "block")
    assert isinstance(tree[0], LetNode)
    assert fault("move(me inn)").span == Span("play.yaml", 11, 13, 11, 16)
    assert fault("x = a orc").message == "`orc` cannot follow directly"


def test_numbers_of_any_length_are_read() -> None:
    tree, _ = parse(text("x = " + "9" * 5000), "block")
    assert isinstance(tree[0], AssignNode)
    assert isinstance(tree[0].value, Number)
    assert tree[0].value.value > 2**53
    tree, _ = parse(text("000"), "formula")
    assert tree == Number(0, tree.place)


def test_the_place_of_a_block_is_its_head() -> None:
    tree, _ = parse(text("for a in b:\n  if c:\n    f()\n\n\n"), "block")
    assert isinstance(tree[0], ForNode)
    assert tree[0].place == (1, 1, 1, 11)
    assert isinstance(tree[0].body[0], IfNode)
    assert tree[0].body[0].place == (2, 3, 2, 7)


def test_operators_bind_as_in_the_table() -> None:
    tree, _ = parse(text("a or b and not c == 1 + 2 * 3"), "formula")
    assert isinstance(tree, Binary)
    assert tree.op == "or"
    assert isinstance(tree.left, Name)
    right = tree.right
    assert isinstance(right, Binary)
    assert right.op == "and"


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("f(a)\ng(b c)", (12, 9)),
        ('pick(a, "漢字 # (") b', (11, 23)),
        ("x = 1  # é (\ny = = 2", (12, 9)),
        ("x = (1 +\n  # (\n\n  2 3)", (14, 9)),
        ("f(a,\n  g(b,\n c", (12, 8)),
        ("if a:\n\n  # nothing", (11, 9)),
        ("x = 'a'", (11, 9)),
        ("\n\n  f()\n g()", (13, 5)),
    ],
)
def test_places(source: str, place: tuple[int, int]) -> None:
    span = fault(source).span
    assert (span.line, span.column) == place


def test_joined_lines_are_left_to_the_reader_of_files() -> None:
    found = parse(Text("x = 1 y = 2", Span("play.yaml", 3, 5, 4, 9)), "block")[1]
    assert found is not None
    assert found.id == "refused-before"
