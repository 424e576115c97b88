"""Who sits down with whom: fair, repeatable, never with whom one does not meet, in bounded time."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from lobby.quick import matching
from lobby.quick.matching import Group, Offer, Opening, Waiting, fillings, fitting, groups

GAMES = {
    "dragon": Offer(frozenset({2, 3, 4, 5})),
    "castle": Offer(frozenset({1, 2, 4, 6})),  # never three, and alone it is no company
    "chess": Offer(frozenset({2}), has_ai=False),
}


def waits(
    key: int,
    games: str = "dragon",
    paces: str = "live",
    least: int = 2,
    most: int = 6,
    ai: bool = False,
) -> Waiting:
    return Waiting(key, 100 + key, tuple(games.split()), tuple(paces.split()), least, most, ai)


def matched(*queue: Waiting, blocked: list[tuple[int, int]] | None = None) -> list[Group]:
    pairs = [(100 + one, 100 + other) for one, other in blocked or []]
    return groups(queue, blocked=pairs, games=GAMES)


def keys(*queue: Waiting, blocked: list[tuple[int, int]] | None = None) -> list[list[int]]:
    return [[member.key for member in group.members] for group in matched(*queue, blocked=blocked)]


def test_the_oldest_are_seated_first_and_decide_what_is_played():
    assert keys(*(waits(key, most=2) for key in range(5))) == [[0, 1], [2, 3]]
    assert keys(waits(1, "dragon chess"), waits(2, "chess"), waits(3, "dragon")) == [[1, 2]]
    (group,) = matched(waits(1, "chess castle", "day none"), waits(2, "dragon castle", "live none"))
    assert (group.game, group.pace, group.computers) == ("castle", "none", 0)


def test_a_block_far_down_the_table_is_found_a_way_around():
    """2 may sit with 1 but with none of the rest: the three sit without them."""
    queue = [waits(key, least=3, most=3) for key in (1, 2, 3, 4)]
    assert keys(*queue, blocked=[(2, 3), (4, 2)]) == [[1, 3, 4]]


def test_those_who_agreed_sit_with_as_few_computers_as_possible_which_play_what_they_know():
    queue = [waits(1, least=3, ai=True), waits(2, least=3, ai=True)]
    (group,) = matched(*queue)
    assert (list(group.members), group.computers) == (queue, 1)
    (group,) = matched(waits(1), waits(2, ai=True))
    assert (len(group.members), group.computers) == (2, 0)
    assert matched(waits(1, "chess", ai=True)) == []
    (group,) = matched(waits(1, "chess dragon", ai=True))
    assert (group.game, group.computers) == ("dragon", 1)


def rated(key: int, number: int, reach: int = 100, **wishes) -> Waiting:
    numbers = {(game, pace): number for game in GAMES for pace in ("live", "day")}
    return replace(waits(key, **wishes), numbers=numbers, reach=reach)


def test_rated_people_sit_with_those_rated_alike_and_reach_farther_the_longer_they_wait():
    strong, weak, near = rated(1, 1800), rated(2, 1500), rated(3, 1710)
    assert keys(strong, weak) == []
    assert keys(strong, weak, near) == [[1, 3]]
    assert keys(replace(strong, reach=300), weak) == [[1, 2]]
    assert keys(waits(1), weak, waits(3), rated(4, 1500)) == [[1, 3], [2, 4]]
    three = {"least": 3, "most": 3}
    assert keys(rated(1, 1500, **three), rated(2, 1590, **three), rated(3, 1420, **three)) == []
    assert fitting(weak, [strong, near, rated(4, 1580)], blocked=[], games=GAMES) == 1


def test_an_open_table_takes_those_who_want_its_kind_of_match():
    opening = Opening(1, "dragon", "live", 2, 1, frozenset({9}))
    alike = replace(opening, rating=1550)
    queue = [rated(1, 1800), rated(2, 1500), waits(3)]
    for table, member in ((opening, 3), (alike, 2)):
        (filling,) = fillings(queue, [table], blocked=[], games=GAMES)
        assert [one.key for one in filling.members] == [member]


def test_counting_who_would_fit():
    others = [waits(1), waits(2), waits(3, "chess"), waits(4, paces="none"), waits(5, least=6)]
    assert fitting(others[0], others, blocked=[(101, 103)], games=GAMES) == 1
    assert fitting(others[0], others, blocked=[(101, 102)], games=GAMES) == 0


# A busy machine is no failure.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

tickets = st.builds(
    Waiting,
    key=st.just(0),
    user=st.integers(1, 9),
    games=st.sampled_from([("dragon",), ("castle", "dragon"), ("chess", "gone"), ("dragon",)]),
    paces=st.sampled_from([("live",), ("none", "live"), ("live",), ("none",), ()]),
    least=st.sampled_from([2, 2, 3, 4]),
    most=st.sampled_from([2, 3, 4, 6]),
    wants_ai=st.booleans(),
)
queues = st.lists(tickets, max_size=9).map(
    lambda made: [
        Waiting(key, t.user, t.games, t.paces, t.least, t.most, t.wants_ai)
        for key, t in enumerate(made)
    ]
)
pairs = st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=12)


def could_sit(people: list[Waiting], blocked: list[tuple[int, int]]) -> bool:
    """Said anew and slowly: these people, and nobody else, could make a table."""
    users = {each.user for each in people}
    if len(users) < len(people) or any({one, other} <= users for one, other in blocked):
        return False
    size = len(people)
    common = set(GAMES).intersection(*(each.games for each in people))
    paces = {"live", "none"}.intersection(*(each.paces for each in people))
    fits = all(each.least <= size <= each.most for each in people)
    return bool(fits and paces and any(size in GAMES[game].sizes for game in common))


@settings(UNHURRIED, max_examples=150)
@given(queues, pairs)
def test_every_table_keeps_every_wish(queue, blocked):
    blocked = [pair for pair in blocked if pair[0] != pair[1]]
    found = groups(queue, blocked=blocked, games=GAMES)
    assert found == groups(list(queue), blocked=reversed(blocked), games=dict(GAMES))
    seated = [member for group in found for member in group.members]
    assert len({member.user for member in seated}) == len(seated)
    assert {member.key for member in seated} <= {ticket.key for ticket in queue}
    for group in found:
        size = len(group.members) + group.computers
        assert size in GAMES[group.game].sizes
        assert list(group.members) == sorted(group.members, key=lambda each: each.key)
        for member in group.members:
            assert group.game in member.games
            assert group.pace in member.paces
            assert member.least <= size <= member.most
        for one, other in combinations(group.members, 2):
            assert (one.user, other.user) not in blocked
            assert (other.user, one.user) not in blocked
        if group.computers:
            assert GAMES[group.game].has_ai
            assert all(member.wants_ai for member in group.members)
        else:
            assert len(group.members) > 1


@settings(UNHURRIED, max_examples=150)
@given(queues, pairs)
def test_nobody_waits_who_could_sit(queue, blocked):
    blocked = [pair for pair in blocked if pair[0] != pair[1]]
    found = groups(queue, blocked=blocked, games=GAMES)
    seated = {member.user for group in found for member in group.members}
    left = {each.user: each for each in reversed(queue) if each.user not in seated}
    for size in range(2, 7):
        for people in combinations(left.values(), size):
            assert not could_sit(list(people), blocked)


@settings(UNHURRIED, max_examples=100)
@given(queues, pairs)
def test_the_oldest_who_could_sit_with_anybody_sits(queue, blocked):
    """The first in the queue waits only if no group of the whole queue could hold them."""
    blocked = [pair for pair in blocked if pair[0] != pair[1]]
    seated = {m for group in groups(queue, blocked=blocked, games=GAMES) for m in group.members}
    counted = list({each.user: each for each in reversed(queue)}.values())  # their first tickets
    if queue and queue[0] not in seated:
        for size in range(1, 6):
            for others in combinations(counted, size):
                assert not could_sit([queue[0], *others], blocked)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many steps the searches take, in `taken`."""
    counted: Counter[str] = Counter()
    original = matching._Steps.take

    def take(self: matching._Steps) -> bool:
        counted["taken"] += 1
        return original(self)

    monkeypatch.setattr(matching._Steps, "take", take)
    return counted


@pytest.mark.parametrize("hostile", [0, 4])
def test_a_long_queue_takes_few_steps_a_head(hostile, steps):
    """1,500 people who'd enjoy everything; each doesn't meet so many others."""
    many = {f"game{n}": Offer(frozenset(range(2, 7))) for n in range(4)}
    paces = tuple(f"pace{n}" for n in range(9))
    queue = [Waiting(n, n, tuple(many), paces, 2, 6) for n in range(1500)]
    blocked = [(n, n + step) for n in range(1500) for step in range(1, hostile + 1)]
    found = groups(queue, blocked=blocked, games=many)
    assert steps["taken"] <= 250 * 1500
    assert sum(len(group.members) for group in found) == 1500


def test_a_search_without_end_is_given_up(steps):
    """Where everyone blocks almost everyone, the work stays within its bounds, and true."""
    queue = [waits(key, least=6) for key in range(200)]
    blocked = [(one, other) for one, other in combinations(range(200), 2) if (one + other) % 3]
    found = keys(*queue, blocked=blocked)
    assert steps["taken"] <= 200 * (matching.STEPS + 2 * matching.POOL)
    assert all((one + other) % 3 == 0 for group in found for one, other in combinations(group, 2))
