"""Begin a new entry of a shelf: `python3 tools/new.py builtin|lint|agent|command NAME`.

It writes the entry's file, to be filled in; the lines that register it in the shelf's `__init__.py`; and its case file
under `tests`, which fails until it is filled in. To begin entries of one more shelf, add it to SHELVES below.
"""

import starter

if __name__ == "__main__":
    starter.enter(__file__, tests=True)

import argparse
import ast
import builtins
import keyword
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


class Refusal(Exception):
    """A Refusal is the reason why no entry of that name is begun."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """A Shelf is a folder of entries: how an entry begins, and how it is registered.

    `imports` and `item` are what registers an entry in `__init__.py`: a line among its imports ("" for none), and an
    element of the list, tuple or dictionary in the variable `register`. In all templates {name} is the entry's name,
    {module} its file's name without `.py`, {function} the name of the function in it. `case` is the file of its test.
    """

    folder: str
    register: str
    imports: str
    item: str
    entry: str
    test: str
    case: str = "tests/{folder}/test_{name}.py"


SHELVES = {
    "builtin": Shelf(
        folder="builtins",
        register="SHELF",
        imports="from rulewright.builtins.{module} import {function}",
        item="{function}",
        entry='''\
"""Fill in: what {name} is about, in two or three words."""

from __future__ import annotations

from rulewright.runtime.signature import Items, Whole, builtin


@builtin()
def {function}(xs: Items) -> Whole:
    """Fill in: what a call gives or does; this is its documentation, signature.py lists what its annotations may be."""
    raise NotImplementedError(xs)
''',
        test='''\
"""The built-in {name}."""

import pytest

from rulewright.builtins import SHELF


def test_{name}() -> None:
    assert SHELF["{name}"].doc
    pytest.fail("fill in engine/rulewright/builtins/{module}.py, then state here what {name} gives")
''',
    ),
    "lint": Shelf(
        folder="lints",
        register="ENTRIES",
        imports="from rulewright.lints.{module} import {function}",
        item="{function}",
        entry='''\
"""Fill in: what {name} is about, in two or three words."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.judgement.lint import Finding, of_reading
from rulewright.judgement.survey import Reading
from rulewright.text.diagnostics import Severity


@of_reading(Severity.WARNING)
def {function}(reading: Reading) -> Iterator[Finding]:
    """Finds fill in: what it finds; then why that matters, an example that it finds, and how to mend it."""
    raise NotImplementedError("fill in engine/rulewright/lints/{module}.py", reading)
''',
        test="""\
# Fill in: what {name} finds, with `### "regex"` on its line; behind `---` the nearest text that it finds sound.
# Plant one more in tests/lints/test_planted.py.
flow:
  nothing: end() ### "fill in"
""",
        case="tests/cases/lints/{name}.yaml",
    ),
    "agent": Shelf(
        folder="agents",
        register="AGENTS",
        imports="from rulewright.agents.{module} import {function}",
        item='"{name}": {function}',
        entry='''\
"""Fill in: what kind of player {name} is, in one line."""

from rulewright.play.decisions import Decision
from rulewright.play.views import View
from rulewright.table.luck import Stream


def {function}(decision: Decision, view: View, luck: Stream) -> int:
    """Fill in: which option it takes; this is its documentation."""
    raise NotImplementedError(decision.id)
''',
        test='''\
"""The agent {name}."""

import pytest

from rulewright.agents import AGENTS


def test_{name}() -> None:
    assert AGENTS["{name}"].__doc__
    pytest.fail("fill in engine/rulewright/agents/{module}.py, then state here what {name} decides")
''',
    ),
    "command": Shelf(
        folder="cli",
        register="COMMANDS",
        imports="",
        item='"{name}": ("rulewright.cli.{module}", "Fill in: what {name} does, in one line.")',
        entry='''\
"""The command {name}."""

import click


@click.command("{name}")
@click.argument("pack")
def command(pack: str) -> int:
    """Fill in: what {name} does, in one line."""
    raise NotImplementedError(pack)
''',
        test='''\
"""The command {name}."""

import pytest

from rulewright import cli


def test_{name}() -> None:
    assert cli.run(["{name}", "--help"]) == 0
    pytest.fail("fill in engine/rulewright/cli/{module}.py, then state here what {name} prints and its exit codes")
