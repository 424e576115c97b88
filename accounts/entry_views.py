"""The pages to sign up and to log in, even to the administration, with the API's limits.

allauth's own limits take a lock in the cache and refuse anyone who waits too long for it.
"""

from typing import Any

from allauth.account.views import LoginView, SignupView
from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from accounts.api import throttling
from accounts.signup_reasons import errand_to
from toolbox.return_address import back


class SignUp(SignupView):  # type: ignore[misc]  # untyped
    """Raises Refusal: 429 `throttled`."""

    def post(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        throttling.take(request, "sign-up")
        return super().post(request, *arguments, **named)  # type: ignore[no-any-return]

    def get_context_data(self, **named: Any) -> dict[str, Any]:
        """Adds the page that the visitor came for."""
        errand = errand_to(back(self.request, otherwise=""))
        return {**super().get_context_data(**named), "errand": errand}


class LogIn(LoginView):  # type: ignore[misc]  # untyped
    """Raises Refusal: 429 `throttled`."""

    def post(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        throttling.take(request, "log-in")
        return super().post(request, *arguments, **named)  # type: ignore[no-any-return]


def log_in_to_administration(request: HttpRequest) -> HttpResponse:
    """Raises Refusal: 429 `throttled`."""
    if request.method == "POST":
        throttling.take(request, "log-in")
    return admin.site.login(request)
