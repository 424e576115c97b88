"""Handing a mail to the mail server, and the meaning of its answer."""

import logging
import re
import smtplib

from allauth.account.models import EmailAddress
from celery.exceptions import SoftTimeLimitExceeded
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.translation import gettext_noop

from accounts.channels.interface import Outcome
from accounts.models import User

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
