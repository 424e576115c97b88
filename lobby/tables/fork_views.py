"""The page that opens a fork: a table that continues a finished match from one of its positions."""

from collections.abc import Mapping
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
from games.matches.models import Match
from games.matches.page.studio_views import number
from games.matches.play.parts import forks
from games.matches.record import origins, selectors
from games.plugin import SPECTATOR, Seating
from lobby.game_cards import ai_name
from lobby.tables import services
from lobby.tables.words import role_title
from lobby.view_helpers import refusal_text, to_match
from toolbox.errors import NotFound, Refusal

PERSON = "person"  # someone who comes to the table


@dataclass(frozen=True)
class Row:
    """A seat in the form: its number from 1, its former player and role, and the new player."""

    number: int
    name: str
    part: str
    mine: bool
    player: forms.BoundField


class ForkForm(forms.Form):
    """Who takes which seat. `player_<n>` is ignored for `seat`, the user's own.

    Guests play only with computers.
    """

    def __init__(
        self, match: Match, sent: Mapping[str, Any] | None, *, seat: int, member: bool
    ) -> None:
        super().__init__(sent)
        self._match = match
        self._seats = list(match.seats.all())
        count = len(self._seats)
        levels = [(level, ai_name(level)) for level in match.ruleset.meta.levels]
        company = [(PERSON, _("someone who comes to the table"))] if member else []
        offered = [key for key, _name in (*company, *levels)]
        self.fields["seat"] = forms.TypedChoiceField(
            choices=[(n, str(n + 1)) for n in range(count)], coerce=int, initial=seat
        )
        for one in self._seats:
            former = one.ai_level or PERSON
            self.fields[f"player_{one.index}"] = forms.ChoiceField(
                label=_("Seat {n}").format(n=one.index + 1),
                choices=[*levels, *company],
                initial=former if former in offered else next(iter(offered), PERSON),
                required=False,
            )
        if member and count > 1 and match.visibility == Match.Visibility.PUBLIC:
            self.fields["private"] = forms.BooleanField(
                label=_("Private: only people seated there may watch"), required=False
            )

    @cached_property
    def rows(self) -> list[Row]:
        """The seats in order."""
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
        """The arguments of `services.fork`. For a valid form."""
        data = self.cleaned_data
        seat = data["seat"]
        players = {n: data[f"player_{n}"] for n in range(len(self._match.opening_seats))}
        ai = {n: who for n, who in players.items() if n != seat and who not in ("", PERSON)}
        return {"seat": seat, "ai": ai, "private": data.get("private", False)}


@require_http_methods(["GET", "HEAD", "POST"])
def fork(request: HttpRequest, public_id: str) -> HttpResponse:
    """Continue after `?step=` with chosen players. The POST makes a visitor a guest."""
    match = selectors.match_for(public_id, request.user)
    step = number(request, "step")
    context = {"match": match, "step": step, "forks": origins.forks_of(match, request.user)}
    try:
        seat = _usual_seat(request, match, step)
    except NotFound:
        raise
    except Refusal as refusal:
        return render(request, "lobby/fork.html", {**context, "refused": refusal_text(refusal)})
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
            form.add_error(None, refusal_text(refusal))
    return render(request, "lobby/fork.html", {**context, "form": form})


def _usual_seat(request: HttpRequest, match: Match, step: int) -> int:
    """The user's own seat, or the first that must move. Raises what `forks.beginning_at` does."""
    forks.beginning_at(match, step, 0)
    moment = selectors.snapshot_at(match, step)
    own = moment.seat_of(request.user)
    if own is not SPECTATOR and isinstance(own, int):
        return own
    return min(moment.game.active_seats(moment.state))
