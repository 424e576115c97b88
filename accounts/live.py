"""What every socket of a logged-in person has in common, whatever it shows."""

import logging
from typing import Any

from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts import pushing, sanctions

log = logging.getLogger(__name__)


class PersonSocket:
    """Mixed into a consumer: follows what happens to its person.

    It ends with their ban, and when the log-in or API key that opened it no longer counts.

    The consumer calls `follow_person` once it knows who it serves (after `accept`, so that the code
    of a close reaches the browser), and `leave_person` when it ends. It may override what it wants
    to hear of: `person_notice`, `person_desk` and `person_blocks` do nothing here.
    """

    channel_layer: Any
    channel_name: str
    close: Any
    scope: Any
    key_digest = ""  # of the API key that opened this socket
    _person_group: str | None = None

    async def follow_person(self, user: Any) -> bool:
        """Join the person's group. False: they are banned, and the socket is closed."""
        await self.leave_person()
        if user is None or not user.is_authenticated:
            return True
        if sanctions.is_banned(user):
            await self.close(pushing.BANNED)
            return False
        group = pushing.group_of(user.pk)
        try:
            await self.channel_layer.group_add(group, self.channel_name)
            self._person_group = group
        except Exception:  # without a broker nothing is pushed, and nothing else breaks
            log.warning("could not join group %s", group, exc_info=True)
        return True

    async def leave_person(self) -> None:
        """Hear no more of the person."""
        group, self._person_group = self._person_group, None
        if group is None:
            return
        try:
            await self.channel_layer.group_discard(group, self.channel_name)
        except Exception:  # a broker that is away forgets its groups anyway
            log.warning("could not leave group %s", group)

    async def person_banned(self, event: dict[str, Any]) -> None:
        await self.close(pushing.BANNED)

    async def person_logged_out(self, event: dict[str, Any]) -> None:
        """The person's log-ins have ended, but that of one browser."""
        session = self.scope.get("session")
        if session is not None and pushing.fingerprint(session.session_key) != event["but"]:
            await self.close(pushing.LOGGED_OUT)

    async def person_revoked(self, event: dict[str, Any]) -> None:
        if self.key_digest in event["keys"]:
            await self.close(pushing.LOGGED_OUT)

    async def person_notice(self, event: dict[str, Any]) -> None:
        """The person's unread notices have changed."""

    async def person_desk(self, event: dict[str, Any]) -> None:
        """What waits for the person has changed."""

    async def person_blocks(self, event: dict[str, Any]) -> None:
        """Whom the person meets has changed."""


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
