"""Quick match for rated matches."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from lobby.models import QuickTicket
from lobby.quick import selectors, services, table_maker
from lobby.quick.services import enqueue
from tests.games.matches.conftest import BURN
from tests.lobby.ratings.test_tables import known, page
from tests.lobby.tables import opened
from toolbox.errors import Conflict

pytestmark = pytest.mark.django_db


def test_people_rated_alike_are_seated_at_once_and_others_later(
    finish, amber, birch, cedar, dune, committed
):
    known(finish, amber, birch, cedar)
    wish = {"games": [BURN], "paces": ["day"], "rated": True, "most": 2}
    with committed():
        first, second = (enqueue(user=user, **wish) for user in (amber, birch))
    assert table_maker.seat_all() == 0, "amber is rated far better"
    assert selectors.others_fitting(first) == 0
    with committed():
        third = enqueue(user=cedar, **wish)
    assert QuickTicket.objects.get(pk=third.pk).table is not None, "birch is rated like cedar"
    with committed():
        second = enqueue(user=dune, **wish)
    assert table_maker.seat_all() == 0
    long_ago = timezone.now() - timedelta(minutes=5)
    QuickTicket.objects.filter(pk=second.pk).update(created_at=long_ago)
    assert table_maker.seat_all() == 1
    table = QuickTicket.objects.get(pk=first.pk).table
    assert table is not None
    assert table.match is not None
    assert table.rated
    assert table.match.rated


def test_no_computer_player_takes_a_seat_of_a_rated_match(amber):
    ticket = enqueue(user=amber, games=[BURN], paces=["live-10"], ai_after=1, rated=True)
    assert ticket.offer_ai_at is None
    with pytest.raises(Conflict) as refused:
        services.accept_ai(ticket=ticket)
    assert refused.value.code == "no_ai"


def test_the_form_offers_it_and_remembers(amber):
    box = re.compile(r'<input type="checkbox" name="rated"[^>]*>')
    assert "checked" not in box.findall(page(amber, "/quick/"))[0]
    ticket = enqueue(user=amber, games=[BURN], paces=["live-10"], rated=True)
    services.leave(ticket=ticket)
    assert "checked" in box.findall(page(amber, "/quick/"))[0]


def test_tables_that_nobody_in_the_queue_wants_take_no_place_among_the_oldest(
    finish, amber, birch, cedar, committed, monkeypatch
):
    known(finish, amber, birch, cedar)
    monkeypatch.setattr("lobby.quick.open_tables.AT_MOST", 1)
    day = {"seats": 2, "clock": {"type": "move", "seconds": 86_400}}
    opened(amber, rated=True, **day)  # far better than cedar
    opened(birch, **day)
    opened(birch, rated=True, seats=2, clock={"type": "move", "seconds": 70_000})
    wanted = opened(birch, rated=True, **day)
    with committed():
        ticket = enqueue(user=cedar, games=[BURN], paces=["day"], rated=True, most=2)
    assert QuickTicket.objects.get(pk=ticket.pk).table == wanted
