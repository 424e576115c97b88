"""Why a touched target can't be part of a choice now, in a friendly sentence."""

from games.burnt_to_ashes.components import ATTACKS, COUNTERS, LANDS, MAX_SEATS


def _numbers(count: int) -> str:
    return "|".join(map(str, range(count)))


TARGETS = (
    rf"(land|marker):({_numbers(LANDS)})|land:random|card:({_numbers(ATTACKS)})|gold:[x123]"
    rf"|seat:({_numbers(MAX_SEATS)})|pile:({'|'.join(COUNTERS)})"
    r"|pass|buy|look|done|stop|spend|turn"
)
