"""Whose password an administrator sets reads so in a mail, which tells nothing of who did it."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db
NEW = {
    "password1": "violet-kettle-9",
    "password2": "violet-kettle-9",
    "usable_password": "true",
    "set-password": "1",
}


@pytest.fixture
def office() -> Client:
    client = Client(REMOTE_ADDR="198.51.100.7", HTTP_USER_AGENT="Staff's own browser")
    client.force_login(User.objects.create_superuser("root", password="a long password"))
    return client


@pytest.fixture
def amber() -> User:
    user = User.objects.create_user("amber", "amber@post.example", "a long password")
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def set_password(office: Client, user: User, **form: Any) -> int:
    address = reverse("admin:auth_user_password_change", args=[user.pk])
    return office.post(address, NEW | form).status_code


def test_a_password_that_staff_set_is_mailed(office, amber):
    assert set_password(office, amber) == 302
    (sent,) = mail.outbox
    assert sent.to == ["amber@post.example"]
    assert sent.subject == "[Hearth & Dragon] An administrator changed your password"
    assert "Hello amber" in sent.body
    for secret in ("198.51.100.7", "Staff's own browser", "root", NEW["password1"]):
        assert secret not in sent.body


def test_what_was_refused_and_who_has_no_address_is_not_mailed(office, amber):
    assert set_password(office, amber, password2="another one") == 200
    birch = User.objects.create_user("birch", password="a long password")
    assert set_password(office, birch) == 302
    assert mail.outbox == []
