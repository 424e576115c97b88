"""Error pages for people, and typed errors for programs."""

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, JsonResponse
from django.middleware.common import CommonMiddleware
from django.shortcuts import redirect, render
from django.urls import get_script_prefix, reverse
from django.utils.translation import gettext as _

from accounts import services
from accounts.guests.gate import NotForGuests, is_guest
from accounts.middleware import GuestMiddleware, not_for_guests, takes_json
from portal import addresses
from toolbox import database_errors
from toolbox.errors import Forbidden, NotLoggedIn, NotYet, Refusal
from toolbox.return_address import back

_WORTH_ANOTHER_TRY = {429, 500, 503, 504, 507}


class RefusalPages:
    """Answers refusals of pages (`toolbox.api.drf` answers the API's), and Django's empty 405."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 302 and _leads_to_log_in(request, response["Location"]):
            return _logged_out(request) or response
        empty = response.streaming or not response.content
        if response.status_code != 405 or not empty:
            return response
        return answer(request, _wrong_method(request), headers={"Allow": response["Allow"]})

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        unavailable = database_errors.refusal_of(error)
        if unavailable is not None:
            return answer(request, unavailable, template="unavailable.html")
        if isinstance(error, NotLoggedIn):
            target = request.get_full_path() if request.method == "GET" else get_script_prefix()
            return redirect_to_login(target)
        if isinstance(error, NotForGuests):
            return not_for_guests(request, error)
        return answer(request, error) if isinstance(error, Refusal) else None


class MissingSlash(CommonMiddleware):
    """Redirects with 308, so that a form sent to an address without its slash keeps its body."""

    class response_redirect_class(HttpResponsePermanentRedirect):  # noqa: N801 - Django's name
        status_code = 308


class InUTF8:
    """Reads all forms in UTF-8, as pages send them: not every encoding of Python holds text."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.encoding is not None:
            request.encoding = "utf-8"
        return self.get_response(request)


def answer(
    request: HttpRequest,
    refusal: Refusal,
    *,
    title: str = "",
    template: str = "error.html",
    headers: Mapping[str, str] | None = None,
    **context: Any,
) -> HttpResponse:
    """A page for people, `{code, detail}` for programs and scripts.

    If a form is worth another try, it can be sent again from the page. `unavailable.html` needs no
    database.
    """
    headers = {**refusal.headers, **(headers or {})}
    if takes_json(request):
        return JsonResponse(refusal.as_data(), status=refusal.status, headers=headers)
    if refusal.status in _WORTH_ANOTHER_TRY and addresses.sent_by_own_page(request):
        context["form"] = _sent_form(request)
    context["again"] = refusal.status in _WORTH_ANOTHER_TRY and request.method == "GET"
    context |= {"title": title or _title(refusal), "text": refusal.detail}
    response = render(request, template, context, status=refusal.status)
    for name, value in headers.items():
        response.headers[name] = value
    return response


