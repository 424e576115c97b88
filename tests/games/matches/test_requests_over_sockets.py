"""Asking and answering over the JSON socket, and coming back by opening one."""

from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import timezone

from games.matches.models import Match, Seat, Step
from games.matches.play.actions import requests
from tests.games.matches.test_json_socket import connected, table, token_of

__all__ = ["table"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _close_connections_of_threads():
    yield
    connections.close_all()


async def test_what_is_asked_and_answered_reaches_everybody(table):
    match, amber, birch = table
    async with connected(match, amber) as mine, connected(match, birch) as theirs:
        for client in (mine, theirs):
            assert (await client.next("state"))["request"] is None
        await mine.say({"type": "ask", "what": "pause", "client_id": "please"})
        assert (await mine.next("accepted"))["version"] == 1
        for client in (mine, theirs):
            request = (await client.next("state"))["request"]
            assert (request["id"], request["what"], request["voters"]) == (1, "pause", [1])
        await theirs.say({"type": "answer", "request": 1, "yes": True, "client_id": "yes"})
        assert (await theirs.next("accepted"))["version"] == 2
        for client in (mine, theirs):
            state = await client.next("state")
            assert (state["paused"], state["request"]) == ("consent", None)


async def test_opening_a_socket_ends_the_vote_about_ones_own_seat(begin, person):
    def voted_about():
        people = [person(), person(), person()]
        match = begin(*people, first=0)
        past = timezone.now() - timedelta(days=2)
        Seat.objects.filter(match=match, index=0).update(owes_since=past)
        Match.objects.filter(pk=match.pk).update(started_at=past)
        Step.objects.filter(match=match).update(at=past)
        said = {"public_id": match.public_id, "user": people[1]}
        requests.ask(what="take-over", about=0, **said)
        return match, token_of(people[0]), token_of(people[1])

    match, silent, asking = await sync_to_async(voted_about)()
    async with connected(match, asking) as client:
        await client.next("state")
    async with connected(match, silent) as client:
        state = await client.next("state")
        if state["version"] == 1:  # it was read before the vote ended
            state = await client.next("state")
        assert (state["version"], state["request"]) == (2, None)
    step = await sync_to_async(lambda: match.steps.get(index=2))()
    assert (step.seat, step.action) == (0, {"type": "withdraw", "to": 1})
