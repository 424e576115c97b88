"""The pages to sign up and to log in, the administration's too, with the limits of the API.

allauth's own limits take a lock in the cache, and refuse whoever waits for it too long.
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
        answer: HttpResponse = super().post(request, *arguments, **named)
        return answer

    def get_context_data(self, **named: Any) -> dict[str, Any]:
        """The page's, with why one came here."""
        errand = errand_to(back(self.request, otherwise=""))
        return {**super().get_context_data(**named), "errand": errand}


class LogIn(LoginView):  # type: ignore[misc]  # untyped
    """Raises Refusal: 429 `throttled`."""

    def post(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        throttling.take(request, "log-in")
        answer: HttpResponse = super().post(request, *arguments, **named)
        return answer


def log_in_to_administration(request: HttpRequest) -> HttpResponse:
    """Raises Refusal: 429 `throttled`."""
    if request.method == "POST":
        throttling.take(request, "log-in")
    return admin.site.login(request)
