"""The chat's socket: live lines, refusals, who hears what, and who hears nothing at all."""

import json
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts import blocks, pushes
from accounts.live import NOT_FOUND
from accounts.models import User
from accounts.talk import consumer, room_data, services
from games.matches.live import chat
from games.matches.models import Match
from lobby.models import Table
from lobby.tables import chat as table_chat, services as tables
from tests.games.matches.conftest import BURN
from tests.support.patience import PATIENCE_SECONDS
from tests.support.sockets import closed_with, socket_of

pytestmark = pytest.mark.django_db(transaction=True)
PLAYERS, WATCHERS = chat.PLAYERS, chat.WATCHERS


@pytest.fixture
def match(begin: Any, person: Any) -> Match:
    """amber and birch play, cedar looks on."""
    found: Match = begin(person("amber"), person("birch"), first=0)
    person("cedar")
    return found


@asynccontextmanager
async def listening(key: str, name: str = "", query: str = "") -> AsyncIterator[Any]:
    client = None
    if name:
        client = Client()
        await sync_to_async(client.force_login)(await User.objects.aget(username=name))
    async with socket_of(f"/ws/chat/{key}/{query}", client) as socket:
        yield socket


async def said(key: str, name: str, text: str) -> None:
    user = await User.objects.aget(username=name)
    await sync_to_async(services.say)(user=user, key=key, text=text)


async def heard(socket: Any) -> dict[str, Any]:
    return dict(json.loads(await socket.receive_from()))


async def test_what_one_says_the_others_hear_at_once_and_lines_are_not_sent_twice(match):
    key = chat.key(match, PLAYERS)
    async with listening(key, "amber") as amber, listening(key, "birch") as birch:
        await amber.send_to(text_data=json.dumps({"text": "Evening <b>all</b>!"}))
        assert (await heard(amber))["type"] == "accepted"
        mine, theirs = await heard(amber), await heard(birch)
        assert "Evening &lt;b&gt;all&lt;/b&gt;!" in theirs["html"]
        assert 'class="said mine"' in mine["html"]
        assert 'class="said mine"' not in theirs["html"]
        assert await amber.receive_nothing(timeout=0.05)
        assert await birch.receive_nothing(timeout=0.05)
        await said(key, "birch", "second")
        for socket in (amber, birch):
            message = await heard(socket)
            assert "second" in message["html"]
            assert "Evening" not in message["html"]


async def test_a_page_is_sent_what_it_missed_and_what_mutes_and_blocks_leave(match):
    key = chat.key(match, PLAYERS)
    await said(key, "amber", "first")
    async with listening(key, "birch") as birch:
        last = (await heard(birch))["last"]
    await said(key, "amber", "second")
    async with listening(key, "birch", f"?after={last}") as birch:
        message = await heard(birch)
        assert "second" in message["html"]
        assert "first" not in message["html"]
    async with listening(key, "birch", "?after=x") as birch:
        assert "first" in (await heard(birch))["html"]
    await said(key, "birch", "words of birch")
    amber = await User.objects.aget(username="amber")
    birch = await User.objects.aget(username="birch")
    async with listening(key, "amber") as socket:
        assert "words of birch" in (await heard(socket))["html"]
        for deed, name in ((services.mute, 'name="unmute" value="birch"'), (services.unmute, "")):
            await sync_to_async(deed)(user=amber, other=birch)
            told = await heard(socket)
            assert told["type"] == "all"
            assert ("words of birch" in told["html"]) is not bool(name)
            assert name in told["muted"] if name else not told["muted"].strip()
    await said(key, "amber", "words of amber")
    await said(key, "birch", "words of birch")
    people = {name: await User.objects.aget(username=name) for name in ("amber", "birch")}
    async with listening(key, "amber") as amber, listening(key, "birch") as birch:
        for socket in (amber, birch):
            assert "words of amber" in (await heard(socket))["html"]
        await sync_to_async(blocks.block)(user=people["amber"], other=people["birch"])
        for socket, own, other in ((amber, "amber", "birch"), (birch, "birch", "amber")):
            anew = await heard(socket)
            assert anew["type"] == "all"
            assert f"words of {own}" in anew["html"]
            assert f"words of {other}" not in anew["html"]
        await said(key, "amber", "unheard")
        assert await birch.receive_nothing(timeout=0.05)
        assert "unheard" in (await heard(amber))["html"]


