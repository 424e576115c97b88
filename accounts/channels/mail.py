"""By email, as soon as there is something to tell."""

from datetime import datetime

from accounts import availability, notice_checks
from accounts.channels import letters, post
from accounts.channels.interface import Outcome
from accounts.models import Delivery, Notice
from accounts.notice_choices import Reader, portal_sends_mail


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
        address = post.address_of(notice.user)
        if not address:
            return Outcome("dropped", post.NO_ADDRESS)
        return post.send(letters.of_notice(delivery), address)
