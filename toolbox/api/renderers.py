"""Answers, and what is answered to OPTIONS."""

from collections.abc import Mapping
from typing import Any

import msgspec
from rest_framework.metadata import BaseMetadata
from rest_framework.renderers import BaseRenderer


class StructRenderer(BaseRenderer):
    """JSON of Structs and plain values; lazily translated text becomes text."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else msgspec.json.encode(data, enc_hook=str)


class Methods(BaseMetadata):
    """The methods of a call, as in `Allow`; the document says the rest."""

    def determine_metadata(self, request: Any, view: Any) -> dict[str, list[str]]:
        return {"methods": view.allowed_methods}
