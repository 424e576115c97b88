"""Notices by email, at once or as a daily digest."""

import logging
import re
import smtplib
from datetime import datetime

from allauth.account.models import EmailAddress
from celery.exceptions import SoftTimeLimitExceeded
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.translation import gettext_noop

from accounts import availability, notice_checks
from accounts.channels import letters
from accounts.channels.interface import Outcome
from accounts.models import Delivery, Notice, User
from accounts.notice_choices import Reader, portal_sends_mail

NO_ADDRESS = gettext_noop("you have no confirmed address")
AWAY = gettext_noop("the mail server didn’t answer")
CUT = gettext_noop("the mail server broke off")
REFUSED = gettext_noop("the mail server refused it")
SECONDS = 5  # for each answer of the mail server

log = logging.getLogger(__name__)
_ADDRESS = re.compile(r"\S*@\S*")


def address_of(user: User) -> str:
    """Return an address that the person has confirmed, the primary one first, or ""."""
    confirmed = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return confirmed.values_list("email", flat=True).first() or ""


def send(letter: EmailMultiAlternatives, address: str) -> Outcome:
    """Hand the mail to the mail server, for that address alone."""
    letter.to = [address]
    connection = letter.connection = get_connection(timeout=SECONDS)
    try:
        connection.open()
    except (OSError, smtplib.SMTPException, SoftTimeLimitExceeded):
        log.warning("the mail server didn't answer", exc_info=True)
        return Outcome("again", AWAY, away=True)
    try:
        letter.send()
    except (smtplib.SMTPAuthenticationError, smtplib.SMTPNotSupportedError):
        log.exception("the mail server doesn't accept our emails")
        return Outcome("again", REFUSED, away=True)
    except smtplib.SMTPRecipientsRefused as refused:
        return _refused(*next(iter(refused.recipients.values())))
    except smtplib.SMTPResponseException as refused:
        return _refused(refused.smtp_code, refused.smtp_error)
    except (OSError, smtplib.SMTPException, SoftTimeLimitExceeded):
        return Outcome("again", CUT)
    finally:
        _close(connection)
    return Outcome("accepted")


def _close(connection: BaseEmailBackend) -> None:
    try:
        connection.close()
    except (OSError, smtplib.SMTPException):
        log.info("the mail server was gone before we said goodbye")


def _refused(code: int, answer: bytes | str) -> Outcome:
    """5xx is permanent, 4xx temporary. Addresses in the server's answer are removed."""
    text = answer.decode(errors="replace") if isinstance(answer, bytes) else answer
    answer = " ".join(_ADDRESS.sub("…", text).split())[:150]
    return Outcome("failed" if 500 <= code < 600 else "again", f"{code} {answer}".strip())


class Mail:
    name = "mail"
    together = False

    def when(self, reader: Reader, notice: Notice, now: datetime) -> datetime | None:
        wanted = reader.choice(notice.event).mail == "now"
        if not (wanted and reader.confirmed and portal_sends_mail()):
            return None
        return availability.quiet_until(reader.user, now) or now

    def deliver(self, delivery: Delivery) -> Outcome:
        notice = delivery.notice
        why_not = notice_checks.why_not(notice)
        if why_not:
            return Outcome("dropped", why_not)
        address = address_of(notice.user)
        if not address:
            return Outcome("dropped", NO_ADDRESS)
        return send(letters.of_notice(delivery), address)


class Digest:
    """A daily email of the notices that somebody hasn't read."""

    name = "digest"
    together = True

    def when(self, reader: Reader, notice: Notice, now: datetime) -> datetime | None:
        wanted = reader.choice(notice.event).mail == "digest"
        if not (wanted and reader.confirmed and portal_sends_mail()):
            return None
        due = reader.next_digest(now)
        return availability.quiet_until(reader.user, due) or due

    def deliver(self, delivery: Delivery) -> Outcome:
        """Send one mail with everything that was gathered under this message id."""
        rows = Delivery.objects.filter(message_id=delivery.message_id, channel=self.name)
        gathered = rows.select_related("notice__user").order_by("pk")
        left = [row.notice for row in gathered if not notice_checks.why_not(row.notice)]
        if not left:
            return Outcome("dropped", notice_checks.NOTHING_LEFT)
        address = address_of(delivery.notice.user)
        if not address:
            return Outcome("dropped", NO_ADDRESS)
        return send(letters.of_digest(delivery, left), address)