def locked_out(request: HttpRequest, *_of_axes: Any) -> HttpResponse:
    """The answer to a refused log-in (setting AXES_LOCKOUT_CALLABLE)."""
    return answer(request, services.locked_out(), forgotten=True)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The answer to a form without the right token (setting CSRF_FAILURE_VIEW).

    Only forms of our own pages can be sent again: otherwise one press would serve another site.
    """
    if not addresses.sent_by_own_page(request):
        return _foreign_form(request)
    match, user = request.resolver_match, request.user
    entering = match is not None and match.url_name in GuestMiddleware.ENTRANCES
    if entering and user.is_authenticated and not is_guest(user):
        messages.info(request, _("You are already logged in as {name}.").format(name=user.name))
        return redirect(back(request, reverse(settings.LOGIN_REDIRECT_URL)))
    if settings.CSRF_COOKIE_NAME not in request.COOKIES:
        title = _("Your browser sent no cookie")
        text = _("Nothing was done. Allow cookies for this site, then send it again.")
    else:
        title = _("This page was out of date")
        text = _(
            "You have logged in or out since it was opened, maybe in another tab. Nothing was "
            "done. Check what you sent, and send it again."
        )
    refusal, sender = Forbidden(text, code="csrf"), user.name if user.is_authenticated else ""
    return answer(request, refusal, title=title, form=_sent_form(request), sender=sender)


def _foreign_form(request: HttpRequest) -> HttpResponse:
    """The answer to a form that comes, or seems to come, from another site."""
    if not addresses.misled_by_proxy(request):
        text = _(
            "A page of another site sent this, or your browser doesn’t say which page did. Nothing "
            "was done. If you meant it, do it on a page of this site."
        )
        return answer(request, Forbidden(text, code="csrf"), title=_("This came from elsewhere"))
    title = _("This portal isn’t set up right")
    text = _(
        "It doesn’t know the address that you see. Nothing was done. Please tell the person who "
        "runs it: the portal’s log says what to set. Keep what you wrote until then."
    )
    refusal = Forbidden(text, code="csrf")
    return answer(request, refusal, title=title, form=_sent_form(request), only_shown=True)


def _leads_to_log_in(request: HttpRequest, target: str) -> bool:
    # Signing up counts if it leads back to the same address: strangers' pages have no such form.
    to_log_in = tuple(f"{reverse(page)}?next=" for page in (settings.LOGIN_URL, "admin:login"))
    to_sign_up = redirect_to_login(request.get_full_path(), reverse("account_signup"))
    return target.startswith(to_log_in) or target == to_sign_up.url


def _logged_out(request: HttpRequest) -> HttpResponse | None:
    """The answer to a form whose sender was logged out meanwhile; None if nothing would be lost."""
    form = _sent_form(request) if addresses.sent_by_own_page(request) else None
    if form is None:
        return None
    text = _(
        "Nothing was done. Log in in another tab, then come back and send it again. You will be "
        "asked once more."
    )
    refusal = Forbidden(text, code="not_authenticated")
    return answer(request, refusal, title=_("You are logged out"), form=form, log_in=True)


def _sent_form(request: HttpRequest) -> dict[str, Any] | None:
    """The fields of a form, for `parts/sent_form.html`; None for other requests.

    Passwords and files have to be entered again. Django limits how much it reads of a form.
    """
    if request.method != "POST":
        return None
    try:
        fields = {**request.POST}
        files = {name: _label(name) for name in request.FILES}
    except Exception:  # unreadable, which may be the reason for this answer
        return None
    fields.pop("csrfmiddlewaretoken", None)
    secret = {name: _label(name) for name in fields if "password" in name.lower()}
    kept = [
        {"name": name, "label": _label(name), "value": value}
        for name in fields
        if name not in secret
        for value in fields[name]
    ]
    if not kept and not secret and not files:
        return None
    return {"action": request.get_full_path(), "kept": kept, "secret": secret, "files": files}


def _label(name: str) -> str:
    """A field's label, as Django would make it, translated if there is a translation."""
    words = name.rstrip("0123456789").replace("_", " ").replace("-", " ").strip()
    return _(words.capitalize()) if words else name


def _wrong_method(request: HttpRequest) -> Refusal:
    if request.method in ("GET", "HEAD"):
        text = _("This address takes a form and has no page of its own. Go back to its page.")
    else:
        text = _("Nothing can be sent to this address. Go back and reload the page.")
    return Refusal(text, code="method_not_allowed", status=405)


def _title(refusal: Refusal) -> str:
    if isinstance(refusal, NotYet):
        return _("Not yet")
    titles = {
        403: _("Not for you"),
        404: _("Nothing here"),
        405: _("Not this way"),
        413: _("Too much at once"),
        429: _("Too fast"),
        500: _("Something went wrong"),
        503: _("One moment, please"),
        504: _("One moment, please"),
        507: _("The disk is full"),
    }
    return titles.get(refusal.status, _("That didn’t work"))
