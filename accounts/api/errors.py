"""Every error of the API has one shape: `{code, detail}`."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from accounts.errors import Refusal


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: refusals, validation errors and the rest in one shape."""
    if isinstance(error, Refusal):
        return Response(error.as_data(), status=error.status)
    response = exception_handler(error, context)
    if response is None:
        return None
    response.data = _body(error)
    return response


def _body(error: Exception) -> dict[str, Any]:
    if isinstance(error, Http404):
        return {"code": "not_found", "detail": _("There is no such thing, or not for you.")}
    if isinstance(error, PermissionDenied):
        return {"code": "forbidden", "detail": _("You may not do this.")}
    if isinstance(error, exceptions.ValidationError):
        return {
            "code": "malformed",
            "detail": _("Something is missing or wrong."),
            "fields": error.detail,
        }
    assert isinstance(error, exceptions.APIException)
    codes = error.get_codes()
    code = codes if isinstance(codes, str) else "malformed"
    names = {"parse_error": "malformed", "permission_denied": "forbidden"}
    return {"code": names.get(code, code), "detail": str(error.detail)}
