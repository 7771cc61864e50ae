"""What waits for a call: making a `next`, and letting it run when its moment comes."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rulewright.language.analysis.calls import Answers, past_column, waiting_column
from rulewright.language.analysis.trees import walk
from rulewright.language.compiled import Kept
from rulewright.language.emit import python as py
from rulewright.language.emit.emitter import Emitter
from rulewright.language.emit.frames import (
    CALL,
    SINCE,
    hook_place,
)
from rulewright.language.emit.hooks import lets_step
from rulewright.language.emit.names import column_slot
from rulewright.language.emit.truths import tested
from rulewright.language.program import WaitSymbol
from rulewright.language.tree import (
    Expression,
    Wait,
)
from rulewright.text.spans import Span

Block = list[ast.stmt]


def waits_function(emitter: Emitter, answers: Answers, moment: str) -> str:
    """The function that lets what waits run, in order of making; of those that stand in for a text only the first."""
    name = f"<next {moment} {answers.symbol.name}>"

    def build() -> Block:
        entry = "$e"
        ways: Block = []
        for wait in (each for each in answers.waits if each.moment == moment):
            ways.append(
                py.when(
                    py.compare("==", py.at(py.name(entry), py.const(1)), py.const(_number(emitter, wait))),
                    _fired(emitter, answers, wait, moment),
                )
            )
        column = waiting(answers)
        fits = py.between(py.name("$from"), py.at(py.name(entry), py.const(0)), py.name("$to"))
        still = py.compare("in", py.name(entry), waiting(answers))
        to = py.calculate("+", py.name(SINCE), py.const(1))
        first = py.calculate("+", py.name("$first"), py.const(1))
        loop = py.each(entry, py.call(emitter.use("tuple"), column), [py.when(py.both([fits, still]), ways)])
        return [py.let("$to", to), py.let("$from", first), loop, py.give(py.const(False))]

    span = answers.symbol.span
    unit = f"hooks {answers.symbol.name}"

    def write() -> None:
        emitter.function(name, [CALL, SINCE, "$first"], span, unit, build)

    return emitter.helper(name, write)


def _number(emitter: Emitter, wait: WaitSymbol) -> int:
    return list(emitter.program.waits).index(wait.id)


def _fired(emitter: Emitter, answers: Answers, wait: WaitSymbol, moment: str) -> Block:
    """What waits runs once if its condition holds."""
    kept: Block = [py.let(each.name, py.at(py.name("$e"), py.const(index))) for index, each in enumerate(wait.kept, 2)]
    gone = py.do(py.method(waiting(answers), "remove", py.name("$e")))
    arguments = [py.name(each.name) for each in wait.kept]
    run: Block = [gone]
    if moment == "instead" and answers.symbol.nature != "step":
        bits = len(answers.bits.get("instead", []))
        place = py.calculate("+", py.at(py.name("$e"), py.const(0)), py.const(bits))
        run.append(py.put(py.name(CALL), py.const(hook_place(answers)), place))
    text = py.call(wait.routine, py.table(), *arguments, py.name(CALL))
    if lets_step(emitter, emitter.program.routines[wait.routine]):
        run.append(py.when(py.negated(text), [py.give(py.const(True))]))
    else:
        run += [py.do(text), *([py.give(py.const(True))] if moment == "instead" else [])]
    if wait.condition is None:
        return [*kept, *run]
    return [*kept, py.when(tested(emitter, wait.condition), run)]


def wait(emitter: Emitter, node: Wait) -> Block:
    """A `next` is made: it keeps a number that tells when, which it is, and the values it will need."""
    symbol = emitter.program.waits[node.hook]
    values = [_fixed(emitter, each) for each in node.kept]
    entry = py.grouped([serial(emitter), py.const(_number(emitter, symbol)), *values])
    column = py.slot(column_slot(waiting_column(symbol.call)))
    return [py.add_to_slot("serial", "+", py.const(1)), py.do(py.method(column, "append", entry))]


def serial(emitter: Emitter) -> ast.expr:
    """How many `next` were made, which tells what was made before a call began from what came later."""
    emitter.scalars.setdefault("serial", 0)
    return py.slot("serial")


def _fixed(emitter: Emitter, node: Expression) -> ast.expr:
    """A value that nothing changes: of a list its items as they now are."""
    made = emitter.value(node)
    return py.call(emitter.use("tuple"), made) if str(node.type).startswith("a list") else made


def kept_of_calls(emitter: Emitter) -> tuple[Kept, ...]:
    """What a table keeps of calls that ended and of what waits."""
    found: list[Kept] = []
    for name, answers in emitter.analysis.calls.answers.items():
        given = [*((each.name, each.type) for each in answers.symbol.parameters), ("result", answers.symbol.result)]
        names, types = tuple(each for each, _ in given), tuple(kind for _, kind in given)
        found += [Kept(column_slot(past_column(name, period)), -1, "", names, types) for period in answers.kept]
        for wait in answers.waits:
            names, types = tuple(each.name for each in wait.kept), tuple(each.type for each in wait.kept)
            text = _written(emitter.lines.files.get(wait.span.file, ()), _whole(emitter, wait))
            found.append(Kept(column_slot(waiting_column(name)), _number(emitter, wait), text, names, types))
    return tuple(found)


def _whole(emitter: Emitter, wait: WaitSymbol) -> Span:
    """Where a `next` stands, with its statements."""
    head = wait.span
    spans = [getattr(node, "span", head) for node in walk(emitter.program.routines[wait.routine].body)]
    line, column = max((each.end_line, each.end_column) for each in (head, *spans) if each.file == head.file)
    return Span(head.file, head.line, head.column, line, column)


def _written(file: Sequence[str], span: Span) -> str:
    """What stands at a span of a file, in one line."""
    lines = list(file[span.line - 1 : span.end_line])
    if lines:
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
    return "; ".join(" ".join(line.split()) for line in lines).replace(":; ", ": ")


def waiting(answers: Answers) -> ast.expr:
    return py.slot(column_slot(waiting_column(answers.symbol.name)))
