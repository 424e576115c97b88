"""Hand over a table or close it. Call these inside `changing()`."""

from django.urls import reverse
from django.utils.translation import gettext_noop

from accounts import notices, sanctions
from accounts.models import Notice
from lobby.models import Table, TableSeat
from lobby.tables import checks, forks, invitations, swaps

NEW_HOST = gettext_noop("{name} has left a table of {game}. You are its host now.")


def hand_over(table: Table, seats: list[TableSeat]) -> None:
    """Make the first person there who can play the host, and tell them. Guests can't host.

    The table closes if nobody can, or if it can't begin anymore.
    """
    gone = table.host
    people = (seat.user for seat in seats if seat.user)
    able = (user for user in people if user.is_active and not user.is_guest)
    heir = next((user for user in able if not sanctions.is_banned(user)), None)
    if heir is None or forks.rules_are_gone(table):
        end(table, Table.Status.CLOSED)
        return
    table.host = heir
    table.client_id = table.asked = ""  # the heir has not sent that call
    Notice.objects.filter(key=_occasion(table)).delete()
    title = checks.ruleset(table.game).meta.title
    notices.tell(
        user_id=heir.pk,
        key=_occasion(table),
        text=NEW_HOST,
        params={"name": gone.name, "game": notices.message(title)},
        link=reverse("lobby:table", args=[table.public_id]),
        event=notices.Event.TABLE,
    )


def end(table: Table, status: str) -> None:
    """Set the status, and delete invitations, swap requests and notices of the waiting table."""
    table.status = status
    invitations.forget(table)
    swaps.forget(table)
    Notice.objects.filter(key=_occasion(table)).delete()
    Notice.objects.filter(key=stuck(table)).delete()


def stuck(table: Table) -> str:
    """The key of the notice that the table can't start."""
    return f"stuck:{table.public_id}"


def seated(table: Table) -> str:
    """The key of the notice that somebody was given a seat there."""
    return f"seated:{table.public_id}"


def _occasion(table: Table) -> str:
    return f"new-host:{table.public_id}"
