"""Statements of made-up packs, as lines without their outer indentation."""

from __future__ import annotations

from dataclasses import replace

from tests.language.generate_texts import (
    COLORED,
    ITEMS,
    MAYBES,
    PLACES,
    SET_BOOLS,
    SETTABLE,
    Pen,
    Scope,
)

Lines = list[str]


def block(pen: Pen, scope: Scope, depth: int, most: int = 3) -> Lines:
    """Some statements; a local that one makes is known to the following ones. Never empty."""
    found: Lines = []
    for _ in range(1 + pen.below(most)):
        lines, scope = statement(pen, scope, depth)
        found += lines
        for line in lines:
            if line.startswith("let ") and all(name != line.split()[1] for name, _ in scope.names):
                scope = scope.having(line.split()[1], "$")
    return found


def indented(lines: Lines) -> Lines:
    """The lines one step further in."""
    return [f"  {line}" for line in lines]


def statement(pen: Pen, scope: Scope, depth: int) -> tuple[Lines, Scope]:
    """One statement, and what can be named after it."""
    kind = pen.below(34)
    if kind < 6 or depth <= 0:
        return [put(pen, scope, depth)], scope
    if kind < 9:
        return [_move(pen, scope, depth)], scope
    if kind < 14:
        return _compound(pen, scope, depth), scope
    if kind < 16:
        return _let(pen, scope, depth)
    if kind < 21:
        return _decision(pen, scope, depth), scope
    if kind < 23:
        return _roll(pen, scope, depth), scope
    if kind < 25:
        return pen.special(pen, scope), scope
    if kind < 28:
        return [_call(pen, scope, depth)], scope
    if kind < 30:
        return [_again(pen, scope, depth)], scope
    if kind < 31:
        return _own(pen, scope, depth), scope
    if kind < 33:
        return _through(pen, scope, depth), scope
    return [_back(pen, scope, depth)], scope


def put(pen: Pen, scope: Scope, depth: int) -> str:
    """A field set, of one thing or of a list."""
    match pen.below(10):
        case 0:
            kind = pen.one_of(list(SET_BOOLS))
            return f"{pen.thing(scope, kind, 1)}.{pen.one_of(SET_BOOLS[kind])} = {pen.truth(scope, min(depth, 2))}"
        case 1:
            kind = pen.one_of(COLORED)
            return f"{pen.thing(scope, kind, 1)}.color = {pen.color(scope, 1)}"
        case 2:
            kind = pen.one_of(list(MAYBES))
            name, what = MAYBES[kind]
            value = "none" if pen.chance(3) else pen.thing(scope, what, 1)
            return f"{pen.thing(scope, kind, 1)}.{name} = {value}"
        case 3:
            kind = pen.one_of(ITEMS)
            op = pen.one_of(["=", "+=", "-="])
            source = pen.items(scope, kind, min(depth, 2))
            return f"{source}.{pen.one_of(SETTABLE[kind])} {op} {pen.number(scope, 1)}"
        case 4:
            if pen.chance(2):
                owner = "none" if pen.chance(3) else pen.thing(scope, "player", 1)
                return f"{pen.thing(scope, pen.one_of(['imp', 'coin', 'area']), 1)}.owner = {owner}"
            return f"{pen.one_of(['ford', 'link'])}.open = {pen.truth(scope, 1)}"
        case _:
            kind = pen.one_of(["imp", "imp", "coin", "gem", "area", "player", "game", "link"])
            op = pen.one_of(["=", "+=", "-=", "+=", "-="])
            return f"{pen.thing(scope, kind, 1)}.{pen.one_of(SETTABLE[kind])} {op} {pen.number(scope, min(depth, 2))}"


