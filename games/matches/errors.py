"""The refusals of a match, in the order in which they are looked for."""

from datetime import datetime

from django.utils.translation import gettext as _

from toolbox import zones
from toolbox.errors import Conflict, Forbidden, NotYet, Refusal, TooMany


def too_fast() -> Refusal:
    """The refusal of whoever acts too often."""
    return TooMany(_("Too fast: wait a moment."), wait=1)


class NotYourSeat(Forbidden):
    code = "not_your_seat"

    def __init__(self) -> None:
        super().__init__(_("You don’t have a seat in this match."))


class ClientIdTaken(Conflict):
    code = "client_id_taken"

    def __init__(self) -> None:
        super().__init__(
            _("Another move of yours came first. Look at the new position and choose again.")
        )


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
        super().__init__(_("The match hasn’t gotten that far yet."), version=version)


class Over(Conflict):
    code = "over"

    def __init__(self) -> None:
        super().__init__(_("This match is over."))


class Voided(Conflict):
    code = "voided"

    def __init__(self) -> None:
        super().__init__(_("This match was voided."))


class Paused(Conflict):
    """`pause`: which one it is, a value of `Match.Paused`."""

    code = "paused"

    def __init__(self, pause: str = "") -> None:
        if pause == "consent":
            text = _("This match is paused until everyone agrees to resume.")
        elif pause == "resting":
            text = _("This match rests until someone plays on.")
        else:
            text = _("This match is paused until an administrator looks at it.")
        super().__init__(text)


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
    """`forfeited`: by missing deadlines."""

    code = "resigned"

    def __init__(self, *, forfeited: bool = False) -> None:
        lost = _("You ran out of time and lost your seat.")
        super().__init__(lost if forfeited else _("You have resigned from this match."))


class Replaced(Conflict):
    code = "replaced"

    def __init__(self) -> None:
        super().__init__(_("An administrator has given your seat to a computer player."))


class Away(Conflict):
    code = "away"

    def __init__(self) -> None:
        super().__init__(
            _("A computer player looks after your seat. Say that you are back to play on.")
        )


class NotAway(Conflict):
    code = "not_away"

    def __init__(self) -> None:
        super().__init__(_("You are playing your seat yourself."))


class NoOrders(Conflict):
    code = "no_orders"

    def __init__(self) -> None:
        super().__init__(_("Your seat takes no standing orders in this game."))


class ByHand(Forbidden):
    """In a challenge nobody has help: no take-backs, no programs."""

    code = "by_hand"

    def __init__(self) -> None:
        super().__init__(_("A daily try is played by hand, and no step can be taken back."))


class Ranked(Forbidden):
    """A run that counts for the leaderboards, or may still: `record.ranking.may_count`."""

    code = "ranked"

    def __init__(self) -> None:
        super().__init__(
            _(
                "This run counts for the leaderboard, so moves can’t be taken back. In a "
                "practice run you may take moves back."
            )
        )


class Embargoed(NotYet):
    """A try that opens, like everybody's, at `until`."""

    code = "embargoed"

    def __init__(self, until: datetime) -> None:
        text = _("Your try is closed until {moment}, like everyone else’s. Then all of them open.")
        super().__init__(text.format(moment=zones.told(until)))
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


# -- of requests -----------------------------------------------------------------------------------


class RequestOpen(Conflict):
    """One thing is asked at a time; `request` is the step that asked what is open."""

    code = "request_open"

    def __init__(self, request: int, what: str) -> None:
        text = _("Something else has been asked. It must be answered or withdrawn first.")
        super().__init__(text, request=request, what=what)


class AskedOften(Conflict):
    code = "asked_often"

    def __init__(self) -> None:
        super().__init__(_("You have asked for a lot lately. Ask again later."))


class NoRequest(Conflict):
    code = "no_request"

    def __init__(self) -> None:
        super().__init__(_("That question is no longer open."))


class NotAsked(Conflict):
    code = "not_asked"

    def __init__(self) -> None:
        super().__init__(_("This isn’t yours to answer, or you have answered already."))


class NotYourRequest(Forbidden):
    code = "not_your_request"

    def __init__(self) -> None:
        super().__init__(_("Someone else asked that."))


class NobodyToAsk(Conflict):
    code = "nobody_to_ask"

    def __init__(self) -> None:
        super().__init__(_("There’s no one else in this match to ask."))


class CaretakerRefuses(Conflict):
    code = "caretaker_refuses"

    def __init__(self) -> None:
        super().__init__(
            _("A computer player is standing in for someone, so no step can be taken back.")
        )


class NoActionYet(Conflict):
    code = "no_action_yet"

    def __init__(self) -> None:
        super().__init__(_("You haven’t done anything yet that could be taken back."))


class NotPaused(Conflict):
    code = "not_paused"

    def __init__(self) -> None:
        super().__init__(_("This match isn’t paused."))


class NotLive(Conflict):
    code = "not_live"

    def __init__(self) -> None:
        super().__init__(_("Only a live match can be slowed down."))


class NotCounted(Conflict):
    code = "not_counted"

    def __init__(self) -> None:
        super().__init__(_("This game has no points that could be counted before its end."))


class NotSilent(Conflict):
    code = "not_silent"

    def __init__(self) -> None:
        super().__init__(
            _(
                "That player isn’t overdue yet: they must be away from a live match for three "
                "minutes, or a day past their deadline."
            )
        )


class MayComeBack(Conflict):
    code = "may_come_back"

    def __init__(self, name: str) -> None:
        text = _(
            "{name} may still come back: in a match over days, nobody is left out of this decision "
            "until they’ve been gone a week."
        )
        super().__init__(text.format(name=name))


class Nudged(Conflict):
    code = "nudged"

    def __init__(self) -> None:
        super().__init__(_("That player was nudged within the last day."))


class StillAwake(Conflict):
    code = "still_awake"

    def __init__(self) -> None:
        super().__init__(_("Nobody has asked whether you’re still playing."))


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


class NoWayBack(Conflict):
    code = "no_way_back"

    def __init__(self) -> None:
        super().__init__(
            _(
                "This match is over: its seed and all hands are open, so nobody can play on in it. "
                "Give it another result, or void it."
            )
        )


class Unfitting(Refusal):
    """`why`: a code of `games.protocol.named_results.Unfitting`."""

    code = "unfitting"

    def __init__(self, why: str) -> None:
        texts = {
            "seats": _("Name a result for each seat."),
            "sides": _("Allies have the same outcome and place."),
            "ranks": _("Number places as in a race with ties: 1, 2, 2, 4."),
            "outcomes": _(
                "First place wins, or draws if it’s shared; everyone else loses. Where all win "
                "or lose together, all have won or all have lost. Where only points count, the "
                "run is scored."
            ),
            "points": _("Only points count here: name them."),
        }
        super().__init__(texts[why], why=why)


class NotFlagged(Conflict):
    code = "not_flagged"

    def __init__(self) -> None:
        super().__init__(_("This match isn’t waiting for an administrator."))


class NobodysSeat(Conflict):
    code = "nobodys_seat"

    def __init__(self) -> None:
        super().__init__(_("Nobody plays this seat anymore."))


class RulesGone(Conflict):
    code = "rules_gone"

    def __init__(self) -> None:
        super().__init__(
            _(
                "This match was played under rules this portal no longer has, so it can’t be "
                "continued."
            )
        )


class OverThere(Conflict):
    code = "over_there"

    def __init__(self) -> None:
        super().__init__(_("The game was over there. Choose an earlier step."))
