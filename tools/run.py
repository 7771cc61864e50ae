"""Run `rulewright COMMAND...` from a checkout, on a machine that has only Python 3.11 and pip."""

import sys

import starter

if __name__ == "__main__":
    starter.become(starter.prepare(), ["-P", "-m", "rulewright", *(sys.argv[1:] or ["--help"])])
