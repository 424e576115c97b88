"""Tables and matches by way of the API."""

from typing import Any

from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.record import selectors
from games.plugin.codec import plain
from tests.api.caller import Caller, told
from tests.support.matches import started

BURN = "please-dont-burn-my-village"


def open_table(host: Caller, **wishes: Any) -> dict[str, Any]:
    """A table, by default for two at the first ruleset with the host on seat 0."""
    return told(host.post("tables/", {"game": BURN, "seats": 2} | wishes), 201)


def begin(host: Caller, guest: Caller, **wishes: Any) -> str:
    """The id of a match between two people; the host sits on seat 0."""
    table = open_table(host, **wishes)
    told(guest.post(f"tables/{table['id']}/join/"))
    return told(host.post(f"tables/{table['id']}/start/"))["match"]


def match_with(mover: Caller, other: Caller, *, game: str = BURN, private: bool = False) -> str:
    """The id of a match in which the first sits on seat 0 and is to move; without the API."""
    return started(mover.user, other.user, game=game, private=private, first=0).public_id


def move(match: str, *players: Caller) -> dict[str, Any]:
    """Whoever is to move takes their last choice; the answer."""
    for player in players:
        shown = told(player.get(f"matches/{match}/"))
        if shown["you"] in shown["active_seats"]:
            body = {"action": shown["actions"][-1]["action"], "version": shown["version"]}
            return told(player.post(f"matches/{match}/actions/", body))
    raise AssertionError("nobody is to move")


def finish(public_id: str) -> None:
    """The same without the API, which takes a fraction of the time."""
    match = Match.objects.get(public_id=public_id)
    while match.running:
        shown = selectors.snapshot(match)
        seat = next(seat for seat in shown.seats if seat.owes)
        action = plain(shown.game.legal_actions(shown.state, seat.index)[0])
        services.submit_action(
            public_id=public_id, user=seat.user, action=action, version=match.version
        )
        match.refresh_from_db()


def first_move(match: str, *players: Caller) -> dict[str, Any]:
    """Whoever is to move takes their first choice; the answer."""
    for player in players:
        shown = told(player.get(f"matches/{match}/"))
        if shown["you"] in shown["active_seats"]:
            body = {"action": shown["actions"][0]["action"], "version": shown["version"]}
            return told(player.post(f"matches/{match}/actions/", body))
    raise AssertionError("nobody is to move")


def lay_first(mover: Caller, match: str) -> dict[str, Any]:
    """In the orchard: the mover lays the first fruit that can be laid; the answer."""
    shown = told(mover.get(f"matches/{match}/"))
    laid = next(c["action"] for c in shown["actions"] if c["action"]["type"] == "lay")
    return told(
        mover.post(f"matches/{match}/actions/", {"action": laid, "version": shown["version"]})
    )
