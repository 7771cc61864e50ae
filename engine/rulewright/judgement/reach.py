"""What of a program can come into play: all that its flow, its rules and what is read from outside lead to.

Everything that can be led to has a key, such as `proc hurt`, `field player.coins`, `menu rest`, `thing 12`.
"""

from __future__ import annotations

import re
from typing import Any

from rulewright.language.analysis.analyse import all_steps
from rulewright.language.analysis.trees import walk
from rulewright.language.program import Choice, Cost, ModifierSymbol, Program
from rulewright.language.tree import Ask, Builtin, Call, Const, ConstList, Get, Offer, Wait, Word
from rulewright.language.types import Kind, List
from rulewright.pack.model import Pack

_HOLE = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"[A-Za-z_]\w*")


class Reach:
    """A Reach holds the keys of all that can come into play, in the order in which they were led to."""

    def __init__(self, program: Program, pack: Pack) -> None:
        self.program = program
        self._keys: dict[str, None] = {}
        self._ahead: list[Any] = []
        self._start(pack)
        self._follow()
        while self._answer():
            self._follow()

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def calls(self, name: str) -> bool:
        """Whether something can run whose calls hooks answer by this name."""
        return any(self.runs(unit) for unit in self.program.calls[name].units)

    def runs(self, unit: str) -> bool:
        """Whether a unit can run: a routine, `offer.MENU`, `step.STEP` or a built-in."""
        first, _, rest = unit.partition(".")
        if first == "offer":
            return f"menu {rest}" in self
        return first == "step" or f"proc {unit}" in self or f"built-in {unit}" in self

    def _start(self, pack: Pack) -> None:
        program = self.program
        for step in all_steps(program.flow):
            self._ahead += [step.condition, step.each, step.loop, step.timer]
            self._lead("proc", step.routine)
        for rule in program.rules:
            self._ahead += [rule.source, rule.condition]
            self._lead("proc", rule.routine)
        self._ahead += [formula.expression for formula in (*program.measures.values(), *program.values.values())]
        self._ahead.append(program.simultaneous)
        for name in shown_names(pack):
            for field in program.fields.values():
                if field.name == name:
                    self._lead("field", field.id)
            self._lead("proc", name)

    def _follow(self) -> None:
        while self._ahead:
            for node in walk((self._ahead.pop(),)):
                self._meet(node)

    def _meet(self, node: Any) -> None:
        """Lead to what a node names."""
        match node:
            case Get(field=name) | Cost(field=name):
                self._lead("field", name)
            case Call(routine=name):
                self._lead("proc", name)
            case Offer(menu=name):
                self._lead("menu", name)
            case Wait(hook=name):
                self._lead("wait", name)
            case Ask(prompt=number) | Choice(prompt=number):
                self._lead("prompt", str(number))
            case Word(name=name):
                self._lead("word", name)
            case Builtin(name=name):
                self._lead("built-in", name)
            case Const(value=int() as value, type=Kind()):
                self._lead("thing", str(value))
            case ConstList(type=List(item=Kind()), values=values):
                for value in values:
                    self._lead("thing", str(value))
            case _:
                return

    def _answer(self) -> bool:
        """Go on to hooks on what can run, and to modifiers of what can be read; gives whether there were new ones."""
        before = len(self._keys)
        for hook in self.program.hooks:
            if self.calls(hook.call) and self._new(f"hook {hook.id}"):
                self._ahead += [hook.live, hook.me, hook.ask, hook.condition]
                self._lead("proc", hook.routine)
        for index, modifier in enumerate(self.program.modifiers):
            if self._modifies(modifier) and self._new(f"modifier {index}"):
                self._ahead += [modifier.live, modifier.condition, modifier.amount]
        return len(self._keys) > before

    def _modifies(self, modifier: ModifierSymbol) -> bool:
        name, inside, _ = modifier.field.partition("(")
        if inside:
            return self.calls(name)
        return modifier.field not in self.program.fields or f"field {modifier.field}" in self

    def _new(self, key: str) -> bool:
        if key in self:
            return False
        self._keys[key] = None
        return True

    def _lead(self, nature: str, name: str) -> None:
        """Take something in, and go on to what stands in it."""
        program = self.program
        if nature == "proc" and name in program.does:
            nature = "does"
        elif nature == "proc" and name in program.tables:
            nature = "table"
        if not self._new(f"{nature} {name}"):
            return
        match nature:
            case "proc" if name in program.routines:
                self._ahead.append(program.routines[name].body)
            case "does":
                for text in program.does[name].texts.values():
                    self._lead("proc", text)
            case "table":
                self._ahead.append(tuple(value for *_, value in program.tables[name].rows))
            case "menu":
                self._lead_to_menu(name)
            case "wait":
                self._ahead.append(program.waits[name].condition)
                self._lead("proc", program.waits[name].routine)
            case "prompt":
                prompt = program.prompts[int(name)]
                self._ahead += [prompt.text.parts, *(label.parts for label in prompt.labels)]
            case "field":
                field = program.fields[name]
                self._ahead += [field.derived, field.default, field.low, field.high, *field.start.values()]

    def _lead_to_menu(self, name: str) -> None:
        menu = self.program.menus[name]
        self._ahead += [menu.who, menu.seat]
        self._lead("prompt", str(menu.prompt))
        for each in menu.actions:
            action = self.program.actions[each]
            self._new(f"action {each}")
            self._ahead += [action.live, action.condition, action.choices, action.costs]
            self._lead("proc", action.routine)


def shown_names(pack: Pack) -> list[str]:
    """The names in what people are shown: these lines are no part of the program, so what they name counts as read."""
    show = pack.show
    lines = [*(each.template for each in pack.says), *(line for _, line in show.lines.values())]
    lines += [*show.hand, *show.places]
    holes = _HOLE.findall(" ".join(each.source for each in lines))
    return list(dict.fromkeys(name for hole in holes for name in _NAME.findall(hole)))
