"""Which matches change ratings, by how much, and in which order they are counted."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.matches.models import FollowUp, Match
from games.matches.play.actions import services
from games.matches.review import actions
from lobby.models import RatedGame, RatingChange
from lobby.ratings import counting, selectors
from lobby.ratings.skill import Skill, after, unknown
from tests.games.matches.conftest import BURN, resign, send_away
from tests.lobby.ratings.conftest import WON, end, make_known
from tests.rulesets.fixtures import installed
from tests.rulesets.race import Race

pytestmark = pytest.mark.django_db

LIVE = {"type": "live", "bank": 300}


def numbers() -> dict[str, int]:
    """Everyone's present number."""
    newest = RatingChange.objects.exclude(user=None).order_by("ended_at", "match")
    return {one.user.username: Skill(one.mu, one.sigma).number for one in newest}


def kept() -> list[Any]:
    """All changes, to the last digit."""
    fields = ("match", "user", "against", "pace", "number", "mu_before", "sigma_before")
    rows = RatingChange.objects.order_by("ended_at", "match", "user", "against")
    return list(rows.values_list(*fields, "mu", "sigma", "ended_at"))


def test_who_wins_goes_up_as_the_model_says_and_everyone_becomes_better_known(finish, amber, birch):
    finish(amber, birch)
    [[won], [lost]] = after([[Skill()], [Skill()]], [1, 2])
    assert numbers() == {"amber": won.number, "birch": lost.number}
    assert won.number - 1500 == 1500 - lost.number > 0
    assert won.sigma == lost.sigma < Skill().sigma
    assert won.is_new
    finish(amber, birch, ends=[("drawn", 1), ("drawn", 1)])
    assert 1500 < numbers()["amber"] < won.number, "a draw with somebody weaker costs"


def test_only_rated_matches_that_ended_count_and_only_once(
    finish, begin, boss, committed, amber, birch
):
    unrated = begin(amber, birch)
    end(unrated, boss, WON, committed)
    voided = begin(amber, birch, rated=True)
    with committed():
        actions.void(public_id=voided.public_id, by=boss, reason="A mistake.")
    assert kept() == []
    match = finish(amber, birch)
    before = kept()
    for _again in range(2):
        counting.count(match.pk)
    assert kept() == before
    assert len(before) == 2


def test_a_match_that_is_voided_or_given_another_result_later_is_counted_anew(
    finish, amber, birch, cedar, boss, committed
):
    first, middle, last = (finish(amber, other) for other in (birch, cedar, birch))
    all_three = numbers()
    end(middle, boss, [("lost", 2), ("won", 1)], committed)
    assert numbers()["cedar"] > all_three["cedar"]
    assert numbers()["amber"] < all_three["amber"]
    with committed():
        actions.void(public_id=middle.public_id, by=boss, reason="A mistake.")
    changes = RatingChange.objects.order_by("ended_at").values_list("match", flat=True)
    assert list(changes) == [*[first.pk] * 2, *[last.pk] * 2]
    assert [change.number for change in RatingChange.objects.filter(match=last)] == [2, 2]


def test_counting_all_of_them_anew_gives_the_same_to_the_last_digit(
    finish, amber, birch, cedar, boss, committed, begin, frozen
):
    late = finish(amber, cedar)
    RatingChange.objects.all().delete()  # its transaction isn't committed yet
    RatedGame.objects.all().delete()
    Match.objects.filter(pk=late.pk).update(status=Match.Status.ACTIVE)
    team = begin(amber, birch, cedar, game="castle-panic", rated=True)
    resign(team, 1)
    end(team, boss, [("won", 1)] * 3, committed)
    finish(amber, birch, game="castle-panic", ends=[("lost", 1)] * 2, clock=LIVE)
    finish(cedar, amber, birch, ends=[("won", 1), ("lost", 2), ("lost", 2)])
    for pair in ((amber, birch), (birch, cedar), (cedar, amber), *[(amber, birch)] * 3):
        finish(*pair)
    Match.objects.filter(pk=late.pk).update(status=Match.Status.FINISHED)
    counting.count(late.pk)
    before = kept()
    assert Match.objects.filter(weight__lt=1).exists()
    assert len(before) == 4 + 3 + 3 + 14
    said = StringIO()
    call_command("rate", "--rebuild", stdout=said)
    assert kept() == before
    assert said.getvalue() == f"castle-panic: 2 matches count.\n{BURN}: 8 matches count.\n"
    call_command("rate", stdout=said)
    assert kept() == before


def test_what_is_counted_right_is_not_counted_again(finish, amber, birch):
    matches = [finish(amber, birch) for _match in range(3)]
    keys = set(RatingChange.objects.values_list("pk", flat=True))
    for match in matches:
        counting.count(match.pk)
    assert set(RatingChange.objects.values_list("pk", flat=True)) == keys


