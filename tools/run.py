"""Run `rulewright COMMAND...` from a checkout, on a machine that has only Python 3.11 and pip."""

import sys

import starter

if __name__ == "__main__":
    command = ["-P", "-m", "rulewright", *(sys.argv[1:] or ["--help"])]
    starter.become(starter.prepare(), command, RULEWRIGHT_COMMAND=starter.as_called())
