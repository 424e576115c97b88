"""The Django app of people."""

from django.apps import AppConfig
from django.core.checks import register


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts.checks import check_limits, check_site

        register(check_limits)
        register(check_site, deploy=True)
