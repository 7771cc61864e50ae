"""Calls with all that answers them, in the plain order: modifiers, before, instead, the text, after, what is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rulewright.language.program import CallSymbol, HookSymbol, WaitSymbol
from rulewright.language.tree import Expression, Given, Innermost, Past, Proceed, PutGiven, Runs, Wait, WasGiven
from rulewright.language.types import Ended, List, Running
from tests.oracle.decisions import decide
from tests.oracle.machine import Env, Machine, Waiting, nothing
from tests.oracle.rules import changed
from tests.oracle.state import modified_value

RESULT, CALL = "result", "$call"
Run = Callable[[dict[str, Any]], Any]


class ProceededTwice(Exception):
    """A ProceededTwice is a hook that would let one call run twice."""


class Cancelled(Exception):
    """A Cancelled is an action that cannot be paid for when its text is about to run: it never happens."""


@dataclass(slots=True)
class Frame:
    """A Frame is a call while it runs: what it was given, what it has given, and how it goes on from a hook."""

    symbol: CallSymbol
    values: dict[str, Any]
    made: int
    result: Any = None
    happened: bool = False
    rest: list[Callable[[], None]] = field(default_factory=list)


def symbol_of(machine: Machine, unit: str) -> CallSymbol | None:
    """The call that a unit is, if anything is asked of it."""
    return next((each for each in machine.program.calls.values() if unit in each.units), None)


def answered(machine: Machine, unit: str, values: dict[str, Any], run: Run) -> Any:
    """Run a call with what answers it; `run` is its text, given its parameters."""
    symbol = symbol_of(machine, unit)
    if symbol is None:
        return run(values)
    frame = Frame(symbol, values, machine.serial, False if symbol.nature == "menu" else nothing(symbol.result))
    _modify(machine, frame)
    machine.frames.setdefault(symbol.name, []).append(frame)
    try:
        around(machine, frame, lambda: run(frame.values))
    finally:
        machine.frames[symbol.name].pop()
    return frame.result


def around(machine: Machine, frame: Frame, run: Callable[[], Any]) -> None:
    """What runs before, instead of and after a text."""
    there = {(hook.id, thing): me for hook, thing, me in live(machine, frame, "after")}
    before(machine, frame)
    instead(machine, frame, run)
    if frame.happened:
        after(machine, frame, there)
        keep(machine, frame)


def before(machine: Machine, frame: Frame) -> None:
    """The hooks before a call, and what waits for its beginning."""
    for hook, thing in _in_order(machine, frame, "before", {}):
        here = _acts(machine, hook, thing)
        if here is not None:
            _try(machine, frame, hook, thing, here[0])
    for waiting in _waits(machine, frame, "before"):
        _fire(machine, frame, waiting)


def instead(machine: Machine, frame: Frame, run: Callable[[], Any]) -> None:
    """The first hook that stands in for a call; if it proceeds those still to come, and at last the text."""
    pairs = _hooks(machine, frame, "instead")

    def stood_in(way: Callable[[], bool], used: tuple[int, ...], chosen: bool) -> bool:
        frame.rest.append(partial(go, used, chosen))
        try:
            return way()
        finally:
            frame.rest.pop()

    def go(used: tuple[int, ...], chosen: bool) -> None:
        prompt, seat = _orderer(machine, frame, "instead")
        if prompt is not None and (seat > 0 or chosen):
            while open_ := [k for k in range(len(pairs)) if k not in used and _ready(machine, frame, *pairs[k], {})]:
                taken = _taken(machine, prompt, seat, open_)
                used = (*used, taken)
                if stood_in(partial(_stands_in, machine, frame, *pairs[taken]), used, True):
                    return
        else:
            for k in range(max(used, default=-1) + 1, len(pairs)):
                if stood_in(partial(_stands_in, machine, frame, *pairs[k]), tuple(range(k + 1)), False):
                    return
        if stood_in(partial(_waited, machine, frame), tuple(range(len(pairs))), chosen):
            return
        try:
            frame.result = run()
        except Cancelled:
            return
        frame.happened = True

    go((), False)


def _orderer(machine: Machine, frame: Frame, moment: str) -> tuple[int | None, int]:
    """The prompt by which somebody orders the hooks of a moment, and who; none where nobody does."""
    prompt = machine.program.orders.get((frame.symbol.name, moment))
    if prompt is None or machine.program.simultaneous is None:
        return None, 0
    return prompt, machine.value(machine.program.simultaneous, {})


def _taken(machine: Machine, prompt: int, seat: int, ready: list[int]) -> int:
    taken: int = ready[0] if len(ready) == 1 or seat <= 0 else decide(machine, prompt, seat, ready, {})
    return taken


def _in_order(
    machine: Machine, frame: Frame, moment: str, there: Mapping[tuple[str, int], Any]
) -> Iterator[tuple[HookSymbol, int]]:
    """The hooks of a moment in order of declaration, or as somebody orders those that may run."""
    pairs = _hooks(machine, frame, moment)
    prompt, seat = _orderer(machine, frame, moment)
    if prompt is None or seat <= 0:
        yield from pairs
        return
    left = list(range(len(pairs)))
    while ready := [k for k in left if _ready(machine, frame, *pairs[k], there)]:
        left.remove(taken := _taken(machine, prompt, seat, ready))
        yield pairs[taken]


def _here(machine: Machine, hook: HookSymbol, thing: int, there: Mapping[tuple[str, int], Any]) -> tuple[Any] | None:
    """Who acts in a hook that is live now, or was when the call began; None where it is not."""
    here = _acts(machine, hook, thing)
    return (_last(machine, hook, thing, there),) if here is None and (hook.id, thing) in there else here


def _ready(machine: Machine, frame: Frame, hook: HookSymbol, thing: int, there: Mapping[tuple[str, int], Any]) -> bool:
    """Whether a hook may run, if it is wanted."""
    here = _here(machine, hook, thing, there)
    return here is not None and _holds(machine, hook, thing, {"this": thing, "me": here[0], CALL: frame})


def _holds(machine: Machine, hook: HookSymbol, thing: int, env: Env) -> bool:
    """Whether a hook has not run in its period yet, and its condition holds."""
    if hook.once and machine.marks[hook.id][max(thing, 0)]:
        return False
    return hook.condition is None or bool(machine.value(hook.condition, env))


def _waited(machine: Machine, frame: Frame) -> bool:
    """Whether something that waits has stood in for a call."""
    return any(_fire(machine, frame, each) for each in _later(machine, frame))


def _later(machine: Machine, frame: Frame) -> Iterator[Waiting]:
    """What waits to stand in for a call; one whose moment has passed does not come again."""
    for each in _waits(machine, frame, "instead"):
        if each.serial > frame.values.get("$passed", 0):
            frame.values["$passed"] = each.serial
            yield each


def after(machine: Machine, frame: Frame, there: Mapping[tuple[str, int], Any]) -> None:
    """The hooks after a call, those included whose things were live when it began."""
    for hook, thing in _in_order(machine, frame, "after", there):
        here = _here(machine, hook, thing, there)
        if here is not None:
            _try(machine, frame, hook, thing, here[0])
    for waiting in _waits(machine, frame, "after"):
        _fire(machine, frame, waiting)


def _last(machine: Machine, hook: HookSymbol, thing: int, there: Mapping[tuple[str, int], Any]) -> Any:
    """Who acted last in the behaviour of a thing while it was live."""
    return machine.acted.get((hook.id, thing), there[hook.id, thing])


def remember(machine: Machine) -> None:
    """Note who acts in every behaviour that is live now."""
    for hook in machine.program.hooks:
        for thing in hook.things if hook.me is not None else ():
            here = _acts(machine, hook, thing)
            if here is not None:
                machine.acted[hook.id, thing] = here[0]


def _hooks(machine: Machine, frame: Frame, moment: str) -> list[tuple[HookSymbol, int]]:
    """All hooks on a call at a moment, live or not, in order of declaration."""
    own = [each for each in machine.program.hooks if each.call == frame.symbol.name and each.moment == moment]
    pairs = [(each, thing) for each in own for thing in each.things or (-1,)]
    return sorted(pairs, key=lambda pair: (pair[0].order, pair[1]))


def live(machine: Machine, frame: Frame, moment: str) -> Iterator[tuple[HookSymbol, int, Any]]:
    for hook, thing in _hooks(machine, frame, moment):
        here = _acts(machine, hook, thing)
        if here is not None:
            yield hook, thing, here[0]


def _acts(machine: Machine, hook: HookSymbol, thing: int) -> tuple[Any] | None:
    """Who acts in a hook that is live now; None where it is not."""
    env = {"this": thing}
    if thing >= 0 and hook.live is not None and not machine.value(hook.live, env):
        return None
    return (machine.value(hook.me, env) if hook.me is not None else None,)


def _stands_in(machine: Machine, frame: Frame, hook: HookSymbol, thing: int) -> bool:
    here = _acts(machine, hook, thing)
    return here is not None and _try(machine, frame, hook, thing, here[0])


def _try(machine: Machine, frame: Frame, hook: HookSymbol, thing: int, me: Any) -> bool:
    """Whether a hook ran: its mark, its condition, the question."""
    env: Env = {"this": thing, "me": me, CALL: frame}
    if not _holds(machine, hook, thing, env):
        return False
    if hook.ask is not None:
        seat = machine.value(hook.ask.decider, env)
        if not decide(machine, hook.ask.prompt, seat, (True, False), env):
            return False
    if hook.once:
        machine.marks[hook.id][max(thing, 0)] = True
    _text(machine, hook.routine, env)
    return True


def _text(machine: Machine, routine: str, env: Env) -> None:
    symbol = machine.program.routines[routine]
    with machine.call(routine):
        machine.body(symbol.body, {each.name: env[each.name] for each in symbol.parameters} | {"$went": False})


# ---- what waits ------------------------------------------------------------------------------------------------------


def _waits(machine: Machine, frame: Frame, moment: str) -> Iterator[Waiting]:
    """What waits for a call and was made before it began, in order of making."""
    for waiting in list(machine.waiting):
        symbol = machine.program.waits[waiting.hook]
        mine = symbol.call == frame.symbol.name and symbol.moment == moment
        if mine and waiting.serial <= frame.made and waiting in machine.waiting:
            yield waiting


def _fire(machine: Machine, frame: Frame, waiting: Waiting) -> bool:
    """What waits runs once, if its condition holds."""
    symbol: WaitSymbol = machine.program.waits[waiting.hook]
    env: Env = {**dict(zip((each.name for each in symbol.kept), waiting.kept, strict=True)), CALL: frame}
    if symbol.condition is not None and not machine.value(symbol.condition, env):
        return False
    machine.waiting.remove(waiting)
    _text(machine, symbol.routine, env)
    return True


def wait(machine: Machine, node: Wait, env: Env) -> None:
    """A `next` is made."""
    machine.serial += 1
    kept = [machine.value(each, env) for each in node.kept]
    fixed = tuple(tuple(v) if isinstance(n.type, List) else v for n, v in zip(node.kept, kept, strict=True))
    machine.waiting.append(Waiting(machine.serial, node.hook, fixed))


# ---- reading and setting ---------------------------------------------------------------------------------------------


def _modify(machine: Machine, frame: Frame) -> None:
    """The modifiers of the parameters, once, as the call begins."""
    for name in [each.name for each in frame.symbol.parameters]:
        field_ = f"{frame.symbol.name}({name})"
        env: Env = {CALL: frame}
        for op in ("set", "add", "max", "min"):
            for each in (each for each in machine.program.modifiers if each.field == field_ and each.op == op):
                if all(machine.value(text, env) for text in (each.live, each.condition) if text is not None):
                    frame.values[name] = modified_value(op, frame.values[name], machine.value(each.amount, env))


def given(machine: Machine, node: Given, env: Env) -> Any:
    """A parameter or the result of a running call."""
    frame = machine.value(node.of, env)
    return frame.result if node.name == RESULT else frame.values[node.name]


def put_given(machine: Machine, node: PutGiven, env: Env) -> None:
    """A parameter of a running call, or its result, gets another value."""
    frame, value = machine.value(node.of, env), machine.value(node.value, env)
    if node.op != "=":
        before_ = frame.result if node.name == RESULT else frame.values[node.name]
        value = before_ + value if node.op == "+=" else before_ - value
    if node.name == RESULT:
        frame.result = value
    else:
        frame.values[node.name] = value


def reading(machine: Machine, node: Expression, env: Env) -> Any:
    """What is read of calls that run or have ended."""
    match node:
        case Given():
            return given(machine, node, env)
        case Innermost(call=call):
            return machine.frames[call][-1]
        case Runs(call=call):
            return call in machine.running or bool(machine.frames.get(call))
        case Past(call=call, period=period):
            return list(range(len(machine.ended.get((call, period), []))))
        case WasGiven(name=name, of=of):
            assert isinstance(of.type, Ended)
            return machine.ended[of.type.call, of.type.period][machine.value(of, env)][name]
        case Proceed(of=of):
            assert isinstance(of.type, Running)
            if env["$went"]:
                raise ProceededTwice
            env["$went"] = True
            machine.value(of, env).rest[-1]()
            return None
    raise AssertionError(node)


# ---- what ended ------------------------------------------------------------------------------------------------------


def keep(machine: Machine, frame: Frame) -> None:
    """Keep a call that has ended for each running period of which some text asks."""
    for call, period in machine.asked:
        if call == frame.symbol.name and runs(machine, period):
            machine.ended.setdefault((call, period), []).append({**frame.values, RESULT: frame.result})
            changed(machine, [("past", 0)])


def runs(machine: Machine, period: str) -> bool:
    """Whether a period runs."""
    names = (period, f"offer.{period}", f"action.{period}")
    return period == "game" or period in machine.running or any(name in machine.open for name in names)
