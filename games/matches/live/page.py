"""The page's own socket: rendered HTML out, the fields of the move form in.

Out: {type: "page", version, content} (htmx swaps `content` in), {type: "accepted", version},
{type: "error", code, detail} and now and then {type: "beat", now}, by which the page knows that
the connection lives, and what time it is here. In: what htmx's WebSocket extension sends for a
form, {headers, body: {action, version, client_id}}. The address may say `?version=`: what the page
shows already.
"""

import asyncio
import contextlib
import json
from typing import Any
from urllib.parse import parse_qs

import msgspec
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.errors import Refusal
from games.matches import showing
from games.matches.forms import read_move
from games.matches.live import hub
from games.matches.live.base import MatchConsumer
from games.matches.selectors import Snapshot
from games.plugin import Viewer

BEAT_SECONDS = 20.0


class PageConsumer(MatchConsumer):
    """Sends every viewer class the same HTML, made once for a version and language."""

    _beating: asyncio.Task[None] | None = None

    async def opened(self, shown: Snapshot) -> None:
        self._beating = asyncio.create_task(self._beat())
    hears_people = True
        if not shown.match.clock:  # deadlines move without a new version, after a downtime
            self.sent = max(self.sent, min(self._version_shown(), shown.version))
        if shown.version > self.sent:
            await self.show(shown)

    def _version_shown(self) -> int:
        query = parse_qs(self.scope.get("query_string", b"").decode("latin-1"))
        text = query.get("version", [""])[0]
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1

    async def _beat(self) -> None:
        """Say that the connection lives, and that somebody watches."""
        while True:
            await self.note_watching()
            await asyncio.sleep(BEAT_SECONDS)
            await self.send(json.dumps({"type": "beat", "now": timezone.now().isoformat()}))

    async def disconnect(self, code: int) -> None:
        if self._beating is not None:
            self._beating.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self._beating
        await super().disconnect(code)

    # -- outwards -------------------------------------------------------------------------------

    async def send_view(self, shown: Snapshot, before: int) -> None:
        viewer, language = self.viewer, self.language
        key = (self.public_id, shown.version, viewer, language, "page")

        async def make() -> str:
            return await hub.in_reads_thread(
                _message, shown=shown, viewer=viewer, language=language
            )

        await self.send(await self.hub.rendered(key, make))

    async def send_refusal(self, refusal: Refusal, client_id: Any = None) -> None:
        await self.send(json.dumps({"type": "error", **refusal.as_data()}))

    # -- inwards --------------------------------------------------------------------------------

    async def understand(self, message: dict[str, Any]) -> None:
        fields = message.get("body")
        if not isinstance(fields, dict):
            raise Refusal(_("A message has a body with the fields of the form."))
        try:
            accepted = await self.act(**read_move(fields))
        except Refusal as refusal:
            await self.send_refusal(refusal)
            await self._show_again()
            return
        await self.send(json.dumps({"type": "accepted", "version": accepted.version}))
        await self.moved(accepted.version)

    async def _show_again(self) -> None:
        """After a refusal the page shows the match as it is."""
        self.sent = -1
        await self.catch_up(0)


def _message(shown: Snapshot, viewer: Viewer, language: str) -> str:
    with translation.override(language):
        html = showing.live_html(shown, viewer)[:]  # plain text, no longer a SafeString
    message = {
        "type": "page",
        "version": shown.version,
        "content": html[:],
    }  # plain text, no longer a SafeString
    return msgspec.json.encode(message).decode()
