"""What the portal does in another way than django-allauth: names, where one goes on, mail."""

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
# Mails that a stranger can have sent to somebody else.
UNASKED = frozenset(
    f"account/email/{name}"
    for name in (
        "account_already_exists",
        "email_confirmation",
        "email_confirmation_signup",
        "password_reset_key",
    )
)

_LOGGED_IN_AT = "logged_in_at"  # in the session
_BROWSER = re.compile(r"\b(?:Edg|OPR|Firefox|Chrome|Safari)/\d{1,4}")
log = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # untyped
    """Setting ACCOUNT_ADAPTER."""

    def is_safe_url(self, url: Any) -> bool:
        """Whether one may be sent on there; allauth fails over an address that can't be read."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Nobody signs up by a name that someone else is shown by, or that sounds official."""
        name: str = super().clean_username(username, shallow=shallow)
        if not shallow:
            names.check_free(name)
            names.check_not_official(name)
        return name

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Many guesses from one address end in a refusal."""
        if throttling.failed_too_often(request, FAILED):
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        throttling.count_failure(request, FAILED)

    def new_user(self, request: HttpRequest) -> Any:
        """Who signs up: a guest is the same person afterwards, somebody else is new."""
        guest = request.user
        if isinstance(guest, User) and is_guest(guest):
            return User.objects.get(pk=guest.pk)
        return super().new_user(request)

    def pre_login(self, request: HttpRequest, user: Any, **said: Any) -> HttpResponse | None:
        """A guest whose matches can't come along isn't logged in, and stays one.

        A banned person is, for their few pages (`OPEN_TO_BANNED`), but brings nothing along.
        """
        answer: HttpResponse | None = super().pre_login(request, user, **said)
        if answer is None and not sanctions.is_banned(user):
            try:
                handover.come_home(request, user)
            except Refusal as refusal:
                messages.error(request, refusal.detail)
                return redirect(f"{reverse('account_login')}?{urlencode({'next': back(request)})}")
        return answer

    def login(self, request: HttpRequest, user: Any) -> None:
        """Who was a guest and has just signed up is logged in: forms of open pages still work."""
        if not registering.is_logged_in(request, user):
            super().login(request, user)
        request.session[_LOGGED_IN_AT] = time.time()

    def is_reauthentication_required(self, **said: Any) -> bool:
        """Never shortly after a log-in or sign-up in this browser.

        allauth counts only passwords that were asked for again.
        """
        since = time.time() - self.request.session.get(_LOGGED_IN_AT, 0)
        asks: bool = super().is_reauthentication_required(**said)
        return asks and since >= settings.ACCOUNT_REAUTHENTICATION_TIMEOUT

    def set_password(self, user: Any, password: str) -> None:
        """Every new password, changed or lost, comes this way: other browsers are logged out."""
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
        """Mails name the portal by its name, and their links begin with SITE_URL.

        A mail server that is away turns nothing into an error; the person is told. Of mails that a
        stranger can cause, a mailbox gets a few a day; the links in these still work.
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
                said = _("The email could not be sent. Please try again later.")
                messages.error(self.request, said)

    def get_http_user_agent(self, request: HttpRequest) -> str:
        """The browser's name for mails: what else a program says of itself could be a link."""
        found = _BROWSER.search(super().get_http_user_agent(request))
        return found[0] if found else _("unknown")

    def add_message(
        self, request: HttpRequest, level: int, message_template: str = "", *more: Any, **said: Any
    ) -> None:
        """That a link was sent is a confirmation, and isn't said where it could not be sent.

        Nor is the banned told that they are logged in: they can't open anything.
        """
        if message_template == LOGGED_IN and sanctions.is_banned(request.user):
            return
        if message_template == LINK_SENT:
            if getattr(request, "mail_failed", False):
                return
            level = constants.SUCCESS
        super().add_message(request, level, message_template, *more, **said)
