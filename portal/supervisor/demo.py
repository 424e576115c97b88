"""Accounts to look around with, made once, on the first start."""

import secrets

from django.contrib.auth import get_user_model
from django.db import transaction

from accounts.services import register

PLAYERS = ("amber", "birch", "cedar")
ADMINISTRATOR = "admin"
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that reads as something else
PASSWORD_LENGTH = 12  # about 59 bits


def new_password() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(PASSWORD_LENGTH))


def seed() -> dict[str, str]:
    """Create the demo accounts if there is no account at all; {username: password}, else empty.

    The passwords are stored hashed only: what this returns must be shown now or never.
    """
    users = get_user_model().objects
    with transaction.atomic():
        if users.exists():
            return {}
        made = {name: new_password() for name in (*PLAYERS, ADMINISTRATOR)}
        for name, password in made.items():
            register(username=name, password=password)
        users.filter(username=ADMINISTRATOR).update(is_staff=True, is_superuser=True)
    return made
