"""Base classes for the sockets of logged-in people."""

import json
import logging
from collections import defaultdict
from collections.abc import Callable
from functools import cached_property
from typing import Any
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import parse_accept_lang_header
from prometheus_client import Gauge

from accounts import pushes, sanctions, session_checks
from toolbox import database_errors, request_json, tracing
from toolbox.errors import Forbidden, NotFound, NotLoggedIn, Refusal, TooMany
from toolbox.limits import TokenBucket
from toolbox.memory import PerLoop

log = logging.getLogger(__name__)

# Close codes; the others are in `pushes`.
REFUSED, NOT_LOGGED_IN, NOT_FOUND, FLOODED = 4400, 4401, 4404, 4429
TRY_AGAIN = pushes.TRY_AGAIN
_REASONS: dict[int | None, Callable[[], Refusal]] = {
    NOT_LOGGED_IN: lambda: NotLoggedIn(_("Log in first.")),
    pushes.LOGGED_OUT: lambda: NotLoggedIn(_("This log-in or API key no longer counts.")),
    pushes.BANNED: lambda: Forbidden(_("You are banned."), code="banned"),
    NOT_FOUND: lambda: NotFound(_("There is nothing here, or nothing that you may see.")),
    FLOODED: lambda: TooMany(_("Too many messages. Open the socket again in a while."), wait=1),
}


SOCKETS = Gauge(
    "portal_open_sockets", "Open sockets by kind", ["kind"], multiprocess_mode="livesum"
)


class PersonSocket:
    """Mixed into a consumer: follows its person and closes when they lose what opened it.

    A push closes it at once, else the next check does (`accounts.session_checks`). A page's socket
    names the page's rights in its address, `?for=` the words of `accounts.roles.rights_of`: it
    never serves another person, or one with fewer rights.

    The consumer calls `follow_person` once it knows the person (after `accept`, so that the browser
    gets the close code) and releases everything else in `let_go`. It may override `person_notice`
    and `person_blocks`, which do nothing here. `hears_desk`: `desk_changed` is called whenever
    the things that wait for the person change.
    """

    channel_layer: Any = None
    channel_name: str
    scope: Any
    closed = False
    key_digest = ""  # of the API key that opened this socket
    hears_desk = False
    _person_group = ""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        kind = type(self).__name__.removesuffix("Consumer").lower()
        try:
            with SOCKETS.labels(kind).track_inprogress():
                await super().__call__(scope, receive, send)  # type: ignore[misc]
        finally:  # after an error or a shutdown Channels doesn't call `disconnect`
            await self.let_go()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a message to its handler; a closed socket handles only its disconnect.

        Before every message, Channels would close old database connections, in the one thread that
        all sockets share; ours belong to threads that do so themselves.
        """
        if message["type"] == "websocket.receive":
            tracing.go_on()
        if not self.closed or message["type"] == "websocket.disconnect":
            with tracing.caused_by(message.get(pushes.CAUSE)):
                await getattr(self, get_handler_name(message))(message)

    async def close(
        self, code: int | None = None, reason: str | None = None, *, why: Refusal | None = None
    ) -> None:
        """Close, after a last message with the reason if the code or the caller has one."""
        with translation.override(language_of(self.scope)):
            if why is None and code in _REASONS:
                why = _REASONS[code]()
        self.closed = True
        if why is not None:
            await self.send_refusal(why)
        await super().close(code, reason)  # type: ignore[misc]

    async def send_refusal(self, refusal: Refusal) -> None:
        message = json.dumps({"type": "error", **refusal.as_data()})
        await self.send(message)  # type: ignore[attr-defined]

    async def disconnect(self, code: int) -> None:
        await self.let_go()

    async def let_go(self) -> None:
        """Release everything; may be called twice, or on a half-open socket."""
        await self.leave_person()

    async def follow_person(self, user: Any) -> bool:
        """Join the person's group; False if that closed it: a ban, or another person's page."""
        await self.leave_person()
        rights = await session_checks.rights_of(user)
        if not self._made_for() <= rights:
            await self.close(pushes.LOGGED_OUT)
            return False
        if not rights:
            return True
        if sanctions.is_banned(user):
            await self.close(pushes.BANNED)
            return False
        key = "" if self.key_digest else self.scope["session"].session_key
        opened = session_checks.Opened(user.pk, user.password, self.key_digest, key, rights)
        session_checks.current().add(self, opened)
        group = pushes.group_of(user.pk)
        try:
            await self.channel_layer.group_add(group, self.channel_name)
            self._person_group = group
        except Exception:  # without a broker there are no pushes; everything else works
            log.warning("could not join the group of user %s", user.pk, exc_info=True)
        if self.hears_desk:  # last, as the consumer must be ready for `desk_changed`
            await desks().add(user.pk, self)
        return True

    def _made_for(self) -> set[str]:
        query = parse_qs(self.scope.get("query_string", b"").decode("latin-1"))
        return set(query.get("for", [""])[0].split())

    async def leave_person(self) -> None:
        """Leave the person's group."""
        session_checks.current().discard(self)
        desks().discard(self)
        group, self._person_group = self._person_group, ""
        try:
            if group:
                await self.channel_layer.group_discard(group, self.channel_name)
        except Exception:  # a broker that is away forgets its groups anyway
            log.warning("could not leave %s", group)

    async def person_banned(self, event: dict[str, Any]) -> None:
        await self.close(pushes.BANNED)

    async def person_logged_out(self, event: dict[str, Any]) -> None:
        """The person's log-ins have ended, except in one browser."""
        if (session := self.scope.get("session")) is None:
            return
        if pushes.fingerprint(session.session_key) == event["but"]:
            session_checks.current().let_move(self)
        else:
            await self.close(pushes.LOGGED_OUT)

    async def person_revoked(self, event: dict[str, Any]) -> None:
        if self.key_digest in event["keys"]:
            await self.close(pushes.LOGGED_OUT)

    async def person_check(self, event: dict[str, Any]) -> None:
        """Something that may have opened this socket was lost."""
        await session_checks.current().look(self)

    async def person_notice(self, event: dict[str, Any]) -> None:
        """The person's unread notices have changed."""

    async def person_blocks(self, event: dict[str, Any]) -> None:
        """The people whom the person can meet have changed."""

    def desk_changed(self) -> None:
        """The things that wait for the person have changed."""


