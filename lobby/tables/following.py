"""Tells people that somebody whom they follow has opened a table."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts import blocks, notices
from accounts.locks import lock_person
from accounts.models import Notice, User
from accounts.selectors import welcome
from lobby.models import Table
from lobby.tables import checks
from lobby.tables.selectors import is_there, playable

OPENS = gettext_noop("{host} has opened a table of {game}.")
AT_ONCE = 200  # people told in a statement
BETWEEN = timedelta(hours=1)  # two notices from the same person


@transaction.atomic
def tell(*, table_pk: int) -> None:
    """Tell the host's followers who may sit down, each at most once an hour.

    Does nothing if the table is no longer open, needs a link, or is a rematch, whose people are
    invited.
    """
    found = Q(private=False) | Q(club__isnull=False)
    waiting = Table.objects.filter(found, status=Table.Status.OPEN, free__gt=0, rematch_of=None)
    table = waiting.filter(playable(), pk=table_pk).select_related("host").first()
    if table is None:
        return
    lock_person(table.host_id)  # so that of two simultaneous tables only one is told
    there = User.objects.filter(Q(table_seats__table=table) | Q(pk=table.host_id)).distinct()
    unmet = {key for user in there for key in blocks.hidden_from(user)}
    stays = Q(reliability=None) | Q(reliability__gte=table.reliable)
    people = User.objects.filter(welcome(), stays, follows__followed=table.host)
    if table.members_only:
        people = people.filter(memberships__club=table.club_id)
    people = people.exclude(pk__in=there.values("pk")).exclude(invitations__table=table)
    news = Notice.objects.filter(event=notices.Event.FOLLOWED, by=table.host)
    recent = news.filter(created_at__gt=timezone.now() - BETWEEN)
    people = people.exclude(pk__in=recent.values("user"))
    keys = [key for key in people.values_list("pk", flat=True).order_by("pk") if key not in unmet]
    for start in range(0, len(keys), AT_ONCE):
        notices.tell_all(
            [
                notices.Telling(
                    user_id=key,
                    key=opened(table),
                    text=OPENS,
                    params={
                        "host": table.host.name,
                        "game": notices.message(checks.ruleset(table.game).meta.title),
                    },
                    link=reverse("lobby:table", args=[table.public_id]),
                    event=notices.Event.FOLLOWED,
                    by=table.host_id,
                )
                for key in keys[start : start + AT_ONCE]
            ]
        )


def opened(table: Table) -> str:
    """The occasion of the notice that the table was opened."""
    return f"followed:{table.public_id}"


def still_holds(notice: Notice) -> bool:
    """Whether the notice's table still has a free seat for its reader (setting NOTICE_CHECKS)."""
    public_id = resolve(notice.link).kwargs["public_id"]
    waiting = Table.objects.filter(status=Table.Status.OPEN, free__gt=0, public_id=public_id)
    return waiting.exists() and is_there(public_id, notice.user)
