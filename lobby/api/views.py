"""Calls about tables."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.documentation import PageQuery, call, page_of, shape
from accounts.api.pagination import one_page
from accounts.api.people import person
from accounts.wire import shaped
from lobby import selectors, services
from lobby.api.shapes import (
    NewComputerPlayer,
    NewTable,
    Nothing,
    TableQuery,
    TableShown,
    WantedSeat,
    table_shown,
)


class TablesView(APIView):
    throttle_scope = "tables"

    @call(
        "list_tables",
        tag="tables",
        query=[TableQuery, PageQuery],
        answer=page_of(TableShown),
        refuses=[400, 401, 404],
    )
    def get(self, request: Request) -> Response:
        """Public tables and your own, newest first."""
        asked = shaped(request.query_params.dict(), TableQuery, strict=False)
        tables = selectors.tables_for(
            request.user, game=asked.game, status=asked.status, mine=asked.mine
        )
        return one_page(request, tables, lambda table: table_shown(table, request.user))

    @call(
        "open_table",
        tag="tables",
        body=NewTable,
        answer=shape(TableShown),
        status=201,
        refuses=[401, 403],
    )
    def post(self, request: Request) -> Response:
        """Open a table. It waits, even if full, until its host starts it."""
        wanted = shaped(request.data, NewTable)
        table = services.open_table(
            host=person(request),
            game=wanted.game,
            seats=wanted.seats,
            options=wanted.options,
            ai=wanted.ai,
            seat=wanted.seat,
            sit=wanted.sit,
            clock=wanted.clock,
            private=wanted.private,
        )
        return Response(_shown(table.public_id, request.user), status=201)


class TableView(APIView):
    @call("show_table", tag="tables", answer=shape(TableShown), refuses=[401, 404])
    def get(self, request: Request, public_id: str) -> Response:
        """A table; a private one too, for whoever has its address."""
        return Response(_shown(public_id, request.user))


class JoinView(APIView):
    @call(
        "join_table",
        tag="tables",
        body=WantedSeat,
        answer=shape(TableShown),
        refuses=[401, 403, 404, 409],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Sit down."""
        table = selectors.table_for(public_id)
        wanted = shaped(request.data, WantedSeat)
        services.join(table=table, user=person(request), seat=wanted.seat)
        return Response(_shown(public_id, request.user))


class LeaveView(APIView):
    @call(
        "leave_table",
        tag="tables",
        body=Nothing,
        answer=shape(TableShown),
        refuses=[401, 403, 404, 409],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Get up. A host's table passes to another seated person, or closes."""
        table = selectors.table_for(public_id)
        shaped(request.data, Nothing)
        services.leave(table=table, user=person(request))
        return Response(_shown(public_id, request.user))


class AddAiView(APIView):
    @call(
        "add_computer_player",
        tag="tables",
        body=NewComputerPlayer,
        answer=shape(TableShown),
        refuses=[401, 403, 404, 409],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Give a seat to a computer player; for the host."""
        table = selectors.table_for(public_id)
        wanted = shaped(request.data, NewComputerPlayer)
        services.add_ai(table=table, user=person(request), level=wanted.level, seat=wanted.seat)
        return Response(_shown(public_id, request.user))


class StartView(APIView):
    @call(
        "start_table",
        tag="tables",
        body=Nothing,
        answer=shape(TableShown),
        refuses=[401, 403, 404, 409],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Begin the match; for the host. Starting again changes nothing."""
        table = selectors.table_for(public_id)
        shaped(request.data, Nothing)
        services.start(table=table, user=person(request))
        return Response(_shown(public_id, request.user))


def _shown(public_id: str, user: Any) -> TableShown:
    return table_shown(selectors.table_for(public_id), user)
