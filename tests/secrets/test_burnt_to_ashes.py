"""Gold, piles and plans of Burnt to Ashes: who may not know them can't tell two matches apart.

The same is played twice, with other gold in two hands, other counters in a pile and another plan
planted, so that everything public is alike. Whatever someone else can read of the one, pages, calls
and frames, reads the same in the other, byte for byte but for ids; whose secrets they are reads
something else.
"""

import asyncio
import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection

from accounts import roles
from accounts.models import User
from games.burnt_to_ashes.state import State
from games.matches.models import Match
from games.matches.play.actions import services
from games.plugin.codec import pack
from tests.games.burnt_to_ashes.positions import position
from tests.secrets.conftest import READ, Onlooker, frame_text, watching
from tests.support import tables
from tests.support.also import also
from tests.support.deals import fixed_deal
from tests.support.twins import without_ids

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("closed_threads")]

Told = dict[str, dict[str, str]]  # by who was told, and by which way
Step = tuple[Any, ...]  # a seat, and what it does

STAFF = [
    "/admin/matches/match/",
    "/admin/matches/match/{pk}/change/",
    "/admin/matches/step/",
    *(f"/admin/matches/step/{step}/change/" for step in range(1, 5)),
]
KNOWN = ["/matches/{id}/", "/api/matches/{id}/"]
WAYS = [way for way in READ if not re.search(r"daily|leaderboards|table|reason=", way)]


def _begin_anew() -> None:
    """Empty the tables, whose keys are counted from 1 again."""
    tables.empty()
    counted = connection.introspection.sequence_list()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_by_name_sql(no_style(), counted):
            cursor.execute(statement)


class Table:
    """A match of amber, birch and cedar in this position, and others who look on.

    finn has an account, sorrel is on the staff and may review, but gives no reason for it; "" is
    somebody without an account.
    """

    def __init__(self, state: State, looking_on: Sequence[str]) -> None:
        _begin_anew()
        cache.clear()
        names = ("amber", "birch", "cedar", "finn", "sorrel")
        people = [User.objects.create_user(name, password="a long password") for name in names]
        User.objects.filter(username="sorrel").update(is_staff=True, is_superuser=True)
        roles.give(user=people[4], role=roles.REVIEWER)
        self.people = people[:3]
        players = [services.Player(user=user) for user in self.people]
        self.match = services.start_match(
            game="burnt-to-ashes", options={}, players=players, deal=fixed_deal()
        )
        Match.objects.filter(pk=self.match.pk).update(state=pack(state))
        others = [User.objects.filter(username=name).first() for name in looking_on]
        self.onlookers = [
            *(Onlooker(people[seat], seat) for seat in (0, 2)),
            *(Onlooker(user, None) for user in others),
        ]

    def act(self, seat: int, what: str, **details: Any) -> None:
        who = {"public_id": self.match.public_id, "user": self.people[seat]}
        if what == "plan":
            services.set_order(**who, order=details)
        else:
            action = {"type": what, **details}
            services.submit_action(**who, action=action, version=self.version)

    @property
    def version(self) -> int:
        return Match.objects.get(pk=self.match.pk).version


async def told(looking_on: Sequence[str], state: State, *steps: Step) -> Told:
    """All that anyone can read of it afterwards, and what came over sockets meanwhile."""
    table = await sync_to_async(Table)(state, looking_on)
    async with watching(table.match, table.onlookers):
        await everybody_hears(table)
        for seat, what, details in steps:
            await sync_to_async(table.act)(seat, what, **details)
            await everybody_hears(table)
        found: Told = {}
        for onlooker in table.onlookers:
            pages = await sync_to_async(_read)(table, onlooker)
            # who is here comes whenever it likes, and knows nothing of the game; a busy machine
            # may tell the same once more
            heard = {frame for frame in onlooker.heard if json.loads(frame)["type"] != "people"}
            pages["sockets"] = "\n".join(sorted(map(frame_text, heard)))
            name = onlooker.user.username if onlooker.user else "anyone"
            found[name] = {way: _bare(text, table, onlooker) for way, text in pages.items()}
    return found


async def everybody_hears(table: Table) -> None:
    version = await sync_to_async(lambda: table.version)()
    await asyncio.gather(*(onlooker.hears_of(version) for onlooker in table.onlookers))


def _read(table: Table, onlooker: Onlooker) -> dict[str, str]:
    ways = KNOWN if onlooker.seat == 0 else WAYS
    if onlooker.user and onlooker.user.is_staff:
        ways = [*WAYS, *STAFF]
    return onlooker.pages(ways, id=table.match.public_id, pk=table.match.pk, step=table.version)


def _bare(text: str, table: Table, onlooker: Onlooker) -> str:
    text = without_ids(text).replace(table.match.public_id, "MATCH")
    text = text.replace(f"#{table.match.number}", "NUMBER").replace(str(table.match.pk), "PK")
    text = text.replace(onlooker.token or "no token", "TOKEN")
    text = text.replace(table.match.deal.commitment, "COMMITMENT")
    text = re.sub(r'("client_id": ?"|client_id" value=")[\w-]+', "", text)
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)", "WHEN", text)


def compare(one: Told, other: Told) -> None:
    """Only amber, in seat 0, whose secrets they are, can tell the two apart."""
    for name, ways in one.items():
        differ = {way for way, text in ways.items() if text != other[name][way]}
        assert differ == ({*KNOWN, "sockets"} if name == "amber" else set()), name


# Who may less than sorrel reads less, too: they are asked before a release.
LOOKING_ON = pytest.mark.parametrize(
    "looking_on", [["sorrel"], *also(["finn", "sorrel", ""])], ids=len
)


@LOOKING_ON
async def test_gold_in_hand_and_laid_and_plans_are_told_to_nobody_else(frozen, looking_on):
    """Seat 0 lays two cards by a plan, and seat 1 one by hand; seat 2 is still to lay."""
    fixed: dict[str, Any] = {"phase": "stone", "stone": None, "cards": "yyyy"}
    bluff = {"first": 1, "first_x": True, "stone": "yellow"}
    one = await told(
        looking_on,
        position("x12", "113", "12", **fixed),
        (0, "plan", bluff),
        (1, "lay", {"three": 1}),
    )
    other = await told(
        looking_on,
        position("113", "x12", "12", **fixed),
        (0, "plan", {"first": 2, "stone": "yellow"}),
        (1, "lay", {"two": 1}),
    )
    compare(one, other)


@pytest.mark.whole  # sooner: gold in hand, above, looks at the same addresses
@LOOKING_ON
async def test_piles_looked_at_and_gold_given_back_are_told_to_nobody_else(frozen, looking_on):
    """Seat 0 looks at a pile, puts it into an order, and is done; seat 1 is still to buy."""
    fixed: dict[str, Any] = {"phase": "buy", "stone": None, "attack": 4, "cards": "1234"}
    found = []
    for first, second, *pile in (
        ("x12", "113", "attack", "power", "sword"),
        ("113", "x12", "power", "knight", "shield"),
    ):
        state = position(first, second, "12", known={0: pile}, arms={5: "k"}, **fixed)
        arranged = (0, "arrange", {"order": pile[::-1]})
        found.append(
            await told(looking_on, state, (0, "look", {"land": 0}), arranged, (0, "done", {}))
        )
    compare(*found)
