"""The portal's own code in an attack's process, on the data of a running portal."""

import os
from pathlib import Path
from typing import Any

from tests.support.running_portal import OURS


def set_up(data_dir: Path, settings: str = "portal.settings", **more: str) -> None:
    """Set up Django once per process, before anything imports models.

    Pushes and queued tasks of this process's services reach nobody.
    """
    for name in OURS:
        os.environ.pop(name, None)
    os.environ |= {"DATA_DIR": str(data_dir), "DJANGO_SETTINGS_MODULE": settings}
    os.environ |= {"LOG_LEVEL": "ERROR", **more}
    import django

    django.setup()


def let_go() -> None:
    """Close the database."""
    from django.db import connections

    connections.close_all()


def person(name: str) -> Any:
    """A new person without a password."""
    from accounts.models import User

    return User.objects.create(username=name)


def token(user: Any) -> str:
    """An API key."""
    from accounts.services import issue_token

    return str(issue_token(user=user))


def session(user: Any) -> str:
    """The cookie of a session of this person."""
    from django.conf import settings
    from django.test import Client

    from tests.support.log_in import force_login

    browser = Client()
    force_login(browser, user)
    return str(browser.cookies[settings.SESSION_COOKIE_NAME].value)
