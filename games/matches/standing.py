"""Steps that leave the position as it stands: somebody gives up or takes over a seat."""

from collections.abc import Iterable

from games.matches import moving, states
from games.matches.models import Match, Seat
from games.matches.moving import Following
from games.plugin import undoing


def unchanged(match: Match) -> Following:
    """The position as it is, beyond which nothing is taken back."""
    with moving.blaming_the_rules():
        state = states.current_state(match)
        return Following(
            state=state,
            asked=states.decisions(match, state),
            chance=moving.chance_of(match),
            base=match.version,
            reach=undoing.after_barrier(match.version + 1),
        )


def suspend_without_people(match: Match, seats: Iterable[Seat]) -> None:
    """If only computer players are left in a game that needn't end, nobody plays on."""
    alone = all(seat.plays_itself for seat in seats)
    if alone and not match.paused and match.ruleset.meta.max_steps is None:
        match.paused = Match.Paused.SUSPENDED
