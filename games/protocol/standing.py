"""Matches that end as they stand, because nobody came back or because everybody wants it.

A control step without a seat records the former, the last answer to a request the latter. Points
decide if everyone plays for themselves and the game counts points as it goes; otherwise the match
counts for nothing, and its people can't end it like that.
"""

from collections.abc import Collection, Sequence
from typing import Any

from games.plugin.codec import plain
from games.plugin.model import Format, Result, SeatResult, Tagged
from games.plugin.places import outcomes, places
from games.plugin.registry import AnyGame
from games.plugin.text import line, msg
from games.protocol.dealing import same
from games.protocol.resignation import outcome, with_gone_last

ENDING = "settled"
_LEFT = msg("Nobody came back: the match is counted as it stands.")
_AGREED = msg("Everyone agreed to end the match: it is counted as it stands.")


class Settle(Tagged, tag="settle"):
    """End the match as it stands; without a result it counts for nothing."""


def settles(action: Any) -> bool:
    """Whether a control step's action (plain values) ends the match as it stands."""
    return same(action, plain(Settle()))


def result_of_match(
    game: AnyGame,
    form: Format,
    state: Any,
    gone: Sequence[int],
    *,
    settled: bool,
    agreed: bool = False,
    forfeited: Collection[int] = (),
) -> Result | None:
    """The result by the rules, by who gave up, or as it stands; None: it goes on, or is void.

    For its words: `agreed`: everybody wanted it to end; `forfeited`: which of the seats `gone` the
    clock gave up.
    """
    ended = outcome(game, form, state, gone, forfeited)
    if ended is not None or not settled:
        return ended
    counted = _as_it_stands(game, form, state, _AGREED if agreed else _LEFT)
    return None if counted is None else with_gone_last(form, counted, gone, forfeited)


def can_be_counted(game: AnyGame, form: Format, state: Any) -> bool:
    """Whether the match would have a result if it ended as it stands."""
    return _points(game, form, state) is not None


def _points(game: AnyGame, form: Format, state: Any) -> list[int] | None:
    scores = [score for score in game.scores(state) or () if score is not None]
    seats = len(form.teams)
    apart = seats > 1 and len(set(form.teams)) == seats
    return scores if apart and len(scores) == seats else None


def _as_it_stands(game: AnyGame, form: Format, state: Any, reason: str) -> Result | None:
    scores = _points(game, form, state)
    if scores is None:
        return None
    ranks = places(scores)
    return Result(ENDING, line(reason), tuple(map(SeatResult, outcomes(ranks), ranks, scores)))
