"""The only gate: what CI runs and what a person runs before handing in, `python3 tools/check.py`.

Every step runs even if one before it fails; a summary names them all, and the exit code is 1 if any failed. The tests
come last, so that the last line of a test runner is pytest's own.
"""

import starter  # first, as it refuses an old Python in plain words

# isort: split
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FAILED = 1
SECONDS_A_PACK_STEP = 300
IN_PARALLEL = ["-n", "auto", "--dist", "worksteal"]
SAMPLE = ["--games", "20", "--seed", "0"]

# A command is asked of every pack once it exists.
COMMANDS_FOR_A_PACK = {"validate": [], "lint": ["--strict"], "test": []}


@dataclass(frozen=True, slots=True)
class Step:
    """A Step is one command of the gate; a quiet one shows what it wrote only if it fails."""

    name: str
    command: list[str]
    quiet: bool = False
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """An Outcome is what became of one step: how long it took, and what went wrong ("" if nothing did)."""

    name: str
    seconds: float
    fault: str


@dataclass(frozen=True, slots=True)
class Pack:
    """A Pack is a bundled game, with the smallest and the largest number of players it allows."""

    id: str
    fewest: int
    most: int


class Unusable(Exception):
    """An Unusable is the reason why the bundled packs cannot be listed."""


def steps_for_the_code(python: str) -> list[Step]:
    """What is asked of the project's own text."""
    return [
        Step("format", [python, "-m", "ruff", "format", "--check", "."]),
        Step("lint", [python, "-m", "ruff", "check", "."]),
        Step("types", [python, "-m", "mypy"]),
        Step("generated files", [python, "tools/update.py", "--check"]),
    ]


def steps_for_a_pack(python: str, pack: Pack, commands: list[str]) -> Iterator[Step]:
    """What is asked of one bundled pack, with the commands there are."""
    rulewright = [python, "-P", "-m", "rulewright"]
    for command, more in COMMANDS_FOR_A_PACK.items():
        if command in commands:
            name = " ".join([command, *more, pack.id])
            yield Step(name, [*rulewright, command, *more, pack.id], quiet=True, seconds=SECONDS_A_PACK_STEP)
    for players in range(pack.fewest, pack.most + 1):
        sample = ["playtest", pack.id, *SAMPLE, "--players", str(players)]
        yield Step(" ".join(sample), [*rulewright, *sample], quiet=True, seconds=SECONDS_A_PACK_STEP)


def commands_there_are(python: str) -> list[str]:
    """The names in the command table. Raises Unusable."""
    names = _json_from([python, "-P", "-c", "import json, rulewright.cli as c; print(json.dumps(list(c.COMMANDS)))"])
    if not isinstance(names, list) or "validate" not in names:
        raise Unusable(f"the table of commands holds no `validate`: {names}")
    return [str(name) for name in names]


def bundled_packs(python: str, content: Path) -> list[Pack]:
    """The packs below content, with the players that `rulewright show` tells. Raises Unusable."""
    folders = sorted(file.parent.name for file in content.glob("*/pack.yaml"))
    if not folders:
        raise Unusable(f"there is no pack in {content}")
    told = _json_from([python, "-P", "-m", "rulewright", "show", "--format", "json"])
    try:
        packs = [Pack(str(each["id"]), *map(int, each["players"])) for each in told["packs"]]
    except (KeyError, TypeError, ValueError) as fault:
        raise Unusable(f"`rulewright show --format json` has another shape than expected: {fault!r}") from fault
    if sorted(pack.id for pack in packs) != folders:
        raise Unusable(f"content holds {folders}, but `rulewright show` tells {sorted(pack.id for pack in packs)}")
    for pack in packs:
        if not 1 <= pack.fewest <= pack.most:
            raise Unusable(f"{pack.id} has no number of players: {pack.fewest} to {pack.most}")
    return packs


def _json_from(command: list[str]) -> Any:
    done = subprocess.run(command, cwd=starter.ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        raise Unusable(f"`{' '.join(command)}` ended with {done.returncode}:\n{done.stderr.strip()}")
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError as fault:
        raise Unusable(f"`{' '.join(command)}` wrote no JSON: {fault}") from fault


def write_utf8() -> None:
    """Let what is printed be UTF-8 whatever the locale says, as what the steps wrote is."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def carry_out(step: Step) -> Outcome:
    """Run one step and tell what became of it. Quiet ones may run side by side: what is said of one stands together."""
    headline = f"\n== {step.name}\n"
    if not step.quiet:
        print(headline, end="", flush=True)
    begun = time.monotonic()
    stream = subprocess.PIPE if step.quiet else None
    try:
        done = subprocess.run(
            step.command,
            cwd=starter.ROOT,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT if step.quiet else None,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            timeout=step.seconds,
            check=False,
        )
        fault, written = (f"exit code {done.returncode}" if done.returncode else ""), done.stdout
    except subprocess.TimeoutExpired as late:
        fault, written = f"stopped after {step.seconds:.0f} seconds", late.output
    if step.quiet:
        print(headline + (written.decode(errors="replace") if fault and written else ""), end="", flush=True)
    return Outcome(step.name, time.monotonic() - begun, fault)


def check_packs(python: str) -> Iterator[Outcome]:
    """Carry out what is asked of all bundled packs; that there are some is a step too."""
    begun = time.monotonic()
    print("\n== bundled packs", flush=True)
    try:
        commands = commands_there_are(python)
        packs = bundled_packs(python, starter.ROOT / "content")
    except Unusable as reason:
        print(reason, flush=True)
        yield Outcome("bundled packs", time.monotonic() - begun, "cannot be listed")
        return
    print(", ".join(pack.id for pack in packs), flush=True)
    yield Outcome("bundled packs", time.monotonic() - begun, "")
    steps = [step for pack in packs for step in steps_for_a_pack(python, pack, commands)]
    with ThreadPoolExecutor(os.cpu_count()) as processors:
        yield from processors.map(carry_out, steps)


def summary(outcomes: list[Outcome]) -> str:
    """One line a step, and one that tells whether all is green."""
    width = max(len(outcome.name) for outcome in outcomes)
    lines = [f"{each.name:{width}}  {each.seconds:6.1f} s  {each.fault or 'ok'}" for each in outcomes]
    failed = [each.name for each in outcomes if each.fault]
    return "\n".join(["", *lines, "", f"FAILED: {', '.join(failed)}" if failed else "All green."])


def main() -> int:
    """Run the gate and give its exit code."""
    write_utf8()
    python = str(starter.prepare(tests=True))
    outcomes = [carry_out(step) for step in steps_for_the_code(python)]
    outcomes.extend(check_packs(python))
    outcomes.append(carry_out(Step("tests", [python, "-m", "pytest", *IN_PARALLEL])))
    print(summary(outcomes), flush=True)
    return FAILED if any(outcome.fault for outcome in outcomes) else 0


if __name__ == "__main__":
    try:
        code = main()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        code = starter.INTERRUPTED
    sys.exit(code)
