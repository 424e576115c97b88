"""The ASGI application: HTTP to Django, sockets to the consumers."""

import gc
import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()  # must come before anything that imports models

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import path, re_path

from accounts.talk.consumer import ChatConsumer
from games.matches.live.api import ApiConsumer
from games.matches.live.page import PageConsumer
from lobby.live.me import MeConsumer
from lobby.live.tables import ListConsumer, TableConsumer
from portal.addresses import OwnPagesOnly
from portal.live import WithoutDatabase, unknown_socket
from portal.pulse import beat_in_reactor

# Only the sockets that trust a cookie need the origin check: bots send none.
sockets = URLRouter(
    [
        path("ws/api/matches/<str:public_id>/", ApiConsumer.as_asgi()),
        path(
            "ws/matches/<str:public_id>/",
            OwnPagesOnly(AuthMiddlewareStack(PageConsumer.as_asgi())),
        ),
        path("ws/me/", OwnPagesOnly(AuthMiddlewareStack(MeConsumer.as_asgi()))),
        path(
            "ws/tables/",
            OwnPagesOnly(AuthMiddlewareStack(ListConsumer.as_asgi())),
        ),
        path(
            "ws/tables/<str:public_id>/",
            OwnPagesOnly(AuthMiddlewareStack(TableConsumer.as_asgi())),
        ),
        path(
            "ws/chat/<str:key>/",
            OwnPagesOnly(AuthMiddlewareStack(ChatConsumer.as_asgi())),
        ),
        re_path("", unknown_socket),  # type: ignore[arg-type]  # an ASGI application
    ]
)

application = ProtocolTypeRouter({"http": http, "websocket": WithoutDatabase(sockets)})

beat_in_reactor()

# Collecting makes moves arrive late (`make load`, `python -m bench pages` on two cores).
gc.collect()
gc.freeze()  # what was loaded so far stays: no collection needs to look through it again
gc.set_threshold(20_000, 20, 20)
