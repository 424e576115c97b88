"""Log-ins without their side effects, which take longer than many tests."""

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from accounts.models import User

BACKEND = "accounts.authentication.NameOrEmailBackend"


def force_login(client: Client, user: User, backend: str = BACKEND) -> None:
    """Replaces Django's method: makes a session, but sends no signals and sets no `last_login`."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = backend
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key


def logged_in(user: User) -> Client:
    """A browser in which the user is logged in."""
    client = Client()
    client.force_login(user)
    return client
