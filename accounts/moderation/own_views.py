"""What someone does about a decision on themselves."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts import sanctions
from accounts.models import User
from accounts.returning import back


@login_required
@require_POST
def acknowledge(request: HttpRequest) -> HttpResponse:
    """«I have read it» under a warning."""
    assert isinstance(request.user, User)
    sanctions.acknowledge(user=request.user)
    return redirect(back(request))
