"""`manage.py give_role USERNAME moderator|reviewer`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import audit, roles
from accounts.models import User
from toolbox.errors import Refusal

ROLES = {"moderator": roles.MODERATOR, "reviewer": roles.REVIEWER}


class Command(BaseCommand):
    help = "Make someone a moderator (reports, chat, sanctions) or a match reviewer."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("role", choices=ROLES)

    def handle(self, *arguments: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"There is nobody called {options['username']}.")
        try:
            roles.give(user=user, role=ROLES[options["role"]])
        except Refusal as refusal:
            raise CommandError(refusal.detail) from None
        audit.record(
            actor=None,
            action="role.give",
            subject=f"user:{user.pk}",
            data={"role": options["role"], "username": user.username},
        )
        self.stdout.write(f"{user.username} is a {options['role']} now.")
