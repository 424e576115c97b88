"""The page's own socket: rendered HTML out, the fields of the move form in.

Out: {type: "page", version, content} (htmx swaps `content` in), {type: "accepted", version}, {type:
"boards", boards: [{version, content}]} on request, {type: "error", code, detail}, {type: "people",
…} (`games.matches.live.who_is_here`) and regularly {type: "beat", now}, which shows that the
connection lives and gives the server's time. In: what htmx's WebSocket extension sends for a form,
{headers, body: {action, version, client_id}} or {control, version, client_id}; or {boards: "5-7"},
for the positions after these steps. The address may have `?version=`, the version on the page, and
`&packed=1` for pages and boards as binary frames, compressed with zlib.
"""

import asyncio
import json
import zlib
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.matches.errors import too_fast
from games.matches.live import hub
from games.matches.live.base import MatchConsumer, embargoed
from games.matches.page import missed_steps, stand_in
from games.matches.page.forms import read_control, read_move
from games.matches.play.actions import services
from games.matches.record import gate, states
from games.matches.record.selectors import Snapshot
from games.plugin import Viewer
from toolbox.errors import Refusal
from toolbox.limits import TokenBucket
from toolbox.request_json import whole_number

BEAT_SECONDS = 20.0
BOARDS_A_SECOND, BOARDS_AT_ONCE = 1, 6  # requests for missed positions
PACKING = 3  # zlib's level: a seventh of the size in 0.2 to 0.4 ms; 4 takes half as long again


class PageConsumer(MatchConsumer):
    """Sends the same HTML to all viewers of a class, made once for a version and language."""

    hears_people = True
    _beating: asyncio.Task[None] | None = None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._drawing: asyncio.Task[None] | None = None
        self._news: list[tuple[int, bool]] = []  # versions not drawn yet
        self._turn = asyncio.Lock()  # held while drawing news or answering

    async def opened(self, shown: Snapshot) -> None:
        address: bytes = self.scope.get("query_string", b"")
        query = dict(parse_qsl(address.decode("latin-1")))
        self._boards = TokenBucket(BOARDS_A_SECOND, BOARDS_AT_ONCE)
        self._unpacks = query.get("packed") == "1"
        self._beating = asyncio.create_task(self._beat())
        # Deadlines move without a new version, and a match may have been paused since.
        if not shown.match.clock and not shown.match.paused:
            known = whole_number(query.get("version"))
            self.sent = max(self.sent, min(-1 if known is None else known, shown.version))
        if shown.version > self.sent:
            await self.show(shown)

    async def _beat(self) -> None:
        """Show that the connection lives, and note that someone watches."""
        while True:
            await self.note_watching()
            await asyncio.sleep(BEAT_SECONDS)
            await self.send(json.dumps({"type": "beat", "now": timezone.now().isoformat()}))

    def leave(self) -> None:
        for task in (self._beating, self._drawing):
            if task is not None:
                task.cancel()
        super().leave()

    async def notify(self, version: int, *, fresh: bool = False) -> None:
        """Draw the page in a task of its own: nobody else at the match waits for it."""
        self._news.append((version, fresh))
        if self._drawing is None or self._drawing.done():
            self._drawing = asyncio.create_task(self._draw())

    async def _draw(self) -> None:
        while self._news:
            async with self._turn:
                versions, fresh = zip(*self._news, strict=True)
                self._news.clear()
                await super().notify(max(versions), fresh=any(fresh))

    async def send_view(self, shown: Snapshot, before: int) -> None:
        viewer, language = self.viewer, self.language
        key = (self.public_id, shown.version, viewer, language, "page")

        async def make() -> bytes:
            return await hub.in_pages_thread(
                page_message, shown=shown, viewer=viewer, language=language
            )

        await self._send_packed(await self.hub.rendered(key, make))

    async def _send_packed(self, message: bytes) -> None:
        """Send a message compressed once for all viewers; inflate it for clients that can't."""
        if self._unpacks:
            await self.send(bytes_data=message)
        else:
            await self.send(zlib.decompress(message).decode())

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        async with self._turn:
            await super().receive(text_data, bytes_data)

    async def understand(self, message: dict[str, Any]) -> None:
        if not self.let_in:
            return  # the socket is being closed: the user may not see the match
        fields = message.get("body")
        if not isinstance(fields, dict):
            raise Refusal(_("A message needs a body with the form’s fields."))
        if "boards" in fields:
            await self._send_boards(fields["boards"])
            return
        try:
            made = await self._submit(fields)
        except Refusal as refusal:
            await self.send_refusal(refusal)
            await self._show_again()
            return
        for accepted in made:
            await self.send(json.dumps({"type": "accepted", "version": accepted.version}))
        await self.moved(made[-1].version)

    async def _submit(self, fields: dict[str, Any]) -> list[services.Accepted]:
        if "control" not in fields:
            return await self._serve(services.submit_together, read_move(fields))
        name, arguments = read_control(fields)
        return [await self.control(name, **arguments)]

    async def _send_boards(self, steps: Any) -> None:
        """Send the positions that the page has missed, as this viewer may see them."""
        if not self._boards.take():
            raise too_fast()
        newest = await self.hub.snapshot(self.public_id, max(self.sent, 0))
        if not gate.lets_in(newest.match, seated=isinstance(self.viewer, int)):
            raise embargoed(newest.match, self.language)  # the try ended a moment ago
        first, last = missed_steps.read_range(steps, newest.version)
        viewer, language = self.viewer, self.language
        key = (self.public_id, newest.version, viewer, language, "boards", first, last)

        async def make() -> bytes:
            named = {"newest": newest, "viewer": viewer, "first": first, "last": last}
            return await hub.in_boards_thread(_boards_message, language=language, **named)

        await self._send_packed(await self.hub.rendered(key, make))

    async def _show_again(self) -> None:
        """Send the match again after a refusal."""
        self.sent = -1
        await self.catch_up(0)


def page_message(shown: Snapshot, viewer: Viewer, language: str) -> bytes:
    """The match as that viewer may see it, compressed."""
    with translation.override(language):
        html = stand_in.live_html(shown, viewer)
    content = html[:]  # the encoder takes no SafeString
    return _packed({"type": "page", "version": shown.version, "content": content})


def _boards_message(language: str, **named: Any) -> bytes:
    with translation.override(language), states.reading(named["newest"].match):
        boards = missed_steps.boards(**named)
    return _packed({"type": "boards", "boards": boards})


def _packed(message: dict[str, Any]) -> bytes:
    return zlib.compress(msgspec.json.encode(message), PACKING)
