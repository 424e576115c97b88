"""The keys that this portal signs records with."""

from datetime import datetime

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.matches.record import portal_key
from toolbox.api.documentation import call, shape


class KeyShown(msgspec.Struct):
    """A key by its public half (Ed25519, in hexadecimal), and since when it signs."""

    key: str
    since: datetime | None


class KeysShown(msgspec.Struct):
    """All keys that this portal ever signed with. `current` signs now."""

    current: str
    keys: list[KeyShown]


class KeysView(APIView):
    @call("list_keys", tag="matches", answer=shape(KeysShown), refuses=[401])
    def get(self, request: Request) -> Response:
        """The public keys of this portal, with which signatures under records are checked."""
        keys = [KeyShown(key, since) for key, since in portal_key.published().items()]
        return Response(KeysShown(portal_key.current(), keys))