def _move(pen: Pen, scope: Scope, depth: int) -> str:
    """Something moved, drawn, shuffled or turned."""
    on = "top" if pen.chance(3) else ""
    match pen.below(8):
        case 0 | 1:
            what = pen.thing(scope, "imp", 1) if pen.chance(2) else pen.items(scope, "imp", min(depth, 2))
            return pen.built_in("move", what=what, to=pen.thing(scope, "area", 1), on_=on)
        case 2 | 3 | 4:
            kind = pen.one_of(["coin", "gem"])
            what = pen.thing(scope, kind, 1) if pen.chance(2) else pen.items(scope, kind, min(depth, 2))
            number = pen.few(scope) if pen.chance(2) else ""
            return pen.built_in("move", what=what, to=_holder(pen, scope), n_=number, on_=on)
        case 5:
            number = pen.few(scope) if pen.chance(2) else ""
            return pen.built_in("draw", source=pen.one_of(PLACES), to=_holder(pen, scope), n=number, on_=on)
        case 6:
            return f"shuffle({pen.one_of(PLACES)})"
        case _:
            seen = pen.who(scope) if pen.chance(3) else ""
            how = "show" if seen else pen.one_of(["show", "hide"])
            return pen.built_in(how, what=pen.items(scope, "coin", min(depth, 2)), to_=seen)


def _holder(pen: Pen, scope: Scope) -> str:
    match pen.below(4):
        case 0:
            return f"{pen.who(scope)}.hand"
        case 1:
            return pen.thing(scope, "imp", 1)
        case _:
            return pen.one_of(PLACES)


def _compound(pen: Pen, scope: Scope, depth: int) -> Lines:
    """Statements with statements in them."""
    match pen.below(6):
        case 0 | 1:
            lines = [f"if {pen.truth(scope, depth)}:", *indented(block(pen, scope, depth - 1))]
            if pen.chance(3):
                lines += [f"elif {pen.truth(scope, depth - 1)}:", *indented(block(pen, scope, depth - 1, 2))]
            if pen.chance(2):
                lines += ["else:", *indented(block(pen, scope, depth - 1, 2))]
            return lines
        case 2 | 3:
            kind = pen.one_of(ITEMS)
            name, source = pen.name(scope, kind), pen.items(scope, kind, depth)
            return [f"for {name} in {source}:", *indented(block(pen, scope.having(name, kind), depth - 1))]
        case 4:
            name = pen.name(scope, "int")
            source = f"{pen.below(3)}..{pen.number(scope, 1)}"
            return [f"for {name} in {source}:", *indented(block(pen, scope.having(name, "int"), depth - 1, 2))]
        case _:
            name = pen.name(scope, "int")
            test = pen.truth(scope, depth - 1)
            inner = block(pen, scope.having(name, "int"), depth - 1, 2)
            steps = [] if pen.chance(12) else indented([f"{name} -= 1"])
            return [f"let {name} = {1 + pen.below(4)}", f"while {name} > 0 and ({test}):", *indented(inner), *steps]


def _let(pen: Pen, scope: Scope, depth: int) -> tuple[Lines, Scope]:
    """A local, or what a maybe gives where it is something."""
    kind, how = pen.one_of(ITEMS), ""
    match pen.below(9):
        case 0 | 1:
            kind = "int"
        case 2:
            kind = f"list {pen.one_of([*ITEMS, 'int', 'color', 'place'])}"
        case 3:
            kind, how = f"maybe {pen.one_of(['imp', 'player', 'area', 'int', 'color'])}", "written"
        case 4:
            how = pen.one_of(["first", "random"])
        case 5:
            kind, how = pen.one_of(["bool", "color", "thing", "place"]), "written"
        case _:
            kind = pen.one_of(["imp", "area", "player", "int"])
    name = pen.name(scope, f"only {pen.made}" if how in ("first", "random") else kind)
    if how in ("first", "random"):
        inner = scope.having(name, kind)
        lines = [f"let {name} = {how}({pen.items(scope, kind, depth)})", f"if {name}:"]
        return [*lines, *indented(block(pen, inner, depth - 1, 2))], scope
    value = "none" if kind.startswith("maybe") and pen.chance(3) else pen.value(scope, kind, depth)
    said = f": {kind}" if how or pen.chance(6) else ""
    return [f"let {name}{said} = {value}"], scope.letting(name, kind)


