"""Refusals: services raise them; pages, API and sockets answer with their code and sentence."""

import math
from typing import Any

from django.utils.translation import gettext
from prometheus_client import Counter

MADE = Counter("portal_refusals", "Refusals by code", ["code"])


class Refusal(Exception):
    """Base class of refusals. `status` is the HTTP status; `extra` is added to the answer.

    A class with a single sentence has it as `detail`, marked by `gettext_noop`.
    """

    status = 400
    code = "malformed"
    detail = ""

    def __init__(
        self, detail: str = "", *, code: str | None = None, status: int | None = None, **extra: Any
    ) -> None:
        self.detail = str(detail) or gettext(self.detail)
        super().__init__(self.detail)
        self.code = code or self.code
        self.status = status or self.status
        self.extra = extra
        self.headers: dict[str, str] = {}  # of an HTTP response
        MADE.labels(self.code).inc()

    def as_data(self) -> dict[str, Any]:
        """The body of the answer: `{code, detail, …}`."""
        return {"code": self.code, "detail": self.detail, **self.extra}


class NotLoggedIn(Refusal):
    status, code = 401, "not_authenticated"


class Forbidden(Refusal):
    status, code = 403, "forbidden"


class NotYet(Forbidden):
    """It opens later by itself."""


class NotFound(Refusal):
    status, code = 404, "not_found"


class Conflict(Refusal):
    status, code = 409, "conflict"


class TooMany(Refusal):
    """Too much at once, or too often: allowed again after `wait` seconds."""

    status, code = 429, "throttled"

    def __init__(self, detail: str, *, wait: float, code: str | None = None) -> None:
        super().__init__(detail, code=code)
        self.headers = {"Retry-After": str(max(1, math.ceil(wait)))}
