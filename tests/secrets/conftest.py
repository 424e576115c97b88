"""Everything a viewer can get of a match: each page, call and frame, in one reach."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import chain
from typing import Any

import pytest
import resvg_py
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connections
from django.test import Client
from django.urls import get_resolver

from accounts.models import User
from accounts.services import issue_token
from games.matches.models import Match
from tests.games.matches.conftest import person
from tests.rulesets.fixtures import installing
from tests.rulesets.marked import Marked

__all__ = ["person"]

# Addresses that show something of a match or its table; {id} is the match's, {table} the table's.
_READ = """
/ /my-matches/ /notices/ /people/amber/ /people/birch/
/people/amber/compare/ /people/amber/compare/?with=birch /daily/village-assault/
/daily/village-assault/2020-01-01/ /leaderboards/village-assault/ /tables/ /tables/{table}/
/watch/ /watch/boards/?match={id}
/matches/{id}/ /matches/{id}/?step={step} /matches/{id}/?step={step}&as=spectator
/matches/{id}/?step={step}&as=0 /matches/{id}/?step={step}&as=1
/matches/{id}/?step={step}&as=omniscient /matches/{id}/boards/?from={step}&count=12
/matches/{id}/boards/?from={step}&count=2&all=1&as=spectator
/matches/{id}/boards/?from={step}&count=2&as=0 /matches/{id}/boards/?from={step}&count=2&as=1
/matches/{id}/boards/?from={step}&count=2&as=omniscient /matches/{id}/story/
/matches/{id}/story/?as=0 /matches/{id}/story/?as=1 /matches/{id}/story/?as=omniscient
/matches/{id}/after/ /matches/{id}/card.png /matches/{id}/log/ /matches/{id}/download/
/fork/{id}/?step={step}
/matches/{id}/verify/ /matches/{id}/verify/server/ /matches/{id}/news/ /ratings/{id}/
/api/matches/{id}/ratings/ /api/people/amber/ratings/ /api/tables/{table}/stakes/
/matches/{id}/why/?pick=deck&pick=hand:sword /matches/{id}/why/?version={step}&pick=nothing
/chat/match:{id}:players/ /chat/match:{id}:watchers/ /chat/table:{table}/ /api/matches/
/api/matches/?mine=1&status=active&waiting=1 /api/matches/{id}/ /api/matches/{id}/log/
/api/matches/{id}/steps/{step}/ /api/matches/{id}/steps/{step}/?as=spectator
/api/matches/{id}/steps/{step}/?as=0 /api/matches/{id}/steps/{step}/?as=1
/api/matches/{id}/steps/{step}/?as=omniscient /api/matches/{id}/forks/ /api/matches/{id}/record/
/api/matches/{id}/record/?reason=curiosity /review/ /review/?text=a /review/{id}/
/review/{id}/?step={step}&as=omniscient /review/{id}/?step={step}&as=1
/review/{id}/studio/?step={step} /review/{id}/studio/?step={step}&as=1
/review/{id}/boards/?from={step}&count=2 /review/{id}/boards/?from={step}&count=2&as=1
/review/{id}/story/?as=1 /review/{id}/back/?to={step} /review/{id}/end/ /review/{id}/record/
/api/leaderboards/village-assault/ /api/daily/village-assault/
/api/daily/village-assault/2020-01-01/ /api/daily/village-assault/2020-01-01/places/ /api/tables/
/api/tables/{table}/
"""
READ = _READ.split()
# Addresses that show nothing of any match; those that only take are found by their answer to GET.
# `settings/data/file/` is packed: of a match it holds what `matches/…/download/` gives.
_ELSEWHERE = """
.well-known/change-password .well-known/security.txt healthz readyz doctor metrics design/
robots.txt sitemap.xml favicon.ico apple-touch-icon.png manifest.webmanifest worker.js offline/
card.png privacy/ figures/ next/ calendar/<str:key>.ics
quick/ quick/wanted/ quick/estimate/ quick/<int:pk>/ notices/<int:pk>/ notices/off/<str:token>/
clubs/ clubs/new/ clubs/invitation/<str:secret>/ clubs/<str:public_id>/
clubs/<str:public_id>/members/ clubs/<str:public_id>/edit/ clubs/<str:public_id>/report/
api/clubs/ api/clubs/<public_id:public_id>/ api/clubs/<public_id:public_id>/members/ api/follows/
settings/ settings/account/ settings/account/close/ settings/calendar/ settings/data/
settings/data/file/ settings/hours/ settings/notices/ settings/people/
people/<str:username>/challenge/
rules/<slug:slug>/ games/<slug:slug>/ games/<slug:slug>/card.png games/<slug:slug>/guide/
games/<slug:slug>/guide/<int:step>/
play/<slug:slug>/ tables/new/<slug:slug>/ tables/new/<slug:slug>/words/
tables/<str:public_id>/names/ rematch/<str:public_id>/asked/
moderation/ moderation/audit/ moderation/ban/ moderation/people/ moderation/people/<str:username>/
moderation/reports/<int:pk>/ moderation/appeals/<int:pk>/ chat/report/<str:username>/
matches/<str:public_id>/seats/<int:index>/ review/<str:public_id>/seats/<int:index>/
api/keys/ api/hours/ api/schema/ api/games/ api/games/<slug:slug>/
seasons/<slug:slug>/ api/seasons/<slug:slug>/
"""
ELSEWHERE = set(_ELSEWHERE.split())


@pytest.fixture
def closed_threads() -> Iterator[None]:
    yield
    connections.close_all()


def fresh(match: Match) -> Match:
    return Match.objects.select_related("deal").get(pk=match.pk)


marked = installing(Marked)


@pytest.fixture(autouse=True)
def cards_are_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card is answered as the SVG that it is made of, which can be read."""
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda svg, **_how: svg.encode())


