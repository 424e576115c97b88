"""The page on which anyone verifies a finished match, and the server's part of it."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.api.throttling import take
from games.matches.models import Match, Step
from games.matches.page import made_once
from games.matches.record import portal_key, selectors
from games.matches.record.portal_lines import portal_line
from games.matches.record.text import sentence
from games.plugin import RecordError
from games.protocol.record import Record
from games.protocol.verification import verify_record


@dataclass(frozen=True)
class Check:
    """One check, in words. `long`: it goes step by step and takes a while."""

    name: str
    title: str
    text: str
    who: str
    long: bool = False


def checks(*, decided: bool = False) -> list[Check]:
    """The checks; `static/js/verify.js` knows the names. `decided`: by an administrator."""
    here = _("By your browser")
    promise = _(
        "Before anyone sat down the portal chose a secret number, the seed, and "
        "published its fingerprint. The seed in the record has that fingerprint, so it "
        "wasn’t chosen later."
    )
    chain = _(
        "Each step carries a fingerprint of itself and of everything before it: table, "
        "options, names, moves, outcomes and times. Changing any of them breaks the "
        "chain at that point."
    )
    chance = _("Every die, every draw and every shuffle is what the seed gives, and nothing else.")
    signature = _(
        "When the match was over the portal signed the end of the chain and the result. "
        "Someone who invents a whole chain can’t sign it."
    )
    by_rules = _(
        "Every move was allowed and led to the position in the record, and the last one to the "
        "result."
    )
    by_staff = _(
        "Every move was allowed and led to the position in the record. The result isn’t the one "
        "the rules give: it is the one that an administrator named."
    )
    positions = by_staff if decided else by_rules
    return [
        Check("promise", _("The promise"), promise, here),
        Check("chain", _("The chain"), chain, here, long=True),
        Check("chance", _("Chance"), chance, here, long=True),
        Check("signature", _("The signature"), signature, here),
        Check("positions", _("Moves and positions"), positions, _("By the portal")),
    ]


@require_safe
def page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The checks of a finished match; the page's script fills in their results."""
    match = _over(request, public_id)
    context = {
        "match": match,
        "steps": match.version + 1,
        "checks": checks(decided=match.decided is not None),
        "deeds": _deeds(match),
    }
    return render(request, "matches/verify.html", context)


def _deeds(match: Match) -> list[tuple[int, str]]:
    """The steps at which administrators acted, with a sentence."""
    steps = match.steps.filter(kind=Step.Kind.ADMIN).order_by("index")
    names = [seat.name for seat in match.seats.all()]
    lines = [(step.index, portal_line(step)) for step in steps]
    return [(index, sentence(line, names)) for index, line in lines if line is not None]


@require_safe
def verified(request: HttpRequest, public_id: str) -> JsonResponse:
    """The server's verdict: {"ok", "step", "replayed", "signed", "key"}.

    `key` signed the record (null: it isn't signed); if `signed`, the key is one of this portal's.
    Only imported matches may bear another portal's key. A replay costs as much as the log, so the
    answer is cached.
    """
    match = _over(request, public_id)

    def make() -> dict[str, Any]:
        take(request, "verify")
        return _verify(selectors.record_of(match), imported=match.imported_at is not None)

    seats, cost = selectors.blank(match).seats, made_once.log_cost(match)
    return JsonResponse(made_once.made(request, match, seats, ("verified",), make, cost=cost))


def _over(request: HttpRequest, public_id: str) -> Match:
    match = selectors.match_for(public_id, request.user)
    selectors.check_over(match)
    return match


def _verify(record: Record, *, imported: bool) -> dict[str, Any]:
    try:
        verdict = verify_record(record)
    except RecordError as fault:
        return {"ok": False, "step": fault.step, "replayed": True, "signed": False, "key": None}
    ours, replayed = verdict.key in portal_key.published(), verdict.replayed
    ok = verdict.ended and (ours or imported or verdict.key is None)
    return {"ok": ok, "step": None, "replayed": replayed, "signed": ours, "key": verdict.key}
