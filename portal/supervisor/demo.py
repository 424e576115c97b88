"""Accounts to look around with, made once, on the first start."""

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services import new_user

PLAYERS = ("amber", "birch", "cedar")
ADMINISTRATOR = "admin"
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that reads as something else
PASSWORD_LENGTH = 12  # about 59 bits
AGE = timedelta(days=2)  # old enough for all that new accounts have to wait for


def new_password() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(PASSWORD_LENGTH))


def seed() -> dict[str, str]:
    """Create the demo accounts if there is no account at all; {username: password}, else empty.

    The passwords are stored hashed only: what this returns must be shown now or never.
    """
    if User.objects.exists():
        return {}
    made = {name: new_password() for name in (*PLAYERS, ADMINISTRATOR)}
    users = [new_user(username=name, password=password) for name, password in made.items()]
    with transaction.atomic():
        if User.objects.exists():
            return {}
        for user in users:
            user.date_joined = timezone.now() - AGE
            user.is_staff = user.is_superuser = user.username == ADMINISTRATOR
            user.save()
    return made
