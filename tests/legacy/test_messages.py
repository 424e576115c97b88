"""What the old code stored or sent by name finds its way in the present code: tasks, pushes, cache.

While an update is rolled out old and new processes run side by side, so all of it goes both ways.
"""

import asyncio
import base64
import pickle
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.consumer import get_handler_name
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.core.management import get_commands
from django.utils.module_loading import import_string

from accounts import blocks, presence, pushes, sanctions, services
from accounts.models import Notice
from accounts.talk import services as talk
from games.matches.live import hub
from games.matches.models import FollowUp, LogText, Match
from games.matches.play import announcements, log_texts
from games.matches.play.services import submit_action
from games.matches.review import grants
from lobby.models import QuickTicket, Table
from lobby.quick import queue
from lobby.tables import announcements as lobby_announcing
from lobby.tables import services as tables
from portal.asgi import sockets
from portal.celery import app
from portal.live import unknown_socket
from tests.legacy.folder import Folder, kept, run, task
from tests.support.patience import PATIENCE_SECONDS

NAMES = kept("names")
MESSAGES = kept("messages")
PUSHES = kept("pushes")


# -- tasks -----------------------------------------------------------------------------------------


def test_every_task_is_known_by_its_old_name_and_goes_to_its_old_queue() -> None:
    for name in NAMES["tasks"]:
        assert task(name).name == name
    for name, where in NAMES["queues"].items():
        assert app.amqp.router.route({}, name)["queue"].name == where, name


def test_beat_still_does_what_it_did() -> None:
    planned = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    planned |= {*settings.SWEEPS}
    assert planned >= set(NAMES["beat"].values())


def test_every_kind_of_task_is_among_the_kept_messages() -> None:
    sent = {message["task"] for message in MESSAGES} | set(NAMES["beat"].values())
    assert sent == set(NAMES["tasks"])


def about(ending: str) -> list[Any]:
    """The kept messages to tasks whose names end so."""
    return [message for message in MESSAGES if message["task"].endswith(ending)]


@pytest.mark.parametrize("message", about(".play_ai_turn"), ids=lambda one: one["about"])
def test_a_queued_computer_turn_is_taken_once(
    folder: Folder, settings: Any, message: dict[str, Any]
) -> None:
    settings.AI_SECONDS = 0.02
    pk, version = message["args"]
    folder.pass_time(seconds=9)  # whoever had begun with it is dead
    run(message)
    match = Match.objects.get(pk=pk)
    step = match.steps.get(index=version + 1)
    assert step.kind == "action"
    assert step.actor.startswith("ai:") or step.actor == "caretaker"
    run(message)
    assert Match.objects.get(pk=pk).version == match.version


def test_a_queued_time_out_is_made(folder: Folder) -> None:
    assert about(".run_out")
    for message in about(".run_out"):
        match = Match.objects.get(pk=message["args"][0])
        run(message)
        assert match.steps.get(index=match.version + 1).kind == "time-out"


def test_a_queued_end_is_told_and_acknowledged(folder: Folder) -> None:
    assert FollowUp.objects.exists()
    for message in about(".tell_the_end"):
        told = Notice.objects.count()
        run(message)
        assert Notice.objects.count() > told
    assert not FollowUp.objects.exclude(task=log_texts.KEEP).exists()


def test_a_follow_up_that_was_lost_is_sent_and_acknowledged(folder: Folder) -> None:
    """The row holds the task's name: whatever is called so is sent, and takes the row away."""
    tasks = {row.task for row in FollowUp.objects.all()}
    assert tasks == {*NAMES["follow_ups"], log_texts.KEEP}, "which the migration has asked for"
    told = Notice.objects.count()
    folder.pass_time(hours=1)
    folder.sweep()
    assert not FollowUp.objects.exclude(task=log_texts.KEEP).exists()
    assert Notice.objects.filter(key__startswith="match:").count() > 0
    assert Notice.objects.count() > told


def test_what_old_logs_say_is_kept_in_time(folder: Folder) -> None:
    """The migration asks for it; it was made after the folder's time."""
    over = Match.objects.exclude(finished_at=None)
    FollowUp.objects.exclude(task=log_texts.KEEP).delete()
    assert FollowUp.objects.count() == over.count() > 0
    FollowUp.objects.update(due_at=folder.stopped_at)
    folder.sweep()
    assert not FollowUp.objects.exists()
    assert LogText.objects.count() == over.count()


def test_ends_are_still_followed_by_the_same_tasks() -> None:
    assert set(settings.MATCH_FOLLOWUPS) >= set(NAMES["follow_ups"])


