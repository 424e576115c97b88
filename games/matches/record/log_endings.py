"""The log's last lines of a match that its people, or their absence, ended."""

from collections.abc import Iterator, Sequence

from games.matches.models import Match, Step
from games.matches.record import logbook
from games.matches.record.logbook import LogEntry, Row
from games.plugin import Line, Result, SeatName, line, lines
from games.plugin.model import result_of
from games.protocol.requests import request_of


def ending_entries(match: Match, rows: Sequence[Row], names: list[str]) -> list[LogEntry]:
    """What follows the match's last step in the log; empty if that isn't among the rows."""
    over = not match.running and rows and rows[-1].index == match.version
    if not over or rows[-1].kind != Step.Kind.CONTROL:
        return []
    return [logbook.entry(rows[-1], ending, names) for ending in _lines(match)]


def _lines(match: Match) -> Iterator[Line]:
    request = request_of(match.request)
    if request is not None:
        for seat in request.silent:
            yield line("{player} was away, and wasn’t asked.", player=SeatName(seat))
        if request.voters:
            yield line("All have agreed to what {player} asked.", player=SeatName(request.seat))
        else:
            yield line("Nobody else was there to be asked.")
        if match.status == Match.Status.VOIDED:
            yield line("The match is canceled and doesn’t count.")
        else:
            yield line("The match ends as it stands.")
    if match.settled is not None and match.result is not None:
        yield from _results(result_of(match.result))
    elif match.settled is not None:
        yield line("It doesn’t count.")


def _results(result: Result) -> Iterator[Line]:
    """Everyone's points, best first, and the winners."""
    best_first = sorted(enumerate(result.seats), key=lambda one: (one[1].rank, one[0]))
    for seat, own in best_first:
        if own.score is not None:
            text = "{player}: one point.", "{player}: {n} points."
            yield lines(*text, own.score, player=SeatName(seat))
    for seat, own in best_first:
        if own.outcome == "won":
            yield line("{player} wins.", player=SeatName(seat))
        elif own.outcome == "drawn":
            yield line("{player} shares the victory.", player=SeatName(seat))
