"""The refusals of a match."""

from datetime import datetime

from django.utils.translation import gettext as _, gettext_noop

from toolbox import zones
from toolbox.errors import Conflict, Forbidden, NotYet, Refusal, TooMany


def too_fast() -> Refusal:
    return TooMany(_("Too fast: wait a moment."), wait=1)


class NotYourSeat(Forbidden):
    code = "not_your_seat"
    detail = gettext_noop("You don’t have a seat in this match.")


class ClientIdTaken(Conflict):
    code = "client_id_taken"
    detail = gettext_noop(
        "Another move of yours came first. Look at the new position and choose again."
    )


class Stale(Conflict):
    code = "stale"
    detail = gettext_noop("The match has moved on. Look at the new position and choose again.")

    def __init__(self, version: int) -> None:
        super().__init__(version=version)


class FutureVersion(Refusal):
    code = "future_version"
    detail = gettext_noop("The match hasn’t gotten that far yet.")

    def __init__(self, version: int) -> None:
        super().__init__(version=version)


class Over(Conflict):
    code = "over"
    detail = gettext_noop("This match is over.")


class Voided(Conflict):
    code = "voided"
    detail = gettext_noop("This match was voided.")


class Paused(Conflict):
    """`pause`: a value of `Match.Paused`."""

    code = "paused"
    detail = gettext_noop("This match is paused until an administrator looks at it.")

    def __init__(self, pause: str = "") -> None:
        texts = {
            "consent": _("This match is paused until everyone agrees to resume."),
            "resting": _("This match rests until someone plays on."),
        }
        super().__init__(texts.get(pause, ""))


class Unreadable(Conflict):
    """The match can't be read. `__cause__` is for operators: it may hold hidden things."""

    code = "unreadable"
    detail = gettext_noop("This match started under rules this portal no longer has.")


class Readable(Conflict):
    code = "readable"
    detail = gettext_noop("This match can be read. Resign if you want to leave it.")


class Abandoned(Conflict):
    code = "abandoned"
    detail = gettext_noop("You have abandoned this match.")


class Resigned(Conflict):
    """`forfeited`: by missing deadlines."""

    code = "resigned"

    def __init__(self, *, forfeited: bool = False) -> None:
        lost = _("You ran out of time and lost your seat.")
        super().__init__(lost if forfeited else _("You have resigned from this match."))


class Replaced(Conflict):
    code = "replaced"
    detail = gettext_noop("An administrator has given your seat to a computer player.")


class Away(Conflict):
    code = "away"
    detail = gettext_noop(
        "A computer player looks after your seat. Say that you are back to play on."
    )


class NotAway(Conflict):
    code = "not_away"
    detail = gettext_noop("You are playing your seat yourself.")


class NoOrders(Conflict):
    code = "no_orders"
    detail = gettext_noop("Your seat takes no standing orders in this game.")


class ByHand(Forbidden):
    """In a challenge there are no take-backs and no programs."""

    code = "by_hand"
    detail = gettext_noop("A daily try is played by hand, and no step can be taken back.")


class Ranked(Forbidden):
    """The run counts, or may still count, for the leaderboards: `record.ranking.may_count`."""

    code = "ranked"
    detail = gettext_noop(
        "This run counts for the leaderboard, so moves can’t be taken back. In a "
        "practice run you may take moves back."
    )


class Rated(Forbidden):
    """The match counts for ratings."""

    code = "rated"
    detail = gettext_noop(
        "This match is rated: nothing is taken back, canceled or ended by agreement."
    )


class PeopleOnly(Forbidden):
    """Programs don't play in rated matches."""

    code = "people_only"
    detail = gettext_noop("Only people play in rated matches, by hand.")


class Embargoed(NotYet):
    """A try that opens at `until`, like everybody's."""

    code = "embargoed"

    def __init__(self, until: datetime) -> None:
        text = _("Your try is closed until {moment}, like everyone else’s. Then all of them open.")
        super().__init__(text.format(moment=zones.moment_text(until)))
        self.until = until


class NothingToUndo(Conflict):
    code = "nothing_to_undo"
    detail = gettext_noop(
        "You can only take back your own last step, and only if it revealed nothing new."
    )


