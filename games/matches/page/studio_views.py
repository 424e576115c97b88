"""The addresses of the replay studio: a moment, the boards around it, the whole log, the end."""

from dataclasses import replace
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.matches.models import Match
from games.matches.page import curve, made_once, shared_html, studio
from games.matches.page.studio import Looking
from games.matches.play.parts import clock
from games.matches.record import log_turns, moments, origins, score_curve, selectors
from games.matches.record.access import viewer_asked_for, viewer_named
from games.matches.record.selectors import Snapshot
from games.matches.record.timeline import timeline, with_step
from games.plugin import OMNISCIENT, SPECTATOR, Viewer
from toolbox.errors import NotFound, Refusal
from toolbox.request_json import whole_number

COST_OF_A_PAGE = 4  # in boards


def page(
    request: HttpRequest, match: Match, step: int, *, reviewing: bool = False
) -> dict[str, Any]:
    """The context of the studio's template at the moment after that step.

    `reviewing`, here and below: the reader is an administrator who has given a reason, and may see
    every view.
    """
    if not 0 <= step <= match.version:
        raise NotFound(_("There is no such step."))
    blank = selectors.blank(match)
    own = blank.seat_of(request.user)
    looking = _looking(request, match, own, reviewing)
    line = with_step(match, step, whole=looking.whole)
    looking = replace(looking, whole=line.whole)

    def make() -> dict[str, Any]:
        shown = selectors.at(blank, step)
        log = moments.logs(shown, looking.viewer, line.steps, [step])[0]
        [away] = moments.looked_after_at(shown, [step])
        data = studio.page_data(shown, looking, log, away)
        text = " ".join(entry.text for entry in log if entry.index == step)
        says = _("{text} Now: {moment}") if text else "{moment}"
        return {
            "page": data,
            "live": mark_safe(shared_html.rendered(data)),  # noqa: S308 - a template's own output
            "told": text,
            "says": says.format(moment=data["phase"], text=text),
            "line": studio.script_data(match, line),
            "marks": studio.marks(line, match.version),
            "points_are_kept": bool(score_curve.ends(shown)),
        }

    if reviewing:
        data = make()
    else:
        what = ("moment", looking, step, _clocked(match, step))
        data = made_once.made(request, match, blank.seats, what, make, cost=COST_OF_A_PAGE)
    return {
        **data,
        "match": match,
        "near": studio.nearest(line, step),
        "lanes": len(blank.seats),
        "step": step,
        "views": _views(blank, own, reviewing),
        "reviewing": reviewing,
        "addresses": _addresses(match, "review" if reviewing else "matches"),
        "as_": looking.as_,
        "as_query": looking.query,
        "whole": line.whole,
        "board_css": shared_html.own_file(data["page"]["parts"], "board.css"),
        # Whether a new match may begin here; None: not from a running one.
        "goes_on": None if reviewing or match.running else match.has_rules,
        "fork_step": max((one for one in timeline(match).steps if one <= step), default=0),
        **studio.other_line(match, looking, step),
    }


def number(request: HttpRequest, name: str) -> int:
    """A number in the address's query. Raises `NotFound` without one."""
    found = whole_number(request.GET.get(name))
    if found is None:
        raise NotFound(_("There is no such step."))
    return found


def _looking(request: HttpRequest, match: Match, own: Viewer, reviewing: bool) -> Looking:
    as_, whole = request.GET.get("as", ""), request.GET.get("all") == "1"
    if reviewing:
        as_ = as_ or OMNISCIENT.value
        return Looking(viewer_named(match, as_), as_, whole, reviewing=True)
    return Looking(viewer_asked_for(match, own, as_), as_, whole)


def _views(shown: Snapshot, own: Viewer, reviewing: bool) -> list[tuple[str, str]]:
    """The views that are open to this person, with their titles."""
    spectator = (SPECTATOR.value, _("as a spectator"))
    if shown.match.running and not reviewing:
        return [("", _("as I see it")), spectator] if isinstance(own, int) else []
    seats = [(str(seat.index), _("as {name}").format(name=seat.name)) for seat in shown.seats]
    all_of_them = [*seats, spectator, (OMNISCIENT.value, _("everything revealed"))]
    return all_of_them if reviewing else [("", _("as I see it")), *all_of_them]


