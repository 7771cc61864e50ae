"""How bash is told what completes a line: it takes `OPTION=VALUE` for three words, of which it replaces the last."""

from __future__ import annotations

from typing import Any

from click.shell_completion import BashComplete, CompletionItem


class Bash(BashComplete):
    """A Bash joins again what the shell took apart, and gives of each completion what stands behind the last `=`."""

    _known = 0

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is begun, and that one."""
        whole, begun = super().get_completion_args()
        words = [*whole, begun]
        joined: list[str] = []
        for number, word in enumerate(words):
            before = words[number - 1] if number else ""
            if joined and (word == "=" or before == "=") and not joined[-1].startswith("-"):
                joined[-1] += word
            elif word != "=":
                joined.append(word)
        if words[-1] == "=" and joined[-1].startswith("-"):
            joined.append("")
        self._known = joined[-1].rfind("=") + 1 if "=" in words[-2:] else 0
        return joined[:-1], joined[-1]

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """One completion as the shell's script reads it."""
        return f"{item.type},{str(item.value)[self._known :]}"
