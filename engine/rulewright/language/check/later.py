"""What packs may say one day and cannot yet: refused where it stands, never left out in silence."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.language.check.faults import Faults
from rulewright.pack.model import Pack
from rulewright.text.spans import Span


def refuse_later(pack: Pack, faults: Faults) -> None:
    """Notes every part of a pack that the language does not carry out yet."""
    for span, what, hint in _found(pack):
        faults.add("not-yet", span, f"{what} is not part of the language yet", hint)


def _found(pack: Pack) -> Iterator[tuple[Span, str, str]]:
    if pack.header.simultaneous is not None:
        yield pack.header.simultaneous.span, "`simultaneous:`", ""
