"""Change one expression of the engine at a time and see whether a test fails; the changes that none finds are listed.

    python3 tools/bench/mutants.py FOLDER [--of language/emit play ...] [--kinds comparison ...] [--count N] [--seed N]
    python3 tools/bench/mutants.py FOLDER --again tests/... [--of ...]     # those that survived, against some tests
    python3 tools/bench/mutants.py FOLDER --unmet [--of ...]               # the expressions that no test meets

All happens in a copy of the checkout in FOLDER, made at the first call, which also runs all tests once, to learn which
of them meet which expression, and how long they take. Then every call goes on where the last one stopped, as
long as the engine is the same: a mutant is run against the tests that meet it, quick ones first, until one fails or
--seconds are used up. One that survived is run again with --again or with more --seconds than before. The tests are
those of the checkout now, but new ones are only known to --again.
"""

import sys
from pathlib import Path, PurePosixPath

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import starter

if __name__ == "__main__":
    starter.enter(__file__, tests=True)

import argparse
import compileall
import json
import os
import random
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import pytest

from bench.met import LATE, PLAN
from bench.mutations import KINDS, PROBE, Mutation, mutated, mutations, probed

PACKAGES = ("builtins", "language", "play", "runtime", "table")
SKIPPED = (  # slow, or about other things
    *("tests/bench", "tests/cli", "tests/play/test_exact_counts.py"),
    *("tests/test_architecture.py", "tests/test_new.py", "tests/test_tools.py"),
)
FIRST_SECONDS, FIRST_FILES = 6.0, 6  # of the first batch, which finds most
TIMES_AS_LONG, MORE_SECONDS = 10, 10  # than it took without a mutation, and a test counts as failed
START = 60  # seconds for pytest to begin
TIMES_SLOWER = 20  # by the clock than by the processor's time, and a run hangs
SITE = f"import builtins\nbuiltins.sites_met = set()\nbuiltins.{PROBE} = builtins.sites_met.add\n"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A Mutant is a mutation of a module, named by its path from the package's folder."""

    module: str
    mutation: Mutation

    @property
    def name(self) -> str:
        change = self.mutation
        return f"{self.module}:{change.line} ({change.site}): {change.before}  ->  {change.after}"


@dataclass(slots=True)
class Met:
    """A Met is what the run without mutations told: seconds of every test, and the tests that met each site, none for
    one that was met while modules were loaded."""

    seconds: dict[str, float] = field(default_factory=dict)
    tests: dict[int, list[str]] = field(default_factory=dict)


