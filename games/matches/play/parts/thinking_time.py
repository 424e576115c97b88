"""How long a computer player may think about a turn: less where others wait."""

from django.conf import settings

from games.matches.play.parts import waiting_turns
from games.matches.play.parts.waiting_turns import Urgency

SEARCH_SHARE = 0.8  # of a computer's time; the rest is for reading and storing


def for_search(urgency: Urgency) -> float:
    return SEARCH_SHARE * allowed(urgency)


def allowed(urgency: Urgency) -> float:
    """Seconds that a player may take for a turn of this urgency, as things stand.

    All turns as urgent should be begun within `AI_WAIT_SECONDS`, by as many processes as there are
    leases; while only less urgent ones wait the machine is busy too, and it is `AI_WAIT_SECONDS`.
    Where nobody is there it is always `AI_SECONDS_LEAST`: a person who comes mustn't wait.
    """
    if urgency == Urgency.NOBODY:
        return min(settings.AI_SECONDS_LEAST, settings.AI_SECONDS)
    if not waiting_turns.any_waits():
        return settings.AI_SECONDS
    waiting = waiting_turns.waiting_beside(urgency)
    share = max(1, waiting_turns.being_thought_about()) / waiting if waiting else 1.0
    shrunk = max(settings.AI_SECONDS_LEAST, settings.AI_WAIT_SECONDS * min(1.0, share))
    return min(settings.AI_SECONDS, shrunk)
