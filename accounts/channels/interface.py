"""What a channel offers: a web push or a webhook would be one more class of this kind."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from accounts.models import Delivery, Notice
from accounts.notice_choices import Reader


@dataclass(frozen=True)
class Outcome:
    """What came of one attempt.

    "again": later, it may go through then; "failed": it never will; "dropped": it needn't any more.
    `said` is why, in a few words for the reader and for administrators: never with an address.
    `away`: nobody's would have gone through.
    """

    kind: Literal["accepted", "again", "failed", "dropped"]
    said: str = ""
    away: bool = False


class Channel(Protocol):
    """One way of sending notices."""

    name: str  # kept with each delivery
    together: bool  # whether all that is due for one person goes as one

    def when(self, reader: Reader, notice: Notice, now: datetime) -> datetime | None:
        """When that notice is due by this channel; None: not by this one."""

    def deliver(self, delivery: Delivery) -> Outcome:
        """Send it, outside of any transaction. Whatever it raises means «again».

        It may have been sent before without anyone knowing: `delivery.message_id` is the same then.
        """
