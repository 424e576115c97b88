"""The content security policy of /admin/, whose theme needs a looser policy."""

from collections.abc import Callable
from typing import Any

from csp.decorators import csp
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


class AdministrationPolicy:
    """Gives the administration's pages `ADMINISTRATION_POLICY`; django-csp writes the header."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        if not request.path.startswith(reverse("admin:index")):
            return self.get_response(request)
        return csp(settings.ADMINISTRATION_POLICY)(self.get_response)(request)
