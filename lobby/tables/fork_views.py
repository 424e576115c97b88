"""The page on which someone goes on from a position of a match that is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.api import throttling
from accounts.guests.arrival import person_or_guest
from accounts.guests.gate import is_guest
from games.matches.models import Match, Seat
from games.matches.page.studio_views import number
from games.matches.play.parts import forks
from games.matches.record import origins, selectors
from games.plugin import SPECTATOR, Seating
from lobby.game_cards import ai_name
from lobby.tables import services
from lobby.tables.words import role_title
from lobby.view_helpers import said, to_match
from toolbox.errors import NotFound, Refusal

PERSON = "person"  # someone who comes to the table


@dataclass(frozen=True)
class Row:
    """A seat in the form: its number as people count, who had it, their part, who is to have it."""

    number: int
    name: str
    part: str
    mine: bool
    player: forms.BoundField


class ForkForm(forms.Form):
    """`seat` is one's own; what `player_<seat>` says of that one doesn't matter.

    Guests play with computers alone.
    """

    def __init__(
        self, match: Match, sent: Mapping[str, Any] | None, *, seat: int, member: bool
    ) -> None:
        super().__init__(sent)
        self._match, self._seat = match, seat
        self._seats = seats = list(match.seats.all())
        count = len(seats)
        levels = [(level, ai_name(level)) for level in match.ruleset.meta.levels]
        company = [(PERSON, _("someone who comes to the table"))] if member else []
        self.fields["seat"] = forms.TypedChoiceField(
            choices=[(n, str(n + 1)) for n in range(count)], coerce=int, initial=seat
        )
        for one in seats:
            self.fields[f"player_{one.index}"] = forms.ChoiceField(
                label=_("Seat {n}").format(n=one.index + 1),
                choices=[*levels, *company],
                initial=_usual(one, [key for key, _name in (*company, *levels)]),
                required=False,
            )
        if member and count > 1 and match.visibility == Match.Visibility.PUBLIC:
            self.fields["private"] = forms.BooleanField(
                label=_("Private: only people seated there may watch"),
                required=False,
            )

    @cached_property
    def rows(self) -> list[Row]:
        """The seats in their order."""
        parts = msgspec.convert(self._match.seating, Seating).roles
        own = str(self["seat"].value())
        return [
            Row(
                number=seat.index + 1,
                name=seat.name,
                part=role_title(self._match.ruleset, parts[seat.index] or "") if parts else "",
                mine=own == str(seat.index),
                player=self[f"player_{seat.index}"],
            )
            for seat in self._seats
        ]

    def as_fork(self) -> dict[str, Any]:
        """The arguments of `services.fork` that it tells of. For a valid form."""
        said = self.cleaned_data
        players = {n: said[f"player_{n}"] for n in range(len(self._match.opening_seats))}
        return {
            "seat": said["seat"],
            "ai": {
                n: level
                for n, level in players.items()
                if n != said["seat"] and level not in ("", PERSON)
            },
            "private": said.get("private", False),
        }


def _usual(seat: Seat, offered: Sequence[str]) -> str:
    """Who has the seat unless one says otherwise: the computer player that had it, or a person.

    Where that isn't offered, the first that is.
    """
    had = seat.ai_level or PERSON
    return had if had in offered else next(iter(offered), PERSON)


@require_http_methods(["GET", "HEAD", "POST"])
def fork(request: HttpRequest, public_id: str) -> HttpResponse:
    """Go on after `?step=`: choose a seat and who has the others.

    Somebody who isn't logged in plays as a guest, who is made by the POST that begins.
    """
    match = selectors.match_for(public_id, request.user)
    step = number(request, "step")
    shown = {"match": match, "step": step, "forks": origins.forks_of(match, request.user)}
    try:
        seat = _usual_seat(request, match, step)
    except NotFound:
        raise
    except Refusal as refusal:
        return render(request, "lobby/fork.html", {**shown, "refused": said(refusal)})
    member = request.user.is_authenticated and not is_guest(request.user)
    sent = request.POST if request.method == "POST" else None
    form = ForkForm(match, sent, seat=seat, member=member)
    if form.is_bound and form.is_valid():
        try:
            throttling.take(request, "tables")
            with person_or_guest(request) as player:
                table = services.fork(public_id=public_id, user=player, step=step, **form.as_fork())
            return to_match(table) if table.match_id else redirect("lobby:table", table.public_id)
        except Refusal as refusal:
            form.add_error(None, said(refusal))
    return render(request, "lobby/fork.html", {**shown, "form": form})


def _usual_seat(request: HttpRequest, match: Match, step: int) -> int:
    """One's own, or one that is to move there. Raises what `forks.beginning_at` raises."""
    forks.beginning_at(match, step, 0)
    moment = selectors.snapshot_at(match, step)
    own = moment.seat_of(request.user)
    if own is not SPECTATOR and isinstance(own, int):
        return own
    return min(moment.game.active_seats(moment.state))
