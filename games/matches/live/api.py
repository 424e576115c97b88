"""The JSON socket `/ws/api/matches/{id}/`, described in docs/api.md."""

import json
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import user_of_token
from accounts.services import digest_of
from games.matches.api.representation import described, representation
from games.matches.live import hub
from games.matches.live.base import MatchConsumer
from games.matches.page.forms import required_order
from games.matches.play.actions import services
from games.matches.play.parts import clock
from games.matches.record import ranking
from games.matches.record.selectors import Snapshot
from games.plugin import Viewer
from toolbox.errors import NotLoggedIn, Refusal

FIELDS = {  # of controls, by name
    "ask": ("what", "about", "seconds"),
    "answer": ("request", "yes"),
    "withdraw": ("request",),
    "nudge": ("seat",),
}


class ApiConsumer(MatchConsumer):
    """Speaks JSON. The token comes in a header or in the first message, never in the address."""

    token_refused = False

    async def who(self) -> Any:
        header = dict(self.scope["headers"]).get(b"authorization", b"").decode("latin-1")
        keyword, _space, key = header.partition(" ")
        if keyword.lower() != "token":
            return AnonymousUser()
        user = await self._user_of(key.strip())
        self.token_refused = user is None
        return user or AnonymousUser()

    async def _user_of(self, key: str) -> User | None:
        """The owner of that key; the socket ends when the key does."""
        user: User | None = await hub.in_reads_thread(user_of_token, key=key)
        if user is not None:
            self.key_digest = digest_of(key)
        return user

    async def enter(self) -> None:
        if self.token_refused:
            await self.send_refusal(_wrong_token())
        await super().enter()

    async def find(self) -> Snapshot:
        shown = await super().find()
        own = isinstance(shown.seat_of(self.user), int)
        if not own or not ranking.is_spoiled_by(shown.match, self.user):
            return shown
        await hub.in_moves_thread(services.note_program, match=shown.match, user=self.user)
        self.hub.forget(self.public_id)
        return await super().find()

    async def send_view(self, shown: Snapshot, before: int) -> None:
        second = clock.second_shown(shown.match)
        key = (self.public_id, shown.version, self.viewer, self.language, "json", second)
        viewer, language = self.viewer, self.language

        async def at_leisure() -> str:
            return await hub.in_reads_thread(
                _message_at_leisure, shown=shown, viewer=viewer, language=language
            )

        try:
            text = self.hub.made(key, lambda: _message(shown, viewer, language))
        except Exception:  # the rules failed: answer and note that in a thread that may block
            text = await self.hub.rendered(key, at_leisure)
        await self.send(text)

    async def send_refusal(self, refusal: Refusal, client_id: Any = None) -> None:
        message = {"type": "error", **refusal.as_data()}
        if client_id is not None:
            message["client_id"] = client_id
        await self.send(json.dumps(message))

    async def understand(self, message: dict[str, Any]) -> None:
        match message.get("type"):
            case "auth":
                await self._log_in(message.get("token"))
            case "action":
                await self._answer(message, self.act, action=message.get("action"))
            case "order":
                order = required_order(message)
                await self._answer(message, self.control, name="order", order=order)
            case str() as name if name in services.CONTROLS:
                fields = {field: message.get(field) for field in FIELDS.get(name, ())}
                await self._answer(message, self.control, name=name, **fields)
            case _:
                types = _(
                    'The type of a message is "auth", "action", "undo", "order", "resign", '
                    '"return", "abandon", "ask", "answer", "withdraw", "play-on" or "nudge".'
                )
                raise Refusal(types)

    async def _log_in(self, token: Any) -> None:
        if not isinstance(token, str):
            raise Refusal(_("The token must be text."))
        user = await self._user_of(token)
        if user is None:
            raise _wrong_token()
        self.user, self.token_refused = user, False
        await self.enter()

    async def not_found(self, refusal: Refusal) -> None:
        if self.user.is_authenticated:
            await super().not_found(refusal)
        else:  # it may be a private match, of someone who logs in with the first message
            await self.send_refusal(NotLoggedIn(_("Log in to see this match.")))

    async def _answer(self, message: dict[str, Any], act: Any, **arguments: Any) -> None:
        client_id = message.get("client_id")
        try:
            accepted = await act(version=message.get("version"), client_id=client_id, **arguments)
        except Refusal as refusal:
            await self.send_refusal(refusal, client_id if isinstance(client_id, str) else None)
            return
        answer = {"type": "accepted", "client_id": client_id, "version": accepted.version}
        await self.send(json.dumps(answer))
        await self.moved(accepted.version)


def _wrong_token() -> NotLoggedIn:
    return NotLoggedIn(_("This token is not valid."))


def _message(shown: Snapshot, viewer: Viewer, language: str) -> str:
    if translation.get_language() == language:  # activating it takes a tenth of the time
        return representation(shown, viewer).as_message()
    with translation.override(language):
        return representation(shown, viewer).as_message()


def _message_at_leisure(shown: Snapshot, viewer: Viewer, language: str) -> str:
    """The same message, even if the match can't be read."""
    with translation.override(language):
        return described(shown, viewer).as_message()
