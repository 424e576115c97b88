"""The file of a match that its people may keep, even if it can't be read.

Once the match is over that is the whole record. While it runs the file tells them nothing new: the
table, the time and seat of every step, and the actions of their own steps. It leaves out chance,
other people's actions, the seed, and hashes, from which a die or a sealed order could be guessed.
"""

from typing import Any

from games.matches import errors
from games.matches.models import Match, Seat, Step
from games.matches.record import selectors, states
from games.matches.record.seal import header_of, opening_seats, timestamp
from games.plugin.codec import plain

FORMAT = 1


def own_file(match: Match, user: Any) -> dict[str, Any]:
    """The file as plain JSON values. Raises `NotYourSeat`, and `Unreadable` for broken tables."""
    own = next((seat for seat in match.seats.all() if seat.user_id == user.pk), None)
    if own is None or not user.is_authenticated:
        raise errors.NotYourSeat
    if not match.running:
        return dict(plain(selectors.record_of(match)))
    with states.reading(match):
        header = plain(header_of(match))
        seats = opening_seats(match)
    del header["deal_id"]  # the commitment stands for it until the seed is published
    del header["format"]  # this file isn't a record
    header["seats"] = [
        {"name": seat.name, "player": began.player}
        for seat, began in zip(match.seats.all(), seats, strict=True)
    ]
    return {
        "own_steps": FORMAT,
        "match": match.public_id,
        **header,
        "seat": own.index,
        "steps": [_step(step, own) for step in match.steps.defer("outcomes", "events")],
    }


def _step(step: Step, own: Seat) -> dict[str, Any]:
    fields = {
        "index": step.index,
        "kind": step.kind,
        "seat": step.seat,
        "actor": step.actor,
        "at": timestamp(step.at),
    }
    return fields | {"action": step.action} if _was_theirs(step, own) else fields


def _was_theirs(step: Step, own: Seat) -> bool:
    """Whether the person's seat made the step while it was still theirs."""
    ends = [index for index in (own.resigned, own.replaced) if index is not None]
    return step.seat == own.index and all(step.index <= end for end in ends)
