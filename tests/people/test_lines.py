"""Lines of `says:` and `show:`: when they are said, what they read, and what they tell of."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.agents import AGENTS
from rulewright.people.happenings import happenings
from rulewright.people.picture import all_arrows, picture
from rulewright.people.screens import Size, question_screen
from rulewright.play.game import Game
from rulewright.play.sights import Sights
from rulewright.rulebook.load import load
from rulewright.rulebook.rulebook import Rulebook
from tests.language.emit.harness import HEADER

WORLD = """
kinds:
  player: {fields: {coins: int = 0 min 0 max 9}}
  cup: {fields: {full: bool = false}}
things:
  cup: {mug: {title: Mug, at: shelf}, bowl: {title: Bowl, at: shelf}}
places:
  shelf: {holds: cup, ordered: true}
  table: {holds: cup}
"""


def opened(folder: Path, text: str) -> Rulebook:
    (folder / "pack.yaml").write_text(HEADER + text, encoding="utf-8")
    book, faults = load(folder, {}, 2, (), watched=True)
    assert book is not None, faults
    return book


def told(folder: Path, text: str, seat: int = 1) -> list[str]:
    """What a seat reads of a game of the small world in which nothing is decided, or the first option taken."""
    book = opened(folder, WORLD + text)
    game = Game(book, 0, 0, [lambda *_: 0] * 2, told=True)
    game.run()
    return happenings(game, [seat])


def test_a_line_is_said_when_its_text_has_run(tmp_path: Path) -> None:
    lines = told(
        tmp_path,
        """
flow:
  a: pay(player_1, 2); pay(player_1, 3)
procs:
  pay(player p, int n):
    do: p.coins += n
    says: "{p} gets {n} and has {p.coins}"
""",
    )
    assert lines == ["Player 1 gets 2 and has 2", "Player 1 gets 3 and has 5"]


def test_a_line_reads_the_result(tmp_path: Path) -> None:
    text = """
flow:
  a: |
    if earn(player_2) > 1: player_2.coins = 9
procs:
  earn(player p) -> int:
    do: |
      p.coins += 2
      return p.coins
    says: "{p} has {result}"
"""
    assert told(tmp_path, text) == ["Player 2 has 2"]


def test_what_a_told_text_moves_is_told_by_its_line_alone(tmp_path: Path) -> None:
    text = """
flow:
  a: fetch(mug); move(bowl, table)
procs:
  fetch(cup c):
    do: carry(c)
    says: "{c} is taken"
  carry(cup c): move(c, table)
"""
    assert told(tmp_path, text) == ["Mug is taken", "Bowl: Shelf → Table"]


def test_what_rules_and_hooks_do_meanwhile_is_told_apart(tmp_path: Path) -> None:
    text = """
flow:
  a: fetch(mug)
procs:
  fetch(cup c):
    do: move(c, table)
    says: "{c} is taken"
rules: |
  follow: when mug.at == table and bowl.at == shelf: move(bowl, table)
hooks: |
  after fetch: move(mug, shelf)
"""
    assert told(tmp_path, text) == ["Bowl: Shelf → Table", "Mug is taken", "Mug: Table → Shelf"]


def test_a_call_that_never_happened_is_not_told(tmp_path: Path) -> None:
    text = """
flow:
  a: fetch(mug)
procs:
  fetch(cup c):
    do: move(c, table)
    says: "{c} is taken"
hooks: |
  instead fetch: player_1.coins = 1
"""
    assert told(tmp_path, text) == []


def test_a_line_reads_parameters_as_modifiers_and_hooks_left_them(tmp_path: Path) -> None:
    text = """
flow:
  a: pay(player_1, 1)
procs:
  pay(player p, int n):
    do: p.coins += n
    says: "{p} gets {n}"
mods: |
  of pay.n: add 2
"""
    assert told(tmp_path, text) == ["Player 1 gets 3"]


def test_a_text_that_leaves_or_ends_has_happened(tmp_path: Path) -> None:
    text = """
flow:
  a: flee(player_1); player_1.coins = 9
  b: stop(player_2)
procs:
  flee(player p):
    do: |
      p.coins = 1
      leave(a)
    says: "{p} flees with {p.coins}"
  stop(player p):
    do: end(win=p, "Enough")
    says: "{p} has enough"
"""
    assert told(tmp_path, text) == ["Player 1 flees with 1", "Player 2 has enough"]


def test_steps_are_told_as_they_begin_for_each_item_and_round(tmp_path: Path) -> None:
    text = """
