"""How someone's matches ended, counted from their seats."""

import pytest

from games.matches.models import Match, Seat
from games.matches.record import results
from games.plugin import registry
from tests.games.matches.conftest import BURN, resign
from tests.pages.conftest import play_the_last_cards

pytestmark = pytest.mark.django_db


def test_results_are_counted_by_game_outcome_place_and_points(
    begin, person, endless, django_assert_num_queries
):
    amber, birch = person(), person()
    for loser in (amber, birch, birch):
        resign(begin(amber, birch), user=loser)
        with django_assert_num_queries(2):  # however many matches
            results.results_of(results.history(amber, private=False))
    resign(begin(amber, birch, game=endless), user=birch)
    with django_assert_num_queries(2):
        mine, other = results.results_of(results.history(amber, private=False))
    assert (mine.game, mine.played, mine.won, mine.lost, mine.drawn) == (BURN, 3, 2, 1, 0)
    assert mine.places == {1: 2, 2: 1}
    assert (other.game, other.played, other.won) == (endless, 1, 1)
    points = list(Seat.objects.filter(user=amber, match__game=BURN).values_list("score", flat=True))
    assert mine.mean == pytest.approx(sum(points) / 3)
    assert mine.best == max(points)


def only(found: list[results.GameResults]) -> results.GameResults:
    (result,) = found
    return result


def test_a_running_or_voided_match_is_no_result(begin, person):
    amber, birch = person(), person()
    begin(amber, birch)
    resign(begin(amber, birch), user=birch)
    Match.objects.filter(status="finished").update(status="voided")
    assert results.results_of(results.history(amber, private=True)) == []


def test_private_matches_count_for_oneself_alone_and_embargoed_ones_for_nobody(
    begin, person, frozen
):
    amber, birch = person(), person()
    resign(begin(amber, birch, private=True), user=birch)
    resign(begin(amber, birch), user=birch)
    frozen.shift(-60)  # the second match was played a minute from now
    Match.objects.filter(visibility="public").update(embargo_until="2026-05-01T12:00:00Z")
    assert only(results.results_of(results.history(amber, private=True))).played == 1
    assert results.results_of(results.history(amber, private=False)) == []
    assert not results.finished_seats(amber, private=False).exists()
    frozen.shift(61)
    assert only(results.results_of(results.history(amber, private=True))).played == 2
    assert only(results.results_of(results.history(amber, private=False))).played == 1


def test_what_the_ruleset_tells_is_kept_at_the_end_and_averaged(begin, person):
    amber, birch = person(), person()
    played = [begin(amber, birch, first=0), begin(birch, amber, first=0)]
    for match in played:
        play_the_last_cards(match)
    resign(begin(amber, birch), user=birch)  # tells nothing
    kept = [Seat.objects.get(match=match, user=amber).statistics for match in played]
    assert kept[0]["cards_left"] > 0
    found = only(results.results_of(results.history(amber, private=False)))
    assert found.scored == 3, "points count in all matches, as profiles say"
    told = found.statistics
    assert list(told) == list(registry.get(BURN).meta.statistics)
    for name, mean in told.items():
        assert mean == pytest.approx(sum(one[name] for one in kept) / 2)


def test_only_the_newest_matches_tell(begin, person, monkeypatch):
    monkeypatch.setattr(results, "COUNTED", 1)
    amber, birch = person(), person()
    for cards in (3, 8):
        resign(begin(amber, birch), user=birch)
        newest = Seat.objects.filter(user=amber).latest("match__finished_at")
        newest.statistics = {"cards_bribed": cards}
        newest.save()
    assert only(results.results_of(results.history(amber, private=False))).statistics == {
        "cards_bribed": 8
    }
