"""The author's guide does what it says: each step is taken, and prints what stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from guide import OutOfStep, renewed

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "content" / "README.md").read_text(encoding="utf-8")


def test_the_steps_print_what_stands_there() -> None:
    assert renewed(GUIDE) == GUIDE, "renew it with: python3 tools/update.py"


def test_the_house_rule_is_the_one_that_is_tested() -> None:
    (shown,) = re.findall(r"```yaml\n# compass\.yaml\n(.*?)```", GUIDE, re.DOTALL)
    tested = (ROOT / "tests" / "house_rules" / "arkham_express" / "compass.yaml").read_text(encoding="utf-8")
    assert tested.partition("\n")[2] == shown  # its first line is for editors


NEW = "```console\n$ python3 tools/run.py new g\n...\n```\n"
SERIES = """```console
$ python3 tools/run.py playtest g --games 30
...
wins   games  share  95 % interval
seat 1    7   100.0 %  1.0 to 2.0 %
...
rounds   3.3   4.0   9.0   5.1
...
```
"""


def test_numbers_are_renewed_and_what_is_left_out_stays_out() -> None:
    lines = renewed(NEW + SERIES).splitlines()[4:]
    assert [line for line in lines if line == "..."] == ["..."] * 3
    assert lines != SERIES.splitlines()
    assert [line.split()[0] for line in lines if line[0] not in "`$."] == ["wins", "seat", "rounds"]


@pytest.mark.parametrize(
    ("block", "reason"),
    [
        (SERIES.replace("rounds", "round"), "no longer prints this:\nround"),
        (SERIES.replace("playtest g", "playtest h"), "ends with 2: "),
        (SERIES.replace("tools/run.py", "run.py"), "a command begins with"),
        (SERIES.replace("$ ", "", 1), "before any command"),
        ("```diff\n# g/pack.yaml\n-  id: h\n+  id: g\n```\n", "this stands 0 times in g/pack.yaml:\n  id: h"),
        ("```yaml\nthings: {}\n```\n", "names no file"),
        ("```python\n1\n```\n", "not 'python'"),
    ],
)
def test_what_cannot_be_renewed_is_named(block: str, reason: str) -> None:
    with pytest.raises(OutOfStep) as caught:
        renewed(NEW + block)
    assert reason in str(caught.value)
