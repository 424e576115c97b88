"""The pages that preview a repair, and the record so far as a file; all need a grant (`grants`)."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.matches import errors
from games.matches.models import Match
from games.matches.play.actions import repair
from games.matches.record import selectors, states
from games.matches.review import access, actions, grants
from games.matches.review.repair_forms import ResultForm, as_it_stands, in_words
from games.plugin import OMNISCIENT
from games.plugin.codec import canonical_json
from games.protocol.admin_actions import End
from toolbox.errors import Refusal
from toolbox.request_json import whole_number

MOST_LINES = 60  # of the log that would be taken back


@never_cache
@require_safe
def back(request: HttpRequest, public_id: str) -> HttpResponse:
    """Preview taking the match back to `?to=`."""
    match = access.match_for_reviewer(public_id, request.user)
    if grants.given(request.session, public_id) is None:
        return redirect("review:match", public_id)
    to = whole_number(request.GET.get("to"))
    if to is None or to >= match.version or not match.running:
        wrong = _("There is no such step before the newest one.")
        messages.error(request, wrong if match.running else errors.NoWayBack().detail)
        return redirect("review:match", public_id)
    return render(request, "review/back.html", _about(match) | _taken_back(match, to))


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
        "returning": [s.name for s in seats if repair.gave_up_since(s, to) and not s.erased],
        "ordered": any(seat.order is not None for seat in seats),
        "alone": len(seats) == 1 and not match.unranked,
    }


@never_cache
@require_safe
def end(request: HttpRequest, public_id: str) -> HttpResponse:
    """The form for everyone's result; once it is valid, a preview."""
    match = access.match_for_reviewer(public_id, request.user)
    if grants.given(request.session, public_id) is None:
        return redirect("review:match", public_id)
    seats = list(match.seats.all())
    if match.status == Match.Status.VOIDED:
        messages.error(request, errors.Voided().detail)
        return redirect("review:match", public_id)
    if "outcome-0" not in request.GET:
        form = ResultForm(seats, initial=as_it_stands(match))
        return _ask_for_result(request, match, form)
    form = ResultForm(seats, request.GET)
    if not form.is_valid():
        return _ask_for_result(request, match, form)
    try:
        result = actions.fitting(match, End(actions.named(form.result()), "-"))
    except (errors.Unfitting, errors.Malformed) as refusal:
        form.add_error(None, refusal.detail)
        return _ask_for_result(request, match, form)
    before = [in_words(seat.outcome, seat.rank, seat.score) for seat in seats]
    after = [in_words(own.outcome, own.rank, own.score) for own in result.seats]
    context = {
        "rows": list(zip(seats, before, after, strict=True)),
        "result": canonical_json(form.result()).decode(),  # the page sends it back
        "unranked": match.running and len(seats) == 1,
    }
    return render(request, "review/end.html", _about(match) | context)


def _ask_for_result(request: HttpRequest, match: Match, form: ResultForm) -> HttpResponse:
    seats = list(match.seats.all())
    context = {"form": form, "rows": list(zip(seats, form.rows(), strict=True))}
    return render(request, "review/result.html", _about(match) | context)


def _about(match: Match) -> dict[str, Any]:
    return {"match": match, "game_title": match.game_title}


@never_cache
@require_POST
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """The record so far as a file, noted in the audit log again; no seed while the match runs."""
    access.match_for_reviewer(public_id, request.user)
    grant = grants.given(request.session, public_id)
    if grant is None:
        return redirect("review:match", public_id)
    try:
        so_far = access.record_for(public_id=public_id, by=request.user, reason=grant.reason)
    except Refusal as refusal:
        messages.error(request, refusal.detail)
        return redirect("review:match", public_id)
    headers = {"Content-Disposition": f'attachment; filename="{public_id}.json"'}
    return HttpResponse(canonical_json(so_far), content_type="application/json", headers=headers)
