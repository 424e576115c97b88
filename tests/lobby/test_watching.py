"""The page to watch: which matches it lists, in which order, and the boards that it asks for."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts import blocks, presence
from games.matches.models import Match
from games.matches.page import made_once
from games.matches.play.actions import services as controls
from games.matches.play.parts.attendance import place
from lobby.models import RatingChange
from lobby.ratings.skill import SCALE, Skill
from lobby.tables import services
from lobby.watching import selectors
from tests.games.matches.conftest import BURN, play, user_at
from tests.lobby.tables import opened
from tests.support.log_in import logged_in
from toolbox import limits

pytestmark = pytest.mark.django_db


def listed(answer: Any) -> list[str]:
    return re.findall(r'data-match="(\w+)"', answer.content.decode())


def boards(*asked: str, client: Client | None = None) -> dict[str, Any]:
    answer = (client or Client()).get("/watch/boards/", {"match": asked})
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()["matches"]
    return told


def rate(person: Any, number: int, match: Match, *, sigma: float = 2.0, pace: str = "days") -> None:
    """Give the person a rating in the match's game."""
    mu = Skill().mu + (number - 1_500) / SCALE
    before = {"mu_before": 25, "sigma_before": 8, "ended_at": timezone.now()}
    kind = {"user": person, "game": match.game, "pace": pace, "match": match}
    RatingChange.objects.create(number=1, mu=mu, sigma=sigma, **kind, **before)


@pytest.fixture
def people(person: Any) -> list[Any]:
    return [person(name) for name in ("amber", "birch", "cedar", "dune")]


@pytest.fixture
def over(begin: Any, person: Any) -> Match:
    match = begin(person("ivy"), person("jade"), rated=True)
    controls.resign(public_id=match.public_id, user=user_at(match, 0))
    return Match.objects.get(pk=match.pk)


def test_the_strongest_come_first_then_the_newest(begin, frozen):
    made = []
    for strength in (0, 1_700, 0, 1_400, 1_700):
        made.append(begin(strength=strength).public_id)
        frozen.shift(60)
    first, strong, second, weak, stronger = made
    assert listed(Client().get("/watch/")) == [stronger, strong, weak, second, first]
    assert f'href="/matches/{stronger}/"' in Client().get("/").content.decode()


def test_a_match_is_as_strong_as_the_people_who_have_a_rating(begin, over, people):
    amber, birch, cedar, dune = people
    rate(amber, 1_700, over)
    rate(birch, 1_600, over)

    def strength(*others: Any, **terms: Any) -> int:
        table = opened(amber, seats=1 + len(others), **terms)
        for other in others:
            services.join(table=table, user=other)
        match = services.start(table=table, user=amber).match
        assert match is not None
        return match.strength

    assert strength(birch) == 1_650
    assert strength(birch, cedar) == 1_650, "nothing is known of cedar"
    assert strength(cedar, rated=True) == 1_600, "of whom a rated table assumes the middle"
    assert strength(cedar, clock={"type": "live", "bank": 600, "increment": 10}) == 0
    table = opened(cedar, seats=2)
    services.join(table=table, user=dune)
    assert services.start(table=table, user=cedar).match.strength == 0


def test_only_what_all_may_see_is_listed(begin, person):
    amber, blocker = person("oak"), person("pine")
    blocks.block(user=blocker, other=amber)
    shown = begin()
    own, theirs = begin(amber, "easy"), begin(blocker, "easy")
    private = begin(amber, person(), person(), private=True)
    controls.resign(public_id=private.public_id, user=amber)
    later = timezone.now() + timedelta(hours=1)
    shut = begin(person("elm"), game="village-assault", embargo_until=later)
    paused, over = begin(), begin()
    Match.objects.filter(pk=paused.pk).update(paused=Match.Paused.CONSENT)
    controls.resign(public_id=over.public_id, user=user_at(over, 0))
    everyones = {shown.public_id, own.public_id, theirs.public_id}
    assert set(listed(Client().get("/watch/"))) == everyones
    assert listed(logged_in(amber).get("/watch/")) == [shown.public_id]
    hidden = [match.public_id for match in (shut, private)]
    for client in (Client(), logged_in(amber)):
        assert boards(*hidden, "nothing", client=client) == {}


def test_matches_of_people_behind_a_block_are_not_shown_when_they_are_over_either(over, person):
    reader = person("amber")
    address = f"/matches/{over.public_id}/"
    assert address in logged_in(reader).get("/watch/").content.decode()
    blocks.block(user=reader, other=user_at(over, 0))
    assert address not in logged_in(reader).get("/watch/").content.decode()


def test_a_game_can_be_chosen(begin):
    burn, other = begin(), begin(game="burnt-to-ashes")
    assert listed(Client().get(f"/watch/?game={BURN}")) == [burn.public_id]
    assert len(listed(Client().get("/watch/?game=chess"))) == 2
    Match.objects.filter(pk=other.pk).update(status="finished", finished_at=timezone.now())
    empty = Client().get("/watch/?game=burnt-to-ashes").content.decode()
    assert "Nobody is playing in public right now." in empty
    assert f'href="/matches/{other.public_id}/"' in empty


