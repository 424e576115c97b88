"""Closes an account for good, in all layers."""

from contextlib import suppress

from django.db import transaction
from django.utils import timezone

from accounts import closure
from accounts.models import User
from games.matches.play.actions import leave
from games.matches.play.parts import notepads
from lobby.clubs import services as clubs
from lobby.models import CalendarFeed, OwnData, QuickTicket
from lobby.own_data import services as own_data
from lobby.quick import services as quick
from lobby.tables import services as tables
from toolbox.errors import Conflict
from toolbox.task_queue import queue


def close_account(*, user: User) -> None:
    """Leave queue, tables and matches, and erase the person. Raises Forbidden `staff`."""
    closure.check_may_close(user)
    name = closure.new_name(user)
    with transaction.atomic():  # before erasing: tasks tell others how their matches ended
        leave.rename(user=user, name=name)
    leave_all(user)
    erase(user, name)


def erase(user: User, name: str = "") -> None:
    """Erase a person who no longer plays anywhere, and rename them to `name`, or a new name."""
    began = timezone.now()
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=user.pk)  # others refer to it
        name = name or closure.new_name(person)
        if not person.is_guest:  # a guest's name says nothing
            own_data.begin_anew(own_data.naming(person))
        person.invitations.all().delete()
        clubs.leave_all(user=person)
        OwnData.objects.filter(user=person).delete()
        notepads.forget(person)
        CalendarFeed.objects.filter(user=person).delete()
        leave.rename(user=person, name=name)
        leave.forget_names(user=person)
        closure.erase(user=person, name=name)
    if not person.is_guest:  # these files, and any gathered before this commit
        for own in own_data.begin_anew(OwnData.objects.filter(touched_at__gte=began)):
            queue(own_data.GATHER, own.pk)
    leave_all(person)  # their other browser may have sat down before the commit


def leave_all(user: User) -> None:
    """Leave the queue, every open table and every match."""
    for ticket in QuickTicket.objects.filter(user=user, status=QuickTicket.Status.WAITING):
        with suppress(Conflict):  # seated meanwhile
            quick.leave(ticket=ticket)
    tables.leave_all(user=user)
    leave.leave_matches(user=user)
