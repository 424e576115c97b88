"""What every socket of a logged-in person has in common, whatever it shows."""

import json
import logging
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts import pushes, sanctions, session_checks
from toolbox import database_errors, request_json
from toolbox.errors import Forbidden, NotFound, NotLoggedIn, Refusal, TooMany
from toolbox.limits import TokenBucket

log = logging.getLogger(__name__)

# Codes with which sockets are closed; others stand in `pushes`.
REFUSED, NOT_LOGGED_IN, NOT_FOUND, FLOODED = 4400, 4401, 4404, 4429
TRY_AGAIN = pushes.TRY_AGAIN
_REASONS: dict[int | None, Callable[[], Refusal]] = {
    NOT_LOGGED_IN: lambda: NotLoggedIn(_("Log in first.")),
    pushes.LOGGED_OUT: lambda: NotLoggedIn(_("This log-in or API key no longer counts.")),
    pushes.BANNED: lambda: Forbidden(_("You are banned."), code="banned"),
    NOT_FOUND: lambda: NotFound(_("There is nothing here, or nothing that you may see.")),
    FLOODED: lambda: TooMany(_("Too many messages. Open the socket again in a while."), wait=1),
}


class PersonSocket:
    """Mixed into a consumer: follows what happens to its person.

    It ends when they lose what opened it (`accounts.session_checks`): at once by a push, or at the
    next look. The address of a page's socket says what the page was made for, `?for=` the words of
    `accounts.roles.rights_of`: it never becomes the socket of somebody else, or of someone with
    fewer rights.

    The consumer calls `follow_person` once it knows who it serves (after `accept`, so that the code
    of a close reaches the browser), and gives back whatever else it took in `let_go`. It may
    override what it wants to hear of: `person_notice` and `person_blocks` do nothing here.
    `hears_desk`: whether it is told each time that what waits for the person has changed
    (`person_desk`).
    """

    channel_layer: Any = None
    channel_name: str
    scope: Any
    closed = False
    key_digest = ""  # of the API key that opened this socket
    hears_desk = False
    _person_groups: Sequence[str] = ()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)  # type: ignore[misc]
        finally:  # after an error, or when the server gives up, nobody calls `disconnect`
            await self.let_go()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a message to its handler; once closed, the socket hears nothing but its end.

        Channels would first close old database connections in the one thread that everyone
        shares, for every message; ours belong to threads that do that themselves.
        """
        if not self.closed or message["type"] == "websocket.disconnect":
            await getattr(self, get_handler_name(message))(message)

    async def close(
        self, code: int | None = None, reason: str | None = None, *, why: Refusal | None = None
    ) -> None:
        """Close, after a last message that says why, where the code or the caller has words."""
        with translation.override(language_of(self.scope)):
            if why is None and code in _REASONS:
                why = _REASONS[code]()
        self.closed = True
        if why is not None:
            await self.send_refusal(why)
        await super().close(code, reason)  # type: ignore[misc]

    async def send_refusal(self, refusal: Refusal) -> None:
        told = json.dumps({"type": "error", **refusal.as_data()})
        await self.send(told)  # type: ignore[attr-defined]

    async def disconnect(self, code: int) -> None:
        await self.let_go()

    async def let_go(self) -> None:
        """Take part in nothing any more. Called at every end, maybe twice, maybe half opened."""
        await self.leave_person()

    async def follow_person(self, user: Any) -> bool:
        """Join the person's group. False: the socket is closed, for a ban or a page of another."""
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
        groups = [pushes.group_of(user.pk)]
        if self.hears_desk:
            groups.append(pushes.desk_of(user.pk))
        try:
            for group in groups:
                await self.channel_layer.group_add(group, self.channel_name)
                self._person_groups = [*self._person_groups, group]
        except Exception:  # without a broker nothing is pushed, and nothing else breaks
            log.warning("could not join the groups of user %s", user.pk, exc_info=True)
        return True

    def _made_for(self) -> set[str]:
        query = parse_qs(self.scope.get("query_string", b"").decode("latin-1"))
        return set(query.get("for", [""])[0].split())

    async def leave_person(self) -> None:
        """Hear no more of the person."""
        session_checks.current().discard(self)
        groups, self._person_groups = self._person_groups, ()
        try:
            for group in groups:
                await self.channel_layer.group_discard(group, self.channel_name)
        except Exception:  # a broker that is away forgets its groups anyway
            log.warning("could not leave %s", groups)

    async def person_banned(self, event: dict[str, Any]) -> None:
        await self.close(pushes.BANNED)

    async def person_logged_out(self, event: dict[str, Any]) -> None:
        """The person's log-ins have ended, but that of one browser."""
        session = self.scope.get("session")
        if session is None:
            return
        if pushes.fingerprint(session.session_key) == event["but"]:
            session_checks.current().let_move(self)
        else:
            await self.close(pushes.LOGGED_OUT)

    async def person_revoked(self, event: dict[str, Any]) -> None:
        if self.key_digest in event["keys"]:
            await self.close(pushes.LOGGED_OUT)

    async def person_check(self, event: dict[str, Any]) -> None:
        """Something that this socket may have been opened by is lost."""
        await session_checks.current().look(self)

    async def person_notice(self, event: dict[str, Any]) -> None:
        """The person's unread notices have changed."""

    async def person_blocks(self, event: dict[str, Any]) -> None:
        """Whom the person meets has changed."""


class TalkingSocket(PersonSocket):
    """A person's socket that takes JSON objects, and survives whatever is wrong with one.

    The consumer sets `language` before anything can come, and says what a message means
    (`understand`).
    """

    largest_message = 4 * 1024  # bytes
    flood = (5, 50)  # messages a second, and at once: past this the socket is closed
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
        """Whatever it was, the socket lives on."""
        unavailable = database_errors.refusal_of(error)
        if unavailable is not None:
            log.warning("a message to %s: %s", self.scope["path"], error)
            return unavailable
        log.exception("a message to %s failed", self.scope["path"])  # ours to mend
        return Refusal(_("Something went wrong. Nothing was changed."), code="internal")

    def read(self, text: str | None) -> dict[str, Any]:
        """The JSON object that was sent. Raises Refusal for anything else."""
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
    """The language that whoever opened the socket reads."""
    headers = dict(scope.get("headers", ()))
    accepted = headers.get(b"accept-language", b"").decode("latin-1")
    for code, _quality in parse_accept_lang_header(accepted):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return translation.get_language() or "en"