def _addresses(match: Match, space: str) -> dict[str, str]:
    """The addresses for the page's script and links."""
    names = ("boards", "story", "match")
    addresses = {name: reverse(f"{space}:{name}", args=[match.public_id]) for name in names}
    if space == "matches":
        end = "" if match.running else reverse("matches:after", args=[match.public_id])
        addresses |= {"log": reverse("matches:log", args=[match.public_id]), "after": end}
    return addresses


@require_safe
def boards(request: HttpRequest, public_id: str) -> HttpResponse:
    """The boards at up to `count` stops from step `from` on: {"boards": [{version, content}]}."""
    return boards_of(request, selectors.match_for(public_id, request.user))


def boards_of(request: HttpRequest, match: Match, *, reviewing: bool = False) -> HttpResponse:
    """The same for a match that this person may see."""
    blank = selectors.blank(match)
    looking = _looking(request, match, blank.seat_of(request.user), reviewing)
    first, count = number(request, "from"), number(request, "count")
    if not 0 < count <= studio.MOST:
        raise Refusal(_("There are no such steps."))
    line = with_step(match, first, whole=looking.whole)
    if first not in line.steps:
        raise NotFound(_("There is no such step."))
    looking = replace(looking, whole=line.whole)
    place = line.steps.index(first)
    steps = line.steps[place : place + count]

    def make() -> bytes:
        newest = selectors.at(blank, match.version)
        return msgspec.json.encode({"boards": studio.boards(newest, looking, line, steps)})

    what = ("boards", looking, _clocked(match, steps[-1]), *steps)
    kind = "application/json"
    if reviewing:
        return HttpResponse(make(), content_type=kind)
    cost = len(steps)
    return made_once.answer(request, match, blank.seats, what, make, cost=cost, content_type=kind)


def _clocked(match: Match, step: int) -> int:
    """A cache key for the clocks on a board, if the match is running at that step."""
    return clock.second_shown(match) if match.running and step == match.version else 0


@require_safe
def story(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole log for the studio: each line leads to its moment."""
    return story_of(request, selectors.match_for(public_id, request.user))


def story_of(request: HttpRequest, match: Match, *, reviewing: bool = False) -> HttpResponse:
    """The same for a match that this person may see."""
    shown = selectors.blank(match)
    looking = _looking(request, match, shown.seat_of(request.user), reviewing)

    def make() -> bytes:
        lines = selectors.log_entries(match, looking.viewer, shown.names)
        if not looking.whole:
            counts = set(with_step(match, match.version, whole=looking.whole).steps)
            lines = [entry for entry in lines if entry.index in counts]
        turns = log_turns.by_turn(lines, shown.names)
        context = {"turns": turns, "as_query": looking.query, "match": match}
        return render_to_string("matches/story.html", context).encode()

    if reviewing:
        return HttpResponse(make())
    cost, kind = made_once.log_cost(match), "text/html; charset=utf-8"
    what = ("story", looking)
    return made_once.answer(request, match, shown.seats, what, make, cost=cost, content_type=kind)


@require_safe
def after(request: HttpRequest, public_id: str) -> HttpResponse:
    """The end of a match: everyone's points, step by step and in the end, and statistics."""
    match = selectors.match_for(public_id, request.user)
    selectors.check_over(match)
    blank = selectors.blank(match)
    viewer = blank.seat_of(request.user)

    def make() -> dict[str, Any]:
        scores = score_curve.scores(match)
        shown = selectors.at(blank, match.version)
        ending = shared_html.own_template(shown.game, "ending") if shown.ended_by_rules else None
        page = shared_html.page_data(shown, viewer, None, [], own=True)
        return {
            **page,
            "page": page,
            "curve": curve.curve(scores, match.version),
            "final_points": score_curve.ends(shown),
            "board_css": shared_html.own_file(page["parts"], "board.css"),
            "ending_template": ending,
        }

    cost = COST_OF_A_PAGE + made_once.reading_cost(match)
    answer = {
        **made_once.made(request, match, blank.seats, ("after", viewer), make, cost=cost),
        "origin": origins.origin_of(match, request.user),
        "forks": origins.forks_of(match, request.user),
        "address": reverse("matches:match", args=[public_id]),
    }
    return render(request, "matches/after.html", answer)