def _again(pen: Pen, scope: Scope, depth: int) -> str:
    """A local that gets another value."""
    known = [(name, kind) for name, kind in scope.names if name in scope.settable]
    if not known:
        return put(pen, scope, depth)
    name, kind = pen.one_of(known)
    if kind == "int" and pen.chance(2):
        return f"{name} {pen.one_of(['+=', '-='])} {pen.number(scope, 1)}"
    return f"{name} = {pen.value(scope, kind, min(depth, 2))}"


def _own(pen: Pen, scope: Scope, depth: int) -> Lines:
    """A local with a value for each thing of a kind."""
    whose = pen.one_of(["player", "imp", "area"])
    kind = pen.one_of(["int", "bool", "color", "maybe imp", "maybe player"])
    item, name = pen.name(scope, whose), f"own_{pen.made}"
    pen.made += 1
    value = "none" if kind.startswith("maybe") else pen.value(scope, kind, 1)
    inner = scope.having(item, whose)
    lines = [f"let {whose}.{name}: {kind} = {value}", f"for {item} in {pen.items(scope, whose, 1)}:"]
    lines += indented([f"{item}.{name} = {pen.value(inner, kind, min(depth, 2))}"])
    if kind == "int":
        lines.append(f"{pen.items(scope, whose, 1)}.{name} {pen.one_of(['+=', '-=', '='])} {pen.number(scope, 1)}")
        return [*lines, f"game.sum += sum({pen.items(scope, whose, 1)}, .{name})"]
    test = {"bool": f".{name}", "color": f".{name} == {pen.color(scope, 0)}"}.get(kind, f"{item}: {item}.{name}")
    return [*lines, f"game.clock += count({whose}[{test}])"]


def _through(pen: Pen, scope: Scope, depth: int) -> Lines:
    """A loop through what is no list of things: numbers, colors, a maybe, calls that ended, what was moved or shown."""
    kind = pen.one_of(["int", "color", "place", "maybe imp", "maybe player", "coin"])
    item = kind.removeprefix("maybe ")
    name = pen.name(scope, item)
    if kind == "coin":
        source = f"draw({pen.one_of(PLACES)}, {pen.one_of(PLACES)}, {pen.few(scope)})[coin]"
    else:
        source = pen.value(scope, kind if kind.startswith("maybe") else f"list {kind}", depth)
    return [f"for {name} in {source}:", *indented(block(pen, scope.having(name, item), depth - 1, 2))]


def _back(pen: Pen, scope: Scope, depth: int) -> str:
    """A text that ends early."""
    if not scope.returns:
        return f"{put(pen, scope, depth)}; {put(pen, scope, depth)}"
    value = "" if scope.returns == "nothing" else f" {pen.value(scope, scope.returns, 1)}"
    return f"if {pen.truth(scope, 1)}: return{value}"


