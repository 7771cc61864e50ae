"""A plugin of pytest for `mutants.py`: which tests meet which sites, or some tests in an order with a limit each.

The environment's RULEWRIGHT_MUTANTS names a JSON file. With `met`, a line is added to that file for every test that
passed: its id, its seconds, the sites that it met; and one without an id, for what was met before the first of them.
With `order`, only those tests run, in that order, and the process ends with LATE when one of them takes more processor
time than its seconds, or all of it more than `seconds`: how busy the machine is finds no mutant.
"""

from __future__ import annotations

import builtins
import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

LATE = 77
PLAN = "RULEWRIGHT_MUTANTS"

_plan: dict[str, Any] = {}
_failed: list[str] = []


def pytest_configure() -> None:
    """What is wanted of this run."""
    _plan.update(json.loads(Path(os.environ[PLAN]).read_text(encoding="utf-8")))
    if _plan.get("seconds"):
        signal.signal(signal.SIGVTALRM, _late)
        signal.setitimer(signal.ITIMER_VIRTUAL, _plan["seconds"])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Only the tests that are wanted, as they are wanted."""
    if "order" in _plan:
        places = {name: place for place, name in enumerate(_plan["order"])}
        items[:] = sorted((item for item in items if item.nodeid in places), key=lambda item: places[item.nodeid])


def pytest_collection_finish() -> None:
    """What was met while modules were loaded and tests were collected."""
    if "met" in _plan:
        _note("", 0.0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """One test under its limit of seconds."""
    _sites().clear()
    signal.signal(signal.SIGPROF, _late)
    signal.setitimer(signal.ITIMER_PROF, _plan.get("order", {}).get(item.nodeid, 0))
    started = time.perf_counter()
    result = yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    if "met" in _plan and item.nodeid not in _failed:
        _note(item.nodeid, time.perf_counter() - started)
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test that fails without any mutation proves nothing."""
    if report.failed:
        _failed.append(report.nodeid)


def _sites() -> set[int]:
    found: set[int] = getattr(builtins, "sites_met", set())
    return found


def _note(test: str, seconds: float) -> None:
    with Path(_plan["met"]).open("a", encoding="utf-8") as file:
        file.write(json.dumps({"id": test, "seconds": round(seconds, 3), "sites": sorted(_sites())}) + "\n")


def _late(_: int, __: FrameType | None) -> None:
    os._exit(LATE)
