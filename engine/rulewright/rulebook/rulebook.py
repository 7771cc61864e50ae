"""The Rulebook: a pack in playable form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from rulewright.builtins import SHELF
from rulewright.language.compiled import Compiled
from rulewright.rulebook.link import link
from rulewright.table.table import Table


@dataclass(slots=True)
class Rulebook:
    """A Rulebook is a pack checked, compiled and linked, for chosen options and a number of players.

    `digest` tells packs apart that differ in any byte, `fingerprints` definitions that read otherwise. `origins` says
    of each definition whether it is from the `rulebook` or `reconstructed`. `files` are the texts, for tracebacks.
    `team` is whether all players win or lose together. `menus` gives for the prompt of a menu its actions' ids.
    What can run is made when the rulebook is: `namespace` holds the functions that `compiled` names, `ops` those of the
    flow, `table` is the class of its games' tables. A pickled rulebook is all but that.
    """

    compiled: Compiled
    pack: str
    version: str
    digest: str
    team: bool
    options: Mapping[str, str]
    overlays: Sequence[str]
    fingerprints: Mapping[str, str]
    origins: Mapping[str, str]
    menus: Mapping[int, Sequence[str]]
    files: Mapping[str, str]
    namespace: Mapping[str, Any] = field(init=False)
    ops: Sequence[Callable[[Any], int]] = field(init=False)
    table: type[Table] = field(init=False)

    def __post_init__(self) -> None:
        linked = link(self.compiled, SHELF, self.files)
        self.namespace, self.ops, self.table = linked.namespace, linked.ops, linked.table

    def __reduce__(self) -> tuple[type[Rulebook], tuple[Any, ...]]:
        return Rulebook, tuple(getattr(self, each.name) for each in fields(self) if each.init)
