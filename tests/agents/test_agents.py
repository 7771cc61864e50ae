"""The shelf of agents: each is one file of its own name, says what it does, and only ever takes an option."""

import gc
import inspect
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright import agents
from rulewright.agents import AGENTS, READERS
from rulewright.pack.load import read
from rulewright.play.deals import Redealer
from rulewright.play.decisions import Decision
from rulewright.play.flow import Status
from rulewright.play.game import Game
from rulewright.play.glances import Glancer
from rulewright.play.permuting import any_other, rename
from rulewright.play.runner import Runner
from rulewright.play.views import View
from rulewright.play.watched import WatchedRunner
from rulewright.resources import content_root
from rulewright.rulebook.load import load
from rulewright.rulebook.rulebook import Rulebook
from rulewright.table.luck import Stream, fresh_stream
from tests.knowledge.test_laws import secrets
from tests.play.toy import toy


def opened(pack: Path, players: int = 2, watched: bool = True) -> Rulebook:
    book, faults = load(pack, {}, players, (), watched=watched)
    assert book is not None, faults
    return book


def test_every_file_is_registered_under_its_name() -> None:
    files = [file.stem for file in Path(inspect.getfile(agents)).parent.glob("*.py") if file.stem != "__init__"]
    assert sorted(AGENTS) == sorted(files)
    for name, agent in AGENTS.items():
        assert inspect.isfunction(agent)
        assert agent.__name__ == name
        assert inspect.getdoc(agent)


@pytest.mark.parametrize("name", list(AGENTS))
@pytest.mark.parametrize("pack", ["arkham_express", "connect_four", "kuhn_poker", "noughts_and_crosses"])
def test_every_agent_plays_every_bundled_pack(pack: str, name: str) -> None:
    book = opened(content_root() / pack, watched=name in READERS)
    runner = (WatchedRunner if name in READERS else Runner)(book, [AGENTS[name]] * 2)
    for number in range(2):
        assert runner.play(0, number).status is Status.OVER


def test_those_that_read_their_view_are_agents() -> None:
    assert set(AGENTS) > READERS


def test_random_takes_each_option_as_often() -> None:
    book = toy()
    decision = Decision(book, book.table(), 1)
    decision.count = 5
    luck = Stream(fresh_stream(0, 0, "agent 1"))
    taken = Counter(AGENTS["random"](decision, View(book, 1), luck) for _ in range(10_000))
    assert sorted(taken) == [0, 1, 2, 3, 4]
    assert all(1_800 < count < 2_200 for count in taken.values())


def test_a_watched_game_is_the_same_as_an_unwatched_one() -> None:
    lean = Runner(opened(content_root() / "arkham_express", watched=False), [AGENTS["random"]] * 2)
    watched = WatchedRunner(opened(content_root() / "arkham_express"), [AGENTS["random"]] * 2)
    for number in range(5):
        assert lean.play(0, number) == watched.play(0, number)
        assert lean.answers == watched.answers
    assert lean.chosen == watched.chosen
    assert lean.offered == watched.offered


# ---- greedy ----------------------------------------------------------------------------------------------------------

SHOPPING = """\
pack: {id: shopping, title: Shopping, version: 1.0, players: 1, recommended: 1, seats: each}
kinds:
  player:
    fields:
      coins: int = 6 min 0
      tools: int = 0
      fame: int = 0
  ware:
    fields: {price: int, use: int}
    lies: area
areas: {stall: {}, home: {}}
things:
  ware:
    spoon: {at: stall, price: 2, use: 1}
    saw: {at: stall, price: 3, use: 7}
    kettle: {at: stall, price: 6, use: 8}
dice:
  luck: [good, bad]
menus:
  market:
    with: (player me)
    repeat: true
actions:
  buy:
    in: market
    with:
      w: stall.ware
    cost:
      me.coins: w.price
    do: |
      move(w, home)
      me.tools += w.use
  boast:
    in: market
    cost: {me.coins: 1}
    do: me.fame -= 1
  bet:
    in: market
    once: game
    cost: {me.coins: 1}
    do: me.fame += 8 * roll(luck, 1).good
flow:
  day:
    each: player
    as: me
    do: offer(market, me)
  sell: |
    for p in player:
      let given = pick(home.ware, "Which do you give away?", by=p, n=0..2)
      for w in given: p.fame -= w.use
bots:
  value: me.tools + me.coins + me.fame
"""


