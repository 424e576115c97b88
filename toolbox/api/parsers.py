"""Request bodies."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser

from toolbox import request_json


class StrictJSONParser(BaseParser):
    """JSON within the bounds of `toolbox.request_json`, and nothing else."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return request_json.read_json(stream.read(request_json.MAX_BYTES + 1))
