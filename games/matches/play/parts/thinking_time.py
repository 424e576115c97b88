"""How long a computer player may think about a turn: less if others wait."""

from django.conf import settings

from games.matches.play.parts import waiting_turns
from games.matches.play.parts.waiting_turns import Urgency

SEARCH_SHARE = 0.8  # of a computer's time; the rest is for reading and storing


def for_search(urgency: Urgency, *, slow: bool = False) -> float:
    return SEARCH_SHARE * allowed(urgency, slow=slow)


def allowed(urgency: Urgency, *, slow: bool = False) -> float:
    """Seconds that a player may take for a turn of this urgency, given the load of its queue.

    All turns of this urgency should begin within `AI_WAIT_SECONDS`, on as many processes as there
    are leases. While only less urgent ones wait, the machine is busy too, and the answer is
    `AI_WAIT_SECONDS`. If nobody is there it is always `AI_SECONDS_LEAST`: a person who comes
    mustn't wait. All of these times are longer in the slow queue.
    """
    most = settings.AI_SLOW_SECONDS if slow else settings.AI_SECONDS
    longer = most / settings.AI_SECONDS
    least = min(longer * settings.AI_SECONDS_LEAST, most)
    if urgency == Urgency.NOBODY:
        return least
    if not waiting_turns.any_waits(slow):
        return most
    waiting = waiting_turns.waiting_beside(urgency, slow)
    share = max(1, waiting_turns.being_thought_about(slow)) / waiting if waiting else 1.0
    return min(most, max(least, longer * settings.AI_WAIT_SECONDS * min(1.0, share)))