class Desks:
    """This process's sockets that hear of changes in the things that wait for their person."""

    def __init__(self) -> None:
        self._people: dict[PersonSocket, int] = {}
        self._sockets: dict[int, set[PersonSocket]] = defaultdict(set)
        self._listener = pushes.Listener(pushes.DESKS, self._heard)

    async def add(self, user_id: int, socket: PersonSocket) -> None:
        self._people[socket] = user_id
        self._sockets[user_id].add(socket)
        await self._listener.is_open()

    def discard(self, socket: PersonSocket) -> None:
        user_id = self._people.pop(socket, 0)
        if sockets := self._sockets.get(user_id):
            sockets.discard(socket)
            if not sockets:
                del self._sockets[user_id]

    def _heard(self, message: dict[str, Any]) -> None:
        for user_id in set(message["news"]):
            for socket in self._sockets.get(user_id, ()):
                if not socket.closed:
                    socket.desk_changed()


desks = PerLoop(Desks)


class TalkingSocket(PersonSocket):
    """A person's socket that takes JSON objects and survives faulty ones.

    The consumer sets `language` before the first message and implements `understand`.
    """

    largest_message = 4 * 1024  # bytes
    flood = (5, 50)  # messages a second, and at once; more close the socket
    language: str

    @cached_property
    def _flood(self) -> TokenBucket:
        return TokenBucket(*self.flood)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        with translation.override(self.language):
            if not self._flood.take():
                await self.close(FLOODED)
                return
            try:
                await self.understand(self.read(text_data))
            except Refusal as refusal:
                await self.send_refusal(refusal)
            except Exception as error:
                await self.send_refusal(self._refusal_of(error))

    def _refusal_of(self, error: Exception) -> Refusal:
        if unavailable := database_errors.refusal_of(error):
            log.warning("a message to %s: %s", self.scope["path"], error)
            return unavailable
        log.exception("a message to %s failed", self.scope["path"])  # a bug
        return Refusal(_("Something went wrong. Nothing was changed."), code="internal")

    def read(self, text: str | None) -> dict[str, Any]:
        """Return the JSON object that was sent. Raises Refusal for anything else."""
        if text is None:
            raise Refusal(_("This socket takes text only."))
        if len(text) > self.largest_message:
            raise Refusal(_("This message is too large."), code="too_large")
        message = request_json.read_json(text)
        if not isinstance(message, dict):
            raise Refusal(_("A message must be a JSON object."))
        return message

    async def understand(self, message: dict[str, Any]) -> None:
        """Do what an incoming message asks for. May raise `Refusal`."""
        raise NotImplementedError


def language_of(scope: dict[str, Any]) -> str:
    """Return the language of the person who opened the socket."""
    headers = dict(scope.get("headers", ()))
    accepted = headers.get(b"accept-language", b"").decode("latin-1")
    for code, _quality in parse_accept_lang_header(accepted):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return translation.get_language() or "en"