def test_a_queued_start_begins_the_table_that_is_due(folder: Folder) -> None:
    for message in about(".start_when_due"):
        run(message)
    found = {name: Table.objects.get(public_id=pk) for name, pk in folder.kept["tables"].items()}
    assert (found["overdue"].status, found["held"].status) == ("started", "open")


def test_a_queued_look_seats_the_people_of_quick_match(folder: Folder) -> None:
    for message in about(".match_waiting"):
        run(message)
    tickets = QuickTicket.objects.filter(pk__in=folder.kept["tickets"].values())
    assert {ticket.status for ticket in tickets} == {"seated"}


# -- pushes ----------------------------------------------------------------------------------------


class Ear:
    """An old process that has joined a group and hears what is said there."""

    def __init__(self, group: str) -> None:
        self.layer = get_channel_layer()
        self.channel = async_to_sync(self.layer.new_channel)()
        async_to_sync(self.layer.group_add)(group, self.channel)

    def hear(self) -> dict[str, Any]:
        async def receive() -> Any:
            return await asyncio.wait_for(self.layer.receive(self.channel), PATIENCE_SECONDS)

        return dict(async_to_sync(receive)())


def do_what_is_told(folder: Folder, kind: str) -> None:
    """Have the present code tell what a message of that type tells."""
    amber, birch = folder.user("amber"), folder.user("birch")
    match = folder.match("burn-person-owes")
    table = Table.objects.get(public_id=folder.kept["tables"]["open"])
    if kind in ("match.moved", "person.desk"):
        user = folder.asked("burn-person-owes")
        assert user is not None
        action = folder.legal("burn-person-owes", user)[0]
        submit_action(public_id=match.public_id, user=user, action=action, version=match.version)
    elif kind == "table.changed":
        tables.join(table=table, user=amber)
    elif kind == "chat.said":
        talk.say(user=birch, key=f"match:{match.public_id}:players", text="Hello again.")
    elif kind == "chat.changed":
        talk.mute(user=amber, other=birch)
    elif kind == "person.blocks":
        blocks.block(user=amber, other=birch)
    elif kind == "person.notice":
        tables.invite(table=table, user=table.host, name="amber")
    elif kind == "person.banned":
        reason = "For the test."
        sanctions.impose(user=amber, by=folder.user("maple"), kind="ban", reason=reason)
    elif kind == "person.logged_out":
        pushes.log_out(amber.pk)
    elif kind == "person.revoked":
        services.revoke_tokens(user=amber)
    else:
        raise AssertionError(f"nothing is known of {kind}")


@pytest.mark.parametrize("push", PUSHES, ids=lambda one: f"{one['group']} {one['message']['type']}")
def test_a_push_goes_where_old_processes_listen_and_says_what_they_know(
    folder: Folder, push: dict[str, Any]
) -> None:
    names = {
        "match": folder.match("burn-person-owes").public_id,
        "table": folder.kept["tables"]["open"],
        "user": folder.user("amber").pk,
    }
    ear = Ear(push["group"].format(**names))
    do_what_is_told(folder, push["message"]["type"])
    heard = ear.hear()
    assert heard["type"] == push["message"]["type"]
    assert heard.keys() >= push["message"].keys()


LISTENERS = {
    "table": ("ws/tables/abc/",),
    "desk": ("ws/me/",),
    "chat": ("ws/chat/",),
    "chats": ("ws/chat/",),
    "person": ("ws/",),
}  # by the first word of a group: the sockets that join it, as a part of their addresses


def consumer(address: str) -> Any:
    """The class that answers at a socket's address."""
    for route in sockets.routes:
        if route.pattern.match(address):
            found = route.callback
            break
    assert found is not unknown_socket, address
    while not hasattr(found, "consumer_class"):
        found = getattr(found, "inner", None) or found.application
    return found.consumer_class


def test_every_socket_is_where_it_was() -> None:
    assert all(consumer(address) for address in NAMES["sockets"])


@pytest.mark.parametrize("push", PUSHES, ids=lambda one: f"{one['group']} {one['message']['type']}")
def test_a_push_of_an_old_process_is_understood(push: dict[str, Any]) -> None:
    kind = push["group"].partition(".")[0]
    if kind in ("tables", "match"):  # no socket joins it: one listener of the process takes them
        return
    joined = [
        address for address in NAMES["sockets"] if any(part in address for part in LISTENERS[kind])
    ]
    handler = get_handler_name(push["message"])
    understood = [address for address in joined if hasattr(consumer(address), handler)]
    assert understood, f"{handler} of {joined}"
    if kind in ("table", "desk", "chat", "chats"):
        assert understood == joined


