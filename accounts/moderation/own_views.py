"""What someone does about a decision on themselves."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import appeals, sanctions
from accounts.middleware import banned_answer
from accounts.models import User
from accounts.moderation.forms import AppealForm
from toolbox.errors import Refusal
from toolbox.return_address import back


@login_required
@require_POST
def acknowledge(request: HttpRequest) -> HttpResponse:
    """«I have read it» under a warning."""
    assert isinstance(request.user, User)
    sanctions.acknowledge(user=request.user)
    return redirect(back(request))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ban(request: HttpRequest) -> HttpResponse:
    """Why one is banned and until when, and the appeal against it."""
    assert isinstance(request.user, User)
    try:
        sanctions.refuse_banned(request.user)
    except sanctions.Banned as banned:
        form = AppealForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                appeals.appeal(by=request.user, text=form.cleaned_data["text"])
                messages.success(request, _("Your appeal has been sent."))
                return redirect("moderation:ban")
            except Refusal as refusal:
                form.add_error(None, refusal.detail)
        return banned_answer(request, banned, form=form, status=200)
    return redirect(settings.LOGIN_REDIRECT_URL)