''',
    ),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """An Entry is one entry to be begun below a checkout's root, with the names made from its own."""

    root: Path
    shelf: Shelf
    name: str

    @property
    def module(self) -> str:
        """The name of its file; a keyword could not be imported, so it gets an underscore."""
        return self.name + "_" if keyword.iskeyword(self.name) else self.name

    @property
    def function(self) -> str:
        """The name of its function, which keeps clear of Python's own names."""
        return self.name + "_" if keyword.iskeyword(self.name) or hasattr(builtins, self.name) else self.name

    @property
    def init(self) -> Path:
        """The file that registers it."""
        return self.root / "engine" / "rulewright" / self.shelf.folder / "__init__.py"

    @property
    def file(self) -> Path:
        """The file that holds it."""
        return self.init.with_name(f"{self.module}.py")

    @property
    def test(self) -> Path:
        """Its case file."""
        return self.root / self.shelf.case.format(folder=self.shelf.folder, name=self.name)

    def filled(self, template: str) -> str:
        """A template with this entry's names in it."""
        return template.format(name=self.name, module=self.module, function=self.function)


def begin(entry: Entry) -> list[Path]:
    """Write all that begins an entry, and give the files that were written. Raises Refusal, then nothing is written."""
    if not entry.name.isidentifier() or entry.name.startswith("_") or entry.name != entry.name.lower():
        raise Refusal(f"{entry.name!r} cannot name an entry: small letters, digits and underscores can")
    for file in (entry.file, entry.test):
        if file.exists():
            raise Refusal(f"there is a {entry.name} already: {file.relative_to(entry.root)}")
    if not entry.init.exists():
        raise Refusal(f"there is no shelf {entry.init.parent.relative_to(entry.root)}")
    texts = {
        entry.init: registered(entry, entry.init.read_text(encoding="utf-8")),
        entry.file: entry.filled(entry.shelf.entry),
        entry.test: entry.filled(entry.shelf.test),
    }
    for file, text in texts.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return list(texts)


def registered(entry: Entry, text: str) -> str:
    """The text of the shelf's `__init__.py` with the entry in it, not yet in the project's layout. Raises Refusal."""
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    held = _last_held(tree, entry.shelf.register)
    if held is None:
        raise Refusal(f"{entry.init.relative_to(entry.root)} has no {entry.shelf.register} with entries in it")
    row, column = (held.end_lineno or 0) - 1, held.end_col_offset or 0
    line = lines[row].encode()
    lines[row] = (line[:column] + f",\n{entry.filled(entry.shelf.item)}".encode() + line[column:]).decode()
    if entry.shelf.imports:
        last = max(node.end_lineno or 0 for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom))
        lines.insert(last, entry.filled(entry.shelf.imports) + "\n")
    return "".join(lines)


def _last_held(tree: ast.Module, variable: str) -> ast.expr | None:
    """The last element of the first list, tuple or dictionary in what is assigned to a variable."""
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if name == variable:
                pass
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name == variable:
                pass
            case _:
                continue
        for inner in ast.walk(value):
            match inner:
                case ast.Tuple(elts=[*_, last]) | ast.List(elts=[*_, last]) | ast.Dict(values=[*_, last]):
                    return last
                case _:
                    continue
    return None


def lay_out(files: list[Path]) -> None:
    """Bring the files into the project's layout."""
    ruff = [sys.executable, "-m", "ruff"]
    subprocess.run([*ruff, "check", "--quiet", "--select", "I", "--fix", *files], cwd=starter.ROOT, check=True)
    subprocess.run([*ruff, "format", "--quiet", *files], cwd=starter.ROOT, check=True)


def main(arguments: list[str]) -> int:
    """Begin the entry that the arguments name, and give the exit code."""
    parser = argparse.ArgumentParser(prog="new.py", description=(__doc__ or "").split(":", 1)[0] + ".")
    parser.add_argument("shelf", choices=list(SHELVES))
    parser.add_argument("name")
    asked = parser.parse_args(arguments)
    try:
        files = begin(Entry(starter.ROOT, SHELVES[asked.shelf], asked.name))
    except Refusal as reason:
        print(f"new.py: {reason}", file=sys.stderr)
        return starter.USED_WRONGLY
    lay_out([file for file in files if file.suffix == ".py"])
    for file in files:
        print(file.relative_to(starter.ROOT).as_posix())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