class Follower:
    """A socket that only notes what it is told."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[tuple[int, bool]] = asyncio.Queue()

    async def told(self, version: int, *, fresh: bool = False) -> None:
        self.heard.put_nowait((version, fresh))


@pytest.mark.parametrize("fresh", [{}, {"fresh": True}])
async def test_that_a_match_has_moved_is_understood(fresh: dict[str, bool]) -> None:
    (push,) = [one for one in PUSHES if one["group"].startswith("match.")]
    follower, listening = Follower(), hub.current()
    await listening.follow("abc", follower)
    said = {**push["message"], "version": 7} | fresh
    await get_channel_layer().group_send(push["group"].format(match="abc"), said)
    heard = await asyncio.wait_for(follower.heard.get(), 5)
    listening.unfollow("abc", follower)
    assert heard == (7, said.get("fresh", False))


# -- what old processes leave in cache and session -------------------------------------------------


class Left:
    """A value as an old process has pickled it."""

    def __init__(self, value: str) -> None:
        self.value = base64.b64decode(value)

    def __reduce__(self) -> Any:
        return pickle.loads, (self.value,)


@pytest.fixture
def left(folder: Folder) -> dict[str, Any]:
    """Everything in the cache as the old processes left it."""
    found = kept("cache")
    for key, value in found.items():
        cache.set(key, Left(value), None)
    return dict(found)


def test_pages_get_along_with_what_old_processes_remembered(
    folder: Folder, left: dict[str, Any]
) -> None:
    ticket = folder.kept["tickets"]["elder"]
    elder = folder.browser("elder")
    for path in ("/", f"/quick/{ticket}/", "/tables/"):
        assert elder.get(path).status_code == 200, path
    games = kept("folder")["games"]
    for game in games:
        page = folder.browser("amber").get(f"/quick/estimate/?games={game}&paces=live-10")
        assert page.status_code == 200


def test_old_and_new_processes_read_the_same_marks(folder: Folder, left: dict[str, Any]) -> None:
    public_id = folder.match("burn-person-owes").public_id
    assert announcements.is_watched(public_id)
    assert not announcements.is_watched("another")
    mark = next(key for key in left if key.startswith("tables"))
    assert lobby_announcing.mark() == pickle.loads(base64.b64decode(left[mark]))
    lobby_announcing.changed("another")
    assert cache.get(mark) == lobby_announcing.mark()


def test_a_look_at_the_queue_that_is_queued_already_is_not_queued_again(
    folder: Folder, left: dict[str, Any]
) -> None:
    waiting = QuickTicket.objects.filter(pk__in=folder.kept["tickets"].values(), status="waiting")
    queue.queue_matching()
    assert waiting.count() == 2
    queue.matching_begins()
    queue.queue_matching()
    assert waiting.count() == 0


def test_people_connected_to_old_processes_are_seen(folder: Folder, left: dict[str, Any]) -> None:
    slot = next(key for key in left if key.startswith("presence"))
    _who, told_at, places = pickle.loads(base64.b64decode(left[slot]))
    folder.time.move_to(told_at + 5)
    presence.forget_all()
    assert presence.everybody().keys() == {pk for people in places.values() for pk in people}


def test_a_reviewers_grant_is_read_from_the_old_session(folder: Folder) -> None:
    session = NAMES["session"]
    ((public_id, (_until, reason)),) = session["reviews"].items()
    grant = grants.given(session, public_id)
    assert grant is not None
    assert grant.reason == reason
    fresh: dict[str, Any] = {}
    grants.give(fresh, public_id, reason)
    assert fresh.keys() == session.keys()


# -- what operators and the settings name ----------------------------------------------------------


def test_what_operators_call_is_still_called_so() -> None:
    assert get_commands().keys() >= set(NAMES["commands"])
    module, _colon, name = NAMES["programs"]["asgi"].partition(":")
    assert callable(import_string(f"{module}.{name}"))
    assert import_string(f"{NAMES['programs']['celery']}.celery.app") is app


def test_every_kept_conversation_has_its_module(folder: Folder) -> None:
    assert settings.CHAT_ROOMS.keys() >= NAMES["chat_places"].keys()
    for key in NAMES["conversations"]:
        kind = key.partition(":")[0]
        assert kind in settings.CHAT_ROOMS
        name = "elder" if kind == "table" else "maple" if "watch" in key else "amber"
        assert folder.browser(name).get(f"/chat/{key}/").status_code == 200, key
