"""Opening a table at which a match goes on from a position of another one."""

from django.utils.translation import gettext as _

from accounts.guests.gate import Members, refuse_guest
from accounts.models import User
from games.matches.models import Match
from games.matches.play.parts import forks
from games.matches.record import selectors as matches
from lobby.models import Table, TableSeat
from lobby.tables import checks, paces
from lobby.tables.new_tables import set_up


def fork(
    *,
    public_id: str,
    user: User,
    step: int,
    seat: int,
    ai: dict[int, str] | None = None,
    private: bool = False,
) -> Table:
    """A table at which that match goes on after that step. The user sits at `seat`.

    What is known there is what that seat knew; the rest is dealt anew. `ai` maps seats to levels of
    computer players. If no seat is left free the match begins at once, else the table waits for
    people. No clock runs. What goes on from a private match is private, and only those sit there
    who may look at it. Raises `NotFound` and what `games.matches.play.parts.forks.beginning_at` and
    `fair_share.check` raise, and 403 `guest_open_table` for a guest who wants to play with people.
    """
    match = matches.match_for(public_id, user)
    forks.beginning_at(match, step, seat)  # refused now rather than when the table is full
    levels = _checked_levels(match, seat, ai or {})
    count = len(match.opening_seats)
    alone = len(levels) == count - 1
    if not alone:
        refuse_guest(user, Members.OPEN_TABLE)
    table = Table(
        host=user,
        game=match.game,
        options=match.options,
        pace=paces.kind_of(None),
        private=private or match.visibility == Match.Visibility.PRIVATE,
        fork_of=match,
        fork_step=step,
        fork_seat=seat,
    )
    seats = [
        TableSeat(index=n, user=user if n == seat else None, ai_level=levels.get(n, ""))
        for n in range(count)
    ]
    return set_up(table, seats, counted=True, begin=alone)


def _checked_levels(match: Match, own: int, ai: dict[int, str]) -> dict[int, str]:
    count = len(match.opening_seats)
    for index, level in ai.items():
        field = f"ai.{index}"
        checks.check_seat(index, count, field=field)
        checks.check_level(match.ruleset, level, field=field)
        if index == own:
            raise checks.malformed(field, _("That is your own seat."))
    return ai
