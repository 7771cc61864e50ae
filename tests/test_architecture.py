"""The shape of the engine: who imports whom, how large a module may be, and that no game shows in it.

Each guard is a function of a folder that gives what is wrong with it, so that a tiny broken package can show it bites.
"""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "engine" / "rulewright"

_LIST = tomllib.loads((ROOT / "tests" / "layers.toml").read_text(encoding="utf-8"))
DEPTH: dict[str, int] = {package: depth for depth, layer in enumerate(_LIST["layer"]) for package in layer["packages"]}
IN_LANGUAGE: dict[str, int] = {
    package: depth for depth, layer in enumerate(_LIST["language"]) for package in layer["packages"]
}
SHELVES: list[str] = _LIST["shelves"]

LONGEST_MODULE = 400

# May load a module by its name: the table of commands, see its docstring.
LOADS_BY_NAME = "rulewright.cli"

NOUNS_OF_GAMES = (
    "academy altar annie archbishop archer arkham armory army arthur artillery ash asylum attic banner barricade "
    "boss castle catapult cathedral chainsaw city clue corruption courtyard cthulhu curse deadite demon docks dungeon "
    "enemy foe gate ghost graveyard griffon gun headmaster henrietta hero horror hospital human investigation "
    "investigator jake kandarian knight laboratory linda lodge loot magick minion monster necromancer necronomicon orc "
    "portal sanity sheila shield shotgun siege skull soldier souls spell stamina threat toughness treasure university "
    "villain virtue weapon wiseman wizard wound"
).split()
_NOUN = re.compile(rf"(?<![a-z])({'|'.join(NOUNS_OF_GAMES)})(?:s|es)?(?![a-z])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Import:
    """An Import is one module of the project that another one imports, and the line where it does."""

    source: str
    target: str
    place: str


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


def modules(package: Path) -> dict[str, Path]:
    """The import name of every module below a package's folder, and its file."""
    found = {}
    for file in sorted(package.rglob("*.py")):
        parts = file.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def part_of(module: str) -> str:
    """The part of the engine a module belongs to, as layers.toml names it; "" for the package itself."""
    names = module.split(".")
    return "" if len(names) == 1 or names[1] == "__main__" else names[1]


def imports(package: Path) -> Iterator[Import]:
    """Every import of one module of the package by another."""
    known = modules(package)
    for source, file in known.items():
        for node in ast.walk(parsed(file)):
            match node:
                case ast.Import(names=names):
                    targets = [alias.name for alias in names]
                case ast.ImportFrom(module=str(module), level=0, names=names):
                    longer = [f"{module}.{alias.name}" for alias in names]
                    targets = [name if name in known else module for name in longer]
                case _:
                    continue
            for target in targets:
                if target.split(".")[0] == package.name:
                    yield Import(source, target, f"{file.relative_to(package.parent)}:{node.lineno}")


def imports_that_go_up_or_sideways(package: Path) -> Iterator[str]:
    for each in imports(package):
        above, below = part_of(each.source), part_of(each.target)
        if above == below or each.source == f"{package.name}.__main__" or each.target == package.name:
            continue
        if above == "":
            yield f"{each.place}: the package itself imports {each.target}"
        elif DEPTH.get(below, len(DEPTH)) >= DEPTH.get(above, -1):
            yield f"{each.place}: {each.source} imports {each.target}, which is not below it in layers.toml"


def imports_within_the_language_that_go_up_or_sideways(package: Path) -> Iterator[str]:
    language = f"{package.name}.language"
    for each in imports(package):
        if not (each.source.startswith(f"{language}.") and each.target.startswith(language)):
            continue
        above, below = (f"{module}.".split(".")[2] for module in (each.source, each.target))
        if above != below and IN_LANGUAGE.get(below, len(IN_LANGUAGE)) >= IN_LANGUAGE.get(above, -1):
            yield f"{each.place}: {each.source} imports {each.target}, which is not below it in layers.toml"


def parts_without_a_layer(package: Path) -> Iterator[str]:
    for module, file in modules(package).items():
        if part_of(module) not in DEPTH and part_of(module) != "":
            yield f"{file.relative_to(package.parent)}: no layer in layers.toml holds {part_of(module)!r}"


def entries(package: Path, shelf: str) -> list[str]:
    """The modules a shelf's `__init__.py` registers: it imports them, or names them in a string."""
    init = f"{package.name}.{shelf}"
    known = modules(package)
    if init not in known:
        return []
    named = [node.value for node in ast.walk(parsed(known[init])) if isinstance(node, ast.Constant)]
    imported = [each.target for each in imports(package) if each.source == init]
    return [module for module in known if module.startswith(f"{init}.") and module in [*named, *imported]]


def entries_that_import_each_other(package: Path) -> Iterator[str]:
    for each in imports(package):
        shelf = part_of(each.source)
        if shelf in SHELVES and each.source.count(".") > 1 and part_of(each.target) == shelf:
            yield f"{each.place}: {each.source} imports {each.target}, which lies on its shelf"


def modules_on_a_shelf_that_are_no_entries(package: Path) -> Iterator[str]:
    for shelf in SHELVES:
        registered = entries(package, shelf)
        for module, file in modules(package).items():
            if part_of(module) == shelf and module.count(".") > 1 and module not in registered:
                yield f"{file.relative_to(package.parent)}: not registered in the __init__.py of {shelf}"


def cycles(package: Path) -> Iterator[str]:
    """Modules that import each other, directly or not; a module of a package may not need the package's own front."""
    needs: dict[str, list[str]] = {}
    for each in imports(package):
        needs.setdefault(each.source, []).append(each.target)
    for start, needed in needs.items():
        reached: list[str] = []
        ahead = list(needed)
        while ahead:
            module = ahead.pop()
            if module not in reached:
                reached.append(module)
                ahead.extend(needs.get(module, []))
        if start in reached:
            yield f"{start} imports itself in the end"


def imports_in_the_wrong_form(package: Path) -> Iterator[str]:
    for module, file in modules(package).items():
        place = str(file.relative_to(package.parent))
        for node in ast.walk(parsed(file)):
            match node:
                case ast.ImportFrom(level=level) if level > 0:
                    yield f"{place}:{node.lineno}: a relative import"
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    for inner in ast.walk(node):
                        if isinstance(inner, ast.Import | ast.ImportFrom):
                            yield f"{place}:{inner.lineno}: an import inside {node.name}"
                case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
                    yield f"{place}:{node.lineno}: TYPE_CHECKING"
                case ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"):
                    if module != LOADS_BY_NAME:
                        yield f"{place}:{node.lineno}: a module loaded by its name"
                case _:
                    continue


def modules_that_are_too_long(package: Path) -> Iterator[str]:
    for file in modules(package).values():
        length = len(file.read_text(encoding="utf-8").splitlines())
        if length > LONGEST_MODULE:
            yield f"{file.relative_to(package.parent)}: {length} lines, more than {LONGEST_MODULE}"


def nouns_of_games(folder: Path) -> Iterator[str]:
    for file in text_files(folder):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for found in _NOUN.findall(line):
                yield f"{file.relative_to(folder.parent)}:{number}: {found!r} is a noun of a game"


def text_files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)


