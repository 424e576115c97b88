"""Hand over a table or close it. Call these inside `changing()`, except `close_in`."""

from contextlib import suppress

from django.urls import reverse
from django.utils.translation import gettext_noop

from accounts import notices, sanctions
from accounts.models import Notice, User
from lobby.models import Club, Table, TableSeat
from lobby.tables import checks, forks, invitations, selectors, swaps
from lobby.tables.changes import changing
from toolbox.errors import Conflict

HOST_LEFT = gettext_noop(
    "The table of {game} where you sat was closed: its host is no longer in the club {club}."
)
NEW_HOST = gettext_noop("{name} has left a table of {game}. You are its host now.")


def hand_over(table: Table, seats: list[TableSeat]) -> None:
    """Make the first person there who can play the new host, and tell them. Guests can't host.

    The table closes if nobody can host it or if it can no longer begin. A members' table passes
    to a member.
    """
    gone = table.host
    people = (seat.user for seat in seats if seat.user)
    able = (user for user in people if user.is_active and not user.is_guest)
    free = (user for user in able if not sanctions.is_banned(user))
    heir = next((user for user in free if selectors.is_open_to(table, user)), None)
    if heir is None or forks.rules_are_gone(table):
        end(table, Table.Status.CLOSED)
        return
    table.host = heir
    table.client_id = table.asked = ""  # the new host didn't send that call
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


def close_in(club: Club, host: User) -> None:
    """Close the host's open tables for members of a club that they have left; tell their people.

    Inside a transaction that has locked the club.
    """
    theirs = Table.objects.filter(club=club, private=True, host=host, status=Table.Status.OPEN)
    for waiting in theirs.order_by("pk"):
        with suppress(Conflict), changing(waiting) as (table, seats):
            end(table, Table.Status.CLOSED)
            notices.tell_all(
                [
                    notices.Telling(
                        user_id=seat.user_id,
                        key=f"host-left:{table.public_id}",
                        text=HOST_LEFT,
                        params={
                            "game": notices.message(checks.ruleset(table.game).meta.title),
                            "club": club.name,
                        },
                        link=club.get_absolute_url(),
                        event=notices.Event.TABLE,
                    )
                    for seat in seats
                    if seat.user_id not in (None, host.pk)
                ]
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
    """The key of the notice that somebody got a seat there."""
    return f"seated:{table.public_id}"


def _occasion(table: Table) -> str:
    return f"new-host:{table.public_id}"
