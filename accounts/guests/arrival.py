"""A visitor becomes a guest by the POST of their first match."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

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
SEEN_EVERY = timedelta(hours=1)  # between writes of a guest's visits
_DIGITS = (4, 4, 4, 4, 5, 6, 8, 12)  # of a guest's number, by attempt to draw a free one


@contextmanager
def person_or_guest(
    request: HttpRequest, lock: Callable[[], object] = lambda: None
) -> Iterator[User]:
    """Yield the person who asks; a visitor becomes a guest, in one transaction with the block.

    If the block raises, no guest remains. `lock` takes the block's locks before that on the row of
    the address, which comes second everywhere. Also raises the refusals of
    `addresses.count_one_more`. Only for POST.
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
        password=make_password(None),  # unusable
        is_guest=True,
        seen_at=timezone.now(),
        guest_address=place,
    )


def _free_name() -> str:
    """Draw a free name, at random so that it doesn't reveal the number of guests."""
    for digits in _DIGITS:
        name = names.of_guest(secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1))
        if not Name.objects.filter(key=names.key_of(name)).exists():
            return name
    raise RuntimeError("no name for a guest is free")


def _log_in(request: HttpRequest, guest: User) -> None:
    """Log this browser in as the guest, for as long as guests are kept.

    Django's `login` would store the address in a table. Forms that were open before keep working:
    the browser is still the same person's.
    """
    request.session.cycle_key()  # its contents stay: nobody else was logged in
    request.session[SESSION_KEY] = str(guest.pk)
    request.session[BACKEND_SESSION_KEY] = BACKEND
    request.session[HASH_SESSION_KEY] = guest.get_session_auth_hash()
    request.session.set_expiry(settings.GUEST_DAYS * 24 * 3600)  # from the last stored visit
    request.user = guest


def note_visit(request: HttpRequest) -> None:
    """Store a guest's visit once an hour and renew their cookie."""
    guest, now = request.user, timezone.now()
    if not isinstance(guest, User) or not is_guest(guest):
        return
    if request.method == "POST":
        addresses.note(guest, request.META.get("REMOTE_ADDR", ""))
    if guest.seen_at is None or guest.seen_at <= now - SEEN_EVERY:
        User.objects.filter(pk=guest.pk, is_guest=True).update(seen_at=now)
        guest.seen_at = now
        request.session.modified = True
