"""The page on which people ask for their own data, the file, and the page about privacy."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from accounts.guests.gate import Members, refuse_guest
from accounts.selectors import person_of
from lobby.models import OwnData
from lobby.own_data import services
from lobby.view_helpers import check_password
from toolbox.errors import Refusal


@sensitive_post_parameters("password")
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_data(request: HttpRequest) -> HttpResponse:
    """The form that asks for the password, the file's progress, and a link to the file."""
    user = person_of(request)
    refuse_guest(user, Members.ACCOUNT)
    if request.method == "POST":
        try:
            check_password(request)
            services.ask(user=user)
        except Refusal as refusal:
            messages.error(request, refusal.detail)
        return redirect("lobby:own-data")
    own = OwnData.objects.filter(user=user).first()
    if own is not None:
        services.keep_going(own)
    ends_at = own.ready_at + services.KEPT if own is not None and own.ready_at else None
    return render(
        request, "people/own_data.html", {"tab": "account", "own": own, "ends_at": ends_at}
    )


@never_cache
@login_required
@require_safe
def own_data_file(request: HttpRequest) -> HttpResponse:
    """The archive."""
    user = person_of(request)
    own = OwnData.objects.filter(user=user, ready_at__gt=services.oldest_kept()).first()
    if own is None:
        raise Http404(_("There is no such file."))
    name = f"{user.username}-{own.asked_at:%Y-%m-%d}.zip"
    return HttpResponse(
        services.file_of(own),
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The page that says what the portal stores about people, and for how long."""
    days = {
        "log_ins": settings.LOG_IN_DAYS,
        "notices": settings.NOTICE_DAYS,
        "chat": settings.CHAT_DAYS,
        "visits": settings.VISIT_DAYS,
        "guests": settings.GUEST_DAYS,
        "file": services.KEPT.days,
    }
    return render(request, "people/privacy.html", {"days": days})
