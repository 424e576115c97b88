"""Access to the pages of moderators."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts import roles
from toolbox.errors import Forbidden

View = Callable[..., HttpResponse]


def moderators_only(view: View) -> View:
    """Ask visitors to log in, and refuse everyone else."""
    return _for(roles.is_moderator, view)


def log_readers_only(view: View) -> View:
    """Let everyone with a role read the audit log."""
    return _for(lambda user: roles.is_moderator(user) or roles.is_reviewer(user), view)


def _for(allowed: Callable[[Any], bool], view: View) -> View:
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        if not allowed(request.user):
            raise Forbidden(_("These pages are for moderators."))
        return view(request, *arguments, **named)

    return guarded
