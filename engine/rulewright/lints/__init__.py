"""The shelf of lints: judgements on a pack that can be played. A lint is one file and one line of LINTS; its id is the
name of its function with hyphens, its docstring its documentation."""

from types import MappingProxyType

from rulewright.lints.stale_ignore import stale_ignore
from rulewright.lints.unread_local import unread_local
from rulewright.lints.unused_definition import unused_definition

LINTS = MappingProxyType(
    {
        each.id: each
        for each in (
            unused_definition,
            unread_local,
            stale_ignore,
        )
    }
)
"""Every lint by its id; the one about ignores is the last, as it tells which have hidden nothing."""
