"""The ASGI application: HTTP to Django, sockets to the consumers."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()  # must come before anything that imports models

from channels.routing import ProtocolTypeRouter

from accounts.checks import check_site
from portal import doors
from portal.addresses import RootPath, Traced
from portal.draining import Draining, begin_on_terminate
from portal.garbage import collect_seldom
from portal.live import WithoutDatabase
from portal.pulse import give_in_reactor
from portal.request_threads import KeptThreads
from portal.sockets import sockets

for problem in check_site(None):
    raise SystemExit(f"{problem.msg} {problem.hint}")

application = RootPath(
    Traced(
        ProtocolTypeRouter(
            {"http": KeptThreads(http), "websocket": Draining(WithoutDatabase(sockets))}
        )
    )
)

doors.guard()
begin_on_terminate(doors.let_go)
give_in_reactor()
collect_seldom()
