"""Notices by email, at once or as a daily digest."""

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
        address = post.address_of(delivery.notice.user)
        if not address:
            return Outcome("dropped", post.NO_ADDRESS)
        return post.send(letters.of_digest(delivery, left), address)
