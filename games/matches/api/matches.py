"""Calls about matches. `games.matches.record.selectors` decides who may see what."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext as _
from msgspec import structs
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.matches.api import shapes
from games.matches.api.representation import MatchShown, representation, seat_shown, shown_to
from games.matches.api.ruleset_schemas import game_shown
from games.matches.api.shapes import GameShown
from games.matches.errors import Embargoed
from games.matches.models import Match
from games.matches.page import made_once
from games.matches.page.forms import required_order
from games.matches.play.actions import services
from games.matches.record import portal_key, selectors, states
from games.matches.record.access import viewer_asked_for
from games.matches.review import access
from games.plugin import registry
from games.plugin.codec import canonical_json
from games.protocol.record import Record
from toolbox.api.documentation import PageQuery, call, page_of, shape
from toolbox.api.pagination import Pages, one_page
from toolbox.errors import NotFound
from toolbox.request_json import malformed, shaped

JSON = "application/json"
READ = [400, 401, 403, 404, 409, 429]  # refusals of reads
_doc = partial(call, tag="matches")

TRY_OVER = {202: (shape(shapes.TryOver), "Done, and your try at a challenge of the day is over.")}


class MatchesView(APIView):
    @_doc(
        "list_matches",
        query=[shapes.MatchQuery, PageQuery],
        answer=page_of(shapes.MatchListed),
        refuses=[400, 401, 404],
    )
    def get(self, request: Request) -> Response:
        """The matches you may see, newest first."""
        query = shaped(request.query_params.dict(), shapes.MatchQuery, strict=False)
        matches = selectors.matches_for(request.user, **structs.asdict(query))
        matches = matches.select_related(None).defer(*selectors.HEAVY)
        return one_page(request, matches, lambda match: _listed(match, request.user))


class MatchView(APIView):
    @_doc("show_match", answer=shape(MatchShown), refuses=[401, 403, 404])
    def get(self, request: Request, public_id: str) -> Response:
        """The match as you may see it, with everything you may do."""
        return Response(_shown(public_id, request.user))


class ActionsView(APIView):
    throttle_scope = "actions"

    @_doc(
        "act",
        body=shapes.Move,
        answer=shape(MatchShown),
        otherwise=TRY_OVER,
        refuses=[401, 403, 404, 409, 422],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Make a move; answers with the match after it."""
        move = request.data
        if not isinstance(move, dict):
            raise malformed("body", "Expected `object`")
        services.submit_action(
            public_id=public_id,
            user=request.user,
            action=move.get("action"),
            version=move.get("version"),
            client_id=move.get("client_id"),
        )
        return _after(public_id, request.user)


@dataclass(frozen=True)
class _Control:
    """A call of the service with that name and the body's fields."""

    name: str
    operation: str
    does: str
    body: Any = shapes.Control


_CONTROLS = (
    _Control("undo", "undo", "Take your newest step back"),
    _Control("resign", "resign", "Give your seat up for good"),
    _Control("return", "return_to_seat", "Take back your seat from the computer player in it"),
    _Control("abandon", "abandon", "Leave a match that can't be read, for good"),
    _Control(
        "order", "leave_order", "Leave a standing order, or take yours back", shapes.OrderLeft
    ),
    _Control("ask", "ask", "Ask the others for something", shapes.Asked),
    _Control("answer", "answer", "Answer what is asked", shapes.Answered),
    _Control(
        "withdraw",
        "withdraw",
        "Ask no longer, or say that you are here while the others vote on your seat",
        shapes.Withdrawn,
    ),
    _Control("play-on", "play_on", "Say that you still play, or wake a match that rests"),
    _Control("nudge", "nudge", "Remind the person of a silent seat, once a day", shapes.Nudged),
)


def _control_view(control: _Control) -> Any:
    @_doc(
        control.operation,
        body=control.body,
        answer=shape(MatchShown),
        otherwise=TRY_OVER,
        refuses=[401, 403, 404, 409],
        description=f"{control.does}; answers with the match after it.",
    )
    def post(view: APIView, request: Request, public_id: str) -> Response:
        body = request.data
        if not isinstance(body, dict):
            raise malformed("body", "Expected `object`")
        known = control.body.__struct_fields__
        for name in body.keys() - {*known}:
            raise malformed(name, _("There is no such field."))
        arguments = {name: body.get(name) for name in known}
        if control.name == "order":
            arguments["order"] = required_order(body)
        services.CONTROLS[control.name](public_id=public_id, user=request.user, **arguments)
        return _after(public_id, request.user)

    name = f"{control.operation.title().replace('_', '')}View"
    view: Any = type(name, (APIView,), {"throttle_scope": "actions", "post": post})
    return view.as_view()


control_views = {control.name: _control_view(control) for control in _CONTROLS}


