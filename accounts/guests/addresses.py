"""Addresses of guests: a keyed hash each, kept while the limits need it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _, ngettext

from accounts import sanctions
from accounts.models import GuestAddress, User
from toolbox.errors import Forbidden, TooMany
from toolbox.places import place_of

HOUR, DAY = 3600, 24 * 3600


def digest_of(address: str) -> str:
    """Return the stored hash, which can't be reversed without the portal's secret key."""
    return salted_hmac("accounts.guests", place_of(address), algorithm="sha256").hexdigest()


def locked(digest: str) -> GuestAddress:
    """Lock the row of that address for this transaction: its guests are made one by one."""
    rows = GuestAddress.objects.select_for_update()
    place, _new = rows.get_or_create(digest=digest, defaults={"used_at": timezone.now()})
    return place


def count_one_more(place: GuestAddress) -> None:
    """Count a new guest of that address, on its locked row.

    Raises Refusal: 429 `throttled` at `GUESTS_AN_HOUR` or `GUESTS_A_DAY`, 403 `no_guests` if one of
    them is 0, 403 `guest_banned` while a guest from there is banned: logging out ends no ban.
    """
    if not (settings.GUESTS_AN_HOUR and settings.GUESTS_A_DAY):
        text = _("This portal doesn’t allow guests. Make an account first.")
        raise Forbidden(text, code="no_guests")
    now = timezone.now()
    if place.guests.filter(sanctions.banned()).exists():
        raise Forbidden(
            _("A guest from your network is banned. Make an account to play."), code="guest_banned"
        )
    made = [at for at in place.made if at > now.timestamp() - DAY]
    _check(made, now.timestamp(), DAY, settings.GUESTS_A_DAY)
    _check(made, now.timestamp(), HOUR, settings.GUESTS_AN_HOUR)
    place.made, place.used_at = [*made, now.timestamp()], now
    place.save(update_fields=["made", "used_at"])


def _check(made: Sequence[float], now: float, span: int, most: int) -> None:
    lately = [at for at in made if at > now - span]
    if len(lately) < most:
        return
    if span == HOUR:
        text = ngettext(
            "{n} guest has come from your network in the last hour. Make an account, or come "
            "back later.",
            "{n} guests have come from your network in the last hour. Make an account, or come "
            "back later.",
            most,
        )
    else:
        text = ngettext(
            "{n} guest has come from your network today. Make an account, or come back tomorrow.",
            "{n} guests have come from your network today. Make an account, or come back tomorrow.",
            most,
        )
    raise TooMany(text.format(n=most), wait=lately[-most] + span - now)


def note(guest: User, address: str) -> None:
    """Store the address of a guest who does something: their matches count for it from now on."""
    digest = digest_of(address)
    if guest.guest_address_id == digest:
        return
    with transaction.atomic():
        place = locked(digest)
        place.used_at = timezone.now()
        place.save(update_fields=["used_at"])
        User.objects.filter(pk=guest.pk, is_guest=True).update(guest_address=place)
    guest.guest_address = place


def forget(unneeded: Any) -> None:
    """Forget the addresses of these guests, and addresses unused for a day.

    `unneeded` is a condition on guests (`Q`, `Exists`).
    """
    known = User.objects.filter(unneeded, is_guest=True, guest_address__isnull=False)
    known.exclude(sanctions.banned()).update(guest_address=None)
    long_ago = timezone.now() - timedelta(seconds=DAY)
    GuestAddress.objects.filter(used_at__lt=long_ago, guests=None).delete()