def _decision(pen: Pen, scope: Scope, depth: int) -> Lines:
    """Somebody decides."""
    by = "" if scope.acts and pen.below(4) else "player" if pen.chance(9) else pen.who(scope)
    kind, way = pen.one_of(ITEMS), pen.below(12)
    name = pen.name(scope, kind if way in (2, 4) else f"only {pen.made}")
    shown = f" ({{{pen.number(replace(scope, pure=True), 1)}}})" if pen.chance(3) else ""
    prompt = f'"Which {kind} is {name}?{shown}"'

    def asked(how: str, xs: str = "", **others: str) -> str:
        return pen.built_in(how, xs=xs, prompt=prompt, **others, by_=by)

    match way:
        case 10:
            kind = pen.one_of(["int", "color", "place"])
            name, source = pen.name(scope, kind), pen.value(scope, f"list {kind}", 1)
            how = pen.one_of(["n", "", "may"])
            source = source if how == "n" else f"{source}[{pen.truth(scope.item(kind), 1)}]"
            others = {"n": {"n_": "0..2"}, "may": {"may_": pen.one_of(["true", pen.truth(scope, 1)])}}.get(how, {})
            lines = [f"for {name} in {asked('pick', source, **others)}:"]
            return [*lines, *indented(block(pen, scope.having(name, kind), depth - 1, 2))]
        case 11:
            name = pen.name(scope, "color")
            lines = [f"for {name} in {asked('order', pen.value(scope, 'list color', 1))}:"]
            return [*lines, *indented(block(pen, scope.having(name, "color"), depth - 1, 2))]
        case 8:
            from_ = pen.thing(scope, "area", 1)
            lines = [f"let {name} = {asked('pick', f'{from_}.exits')}", f"if {name}:"]
            return [*lines, f"  move({pen.items(scope, 'imp', 1)}, {name}.to)", f"  {name}.link.toll += 1"]
        case 9:
            lines = [f"let {name} = {asked('pick', '[deck, pile, bag][.coin]')}", f"if {name}:"]
            return [*lines, f"  move({pen.items(scope, 'coin', 1)}, {name})"]
        case 0 | 1:
            may = pen.one_of(["", "true", pen.truth(scope, 1)])
            lines = [f"let {name} = {asked('pick', pen.items(scope, kind, depth), may_=may)}", f"if {name}:"]
            return [*lines, *indented(block(pen, scope.having(name, kind), depth - 1, 2))]
        case 2:
            number = pen.one_of([pen.few(scope), f"{pen.below(2)}..{1 + pen.below(3)}", f"0..{pen.few(scope)}"])
            lines = [f"for {name} in {asked('pick', pen.items(scope, kind, depth), n_=number)}:"]
            return [*lines, *indented(block(pen, scope.having(name, kind), depth - 1, 2))]
        case 3:
            return [f"if {asked('ask')}:", *indented(block(pen, scope, depth - 1, 2))]
        case 4:
            lines = [f"for {name} in {asked('order', pen.items(scope, kind, depth))}:"]
            return [*lines, *indented(block(pen, scope.having(name, kind), depth - 1, 2))]
        case 5 if scope.menus:
            return _offer(pen, scope)
        case _:
            return _choose(pen, scope, depth, prompt + (f", by={by}" if by else ""))


def _offer(pen: Pen, scope: Scope) -> Lines:
    """A menu that is put to somebody; what is given to it has an owner, who is asked where nobody else is named."""
    who, menu = pen.thing(scope, "imp", 0), pen.one_of(scope.menus)
    asked = "" if menu in pen.asking or pen.below(3) else f", by={pen.who(scope)}"
    offered = f"offer({menu})" if menu in pen.asking else f"offer({menu}, {who}{asked})"
    done = offered if pen.below(3) else f"if {offered}: {put(pen, scope, 1)}"
    if menu in pen.asking:
        return [done]
    return [f"if {who}.owner: {offered}"] if done == offered else [f"if {who}.owner:", f"  {done}"]


def _choose(pen: Pen, scope: Scope, depth: int, given: str) -> Lines:
    lines: Lines = []
    quiet = replace(scope, pure=True)
    for number in range(1 + pen.below(3)):
        condition = f" if {pen.truth(quiet, depth - 1)}" if pen.chance(2) else ""
        lines += [f'"Way {number}"{condition}:', *indented(block(pen, scope, depth - 1, 2))]
    if pen.chance(3):
        kind = pen.one_of([*ITEMS, "int", "color"])
        name = pen.name(scope, kind)
        inner = scope.having(name, kind)
        condition = f" if {pen.truth(quiet.having(name, kind), depth - 1)}" if pen.chance(2) else ""
        lines += [f"for {name} in {pen.value(quiet, f'list {kind}', depth - 1)}:"]
        if pen.chance(3):
            other = pen.name(inner, "area")
            lines += [f"  for {other} in {pen.items(quiet.having(name, kind), 'area', 1)}:"]
            inner = inner.having(other, "area")
            text = indented(block(pen, inner, depth - 1, 2))
            lines += indented(indented([f'"Take {{{name}}} to {{{other}}}"{condition}:', *text]))
        else:
            lines += indented([f'"Take {{{name}}}"{condition}:', *indented(block(pen, inner, depth - 1, 2))])
    return [f"choose({given}):", *indented(lines)]


