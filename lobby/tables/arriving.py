"""Sitting down by a button that was pressed before one was logged in.

The seat is noted in the browser's session, and taken when the person, logged in, comes back to the
table's page. A link alone seats nobody: it takes the button, with its CSRF token.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone

from lobby.models import Table
from lobby.tables import services
from lobby.view_helpers import person, said
from toolbox.errors import Refusal

KEPT_SECONDS = 3600  # after which one may have forgotten what one pressed
_WISH = "seat-wanted"


def note(request: HttpRequest, table: Table, seat: int | None) -> None:
    """Whoever uses this browser wants that seat, or any."""
    request.session[_WISH] = [table.public_id, seat, timezone.now().timestamp()]


def sit_down(request: HttpRequest, table: Table) -> bool:
    """Seat the person at the table if they wanted that; a refusal becomes a message.

    Whether they did: the table may be another now.
    """
    if not request.user.is_authenticated or _WISH not in request.session:
        return False
    public_id, seat, noted_at = request.session[_WISH]
    if public_id != table.public_id:
        return False
    del request.session[_WISH]
    fresh = bool(timezone.now().timestamp() - noted_at <= KEPT_SECONDS)
    if fresh:
        _seat(request, table, seat)
    return fresh


def _seat(request: HttpRequest, table: Table, seat: int | None) -> None:
    """On that seat, or where someone else has it by now, on any."""
    wanted: dict[str, Any] = {"table": table, "user": person(request), "again": True}
    try:
        try:
            services.join(**wanted, seat=seat)
        except Refusal as refusal:
            if refusal.code != "seat_taken":
                raise
            services.join(**wanted)
    except Refusal as refusal:
        messages.error(request, said(refusal))
