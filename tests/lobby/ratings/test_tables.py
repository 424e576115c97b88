"""Rated tables: who may sit there, what may be taken back, and what their pages say."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from games.matches import errors
from games.matches.models import Match
from games.matches.play.actions import requests
from lobby.models import RatingChange, Table
from lobby.ratings import skill
from lobby.ratings.skill import Skill, after
from lobby.tables import selectors, services
from lobby.tables.filters import Facts, Filters
from tests.games.matches.conftest import BURN, lay, undo
from tests.lobby.ratings.conftest import WON, end, make_known
from tests.lobby.tables import opened, refusal
from tests.support.guests import guest
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db

LIVE = {"type": "live", "bank": 300}


def address(match: Match) -> str:
    return reverse("matches:match", args=[match.public_id])


def page(user: User | None, where: str) -> str:
    client = logged_in(user) if user else Client()
    return re.sub(r"\s+", " ", client.get(where).content.decode())


def test_only_several_people_with_accounts_play_for_ratings(amber, birch):
    for wishes in ({"game": "village-assault", "seats": 1}, {"ai": {1: "easy"}}):
        refused = refusal(opened, host=amber, rated=True, **wishes)
        assert list(refused.extra["fields"]) == ["rated"]
    table = opened(amber, seats=2, rated=True, private=True)
    assert refusal(services.add_ai, table=table, user=amber, level="easy").code == "rated_people"
    assert refusal(services.join, table=table, user=guest()).code == "guest_rated"
    assert "Sign up and sit down" in page(None, f"/tables/{table.public_id}/")
    assert "add-ai" not in page(amber, f"/tables/{table.public_id}/")
    services.join(table=table, user=birch)
    match = services.start(table=table, user=amber).match
    assert match is not None
    assert match.rated


def test_computer_players_join_in_where_everyone_plays_together(finish, amber, birch):
    castle = {"game": "castle-panic", "seats": 4, "rated": True}
    table = opened(amber, ai={1: "easy"}, **castle)
    shown = page(amber, f"/tables/{table.public_id}/")
    assert "add-ai" in shown
    assert 'name="every"' not in shown, "somebody else has to play"
    services.add_ai(table=table, user=amber, level="hard")
    adding = {"table": table, "user": amber, "level": "easy"}
    assert refusal(services.add_ai, **adding).code == "rated_people"
    assert refusal(services.add_ai, every=True, **adding).code == "rated_people"
    assert "add-ai" not in page(amber, f"/tables/{table.public_id}/")
    assert "nothing changes yet" in page(birch, f"/tables/{table.public_id}/")
    services.join(table=table, user=birch)
    assert services.start(table=table, user=amber).match.rated
    refused = refusal(opened, host=amber, ai={1: "easy", 2: "easy", 3: "easy"}, **castle)
    assert list(refused.extra["fields"]) == ["rated"]
    overlord = {"options": {"mode": "overlord"}, "ai": {1: "easy"}, **castle}
    assert refusal(opened, host=amber, **overlord).code == "malformed"
    match = finish(amber, birch, "easy", game="castle-panic", ends=[("lost", 1)] * 3)
    again = services.rematch(public_id=match.public_id, user=amber)
    assert again.rated
    assert again.ai_seats == 1
    assert "computer players may join" in page(amber, "/tables/new/castle-panic/")
    assert "computer players may join" not in page(amber, f"/tables/new/{BURN}/")


def test_a_host_who_changes_a_level_gets_another_opponent_and_no_surprise(
    finish, amber, birch, frozen
):
    finish(amber, birch, "easy", game="castle-panic", ends=[("won", 1)] * 3)
    make_known()
    table = opened(amber, game="castle-panic", seats=3, rated=True, ai={2: "easy"})
    services.join(table=table, user=birch)
    where, starts_at = f"/tables/{table.public_id}/", selectors.renewed(table).starts_at
    assert "for you between" in page(birch, where)
    frozen.shift(9)
    services.remove_ai(table=table, user=amber, seat=2)
    services.add_ai(table=table, user=amber, level="medium")
    assert selectors.renewed(table).starts_at - starts_at == timedelta(seconds=9)
    assert "nothing changes yet" in page(birch, where), "nobody has played against that one"


def test_a_rematch_is_rated_like_the_match_and_a_fork_never(finish, amber, birch):
    match = finish(amber, birch)
    assert services.rematch(public_id=match.public_id, user=amber).rated
    fork = services.fork(public_id=match.public_id, user=amber, step=0, seat=0)
    assert not fork.rated
    again = finish(amber, birch)
    again.seats.filter(user=birch).update(ai_level="easy")  # an administrator replaced them
    assert not services.rematch(public_id=again.public_id, user=amber).rated


def test_nothing_is_agreed_on_that_would_undo_a_result_but_the_last_own_move_may_be(
    endless, begin, amber, birch
):
    match = begin(amber, birch, game=endless, first=0, rated=True)
    lay(match)
    for what in ("undo", "cancel", "end"):
        with pytest.raises(errors.Rated):
            requests.ask(public_id=match.public_id, user=amber, what=what)
        assert f"ask:{what}" not in page(amber, address(match))
    assert "ask:pause" in page(amber, address(match))
    undo(match)


def test_programs_play_no_rated_matches(endless, begin, amber, birch):
    table = opened(birch, rated=True)
    match = begin(amber, birch, game=endless, first=0, rated=True)
    amber.by_token = True
    assert refusal(opened, host=amber, rated=True).code == "people_only"
    assert refusal(services.join, table=table, user=amber).code == "people_only"
    with pytest.raises(errors.PeopleOnly):
        lay(match, user=amber)
    assert "rated ·" in page(None, address(match))


def known(finish: Any, amber: User, birch: User, cedar: User) -> None:
    for other in (birch, cedar) * 2:
        finish(amber, other)


def test_a_table_says_what_the_reader_may_win_and_lose(finish, amber, birch, cedar, dune):
    known(finish, amber, birch, cedar)
    table = opened(birch, seats=2, rated=True)
    stakes = re.compile(r"for you between −(\d+) and \+(\d+) points")
    (strong,) = stakes.findall(page(amber, f"/tables/{table.public_id}/"))
    (new,) = stakes.findall(page(dune, f"/tables/{table.public_id}/"))
    assert int(strong[0]) > int(strong[1]), "against a weaker one there is more to lose"
    assert int(new[1]) > int(strong[1]), "of a new one less is known"
    assert not stakes.search(page(None, f"/tables/{table.public_id}/"))
    assert "Rating, over days" in page(None, f"/tables/{table.public_id}/"), "without a clock"
    call = f"/api/tables/{table.public_id}/stakes/"
    told = logged_in(amber).get(call).json()
    assert told == {"worst": -int(strong[0]), "best": int(strong[1])}
    assert Client().get(call).status_code == 401
    services.join(table=table, user=amber)
    services.start(table=table, user=birch)
    assert logged_in(amber).get(call).status_code == 404, "it has begun"
    plain = opened(birch)
    assert logged_in(amber).get(f"/api/tables/{plain.public_id}/stakes/").status_code == 404
    for seats in (2, 3):
        free = opened(amber, seats=seats, rated=True)
        assert stakes.search(page(amber, f"/tables/{free.public_id}/")), "against anybody"
    game = opened(amber, game="castle-panic", seats=2, rated=True)
    assert "nothing changes yet" in page(amber, f"/tables/{game.public_id}/")
    finish(amber, birch, game="castle-panic", ends=[("won", 1)] * 2)
    make_known()
    assert stakes.search(page(amber, f"/tables/{game.public_id}/"))


def test_stakes_where_one_plays_against_all_and_where_people_met_too_often(
    siege, finish, frozen, amber, birch, cedar
):
    said: list[str] = []

    def stakes(**wishes: Any) -> tuple[int, int]:
        table = opened(birch, rated=True, **wishes)
        services.join(table=table, user=amber)
        (found,) = re.findall(
            r"between −(\d+) and \+(\d+)([^<]*)", page(amber, f"/tables/{table.public_id}/")
        )
        said.append(found[2].rstrip())
        return int(found[0]), int(found[1])

    [[alone, _game], [beaten, _other]] = after([[Skill()] * 2] * 2, [1, 2])
    besieged = stakes(game=siege, seats=3, options={"mode": "siege"})
    assert besieged == (1500 - beaten.number, alone.number - 1500), "with the game beside the one"
    live = {"seats": 2, "clock": LIVE}
    full = stakes(**live)
    for _match in range(3):
        finish(amber, birch, game="castle-panic", ends=[("won", 1)] * 2)
    for pace in (live, {"seats": 2}):
        assert stakes(**pace)[1] in (full[1] // 2, full[1] // 2 + 1)
    assert said[-2:] == [" points if it ends today: people here have met often"] * 2
    frozen.shift(timedelta(days=1))
    assert stakes(**live) == full
    assert said[-1] == " points"


def test_ratings_stand_beside_seats(finish, amber, birch, cedar, dune):
    known(finish, amber, birch, cedar)
    RatingChange.objects.filter(user=amber).update(mu=26.0, sigma=1.5)
    table = opened(amber, rated=True)
    services.join(table=table, user=dune)
    shown = page(cedar, f"/tables/{table.public_id}/")
    assert '<span class="num">1,540 ± 60</span>' in shown
    assert shown.count('<span class="num">new</span>') == 1
    amber_is = {"number": 1540, "doubt": 60, "new": False}
    dune_is = {"number": 1500, "doubt": 333, "new": True}
    for where in (f"/api/tables/{table.public_id}/", "/api/tables/"):
        said = Client().get(where).json()
        seats = said.get("results", [said])[0]["seats"]
        assert [seat["rating"] for seat in seats] == [amber_is, dune_is, None]
    live = opened(amber, rated=True, clock=LIVE)
    assert "1,540" not in page(cedar, f"/tables/{live.public_id}/").split("seat-0")[1][:800]
    plain = opened(amber)
    seats = Client().get(f"/api/tables/{plain.public_id}/").json()["seats"]
    assert [seat["rating"] for seat in seats] == [None] * 3


def test_the_mean_of_a_table_that_waits_follows_the_ratings_of_its_people(
    finish, amber, birch, cedar, boss, committed, monkeypatch
):
    monkeypatch.setattr(skill, "NEW_FROM", 330)
    match = finish(amber, birch)
    table, other = opened(amber, rated=True), opened(cedar, rated=True)
    touched = Table.objects.get(pk=table.pk).touched_at

    def mean() -> int | None:
        return Table.objects.get(pk=table.pk).rating

    first = mean()
    with committed():
        finish(amber, birch)
    assert mean() > first
    end(match, boss, [("lost", 2), ("won", 1)], committed)
    assert mean() < first
    assert Table.objects.get(pk=other.pk).rating is None
    assert Table.objects.get(pk=table.pk).touched_at == touched, "nobody was there"


def test_the_api_tells_ratings(finish, begin, amber, birch, cedar):
    match = finish(amber, birch)
    win, loss = (RatingChange.objects.get(match=match, user=user) for user in (amber, birch))
    told = Client().get(f"/api/matches/{match.public_id}/ratings/").json()["seats"]
    number = Skill(win.mu, win.sigma).number
    assert told[0] == {
        "seat": 0,
        "rating": {"number": number, "doubt": Skill(win.mu, win.sigma).doubt, "new": True},
        "change": number - 1500,
    }
    assert told[1]["change"] == Skill(loss.mu, loss.sigma).number - 1500 < 0
    running = begin(amber, cedar, rated=True)
    told = Client().get(f"/api/matches/{running.public_id}/ratings/").json()["seats"]
    assert [(one["rating"]["number"], one["change"]) for one in told] == [
        (number, None),
        (1500, None),
    ]
    (mine,) = Client().get("/api/people/amber/ratings/").json()["ratings"]
    assert (mine["game"], mine["pace"], mine["rating"]["number"]) == (BURN, "days", number)
    assert mine["matches"] == 1
    nothing: dict[str, Any] = {"ratings": [], "percentiles": [], "badges": []}
    assert Client().get("/api/people/cedar/ratings/").json() == nothing
    blocks.block(user=amber, other=cedar)
    assert logged_in(cedar).get("/api/people/amber/ratings/").status_code == 404


def test_whoever_has_ratings_can_be_closed_but_not_deleted(finish, amber, birch):
    finish(amber, birch)
    with pytest.raises(ProtectedError):
        amber.delete()


def test_lists_show_ratings_and_filter_by_them(finish, amber, birch, cedar, dune):
    known(finish, amber, birch, cedar)
    RatingChange.objects.filter(user=amber).update(sigma=2.0)
    table, plain = opened(amber, rated=True), opened(amber)
    strong = Skill(*RatingChange.objects.filter(user=amber).values_list("mu", "sigma").last())
    assert Table.objects.get(pk=table.pk).rating == strong.number
    services.join(table=table, user=birch)
    mean = Table.objects.get(pk=table.pk).rating
    assert mean is not None
    assert 1500 - 300 < mean < strong.number
    of = {"with": [table], "without": [plain], str(mean + 200): [table], str(mean + 201): []}
    for rated, found in of.items():
        filters = Filters.read({"rated": rated})
        assert filters.query == f"rated={rated}"
        assert list(selectors.open_tables(cedar, filters)) == found
        rows = {table: mean, plain: None}
        assert [
            one
            for one, rating in rows.items()
            if filters.fit(Facts(BURN, "none", 3, 1, 0, 0, None, rating, rating is not None))
        ] == found
    assert Filters.read({"rated": "x"}) == Filters()
    shown = page(cedar, f"/tables/?game={BURN}")
    assert f"rated, {mean:,} on average" in shown
    assert "within 200 of mine (1,500)" in page(dune, f"/tables/?game={BURN}&pace=live")
    assert "within 200 of mine" not in page(dune, f"/tables/?game={BURN}"), "live or over days?"
    assert '"1700" selected' in page(dune, f"/tables/?game={BURN}&rated=1700")
    assert "within 200 of 1,700" in page(dune, f"/tables/?game={BURN}&rated=1700")
    assert "within 200 of mine" not in page(None, f"/tables/?game={BURN}&pace=live")


def test_a_table_of_new_people_has_no_number_and_counts_as_in_the_middle(finish, amber, birch):
    finish(amber, birch)
    table = opened(amber, rated=True)
    assert Table.objects.get(pk=table.pk).rating is None
    shown = page(birch, f"/tables/?game={BURN}")
    assert "rated" in shown.split(f"/tables/{table.public_id}/")[1][:1500]
    assert "on average" not in shown
    for rated, found in {"with": True, "without": False, "1500": True, "1701": False}.items():
        filters = Filters.read({"rated": rated})
        assert selectors.open_tables(birch, filters).exists() == found
        assert filters.fit(Facts(BURN, "none", 3, 1, 0, 0, None, None, True)) == found


def test_the_form_offers_it_and_says_it_in_words(amber):
    form = page(amber, f"/tables/new/{BURN}/")
    assert 'name="rated"' in form
    assert "without a clock it counts as over days" in form
    for pace, kind in (("none", "over days"), ("day", "over days"), ("move-5", "live")):
        words = page(amber, f"/tables/new/{BURN}/words/?rated=on&seat-1=open&pace={pace}")
        assert f"It counts for ratings ({kind})" in words
    assert 'name="rated"' not in page(amber, "/tables/new/village-assault/")


def test_profiles_show_the_rating_its_doubt_and_its_curve(finish, amber, birch, cedar):
    known(finish, amber, birch, cedar)
    shown = page(birch, "/people/amber/")
    assert 'Rating, over days, after 4 matches: <strong class="num">new</strong>' in shown
    RatingChange.objects.filter(user=amber).update(mu=26.0, sigma=1.5)
    assert "1,540 ± 60" in page(birch, "/people/amber/")


def test_the_curve_says_how_high_it_goes_and_from_when_to_when(finish, amber, birch):
    for day, ends in ((3, WON), (4, WON[::-1]), (28, WON[::-1])):
        match = finish(amber, birch, ends=ends)
        RatingChange.objects.filter(match=match).update(ended_at=f"2026-02-{day:02}T12:00Z")
    changes = RatingChange.objects.filter(user=amber).order_by("ended_at")
    numbers = [Skill(change.mu, change.sigma).number for change in changes]
    shown = page(birch, "/people/amber/")
    assert "Ratings after the last matches, from Feb 3, 2026 to Feb 28, 2026: " in shown
    assert ", ".join(map(str, numbers)) in shown
    for number in (max(numbers), min(numbers)):
        assert f'<span class="num" aria-hidden="true">{number:,}</span>' in shown
    assert "<span>Feb 3, 2026</span> <span>Feb 28, 2026</span>" in shown


def test_a_match_says_how_it_changed_ratings(finish, begin, amber, birch):
    match = finish(amber, birch)
    assert f"/ratings/{match.public_id}/" in page(None, address(match))
    assert "HX-Request" in Client().get(f"/ratings/{match.public_id}/")["Vary"]
    shown = page(None, f"/ratings/{match.public_id}/")
    change = RatingChange.objects.get(match=match, user=amber)
    by = Skill(change.mu, change.sigma).number - 1500
    assert re.search(rf"amber: <span class=\"num\">new</span> <span[^>]*>\(\+{by}\)", shown)
    assert re.search(rf"birch: .*?\(−{by}\)", shown)
    RatingChange.objects.all().delete()
    assert "Ratings are being counted." in page(None, f"/ratings/{match.public_id}/")
    Match.objects.filter(pk=match.pk).update(finished_at="2026-01-01T00:00Z")
    assert "This match changed no rating." in page(None, f"/ratings/{match.public_id}/")
    Match.objects.filter(pk=match.pk).update(status=Match.Status.VOIDED, finished_at=timezone.now())
    assert "This match changed no rating." in page(None, f"/ratings/{match.public_id}/")
    private = finish(amber, birch, private=True)
    assert "amber" in page(birch, f"/ratings/{private.public_id}/")
    assert Client().get(f"/ratings/{private.public_id}/").status_code == 404
    for unrated in (begin(amber, birch), begin(amber, birch, rated=True)):
        assert Client().get(f"/ratings/{unrated.public_id}/").status_code == 404