flow:
  round:
    loop: 2
    as: n
    says: "Round {n}"
    steps:
      turn:
        each: player
        as: me
        says: "{me} is next"
        steps:
          earn: pay(me)
      rest:
        if: player_1.coins > 1
        do: player_1.coins = 0
        says: all rest
  last:
    each: player
    as: me
    together: true
    do: me.coins = 5
    says: "{me}, too"
procs:
  pay(player me):
    do: me.coins += 1
    says: "{me} earns"
"""
    turns = ["Player 1 is next", "Player 1 earns", "Player 2 is next", "Player 2 earns"]
    last = ["Player 1, too", "Player 2, too"]
    assert told(tmp_path, text) == ["Round 1", *turns, "Round 2", *turns, "all rest", *last]


def test_a_step_that_stands_in_for_another_is_not_told(tmp_path: Path) -> None:
    text = """
flow:
  a:
    do: player_1.coins += 1
    says: never
hooks: |
  instead a: player_2.coins = 1
"""
    assert told(tmp_path, text) == []


def test_rules_have_lines(tmp_path: Path) -> None:
    text = """
flow:
  a: move(mug, table)
rules: |
  fill: for c in table.cup when not c.full: c.full = true
says:
  fill: "{c} is filled"
"""
    assert told(tmp_path, text) == ["Mug is filled", "Mug: Shelf → Table"][::-1]


def test_a_choice_is_told_in_words_unless_a_line_tells_of_it(tmp_path: Path) -> None:
    text = """
flow:
  a: offer(chest, player_1); offer(chest, player_2)
menus:
  chest:
    with: (player me)
    must: true
actions:
  take:
    in: chest
    with:
      c: shelf.cup
    do: move(c, table)
    says: "{me} takes {c}"
  leave_it_there:
    in: chest
    do: me.coins += 1
"""
    assert told(tmp_path, text) == ["Player 1 takes Mug", "Player 2 takes Bowl"]
    silent = text.replace('    says: "{me} takes {c}"\n', "")
    assert told(tmp_path, silent) == [
        "Player 1: take: which cup? » Mug",
        "Mug: Shelf → Table",
        "Player 2: take: which cup? » Bowl",
        "Bowl: Shelf → Table",
    ]
    named = silent.replace("c: shelf.cup", "first_cup: shelf.cup").replace("move(c,", "move(first_cup,")
    assert told(tmp_path, named)[0] == "Player 1: take: first cup » Mug"


def test_an_action_of_a_thing_is_told_with_the_thing(tmp_path: Path) -> None:
    text = """
  desk: {holds: cup, live: true}
flow:
  a: move(mug, desk); offer(chest, player_1)
menus:
  chest:
    with: (player me)
    must: true
"""
    acting = """  cup:
    fields: {full: bool = false}
    me: player_1
    actions:
      drink:
        in: chest
        do: me.coins += 2
        says: "{me} drinks from {this}"
"""
    world = WORLD.replace("  cup: {fields: {full: bool = false}}\n", acting)
    game = Game(opened(tmp_path, world + text), 0, 0, [lambda *_: 0] * 2, told=True)
    game.run()
    assert happenings(game, [1]) == ["Mug: Shelf → Desk", "Player 1 drinks from Mug"]


def test_dice_are_told_to_those_who_see_them(tmp_path: Path) -> None:
    text = """
dice:
  coin: {faces: [heads]}
flow:
  a: |
    let r = roll(coin, 2)
    reroll(r, take(r, 1))
    let s = roll(coin, 1, to=player_2)
    if s.heads > 0: player_2.coins = 1
"""
    public = ["dice: heads, heads", "dice: heads, heads"]
    assert told(tmp_path, text, 1) == public
    assert told(tmp_path, text, 2) == [*public, "dice: heads"]


def test_each_seat_reads_what_it_may_name(tmp_path: Path) -> None:
    text = (
        WORLD.replace("{fields: {full: bool = false}}", "{hidden: [], fields: {full: bool = false}}")
        + """
  hand: {holds: cup, per: player, sees: owner}
  sack: {holds: cup, sees: none}
flow:
  a: move([mug, bowl], sack); draw_one(player_1)
procs:
  draw_one(player p):
    do: draw(sack, p.hand)
    says: "{p} draws {p.hand.cup}"
