"""`manage.py tell_operator`, which the units of deploy/ call when one of them has failed."""

import socket
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Mails a sentence to OPERATOR_MAIL. Uses no database: that may be what failed."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("sentence")

    def handle(self, *arguments: Any, **options: Any) -> None:
        if not settings.OPERATOR_MAIL:
            raise CommandError("Set OPERATOR_MAIL: nobody was told.")
        message = f"{settings.SITE_NAME}, {socket.gethostname()}: {options['sentence']}"
        send_mail(message, message, None, [settings.OPERATOR_MAIL])
