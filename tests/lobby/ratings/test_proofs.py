"""What ratings promise whatever happens: laws of counting, and a trial of the model."""

import random
from collections.abc import Iterable
from functools import partial
from itertools import combinations
from math import exp, log, sqrt
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from accounts.models import User
from games.matches.models import Match
from games.matches.review import actions
from lobby.models import RatedGame, RatingChange
from lobby.people import account_closure
from lobby.ratings import counting
from lobby.ratings.outcome import Outcome, Player
from lobby.ratings.skill import MODEL, Skill
from tests.games.matches.conftest import BURN, resign
from tests.lobby.ratings.conftest import WON, end
from tests.lobby.ratings.test_counting import kept, numbers
from tests.support.also import also_rows
from tests.support.at_once import all_at_once

ENDS = {
    BURN: [WON, [("lost", 2), ("won", 1)], [("drawn", 1), ("drawn", 1)]],
    "castle-panic": [[("won", 1)] * 4, [("lost", 1)] * 4],
}
COVERED = 1.96  # standard deviations for 95%
SPREAD = 5  # of the strengths, in the model's unit: 200 points


def counted_anew(game: str = BURN) -> list[object]:
    counting.forget(game)
    counting.go_on(game)
    return kept()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("seed", "game"), [(0, BURN), (3, "castle-panic"), *also_rows((1, BURN), (2, BURN))]
)
def test_ratings_follow_from_the_matches_in_whatever_order_they_are_counted(
    seed, game, begin, boss, committed, frozen, amber, birch, cedar, dune
):
    """Some end at the same time, somebody leaves, and some are voided later, which undoes them.

    The people of cooperative ones play with computer players, and against the game.
    """
    chance = random.Random(seed)
    people = (amber, birch, cedar, dune)
    computers = {BURN: [()], "castle-panic": [(), ("easy",), ("easy", "hard")]}[game]
    matches = [
        begin(*chance.sample(people, 2), *chance.choice(computers), game=game, rated=True)
        for _match in range(8)
    ]
    if game != BURN:
        resign(matches[3], 1)
    rows = 2 if game == BURN else 3
    for match in matches:
        frozen.shift(chance.choice([0, 60]))
        end(match, boss, chance.choice(ENDS[game])[: match.seats.count()], committed)
    as_they_ended = kept()
    assert len(as_they_ended) == 8 * rows
    assert counted_anew(game) == as_they_ended

    RatingChange.objects.all().delete()
    RatedGame.objects.all().delete()
    over = Match.objects.filter(status=Match.Status.FINISHED)
    over.update(status=Match.Status.ACTIVE)  # none of these transactions is committed
    for match in chance.sample(matches, len(matches)):
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
        counting.count(match.pk)
    assert kept() == as_they_ended

    void = chance.sample(matches, 3)
    for match in void:
        with committed():
            actions.void(public_id=match.public_id, by=boss, reason="A mistake.")
    left = kept()
    assert len(left) == 5 * rows
    assert counted_anew(game) == left


@pytest.mark.django_db
def test_nobody_gains_or_loses_by_a_closed_account(finish, committed, amber, birch, cedar):
    for pair in ((amber, birch), (birch, cedar), (cedar, amber), (amber, birch)):
        finish(*pair)
    before = kept()
    with committed():
        account_closure.close_account(user=amber)
    assert kept() == before
    assert counted_anew() == before


@pytest.mark.django_db
def test_closing_an_account_loses_the_matches_that_run(begin, committed, amber, birch):
    match = begin(amber, birch, rated=True)
    with committed():
        account_closure.close_account(user=amber)
    match.refresh_from_db()
    assert match.finished_at is not None
    assert numbers()["birch"] > 1500


@pytest.mark.django_db(transaction=True)
def test_matches_of_one_person_that_end_at_once_are_both_counted_once(begin, boss, amber):
    others = [User.objects.create_user(name) for name in ("elm", "fir", "hazel", "ivy")]
    matches = [begin(amber, other, rated=True) for other in others]
    result = [{"outcome": "won", "rank": 1}, {"outcome": "lost", "rank": 2}]
    ending = [
        partial(actions.end, public_id=one.public_id, by=boss, reason="Over.", result=result)
        for one in matches
    ]
    all_at_once(*ending)
    all_at_once(*[partial(counting.count, one.pk) for one in matches * 2])
    mine = RatingChange.objects.filter(user=amber).order_by("ended_at", "match")
    assert [change.number for change in mine] == [1, 2, 3, 4]
    assert RatingChange.objects.count() == 8
    at_once = kept()
    assert counted_anew() == at_once