GUARDS: list[Callable[[Path], Iterator[str]]] = [
    imports_that_go_up_or_sideways,
    imports_within_the_language_that_go_up_or_sideways,
    parts_without_a_layer,
    entries_that_import_each_other,
    modules_on_a_shelf_that_are_no_entries,
    cycles,
    imports_in_the_wrong_form,
    modules_that_are_too_long,
]


@pytest.mark.parametrize("guard", GUARDS)
def test_engine(guard: Callable[[Path], Iterator[str]]) -> None:
    assert list(guard(PACKAGE)) == []


@pytest.mark.parametrize("folder", [PACKAGE, ROOT / "schemas", ROOT / "grammar"], ids=lambda folder: folder.name)
def test_no_game_shows(folder: Path) -> None:
    assert text_files(folder), f"nothing to check in {folder}"
    assert list(nouns_of_games(folder)) == []


def exists(part: str) -> bool:
    return (PACKAGE / part).is_dir() or (PACKAGE / f"{part}.py").is_file()


def test_there_is_something_to_check() -> None:
    crossing = [each for each in imports(PACKAGE) if part_of(each.source) != part_of(each.target) != ""]
    assert len(modules(PACKAGE)) > 10
    assert len(crossing) > 10
    assert entries(PACKAGE, "cli")
    assert all(shelf in DEPTH for shelf in SHELVES)
    assert all(exists(name) for name in DEPTH)
    assert all(exists(f"language/{name}") for name in IN_LANGUAGE)
    assert all(name.isidentifier() for name in (*DEPTH, *IN_LANGUAGE))


