"""Luck: the numbers of a stream are frozen, purposes are apart, a watched luck gives the same and can go back."""

from collections import Counter
from collections.abc import Callable

import pytest

from rulewright.table.luck import Luck, Stream, WatchedLuck, agent_purpose, fresh_stream, stream_seed

TRIALS = 24_000


def test_a_stream_begins_where_it_always_did() -> None:
    assert stream_seed(0, 0, "die action") == 14054311519523498375
    draw = fresh_stream(0, 0, "die action")
    assert [int(draw() * 1000) for _ in range(6)] == [683, 494, 769, 91, 561, 348]


def test_a_shuffle_gives_what_it_always_did() -> None:
    items = list(range(10))
    Luck(7, 3).shuffle("place deck", items)
    assert items == [1, 6, 7, 5, 9, 3, 8, 0, 2, 4]


def test_purposes_games_and_seeds_are_apart() -> None:
    seeds = [stream_seed(s, g, p) for s in (0, 1, 11) for g in (0, 1, 11) for p in ("a", "1/a", agent_purpose(1))]
    assert len(set(seeds)) == len(seeds)


def test_what_one_purpose_draws_does_not_shift_another() -> None:
    alone, among = Luck(1, 1), Luck(1, 1)
    others = [among.below("b", 6) for _ in range(50)]
    assert [alone.below("a", 100) for _ in range(20)] == [among.below("a", 100) for _ in range(20)]
    assert len(set(others)) > 1


def uniform(outcomes: Counter[object], kinds: int) -> bool:
    """Whether each of `kinds` outcomes came about as often: the chi-square statistic stays below its mean + 6 sigma."""
    expected = outcomes.total() / kinds
    statistic = sum((count - expected) ** 2 / expected for count in outcomes.values())
    return len(outcomes) == kinds and statistic < (kinds - 1) + 6 * (2 * (kinds - 1)) ** 0.5


@pytest.mark.parametrize("n", [1, 2, 3, 6, 20])
def test_below_is_uniform(n: int) -> None:
    luck = Luck(5, 0)
    outcomes: Counter[object] = Counter(luck.below("x", n) for _ in range(TRIALS))
    assert uniform(outcomes, n) if n > 1 else set(outcomes) == {0}


@pytest.mark.parametrize(("n", "orders"), [(2, 2), (3, 6), (4, 24)])
def test_shuffle_is_uniform(n: int, orders: int) -> None:
    stream = Stream(fresh_stream(5, 0, "y"))
    outcomes: Counter[object] = Counter()
    for _ in range(TRIALS):
        items = list(range(n))
        stream.shuffle(items)
        outcomes[tuple(items)] += 1
    assert uniform(outcomes, orders)


def test_the_measure_of_uniform_bites() -> None:
    assert not uniform(Counter({0: TRIALS // 2 + 600, 1: TRIALS // 2 - 600}), 2)
    assert not uniform(Counter({0: TRIALS}), 2)


@pytest.mark.parametrize("items", [[], [4]])
def test_shuffling_nothing_draws_nothing(items: list[int]) -> None:
    luck = WatchedLuck(0, 0)
    before = items[:]
    luck.shuffle("x", items)
    assert items == before
    assert luck.position("x") == 0


def draws(luck: Luck, purposes: str) -> list[float]:
    return [luck.stream(purpose)() for purpose in purposes]


def test_watched_luck_gives_what_plain_luck_gives() -> None:
    assert draws(WatchedLuck(3, 4), "abacab") == draws(Luck(3, 4), "abacab")


def test_watched_luck_goes_back() -> None:
    luck = WatchedLuck(3, 4)
    draws(luck, "aab")
    saved = luck.save()
    later = draws(luck, "abcca")
    luck.restore(saved)
    assert draws(luck, "abcca") == later


def test_after_going_back_another_order_reads_the_same_streams() -> None:
    luck, plain = WatchedLuck(3, 4), Luck(3, 4)
    saved = luck.save()
    draws(luck, "abbb")
    luck.restore(saved)
    assert draws(luck, "cbaab") == draws(plain, "cbaab")


def test_a_copy_draws_the_same_and_apart() -> None:
    luck = WatchedLuck(3, 4)
    draws(luck, "aab")
    twin = luck.copy()
    there = draws(twin, "abcab")
    assert draws(luck, "abcab") == there
    assert twin.save() == luck.save()
    draws(luck, "a")
    assert twin.save() != luck.save()


def test_a_fork_remembers_the_past_and_does_not_foresee() -> None:
    luck = WatchedLuck(3, 4)
    start = luck.save()
    past = draws(luck, "aab")
    fork, again, other = luck.fork("one"), luck.fork("one"), luck.fork("two")
    ahead = draws(luck, "aabbc")
    assert all(a != b for a, b in zip(draws(fork, "aabbc"), ahead, strict=True))
    fork.restore(start)
    assert draws(fork, "aab") == past
    assert draws(again, "a") != draws(other, "a")
    assert draws(again.fork("one"), "a") != draws(luck.fork("one"), "a")


@pytest.mark.parametrize("make", [Luck, WatchedLuck])
def test_forks_of_one_name_are_alike(make: Callable[[int, int], Luck]) -> None:
    assert make(1, 2).below("a", 10**9) == make(1, 2).below("a", 10**9)
    first, second = WatchedLuck(1, 2).fork("x"), WatchedLuck(1, 2).fork("x")
    assert draws(first, "ab") == draws(second, "ab")


@pytest.mark.parametrize("ahead", [0, 2, 9])
def test_winding(ahead: int) -> None:
    luck, plain = WatchedLuck(3, 4), Luck(3, 4)
    draws(luck, "a" * ahead)
    luck.wind("a", 5)
    draws(plain, "aaaaa")
    assert luck.position("a") == 5
    assert draws(luck, "aaaaaa") == draws(plain, "aaaaaa")
