"""The addresses of sockets and their consumers."""

from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from django.urls import path, re_path

from accounts.talk.consumer import ChatConsumer
from games.matches.live.api import ApiConsumer
from games.matches.live.page import PageConsumer
from lobby.live.me import MeConsumer
from lobby.live.tables import ListConsumer, TableConsumer
from portal.live import OwnPagesOnly, unknown_socket


def _for_pages(consumer: Any) -> Any:
    """Wrap a consumer that trusts a cookie, so that the origin is checked."""
    return OwnPagesOnly(AuthMiddlewareStack(consumer.as_asgi()))


sockets = URLRouter(
    [
        path("ws/api/matches/<str:public_id>/", ApiConsumer.as_asgi()),  # bots send no cookie
        path("ws/matches/<str:public_id>/", _for_pages(PageConsumer)),
        path("ws/me/", _for_pages(MeConsumer)),
        path("ws/tables/", _for_pages(ListConsumer)),
        path("ws/tables/<str:public_id>/", _for_pages(TableConsumer)),
        path("ws/chat/<str:key>/", _for_pages(ChatConsumer)),
        re_path("", unknown_socket),  # type: ignore[arg-type]  # an ASGI application
    ]
)
