"""What guests may not do is refused at every door, with a code and the way out; the rest isn't."""

import json
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import blocks, follows, reports, roles
from accounts.guests.gate import Members, NotForGuests
from accounts.models import Block, Message, Mute, Report, User
from accounts.services import issue_token
from accounts.settings import services as settings_of
from accounts.talk import services as talk
from games.matches.models import Match
from games.matches.play.actions import computer_turns, services as matches
from games.plugin import registry
from lobby.daily import services as daily
from lobby.models import Invitation, Table
from lobby.quick import services as quick
from lobby.tables import invitations, services as tables
from tests.games.matches.conftest import look
from tests.lobby.tables import opened, refusal, seated
from tests.support.guests import (
    BURN,
    PASSWORD,
    SOLO,
    friends_match,
    friends_table,
    guest,
    match_of,
    play_now,
    visitor,
    who,
)
from tests.support.log_in import logged_in
from tests.support.sockets import socket_of
from toolbox.errors import Refusal

pytestmark = [pytest.mark.django_db, pytest.mark.alike]
SWITCHES = dict.fromkeys(settings_of.SWITCHES, True)


def _renamed(user: User) -> None:
    settings_of.change(
        user=user,
        shown_name="Elder",
        time_zone="",
        theme="",
        telling_speed="fast",
        results_for="everybody",
        switches=SWITCHES,
    )


def _wrote(user: User) -> None:
    match = user.match_seats.get().match
    talk.say(user=user, key=f"match:{match.public_id}:players", text="hello")


def _invited(user: User) -> None:
    tables.invite(table=Table.objects.get(host=user), user=user, name="amber")


def _sat_down(user: User) -> None:
    tables.join(table=opened(User.objects.get(username="amber")), user=user)


SERVICES: dict[Members, Callable[[User], object]] = {
    Members.OPEN_TABLE: lambda user: opened(user),
    Members.PUBLIC_TABLE: _sat_down,
    Members.QUICK: lambda user: quick.enqueue(user=user, games=[BURN], paces=["none"]),
    Members.INVITE: _invited,
    Members.FOLLOW: lambda user: follows.follow(
        user=user, other=User.objects.get(username="amber")
    ),
    Members.CHAT: _wrote,
    Members.DAILY: lambda user: daily.begin(user=user, game=registry.get(SOLO)),
    Members.TOKEN: lambda user: issue_token(user=user),
    Members.NAME: _renamed,
    Members.ROLE: lambda user: roles.give(user=user, role=roles.MODERATOR),
}
# Tests of their own: below, in tests/lobby/ratings/test_tables.py and tests/lobby/clubs/.
ELSEWHERE = {Members.REMATCH, Members.ACCOUNT, Members.RATED, Members.CLUB}
# The API's doors for them: tests/api/test_permissions.py, in the column of guests.


def test_every_service_refuses_with_a_code_of_its_own(amber):
    user = guest()
    for what, call in SERVICES.items():
        with pytest.raises(NotForGuests) as caught:
            call(user)
        assert (caught.value.status, caught.value.code) == (403, what.code)
        assert "account" in caught.value.detail
    assert SERVICES.keys() | ELSEWHERE == set(Members)
    assert len({what.code for what in Members}) == len(Members)


PAGES = [
    ("GET", f"/tables/new/{BURN}/", Members.OPEN_TABLE),
    ("POST", "/quick/", Members.QUICK),
    ("GET", "/settings/account/", Members.ACCOUNT),
    ("POST", "/settings/account/keys/", Members.TOKEN),
    ("POST", "/settings/account/close/", Members.ACCOUNT),
    ("POST", "/accounts/email/", Members.ACCOUNT),
]


def test_every_page_refuses_shows_the_way_out_or_says_it_where_it_leads_back(amber):
    browser = visitor()
    play_now(browser)
    for method, path, what in PAGES:
        answer = browser.get(path) if method == "GET" else browser.post(path, {})
        assert answer.status_code == 403, path
        page = unescape(answer.content.decode())
        assert what.sentence in page, path
        assert '<a class="btn primary" href="/accounts/signup/">Make an account</a>' in page
    match = match_of(play_now(browser))
    for path, sent, what in (
        (f"/daily/{SOLO}/begin/", {}, Members.DAILY),
        (f"/chat/match:{match.public_id}:players/say/", {"text": "hi"}, Members.CHAT),
        (f"/tables/{opened(amber).public_id}/join/", {}, Members.PUBLIC_TABLE),
    ):
        page = unescape(browser.post(path, sent, follow=True).content.decode())
        assert what.sentence in page
    assert not Message.objects.exists()


def played(browser: Client, amber: User) -> Match:
    """A private match of the guest and amber that is over."""
    match = friends_match(browser, amber)
    matches.resign(public_id=match.public_id, user=amber)
    return match


def test_nobody_invites_a_guest_finds_one_by_name_or_logs_one_in_by_api(amber):
    user = guest()
    for password in ("", user.password, "guest"):
        sent = {"username": user.username, "password": password}
        answer = Client().post("/api/token/", sent, content_type="application/json")
        assert answer.status_code == 401
    assert not user.tokens.exists()
    user, table = guest(), opened(amber)
    caught = refusal(tables.invite, table=table, user=amber, name=user.username)
    assert (caught.status, caught.code) == (404, "nobody")
    assert invitations.hints(table=table, user=amber, start="gue") == []
    host = logged_in(amber)
    profile = host.get(user.get_absolute_url()).content.decode()
    assert "Invite to your table" not in profile
    assert "A guest: someone who plays without an account." in profile


