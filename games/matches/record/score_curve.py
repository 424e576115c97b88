"""Everyone's points after each step of a finished match; before, they might reveal secrets."""

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

import msgspec
from django.utils.translation import gettext as _

from games.matches.models import Match, Step
from games.matches.record import gate, states
from games.matches.record.selectors import Snapshot
from games.matches.record.timeline import timeline
from toolbox.errors import NotYet
from toolbox.memory import Memory

REMEMBERED = 200  # matches


class ScoresAt(msgspec.Struct, frozen=True):
    """Every seat's points after a step; None where a seat has none."""

    step: int
    scores: tuple[int | None, ...]


class _Applied(NamedTuple):
    """The columns of a step needed to apply it: whole rows take twice as long."""

    step: int
    kind: str
    seat: int | None
    action: Any
    outcomes: Any


_known: Memory[tuple[Any, str], list[ScoresAt]] = Memory(REMEMBERED)


def ends(shown: Snapshot) -> list[tuple[int, int]]:
    """The seats that have points at this position, and how many; empty without a curve.

    There is one if the match is over and its ruleset gives points. Replays nothing.
    """
    if shown.match.running or gate.is_shut(shown.match):
        return []
    with states.reading(shown.match):
        given = enumerate(shown.game.scores(shown.state) or ())
        return [(seat, points) for seat, points in given if points is not None]


def scores(match: Match) -> list[ScoresAt]:
    """The points after each step that counts in the end, oldest first; empty if there are none.

    Replays the match once. Raises `NotYet` while it runs or is behind the gate, or `Unreadable`.
    """
    if match.running or gate.is_shut(match):
        raise NotYet(_("This becomes available when the match is over."), code="still_running")
    key = (match.pk, match.last_hash)
    known = _known.get(key)
    if known is None:
        with states.reading(match):
            known = _known.put(key, list(_replayed(match)))
    return known


def _replayed(match: Match) -> Iterator[ScoresAt]:
    game, line = match.ruleset, set(timeline(match).steps)
    state: Any = None
    read = match.steps.order_by("index").values_list("index", "kind", "seat", "action", "outcomes")
    for step in map(_Applied._make, read.iterator()):
        if step.step not in line:
            continue
        state = states.apply_recorded(match, state, cast("Step", step))
        given = game.scores(state)
        if given is not None:
            yield ScoresAt(step.step, tuple(given))
