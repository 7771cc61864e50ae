"""`python -m rulewright` is the `rulewright` command."""

from rulewright.cli import main

if __name__ == "__main__":
    main()
