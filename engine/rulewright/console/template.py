"""The pack with which a game of one's own begins: it plays, is tested, and shows a bit of everything."""

from __future__ import annotations

PACK_FILE = "pack.yaml"
TESTS_FILE = "tests/taking.yaml"
ID, TITLE = "PACK_ID", "PACK_TITLE"

PACK = """\
# yaml-language-server: $schema=schemas/pack.schema.json
# A game to begin with: in turn each takes one, two or three stones from the heap, or plays a card; who takes the last
# stone wins. Change anything; `rulewright validate` says what no longer fits.
pack:
  format: 1
  id: PACK_ID
  title: PACK_TITLE
  version: 0.1.0
  players: 2..4
  recommended: 2
  seats: each                               # each for itself; `team` if all win or lose together
  credits: Made with rulewright new

options:
  heap:
    variant: how long it lasts
    question: How many stones lie on the heap?
    values: [15, 25]

kinds:
  game:
    fields:
      stones: int = opt.heap min 0
  card:
    hidden: []                              # all backs look alike
    does:
      effect: (player me)                   # what a card does when it is played

things:
  card:
    handful:
      title: Handful
      text: Take two stones more.
      at: deck
      count: 4
      effect: take_stones(me, 2)
    gift:
      title: Gift
      text: Put two stones back on the heap.
      at: deck
      count: 4
      effect: game.stones += 2

places:
  deck: {holds: card, ordered: true, sees: none}
  hand: {holds: card, per: player, sees: owner}
  discard: {holds: card, sees: all}

flow:
  setup: |
    shuffle(deck)
    for p in player: draw(deck, p.hand)
  round:
    loop: true
    steps:
      turn:
        each: player
        as: me
        do: |
          offer(before_taking, me)
          let n = pick(1..min(3, game.stones), "How many stones do you take?", by=me)
          if n: take_stones(me, n)

menus:
  before_taking:                            # may be passed
    with: (player me)

actions:
  play_card:
    in: before_taking
    with:
      c: me.hand.card
    do: |
      move(c, discard)
      effect(c, me)
    says: "{me} has played {c}"

procs:
  take_stones(player me, int n):
    do: |
      game.stones -= n
      if game.stones == 0: end(win=me, "The last stone is taken")
    says: "{me} takes {n}, {game.stones} are left"

show:
  lines:
    game: "{game.stones} stones on the heap"

measures:
  cards_played: count(discard.card)
"""

TESTS = """\
# yaml-language-server: $schema=../schemas/pack.schema.json
# What is given, what is run, and what must then be so. `rulewright test` carries them out.
tests:
  taking_makes_the_heap_smaller:
    run: take_stones(player_1, 3)
    expect: game.stones == 12
  who_takes_the_last_stone_wins:
    given: {game.stones: 2}
    run: take_stones(player_2, 2)
    expect: player_2 in game.winners
  a_handful_takes_two_more:
    given: {handful_1.at: player_1_hand}
    answers: {before_taking: play_card}
    run: offer(before_taking, player_1)
    expect: game.stones == 13 and handful_1.at == discard
  a_gift_puts_two_back:
    given: {gift_1.at: player_1_hand}
    answers: {before_taking: play_card}
    run: offer(before_taking, player_1)
    expect: game.stones == 17
"""
