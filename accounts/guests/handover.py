"""Handing everything a guest has to the account that they log in to, or nothing."""

from collections.abc import Iterator
from importlib import import_module
from typing import Protocol, cast

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import blocks, closure
from accounts.guests.gate import is_guest
from accounts.models import Block, Follow, Message, Mute, Notice, Report, Sanction, User
from toolbox.errors import NotLoggedIn


class Belongings(Protocol):
    """A module named in GUEST_BELONGINGS, which holds its layer's data of guests."""

    def hand_over(self, guest: User, account: User) -> None:
        """Give the guest's data to the account, inside a transaction that has locked both people.

        It may lock only rows whose holders don't then lock a person. Raises Refusal, with the
        reason, if the account can't take something over.
        """

    def rename(self, user: User) -> None:
        """Store the person's new name. Inside a transaction."""


def belongings() -> Iterator[Belongings]:
    """Yield those modules in locking order."""
    for name in settings.GUEST_BELONGINGS:
        yield cast(Belongings, import_module(name))


def hand_over(*, guest: User, account: User) -> None:
    """Give everything the guest has to the account and close the guest's row for good.

    Raises Refusal, and changes nothing, if the account can't take something over.
    """
    with transaction.atomic():
        guest, account = _locked(guest, account)
        for layer in belongings():
            layer.hand_over(guest, account)
        _hand_over_what_was_said(guest, account)
        # The empty row stays: other requests of the guest still refer to it.
        closure.erase(user=guest, name=closure.new_name(guest))


def _locked(guest: User, account: User) -> tuple[User, User]:
    """Lock both people for this transaction: the guest can't begin anything meanwhile."""
    people = User.objects.select_for_update(no_key=True).order_by("pk")
    locked = {person.pk: person for person in people.filter(pk__in=(guest.pk, account.pk))}
    giver, heir = locked.get(guest.pk), locked.get(account.pk)
    if giver is None or not giver.is_guest or not giver.is_active or heir is None:
        raise NotLoggedIn(_("This guest is gone. Please log in again."))
    return giver, heir


def _hand_over_what_was_said(guest: User, account: User) -> None:
    Message.objects.filter(author=guest).update(author=account)
    known = Notice.objects.filter(user=account).values_list("key", flat=True)
    Notice.objects.filter(user=guest).exclude(key__in=list(known)).update(user=account)
    muted = Mute.objects.filter(by=account).values_list("muted", flat=True)
    Mute.objects.filter(by=guest).exclude(muted__in=[*muted, account.pk]).update(by=account)
    muting = Mute.objects.filter(muted=account).values_list("by", flat=True)
    Mute.objects.filter(muted=guest).exclude(by__in=[*muting, account.pk]).update(muted=account)
    blocked = Block.objects.filter(blocker=account).values_list("blocked", flat=True)
    Block.objects.filter(blocker=guest).exclude(blocked__in=[*blocked, account.pk]).update(
        blocker=account
    )
    blocking = Block.objects.filter(blocked=account).values_list("blocker", flat=True)
    Block.objects.filter(blocked=guest).exclude(blocker__in=[*blocking, account.pk]).update(
        blocked=account
    )
    unmet = blocks.hidden_from(account)
    Follow.objects.filter(follower=account, followed__in=unmet).delete()
    Follow.objects.filter(follower__in=unmet, followed=account).delete()
    _hand_over_moderation(guest, account)


def _hand_over_moderation(guest: User, account: User) -> None:
    reported = Report.objects.filter(by=account).exclude(message=None)
    known = list(reported.values_list("message", flat=True))
    Report.objects.filter(by=guest).exclude(message__in=known).update(by=account)
    Report.objects.filter(about=guest).update(about=account)
    Sanction.objects.filter(user=guest).update(user=account)
    if guest.warned:
        User.objects.filter(pk=account.pk).update(warned=True)


def come_home(request: HttpRequest, account: User) -> None:
    """Hand over this browser's guest to the account that they log in to here.

    The session stays and changes its owner. Raises Refusal, and changes nothing, if something can't
    be handed over.
    """
    guest = request.user
    if not isinstance(guest, User) or not is_guest(guest) or guest.pk == account.pk:
        return
    hand_over(guest=guest, account=account)
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)
    request.session.set_expiry(None)