def site_routes(patterns: Any = None, prefix: str = "") -> set[str]:
    """Every route of the site but the administration's and the account pages'."""
    routes = set()
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        route = prefix + str(pattern.pattern)
        if route.startswith(("admin/", "accounts/")) and not prefix:
            continue
        inner = getattr(pattern, "url_patterns", None)
        routes |= site_routes(inner, route) if inner is not None else {route}
    return routes


class Onlooker:
    """Someone with a browser and both sockets open: a seat's user, or nobody in particular."""

    def __init__(self, user: User | None, seat: int | None) -> None:
        self.user, self.seat = user, seat
        self.client = Client(raise_request_exception=True)
        self.token = issue_token(user=user) if user else ""
        if user:
            self.client.force_login(user)
        self.sockets: list[WebsocketCommunicator] = []
        self.heard: list[str] = []

    def pages(self, addresses: Iterable[str] = READ, **names: Any) -> dict[str, str]:
        got = {}
        for address in addresses:
            answer = self.client.get(address.format(**names))
            headers = "\n".join(f"{key}: {value}" for key, value in answer.headers.items())
            got[address] = f"{headers}\n\n{answer.content.decode()}"
        return got

    async def listen(self) -> list[str]:
        told = list(chain(*await asyncio.gather(*map(_frames, self.sockets))))
        self.heard += told
        return told


async def _frames(socket: WebsocketCommunicator) -> list[str]:
    frames = []
    while not await socket.receive_nothing(timeout=0.01, interval=0.005):
        frames.append((await socket.receive_output())["text"])
    return frames


@asynccontextmanager
async def watching(match: Any, onlookers: list[Onlooker]) -> AsyncIterator[None]:
    from portal.asgi import application

    async with AsyncExitStack() as stack:
        for onlooker in onlookers:
            for address, headers in await sync_to_async(_sockets)(match, onlooker):
                socket = WebsocketCommunicator(application, address, headers)
                opened, _ = await socket.connect()
                assert opened
                stack.push_async_callback(socket.disconnect)
                onlooker.sockets.append(socket)
        yield


def _sockets(match: Any, onlooker: Onlooker) -> list[tuple[str, list[tuple[bytes, bytes]]]]:
    cookies = "; ".join(f"{name}={value.value}" for name, value in onlooker.client.cookies.items())
    page = [
        (b"cookie", cookies.encode()),
        (b"origin", b"http://testserver"),
        (b"host", b"testserver"),
    ]
    api = [(b"authorization", f"Token {onlooker.token}".encode())] if onlooker.token else []
    return [(f"/ws/matches/{match.public_id}/", page), (f"/ws/api/matches/{match.public_id}/", api)]


def frame_text(frame: str) -> str:
    """A frame with JSON's escapes undone, so that words in HTML can be found."""
    return json.dumps(json.loads(frame), ensure_ascii=False)