def test_greedy_takes_what_is_worth_most_and_then_stops(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(SHOPPING, encoding="utf-8")
    game = Game(opened(tmp_path, 1), 0, 0, [AGENTS["greedy"]])
    assert game.run().fault is None
    choices = [(prompt, names) for _, prompt, names in game.view(1).choices]
    assert ("buy.w", ("saw",)) in choices
    assert ("market", ("boast",)) not in choices
    assert choices[-2:] == [("market", ("done",)), ("Which do you give away?", ())]


BIDDING = """\
pack: {id: bidding, title: Bidding, version: 1.0, players: 2..3, recommended: 3, seats: each}
kinds:
  player:
    fields: {coins: int = 0, hats: int = 0}
flow:
  bids:
    loop: 3
    steps:
      all:
        each: player
        as: me
        together: true
        do: |
          me.coins += pick(0..4, "How many coins?", by=me)
          if ask("A hat?", by=me): me.hats += 1
bots:
  value: me.coins + me.hats
"""


@pytest.mark.parametrize("players", [2, 3])
def test_greedy_takes_what_is_worth_most_where_all_decide_at_once(tmp_path: Path, players: int) -> None:
    (tmp_path / "pack.yaml").write_text(BIDDING, encoding="utf-8")
    game = Game(opened(tmp_path, players), 0, 0, [AGENTS["greedy"]] * players)
    assert game.run().fault is None
    choices = [(seat, names) for seat, _, names in game.view(1).choices]
    assert choices == [(seat, (name,)) for _ in range(3) for seat in range(1, players + 1) for name in ("4", "yes")]


HARD_CASES = sorted(file.parent for file in (Path(__file__).parents[1] / "hard_cases").rglob("pack.yaml"))


@pytest.mark.parametrize("pack", HARD_CASES, ids=lambda pack: pack.name)
def test_greedy_plays_every_hard_case(pack: Path) -> None:
    source, _ = read(pack)
    header = source.header() if source is not None else None
    assert header is not None
    players = header.players[1]
    runner = WatchedRunner(opened(pack, players), [AGENTS["greedy"]] * players)
    assert [runner.play(0, number).fault for number in range(2)] == [None, None]


@pytest.mark.parametrize("pack", ["kuhn_poker", "rise_of_the_necromancers"])
def test_what_greedy_looks_into_goes_without_a_search_for_garbage(pack: str) -> None:
    game = Game(opened(content_root() / pack), 0, 0, [None, None])
    luck = Stream(fresh_stream(0, 0, "agent 1"))
    game.run()
    gc.disable()
    try:
        for _ in range(2):
            decision = game.decision
            assert decision is not None
            view = game.view(decision.seat)
            gc.collect()
            index = AGENTS["greedy"](decision, view, luck)
            assert gc.collect() == 0
            anew = view.deals(2)
            assert not any(deal.is_spent for deal in anew)
            for deal in anew:
                deal.let_go()
            game.answer(index)
    finally:
        gc.enable()


def test_greedy_takes_a_row_where_it_sees_one() -> None:
    book = opened(content_root() / "noughts_and_crosses")
    runner = WatchedRunner(book, [AGENTS["greedy"], AGENTS["random"]])
    outcomes = [runner.play(0, number).outcome for number in range(60)]
    assert sum(outcome is not None and outcome.winners == (1,) for outcome in outcomes) > 45


def test_greedy_takes_the_same_whatever_it_is_that_its_seat_does_not_know(tmp_path: Path) -> None:
    compared: list[bool] = []
    taken: set[int] = set()

    def agent(decision: Decision, view: View, luck: Stream) -> int:
        start = game.last_checkpoint
        answers = []
        for twin in (
            others(game, decision, view.seat) if not decision.stop and start.answers == len(game.answers) else ()
        ):
            assert twin.decision is not None
            answers.append(AGENTS["greedy"](twin.decision, twin.view(view.seat), Stream(fresh_stream(0, 0, "same"))))
            compared.append(twin.table.save() != game.table.save())
        assert len(set(answers)) <= 1
        taken.update(answers)
        return AGENTS["random"](decision, view, luck)

    for book in (opened(content_root() / "kuhn_poker"), secrets(tmp_path, "bots:\n  value: sum(me.hand.card.rank)\n")):
        for number in range(3):
            game = Game(book, 7, number, [agent, agent])
            assert game.run().fault is None
    assert any(compared)
    assert len(taken) > 1


def others(game: Game, decision: Decision, seat: int) -> Iterator[Game]:
    """Games that are the same to a seat, with the same luck to come: what it does not know has changed places."""
    glance = Glancer(game.book)
    redealer = Redealer(game, decision, seat, "others")
    start = game.last_checkpoint
    for number in range(4):
        luck = Stream(fresh_stream(0, number, "others"))
        world, table = game.book.compiled.world, game.book.table()
        assert world is not None
        table.restore(start.state)
        rename(game.book.compiled, world, table, any_other(world, table, redealer.past.kept, luck))
        twin = game.stand_in(replace(start, state=table.save()), game.luck.copy(), redealer.before)
        twin.run()
        same = twin.decision is not None and twin.decision.names == decision.names
        if same and glance(twin.table, seat) == glance(game.table, seat):
            yield twin
