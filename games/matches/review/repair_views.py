"""The pages that show what a repair would do before it is done, and the record so far as a file.

All of them are open to who has given a reason to look into the match (`grants`).
"""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.matches import errors
from games.matches.models import Match, Seat
from games.matches.play.actions import repair
from games.matches.record import selectors, states
from games.matches.review import access, actions, grants
from games.matches.review.repair_forms import ResultForm, as_it_stands, in_words, written
from games.plugin import OMNISCIENT
from games.plugin.codec import canonical_json
from games.protocol.admin_actions import End
from toolbox.errors import Refusal

MOST_LINES = 60  # of what would be taken back


@never_cache
@require_safe
def back(request: HttpRequest, public_id: str) -> HttpResponse:
    """What taking the match back to `?to=` would do, and the question whether to."""
    match = access.match_for_reviewer(public_id, request.user)
    if grants.given(request.session, public_id) is None:
        return redirect("review:match", public_id)
    to = request.GET.get("to", "")
    known = to.isascii() and to.isdigit() and len(to) < 10 and int(to) < match.version
    if not known or not match.running:
        wrong = _("There is no such step before the newest one.")
        messages.error(request, wrong if match.running else errors.NoWayBack().detail)
        return redirect("review:match", public_id)
    return render(request, "review/back.html", _about(match) | _taken_back(match, int(to)))


def _taken_back(match: Match, to: int) -> dict[str, Any]:
    seats = list(match.seats.all())
    names = [seat.name for seat in seats]
    with states.reading(match):
        lines = selectors.log_entries(match, OMNISCIENT, names, after=to)
    return {
        "to": to,
        "count": match.version - to,
        "lines": lines[-MOST_LINES:],
        "left_out": max(0, len(lines) - MOST_LINES),
        "returning": _returning(seats, to),
        "ordered": any(seat.order is not None for seat in seats),
        "alone": len(seats) == 1 and not match.unranked,
    }


def _returning(seats: Sequence[Seat], to: int) -> list[str]:
    gave_up = (seat for seat in seats if repair.gave_up_since(seat, to))
    return [seat.name for seat in gave_up if not seat.erased]


@never_cache
@require_safe
def end(request: HttpRequest, public_id: str) -> HttpResponse:
    """The form for everyone's result; once it is filled in, what that would do."""
    match = access.match_for_reviewer(public_id, request.user)
    if grants.given(request.session, public_id) is None:
        return redirect("review:match", public_id)
    seats = list(match.seats.all())
    if match.status == Match.Status.VOIDED:
        messages.error(request, errors.Voided().detail)
        return redirect("review:match", public_id)
    if "outcome-0" not in request.GET:
        return _ask_for_result(request, match, ResultForm(seats, initial=as_it_stands(match)))
    form = ResultForm(seats, request.GET)
    if not form.is_valid():
        return _ask_for_result(request, match, form)
    try:
        result = actions.fitting(match, End(actions.named(form.result()), "-"))
    except (errors.Unfitting, errors.Malformed) as refusal:
        form.add_error(None, refusal.detail)
        return _ask_for_result(request, match, form)
    answer = {
        "rows": [
            (
                seat,
                in_words(seat.outcome, seat.rank, seat.score),
                in_words(own.outcome, own.rank, own.score),
            )
            for seat, own in zip(seats, result.seats, strict=True)
        ],
        "result": written(form.result()),
        "unranked": match.running and len(seats) == 1,
    }
    return render(request, "review/end.html", _about(match) | answer)


def _ask_for_result(request: HttpRequest, match: Match, form: ResultForm) -> HttpResponse:
    seats = list(match.seats.all())
    answer = {"form": form, "rows": list(zip(seats, form.rows(), strict=True))}
    return render(request, "review/result.html", _about(match) | answer)


def _about(match: Match) -> dict[str, Any]:
    """For the heads of these pages, and that nothing is done to another match than was seen."""
    return {"match": match, "game_title": match.game_title}


@never_cache
@require_POST
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The record as far as it has got, as a file, for the reason that was given to look.

    It goes into the audit log again. While the match runs there is no seed in it.
    """
    access.match_for_reviewer(public_id, request.user)
    grant = grants.given(request.session, public_id)
    if grant is None:
        return redirect("review:match", public_id)
    try:
        told = access.record_for(public_id=public_id, by=request.user, reason=grant.reason)
    except Refusal as refusal:
        messages.error(request, refusal.detail)
        return redirect("review:match", public_id)
    name = f'attachment; filename="{public_id}.json"'
    return HttpResponse(
        canonical_json(told),
        content_type="application/json",
        headers={"Content-Disposition": name},
    )
