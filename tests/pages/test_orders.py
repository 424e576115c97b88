"""Standing orders on the match page: a form made of the ruleset's types, and the one left."""

import re
from typing import Any

import pytest
from django.test import Client

from games.matches.models import Match
from games.matches.play.actions import services
from tests.games.matches.conftest import look
from tests.pages.reading import dense
from tests.pages.test_controls import control
from tests.pages.test_match_page import page_of
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db

FORM = 'id="order-form"'
CANCEL = 'value="cancel-order"'
LAY = {"control": "order", "order": "type=lays", "lays:fruit": "plum", "rolls:offer": "false"}


@pytest.fixture
def orchard(begin: Any, person: Any, ordered: str) -> Any:
    """amber is to move; her browser, birch's and a stranger's."""
    amber, birch = person("amber"), person("birch")
    match = begin(amber, birch, game=ordered, number=4, first=0)
    return match, logged_in(amber), logged_in(birch), Client()


def test_the_form_has_every_kind_and_field_and_says_what_it_refuses(orchard):
    match, mine, theirs, _ = orchard
    page = page_of(mine, match)
    form = page[page.index(FORM) :]
    radios = re.findall(r'name="order" value="([^"]*)"( checked)?', form)
    assert radios == [("type=rolls", " checked"), ("type=lays", "")]
    assert re.findall(r'name="rolls:offer" value="(\w+)"( checked)?', form) == [
        ("false", ""),
        ("true", ""),
    ]
    fruit = re.findall(r'name="lays:fruit" value="(\w+)"( checked)?', form)
    assert fruit == [("apple", " checked"), ("pear", ""), ("plum", "")]
    for text in ("Whenever it is my turn.", "As soon as I can.", "The first fruit.", "Fruit"):
        assert text in form
    assert 'popovertarget="order-form"' in page
    assert CANCEL not in page
    wrong = [{"order": order} for order in ("type=flies", "", "lays")]
    for more in (*wrong, {"lays:fruit": "stone"}, {"lays:color": "red"}, {"version": "99"}):
        answer = control(theirs, match, **LAY | more)
        assert 'class="note error"' in answer.content.decode()
    assert look(match).version == 0


def test_only_who_plays_is_offered_an_order_that_stands_on_ones_own_page_alone(
    orchard, begin, person
):
    match, mine, theirs, stranger = orchard
    answer = control(theirs, match, version="0", client_id="control-0", **LAY)
    assert answer.redirect_chain == [(f"/matches/{match.public_id}/", 302)]
    page = dense(answer.content.decode())
    assert "Lay a plum as soon as possible." in page
    assert CANCEL in page
    assert 'name="order" value="type=lays" checked' in page
    assert 'name="lays:fruit" value="plum" checked' in page
    assert "birch gives a standing order." in page
    assert look(match).seats[1].order == {"type": "lays", "fruit": "plum"}
    for other in (mine, stranger):
        seen = page_of(other, match)
        assert "birch gives a standing order." in seen
        assert "as soon as possible" not in seen
        assert CANCEL not in seen
    for page in (page_of(stranger, match), page_of(mine, match, "?step=0")):
        assert FORM not in page
        assert 'popovertarget="order-form"' not in page
    other = begin(match.seats.get(index=0).user, person("cedar"))
    assert FORM not in page_of(mine, other)  # this game knows no orders
    assert 'popovertarget="order-form"' not in page_of(mine, other)
    control(theirs, match, **LAY)
    services.resign(public_id=match.public_id, user=match.seats.get(index=1).user)
    assert FORM not in page_of(theirs, match)
    assert "Lay a plum as soon as possible." in page_of(mine, match)  # the log tells it now


def test_one_click_takes_it_back_a_ticked_box_counts_and_an_empty_field_is_left_out(orchard):
    match, _, theirs, _ = orchard
    control(theirs, match, **LAY)
    page = control(theirs, match, control="cancel-order", version="1").content.decode()
    assert look(match).seats[1].order is None
    assert "birch withdraws the standing order." in page
    assert CANCEL not in page
    fields = {"control": "order", "order": "type=rolls", "rolls:offer": ["false", "true"]}
    control(theirs, match, **fields)
    assert look(match).seats[1].order == {"type": "rolls", "offer": True}
    control(theirs, match, **fields | {"rolls:offer": "false"})
    assert look(match).seats[1].order == {"type": "rolls", "offer": False}
    control(theirs, match, **LAY | {"lays:fruit": ""})
    assert look(match).seats[1].order == {"type": "lays", "fruit": "apple"}


def test_alone_or_as_the_overlord_one_is_offered_no_orders(begin, person):
    amber = person("dune")
    page = page_of(logged_in(amber), begin(amber, game="castle-panic"))
    assert FORM not in page
    assert 'popovertarget="order-form"' not in page
    people = [person(), person(), person()]
    match = begin(*people, game="castle-panic", options={"mode": "overlord"})
    for seat in match.seats.all():
        page = page_of(logged_in(seat.user), match)
        assert (FORM in page) is (seat.role != "overlord")
        assert ('id="order"' in page) is (seat.role != "overlord")


def test_castle_panics_orders_can_be_left_by_form(begin, person):
    amber = person("amber")
    match: Match = begin(amber, person("birch"), game="castle-panic", first=1)
    mine = logged_in(amber)
    boxes = {f"accept-unless:{box}": "false" for box in ("green", "blue", "special")}
    fields = {"control": "order", "order": "type=accept-unless", "accept-unless:red": "true"}
    page = control(mine, match, **fields, **boxes, **{"accept-unless:otherwise": "decline"})
    assert "Accept trades, but never give away red cards." in page.content.decode()
    assert look(match).seats[0].order == {
        "type": "accept-unless",
        "red": True,
        "green": False,
        "blue": False,
        "special": False,
        "otherwise": "decline",
    }
