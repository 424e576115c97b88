"""The administration shows nothing that is nobody's business."""

import pytest
from django.contrib import admin
from django.urls import reverse

from accounts.models import Token, User
from games.matches.models import Checkpoint, Deal, Match, Step
from lobby.models import Table
from tests.api.caller import caller
from tests.api.play import begin, move

pytestmark = pytest.mark.django_db


@pytest.fixture
def secrets() -> list[str]:
    """Texts that are in the database of a running match and in no page."""
    amber, birch = caller("amber"), caller("birch")
    match = begin(amber, birch)
    move(match, amber, birch)
    deal, stored = Deal.objects.get(), Match.objects.get()
    texts = ["post.example", bytes(deal.seed).hex(), stored.last_hash]
    texts += Token.objects.values_list("digest", flat=True)
    texts += [step.state_hash for step in Step.objects.all()]
    return [*texts, str(Step.objects.get(index=1).outcomes), "chance_counters"]


def pages() -> list[str]:
    """Every list, and every first row's page, of our models."""
    addresses = []
    for model in (User, Token, Match, Step, Table):
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        addresses.append(reverse(f"{name}_changelist"))
        addresses += [reverse(f"{name}_change", args=[row.pk]) for row in model.objects.all()]
    return addresses


def test_no_page_shows_a_secret(office, secrets):
    for address in pages():
        response = office.get(address)
        assert response.status_code == 200, address
        text = response.content.decode()
        assert [secret for secret in secrets if secret in text] == [], address


def test_deals_states_and_addresses_have_no_page():
    from allauth.account.models import EmailAddress

    for model in (Deal, Checkpoint, EmailAddress):
        assert not admin.site.is_registered(model)


def test_matches_steps_and_tables_are_read_only(office, secrets):
    for model in (Match, Step, Table):
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        row = model.objects.first()
        assert office.get(reverse(f"{name}_add")).status_code == 403
        assert office.post(reverse(f"{name}_change", args=[row.pk])).status_code == 403
        assert office.post(reverse(f"{name}_delete", args=[row.pk])).status_code == 403


def test_an_administrator_can_add_and_lock_people(office):
    data = {"username": "amber", "password1": "violet-kettle-9", "password2": "violet-kettle-9"}
    added = office.post(reverse("admin:accounts_user_add"), data | {"usable_password": "true"})
    assert added.status_code == 302
    user = User.objects.get(username="amber")
    office.post(reverse("admin:accounts_user_change", args=[user.pk]), {"username": "amber"})
    user.refresh_from_db()
    assert not user.is_active