class Copy:
    """A Copy is the checkout in a folder of its own, with the engine's modules as they were when it was made."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root, self.plain = folder, folder / "copy", folder / "plain"
        self.met = folder / "met.jsonl"
        engine = starter.ROOT / "engine" / "rulewright"
        if not self.plain.is_dir():
            shutil.copytree(engine, self.plain, ignore=_ignored)
        same = [_content(file) == _content(engine / file.relative_to(self.plain)) for file in self._files()]
        if not all(same):
            sys.exit(f"the engine is no longer what it was when {folder} was made; begin with a new folder")
        shutil.copytree(starter.ROOT, self.root, ignore=_ignored, dirs_exist_ok=True)
        shutil.copytree(self.plain, self._engine(), dirs_exist_ok=True)
        (folder / "site").mkdir(exist_ok=True)
        (folder / "site" / "sitecustomize.py").write_text(SITE, encoding="utf-8")
        self.first: dict[str, int] = {}
        number = 0
        for module in self.modules():
            self.first[module] = number
            number += probed(self.source(module), 0)[1]
            self.put(module, None)

    def modules(self, of: Sequence[str] = PACKAGES) -> list[str]:
        """The modules that may be mutated, of some packages or modules."""
        parts = (file.relative_to(self.plain) for file in self._files())
        every = sorted(part.as_posix() for part in parts if part.parts[0] in PACKAGES)
        return [each for each in every if any(each == one or each.startswith(f"{one}/") for one in of)]

    def source(self, module: str) -> str:
        return (self.plain / module).read_text(encoding="utf-8")

    def put(self, module: str, mutation: Mutation | None) -> None:
        """Let a module be what it was, but for a mutation."""
        self._write(module, mutated(self.source(module), mutation))

    def learn(self) -> Met:
        """Which tests meet which sites: from all tests at the first time."""
        if not self.met.exists():
            for module in self.modules():
                self._write(module, probed(self.source(module), self.first[module])[0])
            part = self.met.with_suffix(".part")
            part.unlink(missing_ok=True)
            skipped = [f"--ignore={path}" for path in SKIPPED]
            self.run({"met": os.fspath(part)}, ["tests", *skipped], seconds=None, stop=False)
            part.rename(self.met)
            for module in self.modules():
                self.put(module, None)
        met = Met()
        for line in self.met.read_text(encoding="utf-8").splitlines():
            about = json.loads(line)
            met.seconds[about["id"]] = about["seconds"]
            for site in about["sites"]:
                met.tests.setdefault(site, []).extend([about["id"]] if about["id"] else [])
        return met

    def run(self, plan: dict[str, Any], arguments: list[str], seconds: float | None, stop: bool) -> tuple[int, str]:
        """Run tests; the exit code and what was printed. What takes more of the processor than some seconds is LATE."""
        file = self.folder / "plan.json"
        file.write_text(json.dumps(plan | {"seconds": seconds}), encoding="utf-8")
        paths = [self.root / "engine", self.root / "tools", self.folder / "site"]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(os.fspath, paths)), PLAN: os.fspath(file)}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        command = [sys.executable, "-P", "-m", "pytest", "-q", "--tb=no", "-p", "bench.met", "-p", "no:cacheprovider"]
        command += ["-x"] * stop + arguments
        with subprocess.Popen(
            command, cwd=self.root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, encoding="utf-8", start_new_session=True,
        ) as running:  # fmt: skip
            try:
                said, _ = running.communicate(timeout=seconds and seconds * TIMES_SLOWER)
            except subprocess.TimeoutExpired:
                os.killpg(running.pid, signal.SIGKILL)
                return LATE, ""
        return running.returncode, said

    def _files(self) -> list[Path]:
        return sorted(self.plain.rglob("*.py"))

    def _engine(self) -> Path:
        return self.root / "engine" / "rulewright"

    def _write(self, module: str, source: str) -> None:
        file = self._engine() / module
        file.write_text(source, encoding="utf-8")
        for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
            compiled.unlink()  # one second and one size: Python would take it for up to date


def _content(file: Path) -> bytes:
    return file.read_bytes() if file.is_file() else b""


def _ignored(_: str, names: list[str]) -> list[str]:
    return [name for name in names if name.startswith(".") or name in ("__pycache__", "build", "dist")]


def batches(tests: list[str], met: Met, seconds: float, finds: Counter[str]) -> Iterator[list[str]]:
    """The tests to run against a mutant: first quick ones of the files that found most so far, then all, up to seconds.

    A file costs time before its first test runs, so the first batch takes few of them.
    """
    quick = sorted(tests, key=lambda test: (met.seconds[test], test))
    files = sorted(dict.fromkeys(map(file_of, quick)), key=lambda file: -finds[file])[:FIRST_FILES]
    used = 0.0
    taken: list[str] = []
    for limit, some in ((FIRST_SECONDS, [test for test in quick if file_of(test) in files]), (seconds, quick)):
        batch = []
        for test in some:
            if test not in taken and used + met.seconds[test] < limit:
                used += met.seconds[test]
                batch.append(test)
        taken += batch
        yield batch


def file_of(test: str) -> str:
    """The file of a test, by its id."""
    return test.partition("::")[0]


def try_out(copy: Copy, mutant: Mutant, met: Met, seconds: float, finds: Counter[str]) -> str:
    """What found a mutant, or "" if it survived."""
    first = copy.first[mutant.module]
    tests = met.tests.get(first + mutant.mutation.site)
    if not tests:  # met while the module was loaded, if at all
        sites = range(first, first + probed(copy.source(mutant.module), 0)[1])
        tests = list(dict.fromkeys(test for site in sites for test in met.tests.get(site, [])))
    for batch in batches(tests, met, seconds, finds):
        limits = {test: MORE_SECONDS + TIMES_AS_LONG * met.seconds[test] for test in batch}
        files = list(dict.fromkeys(map(file_of, batch)))
        within = START + sum(met.seconds[test] for test in batch) * TIMES_AS_LONG
        if batch and (found := verdict(*copy.run({"order": limits}, files, within, stop=True))):
            return found
    return ""


def verdict(code: int, said: str) -> str:
    """What made the tests fail, or "" if nothing did."""
    if code == LATE:
        return "too late"
    if code == pytest.ExitCode.NO_TESTS_COLLECTED:  # their names have changed
        return ""
    failed = [line for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return " ".join(failed[0].split()[:2]) if failed else "" if code == 0 else f"exit code {code}"


def wanted(known: dict[str, Any] | None, seconds: float) -> bool:
    """Whether a mutant, with what is known of it, is to be run against so many seconds of tests."""
    return known is None or (not known["found"] and known["seconds"] < seconds)


def sample(copy: Copy, packages: list[str], kinds: list[str], count: int, seed: int) -> list[Mutant]:
    """Some mutants of some packages or modules, the same for a seed; those of a smaller count come first."""
    every = [Mutant(each, change) for each in copy.modules(packages) for change in mutations(copy.source(each), kinds)]
    random.Random(seed).shuffle(every)
    return every[:count]


def unmet(copy: Copy, met: Met, packages: list[str]) -> Iterator[str]:
    """The expressions that no test met."""
    for module in copy.modules(packages):
        sites = {each.site: each for each in mutations(copy.source(module))}
        for site, each in sites.items():
            if copy.first[module] + site not in met.tests:
                yield f"{module}:{each.line} ({site}): {each.before}"


def summary(results: dict[str, dict[str, Any]]) -> Iterator[str]:
    """Found and survived by package."""
    by: dict[str, list[bool]] = {}
    for name, result in sorted(results.items()):
        package = PurePosixPath(name.partition(":")[0]).parent.as_posix()
        by.setdefault(package, []).append(bool(result["found"]))
    for package, found in [*by.items(), ("all", [each for some in by.values() for each in some])]:
        if found:
            yield f"{package:24} {len(found):5} mutants  {sum(found):5} found  {sum(found) / len(found):6.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--of", nargs="+", default=list(PACKAGES), help="packages or modules")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60, help="of tests against a mutant")
    parser.add_argument("--unmet", action="store_true", help="list the expressions that no test meets")
    parser.add_argument("--again", nargs="+", metavar="TEST", help="run what survived against these tests only")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    copy = Copy(given.folder.resolve())
    met = copy.learn()
    if given.unmet:
        print("\n".join(unmet(copy, met, given.of)))
        return
    compileall.compile_dir(copy.root / "engine", quiet=1)
    file = given.folder / "results.json"
    results: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for mutant in sample(copy, given.of, given.kinds, given.count, given.seed):
        known = results.get(mutant.name)
        if not wanted(known, given.seconds) if given.again is None else (known is None or known["found"]):
            continue
        copy.put(mutant.module, mutant.mutation)
        if given.again is None:
            finds = Counter(file_of(each["found"].partition(" ")[2]) for each in results.values())
            found = try_out(copy, mutant, met, given.seconds, finds)
        else:
            found = verdict(*copy.run({}, given.again, given.seconds, stop=True))
        copy.put(mutant.module, None)
        results[mutant.name] = {"found": found, "seconds": given.seconds, **asdict(mutant.mutation)}
        file.write_text(json.dumps(results, indent=1), encoding="utf-8")
        print(f"{'found   ' if found else 'SURVIVED'} {mutant.name}  {found}", flush=True)
    print("\n".join(summary(results)))


if __name__ == "__main__":
    main()
