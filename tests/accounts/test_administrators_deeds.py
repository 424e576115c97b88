"""What administrators do besides changing accounts: the audit log has that, too."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core import mail
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from accounts import pushes, services
from accounts.models import Token, User
from tests.accounts.audit_log import written

pytestmark = pytest.mark.django_db
OLD, NEW = "a long password", "violet-kettle-9"


@pytest.fixture
def root() -> User:
    user = User.objects.create_superuser("root", password=OLD)
    EmailAddress.objects.create(user=user, email="root@post.example", primary=True, verified=True)
    return user


@pytest.fixture
def office(root: User) -> Client:
    client = Client(REMOTE_ADDR="198.51.100.7", HTTP_USER_AGENT="Staff's own browser")
    client.force_login(root)
    return client


def delete(office: Client, *rows: Model, one_by_one: bool) -> None:
    """Delete them, each on its page or all in the list."""
    name = f"admin:{rows[0]._meta.app_label}_{rows[0]._meta.model_name}"
    if one_by_one:
        for row in rows:
            office.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"})
    else:
        chosen = {ACTION_CHECKBOX_NAME: [row.pk for row in rows], "post": "yes"}
        office.post(reverse(f"{name}_changelist"), {"action": "delete_selected", **chosen})


OWN = "/admin/password_change/"


def test_the_administration_changes_no_own_password_itself(office, root):
    form = {"old_password": OLD, "new_password1": NEW, "new_password2": NEW}
    for answer in (office.get(OWN), office.post(OWN, form)):
        assert (answer.status_code, answer["location"]) == (302, "/accounts/password/change/")
    root.refresh_from_db()
    assert root.check_password(OLD)


def test_a_new_password_of_staff_is_told_pushed_and_mailed(
    office, root, monkeypatch, django_capture_on_commit_callbacks
):
    pushed: list[int] = []
    monkeypatch.setattr(pushes, "log_out", lambda pk, **_said: pushed.append(pk))
    form = {"oldpassword": OLD, "password1": NEW, "password2": NEW}
    with django_capture_on_commit_callbacks(execute=True):
        office.post(office.get(OWN)["location"], form)
    root.refresh_from_db()
    assert root.check_password(NEW)
    assert written() == [("user.password", f"user:{root.pk}", {"username": "root"})]
    assert pushed == [root.pk]
    assert [message.to for message in mail.outbox] == [["root@post.example"]]


def test_other_peoples_own_passwords_are_their_own_affair(amber):
    services.set_password(user=amber, password=NEW)
    assert written() == []


GIVEN = {"password1": NEW, "password2": NEW, "usable_password": "true", "set-password": "1"}


def set_password(office: Client, user: User, **form: Any) -> int:
    address = reverse("admin:auth_user_password_change", args=[user.pk])
    return office.post(address, GIVEN | form).status_code


def test_a_password_that_staff_set_is_mailed_and_the_mail_tells_nothing_of_who_did_it(
    office, amber
):
    assert set_password(office, amber) == 302
    (sent,) = mail.outbox
    assert sent.to == ["amber@post.example"]
    assert sent.subject == "[Hearth & Dragon] An administrator changed your password"
    assert "Hello amber" in sent.body
    for secret in ("198.51.100.7", "Staff's own browser", "root", NEW):
        assert secret not in sent.body
    assert set_password(office, amber, password2="another one") == 200
    assert set_password(office, User.objects.create_user("birch", password=OLD)) == 302
    assert len(mail.outbox) == 1, "neither what was refused nor to who has no address"


@pytest.mark.parametrize("one_by_one", [True, False])
def test_keys_that_were_revoked_are_told(office, amber, one_by_one):
    for _ in range(2):
        services.issue_token(user=amber)
    tokens = list(Token.objects.order_by("pk"))
    delete(office, *tokens, one_by_one=one_by_one)
    assert not Token.objects.exists()
    assert sorted(written(), key=lambda entry: entry[2]["token"]) == [
        ("token.revoke", f"user:{amber.pk}", {"username": "amber", "token": token.pk})
        for token in tokens
    ]


@pytest.mark.parametrize("one_by_one", [True, False])
def test_lock_outs_that_were_lifted_are_told(office, amber, one_by_one):
    attempts = [
        AccessAttempt.objects.create(
            username=name, ip_address="198.51.100.7", failures_since_start=failures
        )
        for name, failures in (("Amber", 10), ("my-password", 3))
    ]
    delete(office, *attempts, one_by_one=one_by_one)
    assert not AccessAttempt.objects.exists()
    assert sorted(written(), key=lambda entry: entry[2]["failures"]) == [
        ("lockout.lift", "user:unknown", {"username": "", "failures": 3}),
        ("lockout.lift", f"user:{amber.pk}", {"username": "amber", "failures": 10}),
    ]


@pytest.mark.parametrize("model", [AccessLog, AccessFailureLog, AccessAttempt])
def test_what_is_kept_of_log_ins_cannot_be_changed_nor_the_logs_be_erased(office, model):
    failures = {"failures_since_start": 1} if model is AccessAttempt else {}
    row = model.objects.create(username="amber", ip_address="198.51.100.7", **failures)
    page = reverse(f"admin:axes_{model._meta.model_name}_change", args=[row.pk])
    assert office.get(page).status_code == 200
    assert office.post(page, {}).status_code == 403
    for one_by_one in (True, False) if model is not AccessAttempt else ():
        delete(office, row, one_by_one=one_by_one)
        assert model.objects.filter(pk=row.pk).exists()
