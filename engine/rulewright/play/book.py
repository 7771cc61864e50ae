"""What play needs of a rulebook, as a protocol, so that it depends on no way of loading one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from rulewright.language.compiled import Compiled
from rulewright.table.table import Table


class Book(Protocol):
    """A Book is a rulebook: a pack, checked, compiled and linked for chosen options and a number of players.

    `namespace` holds the functions that `compiled` names, `ops` those of the flow. `digest` tells packs apart that
    differ in any byte, `fingerprints` definitions that read otherwise; `origins` says of each definition whether it is
    from the `rulebook` or `reconstructed`. `menus` gives for the prompt of a menu its actions' ids. `team` is whether
    all players win or lose together. `options` holds the chosen values, `overlays` the files laid over the pack.
    `files` are the texts of its files.
    """

    @property
    def pack(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def digest(self) -> str: ...

    @property
    def options(self) -> Mapping[str, str]: ...

    @property
    def overlays(self) -> Sequence[str]: ...

    @property
    def team(self) -> bool: ...

    @property
    def compiled(self) -> Compiled: ...

    @property
    def namespace(self) -> Mapping[str, Any]: ...

    @property
    def table(self) -> type[Table]: ...

    @property
    def ops(self) -> Sequence[Callable[[Any], int]]: ...

    @property
    def menus(self) -> Mapping[int, Sequence[str]]: ...

    @property
    def fingerprints(self) -> Mapping[str, str]: ...

    @property
    def files(self) -> Mapping[str, str]: ...

    @property
    def origins(self) -> Mapping[str, str]: ...
