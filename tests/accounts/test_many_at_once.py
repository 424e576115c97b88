"""Many people who sign up at the same moment: nobody waits for another's password."""

from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client
from django.test.client import MULTIPART_CONTENT

from accounts.api import throttling
from accounts.models import User
from tests.support.at_once import all_at_once
from tests.support.patience import PATIENCE_SECONDS

MANY = 12
PASSWORD = "violet-kettle-9"


def at_the_page(name: str) -> int:
    form = {"username": name, "password1": PASSWORD}
    return Client().post("/accounts/signup/", form).status_code


def in_the_api(name: str) -> int:
    account = {"username": name, "password": PASSWORD}
    return Client().post("/api/accounts/", account, content_type="application/json").status_code


@pytest.fixture
def all_hash_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """No password is hashed before all are being hashed: a lock held meanwhile would last.

    On PostgreSQL nobody holds such a lock, and there are fewer connections than people.
    """
    together = Barrier(MANY if connection.vendor == "sqlite" else 1)
    hashed = MD5PasswordHasher.encode

    def encode(self: Any, *arguments: Any) -> str:
        together.wait(PATIENCE_SECONDS)
        return hashed(self, *arguments)

    monkeypatch.setattr(MD5PasswordHasher, "encode", encode)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("all_hash_together")
@pytest.mark.parametrize(("sign_up", "status"), [(at_the_page, 302), (in_the_api, 201)])
def test_many_sign_up_at_the_same_moment(sign_up, status):
    people = [partial(sign_up, f"person-{number}") for number in range(MANY)]
    assert all_at_once(*people) == [status] * MANY
    assert User.objects.count() == MANY


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "who", "kind", "status"),
    [
        ("/accounts/login/", "login", MULTIPART_CONTENT, 200),
        ("/admin/login/", "username", MULTIPART_CONTENT, 200),
        ("/api/token/", "username", "application/json", 401),
    ],
)
def test_a_crowd_that_the_cache_does_not_count_is_counted(
    address, who, kind, status, monkeypatch, frozen
):
    """All of it asks how many there were before any of it is noted: it could have as many
    passwords hashed as it likes, and nobody else could log in for as long as that takes."""
    monkeypatch.setattr(throttling._InCache, "throttle_success", lambda _self: True)
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    monkeypatch.setitem(rates, "log-in", f"{MANY}/min")
    answers = [
        Client()
        .post(address, {who: f"nobody-{one}", "password": PASSWORD}, content_type=kind)
        .status_code
        for one in range(MANY + 2)
    ]
    assert answers == [status] * MANY + [429] * 2
