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
    "roll": (("n", "int"),),
    "reroll": (),
}
TABLES = {"prize": ("color", "int"), "tint": ("int", "color"), "home": ("thing", "area"), "lit": ("color", "bool")}
"""What a table is asked by, and what it gives."""
STEPS = {"turn": (("me", "player"),), "phase": (), "each_imp": (("x", "imp"),), "tick": ()}


def heads(pen: Pen, scope: Scope, bearer: str, most: int) -> Lines:
    """Some hooks of the pack, or of a kind whose things act for their owners or for nobody."""
    return [line for _ in range(pen.below(most + 1)) for line in _head(pen, scope, bearer)]


def _head(pen: Pen, scope: Scope, bearer: str) -> Lines:
    pen.begin()
    call, moment = _call(pen), pen.one_of(MOMENTS)
    pure = call in TABLES or (call in pen.procs and pen.procs[call][2])
    if pure and moment == "before" and not parameters(pen, call):
        moment = "after"
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
    known = [*pen.procs, *pen.procs, *pen.actions, *pen.menus, *STEPS, *BUILT_IN, *pen.rules, pen.one_of(list(TABLES))]
    return pen.one_of(known)


def result(pen: Pen, call: str) -> str:
    """What a call gives, empty where it is nothing that can be set."""
    if call in pen.procs:
        return pen.procs[call][1]
    return "bool" if call in pen.menus else TABLES.get(call, ("", ""))[1]


def parameters(pen: Pen, call: str) -> tuple[tuple[str, str], ...]:
    """The parameters of a call with their types."""
    if call in pen.procs:
        kinds = pen.procs[call][0]
        names = [f"p{number}" for number in range(len(kinds))]
        return tuple(zip(["key", *names] if call == pen.keyed else names, kinds, strict=False))
    if call in TABLES:
        return (("key", TABLES[call][0]),)
    if call in pen.asking:
        return ()
    if call in pen.actions or call in pen.menus:
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
        case "roll":
            return f"{path}.{pen.one_of(['hit', 'miss'])} > 0"
        case "list int" | "list color":
            return f"{pen.value(scope, kind.removeprefix('list '), 0)} in {path}"
        case "list coin" | "list imp":
            item = kind.removeprefix("list ")
            return pen.one_of([f"{path}[{item}]", f"count({path}) > 1", f"{pen.thing(scope, item, 0)} in {path}"])
        case "thing":
            return f"{path} == {pen.one_of(['deck', 'pile', 'bag', 'cave'])}"
        case "place":
            return f"{path} == {pen.value(scope, kind, 0)}"
        case "maybe imp":
            tested = path if path[0] == "." else f"({path} and {path}.a > 0)"
            return pen.one_of([path, tested, f"{path} == {pen.thing(scope, 'imp', 0)}"])
        case "maybe int":
            return f"({path} or 2) > {pen.number(scope, 0)}"
        case "color":
            return f"{path} == {pen.color(scope, 0)}"
        case _:
            return f"{path} == {pen.thing(scope, kind, 0)}"


def ended(pen: Pen, scope: Scope) -> str:
    """What is asked of calls that have ended."""
    call, period = pen.one_of([*pen.procs, *pen.actions, "turn", "phase"]), pen.one_of(PERIODS)
    own = [(name, kind) for name, kind in parameters(pen, call) if kind != "roll"]
    if own and pen.chance(2):
        name, kind = pen.one_of(own)
        return f"not past({call}, {period})[{_asked(pen, scope, f'.{name}', kind)}]"
    numbers = [name for name, kind in own if kind == "int"]
    if numbers and pen.chance(2):
        return f"sum(past({call}, {period}), .{pen.one_of(numbers)}) > {pen.below(4)}"
    return pen.one_of([f"not past({call}, {period})", f"count(past({call}, {period})) < 3"])


def looked_back(pen: Pen, scope: Scope) -> Lines:
    """A loop through the calls that ended."""
    call, period = pen.one_of([*pen.procs, *pen.actions]), pen.one_of(PERIODS)
    if not (own := [(name, kind) for name, kind in parameters(pen, call) if kind != "roll"]):
        return [f"game.clock += count(past({call}, {period}))"]
    name, (part, kind) = pen.name(scope, f"ended {call}"), pen.one_of(own)
    test = _asked(pen, replace(scope, pure=True), f"{name}.{part}", kind)
    return [f"for {name} in past({call}, {period}):", f"  if {test}: {put(pen, scope, 1)}"]


def running(pen: Pen, scope: Scope) -> Lines:
    """A text that looks whether a call is running, and then at what it was given."""
    call = pen.one_of([*pen.procs, *pen.actions, *pen.menus, *STEPS])
    own = parameters(pen, call)
    if not own:
        return [f"if {call}: {put(pen, scope, 1)}"]
    name, kind = pen.one_of(own)
    return [f"if {call} and {_asked(pen, replace(scope, pure=True), f'{call}.{name}', kind)}: {put(pen, scope, 1)}"]


