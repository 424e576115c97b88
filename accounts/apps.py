"""The Django app of people."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
