"""What is known of a thing before the things of a game have their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.text.spans import Span, Text

Values = Mapping[str, tuple[Text, Text]]


@dataclass(slots=True)
class Draft:
    """A Draft is a thing before all numbers are known."""

    id: str
    definition: str
    kind: str
    title: str
    span: Span
    values: Values = field(default_factory=dict)
    at: Text | None = None
    owner: Text | None = None
    of: str = ""
    ends: tuple[str, str, str] = ("", "", "")
    both_ways: bool = False
    origin: str = ""
    local: Mapping[str, int] = field(default_factory=dict)
