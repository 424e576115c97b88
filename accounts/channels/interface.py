"""The interface of channels; a web push or a webhook would be another class of this kind."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from accounts.models import Delivery, Notice
from accounts.notice_choices import Reader


@dataclass(frozen=True)
class Outcome:
    """The result of one attempt.

    "again": it may succeed later. "failed": it never will. "dropped": it is no longer needed.
    `said`: the reason, in a few words for the reader and administrators, without an address.
    `away`: the mail server isn't accepting any mail.
    """

    kind: Literal["accepted", "again", "failed", "dropped"]
    said: str = ""
    away: bool = False


class Channel(Protocol):
    """One way of sending notices."""

    name: str  # stored with each delivery
    together: bool  # whether everything due for one person goes in one message

    def when(self, reader: Reader, notice: Notice, now: datetime) -> datetime | None:
        """Return when this channel should send that notice, or None if never."""

    def deliver(self, delivery: Delivery) -> Outcome:
        """Send it, outside of any transaction. An exception means "again".

        An earlier attempt may have succeeded unnoticed; then `delivery.message_id` is the same.
        """
