"""The list of clubs, a club's page with its standing, and the calls."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from accounts.services import issue_token
from lobby.clubs import services
from lobby.models import Club, SeasonStanding
from lobby.ratings import seasons
from tests.lobby.clubs.conftest import roles_in
from tests.lobby.tables import BURN
from tests.support.at_once import all_at_once
from tests.support.log_in import logged_in
from toolbox.errors import Refusal


def rated(user: User, number: int, *, pace: str = "days", matches: int = 12, **more: Any) -> None:
    """A standing in the present season, or another."""
    standing = {
        "season": seasons.read(None).begins,
        "ended_at": timezone.now() - timedelta(days=1),
    } | more
    SeasonStanding.objects.create(
        user=user,
        game=BURN,
        pace=pace,
        matches=matches,
        number=number,
        doubt=50,
        **standing,
    )


def call(path: str, user: User | None = None, **body: Any) -> Any:
    """The answer to a call: a POST with a body, even an empty one, for people."""
    if user is None:
        return Client().get(f"/api/{path}").json()
    headers = {"authorization": f"Token {issue_token(user=user)}"}
    sent = Client().post(f"/api/{path}", body, content_type="application/json", headers=headers)
    return sent.json()


@pytest.mark.django_db
def test_clubs_are_found_by_the_beginning_of_their_names_and_own_ones_come_first(
    club, amber, cedar
):
    services.found(user=amber, name="rounders")
    services.found(user=amber, name="Apple Circle")
    assert names("/clubs/") == ["Apple Circle", "Round Table", "rounders"]
    assert names("/clubs/?name=ROUND") == ["Round Table", "rounders"]
    assert names("/clubs/?name=table") == []
    assert names("/clubs/", logged_in(cedar)) == ["Round Table", *names("/clubs/")]
    assert "My clubs" in logged_in(cedar).get("/").content.decode()
    assert [one["name"] for one in call("clubs/?name=rou")["results"]] == [
        "Round Table",
        "rounders",
    ]


def words(path: str, browser: Client | None = None) -> str:
    """The text of a page."""
    html = (browser or Client()).get(path).content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def names(path: str, browser: Client | None = None) -> list[str]:
    html = (browser or Client()).get(path).content.decode()
    rows = html.split('<a class="cover" href="/clubs/')[1:]
    return [row.partition(">")[2].partition("<")[0] for row in rows]


@pytest.mark.django_db
def test_the_standing_is_the_members_own_without_those_a_block_hides(
    club, amber, birch, cedar, dune
):
    for user, number in ((amber, 1500), (birch, 1600), (cedar, 1600), (dune, 1900)):
        rated(user, number)
    rated(amber, 1700, pace="live", matches=2)
    blocks.block(user=cedar, other=birch)
    page = f"/clubs/{club.public_id}/"
    told = words(page)
    assert "1 birch 1,600 ± 50 12 1 cedar 1,600 ± 50 12 3 amber 1,500" in told
    assert "dune" not in told, "the busiest board, and members alone"
    told = words(page, logged_in(cedar))
    assert "1 a hidden player 1,600" in told
    assert "birch" not in told, "neither here nor among the members"
    told = words(f"{page}?game={BURN}&pace=live")
    assert "No member is on this board yet" in told, "two matches are too few"
    assert "people with 10 rated matches this season" in told
    assert "the number after ±, is under 220" in told
    assert "without a clock count as over days" in told


@pytest.mark.django_db
def test_the_standing_has_pages_and_earlier_seasons_with_places_of_its_own(club, amber, birch):
    people = [User.objects.create_user(f"late-{n:02}") for n in range(11)]
    for number, user in enumerate(people):
        services.join(club=club, user=user)
        rated(user, 1500 - number)
    last = seasons.read(None).previous
    then = {"season": last.begins, "ended_at": last.ends_at - timedelta(days=1)}
    rated(amber, 1600, **then, rank=7, badge="tenth")
    rated(birch, 1500, **then, rank=9)
    page = f"/clubs/{club.public_id}/"
    html, board = Client().get(page).content.decode(), f"game={BURN}&amp;pace=days&amp;season="
    now = seasons.read(None)
    assert "10 late-09" in words(page)
    assert "late-10" not in words(page)
    assert f'href="?{board}{now.key}&amp;page=2#board"' in html
    assert "11 late-10 1,490 ± 50 12" in words(f"{page}?page=2")
    assert re.findall(r'<option value="(\d+-Q\d)"', html) == [now.key, last.key]
    told = words(f"{page}?game={BURN}&pace=days&season={last.key}")
    assert "1 amber" in told
    assert "2 birch 1,500" in told
    assert "late-00 1,500" not in told
    for nonsense in ("0001-Q1", "x"):
        assert "10 late-09" in words(f"{page}?season={nonsense}")
    assert "Nobody reached this board" not in told
    of_club = f"seasons/{BURN}/?pace=days&club={club.public_id}"
    told = call(f"{of_club}&season={last.key}")["results"]
    assert [(one["rank"], one["name"]) for one in told] == [(1, "amber"), (2, "birch")]
    assert [one["rank"] for one in call(f"{of_club}&page=2&page_size=10")["results"]] == [11]
    assert call(f"seasons/{BURN}/?club=x")["code"] == "not_found"


@pytest.mark.django_db
def test_a_program_joins_by_a_secret_and_asks_who_is_there(club, amber, dune):
    Club.objects.update(open=False)
    secret, path = services.new_link(club=club, user=amber), f"clubs/{club.public_id}/"
    assert call(f"{path}join/", dune)["code"] == "by_invitation"
    assert call(f"{path}join/", dune, invitation="x" * 32)["code"] == "by_invitation"
    shown = call(f"{path}join/", dune, invitation=secret)
    assert (shown["role"], shown["members"], call(path)["role"]) == ("member", 4, None)
    call(f"{path}role/", amber, username="dune", role="organizer")
    people = {one["username"]: one["role"] for one in call(f"{path}members/")["results"]}
    assert people == roles_in(club)
    assert call(f"{path}leave/", dune)["role"] is None


@pytest.mark.django_db
def test_a_program_founds_a_club_and_does_all_that_its_owner_may(amber, birch, cedar):
    founded = call("clubs/", amber, name="Owls", open=False)
    path = f"clubs/{founded['id']}/"
    assert (founded["role"], founded["open"], founded["members"]) == ("owner", False, 1)
    made = call(f"{path}link/", amber)
    assert made["address"].endswith(f"/clubs/invitation/{made['invitation']}/")
    for user in (birch, cedar):
        assert call(f"{path}join/", user, invitation=made["invitation"])["role"] == "member"
    edited = call(f"{path}edit/", amber, description="By night.")
    assert [edited[name] for name in ("name", "description", "open")] == [
        "Owls",
        "By night.",
        False,
    ]
    assert call(f"{path}edit/", amber, name="x")["code"] == "malformed"
    assert call(f"{path}edit/", birch, open=True)["code"] == "not_an_organizer"
    assert call(f"{path}remove/", amber, username="birch")["members"] == 2
    call(f"{path}ban/", amber, username="cedar")
    assert call(f"{path}join/", cedar, invitation=made["invitation"])["code"] == "cannot_join"
    call(f"{path}unban/", amber, username="cedar")
    assert call(f"{path}join/", cedar, invitation=made["invitation"])["role"] == "member"
    assert call(f"{path}close/", cedar)["code"] == "not_the_owner"
    call(f"{path}withdraw-link/", amber)
    refused = call(f"{path}join/", birch, invitation=made["invitation"])
    assert refused["code"] == "by_invitation"
    assert call(f"{path}close/", amber) == {}
    assert call(path)["code"] == "not_found"


@pytest.mark.django_db
def test_the_list_of_calls_asks_the_same_however_many_there_are(
    club, amber, dune, django_assert_num_queries
):
    headers = {"authorization": f"Token {issue_token(user=amber)}"}
    services.found(user=dune, name="Dunes")
    for found in (2, 4):
        with django_assert_num_queries(4):
            shown = Client().get("/api/clubs/", headers=headers).json()
        assert len(shown["results"]) == found
        for n in range(2):
            services.found(user=amber, name=f"Apple {n + 1}") if found == 2 else None


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_gets_the_last_place_and_one_the_name(club, dune, monkeypatch):
    monkeypatch.setattr(services, "MEMBERS", 4)
    people = [dune, *(User.objects.create_user(f"late-{n}") for n in range(3))]

    def joined(user: User) -> str:
        try:
            services.join(club=club, user=user)
        except Refusal as refusal:
            return refusal.code
        return "in"

    def founded(user: User) -> str:
        try:
            services.found(user=user, name="Night Owls")
        except Refusal as refusal:
            return refusal.code
        return "in"

    codes = all_at_once(*(lambda user=user: joined(user) for user in people))
    assert sorted(codes) == ["club_full", "club_full", "club_full", "in"]
    codes = all_at_once(*(lambda user=user: founded(user) for user in people))
    assert sorted(codes) == ["in", "malformed", "malformed", "malformed"]
