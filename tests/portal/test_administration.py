"""The administration: themed, under its own policy, and showing nothing hidden."""

from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.test import Client

from accounts import audit, roles
from accounts.models import User
from games.matches.models import Match
from tests.games.matches.conftest import begin, person

__all__ = ["begin", "person"]

pytestmark = pytest.mark.django_db

EXPECTED = {"Match", "Step", "Table", "User", "Group", "Token", "AuditEntry"}


@pytest.fixture
def root(person: Any) -> Client:
    """A superuser's browser."""
    user = person("root")
    user.is_superuser = user.is_staff = True
    user.save()
    return client_of(user)


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def match(begin: Any, person: Any) -> Match:
    return begin(person("amber"), person("birch"), first=0)


def test_its_pages_are_themed_and_named_after_the_site(root: Client, match: Match) -> None:
    page = root.get("/admin/").content.decode()
    assert settings.SITE_NAME.replace("&", "&amp;") in page
    assert "unfold/" in page
    assert {model.__name__ for model in admin.site._registry} >= EXPECTED


def test_its_policy_is_looser_than_the_sites_and_still_one(root: Client) -> None:
    theirs = root.get("/admin/").headers["Content-Security-Policy"]
    ours = root.get("/").headers["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-inline' 'unsafe-eval'" in theirs
    assert "default-src 'none'" in theirs
    assert "frame-ancestors 'none'" in theirs
    assert "unsafe" not in ours


def test_every_list_and_page_opens_and_shows_nothing_hidden(root: Client, match: Match) -> None:
    audit.record(actor=None, action="match.void", subject=f"match:{match.public_id}")
    User.objects.exclude(username="root").update(email="somebody@secret-address.example")
    seed = bytes(match.deal.seed).hex()
    step = match.steps.get()
    for model, options in admin.site._registry.items():
        if model.__name__ not in EXPECTED:
            continue
        app = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        pages = [root.get(app)]
        pages += [root.get(f"{app}{row.pk}/change/") for row in model._default_manager.all()[:1]]
        for page in pages:
            assert page.status_code == 200, page.request
            for secret in (seed, step.state_hash, step.hash, "secret-address", "outcomes"):
                assert secret not in page.content.decode(), (options, secret)


def test_logs_and_records_cannot_be_edited_there(root: Client, match: Match) -> None:
    entry = audit.record(actor=None, action="match.void", subject="match:x", reason="Because.")
    rows = {
        "accounts/auditentry": entry.pk,
        "matches/match": match.pk,
        "matches/step": match.steps.get().pk,
    }
    for name, pk in rows.items():
        address = f"/admin/{name}/"
        assert root.get(f"{address}add/").status_code == 403
        assert root.post(f"{address}{pk}/change/", {"reason": "Other."}).status_code == 403
        assert root.post(f"{address}{pk}/delete/", {"post": "yes"}).status_code == 403
        deleting = {"action": "delete_selected", "_selected_action": pk, "post": "yes"}
        root.post(address, deleting)
    assert audit.first_broken() is None
    assert Match.objects.filter(pk=match.pk).exists()
    assert match.steps.count() == 1
    entry.refresh_from_db()
    assert entry.reason == "Because."


def test_reviewers_find_matches_there_and_the_way_to_the_review(person: Any, match: Match) -> None:
    rowan = person("rowan")
    roles.give(user=rowan, role=roles.REVIEWER)
    client = client_of(rowan)
    listed = client.get("/admin/matches/match/").content.decode()
    assert f'href="/review/{match.public_id}/"' in listed
