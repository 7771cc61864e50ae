"""What completes a word of a command line, where it takes more than a list of names to say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import click
from click.shell_completion import CompletionItem

from rulewright.agents import AGENTS
from rulewright.console.definitions import definitions
from rulewright.console.reference import entries
from rulewright.pack.listing import find
from rulewright.pack.load import PackSource, read, sections
from rulewright.resources import content_root
from rulewright.text.diagnostics import Diagnostic


def options(context: click.Context, begun: str) -> list[CompletionItem[Any]]:
    """Values of options, `option=value`, of the packs that were named; else files, which may be overlays."""
    known = [
        CompletionItem(f"{id_}={value.source}", help=option.question.source if option.question else None)
        for source in _sources(context)
        for id_, option in source.options().items()
        for value in option.values
    ]
    return [CompletionItem(begun, type="file"), *(each for each in known if each.value.startswith(begun))]


def agents(_: click.Context, begun: str) -> list[CompletionItem[Any]]:
    """Ids of agents, also behind others and a comma."""
    before, comma, last = begun.rpartition(",")
    return _begin_so((f"{before}{comma}{id_}" for id_ in AGENTS), f"{before}{comma}{last}")


def ids_of_definitions(context: click.Context, begun: str) -> list[CompletionItem[Any]]:
    """Ids of the definitions of the pack that was named."""
    trees = (sections(source, {}, ())[0] for source in _sources(context))
    return _begin_so((each.id for tree in trees for each in definitions(tree)), begun)


def ids_of_all(_: click.Context, begun: str) -> list[CompletionItem[Any]]:
    """All that `explain` explains."""
    return _begin_so((each.id for each in entries()), begun)


def _begin_so(names: Iterable[str], begun: str) -> list[CompletionItem[Any]]:
    return [CompletionItem(name) for name in sorted(set(names)) if name.startswith(begun)]


def _sources(context: click.Context) -> Iterator[PackSource]:
    """The packs that the line names so far, those that can be read. Behind an option without its value what was given
    before stands in `args`, not in `params`."""
    for each in [*(context.params.get(key) for key in ("pack", "name", "names")), *context.args]:
        for name in each if isinstance(each, tuple) else (each,):
            folder = find(name, content_root()) if name else None
            source, _ = read(folder) if folder is not None and not isinstance(folder, Diagnostic) else (None, [])
            if source is not None:
                yield source
