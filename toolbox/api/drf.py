"""DRF's parser, renderer and exception handler. Every error is `{code, detail, …}`."""

from collections.abc import Mapping
from typing import IO, Any

import msgspec
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.metadata import BaseMetadata
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.response import Response
from rest_framework.views import exception_handler

from toolbox import database_errors, request_json
from toolbox.errors import Refusal

_NAMES = {"parse_error": "malformed", "permission_denied": "forbidden"}


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
    """Answers OPTIONS with the call's methods; the document has the rest."""

    def determine_metadata(self, request: Any, view: Any) -> dict[str, list[str]]:
        return {"methods": view.allowed_methods}


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer refusals and the errors of DRF and Django in one shape (DRF's exception handler).

    None for unexpected errors, which Django answers with 500.
    """
    if isinstance(error, RequestDataTooBig):
        error = request_json.too_large()
    elif isinstance(error, SuspiciousOperation):
        error = Refusal(_("This request can’t be understood."))
    error = database_errors.refusal_of(error) or error
    if isinstance(error, Refusal):
        return Response(error.as_data(), status=error.status, headers=_headers(error))
    response = exception_handler(error, context)
    if response is not None:
        response.data = _body(error)
    return response


def _headers(refusal: Refusal) -> dict[str, str]:
    return refusal.headers | ({"WWW-Authenticate": "Token"} if refusal.status == 401 else {})


def _body(error: Exception) -> dict[str, Any]:
    if isinstance(error, Http404):
        return {"code": "not_found", "detail": _("There is no such thing, or you may not see it.")}
    if isinstance(error, PermissionDenied):
        return {"code": "forbidden", "detail": _("You may not do this.")}
    assert isinstance(error, exceptions.APIException)
    code = str(error.get_codes())
    return {"code": _NAMES.get(code, code), "detail": str(error.detail)}
