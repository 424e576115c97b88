"""Which consumer answers which socket."""

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from django.urls import path, re_path

from accounts.talk.consumer import ChatConsumer
from games.matches.live.api import ApiConsumer
from games.matches.live.page import PageConsumer
from lobby.live.me import MeConsumer
from lobby.live.tables import ListConsumer, TableConsumer
from portal.live import OwnPagesOnly, unknown_socket

# Only the sockets that trust a cookie need the origin check: bots send none.
sockets = URLRouter(
    [
        path("ws/api/matches/<str:public_id>/", ApiConsumer.as_asgi()),
        path(
            "ws/matches/<str:public_id>/", OwnPagesOnly(AuthMiddlewareStack(PageConsumer.as_asgi()))
        ),
        path("ws/me/", OwnPagesOnly(AuthMiddlewareStack(MeConsumer.as_asgi()))),
        path("ws/tables/", OwnPagesOnly(AuthMiddlewareStack(ListConsumer.as_asgi()))),
        path(
            "ws/tables/<str:public_id>/", OwnPagesOnly(AuthMiddlewareStack(TableConsumer.as_asgi()))
        ),
        path("ws/chat/<str:key>/", OwnPagesOnly(AuthMiddlewareStack(ChatConsumer.as_asgi()))),
        re_path("", unknown_socket),  # type: ignore[arg-type]  # an ASGI application
    ]
)