"""
    )
    game = Game(opened(tmp_path, text), 0, 0, [AGENTS["random"]] * 2, told=True)
    game.run()
    own, other = (happenings(game, [seat])[-1] for seat in (1, 2))
    assert own in ("Player 1 draws Mug", "Player 1 draws Bowl")
    assert other == "Player 1 draws cup at Hand"
    assert happenings(game, [1, 2])[-1] not in (own, other)


def test_a_game_is_the_same_whether_it_is_told_or_not(tmp_path: Path) -> None:
    text = """
  hand: {holds: cup, per: player}
flow:
  round:
    loop: 40
    says: again
    steps:
      turn:
        each: player
        as: me
        says: "{me}"
        do: swap(me)
procs:
  swap(player me):
    do: |
      let c = pick(cup, "Which?", by=me)
      if c: move(c, me.hand)
    says: "{me} swaps"
"""
    book = opened(tmp_path, WORLD + text)
    games = [Game(book, 4, 0, [AGENTS["random"]] * 2, told=told) for told in (False, True)]
    for game in games:
        game.run()
    assert games[0].answers == games[1].answers
    assert games[0].table.fuel == games[1].table.fuel
    lean, _ = load(tmp_path, {}, 2)
    assert lean is not None
    assert not any("say" in op.__name__ for op in lean.ops)


# ---- the picture -----------------------------------------------------------------------------------------------------


def drawn(folder: Path, text: str, seat: int = 1) -> tuple[list[str], list[str], list[str]]:
    book = opened(folder, WORLD + text)
    game = Game(book, 0, 0, [None, None], told=True)
    game.run()
    found = picture(Sights(book, game.table, 1 << seat), [seat], 60)
    return found.board, found.beside, found.hand


def test_without_a_word_of_the_pack_public_fields_are_shown(tmp_path: Path) -> None:
    text = """
areas:
  hall: {title: Hall}
  yard: {title: Yard}
flow:
  a: player_1.coins = 3; mug.full = true; move(bowl, yard)
"""
    board, beside, hand = drawn(tmp_path, text)
    assert board == ["Yard: Bowl", "empty: Hall"]
    assert beside == ["Player 1 (coins 3)", "Player 2 (coins 0)", "Shelf: Mug (full)"]
    assert hand == []


def test_rows_lines_places_and_the_hand(tmp_path: Path) -> None:
    text = """
areas:
  hall: {title: Hall}
  yard: {title: Yard}
  loft: {title: The loft below the roof}
flow:
  a: move(bowl, yard); mug.owner = player_1
show:
  rows:
    - hall . yard
    - [~, loft]
  lines:
    player: "{it}: {it.coins} coins"
    cup: "{it}!"
  hand: cup
  places: [table]
"""
    board, beside, hand = drawn(tmp_path, text)
    assert [line.split() for line in board] == [["Hall", "Yard"], ["Bowl"], [], ["The", "loft", "below", "the", "roof"]]
    assert board[0].index("Yard") == board[1].index("Bowl") > 30
    assert beside == ["Player 1: 0 coins", "Player 2: 0 coins", "Table: nothing"]
    assert hand == ["You: Mug!"]
    assert drawn(tmp_path, text, 2)[1] == ["Player 1: 0 coins", "Player 2: 0 coins", "Player 1: Mug!", "Table: nothing"]


def test_arrows_are_told_with_those_that_are_closed(tmp_path: Path) -> None:
    text = """
areas: {hall: {title: Hall}, yard: {title: Yard}, loft: {title: Loft}}
arrows: [hall <-> yard, hall -> loft]
flow:
  a: "for e in yard.exits: e.link.open = false"
"""
    book = opened(tmp_path, WORLD + text)
    game = Game(book, 0, 0, [None, None], told=True)
    game.run()
    told_of = all_arrows(Sights(book, game.table, 2), 60)
    assert told_of == ["Hall: arrows to Yard (closed), Loft", "Yard: arrows to Hall (closed)"]


BARRED = """
areas: {hall: {title: Hall}, yard: {title: Yard}}
arrows: [hall <-> yard]
kinds:
  bar: {fields: {thick: bool = true}}
  note: {hidden: [grim], fields: {grim: bool = false}}
places:
  drawer: {holds: note, sees: none}
things:
  bar: {beam: {at: hall_yard}}
  note: {warning: {at: drawer, grim: true}}
flow:
  a: shuffle(drawer)
