"""Matches that the present code can't read break only themselves.

The state doesn't decode, the game or that version of its rules isn't there, or the rules fail while
they show it: then `Unreadable` is raised, by `states.reading`. Every door that shows a match goes
through here and gets something else to show (`page.stand_in`, `api.stand_in`). A running match that
is found so is flagged once, which stops its clocks and its computer players.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

from django.core.cache import cache

from games.matches.errors import Unreadable
from games.matches.models import Match
from games.matches.play.engine import flags
from games.matches.play.parts.clock_kinds import clock_of
from games.matches.record import logbook, selectors, states, text
from games.matches.record.selectors import Snapshot
from games.plugin import SPECTATOR, Viewer
from games.plugin.codec import plain
from games.protocol import take_backs

log = logging.getLogger(__name__)
T = TypeVar("T")

SAID_EVERY = 3600  # seconds in which the log tells once that a match that is over can't be read


def check(match: Match) -> None:
    """Raise `Unreadable` unless the rules can tell everyone at the match how it stands."""
    with states.reading(match):
        shown = selectors.snapshot(match)
        clock_of(match.clock)
        take_backs.reach_of(match.undo)
        for viewer in (SPECTATOR, *range(len(shown.seats))):
            observation = shown.game.observation(shown.state, viewer)
            said = shown.prompt(viewer), shown.game.moment(observation)
            plain((shown.game.board(observation), said, shown.result))
            selectors.log_entries(match, viewer, shown.names, last=logbook.NEWEST)
        for seat in shown.active_seats if match.running else ():
            shown.game.offered(shown.state, seat)


def is_readable(match: Match) -> bool:
    """Whether the match can be shown to everyone."""
    return _fault_of(match) is None


def seen(match: Match, make: Callable[[], T], instead: Callable[[], T]) -> T:
    """What `make` shows of the match as it stands, or what `instead` does if it can't be read.

    What goes wrong in `make` though the match can be read is the portal's fault: it goes on as it
    is, and no match is stopped for it.
    """
    try:
        return make()
    except states.NOT_THE_RULES as refusal:
        if not isinstance(refusal, Unreadable):
            raise
        failure = refusal
    except Exception as error:
        if (found := _fault_of(match)) is None:
            raise
        failure = found
        failure.__cause__ = error
    note({match: failure})
    return instead()


def _fault_of(match: Match) -> Unreadable | None:
    try:
        check(match)
    except Unreadable as failure:
        return failure
    return None


def note(found: Mapping[Match, Unreadable]) -> None:
    """These matches couldn't be read as they stand: flag those that run, unless they stand still.

    Asks the database only where that has to be done, and as often for many as for one.
    """
    running = {m.pk: why for m, why in found.items() if m.running and not m.paused}
    if running:
        flags.flag(running)
        for match in found:
            match.paused = Match.Paused.FLAGGED if match.pk in running else match.paused
    for match, why in found.items():
        if not match.running and cache.add(f"unreadable/{match.public_id}", True, SAID_EVERY):
            log.warning("match %s can no longer be read", match.public_id, exc_info=why)


def snapshot(match: Match) -> Snapshot:
    """The match as it stands, without a state if that can't be read."""
    return seen(match, lambda: selectors.snapshot(match), lambda: selectors.blank(match))


# -- for lists -------------------------------------------------------------------------------------


def prompts(asked: Iterable[tuple[Match, Viewer]]) -> list[tuple[str, bool]]:
    """What each viewer is asked at their match, and True; or why nothing is, and False.

    Asks the database nothing for matches whose seats were prefetched.
    """
    told: list[tuple[str, bool]] = []
    failed: dict[Match, Unreadable] = {}
    for match, viewer in asked:
        try:
            with states.reading(match):
                shown = selectors.snapshot(match)
                told.append((text.sentence(shown.prompt(viewer), shown.names), True))
        except Unreadable as failure:
            failed[match] = failure
            told.append((failure.detail, False))
    note(failed)
    return told


def among(matches: Iterable[Match]) -> Collection[Any]:
    """The primary keys of those that are known not to be readable, for lists that open none.

    A match whose rules are there is opened only if it is flagged already. At most two queries.
    """
    matches = list(matches)
    unknown = {match.pk for match in matches if match.known_rules is None}
    flagged = [match.pk for match in matches if match.paused == Match.Paused.FLAGGED]
    doubtful = [pk for pk in flagged if pk not in unknown]
    if not doubtful:
        return unknown
    opened = list(Match.objects.filter(pk__in=doubtful).prefetch_related("seats"))
    answers = prompts((match, SPECTATOR) for match in opened)
    failed = {match.pk for match, (_, good) in zip(opened, answers, strict=True) if not good}
    return unknown | failed
