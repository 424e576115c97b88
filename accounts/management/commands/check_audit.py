"""`manage.py check_audit`: verify the audit log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import audit
from accounts.models import AuditEntry


class Command(BaseCommand):
    help = "Verify the chain of the audit log; fails at the first altered or missing entry."

    def handle(self, *arguments: Any, **options: Any) -> None:
        broken = audit.first_broken()
        if broken is not None:
            raise CommandError(f"Entry {broken} was altered, or one before it is missing.")
        self.stdout.write(f"{AuditEntry.objects.count()} entries, all as they were written.")
