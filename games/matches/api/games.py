"""Calls about games."""

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.matches.api.ruleset_schemas import game_shown
from games.matches.api.shapes import GameShown
from games.plugin import registry
from toolbox.api.documentation import PageQuery, call, page_of, shape
from toolbox.api.pagination import one_page
from toolbox.errors import NotFound


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
