"""The command `show`."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

import click
from rich.table import Table

from rulewright.console import packs
from rulewright.console.choices import (
    JSON,
    complete_packs,
    completed_by,
    echo_json,
    folder_of,
    format_option,
    read_choices,
    with_option,
)
from rulewright.console.clickable import file_name, folder_name
from rulewright.console.definitions import Definition, definitions
from rulewright.console.named import made_up, named_so
from rulewright.pack.listing import bundled_packs
from rulewright.pack.load import read, sections
from rulewright.pack.model import Header, Option
from rulewright.playtest.printing import PLAIN_WIDTH, console
from rulewright.resources import content_root
from rulewright.text.ranges import range_in_words
from rulewright.text.spans import Text
from rulewright.text.suggest import nearest

_BROUGHT = re.compile(r"(  # )(\S+)(?=:\d+$)", re.MULTILINE)  # behind a part that an overlay brought
_NO_PARTS = ("options", "ledger", "tests", "says", "show")  # sections that no game is made of


@click.command("show")
@click.argument("pack", metavar="[PACK", required=False, shell_complete=complete_packs)
@click.argument("id_", metavar="[ID]]", required=False, shell_complete=completed_by("ids_of_definitions"))
@with_option
@format_option
def command(pack: str | None, id_: str | None, chosen: tuple[str, ...], form: str) -> int:
    """Show bundled packs, what a pack is made of, or one definition.

    A pack is shown with its options and the ids of its definitions, a definition with its place and as it stands after
    all overlays. An ID may also be a section, or a name that messages use: of one of several things made by one
    definition, of a part of a text, of a rule without a name.
    """
    if pack is None:
        return _show_packs(form)
    choices = read_choices(chosen)
    folder = folder_of(pack)
    source, header = packs.source_of(pack, folder, choices)
    opener = packs.PackOpener(folder, choices, header.recommended)
    if choices.options or choices.overlays:
        packs.open_book(pack, opener, source)  # an overlay that is at fault changes nothing, so it must be told
    tree, _, _ = sections(source, dict(choices.options), choices.overlays)
    known = list(definitions(tree))
    if id_ is None:
        return _show_pack(header, source.options(), _by_section(known), form)
    found = named_so(id_, known) or made_up(id_, known, lambda: packs.open_book(pack, opener, source))
    if not found:
        near = nearest(id_, [each.id for each in known])
        raise click.UsageError(f"{pack} has no definition {id_!r}{f': did you mean {near}?' if near else ''}")
    return _show_definitions(found, folder, form)


def _show_packs(form: str) -> int:
    found = []
    for name in bundled_packs(content_root()):
        source, _ = read(content_root() / name)
        header = source.header() if source is not None else None
        if header is not None:
            found.append((name, header))
    if form == JSON:
        echo_json({"packs": [{"id": name, **_about(header)} for name, header in found]})
        return 0
    table = _table("pack", "title", "players", "recommended")
    for name, header in found:
        table.add_row(name, header.title, range_in_words(*header.players), str(header.recommended))
    console(sys.stdout).print(table)
    return 0


def _by_section(known: Iterable[Definition]) -> dict[str, list[str]]:
    """The ids of what a game is made of, by section."""
    found: dict[str, list[str]] = {}
    for each in known:
        if each.section.partition(".")[0] not in _NO_PARTS:
            found.setdefault(each.section, []).append(each.id)
    return found


def _show_pack(header: Header, options: dict[str, Option], ids: dict[str, list[str]], form: str) -> int:
    if form == JSON:
        about = {"id": header.id, **_about(header), "version": header.version, "credits": header.credits}
        listed = [_option_json(id_, option) for id_, option in options.items()]
        echo_json({"pack": about, "options": listed, "definitions": ids})
        return 0
    click.echo(f"{header.id} {header.version}: {header.title}")
    click.echo(f"players {range_in_words(*header.players)}, recommended {header.recommended}")
    if header.credits:
        click.echo(header.credits)
    for id_, option in options.items():
        click.echo(f"\n{id_} ({option.nature})")
        for text in (option.question, option.about):
            if text is not None:
                click.echo(f"    {_line(text)}")
        values = [value.source for value in option.values]
        marked = [f"{value} (default)" if value == option.default else value for value in values]
        click.echo(f"    {', '.join(marked)}")
    for section, own in ids.items():
        click.echo(f"\n{section}")
        click.echo(textwrap.fill(", ".join(own), PLAIN_WIDTH, initial_indent="    ", subsequent_indent="    "))
    return 0


def _show_definitions(found: list[Definition], folder: Path, form: str) -> int:
    if form == JSON:
        told = [_definition_json(each) for each in found]
        echo_json({"folder": folder_name(folder), "definitions": told})
        return 0
    for number, each in enumerate(found):
        click.echo(
            f"{'' if number == 0 else chr(10)}{file_name(folder, each.place.file)}:{each.place.line}  {each.section}"
        )
        click.echo(_BROUGHT.sub(lambda note: f"{note[1]}{file_name(folder, note[2])}", each.text))
    return 0


def _about(header: Header) -> dict[str, object]:
    return {"title": header.title, "players": list(header.players), "recommended": header.recommended}


def _option_json(id_: str, option: Option) -> dict[str, object]:
    return {
        "id": id_,
        "nature": option.nature,
        "question": _line(option.question),
        "about": _line(option.about),
        "values": [value.source for value in option.values],
        "default": option.default,
    }


def _definition_json(found: Definition) -> dict[str, object]:
    place = found.place
    return {"id": found.id, "section": found.section, "file": place.file, "line": place.line, "text": found.text}


def _line(text: Text | None) -> str:
    return "" if text is None else " ".join(text.source.split())


def _table(*names: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in names:
        table.add_column(name, overflow="fold")
    return table
