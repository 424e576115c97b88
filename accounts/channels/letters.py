"""Mails of notices, in the reader's language and zone.

They contain only the notices. Their links need a log-in and change nothing.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _, ngettext

from accounts import unsubscribing
from accounts.models import Delivery, Notice
from accounts.notice_text import sentence
from toolbox import links
from toolbox.zones import in_zone_of

MOST = 50  # notices in one digest


def of_notice(delivery: Delivery) -> EmailMultiAlternatives:
    """Return the mail about one notice."""
    notice = delivery.notice
    with translation.override(settings.LANGUAGE_CODE):
        subject, thread = _thread(notice)
    return _letter(delivery, [notice], notice.event, subject, thread)


def _thread(notice: Notice) -> tuple[str, dict[str, str]]:
    """Return the subject and headers that all mails about one page share, for threading.

    Empty for pages without such a subject (setting MAIL_SUBJECTS).
    """
    page = links.page_of(notice.link or reverse("notices:list"))
    name: Any = settings.MAIL_SUBJECTS.get(page.view_name)
    subject: str = import_string(name)(**page.kwargs) if name else ""
    if not subject:
        return "", {}
    first = links.message_id(".".join([page.view_name.replace(":", "."), *page.kwargs.values()]))
    return subject, {"References": first, "In-Reply-To": first}


def of_digest(delivery: Delivery, notices: Sequence[Notice]) -> EmailMultiAlternatives:
    """Return one mail about all these notices of one person, newest first."""
    count = len(notices)
    subject = ngettext("{n} thing you haven’t read", "{n} things you haven’t read", count)
    newest = sorted(notices, key=lambda notice: notice.pk, reverse=True)[:MOST]
    return _letter(delivery, newest, unsubscribing.DIGEST, subject.format(n=count))


def _letter(
    delivery: Delivery,
    notices: Sequence[Notice],
    event: str,
    subject: str,
    headers: Mapping[str, str] = MappingProxyType({}),
) -> EmailMultiAlternatives:
    user = delivery.notice.user
    off = links.absolute(reverse("notices:unsubscribe", args=[unsubscribing.token(user.pk, event)]))
    with translation.override(settings.LANGUAGE_CODE), in_zone_of(user):
        context: dict[str, Any] = {
            "site_name": settings.SITE_NAME,
            "told": [{"text": sentence(notice), "link": _address(notice)} for notice in notices],
            "zone": timezone.get_current_timezone_name(),
            "what": unsubscribing.name_of(event),
            "off": off,
            "choices": links.absolute(reverse("settings:notices")),
        }
        headline = " ".join((subject or context["told"][0]["text"]).split())
        letter = EmailMultiAlternatives(
            _("[{site}] {text}").format(site=settings.SITE_NAME, text=headline),
            render_to_string("notices/mail.txt", context),
            headers={
                **headers,
                "Message-ID": delivery.message_id,
                "List-Unsubscribe": f"<{off}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )
        letter.attach_alternative(render_to_string("notices/mail.html", context), "text/html")
    return letter


def _address(notice: Notice) -> str:
    """The notice's page; its link in the list would mark the notice as read."""
    return links.absolute(notice.link or reverse("notices:list"))
