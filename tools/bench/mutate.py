"""A mutant run: small seeded changes of a pack, and who finds them: `validate`, the pack's tests, or nobody.

Each mutant is the pack with one change in one line, written to a scratch copy. Comments, titles, texts for people, the
ledger and the tests are left alone. Survivors are printed with their place: each is a rule whose breaking nobody
notices, or a change that makes no difference.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import starter

if __name__ == "__main__":
    starter.enter(__file__, tests=True)

import argparse
import random
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from rulewright.console.choices import errors
from rulewright.pack.listing import find
from rulewright.pack.load import PackSource, read
from rulewright.resources import content_root
from rulewright.rulebook.load import examine
from rulewright.text.diagnostics import Diagnostic
from rulewright.trials.pack_tests import PackBroken, plan, run_tests

VALIDATE, TESTS, NOTHING = "validate", "tests", "nothing"
FOUND_BY = (VALIDATE, TESTS, NOTHING)
LEFT_ALONE = ("ledger.yaml", "bots.yaml")
FOR_PEOPLE = re.compile(
    r"\s*(title|text|question|credits|source|origin|rule|ruling|version|id|section|says|check|format):"
)
KEPT = re.compile(r'"[^"]*"|#.*')
NAME = re.compile(r"(?<![\w.])[a-z_]{4,}(?!\w)(?!\s*:)|(?<=\.)[a-z_]{4,}")
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])|(?<=\.\.)\d+|(?<![\w.])\d+(?=\.\.)")
CONSTANT = re.compile(r"(?<![\w.])(?:\d+|none|true|false)(?![\w.])")
CONDITION = re.compile(r"(?<!\w)(if|when|while) (.+?)(?=:(?:\s|$)| else |$)")
STATEMENT = re.compile(r"\s+(?:[\w.]+ (?:=|\+=|-=) .+|[a-z_]+\(.*\))$")
WORDS = frozenset(
    """and bool choose elif else false game given hook hooks if in instead let list maybe next none not once opt pick
    player return roll this true when while with each""".split()
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A Mutant is one change of one line: its kind, the file below the pack, the number of the line, the line before
    and after; None where the line is dropped."""

    kind: str
    file: str
    line: int
    before: str
    after: str | None


@dataclass(frozen=True, slots=True)
class Line:
    """A Line is a line of a pack that may be changed; `code` is its text with strings and the comment blanked out, so
    that columns stay; `dull` that nothing deeper belongs to it."""

    file: str
    number: int
    text: str
    code: str
    dull: bool


@dataclass(frozen=True, slots=True)
class Pool:
    """A Pool is what changes are drawn from: the names that the pack uses, and the luck of the run."""

    names: Sequence[str]
    luck: random.Random


def lines_of(folder: Path) -> list[Line]:
    """All lines of a pack that may be changed, files in the order of their names."""
    found = []
    for path in sorted(folder.glob("*.yaml")):
        if path.name in LEFT_ALONE:
            continue
        texts = path.read_text(encoding="utf-8").split("\n")
        for number, text in enumerate(texts, 1):
            code = KEPT.sub(lambda match: " " * len(match[0]), text)
            if code.strip() and not FOR_PEOPLE.match(code):
                below = next((each for each in texts[number:] if each.strip()), "")
                found.append(Line(path.name, number, text, code, _margin(below) <= _margin(text)))
    return found


def mutants(lines: Sequence[Line], number: int, seed: int) -> list[Mutant]:
    """So many different mutants, the kinds in turn, fewer if there are no more; the same for the same seed."""
    names = sorted({match[0] for line in lines for match in _names(line)})
    pool = Pool(names, random.Random(seed))
    piles = []
    for kind, change in KINDS.items():
        changed = [
            Mutant(kind, line.file, line.number, line.text, each) for line in lines for each in change(line, pool)
        ]
        pile = list(dict.fromkeys(changed))
        pool.luck.shuffle(pile)
        piles.append(pile)
    turns = max(map(len, piles))
    return [pile[turn] for turn in range(turns) for pile in piles if turn < len(pile)][:number]


def found_by(folder: Path, mutant: Mutant, scratch: Path) -> str:
    """Who finds a mutant of the pack in a folder: FOUND_BY. The copy is made below `scratch`, and removed."""
    copy = scratch / folder.name
    shutil.copytree(folder, copy)
    try:
        file = copy / mutant.file
        texts = file.read_text(encoding="utf-8").split("\n")
        texts[mutant.line - 1 : mutant.line] = [] if mutant.after is None else [mutant.after]
        file.write_text("\n".join(texts), encoding="utf-8", newline="\n")
        source, faults = read(copy)
        if source is None or errors(faults) or any(map(errors, _examined(source, mutant.file))):
            return VALIDATE
        return NOTHING if _tests_pass(source) else TESTS
    finally:
        shutil.rmtree(copy)


