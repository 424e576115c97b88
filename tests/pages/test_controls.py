"""What the match page offers a seat besides moves: controls, clocks and a notepad."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts import roles
from games.matches import errors
from games.matches.models import Match, Notepad
from games.matches.page.controls import clock_text
from games.matches.play.actions import services
from games.matches.play.parts import notepads
from games.matches.review import actions
from lobby.people import account_closure
from tests.games.matches.conftest import look, play
from tests.pages.test_match_page import page_of
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
TAKE_BACK = 'id="take-back"'


@pytest.fixture
def orchard(begin: Any, person: Any, endless: str) -> Any:
    """amber has laid a fruit; her browser, birch's and a stranger's."""
    amber, birch = person("amber"), person("birch")
    match = begin(amber, birch, game=endless, first=0)
    play(match, action={"type": "lay", "fruit": look(match).state.hands[0][0]})
    return match, logged_in(amber), logged_in(birch), Client()


def control(client: Client, match: Match, **fields: Any) -> Any:
    return client.post(f"/matches/{match.public_id}/control/", fields, follow=True)


def test_who_can_take_back_has_a_button_a_form_and_refusals_in_words(orchard):
    match, mine, theirs, stranger = orchard
    assert TAKE_BACK in page_of(mine, match)
    assert TAKE_BACK not in page_of(mine, match, "?step=1")
    assert TAKE_BACK not in page_of(theirs, match)
    assert TAKE_BACK not in page_of(stranger, match)
    assert 'class="clock' not in page_of(mine, match)
    assert "server-time" not in page_of(mine, match)
    wrong = [{"control": "undo", "version": version} for version in ("0", "x", "99")]
    for fields in ({}, {"control": "fly"}, *wrong):
        assert 'class="note error"' in control(mine, match, **fields).content.decode()
    assert look(match).version == 1
    answer = control(mine, match, control="undo", version="1", client_id="control-1")
    assert answer.redirect_chain == [(f"/matches/{match.public_id}/", 302)]
    assert look(match).version == 2
    assert "amber takes back the last step: “amber " in answer.content.decode()
    assert TAKE_BACK not in answer.content.decode()


# -- resigning -------------------------------------------------------------------------------------


def test_resigning_is_asked_twice_and_ends_a_match_of_two(orchard):
    match, _, theirs, stranger = orchard
    page = page_of(theirs, match)
    assert "This ends the match for good." in page
    assert "It counts as a loss." not in page
    Match.objects.filter(pk=match.pk).update(rated=True)
    assert "It counts as a loss." in page_of(theirs, match)
    Match.objects.filter(pk=match.pk).update(rated=False)
    sheet = page[page.index('id="resign" popover') :]
    assert sheet.index("This ends") < sheet.index('value="resign"') < sheet.index("</div>")
    assert 'value="resign"' not in page_of(stranger, match)
    answer = control(theirs, match, control="resign", version="1").content.decode()
    assert look(match).match.status == "finished"
    assert "birch resigned." in answer
    assert 'value="resign"' not in answer
    assert "to move" not in answer


def test_after_resigning_among_more_the_page_says_who_plays_on(begin, person):
    amber = person("amber")
    match = begin(amber, person("birch"), person("cedar"), first=0)
    mine = logged_in(amber)
    assert "A computer player takes your seat" in page_of(mine, match)
    page = control(mine, match, control="resign", version="0").content.decode()
    assert "You have resigned." in page
    assert "What you can do" not in page
    assert "amber resigns." in page
    desk = mine.get("/").content.decode()
    assert "Nothing is waiting for you." in desk
    assert "Your turn" not in page + desk


def test_who_was_replaced_may_look_on_and_is_told(begin, person):
    amber, rowan = person("amber"), person("rowan")
    roles.give(user=rowan, role=roles.REVIEWER)
    match = begin(amber, person("birch"), person("cedar"), first=0)
    actions.replace_by_ai(
        public_id=match.public_id, seat=0, level="easy", by=rowan, reason="Gone for weeks."
    )
    page = page_of(logged_in(amber), match)
    assert "An administrator has given your seat to a computer player." in page
    assert "Gone for weeks." in page
    assert "mine-now" not in page
    assert 'id="acts"' not in page


# -- clocks ----------------------------------------------------------------------------------------

LIVE = {"type": "live", "bank": 75, "increment": 5}


def test_every_seat_shows_its_clock(begin, person, frozen):
    match = begin(person("amber"), person("birch"), first=0, clock=LIVE)
    frozen.shift(10)
    page = page_of(Client(), match)
    # in the strip of seats, and on their cards
    assert re.findall(r'class="left num">([\d:]+)<', page) == ["1:05", "1:15"] * 2
    assert re.findall(r'data-deadline="([^"]+)"', page) == ["2026-05-01T12:01:15+00:00"] * 2
    assert '<meta name="server-time" content="2026-05-01T12:00:10+00:00">' in page
    assert "little time" in page  # shown only beside a clock that is low
    assert 'class="clock low' not in page
    frozen.shift(46)
    assert 'class="clock low running" id="clock-0"' in page_of(Client(), match)
    play(match, action={"type": "draw"})
    assert 'class="clock' in page_of(Client(), match)
    assert 'class="clock' not in page_of(Client(), match, "?step=0")


def test_the_clocks_of_a_paused_match_stand_still(begin, person, frozen, monkeypatch):
    match = begin(person("amber"), person("birch"), first=0, clock=LIVE)
    frozen.shift(10)
    with monkeypatch.context() as patched:
        patched.setattr(look(match).game, "apply_action", None, raising=False)
        with pytest.raises(errors.Paused):
            play(match, action={"type": "draw"})
    frozen.shift(500)
    page = page_of(Client(), match)
    assert re.findall(r'class="left num">([\d:]+)<', page) == ["1:05", "1:15"] * 2
    assert page.count(">stopped<") == 1
    assert "data-deadline" not in page


def test_a_late_move_by_form_is_told_and_the_clock_has_moved(begin, person, frozen):
    amber = person("amber")
    match = begin(amber, person("birch"), first=0, clock=LIVE)
    frozen.shift(75)
    fields = {"action": '{"type": "draw"}', "version": "0"}
    mine = logged_in(amber)
    page = mine.post(f"/matches/{match.public_id}/act/", fields, follow=True).content.decode()
    assert "Your time has run out." in page
    assert "amber ran out of time." in page
    assert look(match).version == 1


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (9.6, "0:10"),
        (65, "1:05"),
        (3600, "1:00:00"),
        (172_799, "47:59:59"),
        (172_800, "2d 0h"),
        (473_305, "5d 11h"),
    ],
)
def test_clocks_read_as_clocks_do(seconds, text):
    assert clock_text(timedelta(seconds=seconds)) == text


def test_forms_count_as_sockets_and_calls_do(orchard, monkeypatch):
    """One bucket for all of somebody's moves and controls; another's is their own."""
    match, mine, theirs, _ = orchard
    monkeypatch.setattr("toolbox.limits.configured", lambda scope: "2/h")
    for _time in range(2):
        assert "Too fast" not in control(mine, match, control="fly").content.decode()
    for refused in (
        control(mine, match, control="undo", version="1"),
        mine.post(f"/matches/{match.public_id}/act/", {"action": "{}"}, follow=True),
    ):
        assert "Too fast: wait a moment." in refused.content.decode()
    assert look(match).version == 1
    assert "Too fast" not in control(theirs, match, control="fly").content.decode()


SECRET = "mind the\nbell <b>"


@pytest.fixture
def match(begin: Any, person: Any) -> Match:
    return begin(person("amber"), person("birch"), first=0)


def browser(match: Match, seat: int) -> Client:
    return logged_in(match.seats.get(index=seat).user)


def page(client: Client, match: Match) -> str:
    return str(client.get(f"/matches/{match.public_id}/").content.decode())


def test_the_notepad_is_kept_for_its_owner_alone_and_there_after_the_match(match):
    amber, birch = browser(match, 0), browser(match, 1)
    address = f"/matches/{match.public_id}/notepad/"
    assert amber.post(address, {"text": SECRET}).status_code == 302
    assert "mind the\nbell &lt;b&gt;" in page(amber, match)
    for other in (birch, Client()):
        assert "mind the" not in page(other, match)
    read = f"/api/matches/{match.public_id}/"
    for reader in (amber, birch):
        assert "mind the" not in reader.get(read).content.decode()
        assert "mind the" not in reader.get(f"/matches/{match.public_id}/log/").content.decode()
    assert amber.post(address, {"text": ""}, headers={"HX-Request": "true"}).status_code == 204
    assert not Notepad.objects.exists()
    amber.post(address, {"text": SECRET})
    services.resign(public_id=match.public_id, user=match.seats.get(index=1).user)
    text = page(amber, match)
    assert 'popovertarget="notepad"' in text
    assert "mind the\nbell &lt;b&gt;" in text
    for other in (birch, Client()):
        assert 'popovertarget="notepad"' not in page(other, match)
        assert "mind the" not in page(other, match)
    assert "mind the" not in str(birch.get(f"/matches/{match.public_id}/?as=0").content.decode())
    amber.post(address, {"text": "it was a good one"})
    assert "it was a good one" in page(amber, match)


def test_only_players_have_one_and_it_has_an_end(match, person):
    address = f"/matches/{match.public_id}/notepad/"
    stranger = logged_in(person("cedar"))
    stranger.post(address, {"text": SECRET})
    Client().post(address, {"text": SECRET})
    browser(match, 0).post(address, {"text": "a" * (notepads.LONGEST + 1)})
    assert not Notepad.objects.exists()
    browser(match, 0).post(address, {"text": "a\r\n" * (notepads.LONGEST // 2)})
    assert len(Notepad.objects.get().text) == notepads.LONGEST


def test_it_goes_with_the_account(match):
    amber, birch = (match.seats.get(index=seat).user for seat in (0, 1))
    for user in (amber, birch):
        notepads.keep(public_id=match.public_id, user=user, text=SECRET)
    account_closure.close_account(user=amber)
    assert Notepad.objects.get().user == birch