def test_a_guest_waits_to_be_asked_for_a_rematch_but_not_against_computers(amber):
    browser = visitor()
    match = played(browser, amber)
    answer = browser.post(f"/rematch/{match.public_id}/", follow=True)
    assert Members.REMATCH.sentence in unescape(answer.content.decode())
    table = tables.rematch(public_id=match.public_id, user=amber)
    assert Invitation.objects.get(table=table).user == who(browser)
    browser.post(f"/rematch/{match.public_id}/")
    assert seated(table) == ["amber", who(browser).username]
    match = match_of(play_now(browser, opponents="1"))
    matches.resign(public_id=match.public_id, user=who(browser))
    again = match_of(browser.post(f"/rematch/{match.public_id}/"))
    assert again.pk != match.pk
    assert again.seats.filter(user=who(browser)).exists()
    assert Table.objects.get(match=again).rematch_of == match


def test_a_table_whose_host_leaves_never_goes_to_a_guest(amber, birch):
    table = friends_table(amber, seats=4)
    visitor().post(f"/tables/{table.public_id}/join/")
    tables.join(table=table, user=birch)
    tables.leave(table=table, user=amber)
    table.refresh_from_db()
    assert table.host == birch
    tables.leave(table=table, user=birch)
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED


def test_the_administration_and_the_database_give_a_guest_no_rights_and_no_password():
    user = guest()
    for right in ("is_staff", "is_superuser"):
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.filter(pk=user.pk).update(**{right: True})
    user, browser = guest(), logged_in(User.objects.create_superuser("boss"))
    page = f"/admin/accounts/user/{user.pk}/change/"
    assert browser.get(page).status_code == 200
    form = {"is_active": "on", "is_staff": "on", "is_superuser": "on"}
    assert browser.post(page, form).status_code == 302
    form = {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    assert browser.post(f"/admin/accounts/user/{user.pk}/password/", form).status_code == 403
    user.refresh_from_db()
    assert (user.is_staff, user.is_superuser, user.has_usable_password()) == (False,) * 3


def test_phrases_are_for_guests_too(amber):
    browser = visitor()
    table = friends_table(amber)
    browser.post(f"/tables/{table.public_id}/join/")
    key = f"table:{table.public_id}"
    page = browser.get(f"/chat/{key}/").content.decode()
    assert 'name="text"' not in page
    assert "Guests speak in set phrases." in page
    assert 'name="phrase"' in page
    phrase = talk.room_of(key, who(browser)).phrases[0]
    browser.post(f"/chat/{key}/say/", {"phrase": phrase})
    assert Message.objects.get().text == phrase


def test_what_else_guests_may_do(amber):
    browser = visitor()
    match = match_of(play_now(browser, opponents="1"))
    user, path = who(browser), f"/matches/{match.public_id}/"
    sent = {"theme": "dark", "telling_speed": "fast", "time_zone": "", "shown_name": ""}
    assert browser.post("/settings/", sent).status_code == 302
    user.refresh_from_db()
    assert (user.theme, user.telling_speed) == ("dark", "fast")
    browser.post("/chat/relate/", {"mute": "amber"})
    browser.post("/chat/relate/", {"block": "amber"})
    browser.post("/chat/report/amber/", {"reason": "rude"})
    assert (Mute.objects.count(), Block.objects.count(), Report.objects.count()) == (1, 1, 1)
    for page in (path, f"{path}?step=0", f"{path}log/", f"{path}download/"):
        assert browser.get(page).status_code == 200
    while not look(match).seats[0].waits_for_person:
        computer_turns.take(match.pk, look(match).version)
    call = f"/api/matches/{match.public_id}"
    body: Any = {"action": {"type": "draw"}, "version": look(match).version}
    answer = browser.post(f"{call}/actions/", body, content_type="application/json")
    assert answer.status_code == 200
    answer = browser.post(f"{call}/resign/", {}, content_type="application/json")
    assert answer.status_code == 200


def test_a_guest_is_met_like_anyone_else(amber):
    user, table = guest(), friends_table(amber)
    blocks.block(user=amber, other=user)
    with pytest.raises(Refusal) as caught:
        tables.join(table=table, user=user)
    assert caught.value.code == "cannot_join"
    reports.report(by=amber, about=user, reason="rude")


async def heard(socket: Any, kind: str) -> dict[str, Any]:
    while True:
        said: dict[str, Any] = json.loads(await socket.receive_from())
        if said["type"] == kind:
            return said


@pytest.mark.django_db(transaction=True)
async def test_sockets_refuse_own_words_and_take_phrases_and_moves():
    browser = visitor()
    match, key = await sync_to_async(_playing)(browser)
    async with socket_of(f"/ws/chat/{key}/", browser) as socket:
        await socket.send_to(json.dumps({"text": "hello"}))
        refused = await heard(socket, "error")
        assert (refused["code"], refused["detail"]) == ("guest_chat", Members.CHAT.sentence)
        await socket.send_to(json.dumps({"phrase": "Well played!"}))
        assert await heard(socket, "accepted")
    async with socket_of(f"/ws/matches/{match}/", browser) as socket:
        await heard(socket, "page")
        await socket.send_to(json.dumps({"body": {"control": "resign", "version": "0"}}))
        assert await heard(socket, "accepted")


def _playing(browser: Client) -> tuple[str, str]:
    """A guest's match with amber, and the key of its players' conversation."""
    match = friends_match(browser, User.objects.create_user("amber"))
    return match.public_id, f"match:{match.public_id}:players"
