"""With which code a command ends; 0 is clean."""

AT_FAULT = 1
"""The content is at fault: a pack, a game that it broke, a record that does not fit."""

USED_WRONGLY = 2
ENGINE_AT_FAULT = 3
INTERRUPTED = 130

CLOSED_PIPE = 141
"""As a shell tells of a process that wrote to a pipe which nobody reads."""
