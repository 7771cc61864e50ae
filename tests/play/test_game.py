"""Watched games: waiting, answering, taking back, copying, going on; all equal to the game played at one go."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.agents import AGENTS
from rulewright.play.decisions import Answer, AnswerRefused, Choice, Decision
from rulewright.play.flow import Ending, Status
from rulewright.play.game import MOST_SILENT_STEPS, Game
from rulewright.play.retelling import retell
from rulewright.play.runner import Runner
from rulewright.play.views import View
from rulewright.table.laws import LawBroken
from rulewright.table.luck import Stream
from tests.play.toy import toy

RANDOM = AGENTS["random"]
OPEN = Ending(Status.OPEN)


def reference(number: int = 0) -> tuple[Ending, list[Answer]]:
    runner = Runner(toy(), [RANDOM] * 2)
    return runner.play(0, number), runner.answers


def waiting(number: int = 0) -> Game:
    """A game in which nobody answers by himself."""
    game = Game(toy(), 0, number, [None, None])
    assert game.run() == OPEN
    return game


def content(game: Game) -> str:
    """All that can be seen of where a game stands."""
    asked = game.decision
    return repr((game.table.save(), game.answers, asked and (asked.id, asked.seat, asked.names, asked.text)))


def test_answers_from_outside_make_the_same_game() -> None:
    ending, answers = reference()
    game = waiting()
    for answer in answers:
        assert game.decision is not None
        assert game.decision.seat in (1, 2)
        game.answer(answer)
    assert (game.ending, game.answers, game.decision) == (ending, answers, None)


def test_answers_by_name() -> None:
    ending, answers = reference()
    steps, _ = retell(toy(), 0, 0, answers)
    game = waiting()
    for step in steps:
        game.answer(step.chosen)
    assert (game.ending, game.answers) == (ending, answers)


def test_a_seat_that_waits_beside_one_that_does_not() -> None:
    ending, answers = reference()
    game = Game(toy(), 0, 0, [RANDOM, None])
    game.run()
    for _ in range(len(answers)):
        if game.ending != OPEN:
            break
        assert game.decision is not None
        assert game.decision.seat == 2
        game.answer(answers[len(game.answers)])
    assert (game.ending, game.answers) == (ending, answers)


@pytest.mark.parametrize("choice", [-1, 2, "nobody", (0, 1), ()])
def test_a_refused_answer_changes_nothing(choice: Choice | tuple[int, ...]) -> None:
    game = waiting()
    before = content(game)
    with pytest.raises(AnswerRefused):
        game.answer(choice)
    assert content(game) == before
    assert game.answer("player_2") == OPEN


def test_a_game_that_is_over_takes_no_answer() -> None:
    game = Game(toy(), 0, 0, [RANDOM] * 2)
    game.run()
    with pytest.raises(AnswerRefused, match="not waiting"):
        game.answer(0)


def test_running_a_game_that_waits_changes_nothing() -> None:
    game = waiting()
    before = content(game)
    assert game.run() == OPEN
    assert content(game) == before


def test_undo_goes_back_to_exactly_where_it_was() -> None:
    _, answers = reference()
    game = waiting()
    past = [content(game)]
    for answer in answers[:-1]:
        game.answer(answer)
        past.append(content(game))
    for count in range(len(answers) - 1):
        twin = game.copy()
        assert twin.undo(count) == OPEN
        assert content(twin) == past[len(answers) - 1 - count]
    assert content(game) == past[-1]


def test_undo_of_the_last_answer_of_a_game_that_is_over() -> None:
    ending, answers = reference()
    game = waiting()
    for answer in answers:
        game.answer(answer)
    game.undo()
    assert game.answers == answers[:-1]
    assert game.answer(answers[-1]) == ending


@pytest.mark.parametrize("count", [-1, 1])
def test_what_was_never_answered_cannot_be_taken_back(count: int) -> None:
    with pytest.raises(AnswerRefused):
        waiting().undo(count)


def test_an_agent_gives_an_answer_that_was_taken_back_again() -> None:
    game = Game(toy(), 0, 0, [RANDOM, RANDOM])
    ending = game.run()
    answers = game.answers
    for count in (1, 7, len(answers)):
        assert game.undo(count) == ending
        assert game.answers == answers


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_wandering_about_ends_where_the_answers_lead(seed: int) -> None:
    """Answers, undos and copies in any order give the game that the answers left at the end give by themselves."""
    chance = random.Random(seed)
    game = waiting(seed % 7)
    for _ in range(40):
        match chance.randrange(4):
            case 0 if game.answers:
                game.undo(chance.randrange(1, min(6, len(game.answers)) + 1))
            case 1:
                game = game.copy()
                game.run()
            case _ if game.decision is not None:
                game.answer(() if game.decision.many else chance.randrange(game.decision.count))
            case _:
                game.undo()
    fresh = Game(toy(), 0, seed % 7, [None, None])
    fresh.resume(game.answers)
    assert content(fresh) == content(game)
    assert fresh.ending == game.ending


def test_a_copy_goes_on_alike_and_apart() -> None:
    _, answers = reference()
    game = waiting()
    for answer in answers[:9]:
        game.answer(answer)
    twin = game.copy()
    twin.run()
    assert content(twin) == content(game)
    before = content(game)
    twin.answer(0)
    assert content(game) == before
    other = game.copy(agents=[RANDOM, RANDOM])
    assert other.run().status is Status.OVER
    assert content(game) == before


def test_a_copy_of_a_game_with_agents_plays_the_same() -> None:
    game = Game(toy(), 0, 0, [RANDOM, None])
    game.run()
    twin = game.copy()
    for each in (game, twin):
        each.run()
        while each.ending == OPEN:
            each.answer(0 if each.decision and not each.decision.many else ())
    assert content(twin) == content(game)


def test_a_copy_for_search_keeps_the_past_and_does_not_foresee() -> None:
    game = waiting()
    game.answer(0)
    while game.decision is not None and "throw" not in game.decision.names:
        game.answer(0)
    game.answer("throw")
    apart = game.copy(apart="search")
    apart.run()
    assert content(apart) == content(game)
    ahead, else_ahead = [], []
    for number in range(6):
        alike = game.copy(agents=[RANDOM] * 2)
        alike.run()
        ahead.append(alike.answers)
        other = game.copy(agents=[RANDOM] * 2, apart=f"search {number}")
        other.run()
        else_ahead.append(repr(other.answers))
        assert other.answers[: len(game.answers)] == game.answers
    assert all(answers == ahead[0] for answers in ahead)
    assert len(set(else_ahead)) == 6


def test_an_agent_may_copy_the_game_it_plays() -> None:
    """Also in the middle of a step, where no checkpoint is."""
    seen: list[str] = []

    def searching(decision: Decision, view: View, luck: Stream) -> int:
        twin = game.copy(agents=[None, None], apart="look ahead")
        assert twin.run() == OPEN
        assert twin.decision is not None
        assert (twin.decision.id, twin.decision.names) == (decision.id, decision.names)
        seen.append(decision.id)
        return RANDOM(decision, view, luck)

    game = Game(toy(), 0, 0, [searching, RANDOM])
    ending, answers = reference()
    assert (game.run(), game.answers) == (ending, answers)
    assert len(set(seen)) > 3


def test_resuming_goes_on_as_if_never_stopped() -> None:
    ending, answers = reference()
    for cut in (0, 1, 8, len(answers) - 1):
        first = Game(toy(), 0, 0, [RANDOM, RANDOM])
        first.run()
        first.agents = (None, None)
        first.undo(len(answers) - cut)
        second = Game(toy(), 0, 0, [RANDOM, RANDOM])
        assert second.resume(first.answers, first.drawn) == ending
        assert second.answers == answers


def test_resuming_with_an_answer_that_does_not_fit() -> None:
    game = Game(toy(), 0, 0, [RANDOM, RANDOM])
    with pytest.raises(AnswerRefused):
        game.resume([0, 99])
    assert game.agents == (RANDOM, RANDOM)


def test_rounds_of_a_menu_that_a_step_offers_are_checkpoints() -> None:
    game = waiting()
    game.answer(0)
    game.answer("take")
    game.answer("throw")
    assert game._checkpoints[-1].answers == 2
    assert len(game._checkpoints) == 3


def test_steps_that_ask_nothing_are_noted_now_and_then() -> None:
    game = waiting()
    ops = game.book.ops
    assert isinstance(ops, list)
    turn_next = ops[2]
    ran: list[int] = []

    def slow(t: Any) -> int:
        """Takes 40 steps where the toy's takes one; column entry 0 of `thrown` is nobody's."""
        ran.append(1)
        if t.thrown[0] < 40:
            t.thrown[0] += 1
            return 2
        t.thrown[0] = 0
        next_op: int = turn_next(t)
        return next_op

    ops[2] = slow
    past = [content(game)]
    for _ in range(12):
        game.answer(() if game.decision and game.decision.many else 0)
        past.append(content(game))
    ran.clear()
    for count in range(1, 13):
        game.undo()
        assert content(game) == past[12 - count]
    assert len(ran) < 12 * MOST_SILENT_STEPS


def test_a_text_that_asks_otherwise_when_run_again_is_a_fault_of_the_engine() -> None:
    game = waiting()
    game.answer(0)
    ops = game.book.ops
    assert isinstance(ops, list)
    turn_menu = ops[3]
    asked = []

    def fickle(t: object) -> int:
        asked.append(1)
        if len(asked) > 1:
            game.table.decide(7, 2, [0, 1])
        again: int = turn_menu(t)
        return again

    ops[3] = fickle
    game.undo()
    game.answer(0)
    game.answer("take")
    ending = game.ending
    assert ending is not None
    assert ending.fault is not None
    assert LawBroken.__name__ in ending.fault.message
