"""The log's lines about what isn't a move of the game: take-backs and the like."""

from games.matches.models import Step
from games.plugin import Line, SeatName, line
from games.plugin.administering import Replace, Void, deed_of
from games.plugin.resigning import RESIGN


def told_by_the_portal(step: Step) -> Line | None:
    """What the portal itself has to say about a step, before the ruleset tells its events."""
    if step.kind == Step.Kind.ADMIN:
        return _told_of_deed(step)
    if step.seat is None:
        return None
    player = SeatName(step.seat)
    if step.kind == Step.Kind.UNDO:
        return line("{player} takes the last step back.", player=player)
    if step.kind == Step.Kind.TIME_OUT:
        return line("{player} ran out of time.", player=player)
    if step.kind == Step.Kind.CONTROL and step.action == RESIGN:
        return line("{player} resigns.", player=player)
    return None


def _told_of_deed(step: Step) -> Line:
    deed = deed_of(step.action)
    if isinstance(deed, Void):
        return line("An administrator voided this match: {reason}", reason=deed.reason)
    if isinstance(deed, Replace):
        return line(
            "An administrator gave the seat of {player} to a computer player: {reason}",
            player=SeatName(step.seat or 0),
            reason=deed.reason,
        )
    return line("An administrator let this match go on: {reason}", reason=deed.reason)
