"""What stands beside the steps of a match: what was said meanwhile, and who had it open when."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Message
from games.matches.models import Match, SeatVisit
from games.matches.record.conversations import PLAYERS, WATCHERS, key
from games.matches.review.step_table import StepInFull

MOST_MESSAGES = 200
MOST_VISITS = 20  # of a seat, the newest


@dataclass(frozen=True)
class Said:
    """A message: who said it, where, and after which of the steps shown. `hidden`: it was."""

    at: datetime
    who: str
    to_players: bool
    text: str
    hidden: bool
    after: int


def said_beside(match: Match, steps: Sequence[StepInFull], *, to_the_end: bool) -> list[Said]:
    """What was said between these steps; `to_the_end`: and after them. One query."""
    if not steps:
        return []
    keys = [key(match, part) for part in (PLAYERS, WATCHERS)]
    found = Message.objects.filter(conversation__key__in=keys, at__gte=steps[0].at)
    if not to_the_end:
        found = found.filter(at__lte=steps[-1].at)
    told = found.select_related("author", "conversation").order_by("at", "pk")[:MOST_MESSAGES]
    return [_said(message, keys[0], steps) for message in told]


def _said(message: Message, players: str, steps: Sequence[StepInFull]) -> Said:
    return Said(
        message.at,
        message.author.name,
        message.conversation.key == players,
        message.text,
        message.hidden,
        max(step.index for step in steps if step.at <= message.at),
    )


def visits_of(match: Match) -> dict[int, list[SeatVisit]]:
    """When each seat's person had the match open, newest first. One query."""
    by_seat: dict[int, list[SeatVisit]] = defaultdict(list)
    for visit in match.visits.order_by("-ended_at"):
        if len(by_seat[visit.seat]) < MOST_VISITS:
            by_seat[visit.seat].append(visit)
    return dict(sorted(by_seat.items()))
