"""The shelf of lints: judgements on a pack that can be played. A lint is one file and one line of ENTRIES; its id is
the name of its function with hyphens, its docstring its documentation."""

from types import MappingProxyType

from rulewright.lints.dead_hook import dead_hook
from rulewright.lints.deck_runs_out import deck_runs_out
from rulewright.lints.doubled_set import doubled_set
from rulewright.lints.leak import leak
from rulewright.lints.leaking_line import leaking_line
from rulewright.lints.ledger_count import ledger_count
from rulewright.lints.missing_text import missing_text
from rulewright.lints.near_twins import near_twins
from rulewright.lints.no_staying_option import no_staying_option
from rulewright.lints.reconstructed import reconstructed
from rulewright.lints.rule_loop import rule_loop
from rulewright.lints.stale_ignore import stale_ignore
from rulewright.lints.text_and_effect import text_and_effect
from rulewright.lints.undone_by_line import undone_by_line
from rulewright.lints.unpayable_cost import unpayable_cost
from rulewright.lints.unreachable_action import unreachable_action
from rulewright.lints.unreachable_area import unreachable_area
from rulewright.lints.unreachable_branch import unreachable_branch
from rulewright.lints.unreachable_prompt import unreachable_prompt
from rulewright.lints.unreachable_thing import unreachable_thing
from rulewright.lints.unread_local import unread_local
from rulewright.lints.unread_option import unread_option
from rulewright.lints.unread_parameter import unread_parameter
from rulewright.lints.unshown_area import unshown_area
from rulewright.lints.untested_rule import untested_rule
from rulewright.lints.unused_definition import unused_definition

ENTRIES = (
    leak,
    leaking_line,
    unused_definition,
    unread_local,
    unread_parameter,
    unread_option,
    unreachable_area,
    unreachable_thing,
    unreachable_action,
    unreachable_branch,
    unreachable_prompt,
    dead_hook,
    unpayable_cost,
    deck_runs_out,
    doubled_set,
    rule_loop,
    undone_by_line,
    text_and_effect,
    missing_text,
    unshown_area,
    ledger_count,
    untested_rule,
    no_staying_option,
    near_twins,
    reconstructed,
)
LINTS = MappingProxyType({each.id: each for each in (*ENTRIES, stale_ignore)})
"""Every lint by its id; the one about ignores is the last, as it tells which have hidden nothing."""
