"""Going on from a position of a match that is over: what may be gone on from, and what with.

Which match it was is kept in `Match.origin`, which never leaves it but by `record.origins`.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.matches import errors
from games.matches.models import Match
from games.matches.record import gate, selectors, states
from games.matches.record.timeline import timeline
from games.plugin.codec import plain
from games.protocol.forks import Continue, Origin
from toolbox.errors import Conflict, NotFound
from toolbox.request_json import malformed


@dataclass(frozen=True)
class Beginning:
    """What a new match begins with: the match that it goes on from, and its setup's action."""

    origin: Match
    action: Continue


def beginning_at(match: Match, step: int, seat: int) -> Beginning:
    """How to go on from the position after that step, with what the seat knew there.

    `step` is one of those that counted in the end. Whether the match may be seen was asked before.
    Raises what `check` raises; `Refusal` for a seat that isn't there; `NotFound` for a step that
    isn't there or was taken back; Conflict `over_there` for a position in which nobody moves.
    """
    check(match)
    if not 0 <= seat < len(match.opening_seats):
        raise malformed("seat", _("There is no such seat."))
    if step not in timeline(match).steps:
        raise NotFound(_("There is no such step."))
    shown = selectors.snapshot_at(match, step)
    with states.reading(match):
        if not goes_on(shown):
            raise errors.OverThere
        seen = plain(shown.game.observation(shown.state, seat))
    origin = Origin(step, *match.steps.values_list("state_hash", "hash").get(index=step))
    return Beginning(match, Continue(origin, seat, seen))


def check(match: Match) -> None:
    """Nobody goes on from a match that runs, is behind the gate, or whose rules are gone.

    Raises Conflict `still_running` and `rules_gone`, and `Embargoed`.
    """
    if match.running:
        raise Conflict(_("The match isn’t over yet."), code="still_running")
    if match.embargo_until is not None and gate.is_shut(match):
        raise errors.Embargoed(match.embargo_until)
    if not match.has_rules:
        raise errors.RulesGone


def goes_on(shown: selectors.Snapshot) -> bool:
    """Whether somebody is to move in that position, by the rules alone."""
    result = shown.game.result(shown.state)
    return result is None and bool(shown.game.active_seats(shown.state))
