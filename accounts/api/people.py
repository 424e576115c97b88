"""The caller of the API."""

from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts.models import User
from toolbox.errors import NotLoggedIn


def person(request: Request) -> User:
    """Return the user who calls. Raises NotLoggedIn."""
    if isinstance(request.user, User):
        return request.user
    raise NotLoggedIn(_("Log in first."))