def test_ever_new_options_do_not_pay():
    """Two people, known well, win at 95% and change the options after so many matches."""
    people = [Player(1), Player(2)]
    for matches, most in ((1, 0), (10, 60), (20, 60), (100, 30)):
        gains = []
        for seed in range(10):
            chance, skills = random.Random(seed), dict.fromkeys(people, Skill(MODEL.mu, 2.0))
            for match in range(100):
                game = Player(None, f"options {match // matches}", 2)
                skills.setdefault(game, game.first)
                ranks = [1, 2] if chance.random() < 0.95 else [2, 1]
                skills |= Outcome([people, [game]], ranks).rated(skills)
            gains.append(skills[people[0]].number - 1500)
        assert 0 <= fmean(gains) <= most  # 330 for ever new ones, if people changed in full


def compared(true: dict[Player, float], skills: Any) -> tuple[list[bool], list[bool]]:
    """Who is within their doubt, and which pairs far apart are in their order.

    Numbers are relative, so they are moved to the mean of the strengths.
    """
    moved = fmean(true.values()) - fmean(skills[one].mu for one in true)
    inside = [
        abs(skills[one].mu + moved - true[one]) <= COVERED * skills[one].sigma for one in true
    ]
    in_order = [
        (skills[one].mu > skills[other].mu) == (true[one] > true[other])
        for one, other in combinations(true, 2)
        if abs(true[one] - true[other]) > SPREAD
    ]
    return inside, in_order


def test_players_of_known_strength_end_in_their_order_and_within_their_doubt():
    """By the chances of the model itself."""
    inside, in_order = [], []
    for seed in range(30):
        chance, seats = random.Random(seed), (2, 3, 5)[seed % 3]
        true = {Player(n): chance.gauss(MODEL.mu, SPREAD) for n in range(1, 11)}
        skills = dict.fromkeys(true, Skill())
        for _match in range(100 * len(true) // seats):
            there = chance.sample([*true], seats)
            luck = MODEL.beta * sqrt(seats)
            form = {one: true[one] - luck * log(-log(chance.random())) for one in there}
            best_first = sorted(there, key=form.get, reverse=True)
            ranks = [1 + best_first.index(one) for one in there]
            skills |= Outcome([[one] for one in there], ranks).rated(skills)
        covered, ordered = compared(true, skills)
        inside += covered
        in_order += ordered
    assert 0.92 < fmean(inside) < 0.99  # 95%, of 300
    assert fmean(in_order) >= 0.95


def test_people_who_play_against_a_game_end_in_their_order_and_within_their_doubt():
    """By the chances of the model itself; the game is as hard in all matches of a trial."""
    inside, in_order = [], []
    for seed in range(30):
        chance, seats = random.Random(seed), (2, 3)[seed % 2]
        true = {Player(n): chance.gauss(MODEL.mu, SPREAD) for n in range(1, 11)}
        game = Player(None, "these options", seats)
        hard = chance.gauss(game.first.mu, SPREAD)
        skills = dict.fromkeys(true, Skill()) | {game: game.first}
        for _match in range(100 * len(true) // seats):
            there = chance.sample([*true], seats)
            lead = sum(true[one] for one in there) - hard
            won = chance.random() < 1 / (1 + exp(-lead / (MODEL.beta * sqrt(2))))
            skills |= Outcome([there, [game]], [1, 2] if won else [2, 1]).rated(skills)
        covered, ordered = compared(true, skills)
        inside += covered
        in_order += ordered
    assert 0.92 < fmean(inside) < 0.99  # 95%, of 300
    assert fmean(in_order) >= 0.95


ANY_SKILL = st.builds(Skill, st.floats(0, 50), st.floats(0.5, MODEL.sigma))
SKILLS = {size: st.lists(ANY_SKILL, min_size=size, max_size=size) for size in (4, 6)}


@settings(derandomize=True, deadline=None)
@given(st.one_of(*SKILLS.values()))
def test_teams_of_equal_size_win_lose_and_draw_together(skills):
    people = [Player(n) for n in range(len(skills))]
    before, half = dict(zip(people, skills, strict=True)), len(people) // 2
    sides = [people[:half], people[half:]]

    def variance(skill: Skill) -> float:
        return skill.sigma**2 + MODEL.tau**2  # as a match begins: skills may have changed

    def gains(ranks: list[int], left: Iterable[Player] = ()) -> list[list[float]]:
        """By how much of their variance everyone changed: all of a team as much."""
        after = Outcome(sides, ranks, frozenset(left)).rated(before)
        return [
            [(after[one].mu - before[one].mu) / variance(before[one]) for one in side]
            for side in sides
        ]

    (won, *together), lost = gains([1, 2])
    assert together == pytest.approx([won] * (half - 1))
    assert won > 0 > lost[0]
    assert gains([2, 1])[1][0] > 0
    drawn, others = gains([1, 1])
    lead = sum(before[one].mu for one in sides[0]) - sum(before[one].mu for one in sides[1])
    assert drawn[0] * lead <= 0 <= others[0] * lead, "a draw brings them together"
    [leaver, *others], rivals = gains([1, 2], [people[0]])
    assert leaver == pytest.approx(gains([2, 1])[0][0]), "lost for them alone"
    assert (others, rivals) == (together, lost)
