"""Whether the portal answers."""

import http.client
from collections.abc import Mapping
from contextlib import closing

from portal.supervisor.port import Listening

PATIENCE_SECONDS = 0.5


def answers(listening: Listening, environment: Mapping[str, str]) -> bool:
    """Ask /healthz as a browser would, but waiting for a moment only."""
    connection = http.client.HTTPConnection(
        listening.host_to_call, listening.port, timeout=PATIENCE_SECONDS
    )
    headers = {"Host": host_header(environment["ALLOWED_HOSTS"]), "X-Forwarded-Proto": "https"}
    with closing(connection):
        try:
            connection.request("GET", "/healthz", headers=headers)
            return connection.getresponse().status == http.HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False


def host_header(allowed: str) -> str:
    """A name that the settings accept."""
    first = allowed.split(",")[0].strip()
    return "localhost" if first in {"*", ""} else first.removeprefix(".")
