"""The administration: themed, under its own policy, and showing nothing hidden."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import admin
from django.test import Client

from accounts import audit
from accounts.models import Token, User
from accounts.services import issue_token
from games.matches.models import Checkpoint, Deal, Match
from tests.lobby.tables import opened
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db

EXPECTED = {"Match", "Step", "Table", "User", "Group", "Token", "AuditEntry"}


@pytest.fixture
def root(person: Any) -> Client:
    """A superuser's browser."""
    user = person("root")
    user.is_superuser = user.is_staff = True
    user.save()
    return logged_in(user)


@pytest.fixture
def match(begin: Any, person: Any) -> Match:
    return begin(person("amber"), person("birch"), first=0)


def test_its_pages_are_themed_and_its_policy_is_looser_and_still_one(root, match):
    page = root.get("/admin/").content.decode()
    assert settings.SITE_NAME.replace("&", "&amp;") in page
    assert "unfold/" in page
    assert {model.__name__ for model in admin.site._registry} >= EXPECTED
    theirs = root.get("/admin/").headers["Content-Security-Policy"]
    ours = root.get("/").headers["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-inline' 'unsafe-eval'" in theirs
    assert "default-src 'none'" in theirs
    assert "frame-ancestors 'none'" in theirs
    assert "unsafe" not in ours


def test_every_list_and_page_opens_and_shows_nothing_hidden(root, match):
    audit.record(actor=None, action="match.void", subject=f"match:{match.public_id}")
    User.objects.exclude(username="root").update(email="somebody@secret-address.example")
    seed = bytes(match.deal.seed).hex()
    issue_token(user=User.objects.get(username="amber"))
    step, key = match.steps.get(), Token.objects.get().digest
    for model, options in admin.site._registry.items():
        if model.__name__ not in EXPECTED:
            continue
        app = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        pages = [root.get(app)]
        pages += [root.get(f"{app}{row.pk}/change/") for row in model._default_manager.all()[:1]]
        for page in pages:
            assert page.status_code == 200, page.request
            for secret in (seed, key, step.state_hash, step.hash, "secret-address", "outcomes"):
                assert secret not in page.content.decode(), (options, secret)
    listed = root.get("/admin/matches/match/").content.decode()
    assert f'href="/review/{match.public_id}/"' in listed


def test_logs_and_records_cannot_be_edited_there(root, match):
    entry = audit.record(actor=None, action="match.void", subject="match:x", reason="Because.")
    assert not any(map(admin.site.is_registered, (Deal, Checkpoint, EmailAddress)))
    rows = {
        "accounts/auditentry": entry.pk,
        "matches/match": match.pk,
        "matches/step": match.steps.get().pk,
        "lobby/table": opened(User.objects.get(username="amber")).pk,
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
