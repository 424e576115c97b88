"""Keep one unreadable match from affecting the others.

If the state doesn't decode, or its rules are gone or raise an error, `states.reading` raises
`Unreadable`. Code that shows a match goes through here and gets a stand-in (`page.stand_in`,
`api.representation`). A running match found unreadable is flagged once, which stops its clocks and
computer players.
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

LOGGED_EVERY = 3600  # seconds, for each match that is over


def check(match: Match) -> None:
    """Raise `Unreadable` unless the rules can show the match to everyone."""
    with states.reading(match):
        shown = selectors.snapshot(match)
        clock_of(match.clock)
        take_backs.reach_of(match.undo)
        for viewer in (SPECTATOR, *range(len(shown.seats))):
            observation = shown.game.observation(shown.state, viewer)
            texts = shown.prompt(viewer), shown.game.moment(observation)
            plain((shown.game.board(observation), texts, shown.result))
            selectors.log_entries(match, viewer, shown.names, last=logbook.NEWEST)
        for seat in shown.active_seats if match.running else ():
            shown.game.offered(shown.state, seat)


def is_readable(match: Match) -> bool:
    return _fault_of(match) is None


def with_fallback(match: Match, make: Callable[[], T], instead: Callable[[], T]) -> T:
    """The result of `make`, or of `instead` if the match can't be read as it stands.

    If `make` fails although the match can be read, the portal is at fault: the error is raised and
    no match is flagged.
    """
    try:
        return make()
    except states.NOT_THE_RULES as refusal:
        if not isinstance(refusal, Unreadable):
            raise
        failure = refusal
    except Exception as error:
        if (fault := _fault_of(match)) is None:
            raise
        failure = fault
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
    """Flag the running ones of these unreadable matches, unless they are paused; log the others.

    No query if none runs; otherwise the number of queries is constant.
    """
    running = {m.pk: why for m, why in found.items() if m.running and not m.paused}
    if running:
        flags.flag(running)
        for match in found:
            match.paused = Match.Paused.FLAGGED if match.pk in running else match.paused
    for match, why in found.items():
        if not match.running and cache.add(f"unreadable/{match.public_id}", True, LOGGED_EVERY):
            log.warning("match %s can no longer be read", match.public_id, exc_info=why)


def snapshot(match: Match) -> Snapshot:
    """The match as it stands, without a state if that can't be read."""
    return with_fallback(match, lambda: selectors.snapshot(match), lambda: selectors.blank(match))


def prompts(asked: Iterable[tuple[Match, Viewer]]) -> list[tuple[str, bool]]:
    """Each viewer's prompt and True, or the reason for none and False. No query if prefetched."""
    answers: list[tuple[str, bool]] = []
    failed: dict[Match, Unreadable] = {}
    for match, viewer in asked:
        try:
            with states.reading(match):
                shown = selectors.snapshot(match)
                answers.append((text.sentence(shown.prompt(viewer), shown.names), True))
        except Unreadable as failure:
            failed[match] = failure
            answers.append((failure.detail, False))
    note(failed)
    return answers


def keys_among(matches: Iterable[Match]) -> Collection[Any]:
    """The primary keys of the unreadable matches among these, for lists that open none.

    A match whose rules exist is opened only if it is flagged. At most two queries.
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
