"""The strip «At this table»: agreements, and who is away."""

from dataclasses import dataclass

from games.matches.page import absences, clock_words
from games.matches.record import match_names
from games.matches.record.selectors import Snapshot
from games.plugin import Viewer


@dataclass(frozen=True)
class TableState:
    """The strip's data; its buttons act on `version`."""

    version: int
    name: str  # the match's name; "" if one person plays without a clock
    pace: str  # the clock in words; "" without one
    contract: str  # about people who stay away; "" if nobody can be missed
    away: list[str]  # names of seats that computer players look after
    can_return: bool  # one of them is the viewer's own


def table_state_of(shown: Snapshot, viewer: Viewer) -> TableState | None:
    """The strip for this viewer; None for past positions, or if there is nothing to say."""
    match = shown.match
    if not shown.is_newest or not match.running:
        return None
    pace = clock_words.words(match.clock) if match.clock else ""
    agreed = match.clock and len(shown.seats) > 1
    contract = absences.words(match.absence, shown.game) if agreed else ""
    away = [seat.name for seat in shown.seats if seat.looked_after]
    several = sum(not seat.is_ai for seat in shown.seats) > 1
    if not pace and not away and not several:
        return None
    name = match_names.name_of(match, shown.seats, viewer)
    return TableState(shown.version, name, pace, contract, away, shown.is_away(viewer))
