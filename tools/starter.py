"""The starter makes and keeps the checkout's own `.venv`, with nothing but the standard library.

Every tool that needs more than that imports this module first. It says what it does on standard error, does nothing
when the environment is up to date, and makes anew what is broken or was left half made.
"""

import sys

if sys.version_info < (3, 11):
    sys.stderr.write(
        f"Rulewright needs Python 3.11 or later; {sys.executable} is {sys.version_info[0]}.{sys.version_info[1]}.\n"
    )
    sys.exit(2)

import contextlib
import hashlib
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ROOT = Path(__file__).resolve().parents[1]
USED_WRONGLY = 2
INTERRUPTED = 130

_VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
_WITHOUT_VENV = f"""\
This Python ({sys.executable}) cannot make a virtual environment: its module `venv` or `ensurepip` is missing.
On Debian and Ubuntu it is a package of its own:  apt install python3-venv   (or python{_VERSION}-venv)
Elsewhere install Python's full standard library. Then run this again."""


class Refused(Exception):
    """A Refused is the reason why no environment can be made, in words for the user."""


class Environment:
    """An Environment is the `.venv` of one checkout, with the project installed in it as it stands there.

    Its stamp is written last and tells what was installed; the mark `unfinished` stands in it while it is being made.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.python = self.folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        self._stamp = self.folder / "rulewright-stamp"
        self._unfinished = self.folder / "rulewright-unfinished"

    def ready(self, *, tests: bool) -> bool:
        """Whether what is installed is what the checkout asks for; `tests` asks for the test extra too."""
        return self.python.exists() and not self._unfinished.exists() and self._stamped() in self._good_stamps(tests)

    def prepare(self, *, tests: bool) -> None:
        """Make the environment ready. Raises Refused."""
        if self.ready(tests=tests):
            return
        with _one_at_a_time(self.root / ".venv.lock") as lock:
            if not self.ready(tests=tests):
                self._install(tests=tests or self._stamped().endswith("+test"), lock=lock)

    def _install(self, *, tests: bool, lock: int) -> None:
        fresh = not self._usable()
        if fresh:
            self._make(lock)
        self._unfinished.touch()
        if not self._pip_install(tests, lock):
            if fresh:
                raise Refused("pip could not install what Rulewright needs; its own words stand above.")
            _say("that failed in the old .venv: trying a new one")
            self._make(lock)
            if not self._pip_install(tests, lock):
                raise Refused("pip could not install what Rulewright needs; its own words stand above.")
        _write_whole(self._stamp, self._stamp_for(tests))
        self._unfinished.unlink()
        _say("ready")

    def _usable(self) -> bool:
        """Whether the environment was once finished, for this Python, and its pip still runs."""
        if not self.folder.exists():
            return False
        if self._unfinished.exists():
            _say("the last installation was not finished")
            return False
        if not self.python.exists():
            return False
        asked = "import pip, sys; print('%d.%d' % sys.version_info[:2])"
        told = subprocess.run([self.python, "-c", asked], capture_output=True, text=True, check=False)
        return told.returncode == 0 and told.stdout.strip() == _VERSION

    def _make(self, lock: int) -> None:
        base = getattr(sys, "_base_executable", sys.executable)
        if subprocess.run([base, "-c", "import ensurepip, venv"], capture_output=True, check=False).returncode:
            raise Refused(_WITHOUT_VENV)
        if self.folder.exists():
            _say("removing the old .venv")
            shutil.rmtree(self.folder)
        _say(f"making .venv with Python {_VERSION}")
        self.folder.mkdir()
        self._unfinished.touch()
        if _run([base, "-m", "venv", str(self.folder)], self.root, lock):
            raise Refused(f"`python -m venv` failed; its own words stand above.\n{_WITHOUT_VENV}")

    def _pip_install(self, tests: bool, lock: int) -> bool:
        _say("installing Rulewright" + (" and what its tests need" if tests else "") + " into .venv (about a minute)")
        pip = [str(self.python), "-m", "pip", "install", "--quiet", "--quiet", "--disable-pip-version-check"]
        return _run([*pip, "--editable", ".[test]" if tests else "."], self.root, lock) == 0

    def _stamped(self) -> str:
        try:
            return self._stamp.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return ""

    def _good_stamps(self, tests: bool) -> list[str]:
        return [self._stamp_for(True)] if tests else [self._stamp_for(False), self._stamp_for(True)]

    def _stamp_for(self, tests: bool) -> str:
        """What is installed depends on pyproject.toml, the Python, and (as it is editable) where the checkout lies."""
        asked = hashlib.sha256((self.root / "pyproject.toml").read_bytes())
        asked.update(f"\0{sys.version}\0{self.root}".encode())
        return asked.hexdigest() + ("+test" if tests else "")


def prepare(*, tests: bool = False) -> Path:
    """Make this checkout's environment ready and give its Python; where that cannot be done, say why and exit."""
    environment = Environment(ROOT)
    try:
        environment.prepare(tests=tests)
    except Refused as reason:
        _say(str(reason))
        sys.exit(USED_WRONGLY)
    except OSError as fault:
        _say(f".venv could not be made: {fault}")
        sys.exit(USED_WRONGLY)
    except KeyboardInterrupt:
        _say("interrupted")
        sys.exit(INTERRUPTED)
    return environment.python


def become(python: Path, arguments: list[str], **variables: str) -> NoReturn:
    """Go on as `python ARGUMENTS` with more variables in the environment; its exit code is this process's."""
    command, environment = [str(python), *arguments], {**os.environ, **variables}
    if sys.platform != "win32":
        os.execve(command[0], command, environment)
    try:
        code = subprocess.run(command, env=environment, check=False).returncode
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def enter(script: str, *, tests: bool) -> None:
    """Run this tool again with the checkout's Python, unless that is the Python which runs it."""
    if Path(sys.prefix).resolve() != (ROOT / ".venv").resolve():
        become(prepare(tests=tests), [script, *sys.argv[1:]])


def as_called() -> str:
    """The words by which this process was called, but for its arguments, quoted for a shell.

    Python is named without its folder where that can be pasted: what starts it often hides where it lies.
    """
    python, *words = sys.orig_argv[: len(sys.orig_argv) - len(sys.argv) + 1]
    name = Path(python).name
    return shlex.join([name if shutil.which(name) else python, *words])


def _say(text: str) -> None:
    print(f"rulewright: {text}", file=sys.stderr, flush=True)


def _run(command: list[str], folder: Path, lock: int) -> int:
    """Run a command that shares the lock, so that one that outlives us still holds it; its output is for the user."""
    environment = {**os.environ, "PIP_USER": "0"}
    shared = () if sys.platform == "win32" else (lock,)
    done = subprocess.run(command, cwd=folder, env=environment, stdout=sys.stderr, pass_fds=shared, check=False)
    return done.returncode


@contextlib.contextmanager
def _one_at_a_time(file: Path) -> Iterator[int]:
    """Hold the lock of that file, waiting for whoever holds it; the system frees it when its holder ends or dies."""
    with file.open("a") as handle:
        if not _try_lock(handle.fileno()):
            _say("another run is making .venv: waiting for it")
            _wait_for_lock(handle.fileno())
        yield handle.fileno()


if sys.platform == "win32":

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _wait_for_lock(descriptor: int) -> None:
        while True:
            with contextlib.suppress(OSError):
                msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
                return

else:

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _wait_for_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)


def _write_whole(file: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    draft = file.with_name(file.name + ".draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)
