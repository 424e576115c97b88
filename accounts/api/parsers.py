"""Request bodies."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from accounts import wire


class StrictJSONParser(BaseParser):
    """JSON within the bounds of `accounts.wire`, and nothing else."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return wire.read_json(stream.read(wire.MAX_BYTES + 1))
