"""Asking people to a table by name: `ask`, `answered`, `forget` inside a change of the table."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts import blocks, notices
from accounts.guests.gate import Members, refuse_guest
from accounts.models import Notice, User
from lobby.models import Invitation, Table
from lobby.tables import announcements, checks, forks
from lobby.tables.changes import changing, check_host
from toolbox import limits
from toolbox.commits import after_commit
from toolbox.errors import Conflict, NotFound, TooMany

AT_MOST = 20  # invitations to one table
ASKED = gettext_noop("{host} invites you to a table of {game}.")
ASKED_AGAIN = gettext_noop("{host} would like to play {game} with you again.")


def invite(*, table: Table, user: User, name: str) -> Table:
    """Ask the person of that username to the table. Host only; again changes nothing.

    Someone who was sent away may come back. Raises NotFound `nobody` for names that aren't there,
    are a guest's or of someone who doesn't meet everyone there, Forbidden `guest_invite` for a
    guest, Conflict `already_seated`, `declined`, `too_many`, `cannot_see_origin`; 429 `too_fast`.
    """
    refuse_guest(user, Members.INVITE)
    bucket = limits.bucket("invitations", user.pk)
    if bucket is not None and not bucket.take():
        said = _("That was too fast. Wait a moment.")
        raise TooMany(said, code="too_fast", wait=bucket.wait())
    with changing(table) as (table, seats):
        check_host(table, user)
        known_here = User.objects.filter(is_active=True, is_guest=False)
        guest = known_here.filter(username__iexact=name.strip()).first()
        there = {user.pk, *(seat.user_id for seat in seats)}
        if guest is not None and guest.pk in there:
            raise Conflict(_("They are already seated at this table."), code="already_seated")
        if guest is None or not there.isdisjoint(blocks.hidden_from(guest)):
            raise NotFound(_("There is nobody with that name to invite."), code="nobody")
        forks.check_may_know(table, guest)
        known = {asked.user_id: asked for asked in table.invitations.all()}
        if guest.pk in known and known[guest.pk].declined:
            raise Conflict(_("They have declined."), code="declined")
        if len(known) >= AT_MOST and guest.pk not in known:
            text = _("At most {n} people can be invited to a table.")
            raise Conflict(text.format(n=AT_MOST), code="too_many")
        table.barred.remove(guest)
        ask(table, guest, by=user)
    return table


def decline(*, table: Table, user: User) -> Table:
    """Decline an invitation. Raises Conflict `not_invited`."""
    with transaction.atomic():
        found = Invitation.objects.filter(table=table, user=user)
        if not found.update(declined=True):
            raise Conflict(_("You aren’t invited to this table."), code="not_invited")
        notices.mark_read(user=user, key=_occasion(table))
        after_commit(announcements.changed, table.public_id)
    return table


def ask(table: Table, guest: User, *, by: User, rematch: bool = False) -> None:
    """Note that the guest is asked, and tell them."""
    Invitation.objects.get_or_create(table=table, user=guest, defaults={"by": by})
    notices.tell(
        user_id=guest.pk,
        key=_occasion(table),
        text=ASKED_AGAIN if rematch else ASKED,
        params={"host": by.name, "game": checks.ruleset(table.game).meta.title},
        link=reverse("lobby:table", args=[table.public_id]),
        event=notices.Event.INVITATION,
        by=by.pk,
    )


def answered(table: Table, user: User) -> bool:
    """The person sits down: their invitation, if there is one, has done its work."""
    deleted, _by_model = Invitation.objects.filter(table=table, user=user).delete()
    notices.mark_read(user=user, key=_occasion(table))
    return bool(deleted)


def withdraw(table: Table, people: Collection[int]) -> None:
    """These people aren't invited any more: someone sits there whom they don't meet."""
    table.invitations.filter(user__in=people).delete()
    Notice.objects.filter(key=_occasion(table), user__in=people).delete()


def withdraw_between(one: int, other: int) -> None:
    """They no longer meet: neither is invited to a table where the other sits, or by them."""
    for guest, unmet in ((one, other), (other, one)):
        theirs = Q(by=unmet) | Q(table__host=unmet) | Q(table__seats__user=unmet)
        asked = Invitation.objects.filter(theirs, user=guest, declined=False)
        for invitation in asked.select_related("table").distinct():
            withdraw(invitation.table, [guest])


def forget(table: Table) -> None:
    """The table is no longer open: nobody is invited any more."""
    table.invitations.all().delete()
    Notice.objects.filter(key=_occasion(table)).delete()


def _occasion(table: Table) -> str:
    return f"invitation:{table.public_id}"
