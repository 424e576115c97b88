"""Calls about tables."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.people import person
from accounts.models import User
from games.matches.play.engine.checks import checked_client_id
from games.matches.record import selectors as matches
from games.plugin.codec import digest
from lobby.api import shapes
from lobby.api.shapes import Nothing, TableShown, table_shown
from lobby.models import Table
from lobby.tables import match_quotas, selectors, services
from toolbox.api.documentation import PageQuery, call, page_of, shape
from toolbox.api.pagination import one_page
from toolbox.errors import Conflict
from toolbox.request_json import shaped


class TablesView(APIView):
    throttle_scope = "tables"

    @call(
        "list_tables",
        tag="tables",
        query=[shapes.TableQuery, PageQuery],
        answer=page_of(TableShown),
        refuses=[400, 401, 404],
    )
    def get(self, request: Request) -> Response:
        """Public tables, your own and those you are invited to, newest first."""
        query = shaped(request.query_params.dict(), shapes.TableQuery, strict=False)
        tables = selectors.tables_for(
            request.user,
            game=query.game,
            status=query.status,
            mine=query.mine,
            club=query.club,
            filters=query.filters,
        )
        return one_page(request, tables, lambda table: table_shown(table, request.user))

    @call(
        "open_table",
        tag="tables",
        body=shapes.NewTable,
        answer=shape(TableShown),
        status=201,
        refuses=[401, 403, 404, 409],
    )
    def post(self, request: Request) -> Response:
        """Open a table. Once full, it starts after a countdown, or when its host says so."""
        host, fields = person(request), _fields(shaped(request.data, shapes.NewTable))
        client_id = fields.pop("client_id")
        open_table = partial(services.open_table, host=host, **fields)
        table = opened_once(host, client_id, fields, open_table)
        return Response(_shown(table, request.user), status=201)


class TableView(APIView):
    @call("show_table", tag="tables", answer=shape(TableShown), refuses=[401, 404])
    def get(self, request: Request, public_id: str) -> Response:
        """A table. Its address is all you need to see a private one."""
        return Response(table_shown(selectors.table_for(public_id, request.user), request.user))


def changing(
    operation: str, description: str, service: Callable[..., Table], takes: Any = Nothing
) -> type[APIView]:
    """The view of a service that changes a table; the fields of `takes` are its arguments."""
    refuses = [401, 403, 404, 409]
    described = call(operation, tag="tables", body=takes, answer=shape(TableShown), refuses=refuses)

    def post(self: APIView, request: Request, public_id: str) -> Response:
        table = selectors.table_for(public_id, request.user)
        service(table=table, user=person(request), **_fields(shaped(request.data, takes)))
        return Response(_shown(table, request.user))

    post.__doc__ = description
    return type(f"{operation}_view", (APIView,), {"post": described(post)})


CHANGES = {
    "join": changing("join_table", "Sit down.", services.join, shapes.WantedSeat),
    "leave": changing(
        "leave_table",
        "Leave. If the host leaves, the table passes to another seated person, or closes.",
        services.leave,
    ),
    "swap": changing(
        "swap_seats",
        "Swap two seats: the host any two, others their own and one without a person.",
        services.swap,
        shapes.TwoSeats,
    ),
    "ask-swap": changing(
        "ask_to_swap",
        "Ask a person to swap seats; this replaces an earlier request.",
        services.ask_swap,
        shapes.AskedSeat,
    ),
    "answer-swap": changing(
        "answer_swap",
        "Say yes or no to a person who asked to swap seats.",
        services.answer_swap,
        shapes.Answer,
    ),
    "role": changing(
        "choose_role",
        "Ask for a role: for yourself or, as the host, for computer players.",
        services.choose_role,
        shapes.ChosenRole,
    ),
    "invite": changing(
        "invite_to_table",
        "Invite someone to the table; host only.",
        services.invite,
        shapes.InvitedName,
    ),
    "decline": changing("decline_invitation", "Decline an invitation.", services.decline),
    "kick": changing(
        "send_away",
        "Send a person away, who can come back only if invited; host only.",
        services.kick,
        shapes.OneSeat,
    ),
    "add-ai": changing(
        "add_computer_player",
        "Give a seat, or every free one, to a computer player; host only.",
        services.add_ai,
        shapes.NewComputerPlayer,
    ),
    "remove-ai": changing(
        "remove_computer_player",
        "Send a computer player away; host only.",
        services.remove_ai,
        shapes.OneSeat,
    ),
    "hold": changing(
        "hold_table",
        "Stop a full table's countdown, or restart it; host only.",
        services.hold,
        shapes.Held,
    ),
    "start": changing(
        "start_table",
        "Start the match now; host only. Starting again changes nothing.",
        services.start,
    ),
}


class ForksView(APIView):
    throttle_scope = "tables"

    @call("show_forks", tag="matches", answer=shape(shapes.ForksShown), refuses=[401, 403, 404])
    def get(self, request: Request, public_id: str) -> Response:
        """The origin and the forks of a match."""
        match = matches.match_for(public_id, request.user)
        return Response(shapes.forks_shown(match, request.user))

    @call(
        "fork",
        tag="matches",
        body=shapes.Fork,
        answer=shape(TableShown),
        status=201,
        refuses=[400, 401, 403, 404, 409],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Open a table that continues a finished match from one of its positions.

        With computer players on all other seats the match begins at once.
        """
        user = person(request)
        fields = {"public_id": public_id, **_fields(shaped(request.data, shapes.Fork))}
        client_id = fields.pop("client_id")
        table = opened_once(user, client_id, fields, partial(services.fork, user=user, **fields))
        return Response(_shown(table, request.user), status=201)


class RematchView(APIView):
    throttle_scope = "tables"

    @call(
        "rematch",
        tag="matches",
        body=Nothing,
        answer=shape(TableShown),
        refuses=[401, 403, 404, 409],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Open a table like the last one and invite its people, or sit down at it if it is open.

        With computer players alone the match begins at once.
        """
        shaped(request.data, Nothing)
        table = services.rematch(public_id=public_id, user=person(request))
        return Response(_shown(table, request.user))


def _fields(wanted: Any) -> dict[str, Any]:
    return msgspec.structs.asdict(wanted)


def _shown(table: Table, user: Any) -> TableShown:
    return table_shown(selectors.renewed(table), user)


def opened_once(
    user: User, client_id: str | None, fields: Any, open_table: Callable[[], Table]
) -> Table:
    """Call `open_table` once for each `client_id`, and return the same table from then on.

    That holds while the person hosts the table. `fields`: all fields of the call. Raises 400
    `malformed`, Conflict `client_id_taken` if the first call had other fields, and what
    `open_table` raises; then nothing is stored.
    """
    checked = checked_client_id(client_id)
    if checked is None:
        return open_table()
    asked = digest(fields)
    with transaction.atomic():
        match_quotas.lock(user)
        known = Table.objects.filter(host=user, client_id=checked).first()
        if known is None:
            table = open_table()
            Table.objects.filter(pk=table.pk).update(client_id=checked, asked=asked)
            return table
    if known.asked != asked:
        raise Conflict(_("This client_id was used for another table."), code="client_id_taken")
    return known
