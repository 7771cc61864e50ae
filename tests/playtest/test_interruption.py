"""Interruption held back: it comes late, it comes once, and a process begun meanwhile never gets it."""

import signal
import subprocess
import sys
import threading

import pytest

from rulewright.playtest.interruption import interruption_held_back


def test_an_interruption_comes_when_the_block_is_through() -> None:
    done: list[int] = []

    def interrupted() -> None:
        with interruption_held_back():
            signal.raise_signal(signal.SIGINT)
            done.append(1)

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert done == [1]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_one_nothing_comes() -> None:
    with interruption_held_back():
        pass
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_fault_in_the_block_passes() -> None:
    with pytest.raises(ZeroDivisionError), interruption_held_back():
        _ = 1 // 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_another_thread_may_use_it() -> None:
    done = []

    def work() -> None:
        with interruption_held_back():
            done.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="this system cannot block a signal for a process")
def test_a_process_begun_meanwhile_never_gets_one() -> None:
    command = "import signal; signal.raise_signal(signal.SIGINT); print('went on')"
    with interruption_held_back():
        child = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=False)
    assert child.stdout == "went on\n"
    outside = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=False)
    assert outside.stdout == ""
