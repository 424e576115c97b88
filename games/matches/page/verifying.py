"""The page on which anyone checks a finished match, and what the server checks for it."""

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
    """One thing that is checked, in words. `long`: step by step, so that it takes a while."""

    name: str
    title: str
    text: str
    who: str
    long: bool = False


def checks(*, decided: bool = False) -> list[Check]:
    """What is checked, in this order; `static/js/verify.js` knows the names.

    `decided`: an administrator named the result.
    """
    here = _("By your browser")
    by_rules = _(
        "Every move was allowed and led to the position in the record, and the last one to the "
        "result."
    )
    by_staff = _(
        "Every move was allowed and led to the position in the record. The result isn’t the one "
        "the rules give: it is the one that an administrator named."
    )
    return [
        Check(
            "promise",
            _("The promise"),
            _(
                "Before anyone sat down the portal chose a secret number, the seed, and "
                "published its fingerprint. The seed in the record has that fingerprint, so it "
                "wasn’t chosen later."
            ),
            here,
        ),
        Check(
            "chain",
            _("The chain"),
            _(
                "Each step carries a fingerprint of itself and of everything before it: table, "
                "options, names, moves, outcomes and times. Changing any of them breaks the "
                "chain at that point."
            ),
            here,
            long=True,
        ),
        Check(
            "chance",
            _("Chance"),
            _("Every die, every draw and every shuffle is what the seed gives, and nothing else."),
            here,
            long=True,
        ),
        Check(
            "signature",
            _("The signature"),
            _(
                "When the match was over the portal signed the end of the chain and the result. "
                "Someone who invents a whole chain can’t sign it."
            ),
            here,
        ),
        Check(
            "positions",
            _("Moves and positions"),
            by_staff if decided else by_rules,
            _("By the portal"),
        ),
    ]


@require_safe
def page(request: HttpRequest, public_id: str) -> HttpResponse:
    """What is checked about a match that is over; the page's script fills in how it went."""
    match = _over(request, public_id)
    shown = {
        "match": match,
        "steps": match.version + 1,
        "checks": checks(decided=match.decided is not None),
        "deeds": _deeds(match),
    }
    return render(request, "matches/verify.html", shown)


def _deeds(match: Match) -> list[tuple[int, str]]:
    """What administrators did at the match, in words, each with its step."""
    steps = match.steps.filter(kind=Step.Kind.ADMIN).order_by("index")
    names = [seat.name for seat in match.seats.all()]
    told = [(step.index, portal_line(step)) for step in steps]
    return [(index, sentence(line, names)) for index, line in told if line is not None]


@require_safe
def verified(request: HttpRequest, public_id: str) -> JsonResponse:
    """What the server finds: {"ok", "step", "replayed", "signed", "key"}.

    `key` signed the record (null: none did), and is one of this portal's if it is `signed`. Another
    portal's is right under imported matches alone. Playing a match again takes as long as telling
    it, so the answer is remembered as the record is.
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
        told = {"ok": False, "step": fault.step, "replayed": True}
        return {**told, "signed": False, "key": None}
    ours = verdict.key in portal_key.published()
    ok = verdict.ended and (ours or imported or verdict.key is None)
    told = {"ok": ok, "step": None, "replayed": verdict.replayed}
    return {**told, "signed": ours, "key": verdict.key}
