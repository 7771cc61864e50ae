"""Work of a command spread over copies of its process."""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from rulewright.playtest.interruption import ignore_interruption

Item = TypeVar("Item")
Found = TypeVar("Found")

_given: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []
"""In a copy: the function and the items. They reach it by being copied, so they need not be pickled."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def each_of(work: Callable[[Item], Found], items: Sequence[Item], jobs: int) -> list[Found]:
    """What a function gives for each item, in the order of the items, found by as many copies of this process.

    It must change nothing that another item reads. Where processes cannot safely be copied this one does it all.
    """
    if min(jobs, len(items)) < 2 or sys.platform != "linux":
        return [work(item) for item in items]
    gc.freeze()  # what is there now is looked at by no copy, so that it stays one with this process's
    try:
        with multiprocessing.get_context("fork").Pool(min(jobs, len(items)), _begin, (work, items)) as pool:
            return pool.map(_do, range(len(items)), 1)
    finally:
        gc.unfreeze()


def _begin(work: Callable[[Any], Any], items: Sequence[Any]) -> None:
    ignore_interruption()
    _given[:] = [(work, items)]


def _do(index: int) -> Any:
    ((work, items),) = _given
    return work(items[index])
