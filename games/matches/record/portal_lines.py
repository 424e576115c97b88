"""The portal's own lines in the log: take-backs, absences, deeds of administrators."""

import msgspec

from games.matches.models import Step
from games.matches.record import request_lines
from games.plugin import AnyGame, Line, SeatName, line, lines, msg
from games.protocol import caretakers, forks, requests, standing, standing_orders
from games.protocol.abandonment import ABANDON
from games.protocol.admin_actions import End, Replace, TakeBack, Void, deed_of
from games.protocol.resignation import RESIGN, forfeit_of


def portal_line(step: Step) -> Line | None:
    """The portal's line about a step, or None. It doesn't tell what a standing order says."""
    if step.kind == Step.Kind.SETUP:
        return _beginning_line(step)
    if step.kind == Step.Kind.ADMIN:
        return _deed_line(step)
    if step.kind == Step.Kind.CONTROL:
        return _control_line(step)
    if step.seat is None:
        return None
    player = SeatName(step.seat)
    if step.kind == Step.Kind.UNDO and step.actor == requests.CONSENT:
        return line("Play goes back to before what {player} did last.", player=player)
    if step.kind == Step.Kind.UNDO:
        return line("{player} takes back the last step.", player=player)
    if step.kind == Step.Kind.TIME_OUT:
        return line("{player} ran out of time.", player=player)
    if step.kind == Step.Kind.ORDER and step.action is None:
        return line("{player} withdraws the standing order.", player=player)
    if step.kind == Step.Kind.ORDER:
        return line("{player} gives a standing order.", player=player)
    if step.actor == standing_orders.ACTOR:
        return line("{player} answers by standing order.", player=player)
    if step.actor == caretakers.ACTOR:
        return line("A computer player moves for {player}.", player=player)
    return None


def _control_line(step: Step) -> Line | None:
    if deed := requests.deed_of(step.action):
        return request_lines.request_line(step, deed)
    if standing.settles(step.action):
        return line("Nobody came back: the match ends as it stands.")
    if step.seat is None:
        return None
    player = SeatName(step.seat)
    if step.actor == requests.VOTE:
        return line("A computer player takes the silent seat of {player}.", player=player)
    if step.action == RESIGN and step.actor == "clock":
        return line("Time is up: {player} is scored as it stands.", player=player)
    if step.action == RESIGN:
        return line("{player} resigns.", player=player)
    if step.action == ABANDON:
        return line("{player} abandons the match: it can no longer be read.", player=player)
    return _absence_line(step, player)


def _beginning_line(step: Step) -> Line | None:
    beginning = forks.beginning(step.action)
    if beginning is None:
        return None
    return line(
        "This match continues from a position of another one, as {player}’s seat knew it; the "
        "rest was dealt again. It doesn’t count.",
        player=SeatName(beginning.seat),
    )


_HANDED_OVER = {
    "staff": msg("An administrator lets a computer player look after the seat of {player}."),
    "portal": msg("A computer player looks after the seat of {player}."),
}


def _absence_line(step: Step, player: SeatName) -> Line | None:
    if forfeit := forfeit_of(step.action):
        return lines(
            "{player} missed a deadline and forfeits the seat.",
            "{player} missed {n} deadlines in a row and forfeits the seat.",
            forfeit.missed,
            player=player,
        )
    change = caretakers.change_of(step.kind, step.action)
    if isinstance(change, caretakers.Return):
        return line("{player} is back.", player=player)
    if change is None:
        return None
    if step.actor != caretakers.CLOCK:
        return line(_HANDED_OVER[step.actor], player=player)
    return lines(
        "{player} missed a deadline: a computer player looks after the seat.",
        "{player} missed {n} deadlines in a row: a computer player looks after the seat.",
        change.missed,
        player=player,
    )


def take_back_line(step: Step, taken: str) -> Line | None:
    """The line of a take-back, with the viewer's text of the step that was taken back."""
    if not taken or step.seat is None:
        return portal_line(step)
    player = SeatName(step.seat)
    return line("{player} takes back the last step: “{step}”", player=player, step=taken)


def order_line(game: AnyGame, step: Step) -> Line | None:
    """The line of a standing order with its content, for matches that are over."""
    if step.action is None or step.seat is None:
        return portal_line(step)
    try:
        order = game.order_in_words(standing_orders.read(game, step.action))
    except msgspec.ValidationError:  # of rules that have changed since
        return portal_line(step)
    player = SeatName(step.seat)
    return line("{player} gives a standing order: {order}", player=player, order=order)


def _deed_line(step: Step) -> Line:
    deed = deed_of(step.action)
    if isinstance(deed, Void):
        return line("An administrator voided this match: {reason}", reason=deed.reason)
    if isinstance(deed, Replace):
        return line(
            "An administrator gave the seat of {player} to a computer player: {reason}",
            player=SeatName(step.seat or 0),
            reason=deed.reason,
        )
    if isinstance(deed, TakeBack):
        return line(
            "An administrator took the match back to an earlier moment: {reason}",
            reason=deed.reason,
        )
    if isinstance(deed, End):
        return line("An administrator decided the result: {reason}", reason=deed.reason)
    return line("An administrator resumed this match: {reason}", reason=deed.reason)
