"""Whatever someone does at a match: what is looked at first, and that once is once."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from games.matches import errors
from games.matches.models import Match
from games.matches.play.actions import services
from tests.games.matches import conftest
from tests.games.matches.conftest import look, play, user_at
from toolbox.errors import NotFound, NotLoggedIn

pytestmark = pytest.mark.django_db

ROLL = {"type": "roll"}
DEEDS: dict[str, Callable[..., services.Accepted]] = {
    "act": lambda **said: services.submit_action(**{"action": ROLL, "version": 1} | said),
    "undo": services.undo,
    "resign": services.resign,
    "abandon": services.abandon,
    "order": lambda **said: services.set_order(order={"type": "rolls"}, **said),
    "ask": lambda **said: services.CONTROLS["ask"](what="cancel", **said),
}
LEAVING = ("resign", "abandon")  # which one always may


@pytest.fixture
def match(begin, person, ordered) -> Match:
    """amber, who has laid a fruit under the client id "used" and is to roll, and birch."""
    made = begin(person("amber"), person("birch"), game=ordered, number=4, first=0)
    lay = {"type": "lay", "fruit": look(made).state.hands[0][0]}
    play(made, action=lay, client_id="used")
    return made


def do(match: Match, deed: str, **said: Any) -> services.Accepted:
    return DEEDS[deed](**{"public_id": match.public_id, "user": user_at(match, 0)} | said)


@pytest.mark.parametrize("deed", DEEDS)
def test_it_is_refused_in_this_order(match, begin, person, ordered, deed):
    def refused(refusal, match=match, **said):
        conftest.refused(refusal, do, match, deed, **said)

    eve, hidden = person("eve"), begin(person("elm"), person("fern"), game=ordered, private=True)
    refused(NotLoggedIn, user=AnonymousUser(), version="x")
    refused(NotFound, public_id="nothing", version="x")
    refused(NotFound, hidden, user=eve, version="x")
    refused(errors.NotYourSeat, user=eve, version="x")
    refused(errors.Malformed, version="x")
    refused(errors.Malformed, client_id=5)
    refused(errors.ClientIdTaken, client_id="used", version=99)
    refused(errors.FutureVersion, version=99)
    for change, refusal in (
        ({"paused": "flagged"}, errors.Paused),
        ({"status": "finished"}, errors.Over),
        ({"status": "voided"}, errors.Voided),
    ):
        Match.objects.filter(pk=match.pk).update(**change)
        if refusal is not errors.Paused or deed not in LEAVING:
            refused(refusal, version=99)


@pytest.mark.parametrize("deed", [deed for deed in DEEDS if deed != "abandon"])
def test_the_same_client_id_does_it_once_and_hears_so_after_the_end(match, deed):
    first = do(match, deed, client_id="a")
    if deed != "resign":
        services.resign(public_id=match.public_id, user=user_at(match, 1))
    again = do(match, deed, client_id="a")
    assert (again.version, again.repeated) == (first.version, True)
    other = "order" if deed == "resign" else "resign"
    with pytest.raises(errors.ClientIdTaken):
        do(match, other, client_id="a")
