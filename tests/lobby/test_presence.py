"""Who is online, as others may know it."""

import pytest
from django.test import Client

from accounts import blocks, presence as sockets
from accounts.models import User
from games.matches.models import Match
from games.matches.play.parts import attendance
from lobby import presence
from lobby.tables import services
from tests.games.matches.conftest import BURN
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def elsewhere() -> sockets.Board:
    """Another process, whose people are told of through the cache."""
    return sockets.Board()


def test_people_are_named_with_the_game_they_are_at(begin, amber, birch, cedar, dune, elsewhere):
    public, private = begin(birch, "easy"), begin(cedar, "easy", private=True)
    table = services.open_table(host=dune, game=BURN, seats=2)
    shut = services.open_table(host=cedar, game=BURN, seats=2, private=True)
    elsewhere.tell(
        {
            sockets.SITE: {amber.pk: 1, birch.pk: 2, sockets.NOBODY: 4},
            attendance.place(public.public_id): {birch.pk: 1},
            attendance.place(private.public_id): {cedar.pk: 1},
            presence.place_of_table(shut.public_id): {cedar.pk: 1},
            presence.place_of_table(table.public_id): {dune.pk: 1},
        }
    )
    title = "Please Don’t Burn My Village"
    online = presence.online(amber)
    assert (online.count, online.more) == (3, 0)
    assert online.people == [
        presence.Somebody(
            "birch", "/people/birch/", title, f"/matches/{public.public_id}/", button="Watch"
        ),
        presence.Somebody("cedar", "/people/cedar/"),
        presence.Somebody(
            "dune", "/people/dune/", title, f"/tables/{table.public_id}/", button="Join"
        ),
    ]


def test_who_is_hidden_or_does_not_want_it_is_not_even_counted(
    amber, birch, cedar, dune, elsewhere
):
    blocks.block(user=birch, other=amber)
    User.objects.filter(pk=cedar.pk).update(show_presence=False)
    elsewhere.tell({sockets.SITE: {user.pk: 1 for user in (amber, birch, cedar, dune)}})
    assert [one.name for one in presence.online(amber).people] == ["dune"]
    assert presence.online(amber).count == 1
    html = logged_in(amber).get("/").content.decode()
    assert "One other person is here." in html
    assert '<a href="/people/dune/"><b>dune</b></a>' in html
    assert "<b>birch</b>" not in html
    assert "3 other people are here." in Client().get("/").content.decode()


def test_a_thousand_people_cost_five_questions(
    amber, elsewhere, begin, django_assert_max_num_queries
):
    match = begin(amber, "easy")
    User.objects.bulk_create(User(username=f"one{number}") for number in range(1_000))
    everyone = dict.fromkeys(User.objects.values_list("pk", flat=True), 1)
    elsewhere.tell({sockets.SITE: everyone, attendance.place(match.public_id): everyone})
    with django_assert_max_num_queries(5):
        online = presence.online(amber)
    assert (online.count, len(online.people), online.more) == (1_000, 20, 980)
    Match.objects.update(visibility=Match.Visibility.PRIVATE)
    assert not any(one.link for one in presence.online(amber).people)


def test_dots_at_a_table_tell_who_is_there(amber, birch, cedar, dune, elsewhere):
    table = services.open_table(host=amber, game=BURN, seats=5)
    for user in (birch, cedar, dune):
        services.join(table=table, user=user)
    User.objects.filter(pk=dune.pk).update(show_presence=False)
    place = presence.place_of_table(table.public_id)
    elsewhere.tell({place: {amber.pk: 1, dune.pk: 1}, sockets.SITE: {birch.pk: 1}})
    table.refresh_from_db()
    dots = presence.dots(table, amber)
    assert dots == {amber.pk: "here", birch.pk: "online", cedar.pk: "away"}
    html = logged_in(cedar).get(f"/tables/{table.public_id}/").content.decode()
    shown = [html.count(f'class="presence {dot}"') for dot in ("here", "online", "away")]
    assert shown == [1, 1, 0], "nobody needs to be told of themself"
    blocks.block(user=cedar, other=birch)
    assert cedar.pk not in presence.dots(table, birch)