def looked_at(pen: Pen) -> str:
    """A condition that looks whether a call or a step is running."""
    call = pen.one_of([*pen.procs, *pen.actions, *pen.menus, *STEPS])
    return pen.one_of([f"not {call}", call, f"(turn and turn.me == {pen.one_of(['player_1', 'player_2'])})"])


def _text(pen: Pen, scope: Scope, call: str, moment: str) -> Lines:
    body = block(pen, scope, 1, 2)
    pen.part()
    if pen.chance(2):
        body = [_set(pen, scope, call, moment), *body]
    if moment != "instead":
        return body
    gives = result(pen, call)
    if gives and pen.chance(2):
        return [*body, f"{call}.result = {pen.value(scope, gives, 1)}"]
    if call in STEPS:
        return [*body, "proceed()"] if pen.chance(2) else body
    ends = {"move": "move.result = []", "show": "show.result = []"}
    if call == "roll" or pen.below(3) or gives:
        return [*body, "proceed()", *([put(pen, scope, 1)] if pen.chance(3) else [])]
    return [*body, *([ends[call]] if call in ends else [])]


def _set(pen: Pen, scope: Scope, call: str, moment: str) -> str:
    """A parameter or the result of a running call set, as far as a moment allows it."""
    gives = result(pen, call)
    if moment != "before" and gives:
        op = pen.one_of(["=", "+=", "-="]) if gives == "int" else "="
        return f"{call}.result {op} {pen.value(scope, gives, 1)}"
    known = call in pen.procs or call in TABLES
    own = [(name, kind) for name, kind in parameters(pen, call) if known and kind != "roll"]
    if moment == "after" or not own:
        return ""
    name, kind = pen.one_of(own)
    return f"{call}.{name} = {pen.value(scope, kind, 1)}"


def waiting(pen: Pen, scope: Scope) -> Lines:
    """Something that waits for a call."""
    call, moment = _call(pen), pen.one_of(MOMENTS)
    if call in TABLES or (call in pen.procs and pen.procs[call][2]):
        call = "turn"
    if call in STEPS and moment == "instead":
        moment = "after"
    period = f" in {pen.one_of(PERIODS)}" if pen.chance(2) else ""
    inner = replace(scope, names=_kept(scope), calls=(), menus=(), steps=(), returns="", settable=())
    test = f" if {condition(pen, replace(inner, pure=True), call)}" if pen.chance(2) else ""
    body = [line for line in _text(pen, replace(inner, acts=False), call, moment) if line]
    return [f"next {moment} {call}{period}{test}:", *indented(body)]


def _kept(scope: Scope) -> tuple[tuple[str, str], ...]:
    """The names around something that waits: none of a roll can be kept."""
    return tuple((name, "$" if kind == "roll" else kind) for name, kind in scope.names)


# ---- branches --------------------------------------------------------------------------------------------------------


def branch(pen: Pen, scope: Scope, who: str) -> Lines:
    """What one player does alone: decides, and changes something."""
    quiet = replace(scope, pure=True, calls=(), menus=(), steps=(), acts=False, settable=())
    lines = Lines()
    for _ in range(1 + pen.below(2)):
        kind, way = pen.one_of(["imp", "area", "player"]), pen.below(4)
        name = pen.name(quiet, {1: "int", 2: f"maybe {kind}"}.get(way, "$"))
        quiet = quiet.having(name, "$")
        if "nudge" in pen.procs and pen.chance(2):
            lines.append(pen.call(quiet, "nudge", 1))
        match way:
            case 0:
                lines += [f'if ask("Do {name}?", by={who}):', f"  {put(pen, quiet, 1)}"]
            case 1:
                lines += [f'let {name}: int = pick(1..{1 + pen.below(4)}, "How many {name}?", by={who})']
                lines += [f"{who}.score += {name}"]
            case 2:
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
    name, bid = pen.name(scope, "player"), f"bid_{pen.made}"
    pen.made += 1
    body = branch(pen, scope.having(name, "player"), name)
    if pen.chance(2):
        return ["together:", f"  for {name} in player:", *indented(indented(body))]
    said = f'{name}.{bid} = pick(0..3, "Bid {bid}", by={name})'
    won = pen.name(scope, "player")
    return [
        f"let player.{bid} = {pen.below(2)}",
        "together:",
        *indented([f"for {name} in player:", f"  {said}", *(indented(body) if pen.chance(2) else [])]),
        f"for {won} in most(player, .{bid}):",
        f"  {won}.score += {won}.{bid}",
    ]