def test_a_card_says_who_plays_and_how(begin, person, over):
    amber, birch, cedar = person("amber"), person("birch"), person("cedar")
    rate(amber, 1_640, over)
    rate(birch, 1_640, over, sigma=7)
    match = begin(amber, birch, cedar, first=1, rated=True)
    presence.poll(place(match.public_id), person("dune").pk)
    presence.poll(place(match.public_id), amber.pk)  # who plays doesn't watch
    html = " ".join(Client().get("/watch/").content.decode().split())
    assert f"Please Don’t Burn My Village #{match.number} with amber, birch and cedar." in html
    assert boards(match.public_id)[match.public_id]["watching"] == "One person is watching"
    for said in ("It’s birch’s turn.", "rated · no clock", "One person is watching", "1,640 ± 80"):
        assert said in html
    assert html.count('<span class="num soft">new</span>') == 1
    unrated = begin(amber, birch)
    assert "1,640" not in Client().get("/watch/").content.decode().split(unrated.public_id)[1][:900]


@pytest.mark.parametrize(
    ("clock", "number"),
    [
        ({"type": "live", "bank": 600}, "1,700"),
        ({"type": "move", "seconds": 300}, "1,700"),  # short steps are live play, too
        ({"type": "move", "seconds": 3_600}, "1,300"),
        (None, "1,300"),
    ],
)
def test_a_rating_is_that_of_the_matchs_pace(begin, person, over, clock, number):
    amber = person("amber")
    rate(amber, 1_700, over, pace="live")
    rate(amber, 1_300, begin(amber, "easy"), pace="days")
    begin(amber, person("birch"), rated=True, clock=clock)
    assert re.findall(r"1,\d00 ± 80", Client().get("/watch/").content.decode()) == [
        f"{number} ± 80"
    ]


def test_it_takes_as_many_queries_for_many_matches(begin, django_assert_num_queries, person):
    client = logged_in(person("oak"))
    for count in (2, 7):
        for _match in range(count):
            begin(rated=True)
        client.get("/watch/")
        with django_assert_num_queries(8):
            answer = client.get("/watch/")
    ids = listed(answer)
    assert len(ids) == 9
    for number in (2, 9):
        made_once.forget_all()
        with django_assert_num_queries(7):
            told = boards(*ids[:number], client=client)
        assert len(told) == number
    tags = [f"{one}:{told[one]['tag']}" for one in ids]
    with django_assert_num_queries(5):
        boards(*tags, client=client)


def test_a_board_comes_only_when_the_match_has_gone_on(begin):
    match = begin(first=0)
    first = boards(match.public_id)[match.public_id]
    assert "village zones" in first["board"]
    assert "holding" not in first["board"], "nobody's hand"
    assert first["prompt"] == "It’s amber’s turn."
    held = f"{match.public_id}:{first['tag']}"
    assert boards(held) == {match.public_id: {"watching": ""}}
    play(match)
    second = boards(held)[match.public_id]
    assert second["prompt"] == "It’s birch’s turn."
    assert (second["over"], second["board"] == first["board"]) == (False, False)
    controls.resign(public_id=match.public_id, user=user_at(match, 0))
    last = boards(f"{match.public_id}:{second['tag']}")[match.public_id]
    assert last["over"]
    assert "resigned" in last["prompt"]


def test_boards_are_made_once_for_all_and_limited_by_address(begin, settings, monkeypatch):
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    monkeypatch.setitem(rates, "reads", "2/d")
    limits.forget_all()
    ids = [begin().public_id for _match in range(3)]
    told = boards(*ids)
    assert [one for one in ids if "board" in told[one]] == ids[:2]
    far, elsewhere = Client(), Client(REMOTE_ADDR="203.0.113.9")
    with timezone.override("Asia/Tokyo"):
        assert "board" in boards(ids[1], client=far)[ids[1]]
    assert "board" not in boards(ids[2], client=far)[ids[2]]
    assert "board" in boards(ids[2], client=elsewhere)[ids[2]]


def test_a_match_that_cant_be_read_harms_no_other(begin):
    good, bad = begin(), begin()
    Match.objects.filter(pk=bad.pk).update(state=b"nonsense")
    told = boards(good.public_id, bad.public_id)
    assert told[good.public_id]["board"]
    assert not told[bad.public_id]["board"]
    assert listed(Client().get("/watch/")) == [good.public_id], "it is flagged"


def test_strangers_get_no_more_boards_than_a_page_has(begin):
    ids = [begin().public_id for _match in range(11)]
    assert len(boards(*ids)) == 9
    assert selectors.to_watch(AnonymousUser(), ()).count() == 11
    assert len(listed(Client().get("/watch/?page=2"))) == 2