class TimeRanOut(Conflict):
    code = "time_ran_out"
    detail = gettext_noop("Your time has run out.")


class NoTimeLeft(Conflict):
    code = "no_time_left"
    detail = gettext_noop("You have no time left to do that again.")


class NotYourTurn(Forbidden):
    code = "not_your_turn"
    detail = gettext_noop("It is not your turn.")


class Illegal(Refusal):
    """The rules forbid it; `reason` is the ruleset's code."""

    status, code = 422, "illegal"

    def __init__(self, detail: str, reason: str) -> None:
        super().__init__(detail, reason=reason)


class Malformed(Refusal):
    code = "malformed"


class RequestOpen(Conflict):
    """There is one request at a time; `request` is the step of the open one."""

    code = "request_open"

    def __init__(self, request: int, what: str) -> None:
        text = _("Something else has been asked. It must be answered or withdrawn first.")
        super().__init__(text, request=request, what=what)


class AskedOften(Conflict):
    code = "asked_often"
    detail = gettext_noop("You have asked for a lot lately. Ask again later.")


class NoRequest(Conflict):
    code = "no_request"
    detail = gettext_noop("That question is no longer open.")


class NotAsked(Conflict):
    code = "not_asked"
    detail = gettext_noop("This isn’t yours to answer, or you have answered already.")


class NotYourRequest(Forbidden):
    code = "not_your_request"
    detail = gettext_noop("Someone else asked that.")


class NobodyToAsk(Conflict):
    code = "nobody_to_ask"
    detail = gettext_noop("There’s no one else in this match to ask.")


class CaretakerRefuses(Conflict):
    code = "caretaker_refuses"
    detail = gettext_noop(
        "A computer player is standing in for someone, so no step can be taken back."
    )


class NoActionYet(Conflict):
    code = "no_action_yet"
    detail = gettext_noop("You haven’t done anything yet that could be taken back.")


class NotPaused(Conflict):
    code = "not_paused"
    detail = gettext_noop("This match isn’t paused.")


class NotLive(Conflict):
    code = "not_live"
    detail = gettext_noop("Only a live match can be slowed down.")


class NotCounted(Conflict):
    code = "not_counted"
    detail = gettext_noop("This game has no points that could be counted before its end.")


class NotSilent(Conflict):
    code = "not_silent"
    detail = gettext_noop(
        "That player isn’t overdue yet: they must be away from a live match for three "
        "minutes, or a day past their deadline."
    )


class MayComeBack(Conflict):
    code = "may_come_back"

    def __init__(self, name: str) -> None:
        text = _(
            "{name} may still come back: in a match over days, everyone has a say until they’ve "
            "been away for a week."
        )
        super().__init__(text.format(name=name))


class Nudged(Conflict):
    code = "nudged"
    detail = gettext_noop("That player was nudged within the last day.")


class StillAwake(Conflict):
    code = "still_awake"
    detail = gettext_noop("Nobody has asked whether you’re still playing.")


class NotReviewer(Forbidden):
    code = "not_reviewer"
    detail = gettext_noop("Only match reviewers may do this.")


class OwnMatch(Forbidden):
    code = "own_match"
    detail = gettext_noop("You are playing in this match, so you see only what any player sees.")


class ReasonNeeded(Refusal):
    code = "reason_needed"

    def __init__(self, shortest: int, longest: int) -> None:
        text = _("Give a reason of {shortest} to {longest} characters.")
        super().__init__(text.format(shortest=shortest, longest=longest))


class NoWayBack(Conflict):
    code = "no_way_back"
    detail = gettext_noop(
        "This match is over: its seed and all hands are open, so nobody can play on in it. "
        "Give it another result, or void it."
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
    detail = gettext_noop("This match isn’t waiting for an administrator.")


class NobodysSeat(Conflict):
    code = "nobodys_seat"
    detail = gettext_noop("Nobody plays this seat anymore.")


class RulesGone(Conflict):
    code = "rules_gone"
    detail = gettext_noop(
        "This match was played under rules this portal no longer has, so it can’t be continued."
    )


class OverThere(Conflict):
    code = "over_there"
    detail = gettext_noop("The game had already ended at that step. Choose an earlier one.")
