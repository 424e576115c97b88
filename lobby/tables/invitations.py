"""Invitations to tables. `ask`, `answered` and `forget` run inside a change of the table."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_noop

from accounts import blocks, names, notices, sanctions
from accounts.guests.gate import Members, refuse_guest
from accounts.models import Follow, Notice, User
from lobby.models import Club, Invitation, Table
from lobby.tables import announcements, checks, forks, selectors
from lobby.tables.changes import changing, check_host, check_not_too_fast, check_open
from toolbox.commits import after_commit
from toolbox.errors import Conflict, NotFound
from toolbox.prefix_search import begins

AT_MOST = 20  # invitations to one table
ASKED = gettext_noop("{host} invites you to a table of {game}.")
ASKED_AGAIN = gettext_noop("{host} would like to play {game} with you again.")


def invite(*, table: Table, user: User, name: str) -> Table:
    """Invite the person with that user name, who may then come back if sent away. Host only.

    Inviting somebody again changes nothing. Raises NotFound `nobody` for an unknown name, a guest's
    name, or if a block separates that person from somebody there; Forbidden `guest_invite` for a
    guest; Conflict `already_seated`, `declined`, `too_many`, `cannot_see_origin`, or `not_a_member`
    if the table is for members of a club; 429 `too_fast`.
    """
    refuse_guest(user, Members.INVITE)
    check_not_too_fast("invitations", user)
    with changing(table) as (table, seats):
        check_host(table, user)
        people = {user.pk, *(seat.user_id for seat in seats)}
        (guest,) = _named([name], people)
        if not blocks.hidden_from(guest).isdisjoint(people):
            raise _nobody()
        check_open_to(table, guest)
        forks.check_may_know(table, guest)
        declined = {invited.user_id: invited.declined for invited in table.invitations.all()}
        if declined.get(guest.pk):
            raise Conflict(_("They have declined."), code="declined")
        if len(declined) >= AT_MOST and guest.pk not in declined:
            raise _too_many()
        table.barred.remove(guest)
        ask(table, guest, by=user)
    return table


def _named(usernames: Iterable[str], there: Collection[int | None]) -> list[User]:
    """The people with these user names, in any case, each once. One query."""
    keys = dict.fromkeys(names.key_of(name.strip().replace("\0", "")) for name in usernames)
    members = User.objects.filter(names__key__in=keys, is_active=True, is_guest=False)
    known = {names.key_of(member.username): member for member in members}
    for key in keys:
        if key not in known:
            raise _nobody()
        if known[key].pk in there:
            raise Conflict(_("They are already seated at this table."), code="already_seated")
    return [known[key] for key in keys]


def _nobody() -> NotFound:
    return NotFound(_("There is nobody with that name to invite."), code="nobody")


def check_open_to(table: Table, guest: User) -> None:
    """Raises Conflict `not_a_member` if the table is for members of another club only."""
    if not selectors.is_open_to(table, guest):
        text = _("This table is for members of the club only.")
        raise Conflict(text, code="not_a_member")


def _too_many() -> Conflict:
    text = _("At most {n} people can be invited to a table.")
    return Conflict(text.format(n=AT_MOST), code="too_many")


def challenged(usernames: Sequence[str], *, by: User) -> list[User]:
    """The people with these user names, whom `by` may invite to a new table.

    Raises `NotForGuests`; NotFound `nobody`, Conflict `already_seated`, `too_many`, like `invite`.
    """
    if not usernames:
        return []
    refuse_guest(by, Members.INVITE)
    if len(usernames) > AT_MOST:
        raise _too_many()
    guests = _named(usernames, {by.pk})
    if not blocks.hidden_from(by).isdisjoint(guest.pk for guest in guests):
        raise _nobody()
    return guests


def decline(*, table: Table, user: User) -> Table:
    """Decline an invitation. Raises Conflict `not_invited`."""
    with transaction.atomic():
        if not Invitation.objects.filter(table=table, user=user).update(declined=True):
            raise Conflict(_("You aren’t invited to this table."), code="not_invited")
        notices.mark_read(user=user, key=_occasion(table))
        after_commit(announcements.changed, table.public_id)
    return table


def ask(table: Table, guest: User, *, by: User, rematch: bool = False) -> None:
    """Store an invitation, and tell the guest."""
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
    """Delete the invitation of a person who sits down; return whether there was one."""
    deleted, _by_model = Invitation.objects.filter(table=table, user=user).delete()
    notices.mark_read(user=user, key=_occasion(table))
    return bool(deleted)


def withdraw(table: Table, people: Collection[int]) -> None:
    """Withdraw the invitations of people separated by a block from somebody who sits there."""
    table.invitations.filter(user__in=people).delete()
    Notice.objects.filter(key=_occasion(table), user__in=people).delete()


def withdraw_of(user: User, *, club: Club) -> None:
    """Withdraw invitations to, and news of, members' tables from a person who has left the club."""
    tables = Table.objects.filter(club=club, private=True)
    for table in tables.filter(invitations__user=user):
        withdraw(table, [user.pk])
    waiting = tables.filter(status=Table.Status.OPEN).values_list("public_id", flat=True)
    addresses = [reverse("lobby:table", args=[public_id]) for public_id in waiting]
    Notice.objects.filter(user=user, event=Notice.Event.FOLLOWED, link__in=addresses).delete()


def withdraw_between(one: int, other: int) -> None:
    """Withdraw two people's invitations by each other, and to each other's tables, after a block.

    Also settles notices about the other's tables.
    """
    for guest, unmet in ((one, other), (other, one)):
        theirs = Q(by=unmet) | Q(table__host=unmet) | Q(table__seats__user=unmet)
        asked = Invitation.objects.filter(theirs, user=guest, declined=False)
        for invitation in asked.select_related("table").distinct():
            withdraw(invitation.table, [guest])
        news = Notice.objects.filter(user=guest, event=Notice.Event.FOLLOWED, by=unmet)
        news.delete()


def forget(table: Table) -> None:
    """Delete all invitations, because the table is no longer open."""
    table.invitations.all().delete()
    Notice.objects.filter(key=_occasion(table)).delete()


def _occasion(table: Table) -> str:
    return f"invitation:{table.public_id}"


LEAST, MOST = 2, 8  # letters typed, names returned


@dataclass(frozen=True)
class Hint:
    """A person's user name and shown name."""

    username: str
    name: str


def hints(*, table: Table, user: User, start: str) -> list[Hint]:
    """People to invite, by the start of a name; followed people first, only them without letters.

    Host only. Raises Forbidden, Conflict, 429 `too_fast`.
    """
    check_host(table, user)
    check_open(table)
    key = names.key_of(start.strip().replace("\0", ""))
    if 0 < len(key) < LEAST:
        return []
    check_not_too_fast("names", user)
    seated = {user, *(seat.user for seat in table.seats.all() if seat.user is not None)}
    unmet = set[int]().union(*(blocks.hidden_from(one) for one in seated))
    matching = begins("names__key", key) if key else Q(followers__follower=user)
    people = User.objects.filter(matching, is_active=True, is_guest=False)
    people = people.exclude(sanctions.banned())
    people = people.exclude(pk__in=unmet | {one.pk for one in seated})
    if table.members_only:
        people = people.filter(memberships__club=table.club_id)
    others = ~Exists(Follow.objects.filter(follower=user, followed=OuterRef("pk")))
    named = people.distinct().annotate(others=others).order_by("others", "username")[:MOST]
    return [Hint(one.username, one.name) for one in named]