"""


@pytest.mark.parametrize(
    ("mods", "closed"),
    [
        ("of link.open if .bar[.thick]: set false", True),
        ("of link.open if count(note) == 1 and it == hall_yard: set false", True),
        ("of link.open if .from.note or .bar[.thick]: set false", False),
        ("of link.open if note[.grim]: set false", False),
        ("of link.open if warning.at == drawer and knows(player_1, warning): set false", False),
    ],
)
def test_modifiers_close_ways_for_people_where_all_may_know_what_they_read(
    mods: str, closed: bool, tmp_path: Path
) -> None:
    book = opened(tmp_path, BARRED + f'mods: "{mods}"\n')
    game = Game(book, 0, 0, [None, None], told=True)
    game.run()
    sign = " (Beam, closed)" if closed else " (Beam)"
    told_of = all_arrows(Sights(book, game.table, 2), 60)
    assert told_of == [f"Hall: arrows to Yard{sign}", f"Yard: arrows to Hall{sign}"]


def test_arrows_are_told_with_the_lines_of_their_links(tmp_path: Path) -> None:
    text = (
        BARRED + 'mods: "of link.open if .bar: set false"\nshow: {lines: {link: "width {count(.bar) + 1}", bar: BAR}}\n'
    )
    book = opened(tmp_path, text)
    told_of = all_arrows(Sights(book, Game(book, 0, 0, [None, None], told=True).table, 2), 60)
    assert told_of[0] == "Hall: arrows to Yard (width 2, BAR, closed)"


def test_only_the_steps_that_run_stand_in_the_first_line(tmp_path: Path) -> None:
    text = """
flow:
  bids:
    each: player
    as: me
    do: me.coins = 1
  turns:
    each: player
    as: me
    do: me.coins = pick(1..2, "Coins", by=me)
"""
    game = Game(opened(tmp_path, WORLD + text), 0, 0, [None, None], told=True)
    game.run()
    assert list(Sights(game.book, game.table, 2).running()) == [("turns", "Player 1")]


def test_who_look_together_are_told_whose_a_hand_is(tmp_path: Path) -> None:
    text = """
flow:
  a: mug.owner = player_1; bowl.owner = player_2
show: {hand: cup}
"""
    book = opened(tmp_path, WORLD + text)
    game = Game(book, 0, 0, [None, None], told=True)
    game.run()
    hand = picture(Sights(book, game.table, 6), [1, 2], 60).hand
    assert hand == ["Player 1: Mug (of Player 1)", "Player 2: Bowl (of Player 2)"]


def test_things_alike_are_counted_and_loads_are_told(tmp_path: Path) -> None:
    world = WORLD.replace("kinds:\n", "kinds:\n  bead: {fields: {worth: int = 1}}\n")
    beads = "  bead: {pearl: {title: Pearl, at: box, count: 3}, seed: {title: Seed, at: mug}}\n"
    world = world.replace("things:\n", "things:\n" + beads)
    book = opened(tmp_path, world + "  box: {holds: [bead, cup]}\nflow:\n  a: move(mug, box)\n")
    game = Game(book, 0, 0, [None, None], told=True)
    game.run()
    assert "Box: Mug [Seed]; 3 × Pearl" in picture(Sights(book, game.table, 2), [1], 60).beside


Choices = str | list[str]
TOGETHER = {
    "a step": """
flow:
  bids:
    each: player
    as: me
    together: true
    do: me.coins = pick(1..3, "How much?", by=me)
""",
    "a block": """
flow:
  bids: |
    let player.bid = 0
    together:
      for me in player: me.bid = pick(1..3, "How much?", by=me)
    for p in player: p.coins = p.bid
""",
    "some": """
flow:
  bids:
    each: player
    as: me
    together: true
    do: |
      for c in pick(shelf.cup, "How much?", n=0..2, by=me): me.coins += 1
""",
}


@pytest.mark.parametrize(
    ("how", "first", "second", "told"),
    [("a step", "1", "2", ["1", "2"]), ("a block", "1", "2", ["1", "2"]), ("some", [], ["mug"], ["nothing", "Mug"])],
)
def test_what_was_chosen_together_is_told_when_all_have_answered(
    tmp_path: Path, how: str, first: Choices, second: Choices, told: list[str]
) -> None:
    game = Game(opened(tmp_path, WORLD + TOGETHER[how]), 0, 0, [None, None], told=True)
    game.run()
    game.answer(second, 2)
    assert [happenings(game, [seat]) for seat in (1, 2)] == [[], []]
    game.answer(first, 1)
    lines = [f"Player {seat}: How much? » {said}" for seat, said in enumerate(told, 1)]
    assert [happenings(game, [seat]) for seat in (1, 2)] == [lines, lines]
    assert [seat for seat, _, _ in game.view(1).choices] == [1, 2]


def test_lines_of_texts_in_a_block_are_told_once(tmp_path: Path) -> None:
    text = """
