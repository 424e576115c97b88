"""ASGI applications that wrap the consumers of sockets."""

import json
import logging
from contextlib import suppress
from typing import Any

from autobahn.exception import Disconnected
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.live import NOT_FOUND, REFUSED, TRY_AGAIN, language_of
from portal.addresses import is_own_page
from toolbox import database_errors
from toolbox.errors import Forbidden, NotFound, Refusal

log = logging.getLogger(__name__)


async def unknown_socket(scope: Any, receive: Any, send: Any) -> None:
    """Close a socket at an unknown address, for which the router would raise an error."""
    with translation.override(language_of(scope)):
        await refuse(NotFound(_("There is no such socket.")), send, NOT_FOUND)


class OwnPagesOnly:
    """Lets only pages of the portal (same scheme, host and port) open a socket.

    These sockets trust a cookie, which browsers send for any site's page. Sites in
    CSRF_TRUSTED_ORIGINS, which may send forms, may open sockets as well.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        if is_own_page(scope):
            return await self.application(scope, receive, send)
        with translation.override(language_of(scope)):
            text = _("This socket only accepts connections from this site’s own pages.")
            return await refuse(Forbidden(text, code="foreign_page"), send, REFUSED)


class WithoutDatabase:
    """Ends a socket whose database is busy or full with a typed refusal instead of an error."""

    def __init__(self, sockets: Any) -> None:
        self.sockets = sockets

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        sent: set[str] = set()

        async def noting(message: Any) -> None:
            sent.add(message["type"])
            with suppress(Disconnected):  # the client has left
                await send(message)

        try:
            await self.sockets(scope, receive, noting)
        except Exception as error:
            refusal = database_errors.refusal_of(error)
            if refusal is None:
                raise
            log.warning("a socket ended: %s", error)
            if "websocket.close" not in sent:
                with suppress(Exception):  # the socket may be gone by now
                    await refuse(refusal, send, TRY_AGAIN, accepted="websocket.accept" in sent)


async def refuse(refusal: Refusal, send: Any, code: int, *, accepted: bool = False) -> None:
    """Send the refusal and close. A socket must be accepted before anything can be sent."""
    if not accepted:
        await send({"type": "websocket.accept"})
    text = json.dumps({"type": "error", **refusal.as_data()})
    await send({"type": "websocket.send", "text": text})
    await send({"type": "websocket.close", "code": code})
