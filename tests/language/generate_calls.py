"""Hooks of made-up packs, what waits, what is read of running and past calls, and blocks of branches."""

from __future__ import annotations

from dataclasses import replace

from tests.language.generate_statements import Lines, block, indented, put
from tests.language.generate_texts import Pen, Scope

MOMENTS = ("before", "after", "instead")
PERIODS = ("turn", "round", "game", "job", "phase")
BUILT_IN = {
    "move": (("what", "list coin"), ("to", "thing")),
    "show": (("what", "list coin"),),
    "shuffle": (),
    "roll": (),
}
STEPS = {"turn": (("me", "player"),), "phase": (), "each_imp": (("x", "imp"),), "tick": ()}


def heads(pen: Pen, scope: Scope, bearer: str, most: int) -> Lines:
    """Some hooks of the pack, or of a kind whose things act for their owners or for nobody."""
    return [line for _ in range(pen.below(most + 1)) for line in _head(pen, scope, bearer)]


def _head(pen: Pen, scope: Scope, bearer: str) -> Lines:
    call, moment = _call(pen), pen.one_of(MOMENTS)
    pure = call in pen.procs and pen.procs[call][2]
    calls = scope.calls if pen.chance(6) and not pure else ()
    inner = replace(scope, calls=calls, menus=(), steps=(), returns="")
    if bearer:
        inner = inner.having("this", bearer)
    acts = bearer == "imp"
    if acts:
        inner = replace(inner.having("me", "player"), acts=True)
    head = f"{moment} {call}"
    if acts and not pure and pen.chance(4):
        head += ' may "Answer?"'
    if pen.chance(4) and not pure:
        head += f" once {pen.one_of(PERIODS)}"
    if pen.below(3):
        head += f" if {condition(pen, replace(inner, pure=True), call)}"
    body = [_set(pen, replace(inner, pure=True), call, moment)] if pure else _text(pen, inner, call, moment)
    return [f"{head}:", *indented([line for line in body if line] or ["game.sum += 0"])]


def _call(pen: Pen) -> str:
    known = [*pen.procs, *pen.procs, *pen.actions, *STEPS, *BUILT_IN, *pen.rules]
    return pen.one_of(known)


def parameters(pen: Pen, call: str) -> tuple[tuple[str, str], ...]:
    """The parameters of a call with their types."""
    if call in pen.procs:
        return tuple((f"p{number}", kind) for number, kind in enumerate(pen.procs[call][0]))
    if call in pen.actions:
        return (("me", "imp"),)
    return {**STEPS, **BUILT_IN}.get(call, ())


def condition(pen: Pen, scope: Scope, call: str) -> str:
    """What is asked of a call that runs, of one that has ended, or of anything."""
    own = parameters(pen, call)
    match pen.below(4):
        case 0 if own:
            name, kind = pen.one_of(own)
            return _asked(pen, scope, f"{call}.{name}", kind)
        case 1:
            return ended(pen, scope)
        case _:
            return pen.truth(scope, 1)


def _asked(pen: Pen, scope: Scope, path: str, kind: str) -> str:
    match kind:
        case "int":
            return f"{path} {pen.one_of(['<', '>', '=='])} {pen.number(scope, 0)}"
        case "bool":
            return path
        case "list coin":
            return pen.one_of([f"{path}[coin]", f"count({path}) > 1", f"{path}[gem]"])
        case "thing":
            return f"{path} == {pen.one_of(['deck', 'pile', 'bag', 'cave'])}"
        case "color":
            return f"{path} == {pen.color(scope, 0)}"
        case _:
            return f"{path} == {pen.thing(scope, kind, 0)}"


def ended(pen: Pen, scope: Scope) -> str:
    """What is asked of calls that have ended."""
    call, period = pen.one_of([*pen.procs, *pen.actions, "turn", "phase"]), pen.one_of(PERIODS)
    own = [(name, kind) for name, kind in parameters(pen, call) if kind != "list coin"]
    if own and pen.chance(2):
        name, kind = pen.one_of(own)
        return f"not past({call}, {period})[{_asked(pen, scope, f'.{name}', kind)}]"
    return pen.one_of([f"not past({call}, {period})", f"count(past({call}, {period})) < 3"])


def running(pen: Pen, scope: Scope) -> Lines:
    """A text that looks whether a call is running, and then at what it was given."""
    call = pen.one_of([*pen.procs, *pen.actions, *STEPS])
    own = parameters(pen, call)
    if not own:
        return [f"if {call}: {put(pen, scope, 1)}"]
    name, kind = pen.one_of(own)
    return [f"if {call} and {_asked(pen, replace(scope, pure=True), f'{call}.{name}', kind)}: {put(pen, scope, 1)}"]