def _roll(pen: Pen, scope: Scope, depth: int) -> Lines:
    """Dice thrown, changed, and looked at."""
    roll = pen.name(scope, "roll")
    inner = scope.having(roll, "roll")
    die = pen.name(inner, f"die of {roll}")
    by = pen.thing(scope, "imp", pen.below(2)) if pen.chance(2) else ""
    to = pen.who(scope) if pen.chance(5) else ""
    thrown = pen.arguments(n=pen.few(scope), why_=pen.color(scope, pen.below(2)), by_=by, to_=to)
    lines = [f"let {roll} = roll(bone, {thrown})"]
    if pen.chance(6):
        lines[0] += f" + roll(chip, {pen.below(3)}, why={pen.color(scope, 0)})"
        lines.append(f"reroll({roll}, {roll}[.hit == {pen.below(2)} and not .rerolled])")
        return [*lines, f"game.sum += {roll}.hit + count({roll}[.hit > 0])"]
    if pen.chance(2):
        lines.append(f"{roll}.{pen.one_of(['hit', 'miss', 'pips'])} {pen.one_of(['+=', '-='])} {pen.number(scope, 0)}")
    if pen.chance(2):
        lines.append(f"reroll({roll}, {roll}[.{pen.one_of(['hit', 'miss'])} == {pen.below(2)}])")
    if pen.chance(3):
        lines += [
            f"for {die} in {roll}[.{pen.one_of(['hit', 'miss'])} > 0]:",
            f"  {die}.face = {pen.one_of(['hit', 'both'])}",
            *([f"  game.sum += {die}.miss + {die}.pips"] if pen.chance(2) else []),
        ]
    if pen.chance(3):
        player = pen.thing(scope, "player", 0)
        lines.append(f'reroll({roll}, pick({roll}, "Which dice of {{{roll}}}?", n=0..2, by={player}))')
    if pen.chance(2):
        lines.append(f"if {roll}.why == {pen.color(scope, 0)} or {roll}[.rerolled]:")
        lines += indented(block(pen, inner, depth - 1, 2))
    return [*lines, f"game.sum += {roll}.{pen.one_of(['hit', 'miss'])}"]


def _shown(pen: Pen, scope: Scope) -> str:
    """What words show beside themselves: often nothing."""
    quiet = replace(scope, pure=True)
    kind = pen.one_of(ITEMS)
    shown = [pen.number(quiet, 1), pen.thing(quiet, kind, 1), pen.items(quiet, kind, 1), pen.color(quiet, 1)]
    return "".join(f", {{{each}}}" for each in shown if pen.chance(5))


def _call(pen: Pen, scope: Scope, depth: int) -> str:
    """A call, or an end of something."""
    match pen.below(10):
        case 0 if scope.steps:
            step, item = pen.one_of(scope.steps)
            who = f", {pen.thing(scope, item, 0)}" if item and pen.chance(3) else ""
            return f"if {pen.truth(scope, 1)}: leave({step}{who})"
        case 1:
            win = pen.one_of(["win=none", "win=player", f"win={pen.items(scope, 'player', 1)}", "score=.score"])
            win = "rank=[.luck, .score]" if pen.chance(6) else win
            return f'if game.clock > {pen.below(9)}: end({win}, "It is over{_shown(pen, scope)}")'
        case 2 if scope.calls:
            return f"flash({pen.thing(scope, 'coin', 1)}, {pen.number(scope, 1)})"
        case _:
            found = [name for name in scope.calls if not pen.procs[name][1] or not pen.procs[name][2]]
            if not found:
                return f"game.clock += {pen.number(scope, 1)}"
            return pen.call(scope, pen.one_of(found), depth)
