"""Forks: tables that continue a finished match from one of its positions."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from accounts.models import User
from games.matches.models import Match
from games.matches.play.parts import forks
from games.matches.record import gate, selectors
from games.plugin import AnyGame, Seating, UnknownRules, registry
from lobby.models import Table
from toolbox.errors import Conflict


def beginning_of(table: Table) -> forks.Beginning | None:
    """A fork's first position, else None. Raises what `play.parts.forks.beginning_at` raises."""
    if table.fork_of is None:
        return None
    assert table.fork_step is not None
    assert table.fork_seat is not None
    return forks.beginning_at(table.fork_of, table.fork_step, table.fork_seat)


def rules_are_gone(table: Table) -> bool:
    """Whether it can no longer begin, because the rules of the match it continues are gone."""
    return table.fork_of is not None and not table.fork_of.has_rules


def check_may_know(table: Table, user: User) -> None:
    """Raises Conflict `cannot_see_origin` if the person may not see the match it continues.

    People at the table see the knowledge of a seat in that match.
    """
    if table.fork_of_id is None:
        return
    if not selectors.visible(user).filter(pk=table.fork_of_id).exists():
        text = _("This continues a private match: only people who played in it can sit here.")
        raise Conflict(text, code="cannot_see_origin")


def check_chooses_parts(table: Table) -> None:
    """Raises Conflict `parts_are_given`."""
    if table.fork_of_id is not None:
        raise Conflict(_("At this table every seat keeps its role."), code="parts_are_given")


def check_seat_stays(table: Table, *changed: int) -> None:
    """Raises Conflict `seat_is_given` for the seat from whose knowledge the position is dealt."""
    if table.fork_seat in changed:
        text = _("You can’t swap with seat {n}: the position is dealt from what that seat knew.")
        raise Conflict(text.format(n=table.fork_seat + 1), code="seat_is_given")


def origin_of(table: Table, user: Any) -> Match | None:
    """The match that the table continues, if the reader may see it."""
    origin = table.fork_of
    if origin is None or gate.lets_in(origin, seated=False):
        return origin
    return origin if selectors.visible(user).filter(pk=origin.pk).exists() else None


def rules_of(table: Table) -> AnyGame:
    """The rules by which the table will be played: a fork keeps those of its origin."""
    if table.fork_of is not None:
        try:
            return registry.get(table.game, table.fork_of.rules_version)
        except UnknownRules:
            pass  # it can't begin, and its page says so
    return registry.get(table.game)


def given_parts(table: Table) -> Sequence[str | None]:
    """The roles that a fork's seats keep; () if there are none."""
    if table.fork_of is None:
        return ()
    return msgspec.convert(table.fork_of.seating, Seating).roles
