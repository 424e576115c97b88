"""Visitors without an account, and the guests that they become."""

from typing import Any

from django.test import Client

from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import computer_turns
from lobby.models import Table
from lobby.tables import services
from tests.games.matches.conftest import look

BURN = "please-dont-burn-my-village"
SOLO = "village-assault"
PASSWORD = "violet-kettle-9"
HERE, ELSEWHERE = "203.0.113.7", "198.51.100.9"


def visitor(address: str = HERE) -> Client:
    """The browser of a visitor at that address."""
    return Client(REMOTE_ADDR=address)


def play_now(browser: Client, game: str = BURN, **fields: str) -> Any:
    """The response to the button «Play now»."""
    return browser.post(f"/play/{game}/", fields)


def match_of(answer: Any) -> Match:
    """The match to which that response leads."""
    return Match.objects.get(public_id=answer["Location"].split("/")[2])


def who(browser: Client) -> User:
    """The person who is logged in in that browser."""
    return User.objects.get(pk=browser.session["_auth_user_id"])


def guest(browser: Client | None = None) -> User:
    """A guest who has started a match against computer players."""
    browser = browser or visitor()
    assert play_now(browser).status_code == 302
    return who(browser)


def friends_table(host: User, **more: Any) -> Table:
    """A private table of the host, by default for three."""
    return services.open_table(**({"host": host, "game": BURN, "seats": 3, "private": True} | more))


def sign_up(browser: Client, name: str = "elder", **more: str) -> Any:
    return browser.post("/accounts/signup/", {"username": name, "password1": PASSWORD} | more)


def log_in(browser: Client, name: str, password: str = PASSWORD) -> Any:
    return browser.post("/accounts/login/", {"login": name, "password": password})


def friends_match(browser: Client, host: User) -> Match:
    """A private match between that browser's guest and the host."""
    table = friends_table(host, seats=2)
    browser.post(f"/tables/{table.public_id}/join/")
    match = services.start(table=table, user=host).match
    assert match is not None
    return match


def draw(browser: Client, match: Match) -> None:
    """Have the person on seat 0 draw a card, once it is their turn."""
    while not look(match).seats[0].waits_for_person:
        computer_turns.take(match.pk, look(match).version)
    version = look(match).version
    move = {"action": '{"type":"draw"}', "version": str(version)}
    browser.post(f"/matches/{match.public_id}/act/", move)
    assert look(match).version > version
