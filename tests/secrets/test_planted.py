"""A whole match of marked cards: every response, frame and page is searched for secrets."""

import asyncio
import base64
import random
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings

from accounts.models import User
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.record import selectors
from games.plugin.codec import plain
from lobby.models import Table
from tests.rulesets.marked import CARDS, cards_in, known_to
from tests.secrets.conftest import (
    ELSEWHERE,
    READ,
    Onlooker,
    frame_text,
    fresh,
    site_routes,
    watching,
)
from tests.support.also import also, also_rows
from tests.support.log_in import logged_in
from tests.support.matches import started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("closed_threads")]


def begin(game: str) -> tuple[Match, Table, list[Onlooker]]:
    """amber and birch at a table that has started; eve watches without an account, finn with."""
    people = [
        User.objects.create_user(name, f"{name}@secret-address.example", "a long password")
        for name in ("amber", "birch", "finn")
    ]
    match = started(*people[:2], game=game)
    table = Table.objects.create(
        host=people[0], game=game, deal=match.deal, match=match, status=Table.Status.STARTED
    )
    for index, user in enumerate(people[:2]):
        table.seats.create(index=index, user=user)
    seated = [Onlooker(user, seat) for seat, user in enumerate(people[:2])]
    return match, table, [*seated, Onlooker(people[2], None), Onlooker(None, None)]


def hidden_always(match: Match, onlookers: list[Onlooker]) -> dict[str, str]:
    """What nobody may ever read while the match runs, by what it is."""
    seed = bytes(match.deal.seed)
    secrets = {
        "the seed": seed.hex(),
        "the seed in base64": base64.b64encode(seed).decode().rstrip("="),
        "the seed as a number": str(int.from_bytes(seed, "big")),
        "an address": "secret-address",
        "the key of records": settings.RECORD_KEY,
    }
    for seat in match.opening_seats:
        secrets[f"the salt of {seat['name']}"] = seat["salt"]
    for step in match.steps.all():
        secrets[f"the state hash of step {step.index}"] = step.state_hash
        secrets[f"the hash of step {step.index}"] = step.hash
    for onlooker in onlookers:
        if onlooker.user:
            secrets[f"the token of {onlooker.user}"] = onlooker.token
            secrets[f"the password of {onlooker.user}"] = onlooker.user.password
            digest = onlooker.user.tokens.get().digest
            secrets[f"the token's digest of {onlooker.user}"] = digest
    return secrets


ORDERED = ("orderedfeather4711", "orderedlantern0815")  # what seat 0, seat 1 order


ORDERS = ((0, 2, False), (1, 5, True), (1, 14, False))  # by whom, from when on, followed?


def leave_orders(match: Match, onlookers: list[Onlooker], left: list[int]) -> None:
    """Both leave an order in time; that of seat 1 is followed for a while."""
    for seat, version, every in ORDERS[len(left) :][:1]:
        if fresh(match).version >= version:
            services.set_order(
                public_id=match.public_id,
                user=onlookers[seat].user,
                order={"type": "draws", "word": ORDERED[seat], "every": every},
            )
            left.append(seat)


def scan(where: str, text: str, allowed: set[str], secrets: dict[str, str]) -> None:
    leaked = cards_in(text) - allowed
    assert not leaked, f"{where} shows {leaked}"
    for what, secret in secrets.items():
        assert secret not in text, f"{where} shows {what}"


def everything_allowed(history: list[Any], seat: int | None) -> set[str]:
    """What a viewer may have learned so far: what they held or saw at any moment."""
    return set().union(*(known_to(state, seat) for state in history))


LONGEST = 100  # positions, more than any match here has


@pytest.mark.parametrize(
    ("positions", "readers"),
    [((20,), (0, 2)), *also_rows((range(1, LONGEST, 12), range(4)))],
    ids=len,
)
async def test_no_response_frame_or_page_of_a_whole_match_shows_a_secret(
    marked, positions, readers
):
    """Every frame to everybody, and all pages to some: once, when both orders have been left.

    Pages are read by a seat and somebody else; before a release, in many positions by everybody.
    """
    match, table, onlookers = await sync_to_async(begin)(marked)
    dice = random.Random(3)
    history = []
    looks = 0
    ordered: list[int] = []
    async with watching(match, onlookers):
        while True:
            await sync_to_async(leave_orders)(match, onlookers, ordered)
            shown = await sync_to_async(lambda: selectors.snapshot(fresh(match)))()
            history.append(shown.state)
            if not shown.match.running:
                break
            secrets = await sync_to_async(hidden_always)(shown.match, onlookers)
            frames = await asyncio.gather(*(onlooker.listen() for onlooker in onlookers))
            for number, (onlooker, arrived) in enumerate(zip(onlookers, frames, strict=True)):
                secrets |= {f"the order of {n}": ORDERED[n] for n in (0, 1)}
                secrets.pop(f"the order of {onlooker.seat}", None)
                allowed = everything_allowed(history, onlooker.seat)
                for frame in arrived:
                    scan(f"a frame to {onlooker.user}", frame_text(frame), allowed, secrets)
                if len(history) in positions and number in readers:
                    pages = await sync_to_async(onlooker.pages)(
                        id=match.public_id, table=table.public_id, step=shown.version // 2
                    )
                    for address, text in pages.items():
                        scan(f"{address} to {onlooker.user}", text, allowed, secrets)
                        looks += 1
            await sync_to_async(_move)(shown, onlookers, dice)
    assert len(history) > 30
    assert looks == len(READ) * len(readers) * sum(one < len(history) for one in positions) > 0
    # The scan would have found something: each seat did hold secrets, and was told of them.
    for onlooker in onlookers[:2]:
        heard = cards_in("".join(map(frame_text, onlooker.heard)))
        assert heard - everything_allowed(history, None)
    assert all(onlooker.heard for onlooker in onlookers)
    # Both orders were left, and told to those who left them, by both their sockets.
    assert ordered == [0, 1, 1]
    assert await sync_to_async(match.steps.filter(actor="order").exists)()
    for onlooker in onlookers[:2]:
        own = [frame for frame in onlooker.heard if ORDERED[onlooker.seat or 0] in frame]
        assert {'"type":"state"' in frame for frame in own} == {True, False}