def test_more_than_fit_into_a_transaction_are_counted_by_further_calls(
    finish, amber, birch, monkeypatch, committed
):
    monkeypatch.setattr(counting, "AT_ONCE", 2)
    matches = [finish(amber, birch) for _match in range(5)]
    before = kept()
    Match.objects.filter(pk=matches[0].pk).update(status=Match.Status.VOIDED)
    with committed():
        counting.count(matches[0].pk)
    assert [row[0] for row in kept()[::2]] == [match.pk for match in matches[1:]]
    Match.objects.filter(pk=matches[0].pk).update(status=Match.Status.FINISHED)
    counting.count(matches[0].pk)  # and the message is lost
    assert FollowUp.objects.filter(match=matches[0], task=counting.TASK).exists()
    for _call in range(3):
        counting.count(matches[0].pk)
    assert kept() == before


def test_a_match_that_nobody_can_read_and_one_that_all_have_left_stop_no_other(
    finish, begin, boss, committed, amber, birch, cedar
):
    strange = finish(amber, birch)
    Match.objects.filter(pk=strange.pk).update(options={"unheard": "of"}, seating={"count": 2})
    left = finish(amber, birch)
    left.seats.update(resigned=1)
    finish(amber, birch)
    call_command("rate", "--rebuild", stdout=StringIO())
    assert {change.match_id for change in RatingChange.objects.all()}.isdisjoint({left.pk})
    assert RatingChange.objects.exclude(match=strange).count() == 2


def test_a_game_that_is_not_installed_keeps_its_ratings(finish, amber, birch, boss, committed):
    with installed(Race()) as slug:
        match = finish(amber, birch, game=slug)
        before = kept()
    call_command("rate", "--rebuild", stdout=StringIO())
    counting.count(match.pk)
    assert kept() == before


def test_a_rebuild_goes_on_where_a_batch_has_ended(finish, amber, birch):
    for _match in range(5):
        finish(amber, birch)
    before = kept()
    counting.forget(BURN)
    assert [counting.go_on(BURN, 2) for _batch in range(3)] == [True, True, False]
    assert kept() == before


def test_live_play_and_play_over_days_have_ratings_of_their_own(finish, amber, birch):
    finish(amber, birch, clock=LIVE)
    finish(birch, amber, clock={"type": "move", "seconds": 86_400})
    finish(birch, amber)
    standings = selectors.of_person(amber)[BURN]
    assert [(one.pace, one.matches) for one in standings] == [("live", 1), ("over days", 2)]
    live, days = (one.skill.number for one in standings)
    assert live > 1500 > days
    assert standings[1].numbers[-1] == days < standings[1].numbers[0]


def test_the_same_two_people_count_half_from_the_fourth_match_of_a_day_on(
    finish, amber, birch, cedar
):
    weights = [finish(amber, birch).pk for _match in range(5)]
    weights += [finish(amber, birch, cedar, ends=[*WON, ("lost", 3)]).pk, finish(amber, cedar).pk]
    of = dict(Match.objects.values_list("pk", "weight"))
    assert [of[match] for match in weights] == [1, 1, 1, 1 / 2, 1 / 4, 1 / 8, 1]
    other = finish(amber, birch, game="castle-panic", ends=[("won", 1)] * 2)
    assert Match.objects.get(pk=other.pk).weight == 1 / 16, "in whatever game"
    full, half = (RatingChange.objects.get(match=match, user=amber) for match in weights[2:4])
    assert 0 < half.mu - half.mu_before < 0.6 * (full.mu - full.mu_before)


def test_a_new_day_counts_in_full_again(finish, amber, birch, frozen):
    for _match in range(4):
        finish(amber, birch)
    frozen.shift(timedelta(hours=12))
    weights = Match.objects.filter(pk=finish(amber, birch).pk).values_list("weight", flat=True)
    assert list(weights) == [1]


def test_at_a_table_of_several_the_places_count(finish, amber, birch, cedar):
    finish(amber, birch, cedar, ends=[("lost", 2), ("won", 1), ("lost", 3)])
    assert sorted(numbers(), key=numbers().get) == ["cedar", "amber", "birch"]


def replace(match: Match, seat: int = 0) -> None:
    reviewer = User.objects.get(username="rowan")
    asked = {"seat": seat, "level": "easy", "by": reviewer, "reason": "They asked for it."}
    actions.replace_by_ai(public_id=match.public_id, **asked)


LEAVING = pytest.mark.parametrize("leave", [resign, send_away, replace])


