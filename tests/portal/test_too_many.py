"""Who goes past one of django-allauth's limits reads so on a page of ours, and when to come."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_too_many_sign_ups_of_one_address(settings: pytest.MonkeyPatch) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "1/m/ip"}  # type: ignore[attr-defined]
    form = {"username": "", "password1": ""}
    answers = [Client().post("/accounts/signup/", form) for _ in range(2)]
    assert answers[0].status_code == 200
    assert answers[1].status_code == 429
    assert answers[1]["Retry-After"] == "60"
    text = answers[1].content.decode()
    assert "Too fast" in text
    assert "<header" in text, "the site's own page"
