"""Made-up packs: each is refused with a fault placed inside its text, or both interpreters play it alike."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from rulewright.text.diagnostics import Diagnostic, Severity
from tests.language.generate import packs
from tests.oracle.games import FRAMES, compiled_game, differences, oracle_game, prepare

EXAMPLES = 200
GAMES = 2
FUEL, BUDGET = 8_000, 25_000
"""What an endless game may use up: rounds, decisions and loops of the compiled code, statements of the oracle."""


@pytest.fixture(autouse=True)
def deep_enough() -> None:
    """Room for the oracle's frames from the start, so that no example changes the limit under Hypothesis."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))


@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)
@given(text=packs())
def test_a_made_up_pack_is_refused_in_place_or_plays_alike(tmp_path: Path, text: str) -> None:
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    both, faults, files = prepare(tmp_path, {}, 2)
    assert [fault for fault in faults if not _inside(fault, text.split("\n"))] == []
    if both is None:
        assert any(fault.severity is Severity.ERROR for fault in faults)
        return
    assert list(files) == ["pack.yaml"]
    for number in range(GAMES):
        compiled = compiled_game(both.book, 0, number, FUEL)
        assert differences(oracle_game(both, 0, number, BUDGET), compiled) == []


def _inside(fault: Diagnostic, lines: list[str]) -> bool:
    span = fault.span
    return (
        span.file == "pack.yaml"
        and 1 <= span.line <= span.end_line <= len(lines)
        and 1 <= span.column <= len(lines[span.line - 1]) + 1
        and span.end_column <= len(lines[span.end_line - 1]) + 1
    )
