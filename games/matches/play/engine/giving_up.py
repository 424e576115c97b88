"""Seats that their people give up for good, inside the match's lock."""

from collections.abc import Sequence

from accounts import notices
from games.matches.models import Match, Seat
from games.matches.play.engine import same_position
from games.matches.record import states
from games.matches.record.states import format_of
from games.protocol import resignation


def give_up(match: Match, seats: Sequence[Seat], seat: Seat, *, forfeited: bool = False) -> None:
    """Let a computer player continue for someone who resigns, if there is anything left to play.

    The caller writes the step. A match that rested only for them is played out. `forfeited`: by
    staying away.
    """
    seat.resigned, seat.forfeited = match.version + 1, forfeited
    gone = [other.index for other in seats if other.resigned is not None]
    with states.reading(match):
        seat.caretaker = not resignation.is_over(format_of(match), gone)
    seat.epoch += 1
    seat.order = None
    seat.save(update_fields=["resigned", "forfeited", "caretaker", "epoch", "order"])
    if match.paused == Match.Paused.SUSPENDED or not seat.caretaker:
        match.paused = ""
    same_position.suspend_without_people(match, seats)
    settle_being_away(match, seat)


def settle_being_away(match: Match, seat: Seat) -> None:
    """Settle the notice of `being_away`: the seat's person has returned or left for good."""
    if seat.user_id is not None:
        notices.settle(users=[seat.user_id], occasions=[being_away(match)])


def being_away(match: Match) -> str:
    """The occasion of notices that a computer player has the seat until its person returns."""
    return f"match:{match.public_id}:caretaker"
