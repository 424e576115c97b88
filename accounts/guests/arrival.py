"""How a visitor becomes a guest: by the POST of their first match, if nothing refuses that."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import names
from accounts.guests import addresses
from accounts.guests.gate import is_guest
from accounts.models import Name, User

BACKEND = "accounts.authentication.NameOrEmailBackend"
SEEN_EVERY = timedelta(hours=1)  # how often a guest's visit is written down
_DIGITS = (4, 4, 4, 4, 5, 6, 8, 12)  # of a guest's number: longer where those tried are taken


@contextmanager
def person_or_guest(
    request: HttpRequest, lock: Callable[[], object] = lambda: None
) -> Iterator[User]:
    """Who asks, for the first match of a visitor or any other.

    Somebody who isn't logged in becomes a guest, in one transaction with what the block does: what
    the block refuses leaves no guest behind. `lock` takes what the block will have locked before
    the row of the address, which comes second everywhere. Raises also what
    `addresses.count_one_more` raises. Only for answers to POST.
    """
    assert request.method == "POST"
    if isinstance(request.user, User):
        yield request.user
        return
    with transaction.atomic():
        lock()
        guest = _made(request.META.get("REMOTE_ADDR", ""))
        yield guest
    _log_in(request, guest)


def _made(address: str) -> User:
    place = addresses.locked(addresses.digest_of(address))
    addresses.count_one_more(place)
    return User.objects.create(
        username=_free_name(),
        password=make_password(None),  # that is none at all
        is_guest=True,
        seen_at=timezone.now(),
        guest_address=place,
    )


def _free_name() -> str:
    """One that nobody has; drawn, so that it doesn't say how many guests there are."""
    for digits in _DIGITS:
        name = names.of_guest(secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1))
        if not Name.objects.filter(key=names.key_of(name)).exists():
            return name
    raise RuntimeError("no name for a guest is free")


def _log_in(request: HttpRequest, guest: User) -> None:
    """Have this browser be the guest, for as long as guests are kept.

    Not by Django's `login`: its signal has the address of the log-in written into a table. Forms
    that were opened before still work: it is the same person's browser.
    """
    request.session.cycle_key()  # what it holds stays: nobody else was logged in
    request.session[SESSION_KEY] = str(guest.pk)
    request.session[BACKEND_SESSION_KEY] = BACKEND
    request.session[HASH_SESSION_KEY] = guest.get_session_auth_hash()
    request.session.set_expiry(settings.GUEST_DAYS * 24 * 3600)  # since the last visit noted
    request.user = guest


def note_visit(request: HttpRequest) -> None:
    """Write down, now and then, that a guest was here; their cookie lasts from then on."""
    guest, now = request.user, timezone.now()
    if not isinstance(guest, User) or not is_guest(guest):
        return
    if request.method == "POST":
        addresses.note(guest, request.META.get("REMOTE_ADDR", ""))
    if guest.seen_at is None or guest.seen_at <= now - SEEN_EVERY:
        _seen(guest, now)
        request.session.modified = True


def _seen(guest: User, now: datetime) -> None:
    User.objects.filter(pk=guest.pk, is_guest=True).update(seen_at=now)
    guest.seen_at = now
