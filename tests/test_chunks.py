"""The reader of case files finds what it is told to find."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from rulewright.text.diagnostics import Diagnostic
from rulewright.text.spans import Span
from tests.chunks import check, chunks, complaints

CASE = 'good\nbad ### "bad: it (is|was) bad"\n---\n\nworse  ### "bad: " "worse: \\"so\\""\n---\n\n---\nbad\n'


def _diagnose(text: str) -> Iterable[Diagnostic]:
    for line, row in enumerate(text.split("\n"), 1):
        span = Span("case", line, 1, line, 2)
        if row in ("bad", "worse"):
            yield Diagnostic("bad", span, "it is bad")
        if row == "worse":
            yield Diagnostic("worse", span, '"so" it is')


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "case.txt"
    path.write_text(CASE, encoding="utf-8")
    return path


def test_chunks_keep_their_lines_and_lose_their_marks(file: Path) -> None:
    first, second, third = chunks(file)
    assert (first.text, first.wanted) == ("good\nbad\n", ((2, "bad: it (is|was) bad"),))
    assert second.text.split("\n")[4] == "worse"
    assert second.wanted == ((5, "bad: "), (5, 'worse: "so"'))
    assert (third.line, third.wanted) == (9, ())


def test_both_kinds_of_surprise_are_named(file: Path) -> None:
    first, second, third = chunks(file)
    assert complaints(first, _diagnose) == complaints(second, _diagnose) == []
    assert complaints(third, _diagnose) == ["case.txt:9:1: unexpected: bad: it is bad ()"]
    assert complaints(first, lambda _: ()) == ["case.txt:2: never came: bad: it (is|was) bad"]
    with pytest.raises(AssertionError, match=r"case\.txt:9:1: unexpected"):
        check(file, _diagnose)
