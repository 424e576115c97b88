"""Matches that end as they stand: to which nobody has come back.

A control step of no seat says so. Where everyone plays for themselves and the game tells points as
they stand, these decide; anywhere else a match that wasn't played to its end counts for nothing.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.plugin.chance import same
from games.plugin.codec import plain
from games.plugin.model import Format, Result, SeatResult
from games.plugin.registry import AnyGame
from games.plugin.resignation import outcome, with_gone_last
from games.plugin.text import line

ENDING = "settled"


class Settle(msgspec.Struct, frozen=True, tag="settle", forbid_unknown_fields=True):
    """The match ends as it stands; without a result it counts for nothing."""


def settles(action: Any) -> bool:
    """Whether a control step's action (plain values) ends the match as it stands."""
    return same(action, plain(Settle()))


def result_of_match(
    game: AnyGame, form: Format, state: Any, gone: Sequence[int], *, settled: bool
) -> Result | None:
    """The result by the rules, by who gave up, or as it stands; None: it goes on, or is void."""
    ended = outcome(game, form, state, gone)
    return _as_it_stands(game, form, state, gone) if ended is None and settled else ended


def _as_it_stands(game: AnyGame, form: Format, state: Any, gone: Sequence[int]) -> Result | None:
    told = game.scores(state) or ()
    scores = [score for score in told if score is not None]
    seats = len(form.teams)
    if seats < 2 or len(set(form.teams)) < seats or len(scores) < seats:
        return None
    best = max(scores)
    first = "won" if scores.count(best) == 1 else "drawn"
    own = tuple(
        SeatResult(
            first if score == best else "lost",  # type: ignore[arg-type]  # of SeatOutcome
            1 + sum(other > score for other in scores),
            score,
        )
        for score in scores
    )
    reason = line("Nobody came back: the match is counted as it stands.")
    return with_gone_last(form, Result(ENDING, reason, own), gone)