async def test_no_line_waits_for_conversations_that_are_read_again(match, monkeypatch):
    key = chat.key(match, WATCHERS)
    cedar = await User.objects.aget(username="cedar")
    dove = await sync_to_async(User.objects.create_user)("dove")
    rendered, may_end, in_vain = room_data.muted_html, threading.Event(), threading.Event()

    def slowly(room: Any, reader: Any) -> str:
        if not may_end.wait(PATIENCE_SECONDS / 2):
            in_vain.set()
        return rendered(room, reader)

    monkeypatch.setattr(room_data, "muted_html", slowly)
    async with (
        listening(key, "cedar") as one,
        listening(key, "cedar") as another,
        listening(key) as nobody,
    ):
        await sync_to_async(services.mute)(user=cedar, other=dove)
        await said(key, "dove", "a line")
        assert "a line" in (await heard(nobody))["html"]
        assert not in_vain.is_set()
        may_end.set()
        for socket in (one, another):
            assert (await heard(socket))["type"] == "all"


async def test_players_and_spectators_get_none_of_each_others_messages_over_any_socket(match):
    for name in ("cedar", ""):
        async with listening(chat.key(match, PLAYERS), name) as socket:
            assert await closed_with(socket) == NOT_FOUND
    key = chat.key(match, WATCHERS)
    own_key = chat.key(match, PLAYERS)
    async with listening(key, "cedar") as cedar, listening(key) as nobody:
        for name in ("amber", "birch"):
            async with listening(key, name) as mine, listening(own_key, name) as own:
                assert await closed_with(mine) == NOT_FOUND
                await said(key, "cedar", f"{name} holds KESTREL")
                for reader in (cedar, nobody):
                    assert f"{name} holds KESTREL" in (await heard(reader))["html"]
                await mine.send_to(text_data=json.dumps({"text": "psst"}))
                assert await own.receive_nothing(timeout=0.05)


async def test_who_is_sent_away_from_a_table_hears_its_chat_no_more_at_once(person):
    def seated() -> Table:
        table = tables.open_table(host=person("amber"), game=BURN, seats=3, private=True)
        return tables.join(table=table, user=person("birch"))

    table = await sync_to_async(seated)()
    key = table_chat.key(table)
    async with listening(key, "birch") as guest, listening(key, "amber") as host:
        await said(key, "amber", "Evening!")
        for socket in (guest, host):
            await heard(socket)
        await sync_to_async(tables.kick)(table=table, user=table.host, seat=1)
        assert await closed_with(guest) == NOT_FOUND
        await said(key, "amber", "Between us.")
        assert "Between us." in (await heard(host))["html"]


async def test_a_table_that_starts_ends_its_chat(person, monkeypatch):
    amber, _cedar = await sync_to_async(lambda: (person("amber"), person("cedar")))()
    table = await sync_to_async(tables.open_table)(host=amber, game=BURN, seats=2, ai={1: "easy"})
    key = f"table:{table.public_id}"
    async with listening(key, "cedar") as cedar:
        await said(key, "amber", "welcome")
        assert "welcome" in (await heard(cedar))["html"]
        await sync_to_async(lambda: tables.start(table=Table.objects.get(), user=amber))()
        await cedar.send_to(text_data=json.dumps({"text": "what they hold"}))
        assert (await heard(cedar))["code"] == "not_found"
        monkeypatch.setattr(consumer, "RECHECK_SECONDS", 0.0)
        await sync_to_async(pushes.send)(services.group(key), {"type": "chat.said"})
        assert await closed_with(cedar) == NOT_FOUND


async def test_strangers_read_and_log_in_to_write_and_nonsense_is_a_typed_error(match):
    wrong = ["{", "[]", '{"text": 5}', '{"text": "  "}', '{"phrase": "Buy!"}']
    codes = dict.fromkeys([*wrong, '{"text": "' + "x" * 301 + '"}'], "malformed")
    codes['{"text": "' + "x" * 5000 + '"}'] = "too_large"
    async with listening(chat.key(match, PLAYERS), "amber") as socket:
        for text, code in codes.items():
            await socket.send_to(text_data=text)
            message = await heard(socket)
            assert (message["type"], message["code"]) == ("error", code)
        await socket.send_to(text_data=json.dumps({"phrase": "Hello!"}))
        assert (await heard(socket))["type"] == "accepted"
    async with listening(chat.key(match, WATCHERS)) as socket:
        await socket.send_to(text_data=json.dumps({"text": "hello"}))
        assert (await heard(socket))["code"] == "not_authenticated"
