"""The refusals of a match, in the order in which they are looked for."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.errors import Conflict, Forbidden, Refusal


class NotYourSeat(Forbidden):
    code = "not_your_seat"

    def __init__(self) -> None:
        super().__init__(_("You don't have a seat in this match."))


class ClientIdTaken(Conflict):
    code = "client_id_taken"

    def __init__(self) -> None:
        super().__init__(_("This client_id was used for another action."))


class Stale(Conflict):
    code = "stale"

    def __init__(self, version: int) -> None:
        super().__init__(
            _("The match has moved on. Look at the new position and choose again."),
            version=version,
        )


class FutureVersion(Refusal):
    code = "future_version"

    def __init__(self, version: int) -> None:
        super().__init__(_("The match hasn't gotten that far yet."), version=version)


class Over(Conflict):
    code = "over"

    def __init__(self) -> None:
        super().__init__(_("This match is over."))


class Voided(Conflict):
    code = "voided"

    def __init__(self) -> None:
        super().__init__(_("This match was voided."))


class Paused(Conflict):
    code = "paused"

    def __init__(self) -> None:
        super().__init__(_("This match is paused until an administrator looks at it."))


class Unreadable(Conflict):
    """The present code can't read the match: its state, its options, or its rules as a whole.

    What went wrong is the cause (`__cause__`), for operators alone: it may tell hidden things.
    """

    code = "unreadable"

    def __init__(self) -> None:
        super().__init__(_("This match started under rules this portal no longer has."))


class Readable(Conflict):
    code = "readable"

    def __init__(self) -> None:
        super().__init__(_("This match can be read. Resign if you want to leave it."))


class Abandoned(Conflict):
    code = "abandoned"

    def __init__(self) -> None:
        super().__init__(_("You have abandoned this match."))


class Resigned(Conflict):
    code = "resigned"

    def __init__(self) -> None:
        super().__init__(_("You have resigned from this match."))


class Replaced(Conflict):
    code = "replaced"

    def __init__(self) -> None:
        super().__init__(_("An administrator has given your seat to a computer player."))


class NoOrders(Conflict):
    code = "no_orders"

    def __init__(self) -> None:
        super().__init__(_("Your seat takes no standing orders in this game."))


class Rated(Forbidden):
    code = "rated"

    def __init__(self) -> None:
        super().__init__(_("You can't take back steps in a rated match."))


class ByHand(Forbidden):
    """In a challenge nobody has help: no take-backs, no programs."""

    code = "by_hand"

    def __init__(self) -> None:
        super().__init__(_("A daily try is played by hand, and no step is taken back."))


class Ranked(Forbidden):
    """A run that counts for the leaderboards, or may still: `record.ranking.may_count`."""

    code = "ranked"

    def __init__(self) -> None:
        super().__init__(
            _(
                "This run counts for the leaderboard: nothing is taken back. In a practice run you "
                "may take moves back."
            )
        )


class Embargoed(Forbidden):
    """A try that opens, like everybody's, at `until`."""

    code = "embargoed"

    def __init__(self, until: datetime) -> None:
        moment = date_format(timezone.localtime(until), "DATETIME_FORMAT")
        text = _("Your try is closed until {moment}, like everyone else's. Then all of them open.")
        super().__init__(text.format(moment=moment))
        self.until = until


class NothingToUndo(Conflict):
    code = "nothing_to_undo"

    def __init__(self) -> None:
        super().__init__(
            _("You can only take back your own last step, and only if it revealed nothing new.")
        )


class TimeRanOut(Conflict):
    code = "time_ran_out"

    def __init__(self) -> None:
        super().__init__(_("Your time has run out."))


class NoTimeLeft(Conflict):
    code = "no_time_left"

    def __init__(self) -> None:
        super().__init__(_("You have no time left to do that again."))


class NotYourTurn(Forbidden):
    code = "not_your_turn"

    def __init__(self) -> None:
        super().__init__(_("It is not your turn."))


class Illegal(Refusal):
    """The rules forbid it; `reason` is the ruleset's own code."""

    status, code = 422, "illegal"

    def __init__(self, detail: str, reason: str) -> None:
        super().__init__(detail, reason=reason)


class Malformed(Refusal):
    code = "malformed"


# -- of administrators -----------------------------------------------------------------------------


class NotReviewer(Forbidden):
    code = "not_reviewer"

    def __init__(self) -> None:
        super().__init__(_("Only match reviewers may do this."))


class OwnMatch(Forbidden):
    code = "own_match"

    def __init__(self) -> None:
        super().__init__(_("You are playing in this match, so you see only what any player sees."))


class ReasonNeeded(Refusal):
    code = "reason_needed"

    def __init__(self, shortest: int, longest: int) -> None:
        text = _("Give a reason of {shortest} to {longest} characters.")
        super().__init__(text.format(shortest=shortest, longest=longest))


class NotFlagged(Conflict):
    code = "not_flagged"

    def __init__(self) -> None:
        super().__init__(_("This match isn't waiting for an administrator."))


class NobodysSeat(Conflict):
    code = "nobodys_seat"

    def __init__(self) -> None:
        super().__init__(_("Nobody plays this seat anymore."))
