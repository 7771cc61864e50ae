"""Interruption by Ctrl-C, held back where it would leave things half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


def ignore_interruption() -> None:
    """Leave interruption to the process that began this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def interruption_held_back() -> Iterator[None]:
    """Let a KeyboardInterrupt come only when the block is through; processes begun in it never get one, where the
    system can do that.

    Starting a process is such a block: interrupted, it would leave one behind that nobody knows of, and one that has
    just begun would end with a traceback. Outside the main thread, which no interruption reaches, it does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []

    def hold(number: int, _frame: FrameType | None) -> None:
        held.append(number)

    before = signal.signal(signal.SIGINT, hold)
    mask = _block()
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
    if held:
        raise KeyboardInterrupt


def _block() -> set[int] | None:
    """Block the signal, which a new process inherits; gives what was blocked before, None where that cannot be done."""
    if not hasattr(signal, "pthread_sigmask"):
        return None
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}))
