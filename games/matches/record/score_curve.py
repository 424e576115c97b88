"""How everyone's points came about, of a match that is over.

Points may rest on hidden things, so while a match runs nobody gets any of this.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from accounts.errors import Forbidden
from accounts.memory import Memory
from games.matches.models import Match
from games.matches.record import gate, states
from games.matches.record.timeline import timeline

REMEMBERED = 200  # matches


class ScoresAt(msgspec.Struct, frozen=True):
    """Every seat's points after a step; None where a seat has none."""

    step: int
    scores: tuple[int | None, ...]


_known: Memory[tuple[Any, str], list[ScoresAt]] = Memory(REMEMBERED)


def scores(match: Match) -> list[ScoresAt]:
    """The points after each step that counts in the end, oldest first; empty without any.

    Plays the whole match again, the first time it is asked. Raises `Forbidden` while the match runs
    or is behind the gate, `Unreadable` where it can't be played again.
    """
    if match.running or gate.is_shut(match):
        raise Forbidden(_("This becomes available when the match is over."), code="still_running")
    key = (match.pk, match.last_hash)
    known = _known.get(key)
    if known is None:
        with states.reading(match):
            known = _known.put(key, list(_replayed(match)))
    return known


def _replayed(match: Match) -> Iterator[ScoresAt]:
    game, line = match.ruleset, set(timeline(match).steps)
    state: Any = None
    read = match.steps.only("index", "kind", "seat", "action", "outcomes").order_by("index")
    for step in read:
        if step.index not in line:
            continue
        state = states.apply_recorded(match, state, step)
        given = game.scores(state)
        if given is not None:
            yield ScoresAt(step.index, tuple(given))
