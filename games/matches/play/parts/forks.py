"""Forks: matches that start from a position of a finished match (`Match.origin`)."""

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
    """The beginning of a fork: the match it starts from, and its setup's action."""

    origin: Match
    action: Continue


def beginning_at(match: Match, step: int, seat: int) -> Beginning:
    """A fork of the position after that step, with the knowledge of that seat.

    `step` is one that counted in the end; the caller has checked access to the match. Raises what
    `check` raises, `Refusal` for an unknown seat, `NotFound` for an unknown or taken-back step, and
    Conflict `over_there` for a position in which nobody moves.
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
    """Raise Conflict `still_running` or `rules_gone`, or `Embargoed`, unless forks are allowed."""
    if match.running:
        raise Conflict(_("The match isn’t over yet."), code="still_running")
    if match.embargo_until is not None and gate.is_shut(match):
        raise errors.Embargoed(match.embargo_until)
    if not match.has_rules:
        raise errors.RulesGone


def goes_on(shown: selectors.Snapshot) -> bool:
    result = shown.game.result(shown.state)
    return result is None and bool(shown.game.active_seats(shown.state))