BROKEN: list[tuple[Callable[[Path], Iterator[str]], dict[str, str], str]] = [
    (imports_that_go_up_or_sideways, {"text/a.py": "import rulewright.pack.b", "pack/b.py": ""}, "text.a imports"),
    (imports_that_go_up_or_sideways, {"text/a.py": "from rulewright import pack", "pack/__init__.py": ""}, "text.a"),
    (imports_that_go_up_or_sideways, {"table/a.py": "from rulewright.language.b import c", "language/b.py": ""}, "b,"),
    (imports_that_go_up_or_sideways, {"resources.py": "from rulewright.text import a", "text/a.py": ""}, "resources"),
    (imports_that_go_up_or_sideways, {"__init__.py": "from rulewright.text import a", "text/a.py": ""}, "itself"),
    (
        imports_within_the_language_that_go_up_or_sideways,
        {"language/analysis/a.py": "import rulewright.language.check.b", "language/check/b.py": ""},
        "analysis.a imports",
    ),
    (
        imports_within_the_language_that_go_up_or_sideways,
        {"language/emit/a.py": "import rulewright.language.check.b", "language/check/b.py": ""},
        "emit.a imports",
    ),
    (
        imports_within_the_language_that_go_up_or_sideways,
        {"language/misc.py": "import rulewright.language.types", "language/types.py": ""},
        "language.misc imports",
    ),
    (parts_without_a_layer, {"misc/a.py": ""}, "'misc'"),
    (
        entries_that_import_each_other,
        {"agents/__init__.py": "from rulewright.agents import a, b", "agents/a.py": "import rulewright.agents.b"}
        | {"agents/b.py": ""},
        "agents.a imports rulewright.agents.b",
    ),
    (
        entries_that_import_each_other,
        {"cli/__init__.py": "C = 'rulewright.cli.b'", "cli/a.py": "from rulewright.cli.b import c", "cli/b.py": ""},
        "cli.a imports rulewright.cli.b",
    ),
    (modules_on_a_shelf_that_are_no_entries, {"agents/__init__.py": "", "agents/a.py": ""}, "not registered"),
    (
        modules_on_a_shelf_that_are_no_entries,
        {"agents/__init__.py": "from rulewright.agents import a", "agents/a.py": "import rulewright.agents.b"}
        | {"agents/b.py": ""},
        "agents/b.py: not registered",
    ),
    (cycles, {"text/a.py": "import rulewright.text.b", "text/b.py": "import rulewright.text.a"}, "text.a imports itse"),
    (imports_in_the_wrong_form, {"text/a.py": "from . import b"}, "text/a.py:1: a relative import"),
    (imports_in_the_wrong_form, {"text/a.py": "def f():\n    import os"}, "text/a.py:2: an import inside f"),
    (imports_in_the_wrong_form, {"text/a.py": "import typing\nif typing.TYPE_CHECKING: pass"}, "TYPE_CHECKING"),
    (imports_in_the_wrong_form, {"text/a.py": "import importlib\nimportlib.import_module('os')"}, "by its name"),
    (modules_that_are_too_long, {"text/a.py": "\n" * (LONGEST_MODULE + 1)}, "401 lines"),
    (nouns_of_games, {"text/a.py": "max_Guns = 1"}, "'Gun' is a noun"),
]


@pytest.mark.parametrize(("guard", "files", "complaint"), BROKEN)
def test_guards_bite(
    tmp_path: Path, guard: Callable[[Path], Iterator[str]], files: dict[str, str], complaint: str
) -> None:
    package = tmp_path / "rulewright"
    for name, text in files.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text, encoding="utf-8")
    assert any(complaint in fault for fault in guard(package)), list(guard(package))


def test_guards_know_good_from_bad(tmp_path: Path) -> None:
    package = tmp_path / "rulewright"
    (package / "text").mkdir(parents=True)
    (package / "pack").mkdir()
    (package / "text" / "a.py").write_text("import os\nbegun = misspelt = 'a shotgunner'\n", encoding="utf-8")
    (package / "pack" / "b.py").write_text("from rulewright.text.a import begun\n", encoding="utf-8")
    assert [fault for guard in [*GUARDS, nouns_of_games] for fault in guard(package)] == []
