"""The command `new`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import click

from rulewright.console.choices import complete_packs, folder_of
from rulewright.console.template import ID, PACK, PACK_FILE, TESTS, TESTS_FILE, TITLE
from rulewright.resources import schema_path

SCHEMAS = "schemas"
HEAD_SCHEMA = "pack.schema.json"
TEXTS = (".yaml", ".yml", ".md")
_SCHEMA_LINE = re.compile(r"\A# yaml-language-server: \$schema=\S+$", re.MULTILINE)


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--from",
    "source",
    metavar="PACK",
    shell_complete=complete_packs,
    help="Begin with a copy of this pack.  [default: a small one]",
)
def command(folder: Path, source: str | None) -> int:
    """Begin a pack: a small one that plays, or a copy of another.

    It has tests, too. The schemas are laid beside it, and each file names them in its first line, so that editors
    complete keys and mark faults. A folder in which something lies is refused.
    """
    _refuse_unless_free(folder)
    files = dict(_copied(folder_of(source)) if source is not None else _small(folder))
    for name, text in {**files, **dict(_schemas())}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    called = click.get_current_context().find_root().command_path
    click.echo(f"{folder}: {len(files)} files, to begin with {PACK_FILE}; the schemas in {SCHEMAS}")
    written = shlex.quote(str(folder))
    for what in ("validate", "test", "play", "playtest"):
        click.echo(f"    {called} {what} {written}")
    return 0


def _refuse_unless_free(folder: Path) -> None:
    """Raise UsageError where something lies already, or nothing can."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise click.UsageError(f"{folder} is no empty folder: name one that is not there yet")
    except OSError as fault:
        raise click.UsageError(f"{folder} cannot be used: {fault.strerror}") from fault


def _small(folder: Path) -> Iterator[tuple[str, str]]:
    """The small pack, called as its folder is."""
    title = " ".join(re.findall(r"\w+", folder.resolve().name.replace("_", " "))).title() or "A New Game"
    id_ = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")
    id_ = id_ if id_[:1].isalpha() else f"game_{id_}".rstrip("_")
    yield PACK_FILE, PACK.replace(ID, id_).replace(TITLE, f'"{title}"')
    yield TESTS_FILE, TESTS


def _copied(source: Path) -> Iterator[tuple[str, str]]:
    """The texts of a pack, with the schemas where they will lie."""
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source)
        hidden = any(part.startswith(".") for part in name.parts)
        if path.is_file() and path.suffix in TEXTS and not hidden:
            yield name.as_posix(), _with_schema(name.as_posix(), path.read_text(encoding="utf-8"))


def _with_schema(name: str, text: str) -> str:
    """A file whose first line names the schema as it lies from there; one without such a line stays as it is."""
    up = "../" * (len(PurePosixPath(name).parts) - 1)
    return _SCHEMA_LINE.sub(f"# yaml-language-server: $schema={up}{SCHEMAS}/{HEAD_SCHEMA}", text)


def _schemas() -> Iterator[tuple[str, str]]:
    for path in sorted(schema_path("pack").parent.glob("*.schema.json")):
        yield f"{SCHEMAS}/{path.name}", path.read_text(encoding="utf-8")
