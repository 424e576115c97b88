"""Steps that don't change the position: a seat given up or taken over, a standing order."""

from collections.abc import Iterable

from games.matches.models import Match, Seat
from games.matches.play.engine import steps
from games.matches.play.engine.decision import Following
from games.matches.record import states
from games.protocol import take_backs


def unchanged(match: Match, *, barrier: bool = True) -> Following:
    """The unchanged position. `barrier`: no take-back reaches beyond this step."""
    index = match.version + 1
    reach = take_backs.after_barrier(index) if barrier else take_backs.reach_of(match.undo)
    with steps.blaming_the_rules():
        state = states.current_state(match)
        return Following(
            state=state,
            asked=states.decisions(match, state),
            chance=steps.chance_of(match),
            base=match.version,
            reach=reach,
            turn=states.turn_of(match, state),
        )


def suspend_without_people(match: Match, seats: Iterable[Seat]) -> None:
    """Suspend a match of computer players that needn't end, or to which a person may return.

    A rated match is played to its end, so that nobody escapes a loss by leaving. A pause that
    people agreed to, or that began because nobody acted, ends.
    """
    seats = list(seats)
    if not all(seat.plays_itself for seat in seats):
        return
    if match.paused in (Match.Paused.CONSENT, Match.Paused.RESTING):
        match.paused = ""
    may_return = any(seat.looked_after for seat in seats)
    endless = match.ruleset.meta.max_steps is None and not match.rated
    if not match.paused and (may_return or endless):
        match.paused = Match.Paused.SUSPENDED
