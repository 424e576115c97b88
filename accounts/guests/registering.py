"""A guest signs up: the same row becomes an account and keeps everything."""

from django.contrib.auth import SESSION_KEY, update_session_auth_hash
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import pushes
from accounts.guests.handover import belongings
from accounts.models import User
from toolbox.commits import after_commit
from toolbox.errors import NotLoggedIn


def become_account(account: User) -> None:
    """Store a guest whose name, password and email address are set as an account.

    Inside a transaction. The account is as old as its registration, though the guest's matches
    count. Raises NotLoggedIn if the guest was removed meanwhile or has logged in to another
    account.
    """
    guests = User.objects.filter(is_guest=True, is_active=True)  # rows of removed guests stay
    if not guests.select_for_update(no_key=True).filter(pk=account.pk).values_list("pk"):
        raise NotLoggedIn(_("This guest is gone. Please sign up again."))
    account.is_guest, account.seen_at, account.guest_address = False, None, None
    account.date_joined = account.last_login = timezone.now()
    account.save()
    for layer in belongings():
        layer.rename(account)


def keep_logged_in(request: HttpRequest, account: User) -> None:
    """Keep the browser of the sign-up logged in, and its open pages connected."""
    after_commit(pushes.log_out, account.pk, but=request.session.session_key)
    update_session_auth_hash(request, account)
    request.session.set_expiry(None)
    request.user = account


def is_logged_in(request: HttpRequest, account: User) -> bool:
    """Whether this browser's session belongs to that account."""
    return bool(request.session.get(SESSION_KEY) == str(account.pk))
