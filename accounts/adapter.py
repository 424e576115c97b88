"""The portal's changes to django-allauth: names, redirects, mails."""

import logging
import re
import time
from smtplib import SMTPException
from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.messages import constants
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import names, sanctions, services
from accounts.api import throttling
from accounts.guests import handover, registering
from accounts.guests.gate import is_guest
from accounts.models import User
from toolbox import links
from toolbox.errors import Refusal
from toolbox.return_address import back

FAILED = "failed-log-in"
LOGGED_IN = "account/messages/logged_in.txt"
LINK_SENT = "account/messages/email_confirmation_sent.txt"
# Mails that a stranger can cause to be sent to somebody else.
_UNASKED_NAMES = (
    *("account_already_exists", "email_confirmation"),
    *("email_confirmation_signup", "password_reset_key"),
)
UNASKED = frozenset(f"account/email/{name}" for name in _UNASKED_NAMES)

_LOGGED_IN_AT = "logged_in_at"  # in the session
_BROWSER = re.compile(r"\b(?:Edg|OPR|Firefox|Chrome|Safari)/\d{1,4}")
log = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # untyped
    """Setting ACCOUNT_ADAPTER."""

    def is_safe_url(self, url: Any) -> bool:
        """Whether the address is a safe redirect; allauth raises for one it can't parse."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse names that another person is shown by, and names that sound official."""
        name: str = super().clean_username(username, shallow=shallow)
        if not shallow:
            names.check_free(name)
            names.check_not_official(name)
        return name

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse an address with too many failed guesses."""
        if throttling.failed_too_often(request, FAILED):
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        throttling.count_failure(request, FAILED)

    def new_user(self, request: HttpRequest) -> Any:
        """Return the person who signs up: the guest themselves, or else a new user."""
        guest = request.user
        if isinstance(guest, User) and is_guest(guest):
            return User.objects.get(pk=guest.pk)
        return super().new_user(request)

    def pre_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse | None:
        """Move a guest's matches to the account; if they can't move, the guest stays a guest.

        A banned person is logged in, for the few pages of `OPEN_TO_BANNED`, but nothing moves to
        them.
        """
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        if answer is None and not sanctions.is_banned(user):
            try:
                handover.come_home(request, user)
            except Refusal as refusal:
                messages.error(request, refusal.detail)
                return redirect(f"{reverse('account_login')}?{urlencode({'next': back(request)})}")
        return answer

    def login(self, request: HttpRequest, user: Any) -> None:
        """Log in, unless a guest has just signed up here: their open forms keep working."""
        if not registering.is_logged_in(request, user):
            super().login(request, user)
        request.session[_LOGGED_IN_AT] = time.time()

    def is_reauthentication_required(self, **kwargs: Any) -> bool:
        """False soon after a log-in or sign-up, which allauth doesn't count."""
        since = time.time() - self.request.session.get(_LOGGED_IN_AT, 0)
        required: bool = super().is_reauthentication_required(**kwargs)
        return required and since >= settings.ACCOUNT_REAUTHENTICATION_TIMEOUT

    def set_password(self, user: Any, password: str) -> None:
        """Set a changed or recovered password and log out the person's other browsers."""
        request = self.request
        own = request is not None and request.user.pk == user.pk
        key = request.session.session_key if own else None
        services.set_password(user=user, password=password, session_key=key)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("settings:account")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        known = self.request.user.is_authenticated
        return reverse("settings:account") if known else reverse("account_login")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail with the portal's name and links below SITE_URL.

        If the mail server is away, the person gets a message and no error. A mailbox gets a few
        mails a day that a stranger can cause; the links in earlier ones still work.
        """
        if template_prefix in UNASKED and throttling.is_mailbox_full(email):
            log.warning("no more of %s for one mailbox today", template_prefix)
            return
        linked = {
            name: links.moved_here(value) if name.endswith("_url") else value
            for name, value in context.items()
        }
        site = {"name": settings.SITE_NAME, "domain": urlsplit(settings.SITE_URL).netloc}
        try:
            super().send_mail(template_prefix, email, {**linked, "current_site": site})
        except (OSError, SMTPException):
            log.warning("a mail could not be sent: %s", template_prefix, exc_info=True)
            if self.request is not None:
                self.request.mail_failed = True
                text = _("The email could not be sent. Please try again later.")
                messages.error(self.request, text)

    def get_http_user_agent(self, request: HttpRequest) -> str:
        """The browser's name for mails; the rest of the header could be a link."""
        found = _BROWSER.search(super().get_http_user_agent(request))
        return found[0] if found else _("unknown")

    def add_message(
        self, request: HttpRequest, level: int, message_template: str = "", *args: Any, **kw: Any
    ) -> None:
        """Show «link sent» as a success, if it was sent; hide «logged in» from the banned."""
        if message_template == LOGGED_IN and sanctions.is_banned(request.user):
            return
        if message_template == LINK_SENT:
            if getattr(request, "mail_failed", False):
                return
            level = constants.SUCCESS
        super().add_message(request, level, message_template, *args, **kw)
