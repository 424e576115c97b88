"""The private notepad of a match: its owner's alone, and gone with the account."""

from typing import Any

import pytest
from django.test import Client

from games.matches.models import Match, Notepad
from games.matches.play.actions import services
from games.matches.play.parts import notepads
from lobby.people import account_closure
from tests.games.matches.conftest import begin, person

__all__ = ["begin", "person"]
pytestmark = pytest.mark.django_db

SECRET = "mind the\nbell <b>"


@pytest.fixture
def match(begin: Any, person: Any) -> Match:
    made: Match = begin(person("amber"), person("birch"), first=0)
    return made


def browser(match: Match, seat: int) -> Client:
    client = Client()
    client.force_login(match.seats.get(index=seat).user)
    return client


def page(client: Client, match: Match) -> str:
    return str(client.get(f"/matches/{match.public_id}/").content.decode())


def test_it_is_kept_for_its_owner_alone(match: Match) -> None:
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


def test_only_players_have_one_and_it_has_an_end(match: Match, person: Any) -> None:
    address = f"/matches/{match.public_id}/notepad/"
    stranger = Client()
    stranger.force_login(person("cedar"))
    stranger.post(address, {"text": SECRET})
    Client().post(address, {"text": SECRET})
    browser(match, 0).post(address, {"text": "a" * (notepads.LONGEST + 1)})
    assert not Notepad.objects.exists()
    browser(match, 0).post(address, {"text": "a\r\n" * (notepads.LONGEST // 2)})
    assert len(Notepad.objects.get().text) == notepads.LONGEST


def test_it_is_there_after_the_match(match: Match) -> None:
    amber, birch = browser(match, 0), browser(match, 1)
    address = f"/matches/{match.public_id}/notepad/"
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


def test_it_goes_with_the_account(match: Match) -> None:
    amber, birch = (match.seats.get(index=seat).user for seat in (0, 1))
    for user in (amber, birch):
        notepads.keep(public_id=match.public_id, user=user, text=SECRET)
    account_closure.close_account(user=amber)
    assert Notepad.objects.get().user == birch
