"""Changes of tickets in the queue of quick match, each one conditional write.

They raise `toolbox.errors.Refusal`: 400 `malformed` with the field at fault, 409 `already_waiting`
or `not_waiting`, 429 `throttled`.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.guests.gate import Members, refuse_guest
from accounts.models import User
from lobby.models import QuickTicket
from lobby.quick import queue, wishes
from lobby.quick.matching import FEWEST, MOST
from lobby.tables import match_quotas
from lobby.tables.paces import PACES
from toolbox import limits
from toolbox.errors import Conflict, TooMany
from toolbox.request_json import all_malformed

ASK_AGAIN = timedelta(minutes=5)  # after somebody declined computer players
HEARTBEAT = timedelta(seconds=10)  # `seen_at` is written at most this often


def enqueue(
    *,
    user: User,
    games: Sequence[str],
    paces: Sequence[str],
    least: int = FEWEST,
    most: int = MOST,
    ai_after: int | None = None,
    rated: bool = False,
) -> QuickTicket:
    """Wait for any of these games (slugs) at any of these paces (`lobby.tables.paces`).

    `least` and `most` count all players at the table. After `ai_after` minutes
    (`wishes.AI_MINUTES`; None: never) computer players are offered for the empty seats, but not
    for `rated` matches. Those seat people with similar ratings; the longer people wait, the more
    these may differ (`wishes.NEAR`). 409 `already_waiting`; 403 `guest_quick` for guests.
    """
    refuse_guest(user, Members.QUICK)
    if rated:
        ai_after = None
    _check(games, paces, least, most, ai_after)
    bucket = limits.bucket("quick", user.pk)
    if bucket is not None and not bucket.take():
        text = _("That was a lot of requests. Please wait a moment.")
        raise TooMany(text, wait=bucket.wait())
    now = timezone.now()
    try:
        with transaction.atomic():
            ticket = QuickTicket.objects.create(
                user=user,
                games=list(dict.fromkeys(games)),
                paces=list(dict.fromkeys(paces)),
                least=least,
                most=most,
                rated=rated,
                offer_ai_at=None if ai_after is None else now + timedelta(minutes=ai_after),
                seen_at=now,
                created_at=now,
            )
            queue.queue_matching_on_commit()
    except IntegrityError:
        raise Conflict(_("You are already waiting."), code="already_waiting") from None
    return ticket


def leave(*, ticket: QuickTicket) -> None:
    """Stop waiting. 409 `not_waiting` if the person left before or was seated meanwhile."""
    _change(ticket, status=QuickTicket.Status.LEFT, ended_at=timezone.now())


def accept_ai(*, ticket: QuickTicket) -> None:
    """Take computer players for the empty seats, so that the person is seated at once."""
    known = wishes.offers()
    if ticket.rated or not any(known[game].has_ai for game in ticket.games if game in known):
        raise Conflict(_("No computer player can play these games."), code="no_ai")
    with transaction.atomic():
        _change(ticket, wants_ai=True, seen_at=timezone.now())  # first, as matchers do
        match_quotas.check(ticket.user)
        queue.queue_matching_on_commit()


def wait_on(*, ticket: QuickTicket) -> None:
    """Keep waiting for people; computer players are offered again later (`ASK_AGAIN`)."""
    _change(ticket, offer_ai_at=timezone.now() + ASK_AGAIN)


def note_seen(*, ticket: QuickTicket) -> None:
    """Note that the waiting page has asked, so that its person counts as present."""
    now = timezone.now()
    if ticket.status == QuickTicket.Status.WAITING and ticket.seen_at <= now - HEARTBEAT:
        _waiting(ticket).update(seen_at=now)


def _waiting(ticket: QuickTicket) -> Any:
    return QuickTicket.objects.filter(pk=ticket.pk, status=QuickTicket.Status.WAITING)


def _change(ticket: QuickTicket, **fields: Any) -> None:
    """Change a ticket if it still waits. The write waits for a matcher that locks the row."""
    if not _waiting(ticket).update(**fields):
        raise Conflict(_("You aren’t waiting anymore."), code="not_waiting")
    for name, value in fields.items():
        setattr(ticket, name, value)


def _check(
    games: Sequence[str], paces: Sequence[str], least: int, most: int, ai_after: int | None
) -> None:
    """Check the wishes. The refusal names every wrong field."""
    known = wishes.offers()
    wrong: dict[str, str] = {}
    if not FEWEST <= least <= most <= MOST:
        text = _("From {fewest} to {most} players, the smaller number first.")
        wrong["most"] = text.format(fewest=FEWEST, most=MOST)
    if not games:
        wrong["games"] = _("Choose at least one game.")
    elif not set(games) <= known.keys():
        wrong["games"] = _("There is no such game.")
    elif not wrong and not any(set(range(least, most + 1)) & known[game].sizes for game in games):
        wrong["most"] = _("None of these games can be played by that many.")
    if not paces:
        wrong["paces"] = _("Choose at least one pace.")
    elif not set(paces) <= PACES.keys():
        wrong["paces"] = _("There is no such pace.")
    if ai_after is not None and ai_after not in wishes.AI_MINUTES:
        wrong["ai_after"] = _("Choose one of the times offered.")
    if wrong:
        raise all_malformed(wrong)