class LogView(APIView):
    @_doc(
        "show_log",
        query=[shapes.LogQuery, shapes.ViewQuery, PageQuery],
        answer=page_of(shapes.LogLine),
        refuses=READ,
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The log, as you may read it. A page holds whole steps; a step may have many lines.

        Ten steps or more count as an expensive read if nobody has asked for them lately.
        """
        match = _read(public_id, request.user)
        shown = selectors.blank(match)
        own = shown.seat_of(request.user)
        viewer = viewer_asked_for(match, own, request.query_params.get("as"))
        query = shaped(request.query_params.dict(), shapes.LogQuery, strict=False)
        pages = Pages()
        steps = pages.paginate_queryset(range(query.after + 1, match.version + 1), request)
        if not steps:
            return pages.get_paginated_response([])
        first, last = steps[0], steps[-1]

        def make() -> list[shapes.LogLine]:
            names = shown.names
            lines = selectors.log_entries(match, viewer, names, after=first - 1, upto=last)
            return [
                shapes.LogLine(one.index, one.at, one.seat, one.kind, one.text) for one in lines
            ]

        cost = len(steps) // made_once.STEPS_FOR_A_BOARD
        what = ("lines", viewer, first, last)
        lines = made_once.made(request, match, shown.seats, what, make, cost=cost)
        return pages.get_paginated_response(lines)


class StepView(APIView):
    @_doc("show_step", query=[shapes.ViewQuery], answer=shape(shapes.StepShown), refuses=READ)
    def get(self, request: Request, public_id: str, index: int) -> Response:
        """The match after a step. Counts as an expensive read if nobody has asked lately."""
        match = _read(public_id, request.user)
        blank = selectors.blank(match)
        own = blank.seat_of(request.user)
        viewer = viewer_asked_for(match, own, request.query_params.get("as"))

        def make() -> shapes.StepShown:
            shown = selectors.at(blank, index)
            with states.reading(match):
                view, active = representation(shown, viewer), sorted(shown.active_seats)
            step = match.steps.only("match", "kind", "seat", "at").get(index=index)
            return shapes.StepShown(
                id=match.public_id,
                game=match.game,
                index=index,
                kind=step.kind,
                seat=step.seat,
                at=step.at,
                you=view.you,
                active_seats=active,
                prompt=view.prompt,
                observation=view.observation,
            )

        what = ("step", viewer, index)
        return Response(made_once.made(request, match, blank.seats, what, make, cost=1))


class RecordView(APIView):
    @_doc("show_record", query=[shapes.RecordQuery], answer=shape(Record), refuses=READ)
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """The whole record of a match that is over, seed and all, as canonical JSON.

        Match reviewers who give a `reason` get that of any match that they don't sit in; its seed
        is null while the match runs. Counts as an expensive read if nobody has asked lately.
        """
        query = shaped(request.query_params.dict(), shapes.RecordQuery, strict=False)
        if query.reason is not None:
            record = access.record_for(public_id=public_id, by=request.user, reason=query.reason)
            return HttpResponse(canonical_json(record), content_type=JSON)
        match = selectors.match_for(public_id, request.user)
        selectors.check_over(match)

        def make() -> bytes:
            return canonical_json(selectors.record_of(match))

        seats, cost = selectors.blank(match).seats, made_once.reading_cost(match)
        return made_once.answer(
            request, match, seats, ("record",), make, cost=cost, content_type=JSON
        )


class KeyShown(msgspec.Struct):
    """The public half of a key (Ed25519, in hexadecimal), and since when it signs."""

    key: str
    since: datetime | None


class KeysShown(msgspec.Struct):
    """All keys that this portal ever signed with. `current` signs now."""

    current: str
    keys: list[KeyShown]


class KeysView(APIView):
    @_doc("list_keys", answer=shape(KeysShown), refuses=[401])
    def get(self, request: Request) -> Response:
        """The public keys of this portal, with which signatures under records are checked."""
        keys = [KeyShown(key, since) for key, since in portal_key.published().items()]
        return Response(KeysShown(portal_key.current(), keys))


def _after(public_id: str, user: Any) -> Response:
    """The match after an accepted step; if that ended a try, when the try opens."""
    try:
        return Response(_shown(public_id, user))
    except Embargoed as shut:
        over = shapes.TryOver(public_id, "finished", shut.until, shut.detail)
        return Response(over, status=202)


def _shown(public_id: str, user: Any) -> MatchShown:
    return shown_to(_read(public_id, user), user)


def _read(public_id: str, user: Any) -> Match:
    """The match; notes that a program reads it. Raises what `match_for` raises."""
    match = selectors.match_for(public_id, user)
    services.note_program(match=match, user=user)
    return match


def _listed(match: Match, user: Any) -> shapes.MatchListed:
    seats = list(match.seats.all())
    you = next((seat for seat in seats if user.is_authenticated and seat.user_id == user.pk), None)
    return shapes.MatchListed(
        id=match.public_id,
        game=match.game,
        version=match.version,
        status=match.status,
        paused=match.paused or None,
        seats=[seat_shown(seat) for seat in seats],
        you=you.index if you else None,
        waiting=bool(you and you.waits_for_person and match.running and not match.paused),
        private=match.visibility == Match.Visibility.PRIVATE,
        started_at=match.started_at,
        finished_at=match.finished_at,
        imported=match.imported_at is not None,
    )


class GamesView(APIView):
    @call(
        "list_games", tag="games", query=[PageQuery], answer=page_of(GameShown), refuses=[401, 404]
    )
    def get(self, request: Request) -> Response:
        """The games of this portal."""
        return one_page(request, registry.installed(), game_shown)


class GameView(APIView):
    @call("show_game", tag="games", answer=shape(GameShown), refuses=[401, 404])
    def get(self, request: Request, slug: str) -> Response:
        """One game: who can play it, and the types of its options, actions and observations."""
        try:
            game = registry.get(slug)
        except KeyError:
            raise NotFound(_("There is no such game.")) from None
        return Response(game_shown(game))