flow:
  bids: |
    let player.bid = 0
    together:
      for me in player: me.bid = chosen(me)
procs:
  chosen(player me) -> int:
    do: return pick(1..3, "How much?", by=me)
    says: "{me} says {result}"
"""
    assert told(tmp_path, text) == ["Player 1 says 1", "Player 2 says 1"]


def test_what_a_mere_letter_asks_for_is_said(tmp_path: Path) -> None:
    text = """
flow:
  a: |
    let r = roll(bones, 6)
    offer(again, player_1, r)
dice:
  bones: {faces: [skull, bone]}
menus:
  again:
    with: (player me, roll r)
actions:
  ring_twice:
    in: again
    with:
      d: r
      n: 1..3
      cup_to_fill: cup
    do: cup_to_fill.full = n > 1 and d.skull > 0
"""
    game = Game(opened(tmp_path, WORLD + text), 0, 0, [None, None], told=True)
    game.run()
    game.answer("ring_twice")
    asked = []
    while game.decision is not None:
        asked.append((game.decision.id, game.decision.text))
        game.answer(0)
    assert asked == [
        ("ring_twice.d", "ring twice: which die?"),
        ("ring_twice.n", "ring twice: which number?"),
        ("ring_twice.cup_to_fill", "ring twice: cup to fill"),
    ]


LARGE = """
areas:
  grid_{n}: {for: {n: 1..9}, title: "Field {n}"}
kinds:
  stone: {}
  player: {}
  game: {fields: {heat: int = 3}}
things:
  stone: {pebble: {at: grid_1, count: 2}, rock: {at: grid_1}, brick: {at: grid_3}}
places:
  rack: {holds: stone, per: player, count: 2}
flow:
  a: pebble_1.owner = player_1
show:
  rows: [grid_1 . grid_2, grid_3 . grid_4, . grid_5 ., grid_6 . ., grid_7 grid_8 grid_9]
  places: rack
  lines: {game: "Heat {it.heat}"}
"""


def test_a_row_may_reach_into_what_is_empty_beside_it(tmp_path: Path) -> None:
    book = opened(tmp_path, LARGE.replace("rock: {at", "rock: {title: A Large Rock, at"))
    drawn = picture(Sights(book, Game(book, 0, 0, [None, None], told=True).table, 2), [1], 44)
    assert drawn.board[:5] == [
        "Field 1                       Field 2",
        "A Large Rock",
        "2 × Pebble",
        "",
        "Field 3                       Field 4",
    ]
    assert drawn.tight == [
        "Field 1: A Large              Field 2",
        " Rock; 2 × Pebble",
        "Field 3: Brick                Field 4",
        "               Field 5",
        "Field 6",
        "Field 7        Field 8        Field 9",
    ]
    assert drawn.game == ["Heat 3"]
    assert drawn.beside == ["Player 1's rack: nothing | nothing", "Player 2's rack: nothing | nothing"]
    assert drawn.hand == []


def test_the_last_of_a_row_reaches_to_its_left(tmp_path: Path) -> None:
    book = opened(tmp_path, LARGE.replace("brick: {at: grid_3", "brick: {title: The Longest of Bricks, at: grid_4"))
    drawn = picture(Sights(book, Game(book, 0, 0, [None, None], told=True).table, 2), [1], 44)
    at = drawn.tight.index("Field 3                 Field 4: The Longest")
    assert drawn.tight[at + 1] == "                         of Bricks"
    assert max(map(len, [*drawn.tight, *drawn.board])) <= 44


def test_a_screen_that_is_too_small_shows_the_board_close_together(tmp_path: Path) -> None:
    book = opened(tmp_path, LARGE.replace("flow:\n  a: ", 'flow:\n  a: ask("Well?", by=player_1)\n  b: '))
    game = Game(book, 0, 0, [None, None], told=True)
    game.run()
    assert game.decision is not None
    large = question_screen(game, game.decision, 0, Size(44, 30))
    small = question_screen(game, game.decision, 0, Size(44, 14))
    assert large.index("Heat 3") > large.index("Field 6")
    assert small[1] == "Heat 3"
    assert small[7:9] == ["Field 7        Field 8        Field 9", "(2 lines more: type `board`)"]
    assert len(small) <= 14
