"""Guessing passwords on a page."""

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_who_guesses_too_often_gets_a_page_that_says_so():
    User.objects.create_superuser("root", password="a long password")
    browser = Client()

    def log_in(password: str) -> int:
        data = {"username": "root", "password": password}
        return browser.post("/admin/login/", data).status_code

    statuses = [log_in("guess") for _ in range(settings.AXES_FAILURE_LIMIT)]
    assert statuses == [200] * (settings.AXES_FAILURE_LIMIT - 1) + [429]
    response = browser.post("/admin/login/", {"username": "root", "password": "a long password"})
    assert response.status_code == 429
    assert "Too many failed attempts" in response.content.decode()
    assert response["content-type"].startswith("text/html")
