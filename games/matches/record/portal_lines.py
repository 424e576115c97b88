"""The log's lines about what isn't a move of the game: take-backs and the like."""

import msgspec

from games.matches.models import Step
from games.matches.record import request_lines
from games.plugin import AnyGame, Line, SeatName, line, requests, standing_orders
from games.plugin.abandonment import ABANDON
from games.plugin.admin_actions import Replace, Void, deed_of
from games.plugin.resignation import RESIGN


def told_by_the_portal(step: Step) -> Line | None:
    """What the portal itself has to say about a step, before the ruleset tells its events.

    Of a standing order it says that one was left, not which.
    """
    if step.kind == Step.Kind.ADMIN:
        return _told_of_deed(step)
    if step.kind == Step.Kind.CONTROL and (deed := requests.deed_of(step.action)):
        return request_lines.told(step, deed)
    if step.seat is None:
        return None
    player = SeatName(step.seat)
    if step.kind == Step.Kind.UNDO and step.actor == requests.CONSENT:
        return line("Play goes back to before what {player} did last.", player=player)
    if step.kind == Step.Kind.CONTROL and step.actor == requests.VOTE:
        return line("A computer player takes the silent seat of {player}.", player=player)
    if step.kind == Step.Kind.UNDO:
        return line("{player} takes back the last step.", player=player)
    if step.kind == Step.Kind.TIME_OUT:
        return line("{player} ran out of time.", player=player)
    if step.kind == Step.Kind.CONTROL and step.action == RESIGN and step.actor == "clock":
        return line("Time is up: {player} is scored as it stands.", player=player)
    if step.kind == Step.Kind.CONTROL and step.action == RESIGN:
        return line("{player} resigns.", player=player)
    if step.kind == Step.Kind.CONTROL and step.action == ABANDON:
        return line("{player} abandons the match: it can no longer be read.", player=player)
    if step.kind == Step.Kind.ORDER:
        if step.action is None:
            return line("{player} withdraws the standing order.", player=player)
        return line("{player} leaves a standing order.", player=player)
    if step.actor == standing_orders.ACTOR:
        return line("{player} answers by standing order.", player=player)
    return None


def told_of_take_back(step: Step, taken: str) -> Line | None:
    """A take-back, with what the viewer had been told of the step that was taken back."""
    if not taken or step.seat is None:
        return told_by_the_portal(step)
    player = SeatName(step.seat)
    return line("{player} takes back the last step: “{step}”", player=player, step=taken)


def told_of_order(game: AnyGame, step: Step) -> Line | None:
    """A standing order that was left, in words, for when the match is over."""
    if step.action is None or step.seat is None:
        return told_by_the_portal(step)
    try:
        order = game.order_in_words(standing_orders.read(game, step.action))
    except msgspec.ValidationError:  # of rules that have changed since
        return told_by_the_portal(step)
    player = SeatName(step.seat)
    return line("{player} leaves a standing order: {order}", player=player, order=order)


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
    return line("An administrator resumed this match: {reason}", reason=deed.reason)
