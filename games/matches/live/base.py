"""The common base of a match's sockets."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.live import NOT_FOUND, TRY_AGAIN, TalkingSocket, language_of
from accounts.selectors import is_program
from games.matches.errors import Embargoed, too_fast
from games.matches.live import hub, people
from games.matches.models import Match
from games.matches.play.actions import requests, services
from games.matches.play.parts import announcements, attendance, figures, open_request
from games.matches.record import gate
from games.matches.record.selectors import Snapshot
from games.plugin import Viewer
from toolbox import database_errors, limits
from toolbox.errors import NotFound, Refusal

T = TypeVar("T")
log = logging.getLogger(__name__)

MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20, 40
SPECTATOR_SECONDS = 0.25  # between two views for a spectator


class MatchConsumer(TalkingSocket, AsyncWebsocketConsumer):  # type: ignore[misc]
    """Follows one match for one viewer; subclasses send views and handle incoming messages."""

    largest_message = 16 * 1024  # bytes; an action is far smaller
    flood = (40, 200)
    hears_people = False  # whether it gets the messages of `games.matches.live.who_is_here`
    user: Any
    viewer: Viewer
    let_in = False
    _missed: list[tuple[int, bool]] | None = None  # notifications that wait for `_undisturbed`
    sent = -1  # the newest version this socket has been sent
    _newest = 0  # the newest version that a spectator will be sent later
    ended: Match | None = None  # the finished match it has sent; a shut try sends no more

    public_id = ""
    _later: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        self.public_id = self.scope["url_route"]["kwargs"]["public_id"]
        self.language = language_of(self.scope)
        self._messages = limits.TokenBucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self._last_told = float("-inf")
        self._sending = asyncio.Lock()
        self.hub = hub.current()
        self.user = await self.who()
        await self.accept()
        await self._undisturbed(self.enter())

    async def enter(self) -> None:
        """Join the match as this user and send the match."""
        if not await self.follow_person(self.user):
            return
        await self.hub.follow(self.public_id, self)  # before reading: no version slips in between
        try:
            shown = await self.find()
        except Refusal as refusal:
            self.hub.unfollow(self.public_id, self)
            await self.not_found(refusal)
            return
        self.viewer, self.sent, self.let_in = shown.seat_of(self.user), -1, True
        people.current().came(self, hears=self.hears_people)
        await self._end_vote(shown)
        await self.opened(shown)

    async def _end_vote(self, shown: Snapshot) -> None:
        """End a vote about this viewer's own seat: they are here."""
        vote = open_request.open_one(shown.match)
        if vote is not None and vote.about is not None and vote.about == self.viewer:
            named = {"public_id": self.public_id, "user": self.user, "request": vote.step}
            with contextlib.suppress(Exception):  # the button on the page does the same
                await hub.in_moves_thread(requests.came_back, **named)

    async def not_found(self, refusal: Refusal) -> None:
        await self.close(NOT_FOUND, why=refusal)

    async def let_go(self) -> None:
        self.leave()
        await super().let_go()

    def leave(self) -> None:
        """Leave the match, if the socket ever joined it."""
        if self._later is not None:
            self._later.cancel()
        people.current().went(self)
        hub.current().unfollow(self.public_id, self)

    async def who(self) -> Any:
        return self.scope["user"]

    async def find(self) -> Snapshot:
        """The match as it stands. Raises `NotFound` if there is none for this user."""
        with translation.override(self.language):
            no_such_match = NotFound(_("There is no such match."))
        try:
            shown = await self.hub.snapshot(self.public_id)
        except LookupError:
            raise no_such_match from None
        seated = isinstance(shown.seat_of(self.user), int)
        if gate.lets_in(shown.match, seated=seated, by_token=is_program(self.user)):
            return shown
        if seated and not shown.match.running:
            raise embargoed(shown.match, self.language)
        raise no_such_match

    async def opened(self, shown: Snapshot) -> None:
        await self.show(shown)

    async def person_blocks(self, event: dict[str, Any]) -> None:
        people.current().meets_others(self)

    async def notify(self, version: int, *, fresh: bool = False) -> None:
        """Handle news from the hub (`moved`). An error ends the socket; its page reconnects."""
        if self._missed is not None:
            self._missed.append((version, fresh))
            return
        try:
            await self.moved(version, fresh=fresh)
        except Exception as error:
            await self.fail(error)

    async def _undisturbed(self, work: Awaitable[None]) -> None:
        """Finish the work before any notification: answers come before news."""
        missed: list[tuple[int, bool]] = []
        self._missed = missed
        try:
            await work
        finally:
            self._missed = None
        for version, fresh in missed:
            await self.notify(version, fresh=fresh)

    async def fail(self, error: Exception) -> None:
        """End the socket; its page reconnects."""
        refusal = database_errors.refusal_of(error)
        if refusal is None:
            log.error("a socket of match %s ends", self.public_id, exc_info=error)
        with contextlib.suppress(Exception):  # the client may have gone
            await self.close(TRY_AGAIN, why=refusal)

    async def moved(self, version: int, *, fresh: bool = False) -> None:
        """Send the match at this version; if `fresh`, even if that version was sent before."""
        if not self.let_in:
            return
        if fresh:
            self.sent = -1
        if version <= self.sent:
            return
        wait = self._last_told + SPECTATOR_SECONDS - asyncio.get_running_loop().time()
        self._newest = max(self._newest, version)
        if isinstance(self.viewer, int) or wait <= 0:
            # Spectators are made to wait.
            await self.catch_up(version, timed=isinstance(self.viewer, int) and not fresh)
        elif self._later is None or self._later.done():
            self._later = asyncio.create_task(self._catch_up_after(wait))

    async def _catch_up_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        try:
            await self.catch_up(self._newest)
        except Exception as error:
            await self.fail(error)

    async def catch_up(self, version: int, *, timed: bool = False) -> None:
        """Read the match and send it, unless it was sent. `timed`: record how old its step is."""
        shown = await self.hub.snapshot(self.public_id, version)
        if shown.version > self.sent and not self.is_shut_out:
            await self.show(shown, timed=timed)

    @property
    def is_shut_out(self) -> bool:
        """Whether the socket has sent the end of a shut try: nothing more may follow."""
        return self.ended is not None and gate.is_shut(self.ended)

    async def show(self, shown: Snapshot, *, timed: bool = False) -> None:
        """Send the match as its viewer may see it, unless this version was sent."""
        async with self._sending:
            if shown.version <= self.sent:
                return
            before, self.sent = self.sent, shown.version
            self._last_told = asyncio.get_running_loop().time()
            if not shown.match.running:
                self.ended = shown.match
            await self.send_view(shown, before)
            if timed:
                figures.seen(shown.match)

    async def send_view(self, shown: Snapshot, before: int) -> None:
        """Send the match; `before` is the version sent last, -1 for none."""
        raise NotImplementedError

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self._undisturbed(super().receive(text_data, bytes_data))

    def read(self, text: str | None) -> dict[str, Any]:
        if not self._messages.take():
            raise too_fast()
        if self.is_shut_out and self.ended is not None:
            raise embargoed(self.ended, self.language)
        return super().read(text)

    async def act(self, **arguments: Any) -> services.Accepted:
        """Submit an action for this socket's user. Raises what `submit_action` raises."""
        return await self._serve(services.submit_action, arguments)

    async def control(self, name: Any, **arguments: Any) -> services.Accepted:
        """Call the control of that name ("undo"). Raises `Refusal`."""
        service = services.CONTROLS.get(name) if isinstance(name, str) else None
        if service is None:
            raise Refusal(_("There is no such action."))
        accepted: services.Accepted = await self._serve(service, arguments)
        return accepted

    async def _serve(self, service: Callable[..., T], arguments: dict[str, Any]) -> T:
        """Call a service that makes a step. All sockets and calls of a user share one limit."""
        if not limits.may_act(self.user):
            raise too_fast()
        whose = {"public_id": self.public_id, "user": self.user}
        with database_errors.refusing():
            return await hub.in_moves_thread(service, **whose, **arguments)

    async def note_watching(self) -> None:
        """Let computer players keep a pace that a person can follow."""
        await sync_to_async(announcements.note_watching)(self.public_id)
        if isinstance(self.viewer, int):
            await sync_to_async(attendance.note)(self.public_id, self.user.pk)


def embargoed(match: Match, language: str) -> Embargoed:
    """The refusal that the player of a shut try gets."""
    assert match.embargo_until is not None
    with translation.override(language):
        return Embargoed(match.embargo_until)
