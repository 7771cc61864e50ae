"""How diagnostics read, whatever the line holds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulewright.text.diagnostics import Diagnostic, Related
from rulewright.text.render import render, to_json
from rulewright.text.spans import Span, Text


def _fault(line: int, column: int, end: int, hint: str = "", related: tuple[Related, ...] = ()) -> Diagnostic:
    return Diagnostic("unknown-field", Span("a.yaml", line, column, line, end), "no such field", hint, related)


def test_hint_stands_behind_the_caret() -> None:
    text = "kinds:\n    foes: .at.hero[.reveald]\n"
    assert render(_fault(2, 21, 28, "did you mean `revealed`?"), {"a.yaml": text}).split("\n") == [
        "a.yaml:2:21: unknown-field: no such field",
        "    foes: .at.hero[.reveald]",
        "                    ^^^^^^^ did you mean `revealed`?",
    ]


def test_long_hint_has_a_line_of_its_own() -> None:
    lines = render(_fault(1, 1, 4, "x" * 115), {"a.yaml": "foe: 1"}).split("\n")
    assert lines[2:] == ["    ^^^", "    " + "x" * 115]


def test_tabs_wide_and_combining_characters() -> None:
    assert render(_fault(1, 3, 4), {"a.yaml": "a\tb"}).split("\n")[1:] == ["    a   b", "        ^"]
    assert render(_fault(1, 3, 4), {"a.yaml": "城堡b"}).split("\n")[1:] == ["    城堡b", "        ^"]
    assert render(_fault(1, 3, 4), {"a.yaml": "e\u0301b"}).split("\n")[1:] == ["    e\u0301b", "     ^"]


def test_long_lines_are_cut_around_the_caret() -> None:
    text = "".join(f"word{i:04} " for i in range(500))
    start = text.index("word0250")
    _, shown, carets = render(_fault(1, start + 1, start + 9), {"a.yaml": text}).split("\n")
    assert len(shown) <= 116
    assert shown[carets.index("^") : carets.rindex("^") + 1] == "word0250"
    assert shown.strip()[0] == shown.strip()[-1] == "…"


def test_related_places_stand_below() -> None:
    related = (Related(Span("b.yaml", 1, 1, 1, 2), "first written here"),)
    lines = render(_fault(1, 1, 2, related=related), {"a.yaml": "a: 1", "b.yaml": "a: 2"}).split("\n")
    assert lines[3:] == ["    b.yaml:1:1: first written here", "        a: 2", "        ^"]


def test_a_whole_file_has_no_line() -> None:
    fault = Diagnostic("unreadable-file", Span.whole("a.yaml"), "cannot be read", "ask for it")
    assert render(fault, {"a.yaml": "x"}) == "a.yaml: unreadable-file: cannot be read\n    ask for it"


def test_a_span_over_several_lines_is_marked_on_its_first() -> None:
    fault = Diagnostic("long", Span("a.yaml", 1, 4, 3, 2), "it goes on")
    assert render(fault, {"a.yaml": "do: walk()\n  x\n y"}).split("\n")[2] == "       ^^^^^^^"


def test_nothing_steers_the_terminal() -> None:
    fault = Diagnostic("odd", Span("a\x1b.yaml", 1, 1, 1, 2), "\x1b[2J\u202e", "\x07")
    assert not set(render(fault, {"a\x1b.yaml": "\x1b]0;x\x07\u2028"})) & set("\x1b\x07\u202e\u2028")


def test_json_holds_the_place() -> None:
    plain = to_json(_fault(2, 3, 5, "hint"))
    assert (plain["id"], plain["severity"], plain["line"], plain["end_column"]) == ("unknown-field", "error", 2, 5)
    assert plain["related"] == []


@given(
    st.text(max_size=300), st.integers(0, 9), st.integers(0, 400), st.integers(0, 400), st.integers(0, 12), st.text()
)
def test_any_span_of_any_text_renders(text: str, line: int, column: int, end: int, lines: int, hint: str) -> None:
    fault = Diagnostic("any", Span("a", line, column, line + lines, end), hint, hint)
    assert render(fault, {"a": text}).startswith(str(fault.span) + ": any: ")


def test_text_knows_where_its_pieces_stand() -> None:
    text = Text("one\ntwo", Span("a.yaml", 5, 7, 6, 10))
    assert text.at(2, 1, 2, 4) == Span("a.yaml", 6, 7, 6, 10)