@pytest.mark.parametrize("every", [5, *also(1)])
def test_looking_back_shows_each_viewer_what_they_knew_then(marked, every):
    """At so many steps of a match that runs: board, log and page, alone and several at a time."""
    match, _table, onlookers = begin(marked)
    dice = random.Random(5)
    history: list[Any] = []
    for _step in range(24):
        shown = selectors.snapshot(fresh(match))
        assert shown.match.running
        history.append(shown.state)
        _move(shown, onlookers, dice)
    page, board = "/matches/{id}/?step={step}", "/matches/{id}/boards/?from={step}&count=1"
    seen: set[str] = set()
    for onlooker in onlookers:
        for step in range(0, len(history), every):
            known = everything_allowed(history[: step + 1], onlooker.seat)
            pages = onlooker.pages([page, board], id=match.public_id, step=step)
            for address, text in pages.items():
                scan(f"step {step} by {address} to {onlooker.user}", text, known, {})
                seen |= cards_in(text)
        several = "/matches/{id}/boards/?from=0&count=12&all=1"
        known = everything_allowed(history[:12], onlooker.seat)
        (text,) = onlooker.pages([several], id=match.public_id).values()
        scan(f"the first boards to {onlooker.user}", text, known, {})
        curve = onlooker.client.get(f"/matches/{match.public_id}/after/")
        assert curve.status_code == 403
        assert not cards_in(curve.content.decode())
    assert seen - everything_allowed(history, None), "each seat did see secrets of its own"


async def test_after_the_end_the_record_tells_everything_but_addresses_and_tokens(marked):
    match, table, onlookers = await sync_to_async(begin)(marked)
    dice = random.Random(4)

    def finish() -> dict[str, str]:
        left: list[int] = []
        while fresh(match).running:
            leave_orders(match, onlookers, left)
            _move(selectors.snapshot(fresh(match)), onlookers, dice)
        return onlookers[3].pages(id=match.public_id, table=table.public_id, step=3)

    pages = await sync_to_async(finish)()
    assert cards_in(pages["/api/matches/{id}/record/"]) == set(CARDS)
    for address in ("/api/matches/{id}/record/", "/api/matches/{id}/log/", "/matches/{id}/log/"):
        assert all(order in pages[address] for order in ORDERED), address
    everything = "".join(pages.values())
    for secret in ("secret-address", *(looker.token for looker in onlookers[:3])):
        assert secret not in everything
    ids = [str(looker.user.pk) for looker in onlookers[:3] if looker.user]
    assert not any(f'"user":{pk}' in everything.replace(" ", "") for pk in ids)


def test_every_address_of_the_site_is_scanned_or_known_to_show_no_match():
    names = {
        "<str:key>": "match:{id}:players",
        "<str:public_id>": "{id}",
        "<public_id:public_id>": "{id}",
        "<int:index>": "{step}",
        "<str:username>": "amber",
        "daily/<slug:slug>": "daily/village-assault",
        "<str:day>": "2020-01-01",
        "leaderboards/<slug:slug>": "leaderboards/village-assault",
    }
    reviewer = logged_in(User.objects.create_superuser("root"))
    scanned = {address.partition("?")[0].replace("{table}", "{id}") for address in READ}
    for route in site_routes() - ELSEWHERE:
        address = f"/{route}"
        for name, value in names.items():
            address = address.replace(name, value)
        if route == "api/":
            continue  # the answer to calls that don't exist
        takes = re.sub(r"<int:\w+>", "1", re.sub(r"<str:\w+>|<slug:\w+>", "x", address))
        if address not in scanned:
            only_takes = reviewer.get(takes.replace("{id}", "x" * 12)).status_code == 405
            assert only_takes, f"{route} is neither scanned nor harmless"


def _move(shown: selectors.Snapshot, onlookers: list[Onlooker], dice: random.Random) -> None:
    seat = shown.state.turn
    legal = shown.game.legal_actions(shown.state, seat)
    action = legal[0] if dice.random() < 0.5 else dice.choice(legal)
    services.submit_action(
        public_id=shown.match.public_id,
        user=onlookers[seat].user,
        action=plain(action),
        version=shown.version,
    )
