"""Losing a right ends what it opened: at once where a push says so, else by the next look.

And where a right is missing from the start, nothing opens.
"""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import DatabaseError
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import pushes, roles, sanctions, services, session_checks
from accounts.live import NOT_FOUND
from accounts.models import User
from accounts.services import issue_token
from accounts.session_store import SessionStore
from games.matches.live import people
from games.matches.models import Match, Seat
from lobby.people import account_closure
from tests.lobby.tables import opened as opened_table
from tests.support.log_in import logged_in
from tests.support.sockets import closed_with, socket_of

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "violet-kettle-9"
NEW = {"password1": "another long one", "password2": "another long one"}


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pushes, "send", lambda group, message: None)


@pytest.fixture
def amber(person: Any) -> User:
    found: User = person("amber")
    found.set_password(PASSWORD)
    found.email = "amber@post.example"
    found.save()
    found.emailaddress_set.create(email=found.email, primary=True, verified=True)
    return found


@pytest.fixture
def birch(person: Any) -> User:
    return person("birch")


@pytest.fixture
def paths(amber: User, birch: User, begin: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every kind of socket that a log-in opens."""
    monkeypatch.setattr(people, "SETTLE_SECONDS", 0.01)  # a match's page hears of people first
    match = begin(amber, birch, first=0)
    table = opened_table(birch)
    return [
        f"/ws/matches/{match.public_id}/?version=0",
        f"/ws/chat/match:{match.public_id}:players/",
        f"/ws/tables/{table.public_id}/",
        "/ws/tables/",
        "/ws/me/",
    ]


@asynccontextmanager
async def socket(
    path: str, whose: User | Client | None = None, *, key: str = "", hears: bool = True
) -> AsyncIterator[WebsocketCommunicator]:
    """That socket of a person or a browser; `hears`: until it knows its person."""
    client = await sync_to_async(logged_in)(whose) if isinstance(whose, User) else whose
    async with socket_of(path, client, key=key) as communicator:
        if hears and "/chat/" not in path:
            await communicator.receive_from()  # it is open, and knows its person
        yield communicator


def code_of(communicator: WebsocketCommunicator) -> int | None:
    """With what code the socket was closed so far."""
    while not communicator.output_queue.empty():
        output = communicator.output_queue.get_nowait()
        if output["type"] == "websocket.close":
            return int(output["code"])
    return None


@dataclass(frozen=True)
class Scene:
    """Amber in the browser that has everything open, and what she may lose."""

    amber: User
    mine: Client
    office: Client  # where a superuser is logged in

    def sessions(self) -> QuerySet[Session]:
        return Session.objects.filter(pk=self.mine.cookies[settings.SESSION_COOKIE_NAME].value)

    def edit(self, **changes: Any) -> None:
        """In the administration: what isn't sent is taken away."""
        page = reverse("admin:accounts_user_change", args=[self.amber.pk])
        assert self.office.post(page, {"username": "amber", **changes}).status_code == 302


def log_out(scene: Scene) -> None:
    assert scene.mine.post("/accounts/logout/").status_code == 302


def log_out_of_the_administration(scene: Scene) -> None:
    assert scene.mine.post(reverse("admin:logout")).status_code == 302


def log_in_as_another(scene: Scene) -> None:
    root = {"username": "root", "password": PASSWORD}
    assert scene.mine.post(reverse("admin:login"), root).status_code == 302


def expire(scene: Scene) -> None:
    assert scene.sessions().update(expire_date=timezone.now())


def remove_session(scene: Scene) -> None:
    assert scene.sessions().delete()


def change_password(browser: Client) -> None:
    answer = browser.post("/accounts/password/change/", {"oldpassword": PASSWORD, **NEW})
    assert answer["Location"] == "/settings/account/"


def choose_password(scene: Scene) -> None:
    """In one more browser."""
    change_password(logged_in(scene.amber))


def replace_password(scene: Scene) -> None:
    """By the link in a letter, where nobody is logged in."""
    browser = Client()
    browser.post("/accounts/password/reset/", {"email": scene.amber.email})
    link = re.search(r"/accounts/password/reset/key/\S+", str(mail.outbox[-1].body))
    assert link is not None
    form = browser.get(link[0], follow=True).redirect_chain[-1][0]
    assert browser.post(form, NEW)["Location"] == "/accounts/password/reset/key/done/"


def set_password(scene: Scene) -> None:
    page = reverse("admin:auth_user_password_change", args=[scene.amber.pk])
    new = {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    assert scene.office.post(page, new).status_code == 302


def ban(scene: Scene) -> None:
    root = User.objects.get(username="root")
    User.objects.filter(pk=scene.amber.pk).update(is_staff=False)  # whom only superusers judge
    sanctions.impose(user=scene.amber, by=root, kind="ban", reason="threats")


def leave_staff(scene: Scene) -> None:
    scene.edit(is_active="on", groups=[group.pk for group in scene.amber.groups.all()])


def lose_role(scene: Scene) -> None:
    scene.edit(is_active="on", is_staff="on")


def delete_role(scene: Scene) -> None:
    Group.objects.all().delete()


def shut(scene: Scene) -> None:
    scene.edit(is_staff="on")


def delete(scene: Scene) -> None:
    """Of someone who plays nowhere any more."""
    Seat.objects.filter(user=scene.amber).update(user=None)
    page = reverse("admin:accounts_user_delete", args=[scene.amber.pk])
    assert scene.office.post(page, {"post": "yes"}).status_code == 302


def close_account(scene: Scene) -> None:
    User.objects.filter(pk=scene.amber.pk).update(is_staff=False)
    scene.amber.refresh_from_db()
    account_closure.close_account(user=scene.amber)


def revoke_keys(scene: Scene) -> None:
    services.revoke_tokens(user=scene.amber)


@dataclass(frozen=True)
class Loss:
    """A way to lose what opened a socket, and the code that closes it.

    `elsewhere` and `key`: of what another browser and an API key of the person have open; None: it
    stays. `told`: whether a push says so; else the look finds it.
    """

    way: Callable[[Scene], None]
    code: int | None = pushes.LOGGED_OUT
    elsewhere: int | None = pushes.LOGGED_OUT
    key: int | None = None
    told: bool = True


LOSSES = [
    Loss(log_out, elsewhere=None),
    Loss(log_out_of_the_administration, elsewhere=None),
    Loss(log_in_as_another, elsewhere=None),
    Loss(expire, elsewhere=None, told=False),
    Loss(remove_session, elsewhere=None, told=False),
    Loss(choose_password),
    Loss(replace_password),
    Loss(set_password),
    Loss(ban, *[pushes.BANNED] * 3),
    Loss(leave_staff),
    Loss(lose_role),
    Loss(delete_role, told=False),
    Loss(shut, key=pushes.LOGGED_OUT),
    Loss(delete, key=pushes.LOGGED_OUT),
    Loss(close_account, key=pushes.LOGGED_OUT),
    Loss(revoke_keys, code=None, elsewhere=None, key=pushes.LOGGED_OUT),
]
WAYS = [
    pytest.param(
        loss,
        told,
        id=f"{loss.way.__name__}-{'told' if told else 'push lost'}",
        marks=() if told else pytest.mark.alike,  # as no broker has a part in it
    )
    for loss in LOSSES
    for told in ([True, False] if loss.told else [False])
]


@pytest.mark.parametrize(("loss", "told"), WAYS)
async def test_every_way_to_lose_a_right_ends_every_socket_that_it_opened(
    loss, told, amber, birch, paths, monkeypatch
):
    monkeypatch.setattr(session_checks, "CHECK_SECONDS", 3600)
    if loss.way not in (log_out, expire, ban):  # every socket hears and is looked at alike
        paths = paths[::4]
    if not told:
        monkeypatch.setattr(pushes, "send", lambda group, message: None)
    scene, other, key = await sync_to_async(prepare)(amber)
    async with AsyncExitStack() as stack:
        mine = [await stack.enter_async_context(socket(path, scene.mine)) for path in paths]
        elsewhere = await stack.enter_async_context(socket("/ws/me/", other))
        theirs = [await stack.enter_async_context(socket(path, birch)) for path in paths]
        bot = await stack.enter_async_context(socket(of_programs(paths[0]), key=key))
        ends = [(one, loss.code) for one in mine] + [(elsewhere, loss.elsewhere), (bot, loss.key)]
        await sync_to_async(loss.way)(scene)
        if told:
            assert [code and await last_code(one) for one, code in ends] == [c for _, c in ends]
        else:
            assert {code_of(one) for one, _ in ends} == {None}, "nobody was told"
            await session_checks.current().look()
            assert [code_of(one) for one, _ in ends] == [code for _, code in ends]
        await session_checks.current().look()
        rest = [*theirs, *(one for one, code in ends if code is None)]
        assert [code_of(one) for one in rest] == [None] * len(rest), "what isn't lost stays"


def prepare(amber: User) -> tuple[Scene, Client, str]:
    root = User.objects.create_superuser("root", password=PASSWORD)
    roles.give(user=amber, role=roles.MODERATOR)
    mine, other, office = map(logged_in, (amber, amber, root))
    return Scene(amber, mine, office), other, issue_token(user=amber)


async def last_code(communicator: WebsocketCommunicator) -> int:
    while (output := await communicator.receive_output())["type"] != "websocket.close":
        pass
    return int(output["code"])


def of_programs(path: str) -> str:
    return f"/ws/api{path.removeprefix('/ws')}"


async def test_a_key_revoked_in_the_administration_closes_what_it_opened_and_nothing_else(
    amber, paths, monkeypatch
):
    """It came in the first message."""
    monkeypatch.setattr(session_checks, "CHECK_SECONDS", 3600)
    scene, _other, first = await sync_to_async(prepare)(amber)
    second = await sync_to_async(issue_token)(user=amber)
    oldest = await sync_to_async(lambda: amber.tokens.order_by("pk")[0].pk)()
    path = of_programs(paths[0])
    async with (
        socket(path, hears=False) as lost,
        socket(path, key=second) as kept,
        socket(paths[0], scene.mine) as page,
    ):
        await lost.send_json_to({"type": "auth", "token": first})
        while (await lost.receive_json_from()).get("you") != 0:
            pass
        address = reverse("admin:accounts_token_delete", args=[oldest])
        await sync_to_async(scene.office.post)(address, {"post": "yes"})
        assert (await lost.receive_json_from())["code"] == "not_authenticated", "it says why"
        assert await last_code(lost) == pushes.LOGGED_OUT
        assert [code_of(one) for one in (kept, page)] == [None, None]


@pytest.mark.parametrize("known_by", ["cookie", "header", "message"])
async def test_no_socket_opens_for_a_banned_person(amber, paths, known_by):
    scene, _other, key = await sync_to_async(prepare)(amber)
    await sync_to_async(ban)(scene)
    path, mine = of_programs(paths[0]), None
    if known_by == "cookie":
        path, mine = paths[0], scene.mine
    sent = key if known_by == "header" else ""
    async with socket(path, mine, key=sent, hears=known_by == "message") as opened:
        if known_by == "message":
            await opened.send_json_to({"type": "auth", "token": key})
        assert await closed_with(opened) == pushes.BANNED


@pytest.mark.parametrize("private", [True, False])
async def test_nothing_said_at_a_match_that_is_not_there_for_them_is_answered(
    person, begin, private, caplog
):
    public_id, client = "nosuchmatch", None
    if private:
        amber, birch, cedar = [await sync_to_async(person)(name) for name in ("a", "b", "c")]
        public_id = (await sync_to_async(begin)(amber, birch, private=True)).public_id
        client = await sync_to_async(logged_in)(cedar)
    async with socket(f"/ws/matches/{public_id}/", client, hears=False) as page:
        await page.send_to(text_data='{"body": {"action": "{}", "version": "0"}}')
        assert (await page.receive_json_from())["code"] == "not_found"
        output = await page.receive_output()
        assert output == {"type": "websocket.close", "code": NOT_FOUND}
        assert await page.receive_nothing()
    assert caplog.text == ""


async def test_a_closed_socket_takes_nothing_more(amber, paths, begin):
    """A client that doesn't answer the close may go on sending for a second."""
    match = await Match.objects.aget(public_id=paths[0].split("/")[3])
    browser = await sync_to_async(logged_in)(amber)
    async with socket(paths[0], browser) as page:
        await sync_to_async(browser.post)("/accounts/logout/")
        assert await last_code(page) == pushes.LOGGED_OUT
        await page.send_to(text_data='{"body": {"control": "resign", "version": "0"}}')
        assert await page.receive_nothing()
    assert (await Match.objects.aget(pk=match.pk)).version == 0


@pytest.mark.parametrize("made_for", ["{amber}", "{birch} moderator", "0"])
async def test_a_page_of_somebody_else_or_of_more_rights_gets_no_socket(
    amber, birch, paths, made_for
):
    """It comes back after a broken line, when another person has logged in there."""
    words = made_for.format(amber=amber.pk, birch=birch.pk)
    for path in paths:
        query = "&" if "?" in path else "?"
        asked = f"{path}{query}{urlencode({'for': words})}"
        async with socket(asked, birch, hears=False) as page:
            assert await last_code(page) == pushes.LOGGED_OUT
    async with socket(f"/ws/me/?for={birch.pk}", birch) as page:
        assert code_of(page) is None


async def test_the_browser_in_which_the_password_was_changed_stays(amber, monkeypatch):
    browser, watch = await sync_to_async(logged_in)(amber), session_checks.current()
    pushed: list[Any] = []
    monkeypatch.setattr(pushes, "send", lambda group, message: pushed.append(message))
    async with socket("/ws/me/", browser) as page:
        (here,) = watch._sockets
        await sync_to_async(change_password)(browser)
        await here.person_logged_out(pushed[-1])  # type: ignore[attr-defined]
        assert code_of(page) is None
        await watch.look()  # by then the browser has its new cookie, and comes again with it
        assert code_of(page) == pushes.TRY_AGAIN


async def test_the_looks_come_by_themselves_and_outlive_a_database_that_is_away(
    no_broker, amber, monkeypatch
):
    ask, asked = session_checks.standing_of, []

    def away_at_first(*given: Any) -> Any:
        asked.append(given)
        if len(asked) == 1:
            raise DatabaseError("away")
        return ask(*given)

    monkeypatch.setattr(session_checks, "CHECK_SECONDS", 0.01)
    monkeypatch.setattr(session_checks, "standing_of", away_at_first)
    async with socket("/ws/me/", amber) as page:
        await User.objects.filter(pk=amber.pk).aupdate(is_active=False)
        while (output := await page.receive_output())["type"] == "websocket.send":
            pass
        assert output["code"] == pushes.LOGGED_OUT
        assert len(asked) > 1
    assert not session_checks.current()._sockets


class Fake:
    """A socket that only remembers how it was closed."""

    code: int | None = None

    async def close(self, code: int) -> None:
        self.code = code
        raise ConnectionError  # as of a browser that has gone meanwhile


async def test_who_came_while_the_database_was_asked_is_not_judged_by_the_answer(
    amber, birch, monkeypatch
):
    watch, anew, left, stays = session_checks.Watch(), Fake(), Fake(), Fake()
    mine, theirs = [session_checks.Opened(user.pk, user.password) for user in (amber, birch)]
    for fake in (anew, left, stays):
        watch.add(fake, mine)
    read = session_checks._read

    async def meanwhile(*asked: Any) -> Any:
        watch.add(anew, theirs)
        watch.discard(left)
        return await read(*asked)

    monkeypatch.setattr(session_checks, "_read", meanwhile)
    await watch.look()
    assert [fake.code for fake in (anew, left, stays)] == [None, None, pushes.LOGGED_OUT]
    watch.discard(anew)


@pytest.mark.parametrize(
    ("keys", "sessions", "staff", "queries"),
    [
        ([], 0, 0, 1),
        (["digest", "another"], 0, 0, 2),
        (["digest"], 30, 0, 3),
        (["digest"], 30, 3, 4),
    ],
)
def test_any_number_of_sockets_cost_a_query_of_each_kind(
    person, django_assert_num_queries, keys, sessions, staff, queries
):
    people = [person(f"person{number}") for number in range(20)]
    for user in people[:staff]:
        roles.give(user=user, role=roles.REVIEWER)
    rights = {user.pk: roles.rights_of(user) for user in people}
    stores = [SessionStore() for _session in range(sessions)]
    for store in stores:
        store.create()
    known = {str(store.session_key) for store in stores}
    with django_assert_num_queries(queries):
        standing = session_checks.standing_of(set(rights), set(keys), known)
        assert set(standing.sessions) == known
        found = {pk: roles.rights_of(user) for pk, user in standing.people.items()}
    assert found == rights
    assert sum(map(len, rights.values())) == 20 + 2 * staff