@LEAVING
def test_who_leaves_comes_last(leave, finish, begin, boss, committed, amber, birch, cedar):
    match = begin(amber, birch, cedar, rated=True)
    leave(match)
    end(match, boss, [("won", 1), ("lost", 2), ("lost", 3)], committed)
    assert sorted(numbers(), key=numbers().get) == ["amber", "cedar", "birch"]


def test_who_is_back_at_the_end_has_their_own_place(begin, boss, committed, amber, birch):
    match = begin(amber, birch, rated=True)
    send_away(match)
    services.come_back(public_id=match.public_id, user=amber)
    end(match, boss, WON, committed)
    assert numbers()["birch"] < 1500 < numbers()["amber"]


def test_in_cooperative_games_people_play_against_the_game_with_its_options_and_seats(
    finish, amber, birch, cedar
):
    castle = {"game": "castle-panic", "ends": [("won", 1)] * 2}
    finish(amber, birch, **castle)
    game = RatingChange.objects.get(user=None)
    assert unknown(2).number > Skill(game.mu, game.sigma).number > 1500, "it began like two people"
    assert numbers()["amber"] == 1500, "little is known of a new opponent"
    make_known()
    finish(amber, birch, **castle)
    assert 1500 < numbers()["amber"] == numbers()["birch"] < 1600
    finish(amber, birch, cedar, game="castle-panic", ends=[("lost", 1)] * 3)
    keys = set(RatingChange.objects.filter(user=None).values_list("against"))
    assert len(keys) == 2, "three are another opponent than two"


def test_computer_players_make_the_game_another_opponent(
    finish, begin, boss, committed, amber, birch
):
    castle = {"game": "castle-panic", "ends": [("won", 1)] * 4}
    finish(amber, birch, "easy", "hard", **castle)
    first = RatingChange.objects.get(user=None)
    assert Skill(first.mu_before, first.sigma_before) == unknown(2), "in the place of two people"
    finish(amber, birch, "hard", "easy", **castle)
    finish(amber, birch, "hard", "hard", **castle)
    against = RatingChange.objects.filter(user=None).order_by("ended_at")
    assert [one.number for one in against] == [1, 2, 1], "whoever sits where"
    finish(amber, birch, "easy", game="castle-panic", ends=[("won", 1)] * 3)
    make_known()
    left = begin(amber, birch, "easy", game="castle-panic", rated=True)
    resign(left, 1)
    before = numbers()
    end(left, boss, [("won", 1)] * 3, committed)
    assert numbers()["birch"] < before["birch"]
    assert numbers()["amber"] > before["amber"]
    count = RatingChange.objects.count()
    counting.count(finish(amber, birch, "easy", ends=[*WON, ("lost", 3)]).pk)
    assert RatingChange.objects.count() == count, "a duel with a computer player counts for nobody"


@LEAVING
def test_who_leaves_a_team_alone_counts_as_lost(
    leave, finish, begin, boss, committed, amber, birch, cedar
):
    finish(amber, birch, cedar, game="castle-panic", ends=[("won", 1)] * 3)
    make_known()
    match = begin(amber, birch, cedar, game="castle-panic", rated=True)
    leave(match, 1)
    end(match, boss, [("won", 1)] * 3, committed)
    assert numbers()["birch"] < 1500 < numbers()["amber"] == numbers()["cedar"]


def test_who_leave_a_cooperative_match_together_have_lost_it(
    finish, begin, boss, committed, amber, birch
):
    finish(amber, birch, game="castle-panic", ends=[("won", 1)] * 2)
    make_known()
    match = begin(amber, birch, game="castle-panic", rated=True)
    for seat in (0, 1):
        resign(match, seat)
    match.refresh_from_db()
    assert not match.paused, "computer players finish it"
    end(match, boss, [("won", 1)] * 2, committed)
    assert numbers()["amber"] == numbers()["birch"] < 1500
    game = RatingChange.objects.get(user=None, number=2)
    assert game.mu > game.mu_before


def test_one_against_all_are_two_sides(siege, finish, amber, birch, cedar):
    ends = [("lost", 2), ("lost", 2), ("won", 1)]  # by this deal the third plays the dragon
    match = finish(amber, birch, cedar, game=siege, options={"mode": "siege"}, ends=ends)
    assert [seat.role for seat in match.seats.all()] == ["gardener", "", "dragon"]
    assert numbers()["amber"] == numbers()["birch"] < 1500 < numbers()["cedar"]


def test_counting_a_match_takes_few_queries(finish, amber, birch, committed):
    for _match in range(3):
        finish(amber, birch)
    match = finish(amber, birch)
    with CaptureQueriesContext(connection) as queries:
        counting.count(match.pk)
    assert len(queries) <= 18
