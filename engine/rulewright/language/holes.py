"""The holes of texts in quotation marks, `{…}`, each of which shows a value."""

from __future__ import annotations

import re

HOLE = re.compile(r"\{([^{}]*)\}")


def pieces(text: str) -> tuple[str, ...]:
    """What stands before, between and behind the holes of a text: always one more than there are holes."""
    return tuple(HOLE.split(text)[::2])