def _text(pen: Pen, scope: Scope, call: str, moment: str) -> Lines:
    body = block(pen, scope, 1, 2)
    if pen.chance(2):
        body = [_set(pen, scope, call, moment), *body]
    if moment != "instead":
        return body
    if call in pen.procs and pen.procs[call][1] == "int" and pen.chance(2):
        return [*body, f"{call}.result = {pen.number(scope, 1)}"]
    if call in STEPS:
        return [*body, "proceed()"] if pen.chance(2) else body
    ends = {"move": "move.result = []", "show": "show.result = []"}
    if call == "roll" or pen.below(3) or (call in pen.procs and pen.procs[call][1] and call not in ends):
        return [*body, "proceed()", *([put(pen, scope, 1)] if pen.chance(3) else [])]
    return [*body, *([ends[call]] if call in ends else [])]


def _set(pen: Pen, scope: Scope, call: str, moment: str) -> str:
    """A parameter or the result of a running call set, as far as a moment allows it."""
    gives = call in pen.procs and pen.procs[call][1] == "int"
    if moment != "before" and gives:
        return f"{call}.result {pen.one_of(['=', '+=', '-='])} {pen.number(scope, 1)}"
    own = [(name, kind) for name, kind in parameters(pen, call) if call in pen.procs]
    if moment == "after" or not own:
        return ""
    name, kind = pen.one_of(own)
    return f"{call}.{name} = {pen.value(scope, kind, 1)}"


def waiting(pen: Pen, scope: Scope) -> Lines:
    """Something that waits for a call."""
    call, moment = _call(pen), pen.one_of(MOMENTS)
    if call in pen.procs and pen.procs[call][2]:
        call = "turn"
    if call in STEPS and moment == "instead":
        moment = "after"
    period = f" in {pen.one_of(PERIODS)}" if pen.chance(2) else ""
    inner = replace(
        scope, names=tuple(each for each in scope.names if each[1] != "roll"), calls=(), menus=(), steps=(), returns=""
    )
    test = f" if {condition(pen, replace(inner, pure=True), call)}" if pen.chance(2) else ""
    body = [line for line in _text(pen, replace(inner, acts=False), call, moment) if line]
    return [f"next {moment} {call}{period}{test}:", *indented(body)]


# ---- branches --------------------------------------------------------------------------------------------------------


def branch(pen: Pen, scope: Scope, who: str) -> Lines:
    """What one player does alone: decides, and changes something."""
    quiet = replace(scope, pure=True, calls=(), menus=(), steps=(), acts=False)
    lines = Lines()
    for _ in range(1 + pen.below(2)):
        name = pen.name()
        match pen.below(4):
            case 0:
                lines += [f'if ask("Do {name}?", by={who}):', f"  {put(pen, quiet, 1)}"]
            case 1:
                lines += [f'let {name} = pick(1..{1 + pen.below(4)}, "How many {name}?", by={who})']
                lines += [f"{who}.score += {name}"]
            case 2:
                kind = pen.one_of(["imp", "area", "player"])
                source = pen.items(quiet, kind, 1)
                lines += [f'let {name} = pick({source}, "Which {name}?", by={who})', f"if {name}:"]
                lines += indented([put(pen, quiet.having(name, kind), 1)])
                if kind == "imp" and pen.chance(2):
                    lines += [f"  move({name}, {pen.thing(quiet, 'area', 0)})"]
            case _:
                lines += [f'choose("Way of {name}", by={who}):', f'  "One": {put(pen, quiet, 1)}', '  "Other"']
    return lines


def together(pen: Pen, scope: Scope) -> Lines:
    """A block of branches in a text; some put what they say into a local of each player."""
    name, bid = pen.name(), f"b{pen.name()}"
    body = branch(pen, scope.having(name, "player"), name)
    if pen.chance(2):
        return ["together:", f"  for {name} in player:", *indented(indented(body))]
    said = f'{name}.{bid} = pick(0..3, "Bid {bid}", by={name})'
    won = pen.name()
    return [
        f"let player.{bid} = {pen.below(2)}",
        "together:",
        *indented([f"for {name} in player:", f"  {said}", *(indented(body) if pen.chance(2) else [])]),
        f"for {won} in most(player, .{bid}):",
        f"  {won}.score += {won}.{bid}",
    ]