def table(results: Sequence[tuple[Mutant, str]]) -> list[str]:
    """The lines of a Markdown table: for each kind how many mutants were found by what."""
    counts = Counter((mutant.kind, by) for mutant, by in results)
    rows = [(kind, [counts[kind, by] for by in FOUND_BY]) for kind in KINDS]
    rows.append(("all", [sum(counts[kind, by] for kind in KINDS) for by in FOUND_BY]))
    head = ["| change | mutants | " + " | ".join(f"found by {by}" for by in FOUND_BY) + " |", "|---|--:|--:|--:|--:|"]
    return [*head, *(f"| {kind} | {sum(row)} | " + " | ".join(map(str, row)) + " |" for kind, row in rows)]


def _margin(text: str) -> int:
    return len(text) - len(text.lstrip())


def _examined(source: PackSource, file: str) -> Iterator[list[Diagnostic]]:
    """What checking finds with the defaults, and in a file with options with each other value, for the players that
    the pack recommends. Other files read options, but their names do not hang on which value is chosen."""
    yield examine(source, {}, 0).faults
    for id_, option in source.options().items():
        for value in option.values:
            if value.source != option.default and value.span.file == file:
                yield examine(source, {id_: value.source}, 0).faults


def _tests_pass(source: PackSource) -> bool:
    """Whether all tests of a pack pass: first those with the defaults, then one option after the other."""
    header = source.header()
    if header is None:
        return False
    whole = plan(source, header, {}, ())
    piles: dict[str, list[str]] = {}
    for name, trial in whole.trials.items():
        piles.setdefault(" ".join(f"{id_.source}={value.source}" for id_, value in trial.options), []).append(name)
    try:
        return all(
            verdict.passed for _, names in sorted(piles.items()) for verdict in run_tests(replace(whole, chosen=names))
        )
    except PackBroken:
        return False


def _put(line: Line, start: int, end: int, text: str) -> str:
    return line.text[:start] + text + line.text[end:]


def _names(line: Line) -> list[re.Match[str]]:
    return [match for match in NAME.finditer(line.code) if match[0] not in WORDS]


def _misspelt(line: Line, pool: Pool) -> Iterator[str]:
    for match in _names(line):
        at = match.start() + pool.luck.randrange(1, len(match[0]) - 1)
        yield _put(line, at, at + 1, "")


def _misplaced(line: Line, pool: Pool) -> Iterator[str]:
    for match in _names(line):
        yield _put(line, *match.span(), pool.luck.choice([name for name in pool.names if name != match[0]]))


def _of_another_kind(line: Line, pool: Pool) -> Iterator[str]:
    for match in CONSTANT.finditer(line.code):
        others = [each for each in ("3", "none", "true") if each.isdigit() != match[0].isdigit() and each != match[0]]
        yield _put(line, *match.span(), pool.luck.choice(others))


def _dropped(line: Line, _: Pool) -> Iterator[None]:
    if line.dull and STATEMENT.match(line.code.rstrip()):
        yield None


def _negated(line: Line, _: Pool) -> Iterator[str]:
    for match in CONDITION.finditer(line.code.rstrip()):
        yield _put(line, *match.span(2), f"not ({line.text[match.start(2) : match.end(2)]})")


def _counted(line: Line, _: Pool) -> Iterator[str]:
    for match in NUMBER.finditer(line.code):
        yield _put(line, *match.span(), str(int(match[0]) + 1))


KINDS: dict[str, Callable[[Line, Pool], Iterator[str | None]]] = {
    "misspelt name": _misspelt,
    "real name in the wrong place": _misplaced,
    "wrong kind": _of_another_kind,
    "dropped statement": _dropped,
    "negated condition": _negated,
    "changed number": _counted,
}
"""The kinds of change -> all changes of a kind that a line allows."""


def main(arguments: list[str]) -> int:
    """Make the mutants, print who finds them and the survivors."""
    parser = argparse.ArgumentParser(prog="mutate.py", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("pack", help="the name or folder of a pack")
    parser.add_argument("--mutants", type=int, default=60, help="how many (default: 60)")
    parser.add_argument("--seed", type=int, default=0, help="which ones (default: 0)")
    chosen = parser.parse_args(arguments)
    folder = find(chosen.pack, content_root())
    if isinstance(folder, Diagnostic):
        print(folder.message, file=sys.stderr)
        return 1
    results = []
    with tempfile.TemporaryDirectory() as scratch:
        for mutant in mutants(lines_of(folder), chosen.mutants, chosen.seed):
            results.append((mutant, found_by(folder, mutant, Path(scratch))))
            print(f"{len(results)} of {chosen.mutants}", end="\r", file=sys.stderr, flush=True)
    print("\n".join(table(results)))
    for mutant, by in results:
        if by == NOTHING:
            after = "(dropped)" if mutant.after is None else mutant.after.strip()
            print(f"\n{mutant.file}:{mutant.line}: {mutant.kind}\n    {mutant.before.strip()}\n    {after}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
