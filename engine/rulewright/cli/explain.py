"""The command `explain`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill

import click

from rulewright.console.choices import JSON, completed_by, echo_json, format_option
from rulewright.console.reference import Entry, entries, explained
from rulewright.pack.schema import SYNONYMS
from rulewright.text.suggest import nearest

WIDTH = 100
INDENT = "    "


@click.command("explain")
@click.argument("id_", metavar="[ID]", required=False, shell_complete=completed_by("ids_of_all"))
@format_option
def command(id_: str | None, form: str) -> int:
    """Say what a word, a key, a message or an agent means.

    An ID is a word that messages, texts or files of a pack use, such as maybe-none, draw, choose, flow or given.
    Without one all that can be explained are listed.
    """
    if id_ is None:
        return _list(entries(), form)
    found = explained(id_)
    if not found:
        near = SYNONYMS.get(id_) or nearest(id_, dict.fromkeys(each.id for each in entries()))
        hint = f"did you mean {near}?" if near else "without an ID all are listed."
        raise click.UsageError(f"nothing is called {id_!r}: {hint}")
    if form == JSON:
        echo_json({"id": found[0].id, "entries": [_as_json(each) for each in found]})
        return 0
    click.echo("\n\n".join("\n".join(_lines(each)) for each in found))
    return 0


def _list(known: Sequence[Entry], form: str) -> int:
    natures: dict[str, list[str]] = {}
    for each in known:
        natures.setdefault(each.nature, []).append(each.id)
    if form == JSON:
        echo_json({"known": natures})
        return 0
    for nature, ids in natures.items():
        listed = ", ".join(dict.fromkeys(ids))
        click.echo(f"{nature}:")
        click.echo(fill(listed, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False))
    return 0


def _lines(entry: Entry) -> Iterator[str]:
    yield f"{entry.id}: {entry.nature}"
    yield from (f"{INDENT}{form}" for form in entry.forms)
    for paragraph in entry.text.split("\n\n"):
        if paragraph.startswith(" "):
            yield from (f"{INDENT}{line}" for line in paragraph.split("\n"))
        else:
            yield fill(" ".join(paragraph.split()), WIDTH, break_on_hyphens=False)
    for example in entry.examples:
        place, *lines = example.split("\n")
        yield place
        yield from (f"{INDENT}{line}" for line in lines)


def _as_json(entry: Entry) -> dict[str, object]:
    return {
        "nature": entry.nature,
        "forms": list(entry.forms),
        "text": entry.text,
        "examples": list(entry.examples),
    }
